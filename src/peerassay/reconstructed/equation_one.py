"""Equation 1 as it is printed: everything that the text says about it, in one place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from peerassay.epistemics.equation import AI
from peerassay.epistemics.explained import Printed

if TYPE_CHECKING:
    from peerassay.claims import Claims

VENUES: Final = {"ICLR": "iclr2025", "ICML": "icml2025", "NeurIPS": "neurips2025"}
"""The venues whose indicators are in the equation, and the last part of their claims' ids."""


def printed_equation(claims: Claims) -> Printed:
    """Collect what is printed about Equation 1.

    Parameters
    ----------
    claims : Claims
        The printed numbers.

    Returns
    -------
    Printed
        Means and sizes of the groups, slope, coefficients and interval; the pooled SD is the printed naive difference
        over the printed effect size.
    """
    prefix = "epi.length_regression.coefficient"
    means = {name: float(claims[f"epi.venue.rqs_mean.{key}"].value) for name, key in VENUES.items()}
    sizes = {name: claims[f"epi.venue.rqs_mean.{key}"].n or 0 for name, key in VENUES.items()}
    naive = float(claims[f"{prefix}.ai_naive"].value)
    return Printed(
        means={AI: float(claims["epi.agentic.rqs_mean.agentic"].value)} | means,
        sizes={AI: claims["epi.agentic.rqs_mean.agentic"].n or 0} | sizes,
        slope=float(claims[f"{prefix}.log_length"].value),
        naive=naive,
        adjusted=float(claims[f"{prefix}.ai"].value),
        low=float(claims[f"{prefix}.ai.ci_low"].value),
        high=float(claims[f"{prefix}.ai.ci_high"].value),
        confidence=float(claims["epi.length_regression.ci_level"].value) / 100,
        pooled_sd=naive / float(claims["epi.agentic.cohen_d.rqs"].value),
    )
