"""How an exhibit looks in a notebook and in the book: one HTML figure."""

from __future__ import annotations

import math
import re
from html import escape
from typing import TYPE_CHECKING, Any

import pandas as pd

from peerassay.ledger import TIERS, VERDICTS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from peerassay.exhibits.recorder import Recorder

    Formats = Mapping[str, str | Callable[[Any], str]]

MISSING = "–"
MANY = 500
"""Rows from which a table leaves out the end tags that HTML lets one leave out, to keep its page light."""
LONG = 160
"""Signs from which a cell is a passage, and gets a wider column."""
PATH = re.compile(r'\sd="[^"]*"')
MORE_DECIMALS = re.compile(r"(\.\d\d)\d+")


def exhibit_html(record: Mapping[str, Any], body: str, links: str) -> str:
    """Return an exhibit as an HTML figure: number, caption, tier badge, body, downloads and source.

    Parameters
    ----------
    record
        The exhibit's sidecar.
    body
        The table or picture as HTML.
    links
        What stands before a file's name in the download links.
    """
    return "\n".join(
        [
            f'<figure class="exhibit" id="figure-{escape(record["id"])}">',
            f"<figcaption>{_heading(record)} {tier_badge(record['tier'])} "
            f'<span class="exhibit-caption">{escape(record["caption"])}</span></figcaption>',
            f'<div class="exhibit-body">{body}</div>',
            _downloads(record, links),
            _source(record),
            "</figure>",
        ]
    )


def banner_html(page: Recorder) -> str:
    """Return the notice at the top of a run on other data or with other parameters: what differs from the book.

    Parameters
    ----------
    page
        The page, one of whose parameters differs from its default.
    """
    defaults = page.notebook.defaults
    changes = [
        f"<code>{escape(name)} = {escape(repr(page.parameters[name]))}</code> (book: {escape(repr(defaults[name]))})"
        for name in page.changed
    ]
    return (
        '<aside class="run-banner" role="note"><strong>This run is not the book\'s.</strong> '
        f"It ran {escape(changes_text({'changed': page.changed}))}: {', '.join(changes)}. No verdict is given and "
        "the ledger stays as it is. Where the prose speaks of the paper or of the committed records, it means "
        "those and not this run.</aside>"
    )


def tier_badge(tier: str) -> str:
    """Return the badge of an evidence tier, its meaning in text for every reader and on hover."""
    meaning = escape(TIERS[tier])
    hidden = f'<span class="visually-hidden">: {meaning}</span>'
    return f'<span class="tier tier-{tier}" title="{meaning}">{tier}{hidden}</span>'


def picture_html(svg: str, alt: str) -> str:
    """Return a figure's SVG with its alternative text, its lines to a hundredth of a point.

    Parameters
    ----------
    svg
        The picture, one ``svg`` element.
    alt
        The alternative text.
    """
    light = PATH.sub(lambda path: MORE_DECIMALS.sub(r"\1", path[0]), svg)
    return light.replace("<svg", f'<svg role="img" aria-label="{escape(alt, quote=True)}"', 1)


