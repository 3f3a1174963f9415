"""Claims made for one test, and the real ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from peerassay.claims import Claim, Claims, load_claims

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

BLANK: dict[str, Any] = {
    "part": "style",
    "section": "made",
    "exhibit": "Table 0",
    "quantity": "something",
    **dict.fromkeys(("subject", "subset", "contrast", "condition", "relates_to", "restates", "note"), ""),
    "stat": "mean",
    "unit": "dimensionless",
    "n": None,
    "comparator": "=",
    "derivable": False,
    "class_": "result",
}


def make(claim_id: str, printed: str, **columns: Any) -> Claim:
    """Return a claim that was printed so; columns that are not given are blank."""
    decimals = len(printed.partition(".")[2])
    return Claim(**{**BLANK, "id": claim_id, "printed": printed, "decimals": decimals, **columns})


@pytest.fixture(scope="session")
def make_claim() -> Callable[..., Claim]:
    return make


@pytest.fixture(scope="session")
def published(root: Path) -> Claims:
    """All printed numbers of the three papers."""
    return load_claims(root / "data" / "claims")
