"""The opinions page: loading a table, counting it, and a verdict for every printed number."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pytest

from peerassay.claims import load_claims
from peerassay.evidence.opinions import count_opinions, load_opinions, record_opinions
from peerassay.exhibits import Page
from peerassay.language import embedder
from peerassay.manifest import load_notebooks
from peerassay.plots.opinions import describe_similarity, plot_similarity
from peerassay.records.problems import UnsuitableError
from peerassay.repeatability.opinions import opinion_similarity, similarity_table

if TYPE_CHECKING:
    from pathlib import Path


def test_the_example_is_whole_and_its_reviewers_repeat_themselves() -> None:
    opinions, notes = load_opinions()
    assert notes == ()
    assert count_opinions(opinions)["reviews"].tolist() == [9, 9]
    table = similarity_table(opinion_similarity(opinions, embedder("TF-IDF")), np.random.default_rng(0), 100)
    means = table.groupby("kind")["similarity"].mean()
    assert means["within"] > means["across"]
    assert table["empty"].sum() == 0


def test_other_versions_are_set_aside_and_prompts_become_part_of_the_name(tmp_path: Path) -> None:
    opinions, _ = load_opinions()
    doubled = pd.concat([opinions, opinions.assign(version="high"), opinions.assign(prompt="brief")])
    doubled.to_csv(tmp_path / "opinions.csv", index=False)
    kept, notes = load_opinions(str(tmp_path))
    assert len(kept) == 2 * len(opinions)
    assert "Example A, brief" in set(kept["reviewer"])
    assert notes == (f"{len(opinions)} opinions on other versions than the original are set aside",)


def test_a_table_without_originals_is_refused(tmp_path: Path) -> None:
    opinions, _ = load_opinions()
    opinions.assign(version="high").to_csv(tmp_path / "opinions.csv", index=False)
    with pytest.raises(UnsuitableError, match="no opinion on an original manuscript"):
        load_opinions(str(tmp_path))


def test_a_table_with_nothing_to_compare_is_refused(tmp_path: Path) -> None:
    rows = "a,mine,1,strength,Clear\na,mine,1,concern,Short\nb,mine,1,strength,New\n"
    (tmp_path / "opinions.csv").write_text(f"paper_id,reviewer,round,polarity,text\n{rows}", encoding="utf-8")
    with pytest.raises(UnsuitableError, match="no paper has opinions of two reviews"):
        load_opinions(str(tmp_path))


def test_every_printed_number_on_opinions_gets_a_verdict() -> None:
    notebook = load_notebooks()["repeatability/06-opinions"]
    page = Page(notebook, notebook.resolve({}))
    record_opinions(page)
    assert set(page.rows) == set(load_claims().where(part="repeatability", section="opinions"))
    assert page.rows["rep.opinions.review_pairs"]["verdict"] == "agrees"
    assert page.rows["rep.opinions.unmatched_contribution"]["ours"] == "0"
    assert {row["verdict"] for row in page.rows.values()} == {"agrees", "transcribed"}


def test_the_picture_and_its_text_show_every_condition() -> None:
    opinions, _ = load_opinions()
    table = similarity_table(opinion_similarity(opinions, embedder("TF-IDF")), np.random.default_rng(0), 100)
    axes = plot_similarity(table).axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == [
        "Example A",
        "Example B",
        "Example A and Example B",
    ]
    assert describe_similarity(table).count("concerns:") == 3
