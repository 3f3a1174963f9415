"""The bare loop: what people write who need the answers once."""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import time

from openai import AsyncOpenAI


async def main(address: str, calls: int, characters: int, in_flight: int) -> None:
    client = AsyncOpenAI(api_key="none", base_url=address, max_retries=0)
    gate = asyncio.Semaphore(in_flight)

    async def ask(number: int) -> str | None:
        async with gate:
            prompt = f"p{number:05d} ".ljust(characters, "x")
            messages = [{"role": "system", "content": "Give a score."}, {"role": "user", "content": prompt}]
            done = await client.chat.completions.create(model="m", messages=messages, max_completion_tokens=500)  # type: ignore[arg-type]
            return done.choices[0].message.content

    answers = await asyncio.gather(*(ask(number) for number in range(calls)))
    assert all(answers)
    await client.close()


if __name__ == "__main__":
    settings = json.loads(sys.argv[1])
    started, cpu = time.monotonic(), time.process_time()
    asyncio.run(main(**settings))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"cpu": time.process_time() - cpu, "seconds": time.monotonic() - started, "memory": memory}))
