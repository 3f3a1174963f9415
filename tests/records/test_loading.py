"""Loading reviews and papers: what is accepted, what is announced, and one message per problem."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from peerassay.records import RecordsError, load_records, score_matrix

if TYPE_CHECKING:
    from pathlib import Path

REVIEWS = """paper_id,version,reviewer,protocol,prompt,round,overall,confidence
p1,original,m,integer,default,1,5,4
p1,original,m,integer,default,2,6,4
p2,original,m,integer,default,1,3,2
p2,original,m,integer,default,2,3,
"""
PAPERS = """paper_id,venue,year,area,status,human_mean,n_human
p1,ICLR,2025,"vision, audio",accepted_poster,5.75,4
p2,ICLR,2026,theory,withdrawn,3,3
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "reviews.csv").write_text(REVIEWS, "utf-8")
    (tmp_path / "papers.csv").write_text(PAPERS, "utf-8")
    return tmp_path


def put(folder: Path, text: str, name: str = "scores.csv") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def messages(error: pytest.ExceptionInfo[RecordsError]) -> list[str]:
    return [str(problem) for problem in error.value.problems]


def test_a_folder_with_both_tables_is_read_as_it_is(folder: Path) -> None:
    records = load_records(folder)
    assert records.notes == ()
    assert records.papers["area"].tolist() == ["vision, audio", "theory"]
    assert records.papers["human_mean"].tolist() == [5.75, 3.0]
    assert records.papers["year"].tolist() == [2025, 2026]
    assert records.reviews["overall"].tolist() == [5, 6, 3, 3]
    assert records.reviews["confidence"].isna().tolist() == [False, False, False, True]


def test_the_order_of_rows_and_columns_does_not_matter(folder: Path) -> None:
    heading, *rows = REVIEWS.splitlines()
    order = [6, 2, 0, 5, 1, 4, 3, 7]
    turned = [",".join(line.split(",")[place] for place in order) for line in (heading, *reversed(rows))]
    other = load_records(put(folder, "\n".join(turned)))
    assert other.reviews.equals(load_records(folder).reviews)


def test_one_column_per_round_is_announced_and_read(tmp_path: Path) -> None:
    records = load_records(put(tmp_path, "paper_id,round_1,round_2,round_3\np1,5,5,6\np2,3,,4\n"))
    ids, scores = score_matrix(records.reviews, "reviewer")
    assert ids == ["p1", "p2"]
    assert scores[0].tolist() == [5, 5, 6]
    assert scores[1, [0, 2]].tolist() == [3, 4]
    assert records.notes[0] == ("scores.csv: one column per round is read as one review each (round_1 to round_3)")
    assert records.notes[-1] == "reviewer, original, integer, default: 1 of 6 scores are missing, in 1 paper"


def test_columns_per_reviewer_and_round_are_told_apart(tmp_path: Path) -> None:
    path = put(
        tmp_path, "Paper ID,GPT 5.5 round 1,GPT 5.5 round 2,Haiku_round_1,Haiku_round_2\np1,5,6,4.5,4\np2,3,3,2,2\n"
    )
    records = load_records(path)
    assert score_matrix(records.reviews, "GPT 5.5")[1].tolist() == [[5, 6], [3, 3]]
    assert score_matrix(records.reviews, "Haiku", protocol="decimal")[1].tolist() == [[4.5, 4], [2, 2]]
    assert "of 2 reviewers: GPT 5.5, Haiku" in "\n".join(records.notes)
    assert "columns are read under other names: 'Paper ID' as 'paper_id'" in "\n".join(records.notes)


def test_rounds_in_columns_and_reviewers_in_a_column(tmp_path: Path) -> None:
    records = load_records(put(tmp_path, "paper_id,reviewer,r1,r2\np1,a,5,6\np1,b,4,4\np2,a,1,2\np2,b,3,3\n"))
    assert score_matrix(records.reviews, "b")[1].tolist() == [[4, 4], [3, 3]]


def test_a_single_file_may_describe_the_papers(tmp_path: Path) -> None:
    records = load_records(
        put(tmp_path, "paper_id,year,status,score\np1,2025,accepted,5\np1,2025,accepted,6\np2,2026,rejected,3\n")
    )
    assert records.papers[["paper_id", "status"]].to_numpy().tolist() == [["p1", "accepted"], ["p2", "rejected"]]
    assert "year" not in records.reviews
    assert records.reviews["round"].tolist() == [1, 2, 1]
    notes = "\n".join(records.notes)
    for said in ("'score' as 'overall'", "columns year, status describe the papers", "no column 'round'"):
        assert said in notes
    assert records.papers["human_mean"].isna().all()


