"""A server on the loopback that answers in the shapes of both APIs of OpenReview; everything in it is made up."""

from __future__ import annotations

import json
import threading
from collections import Counter
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

PDF = b"%PDF-1.4 made up"


@dataclass
class Fault:
    """An answer instead of the right one."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: Any = None


def rate_limit(reset: str = "", **headers: str) -> Fault:
    """The error that OpenReview gives to a guest who asks too often."""
    details = {"limit": 36, "remaining": 0, "used": 37, "reqId": "2030-01-01-1"} | (
        {"resetTime": reset} if reset else {}
    )
    told = "Too many requests: You have made 37 requests, surpassing the limit of 36 requests."
    body = {"name": "RateLimitError", "message": told, "status": 429, "details": details}
    return Fault(429, {name.replace("_", "-"): value for name, value in headers.items()}, body)


class MadeUpServer:
    """``with MadeUpServer(notes) as server: server.address``; `notes` are the submissions by invitation."""

    def __init__(self, notes: dict[str, list[dict[str, Any]]], edits: dict[str, list[dict[str, Any]]] | None = None):
        self.notes, self.edits = notes, edits or {}
        self.without_pdf: set[str] = set()
        self.faults: list[Fault] = []
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.fail_from = 10**9
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self._server.made_up = self  # type: ignore[attr-defined]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def paths(self) -> Counter[str]:
        return Counter(path for path, _ in self.asked)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self, path: str, query: dict[str, str]) -> Fault:
        self.asked.append((path, query))
        if len(self.asked) >= self.fail_from:
            return Fault(503, body={"name": "Error", "message": "down for maintenance"})
        if self.faults:
            return self.faults.pop(0)
        ways = {"/notes": self._notes, "/notes/edits": self._edits, "/references": self._references, "/pdf": self._pdf}
        return ways[path](query) if path in ways else _missing(path)

    def _notes(self, query: dict[str, str]) -> Fault:
        invitation = query["invitation"]
        if invitation not in self.notes:
            return _missing(f"The Invitation {invitation}")
        assert query["sort"] == "id"
        everything = sorted(self.notes[invitation], key=lambda note: note["id"])
        rest = [note for note in everything if note["id"] > query.get("after", "")][: int(query["limit"])]
        if query.get("details") != "replies":
            rest = [{key: value for key, value in note.items() if key != "details"} for note in rest]
        old = "domain" not in everything[0] if everything else False  # the first API gives the count unasked
        count = {"count": len(everything)} if old or query.get("count", "").lower() == "true" else {}
        return Fault(200, body={"notes": rest} | count)

    def _edits(self, query: dict[str, str]) -> Fault:
        return Fault(200, body={"edits": self.edits.get(query["note.id"], [])})

    def _references(self, query: dict[str, str]) -> Fault:
        return Fault(200, body={"references": self.edits.get(query["referent"], [])})

    def _pdf(self, query: dict[str, str]) -> Fault:
        if query["id"] in self.without_pdf:
            return _missing(query["id"])
        return Fault(200, {"Content-Type": "application/pdf"}, PDF + query["id"].encode())


def _missing(what: str) -> Fault:
    return Fault(404, body={"name": "NotFoundError", "message": f"{what} was not found", "status": 404})


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        query = {name: values[-1] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
        found = self.server.made_up.answer(parts.path, query)  # type: ignore[attr-defined]
        raw = found.body if isinstance(found.body, bytes) else json.dumps(found.body or {}).encode()
        self.send_response(found.status)
        for name, value in ({"Content-Type": "application/json"} | found.headers).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, *_: object) -> None:
        pass
