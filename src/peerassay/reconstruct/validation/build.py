"""Building ratings of the validation subset: labels first, then scores, each until the printed agreement holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

from peerassay.claims import agrees, load_claims
from peerassay.epistemics.agreement import ordinal_alpha
from peerassay.epistemics.rubric import RUBRIC
from peerassay.reconstruct.search import SearchError
from peerassay.reconstruct.validation.design import CONDITIONS, Comparison, comparisons

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    Labels = NDArray[np.int64]
    Scores = NDArray[np.float64]

LEVELS: Final = {"System 1": 2.2, "System 2": 3.5, "Mixed": 2.9, "Non-evaluative": 1.8}
"""Middle of the scores of each label, in RQS points; a guess."""
SPREAD: Final = 0.3
CONCENTRATION: Final = (0.29, 0.34)
"""Between which the sum of squared shares of the first run's labels lies, as the two larger kappas ask for."""
ATTEMPTS: Final = 60
STEPS: Final = 4000
KAPPA_STEP: Final = 0.01
"""One unit of the last printed decimal of a kappa."""
CLOSE: Final = 0.001


def reconstruct_validation(seed: int) -> pd.DataFrame:
    """Build the ratings of 100 reviews by three judges, one of them twice.

    Parameters
    ----------
    seed
        0 or more; the same seed gives the same ratings.

    Returns
    -------
    pandas.DataFrame
        ``review_id``, ``judge``, ``run``, ``label``, ``rqs``, sorted by the first three. A review without a usable
        answer in a condition has no row there.

    Raises
    ------
    SearchError
        If what is imposed could not be met.
    """
    failures = []
    for attempt in range(ATTEMPTS):
        try:
            return _build(np.random.default_rng([seed, attempt]))
        except SearchError as error:
            failures.append(str(error))
    raise SearchError(f"seed {seed}: {failures[-1]}")


def _build(rng: np.random.Generator) -> pd.DataFrame:
    design = comparisons(load_claims())
    retest, judges, version = (design[name] for name in ("test_retest", "cross_judge", "cross_version"))
    original = rng.permutation(np.arange(version.subset) % len(RUBRIC.label_names))
    usable = np.sort(rng.choice(version.subset, version.n, replace=False))
    first = _first_labels(original[usable], version.equal, rng)
    kept = np.sort(rng.choice(version.n, judges.n, replace=False))
    again = np.sort(rng.choice(kept, retest.n, replace=False))
    others = {"cross_judge": (kept, judges), "test_retest": (again, retest)}
    labels = {name: _other_labels(first[where], one, rng) for name, (where, one) in others.items()}
    labels["cross_version"] = original[usable]
    where = {"cross_judge": kept, "test_retest": again, "cross_version": np.arange(version.n)}
    own = _own_scores(first, rng)
    scores = {name: _other_scores(own[where[name]], labels[name], design[name], rng) for name in design}
    frames = [_frame("first", usable, first, own)]
    frames += [_frame(name, usable[where[name]], labels[name], scores[name]) for name in ("test_retest", "cross_judge")]
    frames += [_frame("cross_version", *_whole(original, usable, scores["cross_version"], rng))]
    return pd.concat(frames).sort_values(["review_id", "judge", "run"], ignore_index=True)


def _first_labels(original: Labels, equal: int, rng: np.random.Generator) -> Labels:
    """Draw labels of the first run, then exchange them between reviews until `equal` of them equal the original."""
    labels = rng.permutation(_margins(len(original), rng))
    for _ in range(STEPS):
        hits = labels == original
        off = int(hits.sum()) - equal
        if off == 0:
            return labels
        one, two = rng.integers(0, len(labels), 2)
        before = int(hits[one]) + int(hits[two])
        after = int(labels[two] == original[one]) + int(labels[one] == original[two])
        if (after < before) if off > 0 else (after > before):
            labels[one], labels[two] = labels[two], labels[one]
    raise SearchError("equal labels of both versions: not reached")


def _margins(n: int, rng: np.random.Generator) -> Labels:
    low, high = CONCENTRATION
    while True:
        shares = rng.dirichlet(np.full(len(RUBRIC.label_names), 4.0))
        if low <= float((shares**2).sum()) <= high:
            return np.searchsorted(np.cumsum(shares), (np.arange(n) + 0.5) / n).clip(0, len(shares) - 1)


