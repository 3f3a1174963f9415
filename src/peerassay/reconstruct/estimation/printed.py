"""What follows from the printed risks alone, without any records."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from peerassay.reconstruct.estimation.scores import TARGET_ROUNDS, unequal_pairs
from peerassay.reconstruct.repeatability.targets import YEARS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peerassay.claims import Claims


def derived_values(claims: Claims) -> dict[str, Fraction]:
    """Compute what follows from the printed risks by year: their means, and differences of these.

    Parameters
    ----------
    claims : Claims
        The printed numbers.

    Returns
    -------
    dict of str to Fraction
        By claim id. The risk of two samples stands for a whole number of unequal pairs, from which those of other
        numbers of samples follow.
    """
    standard = sum((Fraction(claims[f"rep.fusion.risk.standard.{year}"].value) for year in YEARS), Fraction()) / len(
        YEARS
    )
    single = single_risk(claims)
    values = {"rep.fusion.risk.standard": standard}
    for size in (2, 3):
        for kind in ("risk_diff", "risk_diff_refit"):
            values[f"rep.fusion.{kind}.standard_minus_r{size}"] = standard - single / size
    return values


def single_risk(claims: Claims, years: Sequence[int] = YEARS) -> Fraction:
    """Give the risk of one direct sample that the printed risks of two stand for.

    Parameters
    ----------
    claims : Claims
        The printed numbers.
    years : sequence of int
        Over which years.

    Returns
    -------
    Fraction
        Unequal pairs of target scores of a paper over all pairs.
    """
    papers = sum(int(claims[f"rep.fusion.n_papers.{year}"].value) for year in years)
    return Fraction(sum(unequal_pairs(claims, year) for year in years), papers * comb(TARGET_ROUNDS, 2))


def implied_quick_risks(claims: Claims, weight: Fraction) -> dict[str, Fraction]:
    r"""Give the risk of Quick that the printed risks leave if every split chose the same weight.

    Parameters
    ----------
    claims : Claims
        The printed numbers.
    weight : Fraction
        w, below 1.

    Returns
    -------
    dict of str to Fraction
        By year, and over ``all``: :math:`(R_S - w^2 R_2)/(1-w)^2`.

    Raises
    ------
    ValueError
        If the weight is 1.
    """
    if weight == 1:
        raise ValueError("weight = 1; expected less, else Quick does not matter")
    found = {}
    for year in YEARS:
        standard = Fraction(claims[f"rep.fusion.risk.standard.{year}"].value)
        found[str(year)] = (standard - weight**2 * single_risk(claims, [year]) / 2) / (1 - weight) ** 2
    return {"all": sum(found.values(), Fraction()) / len(found)} | found
