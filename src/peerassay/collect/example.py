"""A plan to start from, every field explained, and manuscripts to try it on."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from peerassay.collect.plan import Caps, Endpoint, Entry, Model, PlanError, Price, Section
from peerassay.project import project_root

if TYPE_CHECKING:
    from pathlib import Path

PLAN_FILE = "plan.toml"

PLAN = """\
# A plan of `peerassay collect`. As it stands it asks the built-in practice endpoint: no key, no cost, made-up answers.
#   peerassay collect plan.toml --dry-run             calls, tokens and dollars, without sending anything
#   peerassay collect plan.toml                       run; run again after any end: what is answered is not sent again
#   peerassay collect plan.toml --export records      run, then write the tables that the notebooks read
# Fields are checked strictly; those that are commented out show their default or an example.

manuscripts = "manuscripts"       # one folder per paper: <paper>/<version>.md, or <paper>/text.json (a package)
store = "answers.sqlite"          # every attempt is kept here; made if it is not there

[endpoint]
base_url = "practice"             # or an address up to /v1: "https://api.openai.com/v1", "http://127.0.0.1:8000/v1"
api = "chat"                      # "chat" (completions: vLLM, Ollama, llama.cpp, most others) or "responses" (OpenAI)
output = "json_schema"            # how a form is asked for: "json_schema" (strict), "json_object", "json_object_schema"
                                  # (llama.cpp), "text" (in words only); never guessed
key_variable = "OPENAI_API_KEY"   # NAME of the environment variable that holds the key; "" if none is needed
concurrency = 4                   # most calls in flight
{endpoint}
[caps]                            # hold over all runs into this store; a call that might exceed one is not sent
money = 1.00                      # US dollars
{caps}
[[models]]
name = "practice-1"               # as the endpoint calls it
reviewer = "Practice 1"           # its name in the records
{model}
[[models]]
name = "practice-2"
reviewer = "Practice 2"

# Prices come from data/prices; for a model that is not in there, under its [[models]]:
# [models.price]                  # US dollars per million tokens
{price}
[[tasks]]                         # tasks run one after the other; `peerassay collect --tasks` lists all with options
task = "review"
rounds = 3                        # repetitions: what repeatability is measured from
# Entries that differ in nothing but label, papers, versions and rounds share their answers: nothing is asked twice.
{entry}
[tasks.options]
prompt = "review-integer"

# [[tasks]]                       # a second task, which reads the answers of the first
# task = "rate"
# models = ["practice-2"]
# [tasks.options]
# reviews_from = "review"
"""


def write_example(folder: Path) -> Path:
    """Write a plan to start from, and copies of the compendium's own manuscripts beside it.

    Parameters
    ----------
    folder : pathlib.Path
        Made if it is not there.

    Returns
    -------
    pathlib.Path
        The plan.

    Raises
    ------
    PlanError
        If there is a plan already, or the folder cannot be written to.
    """
    plan = folder / PLAN_FILE
    if plan.exists():
        raise PlanError(f"{plan}: is there already; name another folder, or remove it")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _copy_manuscripts(folder / "manuscripts")
        plan.write_text(example_text(), "utf-8")
    except OSError as error:
        raise PlanError(f"{folder}: cannot be written: {error.strerror}") from None
    return plan


def _copy_manuscripts(target: Path) -> None:
    source = project_root() / "data" / "manuscripts"
    for file in sorted(source.glob("*/*.md")):
        copy = target / file.parent.name / file.name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
    for figures in sorted(source.glob("*/figures")):
        shutil.copytree(figures, target / figures.parent.name / "figures", dirs_exist_ok=True)


def example_text() -> str:
    """Return the plan to start from, with all optional fields as comments."""
    return PLAN.format(
        endpoint=_fields(Endpoint, {"base_url", "api", "output", "key_variable", "concurrency"}),
        caps=_fields(Caps, {"money"}),
        model=_fields(Model, {"name", "reviewer", "price", "free"}) + "# free = true\n",
        price=_fields(Price, set()),
        entry=_fields(Entry, {"task", "rounds", "options"}),
    )


_EXAMPLES = {"requests_per_minute": "500", "tokens_per_minute": "200_000", "calls": "1_000", "tokens": "5_000_000"}
_EXAMPLES |= {"minutes": "120", "temperature": "0.7", "top_p": "0.95", "seed": "1", "max_output_tokens": "8_000"}
_EXAMPLES |= {
    "effort": '"medium"',
    "input": "4",
    "output": "20",
    "cached": "0.4",
    "cache_write": "5",
    "long_from": "272_000",
}


def _fields(section: type[Section], known: set[str]) -> str:
    """Write the fields of a section that the plan does not set as comments, with default or example and meaning."""
    lines = []
    for name, field in section.model_fields.items():
        if name in known:
            continue
        value = _EXAMPLES.get(name) or _toml(field.default if field.default_factory is None else {})
        meaning = field.description or "Not sent unless it is given."
        lines.append(f"# {f'{name} = {value}':<31} # {meaning}")
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, dict):
        return "{}"
    return f'"{value}"' if isinstance(value, str) else f"{value:g}" if isinstance(value, float) else str(value)
