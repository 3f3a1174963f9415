"""The book's sources: contents, citations, terms, colours, examples; and that nothing of it comes from another host."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from pybtex.database import parse_file

from peerassay.claims import load_claims
from peerassay.manifest import PARTS, load_notebooks
from peerassay.workflow.pages import PAGES, read_listing

if TYPE_CHECKING:
    from pathlib import Path

OTHER_HOST = re.compile(r"(?:https?:)?//[\w.-]+\.[a-z]{2,}")
SVG_NAMESPACE = "http://www.w3.org/2000/svg"
FLARE, KNEE = 0.05, 0.04045  # of the contrast formula


def pages(root: Path) -> dict[str, str]:
    return {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in (root / "book").glob("*.md")}


def prose_of_notebooks(root: Path) -> dict[str, str]:
    found = {}
    for notebook in load_notebooks(root).values():
        cells = json.loads(notebook.path.read_text("utf-8"))["cells"]
        texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
        found[f"notebooks/{notebook.name}.ipynb"] = "\n\n".join(texts)
    return found


def all_prose(root: Path) -> dict[str, str]:
    return pages(root) | prose_of_notebooks(root)


def listed_files(root: Path) -> list[str]:
    toc = yaml.safe_load((root / "_toc.yml").read_text("utf-8"))
    return [toc["root"], *(chapter["file"] for part in toc["parts"] for chapter in part["chapters"])]


def test_every_file_of_the_contents_exists_or_is_generated(root: Path) -> None:
    for name in listed_files(root):
        if name.startswith("book/generated/"):
            assert name.removeprefix("book/generated/") in PAGES
        else:
            assert (root / f"{name}.md").is_file() or (root / f"{name}.ipynb").is_file(), name


def test_every_page_and_notebook_is_in_the_contents_once(root: Path) -> None:
    listed = listed_files(root)
    sources = [name.rsplit(".", 1)[0] for name in all_prose(root)]
    assert sorted(name for name in listed if not name.startswith("book/generated/")) == sorted(sources)
    assert len(listed) == len(set(listed))


def test_the_parts_of_the_contents_are_in_the_order_of_the_book(root: Path) -> None:
    notebooks = [name.removeprefix("notebooks/") for name in listed_files(root) if name.startswith("notebooks/")]
    assert notebooks == sorted(notebooks, key=lambda name: (PARTS.index(name.split("/")[0]), name))


def test_every_work_that_is_cited_is_in_the_bibliography(root: Path) -> None:
    known = set(parse_file(root / "book" / "references.bib").entries)
    cited = {
        key.strip()
        for text in all_prose(root).values()
        for group in re.findall(r"\{cite(?::\w+)?\}`([^`]+)`", text)
        for key in group.split(",")
    }
    assert {"repeatability2026", "style2026", "epistemics2026"} <= cited
    assert sorted(cited - known) == []


def test_every_work_of_the_bibliography_has_title_or_author_and_year(root: Path) -> None:
    entries = parse_file(root / "book" / "references.bib").entries
    assert len(entries) > 30
    for key, entry in entries.items():
        assert entry.persons.get("author") or "title" in entry.fields, key
        assert re.fullmatch(r"\d{4}", entry.fields["year"]), key
        assert key.endswith(entry.fields["year"]), key


def test_every_term_that_a_page_refers_to_is_in_the_glossary(root: Path) -> None:
    text = (root / "book" / "glossary.md").read_text("utf-8")
    blocks = re.findall(r"```\{glossary\}\n(.*?)```", text, re.DOTALL)
    terms = {line for block in blocks for line in block.splitlines() if line and not line.startswith(" ")}
    used = {
        re.sub(r".*<(.*)>", r"\1", term)
        for page in all_prose(root).values()
        for term in re.findall(r"\{term\}`([^`]+)`", page)
    }
    assert {"certified budget", "decision flip", "sign test", "within-paper SD"} <= terms
    assert {term.lower() for term in used} <= {term.lower() for term in terms}


def test_glossary_terms_are_unique(root: Path) -> None:
    text = (root / "book" / "glossary.md").read_text("utf-8")
    terms = re.findall(r"^(\S[^\n]*)\n  \S", text, re.MULTILINE)
    assert len(terms) > 50
    assert len(terms) == len({term.lower() for term in terms})


def test_nothing_that_a_page_loads_is_on_another_host(root: Path) -> None:
    for path in [*(root / "book" / "_static").glob("*.*"), *(root / "src").rglob("templates/*.html")]:
        text = path.read_text("utf-8").replace(SVG_NAMESPACE, "")
        assert OTHER_HOST.search(text) is None, path


def test_the_settings_load_nothing_from_another_host(root: Path) -> None:
    settings = yaml.safe_load((root / "_config.yml").read_text("utf-8"))
    links = {name: settings.pop(name) for name in ("repository", "launch_buttons")}
    assert OTHER_HOST.search(json.dumps(settings)) is None
    assert links["launch_buttons"]["thebe"] is False
    assert settings["execute"]["execute_notebooks"] == "off"
    assert settings["sphinx"]["config"]["nb_ipywidgets_js"] == {}


def test_a_binder_button_needs_a_repository(root: Path) -> None:
    settings = yaml.safe_load((root / "_config.yml").read_text("utf-8"))
    assert settings["repository"]["url"] or not settings["launch_buttons"]["binderhub_url"]


def test_static_files_that_the_settings_name_exist(root: Path) -> None:
    config = yaml.safe_load((root / "_config.yml").read_text("utf-8"))
    static = root / "book" / "_static"
    names = config["sphinx"]["config"]["html_css_files"] + [
        name for name, _ in config["sphinx"]["config"]["html_js_files"]
    ]
    assert all((static / name).is_file() for name in names)
    assert (root / config["html"]["favicon"]).is_file()
    fonts = re.findall(r"url\((fonts/[^)]+)\)", (static / "palette.css").read_text("utf-8"))
    assert fonts
    assert all((static / font).is_file() for font in fonts)
    assert (static / "fonts" / "OFL.txt").is_file()


def palette(root: Path, theme: str) -> dict[str, str]:
    text = (root / "book" / "_static" / "palette.css").read_text("utf-8")
    block = re.search(rf'html\[data-theme="{theme}"\] \{{(.*?)\n\}}', text, re.DOTALL)
    assert block
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block[1]))


def luminance(colour: str) -> float:
    """Relative luminance after WCAG 2.2."""
    shares = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [share / 12.92 if share <= KNEE else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + FLARE) / (low + FLARE)


def test_contrast_is_computed_as_wcag_does() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)  # WebAIM's contrast checker


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_has_enough_contrast_on_every_ground(root: Path, theme: str) -> None:
    colours = palette(root, theme)
    grounds = [colours["paper"], colours["paper-2"]]
    pairs = [(name, ground) for name in ("ink", "ink-2", "link") for ground in grounds]
    pairs += [(name, colours[f"{name}-bg"]) for name in colours if f"{name}-bg" in colours]
    pairs += [(name, colours["paper"]) for name in ("agrees", "differs", "open")]
    assert len(pairs) > 14
    for name, ground in pairs:
        assert contrast(colours[name], ground) >= 4.5, (name, ground)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_bars_that_carry_meaning_stand_out_from_the_page(root: Path, theme: str) -> None:
    colours = palette(root, theme)
    for name in ("agrees", "differs", "inconsistent", "imposed"):
        assert contrast(colours[f"{name}-fill"], colours["paper"]) >= 3, name


def test_the_examples_of_the_book_run(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    examples = [code for text in pages(root).values() for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL)]
    assert examples
    for code in examples:
        exec(compile(code, "example", "exec"), {})
    assert "certified:" in capsys.readouterr().out


def test_the_commands_of_book_and_readme_exist(root: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (root / "Makefile").read_text("utf-8"), re.MULTILINE))
    known = load_notebooks(root)
    for text in [*pages(root).values(), (root / "README.md").read_text("utf-8")]:
        shell = "\n".join(re.findall(r"```bash\n(.*?)```", text, re.DOTALL))
        assert set(re.findall(r"^make ([a-z-]+)", shell, re.MULTILINE)) <= targets
        for name, options in re.findall(r"peerassay run (\S+)((?: -p \S+ \S+)*)", shell):
            given = re.findall(r"-p (\S+) (\S+)", options)
            assert known[name].resolve({key: known[name].parameters[key].parse(value) for key, value in given})


def test_the_readme_counts_the_printed_numbers_right(root: Path) -> None:
    assert f"{len(load_claims()):,} numbers" in (root / "README.md").read_text("utf-8").replace("\n", " ")


def test_the_list_of_exhibits_plans_each_in_a_notebook_of_its_part(root: Path) -> None:
    rows = read_listing(root / "data" / "exhibits.csv")
    for row in rows:
        assert not row.notebook or row.notebook.startswith(f"{row.part}/"), row.id
        assert row.id.startswith(f"{row.part}-"), row.id
        assert all((row.label, row.title, row.place, row.survives)), row.id


def test_the_list_of_exhibits_has_every_exhibit_that_a_printed_number_stands_in(root: Path) -> None:
    listed = {(row.part, row.label) for row in read_listing(root / "data" / "exhibits.csv")}
    named = {
        (claim.part, claim.exhibit)
        for claim in load_claims().values()
        if re.fullmatch(r"(Table|Figure|Equation) \d+", claim.exhibit)
    }
    assert len(named) > 20
    assert sorted(named - listed) == []


def test_the_citation_has_the_version_of_the_package(root: Path) -> None:
    cff: dict[str, Any] = yaml.safe_load((root / "CITATION.cff").read_text("utf-8"))
    version = re.search(r'^version = "([^"]+)"', (root / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert version
    assert cff["version"] == version[1]
    assert cff["license"] == ["MIT", "CC-BY-4.0"]
    assert len(cff["references"]) == 3


def test_each_licence_is_named_with_its_address(root: Path) -> None:
    assert (root / "LICENSE").read_text("utf-8").startswith("MIT License")
    text = (root / "LICENSE-CC-BY-4.0").read_text("utf-8")
    assert text.startswith("Creative Commons Attribution 4.0 International")
    assert "https://creativecommons.org/licenses/by/4.0/legalcode" in text
