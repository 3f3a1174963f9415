"""The plan of a collection: a TOML file, read strictly, one clear error with its place for whatever does not fit."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

PRACTICE = "practice"  # the value of base_url that stands for the built-in practice endpoint
Effort = Literal["none", "minimal", "low", "medium", "high", "xhigh"]
_VARIABLE = re.compile(r"[A-Z_][A-Z0-9_]*")


class PlanError(ValueError):
    """A plan that cannot be used; the message names the file and every place."""


def _address(value: str) -> str:
    if value == PRACTICE:
        return value
    if not re.fullmatch(r"https?://[^\s/@?#]+(/[^\s@?#]*)?", value):
        raise ValueError(f"expected {PRACTICE!r} or an address like https://host/v1, without user, key or query")
    return value.rstrip("/")


def _variable(value: str) -> str:
    if value and not _VARIABLE.fullmatch(value):
        raise ValueError("expected the NAME of an environment variable, like OPENAI_API_KEY, never the key itself")
    return value


class Section(BaseModel):
    """A table of the plan: unknown fields are errors, numbers are not made of strings."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, hide_input_in_errors=True)


class Endpoint(Section):
    """Where the model is reached and how."""

    base_url: Annotated[str, AfterValidator(_address)] = Field(
        description="Address up to /v1, or 'practice' for the built-in endpoint whose answers are made up."
    )
    api: Literal["responses", "chat"] = Field(description="The Responses API or chat completions.")
    output: Literal["json_schema", "json_object", "json_object_schema", "text"] = Field(
        description="How a schema is asked for: json_schema (strict), json_object (the schema in words), "
        "json_object_schema (llama.cpp: json_object with the schema beside it), text (in words only)."
    )
    key_variable: Annotated[str, AfterValidator(_variable)] = Field(
        default="OPENAI_API_KEY", description="Environment variable that holds the key; empty if none is needed."
    )
    batch: bool = Field(default=False, description="Use the Batch API: cheaper, answers within 24 hours.")
    poll_seconds: float = Field(default=60, gt=0, le=3600, description="Seconds between two looks at a batch.")
    batch_size: int = Field(default=10_000, ge=1, le=50_000, description="Most calls in one batch.")
    image_limit: int = Field(default=100, ge=0, description="Most images in one call; papers with more are excluded.")
    tokens_per_image: int = Field(default=2_000, ge=0, description="Most tokens that one image can count as.")
    token_limit_field: Literal["max_completion_tokens", "max_tokens"] = Field(
        default="max_completion_tokens", description="What chat completions call the longest answer."
    )
    concurrency: int = Field(default=8, ge=1, le=512, description="Most calls in flight.")
    requests_per_minute: float | None = Field(default=None, gt=0, description="Limit of the endpoint.")
    tokens_per_minute: float | None = Field(default=None, gt=0, description="Limit of the endpoint.")
    connect_timeout: float = Field(default=20, gt=0, description="Seconds to wait for a connection.")
    call_timeout: float = Field(default=600, gt=0, description="Seconds to wait for one answer.")
    attempts: int = Field(default=5, ge=1, le=20, description="Most attempts per call in one run.")
    first_wait: float = Field(default=1, gt=0, description="Pause before the second attempt, in seconds; then doubled.")
    longest_wait: float = Field(default=120, gt=0, description="Longest pause before another attempt, in seconds.")

    @property
    def practice(self) -> bool:
        """Whether this is the built-in practice endpoint."""
        return self.base_url == PRACTICE


class Caps(Section):
    """Limits that hold over all runs into one store together; a call that might exceed one is not sent."""

    money: float | None = Field(default=None, ge=0, description="US dollars.")
    calls: int | None = Field(default=None, ge=0, description="Attempts that were sent.")
    tokens: int | None = Field(default=None, ge=0, description="Tokens read and written.")
    minutes: float | None = Field(default=None, gt=0, description="Length of one run.")


class Price(Section):
    """US dollars per million tokens."""

    input: float = Field(ge=0, description="Tokens read.")
    output: float = Field(ge=0, description="Tokens written, reasoning included.")
    cached: float | None = Field(default=None, ge=0, description="Tokens read from the cache; as `input` if not given.")
    cache_write: float | None = Field(
        default=None, ge=0, description="Tokens put into the cache; as `input` if not given."
    )
    batch: float = Field(default=1, gt=0, le=1, description="Factor for calls in a batch.")
    long_from: int | None = Field(default=None, ge=1, description="A prompt of more tokens costs more, as follows.")
    long_input: float = Field(default=1, ge=1, description="Factor on all tokens read with a long prompt.")
    long_output: float = Field(default=1, ge=1, description="Factor on all tokens written with a long prompt.")


class Model(Section):
    """A model with its parameters; what is not given is not sent."""

    name: str = Field(min_length=1, description="As the endpoint calls it.")
    reviewer: str = Field(default="", description="Its name in the records; the model's name by default.")
    effort: Effort | None = Field(default=None, description="Effort of reasoning, for models that take one.")
    temperature: float | None = Field(default=None, ge=0, le=2)
    top_p: float | None = Field(default=None, gt=0, le=1)
    seed: int | None = Field(default=None, description="Chat completions only.")
    max_output_tokens: int | None = Field(default=None, ge=1, description="Longest answer, instead of the task's own.")
    extra: dict[str, Any] = Field(default_factory=dict, description="Further fields of the request, as they are.")
    free: bool = Field(default=False, description="The model costs nothing, as on a machine of one's own.")
    price: Price | None = Field(default=None, description="Prices, if data/prices has none.")

    @model_validator(mode="after")
    def one_price(self) -> Self:
        """Refuse a free model with a price.

        Raises
        ------
        ValueError
            If there are both.
        """
        if self.free and self.price is not None:
            raise ValueError("give either free = true or a price")
        return self

    @property
    def label(self) -> str:
        """Its name in the records."""
        return self.reviewer or self.name


