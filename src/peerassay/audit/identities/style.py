"""Relations between the printed numbers of the style paper.

A row is key, relation and reason; an id with a leading dot continues the prefix of its block. The rows of the
preference tables themselves are searched for whole numbers in `peerassay.audit.preferences`.
"""

from __future__ import annotations

from typing import Final

from peerassay.audit.identities.model import Identity, block, each

REVIEWERS: Final = ("gpt55", "sonnet46", "gemini35flash", "gemma3", "qwen3vl", "glm47")
NATIVE_LEANING: Final = tuple(name for name in REVIEWERS if name != "sonnet46")
OPEN_WEIGHT: Final = ("gemma3", "qwen3vl", "glm47")
SPREADING: Final = ("gemini35flash", "glm47")
CONTRASTS: Final = ("proficiency", "confidence")
CELLS: Final = ("first_pct", "second_pct", "tie_pct", "flips_first", "flips_second")


def _sum(template: str, subjects: tuple[str, ...]) -> str:
    return " + ".join(template.replace("@", subject) for subject in subjects)


def _list(template: str, subjects: tuple[str, ...]) -> str:
    return ", ".join(template.replace("@", subject) for subject in subjects)


DESIGN: Final = block(
    "sty.design",
    "sum",
    ("sty-papers", ".papers = .areas * (.accepted_per_area + .rejected_per_area)", "papers drawn per area"),
    ("sty-reviewers", ".reviewers = .reviewers_proprietary + .reviewers_open", "proprietary and open-weight reviewers"),
    ("sty-rewrites", "sty.rewriting.single_rewrites = .dimensions * .versions_per_dimension", "rewrites per paper"),
    ("sty-combined", "sty.combined.text.extra_rewrites = .versions_per_dimension**2", "combinations of two dimensions"),
    ("sty-clarity", "sty.criteria.confidence.clarity.significant + sty.criteria.confidence.clarity.nonsignificant"
     " = .reviewers", "reviewers with and without an effect on Clarity"),
)  # fmt: skip

COUNTED: Final = block(
    "sty.main",
    "count",
    (
        "sty-native-leaning",
        ".text.native_preferring_reviewers = "
        + _sum("more(.proficiency.@.first_pct, .proficiency.@.second_pct)", REVIEWERS),
        "reviewers whose native share is the larger in Table 4",
    ),
    (
        "sty-high-leaning",
        ".text.high_preferring_reviewers = "
        + _sum("more(.confidence.@.first_pct, .confidence.@.second_pct)", REVIEWERS),
        "reviewers whose high-confidence share is the larger in Table 4",
    ),
    (
        "sty-high-means",
        ".text.high_mean_above_reviewers = "
        + _sum("more(.confidence.@.mean_first, .confidence.@.mean_second)", REVIEWERS),
        "reviewers whose high-confidence mean is the larger in Table 4",
    ),
    (
        "sty-native-ratio-low",
        ".text.proficiency.ratio_min = min(" + _list(".proficiency.@.ratio", NATIVE_LEANING) + ")",
        "smallest ratio of the reviewers that lean to native",
    ),
    (
        "sty-native-ratio-high",
        ".text.proficiency.ratio_max = max(" + _list(".proficiency.@.ratio", NATIVE_LEANING) + ")",
        "largest ratio of the reviewers that lean to native",
    ),
    (
        "sty-high-ratio-low",
        ".text.confidence.ratio_min = min(" + _list(".confidence.@.ratio", REVIEWERS) + ")",
        "smallest ratio over the reviewers",
    ),
    (
        "sty-high-ratio-high",
        ".text.confidence.ratio_max = max(" + _list(".confidence.@.ratio", REVIEWERS) + ")",
        "largest ratio over the reviewers",
    ),
    (
        "sty-no-proficiency-effect",
        "sty.criteria.proficiency.overall.unaffected = " + _sum("more(.proficiency.@.p, 0.05)", REVIEWERS),
        "reviewers with p above 0.05 in Table 4",
    ),
    (
        "sty-aligned-ratio",
        "sty.combined.text.aligned.ratio_max = max(" + _list("sty.combined.aligned.@.ratio", OPEN_WEIGHT) + ")",
        "largest ratio of the aligned comparison in Table 5",
    ),
    (
        "sty-crossed-leaning",
        "sty.combined.text.crossed.reviewers_nonnative_high = "
        + _sum("more(sty.combined.crossed.@.second_pct, sty.combined.crossed.@.first_pct)", OPEN_WEIGHT),
        "reviewers whose share for non-native and high confidence is the larger in Table 5",
    ),
    (
        "sty-null-prompts",
        "sty.prompt.text.neutral.proficiency.null_prompts = "
        + _sum("more(sty.prompt.@.proficiency.sonnet46.p, 0.05)", ("brief", "minimal", "bare")),
        "neutral prompts with p above 0.05 in Table 8",
    ),
    (
        "sty-spreading",
        "min("
        + _list("sty.variance.@.sd", SPREADING)
        + ") > max("
        + _list("sty.variance.@.sd", tuple(r for r in REVIEWERS if r not in SPREADING))
        + ")",
        "the two reviewers with the largest differences have the largest SDs in Table 3",
    ),
    (
        "sty-measures-up",
        "sty.validation.text.proficiency_measures_up = "
        + _sum("more(sty.validation.native.@, sty.validation.nonnative.@)", ("mtld", "ag", "gf")),
        "measures that are higher for the native rewrite in Table 2",
    ),
)

