"""Images as an endpoint takes them: re-encoded where they are too large, refused where there are too many."""

from __future__ import annotations

import warnings
from io import BytesIO
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from PIL import Image, UnidentifiedImageError

from peerassay.manuscripts.package import Figure
from peerassay.manuscripts.problems import PackageError, PackageProblem
from peerassay.manuscripts.validation import MEDIA_TYPES

if TYPE_CHECKING:
    from collections.abc import Callable

    from peerassay.manuscripts.package import Package

LONGEST_SIDE: Final = 1568
"""Pixels of the longest side at most (Can We Believe AI Peer Review?, Appendix B)."""
IMAGE_LIMIT: Final = 100
"""Images of one call at most (the same)."""
MOST_PIXELS: Final = 100_000_000
"""An image with more is not decoded: what little bytes unpack to must not fill the memory."""
_FORMATS = {"image/png": "PNG", "image/jpeg": "JPEG", "image/webp": "WEBP"}


def media_type(path: str) -> str:
    """Give the media type of an image file by the end of its name.

    Parameters
    ----------
    path : str
        For example ``figures/1.png``.

    Returns
    -------
    str
        For example ``image/png``.

    Raises
    ------
    ValueError
        If it is none that a package may hold.
    """
    ending = PurePosixPath(path).suffix.lower()
    if ending not in MEDIA_TYPES:
        raise ValueError(f"{path}: no image file; expected one of {', '.join(MEDIA_TYPES)}")
    return MEDIA_TYPES[ending]


def fit_image(figure: Figure, longest: int = LONGEST_SIDE) -> Figure:
    """Make an image no longer than allowed on its longest side.

    Parameters
    ----------
    figure : Figure
        Any image of a package.
    longest : int
        Pixels, at least 1.

    Returns
    -------
    Figure
        The very same if it fits; otherwise scaled down in proportion (Lanczos), in the same format, with a new digest.

    Raises
    ------
    ValueError
        If it is no image that can be decoded, or has far too many pixels.
    """
    if longest < 1:
        raise ValueError(f"longest = {longest}; expected at least 1 pixel")
    width, height = _size(figure)
    if max(width, height) <= longest:
        return figure
    share = longest / max(width, height)
    size = (max(1, round(width * share)), max(1, round(height * share)))
    return Figure.of(figure.path, figure.page, _scaled(figure, size))


def fit_images(package: Package, *, longest: int | None = LONGEST_SIDE, limit: int | None = IMAGE_LIMIT) -> Package:
    """Bring a package's images into the limits of an endpoint.

    Parameters
    ----------
    package : Package
        Any package.
    longest : int or None
        Pixels of the longest side at most; None leaves every image as it is.
    limit : int or None
        Images at most; None for no limit.

    Returns
    -------
    Package
        The same text in the same order.

    Raises
    ------
    PackageError
        If there are more images than allowed (no image is dropped: such a manuscript is excluded, and that is said), or
        images that cannot be decoded.
    """
    if limit is not None and len(package.figures) > limit:
        message = f"{len(package.figures)} images; the limit is {limit}, so that the manuscript has to be left out"
        raise PackageError(package.name, [PackageProblem("index.json", "", message)])
    if longest is None:
        return package
    problems: list[PackageProblem] = []
    items = tuple(
        _fitted(item, longest, problems.append) if isinstance(item, Figure) else item for item in package.items
    )
    if problems:
        raise PackageError(package.name, problems)
    return type(package)(package.name, items, package.version, package.source)


def _fitted(figure: Figure, longest: int, report: Callable[[PackageProblem], None]) -> Figure:
    try:
        return fit_image(figure, longest)
    except ValueError as error:
        report(PackageProblem(figure.path, "", str(error)))
        return figure


def _size(figure: Figure) -> tuple[int, int]:
    """Read an image's size from its head; nothing is decoded."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        try:
            with Image.open(BytesIO(figure.read()), formats=list(_FORMATS.values())) as image:
                size = image.size
        except (UnidentifiedImageError, Image.DecompressionBombError, OSError) as error:
            raise ValueError(f"{figure.path}: cannot be decoded: {error}".replace("<_io.BytesIO object", "<")) from None
    if size[0] * size[1] > MOST_PIXELS:
        raise ValueError(f"{figure.path}: {size[0]} x {size[1]} pixels; at most {MOST_PIXELS:,} in all are decoded")
    return size


def _scaled(figure: Figure, size: tuple[int, int]) -> bytes:
    encoding = _FORMATS[media_type(figure.path)]
    buffer = BytesIO()
    try:
        with Image.open(BytesIO(figure.read())) as image:
            plain = image.convert("RGB") if encoding == "JPEG" or image.mode not in {"RGB", "RGBA", "L"} else image
            plain.resize(size, Image.Resampling.LANCZOS).save(buffer, encoding)
    except OSError as error:
        raise ValueError(f"{figure.path}: cannot be decoded: {error}") from None
    return buffer.getvalue()