class Entry(Section):
    """One task of the plan; entries run one after the other."""

    task: str = Field(description="Name of the task: 'peerassay collect --tasks' lists them.")
    label: str = Field(default="", description="Name of this entry; the task's name by default.")
    models: tuple[str, ...] = Field(default=(), strict=False, description="Names out of [[models]]; all by default.")
    versions: tuple[str, ...] = Field(default=("original",), strict=False, description="Versions of the manuscripts.")
    papers: tuple[str, ...] = Field(default=(), strict=False, description="Papers; all by default.")
    manuscripts_from: str = Field(default="", description="Earlier entry whose manuscripts are taken instead.")
    rounds: int = Field(default=1, ge=1, le=1000, description="Repetitions of every call.")
    effort: Effort | None = Field(default=None, description="Effort for this entry, of models that have one.")
    temperature: float | None = Field(default=None, ge=0, le=2)
    max_output_tokens: int | None = Field(default=None, ge=1, description="Longest answer for this entry.")
    options: dict[str, Any] = Field(default_factory=dict, description="Options of the task itself.")

    @property
    def name(self) -> str:
        """The entry's label."""
        return self.label or self.task


class Plan(Section):
    """A whole plan.

    Attributes
    ----------
    path : pathlib.Path
        The file it was read from; paths in it are relative to its folder.
    """

    manuscripts: str = Field(default="", description="Folder of the manuscripts.")
    store: str = Field(description="File of the store; made if it is not there.")
    endpoint: Endpoint
    caps: Caps
    models: tuple[Model, ...] = Field(min_length=1, strict=False)
    tasks: tuple[Entry, ...] = Field(min_length=1, strict=False)
    path: Path = Field(default=Path("plan.toml"), exclude=True, strict=False)

    def located(self, name: str) -> Path:
        """Resolve a path of the plan, relative to its folder.

        Parameters
        ----------
        name : str
            An absolute or relative path.
        """
        return (self.path.parent / Path(name).expanduser()).resolve()

    def models_of(self, entry: Entry) -> tuple[Model, ...]:
        """Return the models that an entry is for, in the order of the plan.

        Parameters
        ----------
        entry : Entry
            One of `tasks`.
        """
        return tuple(model for model in self.models if not entry.models or model.name in entry.models)

    @model_validator(mode="after")
    def names_fit(self) -> Self:
        """Refuse names that stand twice, or for nothing.

        Raises
        ------
        ValueError
            If there is one.
        """
        names, labels = [model.name for model in self.models], [entry.name for entry in self.tasks]
        reviewers = [model.label for model in self.models]
        for what, given in {"name": names, "reviewer": reviewers}.items():
            if len(set(given)) < len(given):
                raise ValueError(f"two [[models]] have the same {what}; give each its own")
        if len(set(labels)) < len(labels):
            raise ValueError("two [[tasks]] have the same name; give each a label of its own")
        for number, model in enumerate(self.models):
            if model.seed is not None and self.endpoint.api == "responses":
                raise ValueError(f"models[{number + 1}].seed: the Responses API takes none; leave it out")
        for number, entry in enumerate(self.tasks):
            self._entry_fits(entry, names, labels[:number])
        return self

    def _entry_fits(self, entry: Entry, names: list[str], earlier: list[str]) -> None:
        unknown = [name for name in entry.models if name not in names]
        if unknown:
            raise ValueError(f"tasks {entry.name!r}: models {unknown} are not among [[models]]: {', '.join(names)}")
        if entry.effort and not any(model.effort for model in self.models_of(entry)):
            raise ValueError(
                f"tasks {entry.name!r}: effort = {entry.effort!r}, and none of its models takes one; "
                "give the models that do an effort, too"
            )
        if entry.manuscripts_from and entry.manuscripts_from not in earlier:
            raise ValueError(
                f"tasks {entry.name!r}: manuscripts_from = {entry.manuscripts_from!r}; "
                f"expected the name of an earlier entry ({', '.join(earlier) or 'there is none'})"
            )


def place_words(error: ValidationError) -> list[str]:
    """Say where a plan fails and what was expected; values are not repeated, as one of them may be a key.

    Parameters
    ----------
    error : pydantic.ValidationError
        The failure.

    Returns
    -------
    list of str
        One line per place.
    """
    lines = []
    found = error.errors(include_url=False, include_input=False, include_context=False)
    inside = {item["loc"][0] for item in found if len(item["loc"]) > 1}
    for item in found:
        if item["type"] == "too_short" and item["loc"][0] in inside:
            continue  # only because the list's own items do not fit, which is said
        place = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in item["loc"]).lstrip(".")
        message = item["msg"].removeprefix("Value error, ")
        if item["type"] == "extra_forbidden":
            message = "unknown field; 'peerassay collect --example FOLDER' writes a plan with every field explained"
            if re.search(r"key|token$|secret|password", place, re.IGNORECASE):
                message += ". A key is read only from the environment variable that key_variable names"
        lines.append(f"{place}: {message}" if place else message)
    return lines
