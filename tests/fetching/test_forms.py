"""Scores and statuses as printed: read as declared, or reported and left empty."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.fetching import FetchError, Venue, find_venue, load_venues
from peerassay.fetching.forms import read_score, read_status, review_text
from peerassay.fetching.kept import UNNAMED, anonymous
from peerassay.fetching.venues import Scale

if TYPE_CHECKING:
    from pathlib import Path

EVEN = Scale(field="rating", values=(0, 2, 4, 6, 8, 10), none=("Not applicable",))


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        (0, 0),
        ("0", 0),
        ("0: strong reject", 0),
        (6, 6),
        (6.0, 6),
        ("6: marginally above the acceptance threshold", 6),
        ("10: Top 5% of accepted papers", 10),
        ("4 good", 4),
        (" 8 ", 8),
    ],
)
def test_declared_forms_give_their_number_and_0_is_one(answer: Any, value: float) -> None:
    score = read_score(answer, EVEN)
    assert (score.value, score.problem) == (value, "")
    assert score.printed == str(answer).strip()


@pytest.mark.parametrize(
    "answer",
    [7, "7", 6.5, "6.5", "6/10", "6 of 10", "accept", "about 6", "six", True, [6], {"value": 6}, -2, "6-8", "６x"],
)
def test_other_forms_are_reported_and_never_made_to_fit(answer: Any) -> None:
    score = read_score(answer, EVEN)
    assert score.value is None
    assert "one of 0, 2, 4, 6, 8, 10" in score.problem


@pytest.mark.parametrize("answer", [None, "", "Not applicable"])
def test_no_score_is_no_problem(answer: Any) -> None:
    assert read_score(answer, EVEN)[1:] == (None, "")


@settings(max_examples=100, deadline=None)
@given(st.one_of(st.integers(), st.floats(), st.text(), st.booleans(), st.none()))
def test_whatever_stands_there_gives_a_declared_value_or_none(answer: Any) -> None:
    score = read_score(answer, EVEN)
    assert score.value is None or score.value in EVEN.values


def test_real_venues_have_the_scales_that_the_papers_describe() -> None:
    venues = load_venues()
    assert venues["ICLR.cc/2025/Conference"].rating.values == (1, 3, 5, 6, 8, 10)
    assert venues["ICLR.cc/2026/Conference"].rating.values == (0, 2, 4, 6, 8, 10)
    assert {venues[f"ICLR.cc/{year}/Conference"].api for year in (2021, 2022, 2023)} == {1}
    assert {one.api for one in venues.values() if one.year >= 2024} == {2}
    needed = {"ICLR.cc/2021/Conference", "ICML.cc/2025/Conference", "NeurIPS.cc/2025/Conference"}
    assert needed <= set(venues)


@pytest.mark.parametrize(
    ("venue", "place", "said", "status"),
    [
        ("ICLR.cc/2025/Conference", "", ["ICLR 2025 Oral", "Accept (Oral)"], "accepted_oral"),
        ("ICLR.cc/2025/Conference", "Rejected_Submission", ["Submitted to ICLR 2025"], "rejected"),
        ("ICLR.cc/2025/Conference", "Submission", ["Submitted to ICLR 2025"], ""),
        ("ICLR.cc/2026/Conference", "", ["ICLR 2026 ConditionalPoster"], "accepted_poster"),
        ("ICML.cc/2025/Conference", "", ["ICML 2025 spotlightposter"], "accepted_spotlight"),
        ("NeurIPS.cc/2025/Conference", "", ["NeurIPS 2025 spotlight"], "accepted_spotlight"),
        ("ICLR.cc/2023/Conference", "Blind_Submission", ["Accept: notable-top-5%"], "accepted_oral"),
        ("ICLR.cc/2021/Conference", "Withdrawn_Submission", [], "withdrawn"),
        ("ICLR.cc/2021/Conference", "Blind_Submission", ["accept  (POSTER)"], "accepted_poster"),
    ],
)
def test_final_states_in_the_wording_of_each_venue(venue: str, place: str, said: list[str], status: str) -> None:
    found = read_status(load_venues()[venue], place, said)
    assert (found.name, found.problem) == (status, "")


def test_wordings_that_are_not_declared_or_contradict_each_other_are_reported() -> None:
    venue = load_venues()["ICLR.cc/2025/Conference"]
    unknown = read_status(venue, "", ["ICLR 2025 Award"])
    assert (unknown.name, unknown.printed) == ("", "ICLR 2025 Award")
    assert "declared" in unknown.problem
    assert read_status(venue, "", ["ICLR 2025 Poster", "Reject"]).problem == "wordings that say the same"


def test_the_text_of_a_review_has_a_heading_for_each_field_that_is_not_empty() -> None:
    venue = load_venues()["ICLR.cc/2025/Conference"]
    content = {"summary": " S. ", "strengths": "", "weaknesses": "W.", "rating": 6}
    assert review_text(content, venue) == "## Summary\n\nS.\n\n## Weaknesses\n\nW."
    assert review_text({"review": "All."}, load_venues()["ICLR.cc/2021/Conference"]) == "All."


@pytest.mark.parametrize(
    ("signature", "name"),
    [
        ("ICLR.cc/2025/Conference/Submission9/Reviewer_qgcj", "Reviewer_qgcj"),
        ("ICLR.cc/2021/Conference/Paper9/AnonReviewer2", "AnonReviewer2"),
        ("~Ada_Lovelace1", UNNAMED),
        ("ada@example.org", UNNAMED),
        ("Somewhere/Area_Chair_x", UNNAMED),
    ],
)
def test_names_of_people_are_not_kept(signature: str, name: str) -> None:
    assert anonymous([signature]) == name
    assert anonymous([]) == UNNAMED


def test_an_unknown_venue_is_told_which_are_known_and_how_to_add_one() -> None:
    with pytest.raises(FetchError) as caught:
        find_venue("ICLR.cc/2052/Conference")
    for words in ("ICLR.cc/2025/Conference", "Did you mean", "[[venues]]", "--venues FILE"):
        assert words in str(caught.value)


def test_a_declaration_with_mistakes_names_each_place(tmp_path: Path, venue: Venue) -> None:
    file = tmp_path / "own.toml"
    file.write_text('[[venues]]\nid = "X/Y"\nyear = "2030"\ncolour = "red"\n', "utf-8")
    with pytest.raises(FetchError, match=r"own\.toml.*name: Field required.*year.*colour"):
        load_venues(file)
    file.write_text("[[venues", "utf-8")
    with pytest.raises(FetchError, match=r"own\.toml"):
        load_venues(file)
    file.write_text("", "utf-8")
    with pytest.raises(FetchError, match=r"no \[\[venues\]\]"):
        load_venues(file)
    with pytest.raises(FetchError, match="cannot be read"):
        load_venues(tmp_path / "missing.toml")
    assert venue.id not in load_venues()
