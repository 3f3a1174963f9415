"""A compendium in miniature, to be changed and run by tests."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from peerassay.claims import COLUMNS, PARTS
from peerassay.ledger import LEDGER_COLUMNS

if TYPE_CHECKING:
    from pathlib import Path

RECORDS = """
[parameters.low]
type = "float"
default = 1
help = "Lowest."
[parameters.high]
type = "float"
default = 10
help = "Highest."
[parameters.records]
type = "path"
default = ""
holds = "records"
score_range = ["low", "high"]
help = "Your own."
"""
"""Parameters of a notebook that takes a table of scores and the range that they lie in."""


FRAGMENT = """
import os, pathlib
output = pathlib.Path(os.environ["PEERASSAY_OUTPUT"])
for kind in ("exhibits", "ledger"):
    (output / kind).mkdir(exist_ok=True)
"""

EXHIBIT = 'pathlib.Path(output / "exhibits" / "{id}.csv").write_text("x\\n" + str({value}) + "\\n")'

FINISH = '(output / "ledger" / "{slug}.csv").write_text({rows!r})'


def code(source: str, name: str, tags: tuple[str, ...] = ()) -> dict[str, Any]:
    metadata = {"tags": list(tags)} if tags else {}
    lines = source.strip().splitlines(keepends=True)
    return {
        "cell_type": "code", "execution_count": None, "id": name, "metadata": metadata, "outputs": [], "source": lines,
    }  # fmt: skip


def prose(text: str, name: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": [text]}


class Compendium:
    """A root folder with a few claims, one data file, and the notebooks that a test puts there."""

    @classmethod
    def at(cls, root: Path) -> Compendium:
        """Return one that is there already."""
        self = cls.__new__(cls)
        self.root = root
        return self

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "notebooks").mkdir(parents=True)
        (root / "data" / "claims").mkdir(parents=True)
        (root / "data" / "numbers.csv").write_text("n\n1\n")
        (root / "requirements.lock").write_text("one==1\n")
        (root / "_toc.yml").write_text("format: jb-book\nroot: book/index\n")
        for part, prefix in PARTS.items():
            rows = [
                f"{prefix}{name},{part},s,Table 1,q,,,,,mean,1.0,1,points,,=,,yes,{kind},,"
                for name, kind in (("a", "result"), ("b", "result"), ("c", "setting"))
            ]
            (root / "data" / "claims" / f"{part}.csv").write_text("\n".join([",".join(COLUMNS), *rows]) + "\n")

    def add(
        self,
        name: str,
        *,
        claims: tuple[str, ...] = (),
        exhibits: tuple[str, ...] = (),
        body: str = "print(level)",
        finish: bool = True,
        text: str = "Prose.",
        **specification: Any,
    ) -> None:
        """Put a notebook there, or change it."""
        slug = name.replace("/", "--")
        cells = [
            prose(f"# {name}", "title"),
            code("level = 1  # how high", "parameters", ("parameters",)),
            code(FRAGMENT, "page"),
            prose(text, "prose"),
            code(body, "body"),
            *(code(EXHIBIT.format(id=exhibit, value="level"), f"exhibit-{exhibit}") for exhibit in exhibits),
        ]
        if finish:
            cells.append(code(FINISH.format(slug=slug, rows=_fragment(name, claims)), "finish"))
        notebook = {"cells": cells, "metadata": KERNEL, "nbformat": 4, "nbformat_minor": 5}
        path = self.path(name)
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(notebook, indent=1) + "\n")
        path.with_suffix(".toml").write_text(_toml(name, {"data": ["data/numbers.csv"], **specification}))

    def path(self, name: str) -> Path:
        return self.root / "notebooks" / f"{name}.ipynb"

    def replace(self, file: str, old: str, new: str) -> None:
        """Change a file, which must hold what is to be replaced."""
        text = (self.root / file).read_text()
        assert old in text
        (self.root / file).write_text(text.replace(old, new))

    def built(self) -> dict[str, bytes]:
        """Return everything below build/ but the timings, by name."""
        files = [path for path in (self.root / "build").rglob("*") if path.is_file()]
        named = {path.relative_to(self.root / "build").as_posix(): path.read_bytes() for path in files}
        return {name: content for name, content in named.items() if not name.startswith("timings/")}


def _fragment(name: str, claims: tuple[str, ...]) -> str:
    """Return a notebook's rows of the ledger; it agrees with everything."""
    parts = {prefix: part for part, prefix in PARTS.items()}
    kinds = {claim: "setting" if claim.endswith(".c") else "result" for claim in claims}
    rows = [f"{claim},{parts[claim[:4]]},Table 1,{kinds[claim]},1.0,1,derived,agrees,{name},,," for claim in claims]
    return "\n".join([",".join(LEDGER_COLUMNS), *rows]) + "\n"


KERNEL = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def _toml(name: str, specification: dict[str, Any]) -> str:
    lines = [f'title = "{name}"', 'question = "Is it so?"']
    lines += [f"{key} = {json.dumps(value)}" for key, value in specification.items()]
    lines += ["[parameters.level]", 'type = "int"', "default = 1", "minimum = 0", "maximum = 9", 'help = "How high."']
    return "\n".join(lines) + "\n"
