"""A frozen release: one archive that holds source, data, results and book, and can be checked and built again."""

from peerassay.release.archive import ArchiveError, opened
from peerassay.release.comparison import Comparison, compare_exhibits
from peerassay.release.freezing import Frozen, freeze
from peerassay.release.verification import Verified, verify

__all__ = [
    "ArchiveError",
    "Comparison",
    "Frozen",
    "Verified",
    "compare_exhibits",
    "freeze",
    "opened",
    "verify",
]
