"""Handing the pairs to a judge under neutral names, and analysing what the judge gives back."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pandas as pd

from peerassay.epistemics.effects import paired_comparison
from peerassay.epistemics.pilot import label_contrast, shares_at_a_glance
from peerassay.epistemics.probes.pairs import SIDES

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from peerassay.epistemics.probes.pairs import Probe
    from peerassay.epistemics.results import Comparison

KEY_FILE: Final = "probe_key.csv"
"""What the key is called beside a table of ratings."""


def blinded(probes: Sequence[Probe], rng: np.random.Generator) -> pd.DataFrame:
    """Give the reviews to a judge in random order and under names that do not tell A from B.

    Parameters
    ----------
    probes
        The pairs.
    rng
        Source of the order.

    Returns
    -------
    pandas.DataFrame
        ``review_id`` (``probe-001`` ...), ``text``, and the key that stays with the experimenter: ``probe``, ``side``.
    """
    rows = [(probe.id, side, probe.review(side)) for probe in probes for side in SIDES]
    order = rng.permutation(len(rows))
    names = [f"probe-{number:03d}" for number in range(1, len(rows) + 1)]
    shuffled = [rows[place] for place in order]
    table = pd.DataFrame(shuffled, columns=["probe", "side", "text"])
    table.insert(0, "review_id", names)
    return table[["review_id", "text", "probe", "side"]]


def find_key(records: str, probes: Sequence[Probe], rng: np.random.Generator) -> pd.DataFrame:
    """Find out which rated review is which side of which pair.

    Parameters
    ----------
    records
        The ratings: a folder or a file. If `probe_key.csv` lies there (as `peerassay collect` writes it), it is read.
    probes
        The pairs.
    rng
        Source of the order of `blinded`, whose names count if there is no such file.

    Returns
    -------
    pandas.DataFrame
        At least ``review_id``, ``probe``, ``side``.

    Raises
    ------
    ValueError
        If the file lacks a column, or names a pair or a side that there is not; the message has file and row.
    """
    place = Path(records).expanduser()
    file = (place if place.is_dir() else place.parent) / KEY_FILE
    if not records or not file.is_file():
        return blinded(probes, rng)
    key = pd.read_csv(file, dtype=str, keep_default_na=False)
    missing = [name for name in ("review_id", "probe", "side") if name not in key]
    if missing:
        raise ValueError(f"{KEY_FILE}: no column {', '.join(missing)}; expected review_id, probe and side")
    known = {"probe": [probe.id for probe in probes], "side": list(SIDES)}
    for name, values in known.items():
        wrong = key.index[~key[name].isin(values)]
        if len(wrong):
            found, expected = key.loc[wrong[0], name], ", ".join(values)
            raise ValueError(f"{KEY_FILE}, row {wrong[0] + 2}, column {name}: {found!r}; expected one of {expected}")
    return key


@dataclass(frozen=True)
class ProbeResult:
    """What a judge made of the pairs.

    Attributes
    ----------
    pairs : pandas.DataFrame
        One row per pair that is rated on both sides: ``probe``, ``kind``, ``rqs_a``, ``rqs_b``, ``difference``,
        ``label_a``, ``label_b``.
    comparison : Comparison
        Sign test and d_z of the scores, A minus B.
    shares : pandas.DataFrame
        Pairs that A wins, and reviews labelled System 2 on each side, with exact intervals.
    label_p : float
        Exact McNemar test of the label System 2.
    left_out : tuple of str
        Pairs without a rating on one side, or without a score.
    """

    pairs: pd.DataFrame
    comparison: Comparison
    shares: pd.DataFrame
    label_p: float
    left_out: tuple[str, ...]

    @property
    def words(self) -> str:
        """The result in a sentence or two, as Markdown."""
        effect, counts = self.comparison.effect, self.comparison.effect.details
        size = (
            f"$d_z$ = {effect.value:.2f} ({effect.low:.2f} to {effect.high:.2f})"
            if not effect.reason
            else effect.reason
        )
        left = f" Left out: {', '.join(self.left_out)}." if self.left_out else ""
        return (
            f"A scores higher in {counts['wins']:.0f} of {len(self.pairs)} pairs, B in {counts['losses']:.0f}, and "
            f"{counts['ties']:.0f} are tied (sign test p = {self.comparison.p:.2g}; {size}). The label System 2 "
            f"goes to A and B unequally often with p = {self.label_p:.2g} (McNemar's exact test).{left}"
        )


def analyse_probes(
    ratings: pd.DataFrame, key: pd.DataFrame, probes: Sequence[Probe], confidence: float = 0.95
) -> ProbeResult:
    """Compare what a judge gave to A and to B.

    Parameters
    ----------
    ratings
        One row per review: ``review_id``, ``rqs``, ``label``.
    key
        As from `blinded`: which review is which side of which pair.
    probes
        The pairs.
    confidence
        Of the intervals.

    Returns
    -------
    ProbeResult
        The comparison, and the pairs that had to be left out.

    Raises
    ------
    ValueError
        If a rated review is not in the key, or a review is rated twice.
    """
    unknown = sorted(set(ratings["review_id"]) - set(key["review_id"]))
    if unknown:
        raise ValueError(
            f"review_id: {unknown[0]!r} is no review of the key; expected names such as {key.iloc[0, 0]!r}"
        )
    if ratings["review_id"].duplicated().any():
        raise ValueError("review_id: a review is rated twice; expected one rating of each")
    joined = key[["review_id", "probe", "side"]].merge(ratings[["review_id", "rqs", "label"]], on="review_id")
    a, b = (joined.loc[joined["side"] == side, ["probe", "rqs", "label"]].dropna(subset=["rqs"]) for side in SIDES)
    pairs = a.merge(b, on="probe", suffixes=("_a", "_b")).sort_values("probe", ignore_index=True)
    pairs.insert(1, "kind", pairs["probe"].map({probe.id: probe.kind for probe in probes}))
    pairs["difference"] = (pairs["rqs_a"].astype(float) - pairs["rqs_b"].astype(float)).round(9)
    scored = set(pairs["probe"])
    left_out = tuple(probe.id for probe in probes if probe.id not in scored)
    comparison = paired_comparison(pairs["rqs_a"].astype(float), pairs["rqs_b"].astype(float), confidence)
    first, second = (pairs[f"label_{side}"].eq("System 2") for side in ("a", "b"))
    counts = {
        "A scores higher than B": int((pairs["difference"] > 0).sum()),
        "A labelled System 2": int(first.sum()),
        "B labelled System 2": int(second.sum()),
    }
    shares = shares_at_a_glance(counts, len(pairs), confidence) if len(pairs) else pd.DataFrame()
    label_p = label_contrast(*(int(which.sum()) for which in (first & second, first & ~second, second & ~first)))
    return ProbeResult(pairs, comparison, shares, label_p, left_out)
