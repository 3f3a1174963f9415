"""Writing the manuscripts that rewriting and selection made, as Markdown files beside their originals."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from peerassay.collect.task import Image
from peerassay.collect.tasks import TASKS
from peerassay.collect.tasks.material import parts_of
from peerassay.manuscripts import SEPARATOR, open_manuscript

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from peerassay.collect.task import Done, Part

FOLDER = "manuscripts"
_MAKERS = ("rewrite", "select")
_FAILURES = (OSError, ValueError, KeyError)


def write_manuscripts(results: Iterable[Done], folder: Path) -> tuple[list[str], list[str]]:
    """Write every complete version that an entry made, and the original that it was made from.

    Parameters
    ----------
    results : iterable of Done
        Of all tasks.
    folder : pathlib.Path
        The export; versions go to ``manuscripts/<paper>/<version>.md``, figures beside them into ``figures``.

    Returns
    -------
    files : list of str
        What was written, relative to the folder.
    remarks : list of str
        What could not be written, and why: an original that has gone, a figure that has changed.
    """
    entries: dict[tuple[str, str], list[Done]] = defaultdict(list)
    for done in results:
        if done.configuration.task in _MAKERS:
            entries[(done.configuration.task, done.configuration.label)].append(done)
    files: dict[str, bytes] = {}
    remarks: list[str] = []
    for (task, label), found in entries.items():
        try:
            for paper, version, parts in _versions(task, found):
                files |= _files(paper, version, parts)
        except _FAILURES as error:
            remarks.append(f"manuscripts of the entry {label!r} are not all written: {error}")
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return sorted(files), remarks


def _versions(task: str, results: Sequence[Done]) -> Iterator[tuple[str, str, Sequence[Part]]]:
    for made in TASKS[task].made(iter(results)):
        yield made.paper_id, made.version, made.parts
    for paper, version, place in sorted({
        (done.key.paper_id, done.key.version, done.notes["folder"]) for done in results if done.notes.get("folder")
    }):  # fmt: skip
        package = open_manuscript(place, version)
        yield paper, version, parts_of(package.merged())


def _files(paper: str, version: str, parts: Sequence[Part]) -> dict[str, bytes]:
    place = f"{FOLDER}/{_safe(paper)}"
    images = {f"figures/{part.path.name}": part for part in parts if isinstance(part, Image)}
    blocks = [part if isinstance(part, str) else f"![](figures/{part.path.name})" for part in parts]
    text = SEPARATOR.join(blocks) + "\n"
    files = {f"{place}/{name}": image.path.read_bytes() for name, image in images.items()}
    return files | {f"{place}/{_safe(version)}.md": text.encode()}


def _safe(name: str) -> str:
    """Make a name that any file system takes: letters, digits, dots and hyphens."""
    parts = [re.sub(r"[^\w.]+", "-", part).strip("-.") for part in name.split("/")]
    return "--".join(filter(None, parts)) or "unnamed"
