"""The list of terms that mark doubt and certainty, read from `data/lexicons`."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from peerassay.project import digest_bytes, project_root

if TYPE_CHECKING:
    from pathlib import Path

KINDS = ("hedge", "booster", "neither")
RULES = ("", "not a month", "not a noun", "before a number")
COLUMNS = ("term", "kind", "word_class", "rule", "note")


class LexiconError(ValueError):
    """A lexicon that cannot be used; the message lists every problem."""


@dataclass(frozen=True)
class Term:
    """One form of an expression.

    Attributes
    ----------
    text : str
        One word or several, in lower case.
    kind : str
        One of `KINDS`.
    rule : str
        A condition on the surroundings, one of `RULES`; empty for none.
    """

    text: str
    kind: str
    rule: str = ""


@dataclass(frozen=True)
class Lexicon:
    """Terms with the digest of the file that they were read from.

    Attributes
    ----------
    terms : tuple of Term
        Each text once, so that no term is both hedge and booster.
    digest : str
        SHA-256 of the file.
    """

    terms: tuple[Term, ...]
    digest: str

    def count(self, kind: str) -> int:
        """Return the number of terms of a kind."""
        return sum(term.kind == kind for term in self.terms)


def read_lexicon(path: Path) -> Lexicon:
    """Read and check a list of terms.

    Parameters
    ----------
    path : pathlib.Path
        A CSV file with the columns of `COLUMNS`.

    Returns
    -------
    Lexicon

    Raises
    ------
    LexiconError
        If a column is missing, a term is empty, repeated or not in lower case, or a kind or rule is unknown; with
        every row that is wrong.
    """
    content = path.read_bytes()
    rows = list(csv.DictReader(content.decode("utf-8").splitlines()))
    if not rows or set(COLUMNS) - set(rows[0]):
        raise LexiconError(f"{path.name}: expected rows with the columns {', '.join(COLUMNS)}")
    terms = tuple(Term(row["term"], row["kind"], row["rule"]) for row in rows)
    problems = [f"{path.name}, row {at}: {problem}" for at, problem in _problems(terms)]
    if problems:
        raise LexiconError("\n".join(problems))
    return Lexicon(terms, digest_bytes(content))


def _problems(terms: tuple[Term, ...]) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    seen: set[str] = set()
    for row, term in enumerate(terms, 2):
        if not term.text or term.text != " ".join(term.text.lower().split()):
            found.append((row, f"term {term.text!r}; expected words in lower case with single spaces"))
        if term.text in seen:
            found.append((row, f"term {term.text!r}; expected each term once"))
        if term.kind not in KINDS:
            found.append((row, f"kind {term.kind!r}; expected one of {', '.join(KINDS)}"))
        if term.rule not in RULES:
            found.append((row, f"rule {term.rule!r}; expected one of {', '.join(filter(None, RULES))}, or nothing"))
        seen.add(term.text)
    return found


@lru_cache(maxsize=1)
def stance_lexicon() -> Lexicon:
    """Return the compendium's own hedges and boosters.

    Returns
    -------
    Lexicon
        As in ``data/lexicons/stance.csv``.
    """
    return read_lexicon(project_root() / "data" / "lexicons" / "stance.csv")
