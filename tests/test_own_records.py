"""The notebooks on a reader's own records: everything is computed on them, and what cannot be is said."""

from __future__ import annotations

import re
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

PLAIN = """paper,model,r1,r2,r3,r4
a,mine,3,4,3,
b,mine,2,2,2,2
c,mine,5,4,,
d,mine,1,,,
a,other,3,3,3,3
b,other,3,3,3,3
"""
RICH = """paper_id,reviewer,round,overall,human_mean,status,year
a,mine,1,7,6.5,accepted,2025
a,mine,2,8,6.5,accepted,2025
b,mine,1,3,4,rejected,2025
b,mine,2,3,4,rejected,2025
c,mine,1,5,5,withdrawn,2026
c,mine,2,6,5,withdrawn,2026
d,mine,1,9,,,2026
d,mine,2,9,,,2026
"""
ONE_SCORE = "paper_id,overall\na,5\nb,6\n"
ALL_EQUAL = "paper_id,round,overall,human_mean\na,1,5,5\na,2,5,5\nb,1,5,6\nb,2,5,6\n"

EIGHT = """paper,model,r1,r2,r3,r4
p1,mine,6,7,6,6
p2,mine,4,4,5,4
p3,mine,8,8,7,8
p4,mine,5,6,5,
p5,mine,3,3,3,4
p6,mine,7,6,7,7
p7,mine,5,5,5,5
p8,mine,9,8,9,9
"""


class Shown:
    """What a notebook showed: prose and exhibits as plain text, and the files that it wrote."""

    def __init__(self, folder: Path, bundles: list[dict[str, str]]) -> None:
        self.folder = folder
        self.html = "\n".join(bundle.get("text/html", "") for bundle in bundles)
        self.said = "\n".join(bundle["text/markdown"] for bundle in bundles if "text/markdown" in bundle)

    def csv(self, exhibit: str) -> pd.DataFrame:
        return pd.read_csv(self.folder / "exhibits" / f"{exhibit}.csv")

    def has(self, exhibit: str) -> bool:
        return (self.folder / "exhibits" / f"{exhibit}.csv").is_file()


