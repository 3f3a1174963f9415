"""Exhibits of two builds: bytes equal, numbers equal, differs, missing."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.release.comparison import compare_exhibit, compare_exhibits, compare_tables

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    for name in ("frozen", "again"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "e.csv").write_text("x,y\n1,a\n0.5,b\n")
        (tmp_path / name / "e.svg").write_text("<svg/>")
    return tmp_path / "frozen", tmp_path / "again"


def test_equal_files_are_bytes_equal(folders: tuple[Path, Path]) -> None:
    assert compare_exhibit("e", *folders).outcome == "bytes equal"


def test_another_rendering_of_the_same_numbers_is_numbers_equal(folders: tuple[Path, Path]) -> None:
    (folders[1] / "e.svg").write_text("<svg version='2'/>")
    assert compare_exhibit("e", *folders).outcome == "numbers equal"
    (folders[1] / "e.csv").write_text("x,y\n1.0,a\n5e-1,b\n")
    assert compare_exhibit("e", *folders).outcome == "numbers equal"


def test_a_changed_cell_is_named_with_its_difference(folders: tuple[Path, Path]) -> None:
    (folders[1] / "e.csv").write_text("x,y\n1,a\n0.75,c\n")
    found = compare_exhibit("e", *folders)
    assert found.outcome == "differs"
    assert found.cells == ("row 2, x: '0.5', now '0.75'", "row 2, y: 'b', now 'c'")
    assert (found.differing, found.largest) == (2, 0.25)


def test_a_text_that_changed_has_no_size(folders: tuple[Path, Path]) -> None:
    (folders[1] / "e.csv").write_text("x,y\n1,z\n0.5,b\n")
    assert math.isnan(compare_exhibit("e", *folders).largest)


def test_a_row_more_or_another_heading_differs(folders: tuple[Path, Path]) -> None:
    (folders[1] / "e.csv").write_text("x,y\n1,a\n0.5,b\n2,c\n")
    assert compare_exhibit("e", *folders).cells == ("2 rows of x, y; now 3 rows of x, y",)
    (folders[1] / "e.csv").write_text("x,z\n1,a\n0.5,b\n")
    assert compare_exhibit("e", *folders).outcome == "differs"


def test_a_cell_that_is_gone_differs(folders: tuple[Path, Path]) -> None:
    (folders[1] / "e.csv").write_text("x,y\n1\n0.5,b\n")
    assert compare_exhibit("e", *folders).cells == ("row 1, y: 'a', now ''",)


def test_an_exhibit_of_one_build_is_missing(folders: tuple[Path, Path]) -> None:
    (folders[0] / "old.csv").write_text("x\n1\n")
    (folders[1] / "new.csv").write_text("x\n1\n")
    found = {one.exhibit: one for one in compare_exhibits(*folders)}
    assert found["old"].outcome == found["new"].outcome == "missing"
    assert found["old"].cells == ("not in the new build",)
    assert found["new"].cells == ("not in the release",)
    assert [one.exhibit for one in compare_exhibits(*folders, only={"e"})] == ["e"]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=5), st.data())
def test_the_largest_difference_is_that_of_the_numbers(
    tmp_path_factory: pytest.TempPathFactory, values: list[float], data: st.DataObject
) -> None:
    others = data.draw(st.lists(st.floats(-1e6, 1e6), min_size=len(values), max_size=len(values)))
    folder = tmp_path_factory.mktemp("tables")
    for name, numbers in (("old", values), ("new", others)):
        (folder / f"{name}.csv").write_text("x\n" + "".join(f"{number!r}\n" for number in numbers))
    found = compare_tables("t", folder / "old.csv", folder / "new.csv")
    gaps = [abs(one - other) for one, other in zip(values, others, strict=True) if one != other]
    assert found.differing == len(gaps)
    assert (found.largest == max(gaps)) if gaps else found.outcome == "numbers equal"
