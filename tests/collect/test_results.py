"""Answers that an earlier plan left in the store serve a later one, unless it is unclear which are meant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from collect.small import TASKS, small_plan
from peerassay.collect import PlanError, StoreReader
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
