"""Sentences about rankings, made from the numbers of their tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peerassay.reconstructed.orders import OUTCOMES, remaining_share

if TYPE_CHECKING:
    import pandas as pd

    from peerassay.claims import Claims

_CHANGES = {"same": "the same order", "tie": "ties", "reverse": "reversals"}
AGREES = "predicted-agrees"


def ranking_changes(ranking: pd.DataFrame) -> list[str]:
    """Say for each reviewer how the outcomes change from the smallest to the largest block.

    Parameters
    ----------
    ranking : pandas.DataFrame
        As from `peerassay.repeatability.ranking_table`.

    Returns
    -------
    list of str
        Markdown, one sentence for each reviewer with blocks of at least two sizes.
    """
    sentences = []
    for name, first, last in _ends(ranking):
        changes = [f"{words} {100 * _change(first, last, outcome):+.1f}" for outcome, words in _CHANGES.items()]
        sizes = f"from blocks of {first['reviews_per_block']} to blocks of {last['reviews_per_block']}"
        sentences.append(f"**{name}**, {sizes}, in percentage points: {', '.join(changes)}.")
    return sentences


def _ends(ranking: pd.DataFrame) -> list[tuple[str, pd.Series, pd.Series]]:
    """Give each reviewer's rows of the smallest and the largest block, if these are two."""
    groups = ranking.dropna(subset="same_share").groupby("reviewer", sort=False)
    return [(str(name), rows.iloc[0], rows.iloc[-1]) for name, rows in groups if len(rows) > 1]


def _change(first: pd.Series, last: pd.Series, outcome: str) -> float:
    return float(last[f"{outcome}_share"] - first[f"{outcome}_share"])


def order_reading(ranking: pd.DataFrame) -> str:
    """Say for how many reviewers larger blocks give the same order more often, and whether ties or reversals give way.

    Parameters
    ----------
    ranking : pandas.DataFrame
        As from `peerassay.repeatability.ranking_table`.

    Returns
    -------
    str
        Markdown.
    """
    changes = [tuple(_change(first, last, name) for name in OUTCOMES) for _, first, last in _ends(ranking)]
    if not changes:
        return "No reviewer has blocks of two sizes that could be compared."
    gains = [(tie, reverse) for same, tie, reverse in changes if same > 0]
    by_ties, more = sum(tie < reverse for tie, reverse in gains), sum(reverse > 0 for _, _, reverse in changes)
    return (
        f"From the smallest to the largest blocks, the same order becomes more frequent for {len(gains)} of "
        f"{len(changes)} reviewers, for {by_ties} of these mainly because ties disappear. Reversals become more "
        f"frequent for {more}."
    )


def ranking_answer(held: pd.DataFrame, printed: pd.DataFrame) -> str:
    """Say how many shares at five reviews follow, within the predictions, from what the records were built to have.

    Parameters
    ----------
    held : pandas.DataFrame
        As from `held_out_table`, those of the rankings.
    printed : pandas.DataFrame
        As from `printed_orders`, those of all pairs.

    Returns
    -------
    str
        Markdown.
    """
    hits, wide = held["verdict"] == AGREES, held["high"] - held["low"]
    same = printed[printed["outcome"] == "same"].groupby("reviewer")["published"].agg(["min", "max"])
    rise = 100 * (same["max"] - same["min"])
    miss = [f"{row.quantity}, {row.subject} ({row.difference:+.2f} points)" for row in held[~hits].itertuples()]
    outside = f"; outside: {'; '.join(miss)}" if miss else ""
    return (
        f"**{hits.sum()} of {len(held)}** held-out shares at five reviews lie within what nine tenths of "
        f"{held['seeds'].max()} reconstructions predict{outside}. The medians over the seeds are "
        f"off by {held['difference'].abs().min():.2f} to {held['difference'].abs().max():.2f} percentage points, the "
        f"committed records by up to {_largest_miss(held):.2f}, against a published "
        f"rise of the same order by {rise.min():.1f} to {rise.max():.1f} points from one to five reviews. "
        f"The predicted spans are {wide.min():.2f} to {wide.max():.2f} points wide: so far, and no further, "
        "Table 1 and single reviews determine the ranking by five."
    )


def _largest_miss(held: pd.DataFrame) -> float:
    return float((held["predicted"] - held["printed"].astype(float)).abs().max())


