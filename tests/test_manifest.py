"""Specifications of notebooks: reading them, checking values, and saying what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from workflow.compendium import RECORDS

from peerassay.manifest import ManifestError, Parameter, ParameterError, load_notebooks, stray_notebooks

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SPEC = """
title = "A notebook"
question = "Does it run?"
data = ["data/claims/style.csv"]

[parameters.tolerance]
type = "float"
default = 0.5
minimum = 0.01
help = "Largest error."

[parameters.models]
type = "int"
default = 3
help = "How many."
"""


def parameter(kind: str, **options: Any) -> Parameter:
    defaults = {"int": 1, "float": 1.0, "bool": True, "str": "a", "path": ""}
    return Parameter("x", kind, options.pop("default", defaults.get(kind, [])), "help", **options)


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("int", "007", 7),
        ("int", "-2", -2),
        ("float", "1", 1.0),
        ("float", "1e-3", 0.001),
        ("bool", "yes", True),
        ("bool", "False", False),
        ("str", "007", "007"),
        ("path", "a/b.csv", "a/b.csv"),
        ("list[int]", "1, 2,3", [1, 2, 3]),
        ("list[float]", "1,2.5", [1.0, 2.5]),
        ("list[str]", "a,b", ["a", "b"]),
    ],
)
def test_text_becomes_a_value_of_the_declared_type(kind: str, text: str, value: Any) -> None:
    parsed = parameter(kind).parse(text)
    assert parsed == value
    assert type(parsed) is type(value)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("int", "1.5"),
        ("int", ""),
        ("int", "one"),
        ("float", "nan"),
        ("float", "inf"),
        ("bool", "maybe"),
        ("list[int]", "1,,2"),
        ("list[float]", "1;2"),
    ],
)
def test_text_that_is_no_such_value_is_refused_with_what_was_expected(kind: str, text: str) -> None:
    with pytest.raises(ParameterError, match=rf"parameter x: .*; expected {kind.replace('[', '.').replace(']', '.')}"):
        parameter(kind).parse(text)


@pytest.mark.parametrize(
    ("kind", "value"), [("int", True), ("int", 1.0), ("float", "1"), ("str", 1), ("bool", 1), ("list[int]", 1)]
)
def test_a_value_of_another_type_is_refused(kind: str, value: Any) -> None:
    with pytest.raises(ParameterError):
        parameter(kind).check(value)


@settings(max_examples=60, deadline=None)
@given(value=st.integers(-20, 20), low=st.integers(-10, 0), high=st.integers(0, 10))
def test_bounds_are_inclusive_and_hold_for_every_element(value: int, low: int, high: int) -> None:
    single = parameter("int", default=0, minimum=low, maximum=high)
    several = parameter("list[int]", minimum=low, maximum=high)
    if low <= value <= high:
        assert single.check(value) == single.parse(str(value)) == value
        assert several.check([0, value]) == [0, value]
    else:
        for check in (lambda: single.check(value), lambda: several.check([0, value])):
            with pytest.raises(ParameterError, match=f"at least {low:g} and at most {high:g}"):
                check()


def test_choices_are_named_when_refused() -> None:
    with pytest.raises(ParameterError, match="one of 'a', 'b'"):
        parameter("str", choices=("a", "b")).check("c")


def test_given_values_are_completed_by_defaults(add_notebook: Callable[..., Path], compendium: Path) -> None:
    add_notebook("style/01-one", [], SPEC)
    notebook = load_notebooks(compendium)["style/01-one"]
    assert notebook.resolve({"models": 4}) == {"tolerance": 0.5, "models": 4}
    assert (notebook.part, notebook.slug, notebook.timeout) == ("style", "style--01-one", 300)
    with pytest.raises(
        ParameterError, match=r"no parameter 'model'; did you mean models\? \(it has: tolerance, models\)"
    ):
        notebook.resolve({"model": 4})


def test_notebooks_come_in_the_order_of_the_book(add_notebook: Callable[..., Path], compendium: Path) -> None:
    for name in ("audit/01-a", "style/02-b", "style/01-c", "repeatability/07-d"):
        add_notebook(name, [])
    assert list(load_notebooks(compendium)) == ["repeatability/07-d", "style/01-c", "style/02-b", "audit/01-a"]


def test_after_takes_patterns_and_leaves_the_notebook_itself_out(
    add_notebook: Callable[..., Path], compendium: Path
) -> None:
    for name in ("style/01-a", "style/02-b"):
        add_notebook(name, [])
    add_notebook("audit/02-last", [], 'title = "t"\nquestion = "q"\nafter = ["style/*", "*"]\n')
    assert load_notebooks(compendium)["audit/02-last"].after == ("style/01-a", "style/02-b")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ('title = "t"', "01-one.toml: question is missing"),
        (SPEC + "unit = 1\nrange = 2", "parameter models: unknown key 'range'"),
        (SPEC.replace('"int"', '"integer"'), "type 'integer' is not one of int, float"),
        (SPEC.replace("default = 0.5", "default = 0"), "the default does not fit: parameter tolerance: 0"),
        (SPEC.replace('help = "How many."', ""), "parameter models: help is missing"),
        ('title = "t', r"01-one\.toml: "),
        ('title = "t"\nquestion = "q"\nafter = ["style/9-x"]', "after names 'style/9-x', which is no other notebook"),
    ],
    ids=["missing", "unknown key", "type", "default", "help", "toml", "after"],
)
def test_a_wrong_specification_is_refused_with_its_place(
    add_notebook: Callable[..., Path], compendium: Path, spec: str, message: str
) -> None:
    add_notebook("style/01-one", [], spec)
    with pytest.raises(ManifestError, match=message):
        load_notebooks(compendium)


def test_a_specification_without_a_notebook_is_refused(add_notebook: Callable[..., Path], compendium: Path) -> None:
    add_notebook("style/01-one", []).with_suffix(".ipynb").unlink()
    with pytest.raises(ManifestError, match=r"style/01-one: 01-one\.ipynb is missing"):
        load_notebooks(compendium)


def test_a_notebook_without_a_specification_is_left_out_and_named(
    add_notebook: Callable[..., Path], compendium: Path
) -> None:
    kept = add_notebook("style/01-one", [])
    for name in ("style/Untitled.ipynb", "drafts/mine.ipynb", ".ipynb_checkpoints/a.ipynb", "style/.hidden.ipynb"):
        path = compendium / "notebooks" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("{}")
    (kept.parent / ".ipynb_checkpoints").mkdir()
    (kept.parent / ".ipynb_checkpoints" / "01-one-checkpoint.ipynb").write_text("{}")
    assert list(load_notebooks(compendium)) == ["style/01-one"]
    assert stray_notebooks(compendium) == ["drafts/mine.ipynb", "style/Untitled.ipynb"]


OWN_TABLE = SPEC + RECORDS


def test_a_lowest_score_that_is_not_below_the_highest_is_refused(
    add_notebook: Callable[..., Path], compendium: Path
) -> None:
    add_notebook("style/01-one", [], OWN_TABLE)
    notebook = load_notebooks(compendium)["style/01-one"]
    assert (notebook.parameters["records"].holds, notebook.parameters["low"].holds) == ("records", "")
    assert notebook.resolve({"low": 2, "high": 3})["high"] == 3.0
    for low, high in ((5, 5), (6, 5)):
        with pytest.raises(
            ParameterError, match=rf"parameters low and high: {low}\.0 and {high}\.0; expected low below"
        ):
            notebook.resolve({"low": low, "high": high})


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('holds = "records"', 'holds = "tables"', "holds 'tables'; expected one of records, ratings, of a path"),
        ('type = "path"', 'type = "str"', "holds 'records'; expected one of records, ratings, of a path"),
        ('["low", "high"]', '["low", "highest"]', "expected the two parameters that are the lowest and the highest"),
        ('["low", "high"]', '["low"]', "expected the two parameters that are the lowest and the highest"),
        ('holds = "records"\n', "", "expected the two parameters that are the lowest and the highest"),
    ],
    ids=["kind", "no path", "unknown", "one", "without holds"],
)
def test_what_a_path_holds_is_checked(
    add_notebook: Callable[..., Path], compendium: Path, old: str, new: str, message: str
) -> None:
    add_notebook("style/01-one", [], OWN_TABLE.replace(old, new))
    with pytest.raises(ManifestError, match=f"parameter records: .*{message}"):
        load_notebooks(compendium)


def test_a_folder_that_is_no_part_is_refused(add_notebook: Callable[..., Path], compendium: Path) -> None:
    add_notebook("styles/01-one", [])
    with pytest.raises(ManifestError, match="the folder must be one of repeatability"):
        load_notebooks(compendium)
