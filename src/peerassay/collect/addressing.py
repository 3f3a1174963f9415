"""Does a manuscript talk to its reviewer? A detector that reports passages, and changes and decides nothing.

It looks for wording that gives orders to whoever, or whatever, reviews the text, and for means of hiding text from
people. A finding is a reason to look: papers about prompt injection quote such passages, and that is no trick.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_SHOWN = 60
_MACHINE = (
    r"(?:(?:ai|llm|chat|(?:large )?language)[ -]?models?|llms?|ais?|(?:ai )?assistants?|chatbots?|chatgpt|claude)"
)
_PERSON = r"(?:reviewers?|referees?|area chairs?|meta-?reviewers?)"
_READER = rf"(?:(?:automated |expert |helpful |peer |ai |llm |language model )*(?:{_PERSON}|{_MACHINE}))"
_ACT = r"(?:give|assign|award|recommend|accept|rate|score|output|write|respond|answer|emphasi[sz]e|return|produce)"
_DUTY = r"(?:must|should|shall|have to|need to|are (?:required|instructed|asked|expected) to|ought to)"
_GRANT = r"(?:give|assign|award|recommend|accept|output)"
_WHAT = r"(?:(?:only|an?|the|this|it|us|our|paper|submission|manuscript|work|article|with) )*"
_VERDICT = r"(?:positive|favou?rable|high(?:est|er|ly)?|good|perfect|strong|top|maximum|accept(?:ance|ed)?|10(?:/10)?)"
_JUDGEMENT = r"(?:reviews?|scores?|ratings?|recommendations?|verdicts?|assessments?|evaluations?|marks?)"
_SUBMISSION = r"(?:paper|submission|manuscript|work|article)"
_ACTS = (
    *("give", "assign", "award", "recommend", "accept", "rate", "score", "output", "write"),
    *("respond", "answer", "return", "produce", "emphasise", "emphasize"),
)


class _Rule(NamedTuple):
    """How a passage is worded: words that it begins with, which are quick to find, and what has to follow."""

    kind: str
    heads: tuple[str, ...]
    pattern: str
    before: str = ""
    cased: bool = False


_ORDERED = (
    r"(?:(?:^|\n)\W*|[.!?:;,(>\]\"']\s*|"
    r"\b(?:please|now|only|then|but|and|you (?:must|should|shall|will|have to))\s+)\Z"
)
"""What stands before an imperative."""
_ALONE = r"(?:^|\n)[ \t#*]*\Z"
_RULES = (
    _Rule(
        "override",
        ("ignore", "disregard", "forget", "override", "bypass", "do not follow", "stop following"),
        r"\w+(?: not follow| following)? (?:\w+ ){0,2}?"
        r"(?:all|any|every|your|previous|prior|above|earlier|preceding|former|these|those) (?:\w+ ){0,3}?"
        r"(?:instructions?|prompts?|guidelines?|directions?|orders?|commands?|system messages?)\b",
    ),
    _Rule(
        "order to the reviewer",
        ("as ", "as,", "if you are ", "for ", "to ", "attention", "dear ", "hey", "hello"),
        rf"(?:if you are|\w+)[,:]? (?:an? |the |any |all |every |this )?{_READER}"
        r"(?: (?:of|reading|reviewing|judging) [^.!?]{1,40}?)?"
        rf"\s?[,:;-]? ?(?:you {_DUTY}|you will|please|do not|must not|never|(?:only |always )?{_ACT})\b",
    ),
    _Rule(
        "order to the reviewer",
        ("reviewer", "referee", "area chair", "meta", "ai", "llm", "chat", "large language", "language", "assistant"),
        rf"(?:{_PERSON}|{_MACHINE}) {_DUTY} (?:not )?(?:\w+ )?{_GRANT} (?:this|the|our) {_SUBMISSION}\b",
    ),
    _Rule(
        "demand for a verdict",
        _ACTS,
        rf"{_ACT} {_WHAT}(?:{_VERDICT}\W+){{1,2}}(?:\w+\W+)?{_JUDGEMENT}\b",
        _ORDERED,
    ),
    _Rule(
        "demand for a verdict",
        ("rate ", "score "),
        rf"\w+ (?:this|our|the) {_SUBMISSION} (?:\w+ )?(?:highly|favou?rably|positively|10)\b",
        _ORDERED,
    ),
    _Rule(
        "demand for a verdict",
        ("recommend", "vote for", "suggest", "accept"),
        r"(?:vote for|\w+)(?: to| for)?(?: (?:accept(?:ance|ing)?|acceptance of))? (?:of )?(?:this|our) "
        rf"{_SUBMISSION}\b",
        _ORDERED,
    ),
    _Rule(
        "demand for silence",
        ("do not ", "don't ", "never "),
        r"(?:do not|don't|never) (?:mention|discuss|report|highlight|list|raise|include|reveal)\b[^.!?\n]{0,30}?"
        r"\b(?:negatives?|weakness(?:es)?|limitations?|flaws?|criticisms?|instructions?|this note)\b",
        _ORDERED,
    ),
    _Rule(
        "role marker",
        ("SYSTEM", "ASSISTANT", "System ", "Assistant"),
        r"(?:(?:SYSTEM|ASSISTANT)(?: PROMPT| MESSAGE)?|(?:System|Assistant) (?:prompt|message)|Assistant)\s*:",
        _ALONE,
        cased=True,
    ),
    _Rule(
        "role marker",
        ("<|", "[inst]", "[/inst]", "<<sys", "<</sys", "<system", "</system", "<instruction", "</instruction"),
        r"<\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id)[^|\n]{0,20}\|>|\[/?inst\]|<</?sys>>|"
        r"</?(?:system|instructions?)\s*>",
    ),
    _Rule(
        "marked end of material",
        ("BEGIN ", "END "),
        r"\w+ (?:OF )?(?:THE )?(?:MANUSCRIPT|REVIEW|TEXT|PAPER|DOCUMENT|EDITS)\b[^\n]{0,40}(?=\n|\Z)",
        _ALONE,
        cased=True,
    ),
    _Rule(
        "hidden text",
        ("color", "font-size", "display", "visibility", "opacity"),
        r"color\s*:\s*(?:white|#f{3}(?:f{3})?\b|transparent)|font-size\s*:\s*0*(?:\.\d+|[01](?:\.\d+)?)\s*(?:px|pt|em)\b|"
        r"display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0+)?(?![.\d])",
    ),
    _Rule(
        "hidden text",
        ("\\fontsize", "\\color", "\\textcolor", "\\transparent", "<!--"),
        r"\\fontsize\{0?\.?\d\}|\\(?:text)?color\s*(?:\[[^\]]*\])?\{\s*(?:white|1,1,1)\s*\}|\\transparent\{0\}|"
        r"<!--(?!\s*page \d+\s*-->)[\s\S]{0,400}?-->",
    ),
)
_PATTERNS = tuple((rule, re.compile(rule.pattern), re.compile(rule.before) if rule.before else None) for rule in _RULES)
_BACK = 40
_LOWER = {number: number + 32 for number in range(ord("A"), ord("Z") + 1)}
_INVISIBLE = re.compile(r"[\U000E0000-\U000E007F]+|[\u200b\u2060\u2062-\u2064\ufeff]{3,}|[\u202a-\u202e\u2066-\u2069]+")


@dataclass(frozen=True, slots=True)
class Finding:
    """A passage that seems to be meant for whoever reviews the text.

    Attributes
    ----------
    kind : str
        ``override``, ``order to the reviewer``, ``demand for a verdict``, ``demand for silence``, ``role marker``,
        ``marked end of material``, ``hidden text`` or ``invisible characters``.
    start, end : int
        Where it is in the text.
    excerpt : str
        The passage, shortened, on one line.
    """

    kind: str
    start: int
    end: int
    excerpt: str

    @property
    def words(self) -> str:
        """Say it in a line."""
        return f"{self.kind}: {self.excerpt}"


def addressed_to_reviewer(text: str) -> list[Finding]:
    """Find passages that address the reviewer, or are hidden from people.

    Parameters
    ----------
    text : str
        A manuscript, in Markdown or as extracted.

    Returns
    -------
    list of Finding
        In order; passages that overlap are reported once, as the first kind that finds them.

    Notes
    -----
    The rules are ours and go by wording: a rephrased order escapes them, and a paper that quotes one is reported. Line
    breaks within a sentence count as blanks.
    """
    flat = re.sub(r"(?<=[^\n])\n(?=[^\n#|<>\s])", " ", text)
    found: list[Finding] = []
    for finding in sorted(_findings(flat), key=lambda one: (one.start, -one.end)):
        if not found or finding.start >= found[-1].end:
            found.append(finding)
    return found


def _findings(text: str) -> Iterator[Finding]:
    for match in () if text.isascii() else _INVISIBLE.finditer(text):
        codes = " ".join(f"U+{ord(mark):04X}" for mark in match.group()[:3])
        yield Finding("invisible characters", match.start(), match.end(), f"{len(match.group())} of them, {codes}")
    lower = text.lower()
    if len(lower) != len(text):  # a few letters have longer small forms; places have to stay the same
        lower = text.translate(_LOWER)
    for rule, pattern, before in _PATTERNS:
        searched = text if rule.cased else lower
        for place in _places(searched, rule.heads):
            found = pattern.match(searched, place)
            if found and (before is None or before.search(searched, max(0, place - _BACK), place)):
                yield Finding(rule.kind, place, found.end(), _shown(text[place : found.end()]))


def _places(text: str, heads: tuple[str, ...]) -> Iterator[int]:
    """Find where any of some words begins; `str.find` is far quicker than a pattern on long texts."""
    for head in heads:
        place = text.find(head)
        while place >= 0:
            if not (head[0].isalnum() and text[place - 1 : place].isalnum()):
                yield place
            place = text.find(head, place + 1)


def _shown(passage: str) -> str:
    words = " ".join(passage.split())
    return words if len(words) <= _SHOWN else f"{words[:_SHOWN]}..."
