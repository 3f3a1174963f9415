"""Messages as they are stored: texts by digest, images by digest and name."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from peerassay.project import digest_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from peerassay.collect.task import Message


@dataclass(frozen=True, slots=True)
class Reference:
    """The messages of a call in short.

    Attributes
    ----------
    request : str
        JSON in which every text stands as its digest.
    digest : str
        SHA-256 of `request`.
    texts : mapping of str to str
        The texts by digest.
    bytes : int
        Length of all texts in UTF-8.
    images : int
        How many images there are.
    """

    request: str
    digest: str
    texts: Mapping[str, str]
    bytes: int
    images: int


def reference(messages: Sequence[Message]) -> Reference:
    """Replace the texts of some messages by their digests.

    Parameters
    ----------
    messages : sequence of Message
        In order.

    Returns
    -------
    Reference
        What the store keeps of them.
    """
    texts: dict[str, str] = {}
    length = images = 0
    shown = []
    for message in messages:
        parts: list[dict[str, str]] = []
        for part in message.parts:
            if isinstance(part, str):
                encoded = part.encode()
                digest = digest_bytes(encoded)
                texts[digest] = part
                length += len(encoded)
                parts.append({"text": digest})
            else:
                images += 1
                parts.append({"image": part.digest, "name": part.path.name, "type": part.media_type})
        shown.append({"role": message.role, "parts": parts})
    request = json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
    return Reference(request, digest_bytes(request.encode()), texts, length, images)
