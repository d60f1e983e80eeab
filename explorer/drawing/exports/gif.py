"""GIF: the steps of a trace, or the moments of two, as an animation that plays everywhere."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from itertools import chain
from typing import TYPE_CHECKING

from explorer.drawing.exports.export import Export, ExportProgress
from explorer.drawing.exports.png import require_pixels
from explorer.drawing.graph_view import GraphView, Style
from explorer.drawing.picture import Picture, pictures_of
from explorer.model.errors import FormatError
from explorer.model.libraries import needed_for

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_FRAMES = 300
MOST_PIXELS = 250_000_000  # in all frames
SHORTEST, LONGEST = 0.02, 60.0  # seconds for a step


def steps_of(view: GraphView, style: Style) -> range:
    """Return the steps of a view that an animation shows, or the moments of two runs.

    Raises
    ------
    FormatError
        If there is no trace, a step that does not exist is asked for, or there are too many.
    """
    unit = view.unit
    last = len(view) - 1 if style.last is None else style.last
    if not 0 <= style.first <= last < len(view):
        raise FormatError(
            f"there are no {unit}s {style.first} to {last}; choose a first and a last {unit} between 0 and "
            f"{len(view) - 1}"
        )
    frames = last - style.first + 1
    if frames > MOST_FRAMES:
        raise FormatError(
            f"an animation has at most {MOST_FRAMES} {unit}s, not {frames:,}; choose a first and a last {unit}"
        )
    return range(style.first, last + 1)


def _write(view: GraphView, style: Style, progress: ExportProgress) -> bytes:
    with needed_for("animations"):
        from explorer.drawing.exports.palette import Palette
        from explorer.drawing.picture.painting import pixels

    view, steps = replace(view, highlight=None), steps_of(view, style)
    if not SHORTEST <= style.pause <= LONGEST:
        raise FormatError(f"a step takes between {SHORTEST:g} and {LONGEST:g} seconds, not {style.pause:g}")
    pictures = pictures_of(view, style, steps)
    first = next(pictures)
    _require_few_pixels(first, style.scale, len(steps))
    palette = Palette(chain((first,), pictures))
    frames = []
    again = pictures_of(view, style, steps)  # because all of them together would fill the memory
    for done, picture in enumerate(again, 1):
        frames.append(palette.image(pixels(picture, style.scale)))
        progress(done, len(steps))
    return _gif_of_frames(frames, style.pause)


def _require_few_pixels(picture: Picture, scale: float, frames: int) -> None:
    """Raise FormatError if all frames of an animation together have too many pixels."""
    require_pixels(picture, scale)
    pixels = frames * picture.width * picture.height * scale**2
    if pixels > MOST_PIXELS:
        fitting = math.floor(100 * scale * math.sqrt(MOST_PIXELS / pixels)) / 100
        raise FormatError(
            f"the animation would have {pixels / 1e6:,.0f} million pixels, and the limit is {MOST_PIXELS / 1e6:,.0f} "
            f"million; choose a scale of at most {fitting:g}, or fewer steps"
        )


def _gif_of_frames(frames: Sequence[Image], pause: float) -> bytes:
    """Return the frames as a GIF file that repeats for ever, with a pause after each."""
    file = BytesIO()
    frames[0].save(
        file,
        format="GIF",
        save_all=True,
        append_images=frames[1:],
        duration=10 * round(100 * pause),  # milliseconds, of which GIF knows tens
        loop=0,
        optimize=False,
        disposal=1,
    )
    return file.getvalue()


EXPORT = Export(
    name="gif",
    title="Animation (GIF)",
    suffix=".gif",
    mime="image/gif",
    write=_write,
    needs_trace=True,
    styled_by=("title", "legend", "caption", "dark", "scale", "first", "last", "pause"),
    rank=50,
    is_painted=True,
    holds_both=True,
)
