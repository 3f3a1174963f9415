"""All measures at once, on our own manuscripts and on edge cases."""

from __future__ import annotations

from pathlib import Path

import pytest

from peerassay.language import MEASURES, VERSIONS, compare, measure_pair, measure_text, measure_versions

MANUSCRIPTS = Path(__file__).parents[2] / "data" / "manuscripts"


@pytest.mark.parametrize("text", ["", "# Title\n\n| 1 | 2 |\n|---|---|\n| 3 | 4 |", "$x$ and".replace("and", "")])
def test_a_text_without_words_has_no_measure_and_a_reason_for_each(text: str) -> None:
    for measure in measure_text(text).values():
        assert not measure.defined
        assert measure.reason


def test_one_word() -> None:
    found = measure_text("Perhaps")
    assert found["mtld"].reason == "no word is repeated"
    assert found["hedges"].value == 1000
    assert found["gf"].defined


def test_another_script_is_refused_by_the_measures_that_are_for_english() -> None:
    found = measure_text("Это только текст, и это только текст.")
    assert found["mtld"].defined
    assert all("English" in found[name].reason for name in ("ag", "gf", "boosters", "hedges"))


def test_versions_are_compared_with_their_original() -> None:
    table = measure_versions({"original": "It works. It works.", "low": "It may work. It may work."})
    assert list(table["measure"][:6]) == [name for name in MEASURES if name not in ("semsim", "tfidf")]
    assert list(table[table["version"] == "low"]["measure"]) == [*list(table["measure"][:6]), "semsim", "tfidf"]
    hedges = table[table["measure"] == "hedges"].set_index("version")["value"]
    assert hedges["original"] == 0
    assert hedges["low"] == pytest.approx(1000 / 3)
    assert set(table["words"]) == {4, 6}
    with pytest.raises(ValueError, match="expected 'original' among them, got low"):
        measure_versions({"low": "text"})


def test_tables_and_equations_do_not_count_as_wording() -> None:
    bare, dressed = "It works well.", "It works well.\n\n| clearly | may |\n|--|--|\n| may | may |\n\n$$may$$\n"
    assert repr(measure_text(bare)) == repr(measure_text(dressed))
    assert measure_pair(bare, dressed)["tfidf"].value == pytest.approx(1)


@pytest.mark.parametrize(
    "folder", sorted(path for path in MANUSCRIPTS.iterdir() if path.is_dir()), ids=lambda p: p.name
)
def test_our_own_manuscripts_move_as_they_were_written_to_and_keep_their_content(folder: Path) -> None:
    versions = {name: (folder / f"{name}.md").read_text("utf-8") for name in VERSIONS}
    value = {name: {key: found.value for key, found in measure_text(text).items()} for name, text in versions.items()}
    assert all(value["native"][name] > value["nonnative"][name] for name in ("mtld", "mtld_below", "ag", "gf"))
    assert value["high"]["boosters"] > value["original"]["boosters"]
    assert value["low"]["hedges"] > value["original"]["hedges"]
    for name in VERSIONS[1:]:
        kinds = {item.kind for item in compare(versions["original"], versions[name])}
        assert not kinds & {"citation", "equation", "table", "heading", "figure"}, name
