"""Moving results into the build: who owns what, and what is taken away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from peerassay.workflow.execute import Job
from peerassay.workflow.places import Places, read_json, write_json, write_text
from peerassay.workflow.publish import OwnershipError, Shelf
from peerassay.workflow.state import Status, examine

if TYPE_CHECKING:
    from pathlib import Path

    from workflow.compendium import Compendium

ONE, THREE = "style/01-one", "audit/01-three"


def staged(mini: Compendium, stage: Path, status: Status, exhibits: list[str], claims: list[str]) -> Job:
    """Return a job as if it had run, with these exhibits and claims."""
    job = Job(status.notebook, mini.root, stage / status.notebook.slug)
    write_text(job.executed, "{}\n")
    for exhibit in exhibits:
        write_text(job.output / "exhibits" / exhibit, "new\n")
    write_text(job.output / "ledger" / f"{status.notebook.slug}.csv", "\n".join(["id", *claims]) + "\n")
    return job


def changed(mini: Compendium, *names: str) -> dict[str, Status]:
    """Return all notebooks after the code of some was changed."""
    for name in names:
        mini.replace(f"notebooks/{name}.ipynb", "print(level)", "print(0)")
    return examine(mini.root)


def test_results_replace_the_earlier_ones_and_what_is_no_longer_made_goes(mini: Compendium, tmp_path: Path) -> None:
    statuses = changed(mini, THREE)
    job = staged(mini, tmp_path, statuses[THREE], ["audit-three.csv", "audit-five.svg"], ["rep.a"])
    Shelf(Places(mini.root), statuses.values()).put(statuses[THREE], job)
    exhibits = {name: text for name, text in mini.built().items() if name.startswith("exhibits/audit")}
    assert exhibits == {"exhibits/audit-three.csv": b"new\n", "exhibits/audit-five.svg": b"new\n"}
    assert examine(mini.root)[THREE].current


@pytest.mark.parametrize(
    ("exhibits", "claims", "thing"), [(["style-one.svg"], [], "exhibit style-one"), ([], ["sty.a"], "claim sty.a")]
)
def test_what_two_notebooks_make_is_refused_naming_both_and_moves_nothing(
    mini: Compendium, tmp_path: Path, exhibits: list[str], claims: list[str], thing: str
) -> None:
    statuses, before = changed(mini, THREE), mini.built()
    job = staged(mini, tmp_path, statuses[THREE], exhibits, claims)
    with pytest.raises(OwnershipError, match=f"{thing} is made by two notebooks: {ONE} and {THREE}"):
        Shelf(Places(mini.root), statuses.values()).put(statuses[THREE], job)
    assert mini.built() == before


@pytest.mark.parametrize("order", [(ONE, THREE), (THREE, ONE)])
def test_an_exhibit_and_a_claim_may_change_hands(mini: Compendium, tmp_path: Path, order: tuple[str, str]) -> None:
    statuses = changed(mini, ONE, THREE)
    made = {ONE: ([], []), THREE: (["style-one.csv"], ["sty.a"])}
    shelf = Shelf(Places(mini.root), statuses.values())
    for name in order:
        shelf.put(statuses[name], staged(mini, tmp_path, statuses[name], *made[name]))
    assert mini.built()["exhibits/style-one.csv"] == b"new\n"
    assert {status.why for status in examine(mini.root).values()} == {"", f"upstream: {ONE}"}


def test_files_are_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "x.json"
    write_json(path, {"b": 1, "a": "ü"})
    assert path.read_text("utf-8") == '{\n "a": "ü",\n "b": 1\n}\n'
    assert [other.name for other in path.parent.iterdir()] == ["x.json"]
    assert read_json(path) == {"a": "ü", "b": 1}
    assert read_json(tmp_path / "none.json") is None


def test_a_notebook_that_was_edited_while_it_ran_is_looked_at_again(mini: Compendium, tmp_path: Path) -> None:
    statuses = changed(mini, ONE, THREE)
    jobs = {name: staged(mini, tmp_path, statuses[name], [], []) for name in (ONE, THREE)}
    mini.replace("notebooks/style/01-one.ipynb", "print(0)", "print(1)")
    mini.replace("notebooks/audit/01-three.ipynb", "Prose.", "Better prose.")
    shelf = Shelf(Places(mini.root), statuses.values())
    for name, job in jobs.items():
        shelf.put(statuses[name], job)
    after = examine(mini.root)
    assert after[ONE].why == "code: body"
    assert after[THREE].prose_changed