SPREAD: Final = block(
    "sty.criteria.overall",
    "identity",
    *(
        (
            f"sty-spread-{reviewer}-{contrast}",
            f".{contrast}.{reviewer}.mean_abs_diff >= sty.main.{contrast}.{reviewer}.first_pct"
            f" + sty.main.{contrast}.{reviewer}.second_pct + .large_diff_pct_min",
            "an untied pair differs by 1 or more, a large difference by at least 1 more",
        )
        for reviewer in SPREADING
        for contrast in CONTRASTS
    ),
    *(
        (
            f"sty-spread-{side}-{reviewer}-{contrast}",
            f".{contrast}.{reviewer}.mean_abs_diff {sign} (sty.main.{contrast}.{reviewer}.mean_first"
            f" - sty.main.{contrast}.{reviewer}.mean_second) >= 2 * sty.main.{contrast}.{reviewer}.{side}_pct",
            f"differences in favour of the {side} version: half of the sum of mean absolute and mean difference",
        )
        for reviewer in SPREADING
        for contrast in CONTRASTS
        for side, sign in (("first", "+"), ("second", "-"))
    ),
    *each(
        CONTRASTS,
        (
            "sty-large-low-@",
            "1 - .@.at_most_one_pct >= 2 / 6 * .large_diff_pct_min",
            "two of six reviewers have at least this share of large differences",
        ),
        (
            "sty-large-high-@",
            "1 - .@.at_most_one_pct <= 2 / 6 * .large_diff_pct_max + 4 / 6 * .large_diff_pct_others_max",
            "two of six reviewers have at most the one share of large differences, four at most the other",
        ),
    ),
)

SAME_PAPERS: Final = (
    *block(
        "sty",
        "identity",
        *(
            (
                f"sty-batch-{reviewer}-{cell}",
                f".biased_reviewer.default.{reviewer}.{cell} * .biased_reviewer.text.papers"
                f" <= .main.proficiency.{reviewer}.{cell} * .design.papers",
                "if the papers of the batch are among all papers, with the same reviews: a part is not larger than"
                " the whole",
            )
            for reviewer in REVIEWERS
            for cell in CELLS
        ),
        *(
            (
                f"sty-batch-confidence-{cell}",
                f".prompt.default.confidence.sonnet46.{cell} * .prompt.text.papers"
                f" <= .main.confidence.sonnet46.{cell} * .design.papers",
                "as above, for the confidence contrast",
            )
            for cell in CELLS
        ),
        necessary=False,
    ),
    *block(
        "sty",
        "restatement",
        *(
            (
                f"sty-tables-8-9-{prompt}-{cell}",
                f".biased_reviewer.{prompt}.sonnet46.{cell} = .prompt.{prompt}.proficiency.sonnet46.{cell}",
                "the same row is printed in Tables 8 and 9",
            )
            for prompt in ("default", "biased")
            for cell in (*CELLS, "ratio", "mean_first", "mean_second")
        ),
        necessary=False,
    ),
)

DIRECTION: Final = block(
    "sty.prompt",
    "wording",
    *each(
        ("brief", "minimal", "bare"),
        (
            "sty-direction-@",
            "more(.default.proficiency.sonnet46.second_pct, .default.proficiency.sonnet46.first_pct)"
            " = more(.@.proficiency.sonnet46.second_pct, .@.proficiency.sonnet46.first_pct)",
            "section 2.3: the direction of all effects is the same under the other prompts (more is 1 if the first"
            " number exceeds the second)",
        ),
    ),
    necessary=False,
    breach="section 2.3 says that the direction of all effects stays the same under other prompts; the larger share is"
    " that of the non-native version under the Default prompt and that of the native version under this one",
    repair="'no significant direction' for the proficiency contrast; the statement holds for the confidence contrast",
)

STYLE: Final[tuple[Identity, ...]] = (*DESIGN, *COUNTED, *SPREAD, *SAME_PAPERS, *DIRECTION)
"""All relations of this paper."""
