"""Preferences between two versions of the same paper: shares, ratio, sign test, intervals, decision flips."""

from peerassay.style.inference import holm, ratio_interval, share_interval, sign_test
from peerassay.style.preferences import (
    ACCEPTANCE_THRESHOLD,
    Estimate,
    FlipCounts,
    PairCounts,
    Preference,
    flip_counts,
    preference,
    preference_counts,
)

__all__ = [
    "ACCEPTANCE_THRESHOLD",
    "Estimate",
    "FlipCounts",
    "PairCounts",
    "Preference",
    "flip_counts",
    "holm",
    "preference",
    "preference_counts",
    "ratio_interval",
    "share_interval",
    "sign_test",
]
