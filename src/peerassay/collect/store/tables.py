"""The tables of the store, and opening its file."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

FORMAT = "1"
_ABOUT = "peerassay collection"

SCHEMA = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE configurations (
    digest TEXT PRIMARY KEY, task TEXT NOT NULL, label TEXT NOT NULL, model TEXT NOT NULL, reviewer TEXT NOT NULL,
    prompts TEXT NOT NULL, settings TEXT NOT NULL, options TEXT NOT NULL, made TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE texts (digest TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE calls (
    id INTEGER PRIMARY KEY, configuration TEXT NOT NULL REFERENCES configurations,
    paper_id TEXT NOT NULL, manuscript TEXT NOT NULL, version TEXT NOT NULL, protocol TEXT NOT NULL,
    round INTEGER NOT NULL CHECK (round >= 1), extra TEXT NOT NULL,
    request TEXT NOT NULL, request_digest TEXT NOT NULL, notes TEXT NOT NULL,
    UNIQUE (configuration, paper_id, manuscript, version, protocol, round, extra)
);
CREATE TABLE batches (
    id INTEGER PRIMARY KEY, mark TEXT NOT NULL UNIQUE, remote TEXT UNIQUE, file TEXT, state TEXT NOT NULL,
    calls INTEGER NOT NULL, made TEXT NOT NULL
);
CREATE TABLE attempts (
    id INTEGER PRIMARY KEY, call INTEGER NOT NULL REFERENCES calls, number INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('sent', 'answered', 'failed')), kind TEXT, message TEXT,
    started TEXT NOT NULL, finished TEXT, seconds REAL,
    answer TEXT, text TEXT, result TEXT, server_model TEXT, request_id TEXT,
    read INTEGER, written INTEGER, cached INTEGER, cache_written INTEGER, reasoning INTEGER,
    cost REAL, charged REAL NOT NULL, charged_tokens INTEGER NOT NULL,
    batch INTEGER REFERENCES batches,
    UNIQUE (call, number),
    CHECK ((state = 'answered') = (result IS NOT NULL)), CHECK ((state = 'failed') = (kind IS NOT NULL))
);
CREATE UNIQUE INDEX one_answer ON attempts (call) WHERE state = 'answered';
CREATE INDEX open_attempts ON attempts (state) WHERE state = 'sent';
"""


class StoreError(Exception):
    """A file that is no store, or one that does not fit what is asked of it."""


def connect(path: Path) -> sqlite3.Connection:
    """Open a store's file for writing, and make its tables if it is new.

    Parameters
    ----------
    path : pathlib.Path
        The file; its folder is made if need be.

    Returns
    -------
    sqlite3.Connection
        In autocommit mode, write-ahead log on.

    Raises
    ------
    StoreError
        If the file is something else, or a store of another format.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
        connection.execute("PRAGMA page_size = 16384")  # of a new file: most of it is long texts
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")
        if not _tables(connection):
            make_tables(connection)
        check_format(connection, path)
    except (sqlite3.DatabaseError, OSError) as error:
        raise StoreError(f"{path}: cannot be used as a store: {error}") from None
    return connection


def make_tables(connection: sqlite3.Connection) -> None:
    """Make the tables, all or none."""
    about = f"INSERT INTO about VALUES ('what', '{_ABOUT}'), ('format', '{FORMAT}');"
    connection.executescript(f"BEGIN IMMEDIATE; {SCHEMA} {about} COMMIT;")


def _tables(connection: sqlite3.Connection) -> list[str]:
    return [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]


def check_format(connection: sqlite3.Connection, path: Path) -> None:
    """Make sure that a file is a store of this format.

    Parameters
    ----------
    connection : sqlite3.Connection
        The open file.
    path : pathlib.Path
        For the message.

    Raises
    ------
    StoreError
        If it is not.
    """
    if "about" not in _tables(connection):
        raise StoreError(f"{path}: a database, but not a store of collected answers; name another file as `store`")
    about = dict(connection.execute("SELECT name, value FROM about"))
    if about.get("what") != _ABOUT or about.get("format") != FORMAT:
        raise StoreError(
            f"{path}: a store of format {about.get('format', '?')}; this version reads format {FORMAT}: "
            "name another file as `store`, or use the version that made it"
        )
