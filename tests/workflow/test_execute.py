"""One notebook in one kernel: what it gives, and every way in which it can fail."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from peerassay.manifest import load_notebooks
from peerassay.workflow import execute as module
from peerassay.workflow.execute import NO_LEDGER, Job, KernelMissingError, execute, require_kernel

if TYPE_CHECKING:
    from pathlib import Path

    from workflow.compendium import Compendium

NAME = "style/01-one"


def job(mini: Compendium, tmp_path: Path, **options: Any) -> Job:
    output = tmp_path / "output"
    output.mkdir()
    return Job(load_notebooks(mini.root)[NAME], mini.root, output, **options)


def test_a_failing_cell_is_named_with_its_line_and_its_code(empty: Compendium, tmp_path: Path) -> None:
    empty.add(NAME, body="share = 1\ntotal = 0\nshare / total\nprint('not reached')")
    task = job(empty, tmp_path)
    failure = execute(task).failure
    assert failure is not None
    assert (failure.cell, failure.cell_id, failure.line) == (5, "body", 3)
    assert failure.error == "ZeroDivisionError: division by zero"
    assert failure.message.splitlines() == [
        f"{NAME} failed: cell 5 (body), line 3",
        "    share / total",
        "  ZeroDivisionError: division by zero",
    ]
    assert "\x1b" not in failure.traceback
    partial = json.loads(task.executed.read_text())
    assert [cell["id"] for cell in partial["cells"]] == ["title", "parameters", "page", "prose", "body", "finish"]
    assert partial["cells"][4]["outputs"][0]["output_type"] == "error"


def test_a_syntax_error_is_located_too(empty: Compendium, tmp_path: Path) -> None:
    empty.add(NAME, body="one = 1\ntwo = = 2")
    failure = execute(job(empty, tmp_path)).failure
    assert failure is not None
    assert failure.error.startswith("SyntaxError: invalid syntax")
    assert (failure.cell_id, failure.line) == ("body", 2)


def test_a_cell_that_takes_too_long_is_stopped_and_named(empty: Compendium, tmp_path: Path) -> None:
    empty.add(NAME, body="import time\ntime.sleep(60)", timeout=1)
    outcome = execute(job(empty, tmp_path))
    assert outcome.failure is not None
    assert outcome.failure.cell_id == "body"
    assert outcome.failure.error == "the cell took longer than 1 s, the timeout in 01-one.toml"
    assert outcome.seconds < 20


def test_a_kernel_that_dies_is_reported_with_the_cell_and_not_tried_again(empty: Compendium, tmp_path: Path) -> None:
    mark = tmp_path / "runs"
    empty.add(NAME, body=f"import os\nopen({str(mark)!r}, 'a').write('x')\nos._exit(1)")
    failure = execute(job(empty, tmp_path)).failure
    assert failure is not None
    assert failure.cell_id == "body"
    assert failure.error.startswith("the kernel died while the cell ran")
    assert mark.read_text() == "x"


def test_a_page_that_is_not_finished_is_an_error(empty: Compendium, tmp_path: Path) -> None:
    empty.add(NAME, finish=False)
    task = job(empty, tmp_path, stop=tmp_path / "stop")
    failure = execute(task).failure
    assert failure is not None
    assert failure.error == NO_LEDGER
    assert (tmp_path / "stop").exists(), "so that no other notebook is begun"


def test_nothing_is_begun_after_a_failure(empty: Compendium, tmp_path: Path) -> None:
    empty.add(NAME)
    (tmp_path / "stop").touch()
    outcome = execute(job(empty, tmp_path, stop=tmp_path / "stop"))
    assert outcome.skipped
    assert outcome.failure is None


def test_the_kernel_sees_the_agreed_variables_and_parameters(empty: Compendium, tmp_path: Path) -> None:
    names = ("PEERASSAY_ROOT", "PEERASSAY_OUTPUT", "PEERASSAY_LINKS", "PEERASSAY_LEDGER", "OMP_NUM_THREADS")
    body = f"import json\nprint(json.dumps([level, *(os.environ[name] for name in {names})]))"
    empty.add(NAME, body=body)
    task = job(empty, tmp_path, parameters={"level": 4}, links="exhibits/", for_book=False)
    assert execute(task).failure is None
    cells = json.loads(task.executed.read_text())["cells"]
    printed = next(cell["outputs"][0]["text"] for cell in cells if cell["id"] == "body")
    expected = [4, str(empty.root), str(task.output), "exhibits/", str(empty.root / "build" / "ledger"), "1"]
    assert json.loads("".join(printed)) == expected
    assert cells[2]["id"] == "injected-parameters"


@pytest.mark.parametrize(("failures", "calls", "succeeds"), [(0, 1, True), (1, 2, True), (2, 2, False)])
def test_only_the_start_of_a_kernel_is_tried_again_and_once(
    empty: Compendium,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    failures: int,
    calls: int,
    succeeds: bool,
) -> None:
    empty.add(NAME)
    seen = []

    def start(task: Job, notebook: Any, kept: list[Any]) -> None:
        seen.append(task)
        if len(seen) <= failures:
            raise RuntimeError("Kernel died before replying to kernel_info")
        kept.append(notebook)

    monkeypatch.setattr(module, "_papermill", start)
    failure = execute(job(empty, tmp_path, for_book=False)).failure
    assert len(seen) == calls
    assert (failure is None) == succeeds
    assert succeeds or (failure and failure.error.startswith("the kernel did not start: Kernel died"))


def test_without_a_kernel_there_is_one_clear_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KERNEL", "no-such-kernel")
    with pytest.raises(KernelMissingError, match="no kernel named no-such-kernel: pip install ipykernel"):
        require_kernel()
