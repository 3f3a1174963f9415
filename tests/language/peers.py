"""The package lexical-diversity, which asks for `pkg_resources`; newer versions of setuptools no longer bring that."""

from __future__ import annotations

import sys
from importlib.resources import files
from importlib.util import find_spec
from types import ModuleType
from typing import Any


def load_lexical_diversity() -> Any:
    """Import the module with the measures, with a stand-in for the one function of `pkg_resources` that it uses."""
    if find_spec("pkg_resources") is None:
        stand_in: Any = ModuleType("pkg_resources")
        stand_in.resource_filename = lambda package, name: str(files(package) / name)
        sys.modules["pkg_resources"] = stand_in
    try:
        from lexical_diversity import lex_div  # type: ignore[import-untyped]
    finally:
        if find_spec_is_stand_in():
            del sys.modules["pkg_resources"]
    return lex_div


def find_spec_is_stand_in() -> bool:
    """Tell whether the stand-in is loaded: it has no file."""
    return "pkg_resources" in sys.modules and getattr(sys.modules["pkg_resources"], "__file__", None) is None
