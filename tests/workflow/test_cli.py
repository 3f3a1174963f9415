"""The command line: what it prints, where, and its exit codes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from peerassay.cli import app
from peerassay.workflow import execute as execute_module
from peerassay.workflow import pool as pool_module

if TYPE_CHECKING:
    from pathlib import Path

    from typer.testing import Result

    from workflow.compendium import Compendium

ONE, TWO, THREE = "style/01-one", "style/02-two", "audit/01-three"


def peerassay(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


def test_list_shows_notebooks_parameters_state_reason_and_last_run(mini: Compendium) -> None:
    mini.replace("notebooks/style/01-one.ipynb", "print(level)", "print(5)")
    mini.replace("notebooks/audit/01-three.ipynb", "Prose.", "Better prose.")
    (mini.root / "build/timings/style--02-two.json").unlink()
    lines = [re.split(r"\s{2,}", line.strip()) for line in peerassay("list").stdout.splitlines()]
    assert lines[0] == ["notebook", "parameters", "state", "why", "last run"]
    assert lines[1][:4] == [ONE, "level=1", "to run", "code: body"]
    assert re.fullmatch(r"\d+\.\d s", lines[1][4])
    assert lines[2] == [TWO, "level=1", "to run", f"upstream: {ONE}", "never"]
    assert lines[3][:3] == [THREE, "level=1", "prose changed"]


def test_list_of_one_notebook_teaches_its_parameters(mini: Compendium) -> None:
    toml = mini.path(ONE).with_suffix(".toml")
    toml.write_text(toml.read_text() + '[parameters.cuts]\ntype = "list[float]"\ndefault = [0.5, 1]\nhelp = "[x] y"\n')
    text = peerassay("list", ONE).stdout
    assert re.search(r"cuts +0\.5,1 +list\[float\] +\[x\] y", text)
    for part in (
        "Is it so?",
        "state: to run (parameters: cuts)",
        "data/numbers.csv",
        "int at least 0 and at most 9",
        "How high.",
    ):
        assert part in text
    assert f"peerassay run {ONE} -p level 1" in text


def test_list_as_json_has_everything_a_script_needs(mini: Compendium) -> None:
    (mini.root / "data/numbers.csv").write_text("n\n2\n")
    records = json.loads(peerassay("list", "--json").stdout)
    assert [record["name"] for record in records] == [ONE, TWO, THREE]
    assert records[1]["why"] == ["data: data/numbers.csv", f"upstream: {ONE}"]
    assert records[1]["after"] == [ONE]
    assert records[0]["seconds"] > 0
    assert records[0]["parameters"][0]["default"] == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run", ONE, "-p", "levle", "2"], "has no parameter 'levle'; did you mean level? (it has: level)"),
        (["run", ONE, "-p", "level", "2.5"], "parameter level: '2.5'; expected int at least 0 and at most 9"),
        (["run", ONE, "-p", "level", "-1"], "parameter level: -1; expected int at least 0 and at most 9"),
        (["run", ONE, "-p", "level", "2", "-p", "level", "3"], "parameter level is given twice"),
        (["run", ONE, "-p", "level"], "-p takes a name and a value"),
        (["run", "style/1-one"], "no notebook 'style/1-one'; did you mean style/01-one?"),
        (["list", "nothing"], "no notebook 'nothing'"),
        (["build", "--only", "nothing"], "no notebook 'nothing'"),
        (["build", "--jobs", "0"], "--jobs"),
        (["build", "--jbos", "1"], "--jbos"),
    ],
)
def test_a_mistake_gives_one_message_on_stderr_and_exit_code_2_and_runs_nothing(
    mini: Compendium, monkeypatch: pytest.MonkeyPatch, words: list[str], message: str
) -> None:
    monkeypatch.setattr(execute_module, "_attempt", lambda job: pytest.fail(f"{job} was run"))
    before = mini.built()
    result = peerassay(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in re.sub(r"\s+", " ", result.stderr)
    assert "Traceback" not in result.stderr
    assert mini.built() == before


def test_a_missing_file_or_kernel_or_compendium_is_exit_code_2(
    mini: Compendium, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (mini.root / "data/numbers.csv").rename(tmp_path / "numbers.csv")
    for words in (["build"], ["run", ONE]):
        result = peerassay(*words)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "data/numbers.csv: no such file" in result.stderr
    (tmp_path / "numbers.csv").rename(mini.root / "data/numbers.csv")
    monkeypatch.setattr(execute_module, "KERNEL", "no-such-kernel")
    assert "no kernel named no-such-kernel" in peerassay("run", ONE).stderr
    mini.replace("notebooks/style/01-one.ipynb", "print(level)", "print(5)")
    assert peerassay("build").exit_code == 2
    monkeypatch.setenv("PEERASSAY_ROOT", str(tmp_path / "elsewhere"))
    assert "no compendium at" in peerassay("list").stderr


def test_build_without_work_says_so(mini: Compendium) -> None:
    result = peerassay("build", "--no-render")
    assert result.exit_code == 0
    assert result.stdout == "everything is up to date, nothing had to be done\n"


def test_a_dry_run_names_notebooks_and_reasons(mini: Compendium) -> None:
    mini.replace("notebooks/style/01-one.ipynb", "print(level)", "print(5)")
    result = peerassay("build", "--dry-run")
    assert result.stdout == f"would run {ONE}  (code: body)\nwould run {TWO}  (upstream: {ONE})\n"


def test_a_failing_build_prints_progress_and_then_the_cell(mini: Compendium) -> None:
    mini.replace("notebooks/style/01-one.ipynb", "print(level)", "{}['share']")
    result = peerassay("build", "--only", ONE, "--no-render")
    assert result.exit_code == 1
    assert result.stdout.splitlines()[:2] == ["running 1 notebook, 1 at a time", f"  {ONE}  code: body"]
    assert re.fullmatch(rf"\[1/1\] failed {ONE}  \d+\.\d s", result.stdout.splitlines()[2])
    page = mini.root / "build/failed/style--01-one.html"
    assert result.stderr.splitlines() == [
        f"peerassay: {ONE} failed: cell 5 (body), line 1",
        "    {}['share']",
        "  KeyError: 'share'",
        f"  open {page}",
    ]
    assert re.search(rf"{ONE} +level=1 +failed +code: body", peerassay("list").stdout)


def test_run_leaves_the_book_alone_and_gives_notebook_page_and_exhibits(
    mini: Compendium, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    source = mini.path(ONE)
    source.write_text(source.read_text().replace("Prose.", "Where $x = 1$, see {ref}`this <that>`."))
    before = mini.built()
    monkeypatch.chdir(tmp_path)
    result = peerassay("run", str(source), "-p", "level", "3", "--output", "mine")
    assert result.exit_code == 0, result.stderr
    mine = tmp_path / "mine"
    assert sorted(path.relative_to(mine).as_posix() for path in mine.rglob("*.*")) == [
        "exhibits/style-one.csv",
        "style--01-one.html",
        "style--01-one.ipynb",
    ]
    assert (mine / "exhibits/style-one.csv").read_text() == "x\n3\n"
    page = (mine / "style--01-one.html").read_text("utf-8")
    assert "Where $x = 1$, see this." in page
    assert not re.search(r"""(?:src|href)=["'](?:https?:)?//""", page.split("<body>")[1])
    assert not re.search(r"""<(?:script|link|img|iframe)[^>]+(?:src|href)=""", page)
    assert "MathJax" in page
    assert mini.built() == before
    assert result.stdout.splitlines() == [
        "running style/01-one with level = 3",
        "page:      mine/style--01-one.html",
        "notebook:  mine/style--01-one.ipynb",
        "exhibits:  mine/exhibits",
    ]


