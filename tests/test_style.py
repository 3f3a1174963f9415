import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.claims import load_claims
from peerassay.style import (
    ACCEPTANCE_THRESHOLD,
    FlipCounts,
    flip_counts,
    holm,
    preference,
    preference_counts,
    ratio_interval,
    share_interval,
    sign_test,
)
from peerassay.style.preferences import PairCounts

NAN = float("nan")
COUNTS = st.integers(0, 60)


@pytest.mark.parametrize(
    ("wins", "losses", "p"),
    [(33, 2, 3.67e-8), (88, 69, 0.15061), (34, 24, 0.237)],  # R binom.test
)
def test_sign_test_as_in_r(wins, losses, p):
    assert sign_test(wins, losses) == pytest.approx(p, rel=2e-3)


def test_sign_test_by_hand():
    assert sign_test(4, 0) == pytest.approx(2 / 16)
    assert sign_test(2, 2) == 1
    assert sign_test(0, 1) == 1


def test_sign_test_without_wins_and_losses_is_undefined():
    assert math.isnan(sign_test(0, 0))


def test_sign_test_refuses_negative_counts():
    with pytest.raises(ValueError, match="losses"):
        sign_test(3, -1)


@settings(deadline=None, max_examples=40)
@given(COUNTS, COUNTS)
def test_sign_test_does_not_care_which_version_is_first(wins, losses):
    assert sign_test(wins, losses) == pytest.approx(sign_test(losses, wins), nan_ok=True)


def test_holm_as_in_r():
    # R 4: p.adjust(c(0.01, 0.02, 0.03, 0.04), "holm") is 0.04 0.06 0.06 0.06
    np.testing.assert_allclose(holm([0.01, 0.02, 0.03, 0.04]), [0.04, 0.06, 0.06, 0.06])


def test_holm_by_hand_keeps_the_order_of_the_input():
    np.testing.assert_allclose(holm([0.6, 0.01]), [0.6, 0.02])


def test_holm_does_not_count_an_undefined_test():
    np.testing.assert_allclose(holm([0.03, NAN, 0.02]), [0.04, NAN, 0.04])


def test_holm_of_one_or_no_test():
    np.testing.assert_allclose(holm([0.2]), [0.2])
    assert holm([]).size == 0


@pytest.mark.parametrize("bad", [[[0.1]], [1.2], [-0.1]])
def test_holm_refuses_what_is_no_list_of_p_values(bad):
    with pytest.raises(ValueError, match="p values"):
        holm(bad)


@settings(deadline=None, max_examples=10)
@given(st.lists(st.integers(0, 1000).map(lambda k: k / 1000), min_size=1, max_size=8))
def test_holm_never_lowers_and_keeps_the_ranking(p_values):
    adjusted = holm(p_values)
    assert (adjusted >= np.array(p_values) - 1e-12).all()
    assert (adjusted <= 1).all()
    assert (np.diff(adjusted[np.argsort(p_values, kind="stable")]) >= -1e-12).all()


def test_clopper_pearson_as_in_r():
    # R binom.test(4, 10)$conf.int
    assert share_interval(4, 10) == pytest.approx((0.1215523, 0.7376219), abs=1e-7)


def test_wilson_as_in_r():
    # R binom::binom.wilson(0, 10)
    assert share_interval(0, 10, method="wilson") == pytest.approx((0, 0.2775328), abs=1e-7)


def test_exact_interval_of_no_hits_by_hand():
    assert share_interval(0, 10) == pytest.approx((0, 1 - 0.025 ** (1 / 10)))
    assert share_interval(10, 10) == pytest.approx((0.025 ** (1 / 10), 1))


def test_interval_of_nothing_is_undefined():
    assert all(map(math.isnan, share_interval(0, 0)))
    assert all(map(math.isnan, ratio_interval(0, 0)))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((5, 3), "at most n"),
        ((-1, 3), "count"),
        ((1, 3, 1.0), "confidence"),
        ((1, 3, 0.95, "wald"), "wald"),
    ],
)
def test_interval_refuses_impossible_input(arguments, message):
    with pytest.raises(ValueError, match=message):
        share_interval(*arguments)


