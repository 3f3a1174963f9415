"""`peerassay reconstruct`: tables and a report in a folder, one clear message for a wrong part."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
from typer.testing import CliRunner

from peerassay import reconstruct
from peerassay.cli import app

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest


def small(seed: int, folder: Path, progress: Callable[[str], None] | None) -> reconstruct.Report:
    """Stand for a part whose records take a moment instead of seconds."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "reviews.csv").write_text(f"seed\n{seed}\n", "utf-8")
    imposed = pd.DataFrame({"claim_id": ["a", "b"], "residual": [0, 0]})
    predicted = pd.DataFrame({"claim_id": ["c"], "verdict": ["predicted-differs"]})
    return reconstruct.Report("repeatability", seed, imposed, predicted)


def test_tables_and_report_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(reconstruct.PARTS, "repeatability", small)
    done = CliRunner().invoke(app, ["reconstruct", "repeatability", "--seed", "3", "--output", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    assert "2 of 2 printed numbers met exactly" in done.output
    assert "0 of 1 agree" in done.output
    assert (tmp_path / "out/reviews.csv").read_text() == "seed\n3\n"
    assert pd.read_csv(tmp_path / "out/predicted.csv")["claim_id"].tolist() == ["c"]


def test_a_wrong_part_is_one_message_and_exit_2() -> None:
    done = CliRunner().invoke(app, ["reconstruct", "poetry"])
    assert done.exit_code == 2
    assert "no part 'poetry' can be reconstructed; those that can: repeatability" in done.output


def test_a_negative_seed_is_refused() -> None:
    done = CliRunner().invoke(app, ["reconstruct", "repeatability", "--seed", "-1"])
    assert done.exit_code == 2
    assert "seed" in done.output
