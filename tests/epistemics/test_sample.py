"""What the printed sizes of the sample add up to."""

from __future__ import annotations

from peerassay.claims import agrees, load_claims
from peerassay.epistemics.sample import sample_table, sample_totals


def test_totals_are_the_printed_ones() -> None:
    """Paper: 3,563 ratings, 1,155 human reviews of 2025, 100 papers a venue."""
    claims = load_claims()
    totals = sample_totals(claims)
    assert totals["epi.data.count.ratings_total"] == 3563
    assert totals["epi.data.count.reviews_2025_human"] == 1155
    assert all(agrees(claims[claim_id], value) for claim_id, value in totals.items())


def test_the_table_adds_up_to_all_ratings() -> None:
    table = sample_table(load_claims())
    assert table["reviews"].tolist() == [376, 376, 403, 2307, 101]
    assert table["reviews"].sum() == 3563
    assert table["papers"].isna().tolist() == [False] * 4 + [True]
    assert table["drawn"].iloc[0] == "by tier: 6 oral, 10 spotlight, 84 poster"
