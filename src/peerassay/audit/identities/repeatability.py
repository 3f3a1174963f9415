"""Relations between the printed numbers of the repeatability paper.

A row is key, relation and reason; an id with a leading dot continues the prefix of its block.
"""

from __future__ import annotations

from typing import Final

from peerassay.audit.identities.model import Identity, block, each
from peerassay.audit.identities.sampling import COUNTING, SAMPLING

MODELS: Final = ("gpt56sol", "gpt6luna", "gpt6sol")

REPEATED_SCORES: Final = block(
    "rep.repeatability",
    "identity",
    *each(
        MODELS,
        ("rep-sd-@", ".sd.@ = sqrt(.variance.@)", "the reported SD is the root of the mean variance"),
        (
            "rep-disagreement-@",
            "1 - .exact_agreement.@ <= 2 * .variance.@",
            "twice the variance is the mean squared difference of two scores; an unequal pair adds 1 or more",
        ),
        (
            "rep-identical-@",
            "(rep.sampling.n_papers.all - .identical_count.@) * 9"
            " <= (1 - .exact_agreement.@) * rep.sampling.n_papers.all * .pairs_per_paper",
            "ten scores that are not all equal have at least nine unequal pairs",
        ),
    ),
    (
        "rep-two-point",
        "1 - .exact_agreement.gpt6sol = 2 * .variance.gpt6sol",
        "with all ranges at most 1, every unequal pair adds exactly 1 to the squared differences",
    ),
    (
        "rep-wide-ranges",
        "max(2 * .variance.gpt56sol - 1 + .exact_agreement.gpt56sol, 2 * .variance.gpt6luna - 1"
        " + .exact_agreement.gpt6luna) * .pairs_per_paper >= 3 * (1 - .range_le1_share.min)",
        "a range of two points or more gives one pair at least 3 squared points beyond 1; one of the two models has"
        " that many such papers",
    ),
    ("rep-sd-years", ".variance.gpt6sol = (.sd.gpt6sol.2025**2 + .sd.gpt6sol.2026**2) / 2", "years of equal size"),
    ("rep-identical-low", ".identical_share.min = .identical_count.gpt56sol / rep.sampling.n_papers.all", "share"),
    ("rep-identical-high", ".identical_share.max = .identical_count.gpt6sol / rep.sampling.n_papers.all", "share"),
    ("rep-narrow-high", ".range_le1_share.max = .range_le1_count.gpt6sol / rep.sampling.n_papers.all", "share"),
    ("rep-score5", ".score5_share.gpt6sol = .score5_count.gpt6sol / .n_scores.gpt6sol", "share of scores equal to 5"),
    ("rep-score5-band", ".score5_share.gpt6sol <= .score5to7_share.gpt6sol", "scores of 5 are among those from 5 to 7"),
)

RANKING: Final = block(
    "rep.ranking",
    "sum",
    (
        "rep-ranking-sum",
        ".same.k5.gpt6sol + .tie.k5.gpt6sol + .reverse.k5.gpt6sol = 1",
        "a pair is ordered alike, tied or reversed",
    ),
    *each(MODELS, ("rep-ranking-@", ".same.k5.@ + .reverse.k5.@ <= 1", "shares of the same pairs")),
)

BUDGETS: Final = block(
    "rep.budget",
    "identity",
    *(
        (
            f"rep-planning-{eps}-{model}",
            f".planning.{eps}.{model} = ceil(rep.repeatability.variance.{model} / (.beta * .tolerance.{eps}**2))",
            "planning budget from the mean variance",
        )
        for eps in ("eps025", "eps050")
        for model in MODELS
    ),
    *each(
        MODELS,
        (
            "rep-certified-@",
            ".certified.eps050.@ = ceil(upper(rep.repeatability.variance.@, .kernel_count.pilot10, .alpha)"
            " / (.beta * .tolerance.eps050**2))",
            "certified budget from the bound of the variance",
        ),
    ),
    *each(
        MODELS[1:],
        (
            "rep-certified-five-@",
            ".certified.eps050.@.pilot5 = ceil(upper(rep.granularity.sd.integer.@**2, .kernel_count.pilot5, .alpha)"
            " / (.beta * .tolerance.eps050**2))",
            "certified budget from five pilot scores",
        ),
    ),
    *each(
        ("eps025", "eps050"),
        (
            "rep-hoeffding-@",
            ".hoeffding.@ = ceil(.hoeffding.range_sq * log(2 / .hoeffding.beta) / (2 * .tolerance.@**2))",
            "distribution-free budget",
        ),
    ),
    (
        "rep-kernels-ten",
        ".kernel_count.pilot10 = rep.sampling.n_papers.all * floor(.pilot_reviews / 2)",
        "disjoint pairs",
    ),
    (
        "rep-kernels-five",
        ".kernel_count.pilot5 = rep.sampling.n_papers.all * floor(rep.granularity.scores_per_protocol / 2)",
        "disjoint pairs",
    ),
    ("rep-kernel-bound", ".kernel_bound = (.score_hi - .score_lo)**2 / 2", "largest half squared difference"),
    ("rep-variance-cap", "(.score_hi - .score_lo)**2 / 4 = .variance_cap", "largest variance on the scale"),
    (
        "rep-total-pairs",
        ".total_pairs = rep.sampling.n_papers.all * rep.repeatability.pairs_per_paper",
        "all score pairs",
    ),
    ("rep-joint", ".joint.success = (1 - .alpha) * (1 - .beta)", "product of the two levels"),
    ("rep-joint-product", ".joint.product = (1 - .joint.alpha) * (1 - .joint.beta)", "product of the two levels"),
    ("rep-joint-target", ".joint.product >= .joint.target", "the chosen levels meet the target"),
)

