"""Which verdicts are expected, and what is said about others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import pytest

from peerassay.workflow.expectations import ExpectationError, Expectations, read_expectations, surprises

if TYPE_CHECKING:
    from pathlib import Path

LEDGER = pd.DataFrame(
    [
        ("a", "style", "1.0", "1.0", "agrees"),
        ("b", "style", "2.0", "2.5", "differs"),
        ("c", "style", "3.0", "", "inconsistent"),
        ("d", "epistemics", "4.0", "", "not yet addressed"),
    ],
    columns=["id", "part", "published", "ours", "verdict"],
)


def test_a_difference_that_nobody_expects_is_a_surprise() -> None:
    assert surprises(LEDGER, Expectations()) == [
        "b differs: published 2.0, ours 2.5",
        "c inconsistent: published 3.0, ours none",
    ]


def test_what_is_listed_is_no_surprise_and_what_is_listed_in_vain_is() -> None:
    assert surprises(LEDGER, Expectations({"b": "differs", "c": "inconsistent"})) == []
    listed = Expectations({"a": "differs", "b": "differs", "c": "inconsistent", "z": "differs"})
    assert surprises(LEDGER, listed) == [
        "a: expected differs, but it is agrees",
        "z: expected differs, but it is no claim",
    ]
    assert surprises(LEDGER, Expectations({"b": "inconsistent", "c": "inconsistent"})) == [
        "b differs: published 2.0, ours 2.5"
    ]


def test_a_complete_part_has_a_verdict_for_every_claim() -> None:
    known = {"b": "differs", "c": "inconsistent"}
    assert surprises(LEDGER, Expectations(known, ("style",))) == []
    assert surprises(LEDGER, Expectations(known, ("epistemics",))) == [
        "epistemics is declared complete, but nothing addresses d"
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("complete = [", "expected.toml: "),
        ("[expect]", "unknown expect; known are expected and complete"),
        ('[expected]\n"a" = "agrees"', "a: 'agrees' is not one of differs, "),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "data/claims").mkdir(parents=True)
    (tmp_path / "data/claims/expected.toml").write_text(text)
    with pytest.raises(ExpectationError, match=message):
        read_expectations(tmp_path)


def test_the_file_may_be_missing(tmp_path: Path) -> None:
    assert read_expectations(tmp_path) == Expectations()
