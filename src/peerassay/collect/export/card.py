"""The data card of an export: what was asked of whom, when, with which words, and what became of every call."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from peerassay.collect.export.tables import left_out
from peerassay.collect.problems import KINDS
from peerassay.collect.running.jobs import MADE_UP

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import pandas as pd

    from peerassay.collect.store import AttemptRow
    from peerassay.collect.task import Configuration, Done, Key

TITLE = "# Data card of a collection"
_DIGITS = 12
_LISTED = 10
_ABOUT = {
    "papers": "one row per paper",
    "reviews": "one row per review",
    "opinions": "one row per strength or concern of a review",
    "candidates": "one row per score that an auxiliary call of an original manuscript shows, with its probability",
    "candidate_calls": "one row per auxiliary call: visible, undetermined, other and missing mass",
    "edits": "one row per edit and Selector",
    "aspects": "one row per mention of an aspect in a review",
    "aspects_repeated": "the same by further annotators, and from repeated calls",
    "ratings": "one row per rating of a review",
    "probes": "one row per pair of matched reviews",
    "usage": "one row per attempt of which the endpoint counted the tokens",
    "probe_key": "which rated review is which side of which pair",
}


def data_card(
    store: str,
    configurations: Mapping[str, Configuration],
    attempts: Iterable[AttemptRow],
    results: Sequence[Done],
    tables: Mapping[str, pd.DataFrame],
    names: Mapping[str, str],
    remarks: Sequence[str] = (),
) -> str:
    """Write the data card.

    Parameters
    ----------
    store : str
        Name of the store's file.
    configurations : mapping of str to Configuration
        By digest.
    attempts : iterable of AttemptRow
        All of them, in order.
    results : sequence of Done
        All results.
    tables : mapping of str to pandas.DataFrame
        What is exported.
    names : mapping of str to str
        What each configuration's model is called in the tables.
    remarks : sequence of str
        What else should be known.

    Returns
    -------
    str
        Markdown.
    """
    rows = list(attempts)
    made_up = any(MADE_UP in one.reviewer for one in configurations.values())
    notice = ["**These answers are made up by the practice endpoint. They say nothing about any model.**"]
    blocks = [
        TITLE,
        *(notice if made_up else []),
        f"Exported from `{store}`. {_dates(results)}",
        "## Tables",
        _table(["file", "rows", "what"], [[f"`{name}.csv`", len(tables[name]), _ABOUT[name]] for name in tables]),
        "## Configurations",
        _table(["name here", "task", "model", "as the server calls it", "prompt (SHA-256)", "settings"],
               [_configured(one, names[one.digest], results) for one in configurations.values()]),
        "## Calls",
        _calls(configurations, rows, names),
        "## Failures",
        _failures(configurations, rows, names),
        "## To be known",
        _remarks(results, remarks),
    ]  # fmt: skip
    return "\n\n".join(blocks) + "\n"


def _dates(results: Sequence[Done]) -> str:
    days = sorted(done.finished[:10] for done in results)
    if not days:
        return "No call has an answer."
    when = f"on {days[0]}" if days[0] == days[-1] else f"from {days[0]} to {days[-1]}"
    return f"Answers came {when} (UTC)."


def _table(titles: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join("| " + " | ".join(_cell(cell) for cell in line) + " |" for line in lines)


def _cell(value: Any) -> str:
    return str(value).replace("|", "\\|").replace("\n", " ")


def _configured(one: Configuration, name: str, results: Sequence[Done]) -> list[str]:
    mine = [done for done in results if done.configuration.digest == one.digest]
    server = sorted({done.model for done in mine if done.model})
    prompts = ", ".join(f"{prompt} (`{digest[:_DIGITS]}`)" for prompt, digest in one.prompts.items())
    body = {key: value for key, value in one.settings.get("body", {}).items() if isinstance(value, (str, int, float))}
    chosen = {name: one.settings[name] for name in ("api", "output") if name in one.settings}
    settings = json.dumps(chosen | body | dict(one.options), ensure_ascii=False, sort_keys=True)
    return [name, one.task, one.model, ", ".join(server), prompts, f"`{settings}`"]


def _states(rows: Sequence[AttemptRow]) -> dict[tuple[str, Key], AttemptRow]:
    """Give the attempt that decides about each call: the answered one, else the last."""
    last: dict[tuple[str, Key], AttemptRow] = {}
    for row in rows:
        place = (row.configuration, row.key)
        if place not in last or last[place].state != "answered":
            last[place] = row
    return last


def _calls(configurations: Mapping[str, Configuration], rows: Sequence[AttemptRow], names: Mapping[str, str]) -> str:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for row in _states(rows).values():
        counts[row.configuration][row.state] += 1
    tries = Counter(row.configuration for row in rows)
    costs: dict[str, float] = defaultdict(float)
    for row in rows:
        costs[row.configuration] += row.cost or 0.0
    lines = [
        [one.label, names[digest], *(counts[digest][state] for state in ("answered", "failed", "sent")),
         tries[digest], f"{costs[digest]:.4f}"]
        for digest, one in configurations.items()
    ]  # fmt: skip
    return _table(["entry", "name here", "answered", "failed", "unfinished", "attempts", "known cost (USD)"], lines)


def _failures(configurations: Mapping[str, Configuration], rows: Sequence[AttemptRow], names: Mapping[str, str]) -> str:
    failed: dict[tuple[str, str], list[AttemptRow]] = defaultdict(list)
    for row in _states(rows).values():
        if row.state == "failed":
            failed[(row.configuration, row.kind or "unknown")].append(row)
    if not failed:
        return "No call is without an answer."
    lines = [
        [configurations[digest].label, names[digest], kind, len(found), _papers(found), found[0].message or "",
         KINDS[kind][1] if kind in KINDS else ""]
        for (digest, kind), found in failed.items()
    ]  # fmt: skip
    return _table(["entry", "name here", "problem", "calls", "papers", "for example", "what to do"], lines)


def _papers(rows: Sequence[AttemptRow]) -> str:
    papers = sorted({row.key.paper_id for row in rows})
    more = f" and {len(papers) - _LISTED} more" if len(papers) > _LISTED else ""
    return ", ".join(papers[:_LISTED]) + more


def _remarks(results: Sequence[Done], further: Sequence[str]) -> str:
    addressed = sorted({(done.key.paper_id, words) for done in results for words in done.notes.get("addressed", [])})
    beyond = sum(bool(done.result.get("unknown_pages")) for done in results)
    cut = sum(one["truncated"] for done in results for one in done.result.get("decisions", []))
    differing = sum(bool(done.result.get("differences")) for done in results)
    rejected = sum(len(done.result.get("rejected", [])) for done in results)
    aside = left_out(results)
    remarks = [f"paper {paper} has text that addresses its reviewer ({words})" for paper, words in addressed]
    remarks += [f"{count} {what}" for count, what in (
        (beyond, "reviews cite pages that the manuscript does not have; they are kept as given"),
        (cut, "reasons of a Selector were longer than 32 characters and are cut"),
        (differing, "rewritten sections differ from the original in length, or in what was tolerated"),
        (rejected, "problems of annotated mentions, whose mentions are not in the table"),
        (aside, "auxiliary calls on other versions than the original are in candidate_calls only"),
    ) if count]  # fmt: skip
    return "\n".join(f"- {remark}." for remark in (*remarks, *further)) or "Nothing."
