"""Foreign text in a message: between two marked lines, so that it cannot pass for instructions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from peerassay.collect.task import Call, Image, Message
from peerassay.project import digest_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peerassay.collect.task import Part

MANUSCRIPT, REVIEW, TEXT, EDITS = "MANUSCRIPT", "REVIEW", "TEXT", "EDITS"
_MARK_LENGTH = 12


def framed(kind: str, parts: Sequence[Part]) -> tuple[Part, ...]:
    """Put foreign material between a line BEGIN and a line END.

    Parameters
    ----------
    kind : str
        What it is: one capital word.
    parts : sequence of str or Image
        The material in order; neighbouring texts are joined by an empty line.

    Returns
    -------
    tuple of str or Image
        With the two lines. Both bear the same mark, made from the material itself: no text can contain its own mark
        but by trying, so that nothing inside passes for the end.
    """
    named = [part if isinstance(part, str) else part.digest for part in parts]
    mark = digest_bytes("\0".join(named).encode())[:_MARK_LENGTH]
    return joined((f"BEGIN {kind} {mark}", *parts, f"END {kind} {mark}"), "\n")


def joined(parts: Sequence[Part], between: str = "\n\n") -> tuple[Part, ...]:
    """Join neighbouring texts and leave images where they are.

    Parameters
    ----------
    parts : sequence of str or Image
        In order.
    between : str
        What is put between two texts.

    Returns
    -------
    tuple of str or Image
        Never two texts in a row.
    """
    found: list[Part] = []
    for part in parts:
        if isinstance(part, str) and found and isinstance(found[-1], str):
            found[-1] = f"{found[-1]}{between}{part}"
        else:
            found.append(part)
    return tuple(found)


def unframed(call: Call, kind: str) -> str:
    """Read material back from the messages of a call.

    Parameters
    ----------
    call : Call
        Made with `framed`.
    kind : str
        As it was given there.

    Returns
    -------
    str
        Its texts, without the images between them.

    Raises
    ------
    ValueError
        If the call has no such material.
    """
    text = "\n".join(part for message in call.messages for part in message.parts if isinstance(part, str))
    pattern = rf"^BEGIN {kind} ([0-9a-f]{{{_MARK_LENGTH}}})\n(.*)\nEND {kind} \1$"
    found = re.search(pattern, text, re.DOTALL | re.MULTILINE)
    if not found:
        raise ValueError(f"call of {call.key.paper_id}: no material between BEGIN {kind} and END {kind}")
    return found[2]


def conversation(system: str, *material: Part) -> tuple[Message, ...]:
    """Give the messages of a call: instructions, then material.

    Parameters
    ----------
    system : str
        The prompt.
    *material : str or Image
        What is judged or worked on.

    Returns
    -------
    tuple of Message
        A system message and a user message.
    """
    return (Message("system", (system,)), Message("user", joined(material)))


def images(parts: Sequence[Part]) -> list[Image]:
    """Give the images among some parts.

    Parameters
    ----------
    parts : sequence of str or Image
        In order.

    Returns
    -------
    list of Image
        In order.
    """
    return [part for part in parts if isinstance(part, Image)]
