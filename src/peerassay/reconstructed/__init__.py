"""Reconstructed records on a page: loading them (or a reader's own), and a verdict for each printed number."""

from peerassay.reconstructed.ratings import RatingStudy, open_ratings
from peerassay.reconstructed.recording import record_sections, verdict_records
from peerassay.reconstructed.rules import load_predictions, load_rules
from peerassay.reconstructed.study import Study, open_study

__all__ = [
    "RatingStudy",
    "Study",
    "load_predictions",
    "load_rules",
    "open_ratings",
    "open_study",
    "record_sections",
    "verdict_records",
]
