"""Answers that an earlier plan left in the store serve a later one, unless it is unclear which are meant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from collect.small import TASKS, small_plan
from peerassay.collect import PlanError, StoreError, StoreReader
from peerassay.collect.running import collect, estimate

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SECOND = [{"task": "small", "label": "second", "options": {"reviews_from": "first", "characters": 300}}]


def first(papers: int) -> list[dict[str, Any]]:
    return [{"task": "small", "label": "first", "options": {"papers": papers}}]


def test_a_second_plan_reads_what_the_first_left(start: Callable[..., Any], tmp_path: Path) -> None:
    address = start().base_url
    collect(small_plan(tmp_path, address, tasks=first(3)), tasks=TASKS)
    plan = small_plan(tmp_path, address, tasks=SECOND)
    assert estimate(plan, tasks=TASKS).to_send == 3
    assert collect(plan, tasks=TASKS).answered == 3


def test_two_configurations_under_one_name_are_not_mixed(start: Callable[..., Any], tmp_path: Path) -> None:
    address = start().base_url
    for papers in (2, 3):
        collect(small_plan(tmp_path, address, tasks=first(papers)), tasks=TASKS)
    with pytest.raises(PlanError, match=r"'first' has answers of M under two configurations, \w{12} and \w{12}"):
        collect(small_plan(tmp_path, address, tasks=SECOND), tasks=TASKS)
    report = collect(small_plan(tmp_path, address, tasks=first(2) + SECOND), tasks=TASKS)
    assert (report.already, report.answered) == (2, 2)
    assert len(list(StoreReader(report.store).results(report.digests))) == 4


def test_an_estimate_learns_the_length_of_answers(start: Callable[..., Any], tmp_path: Path) -> None:
    address = start().base_url
    collect(small_plan(tmp_path, address, options__papers=4), tasks=TASKS)
    found = estimate(small_plan(tmp_path, address, options__papers=4, task__rounds=2), tasks=TASKS)
    written = [row.written for row in StoreReader(tmp_path / "store.sqlite").attempts()]
    assert found.measured
    assert found.lines[0].answered == 4
    assert found.lines[0].written == 4 * round(sum(filter(None, written)) / 4)


def test_answers_of_entries_that_a_run_did_not_reach_belong_to_its_plan(
    start: Callable[..., Any], tmp_path: Path
) -> None:
    address = start().base_url
    assert collect(small_plan(tmp_path, address, tasks=first(2) + SECOND), tasks=TASKS).answered == 4
    more = [dict(first(2)[0], rounds=2), *SECOND]
    report = collect(small_plan(tmp_path, address, tasks=more, caps={"money": 100.0, "calls": 4}), tasks=TASKS)
    assert report.stopped.startswith("caps.calls = 4")
    assert len(list(StoreReader(report.store).results(report.digests))) == 4


def test_an_entry_with_nothing_to_ask_about_is_mentioned(start: Callable[..., Any], tmp_path: Path) -> None:
    report = collect(small_plan(tmp_path, start().base_url, options__papers=0), tasks=TASKS)
    assert "tasks 'small': there is nothing to ask about" in "\n".join(report.lines())


def test_another_name_for_a_model_whose_answers_are_there_is_refused(start: Callable[..., Any], tmp_path: Path) -> None:
    address = start().base_url
    collect(small_plan(tmp_path, address), tasks=TASKS)
    with pytest.raises(StoreError, match=r"answers of m under the name 'M', and the plan says 'N'; keep the name"):
        collect(small_plan(tmp_path, address, model__reviewer="N"), tasks=TASKS)


def test_a_store_that_cannot_be_written_is_one_message(start: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    with pytest.raises(StoreError, match="cannot be used as a store"):
        collect(small_plan(tmp_path, start().base_url, store="file/store.sqlite"), tasks=TASKS)
    (tmp_path / "other.sqlite.lock").mkdir()
    with pytest.raises(StoreError, match=r"other\.sqlite: cannot be used as a store"):
        collect(small_plan(tmp_path, start().base_url, store="other.sqlite"), tasks=TASKS)
