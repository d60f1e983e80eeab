"""What one step makes visible: the look of every node, the bands along moves, the words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from explorer.drawing.exports.export import Shown
from explorer.drawing.theme import ACTIVITY, COPIES, FINALITY, MARKS, SHAPES, Fill, Ring, fill, fills
from explorer.graph import GameGraph, Kind, Move, Node
from explorer.scores import Score
from explorer.trace import Activity, Finality, Step
from explorer.unwinding import Role

BandKind = Literal["path", "move", "back"]
BANDS: tuple[BandKind, ...] = ("path", "move", "back")


@dataclass(frozen=True)
class Look:
    """What a node looks like: outline, fill with its text, the two halves of the ring, and what is around it.

    Attributes
    ----------
    style : "dashed", "barred" or "dotted" for open nodes and for copies in a tree, or None.
    halo : the colour of what is done to it, if anything is.
    """

    shape: str
    fill: str
    ink: str
    text: str | None
    left: Ring
    right: Ring
    style: str | None = None
    halo: str | None = None


@dataclass(frozen=True)
class Band:
    """A broad line under a move."""

    move: Move
    kind: BandKind


@dataclass(frozen=True)
class Moment:
    """The state of the nodes at a step, or of a graph on which nothing runs.

    Attributes
    ----------
    number, caption : of the step; None and "" without one.
    scores, finality : by id, where there is one.
    activity : what is done to nodes in this step.
    focus : the node that the step is about.
    bands : in the order in which they lie on each other.
    """

    number: int | None
    caption: str
    scores: Mapping[str, Score]
    finality: Mapping[str, Finality]
    activity: Mapping[str, Activity]
    focus: str | None
    bands: tuple[Band, ...]


def moment_of(shown: Shown, number: int) -> Moment:
    """What is visible at a step; of a bare graph, the scores of its leaves."""
    if shown.trace is None:
        scores = {node.id: node.score for node in shown.graph.nodes if node.score is not None}
        return Moment(None, "", scores, {}, {}, None, ())
    trace, step = shown.trace, shown.trace[number]
    return Moment(
        number,
        step.caption + (f" {trace.cut}" if trace.cut and number == len(trace) - 1 else ""),
        trace.scores_at(number),
        trace.finality_at(number),
        step.activity,
        step.focus,
        tuple(_bands(shown.graph, step)),
    )


class Looks:
    """The looks of the nodes of what is shown; the colours of all its steps are on one scale."""

    def __init__(self, shown: Shown) -> None:
        self._shown = shown
        scores = shown.trace.values if shown.trace else [node.score for node in shown.graph.nodes]
        listed = [score for score in scores if score is not None]
        self._fills = dict(zip(listed, fills(listed), strict=True))

    def of(self, node: Node, moment: Moment) -> Look:
        """The look of a node."""
        score = moment.scores.get(node.id)
        value = fill(None, 1.0) if score is None else self._fills[score]
        ring = FINALITY[moment.finality.get(node.id, Finality.UNKNOWN)]
        bare = self._shown.trace is None and score is None
        text = None if bare else value.text
        shape = SHAPES[node.kind][0]
        return Look(shape, value.fill, value.ink, text, ring.left, ring.right, style_of(node), _halo(node.id, moment))

    def describe(self, node: Node, moment: Moment) -> str:
        """The node in words: name, what it is, its score and how final that is."""
        words = [node.name, SHAPES[node.kind][1]]
        if moment.number is not None or node.id in moment.scores:
            words.append(f"score {self._text(moment.scores.get(node.id)).text}")
        if moment.number is not None:
            words.append(FINALITY[moment.finality.get(node.id, Finality.UNKNOWN)].meaning)
        return " · ".join(words)

    def _text(self, score: Score | None) -> Fill:
        return fill(None, 1.0) if score is None else self._fills[score]


def style_of(node: Node) -> str | None:
    """How a node is marked besides its colours: an open one is dashed, a copy in a tree as its role says."""
    role = node.extra.get("copy")
    if isinstance(role, str) and role in set(COPIES):
        return COPIES[Role(role)][0]
    return "dashed" if node.kind is Kind.OPEN else None


def _halo(id: str, moment: Moment) -> str | None:
    if id in moment.activity:
        return ACTIVITY[moment.activity[id]][0]
    return MARKS["path"][0] if id == moment.focus else None


def _bands(graph: GameGraph, step: Step) -> Iterator[Band]:
    """The moves of the current path, the back links from it to itself, and the move of the step."""
    moves = _moves_of(graph)
    path = step.path
    depth = {id: place for place, id in enumerate(path)}
    for move in pairwise(path):
        if move in moves:
            yield Band(move, "path")
    back = [
        (id, other.id)
        for id in path
        if id in graph.index
        for other in graph.successors_of(id)
        if depth.get(other.id, len(path)) <= depth[id]
    ]
    yield from (Band(move, "back") for move in back)
    if step.move in moves and step.move not in back:
        yield Band(step.move, "move")


def _moves_of(graph: GameGraph) -> frozenset[Move]:
    return frozenset(graph.moves)
