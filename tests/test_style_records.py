"""The style pages on a reader's own records, and the made-up example that shows how."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import nbformat
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from peerassay.manifest import load_notebooks
from peerassay.reconstructed.style.mentions import correlation_table, open_annotated
from peerassay.records import RecordsError
from peerassay.style.aspects import check_annotation

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from matplotlib.figure import Figure

    Run = Callable[..., "Shown"]

TWO = """paper_id,version,reviewer,overall
a,high,mine,6
a,low,mine,4
b,high,mine,5
b,low,mine,5
c,high,mine,7
"""
ALL_TIED = "paper_id,version,overall\na,native,5\na,nonnative,5\nb,native,4\nb,nonnative,4\n"
NO_PAIR = "paper_id,version,overall\na,original,5\nb,original,4\n"


class Shown:
    """What a notebook showed as prose, and the files that it wrote."""

    def __init__(self, folder: Path, bundles: list[dict[str, str]]) -> None:
        self.folder = folder
        self.said = "\n".join(bundle["text/markdown"] for bundle in bundles if "text/markdown" in bundle)

    def csv(self, exhibit: str) -> pd.DataFrame:
        return pd.read_csv(self.folder / "exhibits" / f"{exhibit}.csv")

    def has(self, exhibit: str) -> bool:
        return (self.folder / "exhibits" / f"{exhibit}.csv").is_file()


def undrawn(fig: Figure, folder: Path, name: str) -> str:
    """Stand for drawing a figure, which takes most of a page's time and is tested with the plots."""
    plt.close(fig)
    return f'<svg aria-label="{folder.name}/{name}"></svg>'


