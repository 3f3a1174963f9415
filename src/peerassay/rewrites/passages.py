"""One paragraph of a manuscript in all its versions, side by side."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pandas as pd

from peerassay.language import ORIGINAL, compare, marks, prose, words
from peerassay.language.markdown import REFERENCES

if TYPE_CHECKING:
    from peerassay.rewrites.folder import Rewrites

_PLACE = re.compile(r"(?P<manuscript>[^/]+)/(?P<heading>[^/]+)/(?P<number>\d+)")
EXPECTED = "manuscript/heading/number of the paragraph, as in m1/Abstract/1"
_HEADING = re.compile(r"^#{1,6}[ \t]+(?P<text>.*?)[ \t#]*$", re.MULTILINE)
_NO_PROSE = ("|", "![", "$$", "**Table", "**Figure", "<")


def paragraphs(text: str, heading: str) -> list[str]:
    """Return the paragraphs of prose below a heading, as they stand in the Markdown.

    Parameters
    ----------
    text : str
        A manuscript in Markdown.
    heading : str
        The words of the heading, with or without its number.

    Returns
    -------
    list of str
        Without tables, figures, captions and displayed equations.

    Raises
    ------
    ValueError
        If there is no such heading.
    """
    places = list(_HEADING.finditer(text))
    ends = [place.start() for place in places[1:]] + [len(text)]
    for place, end in zip(places, ends, strict=True):
        if heading in (place["text"], re.sub(r"^[\d.]+\s+", "", place["text"])):
            blocks = [block.strip() for block in re.split(r"\n\s*\n", text[place.end() : end])]
            return [" ".join(block.split()) for block in blocks if block and not block.startswith(_NO_PROSE)]
    known = ", ".join(place["text"] for place in places if not REFERENCES.fullmatch(place["text"]))
    raise ValueError(f"heading {heading!r}; expected one of {known}")


def passage_versions(rewrites: Rewrites, place: str) -> dict[str, str]:
    """Return one paragraph in every version of its manuscript.

    Parameters
    ----------
    rewrites : Rewrites
        The manuscripts.
    place : str
        Which paragraph: manuscript, heading and number from 1, with slashes between.

    Returns
    -------
    dict of str to str
        Markdown by version; the original comes first.

    Raises
    ------
    ValueError
        If the place is not of that form, or is not there in one of the versions.
    """
    match = _PLACE.fullmatch(place)
    if not match:
        raise ValueError(f"place {place!r}; expected {EXPECTED}")
    if match["manuscript"] not in rewrites.texts:
        raise ValueError(f"place {place!r}: manuscript {match['manuscript']!r}; expected one of {_list(rewrites)}")
    texts = rewrites.texts[match["manuscript"]]
    return {version: _paragraph(text, match, version) for version, text in texts.items()}


def _list(rewrites: Rewrites) -> str:
    return ", ".join(rewrites.texts)


def _paragraph(text: str, match: re.Match[str], version: str) -> str:
    place, number = match.group(), int(match["number"])
    try:
        found = paragraphs(text, match["heading"])
    except ValueError as error:
        raise ValueError(f"place {place!r}, version {version}: {error}") from error
    if not 1 <= number <= len(found):
        raise ValueError(f"place {place!r}, version {version}: paragraph {number}; expected 1 to {len(found)}")
    return found[number - 1]


def passage_table(versions: dict[str, str]) -> pd.DataFrame:
    """Show a passage in its versions, with what marks doubt and certainty in it and what it has lost.

    Parameters
    ----------
    versions : dict of str to str
        Markdown by version, the original among them.

    Returns
    -------
    pandas.DataFrame
        `version`, `passage`, `words`, `hedges` and `boosters` (the expressions found, in order), both together in
        `marks`, and `differences` (what the comparison with the original lists; empty where nothing has changed).
    """
    rows = []
    for version, text in versions.items():
        said = prose(text)
        found = marks(said)
        listed = {kind: [said[m.start : m.end].lower() for m in found if m.term.kind == kind] for kind in _KINDS}
        changes = [] if version == ORIGINAL else compare(versions[ORIGINAL], text)
        told = "; ".join(str(change) for change in changes)
        cells = [", ".join(listed[kind]) for kind in _KINDS]
        named = "; ".join(f"{kind}s: {cell}" for kind, cell in zip(_KINDS, cells, strict=True) if cell)
        rows.append((version, text, len(words(said)), named, *cells, told))
    return pd.DataFrame(rows, columns=["version", "passage", "words", "marks", "hedges", "boosters", "differences"])


_KINDS = ("hedge", "booster")


def prompt_table(prompts: list[tuple[str, str, str]]) -> pd.DataFrame:
    """List prompts with what they move and how long they are.

    Parameters
    ----------
    prompts : list of (str, str, str)
        Name, text and digest.

    Returns
    -------
    pandas.DataFrame
        `prompt`, `proficiency` and `confidence` (the direction of each, empty where it is left alone), `words` and
        `digest`.
    """
    rows = []
    for name, text, digest in prompts:
        parts = name.removeprefix("rewrite-").split("-")
        proficiency = next((part for part in parts if part in ("native", "nonnative")), "")
        confidence = next((part for part in parts if part in ("high", "low")), "")
        rows.append((name, proficiency, confidence, len(words(text)), digest))
    return pd.DataFrame(rows, columns=["prompt", "proficiency", "confidence", "words", "digest"])