def _other_labels(first: Labels, comparison: Comparison, rng: np.random.Generator) -> Labels:
    """Copy as many labels as are equal, and move the others until kappa could have been printed."""
    kinds, n = len(RUBRIC.label_names), len(first)
    labels = (first + rng.integers(1, kinds, n)) % kinds
    copied = rng.choice(n, comparison.equal, replace=False)
    labels[copied] = first[copied]
    target, distance = float(comparison.kappa.value) + float(rng.uniform(-0.4, 0.4)) * KAPPA_STEP, np.inf
    for _ in range(STEPS):
        moved = _moved(labels, first, rng)
        away = abs(_kappa(first, moved) - target)
        if away <= distance:
            labels, distance = moved, away
        if distance < CLOSE:
            return labels
    raise SearchError(f"{comparison.kappa.id}: not reached")


def _kappa(first: Labels, second: Labels) -> float:
    """Compute kappa in a way that is fast enough for a search; the report uses the tested function."""
    kinds, n = len(RUBRIC.label_names), len(first)
    chance = float(np.bincount(first, minlength=kinds) @ np.bincount(second, minlength=kinds)) / n**2
    return (float((first == second).mean()) - chance) / (1 - chance)


def _moved(labels: Labels, first: Labels, rng: np.random.Generator) -> Labels:
    """Let one equal and one different label change roles, and give the different one a new value."""
    kinds, moved = len(RUBRIC.label_names), labels.copy()
    same, other = (np.flatnonzero((labels == first) == flag) for flag in (True, False))
    one, two = rng.choice(same), rng.choice(other)
    moved[one] = (first[one] + rng.integers(1, kinds)) % kinds
    moved[two] = first[two]
    return moved


def _own_scores(labels: Labels, rng: np.random.Generator) -> Scores:
    middles = np.array([LEVELS[name] for name in RUBRIC.label_names])
    return np.asarray(np.clip(np.round(middles[labels] + rng.normal(0, SPREAD, len(labels)), 1), 1, 5))


def _other_scores(first: Scores, labels: Labels, comparison: Comparison, rng: np.random.Generator) -> Scores:
    """Blend the first run's scores with scores of the judge's own until alpha could have been printed."""
    own = _own_scores(labels, rng) + rng.normal(0, SPREAD, len(labels))
    fitting: list[Scores] = []
    for weight in np.linspace(-1, 1, 401):
        scores = np.asarray(np.clip(np.round(weight * first + (1 - weight) * own, 1), 1, 5))
        if agrees(comparison.alpha, ordinal_alpha(np.vstack([first, scores])).value):
            fitting.append(scores)
        elif fitting:
            break
    if not fitting:
        raise SearchError(f"{comparison.alpha.id}: not reached")
    return fitting[int(rng.integers(len(fitting)))]


def _whole(
    original: Labels, usable: NDArray[np.int64], scores: Scores, rng: np.random.Generator
) -> tuple[NDArray[np.int64], Labels, Scores]:
    """Give the original ratings of all reviews: those that are compared, and those whose second answer is lost."""
    everything = _own_scores(original, rng)
    everything[usable] = scores
    return np.arange(len(original)), original, everything


def _frame(name: str, reviews: NDArray[np.int64], labels: Labels, scores: Scores) -> pd.DataFrame:
    judge, run = CONDITIONS[name]
    return pd.DataFrame(
        {
            "review_id": [f"v{number + 1:03d}" for number in reviews],
            "judge": judge,
            "run": run,
            "label": [RUBRIC.label_names[label] for label in labels],
            "rqs": np.round(scores, 1),
        }
    )


def write(ratings: pd.DataFrame, folder: Path) -> None:
    """Write `ratings.csv`; the same table gives the same bytes.

    Parameters
    ----------
    ratings
        As from `reconstruct_validation`.
    folder
        Made if it does not exist.
    """
    folder.mkdir(parents=True, exist_ok=True)
    ratings.to_csv(folder / "ratings.csv", index=False, lineterminator="\n")
