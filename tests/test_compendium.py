"""The whole compendium, run once as `make book` runs it: every notebook, the ledger, the list of exhibits."""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING

import pandas as pd
import pytest

from peerassay.claims import load_claims
from peerassay.ledger import LEDGER_COLUMNS
from peerassay.manifest import load_notebooks
from peerassay.workflow.build import build
from peerassay.workflow.expectations import read_expectations, surprises

if TYPE_CHECKING:
    from pathlib import Path

AGAIN = ("assay/03-prepare", "epistemics/08-probes", "repeatability/06-opinions", "repeatability/08-granularity")


def copied(root: Path, target: Path) -> Path:
    """Copy what a build reads; the package itself is the installed one."""
    for name in ("_toc.yml", "_config.yml", "requirements.lock", "CITATION.cff"):
        shutil.copyfile(root / name, target / name)
    for name in ("notebooks", "data"):
        shutil.copytree(root / name, target / name)
    return target


@pytest.fixture(scope="module")
def built(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the compendium with all notebooks executed."""
    copy = copied(root, tmp_path_factory.mktemp("compendium"))
    build(copy, render=False)
    return copy / "build"


@pytest.fixture(scope="module")
def ledger(built: Path) -> pd.DataFrame:
    return pd.read_csv(built / "ledger.csv", dtype=str, keep_default_na=False)


def exhibits(built: Path) -> list[dict[str, object]]:
    return [json.loads(path.read_text("utf-8")) for path in sorted((built / "exhibits").glob("*.json"))]


def test_every_notebook_runs_and_a_second_build_has_nothing_to_do(built: Path) -> None:
    assert {path.stem for path in (built / "ledger").glob("*.csv")} == {
        notebook.slug for notebook in load_notebooks(built.parent).values()
    }
    assert build(built.parent, render=False).nothing


def test_the_ledger_has_one_row_per_claim_and_no_surprise(built: Path, ledger: pd.DataFrame) -> None:
    assert tuple(ledger.columns) == LEDGER_COLUMNS
    assert ledger["id"].tolist() == list(load_claims())
    assert surprises(ledger, read_expectations(built.parent)) == []


def test_a_verdict_comes_with_what_it_rests_on(ledger: pd.DataFrame) -> None:
    taken = ledger[ledger["verdict"] != "not yet addressed"]
    computed = taken[taken["verdict"] != "transcribed"]
    assert (taken["notebook"] != "").all()
    assert (taken["data_sha256"].str.len() == 64).all()
    assert (computed["function"] != "").all()
    assert (taken.loc[taken["verdict"].isin(["transcribed", "inconsistent"]), "remark"] != "").all()
    assert set(ledger.loc[ledger["verdict"] == "imposed", "tier"]) <= {"reconstructed"}


def test_no_restatement_has_a_stronger_verdict_than_its_first_printing(ledger: pd.DataFrame) -> None:
    verdicts = dict(zip(ledger["id"], ledger["verdict"], strict=True))
    pairs = [(claim.id, claim.restates) for claim in load_claims().values() if claim.restates]
    stronger = [again for again, first in pairs if verdicts[again] == "agrees" and verdicts[first] != "agrees"]
    assert len(pairs) == 138
    assert stronger == []


def test_every_exhibit_has_its_files_and_its_place_in_the_list(built: Path) -> None:
    listed = pd.read_csv(built.parent / "data" / "exhibits.csv", dtype=str, keep_default_na=False).set_index("id")
    found = exhibits(built)
    for record in found:
        for name in record["files"]:  # type: ignore[attr-defined]
            assert (built / "exhibits" / name).stat().st_size > 0
        assert record["changed"] == []
        assert re.fullmatch(r"[RSEAM]\d+\.\d+", str(record["number"]))
    there = {str(record["id"]): record["notebook"] for record in found}
    planned = listed["notebook"].to_dict()
    assert {name: planned[name] for name in there if name in planned} == {
        name: notebook for name, notebook in there.items() if name in planned
    }
    assert len(set(there) & set(planned)) >= 13


def test_the_same_inputs_give_the_same_bytes(built: Path, root: Path, tmp_path: Path) -> None:
    """A second, separate run of two notebooks agrees byte for byte: executed notebook, CSV, SVG, PNG, ledger."""
    build(copied(root, tmp_path), only=AGAIN, render=False)
    files = [path for path in (tmp_path / "build").rglob("*") if path.parent.name in {"exhibits", "ledger"}]
    files += list((tmp_path / "build" / "executed").rglob("*.ipynb"))
    assert {path.suffix for path in files} == {".csv", ".svg", ".png", ".json", ".ipynb"}
    for path in files:
        assert path.read_bytes() == (built / path.relative_to(tmp_path / "build")).read_bytes(), path.name
