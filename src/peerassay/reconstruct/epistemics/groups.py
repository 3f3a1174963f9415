"""The groups of reviews that are rebuilt, and everything printed about each of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from peerassay.reconstruct.repeatability.targets import window

if TYPE_CHECKING:
    from collections.abc import Mapping

    from peerassay.claims import Claims

VENUES_2025: Final = ("iclr2025", "icml2025", "neurips2025")
YEARS: Final = ("iclr2021", "iclr2022", "iclr2023")
AGENTIC: Final = "agentic"
AC: Final = "ac"
NAMES: Final[Mapping[str, str]] = {"iclr": "ICLR", "icml": "ICML", "neurips": "NeurIPS"}
TIERS: Final = ("oral", "spotlight", "poster")
COMMENTS: Final = ("negative", "peer", "other")
PAPERS_EARLIER: Final = 200

SYSTEM1, SYSTEM2, MIXED, NON_EVALUATIVE = "System 1", "System 2", "Mixed", "Non-evaluative"
AIM: Final = 0.0015
"""How far above or below the middle of their rounding means are aimed, so that 0.65 and 2.86 hold together."""


@dataclass(frozen=True)
class Group:
    """What is to be built for one group of reviews.

    Attributes
    ----------
    key, venue : str
        Short name, and the venue as it is written in the records; empty where it is not known.
    year : int or None
        None where it is not known.
    size : int
        Reviews.
    mean, sd : float
        Of the reasoning quality score.
    labels : mapping of str to int
        How many reviews have each label.
    """

    key: str
    venue: str
    year: int | None
    size: int
    mean: float
    sd: float
    labels: Mapping[str, int]


def build_groups(claims: Claims, rng: np.random.Generator) -> dict[str, Group]:
    """Read what is printed about each group, and draw what is not.

    Parameters
    ----------
    claims : Claims
        The printed numbers.
    rng : numpy.random.Generator
        Source of the draws.

    Returns
    -------
    dict of str to Group
        By key: the venues of 2025, the agentic reviews, the earlier years, the reviews with an area chair's comment.
    """
    sizes = _sizes(claims)
    labels, spreads = _labels(claims, sizes, rng), _spreads(claims, sizes, rng)
    return {key: Group(key, *_place(key), sizes[key], _mean(claims, key), spreads[key], labels[key]) for key in sizes}


def tier_sizes(claims: Claims, key: str) -> dict[str, int]:
    """Return how many reviews of a venue are in each acceptance tier."""
    return {tier: int(claims[f"epi.outcome.count.{key}.{tier}"].value) for tier in TIERS}


def comment_sizes(claims: Claims) -> dict[str, int]:
    """Return how many reviews have each kind of comment; the text leaves open what a few of them are."""
    prefix = "epi.ac_comments.count"
    negative, peers = (int(claims[f"{prefix}.{name}"].value) for name in ("negative", "peers"))
    rest = int(claims[f"{prefix}.reviewers"].value) - negative - peers
    return dict(zip(COMMENTS, (negative, peers, rest), strict=True))


def _sizes(claims: Claims) -> dict[str, int]:
    venues = {key: sum(tier_sizes(claims, key).values()) for key in VENUES_2025}
    earlier = int(claims["epi.data.count.reviews_longitudinal"].value)
    years = {key: earlier // 3 + (place < earlier % 3) for place, key in enumerate(YEARS)}
    agentic = int(claims["epi.data.count.reviews_agentic"].value)
    return venues | {AGENTIC: agentic} | years | {AC: int(claims["epi.ac_comments.count.reviewers"].value)}


def _place(key: str) -> tuple[str, int | None]:
    if key in {AGENTIC, AC}:
        return "", None
    return NAMES[key[:-4]], int(key[-4:])


def _mean(claims: Claims, key: str) -> float:
    if key == AGENTIC:
        return float(claims["epi.agentic.rqs_mean.agentic"].value) + 2 * AIM
    if key == AC:
        return float(claims["epi.agentic.rqs_mean.human_pooled"].value)
    section = "temporal" if key in YEARS else "venue"
    return float(claims[f"epi.{section}.rqs_mean.{key}"].value) - (2 * AIM if key in VENUES_2025 else 0)


def _spreads(claims: Claims, sizes: Mapping[str, int], rng: np.random.Generator) -> dict[str, float]:
    """Give the printed extremes to two venues, drawn, and to the third what Cohen's d leaves for it."""
    ends = [float(claims[f"epi.agentic.rqs_sd.human_venues.{end}"].value) for end in ("min", "max")]
    agentic = float(claims["epi.agentic.rqs_sd.agentic"].value)
    means = {key: _mean(claims, key) for key in (*VENUES_2025, AGENTIC)}
    order = [str(key) for key in rng.permutation(list(VENUES_2025))]
    human = sum(sizes[key] for key in order)
    pooled_mean = sum(sizes[key] * means[key] for key in order) / human
    pooled = (means[AGENTIC] - pooled_mean) / float(claims["epi.agentic.cohen_d.rqs"].value)
    squares = (human + sizes[AGENTIC] - 2) * pooled**2 - (sizes[AGENTIC] - 1) * agentic**2
    squares -= sum(sizes[key] * (means[key] - pooled_mean) ** 2 for key in order)
    squares -= sum((sizes[key] - 1) * sd**2 for key, sd in zip(order[:2], ends, strict=True))
    third = float(np.sqrt(squares / (sizes[order[2]] - 1)))
    if not ends[0] <= third <= ends[1]:
        raise ValueError(f"SD of {order[2]}: {third:.3f}; expected it between the printed {ends[0]} and {ends[1]}")
    drawn = {key: float(rng.uniform(ends[0], ends[1])) for key in (*YEARS, AC)}
    return dict(zip(order, [*ends, third], strict=True)) | {AGENTIC: agentic} | drawn


