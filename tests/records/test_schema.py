"""The schemas are valid Table Schemas, and our checks agree with an independent reader of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from frictionless import Package
from hypothesis import given, settings
from hypothesis import strategies as st

from peerassay.records import RecordsError, load_records, load_schema

SCHEMAS = Path(__file__).parents[2] / "data" / "schemas"
KEY = ("paper_id", "version", "reviewer", "protocol", "prompt", "round")
CELLS = {
    "paper_id": st.sampled_from(["p1", "p2", ""]),
    "version": st.just("original"),
    "reviewer": st.sampled_from(["m", ""]),
    "protocol": st.sampled_from(["decimal", "other"]),
    "prompt": st.just("default"),
    "round": st.sampled_from(["1", "2", "0", "x", "1.5"]),
    "overall": st.sampled_from(["1", "5.5", "10", "", "NA", "five"]),
    "confidence": st.sampled_from(["3", "", "hi"]),
    "n_chars": st.sampled_from(["12", "-1"]),
}


@pytest.mark.parametrize("name", ["papers", "reviews"])
def test_every_column_is_explained(name: str) -> None:
    schema = load_schema(name)
    assert schema.title
    assert set(schema.key) <= set(schema.names)
    for field in schema.fields:
        assert field.title
        assert field.description.endswith(".")
        assert field.expected


def test_what_is_expected_follows_from_the_rules() -> None:
    papers, reviews = load_schema("papers"), load_schema("reviews")
    assert papers.field("year").expected == "a whole number from 1900 to 2200"
    assert reviews.field("round").expected == "a whole number of 1 or more"
    assert reviews.field("protocol").expected == "one of integer, decimal"
    with pytest.raises(KeyError, match="expected one of paper_id"):
        papers.field("pages")


def frictionless_accepts(folder: Path) -> bool:
    resource = {"name": "reviews", "path": "scores.csv", "schema": json.loads((SCHEMAS / "reviews.json").read_text())}
    (folder / "package.json").write_text(json.dumps({"name": "x", "resources": [resource]}))
    return bool(Package(folder / "package.json").validate().valid)


def we_accept(path: Path) -> bool:
    try:
        load_records(path)
    except RecordsError:
        return False
    return True


@given(rows=st.lists(st.tuples(*CELLS.values()), min_size=1, max_size=3))
@settings(deadline=None, max_examples=15)
def test_the_verdict_is_that_of_frictionless(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, ...]]
) -> None:
    folder = tmp_path_factory.mktemp("records")
    path = folder / "scores.csv"
    path.write_text("\n".join([",".join(CELLS), *map(",".join, rows)]) + "\n", "utf-8")
    assert we_accept(path) == frictionless_accepts(folder)
