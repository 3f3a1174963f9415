"""Which printed numbers on sampling the public counts, or arithmetic, can confirm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from peerassay.evidence.sampling import final_statuses, status_quotas
from peerassay.project import project_root
from peerassay.records.population import cells, load_population, load_status_totals
from peerassay.sampling import largest_remainder, nested_quotas

if TYPE_CHECKING:
    from collections.abc import Callable

    from peerassay.evidence.sampling import Frame
    from peerassay.exhibits import Page

    Found = dict[str, tuple[float, Callable[..., Any], str]]

SNAPSHOT = "the public counts are of another day; papers without a rating or without a status are not in them"
DESIGN = "a choice of the study's design; the lists of papers are not public"
SCALE = "the conference's form; a scale cannot be read off counts of means"
DISCREPANCY = "below 1 by construction if such quotas exist, and they do; largest over all cells, areas and bins"
PREFIX = "rep.sampling."


def measured(frames: list[Frame]) -> Found:
    """Read off the public counts and their quotas what the paper says of its populations and samples.

    Parameters
    ----------
    frames : list of Frame
        As from `peerassay.evidence.sampling.public_frames` with 100 as the smallest size.

    Returns
    -------
    dict
        Value, function and remark by claim id (without `PREFIX`).
    """
    found: Found = {}
    for frame in frames:
        edges = frame.cells.index.get_level_values("bin")
        found[f"population.{frame.year}"] = (int(frame.cells.sum()), load_population, SNAPSHOT)
        for name, edge in (("lowest", edges.min()), ("highest", edges.max())):
            found[f"{name}_bin.lo.{frame.year}"] = (int(edge), cells, "edge of the outermost bin with a paper")
            found[f"{name}_bin.hi.{frame.year}"] = (int(edge) + 1, cells, "edge of the outermost bin with a paper")
    early, late = (frame.cells for frame in frames)
    top = {year: int(counts[counts.index.get_level_values("bin") == 9].sum()) for year, counts in
           zip((2025, 2026), (early, late), strict=True)}  # fmt: skip
    kept = frames[0].quotas[100]
    in_sample = int(kept[kept.index.get_level_values("bin") == 9].sum())
    areas = {counts.index.get_level_values("area").nunique() for counts in (early, late)}
    return found | {
        "bin_9_10.population.2026": (top[2026], cells, ""),
        "human_mean_below.2026": (int(late.index.get_level_values("bin").min()), cells, "lower edge of the lowest bin"),
        "mean_ge9.population": (top[2025], cells, ""),
        "mean_ge9.sample": (in_sample, nested_quotas, "covering every bin leaves no other quota"),
        "mean_ge9.sample_share": (100 * in_sample / int(kept.sum()), nested_quotas, ""),
        "n_areas": (areas.pop(), cells, "in both years"),
        "quota_discrepancy": (_discrepancy(frames), nested_quotas, DISCREPANCY),
    }


def _discrepancy(frames: list[Frame]) -> float:
    """Give the largest distance of a quota from its exact share, over cells and margins."""
    largest = 0.0
    for frame in frames:
        for size in map(int, frame.quotas.columns):
            off = frame.quotas[size] - frame.cells * int(size) / frame.cells.sum()
            margins = [off.groupby(level=level).sum() for level in frame.cells.index.names]
            largest = max(largest, *(float(part.abs().max()) for part in (off, *margins)))
    return largest


def statuses_2026() -> Found:
    """Derive the 2026 sample's statuses from the final totals, by largest remainder."""
    totals = final_statuses(load_status_totals(2026))
    quotas = status_quotas(totals, 100)
    remark = "100 papers shared out in proportion to the final totals: accepted against the rest, then the rest"
    found: Found = {f"status.{status}.2026": (papers, largest_remainder, remark) for status, papers in quotas.items()}
    return found | {"accepted_quota.2026": (quotas["accepted"], largest_remainder, remark)}


def ratings_2026() -> Found:
    """Read the options of the 2026 form off the public patterns of ratings."""
    patterns = pd.read_csv(project_root() / "data" / "human-ratings" / "iclr2026_patterns.csv", dtype=str)
    options = sorted({int(rating) for pattern in patterns.iloc[:, 0] for rating in pattern.split()})
    remark = "ratings that occur in the public patterns of 2026"
    return {f"human_option.2026.o{at}": (option, pd.read_csv, remark) for at, option in enumerate(options, 1)}


