"""From results of the tasks to rows of the tidy tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from peerassay.collect.tasks.texts import review_markdown
from peerassay.epistemics.rubric import load_rubric

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from peerassay.collect.task import Done

Row = dict[str, Any]
Rows = "Iterator[tuple[str, Row]]"
ORIGINAL: Final = "original"
ASPECTS, REPEATED = "aspects", "aspects_repeated"
NO_TAG: Final = "none"
_SUBSCORES = ("soundness", "significance", "evidence", "clarity", "confidence")
_SCALARS = ("label", "s1", "s2", "rqs")
_POLARITIES = {"strengths": "strength", "concerns": "concern", "weaknesses": "concern"}


def rows_of(done: Done, names: Mapping[str, str]) -> Iterator[tuple[str, Row]]:
    """Turn a result into rows.

    Parameters
    ----------
    done : Done
        A result of any task.
    names : mapping of str to str
        What the model of each configuration is called in the tables, by digest.

    Yields
    ------
    (str, dict)
        Name of a table and a row of it. A rewrite, and a Writer's edits before a Selector has decided, have none.
    """
    makers: Mapping[str, Callable[[Done, Mapping[str, str]], Iterator[tuple[str, Row]]]] = {
        "review": _review,
        "score-probabilities": _candidates,
        "select": _edits,
        "annotate": _aspects,
        "rate": _rating,
        "probe": _probe,
    }
    maker = makers.get(done.configuration.task)
    return iter(()) if maker is None else maker(done, names)


def _name(done: Done, names: Mapping[str, str]) -> str:
    return names[done.configuration.digest]


def _prompt(done: Done) -> str:
    return next(iter(done.configuration.prompts), done.configuration.task)


def _review_key(done: Done, names: Mapping[str, str]) -> Row:
    return {
        "paper_id": done.key.paper_id,
        "version": done.key.version,
        "reviewer": _name(done, names),
        "protocol": done.key.protocol,
        "prompt": _prompt(done),
        "round": done.key.round,
    }


def _review(done: Done, names: Mapping[str, str]) -> Iterator[tuple[str, Row]]:
    key, result = _review_key(done, names), done.result
    text = review_markdown(result)
    scores = {name: result[name] for name in _SUBSCORES if name in result}
    overall = result["score"] if "score" in result else result["overall"]
    yield "reviews", key | {"overall": overall} | scores | {"n_chars": len(text), "text": text}
    for name, polarity in _POLARITIES.items():
        for position, item in enumerate(result.get(name, []), start=1):
            opinion: Mapping[str, Any] = {"text": item, "pages": []} if isinstance(item, str) else item
            pages = " ".join(map(str, opinion["pages"]))
            head = {"polarity": polarity, "position": position}
            yield "opinions", key | head | {"text": opinion["text"].strip(), "pages": pages}


def _candidates(done: Done, names: Mapping[str, str]) -> Iterator[tuple[str, Row]]:
    """Give the visible scores of a call, and the mass that belongs to none of them in a table of its own."""
    key = {"paper_id": done.key.paper_id, "reviewer": _name(done, names), "call": done.key.round}
    masses = {name: done.result[name] for name in ("visible", "undetermined", "other", "missing")}
    call = {"version": done.key.version, "drawn": done.result["score"]} | masses
    yield "candidate_calls", key | call
    if done.key.version == ORIGINAL:
        for score, probability in done.result["probabilities"].items():
            yield "candidates", key | {"score": int(score), "probability": probability}


def _edits(done: Done, names: Mapping[str, str]) -> Iterator[tuple[str, Row]]:
    """Give every edit with this Selector's decision: of repetitions the first, since the table takes one."""
    if done.key.round > 1:
        return
    decisions = {one["edit"]: one for one in done.result["decisions"]}
    for edit in done.notes["edits"]:
        decision = decisions[edit["edit"]]
        yield (
            "edits",
            {
                "paper_id": done.key.paper_id,
                "edit_id": edit["edit"],
                "writer": names.get(done.notes["writer_configuration"], done.notes["writer"]),
                "selector": _name(done, names),
                "accepted": int(decision["accept"]),
                "reason": decision["reason"].strip(),
                "page": edit["page"],
                "original_text": edit["before"],
                "revised_text": edit["after"],
            },
        )


def _aspects(done: Done, names: Mapping[str, str]) -> Iterator[tuple[str, Row]]:
    """Give the mentions; those of repetitions in a table of their own, since the table takes one annotation."""
    notes = done.notes
    head = {name: notes[name] for name in ("paper_id", "version", "reviewer", "prompt", "round")}
    head["reviewer"] = names.get(notes["configuration"], notes["reviewer"])
    run = {"run": done.key.round} if done.key.round > 1 else {}
    for number, mention in enumerate(done.result["mentions"], start=1):
        said = {name: mention[name] for name in ("aspect", "polarity", "phrase")}
        yield REPEATED if run else ASPECTS, head | {"annotator": _name(done, names), "mention": number} | said | run


def _rating(done: Done, names: Mapping[str, str]) -> Iterator[tuple[str, Row]]:
    notes, result = done.notes, done.result
    row: Row = {"review_id": notes["review_id"], "judge": _name(done, names), "run": done.key.round}
    row |= {"paper_id": notes["paper_id"], "venue": notes["venue"], "n_chars": notes["n_chars"]}
    row |= {name: result[name] for name in _SCALARS}
    row |= {name: result["dimensions"][name] for name in load_rubric().dimension_names}
    yield "ratings", row | {"bias_tags": ";".join(result["bias_tags"]) or NO_TAG}
    if notes["part"]:
        yield "probe_key", {"review_id": notes["review_id"], "probe": notes["paper_id"], "side": notes["part"]}


def _probe(done: Done, names: Mapping[str, str]) -> Iterator[tuple[str, Row]]:
    parts = ("concern", "refuted_by", "review_a", "review_b")
    key = {"paper_id": done.key.paper_id, "generator": _name(done, names), "round": done.key.round}
    yield "probes", key | {name: done.result[name] for name in parts}
