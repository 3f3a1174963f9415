"""The noise analysis of a preference table, row by row, and in one sentence per reviewer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pandas as pd

from peerassay.style.noise import flip_balance, implied_shift, noise_flips, noise_range, sd_interval
from peerassay.style.preferences import ACCEPTANCE_THRESHOLD

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from peerassay.style.preferences import PairCounts

PAPER_SPREADS: Final = (0.6, 1.6)
"""Range of the SD of papers' own means for which flips by noise are given, in score points; it is not printed."""


@dataclass(frozen=True)
class NoiseCase:
    """One row of a preference table beside its reviewer's noise.

    Attributes
    ----------
    reviewer, comparison : str
        Whose row, and which two versions.
    counts : tuple of PairCounts
        Every solution for wins, losses and ties; one if they are known.
    flips : tuple of (int, int)
        Every solution for the flips in both directions; empty if none are known.
    sd : float
        SD over repeated reviews of one text, in score points, above 0.
    degrees : int
        Degrees of freedom behind `sd`: repeated reviews minus papers.
    level : float
        Mean of both versions' scores, in score points.
    """

    reviewer: str
    comparison: str
    counts: tuple[PairCounts, ...]
    flips: tuple[tuple[int, int], ...]
    sd: float
    degrees: int
    level: float


def noise_table(
    cases: Iterable[NoiseCase], confidence: float = 0.95, threshold: float = ACCEPTANCE_THRESHOLD
) -> pd.DataFrame:
    """Set the ratio of each row beside those that noise alone gives, and give the shift that the row implies.

    Parameters
    ----------
    cases
        Rows with at least one solution.
    confidence
        Of ranges and intervals, between 0 and 1.
    threshold
        Acceptance threshold, in score points.

    Returns
    -------
    pandas.DataFrame
        One row per case:

        - `reviewer`, `comparison`, `sd` with its interval `sd_low`, `sd_high`;
        - `untied_min`, `untied_max` (share over the solutions) and `untied_noise`;
        - `ratio_min`, `ratio_max` over the solutions; `noise_low`, `noise_high` and `spurious` as in `NoiseRange`;
        - `exceeds`: ``yes`` if every solution's ratio lies outside the noise range, ``no`` if none does, else ``open``;
        - `shift` of the middle solution, in score points, and `shift_sds`, in units of `sd`; `shift_low`, `shift_high`
          over all solutions and the interval of the SD;
        - `flips_first`, `flips_second` (percent, middle solution); `flips_noise_low`, `flips_noise_high` (percent in
          each direction, for `PAPER_SPREADS`); `flips_p`, the largest over the solutions.

    Raises
    ------
    ValueError
        If a case has no solution, or a number is out of its range.

    Notes
    -----
    See `peerassay.style.noise`. The paper has no such analysis; it prints the spreads (Table 3) to help interpretation.
    """
    return pd.DataFrame([_row(case, confidence, threshold) for case in cases])


def _row(case: NoiseCase, confidence: float, threshold: float) -> dict[str, object]:
    if not case.counts:
        raise ValueError(f"{case.reviewer}, {case.comparison}: no counts; expected at least one solution")
    ratios = [_ratio(one) for one in case.counts]
    bands = [noise_range(one.n, case.sd, confidence) for one in case.counts]
    outside = [not band.low <= ratio <= band.high for ratio, band in zip(ratios, bands, strict=True)]
    untied = [(one.wins + one.losses) / one.n for one in case.counts]
    band = bands[len(bands) // 2]
    return {
        "reviewer": case.reviewer, "comparison": case.comparison, **_spread(case, confidence),
        "untied_min": min(untied), "untied_max": max(untied), "untied_noise": band.untied,
        "ratio_min": min(ratios), "ratio_max": max(ratios),
        "noise_low": band.low, "noise_high": band.high, "spurious": band.spurious,
        "exceeds": "open" if len(set(outside)) > 1 else "yes" if outside[0] else "no",
        **_shifts(case, confidence), **_flips(case, threshold),
    }  # fmt: skip


def _ratio(counts: PairCounts) -> float:
    if counts.losses:
        return counts.wins / counts.losses
    return float("inf") if counts.wins else 1.0


def _spread(case: NoiseCase, confidence: float) -> dict[str, float]:
    low, high = sd_interval(case.sd, case.degrees, confidence)
    return {"sd": case.sd, "sd_low": low, "sd_high": high}


def _shifts(case: NoiseCase, confidence: float) -> dict[str, float]:
    low, high = sd_interval(case.sd, case.degrees, confidence)
    found = [
        implied_shift(one.wins, one.losses, sd, confidence)
        for one in case.counts
        for sd in (low, case.sd, high)
        if sd > 0
    ]
    middle = case.counts[len(case.counts) // 2]
    shift = implied_shift(middle.wins, middle.losses, case.sd, confidence)[0]
    ends = {"shift_low": min(limit[1] for limit in found), "shift_high": max(limit[2] for limit in found)}
    return {"shift": shift, **ends, "shift_sds": shift / case.sd}


def _flips(case: NoiseCase, threshold: float) -> dict[str, float]:
    noise = [100 * noise_flips(case.sd, case.level, spread, threshold) for spread in PAPER_SPREADS]
    ends = {"flips_noise_low": min(noise), "flips_noise_high": max(noise)}
    if not case.flips:
        return {"flips_first": float("nan"), "flips_second": float("nan"), **ends, "flips_p": float("nan")}
    first, second = case.flips[len(case.flips) // 2]
    n = case.counts[len(case.counts) // 2].n
    p = max(flip_balance(*flips) for flips in case.flips)
    return {"flips_first": 100 * first / n, "flips_second": 100 * second / n, **ends, "flips_p": p}


def noise_sentences(table: pd.DataFrame, confidence: float = 0.95) -> list[str]:
    """Sum the noise analysis up, one sentence per reviewer.

    Parameters
    ----------
    table
        As from `noise_table`.
    confidence
        With which it was made.

    Returns
    -------
    list of str
        Markdown; in the order of the reviewers.
    """
    return [_sentence(str(name), list(rows.to_dict("records")), confidence) for name, rows in _by_reviewer(table)]


def _by_reviewer(table: pd.DataFrame) -> list[tuple[object, pd.DataFrame]]:
    return list(table.groupby("reviewer", sort=False))


def _sentence(name: str, rows: Sequence[dict[object, object]], confidence: float) -> str:
    one = rows[0]
    parts = [_part(row) for row in rows]
    return (
        f"**{name}** (SD {one['sd']:.2f}): by its own noise the ratio of two reviews of one text would lie between "
        f"{one['noise_low']:.2f} and {one['noise_high']:.2f} in {confidence:.0%} of such studies; {'; '.join(parts)}."
    )


def _part(row: dict[object, object]) -> str:
    low, high = f"{row['ratio_min']:.2f}", f"{row['ratio_max']:.2f}"
    ratio = low if low == high else f"{low} to {high}"
    verdict = {"yes": "exceeds noise", "no": "does not exceed it", "open": "may or may not exceed it"}[
        str(row["exceeds"])
    ]
    return (
        f"{row['comparison']} has {ratio}, which {verdict} and implies a true shift of {row['shift']:+.2f} points "
        f"({row['shift_low']:+.2f} to {row['shift_high']:+.2f})"
    )
