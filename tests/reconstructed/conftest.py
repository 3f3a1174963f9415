"""A small compendium with rules, predictions and records of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from peerassay.exhibits import open_page

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from peerassay.exhibits import Page

SPEC = """
title = "Repeatability"
question = "Does it repeat?"
[parameters.records]
type = "path"
default = ""
help = "Own scores."
[parameters.seed]
type = "int"
default = 1
help = "Seed."
"""
RULES = """
[imposed]
"rep.validity.auc.gpt56sol" = "decides which paper gets which scores"
[held_out]
"rep.validity.spearman.gpt6sol" = "does it follow?"
"rep.validity.spearman.min.2025" = "do the years follow?"
[derived]
"rep.validity.auc.gpt6sol" = "from two others"
[worded]
"rep.repeatability.luna_mode_low" = "most outputs"
"""
PREDICTIONS = """claim_id,seed,value
rep.validity.spearman.gpt6sol,0,0.41
rep.validity.spearman.gpt6sol,1,0.39
rep.validity.spearman.gpt6sol,2,0.43
"""
REVIEWS = """paper_id,reviewer,round,overall
a,one,1,5
a,one,2,6
b,one,1,3
b,one,2,3
"""


@pytest.fixture
def small(compendium: Path, root: Path) -> Path:
    """A compendium whose reconstruction has two papers."""
    (compendium / "data" / "schemas").symlink_to(root / "data" / "schemas")
    folder = compendium / "data" / "reconstructed"
    (folder / "repeatability").mkdir(parents=True)
    (folder / "repeatability.toml").write_text(RULES, "utf-8")
    (folder / "repeatability" / "predictions.csv").write_text(PREDICTIONS, "utf-8")
    (folder / "repeatability" / "reviews.csv").write_text(REVIEWS, "utf-8")
    return compendium


@pytest.fixture
def open_it(
    small: Path, add_notebook: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., Page]:
    """Open the page of a notebook with the parameters `records` and `seed`."""
    add_notebook("repeatability/04-validity", [], SPEC)
    monkeypatch.setenv("PEERASSAY_OUTPUT", str(tmp_path / "out"))
    return lambda **changes: open_page("repeatability/04-validity", **{"records": "", "seed": 1, **changes})
