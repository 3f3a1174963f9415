"""Judges and runs against each other: every pair of conditions, and the agreement by chance that a kappa implies."""

from __future__ import annotations

from itertools import combinations
from math import nan
from typing import TYPE_CHECKING, Final

import pandas as pd

from peerassay.epistemics.agreement import RESAMPLES, label_agreement, label_kappa, ordinal_alpha

if TYPE_CHECKING:
    import numpy as np

    Condition = tuple[str, int]

COLUMNS: Final = [
    "first",
    "second",
    "kind",
    "n",
    "equal",
    "agreement",
    "agreement_low",
    "agreement_high",
    "kappa",
    "kappa_low",
    "kappa_high",
    "n_scores",
    "alpha",
    "alpha_low",
    "alpha_high",
    "reason",
]


def paired_ratings(frame: pd.DataFrame, first: Condition, second: Condition) -> pd.DataFrame:
    """Put the ratings of two conditions side by side.

    Parameters
    ----------
    frame
        One row per rating: ``review_id``, ``judge``, ``run`` and what is to be compared (``label``, ``rqs``).
    first, second
        Judge and run of each condition.

    Returns
    -------
    pandas.DataFrame
        One row per review that both have rated: ``review_id`` and the columns with ``_a`` and ``_b``.
    """
    columns = ["review_id", *(name for name in ("label", "rqs") if name in frame)]
    a, b = (frame.loc[frame["judge"].eq(judge) & frame["run"].eq(run), columns] for judge, run in (first, second))
    return a.merge(b, on="review_id", suffixes=("_a", "_b"))


def agreement_by_pair(
    frame: pd.DataFrame,
    rng: np.random.Generator | None = None,
    *,
    resamples: int = RESAMPLES,
    confidence: float = 0.95,
) -> pd.DataFrame:
    """Compare every pair of judges and runs.

    Parameters
    ----------
    frame
        One row per rating: ``review_id``, ``judge``, ``run`` and ``label`` or ``rqs`` or both.
    rng
        Source of the draws for the interval of alpha; without it there is none.
    resamples, confidence
        Of the intervals.

    Returns
    -------
    pandas.DataFrame
        One row per pair, with the columns of `COLUMNS`: ``kind`` is ``test-retest`` for two runs of one judge, else
        ``cross-judge``; shares as fractions; ``n`` reviews have two labels, ``n_scores`` two scores. What is undefined
        is NaN and says why in ``reason``. Empty if there is one condition only.
    """
    pairs = frame[["judge", "run"]].drop_duplicates().sort_values(["judge", "run"])
    conditions = [(str(judge), int(run)) for judge, run in zip(pairs["judge"], pairs["run"], strict=True)]
    rows = [_row(frame, first, second, rng, resamples, confidence) for first, second in combinations(conditions, 2)]
    return pd.DataFrame(rows, columns=COLUMNS)


def _row(
    frame: pd.DataFrame,
    first: Condition,
    second: Condition,
    rng: np.random.Generator | None,
    resamples: int,
    confidence: float,
) -> dict[str, object]:
    both = paired_ratings(frame, first, second)
    kind = "test-retest" if first[0] == second[0] else "cross-judge"
    row: dict[str, object] = {"first": _name(first), "second": _name(second), "kind": kind}
    labels = _labels(both, confidence) if "label_a" in both else {"reason": "no labels"}
    scores = _scores(both, rng, resamples, confidence) if "rqs_a" in both else {"reason": "no scores"}
    reasons = "; ".join(filter(None, [str(labels.pop("reason")), str(scores.pop("reason"))]))
    return {**dict.fromkeys(COLUMNS, nan), **row, **labels, **scores, "reason": reasons}


def _name(condition: Condition) -> str:
    return f"{condition[0]}, run {condition[1]}"


def _labels(both: pd.DataFrame, confidence: float) -> dict[str, object]:
    share = label_agreement(both["label_a"], both["label_b"], confidence)
    kappa = label_kappa(both["label_a"], both["label_b"], confidence)
    return {
        "n": share.n,
        "equal": round(share.value * share.n) if share.n else 0,
        "agreement": share.value,
        "agreement_low": share.low,
        "agreement_high": share.high,
        "kappa": kappa.value,
        "kappa_low": kappa.low,
        "kappa_high": kappa.high,
        "reason": f"kappa: {kappa.reason}" if kappa.reason else "",
    }


def _scores(
    both: pd.DataFrame, rng: np.random.Generator | None, resamples: int, confidence: float
) -> dict[str, object]:
    alpha = ordinal_alpha(both[["rqs_a", "rqs_b"]].to_numpy(float).T, rng, resamples=resamples, confidence=confidence)
    return {
        "n_scores": alpha.n,
        "alpha": alpha.value,
        "alpha_low": alpha.low,
        "alpha_high": alpha.high,
        "reason": f"alpha: {alpha.reason}" if alpha.reason else "",
    }


def implied_chance(agreement: float, kappa: float) -> float:
    """Give the agreement by chance that belongs to an observed agreement and its kappa.

    Parameters
    ----------
    agreement
        Observed share of equal labels, 0 to 1.
    kappa
        Below 1.

    Returns
    -------
    float
        ``p_e = (p_o - kappa) / (1 - kappa)``.

    Raises
    ------
    ValueError
        If the agreement is not a share, or kappa is 1 or more.

    Notes
    -----
    Cohen (1960): ``kappa = (p_o - p_e) / (1 - p_e)`` with ``p_e = sum p_k q_k`` over the labels. With K labels
    ``p_e - 1/K = sum (p_k - 1/K)(q_k - 1/K)``: a p_e below 1/K needs two judges whose frequencies of labels lean in
    opposite directions, and if one judge gives all labels equally often, p_e is 1/K whatever the other does.
    """
    if not 0 <= agreement <= 1 or not kappa < 1:
        raise ValueError(f"expected a share and a kappa below 1, got agreement {agreement} and kappa {kappa}")
    return (agreement - kappa) / (1 - kappa)


def chance_table(rows: pd.DataFrame, labels: int = 4) -> pd.DataFrame:
    """Give what printed kappas imply about the frequencies of labels.

    Parameters
    ----------
    rows
        One row per comparison: ``comparison``, ``equal``, ``n`` (counts), ``kappa_low``, ``kappa_high`` (between which
        the printed kappa was rounded).
    labels
        How many labels there are.

    Returns
    -------
    pandas.DataFrame
        `rows` with ``chance_low``, ``chance_high`` (agreement by chance), ``balanced_kappa`` (kappa if one judge gave
        all labels equally often), and ``opposed`` (True if chance is below 1 / labels throughout).
    """
    share, even = (rows["equal"] / rows["n"]).to_numpy(float), 1 / labels
    ends = zip(share, rows["kappa_low"].to_numpy(float), rows["kappa_high"].to_numpy(float), strict=True)
    limits = [(implied_chance(float(p), float(high)), implied_chance(float(p), float(low))) for p, low, high in ends]
    return rows.assign(
        chance_low=[low for low, _ in limits],
        chance_high=[high for _, high in limits],
        balanced_kappa=(share - even) / (1 - even),
        opposed=[high < even for _, high in limits],
    )