def arithmetic(printed: dict[str, int]) -> Found:
    """Derive printed counts from other printed counts.

    Parameters
    ----------
    printed : dict of str to int
        Printed values by claim id without `PREFIX`.

    Returns
    -------
    dict
        Value, function and remark by claim id (without `PREFIX`).
    """
    years, statuses = ("2025", "2026"), ("accepted", "rejected", "withdrawn", "desk_rejected")
    status = {name: sum(printed.get(f"status.{name}.{year}", 0) for year in years) for name in statuses}
    everyone, known = sum(status.values()), printed["probs198.accepted"] + printed["probs198.nonaccepted"]
    left = everyone - status["withdrawn"]
    left_known = known - printed["probs198.withdrawn"]
    values = {f"status.{name}.all": (value, "sum of the years") for name, value in status.items()}
    for year in years:
        whole = sum(printed.get(f"status.{name}.{year}", 0) for name in statuses)
        values[f"n_papers.{year}"] = (whole, "sum of the statuses")
        values[f"n.{year}.full"] = (whole, "sum of the statuses")
        values[f"n.{year}.excl_withdrawn"] = (whole - printed[f"status.withdrawn.{year}"], "without withdrawn papers")
    values |= {
        "n_papers.all": (everyone, "sum of the years"),
        "positives.all": (status["accepted"], "the accepted papers"),
        "negatives.all": (everyone - status["accepted"], "all papers but the accepted ones"),
        "n.excl_withdrawn": (left, "all papers but the withdrawn ones"),
        "positives.excl_withdrawn": (status["accepted"], "accepted papers are not withdrawn"),
        "negatives.excl_withdrawn": (left - status["accepted"], "the others without withdrawn ones"),
        "n_missing_probabilities": (everyone - known, "all papers but those of the calibration set"),
        "probs198.n.excl_withdrawn": (left_known, "calibration set without withdrawn papers"),
        "probs198.accepted.excl_withdrawn": (printed["probs198.accepted"], "accepted papers are not withdrawn"),
        "probs198.nonaccepted.excl_withdrawn": (left_known - printed["probs198.accepted"], "what is left"),
        "shared199.2026": (
            printed["n_papers.2026"] - printed["inputs.haiku.n_excluded"],
            "all papers of the year but the one above the image limit",
        ),
        "shared199.2025": (printed["n_papers.2025"], "all papers of the year"),
    }
    return {name: (value, sum, remark) for name, (value, remark) in values.items()}


def record_sampling(page: Page, frames: list[Frame], record_statuses: dict[str, int]) -> None:
    """Give every printed number on sampling its verdict.

    Parameters
    ----------
    page : Page
        The page of the notebook.
    frames : list of Frame
        As from `peerassay.evidence.sampling.public_frames`.
    record_statuses : dict of str to int
        Papers by status in the reconstructed records of 2025, which were built to have the published ones.
    """
    claims = page.claims.where(part="repeatability", section=["sampling"])
    printed = {name.removeprefix(PREFIX): int(claim.value) for name, claim in claims.items() if not claim.decimals}
    printed["inputs.haiku.n_excluded"] = int(page.claims["rep.inputs.haiku.n_excluded"].value)
    found = [
        *((name, "measured", entry) for name, entry in (measured(frames) | statuses_2026() | ratings_2026()).items()),
        *((name, "derived", entry) for name, entry in arithmetic(printed).items()),
    ]
    for name, tier, (value, function, remark) in found:
        page.record(PREFIX + name, value, function=function, tier=tier, remark=remark)
    share = 100 * float(printed["mean_ge9.population"]) / float(frames[0].cells.sum())
    page.beside(f"{PREFIX}mean_ge9.population_share", f"{share:.4f}", function=cells, remark="printed as approximate")
    for status, papers in record_statuses.items():
        page.impose(f"{PREFIX}status.{status}.2025", papers, function=pd.Series.value_counts, remark="labels of papers")
    for claim_id in claims:
        if claim_id not in page.rows:
            page.transcribe(claim_id, SCALE if ".human_option." in claim_id else DESIGN)
