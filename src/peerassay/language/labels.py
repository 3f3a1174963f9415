"""What versions and measures are called for people."""

from __future__ import annotations

from peerassay.language.measures import MEASURES

VERSION_LABELS = {
    "original": "Original",
    "native": "Native",
    "nonnative": "Non-native",
    "high": "High-confidence",
    "low": "Low-confidence",
}


def version_label(version: str) -> str:
    """Return a version's name for people; a reader's own versions keep theirs."""
    return VERSION_LABELS.get(version, version)


def measure_label(measure: str, unit: bool = False) -> str:
    """Return a measure's name for people, with its unit if asked for.

    Parameters
    ----------
    measure : str
        A key of `peerassay.language.MEASURES`.
    unit : bool
        Whether to put the unit after it.
    """
    kind = MEASURES[measure]
    return f"{kind.label} ({kind.unit})" if unit and kind.unit and kind.unit not in kind.label else kind.label


def decimal(measure: str, value: float, more: int = 0) -> str:
    """Write a value with the decimals that the paper prints, or more.

    Parameters
    ----------
    measure : str
        A key of `peerassay.language.MEASURES`.
    value : float
        In its unit.
    more : int
        Further decimals.
    """
    return f"{value:.{MEASURES[measure].decimals + more}f}"
