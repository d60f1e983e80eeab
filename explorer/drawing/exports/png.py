"""PNG: a picture made of pixels, for slides, pages and messages."""

from __future__ import annotations

import math

from explorer.drawing.exports.export import Export, ExportProgress
from explorer.drawing.graph_view import GraphView, Style
from explorer.drawing.picture import Picture, picture_of
from explorer.model.errors import FormatError
from explorer.model.libraries import needed_for

MOST_PIXELS = 60_000_000
SMALLEST, LARGEST = 0.1, 8.0  # scale


def require_pixels(picture: Picture, scale: float) -> None:
    """Raise FormatError if a picture would have too many pixels.

    Raises
    ------
    FormatError
        If the scale is impossible or too large; the message says which is not.
    """
    if not SMALLEST <= scale <= LARGEST:
        raise FormatError(f"the scale must lie between {SMALLEST:g} and {LARGEST:g}, got {scale:g}")
    pixels = picture.width * picture.height * scale**2
    if pixels <= MOST_PIXELS:
        return
    fitting = math.floor(100 * math.sqrt(MOST_PIXELS / (picture.width * picture.height))) / 100
    way = f"choose a scale of at most {fitting:g}, or export SVG or PDF" if fitting >= SMALLEST else "export SVG or PDF"
    raise FormatError(
        f"at this scale the picture would have {pixels / 1e6:,.0f} million pixels, and the limit is "
        f"{MOST_PIXELS / 1e6:,.0f} million; {way}"
    )


def _write(view: GraphView, style: Style, progress: ExportProgress) -> bytes:
    with needed_for("pictures"):
        from explorer.drawing.picture.painting import png

    picture = picture_of(view, style)
    require_pixels(picture, style.scale)
    return png(picture, style.scale)


EXPORT = Export(
    name="png",
    title="Picture (PNG)",
    suffix=".png",
    mime="image/png",
    write=_write,
    styled_by=("title", "legend", "caption", "dark", "scale"),
    rank=10,
    is_painted=True,
    holds_both=True,
)
