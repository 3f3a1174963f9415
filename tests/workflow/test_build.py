"""Building: what runs, what does not, and what is kept."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from peerassay.ledger import LedgerError
from peerassay.workflow import pool as module
from peerassay.workflow.build import build
from peerassay.workflow.execute import Outcome
from peerassay.workflow.failure import Failure
from peerassay.workflow.pool import NotebookFailedError
from peerassay.workflow.report import Report
from peerassay.workflow.selection import SelectionError, find_notebook, select
from peerassay.workflow.state import Status, examine

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from peerassay.workflow.execute import Job
    from workflow.compendium import Compendium

ONE, TWO, THREE = "style/01-one", "style/02-two", "audit/01-three"


def names(statuses: Sequence[Status]) -> list[str]:
    return [status.notebook.name for status in statuses]


@pytest.fixture
def nothing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(tasks: Sequence[Job], jobs: int) -> Iterator[Outcome]:
        assert not tasks, f"{[task.notebook.name for task in tasks]} would have run in {jobs} jobs"
        yield from ()

    monkeypatch.setattr(module, "run_jobs", refuse)


@pytest.mark.usefixtures("nothing_runs")
def test_a_second_build_does_nothing(mini: Compendium) -> None:
    before = mini.built()
    assert build(mini.root, render=False).nothing
    assert mini.built() == before


@pytest.mark.usefixtures("nothing_runs")
def test_a_dry_run_says_what_would_run_and_touches_nothing(mini: Compendium) -> None:
    mini.replace("notebooks/style/01-one.ipynb", "print(level)", "print(5)")
    mini.replace("notebooks/audit/01-three.ipynb", "Prose.", "Better prose.")
    before = mini.built()
    plan = build(mini.root, dry_run=True)
    assert names(plan.executed) == [ONE, TWO]
    assert names(plan.refreshed) == [THREE]
    assert mini.built() == before


@pytest.mark.usefixtures("nothing_runs")
def test_changed_prose_is_taken_over_without_a_run(mini: Compendium) -> None:
    mini.replace("notebooks/style/01-one.ipynb", "Prose.", "Better prose.")
    done = build(mini.root, render=False)
    assert names(done.refreshed) == [ONE]
    cells = {cell["id"]: cell for cell in json.loads(mini.built()["executed/style--01-one.ipynb"])["cells"]}
    assert cells["prose"]["source"] == ["Better prose."]
    assert cells["body"]["outputs"][0]["text"] == ["1\n"]
    assert build(mini.root, render=False).nothing


def test_equal_builds_give_equal_bytes_also_where_prose_was_taken_over(mini: Compendium) -> None:
    mini.replace("notebooks/style/02-two.ipynb", "Prose.", "Better *prose*.\\n\\n- ü")
    build(mini.root, render=False)
    taken_over = mini.built()
    shutil.rmtree(mini.root / "build")
    build(mini.root, jobs=2, render=False)
    assert mini.built() == taken_over
    assert {"ledger.csv", "exhibits/style-one.csv", "executed/audit--01-three.ipynb"} <= set(taken_over)
    assert not list((mini.root / "build").glob(".stage-*"))


def test_the_ledger_has_a_row_for_every_claim(mini: Compendium) -> None:
    lines = (mini.root / "build/ledger.csv").read_text().splitlines()
    assert lines[0] == "id,part,exhibit,class,published,ours,tier,verdict,notebook,function,data_sha256,remark"
    assert [line.split(",")[7] for line in lines[1:]] == [
        *("agrees", "not yet addressed", "agrees"),
        *("agrees", "agrees", "not yet addressed"),
        *("not yet addressed",) * 3,
    ]


@pytest.mark.usefixtures("nothing_runs")
def test_a_part_that_is_declared_complete_must_be(mini: Compendium) -> None:
    (mini.root / "data/claims/expected.toml").write_text('complete = ["style"]\n')
    for _ in range(2):
        with pytest.raises(LedgerError, match=r"style is declared complete, but nothing addresses sty\.c"):
            build(mini.root, render=False)


def test_a_failure_stops_the_build_and_leaves_the_rest_as_it_was(mini: Compendium) -> None:
    before = mini.built()
    mini.replace("notebooks/style/01-one.ipynb", "print(level)", "1/0")
    mini.replace("notebooks/style/02-two.ipynb", "print(level)", "print(7)")
    with pytest.raises(NotebookFailedError) as caught:
        build(mini.root, render=False)
    ((failure, page),) = caught.value.failures
    assert str(caught.value).splitlines()[1:] == ["    1/0", "  ZeroDivisionError: division by zero", f"  open {page}"]
    text = page.read_text()
    assert "<mark>1/0</mark>" in text
    assert "ZeroDivisionError" in text
    assert page.with_suffix(".ipynb").is_file()
    after = mini.built()
    assert {name: after[name] for name in before} == before, "the earlier outputs stay, and style/02-two did not run"
    assert failure.cell_id == "body"
    mini.replace("notebooks/style/01-one.ipynb", "1/0", "print(level)")
    mini.replace("notebooks/style/02-two.ipynb", "print(7)", "print(level)")
    assert build(mini.root, render=False).nothing


def test_notebooks_in_flight_finish_and_are_kept(mini: Compendium, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.rmtree(mini.root / "build")
    told: list[Outcome] = []

    class Listener(Report):
        def executed(self, outcome: Outcome) -> None:
            told.append(outcome)

    def outcomes(tasks: Sequence[Job], jobs: int) -> Iterator[Outcome]:
        for task in tasks:
            failed = task.notebook.name == ONE
            if not failed:
                (task.output / "ledger").mkdir()
                (task.output / "ledger" / f"{task.notebook.slug}.csv").write_text("id\n")
                task.executed.write_text("{}")
            yield Outcome(task.notebook.name, "now", 1.0, Failure(ONE, "no") if failed else None)

    monkeypatch.setattr(module, "run_jobs", outcomes)
    with pytest.raises(NotebookFailedError):
        build(mini.root, render=False, report=Listener())
    assert {outcome.name: outcome.failure is None for outcome in told} == {ONE: False, THREE: True}
    assert examine(mini.root)[THREE].current
    assert not (mini.root / "build/state/style--02-two.json").exists()


def test_a_claim_of_two_notebooks_stops_the_build_too(mini: Compendium, monkeypatch: pytest.MonkeyPatch) -> None:
    (mini.root / "build/state/audit--01-three.json").unlink()

    def outcomes(tasks: Sequence[Job], jobs: int) -> Iterator[Outcome]:
        (tasks[0].output / "ledger").mkdir()
        (tasks[0].output / "ledger" / f"{tasks[0].notebook.slug}.csv").write_text("id\nsty.a\n")
        tasks[0].executed.write_text("{}")
        yield Outcome(tasks[0].notebook.name)
        assert tasks[0].stop is not None
        assert tasks[0].stop.exists()

    monkeypatch.setattr(module, "run_jobs", outcomes)
    with pytest.raises(NotebookFailedError, match=f"claim sty.a is made by two notebooks: {ONE} and {THREE}"):
        build(mini.root, render=False)


@pytest.mark.usefixtures("nothing_runs")
def test_outputs_of_a_notebook_that_is_gone_are_removed(mini: Compendium) -> None:
    for kind in (".ipynb", ".toml"):
        mini.path(THREE).with_suffix(kind).unlink()
    done = build(mini.root, render=False)
    assert done.removed == ["audit--01-three"]
    assert done.ledger
    assert not [name for name in mini.built() if "three" in name]
    assert "rep.a,repeatability,Table 1,result,1.0,,,not yet addressed" in (mini.root / "build/ledger.csv").read_text()


@pytest.mark.parametrize(
    ("patterns", "expected"),
    [
        ([], [ONE, TWO, THREE]),
        ([ONE], [ONE]),
        ([TWO], [ONE, TWO]),
        (["style"], [ONE, TWO]),
        (["*three"], [THREE]),
        (["notebooks/audit/01-three.ipynb", ONE], [ONE, THREE]),
    ],
)
def test_a_selection_takes_in_what_it_needs(mini: Compendium, patterns: list[str], expected: list[str]) -> None:
    assert names(select(examine(mini.root), patterns)) == expected


def test_an_unknown_notebook_is_refused_with_the_nearest(mini: Compendium) -> None:
    with pytest.raises(SelectionError, match=r"no notebook 'style/01-won'; did you mean style/01-one\?"):
        find_notebook(examine(mini.root), "style/01-won")
    with pytest.raises(SelectionError, match=r"did you mean audit/01-three\?"):
        find_notebook(examine(mini.root), "three")


@pytest.mark.usefixtures("nothing_runs")
def test_a_missing_data_file_is_said_before_anything_runs(mini: Compendium) -> None:
    (mini.root / "data/numbers.csv").unlink()
    with pytest.raises(SelectionError, match=r"style/01-one: data/numbers\.csv: no such file"):
        build(mini.root, render=False)


@pytest.mark.usefixtures("nothing_runs")
def test_the_book_waits_for_notebooks_outside_the_selection(mini: Compendium) -> None:
    (mini.root / "build/exhibits/audit-four.csv").unlink()
    done = build(mini.root, ["style"])
    assert names(done.waiting) == [THREE]
    assert not done.rendered