def test_rows_that_contradict_each_other_about_a_paper_are_a_problem(tmp_path: Path) -> None:
    path = put(tmp_path, "paper_id,year,overall\np1,2025,5\np1,2026,6\np1,2026,6\n")
    with pytest.raises(RecordsError) as error:
        load_records(path)
    assert messages(error) == ["scores.csv, row 3, column year: '2026'; expected '2025' as in its first row"]


def test_semicolons_are_announced_and_decimal_commas_refused(tmp_path: Path) -> None:
    path = put(tmp_path, "paper_id;overall\np1;5,5\n")
    with pytest.raises(RecordsError) as error:
        load_records(path)
    assert messages(error) == ["scores.csv, row 2, column overall: '5,5'; expected a number with a decimal point: 5.5"]
    good = load_records(put(tmp_path, "paper_id;overall\np1;5.5\n"))
    assert good.notes[0] == "scores.csv: cells are separated by semicolons"
    assert good.reviews["protocol"].tolist() == ["decimal"]


def test_all_problems_are_listed_with_their_places(folder: Path) -> None:
    rows = [
        "p1,original,m,integer,default,1,5,4",
        "p1,original,m,integer,default,1,6,4",  # twice
        "p1,original,m,integer,default,2,11,4",  # out of range
        "p1,original,m,integer,default,3,four,4",  # no number
        "p2,original,m,integer,default,1,4.5,4",  # a fraction
        "p3,original,m,integer,default,1,4,4",  # unknown paper
        "p2,original,m,integers,default,2,4,4",  # not a protocol
        ",original,m,integer,default,2.5,4,4",  # no paper, no whole round
        "p2,original,m,integer,default,3,4",  # too short
    ]
    put(folder, "\n".join([REVIEWS.splitlines()[0], *rows]), "reviews.csv")
    put(folder, PAPERS.replace("withdrawn", "gone").replace("2026", "26"), "papers.csv")
    with pytest.raises(RecordsError) as error:
        load_records(folder)
    key = "paper_id, version, reviewer, protocol, prompt, round"
    decision = "accepted, accepted_poster, accepted_spotlight, accepted_oral, rejected, withdrawn, desk_rejected"
    assert messages(error) == [
        "papers.csv, row 3, column year: '26'; expected a whole number from 1900 to 2200",
        f"papers.csv, row 3, column status: 'gone'; expected one of {decision}",
        f"reviews.csv, row 3, column {key}: 'p1 / original / m / integer / default / 1'; "
        "expected every combination once, but row 2 has it already",
        "reviews.csv, row 4, column overall: '11'; expected a score from 1 to 10, or a wider score range",
        "reviews.csv, row 5, column overall: 'four'; expected a number",
        "reviews.csv, row 6, column overall: '4.5'; "
        "expected a whole number, because the protocol of this review is integer",
        "reviews.csv, row 7, column paper_id: 'p3'; expected a paper of papers.csv",
        "reviews.csv, row 8, column protocol: 'integers'; expected one of integer, decimal",
        "reviews.csv, row 9, column paper_id: ''; expected text",
        "reviews.csv, row 9, column round: '2.5'; expected a whole number of 1 or more",
        "reviews.csv, row 10: '7 cells'; expected 8, as in the heading",
    ]
    assert str(error.value).startswith("11 problems in the records\n- papers.csv, row 3")


def test_a_problem_in_a_rounds_column_is_reported_as_it_stands_in_the_file(tmp_path: Path) -> None:
    with pytest.raises(RecordsError) as error:
        load_records(put(tmp_path, "paper_id,Round 1,Round 2\np1,5,5\np2,3,12\n"))
    assert messages(error) == [
        "scores.csv, row 3, column Round 2: '12'; expected a score from 1 to 10, or a wider score range"
    ]


def test_the_message_lists_some_and_counts_all(tmp_path: Path) -> None:
    rows = "\n".join(f"p{number},{number + 11}" for number in range(25))
    with pytest.raises(RecordsError, match="25 problems") as error:
        load_records(put(tmp_path, f"paper_id,overall\n{rows}\n"))
    assert len(error.value.problems) == 25
    assert str(error.value).splitlines()[-1] == "- ... and 5 more"


def test_another_score_range_can_be_given(tmp_path: Path) -> None:
    path = put(tmp_path, "paper_id,overall\np1,0\np1,100\n")
    assert load_records(path, score_range=(0, 100)).reviews["overall"].tolist() == [0, 100]
    with pytest.raises(ValueError, match="score_range = \\(5, 5\\)"):
        load_records(path, score_range=(5, 5))


