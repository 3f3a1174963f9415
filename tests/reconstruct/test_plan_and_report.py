"""Which claims a reconstruction takes up, and how it reports on them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.claims import agrees, load_claims
from peerassay.reconstruct import PlanError, load_plan, predicted_table, reconstruct, residual

if TYPE_CHECKING:
    from pathlib import Path

    from peerassay.claims import Claim

CLAIMS = load_claims()
COVERED = ("repeatability", "validity", "ranking", "close_pairs", "batch_drift", "granularity", "budget")
GROUPS = ("imposed", "held_out", "derived", "worded")


def written(folder: Path, **groups: str) -> Path:
    lines = [line for group in GROUPS for line in (f"[{group}]", groups.get(group, ""))]
    (folder / "repeatability.toml").write_text("\n".join(lines), encoding="utf-8")
    return folder


def test_every_result_of_the_covered_sections_is_listed_once() -> None:
    results = [claim.id for claim in CLAIMS.part("repeatability").where(section=COVERED, class_="result").values()]
    listed = [name for name in load_plan("repeatability").all if CLAIMS[name].section in COVERED]
    assert sorted(listed) == sorted(results)


def test_imposed_and_held_out_numbers_are_exactly_printed_results_or_settings() -> None:
    plan = load_plan("repeatability")
    assert not set(plan.imposed) & set(plan.held_out)
    assert all(CLAIMS[name].comparator == "=" for name in plan.imposed)
    assert all(CLAIMS[name].comparator == "~" for name in plan.worded)
    assert len(plan.all) == sum(len(getattr(plan, group)) for group in GROUPS)


@pytest.mark.parametrize(
    ("imposed", "held_out", "message"),
    [
        ('"rep.no.such" = "why"', "", "is no claim"),
        ('"rep.ranking.same.k1.gpt6sol" = "why"', '"rep.ranking.same.k1.gpt6sol" = "why"', "listed under imposed"),
        ('"rep.ranking.same.k1.gpt6sol" = " "', "", "no reason"),
    ],
)
def test_a_plan_with_a_mistake_is_refused(tmp_path: Path, imposed: str, held_out: str, message: str) -> None:
    with pytest.raises(PlanError, match=message):
        load_plan("repeatability", written(tmp_path, imposed=imposed, held_out=held_out))


def test_a_plan_without_one_of_its_groups_is_refused(tmp_path: Path) -> None:
    (tmp_path / "repeatability.toml").write_text("[imposed]\n", encoding="utf-8")
    with pytest.raises(PlanError, match="expected imposed, held_out, derived, worded"):
        load_plan("repeatability", tmp_path)


@given(st.integers(-10_000, 20_000))
@settings(deadline=None, max_examples=60)
def test_the_residual_is_zero_exactly_where_the_value_could_have_been_printed(thousandth: int) -> None:
    claim = CLAIMS["rep.ranking.same.k1.gpt56sol"]  # 62.14 %
    value = Fraction(thousandth, 1000) + Fraction(6214, 100)
    assert (residual(claim, value) == 0) == bool(agrees(claim, value))
    assert residual(claim, value) * thousandth >= 0


def test_the_residual_counts_units_of_the_last_printed_decimal() -> None:
    claim = CLAIMS["rep.validity.spearman.gpt6sol"]  # 0.409
    assert residual(claim, 0.4094) == 0
    assert residual(claim, 0.4118) == 3
    assert residual(claim, 0.40849) == -1


def covers(claim: Claim, values: list[float]) -> bool:
    """Whether the report says of predictions of one claim that they agree."""
    seeds = pd.DataFrame({"claim_id": claim.id, "seed": range(len(values)), "value": values})
    return bool(predicted_table(CLAIMS, {claim.id: values[0]}, seeds).loc[0, "verdict"] == "predicted-agrees")


def test_a_number_counts_as_predicted_if_it_lies_among_most_predictions() -> None:
    claim = CLAIMS["rep.ranking.same.k5.gpt6sol"]  # 74.13 %
    assert covers(claim, [74.0, 74.2, 74.3])
    assert not covers(claim, [74.2, 74.3, 74.4])
    assert covers(claim, [74.134, 74.134])
    assert not covers(claim, [74.0, *[74.3] * 99])  # one of a hundred is not enough


def test_a_printed_sign_counts_as_predicted_only_if_most_predictions_have_it() -> None:
    claim = CLAIMS["rep.granularity.mae_diff.gpt6luna.all"]  # < 0
    assert covers(claim, [-0.4, -0.3])
    assert not covers(claim, [-0.4, 0.1])


def test_predictions_show_their_spread_and_how_many_seeds_hit_the_printed_number() -> None:
    name = "rep.budget.certified.eps050.gpt6luna.pilot5"  # 55
    seeds = pd.DataFrame({"claim_id": name, "seed": range(4), "value": [53, 54, 55, 55]})
    row = predicted_table(CLAIMS, {name: 53}, seeds).iloc[0]
    assert (row.minimum, row["median"], row.maximum, row.hits, row.predicted) == (53, 54.5, 55, 2, 53)
    assert row.difference == -0.5
    assert row.verdict == "predicted-agrees"


def test_an_unknown_part_or_seed_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="expected one of repeatability"):
        reconstruct("style-guide", 0, tmp_path)
    with pytest.raises(ValueError, match="seed = -1"):
        reconstruct("repeatability", -1, tmp_path)
    assert not list(tmp_path.iterdir())
