"""How a review reasons: the rubric, the statistics of its ratings, and what a judge of it can tell apart."""

from peerassay.epistemics.agreement import Agreement, agreement_table, label_agreement, label_kappa, ordinal_alpha
from peerassay.epistemics.effects import (
    cohens_d,
    d_from_summary,
    minimum_detectable_effect,
    paired_comparison,
    pooled_sd,
)
from peerassay.epistemics.groups import bonferroni, compare_columns, kruskal_wallis, mann_whitney, one_way_anova
from peerassay.epistemics.labels import chi_square, expected_counts
from peerassay.epistemics.pilot import (
    effect_interval,
    expected_wins,
    fewest_wins,
    label_contrast,
    largest_effect,
    shares_at_a_glance,
    undecided_pairs,
)
from peerassay.epistemics.results import Comparison, Effect

__all__ = [
    "Agreement",
    "Comparison",
    "Effect",
    "agreement_table",
    "bonferroni",
    "chi_square",
    "cohens_d",
    "compare_columns",
    "d_from_summary",
    "effect_interval",
    "expected_counts",
    "expected_wins",
    "fewest_wins",
    "kruskal_wallis",
    "label_agreement",
    "label_contrast",
    "label_kappa",
    "largest_effect",
    "mann_whitney",
    "minimum_detectable_effect",
    "one_way_anova",
    "ordinal_alpha",
    "paired_comparison",
    "pooled_sd",
    "shares_at_a_glance",
    "undecided_pairs",
]
