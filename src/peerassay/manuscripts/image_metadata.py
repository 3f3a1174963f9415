"""Images without what their files say about camera, place and author; the pixels stay as they are."""

from __future__ import annotations

from typing import Final

_JPEG_KEPT: Final = {0xE0, 0xE2, 0xEE}  # JFIF, colour profile, Adobe's colour transform
_PNG_DROPPED: Final = {b"tEXt", b"zTXt", b"iTXt", b"eXIf", b"tIME"}
_WEBP_DROPPED: Final = {b"EXIF", b"XMP "}
_PNG_HEAD: Final = b"\x89PNG\r\n\x1a\n"


def strip_metadata(data: bytes) -> bytes:
    """Drop the metadata of an image file.

    Parameters
    ----------
    data : bytes
        A JPEG, PNG or WebP file.

    Returns
    -------
    bytes
        The same image without EXIF, XMP, IPTC, comments and text chunks; the very same bytes if there are none, or if
        the file is no image of these kinds or is cut short.
    """
    if data[:2] == b"\xff\xd8":
        return _strip_jpeg(data)
    if data[:8] == _PNG_HEAD:
        return _strip_png(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _strip_webp(data)
    return data


def _strip_jpeg(data: bytes) -> bytes:
    kept, place = [data[:2]], 2
    while place + 4 <= len(data) and data[place] == 0xFF and data[place + 1] != 0xDA:
        marker = data[place + 1]
        end = place + 2 + int.from_bytes(data[place + 2 : place + 4], "big")
        if end > len(data):
            return data
        if not (0xE0 <= marker <= 0xEF or marker == 0xFE) or marker in _JPEG_KEPT:
            kept.append(data[place:end])
        place = end
    return b"".join([*kept, data[place:]])


def _strip_png(data: bytes) -> bytes:
    kept, place = [data[:8]], 8
    while place + 12 <= len(data):
        end = place + 12 + int.from_bytes(data[place : place + 4], "big")
        if data[place + 4 : place + 8] not in _PNG_DROPPED:
            kept.append(data[place:end])
        place = end
    return b"".join([*kept, data[place:]])


def _strip_webp(data: bytes) -> bytes:
    kept, place = [], 12
    while place + 8 <= len(data):
        name, size = data[place : place + 4], int.from_bytes(data[place + 4 : place + 8], "little")
        end = place + 8 + size + size % 2
        chunk = data[place:end]
        if name == b"VP8X":
            chunk = chunk[:8] + bytes([chunk[8] & ~0b1100]) + chunk[9:]
        if name not in _WEBP_DROPPED:
            kept.append(chunk)
        place = end
    body = b"WEBP" + b"".join(kept)
    return b"RIFF" + len(body).to_bytes(4, "little") + body
