"""The sampling page: public counts beside printed samples, a reader's own papers, and a verdict for every number."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pytest

from peerassay.claims import load_claims
from peerassay.evidence import sampling as page_tables
from peerassay.evidence.sampling_claims import arithmetic, record_sampling
from peerassay.exhibits import Page
from peerassay.manifest import load_notebooks
from peerassay.plots.sampling import bin_shares, describe_bin_shares, plot_bin_shares
from peerassay.records import RecordsError
from peerassay.sampling import QuotaError

if TYPE_CHECKING:
    from pathlib import Path

FRAMES = page_tables.public_frames([100, 300, 1000])


def own_table(folder: Path) -> Path:
    rng = np.random.default_rng(1)
    table = pd.DataFrame(
        {
            "paper_id": [f"p{at:03}" for at in range(120)],
            "year": np.repeat([2024, 2025], 60),
            "area": rng.choice(["a", "b"], 120),
            "human_mean": rng.uniform(3, 7, 120).round(2),
        }
    )
    table.to_csv(folder / "papers.csv", index=False)
    return folder


def test_the_published_status_counts_come_out() -> None:
    """43 rejected, 26 withdrawn, 4 desk rejected and 27 accepted papers of 2026 (Appendix A.3)."""
    claims = load_claims().where(part="repeatability", section="sampling")
    published = {(2026, name): int(claims[f"rep.sampling.status.{name}.2026"].value) for name in page_tables.STATUSES}
    table = page_tables.status_table(FRAMES, published, 100, 200, np.random.default_rng(0))
    late = table[table["year"] == 2026]
    assert late["quota"].tolist() == late["published"].tolist() == [27, 43, 26, 4]
    early = table[table["year"] == 2025]
    assert early["quota"].isna().all()
    assert (early["low"] <= early["median"]).all()
    assert early["population"].sum() == 11513


def test_accepted_tiers_are_added_up() -> None:
    assert page_tables.final_statuses({"oral": 1, "accepted_poster": 2, "rejected": 3}) == {
        "accepted": 3,
        "rejected": 3,
        "withdrawn": 0,
        "desk_rejected": 0,
    }


def test_bins_are_written_as_the_paper_writes_them() -> None:
    assert [page_tables.bin_label(edge) for edge in (0, 8, 9)] == ["[0, 1)", "[8, 9)", "[9, 10]"]


def test_every_printed_number_on_sampling_gets_a_verdict_and_two_populations_differ() -> None:
    notebook = load_notebooks()["repeatability/01-sampling"]
    page = Page(notebook, notebook.resolve({}))
    record_sampling(page, FRAMES, {"accepted": 36, "rejected": 41, "withdrawn": 23})
    assert set(page.rows) == set(load_claims().where(part="repeatability", section="sampling"))
    verdicts = pd.Series({name: row["verdict"] for name, row in page.rows.items()})
    assert sorted(verdicts[verdicts == "differs"].index) == [
        "rep.sampling.population.2025",
        "rep.sampling.population.2026",
    ]
    assert verdicts["rep.sampling.mean_ge9.sample"] == "agrees"


def test_counts_without_withdrawn_papers_by_hand() -> None:
    printed = {
        **{f"status.accepted.{year}": 2 for year in (2025, 2026)},
        **{f"status.rejected.{year}": 3 for year in (2025, 2026)},
        **{f"status.withdrawn.{year}": 1 for year in (2025, 2026)},
        "status.desk_rejected.2026": 1, "probs198.accepted": 4, "probs198.nonaccepted": 8, "probs198.withdrawn": 2,
        "n_papers.2025": 6, "n_papers.2026": 7, "inputs.haiku.n_excluded": 1,
    }  # fmt: skip
    found = {name: value for name, (value, _, _) in arithmetic(printed).items()}
    assert found["n_papers.all"] == 13
    assert found["n.excl_withdrawn"] == 11
    assert found["negatives.excl_withdrawn"] == 7
    assert found["n_missing_probabilities"] == 1
    assert found["probs198.nonaccepted.excl_withdrawn"] == 6


def test_a_readers_own_papers_are_counted_and_drawn(tmp_path: Path) -> None:
    papers, notes = page_tables.own_papers(str(own_table(tmp_path)))
    frames = page_tables.own_frames(papers, [10, 20])
    assert not any("left out" in note for note in notes)
    assert [frame.year for frame in frames] == [2024, 2025]
    drawn = page_tables.draw_own(papers, frames, np.random.default_rng(0))
    assert drawn["paper_id"].is_unique
    assert drawn.groupby("year").size().tolist() == [20, 20]
    assert (drawn["smallest_sample"] == 10).groupby(drawn["year"]).sum().tolist() == [10, 10]


def test_a_table_without_areas_is_refused(tmp_path: Path) -> None:
    (tmp_path / "papers.csv").write_text("paper_id,year,human_mean\na,2025,3\n", encoding="utf-8")
    with pytest.raises(RecordsError, match="area"):
        page_tables.own_papers(str(tmp_path))


@pytest.mark.parametrize(
    ("rows", "said"), [("a,2025,x,\nb,,x,3\n", "no paper has a year"), ("a,2025,x,72\n", "paper a has human_mean 72")]
)
def test_papers_that_no_bin_can_hold_are_refused(tmp_path: Path, rows: str, said: str) -> None:
    (tmp_path / "papers.csv").write_text(f"paper_id,year,area,human_mean\n{rows}", encoding="utf-8")
    with pytest.raises(QuotaError, match=said):
        page_tables.own_papers(str(tmp_path))


def test_papers_that_are_left_out_are_counted(tmp_path: Path) -> None:
    (tmp_path / "papers.csv").write_text("paper_id,year,area,human_mean\na,2025,x,3\nb,2025,,3\n", encoding="utf-8")
    papers, notes = page_tables.own_papers(str(tmp_path))
    assert papers["paper_id"].tolist() == ["a"]
    assert "1 paper without a year, an area or a human mean left out" in notes


def test_the_picture_and_its_text_show_the_same_shares() -> None:
    shares = bin_shares(page_tables.category_table(FRAMES, "bin"), [2025, 2026], 100)
    figure = plot_bin_shares(shares)
    heights = [patch.get_height() for patch in figure.axes[0].patches]
    assert heights == pytest.approx(100 * shares[shares["year"] == 2025]["population"])
    assert "In 2025 most papers (27.3 %) have a mean from 5 to 6" in describe_bin_shares(shares)
