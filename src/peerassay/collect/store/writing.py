"""Writing a store: every attempt is a row before it is sent, and is settled when its answer is there."""

from __future__ import annotations

import json
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Self

from peerassay.collect.store.holding import Hold
from peerassay.collect.store.reading import StoreReader
from peerassay.collect.store.rows import Found, Settled, Spent, storable
from peerassay.collect.store.tables import StoreError, connect
from peerassay.project import digest_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from peerassay.collect.task import Call, Configuration

_REMEMBERED = 4096  # digests of texts that are known to be in the store


def now() -> str:
    """Return the time, UTC, ISO 8601 with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Store:
    """A store that this process alone writes into.

    Parameters
    ----------
    path : pathlib.Path
        The file; made if it is not there.

    Raises
    ------
    StoreBusyError
        If another process writes into it.
    StoreError
        If the file is something else.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._hold = Hold(path)
        try:
            self.connection = connect(path)
        except StoreError:
            self._hold.release()
            raise
        self.reader = StoreReader(path)
        self._texts: dict[str, None] = {}
        self.interrupted = self._close_interrupted()

    def __enter__(self) -> Self:
        """Write for the length of a block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    def close(self) -> None:
        """Close the file and let others write."""
        self.connection.close()
        self._hold.release()

    def _close_interrupted(self) -> int:
        """Settle what an earlier process left in flight: it stays charged, as the endpoint may have answered."""
        return self.connection.execute(
            "UPDATE attempts SET state = 'failed', kind = 'interrupted', finished = ?, "
            "message = 'The run ended before the answer came' WHERE state = 'sent' AND batch IS NULL",
            (now(),),
        ).rowcount

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit everything in a block, or nothing.

        Raises
        ------
        BaseException
            What the block raised.
        """
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")

    def add_configuration(self, made: Configuration) -> tuple[str, ...]:
        """Enter a configuration, and say which others the same entry and model had before.

        Parameters
        ----------
        made : Configuration
            The one that is about to be used.

        Returns
        -------
        tuple of str
            Digests of earlier configurations with its label, reviewer and prompts' names, oldest first, if it is new.

        Raises
        ------
        StoreError
            If it is here under another reviewer's name.
        """
        columns = (
            made.task,
            made.label,
            made.model,
            made.reviewer,
            *map(_json, (made.prompts, made.settings, made.options)),
        )
        new = self.connection.execute(
            "INSERT OR IGNORE INTO configurations VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (made.digest, *columns, now())
        ).rowcount
        if not new:
            self._check_name(made)
        others = self.reader.configurations().values() if new else ()
        return tuple(
            other.digest
            for other in others
            if (other.label, other.reviewer, set(other.prompts)) == (made.label, made.reviewer, set(made.prompts))
            and other.digest != made.digest
        )

    def _check_name(self, made: Configuration) -> None:
        """Refuse another name for a model whose answers are here: ratings and tables know them by the first one."""
        (name,) = self.connection.execute(
            "SELECT reviewer FROM configurations WHERE digest = ?", (made.digest,)
        ).fetchone()
        if name != made.reviewer:
            raise StoreError(
                f"{self.path}: holds the answers of {made.model} under the name {name!r}, and the plan says "
                f"{made.reviewer!r}; keep the name, and rename in the tables, or name another file as `store`"
            )

    def find(self, call: Call, configuration: str, request_digest: str) -> Found | None:
        """Look a call up.

        Parameters
        ----------
        call : Call
            The call as its task makes it now.
        configuration : str
            Digest.
        request_digest : str
            Digest of its messages.

        Returns
        -------
        Found or None
            None if it was never attempted.

        Raises
        ------
        StoreError
            If it was attempted with other messages.
        """
        key = call.key
        row = self.connection.execute(
            "SELECT c.id, c.request_digest, count(a.id), coalesce(max(a.state = 'answered'), 0), "
            "coalesce(max(a.state = 'sent'), 0), "
            "(SELECT kind FROM attempts WHERE call = c.id ORDER BY number DESC LIMIT 1) "
            "FROM calls c LEFT JOIN attempts a ON a.call = c.id WHERE c.configuration = ? AND c.paper_id = ? "
            "AND c.manuscript = ? AND c.version = ? AND c.protocol = ? AND c.round = ? AND c.extra = ? GROUP BY c.id",
            (configuration, key.paper_id, key.manuscript, key.version, key.protocol, key.round, key.extra),
        ).fetchone()
        if row is None:
            return None
        if row[1] != request_digest:
            raise StoreError(
                f"{self.path}: paper {key.paper_id}, version {key.version}, round {key.round} was asked with other "
                "messages under the same configuration; the task's code has changed: name another file as `store`"
            )
        return Found(row[0], row[2], bool(row[3]), bool(row[4]), row[5])

    def begin(
        self,
        call: Call,
        configuration: str,
        request: str,
        texts: Mapping[str, str],
        charged: float,
        tokens: int,
        batch: int | None = None,
    ) -> tuple[int, int]:
        """Enter an attempt before it is sent.

        Parameters
        ----------
        call : Call
            What is sent.
        configuration : str
            Digest.
        request : str
            The messages as JSON, their texts replaced by digests.
        texts : mapping of str to str
            The texts by digest.
        charged, tokens
            The most that it can cost, US dollars and tokens.
        batch : int, optional
            The batch that it will be part of.

        Returns
        -------
        tuple of int
            The attempt's id, and its number among those at this call.
        """
        with self.transaction():
            self._add_texts(texts)
            key = call.key
            columns = (configuration, key.paper_id, key.manuscript, key.version, key.protocol, key.round, key.extra)
            self.connection.execute(
                "INSERT OR IGNORE INTO calls VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*columns, request, digest_bytes(request.encode()), _json(call.notes)),
            )
            (call_id,) = self.connection.execute(
                "SELECT id FROM calls WHERE configuration = ? AND paper_id = ? AND manuscript = ? AND version = ? "
                "AND protocol = ? AND round = ? AND extra = ?",
                columns,
            ).fetchone()
            return self._add_attempt(call_id, charged, tokens, batch)

    def _add_attempt(self, call_id: int, charged: float, tokens: int, batch: int | None) -> tuple[int, int]:
        row = self.connection.execute(
            "INSERT INTO attempts (call, number, state, started, charged, charged_tokens, batch) "
            "SELECT ?, coalesce(max(number), 0) + 1, 'sent', ?, ?, ?, ? FROM attempts WHERE call = ? "
            "RETURNING id, number",
            (call_id, now(), charged, tokens, batch, call_id),
        ).fetchone()
        return int(row[0]), int(row[1])

    def _add_texts(self, texts: Mapping[str, str]) -> None:
        for digest, text in texts.items():
            if digest not in self._texts:
                self.connection.execute("INSERT OR IGNORE INTO texts VALUES (?, ?)", (digest, text))
                self._texts[digest] = None
        while len(self._texts) > _REMEMBERED:
            del self._texts[next(iter(self._texts))]

    def settle(self, attempt: int, end: Settled) -> None:
        """Enter how an attempt ended.

        Parameters
        ----------
        attempt : int
            From `begin`.
        end : Settled
            Its result or its problem, and what it used.
        """
        usage = end.usage
        tokens = (
            (usage.read, usage.written, usage.cached, usage.cache_written, usage.reasoning) if usage else (None,) * 5
        )
        self.connection.execute(
            "UPDATE attempts SET state = ?, kind = ?, message = ?, finished = ?, seconds = ?, answer = ?, text = ?, "
            "result = ?, server_model = ?, request_id = ?, read = ?, written = ?, cached = ?, cache_written = ?, "
            "reasoning = ?, cost = ?, charged = ?, charged_tokens = ? WHERE id = ? AND state = 'sent'",
            (
                "failed" if end.problem else "answered",
                end.problem and end.problem.kind,
                storable(end.problem.message if end.problem else None),
                now(),
                round(end.seconds, 4),
                storable(end.answer),
                storable(end.text),
                None if end.result is None else storable(_json(end.result)),
                end.model,
                end.request_id,
                *tokens,
                end.cost,
                end.charged,
                end.charged_tokens,
                attempt,
            ),
        )

    def spent(self) -> Spent:
        """Return what counts towards the caps, over all runs; what is in flight counts with the most it can cost."""
        row = self.connection.execute(
            "SELECT count(*), coalesce(total(charged), 0), coalesce(sum(charged_tokens), 0) FROM attempts "
            "WHERE kind IS NULL OR kind NOT IN ('image-limit', 'image-changed', 'not-sent')"
        ).fetchone()
        return Spent(*row)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