def table_html(
    frame: pd.DataFrame,
    label: str,
    columns: Mapping[str, str] | None = None,
    formats: Formats | None = None,
    search: bool = False,
    links: Formats | None = None,
) -> str:
    """Return a data frame as an accessible HTML table inside a region that scrolls by itself.

    Parameters
    ----------
    frame
        The table; its index is not shown.
    label
        The region's name for a screen reader.
    columns
        Headings for people by column name; the column's own name where missing.
    formats
        By column name, a format string such as ``"{:.3f}"`` or a function from value to text.
    search
        Mark the table as one that the book makes searchable, sortable and filterable.
    links
        By column name, the address that a value leads to, made like its text: ``"../{}.html"`` or a function. What
        is missing or empty leads nowhere.
    """
    headings = columns or {}
    names = [str(name) for name in frame.columns]
    numeric = {name for name in names if frame[name].dtype.kind in "iuf"}
    head = "".join(
        _cell("th", escape(headings.get(name, name)), _classes(name, numeric), 'scope="col"') for name in names
    )
    rows = [
        _row(values, names, numeric, formats or {}, links or {}) for values in frame.itertuples(index=False, name=None)
    ]
    kind = "exhibit-table searchable" if search else "exhibit-table"
    body = "".join(rows)
    if len(rows) > MANY:
        body = body.replace("</td>", "").replace("</tr>", "")
    return (
        f'<div class="table-wrap" role="region" tabindex="0" aria-label="{escape(label, quote=True)}">'
        f'<table class="{kind}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def format_value(value: Any, form: str | Callable[[Any], str] | None = None) -> str:
    """Return a cell's text: a dash for what is missing, four significant digits for a float without a format."""
    if value is None or value is pd.NA or (isinstance(value, float) and math.isnan(value)):
        return MISSING
    if callable(form):
        return form(value)
    if form is not None:
        return form.format(value)
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _row(values: Sequence[Any], names: list[str], numeric: set[str], formats: Formats, links: Formats) -> str:
    cells = []
    for name, value in zip(names, values, strict=True):
        text = escape(format_value(value, formats.get(name)))
        verdict = isinstance(value, str) and value in VERDICTS and name.endswith("verdict")
        inner = f'<span class="verdict verdict-{value.replace(" ", "-")}">{text}</span>' if verdict else text
        kind = "long" if len(text) > LONG else _classes(name, numeric)
        cells.append(_cell("td", _linked(inner, value, links.get(name)), kind))
    return f"<tr>{''.join(cells)}</tr>"


def _linked(inner: str, value: Any, form: str | Callable[[Any], str] | None) -> str:
    if form is None or value == "" or format_value(value) == MISSING:
        return inner
    return f'<a href="{escape(format_value(value, form), quote=True)}">{inner}</a>'


def _cell(tag: str, inner: str, classes: str, extra: str = "") -> str:
    attributes = f"{f' class={chr(34)}{classes}{chr(34)}' if classes else ''}{f' {extra}' if extra else ''}"
    return f"<{tag}{attributes}>{inner}</{tag}>"


def _classes(name: str, numeric: set[str]) -> str:
    return "number" if name in numeric else "id" if name == "id" else ""


def _heading(record: Mapping[str, Any]) -> str:
    link = f'<a href="#figure-{escape(record["id"])}">{escape(record["number"])}</a>'
    parts = [f'<span class="exhibit-number">{link}</span>']
    if record["reproduces"]:
        parts.append(f'<span class="exhibit-reproduces">{escape(reproduces_text(record))}</span>')
    elif record["changed"]:
        parts.append(f'<span class="exhibit-reproduces">{escape(changes_text(record))}</span>')
    return " ".join(parts)


def reproduces_text(record: Mapping[str, Any]) -> str:
    """Return which exhibit of the paper this is, or that it only looks like it because something was changed."""
    if record["changed"]:
        return f"as {record['reproduces']} of the paper, {changes_text(record)}"
    return f"{record['reproduces']} of the paper"


def changes_text(record: Mapping[str, Any]) -> str:
    """Return the notice of a run on other data or with other parameters, in capitals."""
    on_data = ["on YOUR DATA"] if "records" in record["changed"] else []
    others = [name for name in record["changed"] if name != "records"]
    return ", ".join(on_data + ([f"with CHANGED PARAMETERS ({', '.join(others)})"] if others else []))


def _downloads(record: Mapping[str, Any], links: str) -> str:
    anchors = [
        f'<a download href="{escape(links, quote=True)}{escape(name)}">{escape(name.rsplit(".", 1)[1].upper())}</a>'
        for name in record["files"]
    ]
    return f'<p class="exhibit-downloads">Download: {" · ".join(anchors)}</p>'


def _source(record: Mapping[str, Any]) -> str:
    parameters = ", ".join(f"{name} = {value!r}" for name, value in record["parameters"].items()) or "none"
    data = "; ".join(f"{name} (SHA-256 {digest[:12]}…)" for name, digest in record["data"].items()) or "none"
    tiers = ", ".join(f"{name}: {tier}" for name, tier in record["tiers"].items())
    entries = {
        "In the paper": record["place"] or "not in the paper; an exhibit of this compendium",
        "Notebook": record["notebook"],
        "Computed by": ", ".join(record["functions"]),
        "Parameters": parameters,
        "Data": data,
        "Evidence by column": tiers,
        "Published numbers it covers": f"{len(record['claims'])}" if record["claims"] else "",
        "Cite as": f"exhibit {record['number']} ({record['id']}) of the compendium, version {record['version']}",
    }
    items = "".join(f"<dt>{escape(term)}</dt><dd>{escape(text)}</dd>" for term, text in entries.items() if text)
    link = f'<a href="#figure-{escape(record["id"])}">#figure-{escape(record["id"])}</a>'
    items += f"<dt>Link to this exhibit</dt><dd>{link}</dd>"
    return f'<details class="exhibit-source"><summary>Where this comes from</summary><dl>{items}</dl></details>'
