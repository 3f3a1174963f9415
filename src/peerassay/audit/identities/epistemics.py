"""Relations between the printed numbers of the epistemics paper.

A row is key, relation and reason; an id with a leading dot continues the prefix of its block.
"""

from __future__ import annotations

from typing import Final

from peerassay.audit.identities.model import Identity, block, each

VENUES: Final = ("iclr2025", "icml2025", "neurips2025")
TIERS: Final = ("oral", "spotlight", "poster")

SIZES: Final = {
    venue: "(" + " + ".join(f"epi.outcome.count.{venue}.{tier}" for tier in TIERS) + ")" for venue in VENUES
}
"""Reviews per venue, as sums of the tier sizes of Figure 3."""

DATA: Final = block(
    "epi.data",
    "sum",
    (
        "epi-ratings",
        ".count.ratings_total = .count.reviews_2025_human + .count.reviews_longitudinal + .count.reviews_agentic",
        "all rated reviews",
    ),
    ("epi-tiers", ".count.reviews_2025_human = " + " + ".join(SIZES.values()), "tier sizes of Figure 3"),
    (
        "epi-years",
        "epi.temporal.count.reviews = .count.reviews_longitudinal + " + SIZES["iclr2025"],
        "reviews of the four ICLR years",
    ),
    *each(
        VENUES,
        (
            "epi-papers-@",
            ".papers.@ = .papers_per_venue.oral + .papers_per_venue.spotlight + .papers_per_venue.poster",
            "papers per venue",
        ),
    ),
    (
        "epi-dimensions",
        "epi.rubric.count.dimensions = epi.rubric.count.dimensions_s1_valenced"
        " + epi.rubric.count.dimensions_s2_valenced",
        "dimensions by valence",
    ),
)

EXPECTED: Final = (
    *block(
        "epi.ac_comments.count",
        "sum",
        ("epi-ac-groups", ".reviewers = .negative + .peers", "reviewers with a comment, by group"),
        necessary=False,
        breach="the two groups that are compared do not add up to the reviewers that area chairs commented on",
    ),
    *block(
        "epi.data.count",
        "wording",
        ("epi-archive", ".archive_files = .reviews_agentic", "files of the archive, and reviews rated from it"),
        necessary=False,
        breach="the archive holds another number of files than there are reviews rated from it",
        repair="101 files, or 102 rated reviews; or one file is no review",
    ),
    *block(
        "epi",
        "wording",
        (
            "epi-phi",
            ".bias.phi.max_pair >= .bias.phi.threshold.fig9",
            "if most, not all, absolute phi values lie below the bound, the strongest does not",
        ),
        necessary=False,
        breach="most absolute phi values are said to lie below a bound (Figure 9); the strongest printed phi lies below"
        " it too, so that all would",
        repair="'all' instead of 'most'; or a negative phi of 0.15 or more in size is not counted as strongest",
    ),
    *block(
        "epi.temporal",
        "wording",
        (
            "epi-system1-multiple",
            ".system1_ratio = .system1_share.iclr2025 / .system1_share.start",
            "'triples': share at the end over share at the start",
        ),
        (
            "epi-system2-multiple",
            ".system2_ratio = .system2_share.iclr2025 / .system2_share.start",
            "'nearly halves': share at the end over share at the start",
        ),
        *(
            (
                f"epi-decline-{later}",
                f".rqs_mean.iclr{earlier} >= .rqs_mean.iclr{later}",
                "a monotone decline (Figure 2)",
            )
            for earlier, later in ((2021, 2022), (2022, 2023), (2023, 2025))
        ),
        necessary=False,
        breach="the share is said in words to change by another multiple than the two printed shares give",
    ),
)

