"""Files and batches of the practice endpoint, in memory."""

from __future__ import annotations

import json
import time
from email import message_from_bytes
from itertools import count
from typing import TYPE_CHECKING, Any

from peerassay.collect.practice.replying import reply

if TYPE_CHECKING:
    from peerassay.collect.practice.server import PracticeServer

ENDPOINTS = {"/v1/responses": "responses", "/v1/chat/completions": "chat"}
NOT_DONE = {"drop", "stall", "cut_short", "not_json"}  # faults of a connection; in a batch such a request expires


def uploaded(content_type: str, body: bytes) -> bytes:
    """Take the file out of an uploaded form.

    Parameters
    ----------
    content_type : str
        With the form's boundary.
    body : bytes
        The form.

    Raises
    ------
    ValueError
        If there is no file in it.
    """
    form = message_from_bytes(b"content-type: " + content_type.encode() + b"\r\n\r\n" + body)
    for part in form.walk():
        if part.get_filename():
            content = part.get_payload(decode=True)
            return content if isinstance(content, bytes) else b""
    raise ValueError("no file in the form")


class BatchDesk:
    """Keeps files and batches.

    Parameters
    ----------
    seconds : float
        How long a batch takes.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.files: dict[str, bytes] = {}
        self.batches: dict[str, dict[str, Any]] = {}
        self._numbers = count(1)

    def keep(self, content: bytes) -> dict[str, Any]:
        """Keep a file."""
        name = f"file-{next(self._numbers)}"
        self.files[name] = content
        return {
            "id": name,
            "object": "file",
            "bytes": len(content),
            "created_at": int(time.time()),
            "filename": "batch.jsonl",
            "purpose": "batch",
            "status": "processed",
        }

    def content(self, name: str) -> bytes:
        """Return a file."""
        return self.files[name]

    def begin(self, asked: dict[str, Any], practice: PracticeServer) -> dict[str, Any]:
        """Begin a batch; its answers are there at once, and shown when its time is over."""
        answers: list[dict[str, Any]] = []
        errors: list[dict[str, Any]] = []
        for line in self.files[asked["input_file_id"]].decode().splitlines():
            request = json.loads(line)
            shown = _line(request, practice)
            (errors if shown["error"] or shown["response"]["status_code"] != 200 else answers).append(shown)
        name = f"batch_{next(self._numbers)}"
        self.batches[name] = {
            "id": name,
            "object": "batch",
            "endpoint": asked["endpoint"],
            "input_file_id": asked["input_file_id"],
            "completion_window": "24h",
            "status": "in_progress",
            "created_at": time.time(),
            "metadata": asked.get("metadata"),
            "output_file_id": self._kept(answers),
            "error_file_id": self._kept(errors),
            "request_counts": {"total": len(answers) + len(errors), "completed": len(answers), "failed": len(errors)},
        }
        return self._shown(name)

    def _kept(self, lines: list[Any]) -> str | None:
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        return str(self.keep(text.encode())["id"]) if lines else None

    def show(self, path: str) -> tuple[int, dict[str, Any]]:
        """Show one batch, or list all."""
        name = path.split("?")[0].removeprefix("/v1/batches").strip("/")
        if not name:
            return 200, {"object": "list", "data": [self._shown(one) for one in self.batches], "has_more": False}
        if name not in self.batches:
            return 404, {"error": {"message": f"No batch found with id '{name}'.", "type": "invalid_request_error"}}
        return 200, self._shown(name)

    def _shown(self, name: str) -> dict[str, Any]:
        batch = self.batches[name]
        done = time.time() - batch["created_at"] >= self.seconds
        hidden = {} if done else {"output_file_id": None, "error_file_id": None}
        return (
            batch | hidden | {"status": "completed" if done else "in_progress", "created_at": int(batch["created_at"])}
        )


def _line(request: dict[str, Any], practice: PracticeServer) -> dict[str, Any]:
    mark = request["custom_id"]
    fault = practice.faults.drawn(mark)
    line: dict[str, Any] = {"id": f"batch_req_{mark}", "custom_id": mark, "response": None, "error": None}
    if fault in NOT_DONE:
        return line | {"error": {"code": "batch_expired", "message": "This request could not be executed in time."}}
    status, body = reply(practice, ENDPOINTS[request["url"]], request["body"], mark, fault, "")
    return line | {"response": {"status_code": status, "request_id": f"req_{mark}", "body": body}}
