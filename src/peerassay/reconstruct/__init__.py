"""Synthetic records that satisfy some printed numbers of a paper, and what they predict for the others.

`reconstruct` re-creates the committed tables of a part from a seed and reports how exactly the imposed numbers are met
and what follows for those held out. Which is which stands in ``data/reconstructed/<part>.toml``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from peerassay.reconstruct import crossover, epistemics, estimation, repeatability, style, validation
from peerassay.reconstruct.plan import Plan, PlanError, load_plan
from peerassay.reconstruct.report import Report, predicted_table, residual
from peerassay.reconstruct.search import SearchError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    class Builder(Protocol):
        """What a part provides: build from a seed, write to a folder, report."""

        def __call__(self, seed: int, folder: Path, progress: Callable[[str], None] | None) -> Report: ...


PARTS: dict[str, Builder] = {
    "repeatability": repeatability.reconstruct_into,
    "repeatability/crossover": crossover.reconstruct_into,
    "repeatability/estimation": estimation.reconstruct_into,
    "style": style.reconstruct_into,
    "epistemics": epistemics.reconstruct_into,
    "epistemics/validation": validation.reconstruct_into,
}
"""The parts that can be reconstructed."""

__all__ = [
    "PARTS",
    "Plan",
    "PlanError",
    "Report",
    "SearchError",
    "load_plan",
    "predicted_table",
    "reconstruct",
    "residual",
]


def reconstruct(part: str, seed: int, folder: Path, progress: Callable[[str], None] | None = None) -> Report:
    """Build the records of a part, write them, and report.

    Parameters
    ----------
    part : str
        One of `PARTS`.
    seed : int
        0 or more; the same seed gives the same bytes.
    folder : pathlib.Path
        Where the tables go; made if it does not exist.
    progress : callable, optional
        Called with one line of text before each step.

    Returns
    -------
    Report
        Residuals of what was imposed (0 each) and predictions of what was held out.

    Raises
    ------
    ValueError
        If there is no such part or the seed is negative.
    SearchError
        If what is imposed could not be met.
    """
    if part not in PARTS:
        raise ValueError(f"part {part!r}: expected one of {', '.join(PARTS)}")
    if seed < 0:
        raise ValueError(f"seed = {seed}; expected 0 or more")
    return PARTS[part](seed, folder, progress)
