"""The printed numbers about repeated scores, from the committed records; and sentences about them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pytest

from peerassay.claims import Claims, agrees, load_claims
from peerassay.reconstruct.repeatability import Tables, imposed_values
from peerassay.reconstructed import Study, load_rules, open_study
from peerassay.reconstructed import stability_words as words
from peerassay.reconstructed.stability import (
    STABILITY_CLAIMS,
    derived_values,
    distribution_values,
    drift_values,
    stability_values,
    validity_values,
    year_range_claims,
    year_range_labels,
)
from peerassay.repeatability import (
    distributions,
    drift_overview,
    paper_means,
    repeatability_by_year,
    repeatability_table,
    two_point_table,
    validity_overview,
)

if TYPE_CHECKING:
    from collections.abc import Mapping


@pytest.fixture(scope="module")
def study() -> Study:
    return open_study("repeatability")


@pytest.fixture(scope="module")
def values(study: Study) -> Mapping[str, Any]:
    years = {one.name: one.papers["year"] for one in study.reviewers}
    means = {one.name: paper_means(one.scores) for one in study.reviewers}
    validity = validity_overview(means, {one.name: one.papers for one in study.reviewers})
    return (
        stability_values(repeatability_table(study.matrices), repeatability_by_year(study.matrices, years))
        | distribution_values(distributions(study.matrices))
        | validity_values(validity)
    )


def test_what_was_imposed_and_derived_agrees_at_the_printed_precision(values: Mapping[str, Any]) -> None:
    claims, rules = load_claims(), load_rules("repeatability")
    checked = [claim_id for claim_id in values if claim_id in {*rules.imposed, *rules.derived}]
    assert len(checked) == 26
    assert [claim_id for claim_id in checked if not agrees(claims[claim_id], values[claim_id])] == []


def test_values_equal_those_that_the_reconstruction_reports(values: Mapping[str, Any], study: Study) -> None:
    reported = imposed_values(Tables(study.records.papers, study.records.reviews))
    shared = set(reported) & set(values)
    assert len(shared) == 17
    for claim_id in shared:
        assert float(values[claim_id]) == pytest.approx(float(reported[claim_id]), rel=1e-12), claim_id


def test_what_is_derived_agrees_and_is_computed_from_printed_numbers_alone(values: Mapping[str, Any]) -> None:
    claims, rules = load_claims(), load_rules("repeatability")
    found = derived_values(claims)
    assert set(found) == {name for name in rules.derived if claims[name].section == "repeatability"}
    assert [name for name, value in found.items() if not agrees(claims[name], value)] == []
    for name, value in found.items():
        assert float(value) == pytest.approx(float(values[name]), rel=1e-12), name


def test_sols_variance_and_agreement_follow_from_its_yearly_spreads() -> None:
    """615 and 718 over 9,000 pairs, and 7667 equal ones: found elsewhere."""
    found = derived_values(load_claims())
    assert found["rep.repeatability.variance.gpt6sol"] == Fraction(615 + 718, 18_000)
    assert found["rep.repeatability.exact_agreement.gpt6sol"] == Fraction(766_700, 9_000)


def test_a_spread_that_leaves_several_sums_is_refused() -> None:
    claims = load_claims()
    name = "rep.repeatability.sd.gpt6sol.2025"
    changed = {name: replace(claims[name], printed="0.26", decimals=2)}
    coarse = Claims(({**claims} | changed).values())
    with pytest.raises(ValueError, match=f"{name}: sums of squared differences 586 to 632; expected exactly one"):
        derived_values(coarse)


def test_constants_that_the_code_takes_as_input_are_not_among_the_values(values: Mapping[str, Any]) -> None:
    constants = {"rep.repeatability.score5_value.gpt6sol", "rep.validity.auc.tie_credit"}
    assert not constants & set(values)


def test_shares_are_exact_and_words_stay_words(values: Mapping[str, Any]) -> None:
    assert values["rep.repeatability.exact_agreement.gpt56sol"] == Fraction(655700, 9000)
    assert values["rep.repeatability.identical_share.max"] == Fraction(113, 2)
    assert values["rep.repeatability.pairs_per_paper"] == 45
    assert values["rep.repeatability.luna_mode_low"].endswith("% of its scores are 2 to 4")


def test_every_claim_of_the_tables_exists_and_is_named() -> None:
    claims = load_claims()
    assert set(STABILITY_CLAIMS.values()) <= set(claims)
    assert set(year_range_labels()) == {claim_id for ends in year_range_claims().values() for claim_id in ends}
    assert set(year_range_labels()) <= set(claims)


def test_intervals_that_touch_zero_include_it() -> None:
    table = pd.DataFrame(
        {"subset": ["all", "all", "all", "2025"], "low": [0, 0.1, np.nan, -1], "high": [1, 0.2, np.nan, 1]}
    )
    assert drift_values(table) == {"rep.batch_drift.n_ci_including_zero": 1}


def test_sentences_name_what_is_undefined() -> None:
    table = repeatability_table({"x": [[1, 1], [2, 3]], "y": [[1], [2]]})
    said = words.stability_answer(table)
    assert "**x** gives the same score in 50.0\u202f% of pairs (SD 0.50 points)" in said
    assert "for **y** it is undefined: no paper has two scores" in said


def test_sentences_about_scores_and_identity() -> None:
    matrices = {"x": [[1, 2], [2, 2], [1, 5]]}
    assert words.distribution_answer(distributions(matrices)).endswith("x 2 (50.0\u202f%).")
    said = words.two_point_answer(two_point_table(matrices))
    assert said.startswith("Of 3 sets of scores, 2 lie on at most two adjacent levels; in 2 of these")


def test_drift_sentence_compares_only_an_unchanged_page() -> None:
    table = drift_overview({"x": [[1, 2], [2, 1]]}, {"x": [2025, 2025]}, np.random.default_rng(1), resamples=20)
    changed: Any = SimpleNamespace(changed=["seed"])
    assert words.drift_answer(changed, table) == "1 of 1 intervals over all papers include zero."
    row = pd.DataFrame([{"published": "3", "verdict": "predicted-agrees", "remark": "why"}])
    unchanged: Any = SimpleNamespace(changed=[], comparison=lambda ids: row)
    assert words.drift_answer(unchanged, table).endswith("Published: 3; predicted-agrees (why).")


def test_yardstick_sentence_leaves_out_the_undefined() -> None:
    human = pd.DataFrame({"reviewer": ["Human"], "variance": [2.0], "relative_sd": [0.2], "agreement": [0.25]})
    models = pd.DataFrame({"reviewer": ["x", "y"], "relative_sd": [0.05, np.nan]})
    assert words.yardstick_answer(human, models).endswith("as a share of theirs: x 5.0\u202f%.")
    assert words.yardstick_answer(human, models[1:]).endswith("undefined.")


def test_ratio_to_people_is_over_reviewers_with_a_spread() -> None:
    human = pd.DataFrame({"relative_sd": [0.2]})
    models = pd.DataFrame({"reviewer": ["x", "y", "z", "w"], "relative_sd": [0.05, 0.4, 0.0, np.nan]})
    assert words.yardstick_ratio(human, models).endswith("is 0.5 to 4.0 times that of x, y.")
    assert words.yardstick_ratio(human, models[:1]).endswith("is 4.0 times that of x.")
    assert (
        words.yardstick_ratio(human, models[2:])
        == "No reviewer has a spread that could be compared with that of people."
    )


def test_the_steadiest_reviewers_are_named_with_their_most_frequent_score() -> None:
    matrices = {"x": [[1, 1], [3, 3], [3, 3]], "y": [[1, 5], [2, 2], [2, 2]], "z": [[4, 4], [4, 4], [4, 4]]}
    said = words.steadiest_answer(repeatability_table(matrices), distributions(matrices))
    assert "x (SD 0.00 points) gives 66.7\u202f% of its reviews the score 3; z (SD 0.00 points) gives 100.0" in said
    assert "y (" not in said
    single = {"x": [[1], [2]]}
    assert "cannot be computed" in words.steadiest_answer(repeatability_table(single), distributions(single))


def test_only_the_committed_records_are_ours_alone() -> None:
    assert words.ours_alone(own=True) == ""
    assert words.ours_alone(own=False).startswith(" Ours alone")


def test_validity_sentence_leaves_out_what_cannot_be_computed() -> None:
    papers = pd.DataFrame({"human_mean": [1.0, 2.0], "status": [None, None], "year": [2025, 2025]})
    said = words.validity_answer(
        validity_overview({"x": [1.0, 2.5], "y": [np.nan, np.nan]}, {"x": papers, "y": papers})
    )
    assert "**x**: rank correlation with the human means 1.00, mean error 0.25" in said
    assert "**y**: nothing can be computed" in said
    assert "AUC" not in said


def test_held_out_sentence_names_those_outside() -> None:
    inside = {"label": "a", "published": "1", "low": 0.0, "high": 2.0, "verdict": "predicted-agrees"}
    outside = {"label": "b", "published": "5", "low": 0.0, "high": 2.0, "verdict": "predicted-differs"}
    assert words.held_out_answer(pd.DataFrame([inside])).startswith("1 of 1 published values")
    said = words.held_out_answer(pd.DataFrame([inside, outside]))
    assert said.endswith("The others: b is published as 5 and predicted as 0.000 to 2.000.")
