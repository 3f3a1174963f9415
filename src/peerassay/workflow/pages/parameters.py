"""The reference of parameters, from the same specifications that check them."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from peerassay.workflow.pages.markup import code, notebook_link, page, table

if TYPE_CHECKING:
    from peerassay.manifest import Notebook, Parameter
    from peerassay.workflow.pages.facts import Facts


RECORDS = "records"
"""The parameter by which a notebook takes a reader's own table."""

LAYOUTS = """A table of scores is a CSV file in one of two layouts. **Long**, one row per review:

```text
paper_id,reviewer,round,overall
p1,my-model,1,6
p1,my-model,2,7
p2,my-model,1,4
```

**Wide**, one row per paper, an empty cell where a review is missing:

```text
paper_id,round_1,round_2,round_3
p1,6,7,6
p2,4,,5
```

To compare with people's ratings and decisions, make a folder of `reviews.csv` and `papers.csv` (`paper_id`, `year`,
`human_mean`, `status`); what needs a column that is not there is skipped, with the reason. All columns and their
rules are in {doc}`the data dictionary <generated/data-dictionary>`, under *Synthetic papers* and *Synthetic reviews*,
and `data/reconstructed/repeatability/` is such a folder. Semicolons, tabs and other common names of the columns
are understood, and the page says at its top what was assumed. A score from another scale than 1 to 10 needs the
parameters of the score range.
"""


def parameters(facts: Facts) -> str:
    """Return the page that lists every notebook's parameters, with types, defaults and limits."""
    lead = (
        "Every notebook of this book takes the parameters below; none has others. The list is made from the "
        "specifications that the command line checks before anything runs, so a wrong name or value is refused with a "
        "message and never ignored. [](../rerun.md) shows how to set them."
    )
    return page("Parameter reference", lead, *map(_notebook, facts.notebooks.values()))


def own_records(facts: Facts) -> str:
    """Return which notebooks take a table of the reader's own, to be included in the page on running them."""
    ready = [notebook for notebook in facts.notebooks.values() if RECORDS in notebook.parameters]
    if not ready:
        return "No notebook of this book takes a table of your own yet; they will.\n"
    first = next((notebook for notebook in ready if notebook.parameters[RECORDS].holds == RECORDS), ready[0])
    items = "".join(f"<li>{notebook_link(notebook, '../')}: {escape(notebook.question)}</li>\n" for notebook in ready)
    help_text = escape(first.parameters[RECORDS].help)
    return (
        f"These notebooks take your table as the parameter `{RECORDS}`; `peerassay list NOTEBOOK` says which one:\n\n"
        f'<ul class="contents">\n{items}</ul>\n\nFor {notebook_link(first, "../")}, it is: {help_text}\n\n'
        f"```bash\n.venv/bin/peerassay run {first.name} -p {RECORDS} my-reviews.csv\n```\n\n{LAYOUTS}"
    )


def _notebook(notebook: Notebook) -> str:
    title = f"## {notebook.title}"
    lead = f"<p>{notebook_link(notebook)}, {code(notebook.name)}. {escape(notebook.question)}</p>"
    if not notebook.parameters:
        return f"{title}\n\n{lead}\n\nThis notebook has no parameters."
    head = ["Parameter", "Type", "Default", "Accepted", "Meaning"]
    rows = [_row(parameter) for parameter in notebook.parameters.values()]
    label = f"Parameters of {notebook.title}"
    return f"{title}\n\n{lead}\n\n{table(head, rows, label)}\n\n{_example(notebook)}"


def _row(parameter: Parameter) -> list[str]:
    unit = f" ({parameter.unit})" if parameter.unit else ""
    accepted = parameter.expected.removeprefix(parameter.type).strip() or "any"
    return [
        code(parameter.name),
        escape(parameter.type),
        code(written(parameter)) if written(parameter) else "empty",
        escape(accepted),
        escape(f"{parameter.help}{unit}"),
    ]


def written(parameter: Parameter) -> str:
    """Return a parameter's default as one writes it on the command line."""
    value = parameter.default
    if isinstance(value, list):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _example(notebook: Notebook) -> str:
    parameter = next(iter(notebook.parameters.values()))
    value = written(parameter) or "VALUE"
    return f"```bash\n.venv/bin/peerassay run {notebook.name} -p {parameter.name} {value}\n```"
