"""Sentences made from the numbers on rewriting and its validation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peerassay.language import ORIGINAL
from peerassay.language.integrity import KINDS
from peerassay.language.labels import measure_label, version_label
from peerassay.language.lexicon import stance_lexicon
from peerassay.records.problems import plural
from peerassay.rewrites.labels import pair_label
from peerassay.rewrites.published import PREFIX

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pandas as pd

    from peerassay.claims import Claims
    from peerassay.exhibits.recorder import Recorder
    from peerassay.language import FrequencyList

_DIGEST = 12
WHAT = {
    "number": "numbers",
    "citation": "citations",
    "equation": "formulas",
    "table": "table cells",
    "heading": "headings",
    "figure": "figures",
    "length": "lengths",
}


def compared_claims(page: Recorder, claim_ids: Iterable[str]) -> pd.DataFrame:
    """Return recorded claims as a table for people: quantity, published, ours, verdict, remark.

    Parameters
    ----------
    page
        The page of the notebook.
    claim_ids
        Claims that were recorded on it.
    """
    table = page.comparison(claim_ids)
    return table[["quantity", "published", "ours", "verdict", "remark"]]


def prompt_block(name: str, text: str) -> str:
    """Return a prompt as Markdown: its name, and what is sent, word for word."""
    return f"**`{name}`**\n\n~~~~text\n{text}\n~~~~"


def passage_words(passage: pd.DataFrame) -> str:
    """Say what the versions of a passage have more or less of than the original.

    Parameters
    ----------
    passage : pandas.DataFrame
        As from `peerassay.rewrites.passages.passage_table`.
    """
    parts = []
    rows = passage.to_dict("records")
    for row in rows:
        counts = [plural(_listed(row[f"{noun}s"]), noun) for noun in ("hedge", "booster")]
        parts.append(f"{version_label(row['version'])}: {' and '.join(counts)} in {row['words']} words")
    changed = [f"{version_label(row['version'])} ({row['differences']})" for row in rows if row["differences"]]
    end = f"A difference is listed for {', '.join(changed)}." if changed else "No version differs in what is compared."
    return f"{'; '.join(parts)}. {end}"


def _listed(cell: str) -> int:
    return len(cell.split(", ")) if cell else 0


def tools(embeddings: str, basic: FrequencyList) -> str:
    """Say what the measures rest on: lists with size and digest, and the embeddings.

    Parameters
    ----------
    embeddings : str
        Name of the embeddings of passages.
    basic : FrequencyList
        The words that are not advanced.
    """
    lexicon = stance_lexicon()
    return (
        f"Basic words: the {basic.size:,} most frequent of {basic.name} (SHA-256 {basic.digest[:_DIGEST]}…). "
        f"Lexicon: {lexicon.count('hedge')} hedges, {lexicon.count('booster')} boosters (SHA-256 "
        f"{lexicon.digest[:_DIGEST]}…). Passages: {embeddings}."
    )


def without_zeros(table: pd.DataFrame, *names: str) -> list[str]:
    """Return the columns of a table without those among `names` that hold nothing but zeros."""
    return [str(name) for name in table if name not in names or bool(table[name].any())]


def level_words(embeddings: str) -> str:
    """Say which levels of Table 2 can be compared with ours and which cannot.

    Parameters
    ----------
    embeddings : str
        Name of the embeddings of passages.
    """
    passages = (
        "our passages are TF-IDF vectors, which see other words where the paper's dense model sees the same meaning, "
        "and so give far lower values"
        if embeddings == "TF-IDF"
        else f"our passages are embedded with {embeddings}"
    )
    return (
        "Compare versions within a column, not columns with each other: Advanced Guiraud grows with the length of a "
        f"text, lists of terms and of basic words differ, and {passages}. What the paper fits its TF-IDF weights to, "
        "and whether tables, formulas and references count as text, is not said; if they do, most of a paper is the "
        "same in all versions by construction."
    )


def strength_words(beside: pd.DataFrame) -> str:
    """Say how far the confidence rewrites went, here and in the study.

    Parameters
    ----------
    beside : pandas.DataFrame
        As from `peerassay.rewrites.published.beside_table_2`.
    """
    wanted = {("boosters", "high"), ("hedges", "low")}
    said = [
        f"{version_label(row['version'])} rewrites here have {row['ours']:.1f} {row['measure']} per 1,000 words, those "
        f"of the study {row['published']}"
        for row in beside.to_dict("records")
        if (row["measure"], row["version"]) in wanted
    ]
    return f"{'. '.join(said)}." if said else ""


def shown_directions(table: pd.DataFrame) -> pd.DataFrame:
    """Add to a table of directions what the page shows in words: the pair of versions, and the counts in one cell.

    Parameters
    ----------
    table : pandas.DataFrame
        With `first`, `second`, `above`, `equal` and `below`.
    """
    rows = table.to_dict("records")
    pairs = [pair_label(row["first"], row["second"]) for row in rows]
    outcomes = [f"{row['above']}, {row['equal']}, {row['below']}" for row in rows]
    return table.assign(pair=pairs, outcome=outcomes)


def direction_words(moved: pd.DataFrame) -> str:
    """Say how many of the intended directions hold in print and in the manuscripts.

    Parameters
    ----------
    moved : pandas.DataFrame
        As from `peerassay.rewrites.published.compare_directions`.
    """
    if moved.empty:
        return "*No manuscript has both versions of any direction.*"
    printed = moved[moved["printed_gap"].notna()]
    held = int((printed["holds"] == "yes").sum())
    units, above = int(moved["n"].sum()), int(moved["above"].sum())
    odd = [
        f"{measure_label(row['measure'])} (not {pair_label(row['first'], row['second'])} in "
        f"{row['n'] - row['above']} of {row['n']})"
        for row in moved.to_dict("records")
        if row["above"] < row["n"]
    ]
    end = f"Where they do not: {'; '.join(odd)}." if odd else "There is no exception."
    return (
        f"In print, {held} of {len(printed)} directions hold whatever was rounded away. In the manuscripts, {above} of "
        f"{units} comparisons go the intended way. {end}"
    )


def choice_words(choices: pd.DataFrame) -> str:
    """Say how far a measure depends on its rule or list, beside the difference between the rewrites.

    Parameters
    ----------
    choices : pandas.DataFrame
        As from `peerassay.rewrites.validation.rule_choices`.
    """
    if choices.empty:
        return "*No manuscript has both a native and a non-native rewrite.*"
    parts = []
    for measure, rows in choices.groupby("measure", sort=False):
        level = f"{rows['native'].min():.1f} to {rows['native'].max():.1f}"
        gap = f"{rows['difference'].min():+.1f} to {rows['difference'].max():+.1f}"
        parts.append(f"{measure_label(str(measure))} of the native rewrites is {level}, and the difference {gap}")
    signs = {bool(value > 0) for value in choices["difference"]}
    end = "the same under every choice" if len(signs) == 1 else "not the same under every choice"
    return f"Over these choices {'; '.join(parts)}. The sign of the difference is {end}."


def integrity_words(counts: pd.DataFrame, tolerance: float) -> str:
    """Say how many differences there are in the content of the rewrites.

    Parameters
    ----------
    counts : pandas.DataFrame
        As from `peerassay.rewrites.validation.integrity_counts`.
    tolerance : float
        Relative change of length that is not listed.
    """
    total = {kind: int(counts[kind].sum()) for kind in KINDS}
    found = [f"{number} in {WHAT[kind]}" for kind, number in total.items() if number]
    rewrites, unchanged = int(counts["rewrites"].sum()), int(counts["unchanged"].sum())
    listed = ", ".join(found) if found else "none"
    return (
        f"{unchanged} of {plural(rewrites, 'rewrite')} differ in nothing that is compared. Differences: {listed}. "
        f"A length is listed if it changes by more than {tolerance:.0%}."
    )


def passage_direction_words(agreement: pd.DataFrame) -> str:
    """Say in how many of the paper's passages the directions of Table 2 hold, and where they do not.

    Parameters
    ----------
    agreement : pandas.DataFrame
        As from `peerassay.rewrites.published.passage_directions`.
    """
    rows = agreement[agreement["measure"] != "mtld_below"]
    total, above = int(rows[["above", "equal", "below"]].to_numpy().sum()), int(rows["above"].sum())
    odd = [
        f"{measure_label(row['measure'])} in {passage} ({'equal' if row[passage] == 0 else 'reversed'})"
        for row in rows.to_dict("records")
        for passage in (name for name in row if str(name).startswith("Table "))
        if not row[passage] > 0
    ]
    end = f" The exceptions: {'; '.join(odd)}." if odd else ""
    return (
        f"On the paper's passages {above} of {total} comparisons go the way of Table 2.{end} With so few words this "
        "says little: it is reported, and nothing rests on it."
    )


def side_effects(claims: Claims) -> str:
    """Say which measures of Table 2 move though the rewriting does not aim at them.

    Parameters
    ----------
    claims : Claims
        The registry.
    """

    def cell(version: str, measure: str) -> str:
        return claims[f"{PREFIX}.{version}.{measure}"].printed

    hedges = f"{cell('native', 'hedges')} hedges per 1,000 words in native rewrites, {cell(ORIGINAL, 'hedges')} before"
    words = f"an MTLD of {cell('low', 'mtld')} in low-confidence rewrites, {cell(ORIGINAL, 'mtld')} in originals"
    return (
        f"The two dimensions are not wholly apart in the printed means: {hedges}, and {words}. Nor are the two "
        f"directions of confidence steps of the same size: from {cell(ORIGINAL, 'hedges')} hedges in the originals "
        f"down to {cell('high', 'hedges')} and up to {cell('low', 'hedges')}. So a preference for the high-confidence "
        "version may as well be a dislike of the low-confidence one."
    )
