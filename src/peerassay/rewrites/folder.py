"""Reading a folder of manuscripts in several versions, with one message per problem."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from peerassay.language import ORIGINAL, VERSIONS, prose, words
from peerassay.project import project_root
from peerassay.records.problems import Problem, RecordsError, plural

OURS = "data/manuscripts"
ENDING = ".md"
LAYOUT = f"folders named by manuscript, each with {ORIGINAL}{ENDING} and rewrites beside it, such as native{ENDING}"


@dataclass(frozen=True)
class Rewrites:
    """Manuscripts with their versions.

    Attributes
    ----------
    texts : dict
        Markdown by manuscript and version; the original comes first, then the paper's versions, then others.
    notes : tuple of str
        What was understood or left aside; to be shown before anything is computed.
    own : bool
        Whether they are a reader's own.
    """

    texts: dict[str, dict[str, str]]
    notes: tuple[str, ...]
    own: bool

    @property
    def versions(self) -> list[str]:
        """All versions that any manuscript has, in the order of the texts."""
        named = {version for versions in self.texts.values() for version in versions}
        return sorted(named, key=_place)


def load_rewrites(path: str | Path = "") -> Rewrites:
    """Read originals and rewrites.

    Parameters
    ----------
    path : str or pathlib.Path
        A folder with one folder per manuscript, which holds `original.md` and at least one rewrite; empty for the six
        manuscripts of the compendium.

    Returns
    -------
    Rewrites

    Raises
    ------
    FileNotFoundError
        If there is no such folder.
    RecordsError
        If there is no manuscript, one lacks its original or any rewrite, or a file is not UTF-8 or holds no words; with
        one line per problem.
    """
    folder = Path(path) if str(path) else project_root() / OURS
    if not folder.is_dir():
        raise FileNotFoundError(f"{folder}: no such folder; expected {LAYOUT}")
    names = sorted(entry for entry in folder.iterdir() if entry.is_dir() and not entry.name.startswith("."))
    problems: list[Problem] = []
    texts = {name.name: _read_versions(name, problems) for name in names}
    if not names:
        problems.append(Problem(folder.name, None, "", "no folder in it", LAYOUT))
    if problems:
        raise RecordsError(problems)
    own = bool(str(path))
    return Rewrites(texts, _notes(texts) if own else (), own)


def _read_versions(folder: Path, problems: list[Problem]) -> dict[str, str]:
    files = sorted(folder.glob(f"*{ENDING}"), key=lambda file: _place(file.stem))
    found = {file.stem for file in files}
    if ORIGINAL not in found:
        listed = ", ".join(file.name for file in files) or f"no {ENDING} file"
        problems.append(Problem(f"{folder.name}/", None, "", listed, f"{ORIGINAL}{ENDING} among them"))
    elif len(found) == 1:
        expected = f"at least one rewrite beside it, such as native{ENDING}"
        problems.append(Problem(f"{folder.name}/", None, "", f"{ORIGINAL}{ENDING} only", expected))
    return {file.stem: _read(file, problems) for file in files}


def _read(file: Path, problems: list[Problem]) -> str:
    name, content = f"{file.parent.name}/{file.name}", file.read_bytes()
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        wrong = repr(content[error.start : error.start + 4])[2:-1]
        problems.append(Problem(name, line, "", wrong, "text in UTF-8 (save it as such)"))
        return ""
    if not words(prose(text)):
        what = "no words outside headings, tables and formulas" if text.strip() else "an empty file"
        problems.append(Problem(name, None, "", what, "a manuscript in Markdown"))
    return text


def _place(version: str) -> tuple[int, str]:
    return (VERSIONS.index(version) if version in VERSIONS else len(VERSIONS), version)


def _notes(texts: dict[str, dict[str, str]]) -> tuple[str, ...]:
    """Say which versions are there for how many manuscripts, and which are not among the paper's."""
    total = len(texts)
    named = sorted({version for versions in texts.values() for version in versions}, key=_place)
    counts = {version: sum(version in versions for versions in texts.values()) for version in named}
    said = [f"{plural(total, 'manuscript')} with {', '.join(named)}"]
    said += [f"{version}: only {count} of {total} have it" for version, count in counts.items() if count < total]
    unknown = [version for version in named if version not in VERSIONS]
    said += (
        [f"{', '.join(unknown)}: not a version of the paper; measured, without an expected direction"]
        if unknown
        else []
    )
    return tuple(said)
