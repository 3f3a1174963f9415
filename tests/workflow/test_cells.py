"""Notebook files as JSON."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.workflow.cells import carry_outputs, code_digests, read_notebook, strip_run
from workflow.compendium import code, prose

if TYPE_CHECKING:
    from pathlib import Path


def notebook(*cells: dict[str, Any]) -> dict[str, Any]:
    return {"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def run_of(source: dict[str, Any]) -> dict[str, Any]:
    """Return it as if it had been run: every code cell prints its number."""
    executed = copy.deepcopy(source)
    cells = [cell for cell in executed["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(cells, start=1):
        cell.update(
            execution_count=number, outputs=[{"output_type": "stream", "name": "stdout", "text": [str(number)]}]
        )
    return executed


@given(st.lists(st.text("xyz\n ", max_size=12), max_size=5), st.data())
@settings(max_examples=50, deadline=None)
def test_prose_never_counts_and_outputs_are_carried_to_the_same_code(sources: list[str], data: st.DataObject) -> None:
    cells = [code(source, f"cell-{number}") for number, source in enumerate(sources)]
    before = notebook(*cells)
    after = notebook(*cells)
    for number in range(data.draw(st.integers(0, 3))):
        after["cells"].insert(data.draw(st.integers(0, len(after["cells"]))), prose("New.", f"new-{number}"))
    assert code_digests(before) == code_digests(after)
    carried = carry_outputs(after, run_of(before))
    assert [cell for cell in carried["cells"] if cell["cell_type"] == "code"] == run_of(before)["cells"]
    assert [cell["id"] for cell in carried["cells"]] == [cell["id"] for cell in after["cells"]]


def test_swapped_cells_are_another_code() -> None:
    one, two = code("x = 1", "one"), code("x = 2", "two")
    assert code_digests(notebook(one, two)) != code_digests(notebook(two, one))


def test_cells_without_ids_are_counted() -> None:
    cells = [code("x = 1", ""), code("x = 2", "")]
    assert list(code_digests(notebook(*cells))) == ["cell 1", "cell 2", "order"]


def test_outputs_of_another_number_of_cells_are_refused() -> None:
    with pytest.raises(ValueError, match="zip"):
        carry_outputs(notebook(code("1", "a"), code("2", "b")), notebook(code("1", "a")))


def test_times_and_random_ids_are_taken_out_of_a_run() -> None:
    source = notebook(code("x = 1", "parameters", ("parameters",)))
    executed = run_of(source)
    executed["metadata"] = {"papermill": {"start_time": "now"}, "widgets": {"state": 1}}
    executed["cells"][0]["metadata"] |= {"papermill": {"duration": 1.0}, "execution": {"iopub.execute_input": "now"}}
    injected = code("x = 2", "f3a1", ("injected-parameters",))
    executed["cells"].append(injected)
    strip_run(executed, source)
    assert executed["metadata"] == {"widgets": {"state": 1}}
    assert executed["cells"][0]["metadata"] == {"tags": ["parameters"]}
    assert injected["id"] == "injected-parameters"


@pytest.mark.parametrize("content", ["", "[]", '{"cells": 1}', "\x00"])
def test_a_file_that_is_no_notebook_is_refused_by_name(tmp_path: Path, content: str) -> None:
    path = tmp_path / "x.ipynb"
    path.write_text(content)
    with pytest.raises(ValueError, match=r"x\.ipynb: not a notebook"):
        read_notebook(path)
