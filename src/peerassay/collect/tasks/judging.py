"""What the tasks share that work on reviews: where these come from, and how they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from pydantic import Field, model_validator

from peerassay.collect.prompts import load_prompt
from peerassay.collect.task import Call, Context, Key
from peerassay.collect.tasks.base import Options
from peerassay.collect.tasks.framing import REVIEW, conversation, framed
from peerassay.collect.tasks.listed import texts_of_file
from peerassay.collect.tasks.texts import ReviewText, texts_of_probes, texts_of_results
from peerassay.epistemics.probes import load_probes

if TYPE_CHECKING:
    from collections.abc import Iterator


class ReviewsOptions(Options):
    """Where reviews come from: an earlier entry, a file or a folder of probes; one of these."""

    reviews_from: str = Field(default="", description="Earlier entry whose reviews, or pairs of a probe, are taken.")
    reviews: str = Field(default="", description="CSV file of reviews with a column text, instead of an entry.")
    probes: str = Field(default="", description="Folder of probes, pairs of reviews in TOML, instead of an entry.")
    venue: str = Field(default="", description="Where the papers were reviewed, if the file does not say.")

    @model_validator(mode="after")
    def check_source(self) -> Self:
        """Make sure that there is one source.

        Raises
        ------
        ValueError
            If there is none, or more than one.
        """
        if sum(map(bool, (self.reviews_from, self.reviews, self.probes))) != 1:
            raise ValueError("give one of reviews_from (an earlier entry), reviews (a CSV file) and probes (a folder)")
        return self


def review_texts(context: Context) -> Iterator[ReviewText]:
    """Give the reviews that an entry works on.

    Parameters
    ----------
    context : Context
        With options of the class `ReviewsOptions`.

    Returns
    -------
    iterator of ReviewText
        In a fixed order.
    """
    options = context.options
    venue = str(getattr(options, "venue", ""))
    if label := str(getattr(options, "reviews_from", "")):
        return texts_of_results(context.results(label), venue)
    if folder := str(getattr(options, "probes", "")):
        return texts_of_probes(load_probes(context.path(folder)), venue)
    return texts_of_file(context.path(str(getattr(options, "reviews", ""))), venue)


def judging_calls(context: Context, prompt: str, protocol: str, *, with_head: bool) -> Iterator[Call]:
    """Make one call per review and round.

    Parameters
    ----------
    context : Context
        Of the entry.
    prompt, protocol : str
        Name of the instructions, and what the calls are for.
    with_head : bool
        Whether venue and ratings are shown beside the text.

    Yields
    ------
    Call
        Nothing in the messages but instructions, the review and what `with_head` says: never the paper.
    """
    for review in review_texts(context):
        head = [review.head()] if with_head else []
        messages = conversation(load_prompt(prompt).text, *head, *framed(REVIEW, [review.text]))
        notes = noted(review)
        for number in range(1, context.rounds + 1):
            extra = f"{review.reviewer}, {review.prompt}, {review.protocol}, round={review.round}"
            extra += f", review={review.part}" if review.part else ""
            yield Call(
                Key(review.paper_id, review.digest, review.version, protocol, number, extra),
                messages,
                (prompt,),
                notes=notes,
            )


def noted(review: ReviewText) -> dict[str, Any]:
    """Give what an export has to know about a review.

    Parameters
    ----------
    review : ReviewText
        The review.

    Returns
    -------
    dict
        As JSON can hold it.
    """
    names = ("paper_id", "version", "reviewer", "protocol", "prompt", "round", "venue", "part", "configuration")
    head = {name: getattr(review, name) for name in names}
    return head | {"review_id": review.name, "n_chars": len(review.text)}
