"""One palette of 256 colours for pictures that follow each other, so that no colour flickers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, product
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from explorer.drawing.picture import Picture
from explorer.drawing.picture.primitives import Text, colours_of

if TYPE_CHECKING:
    from PIL import Image

_SIZE = 256
_BLENDED = 6  # colours, paper first, that get blends with all others

Colour = tuple[int, int, int]


class Palette:
    """Palette of the colours in pictures, with as many blends of them as fit, for the rims of shapes."""

    def __init__(self, pictures: Iterable[Picture]) -> None:
        self._colours = np.array(_palette_colours(pictures), np.int32)
        self._places = np.full(2**24, -1, np.int16)  # of the nearest colour, for those that have been met

    def image(self, pixels: NDArray[np.uint8]) -> Image.Image:
        """Return the pixels, shape (height, width, 3), as an image with the palette; each has the nearest colour."""
        from PIL import Image

        red, green, blue = np.moveaxis(pixels.astype(np.int32), 2, 0)
        codes = red << 16 | green << 8 | blue
        self._store_nearest_colours(codes)
        image = Image.fromarray(self._places[codes].astype(np.uint8))
        image.putpalette(self._colours.astype(np.uint8).tobytes())
        return image

    def _store_nearest_colours(self, codes: NDArray[np.int32]) -> None:
        """Store the nearest palette colour for each pixel colour that has not been met before."""
        met = np.zeros(len(self._places), np.bool_)
        met[codes] = True
        for code in np.flatnonzero(met & (self._places < 0)):
            colour = (code >> 16, code >> 8 & 255, code & 255)
            self._places[code] = ((self._colours - colour) ** 2).sum(axis=1).argmin()


def _palette_colours(pictures: Iterable[Picture]) -> list[Colour]:
    """Return at most 256 colours for a palette: those of the pictures, and blends of them."""
    pure = list(dict.fromkeys(chain.from_iterable(map(_picture_colours, pictures))))
    if len(pure) > _SIZE:
        return _representative_colours(pure)
    pairs = product((0.5, 0.25, 0.75), pure[:_BLENDED], pure)
    blends = (_mixed_colour(one, other, share) for share, other, one in pairs)
    return list(dict.fromkeys(chain(pure, blends)))[:_SIZE]


def _representative_colours(colours: list[Colour]) -> list[Colour]:
    """Return 256 colours that represent a longer list of colours."""
    from PIL import Image

    row = Image.fromarray(np.array([colours], np.uint8))
    channels = row.quantize(_SIZE).getpalette() or []
    return [(red, green, blue) for red, green, blue in zip(*(channels[k::3] for k in range(3)), strict=True)]


def _picture_colours(picture: Picture) -> Iterator[Colour]:
    """Yield the colours of a picture, paper first, see-through ones as they look on paper."""
    paper = _rgb_of(picture.paper)
    yield paper
    for shape in picture.shapes():
        opacity = 1.0 if isinstance(shape, Text) else shape.opacity
        yield from (_mixed_colour(_rgb_of(colour), paper, opacity) for colour in colours_of(shape))


def _mixed_colour(one: Colour, other: Colour, share: float) -> Colour:
    """Return a mixture of two colours, with a share of the first."""
    red, green, blue = (round(share * a + (1 - share) * b) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _rgb_of(colour: str) -> Colour:
    """Return red, green and blue of a colour such as "#ff8000"."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
