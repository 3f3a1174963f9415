"""Relations between the sample sizes and design counts of the repeatability paper.

A row is key, relation and reason; an id with a leading dot continues the prefix of its block.
"""

from __future__ import annotations

from typing import Final

from peerassay.audit.identities.model import block, each

YEARS: Final = ("2025", "2026")

SAMPLING: Final = block(
    "rep.sampling",
    "sum",
    ("rep-papers", ".n_papers.all = .n_papers.2025 + .n_papers.2026", "the study joins two years"),
    (
        "rep-status-2025",
        ".status.accepted.2025 + .status.rejected.2025 + .status.withdrawn.2025 = .n_papers.2025",
        "every sampled paper of 2025 has one final status",
    ),
    (
        "rep-status-2026",
        ".status.accepted.2026 + .status.rejected.2026 + .status.withdrawn.2026 + .status.desk_rejected.2026"
        " = .n_papers.2026",
        "every sampled paper of 2026 has one final status",
    ),
    *each(
        ("accepted", "rejected", "withdrawn"),
        ("rep-status-@", ".status.@.all = .status.@.2025 + .status.@.2026", "total of the two years"),
    ),
    ("rep-status-desk", ".status.desk_rejected.all = .status.desk_rejected.2026", "only 2026 has desk rejections"),
    ("rep-quota", ".accepted_quota.2026 = .status.accepted.2026", "the number of accepted papers was fixed by design"),
    ("rep-labels", ".n_papers.all = .positives.all + .negatives.all", "every paper has an acceptance label"),
    ("rep-positives", ".positives.all = .status.accepted.all", "positive labels are accepted papers"),
    (
        "rep-negatives",
        ".negatives.all = .status.rejected.all + .status.withdrawn.all + .status.desk_rejected.all",
        "negative labels are all other papers",
    ),
    ("rep-kept", ".n.excl_withdrawn = .n_papers.all - .status.withdrawn.all", "set without withdrawn papers"),
    ("rep-kept-labels", ".n.excl_withdrawn = .positives.excl_withdrawn + .negatives.excl_withdrawn", "its labels"),
    ("rep-kept-years", ".n.excl_withdrawn = .n.2025.excl_withdrawn + .n.2026.excl_withdrawn", "its two years"),
    *each(
        YEARS,
        ("rep-kept-@", ".n.@.excl_withdrawn = .n.@.full - .status.withdrawn.@", "its papers of one year"),
    ),
    (
        "rep-probabilities",
        "rep.fusion.n_papers = .n_papers.all - .n_missing_probabilities",
        "papers with probabilities",
    ),
    (
        "rep-probabilities-labels",
        "rep.fusion.n_papers = .probs198.accepted + .probs198.nonaccepted",
        "labels of the papers with probabilities",
    ),
    (
        "rep-probabilities-years",
        "rep.fusion.n_papers = rep.fusion.n_papers.2025 + rep.fusion.n_papers.2026",
        "years of the papers with probabilities",
    ),
    (
        "rep-probabilities-kept",
        ".probs198.n.excl_withdrawn = rep.fusion.n_papers - .probs198.withdrawn",
        "papers with probabilities, without withdrawn ones",
    ),
    (
        "rep-probabilities-kept-labels",
        ".probs198.n.excl_withdrawn = .probs198.accepted.excl_withdrawn + .probs198.nonaccepted.excl_withdrawn",
        "their labels",
    ),
    ("rep-shared", "rep.inputs.n_shared = .n_papers.all - rep.inputs.haiku.n_excluded", "papers of the revision study"),
    ("rep-shared-years", "rep.inputs.n_shared = .shared199.2025 + .shared199.2026", "their two years"),
    (
        "rep-reviews",
        "rep.protocol.total_reviews = .n_papers.all * rep.protocol.n_configurations * rep.protocol.reviews_per_paper",
        "every configuration reviews every paper ten times",
    ),
    (
        "rep-image-files",
        "rep.audit.image_files = rep.audit.n_conditions * (rep.inputs.images.total - rep.inputs.images.max)",
        "the paper with most images is the one left out of the revision study",
    ),
    (
        "rep-review-pairs",
        "rep.opinions.review_pairs = rep.opinions.n_papers * (2 * rep.opinions.within_pairs.5reviews"
        " + rep.opinions.within_pairs.3reviews + rep.opinions.cross_pairs.luna_sol"
        " + 2 * rep.opinions.cross_pairs.with_haiku)",
        "pairs of reviews over all conditions",
    ),
)

COUNTING: Final = block(
    "rep",
    "identity",
    (
        "rep-rare-sample",
        ".sampling.mean_ge9.sample_share = .sampling.mean_ge9.sample / .sampling.n_papers.2025",
        "share",
    ),
    (
        "rep-rare-population",
        ".sampling.mean_ge9.population_share = .sampling.mean_ge9.population / .sampling.population.2025",
        "share",
    ),
    ("rep-score-pairs", ".repeatability.pairs_per_paper = comb(.protocol.reviews_per_paper, 2)", "unordered pairs"),
    *(
        (
            f"rep-partitions-k{k}",
            f"2 * .ranking.partitions.k{k} = comb(.protocol.reviews_per_paper, {k})"
            f" * comb(.protocol.reviews_per_paper - {k}, {k})",
            "unordered pairs of disjoint blocks of rounds",
        )
        for k in range(1, 6)
    ),
    ("rep-paper-pairs", ".ranking.paper_pairs = 2 * comb(.sampling.n_papers.2025, 2)", "pairs of papers within a year"),
    (
        "rep-grid",
        ".fusion.grid.combinations = .fusion.grid.temperatures * .fusion.grid.offsets * .fusion.grid.slopes",
        "grid",
    ),
    ("rep-split", ".fusion.n_papers = .fusion.n_train + .fusion.n_test", "each split uses every paper once"),
    (
        "rep-appearances-low",
        ".fusion.test_appearances.min <= .fusion.n_splits * .fusion.n_test / .fusion.n_papers",
        "the mean number of test appearances is not below the smallest",
    ),
    (
        "rep-appearances-high",
        ".fusion.test_appearances.max >= .fusion.n_splits * .fusion.n_test / .fusion.n_papers",
        "the mean number of test appearances is not above the largest",
    ),
    (
        "rep-target-split",
        ".fusion.partition.n = comb(.fusion.target_scores, .fusion.partition.inputs)",
        "ways to split",
    ),
    ("rep-independent", ".independent.n_papers = 2 * .independent.papers_per_year", "papers of two years"),
    ("rep-independent-fit", ".independent.fit_papers = .fusion.n_papers - .independent.n_papers", "papers left to fit"),
)
