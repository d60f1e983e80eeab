"""Messages to the script that draws pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict

from explorer.drawing.messages.document import Exact, GameDocument
from explorer.drawing.messages.theme import BoardColour, Theme
from explorer.drawing.messages.trace import TraceData


class PageColours(TypedDict):
    """Colours of the page under a picture."""

    dark: bool
    paper: str
    ink: str


class SheetWords(TypedDict):
    """Texts of a sheet besides the graph: title, legend and captions only where these are true; `caption` is an
    explanation in place of the captions of the steps, and `left_out` a sentence at the last step."""

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
    """Nodes and moves of an explanation, the moves with their marks."""

    nodes: list[str]
    moves: list[tuple[str, str, str]]


class SheetData(TypedDict):
    """Graph, trace and steps of a picture, with the widths of regular and bold letters at a size of 1."""

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
    """A small picture: its data, its width and height, and whether it has names."""

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
    """The look of a node, in colours and words."""

    id: str
    kind: str
    role: str
    fill: str
    text: NotRequired[str | None]
    title: str


BandData = TypedDict("BandData", {"from": str, "to": str, "kind": str})
"""A marked move."""


class LooksData(TypedDict):
    """Nodes and moves that are there at a step, and the marked moves."""

    nodes: list[LookData]
    moves: list[tuple[str, str]]
    bands: list[BandData]
