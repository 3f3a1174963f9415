"""Run the command line as ``python -m peerassay``."""

from peerassay.cli import main

main()
