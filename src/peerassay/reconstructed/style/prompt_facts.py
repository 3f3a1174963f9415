"""The prompts that stand for lost figures: a line about each, and what one has that another has not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pandas as pd

from peerassay.collect.prompts import load_prompt

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

STYLE_PROMPTS: Final = (
    "review-style-default",
    "review-style-brief",
    "review-style-minimal",
    "review-style-bare",
    "review-style-biased",
)
PROMPT_FACTS: Final[Mapping[str, str]] = {
    "prompt": "Prompt",
    "words": "Words",
    "note": "Where it comes from",
    "source": "After",
    "digest": "SHA-256",
}


def prompt_facts(names: Sequence[str]) -> pd.DataFrame:
    """Lay out what is known of some prompts.

    Parameters
    ----------
    names
        Names of prompts.

    Returns
    -------
    pandas.DataFrame
        `prompt`, `words`, `note`, `source`, `digest`, and `text`, what is sent.
    """
    rows = [
        (one.name, len(one.text.split()), one.note, one.source, one.digest, one.text) for one in map(load_prompt, names)
    ]
    return pd.DataFrame(rows, columns=["prompt", "words", "note", "source", "digest", "text"])


def short_digest(digest: str) -> str:
    """Return the first twelve digits of a digest, as shown; the file has all of them."""
    return f"{digest[:12]}…"


def added_words(name: str, other: str) -> str:
    """Say which paragraphs a prompt has that another one has not.

    Parameters
    ----------
    name, other
        Names of prompts.

    Returns
    -------
    str
        Markdown, each paragraph quoted.
    """
    there = set(load_prompt(other).text.split("\n\n"))
    added = [text for text in load_prompt(name).text.split("\n\n") if text not in there]
    quoted = "\n>\n".join("> " + text.replace("\n", "\n> ") for text in added)
    return f"What `{name}` has and `{other}` has not:\n\n{quoted}"
