"""Finding reviewers with whole and decimal scores, and comparing the two."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from peerassay.records import load_records
from peerassay.repeatability import agreement_by_protocol, both_protocols, granularity_by_reviewer, protocol_notes

if TYPE_CHECKING:
    from pathlib import Path

    from peerassay.records import Records

HEADING = "paper_id,reviewer,version,prompt,protocol,round,overall\n"


def records(tmp_path: Path, *lines: str) -> Records:
    (tmp_path / "reviews.csv").write_text(HEADING + "\n".join(lines) + "\n", "utf-8")
    return load_records(tmp_path)


def scores(paper: str, protocol: str, *values: float, reviewer: str = "m", prompt: str = "p") -> list[str]:
    return [f"{paper},{reviewer},original,{prompt},{protocol},{n},{value}" for n, value in enumerate(values, start=1)]


def test_the_first_rounds_that_both_protocols_have_are_taken(tmp_path: Path) -> None:
    lines = scores("a", "integer", 4, 5, 6) + scores("a", "decimal", 4.5, 4.6)
    (pair,) = both_protocols(records(tmp_path, *lines)).values()
    np.testing.assert_array_equal(pair.integer, [[4, 5]])
    np.testing.assert_array_equal(pair.decimal, [[4.5, 4.6]])


def test_a_paper_with_one_protocol_only_has_missing_scores(tmp_path: Path) -> None:
    lines = scores("a", "integer", 4) + scores("b", "integer", 6) + scores("b", "decimal", 6.5)
    (pair,) = both_protocols(records(tmp_path, *lines)).values()
    assert pair.papers["paper_id"].tolist() == ["a", "b"]
    np.testing.assert_array_equal(pair.decimal, [[np.nan], [6.5]])


def test_protocols_may_go_with_different_prompts(tmp_path: Path) -> None:
    lines = scores("a", "integer", 4, prompt="whole") + scores("a", "decimal", 4.5, prompt="fine")
    assert list(both_protocols(records(tmp_path, *lines))) == ["m"]


def test_of_several_prompts_those_of_the_same_name_belong_together(tmp_path: Path) -> None:
    lines = scores("a", "integer", 4, prompt="x") + scores("a", "integer", 9, prompt="y")
    (found,) = both_protocols(records(tmp_path, *lines, *scores("a", "decimal", 4.5, prompt="x"))).items()
    assert found[0] == "m (x)"
    assert found[1].integer.tolist() == [[4]]


def test_who_has_no_pair_is_named(tmp_path: Path) -> None:
    lines = scores("a", "integer", 4) + scores("a", "decimal", 4.5) + scores("a", "integer", 5, reviewer="other")
    loaded = records(tmp_path, *lines)
    notes = protocol_notes(loaded, both_protocols(loaded))
    assert notes == (
        "m: 1 papers, the first 1 integer and 1 decimal scores of each",
        "other: integer scores only, or under prompts that do not match; left out here",
    )


def test_without_decimals_the_tables_are_empty(tmp_path: Path) -> None:
    pairs = both_protocols(records(tmp_path, *scores("a", "integer", 4, 5)))
    assert pairs == {}
    assert len(granularity_by_reviewer(pairs, np.random.default_rng(1))) == 0
    assert len(agreement_by_protocol(pairs)) == 0


def test_both_protocols_are_compared_for_every_reviewer(tmp_path: Path) -> None:
    lines = []
    for name, shift in (("one", 0.5), ("two", -0.5)):
        for paper, score in (("a", 4), ("b", 6), ("c", 7)):
            lines += scores(paper, "integer", score, score, reviewer=name)
            lines += scores(paper, "decimal", score + shift, score + shift, reviewer=name)
    table = granularity_by_reviewer(both_protocols(records(tmp_path, *lines)), np.random.default_rng(1), resamples=20)
    means = table[table["quantity"] == "mean"].set_index("reviewer")["difference"]
    assert means.to_dict() == pytest.approx({"one": 0.5, "two": -0.5})
    assert table.loc[table["quantity"] == "auc", "integer"].isna().all()


def test_agreement_of_both_protocols_stands_side_by_side(tmp_path: Path) -> None:
    lines = scores("a", "integer", 4, 4, 5) + scores("a", "decimal", 4.5, 4.6, 4.7)
    found = agreement_by_protocol(both_protocols(records(tmp_path, *lines)))
    assert found["protocol"].tolist() == ["integer", "decimal"]
    assert found["agreement"].tolist() == pytest.approx([1 / 3, 0])
