"""`peerassay collect` on the command line: it teaches, refuses with one message, and its exit code says how it went."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from peerassay.cli import app
from peerassay.records import load_records

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result


def call(*words: object) -> Result:
    return CliRunner().invoke(app, ["collect", *map(str, words)])


def text(result: Result) -> str:
    return result.stdout + result.stderr


@pytest.fixture
def example(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    assert call("--example", folder).exit_code == 0
    plan = folder / "plan.toml"
    plan.write_text(plan.read_text("utf-8").replace("rounds = 3", 'rounds = 2\npapers = ["m1", "m2"]'), "utf-8")
    return plan


def test_from_the_example_to_records(example: Path, tmp_path: Path) -> None:
    dry = call(example, "--dry-run")
    assert "to send: 8 calls" in dry.stdout
    assert not (example.parent / "answers.sqlite").exists()
    done = call(example, "--export", tmp_path / "records")
    assert done.exit_code == 0, text(done)
    assert "8 answered now, 0 before, 0 without a result" in done.stdout
    assert len(load_records(tmp_path / "records").reviews) == 8
    again = call(example)
    assert "0 answered now, 8 before" in again.stdout
    assert "to send: 0 calls" in call(example, "--dry-run").stdout


def test_an_unfinished_plan_has_exit_code_1(example: Path) -> None:
    example.write_text(example.read_text("utf-8").replace("money = 1.00", "money = 1.00\ncalls = 3"), "utf-8")
    done = call(example)
    assert done.exit_code == 1
    assert "caps.calls = 3: all of them are used" in done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "a plan is needed: peerassay collect PLAN.toml"),
        (["nowhere.toml"], "nowhere.toml: no such plan"),
    ],
)
def test_mistakes_get_one_message_and_exit_code_2(words: list[str], message: str) -> None:
    result = call(*words)
    assert result.exit_code == 2
    assert message in text(result)
    assert "Traceback" not in text(result)


def test_a_misspelt_field_is_named_with_its_place(example: Path) -> None:
    example.write_text(example.read_text("utf-8").replace("rounds = 2", "round = 2"), "utf-8")
    result = call(example)
    assert result.exit_code == 2
    assert re.search(r"tasks\[1\]\.round: unknown field", text(result))


def test_the_tasks_are_listed_with_their_options() -> None:
    shown = call("--tasks").stdout
    for name in ("review:", "score-probabilities:", "rewrite:", "write:", "select:", "rate:", "annotate:", "probe:"):
        assert name in shown
    assert "reviews_from: " in shown
