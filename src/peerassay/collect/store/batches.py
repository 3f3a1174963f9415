"""Batches in the store: what was handed in, under which ids, and which attempts wait in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from peerassay.collect.store.writing import now

if TYPE_CHECKING:
    from peerassay.collect.store.writing import Store

PREPARING, CREATING, SUBMITTED, DONE = "preparing", "creating", "submitted", "done"


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch.

    Attributes
    ----------
    id : int
        In the store.
    mark : str
        Our name of it, which the endpoint keeps in its metadata.
    remote : str or None
        The endpoint's id.
    state : str
        ``preparing`` (nothing was handed in), ``creating`` (it may have been), ``submitted`` or ``done``.
    """

    id: int
    mark: str
    remote: str | None
    state: str


def add_batch(store: Store, mark: str) -> Batch:
    """Enter a batch that is being prepared."""
    made = store.connection.execute(
        "INSERT INTO batches (mark, state, calls, made) VALUES (?, ?, 0, ?) RETURNING id", (mark, PREPARING, now())
    ).fetchone()
    return Batch(int(made[0]), mark, None, PREPARING)


def move_batch(store: Store, batch: Batch, state: str, *, remote: str | None = None, file: str | None = None) -> Batch:
    """Enter that a batch has got further, before anything else is done with it.

    Parameters
    ----------
    store : Store
        Where.
    batch : Batch
        As it was.
    state : str
        As it is now.
    remote, file : str, optional
        The endpoint's ids of the batch and of its input file.

    Returns
    -------
    Batch
        As it is now.
    """
    store.connection.execute(
        "UPDATE batches SET state = ?, remote = coalesce(?, remote), file = coalesce(?, file), "
        "calls = (SELECT count(*) FROM attempts WHERE batch = batches.id) WHERE id = ?",
        (state, remote, file, batch.id),
    )
    return Batch(batch.id, batch.mark, remote or batch.remote, state)


def open_batches(store: Store) -> list[Batch]:
    """Return the batches that are not done, oldest first."""
    rows = store.connection.execute("SELECT id, mark, remote, state FROM batches WHERE state != 'done' ORDER BY id")
    return [Batch(*row) for row in rows]


def drop_batch(store: Store, batch: Batch, *, charged: bool) -> int:
    """Give a batch up: its attempts count as interrupted, or as never sent.

    Parameters
    ----------
    store : Store
        Where.
    batch : Batch
        One without an id at the endpoint.
    charged : bool
        Whether the attempts stay charged, because the endpoint may have got them.

    Returns
    -------
    int
        How many attempts there were.
    """
    with store.transaction():
        factor = 1 if charged else 0
        dropped = store.connection.execute(
            "UPDATE attempts SET state = 'failed', kind = ?, finished = ?, charged = charged * ?, "
            "charged_tokens = charged_tokens * ?, message = 'The run ended before the batch was handed in' "
            "WHERE batch = ? AND state = 'sent'",
            ("interrupted" if charged else "not-sent", now(), factor, factor, batch.id),
        ).rowcount
        move_batch(store, batch, DONE)
    return dropped


def waiting_attempt(store: Store, call: int, batch: int) -> tuple[int, int] | None:
    """Return id and number of the attempt at a call that waits in a batch, or None."""
    row = store.connection.execute(
        "SELECT id, number FROM attempts WHERE call = ? AND batch = ? AND state = 'sent'", (call, batch)
    ).fetchone()
    return (int(row[0]), int(row[1])) if row else None


def waiting(store: Store, batch: Batch) -> int:
    """Return how many attempts still wait in a batch."""
    query = "SELECT count(*) FROM attempts WHERE batch = ? AND state = 'sent'"
    return int(store.connection.execute(query, (batch.id,)).fetchone()[0])
