"""The two APIs on the wire: bodies of requests, answers in one form, errors by name."""

from peerassay.collect.wire.answers import Decoded, decode
from peerassay.collect.wire.failures import exception_problem, status_problem
from peerassay.collect.wire.references import Reference, reference
from peerassay.collect.wire.requests import PATHS, Settings, filled, frame

__all__ = [
    "PATHS",
    "Decoded",
    "Reference",
    "Settings",
    "decode",
    "exception_problem",
    "filled",
    "frame",
    "reference",
    "status_problem",
]
