"""The store: one SQLite file with one row per attempt, which survives being killed at any moment."""

from peerassay.collect.store.holding import StoreBusyError
from peerassay.collect.store.reading import StoreReader
from peerassay.collect.store.rows import AttemptRow, Found, Settled, Spent
from peerassay.collect.store.tables import StoreError
from peerassay.collect.store.writing import Store

__all__ = ["AttemptRow", "Found", "Settled", "Spent", "Store", "StoreBusyError", "StoreError", "StoreReader"]
