"""The page on revised manuscripts, on a reader's own records: what can be computed is, what cannot is said."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import nbformat
import pandas as pd
import pytest

from peerassay.manifest import load_notebooks
from peerassay.records import RecordsError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., "Shown"]

EXAMPLE = "data/examples/revisions"
ONE_SCORER = """paper_id,version,reviewer,round,overall,year
a,original,mine,1,4,2025
a,original,mine,2,4,2025
a,revised,mine,1,5,2025
a,revised,mine,2,4,2025
b,original,mine,1,6,2026
b,revised,mine,1,6,2026
"""
NO_VERSION = "paper,model,r1,r2\na,mine,3,4\nb,mine,2,2\n"


class Shown:
    """What the notebook showed and wrote."""

    def __init__(self, folder: Path, bundles: list[dict[str, str]]) -> None:
        self.folder = folder
        self.html = "\n".join(bundle.get("text/html", "") for bundle in bundles)
        self.said = [bundle["text/markdown"] for bundle in bundles if "text/markdown" in bundle]

    def csv(self, exhibit: str) -> pd.DataFrame:
        return pd.read_csv(self.folder / "exhibits" / f"{exhibit}.csv")

    @property
    def exhibits(self) -> set[str]:
        return {path.stem.removeprefix("repeatability-") for path in (self.folder / "exhibits").glob("*.csv")}


@pytest.fixture
def run(tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the cells of the notebook on a folder of records, in this process."""
    monkeypatch.chdir(root)
    monkeypatch.setenv("PEERASSAY_OUTPUT", str(tmp_path / "out"))
    bundles: list[dict[str, str]] = []
    monkeypatch.setattr("peerassay.exhibits.page.display", lambda bundle, raw: bundles.append(bundle))

    def execute(records: Path | str, **parameters: Any) -> Shown:
        path = load_notebooks(root)["repeatability/10-crossover"].path
        cells = [cell.source for cell in nbformat.read(path, 4).cells if cell.cell_type == "code"]
        space: dict[str, Any] = {}
        exec(cells[0], space)
        space |= {"records": str(records), "resamples": 40} | parameters
        for cell in cells[1:]:
            exec(cell, space)
        return Shown(tmp_path / "out", bundles)

    return execute


def test_the_invented_example_fills_every_exhibit(run: Run) -> None:
    shown = run(EXAMPLE)
    assert {
        "figure-4",
        "gains",
        "gaps",
        "edits",
        "directions",
        "noise-adjusted",
        "package-audit",
        "cases",
    } <= shown.exhibits
    assert "crossover-held-out" not in shown.exhibits
    edits = shown.csv("repeatability-edits").iloc[0]
    assert edits[["candidates", "accepted_first", "accepted_second", "accepted_both"]].tolist() == [7, 6, 4, 4]
    assert edits["jaccard"] == 0.75  # glass-sensors 1/2, moss-maps 1, tide-tables 1, wren-songs 1/2
    cases = shown.csv("repeatability-cases").set_index("stratum")
    assert cases.loc["pos_neg", ["paper_id", "edit_id"]].tolist() == ["glass-sensors", "r012"]
    assert "as Figure 4 of the paper, on YOUR DATA" in shown.html
    assert not (shown.folder / "ledger").exists()
    assert all(shown.said)


def test_one_scorer_has_gains_but_nothing_to_compare(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "own.csv"
    path.write_text(ONE_SCORER, "utf-8")
    shown = run(path)
    gains = shown.csv("repeatability-gains").set_index("subset")
    assert gains.loc["all", "gain"] == 0.25
    assert gains.loc["2025", ["gain", "reason"]].tolist() == [0.5, "fewer than two papers"]
    assert shown.exhibits == {"figure-4", "gains"}
    said = "\n".join(shown.said)
    assert said.count("no version was scored by two Scorers") >= 4
    assert "your records have no `edits.csv`" in said


def test_records_without_revisions_say_what_is_needed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "own.csv"
    path.write_text(NO_VERSION, "utf-8")
    shown = run(path)
    assert shown.exhibits == set()
    assert "A revised manuscript needs a `version` of its own" in "\n".join(shown.said)


def test_edits_that_break_the_schema_stop_the_page_with_every_place(run: Run, root: Path, tmp_path: Path) -> None:
    folder = tmp_path / "broken"
    shutil.copytree(root / EXAMPLE, folder)
    text = (folder / "edits.csv").read_text("utf-8").replace("moss-maps,r007,Ada,Bo,1", "mess-maps,r007,Ada,Bo,1")
    (folder / "edits.csv").write_text(text, "utf-8")
    with pytest.raises(RecordsError) as caught:
        run(folder)
    assert [problem.column for problem in caught.value.problems] == ["edit_id", "paper_id", "edit_id"]
