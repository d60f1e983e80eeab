"""What one step makes visible: the look of every node, the bands along moves, the words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal, NamedTuple, cast

from explorer.drawing.node_colours import Fill, Scale
from explorer.drawing.shown import Shown
from explorer.drawing.theme import ACTIVITY, COPIES, FINALITY, MARKS, SHAPES, SIGNS, Ring, finality_words
from explorer.drawing.values import Values
from explorer.model.check import unfinished_in
from explorer.model.graph import GameGraph, Kind, Move, Node
from explorer.model.scores import Score, format_score
from explorer.trace import Activity, Bounds, Finality, Mark, Relation, Step
from explorer.unwinding import Role

BandKind = Literal["reply", "path", "move", "back", "plus", "minus", "stalling", "best", "cycle", "chain"]
BANDS: tuple[BandKind, ...] = (
    *("path", "move", "back", "plus", "minus", "reply", "stalling"),
    *("best", "cycle", "chain"),  # of explanations
)
CUT_OFF = "skipped after a cutoff"
DASHED: tuple[BandKind, ...] = ("back", "stalling")


@dataclass(frozen=True)
class Look:
    """What a node looks like: outline, fill with its text, the two halves of the ring, and what is around it.

    Attributes
    ----------
    style : "dashed", "barred" or "dotted" for open nodes and for copies in a tree, or None.
    halo : the colour of what is done to it, if anything is.
    bounds : the texts of lower and upper bound where they lie apart, drawn instead of `text`.
    mark : the colour of the sign that its score depends on the value of endless play, if it does.
    is_pale : whether it was skipped.
    unread : a leaf's own score, drawn instead of `text` where the algorithm has none for it.
    own : the same, drawn beneath a leaf for which the algorithm has another value.
    sign : of what is done to it, beside the halo.
    """

    shape: str
    fill: str
    ink: str
    text: str | None
    left: Ring
    right: Ring
    style: str | None = None
    halo: str | None = None
    bounds: tuple[str, str] | None = None
    mark: str | None = None
    is_pale: bool = False
    unread: str | None = None
    own: str | None = None
    sign: str | None = None


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
    kinds : what each node that is there is at the step, by id; one that is expanded only later is open.
    scores, bounds, finality : by id, where there is one; open nodes have no bounds.
    activity : what is done to nodes in this step.
    focus : the node that the step is about.
    bands : in the order in which they lie on each other.
    windows : of alpha and beta in words, by the ids of the nodes that have one.
    pruned : the ids of the nodes that are cut off.
    relations : which scores are not known but bounds or estimates, by id.
    lit : the ids of the nodes that an explanation is about.
    """

    number: int | None
    caption: str
    kinds: Mapping[str, Kind]
    scores: Mapping[str, Score]
    bounds: Mapping[str, Bounds]
    finality: Mapping[str, Finality]
    activity: Mapping[str, Activity]
    focus: str | None
    bands: tuple[Band, ...]
    windows: Mapping[str, str] = field(default_factory=dict)
    pruned: frozenset[str] = frozenset()
    relations: Mapping[str, Relation] = field(default_factory=dict)
    lit: frozenset[str] = frozenset()

    def has_move(self, move: Move) -> bool:
        """Whether a move is there already: whether its node has been expanded."""
        return self.kinds.get(move[0], Kind.OPEN) is not Kind.OPEN and move[1] in self.kinds


def moment_of(shown: Shown, number: int) -> Moment:
    """What is visible at a step; of a bare graph, the scores of its leaves; an explanation stands before the step."""
    found, lit = _moment(shown, number), shown.lit
    if lit is None:
        return found
    moves = _moves_of(shown.graph)
    bands = tuple(Band(move, cast(BandKind, mark)) for move, mark in lit.moves if move in moves)
    return replace(found, caption=lit.words, activity={}, focus=None, bands=bands, lit=lit.nodes)


def _moment(shown: Shown, number: int) -> Moment:
    if shown.trace is None:
        scores = {node.id: node.score for node in shown.graph.nodes if node.score is not None}
        return Moment(None, "", {node.id: node.kind for node in shown.graph.nodes}, scores, {}, {}, {}, None, ())
    trace, step = shown.trace, shown.trace[number]
    kinds = dict(trace.kinds_at(number).items())
    kinds |= {id: shown.graph.node(id).kind for id in unfinished_in(shown.graph) if id in kinds}
    return Moment(
        number,
        step.caption + (f" {trace.left_out}" if trace.left_out and number == len(trace) - 1 else ""),
        kinds,
        dict(trace.scores_at(number).items()),
        {id: pair for id, pair in trace.bounds_at(number).items() if kinds.get(id, Kind.OPEN) is not Kind.OPEN},
        dict(trace.finality_at(number).items()),
        step.activity,
        step.focus,
        tuple(_bands(shown.graph, step)),
        {id: window_words(window) for id, window in trace.windows_at(number).items()},
        frozenset(trace.pruned_at(number)),
        trace.relations_at(number),
    )


def window_words(window: Bounds) -> str:
    """What stands under a node with a window."""
    alpha, beta = map(format_score, window)
    return f"α {alpha} … β {beta}"


