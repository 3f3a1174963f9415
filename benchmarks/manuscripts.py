"""Reading PDFs: pages per second against bare pypdf extraction, and memory on a file of 500 pages.

The file is set by this script: running text in the words of the compendium's own manuscripts, with headings and page
numbers. Both sides read the same bytes in one run, in turns; their processor time is compared. Memory is what a fresh
process needs beyond its imports.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas

from peerassay.manuscripts import blind, read_pdf
from peerassay.rewrites.folder import load_rewrites

PAGES, LONG, REPEATS = 40, 500, 5
MOST_RATIO, MOST_MEGABYTES = 1.5, 400


def make_pdf(pages: int) -> bytes:
    """Set a paper of so many pages, 46 lines each."""
    words = " ".join(versions["original"] for versions in load_rewrites().texts.values()).split()
    lines = [" ".join(words[place : place + 13]) for place in range(0, len(words) - 13, 13)]
    buffer = BytesIO()
    canvas = Canvas(buffer, invariant=1)
    for page in range(pages):
        canvas.setFont("Times-Bold", 12)
        canvas.drawString(72, 760, f"{page + 1} Section")
        drawing = canvas.beginText(72, 735)
        drawing.setFont("Times-Roman", 10, 14)
        for row in range(46):
            drawing.textLine(f"{lines[(page * 46 + row) % len(lines)][:95]}")
        canvas.drawText(drawing)
        canvas.drawString(300, 40, str(page + 1))
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def time_reading(path: Path) -> bool:
    """Compare with extraction alone, and say how long blinding takes."""
    best = {"pypdf": float("inf"), "peerassay": float("inf"), "and blinding": float("inf")}
    read_pdf(path)
    for _ in range(REPEATS):
        start = process_time()
        for page in PdfReader(path).pages:
            page.extract_text()
        middle = process_time()
        package = read_pdf(path)
        end = process_time()
        blind(package)
        times = {"pypdf": middle - start, "peerassay": end - middle, "and blinding": process_time() - middle}
        best = {name: min(best[name], seconds) for name, seconds in times.items()}
    for name, seconds in best.items():
        print(f"{name:14} {PAGES / seconds:8.1f} pages per second")
    ratio = best["peerassay"] / best["pypdf"]
    print(f"ratio {ratio:.2f}; with blinding {best['and blinding'] / best['pypdf']:.2f}")
    return ratio <= MOST_RATIO


def measure_memory(path: Path) -> bool:
    """Read a long file in a process of its own."""
    command = [sys.executable, __file__, "--memory", str(path)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    seconds, megabytes = map(float, answer.split())
    print(f"{LONG} pages: {seconds:.1f} s, {megabytes:.0f} MB beyond the imports")
    return megabytes <= MOST_MEGABYTES


def peak() -> float:
    """Most memory that this process has used so far, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def read_long(path: str) -> None:
    """Print seconds and megabytes of reading one file."""
    before, start = peak(), perf_counter()
    read_pdf(path)
    print(perf_counter() - start, peak() - before)


def main() -> int:
    """Run both; the exit status says whether the targets were met."""
    with TemporaryDirectory() as folder:
        short, long = Path(folder) / "short.pdf", Path(folder) / "long.pdf"
        short.write_bytes(make_pdf(PAGES))
        long.write_bytes(make_pdf(LONG))
        met = [time_reading(short), measure_memory(long)]
    verdict = "met" if all(met) else "MISSED"
    print(f"targets (ratio <= {MOST_RATIO}, memory <= {MOST_MEGABYTES} MB): {verdict}")
    return 0 if all(met) else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["--memory"]:
        read_long(sys.argv[2])
    else:
        sys.exit(main())
