"""Building the ratings of every group from a seed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

from peerassay.claims import load_claims
from peerassay.epistemics.rubric import RUBRIC
from peerassay.reconstruct.epistemics.dimensions import build_dimensions
from peerassay.reconstruct.epistemics.groups import (
    AC,
    AGENTIC,
    COMMENTS,
    PAPERS_EARLIER,
    TIERS,
    VENUES_2025,
    build_groups,
)
from peerassay.reconstruct.epistemics.lengths import draw_lengths
from peerassay.reconstruct.epistemics.scores import draw_mixture, draw_scores, draw_traces, give_comments
from peerassay.reconstruct.epistemics.tags import agentic_tags, draw_rates, draw_tags, human_tags
from peerassay.reconstruct.epistemics.tiers import draw_tiers
from peerassay.reconstruct.search import SearchError
from peerassay.records.ratings import NO_TAG, SEPARATOR

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from peerassay.claims import Claims
    from peerassay.reconstruct.epistemics.groups import Group

JUDGE: Final = "claude-sonnet-4-6"
ATTEMPTS: Final = 5
PAPERS_PER_TIER: Final = {"oral": 6, "spotlight": 10, "poster": 84}


def reconstruct_epistemics(seed: int, progress: Callable[[str], None] | None = None) -> pd.DataFrame:
    """Build ratings that satisfy the imposed numbers of the epistemics paper.

    Parameters
    ----------
    seed : int
        0 or more.
    progress : callable, optional
        Called with one line of text before each step.

    Returns
    -------
    pandas.DataFrame
        One row per rating, in the schema `ratings`, sorted by its key.

    Raises
    ------
    SearchError
        If the imposed numbers could not be met from any of several starts.

    Notes
    -----
    Scores are a mixture by label, stretched to the printed mean and SD of their group. Lengths follow the scores so
    that the printed regressions hold; dimensions share a factor with the scores; tags depend on the label. Then
    single scores, tags and tiers are changed until every imposed number holds at its printed precision.
    """
    claims, failures = load_claims(), []
    say = progress or (lambda line: None)
    for attempt in range(ATTEMPTS):
        try:
            return _build(claims, np.random.default_rng([seed, attempt]), say)
        except SearchError as error:
            failures.append(str(error))
    raise SearchError(f"seed {seed}: {'; '.join(failures)}")


def _build(claims: Claims, rng: np.random.Generator, say: Callable[[str], None]) -> pd.DataFrame:
    say("labels and scores")
    groups, mixture = build_groups(claims, rng), draw_mixture(rng)
    drawn = {key: draw_scores(group, mixture, rng) for key, group in groups.items()}
    labels = {key: pair[0] for key, pair in drawn.items()}
    scores = {key: pair[1] for key, pair in drawn.items()}
    comments = give_comments(scores[AC], claims, rng)
    say("lengths and tiers")
    lengths, tiers = draw_lengths(scores, claims, rng), draw_tiers(scores, claims, rng)
    say("dimensions")
    human = np.concatenate([scores[key] for key in VENUES_2025])
    others = {key: scores[key] for key in groups if key not in {*VENUES_2025, AGENTIC}}
    dimensions = _by_venue(build_dimensions(human, scores[AGENTIC], others, claims, rng), groups)
    say("tags")
    tags = _tags(labels, lengths, claims, rng)
    frames = []
    for key, group in groups.items():
        first, second = draw_traces(scores[key], rng, agentic=key == AGENTIC)
        papers, tier = _papers(group, tiers.get(key), rng)
        table = pd.DataFrame({"paper_id": papers, "tier": tier, "n_chars": lengths[key], "label": labels[key]})
        table = table.assign(s1=first, s2=second, rqs=scores[key], ac_comment=comments if key == AC else "")
        table = table.join(dimensions[key]).assign(bias_tags=_joined(tags[key]))
        frames.append(_finished(table, group))
    return pd.concat(frames).sort_values("review_id", ignore_index=True)


def _by_venue(dimensions: dict[str, pd.DataFrame], groups: Mapping[str, Group]) -> dict[str, pd.DataFrame]:
    human, start, found = dimensions.pop("human"), 0, dict(dimensions)
    for key in VENUES_2025:
        found[key] = human.iloc[start : start + groups[key].size].reset_index(drop=True)
        start += groups[key].size
    return found


def _tags(
    labels: Mapping[str, NDArray[np.str_]],
    lengths: Mapping[str, NDArray[np.int64]],
    claims: Claims,
    rng: np.random.Generator,
) -> dict[str, pd.DataFrame]:
    rates = draw_rates(rng)
    together = np.concatenate([labels[key] for key in VENUES_2025])
    cut = int(claims["epi.short_reviews.threshold.characters"].value)
    short = np.concatenate([lengths[key] for key in VENUES_2025]) <= cut
    human, start, found = human_tags(together, short, rates, claims, rng), 0, {}
    for key in VENUES_2025:
        found[key] = human.iloc[start : start + len(labels[key])].reset_index(drop=True)
        start += len(labels[key])
    rest = {key: draw_tags(labels[key], rng, rates) for key in labels if key not in {*VENUES_2025, AGENTIC}}
    return found | rest | {AGENTIC: agentic_tags(len(labels[AGENTIC]), claims, rng)}


def _papers(group: Group, tier: NDArray[np.str_] | None, rng: np.random.Generator) -> tuple[list[str], list[str]]:
    """Share reviews out among papers, evenly within each tier; agentic reviews and comments have no known paper."""
    if group.key in {AGENTIC, AC}:
        return [f"{group.key}-{place:03d}" for place in range(1, group.size + 1)], [""] * group.size
    if tier is None:
        return [f"{group.key}-{1 + place % PAPERS_EARLIER:03d}" for place in range(group.size)], [""] * group.size
    first = dict(zip(TIERS, np.cumsum([0, *PAPERS_PER_TIER.values()])[:-1], strict=True))
    seen = dict.fromkeys(TIERS, 0)
    papers = []
    for name in map(str, tier):
        papers.append(f"{group.key}-{1 + first[name] + seen[name] % PAPERS_PER_TIER[name]:03d}")
        seen[name] += 1
    return papers, [str(name) for name in tier]


def _joined(tags: pd.DataFrame) -> list[str]:
    names = np.array(tags.columns)
    return [SEPARATOR.join(names[row]) or NO_TAG for row in tags.to_numpy(bool)]


def _finished(table: pd.DataFrame, group: Group) -> pd.DataFrame:
    """Give the reviews of each paper numbers and put the columns in order."""
    table = table.sort_values("paper_id", kind="stable", ignore_index=True)
    number = table.groupby("paper_id").cumcount() + 1
    known = group.key not in {AGENTIC, AC}
    reviews = [f"{paper}-{place}" if known else paper for paper, place in zip(table["paper_id"], number, strict=True)]
    head = {"review_id": reviews, "judge": JUDGE, "run": 1, "source": "ai" if group.key == AGENTIC else "human"}
    head |= {"paper_id": table["paper_id"] if known else "", "venue": group.venue, "year": group.year}
    rest = ["tier", "ac_comment", "n_chars", "label", "s1", "s2", "rqs", *RUBRIC.dimension_names, "bias_tags"]
    frame = pd.DataFrame(head).join(table[rest])
    return frame.assign(
        year=frame["year"].astype("Int64"), ac_comment=frame["ac_comment"].where(frame["ac_comment"] != COMMENTS[2], "")
    )


def write(ratings: pd.DataFrame, folder: Path) -> None:
    """Write `ratings.csv`; the same table gives the same bytes.

    Parameters
    ----------
    ratings : pandas.DataFrame
        Ratings.
    folder : pathlib.Path
        Made if it does not exist.
    """
    folder.mkdir(parents=True, exist_ok=True)
    ratings.to_csv(folder / "ratings.csv", index=False, lineterminator="\n", float_format="%.12g")
