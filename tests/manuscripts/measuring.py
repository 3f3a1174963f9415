"""How much of what was planted blinding removes, and what else it takes away; writes data/blinding/measured.csv."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd

from peerassay.manuscripts.preparing import Prepared, prepare

from .papers import SOFTWARE, MadePaper, made_papers

TABLE = Path(__file__).parents[2] / "data" / "blinding" / "measured.csv"
COLUMNS = ["what", "kind", "layout", "papers", "items", "removed", "reported", "left"]
KEPT_SHARE = 0.9  # of a sentence's triples of words; below it, the sentence counts as removed


LINE_NUMBER = re.compile(r"(?<![\d.,])0\d\d(?!\d)")
PAGE_NUMBER = re.compile(r"^\d{1,2}$", re.MULTILINE)


def plain(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text.lower()).strip()


def triples(text: str) -> set[tuple[str, ...]]:
    words = plain(text).split()
    return set(zip(words, words[1:], words[2:], strict=False))


def fate(words: str, prepared: Prepared, kept: str) -> str:
    """Say what became of something planted: removed, left but reported, or left."""
    if plain(words) not in plain(kept):
        return "removed"
    left = " ".join(plain(one.text) for one in prepared.findings if one.action == "left")
    return "reported" if plain(words) in left or plain(words).split()[-1] in left.split() else "left"


def measure_paper(paper: MadePaper, folder: Path) -> list[dict[str, str]]:
    path = folder / f"{paper.name}.pdf"
    path.write_bytes(paper.data)
    prepared = prepare(paper.name, path)
    kept = "\n".join(record.text for record in prepared.package.records if record.type != "page_marker")
    there = triples(" ".join(record.text for record in prepared.package.records if record.type != "page_marker"))
    rows = [("identifying", one.kind, fate(one.words, prepared, kept)) for one in paper.planted]
    if paper.look.numbers:
        rows.append(("identifying", "line numbers", "left" if LINE_NUMBER.search(kept) else "removed"))
    if paper.look.page_numbers:
        rows.append(("identifying", "page number", "left" if PAGE_NUMBER.search(kept) else "removed"))
    for kind, sentences in (("sentence", paper.sentences), ("sentence that looks like one to remove", paper.traps)):
        for sentence in sentences:
            wanted = triples(sentence)
            share = len(wanted & there) / len(wanted)
            rows.append(("harmless", kind, "left" if share >= KEPT_SHARE else "removed"))
    if paper.software:
        rows.append(("harmless", "link to software by others", "left" if SOFTWARE in kept else "removed"))
    return [
        {"paper": paper.name, "what": what, "kind": kind, "layout": paper.layout.split(",")[0], "fate": outcome}
        for what, kind, outcome in rows
    ]


def measure() -> pd.DataFrame:
    with TemporaryDirectory() as folder:
        found = pd.DataFrame([row for paper in made_papers() for row in measure_paper(paper, Path(folder))])
    order = {kind: place for place, kind in enumerate(dict.fromkeys(found["kind"]))}
    rows = []
    for (what, kind, layout), group in found.groupby(["what", "kind", "layout"]):
        counts = group["fate"].value_counts()
        fates = [int(counts.get(name, 0)) for name in ("removed", "reported", "left")]
        rows.append((what, kind, layout, group["paper"].nunique(), len(group), *fates))
    rows.sort(key=lambda row: (row[0] != "identifying", order[row[1]], row[2]))
    return pd.DataFrame(rows, columns=COLUMNS)


if __name__ == "__main__":
    TABLE.parent.mkdir(exist_ok=True)
    measure().to_csv(TABLE, index=False, lineterminator="\n")
    sys.stdout.write(measure().to_string() + "\n")
