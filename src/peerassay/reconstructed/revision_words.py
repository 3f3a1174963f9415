"""Sentences about revised manuscripts, made from the tables of the exhibits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from peerassay.reconstructed.published import percent

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

    from peerassay.crossover import Crossover

whole_percent, one_decimal = percent(0), percent(1)


def design_words(crossover: Crossover) -> str:
    """Say which versions there are and who scored them.

    Parameters
    ----------
    crossover : Crossover
        Scores by version and Scorer.

    Returns
    -------
    str
        Markdown.
    """
    if not crossover.versions:
        return (
            "*No version but the original has scores, so there is no gain to speak of. A revised manuscript needs a "
            "`version` of its own, such as `WRITER/SELECTOR`, and the same reviewer's scores of the `original`.*"
        )
    parts = [f"`{version}` by {' and '.join(crossover.scorers_of(version))}" for version in crossover.versions]
    return f"{len(crossover.papers)} papers. Revised versions (Writer/Selector) and their Scorers: {'; '.join(parts)}."


def gap_words(gaps: pd.DataFrame, gains: pd.DataFrame) -> list[str]:
    """Say for each version whether its two Scorers see it move in opposite directions.

    Parameters
    ----------
    gaps, gains : pandas.DataFrame
        As from `peerassay.crossover.gaps_table` and `gains_table`.

    Returns
    -------
    list of str
        Markdown, one sentence for each version and two Scorers.
    """
    overall = gains[gains["subset"] == "all"]
    keys = zip(overall["version"], overall["scorer"], strict=True)
    means = dict(zip(keys, overall["gain"], strict=True))
    rows = gaps[(gaps["subset"] == "all") & gaps["gap"].notna()].to_dict("records")
    return [_gap(row, means[row["version"], row["first"]], means[row["version"], row["second"]]) for row in rows]


def _gap(row: Mapping[Any, Any], first: float, second: float) -> str:
    signs = "in **opposite directions**" if first * second < 0 else "not in opposite directions"
    interval = f" [{row['low']:+.3f}, {row['high']:+.3f}]" if np.isfinite(row["low"]) else ""
    return (
        f"`{row['version']}`: {row['first']} gives {first:+.3f}, {row['second']} {second:+.3f}: {signs} on average. "
        f"The gap is {row['gap']:+.3f}{interval} points."
    )


def noise_words(noise: pd.DataFrame) -> list[str]:
    """Say where subtracting scoring noise leaves no correlation, or resamples were invalid or beyond the range of one.

    Parameters
    ----------
    noise : pandas.DataFrame
        As from `peerassay.crossover.noise_table`.

    Returns
    -------
    list of str
        Markdown, one sentence for each such row.
    """
    return [said for row in noise.to_dict("records") if (said := _noise(row))]


def _noise(row: Mapping[Any, Any]) -> str:
    what = "Original mean scores" if row["version"] == "original" else f"Gains of `{row['version']}`"
    why = f"no adjusted correlation, because {row['reason']}" if row["adjusted"] != row["adjusted"] else ""
    odd = [
        f"{row[name]:,} {words}"
        for name, words in (("invalid", "left no spread beyond the noise"), ("beyond", "went beyond 1"))
        if row[name]
    ]
    counted = f"of {row['resamples']:,} resamples, {' and '.join(odd)}" if odd else ""
    return f"{what}: {'; '.join(filter(None, [why, counted]))}." if why or counted else ""


def reliability_words(noise: pd.DataFrame) -> list[str]:
    """Say how much of the spread over papers the published pairs of correlations leave after noise.

    Parameters
    ----------
    noise : pandas.DataFrame
        As from `peerassay.reconstructed.revision_tables.noise_frame`.

    Returns
    -------
    list of str
        Markdown, one sentence; none where nothing is compared.
    """
    if "published_reliability" not in noise:
        return []
    parts = [
        f"{whole_percent(row['published_reliability'])} for "
        + ("original mean scores" if row["version"] == "original" else f"gains of `{row['version']}`")
        for row in noise.dropna(subset="published_reliability").to_dict("records")
    ]
    return [
        "The quotient of a published pair, observed over adjusted, is the geometric mean of the two Scorers' "
        f"reliabilities, whatever the covariance: {', '.join(parts)}. The rest of the spread is scoring noise."
    ]


def edit_words(table: pd.DataFrame) -> list[str]:
    """Say for each Writer how much two Selectors have in common.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `peerassay.crossover.acceptance_table`.

    Returns
    -------
    list of str
        Markdown, one sentence per row.
    """
    return [
        f"Of {row['candidates']:,} edits by {row['writer']}, {row['first']} and {row['second']} both take "
        f"{row['accepted_both']:,} ({one_decimal(row['accepted_both'] / row['candidates'])}), decide differently on "
        f"{row['differing']:,} and both reject {row['neither']:,}."
        for row in table[table["candidates"] > 0].to_dict("records")
    ]


def held_out_words(rows: pd.DataFrame) -> str:
    """Say how many held-out numbers lie where the reconstructions predict them, and which do not.

    Parameters
    ----------
    rows : pandas.DataFrame
        `label`, `published`, `low`, `high`, `verdict`, as from `peerassay.reconstructed.published.predicted_rows`.

    Returns
    -------
    str
        Markdown.
    """
    outside = rows[rows["verdict"] != "predicted-agrees"]
    named = "; ".join(
        f"{row['label']}: published {row['published']}, predicted {row['low']:.3g} to {row['high']:.3g}"
        for row in outside.to_dict("records")
    )
    inside = len(rows) - len(outside)
    return f"**{inside} of {len(rows)}** lie inside the bands." + (f" Outside: {named}." if named else "")


def sign_words(rows: pd.DataFrame) -> str:
    """Say for held-out mean gains of which only the sign is printed whether the reconstructions have that sign.

    Parameters
    ----------
    rows : pandas.DataFrame
        As for `held_out_words`.

    Returns
    -------
    str
        Markdown; empty without rows.
    """
    if rows.empty:
        return ""
    parts = [
        f"{row['label']} {row['published']} (nine tenths of the seeds: {row['low']:+.2f} to {row['high']:+.2f})"
        for row in rows.to_dict("records")
    ]
    return f"Of some mean gains only the sign is published; it was held out, but is close to given: {'; '.join(parts)}."
