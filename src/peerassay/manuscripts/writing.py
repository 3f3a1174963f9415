"""Writing a package: whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from peerassay.manuscripts.folders import new_folder
from peerassay.manuscripts.package import Figure
from peerassay.manuscripts.problems import PackageError, PackageProblem
from peerassay.manuscripts.reading import validate_package
from peerassay.manuscripts.validation import INDEX, TEXT, path_message

if TYPE_CHECKING:
    from peerassay.manuscripts.package import Package


def write_package(package: Package, folder: str | Path, *, replace: bool = False) -> Path:
    """Write a package into a folder of its own.

    Parameters
    ----------
    package : Package
        What to write.
    folder : str or pathlib.Path
        The new folder.
    replace : bool
        Whether a package that is there already may be replaced. A folder that is no package is never touched.

    Returns
    -------
    pathlib.Path
        The folder.

    Raises
    ------
    FileExistsError
        If the folder is there and may not be replaced.
    PackageError
        If the package would not be one that `load_package` takes; nothing has been written then.

    Notes
    -----
    Everything is written into a folder beside it, validated there, and then moved into place, so that a package is
    never there in part. The same package gives the same bytes.
    """
    target = Path(folder)
    if target.exists() and not (replace and (target / TEXT).is_file()):
        raise FileExistsError(f"{target}: is there already" + ("" if not replace else " and is no package"))
    with new_folder(target) as made:
        _write(package, made)
        if problems := validate_package(made):
            raise PackageError(package.name, problems)
    return target


def _write(package: Package, folder: Path) -> None:
    _write_json(folder / TEXT, {"records": [record.content() for record in package.records]})
    sequence: list[dict[str, Any]] = []
    for item in package.items:
        if isinstance(item, Figure):
            sequence.append({"image": item.path, "sha256": item.sha256, "page": item.page})
            _write_figure(package.name, item, folder)
        else:
            sequence.append({"text": item.id})
    head = {"paper": package.name, "version": package.version, "source": dict(package.source)}
    _write_json(folder / INDEX, head | {"sequence": sequence})


def _write_figure(name: str, figure: Figure, folder: Path) -> None:
    if message := path_message(figure.path):
        raise PackageError(name, [PackageProblem(INDEX, "", message)])
    (folder / figure.path).parent.mkdir(parents=True, exist_ok=True)
    (folder / figure.path).write_bytes(figure.read())


def _write_json(path: Path, content: dict[str, Any]) -> None:
    path.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", "utf-8")
