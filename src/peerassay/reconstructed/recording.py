"""A verdict for every printed number of some sections, from values that were computed on reconstructed records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from peerassay.evidence import record_restated
from peerassay.exhibits.recorder import PageError, Recorder, Spread
from peerassay.reconstructed.rules import load_predictions, load_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from fractions import Fraction

    from peerassay.claims import Claims

    Function = Callable[..., Any]
    Value = float | Fraction | str
    Values = Mapping[str, Value]

CONSTANT = "a constant of the design, taken as printed; where our code needs it, it is an input"
UNDETERMINED = "held out, but the reconstruction predicts nothing for it"


@dataclass(frozen=True)
class VerdictRecord:
    """What is to become of one claim.

    Attributes
    ----------
    claim_id : str
        The claim.
    group : str
        ``imposed``, ``held_out``, ``derived`` or ``worded`` as in the rules; ``other`` for what they do not list:
        constants, and numbers that are printed again.
    reason : str
        Why, as the rules say.
    value : float, Fraction, str or None
        What was computed, in the claim's unit; text only for a claim that is worded.
    spread : Spread or None
        What many seeds predict, if it was held out.
    """

    claim_id: str
    group: str
    reason: str
    value: Value | None
    spread: Spread | None


def verdict_records(
    part: str, sections: Iterable[str], values: Values, claims: Claims, skip: Iterable[str] = ()
) -> list[VerdictRecord]:
    """Lay out what is to become of every claim of some sections.

    Parameters
    ----------
    part : str
        ``repeatability``, ``style`` or ``epistemics``.
    sections : iterable of str
        Sections of the claims of that part.
    values : mapping of str to float, Fraction or str
        What was computed on the records, by claim id, in the claim's unit; text only for a claim that is worded.
    claims : Claims
        The printed numbers.
    skip : iterable of str
        Claims that are recorded elsewhere.

    Returns
    -------
    list of VerdictRecord
        In the order of the claims.

    Raises
    ------
    PageError
        If a value belongs to no claim of these sections, or an imposed, held-out or derived claim has none.
    """
    rules, left_out = load_rules(part), set(skip)
    printed = claims.where(part=part.partition("/")[0], section=list(sections))
    chosen = [claim_id for claim_id in printed if claim_id not in left_out]
    groups, spreads = rules.all, load_predictions(part)
    needed = [claim_id for claim_id in chosen if groups.get(claim_id) in {"imposed", "held_out", "derived"}]
    lacking = [claim_id for claim_id in needed if claim_id not in values]
    foreign = [claim_id for claim_id in values if claim_id not in chosen]
    if lacking or foreign:
        raise PageError(f"no value for {', '.join(lacking) or 'none'}; values for no claim of these: {foreign}")
    return [
        VerdictRecord(
            claim_id,
            group := groups.get(claim_id, "other"),
            "" if group == "other" else getattr(rules, group)[claim_id],
            values.get(claim_id),
            spreads.get(claim_id),
        )
        for claim_id in chosen
    ]


def record_sections(
    page: Recorder,
    part: str,
    sections: Iterable[str],
    values: Values,
    functions: Mapping[str, Function],
    skip: Iterable[str] = (),
) -> list[str]:
    """Give every claim of some sections its verdict: imposed, predicted, derived, worded, or a constant.

    Parameters
    ----------
    page : Recorder
        The page of the notebook.
    part, sections, values, skip
        As in `verdict_records`. Constants may have a value too; without one they are transcribed.
    functions : mapping of str to callable
        What computed the values, by the beginning of the claims' ids; the longest that fits is named.

    Returns
    -------
    list of str
        The claims that were recorded, in their order. On a reader's own records nothing is recorded.

    Raises
    ------
    PageError
        If a value or a function is missing, or what was imposed does not hold.
    """
    if "records" in page.changed:
        return []
    records = verdict_records(part, sections, values, page.claims, skip)
    for record in records:
        _record(page, record, functions)
    return [record.claim_id for record in records]


def _record(page: Recorder, record: VerdictRecord, functions: Mapping[str, Function]) -> None:
    claim_id, value, reason = record.claim_id, record.value, record.reason
    if value is None:
        _without_value(page, record)
        return
    function = _function(claim_id, functions)
    if record.group == "worded":
        page.beside(claim_id, value if isinstance(value, str) else float(value), function=function, remark=reason)
    elif isinstance(value, str):
        raise PageError(f"{claim_id}: {value!r}; expected a number, as the claim is not worded")
    elif record.group == "imposed":
        page.impose(claim_id, value, function=function, remark=reason)
    elif record.group != "held_out":
        page.record(claim_id, value, function=function, remark=reason)
    elif record.spread is None:
        page.beside(claim_id, float(value), function=function, remark=UNDETERMINED)
    else:
        page.predict(claim_id, value, spread=record.spread, function=function, remark=reason)


def _without_value(page: Recorder, record: VerdictRecord) -> None:
    if page.claims[record.claim_id].restates:
        record_restated(page, record.claim_id)
    else:
        page.transcribe(record.claim_id, record.reason or CONSTANT)


def _function(claim_id: str, functions: Mapping[str, Function]) -> Function:
    fitting = [prefix for prefix in functions if claim_id.startswith(prefix)]
    if not fitting:
        raise PageError(f"{claim_id}: no function is named for it (there are some for {', '.join(functions)})")
    return functions[max(fitting, key=len)]