class Looks:
    """The looks of the nodes of what is shown; the colours of all its steps are on one scale.

    Attributes
    ----------
    has_bounds : whether nodes have bounds and not scores.
    endless : what endless play is worth, as text; it gives nodes with bounds their colours.
    """

    def __init__(self, shown: Shown) -> None:
        self._shown = shown
        self._values = Values.of_trace(shown.trace, shown.algorithm) if shown.trace else Values(Scale.of(shown.graph))
        self.scale, self.fill_meaning = self._values.scale, self._values.meaning
        self._unfinished = frozenset(unfinished_in(shown.graph))
        self.has_bounds = shown.trace is not None and shown.trace.has_bounds
        self.endless = format_score(self._values.endless)

    def of(self, node: Node, moment: Moment) -> Look:
        """The look of a node."""
        kind = moment.kinds[node.id]
        value = self._value(node.id, moment)
        ring = FINALITY[moment.finality.get(node.id, Finality.UNKNOWN)]
        bare = self._shown.trace is None and node.id not in moment.scores
        apart = self._apart(node.id, moment)
        score = leaf_score(node, moment)
        return Look(
            SHAPES[kind][0],
            value.fill,
            value.ink,
            None if bare else value.text,
            ring.left,
            ring.right,
            "dashed" if node.id in self._unfinished else style_of(node, kind),
            _halo(node.id, moment),
            bounds=apart,
            mark=MARKS["endless"][0] if apart else None,
            is_pale=node.id in moment.pruned,
            unread=score.unread,
            own=score.own,
            sign=ring.sign or (SIGNS.get(moment.activity[node.id]) if node.id in moment.activity else None),
        )

    def describe(self, node: Node, moment: Moment) -> str:
        """The node in words: name, what it is, its score or bounds and how final that is."""
        words = [node.name, SHAPES[moment.kinds[node.id]][1]]
        score = leaf_score(node, moment)
        words += [f"own score {text}" for text in score if text is not None]
        if score.unread is None and (moment.number is not None or node.id in moment.scores):
            words.append(self._worth(node.id, moment))
        if moment.number is not None and "copy" not in node.extra:
            words.append(self.meaning(moment.finality.get(node.id, Finality.UNKNOWN)))
        if node.id in moment.windows:
            words.append(f"window {moment.windows[node.id]}")
        if node.id in moment.pruned:
            words.append(CUT_OFF)
        return " · ".join(words)

    def meaning(self, role: Finality) -> str:
        """What a finality means here."""
        return finality_words(role, of_bounds=self.has_bounds)

    def _value(self, id: str, moment: Moment) -> Fill:
        """Text and colours: of the bounds or the score, as there is."""
        if self.has_bounds:
            return self._values.bounds(moment.bounds.get(id))
        return self._values.score(moment.scores.get(id), moment.relations.get(id, Relation.EXACT))

    def _apart(self, id: str, moment: Moment) -> tuple[str, str] | None:
        """The texts of two bounds that are not equal."""
        lower, upper = moment.bounds.get(id, (0, 0))
        return (format_score(lower), format_score(upper)) if lower != upper else None

    def _worth(self, id: str, moment: Moment) -> str:
        if (apart := self._apart(id, moment)) is None:
            return f"score {self._value(id, moment).text}"
        score = format_score(self._values.settled(moment.bounds[id]))
        return f"between {apart[0]} and {apart[1]}, shown as {score} if the value of endless play is {self.endless}"


class LeafScore(NamedTuple):
    """A leaf's own score: `unread` if the algorithm has none for it yet, `own` if it has another value."""

    unread: str | None = None
    own: str | None = None


def leaf_score(node: Node, moment: Moment) -> LeafScore:
    """What a node shows of its own score, whatever the algorithm knows of it."""
    if node.score is None or moment.kinds[node.id] is not Kind.LEAF:
        return LeafScore()
    lower, upper = moment.bounds.get(node.id, (moment.scores.get(node.id),) * 2)
    if lower is None:
        return LeafScore(unread=format_score(node.score))
    return LeafScore() if lower == upper == node.score else LeafScore(own=format_score(node.score))


def style_of(node: Node, kind: Kind | None = None) -> str | None:
    """How a node of a kind, its own by default, is marked besides its colours.

    An open one is dashed, a copy in a tree as its role says.
    """
    role = node.extra.get("copy")
    if isinstance(role, str) and role in set(COPIES):
        return COPIES[Role(role)][0]
    return "dashed" if (kind or node.kind) is Kind.OPEN else None


def _halo(id: str, moment: Moment) -> str | None:
    if id in moment.lit:
        return MARKS["chain"][0]
    if id in moment.activity:
        return ACTIVITY[moment.activity[id]][0]
    return MARKS["focus"][0] if id == moment.focus else None


def _bands(graph: GameGraph, step: Step) -> Iterator[Band]:
    """Marked moves, such as back links that are met, the moves of the current path, and the move of the step."""
    moves = _moves_of(graph)
    yield from (Band(move, mark.value) for move, mark in step.marks.items() if move in moves)
    for move in pairwise(step.path):
        if move in moves:
            yield Band(move, "path")
    if step.move in moves and step.marks.get(step.move) is not Mark.BACK:
        yield Band(step.move, "move")


def _moves_of(graph: GameGraph) -> frozenset[Move]:
    return frozenset(graph.moves)
