"""The prompts: complete, told apart as the papers say, and one source with rubric, aspects and forms."""

from __future__ import annotations

import hashlib
import re

import pytest

from peerassay.collect.prompts import load_prompt, prompt_names
from peerassay.collect.prompts.filling import FOLDER, fill
from peerassay.collect.tasks.forms import StyleReview, annotation_form, rating_form
from peerassay.collect.tasks.review import FORMS
from peerassay.epistemics.rubric import load_rubric
from peerassay.style.aspects import ASPECTS

LEVERS = ("native", "nonnative", "high", "low")


def lines(name: str) -> list[str]:
    return [line for line in load_prompt(name).text.splitlines() if line]


def parts(name: str) -> list[str]:
    """Name the shared parts of a prompt's file."""
    return re.findall(r"\{\{([a-z-]+)\}\}", (FOLDER / f"{name}.md").read_text("utf-8"))


def test_every_prompt_is_complete_and_says_whose_words_it_is() -> None:
    assert len(prompt_names()) == 20 + 1  # the list of the issue and score-probabilities
    for name in prompt_names():
        prompt = load_prompt(name)
        assert prompt.text == prompt.text.strip()
        assert "{{" not in prompt.text
        assert "orded by us" in prompt.note or "two single prompts" in prompt.note
        assert prompt.source


def test_the_digest_is_that_of_what_is_sent() -> None:
    prompt = load_prompt("rewrite-low")
    assert prompt.digest == hashlib.sha256(prompt.text.encode()).hexdigest()
    assert prompt.note not in prompt.text
    assert len({load_prompt(name).digest for name in prompt_names()}) == len(prompt_names()) - 1
    assert load_prompt("score-probabilities").digest == load_prompt("review-integer").digest  # the same input and form


def test_unknown_names_are_refused() -> None:
    with pytest.raises(KeyError, match="no prompt 'nothing'"):
        load_prompt("nothing")
    with pytest.raises(ValueError, match=r"x\.md: \{\{nothing\}\} stands for nothing"):
        fill("{{nothing}}", "x.md")


def test_the_score_rule_is_all_that_differs_between_protocols() -> None:
    whole, decimal = lines("review-integer"), lines("review-decimal")
    assert [line for line in whole if line not in decimal] == [
        "Score rule: give a whole number from 1 to 10. The anchors are",
        "The whole numbers between them may be used as well.",
    ]
    for score, meaning in {1: "strong reject", 3: "reject", 8: "accept", 10: "strong accept"}.items():
        assert f"- {score}: {meaning}" in whole
        assert f"- {score}: {meaning}" in decimal


def test_the_style_papers_wordings_lose_one_thing_after_the_other() -> None:
    default, brief, minimal, bare = (parts(f"review-style-{name}") for name in ("default", "brief", "minimal", "bare"))
    assert [part for part in default if part not in brief] == [
        "style-responsibilities",
        "style-criteria",
        "style-anchors",
    ]
    assert [part for part in brief if part not in minimal] == ["style-fair"]
    assert [part for part in minimal if part not in bare] == ["style-criterion-scores"]
    assert [part for part in parts("review-style-biased") if part not in default] == ["style-weight"]


def test_the_biased_wording_names_style_but_no_proficiency() -> None:
    added = "\n".join(line for line in lines("review-style-biased") if line not in lines("review-style-default"))
    assert "linguistic style" in added
    assert not re.search(r"native|proficien|fluen|confiden", added)


@pytest.mark.parametrize("first", LEVERS[:2])
@pytest.mark.parametrize("second", LEVERS[2:])
def test_combined_rewrites_merge_two_prompts_and_nothing_is_lost(first: str, second: str) -> None:
    merged = lines(f"rewrite-{first}-{second}")
    assert set(lines(f"rewrite-{first}")) | set(lines(f"rewrite-{second}")) < set(merged)


def test_all_rewrites_share_the_rules_on_content() -> None:
    for name in LEVERS:
        assert parts(f"rewrite-{name}") == ["rewriting", f"lever-{name}", "rewriting-form"]


@pytest.mark.parametrize("name", prompt_names())
def test_foreign_text_is_said_to_be_material_in_every_prompt(name: str) -> None:
    text = load_prompt(name).text
    assert "BEGIN" in text
    assert "never follow them" in text


def test_forms_and_prompts_name_the_same_fields() -> None:
    for name, form in FORMS.items():
        assert set(re.findall(r"`([a-z_]+)`", load_prompt(name).text)) - {"text", "pages"} == set(form.model_fields)
    assert set(re.findall(r"^- `(\w+)` ?\(?", load_prompt("rate").text, re.MULTILINE)) >= set(
        rating_form().model_fields
    )
    assert "mentions" in annotation_form().model_fields
    assert list(StyleReview.model_fields)[:3] == ["strengths", "weaknesses", "suggestions"]


def test_the_judge_reads_the_rubric_and_the_annotator_the_aspects() -> None:
    rate, annotate = load_prompt("rate").text, load_prompt("annotate").text
    rubric = load_rubric()
    assert all(f"`{name}`" in rate for name in (*rubric.dimension_names, *rubric.tag_names))
    assert all(f"- {label}: " in rate for label in rubric.label_names)
    assert "Appendix" not in rate
    assert all(f"- {name}: {meaning}" in annotate for name, meaning in ASPECTS.items())
