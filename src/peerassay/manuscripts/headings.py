"""What headings are called, whatever a manuscript is kept as."""

from __future__ import annotations

import re
from typing import Final

_NUMBER = r"(?:(?:\d{1,2}|[A-Z]|[IVX]{1,4})(?:\.\d{1,2}){0,3}\.?\s+)?"
ABSTRACT: Final = re.compile(rf"^{_NUMBER}abstract\s*[.:]?$", re.IGNORECASE)
REFERENCES: Final = re.compile(
    rf"^{_NUMBER}(?:references(?:\s+and\s+notes)?|bibliography|literature cited)\s*[.:]?$", re.I
)
INTRODUCTION: Final = re.compile(rf"^{_NUMBER}introduction\s*[.:]?$", re.IGNORECASE)
ACKNOWLEDGEMENTS: Final = re.compile(
    rf"^{_NUMBER}(?:acknowledge?ments?(?:\s+(?:and|&)\s+.{{3,60}})?"
    r"|(?:funding|financial support)(?:\s+(?:and|&)\s+.{3,40}|\s+statement|\s+sources?)?"
    r"|disclosure\s+of\s+funding|acknowledge?ments?\s+and\s+disclosure\s+of\s+funding"
    r"|author\s+contributions?|contributions?\s+of\s+authors?|about\s+the\s+authors?|author\s+information"
    r"|(?:competing|conflicts?\s+of)\s+interests?(?:\s+statement)?)\s*[.:]?$",
    re.IGNORECASE,
)
FUNDING: Final = re.compile(rf"^{_NUMBER}(?:disclosure\s+of\s+)?(?:funding|financial)", re.IGNORECASE)
KNOWN: Final = re.compile(
    rf"^{_NUMBER}(?:abstract|introduction|related works?|background|preliminaries|methods?|methodology|approach|model"
    r"|experiments?|experimental (?:setup|results)|evaluation|results|results and discussion|discussion|analysis"
    r"|limitations|limitations and (?:conclusion|future work)|future work|conclusions?|conclusions? and .{3,40}"
    r"|discussion and conclusions?|ethics statement|ethical considerations|reproducibility statement|impact statement"
    r"|broader impacts?(?: statement)?|data availability|code availability|appendix|appendices"
    r"|supplementary materials?|supplementary information|checklist|neurips paper checklist)\s*[.:]?$",
    re.IGNORECASE,
)


def is_known(text: str) -> bool:
    """Tell whether a line is the usual name of a section, with or without its number.

    Parameters
    ----------
    text : str
        One line.

    Returns
    -------
    bool
    """
    return any(name.match(text) for name in (KNOWN, REFERENCES, ACKNOWLEDGEMENTS))