def _labels(claims: Claims, sizes: Mapping[str, int], rng: np.random.Generator) -> dict[str, dict[str, int]]:
    first = {key: _drawn(claims, f"epi.venue.system1_share.{key}", sizes[key], rng) for key in VENUES_2025}
    first |= {AGENTIC: 0, YEARS[0]: _drawn(claims, "epi.temporal.system1_share.start", sizes[YEARS[0]], rng)}
    first[YEARS[1]] = first[YEARS[0]] + int(rng.integers(0, 20))
    first[YEARS[2]] = round(sizes[YEARS[2]] * float(rng.uniform(0.16, 0.26)))
    first[AC] = round(sizes[AC] * float(rng.uniform(0.2, 0.35)))
    second = _second(claims, sizes, rng)
    idle = {key: 0 if key == AGENTIC else round(size * float(rng.uniform(0.01, 0.03))) for key, size in sizes.items()}
    return {
        key: {
            SYSTEM1: first[key],
            SYSTEM2: second[key],
            NON_EVALUATIVE: idle[key],
            MIXED: size - first[key] - second[key] - idle[key],
        }
        for key, size in sizes.items()
    }


def _second(claims: Claims, sizes: Mapping[str, int], rng: np.random.Generator) -> dict[str, int]:
    """Draw counts of System 2 such that the shares of ICLR, of all venues, of the AI and of 2021 are as printed."""
    iclr, icml, neurips = VENUES_2025
    found = {iclr: _drawn(claims, "epi.temporal.system2_share.iclr2025", sizes[iclr], rng)}
    total = _drawn(claims, "epi.agentic.system2_share.human_pooled", sum(sizes[key] for key in VENUES_2025), rng)
    share = sizes[icml] / (sizes[icml] + sizes[neurips]) + float(rng.uniform(-0.04, 0.04))
    found[icml] = round((total - found[iclr]) * share)
    found[neurips] = total - found[iclr] - found[icml]
    found[AGENTIC] = _drawn(claims, "epi.agentic.system2_share.agentic", sizes[AGENTIC], rng)
    found[YEARS[0]] = _drawn(claims, "epi.temporal.system2_share.start", sizes[YEARS[0]], rng)
    found[YEARS[1]] = round(sizes[YEARS[1]] * float(rng.uniform(0.20, 0.25)))
    found[YEARS[2]] = round(sizes[YEARS[2]] * float(rng.uniform(0.17, 0.22)))
    found[AC] = round(sizes[AC] * float(rng.uniform(0.15, 0.25)))
    return found


def _drawn(claims: Claims, claim_id: str, size: int, rng: np.random.Generator) -> int:
    """Draw one of the counts that are printed as a share."""
    low, high = window(claims[claim_id], size)
    return int(rng.integers(low, high + 1))
