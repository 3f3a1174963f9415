"""Style sheets without the rules that no page of the book uses: what themes bring is five times what the book needs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NESTING = ("@media", "@supports", "@container", "@layer")
WORD = re.compile(r"[A-Za-z_][\w-]*")
CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
TOKEN = re.compile(r"""\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|url\((?!["'])[^)]*\)|[{}]""")
FUNCTION = re.compile(r":[\w-]+\([^()]*\)")
BUILT_BY_SCRIPTS = ("bs-", "tooltip", "modal", "dropdown", "collaps", "offcanvas")
"""How class names begin that scripts put together from pieces, so that the whole name stands nowhere."""

ICON_FONT = "Font Awesome"


def slim_styles(site: Path, sheets: list[Path]) -> None:
    """Rewrite style sheets of a rendered site without the rules that nothing in it uses.

    Parameters
    ----------
    site
        The rendered book; the words of its pages and scripts are taken as class names in use.
    sheets
        The style sheets, changed in place.
    """
    files = [*site.rglob("*.html"), *(site / "_static").glob("*.js"), *(site / "_static" / "scripts").glob("*.js")]
    words = {word for path in files for word in WORD.findall(path.read_text("utf-8"))}
    for sheet in sheets:
        sheet.write_text(slim(sheet.read_text("utf-8"), words), "utf-8")


def slim(css: str, words: set[str]) -> str:
    """Return a style sheet without rules whose classes are not among some words.

    Parameters
    ----------
    css
        The style sheet.
    words
        Names that may be in use; a class is kept if it is one of them.

    Returns
    -------
    str
        The style sheet with all other rules, in their order; comments and the theme's icon font are gone.
    """
    return "".join(_kept(prelude, body, words) for prelude, body in rules(css))


def rules(css: str) -> Iterator[tuple[str, str | None]]:
    """Split a style sheet into rules: what stands before the braces and what between them (None for a statement)."""
    text = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    place = 0
    while (found := re.compile(r"[{;]").search(text, _after_strings(text, place))) is not None:
        prelude = text[place : found.start()].strip()
        if found[0] == ";":
            place = found.end()
            yield prelude, None
        else:
            place = _closing(text, found.end())
            yield prelude, text[found.end() : place - 1]


def _after_strings(text: str, place: int) -> int:
    """Return where the search for a rule's brace may begin: behind a leading string such as that of `@charset`."""
    match = re.compile(r"\s*@(?:charset|import)\s*(?:url\()?(\"[^\"]*\"|'[^']*')").match(text, place)
    return match.end() if match else place


def _closing(text: str, place: int) -> int:
    """Return the place behind the brace that closes the block whose content begins at `place`."""
    depth = 1
    for found in TOKEN.finditer(text, place):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if depth == 0:
            return found.end()
    return len(text) + 1


def _kept(prelude: str, body: str | None, words: set[str]) -> str:
    if body is None:
        return f"{prelude};"
    if prelude.startswith(NESTING):
        inner = slim(body, words)
        return f"{prelude}{{{inner}}}" if inner else ""
    if prelude.startswith("@font-face") and ICON_FONT in body:
        return ""
    if prelude.startswith("@"):
        return f"{prelude}{{{body}}}"
    selectors = [selector for selector in _selectors(prelude) if _in_use(selector, words)]
    return f"{','.join(selectors)}{{{body}}}" if selectors else ""


def _selectors(prelude: str) -> list[str]:
    return [part.strip() for part in re.split(r",(?![^()]*\))", prelude)]


def _in_use(selector: str, words: set[str]) -> bool:
    names = CLASS.findall(FUNCTION.sub("", selector))
    return all(name in words or name.startswith(BUILT_BY_SCRIPTS) for name in names)
