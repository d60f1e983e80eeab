"""Pictures painted by matplotlib: pixels or a PDF page, with the font that comes with matplotlib."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from io import BytesIO
from threading import Lock

import numpy as np
from matplotlib import rc_context
from matplotlib.artist import Artist
from matplotlib.backend_bases import GraphicsContextBase, RendererBase
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.textpath import text_to_path
from matplotlib.transforms import Affine2D
from numpy.typing import NDArray
from PIL import Image

from explorer.drawing.picture.lettering import drawable, font_file
from explorer.drawing.picture.primitives import (
    Circle,
    Curve,
    Picture,
    Polygon,
    Polyline,
    Stroke,
    Text,
)

_INCH = 96.0  # pixels of the canvas
_COMPRESSION = 4  # of PNG: twice as fast as the usual 6, and hardly larger
_LARGEST_PAGE = 18_000.0  # pixels of the canvas; PDF allows 14,400 points

_ONE_AT_A_TIME = Lock()  # because the settings of matplotlib are those of all threads


@contextmanager
def settings() -> Iterator[None]:
    """Fix the settings of matplotlib that a matplotlibrc of the user could otherwise change."""
    with (
        _ONE_AT_A_TIME,
        rc_context(
            {
                "path.simplify": False,
                "path.sketch": None,
                "agg.path.chunksize": 0,
                "text.antialiased": True,
                "text.hinting": "no_hinting",
                "savefig.bbox": None,
                "pdf.fonttype": 42,
                "pdf.compression": 6,
                "pdf.inheritcolor": False,
                "pdf.use14corefonts": False,
            }
        ),
    ):
        yield


def png(picture: Picture, scale: float) -> bytes:
    """Return the picture as a PNG file, `scale` pixels for a pixel of the canvas; its print has the size of the
    canvas."""
    file = BytesIO()
    image = Image.fromarray(pixels(picture, scale))
    image.save(file, format="PNG", dpi=(scale * _INCH, scale * _INCH), compress_level=_COMPRESSION)
    return file.getvalue()


def pixels(picture: Picture, scale: float) -> NDArray[np.uint8]:
    """Return the picture as an array of shape (height, width, 3)."""
    file = BytesIO()
    with settings():
        figure = _figure_of(picture, 1.0, scale * _INCH)
        figure.savefig(file, format="rgba", dpi="figure", transparent=False)
    size = int(figure.bbox.height), int(figure.bbox.width), 4
    return np.frombuffer(file.getbuffer(), np.uint8).reshape(size)[:, :, :3].copy()


def pdf(picture: Picture) -> bytes:
    """Return the picture as a PDF file of one page, made smaller if it would not fit a page."""
    shrunk = min(1.0, _LARGEST_PAGE / max(picture.width, picture.height))
    about = {"Title": picture.name, "CreationDate": None, "Producer": None, "Creator": None}
    file = BytesIO()
    with settings():
        _figure_of(picture, shrunk, _INCH).savefig(file, format="pdf", metadata=about, transparent=False)
    return file.getvalue()


def _figure_of(picture: Picture, shrunk: float, dpi: float) -> Figure:
    """Return the matplotlib figure that holds a picture."""
    width, height = (shrunk * (side + 0.01) / _INCH for side in (picture.width, picture.height))  # it rounds down
    figure = Figure(figsize=(width, height), dpi=dpi, facecolor=picture.paper, edgecolor="none")
    figure.add_artist(Painting(picture, shrunk))
    return figure


class Painting(Artist):
    """All shapes of a picture as one artist, which spares matplotlib thousands of objects.

    Parameters
    ----------
    shrunk : its size, 1 for that of the canvas.
    """

    def __init__(self, picture: Picture, shrunk: float) -> None:
        super().__init__()
        self._picture = picture
        self._points = shrunk * 72 / _INCH  # in a pixel of the canvas

    def draw(self, renderer: RendererBase) -> None:
        """Paint every shape."""
        figure = self.get_figure(root=True)
        height = figure.bbox.height if figure else 0.0
        scale = float(np.asarray(renderer.points_to_pixels(self._points), np.float64))
        self._place = Affine2D().scale(scale, -scale).translate(0, height)
        for shape in self._picture.shapes():
            if isinstance(shape, Text):
                self._paint_text(renderer, shape, height)
            else:
                self._paint_path(renderer, shape)

    def _paint_path(self, renderer: RendererBase, shape: Circle | Polygon | Polyline | Curve) -> None:
        """Paint a circle, a polygon, a line or a curve."""
        fill = None if isinstance(shape, Polyline | Curve) else shape.fill
        gc = self._graphics_context(renderer, shape.stroke, shape.opacity)
        face = None if fill is None else (*to_rgb(fill), shape.opacity)
        renderer.draw_path(gc, _path_of(shape), self._place, face)
        gc.restore()

    def _graphics_context(self, renderer: RendererBase, stroke: Stroke | None, opacity: float) -> GraphicsContextBase:
        """Return the matplotlib graphics context that paints with a pen."""
        gc = renderer.new_gc()
        gc.set_snap(False)
        gc.set_linewidth(stroke.width * self._points if stroke else 0)
        gc.set_joinstyle("round" if stroke and stroke.round else "miter")
        gc.set_capstyle("round" if stroke and stroke.round else "butt")
        if stroke:
            gc.set_foreground(stroke.colour)
        if stroke and stroke.dash:
            gc.set_dashes(0, [length * self._points for length in stroke.dash])
        gc.set_alpha(opacity)
        return gc

    def _paint_text(self, renderer: RendererBase, text: Text, height: float) -> None:
        """Paint a text, after its outline if it has one."""
        words = drawable(text.text, bold=text.bold)
        if text.outline:
            self._paint_outline(renderer, text, words, text.outline)
        x, y = self._place.transform((text.left, text.y))
        font = _font_properties(text.bold).copy()
        font.set_size(text.size * self._points)
        gc = self._graphics_context(renderer, Stroke(text.colour, 1), 1.0)
        renderer.draw_text(gc, x, height - y if renderer.flipy() else y, words, font, 0)
        gc.restore()

    def _paint_outline(self, renderer: RendererBase, text: Text, words: str, stroke: Stroke) -> None:
        """Paint the outline of a text."""
        outlines = _letter_outlines(words, text.bold)
        size = text.size / text_to_path.FONT_SCALE
        placed = Affine2D().scale(size, -size).translate(text.left, text.y) + self._place
        gc = self._graphics_context(renderer, stroke, 1.0)
        renderer.draw_path(gc, outlines, placed)
        gc.restore()


def _path_of(shape: Circle | Polygon | Polyline | Curve) -> Path:
    """Return the matplotlib path of a shape."""
    if isinstance(shape, Circle):
        return Path.circle((shape.x, shape.y), shape.radius)
    if isinstance(shape, Polygon):
        return Path([*shape.points, shape.points[0]], closed=True)
    if isinstance(shape, Polyline):
        return Path(shape.points)
    points = [shape.start, *(point for bend in shape.bends for point in bend)]
    return Path(points, [Path.MOVETO, *[Path.CURVE4] * (3 * len(shape.bends))])


@lru_cache(4096)  # the frames of an animation have their names in common
def _letter_outlines(words: str, bold: bool) -> Path:
    """Return the outlines of the letters, in the size `text_to_path.FONT_SCALE`."""
    points, codes = text_to_path.get_text_path(_font_properties(bold), words)
    return Path(points, codes) if len(points) else Path(np.empty((0, 2)))


@cache
def _font_properties(bold: bool) -> FontProperties:
    return FontProperties(fname=font_file(bold))
