"""The steps of the reconstruction of the revision experiment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.reconstruct import SearchError
from peerassay.reconstruct.crossover import search
from peerassay.reconstruct.crossover.fit import fit_size, fit_spread, populate
from peerassay.reconstruct.crossover.latent import Prior, Scorer, Spread, bisect, draw_scorers, shapes, true_gains
from peerassay.reconstruct.crossover.search import Tally, conditioned, place_for_correlation
from peerassay.reconstruct.crossover.targets import EQUAL, ZERO, Goal
from peerassay.reconstruct.repeatability.targets import Window

if TYPE_CHECKING:
    from numpy.typing import NDArray

PRIOR = Prior(
    centre={"L": 3.0, "H": 5.0},
    stretch={"L": 1.1, "H": 1.0},
    uneven={"L": 0.4, "H": 0.4},
    variance={"L": 0.15, "H": 0.10},
    tail=10,
    selection=0.2,
    luna_on_haiku=0.2,
)


def rng(seed: int = 11) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_scores_have_about_the_variance_asked_for() -> None:
    scorers = draw_scorers(PRIOR, 3000, 0.8, rng())
    for letter, variance in PRIOR.variance.items():
        scores = scorers[letter].scores(np.zeros(3000), rng(1).standard_normal((3000, 3)))
        assert scores.var(axis=1, ddof=1).mean() == pytest.approx(variance, abs=0.015)
        assert scores.min() >= 1


def test_scores_are_positions_plus_gains_rounded_and_kept_on_the_scale() -> None:
    scorer = Scorer(np.array([3.2, 9.9, 1.0]), np.array([0.1, 0.1, 0.1]))
    assert scorer.scores(np.array([1.0, 3.0, -2.0]), np.zeros((3, 1))).ravel().tolist() == [4, 10, 1]
    assert scorer.only(np.array([2, 0])).positions.tolist() == [1.0, 3.2]


def test_true_gains_have_spread_and_link_of_a_bivariate_normal() -> None:
    """In the limit of many degrees of freedom the correlation is the link."""
    means = {letter: np.full(20_000, mean) for letter, mean in (("L", 0.5), ("H", -0.3))}
    gains = true_gains(means, Spread(0.4, 0.6, 0.7), shapes(1000, 20_000, rng()))
    assert np.corrcoef(gains["L"], gains["H"])[0, 1] == pytest.approx(0.7, abs=0.02)
    assert (gains["L"].mean(), gains["H"].std()) == (pytest.approx(0.5, abs=0.01), pytest.approx(0.6, abs=0.02))


def test_bisection_finds_a_root_and_stops_at_an_end() -> None:
    assert bisect(lambda x: x * x, 2.0, 0.1, 10) == pytest.approx(2**0.5, rel=1e-3)
    assert bisect(lambda x: x, 50.0, 0.1, 10) == pytest.approx(10, rel=1e-3)


def test_the_fit_recovers_the_table_of_a_known_spread() -> None:
    population, means = populate(PRIOR, 100, 0.8, rng()), {"L": np.full(100, 0.4), "H": np.full(100, -0.3)}
    signs = population.directions(means, Spread(0.6, 0.5, 0.8))
    counts = {cells: round(population.papers(signs, cells)) for cells in (EQUAL, ZERO, frozenset([(1, -1)]))}
    goal = Goal({}, {cells: Window(count, count) for cells, count in counts.items()})
    found = population.directions(means, fit_spread(population, [means], [goal]))
    for cells, count in counts.items():
        assert population.papers(found, cells) == pytest.approx(count, abs=2.5)


def test_shrinking_keeps_the_link_and_meets_the_zeros() -> None:
    population, means = populate(PRIOR, 100, 0.8, rng()), {"L": np.full(100, 0.1), "H": np.zeros(100)}
    spread = fit_size(population, means, Goal({}, {ZERO: Window(70, 70)}), Spread(0.6, 0.5, 0.8))
    assert spread.link == 0.8
    assert spread.luna / spread.haiku == pytest.approx(1.2)
    assert population.papers(population.directions(means, spread), ZERO) == pytest.approx(70, abs=3)


GOAL = Goal(
    {("L", (2025,)): Window(3, 3), ("H", (2025, 2026)): Window(-2, 0)}, {EQUAL: Window(2, 4), ZERO: Window(1, 3)}
)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(-3, 3), st.integers(-3, 3)), max_size=12))
def test_a_tally_kept_up_to_date_is_that_of_a_fresh_count(changes: list[tuple[int, int, int]]) -> None:
    years = np.array([2025, 2025, 2025, 2026, 2026, 2026])
    gains = {"L": np.array([1, 0, 0, 2, -1, 0]), "H": np.array([0, 0, -1, 1, 1, 0])}
    tally = Tally(years, gains, GOAL)
    for paper, luna, haiku in changes:
        before = tally.miss
        assert tally.replace(paper, {"L": luna, "H": haiku}) == tally.miss - before
    fresh = Tally(years, {letter: np.array(values) for letter, values in tally.gains.items()}, GOAL)
    assert (tally.sums, tally.cells, tally.miss) == (fresh.sums, fresh.cells, fresh.miss)


def test_a_tally_by_hand() -> None:
    tally = Tally(np.array([2025, 2026]), {"L": np.array([2, 5]), "H": np.array([0, 4])}, GOAL)
    assert list(tally.sums.values()) == [2, 4]
    assert list(tally.cells.values()) == [1, 1]
    assert tally.miss == 1 + 4 + 1


def draw(rows: NDArray[np.intp], source: np.random.Generator) -> dict[str, NDArray[np.float64]]:
    return {letter: 0.5 * source.standard_normal(len(rows)) for letter in "LH"}


def test_conditioned_scores_meet_the_goal_exactly() -> None:
    scorers, years = draw_scorers(PRIOR, 30, 0.8, rng()), np.repeat([2025, 2026], 15)
    originals = {letter: one.scores(np.zeros(30), rng(2).standard_normal((30, 3))) for letter, one in scorers.items()}
    goal = Goal({("L", (2025,)): Window(7, 7), ("H", (2025, 2026)): Window(-9, -9)}, {EQUAL: Window(10, 10)})
    revised, true = conditioned("LL", years, originals, scorers, draw, goal, rng(3))
    gains = {letter: revised[letter].sum(axis=1) - originals[letter].sum(axis=1) for letter in "LH"}
    assert (gains["L"][:15].sum(), gains["H"].sum()) == (7, -9)
    assert (np.sign(gains["L"]) == np.sign(gains["H"])).sum() == 10
    assert set(true) == {"L", "H"}


def test_what_cannot_be_met_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "STEPS", 200)
    scorers = draw_scorers(PRIOR, 5, 0.8, rng())
    originals = {letter: np.full((5, 3), 5) for letter in "LH"}
    goal = Goal({("L", (2025,)): Window(500, 500)}, {})
    with pytest.raises(SearchError, match=r"version LL: \d+ units missed after 200 draws"):
        conditioned("LL", np.full(5, 2025), originals, scorers, draw, goal, rng())
    with pytest.raises(SearchError, match=r"a correlation from 0\.9 to 0\.95 was not reached"):
        place_for_correlation(np.array([1, 2, 3]), np.array([1, 5, 1]), (0.9, 0.95), rng())


def test_papers_change_places_until_the_correlation_holds() -> None:
    first, second = rng(4).integers(3, 31, size=(2, 199))
    order = place_for_correlation(first, second, (0.8035, 0.8045), rng(5))
    assert sorted(order) == list(range(199))
    assert 0.8035 <= np.corrcoef(first, second[order])[0, 1] <= 0.8045
