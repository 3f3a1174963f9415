"""Loading the printed numbers and finding them."""

from __future__ import annotations

import csv
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest

from peerassay.claims import COLUMNS, ClaimFileError, Claims, UnknownClaimError, load_claims, read_claims

FOLDER = Path(__file__).parents[1] / "data" / "claims"
CLAIMS = load_claims(FOLDER)
ROW = dict.fromkeys(COLUMNS, "") | {
    "id": "rep.a.b",
    "part": "repeatability",
    "section": "a",
    "exhibit": "text",
    "quantity": "something",
    "stat": "mean",
    "value": "0.390",
    "decimals": "3",
    "unit": "score_points",
    "n": "200",
    "comparator": "=",
    "derivable": "no",
    "class": "result",
}

# --- the registry


def test_the_registry_keeps_the_order_of_the_files() -> None:
    assert next(iter(CLAIMS)) == "rep.sampling.n_papers.2025"
    parts = list(dict.fromkeys(claim.part for claim in CLAIMS.values()))
    assert parts == ["repeatability", "style", "epistemics"]


def test_claims_are_selected_by_part_exhibit_and_fields() -> None:
    table = CLAIMS.exhibit("style", "Table 4")
    assert len(table) == 108
    assert set(table.where(subject=["Gemma3", "GLM 4.7"], stat="p")) == {
        f"sty.main.{contrast}.{model}.p" for contrast in ("proficiency", "confidence") for model in ("gemma3", "glm47")
    }
    assert [claim.n for claim in CLAIMS.where(stat="brier").values()] == [10, 10]


def test_selections_that_cannot_be_meant_are_refused() -> None:
    with pytest.raises(ValueError, match="part 'styles': expected one of repeatability, style, epistemics"):
        CLAIMS.part("styles")
    with pytest.raises(ValueError, match=r"exhibit 'Table 44' of style: expected one of .*Table 4"):
        CLAIMS.exhibit("style", "Table 44")
    with pytest.raises(ValueError, match="no field colour"):
        CLAIMS.where(colour="red")


def test_an_unknown_id_is_answered_with_the_nearest_ones() -> None:
    with pytest.raises(UnknownClaimError, match=r"'epi.probe.a_wins'.*nearest: .*epi.probe.count.a_wins") as caught:
        CLAIMS["epi.probe.a_wins"]
    assert isinstance(caught.value, KeyError)
    assert "epi.probe.a_wins" not in CLAIMS


def test_two_claims_with_one_id_are_refused() -> None:
    claim = CLAIMS["epi.probe.count.a_wins"]
    with pytest.raises(ValueError, match="two claims have the id"):
        Claims([claim, claim])


def test_the_frame_has_one_row_a_claim_with_text_and_number() -> None:
    frame = CLAIMS.part("epistemics").frame()
    assert len(frame) == 252
    row = frame.set_index("id").loc["epi.venue.rqs_mean.iclr2025"]
    assert (row["printed"], row["value"], row["n"], row["class"]) == ("2.80", 2.80, 376, "result")


def test_the_module_is_light_to_import() -> None:
    code = "import sys, peerassay.claims; print(sorted({'pandas', 'numpy', 'scipy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# --- reading


def written(folder: Path, *rows: dict[str, str], name: str = "repeatability.csv") -> Path:
    """A file of claims with the given rows."""
    path = folder / name
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(COLUMNS))
        writer.writeheader()
        writer.writerows(rows)
    return path


def test_a_sound_row_is_read_as_printed(tmp_path: Path) -> None:
    claim = read_claims(written(tmp_path, ROW))["rep.a.b"]
    assert (claim.printed, claim.value, claim.decimals, claim.n) == ("0.390", Decimal("0.390"), 3, 200)
    assert (claim.derivable, claim.class_, claim.restates) == (False, "result", "")


@pytest.mark.parametrize(
    ("column", "value", "expected"),
    [
        ("part", "style", "named after"),
        ("id", "sty.a.b", "starts with 'rep.'"),
        ("quantity", "", "some text"),
        ("value", "0,39", "a number such as"),
        ("value", "nan", "a number such as"),
        ("decimals", "2", "number of decimals"),
        ("n", "0", "positive integer"),
        ("n", "12.5", "positive integer"),
        ("comparator", "==", "one of = <"),
        ("derivable", "maybe", "yes or no"),
        ("class", "finding", "result, setting, restatement"),
        ("restates", "rep.a.c", "nothing for any other class"),
        ("relates_to", "rep.a.c", "id of a claim in this file"),
    ],
)
def test_a_bad_cell_is_named_by_file_line_column_value_and_what_was_expected(
    tmp_path: Path, column: str, value: str, expected: str
) -> None:
    path = written(tmp_path, {**ROW, "id": "rep.a.a"}, {**ROW, column: value})
    with pytest.raises(ClaimFileError) as caught:
        read_claims(path)
    assert str(caught.value).startswith(f"repeatability.csv, line 3, column {column}: {value!r}; expected ")
    assert expected in str(caught.value)


def test_a_restatement_of_a_restatement_is_refused(tmp_path: Path) -> None:
    again = {**ROW, "id": "rep.a.c", "class": "restatement", "restates": "rep.a.b"}
    third = {**again, "id": "rep.a.d", "restates": "rep.a.c"}
    with pytest.raises(
        ClaimFileError, match=r"line 4, column restates: 'rep\.a\.c'; expected the id of a first printing"
    ):
        read_claims(written(tmp_path, ROW, again, third))


def test_a_repeated_id_a_short_row_and_a_wrong_header_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ClaimFileError, match=r"line 3, column id: 'rep\.a\.b'"):
        read_claims(written(tmp_path, ROW, ROW))
    path = written(tmp_path, ROW)
    path.write_text(path.read_text(encoding="utf-8") + "rep.a.c,repeatability\n", encoding="utf-8")
    with pytest.raises(ClaimFileError, match=r"line 3, column \(all\): .* expected 20 cells, not 2"):
        read_claims(path)
    path.write_text("id,value\n", encoding="utf-8")
    with pytest.raises(ClaimFileError, match=r"line 1, column \(header\): 'id,value'"):
        read_claims(path)


def test_a_missing_part_is_an_error(tmp_path: Path) -> None:
    written(tmp_path, ROW)
    with pytest.raises(FileNotFoundError, match=r"style\.csv"):
        load_claims(tmp_path)


def test_the_registry_of_the_project_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("peerassay.claims.reading.project_root", lambda: FOLDER.parents[1])
    assert load_claims() is load_claims()
    assert list(load_claims()) == list(CLAIMS)
