import math
from dataclasses import replace
from pathlib import Path

import pytest

from peerassay.claims import Claims, agrees, load_claims
from peerassay.counts import EVERY_CELL, FEWER_PAIRS, NOTHING, PERCENTAGES
from peerassay.evidence import (
    Span,
    confirmed,
    conflict,
    extreme_ratio,
    flatten,
    higher_mean,
    is_marked,
    leaning,
    mark_levels,
    narrowing_frame,
    pick,
    printed_frame,
    read_table,
    record_restated,
    record_table,
    record_values,
    short,
    significant,
    solutions_frame,
    span_of,
    statistic,
    statistics_frame,
)
from peerassay.evidence.frames import decide, number_list
from peerassay.exhibits.recorder import Recorder
from peerassay.manifest import Notebook

TABLES = {"Table 4": 504, "Table 5": 126, "Table 8": 126, "Table 9": 126}


@pytest.fixture(scope="module")
def tables():
    claims = load_claims()
    return {name: read_table(claims.exhibit("style", name), n) for name, n in TABLES.items()}


@pytest.fixture
def page():
    return Recorder(Notebook(name="style/x", path=Path("x"), title="t", question="q"), {}, {})


def verdict_counts(page):
    verdicts = [row["verdict"] for row in page.rows.values()]
    return {verdict: verdicts.count(verdict) for verdict in set(verdicts)}


def test_span_shows_equal_ends_once():
    assert f"{Span(1.234, 1.236):.1f}" == "1.2"
    assert f"{Span(1.2, 1.3):.1f}" == "1.2–1.3"
    assert str(Span(1.5, 1.5)) == "1.5"
    assert str(Span(1.5, 2.5)) == "1.5 to 2.5"


def test_span_of_nothing_is_undefined_and_shows_as_missing():
    empty = span_of([float("nan")])
    assert math.isnan(empty.low)
    assert (f"{empty:.2f}", str(empty)) == ("–", "")


def test_span_leaves_undefined_values_out():
    assert span_of([3, float("nan"), 1]) == Span(1, 3)


def test_every_printed_row_becomes_a_row(tables):
    assert {name: len(rows) for name, rows in tables.items()} == {
        "Table 4": 12,
        "Table 5": 18,
        "Table 8": 9,
        "Table 9": 12,
    }


@pytest.mark.parametrize(
    ("table", "cells", "fewer"),
    [
        ("Table 4", {"reviewer": "GLM 4.7", "contrast": "native_vs_nonnative"}, (502, 501, 500, 499, 498)),
        ("Table 8", {"condition": "biased", "contrast": "high_vs_low_confidence"}, (117,)),
        ("Table 9", {"condition": "biased", "reviewer": "GLM 4.7"}, (121,)),
    ],
)
def test_rows_with_missing_reviews(tables, table, cells, fewer):
    row = pick(tables[table], **cells)
    assert (row.fewer, row.basis) == (fewer, FEWER_PAIRS)
    assert {solution.n for solution in row.solutions} == set(fewer)


def test_only_one_row_of_the_paper_fits_no_number_of_pairs(tables):
    lone = [row for rows in tables.values() for row in rows if row.basis == PERCENTAGES]
    assert [(row.reviewer, row.contrast) for row in lone] == [("Gemma3", "native_high_vs_nonnative_low")]
    assert lone[0].conflicting == {"second", "ratio"}


def test_all_other_rows_fit_as_printed(tables):
    assert sum(row.basis == EVERY_CELL for rows in tables.values() for row in rows) == 51 - 4


def test_conflict_names_evidence_and_repairs(tables):
    text = conflict(pick(tables["Table 5"], reviewer="Gemma3", contrast="native_high_vs_nonnative_low"))
    assert "between 9.182 and 11.444" in text
    assert "the second share 6 instead of 5 (64/7 (55))" in text
    assert "the ratio 10.7 instead of 9.1 (64/6 (56))" in text


