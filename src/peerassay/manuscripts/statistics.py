"""How large packages are: pages, images, records and characters of each and of all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Iterable

    from peerassay.manuscripts.package import Package

COUNTS: Final = ("pages", "images", "records", "characters")


def package_table(packages: Iterable[Package]) -> pd.DataFrame:
    """Count what each package holds.

    Parameters
    ----------
    packages : iterable of Package
        One after the other; none is kept.

    Returns
    -------
    pandas.DataFrame
        One row per package: ``paper_id``, ``version``, ``pages``, ``images``, ``records``, ``characters``.
    """
    rows = [{"paper_id": one.name, "version": one.version} | one.statistics() for one in packages]
    return pd.DataFrame(rows, columns=["paper_id", "version", *COUNTS])


def package_summary(table: pd.DataFrame) -> pd.DataFrame:
    """Sum up the counts of many packages.

    Parameters
    ----------
    table : pandas.DataFrame
        As `package_table` gives it; at least one row.

    Returns
    -------
    pandas.DataFrame
        One row per quantity: ``quantity``, ``total``, ``median``, ``p90`` (90 % quantile, linear between two packages)
        and ``max``.

    Raises
    ------
    ValueError
        If there is no package.

    Notes
    -----
    Can We Believe AI Peer Review?, Appendix B, prints these for 200 packages; how it interpolates is not said.
    """
    if table.empty:
        raise ValueError("table: no package; expected at least one row")
    counts = table[list(COUNTS)]
    summary = {"total": counts.sum(), "median": counts.median(), "p90": counts.quantile(0.9), "max": counts.max()}
    return pd.DataFrame(summary).rename_axis("quantity").reset_index()
