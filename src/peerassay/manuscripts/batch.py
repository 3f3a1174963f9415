"""Several manuscripts prepared in one go without writing anything, for a page of the book."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from peerassay.manuscripts.findings import findings_summary, findings_table
from peerassay.manuscripts.preparing import Prepared, find_manuscripts, prepare
from peerassay.manuscripts.problems import PackageError
from peerassay.manuscripts.statistics import COUNTS, package_table
from peerassay.project import project_root

if TYPE_CHECKING:
    import pandas as pd

    from peerassay.manuscripts.preparing import Preparation

OURS = "data/manuscripts"
EXAMPLE = "data/examples/named-manuscript.md"


@dataclass(frozen=True)
class Batch:
    """What came of some manuscripts.

    Attributes
    ----------
    prepared : tuple of Prepared
        Those that could be prepared.
    failures : dict of str to str
        Why the others could not, by name.
    ours : bool
        Whether they are the compendium's own.
    """

    prepared: tuple[Prepared, ...]
    failures: dict[str, str]
    ours: bool

    @property
    def statistics(self) -> pd.DataFrame:
        """One row per manuscript, as from `package_table`, with the number of removals and of what is left."""
        table = package_table(one.package for one in self.prepared)
        for action in ("removed", "left"):
            table[action] = [sum(found.action == action for found in one.findings) for one in self.prepared]
        return table

    @property
    def findings(self) -> pd.DataFrame:
        """All findings, as from `findings_table`."""
        return findings_table((one.package.name, one.findings) for one in self.prepared)


def prepare_all(folder: str = "", how: Preparation | None = None) -> Batch:
    """Prepare the manuscripts of a folder.

    Parameters
    ----------
    folder : str
        A folder of PDFs or Markdown files, or one such file; empty for the compendium's own manuscripts.
    how : Preparation, optional
        As for `prepare`.

    Returns
    -------
    Batch

    Raises
    ------
    FileNotFoundError, FileExistsError
        As `find_manuscripts` does.
    """
    found = find_manuscripts([Path(folder) if folder else project_root() / OURS])
    prepared: list[Prepared] = []
    failures: dict[str, str] = {}
    for name, path in found.items():
        try:
            prepared.append(prepare(name, path, how))
        except PackageError as error:
            failures[name] = str(error)
    return Batch(tuple(prepared), failures, not folder)


def prepare_example() -> Prepared:
    """Prepare the example, a made-up manuscript that names its authors in many ways.

    Returns
    -------
    Prepared
    """
    return prepare("named-manuscript", project_root() / EXAMPLE)


def batch_words(batch: Batch) -> str:
    """Say what was prepared, and what could not be.

    Parameters
    ----------
    batch : Batch
        As from `prepare_all`.

    Returns
    -------
    str
        Markdown.
    """
    table = batch.statistics
    whose = "Our own manuscripts" if batch.ours else "Your manuscripts"
    counts = ", ".join(f"{int(table[name].sum()):,} {name}" for name in COUNTS)
    said = f"{whose}: **{len(table)} prepared**, with {counts}."
    for name, reason in batch.failures.items():
        said += f"\n\n- `{name}` was left out: {reason.replace(chr(10), ' ')}"
    for one in batch.prepared:
        said += "".join(f"\n\n- `{one.package.name}`: {note}" for note in one.notes)
    return said


def findings_words(findings: pd.DataFrame) -> str:
    """Say how much was removed and left.

    Parameters
    ----------
    findings : pandas.DataFrame
        As from `findings_table`.

    Returns
    -------
    str
        Markdown.
    """
    parts = []
    for action, words in (("removed", "Removed"), ("left", "Left, and to be looked at")):
        counts = findings_summary(findings[findings["action"] == action])
        listed = ", ".join(f"{row.kind} ({row.findings})" for row in counts.itertuples())
        parts.append(f"**{words}:** {listed or 'nothing'}.")
    return " ".join(parts)
