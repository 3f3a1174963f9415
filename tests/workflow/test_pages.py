from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from peerassay.claims import load_claims
from peerassay.ledger import LEDGER_COLUMNS, VERDICTS
from peerassay.manifest import load_notebooks
from peerassay.project import digest_bytes
from peerassay.style import holm
from peerassay.workflow.pages import PAGES, Facts, ListingError, read_listing, write_pages
from peerassay.workflow.pages.citing import bibtex, citation, launch, sentence
from peerassay.workflow.pages.dictionary import dictionary
from peerassay.workflow.pages.landing import QUESTIONS, answers, inline_svg, standing
from peerassay.workflow.pages.listing import listing, part_contents
from peerassay.workflow.pages.parameters import own_records, parameters, written
from peerassay.workflow.pages.status import status
from peerassay.workflow.pages.theme import footer
from peerassay.workflow.pages.tiers import tiers, verdicts
from peerassay.workflow.revision import read_revision

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NAME = "repeatability/07-budgets"
SPEC = """title = "Budgets <now>"
question = "How many?"
[parameters.tolerance]
type = "float"
default = 0.5
minimum = 0.01
unit = "points"
help = "Accepted error."
[parameters.models]
type = "list[str]"
default = ["a", "b"]
help = "Models."
"""
SVG = '<?xml version="1.0"?>\n<svg viewBox="0 0 9 9">\n<path id="p1" style="fill: #ffffff"/><use href="#p1"/>\n</svg>'
CERTIFIED = "rep.budget.certified.eps050.gpt56sol"


def exhibit(exhibit_id: str, **changes: Any) -> dict[str, Any]:
    record = {
        "id": exhibit_id, "number": "R7.1", "kind": "figure", "reproduces": "Figure 3", "caption": "Curves & points.",
        "alt": 'Three "curves".', "tier": "derived", "notebook": NAME,
    }  # fmt: skip
    return record | changes


def put_exhibit(root: Path, record: dict[str, Any]) -> None:
    folder = root / "build" / "exhibits"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{record['id']}.json").write_text(json.dumps(record), "utf-8")
    (folder / f"{record['id']}.svg").write_text(SVG, "utf-8")


@pytest.fixture
def built(compendium: Path, root: Path, add_notebook: Callable[..., Path]) -> Path:
    """A compendium with one notebook that was run and shows one figure, and one printed number that agrees."""
    add_notebook(NAME, [], SPEC, "tolerance = 0.5\nmodels = ['a', 'b']")
    for name in ("CITATION.cff", "_config.yml", "data/exhibits.csv"):
        shutil.copyfile(root / name, compendium / name)
    package = {"resources": [resource("claims-style", "claims/style.csv"), resource("other", "exhibits.csv")]}
    (compendium / "data" / "datapackage.json").write_text(json.dumps(package), "utf-8")
    put_exhibit(compendium, exhibit("repeatability-figure-3"))
    fragment = compendium / "build" / "ledger" / "repeatability--07-budgets.csv"
    fragment.parent.mkdir(parents=True)
    row = {"id": CERTIFIED, "part": "repeatability", "exhibit": "Figure 3", "class": "result", "verdict": "agrees"}
    cells = [row.get(column, "") for column in LEDGER_COLUMNS]
    fragment.write_text(f"{','.join(LEDGER_COLUMNS)}\n{','.join(cells)}\n", "utf-8")
    return compendium


def resource(name: str, path: str) -> dict[str, Any]:
    field = {"name": "id", "type": "string", "description": "Its <name>.", "constraints": {"required": True}}
    schema = {
        "fields": [field | ({} if name == "other" else {"constraints": {"enum": ["a", "b"]}})],
        "primaryKey": "id",
    }
    return {"name": name, "path": path, "title": f"Table {name}", "description": "Rows.", "schema": schema}


def test_every_generated_page_that_the_contents_list_is_written(built: Path, root: Path) -> None:
    folder = built / "generated"
    write_pages(folder, built)
    toc = (root / "_toc.yml").read_text("utf-8")
    names = re.findall(r"book/generated/([\w-]+)", toc)
    assert names
    assert all((folder / f"{name}.md").read_text("utf-8").startswith("# ") for name in names)


