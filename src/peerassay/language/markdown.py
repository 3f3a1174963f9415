"""Take a manuscript in Markdown apart: title and headings, tables, equations, citations, figures, and the prose left.

Each thing is taken out before the next is looked for, so that nothing is found twice: code fences, tables (lines that
start with a bar), displayed and inline equations, figures and links, headings, citations. The list of references is
not prose.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from peerassay.language.spans import normalise

REFERENCES = re.compile(r"(?:\d+\.?\s+)?(?:references|bibliography)", re.IGNORECASE)
_FENCE = re.compile(r"^(```|~~~).*?^\1[^\n]*$", re.MULTILINE | re.DOTALL)
_TABLE = re.compile(r"^[ \t]*\|[^\n]*(?:\n[ \t]*\|[^\n]*)*", re.MULTILINE)
_RULE = re.compile(r"[\s|:+-]*-[\s|:+-]*")
_EQUATION = re.compile(
    r"\$\$(?P<double>.+?)\$\$"
    r"|\\\[(?P<square>.+?)\\\]"
    r"|\\\((?P<round>.+?)\\\)"
    r"|\\begin\{(?P<name>equation|align|gather|multline)\*?\}(?P<block>.+?)\\end\{(?P=name)\*?\}"
    r"|(?<![\\$])\$(?P<inline>(?!\s)(?:[^$\\\n]|\\.|\n(?!\s*\n))+?(?<!\s))\$(?![\d$])",
    re.DOTALL,
)
_IMAGE = re.compile(r"!\[[^\]]*\]\((?P<target>[^)\s]*)[^)]*\)")
_LINK = re.compile(r"(?<!!)\[(?P<text>[^\]]*)\]\([^)]*\)|<?https?://[^\s>)]+>?")
_HEADING = re.compile(r"^(?P<hashes>#{1,6})[ \t]+(?P<text>[^\n]*?)[ \t#]*$", re.MULTILINE)
_NUMBERED = re.compile(r"\[(?P<keys>\d+(?:\s*[,;–-]\s*\d+)*)\](?!\()")
_KEYED = re.compile(r"\\cite[a-z]*\*?(?:\[[^\]]*\])*\{(?P<tex>[^}]*)\}|\[(?P<pandoc>-?@[^\]]+)\]")
_NAME = r"(?<!\w)[^\W\d_a-z](?:[^\W\d_]|['’](?=[^\W\d_]))[^\W\d_]*(?:[-'’][^\W\d_]+)*"
_AUTHORS = rf"(?P<author>{_NAME})(?P<more>(?:,\s+{_NAME})*\s+et\s+al\.?|(?:,\s+{_NAME})*,?\s+(?:and|&)\s+{_NAME})?"
_YEARS = r"(?P<years>(?:19|20)\d\d[a-z]?(?:,\s*(?:(?:19|20)\d\d)?[a-z]?(?=[,;)]))*)"
_IN_TEXT = re.compile(rf"{_AUTHORS}\s+\({_YEARS}\)")
_IN_BRACKETS = re.compile(rf"(?<=[(;\s]){_AUTHORS},?\s+{_YEARS}(?=[);,])")
_BRACKETS = re.compile(r"\((?P<inside>[^()]*?(?:19|20)\d\d[a-z]?[^()]*?)\)")
_RANGE = re.compile(r"(\d+)\s*[–-]\s*(\d+)")
MOST_IN_RANGE = 50


@dataclass(frozen=True)
class Heading:
    """A heading with its level (1 for the title)."""

    level: int
    text: str

    def __str__(self) -> str:
        """Give it as it stands in Markdown."""
        return f"{'#' * self.level} {self.text}"


@dataclass(frozen=True)
class Section:
    """What stands under one heading, up to the next of any level; the heading is None before the first.

    Attributes
    ----------
    heading : Heading or None
        What it is under.
    prose : str
        Its sentences, without citations; empty for the list of references.
    citations : tuple of str
        One entry per work and place: ``[3]``, ``Smith 2024``, ``@key``.
    """

    heading: Heading | None
    prose: str
    citations: tuple[str, ...]

    @property
    def name(self) -> str:
        """The words of the heading, or where the section is."""
        return self.heading.text if self.heading else "before the first heading"


@dataclass(frozen=True)
class Document:
    """The parts of a manuscript.

    Attributes
    ----------
    headings : tuple of Heading
        In order, the title included.
    tables : tuple
        Each table as rows of cells, without the ruling line; cells under the normalisation of `spans`.
    equations : tuple of str
        LaTeX without delimiters and without white space that has no meaning, in order.
    figures : tuple of str
        The files of the figures.
    sections : tuple of Section
        What stands between the headings.
    """

    headings: tuple[Heading, ...]
    tables: tuple[tuple[tuple[str, ...], ...], ...]
    equations: tuple[str, ...]
    figures: tuple[str, ...]
    sections: tuple[Section, ...]

    @property
    def prose(self) -> str:
        """The prose of all sections, one paragraph break between them."""
        return "\n\n".join(section.prose for section in self.sections if section.prose)


@lru_cache(maxsize=32)
def dissect(text: str) -> Document:
    """Take a Markdown manuscript apart.

    Parameters
    ----------
    text : str
        The manuscript.

    Returns
    -------
    Document
    """
    rest = _FENCE.sub("", text.replace("\r\n", "\n"))
    tables = tuple(_rows(match.group()) for match in _TABLE.finditer(rest))
    rest = _TABLE.sub("", rest)
    equations = tuple(_formula(match) for match in _EQUATION.finditer(rest))
    rest = _EQUATION.sub(" ", rest)
    figures = tuple(match["target"] for match in _IMAGE.finditer(rest))
    rest = _LINK.sub(lambda match: match["text"] or " ", _IMAGE.sub("", rest))
    headings, bodies = _divide(rest)
    sections = tuple(
        Section(heading, _bare(body), tuple(cited(body)))
        for heading, body in zip([None, *headings], bodies, strict=True)
    )
    return Document(tuple(headings), tables, equations, figures, sections)


def prose(text: str) -> str:
    """Return what a Markdown manuscript says in sentences, without tables, equations, headings and citations.

    Parameters
    ----------
    text : str
        The manuscript.

    Returns
    -------
    str
        Paragraphs divided by an empty line.
    """
    return dissect(text).prose


def cited(text: str) -> list[str]:
    r"""List the works that a text cites, one entry per work and place.

    Parameters
    ----------
    text : str
        Prose with citations as ``[3]``, ``[3, 5-7]``, ``Smith et al. (2024)``, ``(Smith and Lee, 2024; Wu, 2023)``,
        ``\cite{key}`` or ``[@key]``.

    Returns
    -------
    list of str
        ``[3]`` for numbers (ranges spelled out), ``Smith 2024`` for names (the first only), ``@key`` for keys.
    """
    found = [(match.start(), key) for match in _NUMBERED.finditer(text) for key in _numbers(match["keys"])]
    found += [(match.start(), key) for match in _KEYED.finditer(text) for key in _keys(match["tex"] or match["pandoc"])]
    found += [(match.start(), key) for match in _IN_TEXT.finditer(text) for key in _years(match)]
    for bracket in _BRACKETS.finditer(text):
        inside = f" {bracket['inside']})"
        found += [(bracket.start(), key) for match in _IN_BRACKETS.finditer(inside) for key in _years(match)]
    return [key for _, key in sorted(found, key=lambda entry: entry[0])]


def _rows(table: str) -> tuple[tuple[str, ...], ...]:
    lines = [line.strip() for line in table.splitlines()]
    return tuple(_cells(line) for line in lines if not _RULE.fullmatch(line))


def _cells(line: str) -> tuple[str, ...]:
    inner = line.removeprefix("|").removesuffix("|") if not line.endswith("\\|") else line.removeprefix("|")
    return tuple(normalise(cell) for cell in re.split(r"(?<!\\)\|", inner))


def _formula(match: re.Match[str]) -> str:
    inside = next(match[name] for name in ("double", "square", "round", "block", "inline") if match[name] is not None)
    return re.sub(r"(?<![a-zA-Z])\s+|\s+(?![a-zA-Z])", "", " ".join(inside.split()))


def _divide(text: str) -> tuple[list[Heading], list[str]]:
    headings, bodies, start = [], [], 0
    for match in _HEADING.finditer(text):
        headings.append(Heading(len(match["hashes"]), normalise(match["text"])))
        bodies.append(text[start : match.start()])
        start = match.end()
    bodies.append(text[start:])
    kept = [""] * len(bodies)
    for place, body in enumerate(bodies):
        listing = place > 0 and REFERENCES.fullmatch(headings[place - 1].text.rstrip("."))
        kept[place] = "" if listing else body
    return headings, kept


def _bare(body: str) -> str:
    """Take the citations and the emphasis out of a section's text."""
    rest = _KEYED.sub("", _NUMBERED.sub("", body))
    rest = _BRACKETS.sub(lambda match: "" if cited(match.group()) else match.group(), rest)
    rest = _IN_TEXT.sub(lambda match: match.group("author") + (match.group("more") or ""), rest)
    rest = re.sub(r"(?<!\w)[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?!\w)|`", "", rest)
    rest = re.sub(r"^[ \t]*(?:[-+*>]|\d+[.)])[ \t]+", "", rest, flags=re.MULTILINE)
    return re.sub(r"[ \t]+(?=[.,;:!?])", "", rest).strip()


def _numbers(keys: str) -> list[str]:
    spread = _RANGE.sub(lambda match: ",".join(_between(int(match[1]), int(match[2]))), keys)
    return [f"[{number}]" for number in re.findall(r"\d+", spread)]


def _between(first: int, last: int) -> list[str]:
    if not first <= last <= first + MOST_IN_RANGE:
        return [str(first), str(last)]
    return [str(number) for number in range(first, last + 1)]


def _keys(keys: str) -> list[str]:
    return [f"@{key}" for key in re.findall(r"[^\s,;@{}]+", keys.replace("-@", "@"))]


def _years(match: re.Match[str]) -> list[str]:
    years: list[str] = []
    for part in re.split(r",\s*", match["years"]):
        years.append(part if part[:1].isdigit() else years[-1][:4] + part)
    return [f"{match['author']} {year}" for year in years]
