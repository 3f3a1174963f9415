"""Fetching with the real clients of openreview-py from a made-up server, over both APIs."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pytest

from fetching.conftest import QUICK, Heard
from fetching.example import FOLDER, build
from fetching.made_up import DAY, START, V2, as_v2, example_papers
from fetching.server import PDF, Fault, MadeUpServer, rate_limit
from peerassay.fetching import (
    EmptyAnswerError,
    Fetched,
    FetchError,
    UnreachableError,
    Venue,
    measure_reviews,
    open_fetched,
)
from peerassay.fetching.pace import Manners
from peerassay.fetching.running import Wishes, fetch
from peerassay.fetching.showing import state_table
from peerassay.records import load_records

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., Fetched]

STATES = {
    **{"accepted_oral": 3, "accepted_spotlight": 3, "accepted_poster": 6},
    **{"rejected": 9, "withdrawn": 4, "desk_rejected": 1},
}


@pytest.mark.parametrize("api", [1, 2])
def test_every_final_state_and_every_review_over_several_pages(
    api: int, fetched: Run, venue: Venue, old_venue: Venue, server: MadeUpServer
) -> None:
    found = fetched(venue if api == 2 else old_venue)
    assert found.papers["status"].value_counts().to_dict() == STATES
    assert len(found.papers) == 26
    planned = {one["id"]: one["reviews"] for one in example_papers()}
    standing = sum(not review["deleted"] for reviews in planned.values() for review in reviews)
    assert len(found.table("reviews")) == standing == 90
    assert not found.papers["paper_id"].duplicated().any()
    assert found.facts["counts"]["states"] == dict(sorted(STATES.items()))
    assert server.paths["/notes"] == (4 if api == 2 else 8)  # full pages of ten, and one empty page for each invitation


@pytest.mark.parametrize("api", [1, 2])
def test_means_rest_on_valid_ratings_only_and_0_counts(api: int, fetched: Run, venue: Venue, old_venue: Venue) -> None:
    papers = fetched(venue if api == 2 else old_venue).papers.set_index("paper_id")
    for one in example_papers():
        given = [r["content"]["rating"] for r in one["reviews"] if not r["deleted"]]
        known = [value for value in given if isinstance(value, int)]
        assert papers.loc[one["id"], "n_human"] == len(known)
        assert papers.loc[one["id"], "human_mean"] == pytest.approx(np.mean(known) if known else np.nan, nan_ok=True)
    assert any(r["content"]["rating"] == 0 for one in example_papers() for r in one["reviews"])


def test_scores_are_kept_as_printed_and_as_numbers(fetched: Run, old_venue: Venue) -> None:
    scores = fetched(old_venue).table("official_scores")
    ratings = scores[scores["score"] == "overall"]
    assert {"0: strong reject", "6: above the line"} <= set(ratings["printed"])
    assert ratings.loc[ratings["printed"] == "0: strong reject", "value"].eq(0).all()
    none = scores[scores["printed"] == "Not applicable"]
    assert len(none) > 0
    assert none["value"].isna().all()
    assert set(none["state"]) == {"none"}


def test_unknown_forms_are_listed_and_left_empty(fetched: Run, venue: Venue) -> None:
    found = fetched(venue)
    unknown = found.table("unknown_forms").to_dict("records")
    assert [(one["paper_id"], one["note_id"], one["printed"]) for one in unknown] == [
        ("made02up", "made02upr2", "7 of 10")
    ]
    scores = found.table("official_scores").query("state == 'unknown form'")
    assert len(scores) == 1
    assert scores["value"].isna().all()
    assert scores["printed"].isna().all()  # what was printed may be words of a reviewer
    remarks = "\n".join(found.facts["remarks"])
    for words in (
        "deleted reviews, left out: 1",
        "without confidence",
        "field final_remark",
        "without a primary area: 1",
    ):
        assert words.partition(":")[0] in remarks


def test_nothing_names_a_person(fetched: Run, venue: Venue) -> None:
    found = fetched(venue)
    assert "unnamed" in set(found.table("official_reviews")["reviewer_id"])
    for path in found.folder.rglob("*"):
        text = path.read_text("utf-8") if path.is_file() else ""
        assert not any(name in text for name in ("A_Name1", "Nobody", "We thank the reviewers")), path


def test_the_folder_opens_as_records_and_tells_where_it_is_from(fetched: Run, venue: Venue) -> None:
    found = fetched(venue)
    records = load_records(found.folder, score_range=found.scale)
    assert found.scale == (0, 10)
    assert set(records.reviews["reviewer"]) == {"people"}
    assert any("2 of 26 papers have no review" in note for note in records.notes)
    card = (found.folder / "README.md").read_text("utf-8")
    for words in (V2, "API 2", "| withdrawn | 4 |", "Keep to yourself", "peerassay run repeatability/01-sampling"):
        assert words in card
    source = open_fetched(found.folder).facts["sources"][0]
    assert (source["venue"], source["api"], source["as_of"]) == (V2, 2, "")
    assert datetime.fromisoformat(source["fetched"][0]).tzinfo is not None


def test_an_interrupted_fetch_goes_on_and_a_complete_one_asks_nothing(
    fetched: Run, venue: Venue, server: MadeUpServer, tmp_path: Path
) -> None:
    server.fail_from = 3
    with pytest.raises(UnreachableError, match="What was fetched is kept"):
        fetched(venue)
    assert not (tmp_path / "out" / "papers.csv").exists()
    server.fail_from, server.asked = 10**9, []
    first = fetched(venue)
    assert server.paths["/notes"] == 2  # the third page, and the empty one
    assert server.asked[0][1]["after"] == "made20up"
    tables = {path.name: path.read_bytes() for path in first.folder.glob("*.csv")}
    server.asked = []
    again = fetched(venue)
    assert server.asked == []
    assert {path.name: path.read_bytes() for path in again.folder.glob("*.csv")} == tables


def test_refresh_asks_again_and_another_venue_is_refused(
    fetched: Run, venue: Venue, old_venue: Venue, server: MadeUpServer, tmp_path: Path
) -> None:
    fetched(venue)
    with pytest.raises(FetchError, match=r"holds another fetch \(venue: Example"):
        fetched(old_venue)
    server.notes[f"{V2}/-/Submission"].pop()
    assert len(fetched(venue).papers) == 26
    assert len(fetched(venue, refresh=True).papers) == 25
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("mine", "utf-8")
    with pytest.raises(FetchError, match="is no fetch"):
        fetch(venue, tmp_path / "mine", Wishes(address=server.address))
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["thesis.txt"]


def test_an_empty_answer_is_an_error_and_no_table(
    fetched: Run, venue: Venue, server: MadeUpServer, tmp_path: Path
) -> None:
    server.notes[f"{V2}/-/Submission"] = []
    with pytest.raises(EmptyAnswerError, match="no public submission"):
        fetched(venue)
    assert not list((tmp_path / "out").glob("*.csv"))


def test_a_refusal_says_what_the_server_says(fetched: Run, venue: Venue, server: MadeUpServer) -> None:
    del server.notes[f"{V2}/-/Submission"]
    with pytest.raises(FetchError, match=r"refuses Example.*Submission: The Invitation .* was not found"):
        fetched(venue)


def test_rate_limits_and_failures_of_the_server_are_waited_for(
    fetched: Run, venue: Venue, server: MadeUpServer, heard: Heard
) -> None:
    soon = (datetime.now(UTC) + timedelta(seconds=0.05)).isoformat().replace("+00:00", "Z")
    server.faults = [rate_limit(Retry_After="0"), rate_limit(soon), Fault(502, body=b"<html>bad gateway</html>")]
    assert len(fetched(venue).papers) == 26
    assert server.paths["/notes"] == 7
    assert [line.partition(";")[0] for line in heard.said] == ["status 429", "status 429", "status 502"]
    assert "as the server asks" in heard.said[0]
    assert heard.totals == [("Submission", 26)]
    assert heard.steps == 26


@pytest.mark.parametrize("wait", ["3600", "Tue, 01 Jan 2058 00:00:00 GMT"])
def test_a_pause_beyond_patience_ends_the_fetch_with_what_to_do(
    wait: str, fetched: Run, venue: Venue, server: MadeUpServer
) -> None:
    server.faults = [rate_limit(Retry_After=wait)]
    with pytest.raises(UnreachableError, match=r"asks for a pause of \d+ minutes.*--patience"):
        fetched(venue)


def test_requests_keep_their_distance(server: MadeUpServer, venue: Venue, tmp_path: Path) -> None:
    started = datetime.now(UTC)
    fetch(venue, tmp_path / "out", Wishes(page=10, address=server.address, manners=Manners(per_minute=300)))
    assert (datetime.now(UTC) - started).total_seconds() >= 3 * 60 / 300


def test_a_server_that_is_not_there(venue: Venue, tmp_path: Path) -> None:
    with pytest.raises(UnreachableError, match="ConnectionError after 4 attempts"):
        fetch(venue, tmp_path / "out", Wishes(address="http://127.0.0.1:9", manners=QUICK))


def test_fewer_submissions_than_counted_are_remarked(fetched: Run, venue: Venue, server: MadeUpServer) -> None:
    server.notes[f"{V2}/-/Submission"].append(server.notes[f"{V2}/-/Submission"][0])  # one is counted twice
    assert "the server counts 27 submissions and gave 26 different ones" in fetched(venue).facts["remarks"]


def edit(day: int, **content: Any) -> dict[str, Any]:
    moment = START + day * DAY
    return {
        "id": f"e{day}",
        "cdate": moment,
        "tcdate": moment,
        "note": {"content": {k: {"value": v} for k, v in content.items()}},
    }


def test_a_review_as_of_a_date_is_made_of_its_edits_up_to_then(
    fetched: Run, venue: Venue, server: MadeUpServer
) -> None:
    old = [edit(1, rating=2, summary="First thoughts."), edit(20, rating=4), edit(30, rating=8, summary="Convinced.")]
    server.edits["made04upr1"] = [old[2], old[0], old[1]]
    moment = datetime.fromtimestamp((START + 25 * DAY) / 1000, UTC)
    found = fetched(venue, as_of=moment)
    assert server.paths["/notes/edits"] == 1  # only what was modified after the date is asked for
    review = found.table("official_reviews").query("note_id == 'made04upr1'").iloc[0]
    assert review["taken"] == "as of the date"
    row = found.table("review_texts").query("paper_id == 'made04up' and round == @review['round']").iloc[0]
    assert (row["overall"], row["text"]) == (4, "## Summary\n\nFirst thoughts.")
    assert found.facts["sources"][0]["as_of"] == moment.isoformat()
    assert "as of" in (found.folder / "README.md").read_text("utf-8")
    server.asked = []
    fetched(venue, as_of=moment)
    assert server.asked == []  # edits are in the cache, too


@pytest.mark.parametrize("hidden", [[], [edit(40, rating=8)]])
def test_where_no_edit_is_visible_the_latest_version_is_taken_and_that_is_said(
    hidden: list[dict[str, Any]], fetched: Run, venue: Venue, server: MadeUpServer
) -> None:
    server.edits["made04upr1"] = hidden
    found = fetched(venue, as_of=datetime.fromtimestamp((START + 25 * DAY) / 1000, UTC))
    taken = found.table("official_reviews").set_index("note_id")["taken"]
    assert taken["made04upr1"] == "latest: edits not visible"
    assert found.facts["counts"]["versions"] == {"as of the date": 89, "latest: edits not visible": 1}


def test_the_first_api_gives_versions_as_references(fetched: Run, old_venue: Venue, server: MadeUpServer) -> None:
    whole = {"rating": "2: reject", "review": "First thoughts.", "soundness": "2 fair", "confidence": "3: so so"}
    head = {"invitation": "x", "readers": [], "writers": [], "signatures": [], "tcdate": START + DAY}
    server.edits["made04upr1"] = [head | {"id": "r1", "content": whole}]
    found = fetched(old_venue, as_of=datetime.fromtimestamp((START + 25 * DAY) / 1000, UTC))
    texts = found.table("review_texts").query("paper_id == 'made04up'")
    assert texts.loc[texts["text"] == "First thoughts.", "overall"].tolist() == [2]


def test_reviews_from_after_the_date_are_left_out(fetched: Run, venue: Venue) -> None:
    found = fetched(venue, as_of=datetime.fromtimestamp((START + 4.5 * DAY) / 1000, UTC))
    early = sum(
        r["created"] <= START + 4.5 * DAY and not r["deleted"] for one in example_papers() for r in one["reviews"]
    )
    assert len(found.table("reviews")) == early < 90
    assert f"reviews from after the date, left out: {90 - early}" in found.facts["remarks"]


def test_pdfs_of_chosen_papers_once_and_without_those_that_there_are_not(
    fetched: Run, venue: Venue, server: MadeUpServer, heard: Heard
) -> None:
    server.without_pdf = {"made02up"}
    found = fetched(venue, pdf=True, papers={"made01up", "made02up", "made03up"})
    assert sorted(path.name for path in (found.folder / "pdf").iterdir()) == ["made01up.pdf", "made03up.pdf"]
    assert (found.folder / "pdf" / "made01up.pdf").read_bytes() == PDF + b"made01up"
    assert "papers without a PDF that the server gives: 1 of 3" in found.facts["remarks"]
    assert any("made02up was not found" in line for line in heard.said)
    server.asked = []
    fetched(venue, pdf=True, papers={"made01up", "made03up"})
    assert server.asked == []


def test_something_else_than_a_pdf_is_no_pdf(fetched: Run, venue: Venue, server: MadeUpServer, heard: Heard) -> None:
    fetched(venue)
    server.faults = [Fault(200, {"Content-Type": "text/html"}, b"<html>please log in</html>")]
    found = fetched(venue, pdf=True, papers={"made01up"})
    assert not (found.folder / "pdf").exists()
    assert any("does not begin with %PDF" in line for line in heard.said)


def test_a_declaration_that_fits_no_review_is_refused_with_the_fields_that_there_are(
    fetched: Run, venue: Venue, tmp_path: Path
) -> None:
    wrong = type(venue).model_validate(venue.model_dump() | {"rating": {"field": "score", "values": [1, 2]}})
    with pytest.raises(FetchError, match=r"none of 90 reviews has the declared rating score; .*: final_remark, rating"):
        fetched(wrong)
    assert not (tmp_path / "out" / "papers.csv").exists()
    assert len(fetched(venue, refresh=True).papers) == 26


def test_a_venue_before_its_reviews_are_public_says_so(fetched: Run, venue: Venue, server: MadeUpServer) -> None:
    server.notes |= as_v2([paper | {"reviews": []} for paper in example_papers()])
    found = fetched(venue)
    assert "papers, of which none has a public review: 26" in found.facts["remarks"]
    assert found.papers["human_mean"].isna().all()
    assert (found.papers["n_human"] == 0).all()
    assert found.table("reviews").empty
    assert measure_reviews(found.table("review_texts")).empty
    assert state_table(found).set_index("status").loc["all", "papers"] == 26


def test_deleted_submissions_are_left_out(fetched: Run, venue: Venue, server: MadeUpServer) -> None:
    papers = example_papers()
    papers[0]["deleted"] = True
    server.notes |= as_v2(papers)
    found = fetched(venue)
    assert "made01up" not in set(found.papers["paper_id"])
    assert "deleted submissions, left out: 1" in found.facts["remarks"]


def test_the_committed_example_is_what_the_made_up_server_gives(tmp_path: Path) -> None:
    build(tmp_path / "fetched")
    for path in sorted((tmp_path / "fetched").glob("*.*")):
        assert (FOLDER / path.name).read_text("utf-8") == path.read_text("utf-8"), path.name
    assert json.loads((FOLDER / "card.json").read_text("utf-8"))["notice"]
    assert pd.read_csv(FOLDER / "papers.csv")["venue"].eq("Example").all()
