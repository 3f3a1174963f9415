"""The command line, `peerassay`."""

from peerassay.cli.main import app, main

__all__ = ["app", "main"]
