"""Chance that depends on words alone, so that the practice endpoint answers the same in every run."""

from __future__ import annotations

import hashlib
import random
from statistics import NormalDist


def uniform(words: str) -> float:
    """Return a number in [0, 1) that looks drawn and depends on the words alone.

    Parameters
    ----------
    words : str
        Any text.
    """
    return int.from_bytes(hashlib.sha256(words.encode()).digest()[:7], "big") / 2**56


def generator(words: str) -> random.Random:
    """Return a generator that is seeded with words.

    Parameters
    ----------
    words : str
        Any text.
    """
    return random.Random(hashlib.sha256(words.encode()).hexdigest())


def level(words: str) -> float:
    """Return a made-up standing between 2 and 9 on a scale from 1 to 10, about normal around 5.3.

    Parameters
    ----------
    words : str
        What is judged.
    """
    return min(9.0, max(2.0, NormalDist(5.3, 1.3).inv_cdf(min(max(uniform(words), 1e-6), 1 - 1e-6))))
