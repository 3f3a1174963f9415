"""From a PDF to records and figures: spans, lines, margins, title block, blocks; each step in a module of its own."""

from peerassay.manuscripts.pdf.opening import EXTRACTOR, MOST_BYTES, MOST_PAGES, MOST_SECONDS, UnreadableError
from peerassay.manuscripts.pdf.reading import read_pdf

__all__ = ["EXTRACTOR", "MOST_BYTES", "MOST_PAGES", "MOST_SECONDS", "UnreadableError", "read_pdf"]
