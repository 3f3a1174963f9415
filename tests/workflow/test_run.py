"""Running one notebook for a reader: mistakes found before anything runs, and what is left in the folder."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from peerassay.cli import app
from peerassay.workflow import execute as execute_module
from workflow.compendium import RECORDS

if TYPE_CHECKING:
    from pathlib import Path

    from typer.testing import Result

    from workflow.compendium import Compendium

ONE = "style/01-one"


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["run", ONE, *words])


@pytest.fixture
def untouched(mini: Compendium, monkeypatch: pytest.MonkeyPatch, root: Path) -> Compendium:
    """A compendium whose first notebook takes records, and in which nothing may run."""
    monkeypatch.setattr(execute_module, "_attempt", lambda job: pytest.fail(f"{job} was run"))
    toml = mini.path(ONE).with_suffix(".toml")
    toml.write_text(toml.read_text() + RECORDS)
    (mini.root / "data/schemas").mkdir()
    for path in (root / "data/schemas").glob("*.json"):
        (mini.root / "data/schemas" / path.name).write_text(path.read_text())
    return mini


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"paper_id,overall\na,four\n", "row 2, column overall: 'four'; expected a number"),
        (b"paper_id;overall\na;6,5\n", "'6,5'; expected a number with a decimal point: 6.5"),
        (b"paper_id,overall\na,11\n", "or a wider score range the score range is set by -p low and -p high"),
        (b"paper_id,overall,round\na,5,1\na,5,1\n", "but row 2 has it already"),
        (b"", "'an empty file'; expected a heading and rows"),
        (b"paper_id,overall\n", "'no row below the heading'"),
        (b"who,what\na,1\n", "column overall: 'no such column'"),
        (b"paper_id,overall,remark\na,5,x\n", "rename the column, or remove it"),
        (b"paper_id,overall\n\xe4,5\n", "text in UTF-8"),
        (b"paper_id,overall\na,n/a\n", "parameter records: not a single score"),
        (b"paper_id,overall\n" + b"a,x\n" * 32, "... and 12 more"),
    ],
    ids=["text", "comma", "range", "twice", "empty", "heading", "columns", "unknown", "latin-1", "no score", "many"],
)
def test_records_with_a_mistake_are_refused_before_anything_runs(
    untouched: Compendium, tmp_path: Path, content: bytes, message: str
) -> None:
    (tmp_path / "own.csv").write_bytes(content)
    result = run("-p", "records", str(tmp_path / "own.csv"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in re.sub(r"\s+", " ", result.stderr)
    assert not (untouched.root / "build/runs").exists()


def test_a_folder_without_reviews_and_a_crossed_range_are_refused(untouched: Compendium, tmp_path: Path) -> None:
    (tmp_path / "nothing").mkdir()
    result = run("-p", "records", str(tmp_path / "nothing"))
    assert result.exit_code == 2
    assert "without reviews.csv" in result.stderr
    result = run("-p", "low", "7", "-p", "high", "6")
    assert result.exit_code == 2
    assert result.stderr == "peerassay: parameters low and high: 7.0 and 6.0; expected low below high\n"


def test_a_folder_that_cannot_take_results_is_refused(untouched: Compendium, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for output, message in (
        (tmp_path / "file", "is a file"),
        (tmp_path / "file" / "below", "nothing can be written there"),
        (tmp_path / ("x" * 300), "nothing can be written there"),
        (untouched.root / "notebooks" / "style" / "mine", "lies in"),
        (untouched.root / "data", "lies in"),
        (untouched.root / "src" / "a", "lies in"),
        (untouched.root / "build" / "exhibits", "lies in"),
    ):
        result = run("--output", str(output))
        assert result.exit_code == 2, output
        assert message in result.stderr
        assert len(result.stderr.splitlines()) == 1


def test_a_failed_run_leaves_earlier_results_as_they_are(mini: Compendium, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    assert run("-p", "level", "3", "--output", str(mine)).exit_code == 0
    before = {path.relative_to(mine): path.read_bytes() for path in mine.rglob("*.*")}
    mini.replace("notebooks/style/01-one.ipynb", "print(level)", "level / 0")
    result = run("--output", str(mine))
    assert result.exit_code == 1
    assert f"open {mine / 'style--01-one.failed.html'}" in result.stderr
    after = {path.relative_to(mine): path.read_bytes() for path in mine.rglob("*.*")}
    assert {path: after[path] for path in before} == before
    assert sorted(path.name for path in set(after) - set(before)) == [
        "style--01-one.failed.html",
        "style--01-one.failed.ipynb",
    ]
    mini.replace("notebooks/style/01-one.ipynb", "level / 0", "print(level)")
    assert run("--output", str(mine)).exit_code == 0
    assert {path.relative_to(mine) for path in mine.rglob("*.*")} == set(before)
    assert (mine / "exhibits/style-one.csv").read_text() == "x\n1\n"


def test_tables_that_the_notebook_itself_refuses_are_a_mistake_and_leave_nothing(
    mini: Compendium, tmp_path: Path
) -> None:
    refusal = "from peerassay.records.problems import UnsuitableError; raise UnsuitableError('target = X; expected A')"
    mini.replace("notebooks/style/01-one.ipynb", "print(level)", refusal)
    result = run("-p", "level", "3", "--output", str(tmp_path / "mine"))
    assert result.exit_code == 2
    assert "peerassay: style/01-one cannot use this: target = X; expected A" in result.stderr
    assert not list((tmp_path / "mine").iterdir())
    result = run("--output", str(tmp_path / "mine"))
    assert result.exit_code == 1  # without choices of a reader it is the notebook that fails


def test_a_page_folds_code_names_authors_and_has_no_dead_link(mini: Compendium, tmp_path: Path) -> None:
    (mini.root / "book").mkdir()
    (mini.root / "book/references.bib").write_text(
        '@misc{a1, author={M{\\"u}ller, A. and {Of One}, B. and C, D.}, year={1999}}\n'
        "@misc{b2, author={Doe, J. and Roe, R.}, year={2001}}\n"
    )
    (mini.root / "build/site/notebooks/style").mkdir(parents=True)
    (mini.root / "build/site/notebooks/style/02-two.html").touch()
    text = "It {cite:p}`a1,b2` and {cite:t}`b2` but {cite:p}`none`."
    text += " [two](02-two.ipynb#x), [three](../audit/01-three.ipynb)"
    source = mini.path(ONE)
    source.write_text(source.read_text().replace("Prose.", text))
    result = run("-p", "level", "1", "--output", str(tmp_path / "mine"))
    assert result.stdout.splitlines()[0] == f"running {ONE} (the default, so without effect: level = 1)"
    page = (tmp_path / "mine/style--01-one.html").read_text("utf-8")
    assert "It (Müller et al., 1999; Doe and Roe, 2001) and Doe and Roe (2001) but." in page
    address = re.search(r'<a href="([^"]*)#x">two</a>, three', page)
    assert address
    assert (tmp_path / "mine" / address[1]).resolve() == mini.root / "build/site/notebooks/style/02-two.html"
    body = page.split("<main>")[1]
    opened = re.sub(r"<details.*?</details>", "", body, flags=re.DOTALL)
    assert "how high" in opened
    assert "pathlib" in body
    assert "pathlib" not in opened


@pytest.mark.parametrize("words", [["list"], ["build", "--dry-run"], ["run", ONE, "-p", "level", "99"]])
def test_a_stray_notebook_is_mentioned_and_left_out(mini: Compendium, words: list[str]) -> None:
    mini.path("style/Untitled").write_text("{}")
    result = CliRunner().invoke(app, words)
    assert result.exit_code == (2 if words[0] == "run" else 0)
    assert "note: notebooks/style/Untitled.ipynb is left out: it has no .toml beside it" in result.stderr
    assert "Untitled" not in result.stdout