def held_out_reading(held: pd.DataFrame, close: pd.DataFrame) -> str:
    """Say what the predictions mean for the ranking table and for the table of close pairs.

    Parameters
    ----------
    held, close : pandas.DataFrame
        As from `held_out_table`, those of the rankings and those of the close pairs.

    Returns
    -------
    str
        Markdown.
    """
    reversals = held[held["claim_id"].str.contains(".reverse.", regex=False)]
    higher = (reversals["difference"] > 0).sum()
    medians, close_medians = (table["difference"].abs().max() for table in (held, close))
    return (
        "How well the shares at five reviews can be predicted says something about such tables. The stability of the "
        "scores and the ranking by single reviews fix them, at the median over the seeds, to within "
        f"{medians:.2f} percentage points; the committed records by themselves are off by up to "
        f"{_largest_miss(held):.2f}. Of {len(reversals)} held-out shares of reversals, the rarest outcome, {higher} "
        "have a median above the published share. For close pairs the medians are off by up to "
        f"{close_medians:.2f} points: single reviews fix how often pairs tie on average, but not how the ties are "
        "shared out between papers that are close and papers that are not. Where the published share of ties among "
        "close papers is below the predictions, the study's papers keep apart better than reconstructed ones, and "
        "the table of close pairs did add something."
    )


def reversals_answer(claims: Claims, predictions: pd.DataFrame, reviewer: str = "gpt6sol", size: int = 5) -> str:
    """Say what the predictions leave for reversals where same and tied orders were held out.

    Parameters
    ----------
    claims : Claims
        All claims.
    predictions : pandas.DataFrame
        `claim_id`, `seed` and `value` over many seeds.
    reviewer : str
        As in the ids.
    size : int
        Reviews per block.

    Returns
    -------
    str
        Markdown.
    """
    seeds = predictions.pivot_table(index="seed", columns="claim_id", values="value")
    same, tie = (seeds[f"rep.ranking.{kind}.k{size}.{reviewer}"] for kind in OUTCOMES[:2])
    left = 100 - same - tie
    name = claims[f"rep.ranking.reverse.k{size}.{reviewer}"].subject
    published = float(remaining_share(claims, reviewer, size))
    return (
        f"The published reversals of {name} at {size} reviews, {published:.2f} %, are exactly "
        f"what its published same and tied orders leave. The predictions leave {left.quantile(0.05):.2f} to "
        f"{left.quantile(0.95):.2f} % (nine tenths of the seeds), median {left.median():.2f} %."
    )


def close_answer(held: pd.DataFrame) -> str:
    """Say how well the outcomes of close pairs are predicted, the ties among them in particular.

    Parameters
    ----------
    held : pandas.DataFrame
        As from `held_out_table`, those of the close pairs.

    Returns
    -------
    str
        Markdown.
    """
    ties = held[held["claim_id"].str.contains(".tie.", regex=False)]
    higher, off = (ties["difference"] > 0).sum(), ties["difference"]
    return (
        f"Of the {len(held)} published ends of ranges for close pairs, {(held['verdict'] == AGREES).sum()} lie within "
        f"nine tenths of the predictions. For {higher} of the {len(ties)} ends about ties of close papers the median "
        f"prediction is higher than the published share (median minus published: {off.min():+.1f} to {off.max():+.1f} "
        f"percentage points), and {ties['below'].min():.0%} to {ties['below'].max():.0%} of the seeds predict less."
    )


def lost_shares(printed: pd.DataFrame, ranking: pd.DataFrame, close: pd.DataFrame) -> str:
    """Say how many cells of the two tables survive in print.

    Parameters
    ----------
    printed : pandas.DataFrame
        As from `printed_orders`.
    ranking, close : pandas.DataFrame
        As from `ranking_table` and `close_pairs_table`.

    Returns
    -------
    str
        Markdown.
    """
    kept, ends = (printed["reviewer"] != "").sum(), (printed["reviewer"] == "").sum()
    reviewers, cells, by_gap = close["reviewer"].nunique(), len(OUTCOMES) * len(ranking), len(OUTCOMES) * len(close)
    return (
        f"Of the {cells} shares in the ranking table above, {kept} are published in the text. Of the {by_gap} shares "
        f"by gap none is published by itself, only {ends} ends of ranges over the {reviewers} configurations. All "
        "other cells are ours alone: they show what the records give, with nothing to compare them with."
    )