def test_conflict_prefers_missing_reviews_where_they_explain_everything(tables):
    text = conflict(pick(tables["Table 9"], condition="biased", reviewer="GLM 4.7"))
    assert "nearest repair: 121 pairs (reviews missing), where every cell fits" in text
    assert "8.7 or 9.5 instead of 9.1" in text


def test_read_table_refuses_impossible_settings():
    claims = load_claims().exhibit("style", "Table 4")
    with pytest.raises(ValueError, match="missing"):
        read_table(claims, 504, 1)
    with pytest.raises(ValueError, match="n >= 1"):
        read_table(claims, 0)
    with pytest.raises(ValueError, match="three shares"):
        read_table(claims.where(stat="ratio"), 504)


def test_number_of_pairs_that_fits_nothing_leaves_empty_frames():
    rows = read_table(load_claims().exhibit("style", "Table 4").where(subject="GPT-5.5"), 3, 0)
    assert {row.basis for row in rows} == {NOTHING}
    assert solutions_frame(rows).empty
    assert set(statistics_frame(rows)["significant"]) == {"undefined"}


@pytest.mark.parametrize(
    ("table", "inconsistent"),
    [("Table 4", 2), ("Table 5", 2), ("Table 8", 3), ("Table 9", 2)],
)
def test_every_printed_number_gets_one_verdict_and_none_differs(tables, page, table, inconsistent):
    record_table(page, tables[table])
    counts = verdict_counts(page)
    assert set(page.rows) == set(load_claims().exhibit("style", table))
    assert counts["inconsistent"] == inconsistent
    assert "differs" not in counts


def test_ratio_that_all_counts_give_agrees_and_one_that_some_give_is_shown_beside(tables, page):
    record_table(page, tables["Table 4"])
    assert page.rows["sty.main.proficiency.gemini35flash.ratio"]["verdict"] == "agrees"
    beside = page.rows["sty.main.proficiency.gpt55.ratio"]
    assert beside["verdict"] == "transcribed"
    assert "consistent, not determined: the percentages alone allow 1.15–1.28 (18 solutions)" in beside["remark"]


def test_p_is_judged_by_percentages_and_ratio_together(tables, page):
    row = pick(tables["Table 5"], reviewer="Qwen3 VL", contrast="native_vs_nonnative", condition="given_high")
    assert [len(row.after(step)) for step in ("percentages", "ratio")] == [2, 1]
    assert agrees(row.claims["p"], row.after("percentages")[0].p) != agrees(
        row.claims["p"], row.after("percentages")[1].p
    )
    record_table(page, [row])
    assert page.rows[row.claims["p"].id]["verdict"] == "agrees"


def test_remark_of_p_names_the_cells_that_were_used(tables, page):
    record_table(page, tables["Table 5"])
    record_table(page, tables["Table 8"])
    alone = page.rows["sty.combined.aligned.gemma3.p"]["remark"]
    fewer = page.rows["sty.prompt.biased.confidence.sonnet46.p"]["remark"]
    assert alone.startswith("the percentages (with the ratio nothing fits) leave only 64/6 (56);")
    assert fewer.startswith("the percentages and the ratio of 117 pairs leave only 32/8 (77);")


def test_ratio_of_a_row_with_missing_reviews_is_judged_by_the_pairs_that_are_left(tables, page):
    record_table(page, tables["Table 4"])
    row = page.rows["sty.main.proficiency.glm47.ratio"]
    assert row["verdict"] == "agrees"
    assert "the percentages of 498 to 502 pairs leave 91 solutions" in row["remark"]


def test_number_repeated_from_another_page_is_transcribed(page):
    record_restated(page, "sty.biased_reviewer.default.sonnet46.tie_pct")
    row = page.rows["sty.biased_reviewer.default.sonnet46.tie_pct"]
    assert (row["verdict"], row["ours"]) == ("transcribed", "")
    assert row["remark"] == "repeats sty.prompt.default.proficiency.sonnet46.tie_pct: printed alike"


