"""Whether the rewrites became what they were meant to be, and stayed what they were."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING

import pandas as pd

from peerassay.language import (
    MEASURES,
    ORIGINAL,
    advanced_guiraud,
    compare,
    frequency_list,
    measure_versions,
    mtld,
    prose,
    words,
)
from peerassay.language.integrity import KINDS, LENGTH_TOLERANCE
from peerassay.style import sign_test

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from peerassay.language import Embedder, FrequencyList
    from peerassay.language.measure import Measure
    from peerassay.rewrites.folder import Rewrites


@dataclass(frozen=True)
class Target:
    """A direction that the rewriting aims at: the measure is higher in the first version than in the second."""

    measure: str
    first: str
    second: str


TARGETS = (
    Target("mtld", "native", "nonnative"),
    Target("mtld_below", "native", "nonnative"),
    Target("ag", "native", "nonnative"),
    Target("gf", "native", "nonnative"),
    Target("boosters", "high", "low"),
    Target("hedges", "low", "high"),
)
"""Style over Substance, section 2.2."""


def measure_all(
    rewrites: Rewrites, embeddings: Embedder | None = None, basic: FrequencyList | None = None
) -> pd.DataFrame:
    """Measure every version of every manuscript.

    Parameters
    ----------
    rewrites : Rewrites
        The manuscripts.
    embeddings : Embedder, optional
        For the passages; by default TF-IDF.
    basic : FrequencyList, optional
        The words that are not advanced; by default the 2,000 most frequent.

    Returns
    -------
    pandas.DataFrame
        One row per manuscript, version and measure: `manuscript`, `version`, `measure`, `value`, `reason`, `words`.
    """
    frames = []
    for manuscript, versions in rewrites.texts.items():
        frame = measure_versions(versions, embeddings, basic)
        frame.insert(0, "manuscript", manuscript)
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def averages(table: pd.DataFrame) -> pd.DataFrame:
    """Average each measure over the manuscripts.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `measure_all`.

    Returns
    -------
    pandas.DataFrame
        `measure`, `version`, `ours` (mean of the defined values), `lowest`, `highest`, `n` (defined values) and
        `undefined`, in the order of `MEASURES` and of the versions.

    Notes
    -----
    The paper does not say whether it averages over papers or pools their texts; the mean over papers is assumed.
    """
    grouped = table.groupby(["measure", "version"], sort=False)["value"]
    found = grouped.agg(ours="mean", lowest="min", highest="max", n="count", size="size").reset_index()
    order = {name: place for place, name in enumerate(MEASURES)}
    found = found.sort_values("measure", key=lambda names: names.map(order), kind="stable", ignore_index=True)
    return found.assign(undefined=found["size"] - found["n"]).drop(columns="size")


def directions(table: pd.DataFrame) -> pd.DataFrame:
    """Count in how many manuscripts each measure moves as intended.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `measure_all`; `manuscript` may be any unit that has several versions.

    Returns
    -------
    pandas.DataFrame
        One row per target for which both versions are there: `measure`, `first`, `second`, `n` (manuscripts in which
        both are defined), `above`, `equal`, `below` (how the first stands to the second), `difference` (mean) and `p`.

    Notes
    -----
    The exact two-sided sign test on the manuscripts that are not equal. With few manuscripts it cannot become small:
    six of six give 0.031.
    """
    wide = table.pivot_table(index="manuscript", columns=["measure", "version"], values="value", dropna=False)
    rows = [_direction(target, wide) for target in TARGETS if _has(wide, target)]
    names = ["measure", "first", "second", "n", "above", "equal", "below", "difference", "p"]
    return pd.DataFrame(rows, columns=names)


def _has(wide: pd.DataFrame, target: Target) -> bool:
    return all((target.measure, version) in wide.columns for version in (target.first, target.second))


def _direction(target: Target, wide: pd.DataFrame) -> tuple[str | int | float, ...]:
    gap = (wide[(target.measure, target.first)] - wide[(target.measure, target.second)]).dropna()
    above, below = int((gap > 0).sum()), int((gap < 0).sum())
    counts = (len(gap), above, len(gap) - above - below, below)
    return (target.measure, target.first, target.second, *counts, float(gap.mean()), sign_test(above, below))


def rule_choices(rewrites: Rewrites) -> pd.DataFrame:
    """Compare native with non-native rewrites under choices that the definitions of the measures leave open.

    Parameters
    ----------
    rewrites : Rewrites
        The manuscripts; those that lack one of the two versions are left out.

    Returns
    -------
    pandas.DataFrame
        One row per choice: `measure`, `choice`, `native`, `nonnative`, `difference` (means), `above` and `n`.
    """
    pairs = [(texts["native"], texts["nonnative"]) for texts in rewrites.texts.values() if _proficient(texts)]
    tokens = [(words(prose(first)), words(prose(second))) for first, second in pairs]
    rows = []
    for (measure, choice), function in _CHOICES.items():
        found = pd.DataFrame([(function(first).value, function(second).value) for first, second in tokens])
        if len(found):
            gap = found[0] - found[1]
            rows.append((measure, choice, *found.mean(), gap.mean(), int((gap > 0).sum()), int(gap.count())))
    return pd.DataFrame(rows, columns=["measure", "choice", "native", "nonnative", "difference", "above", "n"])


def _proficient(texts: Mapping[str, str]) -> bool:
    return "native" in texts and "nonnative" in texts


def _guiraud(size: int) -> Callable[[list[str]], Measure]:
    return lambda tokens: advanced_guiraud(tokens, frequency_list(size))


def _diversity(rule: str, threshold: float) -> Callable[[list[str]], Measure]:
    return lambda tokens: mtld(tokens, rule, threshold)


_CHOICES: dict[tuple[str, str], Callable[[list[str]], Measure]] = {
    ("mtld", "ratio at most 0.72"): _diversity("at most", 0.72),
    ("mtld", "ratio below 0.72, 10 words or more"): _diversity("below, 10 words", 0.72),
    ("mtld", "ratio at most 0.66"): _diversity("at most", 0.66),
    ("mtld", "ratio at most 0.75"): _diversity("at most", 0.75),
    ("ag", "1,000 basic words"): _guiraud(1000),
    ("ag", "2,000 basic words"): _guiraud(2000),
    ("ag", "5,000 basic words"): _guiraud(5000),
}


def integrity(rewrites: Rewrites, length_tolerance: float = LENGTH_TOLERANCE) -> pd.DataFrame:
    """List every difference between each rewrite and its original.

    Parameters
    ----------
    rewrites : Rewrites
        The manuscripts.
    length_tolerance : float
        Largest relative change of the number of words that is not listed.

    Returns
    -------
    pandas.DataFrame
        One row per difference: `manuscript`, `version`, `kind`, `where`, `original`, `rewrite`.
    """
    rows = [
        (manuscript, version, item.kind, item.where, item.original, item.rewrite)
        for manuscript, texts in rewrites.texts.items()
        for version, text in texts.items()
        if version != ORIGINAL
        for item in compare(texts[ORIGINAL], text, length_tolerance=length_tolerance)
    ]
    return pd.DataFrame(rows, columns=["manuscript", "version", "kind", "where", "original", "rewrite"])


def integrity_counts(listing: pd.DataFrame, rewrites: Rewrites) -> pd.DataFrame:
    """Count the differences by version and kind, and the rewrites that have none.

    Parameters
    ----------
    listing : pandas.DataFrame
        As from `integrity`.
    rewrites : Rewrites
        The manuscripts.

    Returns
    -------
    pandas.DataFrame
        One row per version other than the original: `version`, a count for each kind, `rewrites` and `unchanged` (the
        rewrites without any difference).
    """
    rows = []
    for version in (name for name in rewrites.versions if name != ORIGINAL):
        own = listing[listing["version"] == version]
        held = [name for name, texts in rewrites.texts.items() if version in texts]
        counts = [int((own["kind"] == kind).sum()) for kind in KINDS]
        rows.append((version, *counts, len(held), len(set(held) - set(own["manuscript"]))))
    return pd.DataFrame(rows, columns=["version", *KINDS, "rewrites", "unchanged"])


def undefined_notes(table: pd.DataFrame) -> list[str]:
    """Say which values are undefined and why, one line per reason.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `measure_all`.

    Returns
    -------
    list of str
        Empty if everything is defined.
    """
    lost = table[[isnan(value) for value in table["value"]]]
    lines = []
    for (measure, reason), rows in lost.groupby(["measure", "reason"], sort=False):
        places = ", ".join(f"{row.manuscript}/{row.version}" for row in rows.itertuples())
        lines.append(f"{MEASURES[str(measure)].label} is undefined for {places}: {reason}")
    return lines
