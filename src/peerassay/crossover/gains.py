"""Gains of revised over original manuscripts, as exact fractions, so that ties are decided on whole numbers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from peerassay.repeatability.scores import score_table, whole_scores

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from peerassay.crossover.conditions import Crossover

    Whole = NDArray[np.int64]
    Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Gains:
    """Revised minus original mean score of each paper, by one Scorer.

    Attributes
    ----------
    numerators, denominators : ndarray of int64, shape (papers,)
        The gain in score points as a fraction; 0 / 1 where it is unknown.
    known : ndarray of bool, shape (papers,)
        Papers with at least one score of either manuscript.
    """

    numerators: Whole
    denominators: Whole
    known: Mask

    @property
    def points(self) -> NDArray[np.float64]:
        """The gains in score points; NaN where unknown."""
        return np.where(self.known, self.numerators / self.denominators, np.nan)

    @property
    def directions(self) -> Whole:
        """The sign of each gain: 1, 0 or -1; 0 as well where unknown (see `known`)."""
        return np.sign(self.numerators)

    def only(self, kept: Mask) -> Gains:
        """Give the gains of some papers."""
        return Gains(self.numerators[kept], self.denominators[kept], self.known[kept])

    def total(self, kept: Mask | None = None) -> Fraction:
        """Add up the known gains exactly.

        Parameters
        ----------
        kept : ndarray of bool, shape (papers,), optional
            Papers to take; all if not given.

        Returns
        -------
        Fraction
            In score points; 0 without papers.
        """
        chosen = self.known if kept is None else self.known & kept
        pairs = zip(self.numerators[chosen].tolist(), self.denominators[chosen].tolist(), strict=True)
        return sum((Fraction(top, bottom) for top, bottom in pairs), Fraction(0))

    def mean(self, kept: Mask | None = None) -> Fraction | None:
        """Average the known gains exactly; None without papers.

        Parameters
        ----------
        kept : ndarray of bool, shape (papers,), optional
            Papers to take; all if not given.
        """
        papers = int((self.known if kept is None else self.known & kept).sum())
        return self.total(kept) / papers if papers else None


def paper_gains(original: ArrayLike, revised: ArrayLike) -> Gains:
    r"""Subtract each paper's original mean score from its revised mean score.

    Parameters
    ----------
    original, revised : array_like, shape (papers, rounds)
        Scores of the two manuscripts by the same Scorer, in score points, with at most nine decimals; NaN marks a
        missing round. The numbers of rounds may differ.

    Returns
    -------
    Gains
        Exact fractions.

    Raises
    ------
    ValueError
        If the numbers of papers differ, or a score has too many decimals.

    Notes
    -----
    :math:`G_i = \frac1{n'_i}\sum_r Y'_{ir} - \frac1{n_i}\sum_r Y_{ir}`, in the paper with three scores each, the
    original ones shared by all revisions (repeatability paper, appendix F). With whole sums :math:`T', T` the sign of
    the gain is that of :math:`n_i T'_i - n'_i T_i`, so a tie is a tie of whole numbers.
    """
    before, after = score_table(original), score_table(revised)
    if len(before) != len(after):
        raise ValueError(f"{len(before)} papers with original and {len(after)} with revised scores; expected the same")
    whole = whole_scores(np.hstack([before, after]))
    split = before.shape[1]
    counts = [part.sum(axis=1, dtype=np.int64) for part in (whole.present[:, :split], whole.present[:, split:])]
    sums = [part.sum(axis=1, dtype=np.int64) for part in (whole.units[:, :split], whole.units[:, split:])]
    known = (counts[0] > 0) & (counts[1] > 0)
    numerators = np.where(known, counts[0] * sums[1] - counts[1] * sums[0], 0)
    denominators = np.where(known, counts[0] * counts[1] * whole.scale, 1)
    return Gains(numerators, denominators, known)


def gains_by_cell(crossover: Crossover) -> dict[tuple[str, str], Gains]:
    """Compute the gains of every version by every Scorer of it.

    Parameters
    ----------
    crossover : Crossover
        Scores by version and Scorer.

    Returns
    -------
    dict of (str, str) to Gains
        By version and Scorer; the baseline of a Scorer is the same for all versions.
    """
    return {
        (version, scorer): paper_gains(crossover.original[scorer], revised)
        for (version, scorer), revised in crossover.revised.items()
    }
