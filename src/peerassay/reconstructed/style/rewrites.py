"""Reviews of rewrites on a page: loading them (or a reader's own), and what the reconstruction predicts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pandas as pd

from peerassay.reconstructed.rules import load_predictions, load_rules, reconstructed_folder
from peerassay.records import load_records
from peerassay.records.problems import plural
from peerassay.style.contrasts import COMPARISONS, CONDITIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from peerassay.claims import Claims
    from peerassay.exhibits import Page
    from peerassay.exhibits.recorder import Recorder
    from peerassay.style.contrasts import Contrast

PART: Final = "style"
SHORT: Final = {"native_high_vs_nonnative_low": "extremes", "native_low_vs_nonnative_high": "crossed"}
LEFT_OUT: Final = "*Left out: this is about the printed table, not about your own records.*"


@dataclass(frozen=True)
class PairStudy:
    """Reviews of rewrites, arranged for a notebook.

    Attributes
    ----------
    reviews, papers : pandas.DataFrame
        As from `peerassay.records.load_records`.
    own : bool
        Whether they are a reader's own.
    notes : tuple of str
        What was understood, assumed or counted as missing.
    """

    reviews: pd.DataFrame
    papers: pd.DataFrame
    own: bool
    notes: tuple[str, ...]

    @property
    def tier(self) -> str:
        """The kind of evidence that exhibits on these reviews are."""
        return "measured" if self.own else "reconstructed"

    def show(self, page: Page, contrasts: Sequence[Contrast]) -> None:
        """Say what the records hold, and which versions of some contrasts they lack.

        Parameters
        ----------
        page
            The page of the notebook.
        contrasts
            The pairs of versions that the page is about.
        """
        whose = "Your own records" if self.own else "Reconstructed records (synthetic; not the study's reviews)"
        wanted = {version for contrast in contrasts for version in (contrast.first, contrast.second)}
        there = self.reviews[self.reviews["version"].isin(wanted)]
        lines = [f"**{whose}**: {len(there):,} reviews of the versions that this page compares."]
        lines += [f"- {line}" for line in self._sizes(there)] if self.own else []
        lacking = [f"`{one.first}` and `{one.second}`" for one in contrasts if not self._has(one)]
        lines += [f"- no pair of the versions {', nor of '.join(lacking)}: left out below"] if lacking else []
        lines += [f"- {note}" for note in self.notes] if self.own else []
        page.say("\n".join([lines[0], "", *lines[1:]]))

    def _has(self, contrast: Contrast) -> bool:
        return {contrast.first, contrast.second} <= set(self.reviews["version"])

    def _sizes(self, reviews: pd.DataFrame) -> list[str]:
        groups = reviews.groupby(["reviewer", "prompt"])
        return [
            f"{reviewer}, prompt {prompt}: {plural(group['paper_id'].nunique(), 'paper')}, versions "
            f"{', '.join(sorted(set(group['version'])))}"
            for (reviewer, prompt), group in groups
        ]


def open_pairs(records: str = "", score_low: float = 1, score_high: float = 10) -> PairStudy:
    """Load the reviews of rewrites that a notebook was asked to work on.

    Parameters
    ----------
    records
        A reader's folder with `reviews.csv`, or a CSV file; the committed reconstruction if empty.
    score_low, score_high
        Lowest and highest score that can be given.

    Returns
    -------
    PairStudy

    Raises
    ------
    FileNotFoundError
        If there is nothing to read.
    peerassay.records.RecordsError
        If the tables break the schema; it lists every problem.
    ValueError
        If the score range is empty.
    """
    path = Path(records).expanduser() if records else reconstructed_folder(PART)
    loaded = load_records(path, score_range=(score_low, score_high))
    return PairStudy(loaded.reviews, loaded.papers, bool(records), loaded.notes)


def record_rewrites(
    page: Recorder, claims: Claims, values: Mapping[str, float], function: Callable[..., Any]
) -> list[str]:
    """Give its verdict to every claim that the reconstruction imposed or held out, means and held-out shares only.

    Parameters
    ----------
    page
        The page of the notebook.
    claims
        Those of one table.
    values
        What the committed records have, by claim id, in the claim's unit.
    function
        What computed them.

    Returns
    -------
    list of str
        The claims that were recorded. Imposed shares and flips are not among them: their counts come from the printed
        cells and are treated with these.
    """
    rules, spreads = load_rules(PART), load_predictions(PART)
    done = []
    for claim_id, claim in claims.items():
        if claim_id in rules.held_out:
            reason = rules.held_out[claim_id]
            page.predict(claim_id, values[claim_id], spread=spreads[claim_id], function=function, remark=reason)
        elif claim_id in rules.imposed and claim.stat in {"mean_second", "sd"}:
            page.impose(claim_id, values[claim_id], function=function, remark=rules.imposed[claim_id])
        else:
            continue
        done.append(claim_id)
    return done


def predicted_frame(page: Recorder, claim_ids: Iterable[str]) -> pd.DataFrame:
    """Lay out held-out claims of preference tables beside what the seeds predict.

    Parameters
    ----------
    page
        The page of the notebook, on which the claims have been recorded.
    claim_ids
        The claims; those that were not held out are left out.

    Returns
    -------
    pandas.DataFrame
        `claim_id`, `label`, `printed`, `published`, `ours` (the records at hand), `low`, `median`, `high`, `seeds`,
        `difference` (median minus printed) and `verdict`. Of a mean of the first version everything is given relative
        to the printed mean of the second: how much higher the first version scores.
    """
    spreads = load_predictions(PART)
    rows = []
    for claim_id in claim_ids:
        if claim_id in page.at_hand:
            claim, spread = page.claims[claim_id], spreads[claim_id]
            base = _base(page.claims, claim_id)
            shifted = {name: getattr(spread, name) - base for name in ("low", "median", "high")}
            rows.append(
                {"claim_id": claim_id, "label": _label(page.claims, claim_id), "printed": float(claim.value) - base}
                | {"published": claim.published, "ours": page.at_hand[claim_id] - base}
                | {**shifted, "seeds": spread.seeds, "difference": spread.median - float(claim.value)}
                | {"verdict": page.rows[claim_id]["verdict"]}
            )
    return pd.DataFrame(rows)


def _base(claims: Claims, claim_id: str) -> float:
    if claims[claim_id].stat != "mean_first":
        return 0.0
    return float(claims[claim_id.removesuffix("mean_first") + "mean_second"].value)


def _label(claims: Claims, claim_id: str) -> str:
    claim = claims[claim_id]
    contrast = SHORT.get(claim.contrast, COMPARISONS.get(claim.contrast, ""))
    place = ", ".join(filter(None, [contrast, CONDITIONS.get(claim.condition, claim.condition)]))
    version = {"share_first": ", first", "share_second": ", second", "share_tie": ", tie"}.get(claim.stat, "")
    return f"{claim.subject}: {place}{version}"


def predicted_words(frame: pd.DataFrame) -> str:
    """Say how many held-out numbers the seeds predict, and which not.

    Parameters
    ----------
    frame
        As from `predicted_frame`.

    Returns
    -------
    str
    """
    outside = frame[frame["verdict"] != "predicted-agrees"]
    inside = len(frame) - len(outside)
    parts = [
        f"{row['label']} (published {row['published']}, predicted {row['difference']:+.2f} from it)"
        for row in outside.to_dict("records")
    ]
    said = f" Outside: {'; '.join(parts)}." if parts else ""
    return f"Of {len(frame)} held-out numbers, {inside} lie in the central nine tenths of what the seeds predict.{said}"
