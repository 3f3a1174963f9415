"""Annotations: what may be said, whether phrases are in the review, and the measures made from them."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.style.aspects import ANNOTATION_SCHEMA, ASPECTS, POLARITIES, annotation_problems, check_annotation
from peerassay.style.contrasts import CONFIDENT
from peerassay.style.correlations import (
    correlation,
    positive_share_correlation,
    presence_correlation,
    shift_correlation,
)
from peerassay.style.polarity import REVIEW_KEY, mention_counts, polarity_shifts, prevalence_shifts

REVIEW = "The proofs are “clean”. Figures are hard\nto read."
GOOD = {"aspect": "Theory", "polarity": "positive", "phrase": 'proofs are "clean"'}
SCHEMAS = Path(__file__).parents[2] / "data" / "schemas"


def test_there_are_sixteen_aspects_and_the_table_schema_has_the_same() -> None:
    """Lu et al. (2025) have sixteen coarse aspects; the style paper names seven of them."""
    assert len(ASPECTS) == 16
    named = {"Presentation", "Methodology", "Novelty", "Related Work", "Theory", "Contribution", "Result"}
    assert named <= set(ASPECTS)
    fields = {one["name"]: one for one in json.loads((SCHEMAS / "aspects.json").read_text("utf-8"))["fields"]}
    assert fields["aspect"]["constraints"]["enum"] == list(ASPECTS)
    assert fields["polarity"]["constraints"]["enum"] == list(POLARITIES)
    assert ANNOTATION_SCHEMA["items"]["properties"]["aspect"]["enum"] == list(ASPECTS)


def test_phrases_are_found_with_other_quotation_marks_and_line_breaks() -> None:
    broken = {"aspect": "Presentation", "polarity": "negative", "phrase": "Figures are hard to read"}
    assert annotation_problems([GOOD, broken], REVIEW) == []
    assert annotation_problems([], REVIEW) == []


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"phrase": "proofs are wrong"}, "phrase"),
        ({"phrase": " "}, "phrase"),
        ({"aspect": "Beauty"}, "aspect"),
        ({"polarity": "neutral"}, "polarity"),
        ({"score": 3}, "score"),
    ],
)
def test_each_fault_is_one_problem_with_its_place(change: dict[str, object], field: str) -> None:
    (problem,) = annotation_problems([GOOD, GOOD | change], REVIEW)
    assert (problem.mention, problem.field) == (2, field)
    assert str(problem).startswith(f"mention 2, {field}: ")


def test_what_is_no_annotation_at_all_is_said() -> None:
    assert str(annotation_problems("none", REVIEW)[0]) == "annotation: 'str'; expected a list of mentions"
    assert annotation_problems(["none"], REVIEW)[0].expected == "an object with aspect, polarity, phrase"
    assert check_annotation(None, REVIEW).total == 0


def test_failures_are_counted_and_good_mentions_kept() -> None:
    checked = check_annotation([GOOD, GOOD | {"phrase": "made up"}, GOOD | {"aspect": "Beauty"}], REVIEW)
    assert checked.mentions == (GOOD,)
    assert (checked.total, checked.spans_found) == (3, 2)
    assert checked.failures == {"phrase": 1, "aspect": 1}


def table(mentions: list[tuple[str, str, str, str]], overall: dict[tuple[str, str], float]) -> tuple[pd.DataFrame, ...]:
    """Lay out mentions (paper, version, aspect, polarity) and reviews (paper, version: rating)."""
    found = pd.DataFrame(mentions, columns=["paper_id", "version", "aspect", "polarity"])
    reviews = pd.DataFrame(
        [(*place, score) for place, score in overall.items()], columns=["paper_id", "version", "overall"]
    )
    same = {"reviewer": "mine", "prompt": "default", "round": 1}
    return found.assign(**same), reviews.assign(**same)


PAIRS = {("a", "high"): 7.0, ("a", "low"): 5.0, ("b", "high"): 4.0, ("b", "low"): 4.0}
MENTIONS = [
    ("a", "high", "Theory", "positive"),
    ("a", "high", "Theory", "positive"),
    ("a", "low", "Theory", "negative"),
    ("b", "high", "Novelty", "positive"),
]


def test_net_polarity_and_prevalence_by_hand() -> None:
    """Theory of a: 2 against -1, of b: 0 against 0; so the mean shift is 1.5 and its interval is symmetric about it."""
    counts = mention_counts(*table(MENTIONS, PAIRS))
    assert len(counts) == 4 * 16
    shifts = polarity_shifts(counts, CONFIDENT).set_index("aspect")
    assert shifts.loc["Theory", ["pairs", "shift"]].tolist() == [2, 1.5]
    assert shifts.loc["Theory", "low"] + shifts.loc["Theory", "high"] == pytest.approx(3)
    prevalence = prevalence_shifts(counts, CONFIDENT).set_index(["aspect", "polarity"])
    assert prevalence.loc[("Theory", "positive"), "shift_pp"] == 50
    assert prevalence.loc[("Theory", "negative"), "shift_pp"] == -50
    assert math.isnan(prevalence.loc[("Ablation", "positive"), "p"])


def test_a_single_pair_has_no_interval_and_no_pair_no_row() -> None:
    counts = mention_counts(*table(MENTIONS[:1], {key: PAIRS[key] for key in list(PAIRS)[:2]}))
    assert polarity_shifts(counts, CONFIDENT)["low"].isna().all()
    assert polarity_shifts(counts[counts["version"] == "high"], CONFIDENT).empty
    assert prevalence_shifts(counts[counts["version"] == "high"], CONFIDENT).empty


def test_a_mention_of_no_review_is_refused() -> None:
    mentions, reviews = table(MENTIONS, PAIRS)
    with pytest.raises(ValueError, match="mentions of a / high / mine / default / 1: no such review"):
        mention_counts(mentions, reviews[reviews["paper_id"] == "b"])


def test_correlations_against_anscombe() -> None:
    """Anscombe (1973), first set: r = 0.81642."""
    x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
    y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]
    assert correlation(x, y)[0] == pytest.approx(0.81642, abs=1e-5)
    assert correlation([*x, np.nan], [*y, 1])[1] == 11
    assert correlation([1, 2], [2, 1])[2] == "fewer than 3 pairs"
    assert correlation([1, 1, 1], [1, 2, 3])[2] == "one of the two is the same everywhere"
    with pytest.raises(ValueError, match="same length"):
        correlation([1, 2], [1, 2, 3])


def test_correlations_of_annotated_reviews() -> None:
    overall = {
        (f"p{number}", version): float(score)
        for number in range(4)
        for version, score in (("high", 5 + number), ("low", 5))
    }
    mentions = [(f"p{number}", "high", "Presentation", "positive") for number in range(4) for _ in range(number)]
    mentions += [("p0", "low", "Presentation", "negative")]
    found, reviews = table(mentions, overall)
    counts = mention_counts(found, reviews)
    assert shift_correlation(counts, reviews, CONFIDENT, "Presentation")[1] == 4
    assert shift_correlation(counts, reviews, CONFIDENT, "Theory")[2] == "one of the two is the same everywhere"
    assert positive_share_correlation(counts, reviews)[1] == 4
    r, pairs, _ = presence_correlation(counts, reviews, "overall", "Presentation", "positive")
    assert pairs == 8
    assert r > 0.5


@settings(deadline=None, max_examples=15)
@given(st.lists(st.tuples(st.sampled_from(["a", "b"]), st.sampled_from(["high", "low"]), st.sampled_from(list(ASPECTS)),
                          st.sampled_from(POLARITIES)), max_size=12))  # fmt: skip
def test_no_mention_is_lost(mentions: list[tuple[str, str, str, str]]) -> None:
    counts = mention_counts(*table(mentions, PAIRS))
    assert int(counts["positive"].sum() + counts["negative"].sum()) == len(mentions)
    assert not counts.duplicated([*REVIEW_KEY, "aspect"]).any()
