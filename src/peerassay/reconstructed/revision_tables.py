"""Tables of the page on revised manuscripts: ours beside what is published, and what printed counts say."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from peerassay.crossover import rehashed_images
from peerassay.reconstruct.crossover import SCORERS, SHARED, VERSIONS, printed_acceptance
from peerassay.reconstructed.revisions import JACCARD
from peerassay.records import load_edits
from peerassay.records.edits import EDITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from peerassay.claims import Claims
    from peerassay.exhibits.recorder import Recorder
    from peerassay.reconstruct.crossover import Results

LETTERS = {name: letter for letter, name in SCORERS.items()}
_VERSION_LETTERS = {name: letters for letters, name in VERSIONS.items()}


def letters(version: str, scorer: str = "") -> str:
    """Give the paper's letters for a version, and for who scored it if named; empty for versions of a reader's own."""
    return _VERSION_LETTERS.get(version, "") + LETTERS.get(scorer, "") if version in _VERSION_LETTERS else ""


def beside_claims(page: Recorder, table: pd.DataFrame, claim_ids: list[str]) -> pd.DataFrame:
    """Add what is published, and the verdict, to the rows of a table that a printed number belongs to.

    Parameters
    ----------
    page : Recorder
        The page of the notebook; the claims have been recorded on it.
    table : pandas.DataFrame
        Rows of an exhibit.
    claim_ids : list of str
        The claim of each row; empty where nothing is printed.

    Returns
    -------
    pandas.DataFrame
        With `published`, `verdict` and `claim_id`; the table as it is where nothing is compared.
    """
    if page.changed:
        return table
    rows = [page.rows.get(name, {}) for name in claim_ids]
    cells = {name: [row.get(name, "") for row in rows] for name in ("published", "verdict")}
    return table.assign(**cells, claim_id=claim_ids)


def gain_claims(gains: pd.DataFrame, claims: Claims) -> list[str]:
    """Name the claim on each row of a table of mean gains.

    Parameters
    ----------
    gains : pandas.DataFrame
        `version`, `scorer`, `subset`.
    claims : Claims
        The printed numbers.

    Returns
    -------
    list of str
        Empty where nothing is printed.
    """
    names = []
    for row in gains.to_dict("records"):
        year = "" if row["subset"] == "all" else f".{row['subset']}"
        name = f"rep.crossover.gain.{letters(row['version'], row['scorer']).lower()}{year}"
        names.append(name if name in claims else "")
    return names


def with_printed(page: Recorder, overall: pd.DataFrame) -> pd.DataFrame:
    """Add the printed mean gain as a number, where one is printed exactly; for the figure.

    Parameters
    ----------
    page : Recorder
        The page of the notebook.
    overall : pandas.DataFrame
        Mean gains over all papers: `version`, `scorer`, `subset` ...

    Returns
    -------
    pandas.DataFrame
        With `printed` in score points, NaN where nothing or only a sign is; the table as it is where nothing
        is compared.
    """
    if page.changed:
        return overall
    exact = [page.claims[name] if name else None for name in gain_claims(overall, page.claims)]
    return overall.assign(
        printed=[float(claim.value) if claim and claim.comparator == "=" else float("nan") for claim in exact]
    )


def shares_frame(page: Recorder, summary: pd.DataFrame) -> pd.DataFrame:
    """Lay out agreement, strict reversals and zeros of every version, one row each, beside what is published.

    Parameters
    ----------
    page : Recorder
        The page of the notebook.
    summary : pandas.DataFrame
        As from `peerassay.crossover.direction_summary`.

    Returns
    -------
    pandas.DataFrame
        `version`, `first`, `second`, `quantity`, `count`, `papers`, `share`, and what `beside_claims` adds.
    """
    names = {"agreements": "agree", "reversals": "reversals", "any_zero": "any_zero"}
    words = {"agreements": "same direction", "reversals": "strictly opposite", "any_zero": "zero from at least one"}
    rows, ids = [], []
    for row in summary.to_dict("records"):
        for name, word in words.items():
            cells = {"count": row[name], "papers": row["papers"], "share": row[f"{name}_share"]}
            rows.append({key: row[key] for key in ("version", "first", "second")} | {"quantity": word} | cells)
            claim_id = f"rep.gain_direction.{names[name]}.{letters(row['version']).lower()}"
            ids.append(claim_id if claim_id in page.claims else "")
    columns = ["version", "first", "second", "quantity", "count", "papers", "share"]
    return beside_claims(page, pd.DataFrame(rows, columns=columns), ids)


def gaps_frame(page: Recorder, found: Results) -> pd.DataFrame:
    """Lay out the gaps between Scorers, and how another Selector changes them, beside what is published.

    Parameters
    ----------
    page : Recorder
        The page of the notebook.
    found : Results
        Of any records.

    Returns
    -------
    pandas.DataFrame
        `quantity`, `value`, `low`, `high`, `papers`; with the committed records also `published` (with its interval)
        and `verdict`.
    """
    rows, ids = [], []
    for row in found.gaps[found.gaps["subset"] == "all"].to_dict("records"):
        rows.append(_gap(f"{row['version']}: {row['first']} minus {row['second']}", row, "gap"))
        ids.append("rep.crossover.gap.ll" if row["version"] == VERSIONS["LL"] else "")
    for row in found.selectors[found.selectors["subset"] == "all"].to_dict("records"):
        words = f"{row['writer']}'s edits: change of this gap from Selector {row['before']} to {row['after']}"
        rows.append(_gap(words, row, "change"))
        ids.append("rep.crossover.gap_change" if row["writer"] == SCORERS["L"] else "")
    table = pd.DataFrame(rows, columns=["quantity", "value", "low", "high", "papers", "reason"])
    if page.changed:
        return table
    printed = [_with_interval(page.claims, name) if name else "" for name in ids]
    return table.assign(published=printed, verdict=[page.rows[name]["verdict"] if name else "" for name in ids])


def _gap(words: str, row: Mapping[Any, Any], column: str) -> dict[str, object]:
    return {"quantity": words, "value": row[column]} | {name: row[name] for name in ("low", "high", "papers", "reason")}


def _with_interval(claims: Claims, claim_id: str) -> str:
    low, high = (claims[f"{claim_id}.ci_{end}"].published for end in ("low", "high"))
    return f"{claims[claim_id].published} [{low}, {high}]"


def noise_frame(page: Recorder, noise: pd.DataFrame) -> pd.DataFrame:
    """Put the published correlations beside ours, observed and adjusted.

    Parameters
    ----------
    page : Recorder
        The page of the notebook.
    noise : pandas.DataFrame
        As from `peerassay.crossover.noise_table`.

    Returns
    -------
    pandas.DataFrame
        With `published` and `published_adjusted` after what they belong to, and `published_reliability`: their
        quotient. The table as it is where nothing is compared.

    Notes
    -----
    Dividing the observed correlation by the adjusted one leaves the geometric mean of the two reliabilities: the
    covariance drops out. So the published pairs tell how much of the spread of gains was not noise.
    """
    if page.changed:
        return noise
    pairs = [_noise_claims(str(version)) for version in noise["version"]]
    table = noise.copy()
    for place, (column, name) in enumerate({"observed": "published", "adjusted": "published_adjusted"}.items()):
        cells = [page.claims[pair[place]].published if pair else "" for pair in pairs]
        table.insert(list(table).index(column) + 1, name, cells)
    values = [[float(page.claims[name].value) for name in pair] if pair else [float("nan"), 1.0] for pair in pairs]
    return table.assign(published_reliability=[observed / adjusted for observed, adjusted in values])


def _noise_claims(version: str) -> tuple[str, str] | None:
    if version == "original":
        return "rep.gain_direction.original_pearson", "rep.noise_adjustment.original"
    key = letters(version).lower()
    known = key.upper() in SHARED
    return (f"rep.gain_direction.gain_pearson.{key}", f"rep.noise_adjustment.gain.{key}") if known else None


def edits_frame(claims: Claims) -> pd.DataFrame:
    """Lay out the printed counts of edits, and what follows from them.

    Parameters
    ----------
    claims : Claims
        The printed numbers.

    Returns
    -------
    pandas.DataFrame
        The columns of `peerassay.crossover.acceptance_table`; a number of papers is NaN where none is printed.
    """
    rows = []
    for claim_id, letter in JACCARD.items():
        counts = printed_acceptance(claims)[letter]
        same = claims.get(claim_id.replace("jaccard", "papers") + ".identical_decisions")
        papers = claims[claim_id].n or 0
        rows.append(
            {"writer": SCORERS[letter], "first": SCORERS["L"], "second": SCORERS["H"], "papers": papers}
            | {"candidates": counts.candidates, "accepted_first": counts.first, "accepted_second": counts.second}
            | {"accepted_both": counts.both, "differing": counts.differing, "neither": counts.neither}
            | {"same_papers": float(same.value) if same else float("nan")}
            | {"different_papers": papers - float(same.value) if same else float("nan")}
            | {"jaccard": float(claims[claim_id].value), "pooled": float(counts.pooled)}
        )
    return pd.DataFrame(rows)


def audit_frame(claims: Claims) -> pd.DataFrame:
    """Lay out what the printed numbers say about the four sets of final packages.

    Parameters
    ----------
    claims : Claims
        The printed numbers.

    Returns
    -------
    pandas.DataFrame
        `version`, `writer`, `selector`, `papers`, `candidates`, `blocks` (replaced), `images` (hashed again).
    """
    images = (int(claims["rep.inputs.images.total"].value), int(claims["rep.inputs.images.max"].value))
    acceptance, papers = printed_acceptance(claims), claims["rep.crossover.gap.ll"].n
    rows = []
    for key, name in VERSIONS.items():
        counts = acceptance[key[0]]
        blocks = counts.first if key[1] == "L" else counts.second
        rows.append(
            {"version": name, "writer": SCORERS[key[0]], "selector": SCORERS[key[1]], "papers": papers}
            | {"candidates": counts.candidates, "blocks": blocks, "images": rehashed_images(*images, 1)}
        )
    return pd.DataFrame(rows)


def own_edits(records: str, papers: Iterable[str]) -> pd.DataFrame | None:
    """Load a reader's table of edits, if the folder of its records has one.

    Parameters
    ----------
    records : str
        The folder or file that the notebook was given; empty for the committed reconstruction.
    papers : iterable of str
        The papers that were reviewed.

    Returns
    -------
    pandas.DataFrame or None
        As from `peerassay.records.load_edits`; None without `edits.csv`.

    Raises
    ------
    peerassay.records.RecordsError
        If the table breaks its schema; it lists every problem.
    """
    folder = Path(records).expanduser()
    if not records or not (folder / EDITS).is_file():
        return None
    return load_edits(folder, set(papers))
