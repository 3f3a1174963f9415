"""The table of token counts: what the endpoint reported for every call, which the cost of an estimate is made from."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pandas as pd

from peerassay.records import load_schema

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from peerassay.collect.store import AttemptRow
    from peerassay.collect.task import Configuration


def usage_table(
    attempts: Iterable[AttemptRow], configurations: Mapping[str, Configuration], names: Mapping[str, str]
) -> pd.DataFrame:
    """Make the table `usage` from attempts, those that failed after the endpoint had worked for them included.

    Parameters
    ----------
    attempts : iterable of AttemptRow
        In the order in which they were made.
    configurations : mapping of str to Configuration
        Those that are exported, by digest.
    names : mapping of str to str
        What each configuration's model is called in the tables. Where several entries share a name, the entry's label
        follows it, since their calls have other lengths.

    Returns
    -------
    pandas.DataFrame
        One row per attempt with token counts, in the schema `usage`; calls are numbered per paper and reviewer.
    """
    shared = Counter(names[digest] for digest in configurations)
    called = {
        digest: names[digest] if shared[names[digest]] == 1 else f"{names[digest]} [{one.label}]"
        for digest, one in configurations.items()
    }
    numbers: Counter[tuple[str, str]] = Counter()
    rows = []
    for row in attempts:
        if row.read is None or row.written is None:
            continue
        place = (row.key.paper_id, called[row.configuration])
        numbers[place] += 1
        rows.append((*place, numbers[place], row.read, row.cached or 0, row.cache_written or 0, row.written))
    schema = load_schema("usage")
    return pd.DataFrame(rows, columns=list(schema.names)).sort_values(list(schema.key), ignore_index=True)