@pytest.mark.parametrize(
    ("table", "again", "verdict"),
    [
        ("Table 4", "sty.main.text.proficiency.ratio_min", "agrees"),
        ("Table 4", "sty.main.text.proficiency.ratio_max", "transcribed"),
        ("Table 4", "sty.main.text.confidence.sonnet46.flips_first", "transcribed"),
        ("Table 5", "sty.combined.text.aligned.ratio_max", "inconsistent"),
        ("Table 9", "sty.biased_reviewer.text.sonnet46.ratio", "agrees"),  # first printed in Table 8, repeated in 9
    ],
)
def test_repeated_number_has_the_verdict_of_its_first_printing(tables, page, table, again, verdict):
    record_table(page, tables[table])
    record_restated(page, again, "seen")
    assert page.rows[again]["verdict"] == verdict
    assert "printed alike; seen" in page.rows[again]["remark"]


def test_repeat_that_is_printed_differently_differs(page):
    first = page.claims["sty.prompt.default.proficiency.sonnet46.tie_pct"]
    again = replace(page.claims["sty.biased_reviewer.default.sonnet46.tie_pct"], printed="63")
    page.claims = Claims([first, again])
    record_restated(page, again.id)
    assert (page.rows[again.id]["verdict"], page.rows[again.id]["ours"]) == ("differs", "62")


def test_approximate_repeat_is_transcribed(page):
    page.record("sty.variance.gpt55.sd", page.claims["sty.variance.gpt55.sd"].value, function=statistic)
    record_restated(page, "sty.variance.text.gpt55.sd_approx")
    assert page.rows["sty.variance.text.gpt55.sd_approx"]["verdict"] == "transcribed"


@pytest.mark.parametrize("table", list(TABLES))
def test_no_repeat_has_a_stronger_verdict_than_its_first_printing(tables, page, table):
    for rows in tables.values():
        record_table(page, rows)
    for claim in page.claims.where(class_="restatement").values():
        if claim.id not in page.rows and page.claims[claim.restates].exhibit == table:
            record_restated(page, claim.id)
    repeats = [claim_id for claim_id in page.rows if page.claims[claim_id].restates]
    pairs = {(page.rows[again]["verdict"], page.rows[page.claims[again].restates]["verdict"]) for again in repeats}
    assert all(again in {first, "transcribed"} for again, first in pairs)


@pytest.mark.parametrize(
    ("values", "verdict"),
    [([1.3, 1.28], "agrees"), ([1.2, 1.3], "transcribed"), ([2.0], "differs"), ([], "transcribed")],
)
def test_record_values_needs_all_solutions_to_say_the_same(page, values, verdict):
    claim = "sty.main.text.proficiency.ratio_max"
    record_values(page, claim, values, function=extreme_ratio)
    assert page.rows[claim]["verdict"] == verdict


def test_printed_frame_puts_counts_beside_the_printed_cells(tables, page):
    record_table(page, tables["Table 8"])
    verdicts = {claim_id: row["verdict"] for claim_id, row in page.rows.items()}
    brief = printed_frame(tables["Table 8"], verdicts).iloc[1]
    assert brief["preference_printed"] == "19 / 14 (67)"
    assert brief["counts"] == "24/18 (84)"
    assert brief["flips"] == "10 / 6"
    assert (brief["ratio_verdict"], brief["means_printed"]) == ("agrees", "4.5 / 4.4")


def test_condition_column_is_left_out_where_no_row_has_one(tables):
    assert "condition" not in narrowing_frame(tables["Table 4"])
    assert "condition" in narrowing_frame(tables["Table 9"])


def test_narrowing_frame_counts_solutions_and_names_fewer_pairs(tables):
    frame = narrowing_frame(tables["Table 4"])
    assert list(frame.loc[0, ["percentages", "ratio", "p", "flips"]]) == [18, 3, 1, 1]
    assert frame.loc[5, "fewer"] == "498 to 502"
    assert narrowing_frame(tables["Table 5"]).loc[12, "fewer"] == "none"


