"""The pairs of reviews: abstracts with a planted fault, and two reviews of each."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pandas as pd

from peerassay.project import project_root

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

PROBES: Final = "data/probes"
SIDES: Final = ("A", "B")


@dataclass(frozen=True)
class Probe:
    """One pair of reviews of an abstract with a planted fault.

    Attributes
    ----------
    id, kind, area, title, abstract : str
        The abstract, what it is about, and which kind of fault was planted.
    fault, shown_by : str
        What is wrong, and what would show it (or refute the complaint).
    review_a, review_b : str
        A names the fault and says why it matters; B is alike in form and asks for peripheral things.
    """

    id: str
    kind: str
    area: str
    title: str
    abstract: str
    fault: str
    shown_by: str
    review_a: str
    review_b: str

    def review(self, side: str) -> str:
        """Return the review of a side, ``A`` or ``B``; `KeyError` for another."""
        return {"A": self.review_a, "B": self.review_b}[side]


def load_probes(folder: Path | None = None) -> tuple[Probe, ...]:
    """Read the pairs.

    Parameters
    ----------
    folder : pathlib.Path, optional
        A folder of TOML files of the same form; ``data/probes`` if not given.

    Returns
    -------
    tuple of Probe
        By file name and place in the file; line breaks inside a text are spaces.

    Raises
    ------
    FileNotFoundError
        If the folder has no such file.
    ValueError
        If two pairs have the same id.
    """
    place = folder or project_root() / PROBES
    files = sorted(place.glob("*.toml"))
    if not files:
        raise FileNotFoundError(f"{place}: no TOML file of probes there")
    raw = [item for file in files for item in tomllib.loads(file.read_text("utf-8"))["probes"]]
    probes = tuple(Probe(**{name: " ".join(text.split()) for name, text in item.items()}) for item in raw)
    ids = [probe.id for probe in probes]
    if len(set(ids)) < len(ids):
        twice = sorted({name for name in ids if ids.count(name) > 1})
        raise ValueError(f"{place}: {', '.join(twice)} twice; expected every id once")
    return probes


def probe_table(probes: Sequence[Probe]) -> pd.DataFrame:
    """Give the pairs as a table with all their fields.

    Parameters
    ----------
    probes
        The pairs.

    Returns
    -------
    pandas.DataFrame
        One row per pair; the kind of fault in words.
    """
    return pd.DataFrame([vars(probe) | {"kind": probe.kind.replace("_", " ")} for probe in probes])


def pair_card(probe: Probe) -> str:
    """Give one pair as Markdown: abstract, fault, and both reviews.

    Parameters
    ----------
    probe
        The pair.

    Returns
    -------
    str
        Paragraphs.
    """
    parts = {"Abstract": probe.abstract, "Planted fault": probe.fault, "Review A": probe.review_a}
    parts |= {"Review B": probe.review_b}
    return "\n\n".join([f"**{probe.title}**", *(f"*{name}.* {text}" for name, text in parts.items())])