def test_ratio_interval_is_the_share_interval_as_odds():
    # R binom.test(4, 10)$conf.int as odds: .1215523 / .8784477 and .7376219 / .2623781
    assert ratio_interval(4, 6) == pytest.approx((0.138372, 2.811294), rel=1e-5)


def test_ratio_interval_without_losses_has_no_upper_limit():
    low, high = ratio_interval(5, 0)
    assert low == pytest.approx(0.025**0.2 / (1 - 0.025**0.2))
    assert high == math.inf


@settings(deadline=None, max_examples=40)
@given(COUNTS, st.integers(1, 60), st.sampled_from([0.8, 0.95, 0.99]))
def test_ratio_interval_leaves_out_one_exactly_when_the_sign_test_rejects(wins, losses, confidence):
    low, high = ratio_interval(wins, losses, confidence)
    p = sign_test(wins, losses)
    if abs(p - (1 - confidence)) > 1e-9:
        assert (not low <= 1 <= high) == (p < 1 - confidence)


def test_preference_counts_by_hand():
    assert preference_counts([5, 4, 6, 3], [4, 5, 6, 2]) == PairCounts(2, 1, 1)


def test_missing_reviews_are_counted_as_missing():
    counts = preference_counts([5, NAN, 6], [4, 5, NAN])
    assert counts == PairCounts(1, 0, 0, missing=2)
    assert counts.n == 1


def test_empty_scores_give_no_pairs_and_reasons():
    result = preference(preference_counts([], []))
    assert math.isnan(result.share_tie.value)
    assert result.share_tie.reason == "no pairs"
    assert math.isnan(result.p)


def test_all_ties_leave_ratio_and_test_undefined_with_a_reason():
    result = preference(preference_counts([3, 3], [3, 3]))
    assert result.share_tie.value == 1
    assert math.isnan(result.ratio.value)
    assert result.ratio.reason == "the second version never scores higher"
    assert result.p_reason == "every pair is a tie"


def test_preference_of_a_published_row():
    # Style over Substance, Table 4, GPT-5.5: 17 / 14 (69), 1.3, p = 0.15
    result = preference(PairCounts(88, 69, 347))
    shares = [result.share_first.value, result.share_second.value, result.share_tie.value]
    assert [round(100 * share) for share in shares] == [17, 14, 69]
    assert round(result.ratio.value, 1) == 1.3
    assert round(result.p, 2) == 0.15
    assert result.ratio.low < 1 < result.ratio.value < result.ratio.high


@pytest.mark.parametrize("function", [preference_counts, flip_counts])
def test_scores_of_different_length_are_refused(function):
    with pytest.raises(ValueError, match="same length"):
        function([1, 2], [1])


def test_flip_counts_by_hand():
    found = flip_counts([5, 4, 6, 4, NAN], [4, 5, 6, 3, 2])
    assert (found.first_up, found.second_up, found.n, found.missing) == (1, 1, 4, 1)


def test_score_on_the_threshold_is_on_neither_side():
    assert flip_counts([5.0], [4.5]).first_up == 0
    assert flip_counts([5.0], [4.5], threshold=4.75).first_up == 1


@pytest.mark.parametrize("other", [4.0, 4.5])
def test_score_on_the_threshold_counts_for_neither_version(other):
    found = flip_counts([4.5, other], [other, 4.5])
    assert (found.first_up, found.second_up) == (0, 0)


def test_acceptance_threshold_is_the_published_one():
    assert float(load_claims()["sty.design.accept_threshold"].value) == ACCEPTANCE_THRESHOLD
    assert flip_counts([4.55, 4.45], [4.45, 4.55]) == FlipCounts(1, 1, 2)


def test_flip_threshold_must_be_a_number():
    with pytest.raises(ValueError, match="threshold"):
        flip_counts([5], [4], threshold=NAN)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(st.integers(1, 10), st.integers(1, 10)), max_size=30))
def test_flips_never_exceed_wins_and_swapping_versions_swaps_everything(pairs):
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    counts, flips = preference_counts(first, second), flip_counts(first, second)
    assert flips.first_up <= counts.wins
    assert flips.second_up <= counts.losses
    swapped = preference_counts(second, first)
    assert (swapped.wins, swapped.losses, swapped.ties) == (counts.losses, counts.wins, counts.ties)
    assert flip_counts(second, first).first_up == flips.second_up
