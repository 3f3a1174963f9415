"""Writing an export: a folder of CSV files and a data card, whole or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from peerassay.collect.export.card import TITLE, data_card
from peerassay.collect.export.manuscripts import write_manuscripts
from peerassay.collect.export.names import reviewer_names
from peerassay.collect.export.tables import make_tables
from peerassay.collect.export.usage import usage_table
from peerassay.collect.store import StoreReader
from peerassay.collect.task import call_mark
from peerassay.manuscripts.folders import new_folder
from peerassay.records.checks import typed_cells
from peerassay.records.layouts import rename_columns
from peerassay.records.problems import RecordsError
from peerassay.records.reading import read_table
from peerassay.records.schema import load_schema

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    import pandas as pd

CARD = "README.md"


def export_tables(
    store: str | Path,
    folder: str | Path,
    digests: Sequence[str] | None = None,
    *,
    papers: str | Path | None = None,
    replace: bool = True,
    calls: Collection[int] | None = None,
) -> list[Path]:
    """Write the tidy tables of a store, and a data card.

    Parameters
    ----------
    store : str or pathlib.Path
        The store's file; another process may be writing into it.
    folder : str or pathlib.Path
        The new folder.
    digests : sequence of str, optional
        Configurations to be exported; all by default.
    papers : str or pathlib.Path, optional
        A CSV file in the schema `papers` with what is known about them: venue, year, area, decision, human mean.
    replace : bool
        Whether an earlier export in this folder may be replaced. Any other folder is never touched.
    calls : collection of int, optional
        Marks of the calls to be exported, as a report has them; all by default. The others are about manuscripts or
        reviews that have changed since, and would stand beside those of the plan under the same names.

    Returns
    -------
    list of pathlib.Path
        The files: ``papers.csv``, one CSV per other table that has rows, what `write_manuscripts` makes of rewrites
        and selections, and the card, ``README.md``.

    Raises
    ------
    FileExistsError
        If the folder is there and may not be replaced.
    peerassay.collect.store.StoreError
        If the store is not there, or no store.
    peerassay.records.RecordsError
        If the table of papers breaks its schema.

    Notes
    -----
    A folder with reviews opens with `peerassay.records.load_records`. The same store gives the same bytes.
    """
    target = Path(folder)
    if target.exists() and not (replace and _replaceable(target)):
        raise FileExistsError(f"{target}: is there already" + (" and is no export" if replace else ""))
    known = None if papers is None else _known_papers(Path(papers))
    reader = StoreReader(Path(store))
    found = reader.configurations()
    configurations = {digest: one for digest, one in found.items() if digests is None or digest in digests}
    found_results = list(reader.results(list(configurations)))
    results = [
        done for done in found_results if calls is None or call_mark(done.configuration.digest, done.key) in calls
    ]
    tables = make_tables(results, configurations, known)
    names = reviewer_names(configurations.values())
    attempts = list(reader.attempts(list(configurations)))
    usage = usage_table(attempts, configurations, names)
    tables |= {} if usage.empty else {"usage": usage}
    with new_folder(target) as made:
        files, remarks = write_manuscripts(results, made)
        if older := len(found_results) - len(results):
            remarks.append(
                f"{older} answers to other calls, as about earlier manuscripts, are in the store, and not here"
            )
        card = data_card(Path(store).name, configurations, attempts, results, tables, names, remarks)
        for name, table in tables.items():
            table.to_csv(made / f"{name}.csv", index=False, lineterminator="\n")
        (made / CARD).write_text(card, "utf-8")
    return [target / name for name in (*(f"{name}.csv" for name in tables), *files, CARD)]


def _replaceable(folder: Path) -> bool:
    """Tell whether a folder is empty, or is an earlier export."""
    card = folder / CARD
    return folder.is_dir() and (
        not any(folder.iterdir()) or (card.is_file() and card.read_text("utf-8").startswith(TITLE))
    )


def _known_papers(path: Path) -> pd.DataFrame:
    schema = load_schema("papers")
    table = rename_columns(read_table(path), schema.names, ())
    frame, problems = typed_cells(table, schema)
    if table.problems or problems:
        raise RecordsError([*table.problems, *problems])
    return frame
