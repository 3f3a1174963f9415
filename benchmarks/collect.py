"""Cost of collecting, against a bare loop over the client and, if it is there, against inspect_ai.

All of them send the same prompts to the same practice endpoint, which runs in a process of its own; what counts is the
CPU time of the process that collects. The bare loop stores nothing, counts nothing and repeats nothing.

    python benchmarks/collect.py                    everything but the 10,000 calls and the kills: a few minutes
    python benchmarks/collect.py --long             10,000 calls, 10 kills, and 5,000 calls with 5 % of each fault
    INSPECT_PYTHON=venv/bin/python python benchmarks/collect.py    also against the inspect_ai of that environment
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from peerassay.collect.practice.faults import PASSING

CALLS, CHARACTERS, IN_FLIGHT = 1000, 76_000, 32
FOLDER = Path(__file__).parent
WORKER = {"bare": "bare", "ours": "ours", "inspect": "with_inspect"}
WORKERS = FOLDER / "collect_workers"


def serve(faults: float = 0.0, delay: float = 0.0) -> tuple[subprocess.Popen[str], str]:
    words = [sys.executable, "-m", "peerassay.collect.practice", "--faults", str(faults), "--delay", str(delay)]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    return server, server.stdout.readline().strip()


def measure(worker: str, calls: int, address: str, python: str = sys.executable, **more: Any) -> dict[str, float]:
    """Run a worker; it prints its CPU seconds, its seconds and its peak memory as JSON."""
    settings = {"address": address, "calls": calls, "characters": CHARACTERS, "in_flight": IN_FLIGHT, **more}
    words = [python, str(WORKERS / f"{worker}.py"), json.dumps(settings)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{worker} failed:\n{done.stderr[-2000:]}")
    found: dict[str, float] = json.loads(done.stdout.strip().splitlines()[-1])
    return found


def compare(repeats: int) -> None:
    server, address = serve()
    try:
        peers = {"bare": sys.executable, "ours": sys.executable}
        if inspect := os.environ.get("INSPECT_PYTHON"):
            peers["inspect"] = inspect
        else:
            print("inspect_ai: not compared; name an interpreter that has it in INSPECT_PYTHON")
        measure("bare", 20, address)
        best: dict[str, dict[str, float]] = {}
        for _ in range(repeats):
            for name, python in peers.items():
                found = measure(WORKER[name], CALLS, address, python)
                if name not in best or found["cpu"] < best[name]["cpu"]:
                    best[name] = found
    finally:
        server.terminate()
    for name, found in best.items():
        per_call = 1000 * found["cpu"] / CALLS
        print(
            f"{name:8s} {per_call:7.2f} ms CPU per call, {found['seconds']:6.1f} s, {found['memory']:5.0f} MB at most"
        )
    print(f"ratio to the bare loop: {best['ours']['cpu'] / best['bare']['cpu']:.2f} (target: at most 1.5)")
    if "inspect" in best:
        print(f"ratio to inspect_ai: {best['ours']['cpu'] / best['inspect']['cpu']:.2f} (target: at most 0.25)")


def memory() -> None:
    server, address = serve()
    try:
        small, large = (measure("ours", calls, address)["memory"] for calls in (1_000, 10_000))
    finally:
        server.terminate()
    print(f"memory: {small:.0f} MB for 1,000 calls, {large:.0f} MB for 10,000 (targets: flat, at most 150)")


def kills(times: int = 10, calls: int = 2_000) -> None:
    server, address = serve(delay=0.02)
    moments = random.Random(10)
    with tempfile.TemporaryDirectory() as folder:
        settings = {"address": address, "calls": calls, "characters": 2_000, "in_flight": IN_FLIGHT, "folder": folder}
        words = [sys.executable, str(WORKERS / "ours.py"), json.dumps(settings)]
        answered, lost = 0, 0
        for _ in range(times):
            worker = subprocess.Popen(words, stdout=subprocess.DEVNULL)
            while _answered(folder) <= answered:
                time.sleep(0.02)
            time.sleep(moments.uniform(0, 1.0))
            worker.send_signal(signal.SIGKILL)
            worker.wait()
            lost += max(0, answered - _answered(folder))
            answered = _answered(folder)
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        with sqlite3.connect(Path(folder) / "store.sqlite") as store:
            states = Counter(kind or state for state, kind in store.execute("SELECT state, kind FROM attempts"))
            (twice,) = store.execute(
                "SELECT count(*) - count(DISTINCT call) FROM attempts WHERE state = 'answered'"
            ).fetchone()
    server.terminate()
    waste = states["interrupted"]
    print(
        f"killed {times} times in {calls} calls: {states['answered']} answers, {lost} lost, {twice} twice, "
        f"{waste} in flight sent again ({waste / times:.1f} per kill, {IN_FLIGHT} in flight)"
    )


def _answered(folder: str) -> int:
    path = Path(folder) / "store.sqlite"
    if not path.exists():
        return 0
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as store:
            return int(store.execute("SELECT count(*) FROM attempts WHERE state = 'answered'").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def faults(calls: int = 5_000) -> None:
    server, address = serve(faults=0.05)
    with tempfile.TemporaryDirectory() as folder:
        more = {"folder": folder, "attempts": 12}
        found = measure("ours", calls, address, **{**more, "characters": 2_000})
        with sqlite3.connect(Path(folder) / "store.sqlite") as store:
            kinds = Counter(kind or state for state, kind in store.execute("SELECT state, kind FROM attempts"))
            (open_,) = store.execute("SELECT count(*) FROM attempts WHERE state = 'sent'").fetchone()
            (called,) = store.execute("SELECT count(*) FROM calls").fetchone()
    server.terminate()
    print(
        f"{calls} calls with 5 % of each of {len(PASSING)} faults: {called} in the store, {open_} open, "
        f"{found['seconds']:.0f} s"
    )
    print("  attempts: " + ", ".join(f"{count} {kind}" for kind, count in kinds.most_common()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--long", action="store_true", help="The long measurements instead of the comparison.")
    parser.add_argument("--repeats", type=int, default=3, help="Of the comparison; the best counts.")
    arguments = parser.parse_args()
    if arguments.long:
        memory()
        kills()
        faults()
    else:
        compare(arguments.repeats)


if __name__ == "__main__":
    main()
