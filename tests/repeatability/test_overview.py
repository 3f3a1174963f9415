"""Several reviewers side by side."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from peerassay.repeatability import (
    batch_drift_table,
    distributions,
    drift_overview,
    repeatability_by_year,
    repeatability_table,
    score_distribution,
    two_point_table,
    validity_by_subset,
    validity_overview,
    validity_points,
    validity_table,
)

NAN = np.nan
FIRST = np.array([[1, 2, 2, 1], [3, 3, 3, 3], [5, 7, NAN, NAN]])
YEARS = [2025, 2026, 2026]
PAPERS = pd.DataFrame(
    {
        "paper_id": ["a", "b", "c"],
        "human_mean": [1.0, 3.0, NAN],
        "status": pd.Series(["withdrawn", "accepted_oral", None], dtype="str"),
        "year": pd.array([2025, 2026, 2026], dtype="Int64"),
    }
)
MEANS = {"one": np.array([1.5, 3, 6]), "two": np.array([2, NAN, 2])}


def test_distributions_list_every_reviewer_with_the_same_levels() -> None:
    table = distributions({"one": FIRST, "two": [[5]]}, levels=range(1, 8))
    assert table.groupby("reviewer")["score"].count().tolist() == [7, 7]
    one = table[table["reviewer"] == "one"].reset_index(drop=True)
    pd.testing.assert_frame_equal(one.drop(columns="reviewer"), score_distribution(FIRST, range(1, 8)))


def test_two_point_identity_by_hand() -> None:
    table = two_point_table({"one": FIRST, "two": [[5], [6]]})
    assert table.iloc[0, :4].tolist() == ["one", 2, 2, 1]
    assert table.iloc[1, :4].tolist() == ["two", 0, 0, 2]
    assert table["reason"].tolist()[1].startswith("no paper has two scores")


def test_years_are_summarised_apart() -> None:
    table = repeatability_by_year({"one": FIRST}, {"one": YEARS})
    assert table["subset"].tolist() == ["2025", "2026"]
    assert table["variance"].tolist() == pytest.approx([1 / 3, (0 + 2) / 2])
    later = repeatability_table({"one": FIRST[1:]}).iloc[0]
    assert table.iloc[1].drop("subset").tolist() == later.tolist()


def test_one_year_or_none_gives_no_rows() -> None:
    table = repeatability_by_year({"one": FIRST, "two": FIRST}, {"one": [2025] * 3, "two": [NAN] * 3})
    assert table.empty
    assert {"reviewer", "subset"} <= set(table)


def test_drift_of_several_reviewers_and_of_a_single_round() -> None:
    table = drift_overview({"one": FIRST, "two": [[5]]}, {"one": YEARS, "two": [2025]}, np.random.default_rng(1))
    assert table.columns[0] == "reviewer"
    expected = batch_drift_table(FIRST, YEARS, np.random.default_rng(1))
    pd.testing.assert_frame_equal(table.iloc[:3, 1:], expected, check_dtype=False)
    assert table.iloc[3]["reason"] == "fewer than two rounds"
    assert np.isnan(table.iloc[3]["difference"])
    assert table.iloc[3]["excluded"] == 1


def test_validity_of_several_reviewers_is_that_of_each() -> None:
    table = validity_overview(MEANS, dict.fromkeys(MEANS, PAPERS))
    for name, means in MEANS.items():
        alone = validity_table(means, PAPERS["human_mean"], PAPERS["status"], PAPERS["year"])
        mine = table[table["reviewer"] == name].drop(columns="reviewer").reset_index(drop=True)
        pd.testing.assert_frame_equal(mine, alone)


def test_validity_by_subset_has_a_row_for_each_set_of_papers() -> None:
    wide = validity_by_subset(validity_overview(MEANS, dict.fromkeys(MEANS, PAPERS)))
    one = wide[wide["reviewer"] == "one"].set_index("subset")
    assert one.index.tolist()[:4] == ["all", "2025", "2026", "excl_withdrawn"]
    assert one.loc["all", ["papers", "labelled"]].tolist() == [2, 2]
    assert one.loc["all", "mae"] == pytest.approx(0.25)
    assert one.loc["all", "auc"] == 1
    assert np.isnan(one.loc["2025", "pearson"])


def test_points_leave_out_papers_without_both_means() -> None:
    points = validity_points(MEANS, dict.fromkeys(MEANS, PAPERS))
    assert points[["reviewer", "paper_id", "outcome"]].to_numpy().tolist() == [
        ["one", "a", "not accepted"],
        ["one", "b", "accepted"],
        ["two", "a", "not accepted"],
    ]
    unknown = validity_points({"one": [1.0]}, {"one": PAPERS[1:2].assign(status=None).reset_index(drop=True)})
    assert unknown["outcome"].tolist() == ["unknown"]


@settings(deadline=None, max_examples=25)
@given(arrays(np.float64, st.tuples(st.integers(1, 6), st.integers(2, 5)), elements=st.integers(1, 10)))
def test_papers_of_all_years_together_are_all_papers(scores: np.ndarray) -> None:
    years = np.arange(len(scores)) % 2 + 2025
    table = repeatability_by_year({"one": scores}, {"one": years})
    whole = repeatability_table({"one": scores}).iloc[0]
    if len(scores) > 1:
        assert table["equal_pairs"].sum() == whole["equal_pairs"]
        assert np.average(table["variance"], weights=table["papers"]) == pytest.approx(whole["variance"])
