"""Downloaded files of a batch, line by line, without keeping them in memory."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from peerassay.collect.running.client import Client


class Lines:
    """Lines of downloaded files by the name of their request; only their places are kept in memory.

    Parameters
    ----------
    folder : pathlib.Path
        Where the files are put.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._places: dict[str, tuple[Path, int]] = {}

    async def add(self, client: Client, name: str) -> None:
        """Download a file.

        Parameters
        ----------
        client : Client
            The endpoint.
        name : str
            The endpoint's id of the file.
        """
        path = self.folder / f"{len(list(self.folder.iterdir()))}.jsonl"
        async with client.raw.files.with_streaming_response.content(name) as response:
            await response.stream_to_file(path)
        with path.open("rb") as file:
            place = 0
            for line in file:
                if line.strip():
                    self._places[str(json.loads(line).get("custom_id"))] = (path, place)
                place += len(line)

    def take(self, mark: str) -> dict[str, Any] | None:
        """Return the line of a request, or None."""
        if mark not in self._places:
            return None
        path, place = self._places[mark]
        with path.open("rb") as file:
            file.seek(place)
            line: dict[str, Any] = json.loads(file.readline())
        return line
