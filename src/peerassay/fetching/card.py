"""The provenance card of a fetched folder: venue, API, time, counts per state, and what did not fit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from peerassay.fetching.tables import PRIVATE, TABLES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

TITLE: Final = "# Papers and reviews from OpenReview"
CARD: Final = "README.md"
FACTS: Final = "card.json"
UNDECIDED: Final = "(none)"
_ABOUT: Final = {
    "papers": "one row per submission: area, final status, mean of the official scores",
    "submissions": "the same submissions: number, title, decision as printed",
    "reviews": "one row per official review: scores as numbers",
    "official_reviews": "one row per official review: anonymous reviewer, dates, which version was taken",
    "official_scores": "one row per score: as printed, and as a number",
    "review_texts": "one row per review with its text, for a judge",
    "ratings": "the same texts as a table of ratings without ratings, for detectors",
    "unknown_forms": "answers that fit no declared form, as printed",
}


def counts_of(tables: Mapping[str, pd.DataFrame]) -> dict[str, Any]:
    """Count papers per state, reviews and unknown forms.

    Parameters
    ----------
    tables : mapping of str to pandas.DataFrame
        As from `peerassay.fetching.tables.make_tables`.

    Returns
    -------
    dict
        As JSON can hold it.
    """
    papers, reviews = tables["papers"], tables["reviews"]
    states = papers["status"].replace("", None).fillna(UNDECIDED).value_counts().sort_index()
    taken = tables["official_reviews"]["taken"].value_counts().sort_index()
    return {
        "papers": len(papers),
        "states": {str(name): int(number) for name, number in states.items()},
        "reviews": len(reviews),
        "papers_without_review": int((~papers["paper_id"].isin(reviews["paper_id"])).sum()),
        "versions": {str(name): int(number) for name, number in taken.items()},
        "unknown_forms": len(tables["unknown_forms"]),
    }


def card_text(facts: Mapping[str, Any], tables: Mapping[str, pd.DataFrame], commands: Sequence[str]) -> str:
    """Write the card for people.

    Parameters
    ----------
    facts : mapping
        What `card.json` holds: `notice` and `source` (lines), `counts`, `remarks`.
    tables : mapping of str to pandas.DataFrame
        The tables of the folder.
    commands : sequence of str
        What can be done with it.

    Returns
    -------
    str
        Markdown.
    """
    counts = facts["counts"]
    states = [f"| {name} | {number:,} |" for name, number in counts["states"].items()]
    files = [f"| `{name}.csv` | {len(tables[name]):,} | {_ABOUT[name]} |" for name in (*TABLES, *PRIVATE)]
    private = ", ".join(f"`{name}.csv`" for name in PRIVATE)
    blocks = [
        TITLE,
        *facts["notice"],
        "\n".join(f"- {line}" for line in facts["source"]),
        "## Papers by final status",
        "\n".join(["| final status | papers |", "|---|---:|", *states]),
        "## Files",
        "\n".join(["| file | rows | what |", "|---|---:|---|", *files]),
        f"**Keep to yourself:** {private}, and the folders `cache` and `pdf` where they are. They hold texts of "
        "reviewers and authors, who gave no licence to pass them on. The other tables hold ids, numbers and what the "
        "venue says of a submission; what the notebooks write holds ids, numbers and what is derived from them.",
        "## Left out, left empty, not as declared",
        "\n".join(f"- {line}" for line in facts["remarks"] or ["nothing"]),
        "## What to do with it",
        "```bash\n" + "\n".join(commands) + "\n```",
    ]
    return "\n\n".join(blocks) + "\n"
