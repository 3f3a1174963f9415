"""The page of a notebook: records, exhibits, files and the ledger fragment."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pytest

from peerassay.exhibits import open_page
from peerassay.exhibits.about import weakest
from peerassay.exhibits.html import picture_html
from peerassay.exhibits.page import _own_files
from peerassay.exhibits.recorder import PageError
from peerassay.ledger import LEDGER_COLUMNS, LedgerError
from peerassay.manifest import ParameterError
from peerassay.plots.palette import figure

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from peerassay.exhibits import Page

SPEC = """
title = "Budgets"
question = "How many?"
data = ["data/claims/repeatability.csv"]
[parameters.tolerance]
type = "float"
default = 0.5
minimum = 0.1
help = "Largest error."
[parameters.records]
type = "path"
default = ""
help = "Own scores."
"""
PLANNING = "rep.budget.planning.eps050.gpt56sol"  # printed: 12
APPROXIMATE = "rep.budget.halving_ratio"  # printed: about 4


def computed() -> None:
    """Stand for a function of the package."""


@pytest.fixture
def page(add_notebook: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Page:
    add_notebook("repeatability/07-budgets", [], SPEC)
    monkeypatch.setenv("PEERASSAY_OUTPUT", str(tmp_path / "out"))
    return open_page("repeatability/07-budgets", tolerance=0.5, records="")


def changed_page(**changes: object) -> Page:
    return open_page("repeatability/07-budgets", **{"tolerance": 0.5, "records": "", **changes})


def shown(call: Callable[..., None], *arguments: object, **options: object) -> dict[str, str]:
    with pytest.MonkeyPatch.context() as patch:
        bundles: list[dict[str, str]] = []
        patch.setattr("peerassay.exhibits.page.display", lambda bundle, raw: bundles.append(bundle))
        call(*arguments, **options)
    return bundles[0]


def test_record_gives_agrees_or_differs(page: Page) -> None:
    page.record(PLANNING, 12, function=computed)
    page.record("rep.budget.planning.eps050.gpt6luna", 13, function=computed)
    assert [row["verdict"] for row in page.rows.values()] == ["agrees", "differs"]
    assert page.rows[PLANNING]["function"] == f"{__name__}.computed"
    assert page.rows[PLANNING]["published"] == "12"


def test_comparison_shows_the_difference(page: Page) -> None:
    page.record(PLANNING, 13, function=computed)
    page.transcribe(APPROXIMATE, "not a single value")
    table = page.comparison()
    assert table.loc[0, "difference"] == 1
    assert np.isnan(table.loc[1, "difference"])


def test_fraction_is_shown_in_the_claims_percent(page: Page) -> None:
    page.record("rep.repeatability.exact_agreement.gpt56sol", 6557 / 9000, function=computed, unit="fraction")
    row = page.rows["rep.repeatability.exact_agreement.gpt56sol"]
    assert row["verdict"] == "agrees"
    assert row["ours"].startswith("72.8555")


def test_an_approximate_claim_cannot_be_recorded(page: Page) -> None:
    with pytest.raises(LedgerError, match="show it beside"):
        page.record(APPROXIMATE, 4, function=computed)
    page.beside(APPROXIMATE, 3.9, function=computed, remark="approximate")
    assert page.rows[APPROXIMATE]["verdict"] == "transcribed"


def test_a_claim_is_recorded_once_and_transcription_needs_a_reason(page: Page) -> None:
    page.record(PLANNING, 12, function=computed)
    with pytest.raises(PageError, match="recorded twice"):
        page.record(PLANNING, 12, function=computed)
    with pytest.raises(PageError, match="needs a reason"):
        page.transcribe(APPROXIMATE, "")


def test_unknown_claim_is_an_error(page: Page) -> None:
    with pytest.raises(KeyError):
        page.record("rep.budget.planing", 12, function=computed)


def test_finish_writes_the_fragment(page: Page) -> None:
    page.record(PLANNING, 12, function=computed)
    data = shown(page.finish)
    fragment = pd.read_csv(page.folder / "ledger" / "repeatability--07-budgets.csv", dtype=str)
    assert tuple(fragment.columns) == LEDGER_COLUMNS
    assert fragment["id"].tolist() == [PLANNING]
    assert "1 printed numbers (1 agrees)" in data["text/markdown"]


def test_changed_parameters_never_write_the_ledger_and_say_so(page: Page) -> None:
    other = changed_page(tolerance=0.25)
    other.record(PLANNING, 45, function=computed)
    assert other.comparison()["verdict"].tolist() == ["not compared"]
    frame = pd.DataFrame({"k": [45]})
    about = {"caption": "Budgets", "tier": "derived", "source": computed, "reproduces": "Table 2"}
    html = shown(other.table, frame, "t", **about)["text/html"]
    assert "as Table 2 of the paper, with CHANGED PARAMETERS (tolerance)" in html
    assert "Nothing was entered" in shown(other.finish)["text/markdown"]
    assert not (other.folder / "ledger").exists()


def test_own_records_are_named_and_digested(page: Page, tmp_path: Path) -> None:
    own = tmp_path / "scores.csv"
    own.write_text("paper_id,score\n", "utf-8")
    other = changed_page(records=str(own))
    about = {"caption": "Scores", "tier": "measured", "source": computed, "reproduces": "Table 1"}
    html = shown(other.table, pd.DataFrame({"a": [1]}), "t", **about)["text/html"]
    assert "as Table 1 of the paper, on YOUR DATA" in html
    assert "scores.csv" in other.data


def test_an_exhibit_that_own_records_do_not_touch_keeps_its_name(page: Page, tmp_path: Path) -> None:
    own = tmp_path / "scores.csv"
    own.write_text("paper_id,score\n", "utf-8")
    other = changed_page(records=str(own), tolerance=0.25)
    about = {"caption": "A", "tier": "derived", "source": computed, "reproduces": "Table 1"}
    html = shown(other.table, pd.DataFrame({"a": [1]}), "t", unaffected_by=["records"], **about)["text/html"]
    assert "as Table 1 of the paper, with CHANGED PARAMETERS (tolerance)" in html
    html = shown(other.table, pd.DataFrame({"a": [1]}), "u", unaffected_by=["records", "tolerance"], **about)[
        "text/html"
    ]
    assert '<span class="exhibit-reproduces">Table 1 of the paper</span>' in html


def test_a_changed_run_says_at_the_top_what_differs(page: Page) -> None:
    html = shown(open_page, "repeatability/07-budgets", tolerance=0.25, records="own <1>.csv")["text/html"]
    assert 'role="note"' in html
    assert "tolerance = 0.25</code> (book: 0.5)" in html
    assert "own &lt;1&gt;.csv" in html


def test_an_unchanged_run_has_no_banner(page: Page) -> None:
    with pytest.raises(IndexError):
        shown(open_page, "repeatability/07-budgets", tolerance=0.5, records="")


def test_a_folder_of_records_is_digested_file_by_file(page: Page, tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    for name in ("papers.csv", "reviews.csv", "notes.txt"):
        (tmp_path / "own" / name).write_text(name, "utf-8")
    other = changed_page(records=str(tmp_path / "own"))
    assert list(other.data) == ["data/claims/repeatability.csv", "papers.csv", "reviews.csv"]


def test_table_writes_csv_and_sidecar(page: Page) -> None:
    frame = pd.DataFrame({"model": ["a"], "k": [1 / 3]})
    page.table(
        frame, "budget-table", caption="Budgets <by> model", tier="derived", source=computed, claims=[PLANNING],
        tiers={"k": "transcribed"}, reproduces="Table 2", place="Section 4",
    )  # fmt: skip
    assert (page.folder / "exhibits/budget-table.csv").read_text() == f"model,k\na,{1 / 3!r}\n"
    record = json.loads((page.folder / "exhibits/budget-table.json").read_text())
    assert record["tier"] == "transcribed"
    assert record["number"] == "R7.1"
    assert record["claims"] == [PLANNING]
    assert record["changed"] == []
    assert list(record["data"]) == ["data/claims/repeatability.csv"]


def test_table_html_escapes_and_is_accessible(page: Page) -> None:
    frame = pd.DataFrame({"model": ["<script>"], "k": [np.nan], "verdict": ["differs"]})
    about = {"caption": "A <b>", "tier": "derived", "source": computed}
    html = shown(page.table, frame, "t", search=True, **about)["text/html"]
    assert "<script>" not in html
    assert 'role="region" tabindex="0" aria-label="A &lt;b&gt;"' in html
    assert 'class="exhibit-table searchable"' in html
    assert '<th scope="col" class="number">k</th>' in html or '<th class="number" scope="col">k</th>' in html
    assert '<span class="verdict verdict-differs">differs</span>' in html
    assert "–" in html


def test_a_missing_number_is_a_dash_whatever_stands_for_it(page: Page) -> None:
    counts = pd.DataFrame({"papers": pd.array([100, pd.NA], dtype="Int64"), "share": [float("nan"), 0.5]})
    html = shown(page.table, counts, "t", caption="Counts", tier="derived", source=computed)["text/html"]
    assert "NA" not in html
    assert html.count('<td class="number">–</td>') == 2


def test_a_column_can_lead_to_another_page(page: Page) -> None:
    frame = pd.DataFrame({"notebook": ['a/1"<', "", None], "id": ["x", "y", "z"]})
    about = {"caption": "A", "tier": "derived", "source": computed}
    html = shown(page.table, frame, "t", links={"notebook": "../{}.html"}, formats={"id": str.upper}, **about)[
        "text/html"
    ]
    assert '<td><a href="../a/1&quot;&lt;.html">a/1&quot;&lt;</a></td><td class="id">X</td></tr>' in html
    assert html.count('<a href="../') == 1
    assert '<td></td><td class="id">Y</td>' in html
    assert '<td>–</td><td class="id">Z</td>' in html


def drawn(page: Page) -> list[str | bytes]:
    """Draw one figure, return its HTML and its files."""
    page.exhibits.clear()
    fig, ax = figure()
    ax.plot([1, 2], [3, 4], marker="o")
    about = {"caption": "Line", "tier": "derived", "source": computed}
    bundle = shown(page.figure, fig, "one", data=pd.DataFrame({"x": [1, 2]}), alt="Two points & a line.", **about)
    kinds = ("svg", "png", "csv", "json")
    return [bundle["text/html"], *((page.folder / f"exhibits/one.{kind}").read_bytes() for kind in kinds)]


def test_figure_files_are_the_same_bytes_twice(page: Page) -> None:
    assert drawn(page) == drawn(page)


def test_inline_figure_has_alternative_text_and_follows_the_theme(page: Page) -> None:
    fig, ax = figure()
    ax.plot([1, 2], [3, 4])
    about = {"caption": "Line", "tier": "derived", "source": computed}
    html = shown(page.figure, fig, "one", data=pd.DataFrame({"x": [1]}), alt='A "line".', **about)["text/html"]
    assert 'role="img" aria-label="A &quot;line&quot;."' in html
    assert "currentColor" in html
    assert "#1f2328" not in html
    assert 'id="one-' in html
    assert "#1f2328" in (page.folder / "exhibits/one.svg").read_text()


def test_an_inline_picture_is_light_and_its_text_is_untouched() -> None:
    svg = picture_html('<svg><path d="M 1.23456 0.5&#10;L -2.999 7"/><text x="1.2345">0.4017</text></svg>', "a")
    assert svg == (
        '<svg role="img" aria-label="a"><path d="M 1.23 0.5&#10;L -2.99 7"/><text x="1.2345">0.4017</text></svg>'
    )


def test_an_exhibit_is_shown_once(page: Page) -> None:
    about = {"caption": "A", "tier": "derived", "source": computed}
    page.table(pd.DataFrame({"a": [1]}), "t", **about)
    with pytest.raises(PageError, match="shown twice"):
        page.table(pd.DataFrame({"a": [1]}), "t", **about)


def test_unknown_notebook_parameter_and_tier_are_errors(page: Page) -> None:
    with pytest.raises(PageError, match="no notebook"):
        open_page("repeatability/99-none")
    with pytest.raises(PageError, match="lacks the parameter"):
        open_page("repeatability/07-budgets", tolerance=0.5)
    with pytest.raises(ParameterError, match="did you mean tolerance"):
        changed_page(tolerence=0.5)
    with pytest.raises(ParameterError, match=r"at least 0\.1"):
        changed_page(tolerance=0.01)
    with pytest.raises(PageError, match="not one of"):
        weakest(["derived", "guessed"])


@pytest.mark.parametrize(
    ("tiers", "expected"),
    [
        (["derived"], "derived"),
        (["derived", "measured"], "measured"),
        (["transcribed", "reconstructed"], "transcribed"),
    ],
)
def test_the_badge_shows_the_weakest_tier(tiers: list[str], expected: str) -> None:
    assert weakest(tiers) == expected


def test_every_exhibit_says_how_to_cite_it_and_has_a_link_of_its_own(page: Page) -> None:
    html = shown(page.table, pd.DataFrame({"x": [1]}), "t", caption="A", tier="derived", source=computed)["text/html"]
    assert "exhibit R7.1 (t) of the compendium, version" in html
    assert '<a href="#figure-t">#figure-t</a>' in html


def test_texts_in_a_readers_folder_are_digested_as_tables_are(tmp_path: Path) -> None:
    (tmp_path / "m1").mkdir()
    for name in ("reviews.csv", "m1/original.md", "m1/notes.txt"):
        (tmp_path / name).write_text("x")
    assert sorted(_own_files(tmp_path)) == ["m1/original.md", "reviews.csv"]
    assert sorted(_own_files(tmp_path / "reviews.csv")) == ["reviews.csv"]
    assert _own_files(tmp_path / "none") == {}


def test_a_passage_gets_a_wider_column(page: Page) -> None:
    frame = pd.DataFrame({"text": ["word " * 40, "word"]})
    html = shown(page.table, frame, "t", caption="A", tier="derived", source=computed)["text/html"]
    assert html.count('<td class="long">word') == 1
    assert html.count("<td>word</td>") == 1


def test_a_very_long_table_leaves_out_what_html_lets_one_leave_out(page: Page) -> None:
    frame = pd.DataFrame({"x": range(501), "y": "a"})
    html = shown(page.table, frame, "t", caption="A", tier="derived", source=computed)["text/html"]
    rows = html.split("<tbody>")[1].split("</tbody>")[0]
    assert rows.count("<tr>") == 501
    assert rows.startswith('<tr><td class="number">0<td>a<tr><td class="number">1<td>a')
