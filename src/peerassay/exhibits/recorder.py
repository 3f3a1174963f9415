"""Recording claims: ours beside the printed value, with a verdict, on the page of one notebook."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import pandas as pd

from peerassay.claims import Claims, load_claims
from peerassay.ledger import blank_row, judge, judge_prediction, number_text
from peerassay.project import digest_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from fractions import Fraction

    from peerassay.claims import Claim
    from peerassay.manifest import Notebook

NOT_COMPARED = "not compared"
MOST_DIGITS = 10
"""Decimals shown of a prediction at most: files of predictions keep no more."""
TINY = 1e-6
"""Predictions that all lie below this, such as p values, are written with powers of ten."""


class PageError(ValueError):
    """A claim, exhibit or parameter that a page cannot take."""


class Spread(NamedTuple):
    """What reconstructions with many seeds predict for one claim, in the claim's unit.

    Nine tenths of the seeds lie from `low` to `high`, the 5 % and the 95 % quantile.
    """

    low: float
    median: float
    high: float
    seeds: int


class Recorder:
    """The claims that one notebook has taken up.

    Parameters
    ----------
    notebook
        Its specification.
    parameters
        All parameters, checked. If one differs from its default, nothing is compared with the paper's numbers.
    data
        The digest of each data file, by name.
    """

    def __init__(self, notebook: Notebook, parameters: Mapping[str, Any], data: Mapping[str, str]) -> None:
        self.notebook = notebook
        self.parameters = dict(parameters)
        self.changed = [name for name, value in parameters.items() if value != notebook.parameters[name].default]
        self.data = dict(data)
        self.claims: Claims = load_claims()
        self.rows: dict[str, dict[str, str]] = {}
        self.values: dict[str, float] = {}
        self.at_hand: dict[str, float] = {}  # of each predicted claim: the value of the records at hand, no median

    def record(
        self,
        claim_id: str,
        value: float | Fraction,
        *,
        function: Callable[..., Any],
        tier: str = "derived",
        unit: str | None = None,
        remark: str = "",
    ) -> None:
        """Put our value beside a printed one; the verdict is `agrees` or `differs`.

        Parameters
        ----------
        claim_id
            The claim.
        value
            Ours, unrounded, in `unit`.
        function
            What computed it.
        tier
            One of the four kinds of evidence.
        unit
            The unit of `value` where it is not the claim's own (``"fraction"`` for a claim in percent).
        remark
            Anything a reader should know.

        Raises
        ------
        PageError
            If the claim was recorded before.
        peerassay.ledger.LedgerError
            If the claim is approximate or worded: use `beside`.
        """
        verdict = judge(self.claims[claim_id], value, unit)
        self._write_value(claim_id, verdict, tier, value, unit, function, remark)

    def impose(
        self,
        claim_id: str,
        value: float | Fraction,
        *,
        function: Callable[..., Any],
        unit: str | None = None,
        remark: str = "",
    ) -> None:
        """Put the value of the reconstructed records beside the printed one that they were built to have.

        Parameters
        ----------
        claim_id, value, function, unit, remark
            As in `record`; the verdict is ``imposed`` and the tier ``reconstructed``.

        Raises
        ------
        PageError
            If the claim was recorded before, or the records do not have the printed value after all.
        peerassay.ledger.LedgerError
            If the claim is approximate or worded, so that it cannot be imposed.

        Notes
        -----
        On a reader's own records or with changed parameters nothing was imposed and nothing is checked.
        """
        claim = self.claims[claim_id]
        if judge(claim, value, unit) != "agrees" and not self.changed:
            ours = number_text(_scaled(claim, value, unit))
            raise PageError(f"{claim_id} is imposed as {claim.published}, but the records have {ours}")
        self._write_value(claim_id, "imposed", "reconstructed", value, unit, function, remark)

    def predict(
        self,
        claim_id: str,
        value: float | Fraction,
        *,
        spread: Spread | tuple[float, float, float, int],
        function: Callable[..., Any],
        unit: str | None = None,
        remark: str = "",
    ) -> None:
        """Put the median of what reconstructions predict beside a printed value that was held out of them.

        Parameters
        ----------
        claim_id, value, function, unit, remark
            As in `record`, but `value` is that of the records at hand: only the remark and `at_hand` keep it. The
            ledger's remark also states the spread over seeds and the difference.
        spread
            5 % quantile, median and 95 % quantile over seeds, in the claim's unit, and the number of seeds.

        Raises
        ------
        PageError
            If the claim was recorded before.
        peerassay.ledger.LedgerError
            If the claim is approximate or worded, so that no prediction can agree with it.

        Notes
        -----
        The verdict is ``predicted-agrees`` if the printed value lies in that interval, its rounding allowed for
        (`peerassay.ledger.judge_prediction`), else ``predicted-differs``. The tier is ``reconstructed``. Ours
        is the median over seeds, as the one set of records at hand may be extreme; with changed parameters, where the
        seeds say nothing, it is the value.
        """
        claim, seeds = self.claims[claim_id], Spread(*spread)
        verdict, at_hand = judge_prediction(claim, seeds.low, seeds.high), _scaled(claim, value, unit)
        said = "; ".join(filter(None, [_spread_text(claim, seeds, at_hand), remark]))
        ours = at_hand if self.changed else seeds.median
        self._write_value(claim_id, verdict, "reconstructed", ours, None, function, said)
        self.at_hand[claim_id] = at_hand

    def beside(self, claim_id: str, value: float | str, *, function: Callable[..., Any], remark: str) -> None:
        """Show a value or a range beside a printed one that it cannot confirm; the remark says why."""
        self._write(claim_id, "transcribed", "transcribed", ours=number_text(value), function=function, remark=remark)

    def transcribe(self, claim_id: str, reason: str) -> None:
        """Take a claim as published, with the reason why nothing here can recompute it."""
        self._write(claim_id, "transcribed", "transcribed", remark=reason)

    def inconsistent(self, claim_ids: Iterable[str], *, function: Callable[..., Any], remark: str) -> None:
        """Mark claims that no data with the stated number of items could give together.

        The remark holds the evidence and the nearest repair.
        """
        for claim_id in claim_ids:
            self._write(claim_id, "inconsistent", "derived", function=function, remark=remark)

    def _write_value(
        self,
        claim_id: str,
        verdict: str,
        tier: str,
        value: float | Fraction,
        unit: str | None,
        function: Callable[..., Any],
        remark: str,
    ) -> None:
        scaled = _scaled(self.claims[claim_id], value, unit)
        self._write(claim_id, verdict, tier, ours=number_text(scaled), function=function, remark=remark)
        self.values[claim_id] = scaled

    def _write(
        self,
        claim_id: str,
        verdict: str,
        tier: str,
        *,
        ours: str = "",
        function: Callable[..., Any] | None = None,
        remark: str = "",
    ) -> None:
        if claim_id in self.rows:
            raise PageError(f"{claim_id} is recorded twice on {self.notebook.name}")
        if verdict == "transcribed" and not remark:
            raise PageError(f"{claim_id}: what is transcribed needs a reason")
        self.rows[claim_id] = blank_row(self.claims[claim_id]) | {
            "ours": ours,
            "tier": tier,
            "verdict": verdict,
            "notebook": self.notebook.name,
            "function": function_name(function) if function else "",
            "data_sha256": digest_bytes("".join(self.data.values()).encode()),
            "remark": remark,
        }

    def comparison(self, claim_ids: Iterable[str] | None = None) -> pd.DataFrame:
        """Return published values beside ours for claims recorded on this page.

        Parameters
        ----------
        claim_ids
            Which ones and in which order; all that were recorded if not given.

        Returns
        -------
        pandas.DataFrame
            Columns id, quantity, subject, published, ours, difference (ours minus published; NaN where there is no
            single value of ours or of theirs, as for ``< 0``), verdict, remark.
        """
        ids = list(claim_ids) if claim_ids is not None else list(self.rows)
        return pd.DataFrame([self._compared(claim_id) for claim_id in ids])

    def _compared(self, claim_id: str) -> dict[str, Any]:
        claim, row = self.claims[claim_id], self.rows[claim_id]
        ours = self.values.get(claim_id, float("nan")) if claim.comparator in ("=", "~") else float("nan")
        return {
            "id": claim_id,
            "quantity": claim.quantity,
            "subject": claim.subject,
            "published": row["published"],
            "ours": row["ours"],
            "difference": ours - float(claim.value),
            "verdict": NOT_COMPARED if self.changed else row["verdict"],
            "remark": row["remark"],
        }


def _scaled(claim: Claim, value: float | Fraction, unit: str | None) -> float:
    """Give a value in the claim's own unit."""
    return float(value) * 100 if unit == "fraction" and claim.unit in ("%", "pp") else float(value)


