"""A page of a PDF → a small PNG of the page as displayed; knows no text.

Pages of text are nearly all white with grey edges of letters: sixteen greys hold them, at about a
tenth of the bytes of full colour. A page with colours gets the 216 colours of a 6 × 6 × 6 cube and
the same greys.
"""

from __future__ import annotations

import ctypes
import struct
import zlib
from typing import TYPE_CHECKING

from pypdfium2 import raw

from pincite.readers.pdf.glyphs import Glyphs
from pincite.records import PageImage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

__all__ = ["draw_page", "extent", "render"]

_WHITE = 0xFFFFFFFF
_GREY_SPREAD = 8
"""Channels no further apart than this make a grey."""
_LONGEST = 14_400.0
"""Points; a longer side is no page that could be read."""


def draw_page(page: Glyphs, *, pixels: int) -> PageImage | None:
    """Draw a page.

    Args:
        page: An open page.
        pixels: On the longer side.

    Returns:
        None for a page without extent, or one that pdfium has no memory for.
    """
    colours = render(page, pixels=pixels)
    if colours is None:
        return None
    width, height = extent(page)
    return PageImage(page.number + 1, round(width, 2), round(height, 2), _png(colours))


def extent(page: Glyphs) -> tuple[float, float]:
    """Width and height of a page as displayed, in points."""
    width = float(raw.FPDF_GetPageWidthF(page.handle))
    return width, float(raw.FPDF_GetPageHeightF(page.handle))


def render(page: Glyphs, *, pixels: int) -> Pixels | None:
    """The pixels of a page as displayed, `(height, width, 3)`, red first.

    Args:
        page: An open page.
        pixels: On the longer side.

    Returns:
        None for a page without extent, or one that pdfium has no memory for.
    """
    import numpy as np

    sides = extent(page)
    if not all(0 < side <= _LONGEST for side in sides):
        return None
    width, height = (max(1, round(side * pixels / max(sides))) for side in sides)
    bitmap = raw.FPDFBitmap_CreateEx(width, height, raw.FPDFBitmap_BGR, None, 0)
    if not bitmap:
        return None
    try:
        raw.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, _WHITE)
        raw.FPDF_RenderPageBitmap(bitmap, page.handle, 0, 0, width, height, 0, raw.FPDF_ANNOT)
        stride = raw.FPDFBitmap_GetStride(bitmap)
        data = ctypes.string_at(raw.FPDFBitmap_GetBuffer(bitmap), stride * height)
    finally:
        raw.FPDFBitmap_Destroy(bitmap)
    rows = np.frombuffer(data, dtype=np.uint8).reshape(height, stride)
    return rows[:, : 3 * width].reshape(height, width, 3)[:, :, ::-1]


def _png(colours: Pixels) -> bytes:
    import numpy as np

    height, width, _ = colours.shape
    red, green, blue = (np.ascontiguousarray(colours[:, :, channel]) for channel in range(3))
    spread = np.maximum(np.maximum(red, green), blue) - np.minimum(np.minimum(red, green), blue)
    grey = green // np.uint8(16)
    if int(spread.max()) <= _GREY_SPREAD:
        return _file(width, height, depth=4, colour_type=0, palette=b"", rows=_paired(grey))
    sixth = ((np.arange(256) * 5 + 127) // 255).astype(np.uint8)
    cube = sixth[red] * np.uint8(36) + sixth[green] * np.uint8(6) + sixth[blue]
    rows = np.where(spread <= _GREY_SPREAD, np.uint8(216) + grey, cube)
    levels = range(0, 256, 51)
    palette = bytes(
        c for red in levels for green in levels for blue in levels for c in (red, green, blue)
    )
    palette += bytes(c for level in range(16) for c in (level * 17,) * 3)
    return _file(width, height, depth=8, colour_type=3, palette=palette, rows=rows)


def _paired(levels: Pixels) -> Pixels:
    """Two 4-bit pixels a byte."""
    import numpy as np

    even = np.pad(levels, ((0, 0), (0, levels.shape[1] % 2)))
    return even[:, 0::2] * np.uint8(16) + even[:, 1::2]


def _file(
    width: int, height: int, *, depth: int, colour_type: int, palette: bytes, rows: Pixels
) -> bytes:
    """A PNG (ISO/IEC 15948) of rows that are not filtered."""
    import numpy as np

    lines = np.pad(rows, ((0, 0), (1, 0))).tobytes()
    header = struct.pack(">IIBBBBB", width, height, depth, colour_type, 0, 0, 0)
    return b"".join(
        [
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", palette) if palette else b"",
            _chunk(b"IDAT", zlib.compress(lines, 6)),
            _chunk(b"IEND", b""),
        ]
    )


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