def test_solutions_frame_has_flips_only_where_they_are_printed(tables):
    assert "flips_first" in solutions_frame(tables["Table 9"])
    assert "flips_first" not in solutions_frame(tables["Table 5"])


def test_holm_takes_one_result_of_table_4_away(tables):
    rows = tables["Table 4"]
    kept = confirmed(rows, statistics_frame(rows))
    lost = [row for row in significant(rows, 0.05) if row not in kept]
    assert [(row.reviewer, row.contrast) for row in lost] == [("Gemini 3.5 Flash", "high_vs_low_confidence")]


def test_holm_by_hand_on_the_largest_and_smallest_p(tables):
    frame = statistics_frame(tables["Table 5"])
    smallest = min(frame["p"])
    assert frame.loc[frame["p"] == smallest, "holm"].iloc[0].low == pytest.approx(18 * smallest.low)


@pytest.mark.parametrize(
    ("p", "decision"),
    [
        (Span(0.01, 0.02), "yes"),
        (Span(0.01, 0.06), "open"),
        (Span(0.05, 0.05), "no"),
        (Span(math.nan, math.nan), "undefined"),
    ],
)
def test_decision_needs_the_whole_span(p, decision):
    assert decide(p, 0.05) == decision


def test_flatten_gives_numbers_for_spans(tables):
    frame = flatten(statistics_frame(tables["Table 4"]))
    assert frame.loc[0, "ratio_min"] == frame.loc[0, "ratio_max"] == pytest.approx(88 / 69)
    assert "ratio" not in frame


def test_statements_of_the_text_follow_from_table_4(tables):
    native, high = tables["Table 4"][:6], tables["Table 4"][6:]
    assert [row.reviewer for row in native if row not in leaning(native)] == ["Claude Sonnet 4.6"]
    assert len(leaning(high)) == len(higher_mean(high)) == 6
    assert extreme_ratio(leaning(native), largest=False) == pytest.approx([165 / 159])


def test_extremes_and_leanings_of_nothing():
    assert extreme_ratio([], largest=True) == []
    assert leaning([], "second") == []
    with pytest.raises(ValueError, match="first or second"):
        leaning([], "third")


def test_dagger_of_table_9_fits_five_percent_and_not_one(tables):
    marked = [row.reviewer for row in tables["Table 9"] if is_marked(row)]
    below, above = mark_levels(tables["Table 9"])
    assert marked == ["GPT-5.5", "Claude Sonnet 4.6", "Gemini 3.5 Flash", "Gemma3"]
    assert below == pytest.approx(0.01916, abs=1e-5)  # 20 against 7
    assert above == pytest.approx(0.07693, abs=1e-5)  # 39 against 24


def test_table_without_daggers_is_refused(tables):
    with pytest.raises(ValueError, match="dagger"):
        is_marked(tables["Table 4"][0])


def test_pick_wants_exactly_one_row(tables):
    with pytest.raises(ValueError, match="found 2"):
        pick(tables["Table 4"], reviewer="GPT-5.5")


def test_unknown_statistic_or_step_is_refused(tables):
    with pytest.raises(ValueError, match="ratio or p"):
        statistic(tables["Table 4"][0], "mean")
    with pytest.raises(ValueError, match="no flips printed"):
        tables["Table 5"][0].after("flips")


def test_number_list_shortens_runs_only():
    assert number_list((502, 501, 500)) == "500 to 502"
    assert number_list((120, 114)) == "120 or 114"
    assert number_list(()) == ""


def test_short_leaves_ranges_alone():
    assert [short("1.03773584906"), short("2.42990790866e-06"), short("1.15–1.28"), short("")] == [
        "1.038",
        "2.43e-06",
        "1.15–1.28",
        "",
    ]
