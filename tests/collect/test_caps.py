"""Caps hold at every moment, however many calls are in flight, and over all runs into one store."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.collect import PlanError
from peerassay.collect.plan import Caps
from peerassay.collect.running.caps import Bound, CapKeeper, CapReachedError
from peerassay.collect.store import Spent

if TYPE_CHECKING:
    from collections.abc import Callable

PRICE = {"input": 1000.0, "output": 2000.0}  # a tenth of a cent a token


def test_money_is_never_exceeded_under_concurrency(
    start: Callable[..., Any], run: Callable[..., Any], rows: Any
) -> None:
    server = start(server_error=0.1, drop=0.05, no_usage=0.05, options={"delay": 0.01})
    report = run(
        server.base_url, options__papers=300, endpoint__concurrency=16, caps={"money": 20.0}, model__price=PRICE
    )
    assert "caps.money = 20" in report.stopped
    assert "Raise the cap and run the plan again" in report.stopped
    assert 10 < report.total_money <= 20
    assert rows("SELECT total(charged) <= 20 FROM attempts") == [(1,)]
    again = run(server.base_url, options__papers=300, caps={"money": 20.0}, model__price=PRICE)
    assert again.attempts == 0
    more = run(server.base_url, options__papers=300, caps={"money": 25.0}, model__price=PRICE)
    assert report.total_money < more.total_money <= 25


def test_calls_are_counted_with_their_failures_and_over_runs(
    start: Callable[..., Any], run: Callable[..., Any]
) -> None:
    server = start(server_error=0.3)
    report = run(server.base_url, options__papers=100, endpoint__concurrency=8, caps={"money": 99.0, "calls": 30})
    assert report.attempts == 30
    assert len(server.answered) + sum(server.faulty.values()) == 30
    assert run(server.base_url, options__papers=100, caps={"money": 99.0, "calls": 31}).attempts == 1


def test_tokens_are_never_exceeded(start: Callable[..., Any], run: Callable[..., Any], rows: Any) -> None:
    run(start().base_url, options__papers=100, endpoint__concurrency=8, caps={"money": 99.0, "tokens": 5000})
    (used,) = rows("SELECT sum(read + written) FROM attempts")[0]
    assert 3000 < used <= 5000


def test_a_cap_on_money_is_asked_for_when_a_model_costs(start: Callable[..., Any], run: Callable[..., Any]) -> None:
    with pytest.raises(PlanError, match=r"caps\.money: missing"):
        run(start().base_url, caps={"calls": 5})


def test_an_answer_that_may_have_been_billed_counts_in_full(
    start: Callable[..., Any], run: Callable[..., Any], rows: Any
) -> None:
    run(start(drop=1).base_url, options__papers=1, endpoint__attempts=2)
    run(start(server_error=1).base_url, options__papers=1, endpoint__attempts=2, store="other.sqlite")
    assert rows("SELECT count(*), min(charged) > 0, cost FROM attempts") == [(2, 1, None)]


@given(
    st.lists(st.tuples(st.integers(1, 50), st.floats(0, 1)), min_size=1, max_size=40),
    st.integers(20, 300),
    st.integers(1, 8),
)
@settings(deadline=None, max_examples=40)
def test_what_is_spent_and_set_aside_stays_below_the_cap(
    calls: list[tuple[int, float]], cap: int, workers: int
) -> None:
    keeper = CapKeeper(Caps(money=float(cap)), Spent(0, 0.0, 0))
    waiting = iter(calls)

    async def work() -> None:
        for most, share in waiting:
            bound = Bound(float(most), most)
            try:
                await keeper.reserve(bound)
            except CapReachedError:
                return
            assert keeper.money + keeper.aside_money <= cap + 1e-6
            await asyncio.sleep(0)
            await keeper.settle(bound, most * share, most)

    async def main() -> None:
        await asyncio.gather(*(work() for _ in range(workers)))

    asyncio.run(main())
    assert keeper.money <= cap + 1e-6
    assert keeper.in_flight == 0
