"""What is said about an exhibit, and the sidecar that keeps it."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Required, TypedDict

from peerassay.exhibits.recorder import PageError, Recorder, function_name
from peerassay.ledger import TIERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from peerassay.manifest import Notebook

LETTERS = {"repeatability": "R", "style": "S", "epistemics": "E", "audit": "A", "assay": "M"}


class About(TypedDict, total=False):
    """The words that go with an exhibit.

    Attributes
    ----------
    caption
        What it shows and how to read it.
    tier, tiers
        The kind of evidence, and by column where it is another; the badge shows the weakest.
    source
        The function or functions that computed it.
    reproduces, place
        The exhibit of the paper that this is, and where it stands there; left out for exhibits of our own.
    claims
        The printed numbers that it covers.
    unaffected_by
        Parameters that it does not depend on: it is no other exhibit if these alone were changed.
    """

    caption: Required[str]
    tier: Required[str]
    source: Required[Callable[..., Any] | Sequence[Callable[..., Any]]]
    tiers: Mapping[str, str]
    reproduces: str
    place: str
    claims: Iterable[str]
    unaffected_by: Iterable[str]


def sidecar(
    page: Recorder, exhibit_id: str, number: int, kinds: Sequence[str], alt: str, about: About
) -> dict[str, Any]:
    """Return the record of an exhibit: what it is, what it rests on and which files hold it.

    Parameters
    ----------
    page
        The page that shows it.
    exhibit_id
        Lower case, unique in the book.
    number
        Its place on the page, from 1.
    kinds
        The endings of its files.
    alt
        The alternative text of a figure.
    about
        The words that go with it.

    Raises
    ------
    PageError
        If a tier is not among the four.
    KeyError
        If a claim is unknown.
    """
    source = about["source"]
    tiers = about.get("tiers", {})
    return {
        "id": exhibit_id,
        "number": f"{page_number(page.notebook)}.{number}",
        "kind": "figure" if "svg" in kinds else "table",
        "reproduces": about.get("reproduces", ""),
        "place": about.get("place", ""),
        "caption": about["caption"],
        "alt": alt,
        "tier": weakest([about["tier"], *tiers.values()]),
        "tiers": dict(tiers),
        "claims": [page.claims[claim_id].id for claim_id in about.get("claims", ())],
        "notebook": page.notebook.name,
        "parameters": page.parameters,
        "changed": [name for name in page.changed if name not in set(about.get("unaffected_by", ()))],
        "functions": [function_name(function) for function in ([source] if callable(source) else source)],
        "data": page.data,
        "version": version("peerassay"),
        "files": [f"{exhibit_id}.{kind}" for kind in kinds],
    }


def weakest(tiers: Iterable[str]) -> str:
    """Return the weakest of some kinds of evidence.

    Raises
    ------
    PageError
        If one is not among the four.
    """
    order = list(TIERS)
    given = list(tiers)
    for tier in given:
        if tier not in TIERS:
            raise PageError(f"tier {tier!r} is not one of {', '.join(order)}")
    return max(given, key=order.index)


def page_number(notebook: Notebook) -> str:
    """Return a notebook's letter and number, for example R7 for repeatability/07-budgets."""
    return f"{LETTERS[notebook.part]}{int(notebook.name.split('/')[1].split('-')[0])}"
