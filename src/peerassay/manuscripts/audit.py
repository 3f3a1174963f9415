"""Is a revised or rewritten package still the same manuscript but for its wording? Every difference is named."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from peerassay.manuscripts.package import PAGE_MARKER, Figure
from peerassay.manuscripts.problems import PackageError, PackageProblem
from peerassay.manuscripts.reading import load_package
from peerassay.manuscripts.validation import INDEX, TEXT

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from peerassay.manuscripts.package import Package, TextRecord


def audit_package(original: Package, final: Package, allowed: Collection[str] | None = None) -> list[PackageProblem]:
    """Compare a package with the one that it was made from.

    Parameters
    ----------
    original, final : Package
        Before and after.
    allowed : collection of str, optional
        Ids of the records whose text may differ; all that are not protected if not given.

    Returns
    -------
    list of PackageProblem
        Empty if records (number, order, all fields but the text), protected texts, images (order, digests, bytes on
        disk) and the interleaving of both are the same.

    Notes
    -----
    Can We Believe AI Peer Review?, Appendix F.5, checks record count and order, fields other than the text, leading
    instructions and page markers, the order and hashes of images, and that the files are there.
    """
    before, after = original.records, final.records
    if [one.id for one in before] != [one.id for one in after]:
        message = f"{len(after)} records; expected the {len(before)} of the original, in their order"
        return [PackageProblem(TEXT, "", message)]
    problems = [
        problem for old, new in zip(before, after, strict=True) for problem in _record_differences(old, new, allowed)
    ]
    return problems + _order_differences(original, final) + _broken_images(final)


def _record_differences(old: TextRecord, new: TextRecord, allowed: Collection[str] | None) -> list[PackageProblem]:
    place = f"record {old.id}"
    fields = {"page": (old.page, new.page), "type": (old.type, new.type), "other fields": (old.other, new.other)}
    problems = [
        PackageProblem(TEXT, place, f"{name}: {after!r:.60}; expected {before!r:.60} as in the original")
        for name, (before, after) in fields.items()
        if before != after
    ]
    if old.text == new.text:
        return problems
    if old.protected:
        problems.append(PackageProblem(TEXT, place, f"is a {old.type}; its text has to stay"))
    elif allowed is not None and old.id not in allowed:
        problems.append(PackageProblem(TEXT, place, "its text differs, and no accepted edit is about it"))
    return problems


def _order_differences(original: Package, final: Package) -> list[PackageProblem]:
    one, other = (
        [item.sha256 if isinstance(item, Figure) else item.id for item in package.items]
        for package in (original, final)
    )
    return [] if one == other else [PackageProblem(INDEX, "", "images differ, or stand at other places among the text")]


def _broken_images(package: Package) -> list[PackageProblem]:
    problems = []
    for figure in package.figures:
        try:
            figure.read()
        except (OSError, ValueError) as error:
            problems.append(PackageProblem(figure.path, "", str(error)))
    return problems


def audit_folders(
    original: str | Path, final: str | Path, allowed: Collection[str] | None = None
) -> list[PackageProblem]:
    """Compare two packages on disk, every check of loading included.

    Parameters
    ----------
    original, final : str or pathlib.Path
        Folders of the two packages.
    allowed : collection of str, optional
        As for `audit_package`.

    Returns
    -------
    list of PackageProblem
        What is wrong with the final package itself, or else how it differs; empty if nothing is wrong.

    Raises
    ------
    PackageError
        If the original cannot be loaded: then there is nothing to compare with.
    """
    before = load_package(original)
    try:
        after = load_package(final)
    except PackageError as error:
        return list(error.problems)
    return audit_package(before, after, allowed)


def audit_table(pairs: Iterable[tuple[str | Path, str | Path]]) -> pd.DataFrame:
    """Audit many final packages against their originals.

    Parameters
    ----------
    pairs : iterable of (path, path)
        Folders of the original and of the final package.

    Returns
    -------
    pandas.DataFrame
        One row per pair: `paper_id`, `version`, `records`, `replaced` (records whose text differs), `markers` (page
        markers), `images` (hashed again), `problems` (their number) and `first` (the first problem, or nothing). The
        counts are missing if the final package cannot be loaded.

    Raises
    ------
    PackageError
        If an original cannot be loaded.
    """
    columns = ["paper_id", "version", "records", "replaced", "markers", "images", "problems", "first"]
    return pd.DataFrame([_audit_row(Path(one), Path(other)) for one, other in pairs], columns=columns)


def _audit_row(original: Path, final: Path) -> dict[str, object]:
    before, problems = load_package(original), audit_folders(original, final)
    row: dict[str, object] = {"paper_id": before.name, "problems": len(problems)}
    row["first"] = str(problems[0]) if problems else ""
    try:
        after = load_package(final)
    except PackageError:
        return row
    texts = {record.id: record.text for record in before.records}
    return row | {
        "version": after.version,
        "records": len(after.records),
        "replaced": sum(texts.get(record.id) != record.text for record in after.records),
        "markers": sum(record.type == PAGE_MARKER for record in after.records),
        "images": len(after.figures),
    }
