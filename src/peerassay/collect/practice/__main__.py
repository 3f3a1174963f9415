"""``python -m peerassay.collect.practice`` serves the practice endpoint until it is stopped."""

from __future__ import annotations

import argparse

from peerassay.collect.practice.faults import PASSING, Faults
from peerassay.collect.practice.server import PracticeServer


def main() -> None:
    """Serve, and print the address first."""
    parser = argparse.ArgumentParser(prog="python -m peerassay.collect.practice", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="A free one by default.")
    parser.add_argument("--faults", type=float, default=0.0, help="Share of the requests for each fault of an answer.")
    parser.add_argument("--delay", type=float, default=0.0, help="Seconds that every answer takes.")
    given = parser.parse_args()
    shares = dict.fromkeys(PASSING, given.faults) if given.faults else {}
    server = PracticeServer(Faults(shares, delay=given.delay), port=given.port)
    print(server.base_url, flush=True)  # noqa: T201
    server.serve()


if __name__ == "__main__":
    main()
