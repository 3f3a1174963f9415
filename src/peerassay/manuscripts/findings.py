"""What blinding removed and where, and what it left although it might tell who wrote a manuscript."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

REMOVED, LEFT = "removed", "left"
TITLE_BLOCK, EMAIL, REPOSITORY, NAME = "title block", "e-mail address", "repository link", "author name"
ACKNOWLEDGEMENT, FUNDING, PDF_METADATA, IMAGE_METADATA = "acknowledgements", "funding", "PDF metadata", "image metadata"
IDENTIFIER, COMMENT = "author identifier", "comment"
SELF_CITATION, INSTITUTION, ADDRESS, SURNAME = "self-citation", "institution", "web address", "author's surname"
PICTURE, UNKNOWN_BLOCK, NO_NAMES = "image not looked into", "title block not found", "title block without names"
KINDS: Final = {
    TITLE_BLOCK: "what stands between title and abstract, and footnotes with affiliations",
    EMAIL: "also in disguise, such as name (at) place (dot) org",
    "venue": "lines that say where the paper is submitted or published",
    "page number": "at the head or foot of a page",
    "line numbers": "the numbers beside the lines, one entry a page",
    "running head": "lines that recur at the head or foot of pages",
    "watermark": "turned or very large text",
    ACKNOWLEDGEMENT: "sections and paragraphs of thanks, of contributions and of interests",
    FUNDING: "sections, and sentences that name who paid",
    REPOSITORY: "links to code and data under somebody's name, outside the references",
    NAME: "full names of the authors in the text",
    IDENTIFIER: "ORCID",
    COMMENT: "comments and head matter of a Markdown file",
    PDF_METADATA: "author, title and the like in the file's properties",
    IMAGE_METADATA: "camera, author, place and the like inside an image file",
}
"""Kinds of what is removed."""
SUSPICIONS: Final = {
    SELF_CITATION: "phrases such as `our earlier work`, and references by an author of the title block",
    SURNAME: "surnames of the title block elsewhere in the text",
    INSTITUTION: "names of universities and institutes in the text",
    ADDRESS: "other web addresses in the text",
    PICTURE: "images can show names, logos and places; nobody has looked",
    UNKNOWN_BLOCK: "nothing says where the title block ends",
    NO_NAMES: "the title block gave no name that could be looked for in the text",
}
"""Kinds of what is left and should be looked at."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was removed or left.

    Attributes
    ----------
    action : str
        ``removed`` or ``left``.
    kind : str
        One of `KINDS` or `SUSPICIONS`.
    page : int
        Page, from 1; 0 for the file as a whole.
    record : str
        Id of the record, or path of the image; empty for the file as a whole.
    text : str
        What stood, or stands, there.
    """

    action: str
    kind: str
    page: int
    record: str
    text: str


def findings_table(findings: Iterable[tuple[str, Sequence[Finding]]]) -> pd.DataFrame:
    """List findings of several manuscripts.

    Parameters
    ----------
    findings : iterable of (str, sequence of Finding)
        Paper and its findings.

    Returns
    -------
    pandas.DataFrame
        One row per finding: `paper_id`, `action`, `kind`, `page`, `record`, `text`; removals first within a paper.
    """
    rows = [
        (paper, one.action, one.kind, one.page, one.record, one.text)
        for paper, found in findings
        for one in sorted(found, key=lambda one: (one.action == LEFT, one.page))
    ]
    return pd.DataFrame(rows, columns=["paper_id", "action", "kind", "page", "record", "text"])


def findings_summary(table: pd.DataFrame) -> pd.DataFrame:
    """Count findings by kind.

    Parameters
    ----------
    table : pandas.DataFrame
        As from `findings_table`.

    Returns
    -------
    pandas.DataFrame
        `action`, `kind`, `findings`, `papers`, `about`; in the order of `KINDS` and `SUSPICIONS`, those that occur.
    """
    known = {REMOVED: KINDS, LEFT: SUSPICIONS}
    rows = []
    for action, kinds in known.items():
        for kind, about in kinds.items():
            found = table[(table["action"] == action) & (table["kind"] == kind)]
            if len(found):
                rows.append((action, kind, len(found), found["paper_id"].nunique(), about))
    return pd.DataFrame(rows, columns=["action", "kind", "findings", "papers", "about"])