@pytest.fixture
def run(tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the cells of a notebook of the style part on a table or folder, in this process: ``run(name, records)``."""
    monkeypatch.chdir(root)
    monkeypatch.setenv("PEERASSAY_OUTPUT", str(tmp_path / "out"))
    bundles: list[dict[str, str]] = []
    monkeypatch.setattr("peerassay.exhibits.page.display", lambda bundle, raw: bundles.append(bundle))
    monkeypatch.setattr("peerassay.exhibits.page.write_figure", undrawn)

    def execute(name: str, records: str | Path, **parameters: Any) -> Shown:
        if isinstance(records, str):
            (tmp_path / "own.csv").write_text(records, "utf-8")
            records = tmp_path / "own.csv"
        notebook = load_notebooks(root)[f"style/{name}"]
        cells = [cell.source for cell in nbformat.read(notebook.path, 4).cells if cell.cell_type == "code"]
        space: dict[str, Any] = {}
        exec(cells[0], space)
        space |= {"records": str(records)} | parameters
        for cell in cells[1:]:
            exec(cell, space)
        return Shown(tmp_path / "out", bundles)

    return execute


@pytest.fixture
def example(root: Path) -> Path:
    return root / "data" / "examples" / "style"


def test_preferences_of_two_pairs_by_hand(run: Run) -> None:
    shown = run("04-preferences", TWO)
    table = shown.csv("style-table-4").iloc[0]
    assert (table["counts"], table["n"], table["missing"]) == ("1/0 (1)", 2, 1)
    assert pd.isna(table["ratio"])
    flips = shown.csv("style-flips").iloc[0]
    assert (flips["first_up"], flips["second_up"], flips["p"]) == (1, 0, 1)
    assert not shown.has("style-table-4-ranges")
    assert "no pair of the versions `native` and `nonnative`: left out below" in shown.said
    assert "With so few pairs hardly any preference can be significant" in shown.said
    assert "Nothing was entered into the ledger" in shown.said


def test_ties_only_are_undefined_and_say_so(run: Run) -> None:
    statistics = run("04-preferences", ALL_TIED, threshold=4.5).csv("style-table-4-tests").iloc[0]
    assert statistics["significant"] == "undefined"
    assert pd.isna(statistics["p"])


@pytest.mark.parametrize("name", ["04-preferences", "05-combined", "06-biased-reviewer", "08-prompt-sensitivity"])
def test_records_without_a_pair_of_versions_are_an_answer_not_a_crash(run: Run, name: str) -> None:
    shown = run(name, NO_PAIR)
    assert "No pair of versions has a score: there is nothing to compare." in shown.said


def test_noise_without_repeated_reviews_is_left_out(run: Run) -> None:
    shown = run("03-reviewers", TWO)
    assert "Left out: no text was reviewed twice" in shown.said
    assert not shown.has("style-noise")


def test_the_example_has_a_spread_and_noise(run: Run, example: Path) -> None:
    shown = run("03-reviewers", example)
    spread = shown.csv("style-table-3").iloc[0]
    assert (spread["papers"], spread["reviews"]) == (6, 24)
    assert len(shown.csv("style-noise-table")) == 3
    assert "published" not in shown.csv("style-table-3")


def test_the_example_fills_the_combined_and_the_biased_page(run: Run, example: Path) -> None:
    assert len(run("05-combined", example).csv("style-table-5")) == 6
    assert len(run("06-biased-reviewer", example).csv("style-table-9")) == 2


def test_criteria_of_the_example(run: Run, example: Path) -> None:
    shown = run("09-criteria", example)
    assert set(shown.csv("style-figure-3")["criterion"]) == {
        "overall",
        "soundness",
        "significance",
        "evidence",
        "clarity",
    }
    assert not shown.has("style-criteria-needed")


def test_aspects_of_the_example(run: Run, example: Path) -> None:
    shown = run("07-aspects", example)
    assert "48 reviews, 173 mentions; 173 of 173 quoted phrases are in their review" in shown.said
    assert len(shown.csv("style-figure-2")) == 2 * 16
    assert len(shown.csv("style-figure-4")) == len(shown.csv("style-figure-5")) == 2 * 16
    assert not shown.has("style-aspects-text")


def test_every_mention_of_the_example_stands_the_check_that_collection_makes(example: Path) -> None:
    key = ["paper_id", "version", "reviewer", "prompt", "round"]
    texts = pd.read_csv(example / "reviews.csv").set_index(key)["text"]
    for place, mentions in pd.read_csv(example / "aspects.csv").groupby(key):
        checked = check_annotation(mentions[["aspect", "polarity", "phrase"]].to_dict("records"), str(texts[place]))
        assert checked.problems == ()


@pytest.fixture
def annotated_folder(example: Path, tmp_path: Path) -> Callable[[pd.DataFrame], str]:
    """Write the example's reviews beside other mentions: ``annotated_folder(mentions)``."""

    def write(mentions: pd.DataFrame) -> str:
        (tmp_path / "reviews.csv").write_text((example / "reviews.csv").read_text("utf-8"), "utf-8")
        mentions.to_csv(tmp_path / "aspects.csv", index=False)
        return str(tmp_path)

    return write


def test_a_made_up_phrase_is_set_aside_and_counted(
    annotated_folder: Callable[[pd.DataFrame], str], example: Path
) -> None:
    mentions = pd.read_csv(example / "aspects.csv")
    mentions.loc[0, "phrase"] = "words that nobody wrote"
    found = open_annotated(annotated_folder(mentions))
    assert found is not None
    assert "172 of 173 quoted phrases are in their review; 1 mention with a phrase that is not there" in found.said
    assert (len(found.mentions), len(correlation_table(found))) == (172, 9)


def test_mentions_of_unknown_reviews_and_aspects_stop_with_their_places(
    annotated_folder: Callable[[pd.DataFrame], str], example: Path
) -> None:
    mentions = pd.read_csv(example / "aspects.csv").head(3)
    mentions.loc[1, "aspect"] = "Beauty"
    mentions.loc[2, "paper_id"] = "nowhere"
    with pytest.raises(RecordsError) as caught:
        open_annotated(annotated_folder(mentions))
    assert [(problem.row, problem.column) for problem in caught.value.problems] == [(3, "aspect"), (4, "paper_id")]


def test_without_records_annotations_wait(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("peerassay.reconstructed.style.mentions.project_root", lambda: tmp_path)
    assert open_annotated() is None


def test_a_table_of_reviews_alone_is_no_folder_of_annotations(tmp_path: Path) -> None:
    (tmp_path / "own.csv").write_text(TWO, "utf-8")
    with pytest.raises(FileNotFoundError, match=r"aspects\.csv"):
        open_annotated(str(tmp_path / "own.csv"))
