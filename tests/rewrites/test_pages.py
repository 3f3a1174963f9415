"""The two notebooks, cell by cell in this process: their verdicts, and a reader's own folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import nbformat
import pandas as pd
import pytest

from peerassay.claims import load_claims
from peerassay.collect.prompts import prompt_names
from peerassay.exhibits.recorder import Recorder
from peerassay.manifest import load_notebooks
from peerassay.records import RecordsError
from peerassay.rewrites.recording import record_rewriting, record_validation, rewriting_claims

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., "Shown"]


class Shown:
    """What a notebook showed and wrote."""

    def __init__(self, folder: Path, bundles: list[dict[str, str]]) -> None:
        self.folder = folder
        self.html = "\n".join(bundle.get("text/html", "") for bundle in bundles)
        self.said = "\n".join(bundle["text/markdown"] for bundle in bundles if "text/markdown" in bundle)

    def csv(self, exhibit: str) -> pd.DataFrame:
        return pd.read_csv(self.folder / "exhibits" / f"{exhibit}.csv")


@pytest.fixture
def run(tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the cells of a notebook of the style part: ``run(name, parameter=value)``."""
    monkeypatch.chdir(root)
    monkeypatch.setenv("PEERASSAY_OUTPUT", str(tmp_path / "out"))
    bundles: list[dict[str, str]] = []
    monkeypatch.setattr("peerassay.exhibits.page.display", lambda bundle, raw: bundles.append(bundle))

    def execute(name: str, **parameters: Any) -> Shown:
        notebook = load_notebooks(root)[f"style/{name}"]
        cells = [cell.source for cell in nbformat.read(notebook.path, 4).cells if cell.cell_type == "code"]
        space: dict[str, Any] = {}
        exec(cells[0], space)
        space |= parameters
        for cell in cells[1:]:
            exec(cell, space)
        return Shown(tmp_path / "out", bundles)

    return execute


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "own"
    for name, last in (("p", "7"), ("q", "8")):
        (folder / name).mkdir(parents=True)
        text = f"# T\n\nIt works. It works on {last} sets.\n"
        (folder / name / "original.md").write_text(text, "utf-8")
        (folder / name / "low.md").write_text(text.replace("It works", "It may work").replace("8", "9"), "utf-8")
        (folder / name / "high.md").write_text(text.replace("It works", "It clearly works"), "utf-8")
    return folder


@pytest.mark.parametrize(
    ("name", "section", "others"), [("01-rewriting", "rewriting", 3), ("02-validation", "validation", 0)]
)
def test_every_claim_of_a_section_has_a_verdict(root: Path, name: str, section: str, others: int) -> None:
    notebook = load_notebooks(root)[f"style/{name}"]
    recorder = Recorder(notebook, notebook.defaults, {})
    if section == "validation":
        record_validation(recorder)
    else:
        prompts = [prompt for prompt in prompt_names() if prompt.startswith("rewrite-")]
        record_rewriting(recorder, prompts[:4], prompts[4:])
        assert set(rewriting_claims(recorder)) == set(recorder.rows)
    wanted = set(load_claims().where(part="style", section=section))
    assert wanted <= set(recorder.rows)
    assert len(recorder.rows) == len(wanted) + others
    assert {row["verdict"] for row in recorder.rows.values()} == {"agrees", "transcribed"}


def test_validation_of_an_own_folder(run: Run, own: Path) -> None:
    shown = run("02-validation", records=str(own))
    assert "2 manuscripts with original, high, low" in shown.said
    assert "as Table 2 of the paper, on YOUR DATA" in shown.html
    assert not (shown.folder / "ledger").exists()
    moved = shown.csv("style-validation-directions").set_index("measure")
    assert moved.loc["hedges", ["n", "above"]].tolist() == [2, 2]
    listing = shown.csv("style-validation-differences")
    assert listing[listing["kind"] == "number"][["manuscript", "version"]].to_numpy().tolist() == [["q", "low"]] * 2
    assert "No manuscript has both a native and a non-native rewrite" in shown.said


def test_rewriting_of_an_own_folder(run: Run, own: Path) -> None:
    places = {f"table_{number}": "p/T/1" for number in (1, 6, 7)}
    shown = run("01-rewriting", records=str(own), **places)
    assert shown.csv("style-table-1")["version"].tolist() == ["original", "high", "low"]
    assert "as Table 7 of the paper, on YOUR DATA" in shown.html
    with pytest.raises(ValueError, match="manuscript 'm4'; expected one of p, q"):
        run("01-rewriting", records=str(own))


def test_a_folder_with_problems_stops_both_pages(run: Run, own: Path) -> None:
    (own / "p" / "original.md").unlink()
    for name in ("01-rewriting", "02-validation"):
        with pytest.raises(RecordsError, match=r"p/: 'high.md, low.md'; expected original.md among them"):
            run(name, records=str(own))
