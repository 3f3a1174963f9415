"""The protocol page: the form that is sent, the settings in use, and the sizes of packages."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from peerassay.claims import load_claims
from peerassay.collect.tasks.forms import DecimalReview, IntegerReview
from peerassay.evidence.protocol import (
    PREFIX,
    anchors,
    form_table,
    open_packages,
    record_protocol,
    sizes_table,
    used_here,
)
from peerassay.exhibits import Page
from peerassay.manifest import load_notebooks
from peerassay.project import project_root

if TYPE_CHECKING:
    from pathlib import Path


def test_the_form_has_the_fields_and_bounds_that_the_paper_describes() -> None:
    """Appendix B: score 1 to 10, confidence 1 to 5, up to three strengths and concerns."""
    form = form_table(IntegerReview).set_index("field")
    assert list(form.index) == ["score", "confidence", "summary", "strengths", "concerns", "rationale"]
    assert form["bounds"].tolist() == ["1 to 10", "1 to 5", "", "at most 3", "at most 3", ""]
    assert form_table(DecimalReview).set_index("field").loc["score", "type"] == "number"
    assert anchors("review-integer") == [1, 3, 5, 6, 8, 10]


def test_the_collection_uses_the_printed_settings() -> None:
    claims = load_claims()
    used = {PREFIX + name: value for name, (value, _) in used_here().items()}
    assert {name for name in used if name in claims} == set(used)
    assert {name: int(claims[name].value) for name in used} == used


def test_every_printed_number_on_protocol_and_inputs_gets_a_verdict() -> None:
    notebook = load_notebooks()["repeatability/02-protocol"]
    page = Page(notebook, notebook.resolve({}))
    record_protocol(page)
    assert set(page.rows) == set(load_claims().where(part="repeatability", section=["protocol", "inputs"]))
    assert page.rows[f"{PREFIX}total_reviews"]["verdict"] == "agrees"
    assert page.rows["rep.inputs.pages.total"]["verdict"] == "transcribed"


def test_printed_sizes_stand_beside_those_of_some_packages() -> None:
    table = sizes_table(open_packages(), load_claims()).set_index("quantity")
    assert table.loc["pages", "total"] == 4923
    assert table.loc["pages", "mean"] == pytest.approx(24.615)
    assert table.loc["images", "total_here"] == 2
    assert table["median"].isna().tolist() == [False, False, True, True]


def test_a_folder_of_ones_own_is_opened_and_an_empty_one_refused(tmp_path: Path) -> None:
    shutil.copytree(project_root() / "data" / "manuscripts" / "m1", tmp_path / "mine")
    assert [package.name for package in open_packages(str(tmp_path))] == ["mine"]
    with pytest.raises(FileNotFoundError, match="no manuscript"):
        open_packages(str(tmp_path / "mine"))
    with pytest.raises(FileNotFoundError, match="one folder a manuscript"):
        open_packages(str(tmp_path / "nowhere"))
