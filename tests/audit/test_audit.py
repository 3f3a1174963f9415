"""The audit as a whole: what it must find, and what it must leave alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from peerassay.audit import (
    Check,
    Finding,
    all_checks,
    audit_all,
    check_wording,
    findings_from,
    frame,
    summary,
)
from peerassay.audit.findings import place_of

if TYPE_CHECKING:
    from peerassay.claims import Claims


def made(key: str, kind: str, outcome: str = "fails", severity: str = "tension", claims: tuple[str, ...] = ()) -> Check:
    return Check(key, "style", kind, "Table 0", claims, "s", "e", outcome, severity)


@pytest.fixture(scope="module")
def checks(published: Claims) -> list[Check]:
    return all_checks(published)


@pytest.fixture(scope="module")
def findings(published: Claims) -> list[Finding]:
    return audit_all(published)


def test_the_findings_are_these_eleven_gravest_first(findings: list[Finding]) -> None:
    assert [(finding.severity, finding.place) for finding in findings] == [
        ("impossible", "Table 5, native high / non-native low, Gemma3"),
        ("other n", "Table 4, native / non-native, GLM 4.7"),
        ("other n", "Table 8, high / low confidence, biased, Claude Sonnet 4.6"),
        ("other n", "Table 9, native / non-native, biased, GLM 4.7"),
        ("tension", "text (ac comments)"),
        ("tension", "Table 9, native / non-native, biased, Gemma3"),
        ("tension", "Table 8 (prompt sensitivity)"),
        ("tension", "text (data)"),
        ("tension", "text (bias), Figure 9 (bias)"),
        ("tension", "text (temporal)"),
        ("tension", "Table 8 and text (appendix C)"),
    ]


def test_every_finding_has_evidence_claims_and_a_repair(findings: list[Finding], published: Claims) -> None:
    for finding in findings:
        assert finding.evidence
        assert finding.repair
        assert set(finding.claims) <= set(published)


def test_check_ids_are_unique_and_most_checks_pass(checks: list[Check]) -> None:
    assert len({check.id for check in checks}) == len(checks) > 1000
    assert sum(check.failed for check in checks) == 17


def test_the_summary_adds_up(checks: list[Check], findings: list[Finding]) -> None:
    table = summary(checks, findings).set_index("kind")
    assert table.loc["all", "checks"] == len(checks)
    assert (table["checks"] == table["as_printed"] + table["within_rounding"] + table["fails"]).all()
    assert table.loc["all", "findings"] == 11
    assert table.loc["granularity", ["fails", "findings"]].tolist() == [6, 0]


def test_a_cell_of_a_failed_row_is_not_listed_twice() -> None:
    row = made("row", "integer search", severity="other n", claims=("a", "b"))
    cell = made("cell", "granularity", severity="other n", claims=("a",))
    elsewhere = made("elsewhere", "granularity", severity="other n", claims=("c",))
    assert [finding.id for finding in findings_from([cell, elsewhere, row])] == ["row", "elsewhere"]


def test_passing_checks_give_no_findings_and_an_empty_table_keeps_its_columns() -> None:
    assert findings_from([made("a", "sum", outcome="as printed", severity="")]) == []
    assert list(frame([]).columns)[:3] == ["id", "part", "kind"]
    assert len(frame([made("a", "sum", claims=("x", "y"))])) == 1
    assert frame([made("a", "sum", claims=("x", "y"))])["claims"].item() == "x y"


@pytest.mark.parametrize(
    ("kind", "outcome", "severity"), [("hunch", "fails", "tension"), ("sum", "maybe", ""), ("sum", "fails", "")]
)
def test_a_check_of_unknown_kind_or_outcome_is_refused(kind: str, outcome: str, severity: str) -> None:
    with pytest.raises(ValueError, match="check a: "):
        made("a", kind, outcome, severity)


def test_one_contrast_lacks_a_row_for_one_prompt(published: Claims) -> None:
    native, high = check_wording(published)
    assert not native.failed
    assert high.failed
    assert "bare" in high.repair


def test_places_are_named_once(published: Claims) -> None:
    ids = ["epi.bias.phi.max_pair", "epi.bias.phi.threshold.fig9", "epi.bias.phi.max_pair"]
    assert place_of(published, ids) == "text (bias), Figure 9 (bias)"
