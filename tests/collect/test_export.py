"""From a store to tidy tables and a card: everything the tasks answered, opened again by the readers of records."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import pytest

from peerassay.collect.export import export_tables
from peerassay.collect.export.names import reviewer_names
from peerassay.collect.export.usage import usage_table
from peerassay.collect.reading import make_plan
from peerassay.collect.running import collect
from peerassay.collect.store import AttemptRow, StoreReader
from peerassay.collect.task import Configuration, Key
from peerassay.manuscripts import open_manuscript
from peerassay.records import RecordsError, load_records, load_schema
from peerassay.records.candidates import load_usage

if TYPE_CHECKING:
    from pathlib import Path

ROLES = "P (practice, made up)"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory, root: Path) -> Path:
    """Run every task once against the practice endpoint."""
    folder = tmp_path_factory.mktemp("export")
    both = {"papers": ["m1", "m2"]}
    plan = {
        "manuscripts": str(root / "data/manuscripts"),
        "store": "answers.sqlite",
        "endpoint": {"base_url": "practice", "api": "chat", "output": "json_schema", "concurrency": 4},
        "caps": {"money": 1.0},
        "models": [{"name": "practice-1", "reviewer": "P"}],
        "tasks": [
            {"task": "review", "rounds": 2, **both},
            {"task": "review", "label": "again", "rounds": 1, "temperature": 0.5, **both},
            {"task": "review", "label": "decimal", "options": {"prompt": "review-decimal"}, **both},
            {
                "task": "review",
                "label": "style",
                "versions": ["high"],
                "options": {"prompt": "review-style-default"},
                **both,
            },
            {"task": "score-probabilities", "versions": ["original", "low"], **both},
            {"task": "write", "options": {"reviews_from": "review"}, **both},
            {"task": "select", "options": {"edits_from": "write"}, **both},
            {"task": "rewrite", "options": {"style": "low", "tolerate": True}, **both},
            {"task": "rate", "rounds": 2, "options": {"reviews_from": "style", "venue": "ICLR"}},
            {"task": "annotate", "rounds": 2, "options": {"reviews_from": "style"}},
            {"task": "rate", "label": "probes", "options": {"probes": str(root / "data/probes")}},
        ],
    }
    report = collect(make_plan(plan, folder / "plan.toml"))
    assert report.complete
    return folder / "answers.sqlite"


@pytest.fixture(scope="module")
def exported(store: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("records") / "records"
    files = export_tables(store, folder)
    assert sorted(files) == sorted(path for path in folder.rglob("*") if path.is_file())
    return folder


def table(folder: Path, name: str) -> pd.DataFrame:
    return pd.read_csv(folder / f"{name}.csv")


def test_reviews_open_as_records_with_every_round_and_protocol(exported: Path) -> None:
    records = load_records(exported)
    assert records.papers["paper_id"].tolist() == ["m1", "m2"]
    counts = records.reviews.groupby(["reviewer", "prompt", "version"]).size()
    assert counts.to_dict() == {
        (ROLES, "review-integer", "original"): 4,
        (f"{ROLES} [again]", "review-integer", "original"): 2,
        (ROLES, "review-decimal", "original"): 2,
        (ROLES, "review-style-default", "high"): 2,
    }
    decimal = records.reviews[records.reviews["protocol"] == "decimal"]
    assert (decimal["overall"] % 1 != 0).all()
    assert records.reviews["n_chars"].tolist() == records.reviews["text"].str.len().tolist()


@pytest.mark.parametrize("name", ["opinions", "candidates", "candidate_calls", "edits", "aspects", "ratings"])
def test_tables_have_the_columns_and_keys_of_their_schema(exported: Path, name: str) -> None:
    schema, frame = load_schema(name), table(exported, name)
    assert set(frame.columns) <= set(schema.names)
    assert set(schema.key) <= set(frame.columns)
    assert not frame.duplicated(list(schema.key)).any()
    required = [field.name for field in schema.fields if field.required]
    assert frame[required].notna().all().all()


def test_opinions_belong_to_their_reviews(exported: Path) -> None:
    key = list(load_schema("reviews").key)
    reviews, opinions = table(exported, "reviews"), table(exported, "opinions")
    assert len(opinions.merge(reviews[key], on=key)) == len(opinions) > 0
    assert set(opinions["polarity"]) == {"strength", "concern"}


def test_masses_of_auxiliary_calls_add_up_and_other_versions_stay_apart(exported: Path) -> None:
    calls, candidates = table(exported, "candidate_calls"), table(exported, "candidates")
    assert calls[["visible", "undetermined", "other", "missing"]].sum(axis=1).tolist() == pytest.approx(
        [1] * len(calls)
    )
    assert calls["version"].value_counts().to_dict() == {"original": 2, "low": 2}
    sums = candidates.groupby("paper_id")["probability"].sum()
    shown = calls[calls["version"] == "original"].set_index("paper_id")["visible"]
    assert sums.to_dict() == pytest.approx(shown.to_dict())


def test_edits_name_writer_and_selector(exported: Path) -> None:
    edits = table(exported, "edits")
    assert set(edits["writer"]) == set(edits["selector"]) == {ROLES}
    assert (edits["original_text"] != edits["revised_text"]).all()


def test_versions_that_were_made_lie_beside_their_originals(exported: Path, root: Path) -> None:
    names = sorted(path.name for path in (exported / "manuscripts" / "m2").iterdir())
    assert names == ["P-practice-made-up--P-practice-made-up.md", "figures", "low.md", "original.md"]
    original, low = (open_manuscript(exported / "manuscripts" / "m2", version) for version in ("original", "low"))
    source = open_manuscript(root / "data/manuscripts/m2")
    assert (original.text, original.figures[0].sha256) == (source.text, source.figures[0].sha256)
    assert [record.text for record in low.records if record.type == "heading"] == [
        record.text for record in source.records if record.type == "heading"
    ]


def test_repeated_annotations_have_a_table_of_their_own(exported: Path) -> None:
    repeated = table(exported, "aspects_repeated")
    assert set(repeated["run"]) == {2}


def test_probes_come_with_the_key_that_the_judge_did_not_see(exported: Path) -> None:
    key, ratings = table(exported, "probe_key"), table(exported, "ratings")
    assert set(key["review_id"]) < set(ratings["review_id"])
    assert key["side"].value_counts().to_dict() == {"A": 24, "B": 24}
    assert set(ratings["judge"]) == {ROLES}


def test_the_card_says_what_was_asked_and_that_it_was_made_up(exported: Path) -> None:
    card = (exported / "README.md").read_text("utf-8")
    assert "made up by the practice endpoint" in card
    assert "review-decimal (`" in card
    assert "No call is without an answer." in card
    assert "2 auxiliary calls on other versions than the original" in card
    assert "practice/practice-1" in card


def test_the_same_store_gives_the_same_bytes_and_replaces_only_itself(
    store: Path, exported: Path, tmp_path: Path
) -> None:
    before = {path: path.read_bytes() for path in exported.rglob("*") if path.is_file()}
    export_tables(store, exported)
    assert {path: path.read_bytes() for path in exported.rglob("*") if path.is_file()} == before
    with pytest.raises(FileExistsError, match="is there already"):
        export_tables(store, exported, replace=False)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "README.md").write_text("# Mine", "utf-8")
    with pytest.raises(FileExistsError, match="is no export"):
        export_tables(store, tmp_path / "mine")


def test_what_is_known_about_papers_can_be_joined(store: Path, tmp_path: Path) -> None:
    (tmp_path / "papers.csv").write_text("paper_id,year,human_mean\nm2,2026,4.5\nzz,2026,1\n", "utf-8")
    export_tables(store, tmp_path / "out", papers=tmp_path / "papers.csv")
    assert table(tmp_path / "out", "papers")["human_mean"].tolist()[1:] == [4.5]
    (tmp_path / "papers.csv").write_text("paper_id,year\nm2,soon\n", "utf-8")
    with pytest.raises(RecordsError, match="'soon'"):
        export_tables(store, tmp_path / "other", papers=tmp_path / "papers.csv")
    assert not (tmp_path / "other").exists()


def test_token_counts_open_as_usage_with_one_row_per_attempt(exported: Path, store: Path) -> None:
    calls = load_usage(exported)
    assert calls is not None
    counted = [row for row in StoreReader(store).attempts() if row.read is not None]
    assert len(calls.table) == len(counted)
    assert calls.table["input_tokens"].sum() == sum(row.read or 0 for row in counted)
    assert calls.table["output_tokens"].sum() == sum(row.written or 0 for row in counted)
    mine = calls.table[(calls.table["reviewer"] == f"{ROLES} [review]") & (calls.table["paper_id"] == "m1")]
    assert mine["call"].tolist() == [1, 2]


def test_a_name_of_one_configuration_stands_alone_in_the_token_counts() -> None:
    key = Key("p", "d", "original", "integer", 1)
    numbers = [(None, None, None, None), (10, 5, 4, 3), (10, 6, None, None)]
    rows = [
        AttemptRow(key, "a" * 64, n, "failed", "x", "", "", "", 1.0, read, written, cached, wrote, 0, 0.0, 0.0, "m")
        for n, (read, written, cached, wrote) in enumerate(numbers, start=1)
    ]
    made = {"a" * 64: configuration("a", "one")}
    assert usage_table(rows, made, {"a" * 64: "M"}).to_numpy().tolist() == [
        ["p", "M", 1, 10, 4, 3, 5],
        ["p", "M", 2, 10, 0, 0, 6],
    ]


def configuration(digest: str, label: str, **options: str) -> Configuration:
    return Configuration(digest * 64, "rate", label, "m", "M", {"rate": "0"}, {}, options)


def test_no_two_configurations_share_a_name_where_rows_could_meet() -> None:
    ones = [configuration("a", "one"), configuration("b", "two"), configuration("c", "two"), configuration("d", "one")]
    assert list(reviewer_names(ones).values()) == ["M", "M [two]", "M [cccccccc]", "M [one]"]
    apart = [configuration("a", "one", reviews_from="x"), configuration("b", "two", reviews_from="y")]
    assert list(reviewer_names(apart).values()) == ["M", "M"]


def test_what_changed_since_replaces_what_was_before_and_nothing_stands_twice(root: Path, tmp_path: Path) -> None:
    paper = tmp_path / "ms" / "m1"
    paper.mkdir(parents=True)
    text = (root / "data/manuscripts/m1/original.md").read_text("utf-8")
    tasks = [
        {"task": "review", "rounds": 2},
        {"task": "write", "options": {"reviews_from": "review"}},
        {"task": "select", "options": {"edits_from": "write"}},
        {"task": "rate", "options": {"reviews_from": "review"}},
    ]
    plan = {
        "manuscripts": "ms",
        "store": "answers.sqlite",
        "endpoint": {"base_url": "practice", "api": "chat", "output": "json_schema"},
        "caps": {"money": 1.0},
        "models": [{"name": "practice-1", "reviewer": "P"}],
        "tasks": tasks,
    }
    for words, temperature in (("", 0.1), ("", 0.2), ("\nOne more sentence.\n", 0.2), ("", 0.1)):
        (paper / "original.md").write_text(text + words, "utf-8")
        changed = plan | {"tasks": [tasks[0] | {"temperature": temperature}, *tasks[1:]]}
        report = collect(make_plan(changed, tmp_path / "plan.toml"))
        assert report.complete
        assert report.answered + report.already == 2 + 1 + 1 + 2
        export_tables(report.store, tmp_path / "out", report.digests, calls=report.calls)
        assert len(load_records(tmp_path / "out").reviews) == 2
        assert len(table(tmp_path / "out", "ratings")) == 2
        assert not table(tmp_path / "out", "edits").duplicated(load_schema("edits").key).any()
    assert report.answered == 0
    assert "answers to other calls" in (tmp_path / "out" / "README.md").read_text("utf-8")
