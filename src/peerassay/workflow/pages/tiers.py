"""The kinds of evidence and the verdicts, as the code defines them."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from peerassay.ledger import TIERS, VERDICTS
from peerassay.workflow.pages.markup import table, tier_badge, verdict

if TYPE_CHECKING:
    from peerassay.workflow.pages.facts import Facts


def tiers(facts: Facts) -> str:
    """Return the table of evidence tiers, with how many exhibits of the book have each."""
    counts = {tier: sum(record["tier"] == tier for record in facts.exhibits.values()) for tier in TIERS}
    rows = [[tier_badge(tier), escape(f"{meaning}."), f"{counts[tier]}"] for tier, meaning in TIERS.items()]
    return table(["Evidence", "Meaning", "Exhibits"], rows, "Kinds of evidence", numeric=[2]) + "\n"


def verdicts(facts: Facts) -> str:
    """Return the table of verdicts, with how many printed results have each."""
    results = facts.ledger[facts.ledger["class"] == "result"]["verdict"].value_counts()
    rows = [[verdict(name), escape(f"{text}."), f"{results.get(name, 0)}"] for name, text in VERDICTS.items()]
    return table(["Verdict", "Meaning", "Results"], rows, "Verdicts of the ledger", numeric=[2]) + "\n"
