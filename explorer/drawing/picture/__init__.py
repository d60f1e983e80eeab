"""The picture of a graph at a step of a trace, as shapes that any kind of file can hold."""

from explorer.drawing.picture.primitives import Picture
from explorer.drawing.picture.sheets import picture_of, pictures_of

__all__ = ["Picture", "picture_of", "pictures_of"]