def test_every_fragment_that_a_page_includes_is_written(built: Path, root: Path) -> None:
    folder = built / "generated"
    write_pages(folder, built)
    included = {
        name
        for page in (root / "book").glob("*.md")
        for name in re.findall(r"generated/([\w-]+\.md)", page.read_text("utf-8"))
    }
    assert {"answers.md", "standing.md", "contents-style.md"} <= included
    assert [name for name in sorted(included) if not (folder / name).is_file()] == []


def test_no_page_has_an_empty_line_inside_html(built: Path) -> None:
    for make in PAGES.values():
        for block in re.findall(
            r"<(?:table|section|svg|ul)\b.*?</(?:table|section|svg|ul)>", make(Facts(built)), re.DOTALL
        ):
            assert "\n\n" not in block


def test_answers_show_the_printed_numbers_and_their_ranges(built: Path) -> None:
    text = re.sub(r"<[^>]+>", "", answers(Facts(built)))
    assert "In 33 of 35 pairs" in text
    assert "within 0.5 points of the model’s average score in ≥ 95 % of cases, 6 to 12 reviews" in text
    assert "with 95 % confidence for each model by itself, it takes 24 to 35." in text
    assert "(p from 0.13 to 0.78)" in text


def test_the_confidence_test_of_one_reviewer_does_not_survive_the_adjustment_as_the_answer_says(built: Path) -> None:
    """Holm's step-down over the twelve printed p values of Table 4; 0.01 is the sixth smallest: 7 x 0.01."""
    pattern = re.compile(r"sty\.main\.(proficiency|confidence)\.\w+\.p")
    printed = {name: float(claim.value) for name, claim in load_claims().items() if pattern.fullmatch(name)}
    adjusted = dict(zip(printed, holm(list(printed.values())), strict=True))
    confidence = {name: value for name, value in adjusted.items() if ".confidence." in name}
    assert len(printed) == 12
    assert [name for name, value in confidence.items() if value > 0.05] == ["sty.main.confidence.gemini35flash.p"]
    assert adjusted["sty.main.confidence.gemini35flash.p"] == pytest.approx(0.07)
    text = re.sub(r"<[^>]+>", "", answers(Facts(built)))
    assert "that of Gemini 3.5 Flash (p = 0.01) is not" in text


def test_answers_show_the_figure_for_one_model_at_a_time_though_another_comes_first(built: Path) -> None:
    put_exhibit(built, exhibit("another", number="R7.0"))
    assert "landing-another" not in answers(Facts(built))
    assert "landing-repeatability-figure-3" in answers(Facts(built))


def test_answers_rest_only_on_numbers_that_the_book_takes_up() -> None:
    """The share explained by length and venue comes from a regression that its columns do not identify."""
    used = [name for question in QUESTIONS for group in question.numbers.values() for name in group]
    assert [name for name in used if name.startswith(("epi.length_regression", "epi.outcome"))] == []


def test_answers_show_a_figure_of_their_notebook_and_say_where_there_is_none(built: Path) -> None:
    text = answers(Facts(built))
    assert 'href="../notebooks/repeatability/07-budgets.html#figure-repeatability-figure-3"' in text
    assert "Curves &amp; points." in text
    assert text.count("No picture yet") == 2


def test_answers_count_their_numbers_by_verdict(built: Path) -> None:
    text = re.sub(r"<[^>]+>", "", answers(Facts(built)))
    assert "Rests on 9 printed results: 1 agrees 8 not yet addressed" in text


def test_standing_counts_every_result_once(built: Path) -> None:
    results = load_claims().where(class_="result")
    text = standing(Facts(built))
    assert f"**{len(results)} results**" in text
    assert "taken up **1** of them" in text
    totals = [int(number) for number in re.findall(r">(\d+)</a></td></tr>", text)]
    assert sum(totals) == len(results)
    assert "02-ledger.html?part=repeatability&amp;class=result&amp;verdict=agrees" in text


def test_an_inlined_figure_has_own_identifiers_no_ground_and_an_alternative_text() -> None:
    text = inline_svg(SVG, "x", 'A "quoted" <text>')
    assert text.startswith('<svg role="img" aria-label="A &quot;quoted&quot; &lt;text&gt;"')
    assert 'id="x-p1"' in text
    assert 'href="#x-p1"' in text
    assert "#ffffff" not in text


