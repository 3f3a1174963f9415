"""Rendering: on an empty tree, whole or not at all, and not twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from peerassay.workflow import execute, pages
from peerassay.workflow.book import RenderError, assemble, book_digest, refresh_book
from peerassay.workflow.renderer import Renderer
from peerassay.workflow.report import Report

if TYPE_CHECKING:
    from pathlib import Path

    from workflow.compendium import Compendium

CONFIG = """
title: A book
execute: {execute_notebooks: "off"}
sphinx:
  config:
    suppress_warnings: ["myst.header"]
"""

TOC = """
format: jb-book
root: book/index
chapters:
- file: notebooks/style/01-one
- file: notebooks/style/02-two
- file: notebooks/audit/01-three
- file: book/generated/status
"""


STATUS = """
def write_pages(folder, root):
    (folder / "status.md").write_text(f"# Status of {root.name}\\n", "utf-8")
"""


@pytest.fixture
def book(mini: Compendium, package: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A built compendium with a book of one page of prose and one generated page, here and in other processes."""
    names: dict[str, Any] = {}
    exec(STATUS, names)
    monkeypatch.setattr(pages, "write_pages", names["write_pages"])
    (package / "workflow" / "pages" / "__init__.py").write_text(STATUS)
    monkeypatch.setattr(execute, "PACKAGE", package)
    (mini.root / "_config.yml").write_text(CONFIG)
    (mini.root / "_toc.yml").write_text(TOC)
    (mini.root / "book").mkdir()
    (mini.root / "book/index.md").write_text("# A book\n\nSee [one](../notebooks/style/01-one.ipynb).\n")
    return mini.root


def refresh(root: Path) -> bool:
    with Renderer(root) as renderer:
        return refresh_book(root, renderer, Report())


def test_the_source_has_prose_executed_and_generated_pages_and_nothing_from_before(book: Path) -> None:
    (book / "build/source").mkdir()
    (book / "build/source/old.md").touch()
    assemble(book)
    source = book / "build/source"
    found = {path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()}
    notebooks = {f"notebooks/{name}.ipynb" for name in ("style/01-one", "style/02-two", "audit/01-three")}
    assert found == {"_config.yml", "_toc.yml", "book/index.md", "book/generated/status.md"} | notebooks
    assert '"text": [\n      "1\\n"' in (source / "notebooks/style/01-one.ipynb").read_text()


def test_what_the_book_is_made_from_decides_whether_it_is_rendered(book: Path) -> None:
    before = book_digest(book)
    assert book_digest(book) == before
    for name in ("book/index.md", "build/executed/style--01-one.ipynb", "build/exhibits/style-one.csv", "_toc.yml"):
        (book / name).write_text((book / name).read_text() + " ")
        after = book_digest(book)
        assert after != before, name
        before = after


def test_a_book_is_rendered_once_and_stays_when_the_next_one_has_a_warning(book: Path) -> None:
    assert refresh(book)
    site = book / "build/site"
    assert "url=book/index.html" in (site / "index.html").read_text()
    assert (site / "exhibits/style-one.csv").read_text() == "x\n1\n"
    assert (site / "ledger.csv").read_bytes() == (book / "build/ledger.csv").read_bytes()
    assert "Status of root" in (site / "book/generated/status.html").read_text()
    assert not refresh(book)
    before = {path: path.read_bytes() for path in site.rglob("*") if path.is_file()}
    (book / "book/index.md").write_text("# A book\n\nSee [nothing](nothing.md) and {ref}`nowhere`.\n")
    with pytest.raises(RenderError) as caught:
        refresh(book)
    message = str(caught.value)
    assert "book/index.md:3: WARNING: " in message
    assert "nothing.md" in message
    assert "nowhere" in message, "it keeps going after the first warning"
    assert {path: path.read_bytes() for path in site.rglob("*") if path.is_file()} == before
    assert not list((book / "build").glob(".stage-*"))


def test_a_missing_configuration_is_said(book: Path) -> None:
    (book / "_config.yml").unlink()
    with pytest.raises(RenderError, match=r"_config\.yml is missing"):
        assemble(book)


def test_a_renderer_that_was_started_in_vain_leaves_nothing_behind(book: Path) -> None:
    before = sorted(book.rglob("*"))
    with Renderer(book) as renderer:
        renderer.start()
        process = renderer._process
    assert process is not None
    assert process.returncode is not None
    assert sorted(book.rglob("*")) == before
