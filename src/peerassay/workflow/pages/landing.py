"""The landing page: three questions with their answers so far, and what became of the printed numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from peerassay.ledger import UNADDRESSED, VERDICTS, summarise
from peerassay.plots.palette import INK
from peerassay.workflow.pages.markup import anchor, link, table, tier_badge, verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from peerassay.workflow.pages.facts import Facts

TO_ROOT = "../"
"""From the landing page to the site's root."""


@dataclass(frozen=True)
class Question:
    """One question of the landing page.

    Attributes
    ----------
    part
        The paper that asks it.
    text
        The question.
    short
        The answer in a few words.
    answer
        The answer with its numbers: a sentence with a place for every value of `numbers`.
    numbers
        By name, the ids of the claims that a place shows: one value, or the range of several.
    notebook
        The notebook that the picture is from.
    picture
        The id of the picture's exhibit; the notebook's first figure if empty.
    """

    part: str
    text: str
    short: str
    answer: str
    numbers: dict[str, tuple[str, ...]]
    notebook: str
    picture: str = ""


def _ids(pattern: str, names: Iterable[str]) -> tuple[str, ...]:
    return tuple(pattern.format(name) for name in names)


SOLS = ("gpt56sol", "gpt6luna", "gpt6sol")
REVIEWERS = ("gpt55", "sonnet46", "gemini35flash", "gemma3", "qwen3vl", "glm47")

QUESTIONS = (
    Question(
        "repeatability",
        "Does the same reviewer give the same score again, and how many reviews are enough?",
        "Usually, but not reliably; one review is not enough.",
        "Two scores of one paper by the same model are equal in {agreement} % of cases. If the mean of new reviews "
        "shall lie within {tolerance} points of the model’s average score in {success} % of cases, {planning} reviews "
        "a paper are enough, provided that the observed variance is the true one. To cover the pilot’s own uncertainty "
        "as well, with {level} % confidence for each model by itself, it takes {certified}.",
        {
            "agreement": _ids("rep.repeatability.exact_agreement.{}", SOLS),
            "tolerance": ("rep.budget.tolerance.eps050",),
            "success": ("rep.budget.target_success_pct",),
            "level": ("rep.budget.confidence_pct",),
            "planning": _ids("rep.budget.planning.eps050.{}", SOLS),
            "certified": _ids("rep.budget.certified.eps050.{}", SOLS),
        },
        "repeatability/07-budgets",
        picture="repeatability-figure-3",
    ),
    Question(
        "style",
        "Does wording alone, with the content unchanged, move the score?",
        "Confident wording does. For native-sounding wording no effect is detected.",
        "Written with confidence, a paper outscores its own hesitant version {confidence} times as often as the "
        "reverse, with every one of the six reviewers. Taken one by one, all six tests are significant (p from "
        "{confidence_p}). After Holm’s adjustment for all tests of the table, that of Gemini 3.5 Flash "
        "(p = {weakest_p}) is not. Native against non-native wording gives ratios of {proficiency}, none of them "
        "distinguishable from chance (p from {proficiency_p}).",
        {
            "confidence": _ids("sty.main.confidence.{}.ratio", REVIEWERS),
            "confidence_p": _ids("sty.main.confidence.{}.p", REVIEWERS),
            "weakest_p": ("sty.main.confidence.gemini35flash.p",),
            "proficiency": _ids("sty.main.proficiency.{}.ratio", REVIEWERS),
            "proficiency_p": _ids("sty.main.proficiency.{}.p", REVIEWERS),
        },
        "style/04-preferences",
    ),
    Question(
        "epistemics",
        "Does a review show reasons, and can a judge model tell form from function?",
        "In one small pilot it tells texts written to raise a concern from texts written to make surface requests.",
        "In {wins} of {pairs} pairs, the review written around a refutable concern about the paper is rated higher "
        "than the one written around peripheral requests. Length and style were to be alike by instruction, and nobody "
        "checked whether the concerns are right. So the pilot does not show that the judge sees function rather than "
        "another kind of form.",
        {
            "wins": ("epi.probe.count.a_wins",),
            "pairs": ("epi.probe.count.papers",),
        },
        "epistemics/08-probes",
    ),
)


def answers(facts: Facts) -> str:
    """Return the three questions, each with its answer so far and one picture."""
    return "\n".join(_question(facts, question) for question in QUESTIONS)


def _question(facts: Facts, question: Question) -> str:
    spans = {name: _span(facts, ids) for name, ids in question.numbers.items()}
    sentence = re.sub(r"\{(\w+)\}", lambda match: spans[match[1]], escape(question.answer, quote=False))
    page = f"{TO_ROOT}book/{question.part}.html"
    return "\n".join(
        [
            '<section class="question">',
            '<div class="question-text">',
            f'<h2 id="{question.part}">{escape(question.text)}</h2>',
            f'<p class="question-short">{escape(question.short)}</p>',
            f"<p>{sentence}</p>",
            f'<p class="question-basis">{_basis(facts, question)}<br>{link("The paper and its numbers", page)}</p>',
            "</div>",
            _picture(facts, _pictured(facts, question)),
            "</section>",
        ]
    )


