"""The notebook on a reader's own scores, candidate probabilities and token counts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import nbformat
import numpy as np
import pandas as pd
import pytest

from peerassay.manifest import load_notebooks
from peerassay.records import RecordsError

from .papers import drawn

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., str]

SMALL: dict[str, Any] = {
    "temperatures": [1.0, 4.0], "offsets": [0.0], "slopes": [1.0], "weights": [0.4, 0.6], "splits": 4, "resamples": 20,
}  # fmt: skip


def scores_table(scores: np.ndarray, rounds: int = 5) -> str:
    lines = [
        f"p{place:02d},mine,{n},{score:g}"
        for place, row in enumerate(scores)
        for n, score in enumerate(row[:rounds], 1)
    ]
    return "\n".join(["paper_id,reviewer,round,overall", *lines]) + "\n"


def candidates_table(mass: np.ndarray) -> str:
    rows = [
        f"p{place:02d},cheap,1,{score},{share:.6f}"
        for place, shares in enumerate(mass)
        for score, share in enumerate(np.floor(shares * 1e6) / 1e6, 1)
        if share > 0
    ]
    return "\n".join(["paper_id,reviewer,call,score,probability", *rows]) + "\n"


@pytest.fixture
def run(tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Write tables into a folder and run the notebook on it in this process; give back what it says."""
    monkeypatch.chdir(root)
    monkeypatch.setenv("PEERASSAY_OUTPUT", str(tmp_path / "out"))
    bundles: list[dict[str, str]] = []
    monkeypatch.setattr("peerassay.exhibits.page.display", lambda bundle, raw: bundles.append(bundle))

    def execute(tables: dict[str, str], **parameters: Any) -> str:
        own = tmp_path / "own"
        own.mkdir()
        for name, text in tables.items():
            (own / f"{name}.csv").write_text(text, "utf-8")
        path = load_notebooks(root)["repeatability/09-estimation"].path
        cells = [cell.source for cell in nbformat.read(path, 4).cells if cell.cell_type == "code"]
        space: dict[str, Any] = {}
        exec(cells[0], space)
        space |= {"records": str(own)} | SMALL | parameters
        for cell in cells[1:]:
            exec(cell, space)
        return "\n".join(bundle.get("text/markdown", "") for bundle in bundles)

    return execute


def csv(folder: Path, exhibit: str) -> pd.DataFrame:
    return pd.read_csv(folder / "out" / "exhibits" / f"{exhibit}.csv")


def test_everything_is_computed_on_own_records(run: Run, tmp_path: Path) -> None:
    mass, scores = drawn(12)
    longer = np.concatenate([scores, np.full((12, 2), np.nan)], axis=1)
    longer[:2, 5:] = scores[:2, :2]
    text = "\n".join(line for line in scores_table(longer, 7).splitlines() if not line.endswith("nan")) + "\n"
    papers = "paper_id,status,year\n" + "".join(
        f"p{n:02d},{'accepted' if n % 2 else 'rejected'},{2025 + n % 2}\n" for n in range(12)
    )
    usage = "paper_id,reviewer,call,input_tokens,cached_tokens,cache_write_tokens,output_tokens\n"
    usage += "p00,cheap,1,1000,0,1000,0\n"
    said = run({"reviews": text, "papers": papers, "candidates": candidates_table(mass), "usage": usage})
    table = csv(tmp_path, "repeatability-table-5").set_index("estimator")
    assert "published" not in table
    assert list(table.index) == ["quick", "standard", "direct_1", "direct_2", "direct_3", "direct_5"]
    assert table.loc["direct_2", "risk"] == pytest.approx(table.loc["direct_1", "risk"] / 2)
    assert set(csv(tmp_path, "repeatability-risk-by-year")["subset"]) == {2025, 2026}
    assert csv(tmp_path, "repeatability-table-6")["papers"].tolist() == [2] * 6
    assert csv(tmp_path, "repeatability-selected-parameters")["splits"].sum() == 4
    assert csv(tmp_path, "repeatability-cost").loc[0, "cost"] == pytest.approx(0.005)
    assert "Nothing was entered into the ledger" in said
    about = json.loads((tmp_path / "out" / "exhibits" / "repeatability-table-5.json").read_text("utf-8"))
    assert about["tier"] == "measured"


def test_without_candidates_direct_sampling_is_left_and_the_rest_is_said(run: Run, tmp_path: Path) -> None:
    said = run({"reviews": scores_table(drawn(4)[1])})
    assert csv(tmp_path, "repeatability-table-5")["estimator"].tolist() == [
        "direct_1",
        "direct_2",
        "direct_3",
        "direct_5",
    ]
    assert said.count("Left out: there are no candidate probabilities") >= 4
    assert not (tmp_path / "out" / "exhibits" / "repeatability-estimator-auc.csv").exists()


def test_equal_scores_and_a_single_paper(run: Run, tmp_path: Path) -> None:
    said = run({"reviews": scores_table(np.full((1, 5), 6.0)), "candidates": "paper_id,score,probability\np00,6,1\n"})
    assert csv(tmp_path, "repeatability-table-5")["risk"].tolist() == [0] * 4
    assert "a single paper cannot both be fitted to and tested on" in said


def test_problems_of_the_candidates_stop_the_notebook_with_their_place(run: Run) -> None:
    tables = {"reviews": scores_table(drawn(4)[1]), "candidates": "paper_id,score,probability\np00,6,1.5\np01,12,0.5\n"}
    with pytest.raises(RecordsError) as caught:
        run(tables)
    assert [(problem.file, problem.row) for problem in caught.value.problems] == [
        ("candidates.csv", 2),
        ("candidates.csv", 3),
    ]
