"""Checks of a package's two files and of its figures, one message per problem; nothing is repaired silently."""

from __future__ import annotations

from collections import Counter
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from peerassay.manuscripts.problems import PackageProblem
from peerassay.project import digest_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

TEXT, INDEX, FIGURES = "text.json", "index.json", "figures"
MEDIA_TYPES = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp"}
"""Image files that a package may hold, and what they are called when they are sent."""
LARGEST_FILE = 64_000_000
"""Bytes of a single file of a package at most."""


def record_problems(records: object) -> list[PackageProblem]:
    """Check the records of ``text.json``.

    Parameters
    ----------
    records
        What stands there: should be a list of objects with `id`, `page`, `type` and `text`.

    Returns
    -------
    list of PackageProblem
        In the order of the records.
    """
    if not isinstance(records, list) or not records:
        return [PackageProblem(TEXT, "", "holds no records; expected a list of at least one under `records`")]
    problems: list[PackageProblem] = []
    seen: set[str] = set()
    page = 1
    for position, record in enumerate(records, start=1):
        found = list(_record_problems(position, record, seen, page))
        problems += found
        if not found:
            seen.add(record["id"])
            page = record["page"]
    return problems


def _record_problems(position: int, record: object, seen: set[str], page: int) -> Iterator[PackageProblem]:
    place = f"record {position}"
    if not isinstance(record, dict):
        yield PackageProblem(TEXT, place, f"is {record!r:.60}; expected an object with id, page, type and text")
        return
    for name in ("id", "type"):
        value = record.get(name)
        if not isinstance(value, str) or not value or value != value.strip():
            yield PackageProblem(TEXT, place, f"{name} is {value!r:.60}; expected a word")
    if record.get("id") in seen:
        yield PackageProblem(TEXT, place, f"id {record['id']!r} occurs before; expected every id once")
    if not isinstance(record.get("text"), str):
        yield PackageProblem(TEXT, place, f"text is {record.get('text')!r:.60}; expected a string")
    yield from _page_problems(TEXT, place, record.get("page"), page)


def _page_problems(file: str, place: str, value: object, page: int) -> Iterator[PackageProblem]:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        yield PackageProblem(file, place, f"page is {value!r:.60}; expected a whole number from 1")
    elif value < page:
        yield PackageProblem(file, place, f"page {value} after page {page}; expected pages in order")


def sequence_problems(sequence: object, ids: list[str], folder: Path) -> list[PackageProblem]:
    """Check the reading order of ``index.json`` and the images that it names.

    Parameters
    ----------
    sequence
        What stands there: should be a list of ``{"text": id}`` and ``{"image": path, "sha256": ..., "page": ...}``.
    ids : list of str
        Ids of the records, in the order of ``text.json``.
    folder : pathlib.Path
        The package.

    Returns
    -------
    list of PackageProblem
        First those of single entries, then those of the order.
    """
    if not isinstance(sequence, list):
        return [PackageProblem(INDEX, "", "holds no order; expected a list under `sequence`")]
    problems: list[PackageProblem] = []
    texts: list[str] = []
    images: set[str] = set()
    for position, entry in enumerate(sequence, start=1):
        place = f"entry {position}"
        if isinstance(entry, dict) and set(entry) == {"text"}:
            texts.append(str(entry["text"]))
        elif isinstance(entry, dict) and set(entry) == {"image", "sha256", "page"}:
            problems += _image_entry_problems(place, entry, images, folder)
        else:
            problems.append(
                PackageProblem(INDEX, place, f"is {entry!r:.80}; expected text, or image with sha256 and page")
            )
    return problems + _order_problems(texts, ids)


def _order_problems(texts: list[str], ids: list[str]) -> list[PackageProblem]:
    known, named = set(ids), set(texts)
    messages = [f"names record {name!r}, which is not in {TEXT}" for name in texts if name not in known]
    messages += [f"leaves out record {name!r} of {TEXT}" for name in ids if name not in named]
    messages += [f"names record {name!r} more than once" for name, count in Counter(texts).items() if count > 1]
    problems = [PackageProblem(INDEX, "", message) for message in messages]
    if not problems and texts != ids:
        first = next(number for number, (one, other) in enumerate(zip(texts, ids, strict=True), 1) if one != other)
        problems.append(
            PackageProblem(INDEX, f"text {first}", f"is {texts[first - 1]!r}; expected {ids[first - 1]!r} as in {TEXT}")
        )
    return problems


def _image_entry_problems(place: str, entry: dict[str, Any], seen: set[str], folder: Path) -> list[PackageProblem]:
    path, digest = entry["image"], entry["sha256"]
    problems = list(_page_problems(INDEX, place, entry["page"], 1))
    if not (isinstance(digest, str) and len(digest) == 64 and set(digest) <= set("0123456789abcdef")):
        problems.append(PackageProblem(INDEX, place, f"sha256 is {digest!r:.80}; expected 64 hexadecimal digits"))
    if message := path_message(path):
        return [*problems, PackageProblem(INDEX, place, message)]
    if path in seen:
        problems.append(PackageProblem(INDEX, place, f"image {path!r} occurs before; expected every image once"))
    seen.add(path)
    if message := file_message(folder, path):
        return [*problems, PackageProblem(path, "", message)]
    if not problems and digest_bytes((folder / path).read_bytes()) != digest:
        problems.append(PackageProblem(path, "", f"is another file than {INDEX} names: its SHA-256 differs"))
    return problems


def path_message(path: object) -> str:
    """Say what is wrong with the place of an image.

    Parameters
    ----------
    path
        Should be a relative path below ``figures/``, with forward slashes and no detours.

    Returns
    -------
    str
        Empty if nothing is.
    """
    if not isinstance(path, str) or not path or "\\" in path or "\0" in path:
        return f"image is {path!r:.80}; expected a path below {FIGURES}/ with forward slashes"
    parts = PurePosixPath(path).parts
    if path.startswith("/") or ".." in parts or parts[0] != FIGURES or len(parts) < 2 or "/".join(parts) != path:
        return f"image {path!r:.80} leaves {FIGURES}/ or takes a detour; expected {FIGURES}/NAME"
    if PurePosixPath(path).suffix.lower() not in MEDIA_TYPES:
        return f"image {path!r:.80} is no image file; expected one of {', '.join(MEDIA_TYPES)}"
    return ""


def file_message(folder: Path, path: str) -> str:
    """Say what is wrong with a file of a package on disk.

    Parameters
    ----------
    folder : pathlib.Path
        The package.
    path : str
        Relative to it, checked by `path_message` if it is an image's.

    Returns
    -------
    str
        Empty if it is an ordinary file of reasonable size, reached without any link.
    """
    step = folder
    for part in PurePosixPath(path).parts:
        step = step / part
        if step.is_symlink():
            return f"{step.relative_to(folder).as_posix()} is a link; expected the file itself"
    if not step.is_file():
        return "is not there" if not step.exists() else "is not a file"
    size = step.stat().st_size
    return f"has {size:,} bytes; at most {LARGEST_FILE:,} are read" if size > LARGEST_FILE else ""
