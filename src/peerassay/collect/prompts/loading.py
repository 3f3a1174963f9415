"""Reading a prompt: what is sent, its digest, and the note on where it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from peerassay.collect.prompts.filling import FOLDER, fill
from peerassay.project import digest_bytes

_FENCE = "---\n"


@dataclass(frozen=True)
class Prompt:
    """The instructions of one task.

    Attributes
    ----------
    name : str
        Name of its file.
    text : str
        What is sent, shared parts put in.
    digest : str
        SHA-256 of what is sent, in UTF-8, as 64 hexadecimal digits. The note does not enter it.
    note : str
        Who worded it and how it differs from others.
    source : str
        The place in the paper that it follows.
    """

    name: str
    text: str
    digest: str
    note: str
    source: str


def prompt_names() -> tuple[str, ...]:
    """Give the names of all prompts.

    Returns
    -------
    tuple of str
        In alphabetical order.
    """
    return tuple(sorted(path.stem for path in FOLDER.glob("*.md")))


@lru_cache(maxsize=64)
def load_prompt(name: str) -> Prompt:
    """Read a prompt.

    Parameters
    ----------
    name : str
        One of `prompt_names`.

    Returns
    -------
    Prompt
        Ready to be sent.

    Raises
    ------
    KeyError
        If there is no prompt of that name.
    ValueError
        If its file does not begin with a note and a source.
    """
    if name not in prompt_names():
        raise KeyError(f"no prompt {name!r}; expected one of {', '.join(prompt_names())}")
    head, body = _split((FOLDER / f"{name}.md").read_text("utf-8"), name)
    text = fill(body, f"{name}.md").strip()
    return Prompt(name, text, digest_bytes(text.encode()), head["note"], head["source"])


def _split(content: str, name: str) -> tuple[dict[str, str], str]:
    before, _, rest = content.partition(_FENCE)
    lines, _, body = rest.partition(f"\n{_FENCE}")
    head = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in lines.splitlines())}
    if before or set(head) != {"note", "source"} or not all(head.values()):
        raise ValueError(f"{name}.md: expected note and source between two lines ---, and then what is sent")
    return head, body
