"""Messages on the theme: colours, shapes and sizes by role."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from explorer.drawing.messages.document import CopyRoleName, KindName, RoleName


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


class Theme(TypedDict):
    finality: dict[RoleName, FinalityLook]
    roles: list[RoleName]
    shapes: dict[KindName, ShapeLook]
    activity: dict[str, MarkLook]
    signs: dict[str, str]
    copies: dict[CopyRoleName, CopyLook]
    board: dict[str, BoardColour]
    edge: str
    marks: dict[str, MarkLook]
    dashed: Sequence[str]
    meanings: dict[str, str]
    relations: dict[str, str]
    noScore: Fill
    largestDrawn: int
    zero: Fill
