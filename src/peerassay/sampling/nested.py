"""The nested design of the repeatability paper, drawn from a table of papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from peerassay.sampling.designs import Sample
from peerassay.sampling.quotas import QuotaError, nested_quotas
from peerassay.sampling.systematic import draw_nested

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np


def nested_by_area_and_bin(papers: pd.DataFrame, sizes: Sequence[int], rng: np.random.Generator) -> Sample:
    """Draw nested samples that follow areas and bins of the mean rating, year by year.

    Parameters
    ----------
    papers : pandas.DataFrame
        `year`, `area` and `human_mean`, one row a paper.
    sizes : sequence of int
        Sizes of the samples, in each year.
    rng : numpy.random.Generator
        Draws them.

    Returns
    -------
    Sample
        The largest sample of every year; `smallest_sample` is the smallest size that a paper is in. Cells are year,
        area and bin; what a cell is short of is always 0, since no quota exceeds its cell, but a quota may be 0.

    Raises
    ------
    QuotaError
        If there is no paper, a year has fewer papers than the largest size, or no quotas meet all conditions.

    References
    ----------
    Repeatability paper, Appendix A. Bins have width 1 and the one from 9 to 10 is closed.
    """
    if papers.empty:
        raise QuotaError("the table to draw from is empty")
    binned = papers.assign(bin=papers["human_mean"].floordiv(1).clip(upper=9).astype(int))
    rows, cells = [], []
    for year, frame in binned.groupby("year"):
        population = frame.groupby(["area", "bin"]).size()
        quotas = nested_quotas(population, sizes)
        smallest = pd.Series(0, index=frame.index)
        for size, sample in sorted(draw_nested(frame, quotas, "human_mean", rng).items(), reverse=True):
            smallest[sample.index] = size
        rows.append(frame.assign(smallest_sample=smallest)[smallest > 0])
        wanted = quotas[max(quotas.columns)]
        counts = {"wanted": wanted, "available": population, "drawn": wanted, "short": 0}
        cells.append(pd.DataFrame(counts).assign(year=year))
    report = pd.concat(cells).reset_index()[["year", "area", "bin", "wanted", "available", "drawn", "short"]]
    return Sample(pd.concat(rows).drop(columns="bin"), report)
