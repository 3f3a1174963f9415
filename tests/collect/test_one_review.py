"""One review, rated and shown: every passage marked where it stands, and nothing of the text lost."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from collect.test_judging import TEXT, rating
from peerassay.collect import PlanError
from peerassay.collect.one_review import (
    Judge,
    Rated,
    RatingError,
    example_review,
    legend,
    marked_review,
    passage_table,
    rate_review,
    score_table,
    verdict_words,
)
from peerassay.collect.prompts import load_prompt

if TYPE_CHECKING:
    from pathlib import Path


def rated(review: str = TEXT, **changes: Any) -> Rated:
    return Rated(review, rating(**changes), "judge-1", "0" * 64, made_up=False)


def without_marks(marked: str) -> str:
    inner = re.sub(
        r"<sup>[\d, ]+</sup>", "", marked.removeprefix(marked[: marked.index(">") + 1]).removesuffix("</div>")
    )
    return html.unescape(re.sub(r"</?mark[^>]*>", "", inner).replace("<br>", "\n"))


def test_passages_are_marked_by_their_signal_and_number() -> None:
    marked = marked_review(rated())
    assert re.search(r'<mark title="System 1"[^>]*>The novelty is limited\.</mark><sup>1</sup>', marked)
    assert re.search(r'<mark title="System 2"[^>]*>“gain” is unclear</mark><sup>3</sup>', marked)
    assert re.search(r'<mark title="against the rating"[^>]*>so the claim of 4\.1 fails</mark><sup>4</sup>', marked)
    assert without_marks(marked) == TEXT
    assert all(name in legend() for name in ("System 1", "System 2", "against the rating"))


def test_a_review_cannot_bring_markup_of_its_own() -> None:
    hostile = TEXT + "\n\n<script>alert(1)</script> & <b>bold</b>"
    marked = marked_review(rated(hostile))
    assert "<script>" not in marked
    assert "\n" not in marked
    assert without_marks(marked) == hostile


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_overlapping_passages_lose_nothing(data: st.DataObject) -> None:
    spans = [
        {"span": TEXT[start : start + size], "why": "x", "signal": "System 1"}
        for start, size in data.draw(
            st.lists(st.tuples(st.integers(0, 80), st.integers(1, 25)), min_size=3, max_size=3)
        )
    ]
    marked = marked_review(rated(supporting_spans=spans))
    assert without_marks(marked) == TEXT


def test_tables_have_every_score_and_passage() -> None:
    scores = score_table(rated())
    assert len(scores) == 5 + 9
    assert scores.loc[scores["score"] == "Reasoning quality (RQS)", "value"].item() == 3.2
    assert scores["score"].str.endswith("†").sum() == 2
    passages = passage_table(rated(counterevidence=[{"span": "not there", "why": "x"}]))
    assert passages["signal"].tolist() == ["System 1", "System 2", "System 2", "against the rating"]
    assert passages["start"].tolist()[0::3] == [0, -1]
    assert "Label: **Mixed**" in verdict_words(rated())
    assert "`judge-1`" in verdict_words(rated())


def test_the_example_is_rated_by_the_practice_endpoint_and_says_so(root: Path) -> None:
    found = rate_review(example_review(root), Judge(), venue="ICLR", ratings={"overall": 4})
    assert found.made_up
    assert "made up" in verdict_words(found)
    assert (passage_table(found)["start"] >= 0).all()
    assert found.prompt == load_prompt("rate").digest


def test_what_cannot_be_rated_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="is blank"):
        rate_review(" \n", Judge())
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(PlanError, match="OPENAI_API_KEY"):
        rate_review("Fine.", Judge("http://127.0.0.1:9/v1", "m", free=True))
    with pytest.raises(PlanError, match="price of 'm'"):
        rate_review("Fine.", Judge("http://127.0.0.1:9/v1", "m", key_variable=""))


def test_a_server_that_is_down_is_named() -> None:
    with pytest.raises(RatingError, match="server runs"):
        rate_review("Fine.", Judge("http://127.0.0.1:9/v1", "m", key_variable="", free=True))
