"""From a fetched folder on: samples, joined records, commands, and no word of a reviewer in anything that is shown."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import nbformat
import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from fetching.example import FOLDER
from fetching.made_up import V2, as_v2, example_papers
from fetching.server import MadeUpServer
from peerassay.cli.main import app
from peerassay.fetching import (
    DESIGNS,
    FetchError,
    Sizes,
    draw_design,
    draw_sample,
    drawn_texts,
    join_records,
    measure_reviews,
    next_commands,
    open_fetched,
    summarise,
)
from peerassay.fetching.showing import edge_cases, rating_table, state_table
from peerassay.manifest import load_notebooks
from peerassay.records import load_ratings, load_records
from peerassay.sampling import QuotaError

if TYPE_CHECKING:
    from pathlib import Path

MARKER = "zanzibarquux"
EXAMPLE = open_fetched(FOLDER)


def test_a_sample_is_a_folder_of_the_same_form_with_the_drawn_papers_only(tmp_path: Path) -> None:
    drawn = draw_sample([FOLDER], "nested", Sizes(sizes=(9, 15)), tmp_path / "sample", seed=3)
    sample = open_fetched(tmp_path / "sample")
    assert len(sample.papers) == 15 == len(drawn.rows)
    chosen = set(sample.papers["paper_id"])
    for name in ("reviews", "review_texts", "official_scores", "submissions"):
        assert set(sample.table(name)["paper_id"]) <= chosen
    kept = EXAMPLE.table("reviews").query("paper_id in @chosen").reset_index(drop=True)
    pd.testing.assert_frame_equal(sample.table("reviews"), kept)
    listed = pd.read_csv(tmp_path / "sample" / "sample.csv")
    assert listed["smallest_sample"].value_counts().to_dict() == {9: 9, 15: 6}
    cells = pd.read_csv(tmp_path / "sample" / "cells.csv")
    assert (cells["drawn"].sum(), cells["short"].sum()) == (15, 0)
    assert sample.facts["sample"] == {"design": "nested", "seed": 3, "remarks": list(drawn.remarks)}
    assert "made up" in (tmp_path / "sample" / "README.md").read_text("utf-8")


@pytest.mark.parametrize("design", ["nested", "by-area", "by-tier", "per-year"])
def test_the_same_seed_draws_the_same_papers_and_another_seed_others(design: str) -> None:
    sizes = Sizes(sizes=(12,), each=2, batch=2, tiers=(2, 2, 3), number=12)
    drawn = [draw_design(design, EXAMPLE.papers, sizes, seed).rows["paper_id"].tolist() for seed in (1, 1, 2, 3, 4)]
    assert drawn[0] == drawn[1]
    assert any(one != drawn[0] for one in drawn[2:])


def test_several_venues_and_years_are_drawn_together(tmp_path: Path) -> None:
    for year in (2028, 2029):
        shutil.copytree(FOLDER, tmp_path / str(year))
        for name in (
            "papers",
            "reviews",
            "official_reviews",
            "official_scores",
            "review_texts",
            "ratings",
            "submissions",
        ):
            path = tmp_path / str(year) / f"{name}.csv"
            path.write_text(path.read_text("utf-8").replace("made", f"of{year}x").replace("2030", str(year)), "utf-8")
    folders = [FOLDER, tmp_path / "2028", tmp_path / "2029"]
    drawn = draw_sample(folders, "per-year", Sizes(number=5), tmp_path / "sample")
    assert drawn.rows["year"].value_counts().to_dict() == {2028: 5, 2029: 5, 2030: 5}
    assert len(open_fetched(tmp_path / "sample").facts["sources"]) == 3
    with pytest.raises(FetchError, match="in more than one of the folders"):
        draw_sample([FOLDER, FOLDER], "per-year", Sizes(number=5), tmp_path / "twice")


def test_what_cannot_be_drawn_is_refused_and_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(QuotaError, match="cannot cover all 9 categories of bin"):
        draw_sample([FOLDER], "nested", Sizes(sizes=(4,)), tmp_path / "sample")
    with pytest.raises(FetchError, match="no row of ratings has label"):
        draw_sample([FOLDER], "validation", Sizes(), tmp_path / "sample")
    with pytest.raises(FetchError, match="expected one of nested, by-area"):
        draw_sample([FOLDER], "random", Sizes(), tmp_path / "sample")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(FileExistsError, match="name a new folder"):
        draw_sample([FOLDER], "per-year", Sizes(), tmp_path)
    with pytest.raises(FetchError, match="no folder of peerassay fetch"):
        open_fetched(tmp_path)


def test_every_edge_case_is_filled_reported_or_refused() -> None:
    cases: Any = edge_cases(0).set_index("frame")
    assert set(cases["design"]) == {"nested", "by-area", "by-tier", "per-year", "validation"} == set(DESIGNS)
    assert "b, accepted: 3 wanted, 0 there, all taken" in cases.loc["an area without accepted papers", "said"]
    assert cases.loc["a venue without spotlights", "drawn"] == 7
    assert cases.loc["a sample that leaves cells empty", "empty"] == 6
    assert "12" in cases.loc["a sample larger than the population", "said"]
    refused = cases[cases["said"].str.startswith("refused")]
    assert (refused["drawn"] == 0).all()
    assert len(refused) == 4
    whole = cases[~cases["said"].str.startswith("refused")]
    assert (whole["drawn"] <= whole["wanted"]).all()


def test_states_and_ratings_of_the_example_by_hand() -> None:
    states: Any = state_table(EXAMPLE).set_index("status")
    assert states.loc["withdrawn", ["papers", "reviewed"]].tolist() == [4, 3]
    assert states.loc["all", ["papers", "reviews", "rated"]].tolist() == [26, 90, 89]
    assert np.isnan(states.loc["desk_rejected", "mean"])
    ratings = rating_table(EXAMPLE)
    assert ratings["rating"].tolist() == [0, 2, 4, 6, 8, 10]
    assert ratings["reviews"].sum() == 89


def judged(folder: Path) -> None:
    """Ratings of two fetched reviews and of one that is not, and a model's scores of two papers."""
    folder.mkdir()
    names = EXAMPLE.table("ratings")["review_id"].tolist()[:2]
    rows = [f"{name},judge,1,made01up,System 1,2" for name in names]
    head = "review_id,judge,run,paper_id,label,rqs"
    (folder / "ratings.csv").write_text("\n".join([head, *rows, "other,judge,1,made02up,Mixed,3"]) + "\n", "utf-8")
    scores = "paper_id,reviewer,round,overall\nmade01up,m,1,7\nmade02up,m,1,8\nmade05up,m,1,3\n"
    (folder / "reviews.csv").write_text(scores, "utf-8")