MEANS: Final = block(
    "epi",
    "identity",
    (
        "epi-pooled-mean",
        ".agentic.rqs_mean.human_pooled = ("
        + " + ".join(f"{SIZES[v]} * .venue.rqs_mean.{v}" for v in VENUES)
        + ") / .data.count.reviews_2025_human",
        "mean over the three venues",
    ),
    *each(
        ("iclr2025", "neurips2025"),
        ("epi-range-@", ".venue.rqs_range.min <= .venue.rqs_mean.@", "the range covers the venue means"),
        ("epi-range-top-@", ".venue.rqs_range.max >= .venue.rqs_mean.@", "the range covers the venue means"),
    ),
    (
        "epi-naive-gap",
        ".length_regression.coefficient.ai_naive = .agentic.rqs_mean.agentic - .agentic.rqs_mean.human_pooled",
        "the coefficient without controls is the difference of the means",
    ),
    (
        "epi-explained",
        ".length_regression.share_explained"
        " = 1 - .length_regression.coefficient.ai / .length_regression.coefficient.ai_naive",
        "share of the gap that the controls take away",
    ),
    (
        "epi-coefficient-p",
        ".length_regression.p.ai = two_sided(2 * z(0.975) * .length_regression.coefficient.ai"
        " / (.length_regression.coefficient.ai.ci_high - .length_regression.coefficient.ai.ci_low))",
        "p-value that belongs to the interval (normal approximation)",
    ),
    (
        "epi-effect-size",
        ".agentic.cohen_d.rqs = (.agentic.rqs_mean.agentic - .agentic.rqs_mean.human_pooled) / sqrt("
        "((.data.count.reviews_agentic - 1) * .agentic.rqs_sd.agentic**2 + (.data.count.reviews_2025_human - 1)"
        " * between(.agentic.rqs_sd.human_venues.min**2, .agentic.rqs_sd.human_venues.max**2 +"
        " (.agentic.rqs_mean.human_venues.max - .agentic.rqs_mean.human_venues.min)**2 / 4))"
        " / (.data.count.reviews_agentic + .data.count.reviews_2025_human - 2))",
        "d from means and pooled SD; the human variance lies between the smallest venue variance and the largest plus"
        " the largest possible spread of venue means",
    ),
    (
        "epi-effect-smallest",
        ".dimensions.abs_cohen_d.min.fig5 <= min(abs(.dimensions.cohen_d.evidence_specificity),"
        " abs(.dimensions.cohen_d.falsifiability), abs(.dimensions.cohen_d.impression_reliance))",
        "the smallest effect is not above those printed",
    ),
    (
        "epi-mdes",
        ".ac_comments.mdes.rqs = (z(0.975) + z(.ac_comments.power))"
        " * sqrt(1 / .ac_comments.count.negative + 1 / .ac_comments.count.peers)",
        "smallest effect that the two groups can detect (two-sided 0.05)",
    ),
    ("epi-significant", ".dimensions.count.significant <= .rubric.count.dimensions", "dimensions tested"),
    ("epi-bonferroni", ".dimensions.bonferroni_tests = .rubric.count.dimensions", "one test per dimension"),
)

SHORT_REVIEWS: Final = block(
    "epi.short_reviews",
    "identity",
    (
        "epi-short-count",
        ".count / epi.data.count.reviews_2025_human <= .threshold.percentile + 1 / epi.data.count.reviews_2025_human",
        "the shortest tenth of the reviews, up to one review",
    ),
    (
        "epi-short-mean",
        ".count * .rqs_mean.ultra_short + (epi.data.count.reviews_2025_human - .count) * .rqs_mean.rest"
        " = epi.data.count.reviews_2025_human * epi.agentic.rqs_mean.human_pooled",
        "short and other reviews make up the pooled mean",
    ),
    (
        "epi-short-system1",
        ".count * .system1_share.ultra_short + (epi.data.count.reviews_2025_human - .count) * .system1_share.rest = "
        + " + ".join(f"{SIZES[v]} * epi.venue.system1_share.{v}" for v in VENUES),
        "short and other reviews make up the System 1 reviews of the three venues",
    ),
    (
        "epi-short-tags",
        ".share.checklist_inflation.ultra_short + .share.no_tag.ultra_short <= 1",
        "a review with this tag is no review without a tag",
    ),
)

AGREEMENT: Final = block(
    "epi.validation",
    "identity",
    *each(
        ("test_retest", "cross_judge", "cross_version"),
        ("epi-chance-@", "(.agreement.@ - .kappa.@) / (1 - .kappa.@) >= 0", "chance agreement that kappa implies"),
        ("epi-paired-@", ".count.paired.table2 <= .count.@", "reviews paired in all conditions are paired in each"),
        ("epi-subset-@", ".count.@ <= .count.subset", "paired reviews are part of the subset"),
    ),
    ("epi-conditions", ".count.conditions = .count.runs.sonnet37 + .count.runs.gpt4o", "re-rating conditions"),
)

STRUCTURE: Final = block(
    "epi",
    "identity",
    (
        "epi-eigenvalues",
        "(.rubric.count.dimensions - .pca.variance_explained.pc1 * .rubric.count.dimensions)"
        " / (.rubric.count.dimensions - 1) < 1",
        "the mean of the other eigenvalues is below 1, as only one is said to exceed it (correlation matrix)",
    ),
    (
        "epi-largest-correlation",
        "1 + .pca.correlation.max_offdiagonal <= .pca.variance_explained.pc1 * .rubric.count.dimensions",
        "two variables correlated r give a first eigenvalue of at least 1 + r (correlation matrix)",
    ),
    ("epi-template", ".template_reviews.count.iclr2025 <= " + SIZES["iclr2025"], "found among the rated reviews"),
    ("epi-probe-wins", ".probe.count.a_wins <= .probe.count.papers", "one pair per paper"),
)

EPISTEMICS: Final[tuple[Identity, ...]] = (
    *DATA,
    *EXPECTED,
    *MEANS,
    *SHORT_REVIEWS,
    *AGREEMENT,
    *STRUCTURE,
)
"""All relations of this paper."""
