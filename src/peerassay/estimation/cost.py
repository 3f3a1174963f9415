"""What calls cost, from the token counts that an endpoint reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

PER = 1_000_000
"""Rates are per so many tokens."""
TOKENS = ("input_tokens", "cached_tokens", "cache_write_tokens", "output_tokens")


@dataclass(frozen=True)
class Rates:
    """Prices in USD per million tokens, before tax.

    Attributes
    ----------
    input, cache_write, cached, output : float
        Ordinary input, input that is written to the cache, input that is read from it, and output; 0 or more.

    Raises
    ------
    ValueError
        If a rate is negative.
    """

    input: float
    cache_write: float
    cached: float
    output: float

    def __post_init__(self) -> None:
        if min(self.input, self.cache_write, self.cached, self.output) < 0:
            raise ValueError(f"{self}; expected no rate below 0")


def call_cost(
    input_tokens: ArrayLike,
    cached_tokens: ArrayLike,
    cache_write_tokens: ArrayLike,
    output_tokens: ArrayLike,
    rates: Rates,
    *,
    writes_in_input: bool = True,
) -> NDArray[np.float64]:
    r"""Price calls by their token counts.

    Parameters
    ----------
    input_tokens, cached_tokens, cache_write_tokens, output_tokens : array_like
        I, C, W and O of each call, 0 or more; cached tokens are part of the input.
    rates : Rates
        Prices.
    writes_in_input : bool
        Whether tokens written to the cache are counted among the input tokens as well.

    Returns
    -------
    ndarray of float
        USD: :math:`\{r_I (I - C - W) + r_W W + r_C C + r_O O\} / 10^6`, with :math:`I - C` in place of
        :math:`I - C - W` where W is not part of I.

    Raises
    ------
    ValueError
        If a count is negative, or a part of the input exceeds the whole.

    Notes
    -----
    Repeatability paper, appendix E. The displayed formula is lost, and endpoints differ in what they count as input,
    so both readings are offered. They differ by :math:`r_I W / 10^6` for a call that writes W tokens.
    """
    counts = [np.asarray(given, dtype=float) for given in (input_tokens, cached_tokens, cache_write_tokens)]
    whole, cached, written = counts
    output = np.asarray(output_tokens, dtype=float)
    plain = whole - cached - (written if writes_in_input else 0)
    if any((given < 0).any() for given in (*counts, output)):
        raise ValueError("token counts: found one below 0; expected 0 or more")
    if (plain < 0).any():
        parts = "cached and written" if writes_in_input else "cached"
        raise ValueError(f"token counts: more {parts} tokens than input tokens; expected no more")
    cost = rates.input * plain + rates.cache_write * written + rates.cached * cached + rates.output * output
    return np.asarray(cost / PER)


def cost_table(usage: pd.DataFrame, rates: Rates) -> pd.DataFrame:
    """Average the cost of first and of later calls for a paper, under both readings.

    Parameters
    ----------
    usage : pandas.DataFrame
        One row per call: `paper_id`, `reviewer`, `call` (number of the call for this paper, from 1) and `TOKENS`.
    rates : Rates
        Prices.

    Returns
    -------
    pandas.DataFrame
        `reviewer`, `state` (``first`` or ``later``), `calls`, mean token counts, `cost` (written tokens are part of the
        input) and `cost_beside` (they are not), both in USD. A cost is NaN where the counts exclude its reading.

    Notes
    -----
    Repeatability paper, appendix E: the first call for a paper fills the cache and later ones read from it, so their
    averages are not merged into one price. The first call is the one with the lowest number for its paper.
    """
    first = usage.groupby(["reviewer", "paper_id"])["call"].transform("min")
    states = usage.assign(state=np.where(usage["call"] == first, "first", "later"))
    rows = []
    for (reviewer, state), calls in states.groupby(["reviewer", "state"], sort=True):
        tokens = {name: float(calls[name].mean()) for name in TOKENS}
        rows.append(
            {"reviewer": reviewer, "state": state, "calls": len(calls)}
            | tokens
            | {"cost": _mean_cost(calls, rates, True), "cost_beside": _mean_cost(calls, rates, False)}
        )
    return pd.DataFrame(rows, columns=["reviewer", "state", "calls", *TOKENS, "cost", "cost_beside"])


def _mean_cost(calls: pd.DataFrame, rates: Rates, writes_in_input: bool) -> float:
    whole, cached, written, output = (calls[name].to_numpy(dtype=float) for name in TOKENS)
    if (cached + (written if writes_in_input else 0) > whole).any():
        return float("nan")
    return float(call_cost(whole, cached, written, output, rates, writes_in_input=writes_in_input).mean())
