"""The built book on a loopback address, and Debian's Chromium."""

from __future__ import annotations

import functools
import http.server
import shutil
import threading
from typing import TYPE_CHECKING, Any

import pytest
from reader import CHROMIUM_OPTIONS, DESKTOP, PHONE, SITE, Handler, Visit, visit

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def base() -> Iterator[str]:
    """The address of the book."""
    assert (SITE / "index.html").is_file(), f"there is no book at {SITE}: run make book"
    handler = functools.partial(Handler, directory=str(SITE))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Debian's Chromium, driven by Playwright."""
    api = pytest.importorskip("playwright.sync_api")
    path = shutil.which("chromium")
    assert path, "Chromium is missing: apt-get install chromium"
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_OPTIONS)
        yield browser
        browser.close()


@pytest.fixture
def desktop(chromium: Any, base: str) -> Iterator[Visit]:
    """A window of desktop width."""
    with visit(chromium, base, viewport=DESKTOP) as seen:
        yield seen


@pytest.fixture
def phone(chromium: Any, base: str) -> Iterator[Visit]:
    """A window of phone width."""
    with visit(chromium, base, viewport=PHONE) as seen:
        yield seen
