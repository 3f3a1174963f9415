"""The page on revised manuscripts: one verdict per printed number, and tables beside what is published."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from peerassay.claims import load_claims
from peerassay.crossover import arrange_crossover, direction_summary
from peerassay.exhibits.recorder import Recorder
from peerassay.manifest import load_notebooks
from peerassay.reconstruct.crossover import KEY, Results, results
from peerassay.reconstructed import load_predictions, revision_tables, revision_words
from peerassay.reconstructed.published import predicted_rows
from peerassay.reconstructed.revisions import SECTIONS, held_out_labels, record_revisions
from peerassay.records import load_records

if TYPE_CHECKING:
    from pathlib import Path

CLAIMS = load_claims()


@pytest.fixture(scope="module")
def found(root: Path) -> Results:
    data = arrange_crossover(load_records(root / "data" / "reconstructed" / KEY))
    return results(data, np.random.default_rng(1), resamples=200)


@pytest.fixture(scope="module")
def page(root: Path, found: Results) -> Recorder:
    notebook = load_notebooks(root)["repeatability/10-crossover"]
    recorder = Recorder(notebook, notebook.defaults, {})
    record_revisions(recorder, found)
    return recorder


def test_every_printed_number_of_its_sections_has_a_verdict(page: Recorder) -> None:
    assert list(page.claims.where(part="repeatability", section=list(SECTIONS))) == [
        n for n in CLAIMS if n in page.rows
    ]
    counts = dict.fromkeys(sorted({row["verdict"] for row in page.rows.values()}), 0)
    for row in page.rows.values():
        counts[row["verdict"]] += 1
    assert counts == {"agrees": 12, "imposed": 18, "predicted-agrees": 12, "predicted-differs": 5, "transcribed": 31}


def test_what_cannot_be_computed_says_why_and_similar_sets_are_shown_beside(page: Recorder) -> None:
    assert (
        page.rows["rep.crossover.edits.luna_writer.candidates"]["remark"] == "a raw count of edits that are not public"
    )
    row = page.rows["rep.crossover.jaccard.luna_writer"]
    assert (row["verdict"], round(float(row["ours"]), 4)) == ("transcribed", 0.9275)
    assert page.rows["rep.crossover.gain.lll"]["function"].endswith("derived_values")
    assert page.rows["rep.crossover.gain.lll.2025"]["function"].endswith("gains_table")


def test_gains_stand_beside_the_published_ones(page: Recorder, found: Results) -> None:
    names = revision_tables.gain_claims(found.gains, CLAIMS)
    assert sum(map(bool, names)) == 15
    table = revision_tables.beside_claims(page, found.gains, names).set_index("claim_id")
    assert table.loc["rep.crossover.gain.llh.2026", ["published", "verdict"]].tolist() == ["-0.279", "imposed"]
    overall = found.gains[found.gains["subset"] == "all"]
    printed = revision_tables.with_printed(page, overall)["printed"].dropna().tolist()
    assert printed == [0.474, -0.348, 0.472, -0.296, 0.05]


def test_gaps_shares_and_correlations_stand_beside_the_published_ones(page: Recorder, found: Results) -> None:
    gaps = revision_tables.gaps_frame(page, found)
    assert gaps["published"].tolist() == ["0.822 [0.717, 0.928]", "", "", "-0.054 [-0.116, 0.010]"]
    shares = revision_tables.shares_frame(page, direction_summary(found.directions))
    assert shares.set_index("claim_id").loc["rep.gain_direction.reversals.lh", "published"] == "61"
    noise = revision_tables.noise_frame(page, found.noise).set_index("version")
    assert noise.loc["original", ["published", "published_adjusted"]].tolist() == ["0.804", "0.843"]
    # 0.415 / 0.521: the quotient is the geometric mean of both reliabilities
    assert noise.loc["GPT-6-Luna/GPT-6-Luna", "published_reliability"] == pytest.approx(0.7965, abs=1e-4)
    assert "37\u202f% for gains of `Haiku/Haiku`" in revision_words.reliability_words(noise.reset_index())[0]


def test_printed_counts_of_edits_are_laid_out_with_what_follows() -> None:
    edits = revision_tables.edits_frame(CLAIMS).set_index("writer")
    assert edits.loc["GPT-6-Luna", ["differing", "neither", "different_papers"]].tolist() == [661, 207, 182]
    assert edits.loc["Haiku", ["differing", "neither"]].tolist() == [184, 49]
    assert edits["same_papers"].isna().tolist() == [False, True]
    audit = revision_tables.audit_frame(CLAIMS)
    assert audit["blocks"].tolist() == [8857, 8722, 2442, 2450]
    assert audit["images"].sum() == 9440
    assert "8,459 (90.7\u202f%)" in revision_words.edit_words(edits.reset_index())[0]


def test_held_out_numbers_have_names_and_are_counted_in_words(page: Recorder) -> None:
    labels = held_out_labels(CLAIMS)
    assert labels["rep.crossover.gap.ll.ci_low"] == "Gap of the Scorers LL, lower end"
    assert labels["rep.noise_adjustment.original"] == "Noise-adjusted, originals"
    assert len(set(labels.values())) == len(labels) == 12
    rows = predicted_rows(page, labels, load_predictions(KEY))
    assert revision_words.held_out_words(rows).startswith("**7 of 12** lie inside the bands. Outside: Gap")
    signs = held_out_labels(CLAIMS, signs=True)
    assert signs["rep.crossover.gain.lhl.2025"] == "Mean gain LHL, 2025"
    said = revision_words.sign_words(predicted_rows(page, signs, load_predictions(KEY)))
    assert "Mean gain LHH, 2026 < 0 (nine tenths" in said


def test_on_changed_parameters_nothing_is_compared(root: Path, found: Results) -> None:
    notebook = load_notebooks(root)["repeatability/10-crossover"]
    changed = Recorder(notebook, notebook.defaults | {"records": "own"}, {})
    assert record_revisions(changed, found) == []
    assert "published" not in revision_tables.gaps_frame(changed, found)
    assert revision_tables.noise_frame(changed, found.noise).equals(found.noise)
    assert revision_words.reliability_words(found.noise) == []


def test_sentences_name_opposite_directions_and_undefined_correlations(found: Results) -> None:
    gaps = revision_words.gap_words(found.gaps, found.gains)
    assert "in **opposite directions** on average" in gaps[0]
    assert "not in opposite directions" in gaps[2]
    undefined = found.noise.head(1).assign(adjusted=np.nan, reason="a reason")
    assert revision_words.noise_words(undefined) == ["Original mean scores: no adjusted correlation, because a reason."]
    odd = found.noise.head(1).assign(resamples=5000, invalid=12, beyond=1200)
    assert revision_words.noise_words(odd)[0].endswith("12 left no spread beyond the noise and 1,200 went beyond 1.")
    assert revision_words.noise_words(found.noise.head(1).assign(invalid=0, beyond=0)) == []
