"""Can AI peer review be believed? The package behind the compendium."""

from typing import Any


def __getattr__(name: str) -> Any:
    """Look up `__version__` from the installed package when it is asked for."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import version

    return version("peerassay")