def test_the_index_leads_to_exhibits_that_are_there_and_marks_those_to_come(built: Path) -> None:
    rows = {row.id: row for row in read_listing(built / "data" / "exhibits.csv")}
    text = listing(Facts(built))
    assert f"The three papers have {len(rows)} tables" in text
    assert "**1 are in the book now**" in text
    lines = {line for line in text.splitlines() if line.startswith("<tr>")}
    there = next(line for line in lines if rows["repeatability-figure-3"].title in line)
    coming = next(line for line in lines if rows["style-table-4"].title in line)
    assert "#figure-repeatability-figure-3" in there
    assert "waits for records" not in there
    assert "to come" in coming or "waits for records" in coming
    assert "style/<wbr>04-preferences" in coming


def test_an_exhibit_is_found_by_what_it_reproduces_in_its_own_part_only(built: Path) -> None:
    put_exhibit(built, exhibit("something", number="R7.2", reproduces="Table 5"))
    rows = {row.id: row for row in read_listing(built / "data" / "exhibits.csv")}
    facts = Facts(built)
    assert facts.shown(rows["repeatability-table-5"])["id"] == "something"
    assert facts.shown(rows["style-table-5"]) is None


def test_exhibits_of_our_own_are_listed_apart(built: Path) -> None:
    put_exhibit(built, exhibit("repeatability-new", number="R7.2", reproduces="", caption="A new bound."))
    text = listing(Facts(built))
    assert "A new bound." in text.split("## Exhibits of this book")[1]


def test_exhibits_are_in_the_order_of_the_book(built: Path) -> None:
    for number in ("R7.10", "R7.2"):
        put_exhibit(built, exhibit(f"x-{number[3:]}", number=number, reproduces=""))
    assert [record["number"] for record in Facts(built).exhibits.values()] == ["R7.1", "R7.2", "R7.10"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text + text.splitlines()[1] + "\n", "stands twice"),
        (lambda text: text.replace(",repeatability,Table 1,", ",nowhere,Table 1,"), "part 'nowhere'"),
        (lambda text: text.replace(",derived\n", ",certain\n"), "tier 'certain'"),
        (lambda text: text.replace("id,part", "name,part", 1), "expected id, part"),
    ],
)
def test_a_wrong_list_of_exhibits_is_refused(
    tmp_path: Path, root: Path, change: Callable[[str], str], message: str
) -> None:
    path = tmp_path / "exhibits.csv"
    path.write_text(change((root / "data" / "exhibits.csv").read_text("utf-8")), "utf-8")
    with pytest.raises(ListingError, match=message):
        read_listing(path)


def test_the_contents_of_a_part_name_its_notebooks_questions_and_exhibits(built: Path) -> None:
    text = part_contents(Facts(built), "repeatability")
    assert "Budgets &lt;now&gt;" in text
    assert "How many?" in text
    assert "Figure 3 (R7.1)" in text


def test_the_parameter_page_shows_type_default_limits_and_meaning(built: Path) -> None:
    text = parameters(Facts(built))
    for piece in (
        "<code>tolerance</code>",
        "<code>0.5</code>",
        "at least 0.01",
        "Accepted error. (points)",
        "list[str]",
    ):
        assert piece in text
    assert f"peerassay run {NAME} -p tolerance 0.5" in text


def test_notebooks_that_take_own_records_are_named_once_there_are_any(
    built: Path, add_notebook: Callable[..., Path]
) -> None:
    assert "No notebook of this book takes a table of your own yet" in own_records(Facts(built))
    spec = f'{SPEC}[parameters.records]\ntype = "path"\ndefault = ""\nhelp = "A CSV file."\n'
    add_notebook("repeatability/03-scores", [], spec)
    text = own_records(Facts(built))
    assert "peerassay run repeatability/03-scores -p records" in text
    assert "A CSV file." in text
    assert "07-budgets" not in text


def test_defaults_are_written_as_the_command_line_reads_them(root: Path) -> None:
    known = [p for notebook in load_notebooks(root).values() for p in notebook.parameters.values()]
    assert known
    for parameter in known:
        if written(parameter):
            assert parameter.parse(written(parameter)) == parameter.default


