"""What blinding takes out of a text: patterns, and the sentences that they catch."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from peerassay.manuscripts import findings as kinds

_HOST = r"[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}"
_AT, _DOT = r"(?:@|\s*[\[({]\s*at\s*[\])}]\s*|\s+at\s+)", r"(?:\.|\s*[\[({]\s*dot\s*[\])}]\s*|\s+dot\s+)"
EMAIL: Final = re.compile(
    rf"(?:\{{[^{{}}@\n]{{2,120}}\}}|\[[^\[\]@\n]{{2,120}}\]|\b[\w.+-]{{1,64}}(?:,[\w.+-]{{1,64}}){{0,9}})\s?@\s?{_HOST}"
)
DISGUISED: Final = re.compile(
    rf"\b[\w.+-]{{1,64}}{_AT}[\w-]{{1,64}}(?:{_DOT}[\w-]+)*(?:\s*[\[({{]\s*dot\s*[\])}}]\s*|\s+dot\s+)[A-Za-z]{{2,}}\b"
)
REPOSITORY: Final = re.compile(
    r"(?:https?://)?(?:www\.)?(?:(?:github|gitlab)\.com|bitbucket\.org|codeberg\.org|huggingface\.co|hf\.co|osf\.io"
    r"|zenodo\.org|(?:\w+\.)?figshare\.com|drive\.google\.com|(?:www\.)?dropbox\.com|sites\.google\.com"
    r"|[\w-]{1,64}\.(?:github|gitlab)\.io)(?:/[^\s<>\[\](){},;]*[^\s<>\[\](){},;.:])?/?"
)
ADDRESS: Final = re.compile(r"https?://[^\s<>)\]]+[^\s<>)\].,;:]|\bwww\.[^\s<>)\]]+[^\s<>)\].,;:]")
ORCID: Final = re.compile(r"(?:https?://)?orcid\.org/[\dX-]+|\b\d{4}-\d{4}-\d{4}-\d{3}[\dX]\b")
HARMLESS: Final = re.compile(r"anonymous\.4open\.science|anonymous", re.IGNORECASE)
COMMENT: Final = re.compile(r"<!--(?!\s*page\s+\d+\s*-->)(?:(?!<!--).)*?-->", re.DOTALL)
RUN_IN: Final = re.compile(
    r"^\W*(?:acknowledge?ments?|funding|author contributions?|disclosure of funding|competing interests?"
    r"|conflicts? of interests?)\W{0,3}[.:—–-]\W*\s",
    re.IGNORECASE,
)
_WHO = r"(?:this (?:work|research|study|project|paper)|the authors?|we|I|[A-Z]\.(?:\s?[A-Z]\.)+|the first author)"
_PAYER = (
    r"(?:grants?|foundation|council|fund|funding|ministry|programme?|award|fellowship|scholarship|agency|association"
    r"|commission|universit\w+|institut\w+|NSF|DARPA|NIH|ERC|DFG|EPSRC|stipend|corporation|inc\.)"
)
_PAID = re.compile(
    rf"\b{_WHO}(?!\w)[^.]{{0,80}}\b(?:supported|funded|sponsored|financed|received (?:funding|support)"
    rf"|acknowledges? (?:the )?(?:financial |generous )?(?:support|funding))\b.{{0,200}}?\b{_PAYER}\b",
    re.IGNORECASE | re.DOTALL,
)
_GRANT = re.compile(
    r"\b(?:grants?|award|contract|project)\s+(?:agreements?\s+)?(?:no\.?|number|nr\.?|#)s?\s*[A-Z\d]", re.I
)
_THANKS = re.compile(
    r"^\W*(?:we|the authors?|I)\s+(?:would (?:also )?like to |also |gratefully |sincerely |are |am )*"
    r"(?:thank\b|grateful (?:to|for)|indebted to"
    r"|acknowledge (?:the )?(?:support|funding|financial|helpful|discussions|comput\w+|valuable|assistance|help of))",
    re.IGNORECASE,
)
_SENTENCE = re.compile(
    r"(?<=[.!?])(?<!\bDr\.)(?<!\b[Nn]o\.)(?<!\b[Nn]r\.)(?<!\bProf\.)(?<!\bFig\.)(?<!\bal\.)(?<!\b[A-Z]\.)(?<!e\.g\.)(?<!i\.e\.)\s+(?=[A-Z\[(])"
)
SELF: Final = re.compile(
    r"\b(?:our|my)\s+(?:own\s+)?(?:previous|earlier|prior|recent|past|preceding)\s+(?:\w+\s+)?"
    r"(?:works?|papers?|stud(?:y|ies)|results?|publications?|systems?|methods?|approach(?:es)?|findings?)\b"
    r"|\b(?:we|I)\s+(?:have\s+)?(?:previously|earlier|already)\s+\w+(?:ed|wn|ng)\b[^.]{0,60}[\[(]"
    r"|\b(?:previous|earlier|prior)\s+work\s+(?:by|of)\s+(?:the\s+(?:same\s+)?authors?|ours|us)\b",
    re.IGNORECASE,
)
INSTITUTION: Final = re.compile(
    r"\b(?:[A-Z][\w-]+\s+){0,6}(?:University|Universität|Université|Institute|Polytechnic|College|Laboratory|Laboratories|Hospital)"
    r"(?:\s+(?:of|for|at)\s+(?:[A-Z][\w-]+)(?:\s+(?:and\s+|of\s+)?[A-Z][\w-]+)*)?"
    r"|\bour\s+(?:university|institute|lab(?:oratory)?|hospital|company|department)\b"
)


class Caught(NamedTuple):
    """A piece of text and why it goes."""

    kind: str
    text: str


_REPLACED: Final = (
    (EMAIL, kinds.EMAIL, "[e-mail removed]"),
    (DISGUISED, kinds.EMAIL, "[e-mail removed]"),
    (ORCID, kinds.IDENTIFIER, "[identifier removed]"),
    (REPOSITORY, kinds.REPOSITORY, "[link removed]"),
)
_HOSTS = ("hub", "lab", "bucket", "codeberg", "face", "hf.co", "osf.io", "zenodo", "share", "google", "dropbox")
_MARKS: Final = {EMAIL: ("@",), DISGUISED: (" dot ", "[dot", "(dot", "{dot", "dot]", "dot)"), REPOSITORY: _HOSTS}


def replace_pieces(text: str, names: re.Pattern[str] | None) -> tuple[str, list[Caught]]:
    """Replace addresses, links and names inside a text.

    Parameters
    ----------
    text : str
        One record.
    names : re.Pattern or None
        Full names of the authors.

    Returns
    -------
    text : str
        With ``[e-mail removed]`` and the like in their places.
    caught : list of Caught
        What stood there.
    """
    caught: list[Caught] = []

    def replaced(pattern: re.Pattern[str], kind: str, stand_in: str) -> str:
        def take(match: re.Match[str]) -> str:
            if kind == kinds.REPOSITORY and HARMLESS.search(match.group()):
                return match.group()
            caught.append(Caught(kind, match.group()))
            return stand_in

        return pattern.sub(take, text)

    for pattern, kind, stand_in in _REPLACED:
        if pattern in _MARKS and not any(mark in text for mark in _MARKS[pattern]):  # spares a slow search
            continue
        text = replaced(pattern, kind, stand_in)
    if names:
        text = replaced(names, kinds.NAME, "[name removed]")
    return text, caught


def drop_sentences(text: str) -> tuple[str, list[Caught]]:
    """Take out sentences of thanks and of funding.

    Parameters
    ----------
    text : str
        One paragraph.

    Returns
    -------
    text : str
        The other sentences.
    caught : list of Caught
        The sentences that are gone.
    """
    if match := RUN_IN.match(text):
        kind = kinds.FUNDING if "funding" in match.group().lower() else kinds.ACKNOWLEDGEMENT
        return "", [Caught(kind, text)]
    kept, caught = [], []
    for sentence in _SENTENCE.split(text):
        if _THANKS.match(sentence):
            caught.append(Caught(kinds.ACKNOWLEDGEMENT, sentence))
        elif _PAID.search(sentence) or (_GRANT.search(sentence) and re.search(r"support|fund", sentence, re.I)):
            caught.append(Caught(kinds.FUNDING, sentence))
        else:
            kept.append(sentence)
    return (" ".join(kept), caught) if caught else (text, [])
