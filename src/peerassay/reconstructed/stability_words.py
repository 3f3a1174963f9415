"""Sentences about repeated scores and their validity, made from the tables of the exhibits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peerassay.reconstructed.published import percent

if TYPE_CHECKING:
    import pandas as pd

    from peerassay.exhibits.recorder import Recorder

one_decimal = percent(1)


def ours_alone(own: bool) -> str:
    """Return what is added to the caption of an exhibit of which the paper's text keeps no number.

    Parameters
    ----------
    own : bool
        Whether the exhibit shows a reader's own records, on which there is nothing to be added.

    Returns
    -------
    str
        With a leading space, or empty.
    """
    return "" if own else " Ours alone: no number of it survives."


def steadiest_answer(table: pd.DataFrame, levels: pd.DataFrame) -> str:
    """Say how often the reviewer with the smallest within-paper SD gives its most frequent score.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `peerassay.repeatability.repeatability_table`.
    levels : pandas.DataFrame
        As from `peerassay.repeatability.distributions`.

    Returns
    -------
    str
        Reviewers that are equally steady are all named.
    """
    if table["sd"].isna().all():
        return "How steady the reviewers are cannot be computed here."
    steady = table[table["sd"] == table["sd"].min()]
    tops = levels.loc[levels.groupby("reviewer", sort=False)["count"].idxmax()].set_index("reviewer")
    parts = [
        f"{name} (SD {sd:.2f} points) gives {one_decimal(tops.loc[name, 'share'])} of its reviews the score "
        f"{tops.loc[name, 'score']:g}"
        for name, sd in zip(steady["reviewer"], steady["sd"], strict=True)
    ]
    return f"The smallest within-paper SD: {'; '.join(parts)}."


def stability_answer(table: pd.DataFrame) -> str:
    """Say how often two reviews of a paper agree and how far scores lie apart, by reviewer.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `peerassay.repeatability.repeatability_table`.

    Returns
    -------
    str
        Markdown; a reviewer whose scores cannot be compared is named with the reason.
    """
    parts = []
    for row in table.to_dict("records"):
        if row["agreement"] == row["agreement"]:
            share = one_decimal(row["agreement"])
            parts.append(f"**{row['reviewer']}** gives the same score in {share} of pairs (SD {row['sd']:.2f} points)")
        else:
            parts.append(f"for **{row['reviewer']}** it is undefined: {row['reason']}")
    return f"Two reviews of the same paper: {'; '.join(parts)}."


def distribution_answer(table: pd.DataFrame) -> str:
    """Say each reviewer's most frequent score.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `peerassay.repeatability.distributions`.

    Returns
    -------
    str
    """
    parts = []
    for name, rows in table.groupby("reviewer", sort=False):
        mode = int(rows["count"].argmax())
        score, share = rows["score"].iloc[mode], float(rows["share"].iloc[mode])
        parts.append(f"{name} {score:g} ({one_decimal(share)})")
    return f"The most frequent score, with its share: {'; '.join(parts)}."


def two_point_answer(table: pd.DataFrame) -> str:
    """Say for how many papers the two-point identity holds.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `peerassay.repeatability.two_point_table`.

    Returns
    -------
    str
    """
    adjacent, holds, others = (int(table[name].sum()) for name in ("adjacent", "holds", "others"))
    return (
        f"Of {adjacent + others:,} sets of scores, {adjacent:,} lie on at most two adjacent levels; in {holds:,} of "
        "these the share of unequal pairs is exactly twice the variance."
    )


def drift_answer(page: Recorder, table: pd.DataFrame) -> str:
    """Say how many intervals of the change between halves include zero, and what is published.

    Parameters
    ----------
    page : Recorder
        The page; if its parameters are unchanged, the claim has been recorded on it.
    table : pandas.DataFrame
        As from `peerassay.repeatability.drift_overview`.

    Returns
    -------
    str
    """
    overall = table[table["subset"] == "all"].dropna(subset="low")
    included = int(((overall["low"] <= 0) & (overall["high"] >= 0)).sum())
    said = f"{included} of {len(overall)} intervals over all papers include zero."
    if page.changed:
        return said
    row = page.comparison(["rep.batch_drift.n_ci_including_zero"]).iloc[0]
    return f"{said} Published: {row['published']}; {row['verdict']} ({row['remark']})."


def yardstick_answer(human: pd.DataFrame, table: pd.DataFrame) -> str:
    """Say how the spread of human ratings compares with that of the reviewers.

    Parameters
    ----------
    human, table : pandas.DataFrame
        One row per reviewer: `reviewer`, `variance`, `relative_sd` (within-paper SD over the width of the score range)
        and `agreement`; `human` has a single row.

    Returns
    -------
    str
    """
    people = human.iloc[0]
    others = "; ".join(
        f"{row['reviewer']} {one_decimal(row['relative_sd'])}"
        for row in table.to_dict("records")
        if row["relative_sd"] == row["relative_sd"]
    )
    return (
        f"Ratings of the same submission by different people have a mean variance of **{people['variance']:.4f}**, an "
        f"SD of {one_decimal(people['relative_sd'])} of their scale, and are equal in "
        f"{one_decimal(people['agreement'])} of pairs. The SD of the reviewers above, as a share of theirs: "
        f"{others or 'undefined'}."
    )


def yardstick_ratio(human: pd.DataFrame, table: pd.DataFrame) -> str:
    """Say how many times the reviewers' relative SD that of the human ratings is.

    Parameters
    ----------
    human, table : pandas.DataFrame
        As in `yardstick_answer`.

    Returns
    -------
    str
        Reviewers without any spread, or whose spread is undefined, are left out.
    """
    known = table[table["relative_sd"] > 0]
    if known.empty:
        return "No reviewer has a spread that could be compared with that of people."
    ratios = human["relative_sd"].iloc[0] / known["relative_sd"]
    low, high = f"{ratios.min():.1f}", f"{ratios.max():.1f}"
    return (
        "As a share of the scale, the SD of people who rate the same submission is "
        f"{low if low == high else f'{low} to {high}'} times that of {', '.join(known['reviewer'])}."
    )


def validity_answer(table: pd.DataFrame) -> str:
    """Say how closely each reviewer's means follow human scores and acceptance, over all papers.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `peerassay.repeatability.validity_overview`.

    Returns
    -------
    str
        Statistics that are undefined are left out.
    """
    found = table[table["subset"] == "all"].pivot_table(
        index="reviewer", columns="statistic", values="value", sort=False, dropna=False
    )
    names = {"spearman": "rank correlation with the human means", "auc": "AUC for acceptance", "mae": "mean error"}
    parts = []
    for reviewer, row in found.iterrows():
        known = [f"{words} {row[name]:.2f}" for name, words in names.items() if name in row and row[name] == row[name]]
        parts.append(f"**{reviewer}**: {', '.join(known) or 'nothing can be computed'}")
    return f"Over all papers, {'; '.join(parts)}."


def held_out_answer(table: pd.DataFrame) -> str:
    """Say how many held-out numbers lie where the seeds predict them, and name the others.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `peerassay.reconstructed.published.predicted_rows`.

    Returns
    -------
    str
    """
    outside = table[table["verdict"] != "predicted-agrees"]
    said = f"{len(table) - len(outside)} of {len(table)} published values lie where nine tenths of the seeds put them."
    if outside.empty:
        return said
    parts = [
        f"{row['label']} is published as {row['published']} and predicted as {row['low']:.3f} to {row['high']:.3f}"
        for row in outside.to_dict("records")
    ]
    return f"{said} The others: {'; '.join(parts)}."
