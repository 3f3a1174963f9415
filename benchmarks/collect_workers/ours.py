"""The same through a plan, with the store, caps and retries."""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

import openai  # noqa: F401  # the peers have it loaded before the clock starts, too
from collect.small import TASKS, small_plan

from peerassay.collect.running import collect


def main(address: str, calls: int, characters: int, in_flight: int, folder: str = "", attempts: int = 5) -> None:
    with tempfile.TemporaryDirectory() as fresh:
        plan = small_plan(
            Path(folder or fresh),
            address,
            options__papers=calls,
            options__characters=characters,
            endpoint__concurrency=in_flight,
            endpoint__attempts=attempts,
            caps={"money": 1e6},
        )
        report = collect(plan, tasks=TASKS)
    assert report.answered + report.already + report.failures.total() == calls, report.lines()


if __name__ == "__main__":
    settings = json.loads(sys.argv[1])
    started, cpu = time.monotonic(), time.process_time()
    main(**settings)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"cpu": time.process_time() - cpu, "seconds": time.monotonic() - started, "memory": memory}))
