"""Everything put together: title above, legend at the right or below, caption of the step at the bottom.

All pictures of one trace have one size, and in all of them a node lies at the same position: what a picture needs
room for is found out first, for all steps that are asked for, and then each is drawn.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from explorer.drawing.limits import LARGEST_DRAWN
from explorer.drawing.picture import legend, words
from explorer.drawing.picture.block import EMPTY, Block
from explorer.drawing.picture.graph_drawing import GraphDrawing
from explorer.drawing.picture.lettering import printable
from explorer.drawing.picture.moment import moment_of
from explorer.drawing.picture.primitives import Picture, Point
from explorer.drawing.shown import Shown, Style
from explorer.drawing.theme import DARK, LIGHT, Page
from explorer.model.errors import FormatError

MOST_MOVES = 15_000

_MARGIN, _SPACE = 28.0, 20.0  # around everything, and between its parts
_NARROWEST = 440.0  # for words
_USUAL = (900.0, 620.0)  # a larger graph has larger words
_ASPECT = 1.5  # of width to height, to come near to


def picture_of(shown: Shown, style: Style) -> Picture:
    """The picture of what is shown.

    Raises
    ------
    FormatError
        If the graph is too large to be drawn, or there is no such step.
    """
    return next(pictures_of(shown, style, [shown.moment]))


def pictures_of(shown: Shown, style: Style, steps: Sequence[int]) -> Iterator[Picture]:
    """The pictures of some steps, or of some moments of two runs, all of one size, made one by one.

    Raises
    ------
    FormatError
        If the graph is too large to be drawn, or there is no such step.
    """
    _require_small(shown)
    _require_steps(shown, steps)
    if shown.beside is None:
        return map(Composition(shown, style, steps).picture, steps)
    left, right = zip(*(shown.moments[moment] for moment in steps), strict=True)
    return map(_beside, pictures_of(shown.left, style, left), pictures_of(shown.beside, style, right))


def _beside(left: Picture, right: Picture) -> Picture:
    """Two pictures as one, the second at the right of the first."""
    moved = Block(right.width, right.height, right.groups).at(left.width, 0)
    height = max(left.height, right.height)
    return Picture(left.width + right.width, height, left.paper, f"{left.name} | {right.name}", (*left.groups, *moved))


def _require_small(shown: Shown) -> None:
    nodes, moves = len(shown.graph.nodes), len(shown.graph.moves)
    for things, number, most in (("nodes", nodes, LARGEST_DRAWN), ("moves", moves, MOST_MOVES)):
        if number > most:
            raise FormatError(
                f"a picture has room for {most:,} {things} and the graph has {number:,}; "
                "draw a part of it in the app, or export the steps of an algorithm as CSV or JSON"
            )


def _require_steps(shown: Shown, steps: Iterable[int]) -> None:
    if shown.trace is None:
        return
    for step in steps:
        if not 0 <= step < len(shown):
            raise FormatError(f"there is no {shown.unit} {step}; choose one from 0 to {len(shown) - 1}")


@dataclass(frozen=True)
class Frame:
    """The size of a picture and where its parts begin: their upper left corners."""

    width: float
    height: float
    inner_width: float
    title: Point
    graph: Point
    legend: Point
    caption: Point


class Composition:
    """What the pictures of some steps have in common."""

    def __init__(self, shown: Shown, style: Style, steps: Sequence[int]) -> None:
        self._shown, self._style = shown, style
        self._page: Page = DARK if style.dark else LIGHT
        self._drawing = GraphDrawing(shown, self._page)
        box = self._drawing.box
        self._scale = max(1.0, math.sqrt(box.width * box.height / (_USUAL[0] * _USUAL[1])))
        self._captions: dict[int, str] = {}
        listed = self._entries(steps)
        self._legend, self._frame = min(
            (self._beside(listed), self._below(listed)),
            key=lambda choice: abs(math.log(choice[1].width / choice[1].height / _ASPECT)),
        )

    def picture(self, step: int) -> Picture:
        """The picture of a step."""
        frame, box = self._frame, self._drawing.box
        graph = Block(box.width, box.height, tuple(self._drawing.groups(moment_of(self._shown, step))))
        groups = (
            *graph.at(frame.graph[0] - box.left, frame.graph[1] - box.top),
            *self._title(frame.inner_width).at(*frame.title),
            *self._legend.at(*frame.legend),
            *self._caption(step, frame.inner_width).at(*frame.caption),
        )
        name = printable(self._shown.graph.name) or "Game graph"
        return Picture(math.ceil(frame.width), math.ceil(frame.height), self._page.paper, name, groups)

    def _entries(self, steps: Sequence[int]) -> list[legend.Entry]:
        """What the legend must explain; takes down the captions on the way."""
        seen = legend.Seen()
        for step in steps:
            moment = moment_of(self._shown, step)
            seen.add(moment, self._shown.graph.nodes, self._shown.graph.root)
            if self._style.caption and moment.caption:
                self._captions[step] = moment.caption
        return legend.entries(self._shown, seen, self._page) if self._style.legend else []

    def _title(self, width: float) -> Block:
        return words.title(self._shown, self._page, self._scale, width) if self._style.title else EMPTY

    def _caption(self, step: int, width: float) -> Block:
        if step not in self._captions:
            return EMPTY
        number = step if self._shown.lit is None else None
        return words.caption(number, self._captions[step], self._page, self._scale, width)

    # ---- arrangements

    def _beside(self, listed: list[legend.Entry]) -> tuple[Block, Frame]:
        """The legend at the right of the graph, the two on one middle line."""
        explained = legend.column(listed, self._page, self._scale)
        box, gap = self._drawing.box, self._space if listed else 0.0
        inner = self._at_least(box.width + gap + explained.width)
        top, caption_height = self._top(inner), self._caption_height(inner)
        middle = max(box.height, explained.height)
        free = inner - box.width - gap - explained.width
        graph = self._margin + free / 2, top + (middle - box.height) / 2
        position = self._margin + inner - explained.width, top + (middle - explained.height) / 2
        return explained, self._framed(inner, graph, position, top + middle, caption_height)

    def _below(self, listed: list[legend.Entry]) -> tuple[Block, Frame]:
        """The legend below the graph."""
        box = self._drawing.box
        explained = legend.rows(listed, self._page, self._scale, self._at_least(box.width))
        inner = self._at_least(max(box.width, explained.width))
        top, caption_height = self._top(inner), self._caption_height(inner)
        bottom = top + box.height + (self._space if listed else 0.0)
        graph = self._margin + (inner - box.width) / 2, top
        position = self._margin + (inner - explained.width) / 2, bottom
        return explained, self._framed(inner, graph, position, bottom + explained.height, caption_height)

    def _framed(self, inner: float, graph: Point, position: Point, bottom: float, caption_height: float) -> Frame:
        caption = self._margin, bottom + self._space
        height = bottom + (self._space + caption_height if caption_height else 0.0) + self._margin
        return Frame(inner + 2 * self._margin, height, inner, (self._margin,) * 2, graph, position, caption)

    @property
    def _margin(self) -> float:
        return _MARGIN * self._scale

    @property
    def _space(self) -> float:
        return _SPACE * self._scale

    def _at_least(self, width: float) -> float:
        """The width, or what words need if there are any."""
        return max(width, _NARROWEST * self._scale) if self._captions or self._title(math.inf).groups else width

    def _top(self, width: float) -> float:
        """Where the graph may begin, below the title."""
        height = self._title(width).height
        return self._margin + (height + self._space / 2 if height else 0.0)

    def _caption_height(self, width: float) -> float:
        """The room for the longest caption."""
        return max((self._caption(step, width).height for step in self._captions), default=0.0)
