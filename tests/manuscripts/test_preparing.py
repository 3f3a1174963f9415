"""From files to packages on disk: found, cut, blinded, fitted, each written whole or not at all."""

from __future__ import annotations

import shutil
from io import BytesIO
from typing import TYPE_CHECKING

import pandas as pd
import pytest
from PIL import Image
from typer.testing import CliRunner

from peerassay.cli.main import app
from peerassay.manuscripts import (
    PackageError,
    Preparation,
    audit_folders,
    audit_table,
    cut_after_references,
    find_manuscripts,
    load_package,
    prepare,
    write_package,
    write_prepared,
)
from peerassay.manuscripts.cutting import NO_REFERENCES, NO_SECTIONS, OTHER_SCRIPT

from .test_blinding import NAMED
from .test_pdf import BAD, PAPER
from .typesetting import Look, Typesetter

if TYPE_CHECKING:
    from pathlib import Path

APPENDIX = f"{NAMED}\n<!-- page 9 -->\n\n## A Proofs\n\nMore text.\n"


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    folder = tmp_path / "inbox"
    (folder / "m1").mkdir(parents=True)
    (folder / "m1" / "original.md").write_text(NAMED, "utf-8")
    (folder / "m1" / "low.md").write_text("# Another version", "utf-8")
    (folder / "a.md").write_text(APPENDIX, "utf-8")
    (folder / "b.pdf").write_bytes(Typesetter(Look(numbers="left")).set(PAPER))
    (folder / "README.md").write_text("# Read me", "utf-8")
    (folder / "notes.txt").write_text("no manuscript", "utf-8")
    return folder


def test_manuscripts_of_a_folder_are_found_by_name(inbox: Path) -> None:
    assert list(find_manuscripts([inbox])) == ["a", "b", "m1"]
    assert find_manuscripts([inbox / "m1", inbox / "m1" / "original.md"]) == {"m1": inbox / "m1" / "original.md"}


def test_what_is_no_manuscript_says_so(inbox: Path) -> None:
    (inbox / "empty").mkdir()
    for given, message in (("none", "no such file"), ("notes.txt", "neither a PDF"), ("empty", "no manuscript in it")):
        with pytest.raises(FileNotFoundError, match=message):
            find_manuscripts([inbox / given])
    (inbox / "a.pdf").write_bytes(b"%PDF-")
    with pytest.raises(FileExistsError, match="two manuscripts are called 'a'"):
        find_manuscripts([inbox])


def test_what_follows_the_references_is_cut_unless_it_is_to_be_kept(inbox: Path) -> None:
    cut, kept = prepare("a", inbox / "a.md"), prepare("a", inbox / "a.md", Preparation(appendix=True))
    assert "Proofs" not in cut.package.text
    assert cut.package.records[-1].text.startswith("[2]")
    assert cut.notes == ("3 record(s) and image(s) after the references cut",)
    assert kept.package.text.endswith("## A Proofs\n\nMore text.")
    assert cut_after_references(cut.package) == (cut.package, 0)


def test_without_blinding_names_stay_and_only_numbers_go(inbox: Path) -> None:
    plain = prepare("m1", inbox / "m1" / "original.md", Preparation(blind=False))
    assert "Ilka Brandsund" in plain.package.text
    assert plain.findings == ()
    numbered = prepare("b", inbox / "b.pdf", Preparation(blind=False)).package
    assert not [record for record in numbered.records if record.type == "margin"]


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("# T\n\nText.\n\n## References\n\n[1] A. 2019.", ()),
        ("# T\n\n## 1 Text\n\nText.", (NO_REFERENCES,)),
        ("Text only.", (NO_REFERENCES, NO_SECTIONS)),
        ("# Т\n\n## Ссылки\n\nТолько текст.", (NO_REFERENCES, OTHER_SCRIPT)),
    ],
)
def test_what_a_manuscript_lacks_is_noted(tmp_path: Path, text: str, notes: tuple[str, ...]) -> None:
    (tmp_path / "x.md").write_text(text, "utf-8")
    assert prepare("x", tmp_path / "x.md").notes == notes


