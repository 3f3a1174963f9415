"""Where the compendium's files are, and digests of them."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT_VARIABLE = "PEERASSAY_ROOT"


def project_root() -> Path:
    """Find the compendium's root folder, the one that holds `_toc.yml` and `notebooks`.

    Looked for, in this order: the environment variable `PEERASSAY_ROOT`, the working directory and its parents,
    the folder of this package and its parents.

    Returns
    -------
    pathlib.Path
        The absolute path of the root.

    Raises
    ------
    FileNotFoundError
        If none of these places is (inside) a compendium.
    """
    named = os.environ.get(ROOT_VARIABLE)
    starts = [Path(named)] if named else [Path.cwd(), Path(__file__).parent]
    for start in starts:
        for folder in [start.resolve(), *start.resolve().parents]:
            if (folder / "_toc.yml").is_file() and (folder / "notebooks").is_dir():
                return folder
    raise FileNotFoundError(
        f"no compendium at {', '.join(map(str, starts))} or above (a folder with _toc.yml and notebooks/): "
        f"change into it, or set {ROOT_VARIABLE} to its path"
    )


def data_files(patterns: Iterable[str], root: Path | None = None) -> list[Path]:
    """Expand file names and globs, relative to the root, into sorted paths.

    Parameters
    ----------
    patterns
        File names or globs such as ``data/claims/*.csv``.
    root
        The folder they are relative to; the project root if not given.

    Returns
    -------
    list of pathlib.Path
        Absolute paths, sorted and without repeats.

    Raises
    ------
    FileNotFoundError
        If a pattern matches no file.
    """
    base = root or project_root()
    found: set[Path] = set()
    for pattern in patterns:
        matches = [path for path in base.glob(pattern) if path.is_file()]
        if not matches:
            raise FileNotFoundError(f"{pattern}: no such file below {base}")
        found.update(matches)
    return sorted(found)


def digest_bytes(content: bytes) -> str:
    """Return the SHA-256 of some bytes as 64 hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def digest_files(paths: Iterable[Path], root: Path | None = None) -> str:
    """Return one SHA-256 over the names (relative to the root) and contents of several files.

    Parameters
    ----------
    paths
        Absolute paths below the root; their order does not matter.
    root
        The folder that names are relative to; the project root if not given.
    """
    base = root or project_root()
    lines = [f"{digest_bytes(path.read_bytes())}  {path.relative_to(base).as_posix()}\n" for path in sorted(paths)]
    return digest_bytes("".join(lines).encode())
