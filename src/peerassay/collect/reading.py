"""Reading a plan, and checking what only the tasks and the price file know."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError

from peerassay.collect.plan import Entry, Plan, PlanError, Price, place_words
from peerassay.collect.prices import load_prices, price_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from peerassay.collect.task import Task


@dataclass(frozen=True)
class Ready:
    """A plan that can be run.

    Attributes
    ----------
    plan : Plan
        As it was written.
    entries : tuple of (Entry, Task, pydantic.BaseModel)
        Every entry with its task and its options.
    prices : mapping of str to Price
        By model name; all zero for a free model.
    price_date : str
        Date of the price file, empty if none was needed.
    """

    plan: Plan
    entries: tuple[tuple[Entry, Task, BaseModel], ...]
    prices: Mapping[str, Price]
    price_date: str


def read_plan(path: Path) -> Plan:
    """Read a plan's file, strictly.

    Parameters
    ----------
    path : pathlib.Path
        A TOML file.

    Returns
    -------
    Plan
        With `path` set.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    PlanError
        If it is no TOML, or a field is missing, unknown or of another type; every place is named.
    """
    if not path.is_file():
        raise FileNotFoundError(f"{path}: no such plan; 'peerassay collect --example FOLDER' writes one to start from")
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise PlanError(f"{path}: not TOML: {error}") from None
    except OSError as error:
        raise PlanError(f"{path}: cannot be read: {error.strerror}") from None
    return make_plan(content, path)


def make_plan(content: Mapping[str, Any], path: Path) -> Plan:
    """Check the content of a plan.

    Parameters
    ----------
    content : mapping
        As TOML gives it.
    path : pathlib.Path
        Where the plan is, or would be: relative paths in it are relative to its folder.

    Returns
    -------
    Plan
        With `path` set.

    Raises
    ------
    PlanError
        If a field is missing, unknown or of another type; every place is named.
    """
    if "path" in content:
        raise PlanError(f"{path}: path: unknown field")
    try:
        return Plan.model_validate({**content, "path": path})
    except ValidationError as error:
        raise PlanError("\n".join(f"{path}: {line}" for line in place_words(error))) from None


def prepare(plan: Plan, tasks: Mapping[str, Task]) -> Ready:
    """Find the plan's tasks, check their options, and find the prices.

    Parameters
    ----------
    plan : Plan
        From `read_plan`.
    tasks : mapping of str to Task
        The tasks that there are, by name.

    Returns
    -------
    Ready
        To be run or estimated.

    Raises
    ------
    PlanError
        If a task is unknown, an option does not fit, the price of a model is unknown, or a cap is missing.
    """
    entries = tuple(_entry(plan, number, entry, tasks) for number, entry in enumerate(plan.tasks))
    prices, date = _prices(plan)
    if plan.caps.money is None and any(price.input or price.output for price in prices.values()):
        raise PlanError(f"{plan.path}: caps.money: missing; a model of this plan costs money, so state the most")
    return Ready(plan, entries, prices, date)


def _entry(plan: Plan, number: int, entry: Entry, tasks: Mapping[str, Task]) -> tuple[Entry, Task, BaseModel]:
    place = f"{plan.path}: tasks[{number + 1}]"
    if entry.task not in set(tasks):
        raise PlanError(f"{place}.task: no task {entry.task!r}; expected one of {', '.join(tasks)}")
    task = tasks[entry.task]
    try:
        options = task.options.model_validate(entry.options)
    except ValidationError as error:
        raise PlanError("\n".join(f"{place}.options.{line}" for line in place_words(error))) from None
    return entry, task, options


def _prices(plan: Plan) -> tuple[dict[str, Price], str]:
    nothing = Price(input=0, output=0)
    found: dict[str, Price] = {}
    date = ""
    for number, model in enumerate(plan.models):
        if model.free or plan.endpoint.practice:
            found[model.name] = nothing
        elif model.price is not None:
            found[model.name] = model.price
        else:
            book = load_prices()
            price = price_of(book, model.name)
            if price is None:
                known = ", ".join(sorted(book.models))
                raise PlanError(
                    f"{plan.path}: models[{number + 1}]: the price of {model.name!r} is not in {book.file} "
                    f"({known}); give a price in [models.price], or free = true"
                )
            found[model.name], date = price, book.date
    return found, date
