"""The built book as a reader meets it, in a real browser."""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING, Any

import pytest
from reader import visit

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.browser

NOTEBOOK = "notebooks/style/04-preferences"
BUDGETS = "notebooks/repeatability/07-budgets"
LEDGER = "notebooks/audit/02-ledger"


def test_the_landing_page_has_three_answered_questions_with_pictures(desktop: Any) -> None:
    page = desktop.open("index")
    page.wait_for_url("**/book/index.html")
    assert page.locator("article h1").all_inner_texts() == ["Can AI peer review be believed?"]
    assert page.locator(".question").count() == 3
    assert page.locator(".question svg[role=img]").count() == 3
    for text in page.locator(".question").all_inner_texts():
        assert re.search(r"Rests on \d+ printed results", text)


def test_a_notebook_page_shows_numbered_exhibits_with_badge_and_source(desktop: Any) -> None:
    page = desktop.open(NOTEBOOK)
    figures = page.locator("figure.exhibit")
    assert figures.count() >= 3
    for position in range(figures.count()):
        figure = figures.nth(position)
        assert re.fullmatch(r"S4\.\d+", figure.locator(".exhibit-number").inner_text())
        assert figure.locator(".tier").get_attribute("title")
        figure.locator("summary").click()
        assert "peerassay." in figure.locator("dl").inner_text()


def test_code_is_folded_and_parameters_are_not(desktop: Any) -> None:
    page = desktop.open(NOTEBOOK)
    assert page.locator(".tag_parameters .cell_input").first.is_visible()
    folded = page.locator("details.code").first
    assert not folded.locator(".cell_input").is_visible()
    folded.locator("summary").click()
    assert folded.locator(".cell_input").is_visible()


def test_formulas_are_set(desktop: Any) -> None:
    page = desktop.open(BUDGETS)
    assert page.locator("mjx-container").count() > 10
    assert page.locator("mjx-merror").count() == 0


def test_the_search_finds_certified_budget(desktop: Any) -> None:
    page = desktop.open("book/how-to-read")
    page.locator(".search-button-field").click()
    page.locator("#pst-search-dialog input[name=q]").fill("certified budget")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=certified+budget*")
    page.wait_for_selector("#search-results li")
    titles = page.locator("#search-results li a").all_inner_texts()
    assert any("How many reviews are enough" in title for title in titles), titles


def total(page: Any) -> int:
    """Return how many rows the first table with tools says it has now."""
    match = re.search(r"of ([\d,]+)", page.locator(".dt-info").first.inner_text())
    assert match
    return int(match[1].replace(",", ""))


