"""The style pages: reviews of rewrites (reconstructed or a reader's own), annotated reviews, verdicts and prompts."""

from peerassay.reconstructed.style.aspect_claims import WAITS, record_aspects, surviving_aspects
from peerassay.reconstructed.style.criteria import (
    needed_pairs,
    own_criteria,
    printed_criteria,
    record_criteria,
    size_frame,
    text_frame,
)
from peerassay.reconstructed.style.mentions import correlation_table, open_annotated
from peerassay.reconstructed.style.own_pairs import own_answer, own_cells, own_statistics
from peerassay.reconstructed.style.prompt_facts import (
    PROMPT_FACTS,
    STYLE_PROMPTS,
    added_words,
    prompt_facts,
    short_digest,
)
from peerassay.reconstructed.style.reviewers import (
    FLIP_HEADINGS,
    NOISE_FORMATS,
    NOISE_HEADINGS,
    record_design,
    record_spreads,
    spread_frame,
)
from peerassay.reconstructed.style.rewrites import (
    LEFT_OUT,
    PairStudy,
    open_pairs,
    predicted_frame,
    predicted_words,
    record_rewrites,
)
from peerassay.style.contrasts import COMPARISONS

__all__ = [
    "COMPARISONS",
    "FLIP_HEADINGS",
    "LEFT_OUT",
    "NOISE_FORMATS",
    "NOISE_HEADINGS",
    "PROMPT_FACTS",
    "STYLE_PROMPTS",
    "WAITS",
    "PairStudy",
    "added_words",
    "correlation_table",
    "needed_pairs",
    "open_annotated",
    "open_pairs",
    "own_answer",
    "own_cells",
    "own_criteria",
    "own_statistics",
    "predicted_frame",
    "predicted_words",
    "printed_criteria",
    "prompt_facts",
    "record_aspects",
    "record_criteria",
    "record_design",
    "record_rewrites",
    "record_spreads",
    "short_digest",
    "size_frame",
    "spread_frame",
    "surviving_aspects",
    "text_frame",
]
