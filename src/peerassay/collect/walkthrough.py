"""What the notebook for newcomers shows: a small plan for the practice endpoint, and what a run of it left behind."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pandas as pd

from peerassay.collect.practice import Faults
from peerassay.collect.problems import KINDS
from peerassay.collect.reading import read_plan
from peerassay.project import project_root

if TYPE_CHECKING:
    from pathlib import Path

    from peerassay.collect.plan import Plan
    from peerassay.collect.running import Report
    from peerassay.collect.store import StoreReader

TROUBLES = ("rate_limit", "server_error", "drop", "bad_answer")
PLAN = """\
manuscripts = "{manuscripts}"
store = "answers.sqlite"

[endpoint]
base_url = "practice"     # the built-in endpoint: no key, no cost, made-up answers
api = "chat"              # chat completions
output = "json_schema"    # the form of an answer is asked for as a strict schema
concurrency = 1           # one call at a time, so that this page is the same in every run
first_wait = 0.01         # seconds before a second attempt; 1 by default

[caps]
money = 1.00              # US dollars, over all runs into this store
calls = {calls}{pad}# attempts, likewise

[[models]]
name = "practice-1"
reviewer = "Practice 1"

[[models]]
name = "practice-2"
reviewer = "Practice 2"

[[tasks]]
task = "review"
rounds = {rounds}
[tasks.options]
prompt = "review-integer"
"""


def write_plan(folder: Path, rounds: int, calls: int) -> str:
    """Write the plan of the walk-through.

    Parameters
    ----------
    folder : pathlib.Path
        Where ``plan.toml`` is put.
    rounds : int
        Reviews per paper and model.
    calls : int
        Cap on the attempts.

    Returns
    -------
    str
        The plan, with the compendium's own manuscripts named by their place in it.
    """
    text = PLAN.format(manuscripts="{manuscripts}", calls=calls, pad=" " * max(1, 18 - len(str(calls))), rounds=rounds)
    place = project_root() / "data" / "manuscripts"
    (folder / "plan.toml").write_text(text.replace("{manuscripts}", place.as_posix()), "utf-8")
    return text.replace("{manuscripts}", "data/manuscripts")


def load_plan(folder: Path) -> Plan:
    """Read the plan of the walk-through.

    Parameters
    ----------
    folder : pathlib.Path
        Where `write_plan` put it.

    Returns
    -------
    Plan
        To be run.
    """
    return read_plan(folder / "plan.toml")


def trouble(share: float) -> Faults:
    """Let the practice endpoint fail now and then, as real ones do.

    Parameters
    ----------
    share : float
        Share of the requests, 0 to 1; spread evenly over rate limits, errors, broken connections and answers that are
        no JSON.

    Returns
    -------
    Faults
        For `peerassay.collect.running.collect`.
    """
    return Faults(dict.fromkeys(TROUBLES, share / len(TROUBLES)), retry_after=0.01)


def run_words(report: Report) -> str:
    """Say what a run did, without the time it took.

    Parameters
    ----------
    report : Report
        Of the run.

    Returns
    -------
    str
        A sentence or two.
    """
    failed = report.failures.total()
    words = (
        f"**{report.answered} calls were answered** in {report.attempts} attempts; "
        f"{report.already} had been answered before, {failed} stay without a result."
    )
    return f"{words} The run stopped: {report.stopped}" if report.stopped else f"{words} The plan is done."


def attempt_table(reader: StoreReader) -> pd.DataFrame:
    """Count the attempts in a store by what came of them.

    Parameters
    ----------
    reader : StoreReader
        The store.

    Returns
    -------
    pandas.DataFrame
        Columns `outcome`, `attempts`, `advice`; answers first, then problems by frequency and name.
    """
    counts = Counter(row.kind or row.state for row in reader.attempts())
    ranked = sorted(counts.items(), key=lambda item: (item[0] != "answered", -item[1], item[0]))
    advice = {kind: words for kind, (_, words) in KINDS.items()}
    rows = [(outcome, count, advice.get(outcome, "")) for outcome, count in ranked]
    return pd.DataFrame(rows, columns=["outcome", "attempts", "advice"])


def file_table(paths: list[Path]) -> pd.DataFrame:
    """List exported files with their rows.

    Parameters
    ----------
    paths : list of pathlib.Path
        From `peerassay.collect.export.export_tables`.

    Returns
    -------
    pandas.DataFrame
        Columns `file`, `rows` (missing for the data card) and `columns`.
    """
    rows = []
    for path in paths:
        table = pd.read_csv(path) if path.suffix == ".csv" else None
        names = "what the tables hold, and how they came about" if table is None else ", ".join(table.columns)
        rows.append((path.name, pd.NA if table is None else len(table), names))
    return pd.DataFrame(rows, columns=["file", "rows", "columns"]).astype({"rows": "Int64"})


def spread_words(table: pd.DataFrame) -> str:
    """Say how far the rounds of each reviewer lie apart.

    Parameters
    ----------
    table : pandas.DataFrame
        From `peerassay.repeatability.repeatability_table`.

    Returns
    -------
    str
        One sentence per reviewer.
    """
    return " ".join(
        f"{row.reviewer}: within-paper SD {row.sd:.2f} score points, "
        f"{row.identical_share:.0%} of the papers with identical scores."
        for row in table.itertuples()
    )