def _spread_text(claim: Claim, seeds: Spread, at_hand: float) -> str:
    """Say what was predicted over seeds, how far the median is from the printed value, and what these records have."""
    digits = _spread_digits(claim, seeds)
    form = ".1e" if 0 < max(map(abs, seeds[:3])) < TINY else f"z.{digits}f"
    low, median, high, ours = (format(value, form) for value in (*seeds[:3], at_hand))
    difference = round(seeds.median - float(claim.value), digits)
    off = f": {difference:+.{digits}f}" if difference else ": 0"
    published = claim.published + (off if claim.comparator == "=" else "")
    return (
        f"predicted by {seeds.seeds} seeds: median {median} (published {published}), "
        f"nine tenths from {low} to {high}; the records at hand have {ours}"
    )


def _spread_digits(claim: Claim, seeds: Spread) -> int:
    """Give the decimals that show two digits of the spread: none for counts, else one more than printed at least."""
    if not claim.decimals and all(value.is_integer() for value in map(float, seeds[:3])):
        return 0
    width = seeds.high - seeds.low
    needed = 1 - math.floor(math.log10(width)) if width > 0 else 0
    return min(max(claim.decimals + 1, needed), MOST_DIGITS)


def function_name(function: Callable[..., Any]) -> str:
    """Return a function's full name, as the ledger and the sidecars write it."""
    return f"{function.__module__}.{function.__qualname__}"