def _span(facts: Facts, ids: tuple[str, ...]) -> str:
    claims = [facts.claims[claim_id] for claim_id in ids]
    ordered = sorted(claims, key=lambda claim: claim.value)
    texts = [escape(claim.published.removesuffix("%").strip()) for claim in (ordered[0], ordered[-1])]
    shown = texts[0] if texts[0] == texts[1] else f"{texts[0]} to {texts[1]}"
    title = "; ".join(f"{claim.subject or claim.quantity}: {claim.published}" for claim in claims)
    return f'<b class="figure-value" title="{escape(title, quote=True)}">{shown}</b>'


def _basis(facts: Facts, question: Question) -> str:
    ids = [claim_id for group in question.numbers.values() for claim_id in group]
    rows = facts.ledger[facts.ledger["id"].isin(ids) & (facts.ledger["class"] == "result")]
    counts = rows["verdict"].value_counts()
    words = " ".join(
        f'<span class="tally">{counts[name]} {verdict(name)}</span>' for name in VERDICTS if name in counts
    )
    return f"Rests on {len(rows)} printed results: {words}"


def _pictured(facts: Facts, question: Question) -> dict[str, Any] | None:
    return facts.exhibits.get(question.picture) if question.picture else facts.figure_of(question.notebook)


def _picture(facts: Facts, record: dict[str, Any] | None) -> str:
    if record is None:
        return '<p class="question-picture">No picture yet: its notebook is still to come.</p>'
    svg = (facts.places.exhibits / f"{record['id']}.svg").read_text("utf-8")
    inner = inline_svg(svg, f"landing-{record['id']}", record["alt"])
    number = link(f"Exhibit {record['number']}", anchor(record, TO_ROOT))
    caption = f"{number} {tier_badge(record['tier'])} {escape(record['caption'])}"
    return f'<figure class="question-picture">\n{inner}\n<figcaption>{caption}</figcaption>\n</figure>'


def inline_svg(svg: str, prefix: str, alt: str) -> str:
    """Return a figure's SVG file as an element for a page: no background, ink in the page's colour, own identifiers.

    Parameters
    ----------
    svg
        The file as `peerassay.exhibits` writes it.
    prefix
        What the element's identifiers shall begin with.
    alt
        The alternative text.
    """
    element = svg[svg.index("<svg") :].strip()
    element = re.sub(r"\s*<metadata>.*?</metadata>", "", element, flags=re.DOTALL)
    element = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{prefix}-", element)
    element = element.replace(INK, "currentColor").replace("fill: #ffffff", "fill: none")
    element = "\n".join(line for line in element.splitlines() if line.strip())
    return element.replace("<svg", f'<svg role="img" aria-label="{escape(alt, quote=True)}"', 1)


def standing(facts: Facts) -> str:
    """Return what became of the printed results so far: one bar per paper, and the counts as a table."""
    results = facts.ledger[facts.ledger["class"] == "result"]
    counts = summarise(results).set_index("part")
    shown = [name for name in VERDICTS if counts[name].sum()]
    columns = [*shown, "total"]
    total, done = len(results), int((results["verdict"] != UNADDRESSED).sum())
    others = facts.ledger["class"].value_counts()
    taken = "The book has taken up **all** of them" if done == total else f"So far it has taken up **{done:,}** of them"
    lead = (
        f"The three papers print **{total:,} results**. {taken}. "
        f"The {others.get('setting', 0)} constants of the design and the {others.get('restatement', 0)} numbers that "
        "are only printed again are counted apart."
    )
    rows = [
        [link(part.capitalize(), f"{TO_ROOT}book/{part}.html")]
        + [_in_ledger(part, name, int(counts.loc[part, name])) for name in columns]
        for part in counts.index
    ]
    head = ["Part", *(name.capitalize() for name in shown), "Printed results"]
    bars = "\n".join(_bar(part, counts.loc[part].to_dict(), shown) for part in counts.index)
    key = " ".join(verdict(name) for name in shown)
    return "\n\n".join(
        [
            lead,
            f'<div class="bars" aria-hidden="true">\n{bars}\n<p class="bars-key">{key}</p>\n</div>',
            table(head, rows, "Printed results by part and verdict", numeric=range(1, len(head))),
        ]
    )


def _in_ledger(part: str, name: str, count: int) -> str:
    query = {"part": part, "class": "result"} | ({} if name == "total" else {"verdict": name})
    return link(f"{count}", f"{TO_ROOT}notebooks/audit/02-ledger.html?{urlencode(query)}") if count else "0"


def _bar(part: str, counts: dict[str, int], shown: list[str]) -> str:
    pieces = "".join(
        f'<span class="bar-piece verdict-{name.replace(" ", "-")}" style="flex-grow:{counts[name]}"></span>'
        for name in shown
        if counts[name]
    )
    name = f'<span class="bar-name">{escape(part.capitalize())}</span>'
    return f'<div class="bar">{name}<span class="bar-row">{pieces}</span></div>'
