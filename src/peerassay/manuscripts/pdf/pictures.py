"""The images of a PDF, as files of a package."""

from __future__ import annotations

from collections import Counter
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from PIL import Image

from peerassay.manuscripts.images import MOST_PIXELS
from peerassay.manuscripts.package import Figure
from peerassay.manuscripts.pdf.opening import UnreadableError
from peerassay.manuscripts.validation import FIGURES

if TYPE_CHECKING:
    from pypdf import PageObject

    from peerassay.manuscripts.pdf.opening import Deadline

SMALLEST_SIDE: Final = 24
"""Pixels; anything smaller is a rule or an icon, and is left out with a note."""
OFTEN: Final = 3
"""An image on so many pages belongs to the layout, such as a logo."""
MOST_IMAGES: Final = 1000
"""Images of one file at most; the most in the 200 papers of the repeatability paper is 224."""


def image_objects(page: PageObject) -> dict[str, Any]:
    """List the images that a page's resources name.

    Parameters
    ----------
    page : pypdf.PageObject
        The page.

    Returns
    -------
    dict of str to object
        Image by its name on this page; images inside other drawings are not among them.
    """
    resources = page.get("/Resources")
    objects = resources.get_object().get("/XObject") if resources is not None else None
    found = {str(name): item.get_object() for name, item in (objects.get_object().items() if objects else ())}
    return {name: item for name, item in found.items() if item.get("/Subtype") == "/Image"}


class Gallery:
    """Takes the images page by page; counts what it leaves out.

    Parameters
    ----------
    file : str
        Name of the PDF, for messages.
    deadline : Deadline
        Checked with every image.
    """

    def __init__(self, file: str, deadline: Deadline) -> None:
        self.file, self.deadline = file, deadline
        self.uses: Counter[int] = Counter()
        self.left_out: Counter[str] = Counter()
        self.taken = 0

    def count(self, objects: dict[str, Any]) -> None:
        """Note on which pages an image is used, so that what recurs can be told."""
        self.uses.update({id(item) for item in objects.values()})

    def take(self, page: PageObject, number: int, objects: dict[str, Any]) -> dict[str, Figure]:
        """Decode the images of a page.

        Parameters
        ----------
        page : pypdf.PageObject
            The page.
        number : int
            Its number.
        objects : dict
            As `image_objects` lists them.

        Returns
        -------
        dict of str to Figure
            By name on the page, in order.

        Raises
        ------
        UnreadableError
            If there are too many images, or one has too many pixels.
        """
        figures: dict[str, Figure] = {}
        for name, item in objects.items():
            self.deadline.check()
            if reason := self._reason(item):
                self.left_out[reason] += 1
                continue
            self.taken += 1
            if self.taken > MOST_IMAGES:
                raise UnreadableError(self.file, f"has more than {MOST_IMAGES:,} images")
            if figure := self._figure(page, number, name, len(figures) + 1):
                figures[name] = figure
        return figures

    def _reason(self, item: Any) -> str:
        width, height = int(item.get("/Width", 0)), int(item.get("/Height", 0))
        if width * height > MOST_PIXELS:
            raise UnreadableError(
                self.file, f"has an image of {width} x {height} pixels; at most {MOST_PIXELS:,} in all are decoded"
            )
        if min(width, height) < SMALLEST_SIDE:
            return f"with a side below {SMALLEST_SIDE} pixels"
        return f"on {OFTEN} pages or more" if self.uses[id(item)] >= OFTEN else ""

    def _figure(self, page: PageObject, number: int, name: str, place: int) -> Figure | None:
        try:
            found = page.images[name]
            ending, data = _as_file(found.data)
        except (OSError, ValueError, KeyError, NotImplementedError, TypeError, Image.DecompressionBombError):
            self.left_out["that cannot be decoded"] += 1
            return None
        return Figure.of(f"{FIGURES}/p{number:03d}-{place}.{ending}", number, data)


def _as_file(data: bytes) -> tuple[str, bytes]:
    """Keep a JPEG or PNG as it is; make a PNG of anything else."""
    kind = "jpg" if data[:3] == b"\xff\xd8\xff" else "png" if data[:8] == b"\x89PNG\r\n\x1a\n" else ""
    if kind:
        return kind, data
    buffer = BytesIO()
    with Image.open(BytesIO(data)) as image:
        (image if image.mode in {"RGB", "RGBA", "L"} else image.convert("RGB")).save(buffer, "PNG")
    return "png", buffer.getvalue()
