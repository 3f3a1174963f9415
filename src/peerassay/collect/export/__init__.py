"""From a store to tidy tables and a data card."""

from peerassay.collect.export.folder import export_tables
from peerassay.collect.export.tables import make_tables

__all__ = ["export_tables", "make_tables"]
