"""What the notebook for newcomers shows is what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peerassay.collect import StoreReader, walkthrough
from peerassay.collect.export import export_tables
from peerassay.collect.running import collect

if TYPE_CHECKING:
    from pathlib import Path


def test_a_run_that_ends_early_is_taken_up_and_the_same_in_every_run(tmp_path: Path) -> None:
    shown = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        text = walkthrough.write_plan(folder, rounds=2, calls=5)
        assert "data/manuscripts" in text
        first = collect(walkthrough.load_plan(folder), faults=walkthrough.trouble(0.2))
        assert first.attempts == 5
        walkthrough.write_plan(folder, rounds=2, calls=1000)
        second = collect(walkthrough.load_plan(folder), faults=walkthrough.trouble(0.2))
        assert first.answered == second.already
        assert second.complete
        table = walkthrough.attempt_table(StoreReader(second.store))
        assert table["attempts"].sum() == first.attempts + second.attempts
        assert table.loc[0, "outcome"] == "answered"
        files = export_tables(second.store, folder / "records", second.digests)
        shown.append((walkthrough.run_words(first), table.to_csv(), files[0].read_bytes()))
        listed = walkthrough.file_table(files).set_index("file")["rows"]
        assert listed["reviews.csv"] == first.answered + second.answered
    assert shown[0] == shown[1]
    assert shown[0][0].startswith(f"**{first.answered} calls were answered** in 5 attempts")
