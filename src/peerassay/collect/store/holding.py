"""One writer per store: a lock that the operating system takes back even from a process that was killed."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from typing import TYPE_CHECKING, Self

from peerassay.collect.store.tables import StoreError

if TYPE_CHECKING:
    from pathlib import Path

_PRIMARY = 0xFF  # the part of SQLite's error codes that is not a detail


class StoreBusyError(Exception):
    """Another process writes into the store."""


class Hold:
    """The right to write into a store, held through an exclusive transaction on a small file beside it.

    SQLite asks the operating system for the lock, on every platform, and it ends with the process.
    """

    def __init__(self, path: Path) -> None:
        """Take the hold.

        Parameters
        ----------
        path : pathlib.Path
            The store's file.

        Raises
        ------
        StoreBusyError
            If somebody else has it.
        StoreError
            If the file, or those beside it, cannot be written.
        """
        self.path = path
        try:
            self._take()
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"{path}: cannot be used as a store: {error}") from None

    def _take(self) -> None:
        path = self.path
        self._file = path.with_name(path.name + ".lock")
        self._note = path.with_name(path.name + ".holder")
        path.parent.mkdir(parents=True, exist_ok=True)
        self._connection = sqlite3.connect(self._file, isolation_level=None, timeout=0.5, check_same_thread=False)
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._connection.close()
            if error.sqlite_errorcode & _PRIMARY == sqlite3.SQLITE_BUSY:
                raise StoreBusyError(self._refusal()) from None
            raise
        self._note.write_text(f"process {os.getpid()}", "utf-8")

    def _refusal(self) -> str:
        with suppress(OSError):
            return (
                f"{self.path}: {self._note.read_text('utf-8')} is writing into this store; "
                "wait until it has finished, or name another file as `store`"
            )
        return f"{self.path}: another process is writing into this store; wait until it has finished"

    def release(self) -> None:
        """Give the hold back; the two small files go with it."""
        with suppress(OSError):
            self._note.unlink()
        self._connection.close()

    def __enter__(self) -> Self:
        """Hold for the length of a block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Give back."""
        self.release()
