"""The key in words that an endpoint says in unusual places or spellings: nothing that is kept or shown has it."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

from collect.small import TASKS, small_plan
from peerassay.collect.running import collect
from peerassay.collect.running.client import Secret

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

KEY = "sk-marker/5f1c+0b9e7a"
BATCH = {"object": "batch", "completion_window": "24h", "created_at": 1, "endpoint": "/v1/chat/completions"}
FILE = {"id": "file-1", "object": "file", "bytes": 1, "created_at": 1, "filename": "a", "purpose": "batch"}


def refused_late(path: str, shown: str) -> tuple[int, Any]:
    """Take the first 480 characters of a message for something else, so that a cut would go through the key."""
    return 400, {"error": {"message": "x" * 480 + shown}}


def escaped(path: str, shown: str) -> tuple[int, Any]:
    message = {"role": "assistant", "content": json.dumps({"score": 5, "reason": shown})}
    body = {"model": shown, "choices": [{"index": 0, "finish_reason": "stop", "message": message}]}
    return 200, json.dumps(body).replace("/", "\\/").replace("m", "\\u006D")


def batch_answer(path: str, shown: str, **ended: Any) -> tuple[int, Any]:
    if path.endswith("/files"):
        return 200, FILE | {"status": "processed"}
    if "/batches" in path:
        return 200, BATCH | {"id": "b-1", "input_file_id": "file-1"} | ended
    return 403, {"error": {"message": f"no file for {shown}"}}


def no_file(path: str, shown: str) -> tuple[int, Any]:
    return batch_answer(path, shown, status="completed", output_file_id="file-2")


def refused_batch(path: str, shown: str) -> tuple[int, Any]:
    return batch_answer(path, shown, status="failed", errors={"data": [{"message": f"no batch for {shown}"}]})


@pytest.fixture
def answering() -> Iterator[Callable[[Any], str]]:
    """Start an endpoint that says what a function makes of the path and the header with the key."""
    servers: list[ThreadingHTTPServer] = []

    def start(answer: Any) -> str:
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers.get("content-length") or 0))
                status, body = answer(self.path, self.headers["authorization"])
                content = (body if isinstance(body, str) else json.dumps(body)).encode()
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST  # noqa: N815

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        servers.append(ThreadingHTTPServer(("127.0.0.1", 0), Handler))
        threading.Thread(target=servers[-1].serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{servers[-1].server_address[1]}/v1"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize(
    ("answer", "batch", "kind"),
    [
        (refused_late, False, "bad-request"),
        (escaped, False, ""),
        (no_file, True, "no-permission"),
        (refused_batch, True, "bad-request"),
    ],
)
def test_no_part_of_the_key_is_kept(
    answering: Callable[[Any], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    answer: Any,
    batch: bool,
    kind: str,
) -> None:
    monkeypatch.setenv("MARKER_KEY", KEY)
    changes = {"endpoint__key_variable": "MARKER_KEY", "endpoint__batch": batch, "endpoint__poll_seconds": 0.05}
    report = collect(small_plan(tmp_path, answering(answer), options__papers=1, **changes), tasks=TASKS)
    words = "\n".join(report.lines())
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert report.stopped.startswith(kind)
    assert (report.answered == 1) == (kind == "")
    assert b"Bearer [key]" in kept or "Bearer [key]" in words
    for place in (kept, words.encode()):
        assert b"sk-marker" not in place
        assert b"5f1c" not in place


def test_every_spelling_of_json_is_hidden_and_nothing_else() -> None:
    secret = Secret(KEY)
    assert secret.hide(f"a {KEY} b") == "a [key] b"
    assert secret.hide(r"a sk-marker\/5f1c\u002B0b9e7a b \/ \u002b") == r"a [key] b \/ \u002b"
    assert Secret("").hide(r"a \u0041 \/") == r"a \u0041 \/"
