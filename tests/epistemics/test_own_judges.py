"""The pages on judges, probes and short reviews, on a reader's own ratings."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import nbformat
import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from peerassay.epistemics.examples import load_cases, load_detector_examples
from peerassay.epistemics.probes import blinded, load_probes
from peerassay.manifest import load_notebooks

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from matplotlib.figure import Figure

    Run = Callable[..., "Shown"]

BARE = "review_id,rqs\na,3.1\nb,2.4\nc,2.9\n"
TWO = "review_id,judge,run,label,rqs\n" + "".join(
    f"{name},{judge},{run},{label},{score}\n"
    for judge, run, labels, scores in [
        ("one", 1, ["Mixed", "System 1", "System 2", "Mixed"], [3, 2, 4, 3]),
        ("one", 2, ["Mixed", "System 1", "System 2", "System 1"], [3, 2, 4, 2.5]),
        ("two", 1, ["Mixed"] * 4, [3] * 4),
    ]
    for name, label, score in zip("abcd", labels, scores, strict=True)
)


class Shown:
    """What a page said and wrote."""

    def __init__(self, folder: Path, bundles: list[dict[str, str]]) -> None:
        self.folder = folder
        self.said = "\n".join(bundle.get("text/markdown", "") for bundle in bundles)

    def csv(self, exhibit: str) -> pd.DataFrame:
        return pd.read_csv(self.folder / "exhibits" / f"{exhibit}.csv")

    def has(self, exhibit: str) -> bool:
        return (self.folder / "exhibits" / f"{exhibit}.csv").is_file()


def undrawn(fig: Figure, folder: Path, exhibit: str) -> str:
    plt.close(fig)
    return "<svg></svg>"


@pytest.fixture
def run(tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the cells of a notebook of this part in this process: ``run(name, parameter=value, ...)``."""
    monkeypatch.chdir(root)
    monkeypatch.setenv("PEERASSAY_OUTPUT", str(tmp_path / "out"))
    bundles: list[dict[str, str]] = []
    monkeypatch.setattr("peerassay.exhibits.page.display", lambda bundle, raw: bundles.append(bundle))
    monkeypatch.setattr("peerassay.exhibits.page.write_figure", undrawn)

    def execute(name: str, **parameters: Any) -> Shown:
        notebook = load_notebooks(root)[f"epistemics/{name}"]
        cells = [cell.source for cell in nbformat.read(notebook.path, 4).cells if cell.cell_type == "code"]
        space: dict[str, Any] = {}
        exec(cells[0], space)
        space |= parameters
        for cell in cells[1:]:
            exec(cell, space)
        return Shown(tmp_path / "out", bundles)

    return execute


def save(folder: Path, table: str | pd.DataFrame) -> str:
    path = folder / "own.csv"
    path.write_text(table if isinstance(table, str) else table.to_csv(index=False), "utf-8")
    return str(path)


def test_one_reading_each_cannot_be_compared_and_that_is_said(run: Run, tmp_path: Path) -> None:
    shown = run("07-validation", records=save(tmp_path, BARE))
    assert "Left out: the ratings have no review that two judges or two runs have rated" in shown.said
    assert not shown.has("epistemics-table-2")
    assert shown.has("epistemics-agreement-chance")
    assert not (shown.folder / "ledger").exists()


def test_every_pair_of_judges_and_runs_is_compared(run: Run, tmp_path: Path) -> None:
    table = run("07-validation", records=save(tmp_path, TWO), resamples=50).csv("epistemics-table-2")
    assert table["comparison"].tolist() == [
        "one, run 1 against one, run 2",
        "one, run 1 against two, run 1",
        "one, run 2 against two, run 1",
    ]
    assert table[["n", "equal"]].to_numpy().tolist() == [[4, 3], [4, 2], [4, 1]]
    assert table["kappa"].iloc[0] == pytest.approx((3 / 4 - 5 / 16) / (1 - 5 / 16))  # 7 / 11


def test_a_judge_of_the_probes_is_analysed_by_the_key_of_the_seed(run: Run, tmp_path: Path) -> None:
    key = blinded(load_probes(), np.random.default_rng(3))
    ratings = pd.DataFrame({"review_id": key["review_id"], "label": "System 2"})
    ratings["rqs"] = np.where(key["side"] == "A", 4.0, 3.0)
    ratings.loc[key["probe"] == "mc4", "rqs"] = 3.5
    shown = run("08-probes", records=save(tmp_path, ratings), seed=3)
    pairs = shown.csv("epistemics-probe-result")
    assert len(pairs) == 24
    assert (pairs["difference"] > 0).sum() == 23
    assert "A scores higher in 23 of 24 pairs, B in 0, and 1 are tied" in shown.said


def test_without_ratings_the_probes_are_shown_and_what_is_missing_is_said(run: Run) -> None:
    shown = run("08-probes", confidence=0.9)
    assert "Left out: no ratings of our pairs were given" in shown.said
    assert len(shown.csv("epistemics-probe-reviews")) == 48
    assert set(shown.csv("epistemics-probe-reviews")) == {"review_id", "text"}


def test_short_reviews_need_lengths_and_detectors_need_texts(run: Run, tmp_path: Path) -> None:
    shown = run("10-short-reviews", records=save(tmp_path, BARE))
    assert "Left out: the ratings have no lengths (column `n_chars`)" in shown.said
    assert "Left out: the ratings have no texts (column `text`)" in shown.said


def test_own_texts_go_through_the_detectors(run: Run, tmp_path: Path) -> None:
    examples = load_detector_examples()
    table = pd.DataFrame(
        [(one.name, len(one.text), one.text) for one in examples], columns=["review_id", "n_chars", "text"]
    )
    table["label"], table["rqs"] = "Mixed", 3.0
    shown = run("10-short-reviews", records=save(tmp_path, table), share=0.3)
    found = shown.csv("epistemics-detectors-own").set_index("review")
    assert found["inflated"].eq("yes").sum() == 2
    split = shown.csv("epistemics-short-split")
    assert split[["n_short", "n_rest"]].iloc[0].tolist() == [2, 4]
    assert shown.csv("epistemics-non-evaluative")["share"].eq(0).all()


def test_an_answer_of_ones_own_is_checked(run: Run, tmp_path: Path) -> None:
    case = load_cases()[0]
    answer, review = tmp_path / "answer.json", tmp_path / "review.txt"
    answer.write_text(json.dumps(case.rating | {"s1": 0}), "utf-8")
    review.write_text(case.review, "utf-8")
    table = run("01-rubric", answer=str(answer), review=str(review)).csv("epistemics-rubric-checks")
    assert table[["kind", "place"]].to_numpy().tolist() == [["out of range", "s1"]]
