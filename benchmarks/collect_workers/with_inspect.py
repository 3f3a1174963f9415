"""The same with inspect_ai, logs on as by default: a data set of prompts, one generation each, no scorer."""

from __future__ import annotations

import json
import os
import resource
import sys
import tempfile
import time

import inspect_ai  # noqa: F401
import openai  # noqa: F401


def main(address: str, calls: int, characters: int, in_flight: int) -> None:
    from inspect_ai import Task, eval  # noqa: A004
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.solver import generate, system_message

    os.environ["OPENAI_API_KEY"] = "none"
    samples = [Sample(input=f"p{number:05d} ".ljust(characters, "x")) for number in range(calls)]
    task = Task(dataset=MemoryDataset(samples), solver=[system_message("Give a score."), generate()])
    with tempfile.TemporaryDirectory() as folder:
        (log,) = eval(
            task,
            model="openai/m",
            model_base_url=address,
            model_args={"responses_api": False},
            max_connections=in_flight,
            max_samples=in_flight,
            max_tokens=500,
            display="none",
            log_dir=folder,
        )
    assert log.status == "success", log.error
    assert log.results is None or log.results.completed_samples == calls


if __name__ == "__main__":
    settings = json.loads(sys.argv[1])
    started, cpu = time.monotonic(), time.process_time()
    main(**settings)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"cpu": time.process_time() - cpu, "seconds": time.monotonic() - started, "memory": memory}))
