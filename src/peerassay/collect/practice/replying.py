"""What the practice endpoint replies to one call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from peerassay.collect.practice.wire import ERRORS, answer, ask, error_body

if TYPE_CHECKING:
    from peerassay.collect.practice.server import PracticeServer


def reply(
    practice: PracticeServer, api: str, body: dict[str, Any], mark: str, fault: str, key: str
) -> tuple[int, dict[str, Any]]:
    """Make status and body of the answer to a call, and count it.

    Parameters
    ----------
    practice : PracticeServer
        Counts.
    api : str
        ``responses`` or ``chat``.
    body : dict
        Of the request.
    mark : str
        Name of the request.
    fault : str
        What goes wrong, or empty.
    key : str
        The key that came with the request.
    """
    asked = ask(api, body)
    if practice.models and asked.model not in practice.models:
        fault = "unknown_model"
    with practice.lock:
        if fault:
            practice.faulty[fault] += 1
        else:
            practice.answered.append(mark)
    return error_body(fault, asked.model, key) if fault in ERRORS else (200, answer(asked, mark, fault, key))