def test_run_goes_to_a_folder_of_its_own_for_each_set_of_parameters(
    mini: Compendium, monkeypatch: pytest.MonkeyPatch
) -> None:
    from peerassay.manifest import load_notebooks
    from peerassay.workflow.places import Places
    from peerassay.workflow.run import run_folder

    notebook, places = load_notebooks(mini.root)[ONE], Places(mini.root)
    default = run_folder(places, notebook, {})
    assert default == run_folder(places, notebook, {"level": 1}), "the default, said or not"
    assert default != run_folder(places, notebook, {"level": 2})
    assert default.parent == mini.root / "build/runs"


def test_a_path_is_relative_to_where_the_user_is_and_must_exist(
    mini: Compendium, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from peerassay.manifest import load_notebooks
    from peerassay.workflow.run import parse_parameters

    toml = mini.path(ONE).with_suffix(".toml")
    toml.write_text(toml.read_text() + '[parameters.records]\ntype = "path"\ndefault = ""\nhelp = "Your scores."\n')
    (tmp_path / "scores.csv").touch()
    notebook = load_notebooks(mini.root)[ONE]
    assert parse_parameters(notebook, [("records", "scores.csv")], tmp_path) == {
        "records": str(tmp_path / "scores.csv")
    }
    assert parse_parameters(notebook, [("records", "")], tmp_path) == {"records": ""}
    monkeypatch.chdir(tmp_path)
    result = peerassay("run", ONE, "-p", "records", "other.csv")
    assert result.exit_code == 2
    assert result.stderr == f"peerassay: parameter records: there is no {tmp_path / 'other.csv'}\n"


def test_check_counts_by_class_and_exits_with_1_on_a_surprise(mini: Compendium) -> None:
    result = peerassay("check")
    assert result.exit_code == 0
    words = [line.split() for line in result.stdout.splitlines()]
    assert ["Results"] in words
    assert ["style", "2", "0", "2"] in words
    assert words.index(["Settings"]) > words.index(["Results"])
    mini.replace("build/ledger/style--01-one.csv", "agrees", "differs")
    result = peerassay("check")
    assert result.exit_code == 1
    assert "sty.a differs: published 1.0, ours 1" in result.stderr
    (mini.root / "data/claims/expected.toml").write_text('[expected]\n"sty.a" = "differs"\n')
    assert peerassay("check").exit_code == 0


def test_check_before_any_build_says_what_to_do(empty: Compendium) -> None:
    result = peerassay("check")
    assert (result.exit_code, result.stderr) == (
        2,
        "peerassay: no notebook has written to the ledger yet: peerassay build\n",
    )


def test_an_interrupted_build_says_so(mini: Compendium, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    mini.replace("notebooks/style/01-one.ipynb", "print(level)", "print(5)")
    monkeypatch.setattr(pool_module, "run_jobs", interrupt)
    result = peerassay("build")
    assert result.exit_code == 130
    assert result.stderr == "stopped; what was unfinished was not kept\n"
    assert not list((mini.root / "build").glob(".stage-*"))


@pytest.mark.parametrize("command", ["list", "build", "run", "check"])
def test_help_teaches_by_examples(command: str) -> None:
    result = peerassay(command, "--help")
    assert result.exit_code == 0
    assert f"peerassay {command}" in result.stdout.split("Examples:")[1]


def test_the_module_runs_and_loads_nothing_heavy_when_there_is_nothing_to_do(
    mini: Compendium, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(package.parent))
    code = (
        "import sys; from peerassay.cli import app; app(['build', '--no-render'], standalone_mode=False);"
        "heavy = {'pandas', 'numpy', 'papermill', 'nbconvert', 'nbformat', 'joblib', 'sphinx'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=mini.root)
    assert done.stdout.splitlines()[-1] == "[]"
    version = subprocess.run([sys.executable, "-m", "peerassay", "--help"], capture_output=True, text=True, check=True)
    assert "run one notebook with parameters of your own" in re.sub(r"\s+", " ", version.stdout)
