"""A plan is read strictly: one clear message with its place for whatever does not fit, and never a key in it."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest

from collect.small import TASKS, small_plan
from peerassay.collect import PlanError, read_plan
from peerassay.collect.example import example_text, write_example
from peerassay.collect.plan import Price
from peerassay.collect.prices import cost, load_prices, most, price_of
from peerassay.collect.reading import prepare
from peerassay.collect.running import estimate
from peerassay.collect.task import Usage

if TYPE_CHECKING:
    from pathlib import Path

ADDRESS = "http://127.0.0.1:9/v1"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"endpoint__retries": 3}, r"plan\.toml: endpoint\.retries: unknown field"),
        ({"endpoint__api_key": "sk-secret"}, r"endpoint\.api_key: unknown field.* only from the environment variable"),
        (
            {"endpoint__key_variable": "sk-secret"},
            r"endpoint\.key_variable: expected the NAME of an environment variable",
        ),
        (
            {"endpoint__base_url": "https://me:sk-secret@host/v1"},
            r"endpoint\.base_url: expected 'practice' or an address",
        ),
        ({"endpoint__concurrency": "8"}, r"endpoint\.concurrency: Input should be a valid integer"),
        ({"endpoint__output": "xml"}, r"endpoint\.output: Input should be 'json_schema'"),
        ({"caps__money": -1.0}, r"caps\.money: Input should be greater than or equal to 0"),
        ({"model__temperature": 3.0}, r"models\[1\]\.temperature: Input should be less than or equal to 2"),
        ({"model__free": True}, r"models\[1\]: give either free = true or a price"),
        ({"task__rounds": 0}, r"tasks\[1\]\.rounds: Input should be greater than or equal to 1"),
        ({"task__models": ["other"]}, r"tasks 'small': models \['other'\] are not among \[\[models\]\]: m"),
        ({"task__manuscripts_from": "x"}, r"manuscripts_from = 'x'; expected the name of an earlier entry"),
        ({"endpoint__api": "responses", "model__seed": 1}, r"models\[1\]\.seed: the Responses API takes none"),
        ({"models": []}, r"models: Tuple should have at least 1 item"),
        ({"path": "elsewhere"}, r"path: unknown field"),
    ],
)
def test_what_does_not_fit_is_named_with_its_place_and_without_its_value(
    tmp_path: Path, changes: dict[str, object], message: str
) -> None:
    with pytest.raises(PlanError, match=message) as caught:
        small_plan(tmp_path, ADDRESS, **changes)
    assert "sk-secret" not in str(caught.value)


def test_every_problem_has_a_line(tmp_path: Path) -> None:
    with pytest.raises(PlanError) as caught:
        small_plan(tmp_path, ADDRESS, endpoint__a=1, endpoint__b=2, caps__c=3)
    assert len(str(caught.value).splitlines()) == 3


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"task__task": "grade"}, r"tasks\[1\]\.task: no task 'grade'; expected one of small"),
        ({"options__sheets": 1}, r"tasks\[1\]\.options\.sheets: unknown field"),
        ({"models": [{"name": "gpt-new"}]}, r"models\[1\]: the price of 'gpt-new' is not in data/prices/.*free = true"),
    ],
)
def test_what_only_tasks_and_prices_know(tmp_path: Path, changes: dict[str, object], message: str) -> None:
    with pytest.raises(PlanError, match=message):
        prepare(small_plan(tmp_path, ADDRESS, **changes), TASKS)


def test_an_entry_that_needs_answers_of_none(tmp_path: Path) -> None:
    with pytest.raises(PlanError, match=r"tasks\[1\]\.options\.reviews_from: no earlier entry 'review'"):
        estimate(small_plan(tmp_path, ADDRESS, options__reviews_from="review"), tasks=TASKS)


def test_files_that_are_no_plan(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no such plan; 'peerassay collect --example FOLDER' writes one"):
        read_plan(tmp_path / "plan.toml")
    (tmp_path / "plan.toml").write_text("store = [")
    with pytest.raises(PlanError, match="not TOML: "):
        read_plan(tmp_path / "plan.toml")


def test_the_example_is_a_plan_that_stays_one_when_everything_is_switched_on(tmp_path: Path) -> None:
    plan = read_plan(write_example(tmp_path / "example"))
    assert plan.endpoint.practice
    assert len(list((tmp_path / "example" / "manuscripts").glob("*/original.md"))) >= 1
    with pytest.raises(PlanError, match="is there already"):
        write_example(tmp_path / "example")
    commented = [line[2:] for line in example_text().splitlines() if line.startswith("# ") and " = " in line]
    assert len(commented) > 25
    for line in commented:
        tomllib.loads(line)


def test_prices_have_a_date_and_known_models_have_the_paper_s_price() -> None:
    book = load_prices()
    price = price_of(book, "gpt-5.6-sol")
    assert book.date == "2026-11-30"
    assert price is not None
    # Can We Believe AI Peer Review?, Appendix E: input 4, cache write 5, cached 0.4, output 20 dollars per million
    assert (price.input, price.cache_write, price.cached, price.output) == (4, 5, 0.4, 20)
    assert price_of(book, "gpt-5.6") is None  # nothing is guessed from a similar name


def test_costs_by_hand() -> None:
    price = Price(
        input=4, output=20, cached=0.4, cache_write=5, batch=0.5, long_from=1000, long_input=2, long_output=1.5
    )
    # (700 - 100 - 50) x 4 + 100 x 0.4 + 50 x 5 + 30 x 20 = 2200 + 40 + 250 + 600
    assert cost(price, Usage(700, 30, 100, 50)) == pytest.approx(3090e-6)
    assert cost(price, Usage(700, 30, 100, 50), batch=True) == pytest.approx(1545e-6)
    assert cost(price, Usage(2000, 10)) == pytest.approx((2000 * 4 * 2 + 10 * 20 * 1.5) / 1e6)
    assert most(price, 700, 30) == pytest.approx((700 * 5 + 30 * 20) / 1e6)
    assert most(price, 700, 30) >= cost(price, Usage(700, 30, 0, 700))
    assert cost(Price(input=0, output=0), Usage(10, 10)) == 0


def test_a_dry_run_counts_and_sends_nothing(tmp_path: Path) -> None:
    plan = small_plan(tmp_path, ADDRESS, options__papers=10, task__rounds=3, options__characters=4000)
    found = estimate(plan, tasks=TASKS)
    (line,) = found.lines
    assert (line.calls, line.answered, found.to_send) == (30, 0, 30)
    assert line.read == pytest.approx(30 * 1003, rel=0.01)  # four characters a token
    assert line.money == pytest.approx((line.read + 2 * line.written) / 1e6)
    assert line.most_money > line.money
    assert not (tmp_path / "store.sqlite").exists()
    assert list(found.frame()["calls"]) == [30]
    small = small_plan(tmp_path, ADDRESS, options__papers=10, caps={"money": 0.0005, "calls": 5})
    assert len(estimate(small, tasks=TASKS).notes) == 2


def test_an_effort_that_no_model_of_its_entry_takes_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PlanError, match=r"tasks 'small': effort = 'high', and none of its models takes one"):
        small_plan(tmp_path, ADDRESS, task__effort="high")
    assert small_plan(tmp_path, ADDRESS, task__effort="high", model__effort="low").tasks[0].effort == "high"


def test_a_list_whose_items_do_not_fit_is_not_called_empty_too(tmp_path: Path) -> None:
    with pytest.raises(PlanError) as caught:
        small_plan(tmp_path, ADDRESS, task__rounds="3")
    assert str(caught.value).endswith("plan.toml: tasks[1].rounds: Input should be a valid integer")
    with pytest.raises(PlanError, match="tasks: Tuple should have at least 1 item"):
        small_plan(tmp_path, ADDRESS, tasks=[])
