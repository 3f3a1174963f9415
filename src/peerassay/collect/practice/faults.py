"""What can go wrong at the practice endpoint, and how often."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from peerassay.collect.practice.chance import uniform

if TYPE_CHECKING:
    from collections.abc import Mapping

FAULTS = (
    "rate_limit",
    "server_error",
    "drop",
    "cut_short",
    "not_json",
    "bad_answer",
    "truncate",
    "refuse",
    "empty",
    "no_usage",
    "stall",
    "wrong_key",
    "no_permission",
    "no_credit",
    "unknown_model",
    "no_path",
    "context",
    "schema",
    "logprobs",
    "images",
    "bad_request",
    "echo_key",
    "key_in_answer",
)

PASSING = FAULTS[: FAULTS.index("no_usage")]
"""Faults of single answers, as they happen now and then at any endpoint."""


@dataclass(frozen=True)
class Faults:
    """How often which fault happens.

    Attributes
    ----------
    shares : mapping of str to float
        Share of the requests by fault, one of `FAULTS`; together at most 1. The draw depends on the request's name,
        which counts attempts, so that another attempt has another fate, and every run the same.
    seed : int
        For the draws.
    retry_after : float
        Seconds that a rate limit asks for.
    stall : float
        Seconds that a stalled answer takes.
    delay : float
        Seconds that every answer takes.
    """

    shares: Mapping[str, float] = field(default_factory=dict)
    seed: int = 0
    retry_after: float = 0.05
    stall: float = 5.0
    delay: float = 0.0

    def __post_init__(self) -> None:
        """Check the shares.

        Raises
        ------
        ValueError
            If a fault is unknown, or the shares make more than 1.
        """
        if unknown := set(self.shares) - set(FAULTS):
            raise ValueError(f"no fault {', '.join(sorted(unknown))}; expected some of {', '.join(FAULTS)}")
        if sum(self.shares.values()) > 1 + 1e-9:
            raise ValueError(f"shares make {sum(self.shares.values()):g}; expected at most 1")

    def drawn(self, mark: str) -> str:
        """Return the fault of a request, or an empty string.

        Parameters
        ----------
        mark : str
            The request's name.
        """
        draw = uniform(f"{self.seed} fault {mark}")
        for name, share in self.shares.items():
            if draw < share:
                return name
            draw -= share
        return ""
