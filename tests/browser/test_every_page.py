"""What holds for every page of the built book: accessible, no wider than the window, light, and only of this host."""

from __future__ import annotations

from html.parser import HTMLParser
from itertools import pairwise
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import pytest
from reader import DESKTOP, PHONE, ROOT, SITE, visit

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.browser

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = {"serious", "critical"}
LIMIT = 1_000_000
HEAVY = {
    "/_static/mathjax/": "MathJax, on pages with formulas; fetched once for the whole book",
    "/_static/datatables.js": "DataTables, on pages with a searchable table; fetched once for the whole book",
}
"""What may come on top of a page's weight, and why."""

NOT_PAGES = {"genindex.html", "index.html"}
PAGES = sorted(
    path.relative_to(SITE).with_suffix("").as_posix()
    for path in SITE.rglob("*.html")
    if "_static" not in path.parts and path.relative_to(SITE).as_posix() not in NOT_PAGES
)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_accessible_light_and_fits_in_both_themes(chromium: Any, base: str, name: str) -> None:
    assert AXE.is_file(), "axe-core is missing: npm ci"
    for scheme, size in (("light", DESKTOP), ("dark", PHONE)):
        with visit(chromium, base, viewport=size, color_scheme=scheme) as seen:
            page = seen.open(name)
            assert page.evaluate("document.documentElement.dataset.theme") == scheme
            assert sideways(page) == []
            assert findings(page) == []
            if scheme == "light":
                assert weight(seen) <= LIMIT, f"{weight(seen):,} bytes"
                assert headings_in_order(page)


def sideways(page: Any) -> list[str]:
    """Return what makes the page scroll sideways; empty if it does not."""
    return list(
        page.evaluate(
            """() => {
              const width = document.documentElement.clientWidth;
              if (document.documentElement.scrollWidth <= width) return [];
              return [...document.querySelectorAll("main *")]
                .filter(node => node.getBoundingClientRect().right > width + 1)
                .slice(0, 5).map(node => node.outerHTML.slice(0, 100));
            }"""
        )
    )


def findings(page: Any) -> list[tuple[str, list[str]]]:
    """Return the serious and critical findings of the accessibility audit."""
    page.evaluate(AXE.read_text("utf-8"))
    result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    serious = [found for found in result["violations"] if found["impact"] in SERIOUS]
    return [(found["id"], [str(node["target"]) for node in found["nodes"][:5]]) for found in serious]


def weight(seen: Any) -> int:
    """Return the bytes of everything that a page asked for, but for what `HEAVY` allows."""
    paths = {unquote(urlsplit(url).path) for url in seen.requests if url.startswith(seen.base)}
    counted = [SITE / path.lstrip("/") for path in paths if not path.startswith(tuple(HEAVY))]
    return sum(path.stat().st_size for path in counted if path.is_file())


def headings_in_order(page: Any) -> bool:
    """Whether there is one first-level heading and no level is skipped on the way down."""
    levels = page.evaluate("[...document.querySelectorAll('article :is(h1,h2,h3,h4,h5,h6)')].map(h => +h.tagName[1])")
    return levels.count(1) <= 1 and all(below - above <= 1 for above, below in pairwise(levels))


class Links(HTMLParser):
    """The addresses and the anchors of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.hrefs: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        self.anchors.update(value for key, value in attrs if key in {"id", "name"} and value)
        if tag == "a" and known.get("href"):
            self.hrefs.append(str(known["href"]))


def test_every_link_inside_the_book_leads_somewhere() -> None:
    pages = {path.resolve(): Links(path) for path in SITE.rglob("*.html") if "_static" not in path.parts}
    broken = [
        f"{path.relative_to(SITE)}: {href}"
        for path, links in pages.items()
        for href in links.hrefs
        if not leads_somewhere(path, href, pages)
    ]
    assert broken == []


def leads_somewhere(path: Path, href: str, pages: dict[Path, Links]) -> bool:
    """Whether a link of a page has a file behind it and, within a page, an anchor; other hosts are not asked."""
    parts = urlsplit(href)
    if parts.scheme or parts.netloc:
        return True
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path.resolve()
    known = not parts.fragment or target not in pages or parts.fragment in pages[target].anchors
    return target.is_file() and known
