"""A manuscript in Markdown becomes records: one per heading, paragraph, table, equation, list, caption or figure."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from peerassay.manuscripts.package import CAPTION, HEADING, PAGE_MARKER, Figure, Item, Package, TextRecord
from peerassay.manuscripts.problems import PackageError, PackageProblem
from peerassay.manuscripts.validation import FIGURES, file_message, path_message

if TYPE_CHECKING:
    from collections.abc import Iterator

_FENCE = re.compile(r"^(?:```|~~~|\$\$)")
_HEADING = re.compile(r"^#{1,6}\s+\S")
_IMAGE = re.compile(r"^!\[(?P<caption>[^\]]*)\]\((?P<path>[^)\s]+)\)$")
_PAGE = re.compile(r"^(?:<!--\s*page\s+(?P<page>\d+)\s*-->|\[page (?P<shown>\d+)\])$")
_LIST = re.compile(r"^(?:[-*+]|\d+[.)])\s")


def read_markdown(path: str | Path, *, name: str = "", version: str = "original") -> Package:
    """Read a manuscript from a Markdown file.

    Parameters
    ----------
    path : str or pathlib.Path
        The file, UTF-8. An image that stands alone in its paragraph is a figure, its text the caption; it has to lie
        below ``figures/`` beside the file. A line ``<!-- page 2 -->`` or ``[page 2]`` begins a page; without any,
        all is page 1.
    name : str
        Name of the paper; the folder's name if not given.
    version : str
        Name of the version.

    Returns
    -------
    Package
        Records ``r0001`` and so on, each block of the file one.

    Raises
    ------
    PackageError
        If the file is empty or not UTF-8, or an image is missing or lies elsewhere.
    """
    file = Path(path)
    paper = name or file.resolve().parent.name
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PackageError(paper, [PackageProblem(file.name, "", f"is not UTF-8: {error}")]) from error
    if not text.strip():
        raise PackageError(paper, [PackageProblem(file.name, "", "is empty; expected a manuscript")])
    problems: list[PackageProblem] = []
    items = tuple(_items(text, file.parent, problems))
    if problems:
        raise PackageError(paper, problems)
    return Package(paper, items, version, {"file": file.name, "extractor": "markdown"})


def markdown_records(text: str, first: int = 1, page: int = 1) -> tuple[TextRecord, ...]:
    """Split a Markdown text into records, images left as text.

    Parameters
    ----------
    text : str
        The manuscript, or the part of it between two figures.
    first, page : int
        Number of the first record, and the page on which it stands.

    Returns
    -------
    tuple of TextRecord
        As `read_markdown` makes them.
    """
    found = _items(text, None, [], first, page)
    return tuple(item for item in found if isinstance(item, TextRecord))


def page_text(page: int) -> str:
    """Give the text that marks the beginning of a page.

    Parameters
    ----------
    page : int
        From 1.

    Returns
    -------
    str
        For example ``[page 2]``.
    """
    return f"[page {page}]"


def _items(
    text: str, folder: Path | None, problems: list[PackageProblem], first: int = 1, page: int = 1
) -> Iterator[Item]:
    number = first - 1
    for block in _blocks(text):
        figure = _IMAGE.match(block) if folder else None
        if marker := _PAGE.match(block):
            page = max(page, int(marker["page"] or marker["shown"]))
            block = page_text(page)
        if figure and folder:
            yield from _figure(figure["path"], page, folder, problems)
        content = figure["caption"].strip() if figure else block
        if content:
            number += 1
            kind = PAGE_MARKER if marker else CAPTION if figure else _type(block)
            yield TextRecord(f"r{number:04d}", page, kind, content)


def _figure(path: str, page: int, folder: Path, problems: list[PackageProblem]) -> Iterator[Figure]:
    """Take up an image file; a path that climbs to a folder shared by several manuscripts is refused like any other."""
    message = path_message(path) or file_message(folder, path)
    if message:
        problems.append(
            PackageProblem(
                path, "", message.replace("leaves", "must be in the folder figures/ beside the file: it leaves")
            )
        )
        return
    data = (folder / path).read_bytes()
    figure = Figure.of(f"{FIGURES}/{PurePosixPath(path).name}", page, data)
    yield Figure(figure.path, page, figure.sha256, folder / path)


def _blocks(text: str) -> Iterator[str]:
    """Split at empty lines and before and after headings; what is fenced stays whole."""
    block: list[str] = []
    fence = ""
    for line in [*text.replace("\r\n", "\n").split("\n"), ""]:
        opening = _FENCE.match(line)
        if fence:
            block.append(line)
            if line.rstrip().endswith(fence):
                fence = ""
            continue
        alone = _HEADING.match(line) or _PAGE.match(line) or _IMAGE.match(line)
        if block and (not line.strip() or alone):
            yield "\n".join(block).strip()
            block = []
        if alone:
            yield line.strip()
        elif line.strip():
            block.append(line.rstrip())
            fence = _opened(line, opening)
    if any(line.strip() for line in block):
        yield "\n".join(block).strip()


def _opened(line: str, opening: re.Match[str] | None) -> str:
    """Give the fence that a line opens and does not close again."""
    if not opening:
        return ""
    fence = opening.group()
    rest = line.rstrip()[len(fence) :]
    return "" if rest.endswith(fence) else fence


def _type(block: str) -> str:
    first = block.split("\n", 1)[0]
    kinds: tuple[tuple[Any, str], ...] = (
        (_HEADING.match(first), HEADING),
        (first.startswith("|"), "table"),
        (first.startswith("$$"), "equation"),
        (first.startswith(("```", "~~~")), "code"),
        (_LIST.match(first), "list"),
        (re.match(r"^\[\d+\]\s", first), "reference"),
        (re.match(r"^\*{0,2}(?:Table|Figure)\s+\d+[.:]", first), CAPTION),
    )
    return next((kind for matches, kind in kinds if matches), "paragraph")
