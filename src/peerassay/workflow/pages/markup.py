"""Small pieces of the Markdown and HTML that the generated pages consist of."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from peerassay.exhibits.html import tier_badge

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from peerassay.manifest import Notebook

TO_ROOT = "../../"
"""From a generated page to the site's root."""

__all__ = [
    "TO_ROOT",
    "anchor",
    "code",
    "exhibit_link",
    "link",
    "notebook_link",
    "page",
    "table",
    "tier_badge",
    "verdict",
]


def page(title: str, *blocks: str) -> str:
    """Return a Markdown page: its title and its blocks, with an empty line between them."""
    return "\n\n".join([f"# {title}", *(block.strip("\n") for block in blocks if block)]) + "\n"


def link(text: str, address: str) -> str:
    """Return an HTML link; the text is escaped."""
    return f'<a class="reference internal" href="{escape(address, quote=True)}">{escape(text)}</a>'


def code(text: str) -> str:
    """Return text as inline code that may be broken after a slash."""
    return f"<code>{escape(text).replace('/', '/<wbr>')}</code>"


def notebook_link(notebook: Notebook, to_root: str = TO_ROOT) -> str:
    """Return a link to a notebook's page, by its title."""
    return link(notebook.title, f"{to_root}notebooks/{notebook.name}.html")


def anchor(record: dict[str, Any], to_root: str = TO_ROOT) -> str:
    """Return the address of an exhibit in the book."""
    return f"{to_root}notebooks/{record['notebook']}.html#figure-{record['id']}"


def exhibit_link(record: dict[str, Any], to_root: str = TO_ROOT) -> str:
    """Return a link to an exhibit, by its number in the book."""
    return link(record["number"], anchor(record, to_root))


def verdict(name: str) -> str:
    """Return a verdict as the ledger shows it."""
    return f'<span class="verdict verdict-{name.replace(" ", "-")}">{escape(name)}</span>'


def table(
    head: Sequence[str], rows: Iterable[Sequence[str]], label: str, kind: str = "fit", numeric: Iterable[int] = ()
) -> str:
    """Return an HTML table inside a region that scrolls by itself.

    Parameters
    ----------
    head
        Headings, as text.
    rows
        Cells, as HTML.
    label
        The region's name for a screen reader.
    kind
        Further classes of the table: ``fit`` wraps text so that it needs no scrolling on a wide screen.
    numeric
        The positions of the columns that hold numbers.
    """
    right = set(numeric)
    heads = "".join(f'<th scope="col"{_class(i in right)}>{escape(text)}</th>' for i, text in enumerate(head))
    body = "\n".join(
        f"<tr>{''.join(f'<td{_class(i in right)}>{cell}</td>' for i, cell in enumerate(row))}</tr>" for row in rows
    )
    return (
        f'<div class="table-wrap" role="region" tabindex="0" aria-label="{escape(label, quote=True)}">\n'
        f'<table class="{f"exhibit-table {kind}".strip()}">\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n'
        "</tbody>\n</table>\n</div>"
    )


def _class(numeric: bool) -> str:
    return ' class="number"' if numeric else ""
