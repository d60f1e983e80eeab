"""What travels of the theme: colours, shapes and sizes by role."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from explorer.drawing.messages.document import CopyRole, KindName, RoleName


class Ring(TypedDict):
    light: str
    dark: str
    width: float
    dash: Sequence[float]


class FinalityLook(TypedDict):
    name: str
    left: Ring
    right: Ring
    meaning: str
    of_bounds: str
    sign: str | None


class ShapeLook(TypedDict):
    shape: str
    meaning: str


class MarkLook(TypedDict):
    colour: str
    meaning: str


class CopyLook(TypedDict):
    style: str
    meaning: str


class BoardColour(TypedDict):
    light: str
    dark: str


class Fill(TypedDict):
    """The look of a score."""

    text: str
    fill: str
    ink: str


Vertex = tuple[float, float]
"""A corner of an outline, in radii, or a position on a node."""


class CardSizes(TypedDict):
    """The sizes of a node with a board, see `explorer.drawing.geometry`."""

    pad: float
    gap: float
    glyph: float
    smallest: float
    largest: float
    cell: float
    corner: float


class Bends(TypedDict):
    """How moves are bent around nodes, see `explorer.drawing.geometry`."""

    around: Sequence[float]
    paired: Sequence[float]
    stray: float
    rank: float
    near: float
    points: int


class Geometry(TypedDict):
    """The sizes of nodes, see `explorer.drawing.geometry`."""

    radius: float
    filled: float
    halo: float
    halves: Mapping[str, Sequence[Vertex]]
    scoreSizes: Sequence[tuple[int, float]]
    boundSizes: Sequence[tuple[int, float, float]]
    boundHeights: tuple[float, float]
    mark: Vertex
    markRadius: float
    loop: float
    loopHead: Sequence[Vertex]
    own: float
    ownHeight: float
    bends: Bends
    card: CardSizes


class Theme(TypedDict):
    finality: dict[RoleName, FinalityLook]
    roles: list[RoleName]
    shapes: dict[KindName, ShapeLook]
    activity: dict[str, MarkLook]
    signs: dict[str, str]
    copies: dict[CopyRole, CopyLook]
    board: dict[str, BoardColour]
    edge: str
    marks: dict[str, MarkLook]
    dashed: Sequence[str]
    meanings: dict[str, str]
    relations: dict[str, str]
    noScore: Fill
    largestDrawn: int
    geometry: Geometry
    zero: Fill
