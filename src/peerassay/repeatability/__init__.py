"""How far repeated reviews of a paper agree, how they rank papers, and how they relate to human judgement."""

from peerassay.repeatability.agreement import (
    Agreement,
    equal_pair_counts,
    identical_share,
    pairwise_agreement,
    range_share,
    score_distribution,
    two_point_papers,
)
from peerassay.repeatability.both_protocols import (
    BothProtocols,
    agreement_by_protocol,
    both_protocols,
    granularity_by_reviewer,
    protocol_notes,
)
from peerassay.repeatability.by_reviewer import close_pairs_table, comparisons_table, ranking_table, same_year
from peerassay.repeatability.close_pairs import EDGES, close_pairs
from peerassay.repeatability.drift import Drift, batch_drift, batch_drift_table
from peerassay.repeatability.granularity import granularity_table
from peerassay.repeatability.overview import (
    distributions,
    drift_overview,
    repeatability_by_year,
    two_point_table,
    validity_by_subset,
    validity_overview,
    validity_points,
)
from peerassay.repeatability.partitions import partition_count, partitions, sampled_partitions
from peerassay.repeatability.ranking import ranking_reproducibility
from peerassay.repeatability.resampling import column_mean, paper_interval
from peerassay.repeatability.results import Estimate, Interval, Share, Variance
from peerassay.repeatability.scores import paper_means, score_counts, score_table, whole_scores
from peerassay.repeatability.subsets import acceptance_labels, label_subsets, year_subsets
from peerassay.repeatability.tables import expand_patterns, repeatability_table
from peerassay.repeatability.validity import (
    acceptance_auc,
    mean_absolute_error,
    pearson,
    root_mean_square_error,
    spearman,
    validity_table,
)
from peerassay.repeatability.variance import paper_variances, two_point, within_paper_variance

__all__ = [
    "EDGES",
    "Agreement",
    "BothProtocols",
    "Drift",
    "Estimate",
    "Interval",
    "Share",
    "Variance",
    "acceptance_auc",
    "acceptance_labels",
    "agreement_by_protocol",
    "batch_drift",
    "batch_drift_table",
    "both_protocols",
    "close_pairs",
    "close_pairs_table",
    "column_mean",
    "comparisons_table",
    "distributions",
    "drift_overview",
    "equal_pair_counts",
    "expand_patterns",
    "granularity_by_reviewer",
    "granularity_table",
    "identical_share",
    "label_subsets",
    "mean_absolute_error",
    "pairwise_agreement",
    "paper_interval",
    "paper_means",
    "paper_variances",
    "partition_count",
    "partitions",
    "pearson",
    "protocol_notes",
    "range_share",
    "ranking_reproducibility",
    "ranking_table",
    "repeatability_by_year",
    "repeatability_table",
    "root_mean_square_error",
    "same_year",
    "sampled_partitions",
    "score_counts",
    "score_distribution",
    "score_table",
    "spearman",
    "two_point",
    "two_point_papers",
    "two_point_table",
    "validity_by_subset",
    "validity_overview",
    "validity_points",
    "validity_table",
    "whole_scores",
    "within_paper_variance",
    "year_subsets",
]
