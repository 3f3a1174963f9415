from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
import tinycss2
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.workflow.pages.styles import rules, slim, slim_styles

CLASSES = ("used", "other", "gone", "away")


def theme_sheets() -> list[Path]:
    spec = find_spec("pydata_sphinx_theme")
    assert spec
    assert spec.origin
    return sorted((Path(spec.origin).parent / "theme").rglob("static/styles/*.css"))


@pytest.mark.parametrize("sheet", theme_sheets(), ids=lambda path: path.name)
def test_the_themes_sheets_are_split_into_the_rules_that_tinycss2_finds(sheet: Path) -> None:
    css = sheet.read_text("utf-8")
    wanted = tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True)
    found = list(rules(css))
    assert len(found) == len(wanted)
    bodies = [body for _, body in found if body is not None]
    assert len(bodies) == sum(rule.content is not None for rule in wanted)


@pytest.mark.parametrize(
    ("css", "kept"),
    [
        (".used{a:b}.gone{c:d}", ".used{a:b}"),
        (".used,.gone{a:b}", ".used{a:b}"),
        (".used .gone,p{a:b}", "p{a:b}"),
        ("p:not(.gone){a:b}", "p:not(.gone){a:b}"),
        (":is(.gone,.used) p{a:b}", ":is(.gone,.used) p{a:b}"),
        ("@media print{.gone{a:b}}", ""),
        ("@media print{.used{a:b}.gone{a:b}}", "@media print{.used{a:b}}"),
        ("@keyframes gone{from{a:b}}", "@keyframes gone{from{a:b}}"),
        ('@charset "UTF-8";.used{a:b}', '@charset "UTF-8";.used{a:b}'),
        ('@font-face{font-family:"Font Awesome 6"}', ""),
        ("/* .used { } */.gone{a:b}", ""),
        ('.used{a:url("x}y")}.gone{a:b}', '.used{a:url("x}y")}'),
        (".bs-tooltip-auto{a:b}", ".bs-tooltip-auto{a:b}"),
        ("", ""),
    ],
)
def test_only_rules_whose_classes_are_in_use_stay(css: str, kept: str) -> None:
    assert slim(css, {"used"}) == kept


@settings(deadline=None, max_examples=60)
@given(st.lists(st.sampled_from(CLASSES), max_size=8), st.sets(st.sampled_from(CLASSES)))
def test_slimming_keeps_order_and_does_nothing_the_second_time(names: list[str], words: set[str]) -> None:
    css = "".join(f".{name}{{a:b}}" for name in names)
    once = slim(css, words)
    assert once == "".join(f".{name}{{a:b}}" for name in names if name in words)
    assert slim(once, words) == once


def test_classes_of_pages_and_scripts_are_in_use(tmp_path: Path) -> None:
    static = tmp_path / "_static"
    static.mkdir()
    (tmp_path / "page.html").write_text('<p class="used">')
    (static / "script.js").write_text('node.classList.add("other")')
    sheet = static / "sheet.css"
    sheet.write_text(".used{a:b}.other{a:b}.gone{a:b}")
    slim_styles(tmp_path, [sheet])
    assert sheet.read_text() == ".used{a:b}.other{a:b}"
