"""A run in a process of its own, to be killed: ``python worker.py FOLDER ADDRESS CALLS``."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from collect.small import TASKS, small_plan
from peerassay.collect.running import collect

if __name__ == "__main__":
    folder, address, papers = sys.argv[1:4]
    plan = small_plan(Path(folder), address, options__papers=int(papers), endpoint__concurrency=8)
    sys.stdout.write("started\n")
    sys.stdout.flush()
    collect(plan, tasks=TASKS)
