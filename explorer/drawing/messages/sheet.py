"""What Python gives the script that draws pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict

from explorer.drawing.messages.document import Exact, GameDocument
from explorer.drawing.messages.theme import BoardColour, Theme
from explorer.drawing.messages.trace import TraceData


class PageColours(TypedDict):
    """What a picture is drawn on."""

    dark: bool
    paper: str
    ink: str


class SheetWords(TypedDict):
    """What stands on a sheet besides the graph: title, legend and captions only where these are true; `caption` is an
    explanation that stands for those of the steps, and `left_out` what is said at the last one."""

    name: str
    subtitle: str
    caption: str | None
    left_out: str
    accent: str
    title: bool
    legend: bool
    captions: bool
    bare: bool


class HighlightData(TypedDict):
    """What an explanation lights: nodes, and moves with their marks."""

    nodes: list[str]
    moves: list[tuple[str, str, str]]


class SheetData(TypedDict):
    """What is shown, at which steps, and what letters are wide: regular and bold ones at a size of 1."""

    document: GameDocument
    theme: Theme
    trace: TraceData
    endless: Exact
    highlight: HighlightData | None
    page: PageColours
    words: SheetWords
    steps: Sequence[int]
    widths: tuple[Mapping[str, float], Mapping[str, float]]


class SmallData(TypedDict):
    """What is shown in a small picture, its width and height, and whether names stand in it."""

    data: SheetData
    size: tuple[int, int]
    with_names: bool


class BoardData(TypedDict):
    """A position on a board, the longer side of which is so many pixels long."""

    board: dict[str, Any]
    cells: str
    size: float
    colours: Mapping[str, BoardColour]
    dark: bool


class LookData(TypedDict):
    """What a node looks like, in colours and words."""

    id: str
    kind: str
    role: str
    fill: str
    text: NotRequired[str | None]
    title: str


BandData = TypedDict("BandData", {"from": str, "to": str, "kind": str})
"""A marked move."""


class LooksData(TypedDict):
    """What is there at a step: nodes, moves, and which of these are marked."""

    nodes: list[LookData]
    moves: list[tuple[str, str]]
    bands: list[BandData]
