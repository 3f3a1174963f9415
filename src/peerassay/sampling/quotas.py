"""Whole-number quotas that follow a population: largest remainder, and nested floor-or-ceiling quotas."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from scipy import sparse
from scipy.optimize import Bounds, LinearConstraint, milp

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

_GOLDEN = (5**0.5 - 1) / 2


class QuotaError(ValueError):
    """Quotas that do not exist."""


def largest_remainder(counts: Mapping[str, int], total: int) -> dict[str, int]:
    """Share a total out in proportion to counts: floors first, then one more for the largest remainders.

    Parameters
    ----------
    counts : mapping of str to int
        Size of each category, 0 or more, at least one above 0.
    total : int
        What is shared out, 0 or more.

    Returns
    -------
    dict of str to int
        Quotas in the order of `counts`, which sum to `total`. Equal remainders: the category named first wins.

    Raises
    ------
    QuotaError
        If a count or the total is negative, or all counts are 0.

    References
    ----------
    Repeatability paper, Appendix A (status quotas of 2026); also known as Hamilton's method.
    """
    size = sum(counts.values())
    if total < 0 or min(counts.values(), default=0) < 0 or size == 0:
        raise QuotaError(f"{total} to be shared out over {dict(counts)}; expected counts of 0 or more, not all 0")
    quotas = {name: total * count // size for name, count in counts.items()}
    remainders = {name: total * count % size for name, count in counts.items()}
    by_remainder = sorted(counts, key=lambda name: -remainders[name])
    for name in by_remainder[: total - sum(quotas.values())]:
        quotas[name] += 1
    return quotas


def nested_quotas(population: pd.Series, sizes: Sequence[int]) -> pd.DataFrame:
    r"""Solve whole-number quotas for nested samples of several sizes at once.

    Parameters
    ----------
    population : pandas.Series of int
        Papers in each nonempty cell; the index has one level a dimension (such as area and bin).
    sizes : sequence of int
        Sizes of the samples, each from 1 to the size of the population.

    Returns
    -------
    pandas.DataFrame of int
        Quotas, one row a cell and one column a size, in ascending order of size.

    Raises
    ------
    QuotaError
        If a cell is empty, a size is out of range or below the number of categories of a dimension, or no quotas meet
        all conditions.

    Notes
    -----
    With :math:`p_g` the share of cell g in the population, every quota of a sample of n is the floor or the ceiling of
    :math:`n p_g`, and so is the sum over every category of every dimension, which moreover is at least 1: all areas and
    all nonempty bins are covered. A smaller sample never takes more from a cell than a larger one does. Among all such
    quotas those with the smallest sum of :math:`|q_g - n p_g|` are taken, and among these, which are many, the ones
    with the smallest sum of fixed weights :math:`\mathrm{frac}(j \varphi)` over the cells j that are rounded up, with
    :math:`\varphi` the golden ratio. Cells are numbered in the sorted order of their labels.

    References
    ----------
    Repeatability paper, Appendix A. Neither the objective nor a tie-break is stated there.
    """
    cells = population.sort_index()
    sizes = sorted(set(sizes))
    if (cells <= 0).any():
        raise QuotaError(
            f"{int((cells <= 0).sum())} cells of the population are empty; expected one paper or more each"
        )
    if not sizes or sizes[0] < 1 or sizes[-1] > cells.sum():
        raise QuotaError(f"sizes {sizes}; expected whole numbers from 1 to the population's {cells.sum():,}")
    for level, name in enumerate(cells.index.names):
        categories = cells.index.get_level_values(level).nunique()
        if sizes[0] < categories:
            raise QuotaError(
                f"size {sizes[0]} cannot cover all {categories} categories of {name}; "
                "take larger samples or merge small categories"
            )
    wanted = np.array(sizes, dtype=np.int64)[:, None] * cells.to_numpy(dtype=np.int64)[None, :]
    floors, remainders = np.divmod(wanted, int(cells.sum()))
    up = _round_up(cells, sizes, floors, remainders)
    return pd.DataFrame((floors + up).T, index=cells.index, columns=pd.Index(sizes, name="size"))


def _round_up(
    cells: pd.Series, sizes: list[int], floors: NDArray[np.int64], remainders: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Choose the cells that are rounded up, shape (sizes, cells): nearest shares first, then the fixed weights."""
    conditions = list(_conditions(cells, sizes, floors))
    distance = (cells.sum() - 2 * remainders).ravel().astype(float)
    highest = Bounds(0, (remainders > 0).ravel().astype(float))
    nearest = _solve(distance, conditions, highest, sizes)
    as_near = LinearConstraint(distance[None, :], -np.inf, distance @ nearest + 0.5)
    weights = np.tile(np.arange(1, len(cells) + 1) * _GOLDEN % 1, len(sizes))
    return _solve(weights, [*conditions, as_near], highest, sizes).reshape(floors.shape).astype(np.int64)