def test_unknown_columns_are_a_problem_unless_set_aside(tmp_path: Path) -> None:
    path = put(tmp_path, "paper_id,overall,Summary,confidense\np1,5,fine,4\n")
    with pytest.raises(RecordsError) as error:
        load_records(path)
    assert [problem.column for problem in error.value.problems] == ["Summary", "confidense"]
    assert messages(error)[1].endswith("expected confidence?; rename the column, or remove it")
    records = load_records(path, ignore=["Summary", "confidense"])
    assert records.notes[0] == "scores.csv: set aside as asked: Summary, confidense"


def test_missing_columns_are_named_with_their_meaning(tmp_path: Path) -> None:
    with pytest.raises(RecordsError) as error:
        load_records(put(tmp_path, "round,confidence\n1,4\n"))
    assert [problem.column for problem in error.value.problems] == ["paper_id", "overall"]
    assert "Name of the paper, the same in every table" in messages(error)[0]
    assert "also understood: score, rating, overall_score)" in messages(error)[1]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "scores.csv: 'an empty file'; expected a heading and rows"),
        (b"paper_id,overall\n", "scores.csv: 'no row below the heading'; expected at least one"),
        (
            b"paper_id,overall\np1,5\np\xfc,5\n",
            r"scores.csv, row 3: '\\xfc,5\\n'; expected text in UTF-8 (save it as such)",
        ),
        (b"\xff\xfep\x00", r"scores.csv, row 1: '\\xff\\xfep\\x00'; expected text in UTF-8 (save it as such)"),
        (
            b'paper_id,overall\n"p1,5\n',
            "scores.csv, row 2: 'unexpected end of data'; expected quotation marks in pairs",
        ),
        (
            b"paper_id,overall,overall\np1,5,5\n",
            "scores.csv, row 1, column overall: 'overall'; expected every column once",
        ),
        (b"paper_id,,overall\np1,5,5\n", "scores.csv, row 1, column 2: ''; expected a name for every column"),
        (
            b"paper_id,round_1,round 1\np1,5,5\n",
            "scores.csv, row 1, column round_1: 'round_1'; expected every round once",
        ),
    ],
)
def test_a_file_that_cannot_be_used_is_explained(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "scores.csv"
    path.write_bytes(content)
    with pytest.raises(RecordsError) as error:
        load_records(path)
    assert messages(error)[0] == message


def test_both_files_are_explained_if_neither_can_be_used(folder: Path) -> None:
    put(folder, "", "reviews.csv")
    put(folder, "paper_id\n", "papers.csv")
    with pytest.raises(RecordsError, match="2 problems"):
        load_records(folder)


def test_a_byte_order_mark_and_text_with_line_breaks_are_read(tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    path.write_bytes(b'\xef\xbb\xbfpaper_id,overall,text\r\np1,5,"two\r\nlines "\r\n\r\np2,12,x\r\n')
    with pytest.raises(RecordsError) as error:
        load_records(path)
    assert messages(error) == [
        "scores.csv, row 4, column overall: '12'; expected a score from 1 to 10, or a wider score range"
    ]
    records = load_records(path, score_range=(0, 12))
    assert records.reviews["text"].tolist() == ["two\r\nlines ", "x"]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"without reviews\.csv"):
        load_records(tmp_path)


@pytest.mark.parametrize("empty", ["", "NA", "n/a", "N/A", "nan", "NaN"])
def test_every_usual_spelling_of_no_score_is_understood(tmp_path: Path, empty: str) -> None:
    records = load_records(put(tmp_path, f"paper_id,overall\np1,5\np1,{empty}\n"))
    assert records.reviews["overall"].isna().tolist() == [False, True]


def test_reviews_without_a_score_stay_and_papers_without_review_are_counted(folder: Path) -> None:
    put(folder, REVIEWS.replace("1,3,2", "1,NA,2"), "reviews.csv")
    put(folder, PAPERS + "p3,ICLR,2026,theory,rejected,,0\n", "papers.csv")
    records = load_records(folder)
    assert len(records.reviews) == 4
    assert records.notes == (
        "1 of 3 papers has no review",
        "m, original, integer, default: 1 of 4 scores are missing, in 1 paper",
    )


def test_whole_numbers_may_be_written_with_a_zero_fraction(tmp_path: Path) -> None:
    records = load_records(put(tmp_path, "paper_id,year,overall,round\np1,2025.0,5.0,1.0\n"))
    assert records.papers["year"].tolist() == [2025]
    assert records.reviews["protocol"].tolist() == ["integer"]


def test_mixed_ways_of_naming_reviewers_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordsError, match="reviewers either in a column of their own"):
        load_records(put(tmp_path, "paper_id,reviewer,a_round_1\np1,m,5\n"))


def test_per_review_columns_beside_one_column_per_round_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordsError, match="column confidence: 'confidence'; expected no such column beside"):
        load_records(put(tmp_path, "paper_id,confidence,round_1,round_2\np1,3,5,5\n"))
