"""Opening a PDF within bounds of size and time; whatever is wrong with it becomes one message."""

from __future__ import annotations

import logging
import time
from contextlib import contextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final

from peerassay.manuscripts.problems import PackageError, PackageProblem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pypdf import PdfReader

EXTRACTOR: Final = f"pypdf {version('pypdf')}"
"""The one extractor and its version; there is no other that would take its place."""
MOST_BYTES: Final = 200_000_000
"""Bytes of a file at most."""
MOST_PAGES: Final = 500
"""Pages at most; the longest of the 200 papers of the repeatability paper has 69."""
MOST_SECONDS: Final = 600.0
"""Seconds that reading one file may take."""
MOST_UNPACKED: Final = 75_000_000
"""Bytes to which one compressed stream may unpack."""
MOST_OPERATIONS: Final = 1_000_000
"""Operators and operands of one page's content."""
_DECODERS: Final = ("zlib", "lzw", "run_length", "jbig2", "brotli", "array_based_stream")


class UnreadableError(PackageError):
    """A file from which no manuscript can be made; one sentence says why."""

    def __init__(self, file: str, message: str) -> None:
        super().__init__(file, [PackageProblem(file, "", message)])
        self.args = (f"{file}: {message}",)


class Deadline:
    """A point in time after which reading stops."""

    def __init__(self, file: str, seconds: float) -> None:
        self.file, self.seconds = file, seconds
        self.end = time.monotonic() + seconds

    def check(self) -> None:
        """Stop if it has passed.

        Raises
        ------
        UnreadableError
            If it has.
        """
        if time.monotonic() > self.end:
            raise UnreadableError(self.file, f"takes longer than {self.seconds:g} seconds to read; given up")


@contextmanager
def open_pdf(path: Path, most_pages: int = MOST_PAGES) -> Iterator[tuple[PdfReader, list[str]]]:
    """Open a PDF; everything that is read of it has to be read inside the block.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    most_pages : int
        Pages at most.

    Yields
    ------
    reader : pypdf.PdfReader
        Decrypted if it needs no password.
    warnings : list of str
        What pypdf complains about while the block runs.

    Raises
    ------
    UnreadableError
        If it is empty, too large, no PDF, damaged, encrypted, without pages or with too many, or if anything in it
        unpacks to more than is allowed.
    """
    from pypdf import PdfReader, apply_configuration
    from pypdf.errors import DependencyError, LimitReachedError

    _check_file(path)
    limits: dict[str, Any] = {f"{name}_maximum_output_length": MOST_UNPACKED for name in _DECODERS}
    try:
        with (
            _listening() as warnings,
            apply_configuration(**limits, stream_parsing_work_maximum_count=MOST_OPERATIONS),
            path.open("rb") as file,
        ):
            reader = PdfReader(file)
            _check_reader(path.name, reader, most_pages)
            yield reader, warnings
    except (PackageError, KeyboardInterrupt):
        raise
    except (LimitReachedError, MemoryError) as error:
        raise UnreadableError(path.name, f"unpacks to more than is read: {error}") from error
    except DependencyError as error:
        raise UnreadableError(path.name, f"needs something that is not installed: {error}") from error
    except Exception as error:
        raise UnreadableError(path.name, f"is damaged: {type(error).__name__}: {error}") from error


def _check_file(path: Path) -> None:
    if not path.is_file():
        raise FileNotFoundError(f"{path}: no such file")
    size = path.stat().st_size
    if size == 0:
        raise UnreadableError(path.name, "is empty")
    if size > MOST_BYTES:
        raise UnreadableError(path.name, f"has {size:,} bytes; at most {MOST_BYTES:,} are read")
    with path.open("rb") as file:
        if b"%PDF-" not in file.read(1024):
            raise UnreadableError(path.name, "is no PDF: it does not begin with %PDF")


def _check_reader(name: str, reader: PdfReader, most_pages: int) -> None:
    if reader.is_encrypted and not reader.decrypt(""):
        raise UnreadableError(name, "is encrypted; remove the password first, for example with qpdf --decrypt")
    pages = len(reader.pages)
    if pages == 0:
        raise UnreadableError(name, "has no pages")
    if pages > most_pages:
        raise UnreadableError(name, f"has {pages:,} pages; at most {most_pages:,} are read")


@contextmanager
def _listening() -> Iterator[list[str]]:
    """Collect what pypdf would print."""
    heard: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: heard.append(record.getMessage())  # type: ignore[method-assign]
    logger = logging.getLogger("pypdf")
    spread, logger.propagate = logger.propagate, False
    logger.addHandler(handler)
    try:
        yield heard
    finally:
        logger.removeHandler(handler)
        logger.propagate = spread
