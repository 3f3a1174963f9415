# The notebooks of the book for a cluster engine: `snakemake --cores 2`, or with an executor plugin for Slurm,
# Kubernetes or a cloud batch service. A job runs again when its content key has changed; running one twice is harmless.
import os
import sys
from pathlib import Path
from shlex import quote

HERE = Path(workflow.basedir)
sys.path.insert(0, str(HERE / "src"))

from peerassay.workflow.state import examine

ROOT = Path(os.environ.get("PEERASSAY_ROOT", HERE))
PYTHON = config.get("python", HERE / ".venv/bin/python")  # another one: --config python=/path/to/python
BUILD = f"cd {quote(str(ROOT))} && {quote(str(PYTHON))} -m peerassay build"
STATUSES = examine(ROOT)


def done(names):
    return [ROOT / "build/cluster" / f"{STATUSES[name].notebook.slug}.done" for name in names]


rule book:
    input:
        done(STATUSES),
    shell:
        BUILD


for name, status in STATUSES.items():

    rule:
        name:
            status.notebook.slug.replace("-", "_")
        input:
            done(status.notebook.after),
        output:
            touch(done([name])),
        params:
            name=name,
            key=status.key,
        shell:
            BUILD + " --only {params.name} --no-render --jobs 1"
