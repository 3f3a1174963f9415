"""A hard cap for everything that a plan may use: the most that a call can cost is set aside before it is sent."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from peerassay.collect.plan import Caps
    from peerassay.collect.store import Spent

NO_BILL = 1e-12  # dollars; sums of floats are compared with this slack


@dataclass(frozen=True, slots=True)
class Bound:
    """The most that one attempt can use: US dollars, tokens."""

    money: float
    tokens: int


class CapReachedError(Exception):
    """The next call might exceed a cap; the message says which."""


class CapKeeper:
    """Keeps what is spent and what is set aside below the caps, however many calls are in flight.

    Parameters
    ----------
    caps : Caps
        From the plan.
    spent : Spent
        What earlier runs into the same store have used.
    """

    def __init__(self, caps: Caps, spent: Spent) -> None:
        self.caps = caps
        self.begin_with(spent)
        self.aside_money, self.aside_tokens, self.in_flight = 0.0, 0, 0
        self._changed = asyncio.Condition()

    def begin_with(self, spent: Spent) -> None:
        """Take over what is spent, while nothing is in flight.

        Parameters
        ----------
        spent : Spent
            From the store.
        """
        self.calls, self.money, self.tokens = spent.calls, spent.money, spent.tokens

    async def reserve(self, bound: Bound) -> None:
        """Set aside what a call can use at most; wait while calls in flight may leave enough of it.

        Parameters
        ----------
        bound : Bound
            Of the call.

        Raises
        ------
        CapReachedError
            If it would not fit even if nothing else were in flight.
        """
        async with self._changed:
            while (reason := self.exceeded(bound)) is not None:
                if not self.in_flight:
                    raise CapReachedError(reason)
                await self._changed.wait()
            self.set_aside(bound)

    def set_aside(self, bound: Bound) -> None:
        """Set aside what a call can use at most, without looking at the caps.

        Parameters
        ----------
        bound : Bound
            Of the call.
        """
        self.calls += 1
        self.in_flight += 1
        self.aside_money += bound.money
        self.aside_tokens += bound.tokens

    def exceeded(self, bound: Bound) -> str | None:
        """Say which cap another call might exceed, or None.

        Parameters
        ----------
        bound : Bound
            Of the call.
        """
        caps = self.caps
        if caps.calls is not None and self.calls + 1 > caps.calls:
            return f"caps.calls = {caps.calls}: all of them are used"
        money = self.money + self.aside_money + bound.money
        if caps.money is not None and money > caps.money + NO_BILL:
            return (
                f"caps.money = {caps.money:g}: {self.money:.4f} dollars are spent, and the next call can cost "
                f"up to {bound.money:.4f}"
            )
        if caps.tokens is not None and self.tokens + self.aside_tokens + bound.tokens > caps.tokens:
            return f"caps.tokens = {caps.tokens}: {self.tokens} are used, and the next call can use {bound.tokens}"
        return None

    async def settle(self, bound: Bound, money: float, tokens: int) -> None:
        """Replace what was set aside for a call by what it used.

        Parameters
        ----------
        bound : Bound
            As given to `reserve`.
        money : float
            US dollars.
        tokens : int
            Read and written.
        """
        async with self._changed:
            self.in_flight -= 1
            self.aside_money -= bound.money
            self.aside_tokens -= bound.tokens
            if not self.in_flight:
                self.aside_money = 0.0  # no remainder of adding and subtracting
            self.money += money
            self.tokens += tokens
            self._changed.notify_all()

    def correct(self, bound: Bound, money: float, tokens: int) -> None:
        """Replace what an earlier run had counted in full for a call by what it used.

        Parameters
        ----------
        bound : Bound
            Of the call.
        money : float
            US dollars.
        tokens : int
            Read and written.
        """
        self.money += money - bound.money
        self.tokens += tokens - bound.tokens

    async def forget(self, bound: Bound) -> None:
        """Give back what was set aside for a call that was not sent.

        Parameters
        ----------
        bound : Bound
            As given to `reserve`.
        """
        self.calls -= 1
        await self.settle(bound, 0.0, 0)