def _solve(
    cost: NDArray[np.float64], conditions: list[LinearConstraint], bounds: Bounds, sizes: list[int]
) -> NDArray[np.float64]:
    whole = np.ones(len(cost), dtype=np.int64)
    found = milp(cost, constraints=conditions, bounds=bounds, integrality=whole, options={"mip_rel_gap": 0.0})
    if found.x is None:
        raise QuotaError(
            f"no quotas for sizes {sizes} round every cell and every margin up or down and cover every category "
            f"({found.message}); take larger samples or merge small categories"
        )
    return np.round(found.x)


def _conditions(cells: pd.Series, sizes: list[int], floors: NDArray[np.int64]) -> Iterator[LinearConstraint]:
    """Give the conditions on what is rounded up: totals, margins with coverage, and nesting."""
    for row, n in enumerate(sizes):
        yield _sum_between(np.ones(len(cells)), row, sizes, n - floors[row].sum(), n - floors[row].sum())
        for level in range(cells.index.nlevels):
            labels = cells.index.get_level_values(level)
            for label in labels.unique():
                inside = np.asarray(labels == label)
                share, taken = int(cells[inside].sum()) * n, int(floors[row][inside].sum())
                low, high = share // cells.sum(), -(-share // cells.sum())
                yield _sum_between(inside.astype(float), row, sizes, max(low, 1) - taken, high - taken)
    for row in range(len(sizes) - 1):
        room = (floors[row + 1] - floors[row]).astype(float)
        yield LinearConstraint(_no_more_than_next(row, floors.shape), -np.inf, room)


def _no_more_than_next(row: int, shape: tuple[int, ...]) -> sparse.spmatrix:
    """Give the matrix of "rounded up in this sample minus rounded up in the next larger one", one row a cell."""
    across = np.zeros((1, shape[0]))
    across[0, row], across[0, row + 1] = 1, -1
    return sparse.kron(across, sparse.identity(shape[1]), format="csr")


def _sum_between(inside: NDArray[np.float64], row: int, sizes: list[int], low: float, high: float) -> LinearConstraint:
    coefficients = np.zeros((len(sizes), len(inside)))
    coefficients[row] = inside
    return LinearConstraint(coefficients.reshape(1, -1), low, high)


def quota_table(population: pd.Series, quotas: pd.DataFrame, level: str) -> pd.DataFrame:
    """Put population and samples beside each other by the categories of one dimension.

    Parameters
    ----------
    population : pandas.Series of int
        As in `nested_quotas`.
    quotas : pandas.DataFrame
        As from `nested_quotas`.
    level : str
        Name of an index level.

    Returns
    -------
    pandas.DataFrame
        `level`, `population`, `population_share`, and for each size n `quota_n`, `share_n` (shares from 0 to 1).

    Raises
    ------
    KeyError
        If there is no such level.
    """
    counts = population.groupby(level=level).sum()
    table = pd.DataFrame({"population": counts, "population_share": counts / counts.sum()})
    for n, column in quotas.groupby(level=level).sum().items():
        table[f"quota_{n}"] = column
        table[f"share_{n}"] = column / column.sum()
    return table.reset_index()
