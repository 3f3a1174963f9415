"""Preferences between two versions of the same paper, what noise does to them, and the aspects that reviews mention."""

from peerassay.style.aspects import ASPECTS, annotation_problems
from peerassay.style.contrasts import COMBINED, CONFIDENT, CRITERIA, NATIVE, SINGLE, Contrast
from peerassay.style.criteria import criteria_table, least_untied
from peerassay.style.flips import flip_table
from peerassay.style.inference import holm, ratio_interval, share_interval, sign_test
from peerassay.style.noise import flip_balance, implied_shift, noise_flips, noise_range, sd_interval
from peerassay.style.noise_table import NoiseCase, noise_sentences, noise_table
from peerassay.style.pairs import magnitudes, paired_scores, preference_table
from peerassay.style.polarity import mention_counts, polarity_shifts, prevalence_shifts
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
from peerassay.style.spread import pooled_spread

__all__ = [
    "ACCEPTANCE_THRESHOLD",
    "ASPECTS",
    "COMBINED",
    "CONFIDENT",
    "CRITERIA",
    "NATIVE",
    "SINGLE",
    "Contrast",
    "Estimate",
    "FlipCounts",
    "NoiseCase",
    "PairCounts",
    "Preference",
    "annotation_problems",
    "criteria_table",
    "flip_balance",
    "flip_counts",
    "flip_table",
    "holm",
    "implied_shift",
    "least_untied",
    "magnitudes",
    "mention_counts",
    "noise_flips",
    "noise_range",
    "noise_sentences",
    "noise_table",
    "paired_scores",
    "polarity_shifts",
    "pooled_spread",
    "preference",
    "preference_counts",
    "preference_table",
    "prevalence_shifts",
    "ratio_interval",
    "sd_interval",
    "share_interval",
    "sign_test",
]