ESTIMATION: Final = block(
    "rep.fusion",
    "identity",
    (
        "rep-risk-years",
        ".risk.standard = (.n_papers.2025 * .risk.standard.2025 + .n_papers.2026 * .risk.standard.2026) / .n_papers",
        "mean over the two years",
    ),
    (
        "rep-risk-two",
        ".risk_diff.standard_minus_r2 = .risk.standard - (.n_papers.2025 * .risk.r2.2025"
        " + .n_papers.2026 * .risk.r2.2026) / .n_papers",
        "difference of two risks",
    ),
    (
        "rep-risk-three",
        ".risk_diff.standard_minus_r3 = .risk.standard - 2 / 3 * (.risk.standard - .risk_diff.standard_minus_r2)",
        "the risk of n direct samples is that of one divided by n",
    ),
    *each(
        ("standard", "r3"),
        ("rep-w1-@", "rep.independent.w1.@.main = rep.independent.w1.@", "the same distance with fewer decimals"),
    ),
)

CROSSOVER: Final = (
    *block(
        "rep.crossover",
        "identity",
        *each(
            ("lll", "llh"),
            (
                "rep-gain-@",
                ".gain.@ = (rep.sampling.shared199.2025 * .gain.@.2025 + rep.sampling.shared199.2026 * .gain.@.2026)"
                " / rep.inputs.n_shared",
                "mean over the two years",
            ),
        ),
        ("rep-gap", ".gap.ll = .gain.lll - .gain.llh", "gap of the two Scorers on the same text"),
        ("rep-gap-change", ".gap_change = .gain.lhl - .gain.lhh - .gap.ll", "change of the gap with the Selector"),
        (
            "rep-edits-luna",
            ".edits.luna_writer.differing = rep.audit.text_blocks.ll + rep.audit.text_blocks.lh"
            " - 2 * .edits.luna_writer.accepted_both",
            "edits accepted by exactly one Selector",
        ),
        ("rep-edits-blocks-hl", "rep.audit.text_blocks.hl = .edits.haiku_writer.accepted_by_luna", "accepted edits"),
        ("rep-edits-blocks-hh", "rep.audit.text_blocks.hh = .edits.haiku_writer.accepted_by_haiku", "accepted edits"),
        (
            "rep-edits-haiku",
            ".edits.haiku_writer.accepted_by_luna + .edits.haiku_writer.accepted_by_haiku"
            " - .edits.haiku_writer.accepted_both <= .edits.haiku_writer.candidates",
            "edits accepted by at least one Selector are candidates",
        ),
        (
            "rep-edits-luna-union",
            ".edits.luna_writer.accepted_both + .edits.luna_writer.differing <= .edits.luna_writer.candidates",
            "edits accepted by at least one Selector are candidates",
        ),
        (
            "rep-texts",
            ".papers.luna_writer.differing + .papers.luna_writer.identical_decisions = rep.inputs.n_shared",
            "final texts differ or not",
        ),
        (
            "rep-configurations",
            ".n_configurations = .n_luna_writer_configurations + .n_haiku_writer_configurations",
            "configurations by Writer",
        ),
        ("rep-uncollected", ".n_uncollected_combinations = 2**3 - .n_configurations", "triples of two models"),
    ),
    *block(
        "rep.gain_direction",
        "identity",
        (
            "rep-direction-agree",
            ".agree.ll = (.count.ll.pos_pos + .count.ll.neg_neg + .count.ll.zero_zero) / rep.inputs.n_shared",
            "same direction from both Scorers",
        ),
        (
            "rep-direction-zero",
            ".any_zero.ll = (rep.inputs.n_shared - .count.ll.pos_neg - .count.ll.neg_pos - .count.ll.pos_pos"
            " - .count.ll.neg_neg) / rep.inputs.n_shared",
            "a zero gain from at least one Scorer",
        ),
        *each(
            ("lh", "hh"),
            (
                "rep-direction-low-@",
                ".agree.@ >= 1 - .any_zero.@ - .reversals.@ / rep.inputs.n_shared",
                "papers without a zero and without a reversal agree",
            ),
            (
                "rep-direction-high-@",
                ".agree.@ + .reversals.@ / rep.inputs.n_shared <= 1",
                "a paper cannot agree and be reversed",
            ),
        ),
        *each(
            ("ll", "lh", "hh"),
            (
                "rep-noise-@",
                "rep.noise_adjustment.gain.@ >= .gain_pearson.@",
                "taking noise out of the variances raises a positive correlation",
            ),
        ),
        ("rep-noise-original", "rep.noise_adjustment.original >= .original_pearson", "the same for original papers"),
        ("rep-stratum", "rep.cases.empty_stratum = .count.ll.neg_pos", "the empty stratum is an empty cell"),
    ),
)

REPEATABILITY: Final[tuple[Identity, ...]] = (
    *SAMPLING,
    *COUNTING,
    *REPEATED_SCORES,
    *RANKING,
    *BUDGETS,
    *ESTIMATION,
    *CROSSOVER,
)
"""All relations of this paper."""
