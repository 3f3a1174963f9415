"""What passes between engine and tasks: manuscripts, calls, answers, configurations, results."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path  # noqa: TC003  # dataclasses are read at run time
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

Role = Literal["system", "user", "assistant"]


@dataclass(frozen=True, slots=True)
class Image:
    """An image to be shown to the model; its bytes are read only when the call is sent.

    Attributes
    ----------
    path : pathlib.Path
        The file.
    media_type : str
        ``image/png``, ``image/jpeg``, ``image/webp`` or ``image/gif``.
    digest : str
        SHA-256 of the file, 64 hexadecimal digits; checked before the call is sent.
    """

    path: Path
    media_type: str
    digest: str


Part = str | Image


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a call: text and images in the order in which the model is to read them.

    Attributes
    ----------
    role : str
        ``system``, ``user`` or ``assistant``. Instructions belong into the first, a manuscript into the second.
    parts : tuple of str or Image
        Adjacent strings stay separate text parts.
    """

    role: Role
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Manuscript:
    """One version of one paper as a task reads it.

    Attributes
    ----------
    paper_id, version : str
        As in the records: `original`, `native`, ... or the name of a revision.
    digest : str
        SHA-256 over everything the model can read of it (text, order, image digests), 64 hexadecimal digits.
    parts : tuple of str or Image
        Text and images in order. A manuscript of a single Markdown file without figures has one part.
    folder : pathlib.Path or None
        The package's folder, for a task that needs its records; None if it was made by an earlier task.
    """

    paper_id: str
    version: str
    digest: str
    parts: tuple[Part, ...]
    folder: Path | None = None

    @property
    def text(self) -> str:
        """All text parts, separated by a blank line, without the images."""
        return "\n\n".join(part for part in self.parts if isinstance(part, str))


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """What, beside the configuration, distinguishes a call from all others: repeats differ in the round.

    Attributes
    ----------
    paper_id : str
        Name of the paper in the records.
    manuscript : str
        Digest of what is read: `Manuscript.digest`, or the digest of the review that is rated.
    version : str
        Version of the paper, as in the records.
    protocol : str
        As in the records (``integer``, ``decimal``), or another word of the task's own; never empty.
    round : int
        Number of the repetition, from 1.
    extra : str
        Whatever else distinguishes calls of the same task: ``section=03``, ``writer=Luna``; empty if nothing does.
        Has to be the same whenever the plan is run again.
    """

    paper_id: str
    manuscript: str
    version: str
    protocol: str
    round: int
    extra: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """One call as a task wants it; model, endpoint and parameters are added by the engine.

    Attributes
    ----------
    key : Key
        Unique among the calls of one entry of the plan and one model.
    messages : tuple of Message
        In order.
    prompts : tuple of str
        Names of the prompts (`peerassay.collect.prompts.load_prompt`) that the messages are made of; their digests
        become part of the configuration.
    max_output_tokens : int
        Default for the longest answer, reasoning included; a plan can set another one.
    top_logprobs : int
        Number of alternatives with log-probabilities per token, 0 to 20; 0 asks for none.
    effort : str or None
        Overrides the model's effort of reasoning, ``none`` for an auxiliary call; is sent only to a model that the plan
        gives an effort, because other models know no such setting.
    notes : mapping
        What `Task.parse` and the export need to know again (the text whose spans are checked need not be repeated: it
        is in the messages); stored with the call as JSON, not sent, not part of the key.
    """

    key: Key
    messages: tuple[Message, ...]
    prompts: tuple[str, ...]
    max_output_tokens: int = 16_000
    top_logprobs: int = 0
    effort: str | None = None
    notes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TokenProbability:
    """One token of an answer with its alternatives.

    Attributes
    ----------
    token : str
        The text of the token that was drawn.
    logprob : float
        Its natural log-probability, at most 0.
    top : tuple of (str, float)
        The alternatives at this place, most probable first, usually with the drawn one among them.
    """

    token: str
    logprob: float
    top: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model answered, in one form for all APIs.

    Attributes
    ----------
    text : str
        The visible text of the answer.
    tokens : tuple of TokenProbability
        Empty if no log-probabilities were asked for.
    model : str
        The server's name of the model that answered.
    """

    text: str
    tokens: tuple[TokenProbability, ...] = ()
    model: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call as the endpoint counts them.

    Attributes
    ----------
    read : int
        All tokens read, the cached ones included.
    written : int
        All tokens written, the reasoning included.
    cached, cache_written : int
        Of those read: taken from the cache, put into it.
    reasoning : int
        Of those written: spent on reasoning.
    """

    read: int
    written: int
    cached: int = 0
    cache_written: int = 0
    reasoning: int = 0


@dataclass(frozen=True, slots=True)
class Configuration:
    """Everything that was the same for a group of calls: model, prompts, parameters, form of the API.

    Attributes
    ----------
    digest : str
        SHA-256 of all that follows but `label` and `reviewer`, 64 hexadecimal digits.
    task : str
        Name of the task.
    label : str
        Name of the entry in the plan (`label`, by default the task's name).
    model, reviewer : str
        The model's name as it is sent, and its name in the records.
    prompts : mapping of str to str
        Names of the prompts and their digests.
    settings : mapping
        Base URL, API, form of the output, parameters, digest of the output's schema.
    options : mapping
        The entry's options, as the task's own model of them gives them.
    """

    digest: str
    task: str
    label: str
    model: str
    reviewer: str
    prompts: Mapping[str, str]
    settings: Mapping[str, Any]
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Done:
    """A call that has a result, as it is read back from the store.

    Attributes
    ----------
    key : Key
        The call's key.
    configuration : Configuration
        Which model, with what.
    result : mapping
        What `Task.parse` returned.
    text : str
        The visible text of the raw answer.
    notes : mapping
        `Call.notes`.
    model : str
        The server's name of the model.
    finished : str
        Time of the answer, UTC, ISO 8601.
    """

    key: Key
    configuration: Configuration
    result: Mapping[str, Any]
    text: str
    notes: Mapping[str, Any]
    model: str
    finished: str


def call_mark(configuration: str, key: Key) -> int:
    """Mark a call with a number, so that a million of them can be remembered.

    Parameters
    ----------
    configuration : str
        Digest.
    key : Key
        Of the call.

    Returns
    -------
    int
        The same within one process, and not beyond it.
    """
    return hash((configuration, key))
