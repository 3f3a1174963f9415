"""The page on preparing manuscripts, with the defaults and with a reader's own folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import nbformat
import pandas as pd
import pytest

from peerassay.manifest import load_notebooks
from peerassay.manuscripts import Preparation
from peerassay.manuscripts.batch import prepare_all, prepare_example
from peerassay.manuscripts.measured import fates, load_measured, measured_words
from peerassay.plots.blinding import describe_fates, plot_fates

from .test_blinding import NAMED

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "named.md").write_text(NAMED, "utf-8")
    (folder / "bad.pdf").write_bytes(b"Dear editor")
    return folder


def run(root: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, **parameters: Any) -> tuple[str, str]:
    """Run the page's cells in this process; give its prose and its HTML."""
    monkeypatch.chdir(root)
    monkeypatch.setenv("PEERASSAY_OUTPUT", str(folder))
    bundles: list[dict[str, str]] = []
    monkeypatch.setattr("peerassay.exhibits.page.display", lambda bundle, raw: bundles.append(bundle))
    notebook = load_notebooks(root)["assay/03-prepare"]
    cells = [cell.source for cell in nbformat.read(notebook.path, 4).cells if cell.cell_type == "code"]
    space: dict[str, Any] = {}
    exec(cells[0], space)
    space |= parameters
    for cell in cells[1:]:
        exec(cell, space)
    said, html = ("\n".join(bundle.get(kind, "") for bundle in bundles) for kind in ("text/markdown", "text/html"))
    return said, html


def test_own_manuscripts_are_reported_and_a_bad_one_is_named(
    root: Path, own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said, html = run(root, tmp_path / "out", monkeypatch, manuscripts=str(own))
    assert "Your manuscripts: **1 prepared**" in said
    assert "`bad` was left out: bad.pdf: is no PDF" in said
    assert "**Removed:** title block (2), e-mail address (1)" in said
    assert "CHANGED PARAMETERS (manuscripts)" in html
    report = pd.read_csv(tmp_path / "out" / "exhibits" / "assay-prepare-report.csv")
    assert set(report["paper_id"]) == {"named"}
    assert "Ilka Brandsund" not in said


def test_a_folder_of_which_nothing_can_be_read_still_makes_a_page(
    root: Path, own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said, _ = run(root, tmp_path / "out", monkeypatch, manuscripts=str(own / "bad.pdf"))
    assert "Your manuscripts: **0 prepared**" in said


def test_the_compendiums_own_manuscripts_name_nobody() -> None:
    batch = prepare_all("", Preparation())
    assert batch.statistics["pages"].tolist() == [1] * 6
    assert batch.statistics["removed"].sum() == 0
    assert batch.ours
    assert batch.failures == {}


def test_the_example_names_its_authors_before_and_not_after() -> None:
    example = prepare_example()
    text = example.package.text.split("## References")[0]
    for word in ("Velthuis", "Osterbrook", "Saarlund", "Norrland", "Orbis", "Quillmore", "Velden", "@"):
        assert word not in text, word
    assert "supported by the table of [1]" in text
    assert "We acknowledge that three readers are few." in text


def test_counts_add_up_over_layouts_and_are_said_as_they_are() -> None:
    table = pd.DataFrame(
        [
            ("identifying", "name", "one column", 2, 4, 3, 1, 0),
            ("identifying", "name", "two columns", 2, 4, 2, 0, 2),
            ("harmless", "sentence", "one column", 2, 10, 1, 0, 9),
        ],
        columns=["what", "kind", "layout", "papers", "items", "removed", "reported", "left"],
    )
    found = fates(table).set_index("kind")
    assert found.loc["name", ["items", "removed", "reported", "left"]].tolist() == [8, 5, 1, 2]
    assert found.loc["name", "recall"] == 5 / 8
    assert measured_words(table) == (
        "Of 8 things that identify authors, **5 are removed (62.5%)**, 1 are left and named in the report, and 2 are "
        "left unnoticed: name (2 of 8). Of 10 sentences that have to stay, 1 are removed. Removed without need: "
        "sentence (1 of 10)."
    )


def test_the_figure_shows_every_kind_to_a_hundred_per_cent() -> None:
    planted = fates(load_measured()).query("what == 'identifying'")
    axes = plot_fates(planted)
    assert [label.get_text() for label in axes.get_yticklabels()] == planted["kind"].tolist()
    assert max(bar.get_x() + bar.get_width() for bar in axes.patches) == pytest.approx(100)
    words = describe_fates(planted)
    assert all(f"{row.kind}: {row.removed} of {row.items} removed" in words for row in planted.itertuples())
