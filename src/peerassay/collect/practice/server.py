"""The server of the practice endpoint, on the loopback only."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Self

from peerassay.collect.practice.batches import BatchDesk, uploaded
from peerassay.collect.practice.faults import Faults
from peerassay.collect.practice.replying import reply
from peerassay.collect.practice.wire import error_body

if TYPE_CHECKING:
    from collections.abc import Collection

PATHS = {"/v1/responses": "responses", "/v1/chat/completions": "chat"}
_NAME = "x-client-request-id"


class PracticeServer:
    """The practice endpoint; ``with PracticeServer() as server: server.base_url``.

    Parameters
    ----------
    faults : Faults, optional
        What goes wrong; nothing by default.
    key : str
        The only key that is accepted; any if empty.
    models : collection of str
        The models that there are; any if empty.
    port : int
        0 for a free one.
    batch_seconds : float
        How long a batch takes.
    """

    def __init__(
        self,
        faults: Faults | None = None,
        *,
        key: str = "",
        models: Collection[str] = (),
        port: int = 0,
        batch_seconds: float = 0.0,
    ) -> None:
        self.faults, self.key, self.models = faults or Faults(), key, models
        self.desk = BatchDesk(batch_seconds)
        self.answered: list[str] = []
        self.faulty: Counter[str] = Counter()
        self.bodies: list[dict[str, Any]] = []
        self.keep_bodies = False
        self.in_flight = self.most_in_flight = 0
        self.lock = threading.Lock()
        self._server = _Server(("127.0.0.1", port), _Handler)
        self._server.practice = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def base_url(self) -> str:
        """Its address, as a plan names it."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> Self:
        """Start."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop, and close every connection."""
        self._server.shutdown()
        self._server.server_close()

    def serve(self) -> None:
        """Serve until the process ends."""
        self._server.serve_forever(0.5)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 512
    practice: PracticeServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing when a client goes away in the middle."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def setup(self) -> None:
        super().setup()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Keep quiet."""

    def do_GET(self) -> None:
        """Answer for models, batches and files."""
        desk = self.server.practice.desk
        if self.path == "/v1/models":
            names = self.server.practice.models or ["practice-1"]
            return self._json(200, {"object": "list", "data": [{"id": name, "object": "model"} for name in names]})
        if self.path.startswith("/v1/batches"):
            return self._json(*desk.show(self.path))
        if self.path.startswith("/v1/files/"):
            return self._send(200, desk.content(self.path.split("/")[3]), "application/jsonl")
        return self._json(*error_body("no_path", "", ""))

    def do_POST(self) -> None:
        """Answer a call, take a file, or begin a batch."""
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        practice = self.server.practice
        if practice.key and self._key() != practice.key:
            return self._json(*error_body("wrong_key", "", self._key()))
        if self.path in PATHS:
            with practice.lock:
                practice.in_flight += 1
                practice.most_in_flight = max(practice.most_in_flight, practice.in_flight)
            try:
                return self._call(PATHS[self.path], json.loads(body))
            finally:
                with practice.lock:
                    practice.in_flight -= 1
        if self.path == "/v1/files":
            return self._json(200, practice.desk.keep(uploaded(self.headers["content-type"], body)))
        if self.path == "/v1/batches":
            return self._json(200, practice.desk.begin(json.loads(body), practice))
        return self._json(*error_body("no_path", "", ""))

    def _key(self) -> str:
        return self.headers.get("authorization", "").removeprefix("Bearer ")

    def _call(self, api: str, body: dict[str, Any]) -> None:
        practice = self.server.practice
        mark = self.headers.get(_NAME) or str(time.monotonic_ns())
        fault = practice.faults.drawn(mark)
        if practice.keep_bodies:
            practice.bodies.append(body)
        status, shown = reply(practice, api, body, mark, fault, self._key())
        time.sleep(practice.faults.stall if fault == "stall" else practice.faults.delay)
        content = b"{not JSON" if fault == "not_json" else json.dumps(shown, ensure_ascii=False).encode()
        if fault == "drop":
            return self._hang_up()
        headers = {"retry-after": f"{practice.faults.retry_after:g}"} if fault == "rate_limit" else {}
        return self._send(status, content, "application/json", headers, cut=fault == "cut_short")

    def _hang_up(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def _json(self, status: int, body: Any) -> None:
        self._send(status, json.dumps(body, ensure_ascii=False).encode(), "application/json")

    def _send(
        self, status: int, content: bytes, kind: str, headers: dict[str, str] | None = None, *, cut: bool = False
    ) -> None:
        """Send a response in one piece; half of it if the connection is to break."""
        lines = {
            "content-type": kind,
            "content-length": str(len(content)),
            "x-request-id": f"req_{time.monotonic_ns()}",
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in {**lines, **(headers or {})}.items())
        whole = f"HTTP/1.1 {status} {self.responses[status][0]}\r\n{head}\r\n".encode() + content
        self.wfile.write(whole[: len(whole) - len(content) // 2] if cut else whole)
        if cut:
            self._hang_up()
