"""The printed numbers of the comparison of whole and decimal scores: which cell of our table each is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

if TYPE_CHECKING:
    from peerassay.claims import Claim, Claims

    Values = dict[str, float]

_INTERVALS = "rep.granularity.mae_ci_including_zero"


def granularity_values(table: pd.DataFrame, claims: Claims) -> Values:
    """Read the value of each printed number of the comparison of protocols from our table.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `granularity_by_reviewer`.
    claims : Claims
        All claims.

    Returns
    -------
    dict of str to float
        By claim id, in the claim's unit.
    """
    cells = {(row["reviewer"], row["subset"], row["quantity"]): row for row in table.to_dict("records")}
    values: Values = {}
    for name, claim in claims.where(part="repeatability", section="granularity").items():
        if claim.subject and not name.startswith(_INTERVALS):
            quantity, column = _cell(name)
            values[name] = cells[claim.subject, claim.subset, quantity][column]
    return values | _intervals(table, claims) | {"rep.granularity.obs": observations(claims)}


def _cell(claim_id: str) -> tuple[str, str]:
    """Give quantity and column of a claim such as ``rep.granularity.sd.integer.gpt6sol``."""
    quantity, column = claim_id.split(".")[2:4]
    return quantity.removesuffix("_diff"), "difference" if quantity.endswith("_diff") else column


def _intervals(table: pd.DataFrame, claims: Claims) -> Values:
    """Count the years in which an interval of the change in distance holds zero."""
    values: Values = {}
    for name, claim in claims.items():
        if name.startswith(_INTERVALS):
            years = table["reviewer"].eq(claim.subject) & table["quantity"].eq("mae") & table["subset"].str.isdigit()
            values[name] = int((table[years]["low"].le(0) & table[years]["high"].ge(0)).sum())
    return values


def observations(claims: Claims) -> int:
    """Count the scores of one reviewer under one protocol, from the printed numbers of papers and of scores.

    Parameters
    ----------
    claims : Claims
        All claims.

    Returns
    -------
    int
        Papers times scores per paper.
    """
    names = ("rep.sampling.n_papers.all", "rep.protocol.decimal.reviews_per_paper")
    papers, rounds = (int(claims[name].value) for name in names)
    return papers * rounds


def printed_differences(claims: Claims) -> pd.DataFrame:
    """Give the differences decimal minus integer that are printed or follow from two printed numbers.

    Parameters
    ----------
    claims : Claims
        All claims.

    Returns
    -------
    pandas.DataFrame
        `reviewer`, `subset`, `quantity` (``mean``: printed; ``sd``: of the two printed SDs) and `published`, in score
        points.
    """
    chosen = claims.where(part="repeatability", section="granularity").items()
    means = [_difference(claim, "mean", float(claim.value)) for name, claim in chosen if ".mean_diff." in name]
    finer = {claim.subject: claim.value for name, claim in chosen if ".sd.decimal." in name}
    spreads = [
        _difference(claim, "sd", float(finer[claim.subject] - claim.value))
        for name, claim in chosen
        if ".sd.integer." in name
    ]
    return pd.DataFrame(means + spreads)


def _difference(claim: Claim, quantity: str, published: float) -> dict[str, object]:
    return {"reviewer": claim.subject, "subset": claim.subset, "quantity": quantity, "published": published}


def error_words(table: pd.DataFrame) -> list[str]:
    """Say for each reviewer how the distance to human scores changes, over all papers and by year.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `peerassay.repeatability.granularity_by_reviewer`.

    Returns
    -------
    list of str
        Markdown, one sentence for each reviewer with human scores.
    """
    rows = table[table["quantity"].eq("mae") & table["difference"].notna()]
    plain = rows[rows["subset"].eq("all") | rows["subset"].str.isdigit()]
    return [
        f"**{name}**, distance to the human mean, decimal minus integer: {'; '.join(map(_change, cells))}."
        for name, cells in ((name, group.to_dict("records")) for name, group in plain.groupby("reviewer", sort=False))
    ]


def _change(row: dict[Any, Any]) -> str:
    holds = row["low"] <= 0 <= row["high"]
    interval = f"{row['low']:+.3f} to {row['high']:+.3f}, {'holds' if holds else 'without'} zero"
    papers = "all papers" if row["subset"] == "all" else row["subset"]
    return f"{papers} {row['difference']:+.3f} ({interval if row['low'] == row['low'] else 'no interval'})"


def shift_words(table: pd.DataFrame) -> list[str]:
    """Say for each reviewer how mean and spread change, and what that means for ranking papers.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `peerassay.repeatability.granularity_by_reviewer`.

    Returns
    -------
    list of str
        Markdown, one sentence per reviewer.
    """
    rows = table[table["subset"].eq("all")]
    sentences = []
    for name, group in rows.groupby("reviewer", sort=False):
        cells = group.set_index("quantity")
        mean, spread = (cells.loc[quantity] for quantity in ("mean", "sd"))
        change = f"{(spread['decimal'] / spread['integer']) ** 2 - 1:+.0%}" if spread["integer"] else "undefined"
        sentences.append(
            f"**{name}**: the mean moves by {mean['difference']:+.3f} points, the SD within papers from "
            f"{spread['integer']:.3f} to {spread['decimal']:.3f} (the variance by {change})."
        )
    return sentences


def five_score_words(held: pd.DataFrame, claims: Claims) -> list[str]:
    """Say for each reviewer how the published SD of its first five scores relates to all ten and to the predictions.

    Parameters
    ----------
    held : pandas.DataFrame
        As from `peerassay.reconstructed.orders.held_out_table`.
    claims : Claims
        All claims.

    Returns
    -------
    list of str
        Markdown, one sentence per held-out SD.
    """
    rows = held[held["claim_id"].str.contains(".sd.integer.", regex=False)].to_dict("records")
    return [
        f"**{row['subject']}**: the SD of the first five integer scores is published as {row['printed']}, that of all "
        f"ten as {claims['rep.repeatability.sd.' + row['claim_id'].rsplit('.', 1)[1]].published}. Nine tenths of "
        f"{row['seeds']} seeds predict {row['low']:.3f} to {row['high']:.3f} for the first five; {row['below']:.0%} of "
        "them predict less than was published."
        for row in rows
    ]


def interval_words(claims: Claims, predictions: pd.DataFrame) -> str:
    """Say in how many seeds how many years have an interval of the change in distance that holds zero.

    Parameters
    ----------
    claims : Claims
        All claims.
    predictions : pandas.DataFrame
        `claim_id`, `seed` and `value` over many seeds.

    Returns
    -------
    str
        Markdown.
    """
    (claim,) = (claim for name, claim in claims.items() if name.startswith(_INTERVALS))
    counts = predictions.loc[predictions["claim_id"] == claim.id, "value"].astype(int).value_counts().sort_index()
    years = ", ".join(f"{number} of {claim.n} in {seeds}" for number, seeds in counts.items())
    return (
        f"**{claim.subject}**: the published change in distance to humans has intervals with zero in {claim.printed} "
        f"of {claim.n} years. Of {counts.sum()} seeds by the number of such years: {years}."
    )
