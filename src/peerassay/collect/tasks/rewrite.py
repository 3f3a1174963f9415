"""The task `rewrite`: a manuscript in another style, section by section, with nothing of its content changed."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, Field

from peerassay.collect.problems import Problem, problem
from peerassay.collect.prompts import load_prompt
from peerassay.collect.task import Answer, Call, Context, Done, Image, Key, Manuscript
from peerassay.collect.tasks.base import BaseTask, Options
from peerassay.collect.tasks.framing import TEXT, conversation, framed, unframed
from peerassay.collect.tasks.material import package_of, reading_digest
from peerassay.language.integrity import compare
from peerassay.manuscripts import SEPARATOR, Figure, TextRecord

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Style = Literal["native", "nonnative", "high", "low", "native-high", "native-low", "nonnative-high", "nonnative-low"]
REWORDED = frozenset({"paragraph", "list", "caption"})
"""Types of records that have wording; a section without any is taken over as it is."""
_REFERENCES = re.compile(r"^#*\s*(?:\d+\.?\s+)?(?:references|bibliography)\s*$", re.IGNORECASE)
_FENCE = re.compile(r"\s*```(?:markdown|md)?\s*\n(.*)\n\s*```\s*", re.DOTALL)
_FIGURE = re.compile(r"^!\[\]\((?P<path>[^)\s]+)\)$", re.MULTILINE)
_SHOWN = 3


class RewriteOptions(Options):
    """Options of the task `rewrite`."""

    style: Style = Field(description="The new version's style, and its name in the records.")
    tolerate: bool = Field(
        default=False,
        description="Keep a section although numbers, citations, equations, tables, headings or figures differ; the "
        "differences are recorded either way.",
    )


class Rewrite(BaseTask):
    """One call per section of a manuscript; the model sees nothing else of it."""

    name = "rewrite"
    summary = "Rewrite a manuscript in another style, section by section."
    options: type[BaseModel] = RewriteOptions

    def calls(self, context: Context) -> Iterator[Call]:
        """Make one call per section and round; sections without wording, and references, are taken over."""
        style = str(getattr(context.options, "style", ""))
        for manuscript in context.manuscripts():
            yield from _calls(manuscript, style, context.rounds)

    def parse(self, call: Call, answer: Answer, options: BaseModel) -> Mapping[str, Any] | Problem:
        """Compare the section with the original, and keep it if nothing but its wording changed."""
        fenced = _FENCE.fullmatch(answer.text)
        text = (fenced[1] if fenced else answer.text).strip()
        if re.search(r"^(?:BEGIN|END) TEXT [0-9a-f]{12}$", text, re.MULTILINE):
            return problem("invalid-output", "The section comes with the lines that mark its beginning or end")
        found = compare(unframed(call, TEXT), text)
        hard = [str(one) for one in found if one.kind != "length"]
        if hard and not getattr(options, "tolerate", False):
            more = f", and {len(hard) - _SHOWN} more" if len(hard) > _SHOWN else ""
            return problem("invalid-output", f"The rewrite changes content: {'; '.join(hard[:_SHOWN])}{more}")
        differences = [{"kind": one.kind, "words": str(one)} for one in found]
        return {"text": text, "differences": differences}

    def placeholder(self, call: Call, options: BaseModel) -> Mapping[str, Any]:
        """Make up a rewrite: the section itself."""
        return {"text": unframed(call, TEXT), "differences": []}

    def made(self, results: Iterator[Done]) -> Iterator[Manuscript]:
        """Join the sections of each manuscript; one of which a section is missing is left out."""
        ordered = sorted(results, key=lambda done: (done.configuration.reviewer, _paper(done.key), done.key.extra))
        several = len({done.configuration.reviewer for done in ordered}) > 1
        for _, group in groupby(ordered, key=lambda done: (done.configuration.reviewer, _paper(done.key))):
            sections = list(group)
            if len(sections) == sections[0].notes["rewritten"]:
                yield _joined(sections, several)


def _calls(manuscript: Manuscript, style: str, rounds: int) -> Iterator[Call]:
    texts = section_texts(manuscript)
    rewritten = [number for number, (text, worded) in enumerate(texts) if worded]
    kept = {str(number): text for number, (text, worded) in enumerate(texts) if not worded}
    name = f"rewrite-{style}"
    for number in rewritten:
        messages = conversation(load_prompt(name).text, *framed(TEXT, [texts[number][0]]))
        notes = {"section": number, "sections": len(texts), "rewritten": len(rewritten), "style": style}
        notes |= _whole(manuscript, kept) if number == rewritten[0] else {}
        for repeat in range(1, rounds + 1):
            key = Key(
                manuscript.paper_id, manuscript.digest, manuscript.version, style, repeat, f"section={number:02d}"
            )
            yield Call(key, messages, (name,), notes=notes)


def _whole(manuscript: Manuscript, kept: dict[str, str]) -> dict[str, Any]:
    """Give what only the first section's call has to know: everything about the rest of the manuscript."""
    folder = {"folder": str(manuscript.folder)} if manuscript.folder else {}
    return {"kept": kept, "figures": _figures(manuscript), **folder}