def test_the_ledger_filters_searches_and_sorts(desktop: Any, root: Path) -> None:
    with (root / "build" / "ledger.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    page = desktop.open(LEDGER)
    page.wait_for_selector("table.searchable.dataTable")
    assert total(page) == len(rows)
    page.get_by_label("verdict", exact=True).select_option("agrees")
    assert total(page) == sum(row["verdict"] == "agrees" for row in rows)
    page.get_by_label("part", exact=True).select_option("style")
    expected = [row for row in rows if row["verdict"] == "agrees" and row["part"] == "style"]
    assert total(page) == len(expected)
    page.get_by_label("Search all columns").fill("sonnet46.ratio")
    assert total(page) == sum("sonnet46.ratio" in row["id"] + row["remark"] for row in expected)
    page.get_by_role("button", name="Clear").click()
    assert total(page) == len(rows)
    page.locator("table.searchable thead th.id [role=button]").press("Enter")
    page.wait_for_selector("table.searchable thead th.id[aria-sort=ascending]")
    shown = page.locator("table.searchable tbody td.id").all_inner_texts()
    assert shown == sorted(row["id"] for row in rows)[: len(shown)]


def test_an_address_opens_the_ledger_filtered(desktop: Any) -> None:
    page = desktop.open(LEDGER, "?verdict=inconsistent&part=style")
    page.wait_for_selector("table.searchable.dataTable")
    verdicts = page.locator("table.searchable tbody .verdict").all_inner_texts()
    assert verdicts
    assert set(verdicts) == {"inconsistent"}
    assert all(name.startswith("sty.") for name in page.locator("table.searchable tbody td.id").all_inner_texts())


def test_the_ledger_shows_the_verdict_without_scrolling_and_leads_to_the_page_behind_it(desktop: Any) -> None:
    page = desktop.open(LEDGER, "?verdict=inconsistent")
    page.wait_for_selector("table.searchable.dataTable")
    frame, verdict = (
        page.locator(name).first.bounding_box() for name in (".table-wrap:has(.searchable)", "td .verdict")
    )
    assert verdict["x"] + verdict["width"] <= frame["x"] + min(frame["width"], 700)
    page.locator("table.searchable tbody td a").first.click()
    page.wait_for_url(re.compile(r"/notebooks/style/\d\d-[a-z-]+\.html$"))


def test_a_searchable_table_uses_a_wide_window_beside_the_contents(chromium: Any, base: str) -> None:
    with visit(chromium, base, viewport={"width": 2400, "height": 1000}) as seen:
        page = seen.open(LEDGER)
        page.wait_for_selector("table.searchable.dataTable")
        frame = page.locator(".table-wrap:has(table.searchable)")
        assert frame.evaluate("node => node.scrollWidth - node.clientWidth") <= 1
        box, contents = frame.bounding_box(), page.locator(".bd-sidebar-secondary").bounding_box()
        assert box["x"] + box["width"] <= contents["x"]


def test_the_ledger_is_a_plain_table_without_scripts(chromium: Any, base: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{base}/{LEDGER}.html")
    assert page.locator("table.searchable tbody tr").count() > 1000
    assert page.locator(".table-tools").count() == 0
    context.close()


def test_menu_and_contents_open_on_a_phone(phone: Any) -> None:
    page = phone.open(NOTEBOOK)
    assert not page.get_by_role("link", name="How to cite").is_visible()
    page.locator(".primary-toggle").first.click()
    page.get_by_role("link", name="How to cite").click()
    page.wait_for_url("**/book/cite.html")
    assert page.locator("article h1").inner_text().startswith("How to cite")


def test_a_downloaded_csv_holds_the_numbers_on_the_page(desktop: Any, tmp_path: Path) -> None:
    page = desktop.open(BUDGETS)
    figure = page.locator("figure.exhibit:has(table td.number)").first
    with page.expect_download() as download:
        figure.locator("a[download]", has_text="CSV").click()
    path = tmp_path / "exhibit.csv"
    download.value.save_as(path)
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))[1:]
    cells = [row.locator("td").all_inner_texts() for row in figure.locator("tbody tr").all()]
    assert len(cells) == len(rows)
    for shown, kept in zip(cells, rows, strict=True):
        for text, value in zip(shown, kept, strict=True):
            assert same(text, value), (text, value)


def same(text: str, value: str) -> bool:
    """Whether a cell shows a value of the file: the same text, or the number rounded to the digits shown."""
    if re.fullmatch(r"-?[\d.]+(e-?\d+)?", value) and re.fullmatch(r"-?[\d.,]+", text):
        digits = len(text.partition(".")[2])
        return abs(float(text.replace(",", "")) - float(value)) <= 0.5 * 10**-digits + 1e-12
    return text == value or text == "–" or not value


def test_the_theme_switches_and_figures_follow(desktop: Any) -> None:
    page = desktop.open(NOTEBOOK)
    ink = "() => getComputedStyle(document.querySelector('.exhibit-body svg')).color"
    seen = {}
    for _ in range(3):
        page.locator(".theme-switch-button").first.click()
        theme = page.evaluate("document.documentElement.dataset.theme")
        seen[theme] = (page.evaluate(ink), page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert set(seen) == {"light", "dark"}
    assert seen["light"][0] != seen["dark"][0]
    assert seen["light"][1] != seen["dark"][1]


def test_every_page_names_its_version_and_licences(desktop: Any) -> None:
    footer = desktop.open("book/cite").locator(".bd-footer-content").inner_text()
    assert re.search(r"Version \d+\.\d+\.\d+, (commit [0-9a-f]{12}|unknown commit)", footer)
    assert re.search(r"ledger SHA-256 [0-9a-f]{12}\.", footer)
    assert "CC BY 4.0" in footer


def test_previous_and_next_lead_through_the_parts(desktop: Any) -> None:
    page = desktop.open("book/style")
    page.locator(".right-next").click()
    page.wait_for_url("**/notebooks/style/01-rewriting.html")
    assert "the paper" in page.locator(".left-prev").inner_text()


def test_page_source_and_notebook_can_be_downloaded(desktop: Any) -> None:
    page = desktop.open(NOTEBOOK)
    address = page.locator("a.btn-download-source-button").get_attribute("href")
    assert address
    assert address.endswith(".ipynb")
    response = page.request.get(f"{desktop.base}/notebooks/style/{address}")
    assert response.json()["cells"]


def test_the_skip_link_leads_to_the_text_by_keyboard(desktop: Any) -> None:
    page = desktop.open("book/how-to-read")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "#main-content"
    page.keyboard.press("Enter")
    assert page.url.endswith("#main-content")
