"""Merging the notebooks' fragments into the ledger."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pandas as pd
import pytest

from peerassay.claims import load_claims
from peerassay.ledger import (
    LEDGER_COLUMNS,
    VERDICTS,
    LedgerError,
    blank_row,
    count_words,
    merge_ledger,
    number_text,
    summarise,
)
from peerassay.reconstructed import load_predictions

if TYPE_CHECKING:
    from pathlib import Path

CLAIMS = load_claims()
FIRST, SECOND = list(CLAIMS)[:2]


def write(folder: Path, name: str, **changes: str) -> None:
    row = blank_row(CLAIMS[FIRST]) | {"verdict": "agrees", "notebook": name, **changes}
    pd.DataFrame([row], columns=list(LEDGER_COLUMNS)).to_csv(folder / f"{name}.csv", index=False)


def test_without_fragments_every_claim_is_not_yet_addressed(tmp_path: Path) -> None:
    ledger = merge_ledger(tmp_path, CLAIMS)
    assert len(ledger) == len(CLAIMS) == 1227
    assert set(ledger["verdict"]) == {"not yet addressed"}
    assert ledger["id"].tolist() == list(CLAIMS)


def test_a_fragment_replaces_its_rows_only(tmp_path: Path) -> None:
    write(tmp_path, "a", ours="100")
    ledger = merge_ledger(tmp_path, CLAIMS).set_index("id")
    assert ledger.loc[FIRST, ["verdict", "ours", "notebook"]].tolist() == ["agrees", "100", "a"]
    assert ledger.loc[SECOND, "verdict"] == "not yet addressed"


def test_two_notebooks_recording_one_claim_are_both_named(tmp_path: Path) -> None:
    write(tmp_path, "a")
    write(tmp_path, "b")
    with pytest.raises(LedgerError, match="two notebooks, a and b"):
        merge_ledger(tmp_path, CLAIMS)


@pytest.mark.parametrize(("changes", "message"), [({"id": "rep.x"}, "no claim"), ({"verdict": "fine"}, "not one of")])
def test_a_wrong_fragment_is_named(tmp_path: Path, changes: dict[str, str], message: str) -> None:
    write(tmp_path, "a", **changes)
    with pytest.raises(LedgerError, match=message):
        merge_ledger(tmp_path, CLAIMS)


def test_summary_counts_add_up(tmp_path: Path) -> None:
    write(tmp_path, "a")
    summary = summarise(merge_ledger(tmp_path, CLAIMS)).set_index("part")
    assert summary["total"].to_dict() == {"repeatability": 427, "style": 548, "epistemics": 252}
    assert summary.loc["repeatability", "agrees"] == 1
    assert (summary[list(VERDICTS)].sum(axis=1) == summary["total"]).all()


def test_words_name_every_verdict_that_occurs_and_their_counts_add_up() -> None:
    verdicts = [name for place, name in enumerate(VERDICTS) for _ in range(place + 1)]
    words = count_words(summarise(pd.DataFrame({"part": "style", "verdict": verdicts})))
    assert words.startswith("Of 36 printed numbers, 28 have a verdict: 1 *agrees* + 2 *predicted-agrees* + ")
    assert words.endswith(" The other 8 are not yet addressed.")
    assert sum(int(count) for count in re.findall(r"(\d+) \*", words)) == 28


def test_words_for_one_verdict_and_for_none_by_hand() -> None:
    one, none = pd.DataFrame({"part": ["style"], "verdict": ["agrees"]}), pd.DataFrame({"part": [], "verdict": []})
    assert count_words(summarise(one)) == "Of 1 printed numbers, 1 have a verdict: 1 *agrees*."
    assert count_words(summarise(none)) == "Of 0 printed numbers, 0 have a verdict."


def test_the_seeds_that_the_verdicts_speak_of_are_those_of_the_predictions() -> None:
    seeds = {spread.seeds for spread in load_predictions("repeatability").values()}
    assert seeds == {40}
    assert all(f"records from {min(seeds)} seeds" in VERDICTS[f"predicted-{end}"] for end in ("agrees", "differs"))


@pytest.mark.parametrize(("value", "text"), [(12, "12"), (12.0, "12"), (0.1 + 0.2, "0.3"), (1e-12, "1e-12")])
def test_numbers_are_written_without_float_noise(value: float | str, text: str) -> None:
    assert number_text(value) == text
