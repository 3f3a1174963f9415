"""Sentences about budgets from a reader's own scores: which number to take, and what makes it large."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from peerassay.records.problems import plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

CERTIFIED = {"KL": "KL bound", "product": "product bound", "mixture": "mixture bound"}
"""The methods with a guarantee, by column."""
NAMED = 5
"""Papers that a sentence names at most; the rest is counted."""


def say_answer(budgets: pd.DataFrame, pilots: pd.DataFrame, free: int) -> str:
    """Give each reviewer's number of new reviews: by the product bound, or without a pilot where that is no more.

    Parameters
    ----------
    budgets : pandas.DataFrame
        As from `score_budgets_table`; the last guarantee is taken.
    pilots : pandas.DataFrame
        As from `score_pilots_table`.
    free : int
        Reviews that suffice without any pilot.

    Returns
    -------
    str
        A list of numbers for the middle of a sentence, one for each reviewer.
    """
    last = budgets[budgets["guarantee"] == budgets["guarantee"].iloc[-1]] if len(budgets) else budgets
    answers = [_answer(row) for row in last.to_dict("records")]
    undefined = pilots.loc[pilots["reason"] != ""]
    answers += [f"**{free:,}** for {row.model} (without a pilot: {row.reason})" for row in undefined.itertuples()]
    return "; ".join(answers)


def _answer(row: dict[Any, Any]) -> str:
    beside = f"KL bound {row['KL']:,}, planning {row['planning']:,}"
    if row["product"] < row["free"]:
        return f"**{row['product']:,}** for {row['model']} (product bound; {beside})"
    beside = f"product bound {row['product']:,}, {beside}"
    return f"**{row['free']:,}** for {row['model']} (without a pilot, as this one is too small to need fewer; {beside})"


def say_help(budgets: pd.DataFrame) -> list[str]:
    """Say where a pilot helps, that is, where a certified budget is below the number that needs no pilot.

    Parameters
    ----------
    budgets : pandas.DataFrame
        As from `score_budgets_table`.

    Returns
    -------
    list of str
        One sentence for each row with a certified budget that does not help; a single one if all of them help.
    """
    said = [line for row in budgets.to_dict("records") if (line := _help(row))]
    if len(budgets) and not said:
        return [f"Every certified budget here is below the {budgets['free'].max():,} reviews that need no pilot."]
    return said


def _help(row: dict[Any, Any]) -> str:
    idle = [name for name in CERTIFIED if row[name] >= row["free"]]
    numbers = _listed([f"{row[name]:,} ({CERTIFIED[name]})" for name in idle])
    who = f"{row['model']} ({row['guarantee']})"
    if len(idle) == len(CERTIFIED):
        return (
            f"**{who}: the pilot is too small to help.** Its certified budgets are {numbers}, while {row['free']:,} "
            f"reviews suffice without any pilot: {row['free']:,} is the answer."
        )
    return f"{who}: {numbers} is no help, as {row['free']:,} reviews suffice without any pilot." if idle else ""


def say_fewest(fewest: pd.DataFrame, budgets: pd.DataFrame, without: pd.DataFrame) -> list[str]:
    """Say which papers have so few scores that fewer pairs of all others count, and what they cost.

    Parameters
    ----------
    fewest : pandas.DataFrame
        As from `fewest_scores_table`.
    budgets, without : pandas.DataFrame
        As from `score_budgets_table`, with these papers and without them.

    Returns
    -------
    list of str
        One sentence or two for each reviewer with such papers.
    """
    return [_fewest(row, budgets, without) for row in fewest.to_dict("records")]


def _fewest(row: dict[Any, Any], budgets: pd.DataFrame, without: pd.DataFrame) -> str:
    single = len(row["papers"]) == 1
    old, new = (table[table["model"] == row["model"]].to_dict("records") for table in (budgets, without))
    costs = [f"{a['guarantee']}: {_change(a, b)}" for a, b in zip(old, new, strict=True)]
    least, most = row["fewest"], row["most"]
    idle = all(b[name] >= b["free"] for b in new for name in CERTIFIED)
    return (
        f"**{row['model']}: {_named(row['papers'])} {'has' if single else 'have'} only "
        f"{plural(least, 'score') if least == most else f'{least} to {most} scores'}**, so that no more than "
        f"{plural(row['pairs'], 'pair')} of each paper can count, in all papers. Without {'it' if single else 'them'}, "
        f"{plural(row['pairs_without'], 'pair')} of each of the other {row['kept']} would count, and the certified "
        f"budgets would be, for {'; for '.join(costs)}"
        + (f"; still no less than the {new[0]['free']:,} without a pilot." if idle else ".")
    )


def _change(old: dict[Any, Any], new: dict[Any, Any]) -> str:
    return _listed([f"{new[key]:,} instead of {old[key]:,} ({name})" for key, name in CERTIFIED.items()])


def _named(papers: Sequence[str]) -> str:
    more = len(papers) - NAMED
    listed = [*papers[:NAMED], plural(more, "other paper")] if more > 0 else papers
    return f"paper{'' if len(papers) == 1 else 's'} {_listed(listed)}"


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
