"""A browser window on the built book that notes every request and every complaint."""

from __future__ import annotations

import contextlib
import http.server
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build" / "site"
CHROMIUM_OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the book without a word."""

    def log_message(self, *_: Any) -> None: ...

    def handle(self) -> None:
        try:
            super().handle()
        except (BrokenPipeError, ConnectionResetError):
            return


@dataclass
class Visit:
    """One open page, what it asked for and what it complained about."""

    page: Any
    base: str
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def watch(self) -> Visit:
        """Note from now on what the page does."""
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("requestfailed", lambda request: self.complaints.append(f"failed: {request.url}"))
        self.page.on("response", self._response)
        self.page.on("console", self._console)
        return self

    def _response(self, response: Any) -> None:
        if response.status >= 400:
            self.complaints.append(f"{response.status}: {response.url}")

    def _console(self, message: Any) -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(message.text)

    def open(self, name: str, query: str = "") -> Any:
        """Go to a page of the book and wait until its scripts have done their work."""
        self.page.goto(f"{self.base}/{name}.html{query}", wait_until="load")
        self.page.wait_for_function(
            "() => [...document.querySelectorAll('.math')].every(node => node.querySelector('mjx-container'))"
        )
        return self.page

    @property
    def strangers(self) -> list[str]:
        """Requests that left the local host."""
        return [url for url in self.requests if not url.startswith((self.base, "data:", "blob:"))]


@contextlib.contextmanager
def visit(chromium: Any, base: str, **options: Any) -> Iterator[Visit]:
    """Open a window, and check at the end what it did: nothing asked of another host, nothing complained about."""
    context = chromium.new_context(accept_downloads=True, **options)
    try:
        seen = Visit(context.new_page(), base).watch()
        yield seen
        assert seen.strangers == []
        assert seen.complaints == []
    finally:
        context.close()
