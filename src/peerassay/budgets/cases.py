"""The cases of the coverage study, and the study itself."""

from __future__ import annotations

import numpy as np
import pandas as pd
from scipy.stats import binomtest

from peerassay.budgets.chernoff import kernel_count, kl_variance_bound
from peerassay.budgets.coverage import Switching, error_rates, rare_jump_chance, rare_jump_error
from peerassay.budgets.limits import variance_cap
from peerassay.budgets.product import mixture_variance_bound, product_variance_bound

#: Relative step above the chance at which the variance equals the bound: there the bound fails.
ABOVE = 1e-9


def bounds_without_spread(papers: int, rounds: int, alpha: float, low: float = 1, high: float = 10) -> dict[str, float]:
    """Give each method's bound after a pilot in which no score differs.

    Parameters
    ----------
    papers, rounds : int
        Papers and scores per paper.
    alpha : float
        Error level of each bound.
    low, high : float
        Ends of the score range.

    Returns
    -------
    dict of str to float
        Bounds in squared score points, by ``KL``, ``product`` and ``mixture``.

    Raises
    ------
    ValueError
        If an argument is out of its range.
    """
    scores = np.full((papers, rounds), float(low))
    return {
        "KL": kl_variance_bound(0, kernel_count(papers, rounds), alpha, low, high),
        "product": product_variance_bound(scores, alpha, low, high),
        "mixture": mixture_variance_bound(scores, alpha, low, high),
    }


def coverage_cases(papers: int, rounds: int, alpha: float, low: float = 1, high: float = 10) -> list[Switching]:
    """Make the cases of the coverage study.

    Parameters
    ----------
    papers, rounds : int
        Papers and scores per paper.
    alpha : float
        Error level of each bound.
    low, high : float
        Ends of the score range, at least one point apart.

    Returns
    -------
    list of Switching
        The hardest case of each method (rare jumps across the whole scale in every paper), two cases of unequal
        variances, and two of adjacent scores.

    Raises
    ------
    ValueError
        If an argument is out of its range.
    """
    bounds = bounds_without_spread(papers, rounds, alpha, low, high)
    chances = {method: min(0.5, rare_jump_chance(bound, low, high) * (1 + ABOVE)) for method, bound in bounds.items()}
    jump, step = np.full(papers, float(high - low)), np.ones(papers)
    tenth = np.arange(papers) < max(1, papers // 10)
    needed = min(bounds["product"] * (1 + ABOVE) / tenth.mean(), variance_cap(low, high))
    rare = rare_jump_chance(float(needed), low, high)
    return [
        *(
            Switching(f"rare jumps, hardest for {name}", jump, np.full(papers, chance))
            for name, chance in chances.items()
        ),
        Switching("rare jumps in a tenth of the papers, the rest constant", jump, np.where(tenth, rare, 0.0)),
        Switching(
            "rare jumps in a tenth, adjacent scores in the rest",
            np.where(tenth, jump, step),
            np.where(tenth, rare, 0.5),
        ),
        Switching("adjacent scores, equally likely", step, step / 2),
        Switching("adjacent scores, chances from 0 to one half", step, np.linspace(0, 0.5, papers)),
    ]


def coverage_study(
    papers: int,
    rounds: int,
    alpha: float,
    simulations: int,
    generator: np.random.Generator,
    low: float = 1,
    high: float = 10,
) -> pd.DataFrame:
    """Simulate all cases, with an interval for each rate and the exact rate where it is known.

    Parameters
    ----------
    papers, rounds : int
        Papers and scores per paper.
    alpha : float
        Error level that the bounds promise.
    simulations : int
        Simulated pilots per case.
    generator : numpy.random.Generator
        Source of the draws.
    low, high : float
        Ends of the score range.

    Returns
    -------
    pandas.DataFrame
        The columns of `error_rates`, with ``low`` and ``high`` (exact 95 % interval of the rate) and ``exact`` (NaN
        except in each method's own hardest case).

    Raises
    ------
    ValueError
        If an argument is out of its range.
    """
    cases = coverage_cases(papers, rounds, alpha, low, high)
    rates = [error_rates(case, rounds, alpha, simulations, generator, low, high) for case in cases]
    table = pd.concat(rates, ignore_index=True)
    intervals = [binomtest(int(count), simulations).proportion_ci() for count in table["errors"]]
    table["low"], table["high"] = zip(*((ci.low, ci.high) for ci in intervals), strict=True)
    table["exact"] = float("nan")
    for method, bound in bounds_without_spread(papers, rounds, alpha, low, high).items():
        own = (table["method"] == method) & (table["case"] == f"rare jumps, hardest for {method}")
        table.loc[own, "exact"] = rare_jump_error(bound, papers * rounds, low, high)
    return table