@pytest.fixture
def run(tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the cells of a notebook of the repeatability part on a table, in this process: ``run(name, table, ...)``."""
    monkeypatch.chdir(root)
    monkeypatch.setenv("PEERASSAY_OUTPUT", str(tmp_path / "out"))
    bundles: list[dict[str, str]] = []
    monkeypatch.setattr("peerassay.exhibits.page.display", lambda bundle, raw: bundles.append(bundle))

    def execute(name: str, table: str, **parameters: Any) -> Shown:
        path = tmp_path / "own.csv"
        path.write_text(table, "utf-8")
        notebook = load_notebooks(root)[f"repeatability/{name}"]
        cells = [cell.source for cell in nbformat.read(notebook.path, 4).cells if cell.cell_type == "code"]
        space: dict[str, Any] = {}
        exec(cells[0], space)
        space |= {"records": str(path)} | parameters
        for cell in cells[1:]:
            exec(cell, space)
        return Shown(tmp_path / "out", bundles)

    return execute


def test_repeatability_of_unbalanced_rounds_without_papers(run: Run) -> None:
    shown = run("03-repeatability", PLAIN, score_high=5.0, resamples=50)
    table = shown.csv("repeatability-table-1").set_index(["measure", "reviewer"])
    assert "published" not in table
    # variances of mine: a (3, 4, 3) 1/3, b 0, c (5, 4) 1/2; agreement: a 1/3, b 1, c 0
    assert table.loc[("variance", "mine"), "value"] == pytest.approx((1 / 3 + 1 / 2) / 3)
    assert table.loc[("agreement", "mine"), "value"] == pytest.approx(4 / 9)
    assert table.loc[("sd", "mine"), "papers"] == 3
    assert table.loc[("identical", "other"), "value"] == 2
    assert "as Table 1 (repeatability) of the paper, on YOUR DATA" in shown.html
    assert "6 of 16 scores are missing" in shown.said
    assert re.search(r"Left out: the records have no years \(column `year`", shown.said)
    assert "Nothing was entered into the ledger" in shown.said
    assert not (shown.folder / "ledger").exists()
    people = shown.csv("repeatability-human").set_index("measure")["value"]
    assert round(people["variance"], 4) == 2.8358  # the human yardstick stays what it is


def test_one_score_each_is_undefined_and_says_so(run: Run) -> None:
    shown = run("03-repeatability", ONE_SCORE)
    table = shown.csv("repeatability-table-1")
    assert table.loc[table["measure"] == "sd", "value"].isna().all()
    assert "it is undefined: no paper has two scores" in shown.said
    assert shown.csv("repeatability-batch-means")["reason"].tolist() == ["fewer than two rounds"]
    assert not shown.has("repeatability-batches")


def test_equal_scores_have_no_spread_and_undefined_correlations(run: Run) -> None:
    shown = run("03-repeatability", ALL_EQUAL, resamples=50)
    table = shown.csv("repeatability-table-1").set_index("measure")["value"]
    assert (table["variance"], table["agreement"], table["identical"]) == (0, 1, 2)


def test_validity_with_everything_known(run: Run) -> None:
    shown = run("04-validity", RICH)
    table = shown.csv("repeatability-table-1-validity").set_index("measure")
    # means 7.5, 3, 5.5 against 6.5, 4, 5: errors 1, 1, 0.5; all pairs in the same order
    assert table.loc["mae", "value"] == pytest.approx(2.5 / 3)
    assert (table.loc["spearman", "value"], table.loc["auc", "value"]) == (1, 1)
    assert table.loc["auc", "papers"] == 3
    subsets = set(shown.csv("repeatability-by-year")["subset"])
    assert {"all", "2025", "2026", "excl_withdrawn"} <= subsets
    assert shown.has("repeatability-validity-scatter")
    assert not shown.has("repeatability-validity-held-out")


def test_validity_without_human_means_or_decisions_says_what_is_left_out(run: Run) -> None:
    shown = run("04-validity", PLAIN)
    assert not shown.has("repeatability-table-1-validity")
    assert not shown.has("repeatability-validity-scatter")
    assert shown.said.count("the records have no human mean scores") >= 3
    assert "the records have no final decisions" in shown.said


def test_validity_with_human_means_only_leaves_out_the_auc(run: Run) -> None:
    shown = run("04-validity", ALL_EQUAL)
    table = shown.csv("repeatability-table-1-validity").set_index("measure")
    assert "auc" not in table.index
    assert table.loc["spearman", "reason"] == "one of the two is the same for all papers"
    assert table.loc["mae", "value"] == 0.5


def test_budgets_of_unbalanced_rounds_on_another_scale(run: Run) -> None:
    small = {"papers": 10, "rounds": 4, "simulations": 100, "records_high": 5.0}
    shown = run("07-budgets", PLAIN, **small)
    pilots = shown.csv("repeatability-budgets-pilots").set_index("model")
    assert pilots.loc["mine", ["papers", "excluded", "fewest", "most", "kernels"]].tolist() == [3, 1, 2, 4, 3]
    budgets = shown.csv("repeatability-budgets-records").set_index(["guarantee", "model"])
    assert budgets.loc[("each reviewer alone", "mine"), "planning"] == 23  # 5/18 / (0.05 x 0.25) = 22.2
    assert set(budgets.index.get_level_values(0)) == {"each reviewer alone", "2 reviewers at once"}
    assert shown.csv("repeatability-budgets-human")["planning"].tolist() == [227]
    assert set(budgets["free"]) == {119}  # 16 log(40) / 0.5 = 118.04
    assert "Figure 3 of the paper" in shown.html
    assert "CHANGED PARAMETERS (papers, rounds, simulations)" in shown.html  # the coverage study alone
    assert "Figure 3 of the paper, with CHANGED" not in shown.html


def test_budgets_of_a_small_pilot_answer_first_and_say_what_limits_them(run: Run) -> None:
    shown = run("07-budgets", EIGHT, papers=10, rounds=4, simulations=100)
    assert shown.said.index("**Your own reviewers**") < shown.said.index("For the models of the paper: to bring")
    assert re.search(r"are: \*\*598\*\* for mine \(without a pilot, as this one is too small", shown.said)
    assert "**mine (each reviewer alone): the pilot is too small to help.**" in shown.said
    assert "for every single paper" in shown.said
    row = shown.csv("repeatability-budgets-records").iloc[0]
    assert row["free"] == 598 < row["KL"]
    assert "paper p4 has only 3 scores" in shown.said
    assert f"instead of {row['KL']:,} (KL bound)" in shown.said
    assert "Nothing was left out here" in shown.said


@pytest.mark.parametrize("name", ["03-repeatability", "04-validity"])
def test_scores_out_of_range_and_repeated_rows_stop_the_notebook_with_every_place(run: Run, name: str) -> None:
    with pytest.raises(RecordsError) as caught:
        run(name, "paper_id,round,overall\na,1,5\na,2,11\nb,1,4\nb,1,4\n")
    assert [problem.row for problem in caught.value.problems] == [3, 5]
