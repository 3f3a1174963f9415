"""The paper's Table 2, from the registry, and what can be checked of it; and its own example passages in figures."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

import pandas as pd

from peerassay.language import MEASURES, VERSIONS
from peerassay.project import project_root
from peerassay.rewrites.validation import TARGETS, Target, directions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from peerassay.claims import Claim, Claims

PREFIX = "sty.validation"
PASSAGES = "data/language/published-passages.csv"
PRINTED_MEASURES = tuple(name for name in MEASURES if name != "mtld_below")


def printed_cells(claims: Claims) -> dict[tuple[str, str], Claim]:
    """Return the printed numbers of Table 2 by measure and version.

    Parameters
    ----------
    claims : Claims
        The registry.

    Returns
    -------
    dict
        33 claims; the original has no similarity to itself.
    """
    names = {
        (measure, version): f"{PREFIX}.{version}.{measure}" for measure in PRINTED_MEASURES for version in VERSIONS
    }
    return {key: claims[claim_id] for key, claim_id in names.items() if claim_id in claims}


def beside_table_2(claims: Claims, ours: pd.DataFrame) -> pd.DataFrame:
    """Put the averages over manuscripts beside the printed ones.

    Parameters
    ----------
    claims : Claims
        The registry.
    ours : pandas.DataFrame
        As from `peerassay.rewrites.validation.averages`.

    Returns
    -------
    pandas.DataFrame
        `measure`, `version`, `published` (as printed, empty where nothing is), then the columns of `ours`.
    """
    cells = printed_cells(claims)
    keys = list(zip(ours["measure"], ours["version"], strict=True))
    published = [cells[key].published if key in cells else "" for key in keys]
    frame = ours.copy()
    frame.insert(2, "published", published)
    return frame


def printed_numbers(claims: Claims) -> pd.DataFrame:
    """Return the printed numbers of Table 2 as a long table: `measure`, `version`, `printed`.

    Parameters
    ----------
    claims : Claims
        The registry.
    """
    rows = [(*key, float(claim.value)) for key, claim in printed_cells(claims).items()]
    return pd.DataFrame(rows, columns=["measure", "version", "printed"])


@dataclass(frozen=True)
class Gap:
    """The difference of two printed numbers, and how far rounding leaves it open.

    Attributes
    ----------
    printed, lowest, highest : Decimal
        In the unit of the measure.
    """

    printed: Decimal
    lowest: Decimal
    highest: Decimal

    @property
    def certain(self) -> bool:
        """Whether the difference is above 0 whatever was rounded away."""
        return self.lowest > 0


def printed_gap(cells: Mapping[tuple[str, str], Claim], target: Target) -> Gap:
    """Subtract two cells of Table 2.

    Parameters
    ----------
    cells : mapping
        As from `printed_cells`.
    target : Target
        Which measure, and which two versions.

    Returns
    -------
    Gap
        Each cell may be off by half a unit of its last decimal.
    """
    first, second = (cells[(target.measure, version)] for version in (target.first, target.second))
    slack = Decimal(1).scaleb(-first.decimals) / 2 + Decimal(1).scaleb(-second.decimals) / 2
    gap = first.value - second.value
    return Gap(gap, gap - slack, gap + slack)


def printed_directions(claims: Claims) -> pd.DataFrame:
    """Check the directions that the rewriting aims at in the printed averages.

    Parameters
    ----------
    claims : Claims
        The registry.

    Returns
    -------
    pandas.DataFrame
        One row per target of Table 2: `measure`, `first`, `second`, `printed_first`, `printed_second`, `printed_gap`,
        `holds` (for any numbers that print so).
    """
    cells = printed_cells(claims)
    rows = []
    for target in TARGETS:
        if (target.measure, target.first) in cells:
            gap = printed_gap(cells, target)
            first, second = (cells[(target.measure, name)].printed for name in (target.first, target.second))
            rows.append((target.measure, target.first, target.second, first, second, float(gap.printed), gap.certain))
    names = ["measure", "first", "second", "printed_first", "printed_second", "printed_gap", "holds"]
    return pd.DataFrame(rows, columns=names)


def compare_directions(claims: Claims, ours: pd.DataFrame) -> pd.DataFrame:
    """Put the directions in the manuscripts beside those of Table 2.

    Parameters
    ----------
    claims : Claims
        The registry.
    ours : pandas.DataFrame
        As from `peerassay.rewrites.validation.directions`.

    Returns
    -------
    pandas.DataFrame
        The columns of `printed_directions` (missing for a measure that is not printed), then those of `ours`.
    """
    keys = ["measure", "first", "second"]
    merged = ours.merge(printed_directions(claims), how="left", on=keys)
    told = merged["holds"].map({True: "yes", False: "within rounding only"}).fillna("")
    return merged.assign(holds=told.astype(str))


def published_passages() -> pd.DataFrame:
    """Return what the measures say of the paper's own example passages.

    Returns
    -------
    pandas.DataFrame
        One row per passage, version and measure: `passage` (the table that prints it), `version`, `measure`, `value`,
        `words`, `text_sha256`. Figures only; the sentences are not carried over.
    """
    return pd.read_csv(project_root() / PASSAGES)


def passage_table(passages: pd.DataFrame) -> pd.DataFrame:
    """Put the versions of each example passage beside each other.

    Parameters
    ----------
    passages : pandas.DataFrame
        As from `published_passages`.

    Returns
    -------
    pandas.DataFrame
        `passage`, `measure`, and a column for each version; NaN where a version has no such measure.
    """
    wide = passages.pivot_table(index=["passage", "measure"], columns="version", values="value", sort=False)
    return wide.reindex(columns=list(VERSIONS)).reset_index().rename_axis(columns=None)


def passage_directions(passages: pd.DataFrame) -> pd.DataFrame:
    """Check in each example passage the directions that the rewriting aims at.

    Parameters
    ----------
    passages : pandas.DataFrame
        As from `published_passages`.

    Returns
    -------
    pandas.DataFrame
        One row per target: `measure`, `first`, `second`, for each passage the difference, and `above`, `equal`,
        `below` as in `peerassay.rewrites.validation.directions`.
    """
    table = passages.rename(columns={"passage": "manuscript"})
    counts = directions(table)[["measure", "first", "second", "above", "equal", "below"]]
    for passage, rows in table.groupby("manuscript", sort=False):
        value = rows.set_index(["measure", "version"])["value"]
        counts[str(passage)] = [
            value[measure, first] - value[measure, second]
            for measure, first, second in counts[["measure", "first", "second"]].itertuples(index=False)
        ]
    return counts