def test_the_dictionary_describes_files_with_their_rows_and_columns_with_their_rules(built: Path) -> None:
    text = dictionary(Facts(built))
    assert f'<td class="number">{len(load_claims().part("style"))}</td>' in text
    assert "enum: a, b; primary key" in text
    assert "required; primary key" in text
    assert "Its &lt;name&gt;." in text


def test_tables_with_the_same_columns_are_described_together(built: Path) -> None:
    names = ("claims-style", "claims-epistemics")
    package = {"resources": [resource(name, f"claims/{name.split('-')[1]}.csv") for name in names]}
    (built / "data" / "datapackage.json").write_text(json.dumps(package), "utf-8")
    text = dictionary(Facts(built))
    assert re.findall("^## .*", text, re.MULTILINE) == ["## Claims"]


def test_the_status_page_shows_time_reason_and_key(built: Path) -> None:
    record = {"started": "2026-01-02T03:04:05+00:00", "seconds": 12.34, "why": ["data: a.csv", "code: page"]}
    state = {"key": "f" * 64, "components": {"environment": {"Python": "3.11"}}, "notebook_sha256": "", "outputs": {}}
    for folder, content in (("timings", record), ("state", state)):
        path = built / "build" / folder / "repeatability--07-budgets.json"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(content), "utf-8")
    text = status(Facts(built))
    for piece in ("2026-01-02 03:04:05", "12.3", "data: a.csv; code: page", "ffffffffffff", "Python"):
        assert piece in text


def test_the_status_page_of_a_book_that_never_ran_shows_dashes(built: Path) -> None:
    text = status(Facts(built))
    assert text.count("<td>–</td>") == 3
    assert "## Environment" not in text


def test_every_tier_and_verdict_is_explained_with_its_count(built: Path) -> None:
    facts = Facts(built)
    assert '<td class="number">1</td></tr>' in next(
        line for line in tiers(facts).splitlines() if "tier-derived" in line
    )
    agrees = next(line for line in verdicts(facts).splitlines() if ">agrees<" in line)
    assert '<td class="number">1</td></tr>' in agrees
    assert all(f">{name}<" in verdicts(facts) for name in VERDICTS)


CFF = {
    "title": "A book",
    "version": "1.2.0",
    "authors": [{"family-names": "Doe", "given-names": "J."}, {"name": "The X"}],
}


def test_a_citation_leaves_out_what_is_not_set() -> None:
    assert sentence(CFF) == "Doe, J.; The X. *A book* (version 1.2.0)."
    assert "year" not in bibtex(CFF)
    assert "Doe, J. and {The X}" in bibtex(CFF)


def test_the_ways_to_cite_hold_the_citation_file_and_the_commit(built: Path) -> None:
    text = citation(Facts(built))
    assert (built / "CITATION.cff").read_text("utf-8").strip() in text
    assert f"built from {read_revision(built).words}" in text
    assert f"note    = {{{read_revision(built).words}}}" in text
    assert "> Exhibit R7.1 in *Can AI peer review be believed? A reproducible compendium*, version " in text


def test_a_page_names_version_commit_and_ledger_at_its_foot(built: Path) -> None:
    (built / "build" / "ledger.csv").write_text("id\n", "utf-8")
    digest = digest_bytes(b"id\n")
    assert f"{read_revision(built).words}, ledger SHA-256 <code>{digest[:12]}</code>" in footer(built)


def test_a_citation_has_year_and_doi_once_they_are_set() -> None:
    dated = CFF | {"date-released": "2027-05-06", "doi": "10.1234/5"}
    assert sentence(dated) == "Doe, J.; The X (2027). *A book* (version 1.2.0). https://doi.org/10.1234/5"
    assert "doi     = {10.1234/5}" in bibtex(dated)


def test_the_way_to_binder_is_explained_until_a_repository_is_set(built: Path) -> None:
    assert "no Binder button" in launch(Facts(built))
    settings = {
        "repository": {"url": "https://host.example/a/b"},
        "launch_buttons": {"binderhub_url": "https://b.example"},
    }
    (built / "_config.yml").write_text(yaml.safe_dump(settings), "utf-8")
    assert "opens that notebook on Binder" in launch(Facts(built))
