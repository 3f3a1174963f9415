"""Making ``data/examples/fetched`` anew: ``PYTHONPATH=tests .venv/bin/python -m fetching.example`` from the root."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

import pandas as pd

from fetching.made_up import V2, as_v2, example_papers
from fetching.server import MadeUpServer
from peerassay.fetching import find_venue
from peerassay.fetching.folder import write_fetched
from peerassay.fetching.pace import Manners
from peerassay.fetching.running import Wishes, fetch
from peerassay.fetching.tables import PRIVATE, TABLES

NAME = "data/examples/fetched"
FOLDER = Path(__file__).parents[2] / NAME
QUICK = Manners(per_minute=1e6, first_wait=0.01, attempts=4)
NOTICE = ("**Everything in this folder is made up.** No such conference, paper, reviewer or review exists.",)


def build(target: Path) -> None:
    """Fetch the made-up conference from the server of the tests, and write the folder without cache."""
    venue = find_venue(V2, FOLDER / "venue.toml")
    with tempfile.TemporaryDirectory() as place, MadeUpServer(as_v2(example_papers())) as server:
        fetched = fetch(venue, Path(place) / "fetched", Wishes(address=server.address, notice=NOTICE, manners=QUICK))
        told = json.dumps(fetched.facts).replace(server.address, "a server of the tests")
        version = fetched.facts["sources"][0]["openreview_py"]
        told = told.replace(f"openreview-py {version}", "openreview-py").replace(f'"{version}"', '""')
        facts = json.loads(told.replace(fetched.facts["sources"][0]["fetched"][0], "2030-05-01T00:00:00+00:00"))
        names = (*TABLES, *PRIVATE)
        read = {name: pd.read_csv(fetched.folder / f"{name}.csv", dtype=str, keep_default_na=False) for name in names}
        write_fetched(target, NAME, {name: read[name] for name in names}, facts)


if __name__ == "__main__":
    build(FOLDER)
    shutil.rmtree(FOLDER / "cache", ignore_errors=True)
