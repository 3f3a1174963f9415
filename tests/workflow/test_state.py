"""What makes a notebook run again, and what does not."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from peerassay.manifest import ManifestError
from peerassay.workflow import inputs
from peerassay.workflow.inputs import canonical, content_key
from peerassay.workflow.state import Reason, examine, read_state

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from workflow.compendium import Compendium

ONE, TWO, THREE = "style/01-one", "style/02-two", "audit/01-three"


def why(mini: Compendium) -> dict[str, str]:
    return {name: status.why for name, status in examine(mini.root).items()}


def edit(file: str, old: str, new: str) -> Callable[[Compendium, Path], None]:
    return lambda mini, _: mini.replace(file, old, new)


def touch_source(name: str) -> Callable[[Compendium, Path], None]:
    def change(_: Compendium, package: Path) -> None:
        (package / name).write_text((package / name).read_text() + "# changed\n")

    return change


def test_after_a_build_everything_is_up_to_date(mini: Compendium) -> None:
    assert set(why(mini).values()) == {""}


@pytest.mark.parametrize(
    ("change", "first", "second"),
    [
        (edit("notebooks/style/01-one.ipynb", "print(level)", "print(2)"), "code: body", f"upstream: {ONE}"),
        (
            edit("notebooks/style/01-one.ipynb", '"parameters"\n', '"raises-exception"\n'),
            "code: parameters",
            "upstream",
        ),
        (edit("notebooks/style/01-one.toml", "default = 1", "default = 2"), "parameters: level", f"upstream: {ONE}"),
        (edit("data/numbers.csv", "1", "2"), "data: data/numbers.csv", "data: data/numbers.csv; upstream"),
        (edit("requirements.lock", "==1", "==2"), "environment: requirements.lock", "environment: requirements.lock"),
        (touch_source("project.py"), "source: project.py", "source: project.py; upstream"),
    ],
    ids=["code", "tag", "parameter", "data", "lock", "source"],
)
def test_each_component_makes_it_run_again_and_is_named(
    mini: Compendium, package: Path, change: Callable[[Compendium, Path], None], first: str, second: str
) -> None:
    change(mini, package)
    found = why(mini)
    assert found[ONE] == first
    assert found[TWO].startswith(second)
    alone = first.startswith(("code", "parameters"))
    assert bool(found[THREE]) != alone, "a notebook's own code and parameters concern only what comes after it"


@pytest.mark.parametrize(
    "change",
    [
        edit("notebooks/style/01-one.ipynb", "Prose.", "Better prose."),
        edit("notebooks/style/01-one.ipynb", "print(level)", "print(level)  \\n\\n"),
        edit("notebooks/style/01-one.ipynb", '"Python 3"', '"Another name"'),
        edit("notebooks/style/01-one.toml", "How high.", "How high it is."),
        edit("notebooks/style/01-one.toml", "maximum = 9", "maximum = 8"),
        touch_source("workflow/build.py"),
        touch_source("cli/main.py"),
        touch_source("__main__.py"),
    ],
    ids=["prose", "white space", "metadata", "help", "bound", "workflow", "cli", "main"],
)
def test_nothing_else_makes_it_run_again(
    mini: Compendium, package: Path, change: Callable[[Compendium, Path], None]
) -> None:
    change(mini, package)
    assert set(why(mini).values()) == {""}


def test_another_python_makes_everything_run_again(mini: Compendium, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs.sys, "version_info", type("V", (), {"major": 3, "minor": 99}))
    assert why(mini)[THREE] == "environment: Python"


def test_a_missing_and_an_edited_output_are_told_apart(mini: Compendium) -> None:
    (mini.root / "build/exhibits/style-one.csv").unlink()
    (mini.root / "build/exhibits/audit-four.csv").write_text("x\n2\n")
    found = why(mini)
    assert found[ONE] == "output: exhibits/style-one.csv is missing"
    assert found[THREE] == "output: exhibits/audit-four.csv was edited"
    assert found[TWO] == "", "the same inputs give the same outputs again, so what comes after may stay"


def test_an_added_data_file_counts_where_a_pattern_takes_it_in(mini: Compendium) -> None:
    mini.replace("notebooks/audit/01-three.toml", "data/numbers.csv", "data/*.csv")
    assert why(mini)[THREE] == "", "the same file as before"
    (mini.root / "data/more.csv").write_text("n\n")
    assert why(mini)[THREE] == "data: data/more.csv"


def test_a_missing_data_file_is_a_problem_also_for_what_comes_after(mini: Compendium) -> None:
    (mini.root / "data/numbers.csv").unlink()
    statuses = examine(mini.root)
    assert statuses[ONE].problem.startswith("data/numbers.csv: no such file below")
    assert statuses[TWO].problem == f"waits for {ONE}, which cannot run"


def test_a_damaged_state_means_never_run(mini: Compendium) -> None:
    path = mini.root / "build/state/style--01-one.json"
    path.write_text(path.read_text()[:40])
    assert read_state(path) is None
    assert why(mini)[ONE] == "never run"


def test_notebooks_that_wait_for_each_other_are_refused(mini: Compendium) -> None:
    mini.replace("notebooks/style/01-one.toml", "data =", f'after = ["{TWO}"]\ndata =')
    with pytest.raises(ManifestError, match="wait for each other"):
        examine(mini.root)


def test_a_state_holds_no_date_and_no_path_outside(mini: Compendium) -> None:
    text = (mini.root / "build/state/style--01-one.json").read_text()
    assert str(mini.root) not in text
    assert "started" in json.loads((mini.root / "build/timings/style--01-one.json").read_text())
    assert "started" not in text


def test_a_long_reason_is_cut() -> None:
    assert str(Reason("source", ("a", "b", "c", "d", "e"))) == "source: a, b, c and 2 more"


def test_the_key_depends_on_values_not_on_their_order() -> None:
    assert content_key({"a": {"x": "1", "y": "2"}}) == content_key({"a": {"y": "2", "x": "1"}})
    assert content_key({"a": {"x": "1"}}) != content_key({"a": {"x": "2"}})
    assert canonical({"b": [1.5, "ü"], "a": None}) == '{"a":null,"b":[1.5,"ü"]}'
