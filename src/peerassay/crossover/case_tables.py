"""The cases of a crossover as tables: which papers the rule takes, and which edit of each is shown."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING

import pandas as pd

from peerassay.crossover.cases import EXTRA, STRATA, displayed_block, select_cases, select_extra
from peerassay.crossover.conditions import roles
from peerassay.crossover.gains import gains_by_cell

if TYPE_CHECKING:
    from peerassay.crossover.cases import Case
    from peerassay.crossover.conditions import Crossover

TEXTS = ("original_text", "revised_text")
COLUMNS = ["version", "first", "second", "stratum", "meaning", "papers", "paper_id", "first_gain", "second_gain"]


def case_table(crossover: Crossover, salt: str = "") -> pd.DataFrame:
    """Choose the cases of every two Scorers.

    Parameters
    ----------
    crossover : Crossover
        Scores by version and Scorer.
    salt : str
        As in `peerassay.crossover.hash_order`.

    Returns
    -------
    pandas.DataFrame
        `version`, `first`, `second` (Scorers), `stratum`, `meaning` (in words), `papers` (in the stratum), `paper_id`
        (the case; empty if there is none), `first_gain`, `second_gain` (of the whole revised manuscript, score points).

    Notes
    -----
    The five strata are those of the version that the first Scorer wrote and selected itself, else of the first version
    that both scored; the additional case is from the version that the second Scorer wrote and selected (repeatability
    paper, appendix F).
    """
    rows = []
    for first, second in dict.fromkeys(pair[1:] for pair in crossover.shared):
        versions = [version for version, *pair in crossover.shared if pair == [first, second]]
        own = [version for version in versions if roles(version) == (first, first)]
        rows += _strata(crossover, (own or versions)[0], first, second, salt)
        other = [version for version in versions if roles(version) == (second, second)]
        rows += [_extra(crossover, version, first, second, salt) for version in other]
    return pd.DataFrame(rows, columns=COLUMNS)


def _strata(crossover: Crossover, version: str, first: str, second: str, salt: str) -> list[dict[str, object]]:
    gains = gains_by_cell(crossover)
    found = select_cases(_ids(crossover), gains[version, first], gains[version, second], salt)
    return [_row(crossover, version, first, second, case, STRATA[case.stratum]) for case in found]


def _extra(crossover: Crossover, version: str, first: str, second: str, salt: str) -> dict[str, object]:
    gains = gains_by_cell(crossover)
    case = select_extra(_ids(crossover), gains[version, first], gains[version, second], salt)
    return _row(crossover, version, first, second, case, EXTRA[1])


def _ids(crossover: Crossover) -> list[str]:
    return [str(name) for name in crossover.papers["paper_id"]]


def _row(crossover: Crossover, version: str, first: str, second: str, case: Case, meaning: str) -> dict[str, object]:
    gains, ids = gains_by_cell(crossover), _ids(crossover)
    there = ids.index(case.paper_id) if case.paper_id else None
    values = [nan if there is None else float(gains[version, scorer].points[there]) for scorer in (first, second)]
    cells = (version, first, second, case.stratum, meaning, case.papers, case.paper_id, *values)
    return dict(zip(COLUMNS, cells, strict=True))


def case_blocks(cases: pd.DataFrame, edits: pd.DataFrame) -> pd.DataFrame:
    """Show one accepted edit of every case.

    Parameters
    ----------
    cases : pandas.DataFrame
        As from `case_table`.
    edits : pandas.DataFrame
        Edits with decisions and both texts; `page` may be missing.

    Returns
    -------
    pandas.DataFrame
        The cases that have an accepted edit in their version, with `accepted` (how many), `page`, `edit_id`,
        `original_text` and `revised_text` of the one that `peerassay.crossover.displayed_block` takes.

    Raises
    ------
    ValueError
        If the edits have no texts.
    """
    lacking = [name for name in TEXTS if name not in edits]
    if lacking:
        raise ValueError(f"edits: no column {', '.join(lacking)}; expected the texts of every edit")
    table = edits if "page" in edits else edits.assign(page=nan)
    rows = []
    for case in cases[cases["paper_id"] != ""].to_dict("records"):
        writer, selector = roles(str(case["version"]))
        mine = table["paper_id"].eq(case["paper_id"]) & table["writer"].eq(writer) & table["selector"].eq(selector)
        accepted = table[mine & table["accepted"].eq(1)]
        place = displayed_block(accepted)
        if place is not None:
            shown = accepted[["page", "edit_id", *TEXTS]].iloc[place].to_dict()
            rows.append({**case, "accepted": len(accepted), **shown})
    return pd.DataFrame(rows, columns=[*COLUMNS, "accepted", "page", "edit_id", *TEXTS])