def section_texts(manuscript: Manuscript) -> list[tuple[str, bool]]:
    """Split a manuscript into the texts of its sections.

    Parameters
    ----------
    manuscript : Manuscript
        Any.

    Returns
    -------
    list of (str, bool)
        Text of each section in Markdown, and whether it has wording to be rewritten. Figures stand in the text as
        empty Markdown images, so that their places are kept.
    """
    package = package_of(manuscript)
    figures: dict[str, list[str]] = {}
    last = ""
    for item in package.items:
        if isinstance(item, Figure):
            figures.setdefault(last, []).append(f"![]({item.path})")
        else:
            last = item.id
    sections = [_text(section, figures) for section in package.sections()]
    if "" in figures and sections:
        sections[0] = (SEPARATOR.join([*figures[""], sections[0][0]]), sections[0][1])
    return sections


def _text(section: Sequence[TextRecord], figures: Mapping[str, list[str]]) -> tuple[str, bool]:
    blocks = [block for record in section for block in (record.text, *figures.get(record.id, []))]
    worded = any(record.type in REWORDED for record in section)
    return SEPARATOR.join(blocks), worded and not _REFERENCES.match(section[0].text)


def _paper(key: Key) -> tuple[str, str, str, int]:
    return key.paper_id, key.version, key.manuscript, key.round


def _joined(sections: list[Done], several: bool) -> Manuscript:
    """Put the sections of one manuscript together, those that were taken over among them."""
    first = sections[0]
    texts = {int(number): text for number, text in first.notes["kept"].items()}
    texts |= {done.notes["section"]: done.result["text"] for done in sections}
    text = SEPARATOR.join(texts[number] for number in sorted(texts))
    suffixes = [f".{first.key.round}" if first.key.round > 1 else "", f" by {first.configuration.reviewer}"]
    version = first.notes["style"] + suffixes[0] + (suffixes[1] if several else "")
    parts = tuple(_with_figures(text, first.notes["figures"]))
    return Manuscript(first.key.paper_id, version, reading_digest(parts), parts)


def _figures(manuscript: Manuscript) -> dict[str, list[str]]:
    """Give place, media type and digest of every figure by its path in the package, as JSON can hold them."""
    figures = [item for item in package_of(manuscript).items if isinstance(item, Figure)]
    images = [part for part in manuscript.parts if isinstance(part, Image)]
    pairs = zip(figures, images, strict=True)
    return {figure.path: [str(image.path), image.media_type, image.digest] for figure, image in pairs}


def _with_figures(text: str, figures: Mapping[str, list[str]]) -> Iterator[str | Image]:
    """Put the figures back where the text has their places."""
    after = 0
    for match in _FIGURE.finditer(text):
        place, media_type, digest = figures[match["path"]]
        if before := text[after : match.start()].strip():
            yield before
        yield Image(Path(place), media_type, digest)
        after = match.end()
    if rest := text[after:].strip():
        yield rest
