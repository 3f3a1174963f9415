"""The sets of papers over which statistics are repeated: all, each year, and without withdrawn papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

ACCEPTED = "accepted"
"""A final status is positive if it is this word or starts with it and an underscore."""
NOT_ACCEPTED = ("rejected", "withdrawn", "desk_rejected")
"""The final statuses that are negative."""
WITHOUT_WITHDRAWN = "excl_withdrawn"
"""Name of the subset that leaves withdrawn papers out."""


def acceptance_labels(status: Sequence[object] | pd.Series) -> NDArray[np.float64]:
    """Turn final statuses into labels.

    Parameters
    ----------
    status : sequence
        `accepted`, or `accepted_` and a kind such as poster; `rejected`, `withdrawn`, `desk_rejected`; None, NaN or an
        empty text if unknown.

    Returns
    -------
    ndarray of float, shape (papers,)
        1 for accepted, 0 for the others, NaN if unknown.

    Raises
    ------
    ValueError
        If a status is none of these (the message names its row and value).

    Notes
    -----
    Repeatability paper, appendix A.4: withdrawn and desk-rejected papers count as not accepted.
    """
    return np.array([_label(row, value) for row, value in enumerate(status)], dtype=float)


def _label(row: int, value: object) -> float:
    if value is None or value is pd.NA or value == "" or value != value:
        return np.nan
    text = str(value)
    if text == ACCEPTED or text.startswith(f"{ACCEPTED}_"):
        return 1.0
    if text in NOT_ACCEPTED:
        return 0.0
    expected = f"{ACCEPTED}, {ACCEPTED}_..., {', '.join(NOT_ACCEPTED)}, or nothing"
    raise ValueError(f"status of paper (row) {row}: {text!r}; expected {expected}")


def year_subsets(papers: int, years: ArrayLike | None) -> dict[str, NDArray[np.bool_]]:
    """Give the set of all papers and one set for each year.

    Parameters
    ----------
    papers : int
        Number of papers.
    years : array_like, shape (papers,), optional
        Whole numbers; NaN if unknown. Without it there is the set of all papers only.

    Returns
    -------
    dict of str to ndarray of bool, shape (papers,)
        `all`, then the years in ascending order. A single year adds no set of its own, unless papers of unknown year
        make it differ from all.

    Raises
    ------
    ValueError
        If the lengths differ.
    """
    found = {"all": np.ones(papers, dtype=bool)}
    if years is None:
        return found
    values = pd.to_numeric(pd.Series(years)).to_numpy(dtype=float, na_value=np.nan)
    if len(values) != papers:
        raise ValueError(f"years: {len(values)} values; expected one for each of the {papers} papers")
    masks = {str(int(year)): values == year for year in np.unique(values[~np.isnan(values)])}
    return found | {name: mask for name, mask in masks.items() if not mask.all()}


def label_subsets(
    papers: int, years: ArrayLike | None, status: Sequence[object] | pd.Series | None
) -> dict[str, NDArray[np.bool_]]:
    """Give the sets of all papers and of each year, with and without withdrawn papers.

    Parameters
    ----------
    papers : int
        Number of papers.
    years : array_like, shape (papers,), optional
        As in `year_subsets`.
    status : sequence, optional
        Final statuses as in `acceptance_labels`.

    Returns
    -------
    dict of str to ndarray of bool, shape (papers,)
        The sets of `year_subsets`, then the same without withdrawn papers (`excl_withdrawn`, `2025_excl_withdrawn`)
        if any paper was withdrawn.

    Raises
    ------
    ValueError
        If the lengths differ.
    """
    found = year_subsets(papers, years)
    if status is None:
        return found
    kept = np.array([value is pd.NA or value != "withdrawn" for value in status], dtype=bool)
    if len(kept) != papers:
        raise ValueError(f"status: {len(kept)} values; expected one for each of the {papers} papers")
    if kept.all():
        return found
    names = {"all": WITHOUT_WITHDRAWN}
    return found | {names.get(name, f"{name}_{WITHOUT_WITHDRAWN}"): mask & kept for name, mask in found.items()}
