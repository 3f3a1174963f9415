"""One review, rated: the rubric's judge on a text of one's own, with the passages that the rating rests on."""

from peerassay.collect.one_review.asking import Judge, Rated, RatingError, example_review, rate_review
from peerassay.collect.one_review.showing import legend, marked_review, passage_table, score_table, verdict_words

__all__ = [
    "Judge",
    "Rated",
    "RatingError",
    "example_review",
    "legend",
    "marked_review",
    "passage_table",
    "rate_review",
    "score_table",
    "verdict_words",
]
