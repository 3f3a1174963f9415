"""Reading a store: results, attempts, configurations, spending; no lock is needed."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

from peerassay.collect.store.rows import AttemptRow
from peerassay.collect.store.tables import StoreError, check_format
from peerassay.collect.task import Configuration, Done, Key

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

_KEY = "c.paper_id, c.manuscript, c.version, c.protocol, c.round, c.extra"
_ATTEMPT = (
    f"SELECT {_KEY}, c.configuration, a.number, a.state, a.kind, a.message, a.started, a.finished, a.seconds, "
    "a.read, a.written, a.cached, a.cache_written, a.reasoning, a.cost, a.charged, a.server_model "
    "FROM attempts a JOIN calls c ON c.id = a.call"
)


def configuration_of(row: Sequence[str]) -> Configuration:
    """Make a configuration from a row of the table, JSON columns decoded."""
    digest, task, label, model, reviewer = row[:5]
    prompts, settings, options = (json.loads(cell) for cell in row[5:8])
    return Configuration(digest, task, label, model, reviewer, prompts, settings, options)


class StoreReader:
    """A store that is only read; another process may be writing into it.

    Parameters
    ----------
    path : pathlib.Path
        The file.

    Raises
    ------
    StoreError
        If it is not there, or no store.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.is_file():
            raise StoreError(f"{path}: no such store; 'peerassay collect PLAN.toml' makes it")
        try:
            with closing(self._open()) as connection:
                check_format(connection, path)
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{path}: not a store: {error}") from None

    def _open(self) -> sqlite3.Connection:
        return sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=ro", uri=True, timeout=30)

    def _rows(self, query: str, values: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
        with closing(self._open()) as connection:
            yield from connection.execute(query, values)

    def configurations(self) -> dict[str, Configuration]:
        """Return every configuration by its digest, in the order in which they were first used."""
        rows = self._rows(
            "SELECT digest, task, label, model, reviewer, prompts, settings, options FROM configurations "
            "ORDER BY made, digest"
        )
        return {row[0]: configuration_of(row) for row in rows}

    def results(self, digests: Sequence[str] | None = None) -> Iterator[Done]:
        """Iterate over the results, ordered by configuration, in the order of `configurations`, and key.

        Parameters
        ----------
        digests : sequence of str, optional
            Configurations to be read, in this order; all by default.

        Returns
        -------
        iterator of Done
            One per answered call, read lazily.
        """
        known = self.configurations()
        for digest in list(known) if digests is None else digests:
            yield from self._results(known[digest]) if digest in known else ()

    def _results(self, configuration: Configuration) -> Iterator[Done]:
        query = (
            f"SELECT {_KEY}, a.result, a.text, c.notes, a.server_model, a.finished FROM calls c "
            "JOIN attempts a ON a.call = c.id AND a.state = 'answered' WHERE c.configuration = ? "
            "ORDER BY c.paper_id, c.manuscript, c.version, c.protocol, c.round, c.extra"
        )
        for row in self._rows(query, (configuration.digest,)):
            result, text, notes, model, finished = row[6:]
            yield Done(Key(*row[:6]), configuration, json.loads(result), text, json.loads(notes), model or "", finished)

    def attempts(self, digests: Sequence[str] | None = None) -> Iterator[AttemptRow]:
        """Iterate over all attempts, failures included, in the order in which they were made.

        Parameters
        ----------
        digests : sequence of str, optional
            Configurations to be read; all by default.
        """
        chosen = None if digests is None else set(digests)
        for row in self._rows(f"{_ATTEMPT} ORDER BY a.id"):
            if chosen is None or row[6] in chosen:
                yield AttemptRow(Key(*row[:6]), *row[6:])

    def raw(self, key: Key, digest: str) -> list[dict[str, Any]]:
        """Return everything about the attempts at one call: the request as it was sent, and the raw answers.

        Parameters
        ----------
        key : Key
            The call.
        digest : str
            Its configuration.

        Returns
        -------
        list of dict
            One per attempt with `number`, `state`, `kind`, `message`, `request` and `answer` (the text as it came).
            Images in the request are named by digest.
        """
        query = (
            "SELECT c.request, c.configuration, a.number, a.state, a.kind, a.message, a.answer FROM attempts a "
            "JOIN calls c ON c.id = a.call WHERE c.configuration = ? AND c.paper_id = ? AND c.manuscript = ? "
            "AND c.version = ? AND c.protocol = ? AND c.round = ? AND c.extra = ? ORDER BY a.number"
        )
        values = (digest, key.paper_id, key.manuscript, key.version, key.protocol, key.round, key.extra)
        names = ("number", "state", "kind", "message", "answer")
        body = self.configurations()[digest].settings if digest in self.configurations() else {}
        return [
            {**dict(zip(names, row[2:], strict=True)), "request": self._request(row[0], body)}
            for row in list(self._rows(query, values))
        ]

    def _request(self, messages: str, settings: Any) -> dict[str, Any]:
        return {"path": settings["path"], "body": settings["body"], "messages": self._filled(json.loads(messages))}

    def _filled(self, messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
        texts = {part["text"] for message in messages for part in message["parts"] if "text" in part}
        marks = ", ".join("?" * len(texts))
        known = dict(self._rows(f"SELECT digest, text FROM texts WHERE digest IN ({marks})", sorted(texts)))
        return [
            {
                **message,
                "parts": [{"text": known[part["text"]]} if "text" in part else part for part in message["parts"]],
            }
            for message in messages
        ]