def test_joined_records_have_human_means_decisions_and_tiers(tmp_path: Path) -> None:
    judged(tmp_path / "model")
    joined = join_records(tmp_path / "model", [FOLDER], tmp_path / "joined")
    assert (joined.papers, joined.known, joined.ratings) == (3, 3, 2)
    records = load_records(tmp_path / "joined")
    assert records.papers["status"].tolist() == ["accepted_oral", "accepted_spotlight", "rejected"]
    assert records.papers["human_mean"].tolist() == EXAMPLE.papers.iloc[[0, 1, 4]]["human_mean"].tolist()
    assert set(records.reviews["reviewer"]) == {"m"}
    ratings = load_ratings(tmp_path / "joined", []).frame.set_index("review_id")
    known = ratings[ratings["source"].notna()]
    assert set(known["tier"]) == {"oral"}
    assert set(known["year"]) == {2030}
    assert ratings.loc["other"].isna()[["source", "tier"]].all()


def test_records_of_other_papers_are_not_joined(tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    with pytest.raises(FetchError, match=r"neither reviews\.csv nor ratings\.csv"):
        join_records(tmp_path / "model", [FOLDER], tmp_path / "joined")
    (tmp_path / "model" / "reviews.csv").write_text("paper_id,overall\np1,5\n", "utf-8")
    with pytest.raises(FetchError, match="matched by OpenReview's id"):
        join_records(tmp_path / "model", [FOLDER], tmp_path / "joined")
    assert not (tmp_path / "joined").exists()


def test_measures_of_the_texts_by_hand() -> None:
    texts = pd.DataFrame({
        "paper_id": ["a", "a", "b"], "round": [1, 2, 1],
        "text": ["No.", "\n".join(f"{n}. The gain may be noise." for n in range(1, 31)), "It may hold. " * 20],
    })  # fmt: skip
    measured = measure_reviews(texts, share=0.3)
    assert measured["characters"].tolist() == [len(text) for text in texts["text"]]
    assert measured["ultra_short"].tolist() == [True, False, False]
    assert measured["longest_list"].tolist() == [0, 30, 0]
    assert measured["inflated"].tolist() == [False, True, False]
    assert measured.loc[2, "hedges"] == pytest.approx(1000 * 20 / 60)  # one may in each three words
    summary = summarise(measured, pd.DataFrame({"paper_id": ["a", "b"], "status": ["rejected", None]}), "status")
    assert summary["status"].tolist() == ["(none)", "rejected", "all"]
    assert summary["reviews"].tolist() == [1, 2, 3]
    assert measure_reviews(texts.iloc[:0]).empty
    assert len(drawn_texts(texts, 2, np.random.default_rng(0))) == 2


def marked(folder: Path) -> None:
    """Fetch a conference whose reviewers write the marker everywhere: texts, titles of forms, a rating."""
    from fetching.conftest import QUICK
    from peerassay.fetching import find_venue
    from peerassay.fetching.running import Wishes, fetch

    papers = example_papers()
    for review in (one for paper in papers for one in paper["reviews"]):
        for name in ("summary", "strengths", "weaknesses", "questions"):
            review["content"][name] = f"{review['content'].get(name, '')} {MARKER} and more."
    papers[1]["reviews"][1]["content"]["rating"] = f"7, because {MARKER}"
    venue = find_venue(V2, FOLDER / "venue.toml")
    with MadeUpServer(as_v2(papers)) as server:
        fetch(venue, folder, Wishes(address=server.address, manners=QUICK))


@pytest.mark.parametrize(
    "name",
    ["assay/01-from-openreview", "epistemics/10-short-reviews"],
)
def test_no_word_of_a_reviewer_is_in_what_a_page_shows_or_writes(
    name: str, tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marked(tmp_path / "own")
    assert MARKER in (tmp_path / "own" / "review_texts.csv").read_text("utf-8")
    monkeypatch.chdir(root)
    monkeypatch.setenv("PEERASSAY_OUTPUT", str(tmp_path / "out"))
    shown: list[str] = []
    monkeypatch.setattr("peerassay.exhibits.page.display", lambda bundle, raw: shown.append(json.dumps(bundle)))
    monkeypatch.setattr("peerassay.fetching.showing.YEARS", (2025,))  # the real counts are another test's matter
    monkeypatch.setattr("peerassay.fetching.showing.public_papers", lambda year: EXAMPLE.papers.assign(year=year))
    monkeypatch.setattr(
        "peerassay.fetching.designs.TIERS", {"accepted_oral": 1, "accepted_spotlight": 1, "accepted_poster": 1}
    )
    cells = [cell.source for cell in read(load_notebooks(root)[name].path).cells if cell.cell_type == "code"]
    space: dict[str, Any] = {}
    exec(cells[0], space)
    space |= {"records": str(tmp_path / "own")} | ({"most_texts": 12} if "most_texts" in space else {})
    for cell in cells[1:]:
        exec(cell, space)
    written = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert len(written) > 4
    assert any("made01up" in text for text in shown)
    assert MARKER not in "".join(shown)
    assert not [path.name for path in written if MARKER.encode() in path.read_bytes()]


def test_tables_for_others_hold_no_word_of_a_reviewer(tmp_path: Path) -> None:
    marked(tmp_path / "own")
    holding = {path.name for path in (tmp_path / "own").glob("*.*") if MARKER in path.read_text("utf-8")}
    assert holding == {"review_texts.csv", "ratings.csv", "unknown_forms.csv"}
    card = (tmp_path / "own" / "README.md").read_text("utf-8")
    assert all(f"`{name}`" in card for name in holding)


def test_the_commands_that_a_fetch_ends_with_are_commands(root: Path) -> None:
    known = load_notebooks(root)
    for line in next_commands("somewhere", EXAMPLE.papers, EXAMPLE.facts):
        words = line.partition("#")[0].split()
        assert words[0] == "peerassay"
        if words[1] == "run":
            pairs = dict(zip(words[4::3], words[5::3], strict=True))
            notebook = known[words[2]]
            assert notebook.resolve({name: notebook.parameters[name].parse(value) for name, value in pairs.items()})
        else:
            assert CliRunner().invoke(app, [words[1], "--help"]).exit_code == 0


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def invoke(*words: str) -> Any:
    return CliRunner().invoke(app, list(words))


def test_fetch_draw_and_join_on_the_command_line(tmp_path: Path) -> None:
    declared = ("--venues", str(FOLDER / "venue.toml"), "--per-minute", "6000")
    with MadeUpServer(as_v2(example_papers())) as server:
        done = invoke("fetch", V2, "--out", str(tmp_path / "f"), "--address", server.address, *declared)
        again = invoke(
            "fetch", V2, "--out", str(tmp_path / "f"), "--address", server.address, *declared, "--as-of", "2030-13-01"
        )
    assert done.exit_code == 1  # one answer fits no declared form
    for words in ("26 (3 accepted_oral, 6 accepted_poster", "90; 2 papers without one", "unknown_forms.csv", "next:"):
        assert words in done.output
    assert again.exit_code == 2
    drawn = invoke("draw", str(tmp_path / "f"), "--design", "by-tier", "--tiers", "2,9,3", "--out", str(tmp_path / "s"))
    assert drawn.exit_code == 0
    assert "accepted_spotlight: 9 wanted, 3 there, all taken" in drawn.output
    judged(tmp_path / "model")
    joined = invoke("join", str(tmp_path / "model"), str(tmp_path / "f"), "--out", str(tmp_path / "j"))
    assert "3 of 3 are known" in joined.output


def test_an_interrupted_command_says_that_it_can_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("peerassay.fetching.running.fetch", interrupted)
    done = invoke("fetch", V2, "--out", str(tmp_path / "f"), "--venues", str(FOLDER / "venue.toml"))
    assert done.exit_code == 130
    assert "the same command goes on" in done.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("fetch",), "--list"),
        (("fetch", "Nowhere/2030", "--out", "x"), "no venue 'Nowhere/2030' is declared"),
        (("draw", str(FOLDER), "--out", "x", "--sizes", "ten"), "whole numbers"),
        (("draw", str(FOLDER), "--out", "x", "--design", "by-tier", "--tiers", "1,2"), "oral, spotlight and poster"),
        (("draw", "missing", "--out", "x"), "not there"),
        (("join", "missing", str(FOLDER), "--out", "x"), "neither"),
    ],
)
def test_mistakes_on_the_command_line_get_one_message(words: tuple[str, ...], told: str) -> None:
    done = invoke(*words)
    assert done.exit_code == 2
    assert told in done.output
    assert "Traceback" not in done.output


def test_the_declared_venues_are_listed() -> None:
    done = invoke("fetch", "--list")
    assert done.exit_code == 0
    assert "ICLR.cc/2026/Conference" in done.output
    assert "0, 2, 4, 6, 8, 10" in done.output
