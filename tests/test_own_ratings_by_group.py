"""The notebooks on a reader's own ratings: what the columns allow is computed, and what they do not is said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import nbformat
import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from peerassay.epistemics.rubric import RUBRIC
from peerassay.manifest import load_notebooks
from peerassay.records import RecordsError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from matplotlib.figure import Figure

    Run = Callable[..., "Shown"]

ALL = ("02-venues", "03-temporal", "04-outcomes", "05-agentic", "06-bias", "09-structure")
FAST = {"04-outcomes": {"draws": 100}, "05-agentic": {"resamples": 100}}
BARE = "review_id,rqs\na,3.1\nb,2.4\nc,2.9\n"


class Shown:
    """What a notebook showed and which files it wrote."""

    def __init__(self, folder: Path, bundles: list[dict[str, str]]) -> None:
        self.folder = folder
        self.said = "\n".join(bundle["text/markdown"] for bundle in bundles if "text/markdown" in bundle)
        self.html = "\n".join(bundle.get("text/html", "") for bundle in bundles)

    def csv(self, exhibit: str) -> pd.DataFrame:
        return pd.read_csv(self.folder / "exhibits" / f"{exhibit}.csv")

    def has(self, exhibit: str) -> bool:
        return (self.folder / "exhibits" / f"{exhibit}.csv").is_file()


def made(reviews: int = 60, *, model: bool = True) -> pd.DataFrame:
    """Ratings of two venues, two years and a model, with every column."""
    rng = np.random.default_rng(1)
    table = pd.DataFrame({"review_id": [f"r{place:03d}" for place in range(reviews)], "judge": "mine", "run": 1})
    table["source"] = np.where((np.arange(reviews) % 5 == 0) & model, "ai", "human")
    table["venue"] = np.where(np.arange(reviews) % 2 == 0, "ICLR", "ACL")
    table["year"] = np.where(np.arange(reviews) % 3 == 0, 2024, 2025)
    table["tier"] = np.where(np.arange(reviews) % 4 == 1, "oral", "poster")
    table["ac_comment"] = np.where(
        np.arange(reviews) % 7 == 1, "negative", np.where(np.arange(reviews) % 7 == 2, "peer", "")
    )
    base = rng.standard_normal(reviews)
    table["n_chars"] = np.rint(np.exp(7 + 0.3 * rng.standard_normal(reviews) + 0.2 * base)).astype(int)
    table["label"] = np.array(RUBRIC.label_names)[rng.integers(0, 4, reviews)]
    for name in ("s1", "s2", "rqs"):
        table[name] = np.clip(np.rint((3 + 0.6 * base + 0.3 * rng.standard_normal(reviews)) * 10) / 10, 1, 5)
    for name in RUBRIC.dimension_names:
        table[name] = np.clip(np.rint((1.5 + 0.4 * base + 0.4 * rng.standard_normal(reviews)) * 10) / 10, 0, 3)
    table["bias_tags"] = np.where(
        base > 0.5, "overconfidence;conclusion_first", np.where(base > 0, "overconfidence", "none")
    )
    return table


def undrawn(fig: Figure, folder: Path, exhibit: str) -> str:
    """Close a figure in place of writing it, which takes long; figures have tests of their own."""
    plt.close(fig)
    return "<svg></svg>"


@pytest.fixture
def run(tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the cells of a notebook of the epistemics part on a table, in this process."""
    monkeypatch.chdir(root)
    monkeypatch.setenv("PEERASSAY_OUTPUT", str(tmp_path / "out"))
    bundles: list[dict[str, str]] = []
    monkeypatch.setattr("peerassay.exhibits.page.display", lambda bundle, raw: bundles.append(bundle))
    monkeypatch.setattr("peerassay.exhibits.page.write_figure", undrawn)

    def execute(name: str, table: str | pd.DataFrame, **parameters: Any) -> Shown:
        path = tmp_path / "own.csv"
        path.write_text(table if isinstance(table, str) else table.to_csv(index=False), "utf-8")
        notebook = load_notebooks(root)[f"epistemics/{name}"]
        source: Any = nbformat.read(notebook.path, as_version=4)  # type: ignore[no-untyped-call]
        cells = [cell.source for cell in source.cells if cell.cell_type == "code"]
        space: dict[str, Any] = {}
        exec(cells[0], space)
        space |= {"records": str(path)} | FAST.get(name, {}) | parameters
        for cell in cells[1:]:
            exec(cell, space)
        return Shown(tmp_path / "out", bundles)

    return execute


@pytest.mark.parametrize("name", ALL)
def test_ratings_with_hardly_a_column_run_through_and_name_what_is_missing(run: Run, name: str) -> None:
    shown = run(name, BARE)
    assert "Your own ratings" in shown.said
    assert "Left out: the ratings have no " in shown.said
    assert "Nothing was entered into the ledger" in shown.said
    assert not (shown.folder / "ledger").exists()


@pytest.mark.parametrize("name", ALL)
def test_ratings_with_every_column_show_every_exhibit_of_their_own(run: Run, name: str) -> None:
    shown = run(name, made())
    figures = {"02-venues": 1, "03-temporal": 2, "04-outcomes": 3, "05-agentic": 5, "06-bias": 6, "09-structure": 7}
    assert shown.has(f"epistemics-figure-{figures[name]}")
    assert "on YOUR DATA" in shown.html
    assert "the ratings have no" not in shown.said
    assert "are compared only with the committed ratings" in shown.said


def test_venues_of_the_latest_year_are_counted_right(run: Run) -> None:
    table = made()
    shown = run("02-venues", table)
    people = table[(table["source"] == "human") & (table["year"] == 2025)]
    scores = shown.csv("epistemics-venue-scores").set_index("group")
    assert scores.loc["ACL", "n"] == (people["venue"] == "ACL").sum()
    assert scores.loc["ICLR", "mean"] == pytest.approx(people.loc[people["venue"] == "ICLR", "rqs"].mean())
    assert scores.loc["Agentic", "n"] == 12
    assert "published" not in scores


def test_equation_1_on_own_ratings_has_the_sign_of_a_planted_effect(run: Run) -> None:
    table = made()
    table.loc[table["source"] == "ai", "rqs"] = (table["rqs"] + 1).clip(upper=5)
    fits = run("05-agentic", table).csv("epistemics-equation-1-records")
    found = fits.loc[fits["key"] == "sum_to_zero", "estimate"].to_numpy(float)
    assert found[0] > 0.5
    assert found == pytest.approx([found[0]] * 3)  # the same in characters, words and pages


def test_human_ratings_only_leave_out_the_comparison(run: Run) -> None:
    shown = run("05-agentic", made(model=False))
    assert "Left out: one of the groups is empty" in shown.said
    assert shown.has("epistemics-equation-1")  # the algebra needs no ratings
    assert not shown.has("epistemics-equation-1-records")


def test_dimensions_that_do_not_vary_are_named(run: Run) -> None:
    shown = run("09-structure", made().assign(core_criticality=1.0))
    assert "these do not vary: core_criticality" in shown.said
    assert shown.has("epistemics-figure-8")


def test_an_unknown_venue_stops_the_page_with_the_known_ones(run: Run) -> None:
    with pytest.raises(ValueError, match="venues are ACL, ICLR"):
        run("03-temporal", made(), venue="NeurIPS")


def test_a_wrong_label_and_tag_stop_the_page_with_their_places(run: Run) -> None:
    with pytest.raises(RecordsError) as caught:
        run("02-venues", "review_id,label,bias_tags\na,System 3,none\nb,Mixed,greed\n")
    assert [problem.row for problem in caught.value.problems] == [2, 3]
