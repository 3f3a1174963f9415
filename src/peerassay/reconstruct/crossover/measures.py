"""The printed numbers of the revision experiment, computed from records or from each other."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from peerassay.crossover import (
    ORIGINAL,
    Acceptance,
    Crossover,
    arrange_crossover,
    directions_by_version,
    gains_table,
    gaps_table,
    noise_table,
    rehashed_images,
    selector_table,
)
from peerassay.reconstruct.crossover.targets import SCORERS, SHARED, VERSIONS, published_goals
from peerassay.records import Records

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

    from peerassay.claims import Claims
    from peerassay.crossover import Directions
    from peerassay.reconstruct.repeatability.build import Tables

    Value = float | Fraction
    Values = dict[str, Value]

BOOTSTRAP_SEED, RESAMPLES = 20260, 5000
"""Of the intervals behind the committed predictions."""
EDITS = "rep.crossover.edits"
WRITERS = {"luna_writer": "L", "haiku_writer": "H"}


@dataclass(frozen=True)
class Results:
    """Everything that printed numbers are read from.

    Attributes
    ----------
    gains, gaps, selectors, noise : pandas.DataFrame
        As from the functions of `peerassay.crossover` of the same names.
    directions : dict of (str, str, str) to Directions
        As from `directions_by_version`.
    """

    gains: pd.DataFrame
    gaps: pd.DataFrame
    selectors: pd.DataFrame
    noise: pd.DataFrame
    directions: dict[tuple[str, str, str], Directions]


def results(
    data: Crossover,
    rng: np.random.Generator,
    *,
    resamples: int = RESAMPLES,
    confidence: float = 0.95,
    gain_resamples: int | None = None,
) -> Results:
    """Compute all tables of the revision experiment.

    Parameters
    ----------
    data : Crossover
        Scores by version and Scorer.
    rng : numpy.random.Generator
        Source of the bootstrap's draws.
    resamples, confidence
        As in `peerassay.repeatability.paper_interval`.
    gain_resamples : int, optional
        Resamples behind the intervals of mean gains, of which none is printed; as many if not given.

    Returns
    -------
    Results

    Raises
    ------
    ValueError
        If the confidence or the number of resamples is out of range.
    """
    gaps = gaps_table(data, rng, resamples=resamples, confidence=confidence)
    selectors = selector_table(data, rng, resamples=resamples, confidence=confidence)
    noise = noise_table(data, rng, resamples=resamples, confidence=confidence)
    gains = gains_table(data, rng, resamples=gain_resamples or resamples, confidence=confidence)
    return Results(gains, gaps, selectors, noise, directions_by_version(data))


def record_values(found: Results, claims: Claims) -> Values:
    """Read every printed number that records can give from our tables.

    Parameters
    ----------
    found : Results
        Of records with the paper's two Scorers and four versions.
    claims : Claims
        The printed numbers.

    Returns
    -------
    dict of str to float or Fraction
        By claim id, in the claim's unit; shares exactly.
    """
    return _gains(found, claims) | _gaps(found) | _directions(found) | _correlations(found)


def _gains(found: Results, claims: Claims) -> Values:
    keys = zip(found.gains["version"], found.gains["scorer"], found.gains["subset"], strict=True)
    means = dict(zip(keys, found.gains["gain"], strict=True))
    values: Values = {}
    for name, claim in claims.where(part="repeatability", section="crossover").items():
        if name.startswith("rep.crossover.gain."):
            version, scorer = VERSIONS[claim.subject[:2]], SCORERS[claim.subject[2]]
            subset = claim.subset if claim.subset.isdigit() else "all"
            values[name] = float(means[version, scorer, subset])
    return values


def _gaps(found: Results) -> Values:
    gap = _row(found.gaps, version=VERSIONS["LL"], subset="all")
    change = _row(found.selectors, writer=SCORERS["L"], subset="all")
    tables = {"gap.ll": (gap, "gap"), "gap_change": (change, "change")}
    values: Values = {}
    for name, (row, column) in tables.items():
        values[f"rep.crossover.{name}"] = float(row[column])
        values |= {f"rep.crossover.{name}.ci_{end}": float(row[end]) for end in ("low", "high")}
    return values


def _row(table: pd.DataFrame, **wanted: str) -> Mapping[str, Any]:
    chosen = table
    for name, value in wanted.items():
        chosen = chosen[chosen[name] == value]
    return {str(name): value for name, value in chosen.iloc[0].items()}


def _directions(found: Results) -> Values:
    by_version = {version: table for (version, _, _), table in found.directions.items()}
    names = {1: "pos", 0: "zero", -1: "neg"}
    values: Values = {}
    for letters in SHARED:
        table, key = by_version[VERSIONS[letters]], letters.lower()
        values[f"rep.gain_direction.agree.{key}"] = Fraction(100 * table.agreements, table.papers)
        values[f"rep.gain_direction.any_zero.{key}"] = Fraction(100 * table.any_zero, table.papers)
        if letters != "LL":
            values[f"rep.gain_direction.reversals.{key}"] = table.reversals
    table = by_version[VERSIONS["LL"]]
    for first, second in ((1, -1), (-1, 1), (1, 1), (-1, -1), (0, 0)):
        values[f"rep.gain_direction.count.ll.{names[first]}_{names[second]}"] = table.count(first, second)
    return values


def _correlations(found: Results) -> Values:
    rows = {str(row["version"]): row for row in found.noise.to_dict("records")}
    values: Values = {
        "rep.gain_direction.original_pearson": rows[ORIGINAL]["observed"],
        "rep.noise_adjustment.original": rows[ORIGINAL]["adjusted"],
    }
    for letters in SHARED:
        row, key = rows[VERSIONS[letters]], letters.lower()
        values[f"rep.gain_direction.gain_pearson.{key}"] = row["observed"]
        values[f"rep.noise_adjustment.gain.{key}"] = row["adjusted"]
    return values


def printed_acceptance(claims: Claims) -> dict[str, Acceptance]:
    """Read the printed counts of edits by Writer.

    Parameters
    ----------
    claims : Claims
        The printed numbers.

    Returns
    -------
    dict of str to Acceptance
        By the letter of the Writer; the first Selector is Luna, the second Haiku. Accepted edits of the Writer Luna are
        printed as replaced text blocks.

    Raises
    ------
    ValueError
        If no sets of edits have such sizes.
    """
    found = {}
    for writer, letter in WRITERS.items():
        both = [int(claims[f"{EDITS}.{writer}.{name}"].value) for name in ("candidates", "accepted_both")]
        accepted = [int(claims[f"rep.audit.text_blocks.{letter}{selector}".lower()].value) for selector in "LH"]
        found[letter] = Acceptance(both[0], accepted[0], accepted[1], both[1])
    return found


def derived_values(claims: Claims) -> Values:
    """Compute what follows by arithmetic from other printed numbers of the revision experiment, without records.

    Parameters
    ----------
    claims : Claims
        The printed numbers.

    Returns
    -------
    dict of str to int or Fraction
        By claim id, in the claim's unit, exactly.

    Raises
    ------
    ValueError
        If a printed mean gain leaves more than one sum of gains.

    Notes
    -----
    A mean gain over N papers is a whole number of thirds over N. The printed ones leave a single whole number each;
    overall means, the gap and its change are sums of these.
    """
    sums = {letters: _sum_of_thirds(claims, letters) for letters in ("LLL", "LLH", "LHL", "LHH")}
    papers = claims["rep.crossover.gap.ll"].n or 0
    gap = sums["LLL"] - sums["LLH"]
    values: Values = {
        "rep.crossover.gain.lll": Fraction(sums["LLL"], 3 * papers),
        "rep.crossover.gain.llh": Fraction(sums["LLH"], 3 * papers),
        "rep.crossover.gap.ll": Fraction(gap, 3 * papers),
        "rep.crossover.gap_change": Fraction(sums["LHL"] - sums["LHH"] - gap, 3 * papers),
    }
    return values | _shares(claims, papers) | _design(claims, papers)


def _sum_of_thirds(claims: Claims, letters: str) -> int:
    goals = published_goals(claims)[letters[:2]].sums
    windows = [target for (scorer, _), target in goals.items() if scorer == letters[2]]
    if any(low != high for low, high in windows):
        raise ValueError(f"{letters}: printed means leave several sums of gains, {windows}; expected one each")
    return sum(low for low, _ in windows)


def _shares(claims: Claims, papers: int) -> Values:
    prefix = "rep.gain_direction.count.ll."
    counts = {name: int(claims[f"{prefix}{name}"].value) for name in ("pos_pos", "neg_neg", "zero_zero")}
    moved = [int(claims[f"{prefix}{name}"].value) for name in ("pos_neg", "neg_pos", "pos_pos", "neg_neg")]
    return {
        "rep.gain_direction.agree.ll": Fraction(100 * sum(counts.values()), papers),
        "rep.gain_direction.any_zero.ll": Fraction(100 * (papers - sum(moved)), papers),
    }


def _design(claims: Claims, papers: int) -> Values:
    def printed(name: str) -> int:
        return int(claims[f"rep.{name}"].value)

    luna = printed("crossover.n_selectors") * printed("crossover.n_scorers")
    evaluated = luna + printed("crossover.n_haiku_writer_configurations")
    images = (printed("inputs.images.total"), printed("inputs.images.max"), printed("audit.n_conditions"))
    return {
        "rep.crossover.n_luna_writer_configurations": luna,
        "rep.crossover.n_configurations": evaluated,
        "rep.crossover.n_uncollected_combinations": len(SCORERS) ** printed("crossover.n_roles") - evaluated,
        "rep.crossover.edits.luna_writer.differing": printed_acceptance(claims)["L"].differing,
        "rep.crossover.papers.luna_writer.differing": papers
        - printed("crossover.papers.luna_writer.identical_decisions"),
        "rep.audit.image_files": rehashed_images(*images),
    }


def table_values(tables: Tables, claims: Claims) -> Values:
    """Compute every printed number that records can give, with a fixed bootstrap.

    Parameters
    ----------
    tables : Tables
        Records, built or loaded.
    claims : Claims
        The printed numbers.

    Returns
    -------
    dict of str to float or Fraction
        As from `record_values`.
    """
    papers = tables.papers if "status" in tables.papers else tables.papers.assign(status=None)
    data = arrange_crossover(Records(papers, tables.reviews, (), (1, 10)))
    return record_values(results(data, np.random.default_rng(BOOTSTRAP_SEED), gain_resamples=2), claims)
