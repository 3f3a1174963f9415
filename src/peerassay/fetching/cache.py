"""The cache of a fetch: every page as a file, so that an interrupted fetch goes on where it ended."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from peerassay.fetching.problems import FetchError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FOLDER, SETTINGS = "cache", "settings.json"


class Cache:
    """The pages, edits and settings of one fetch.

    Parameters
    ----------
    folder : pathlib.Path
        The folder of the fetch; the cache is in a folder of its own below.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder / FOLDER

    def open(self, settings: dict[str, Any]) -> None:
        """Begin, or go on.

        Parameters
        ----------
        settings : dict
            What makes answers comparable; they must be the same each time.

        Raises
        ------
        FetchError
            If the folder holds something else.
        """
        known = self.read(SETTINGS)
        if known is None:
            others = [path.name for path in self.folder.parent.glob("*")] if self.folder.parent.is_dir() else []
            if others:
                raise FetchError(f"{self.folder.parent}: is there already and is no fetch; name a new folder")
            self.write(SETTINGS, settings)
        elif known != settings:
            different = ", ".join(
                f"{name}: {known.get(name)}" for name in settings if known.get(name) != settings[name]
            )
            raise FetchError(f"{self.folder.parent}: holds another fetch ({different}); name a new folder")

    def read(self, name: str) -> Any:
        """Read a file of the cache.

        Parameters
        ----------
        name : str
            Its name.

        Returns
        -------
        object
            None if it is not there.
        """
        path = self.folder / name
        return json.loads(path.read_text("utf-8")) if path.is_file() else None

    def write(self, name: str, content: Any) -> None:
        """Write a file of the cache, whole or not at all.

        Parameters
        ----------
        name : str
            Its name.
        content : object
            As JSON can hold it.
        """
        write_whole(self.folder / name, json.dumps(content, ensure_ascii=False, indent=1).encode())

    def pages(self, invitation: str) -> Iterator[dict[str, Any]]:
        """Give the pages of an invitation that are there, in order.

        Parameters
        ----------
        invitation : str
            Its name.

        Yields
        ------
        dict
            As written.
        """
        number = 1
        while (page := self.read(page_name(invitation, number))) is not None:
            yield page
            number += 1


def page_name(invitation: str, number: int) -> str:
    """Name the file of a page.

    Parameters
    ----------
    invitation : str
        Name of the invitation.
    number : int
        From 1.
    """
    return f"{invitation}-{number:04d}.json"


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under another name and give it its own at the end.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    content : bytes
        All of it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(content)
    part.replace(path)
