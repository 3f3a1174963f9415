"""The printed shares of same, tied and reversed orders: which cell of our tables each is, and what was predicted."""

from __future__ import annotations

import re
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from peerassay.reconstruct import predicted_table
from peerassay.repeatability import partition_count

if TYPE_CHECKING:
    from collections.abc import Mapping

    from peerassay.claims import Claim, Claims
    from peerassay.exhibits.recorder import Spread

    Values = dict[str, float | Fraction]

OUTCOMES = ("same", "tie", "reverse")
"""What can become of a pair of papers."""
_ORDER = re.compile(r"rep\.(?:ranking|close_pairs)\.(?P<outcome>same|tie|reverse)\.(?:.+\.)?k(?P<size>\d+)\..+")
_COLUMNS = ["claim_id", "reviewer", "gap", "reviews_per_block", "outcome", "end", "published", "lowest", "highest"]
_ROUNDS, _GROUPING = "rep.protocol.reviews_per_paper", "rep.close_pairs.grouping_reviews"
_PAPERS = r"rep\.sampling\.n_papers\.\d{4}"


def printed_orders(claims: Claims, spreads: Mapping[str, Spread]) -> pd.DataFrame:
    """Arrange the printed shares, with what many reconstructions predict.

    Parameters
    ----------
    claims : Claims
        Those of the rankings and of the close pairs; claims of another kind are passed over.
    spreads : mapping of str to Spread
        Predictions by claim id, in percent, as from `load_predictions`.

    Returns
    -------
    pandas.DataFrame
        `claim_id`, `reviewer` (empty if it is an end of the range over all), `gap` (empty if all pairs are meant),
        `reviews_per_block`, `outcome`, `end` (``min``, ``max`` or empty), `published`, and `lowest` and `highest` of
        the central nine tenths of the predictions (NaN if nothing is predicted). Shares are fractions.
    """
    found = [(claim, match) for claim in claims.values() if (match := _ORDER.fullmatch(claim.id))]
    rows = [_order(claim, match) | _span(spreads.get(claim.id)) for claim, match in found]
    return pd.DataFrame(rows, columns=_COLUMNS)


def _order(claim: Claim, match: re.Match[str]) -> dict[str, object]:
    return {
        "claim_id": claim.id,
        "reviewer": claim.subject,
        "gap": claim.subset.removeprefix("gap").replace(",", ", ") if claim.subset.startswith("gap") else "",
        "reviews_per_block": int(match["size"]),
        "outcome": match["outcome"],
        "end": claim.stat if claim.stat in ("min", "max") else "",
        "published": float(claim.value) / 100,
    }


def _span(spread: Spread | None) -> dict[str, object]:
    low, high = (spread.low, spread.high) if spread else (np.nan, np.nan)
    return {"lowest": low / 100, "highest": high / 100}


def beside_printed(table: pd.DataFrame, printed: pd.DataFrame) -> pd.DataFrame:
    """Put the printed shares into a ranking table.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `ranking_table`.
    printed : pandas.DataFrame
        As from `printed_orders`, those of all pairs.

    Returns
    -------
    pandas.DataFrame
        The table with a column `same_printed`, `tie_printed` and `reverse_printed` after each share; NaN where nothing
        is printed.
    """
    keys = ["reviewer", "reviews_per_block"]
    found = table.copy()
    for outcome in OUTCOMES:
        column = printed[printed["outcome"] == outcome].set_index(keys)["published"].to_dict()
        cells = [column.get(key, np.nan) for key in zip(*(found[name] for name in keys), strict=True)]
        found.insert(list(found).index(f"{outcome}_share") + 1, f"{outcome}_printed", cells)
    return found


def order_values(printed: pd.DataFrame, ranking: pd.DataFrame, close: pd.DataFrame) -> Values:
    """Read the value of each printed share from our tables.

    Parameters
    ----------
    printed : pandas.DataFrame
        As from `printed_orders`.
    ranking, close : pandas.DataFrame
        As from `ranking_table` and `close_pairs_table`.

    Returns
    -------
    dict of str to Fraction
        By claim id, in percent, exactly.

    Raises
    ------
    ValueError
        If a table lacks such a row.
    """
    rows: list[dict[Any, Any]] = printed.to_dict("records")
    return {row["claim_id"]: _order_value(row, close if row["gap"] else ranking) for row in rows}


def _order_value(row: Mapping[Any, Any], table: pd.DataFrame) -> Fraction:
    wanted = table["reviews_per_block"].eq(row["reviews_per_block"]) & table["comparisons"].gt(0)
    for name in ("reviewer", "gap"):
        if row[name]:
            wanted &= table[name].eq(row[name])
    rows: list[dict[Any, Any]] = table[wanted].to_dict("records")
    if not rows:
        raise ValueError(f"{row['claim_id']}: no comparison in the table; expected one row or more")
    shares = [Fraction(100 * int(cells[row["outcome"]]), int(cells["comparisons"])) for cells in rows]
    return max(shares) if row["end"] == "max" else min(shares)


def remaining_share(claims: Claims, reviewer: str, size: int) -> Fraction:
    """Give the share of reversed orders that the printed shares of same and tied orders leave.

    Parameters
    ----------
    claims : Claims
        All claims.
    reviewer : str
        As in the ids, such as ``gpt6sol``.
    size : int
        Reviews per block.

    Returns
    -------
    Fraction
        In percent.

    Raises
    ------
    KeyError
        If one of the two was not printed.
    """
    same, tie = (Fraction(claims[f"rep.ranking.{kind}.k{size}.{reviewer}"].value) for kind in ("same", "tie"))
    return 100 - same - tie


def design_values(claims: Claims) -> Values:
    """Compute the constants of the ranking design from the printed numbers of papers and reviews.

    Parameters
    ----------
    claims : Claims
        All claims.

    Returns
    -------
    dict of str to int
        Partitions by block size, and pairs of same-year papers, by claim id.
    """
    rounds, first = (int(claims[name].value) for name in (_ROUNDS, _GROUPING))
    papers = [int(claim.value) for name, claim in claims.items() if re.fullmatch(_PAPERS, name)]
    sizes = range(1, rounds // 2 + 1)
    values: Values = {f"rep.ranking.partitions.k{size}": partition_count(rounds, size) for size in sizes}
    values |= {f"rep.close_pairs.partitions.k{size}": partition_count(rounds - first, size) for size in (1, 2)}
    return values | {"rep.ranking.paper_pairs": sum(comb(count, 2) for count in papers)}


def held_out_table(claims: Claims, values: Values, predictions: pd.DataFrame) -> pd.DataFrame:
    """Put what was predicted for held-out numbers beside what is printed.

    Parameters
    ----------
    claims : Claims
        All claims.
    values : mapping of str to float or Fraction
        What the records at hand give, in the claim's unit, by claim id; those without predictions are passed over.
    predictions : pandas.DataFrame
        `claim_id`, `seed` and `value` over many seeds.

    Returns
    -------
    pandas.DataFrame
        As from `peerassay.reconstruct.predicted_table`, with `quantity` (in words) after the first column, and at the
        end `below`: the share of seeds that predict less than was printed.
    """
    seeds = {str(name): group["value"] for name, group in predictions.groupby("claim_id")}
    held = predicted_table(claims, {name: value for name, value in values.items() if name in seeds}, predictions)
    held.insert(1, "quantity", [claims[name].quantity for name in held["claim_id"]])
    below = [float((seeds[name] < float(claims[name].value)).mean()) for name in held["claim_id"]]
    return held.assign(below=below)
