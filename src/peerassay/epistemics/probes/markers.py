"""How well the two reviews of a pair match in form: markers that are counted, with a bound for each."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import pandas as pd

from peerassay.epistemics.effects import paired_comparison

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from peerassay.epistemics.probes.pairs import Probe

_PATTERNS: Final = {
    "numbers": r"(?<![\w.])\d[\d,.]*",
    "pointers": r"\b(?:Table|Figure|Section|Equation|Appendix|Theorem|Lemma)\s+\w*\d",
    "quotations": r"'[^'\n]{3,}?'(?!\w)|\"[^\"\n]{3,}?\"|“[^”\n]{3,}?”",
    "connectives": (
        r"\b(?:because|since|so that|therefore|thus|hence|if|unless|although|whereas|while|otherwise|yet|but)\b"
    ),
    "hedges": r"\b(?:may|might|could|perhaps|seems?|likely)\b",
}
MARKERS: Final = ("words", "characters", "sentences", *_PATTERNS)
"""What is measured of a review, in this order."""
BOUNDS: Final[Mapping[str, float]] = MappingProxyType(
    {"words": 0.1, "characters": 0.1, "sentences": 1, "numbers": 3, "pointers": 1, "quotations": 1}
    | {"connectives": 3, "hedges": 3}
)
"""How far the reviews of a pair may differ: a fraction of the longer one for words and characters, else a count."""


def text_markers(text: str) -> dict[str, int]:
    """Measure the form of a review.

    Parameters
    ----------
    text
        The review.

    Returns
    -------
    dict of str to int
        ``words``, ``characters``, ``sentences``, and markers of specificity: ``numbers`` in digits, ``pointers`` to a
        numbered table, figure or section, ``quotations``; and of reasoning: ``connectives`` and ``hedges``.

    Notes
    -----
    The paper matches its pairs on length and specificity markers by instruction, without a list of markers or a
    measurement (Articulate Intuition, section 4.4). The list is ours. "Would" is no hedge here: it is how requests are
    phrased.
    """
    counts = {name: len(re.findall(pattern, text, re.IGNORECASE)) for name, pattern in _PATTERNS.items()}
    sentences = len(re.findall(r"[.!?](?=\s|$)", text))
    return {"words": len(text.split()), "characters": len(text), "sentences": sentences, **counts}


def marker_table(probes: Sequence[Probe]) -> pd.DataFrame:
    """Measure both reviews of every pair.

    Parameters
    ----------
    probes
        The pairs.

    Returns
    -------
    pandas.DataFrame
        One row per pair and marker: ``probe``, ``kind``, ``marker``, ``a``, ``b``, ``difference`` (A minus B),
        ``allowed`` (from `BOUNDS`, as a count) and ``fits``.
    """
    rows = []
    for probe in probes:
        first, second = text_markers(probe.review_a), text_markers(probe.review_b)
        for name in MARKERS:
            a, b = first[name], second[name]
            allowed = BOUNDS[name] * max(a, b) if BOUNDS[name] < 1 else BOUNDS[name]
            rows.append((probe.id, probe.kind, name, a, b, a - b, allowed, abs(a - b) <= allowed))
    return pd.DataFrame(rows, columns=["probe", "kind", "marker", "a", "b", "difference", "allowed", "fits"])


def marker_balance(table: pd.DataFrame, confidence: float = 0.95) -> pd.DataFrame:
    """Tell for every marker whether A and B differ over all pairs.

    Parameters
    ----------
    table
        As from `marker_table`.
    confidence
        Of the interval of d_z.

    Returns
    -------
    pandas.DataFrame
        One row per marker: ``marker``, ``mean_a``, ``mean_b``, ``largest`` (absolute difference), ``d_z``, ``low``,
        ``high`` (NaN where all differences are equal), ``p`` (sign test), ``outside`` (pairs beyond the bound).
    """
    rows = []
    for name in MARKERS:
        mine = table[table["marker"] == name]
        paired = paired_comparison(mine["a"], mine["b"], confidence)
        rows.append(
            {
                "marker": name,
                "mean_a": float(mine["a"].mean()),
                "mean_b": float(mine["b"].mean()),
                "largest": int(mine["difference"].abs().max()),
                "d_z": paired.effect.value,
                "low": paired.effect.low,
                "high": paired.effect.high,
                "p": paired.p,
                "outside": int((~mine["fits"]).sum()),
            }
        )
    return pd.DataFrame(rows)