def test_images_are_fitted_and_counted(tmp_path: Path) -> None:
    (tmp_path / "figures").mkdir()
    Image.new("RGB", (400, 200)).save(tmp_path / "figures" / "x.png")
    (tmp_path / "x.md").write_text("# T\n\n![Figure 1. X.](figures/x.png)", "utf-8")
    fitted = prepare("x", tmp_path / "x.md", Preparation(longest=100)).package.figures[0]
    assert Image.open(BytesIO(fitted.read())).size == (100, 50)
    with pytest.raises(PackageError, match="1 images; the limit is 0"):
        prepare("x", tmp_path / "x.md", Preparation(limit=0))


def test_package_and_report_are_written_together_or_not_at_all(inbox: Path, tmp_path: Path) -> None:
    prepared = prepare("m1", inbox / "m1" / "original.md")
    place = write_prepared(prepared, tmp_path / "out")
    assert load_package(place).text == prepared.package.text
    report = pd.read_csv(tmp_path / "out" / "_blinding" / "m1.csv")
    assert len(report) == len(prepared.findings)
    before = sorted((tmp_path / "out").rglob("*"))
    with pytest.raises(FileExistsError, match="is there already"):
        write_prepared(prepared, tmp_path / "out")
    assert sorted((tmp_path / "out").rglob("*")) == before
    write_prepared(prepared, tmp_path / "out", replace_old=True)
    assert sorted((tmp_path / "out").rglob("*")) == before


def run(*words: str | Path) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["prepare", *map(str, words)])
    return result.exit_code, result.stdout, result.stderr


def test_the_command_writes_packages_and_says_what_it_did(inbox: Path, tmp_path: Path) -> None:
    code, said, noted = run(inbox, "--out", tmp_path / "out")
    assert code == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["_blinding", "a", "b", "m1"]
    assert "prepared: 3 of 3 manuscripts" in said
    assert "total" in said
    assert "90 %" in said
    assert "2 e-mail address" in said
    assert "look at: 4 self-citation" in said
    assert "note: a: 3 record(s) and image(s) after the references cut" in noted
    assert "Ilka" not in (tmp_path / "out" / "m1" / "text.json").read_text("utf-8").split("References")[0]


@pytest.mark.parametrize("kind", BAD)
def test_one_bad_file_is_left_out_with_a_reason_and_nothing_of_it_is_written(
    inbox: Path, tmp_path: Path, kind: str
) -> None:
    (inbox / "bad.pdf").write_bytes(BAD[kind][0])
    code, said, noted = run(inbox / "bad.pdf", inbox / "a.md", "--out", tmp_path / "out")
    assert code == 1
    assert noted.count("left out: bad.pdf: ") == 1
    assert "prepared: 1 of 2 manuscripts" in said
    assert sorted(path.name for path in (tmp_path / "out").rglob("*") if "bad" in path.name) == []


def test_mistakes_of_the_command_line_have_one_message(inbox: Path, tmp_path: Path) -> None:
    code, _, noted = run(inbox / "nothing.pdf", "--out", tmp_path / "out")
    assert (code, noted.strip()) == (2, f"peerassay: {inbox / 'nothing.pdf'}: no such file or folder")
    assert not (tmp_path / "out").exists()
    run(inbox / "a.md", "--out", tmp_path / "out")
    code, _, noted = run(inbox / "a.md", "--out", tmp_path / "out")
    assert code == 1
    assert "is there already; --replace replaces it" in noted
    assert run(inbox / "a.md", "--out", tmp_path / "out", "--replace")[0] == 0


def test_final_packages_are_audited_against_their_originals(inbox: Path, tmp_path: Path) -> None:
    original = write_prepared(prepare("b", inbox / "b.pdf"), tmp_path / "out")
    package = load_package(original)
    target = next(record for record in package.records if record.type == "paragraph")
    final = write_package(package.with_texts({target.id: "Other words."}, "W/S"), tmp_path / "final")
    assert audit_folders(original, final) == []
    assert [str(one) for one in audit_folders(original, final, set())] == [
        f"text.json, record {target.id}: its text differs, and no accepted edit is about it"
    ]
    damaged = shutil.copytree(final, tmp_path / "damaged")
    (damaged / "text.json").write_text("{}", "utf-8")
    table = audit_table([(original, final), (original, damaged)])
    assert table[["version", "records", "replaced", "markers", "problems"]].iloc[0].tolist() == [
        "W/S", len(package.records), 1, package.pages, 0,
    ]  # fmt: skip
    assert table["problems"].tolist() == [0, 1]
    assert "holds no records" in table["first"][1]
    with pytest.raises(PackageError):
        audit_folders(damaged, final)
