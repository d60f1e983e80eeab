"""The game graph: positions, moves, a root, and whose turn it is.

Both conventions live in one model.  In a *minimax* graph every inner node is a Max or a Min node and scores are
from Max's view.  In a *negamax* graph an inner node has no player of its own, each score is from the view of the
player to move, and a move changes the view.  One operator serves both (see `explorer.solver.operator`): a node's
`orientation` says whether it takes the largest (+1) or the smallest (-1), and the graph's `sign` says what a move
does to a score (+1 keeps it, -1 negates it).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from explorer.model import conversions
from explorer.model.columns import (
    CODES,
    KINDS,
    LazySequence,
    MoveColumns,
    NodeColumns,
    Rows,
    columns_of,
    links_of,
    mark_reached,
)
from explorer.model.errors import GraphError, brief, quoted
from explorer.model.node import Kind, Move, Node
from explorer.model.scores import Range, Score, format_score, hull

if TYPE_CHECKING:
    from explorer.model.rules import Rules

__all__ = ["Convention", "GameGraph", "Kind", "Move", "Node", "describe"]


class Convention(StrEnum):
    """View from which the scores of a graph are written."""

    MINIMAX = "minimax"
    NEGAMAX = "negamax"

    @classmethod
    def _missing_(cls, value: object) -> Convention | None:
        """Return the convention that a text names, whatever its case."""
        text = str(value).strip().lower()
        return next((member for member in cls if member == text), None)


@dataclass(frozen=True, repr=False)
class GameGraph:
    """An immutable game graph.

    It may be unfinished (an inner node without moves, no root): `explorer.model.check` says what is missing, and every
    algorithm asks first.  Only what could not be drawn at all is refused here.

    Attributes
    ----------
    nodes : in order; the order is part of the graph.  Those of a graph that was read are made when asked for.
    moves : pairs of ids, in order: the order in which a search tries them; made when asked for as well.
    columns, links : the same as columns.
    root : id of the node where play starts, or None.
    expected : what is known of the game (scores, lower, upper, visits …), as the file holds it.
    extra : keys of the file that the program does not know.
    move_names : the names of those moves that have one, such as "take 2"; those of others are dropped.
    score_range : the least and the largest score that a leaf can have, here or behind open nodes, if it is known; as
        leaf scores are written, so in a negamax graph from the view of whoever would be to move at the leaf.
    progress : the moves that are marked as progress, which start the clock of a rule about repetition anew.
    rules : the rules of the game by which open nodes can be expanded, if there are any; files do not hold them, nor
        do pickles and copies of a graph without open nodes.

    Raises
    ------
    GraphError
        On two nodes with one id, a move from or to a node that does not exist, a move given twice, or a root
        that is no node.

    Examples
    --------
    >>> leaf = Node("b", Kind.LEAF, score=1)
    >>> graph = GameGraph((Node("a", Kind.MAX), leaf), (("a", "b"),), root="a")
    >>> [node.id for node in graph.successors_of("a")]
    ['b']
    """

    nodes: Sequence[Node]
    moves: Sequence[Move]
    root: str | None = None
    convention: Convention = Convention.MINIMAX
    name: str = ""
    description: str = ""
    expected: Mapping[str, Any] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)
    rules: Rules | None = field(default=None, compare=False)
    move_names: Mapping[Move, str] = field(default_factory=dict)
    score_range: Range | None = None
    progress: frozenset[Move] = frozenset()

    columns: NodeColumns = field(init=False, repr=False, compare=False)
    links: MoveColumns = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        columns = columns_of(self.nodes)
        links = links_of(self.moves, columns)
        if self.root is not None and self.root not in columns.ids:
            raise GraphError(f"the root {quoted(self.root)} is not a node of the graph; choose one that is")
        moves = (
            self.moves if isinstance(self.moves, LazySequence) and self.moves.columns is links else tuple(self.moves)
        )
        known = {*moves} if self.move_names or self.progress else set()
        names = {move: name for move, name in self.move_names.items() if move in known}
        marks = frozenset(self.progress) & known
        attributes = {"columns": columns, "links": links, "moves": moves, "move_names": names, "progress": marks}
        for key, value in attributes.items():
            object.__setattr__(self, key, value)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        ends = (column.tobytes() for column in (self.columns.kinds, self.links.sources, self.links.targets))
        return hash((self.root, self.convention, self.name, self.description, tuple(self.ids), *ends))

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for a pickle, with rules only where needed, since the file of a game cannot be imported."""
        return vars(self) if self.count(Kind.OPEN) else {**vars(self), "rules": None}

    def __repr__(self) -> str:
        name = f"{brief(self.name)!r}: " if self.name else ""
        root = "no root" if self.root is None else f"root {quoted(self.root)}"
        return f"<GameGraph {name}{len(self.nodes):,} nodes, {len(self.moves):,} moves, {self.convention}, {root}>"

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self.nodes)

    def __bool__(self) -> bool:
        """Return True, since a graph without nodes is a graph."""
        return True

    def __contains__(self, id: object) -> bool:
        """Return whether there is a node with this id."""
        return isinstance(id, str) and id in self.index

    def __iter__(self) -> Iterator[str]:
        """Return the ids of the nodes, in order."""
        return iter(self.ids)

    # ---- columns

    @staticmethod
    def from_columns(nodes: NodeColumns, moves: MoveColumns, **about: Any) -> GameGraph:
        """Return the graph of columns in which ids and moves are distinct and all ends are nodes.

        `about` are `root`, `convention`, `name` and the other attributes of a graph.
        """
        return GameGraph(LazySequence(nodes), LazySequence(moves), **about)

    @property
    def ids(self) -> Sequence[str]:
        """The ids of the nodes, in order."""
        return self.columns.ids

    @property
    def index(self) -> Mapping[str, int]:
        """Index of each id in `nodes`."""
        return self.columns.index

    @cached_property
    def successors(self) -> Rows:
        """For each node, by index, the indices of its successors in move order."""
        return self.links.forward.rows

    @cached_property
    def predecessors(self) -> Rows:
        """For each node, by index, the indices of the nodes with a move to it."""
        return self.links.backward.rows

    @property
    def sign(self) -> int:
        """The effect of a move on a score: +1 keeps it (minimax), -1 negates it (negamax)."""
        return -1 if self.convention is Convention.NEGAMAX else 1

    @cached_property
    def orientation(self) -> tuple[int, ...]:
        """For each node, by index: +1 takes the largest, -1 the smallest, 0 has no moves to choose from."""
        return tuple(self.columns.orientation.tolist())

    def hull(self, *worths: Score) -> Range:
        """Return the least and largest value of a node, from either view, where endless play has one of these values.

        An open node is worth no less and no more.  Infinite unless the graph has a range of scores.
        """
        return hull(self.score_range, self.sign, *worths)

    @cached_property
    def root_index(self) -> int:
        """Index of the root in `nodes`.

        Raises
        ------
        GraphError
            If the graph has no root.
        """
        if self.root is None:
            raise GraphError("the graph has no root; choose the node where play starts")
        return self.ids.index(self.root)

    def count(self, kind: Kind) -> int:
        """Return the number of nodes of a kind."""
        return int(np.count_nonzero(self.columns.kinds == CODES[kind]))

    def is_same_game(self, other: GameGraph) -> bool:
        """Return whether two graphs differ in names, texts and positions at most."""
        alike = [(node.id, node.kind, node.score) for node in self.nodes] == [
            (node.id, node.kind, node.score) for node in other.nodes
        ]
        return alike and (self.root, self.convention, self.moves) == (other.root, other.convention, other.moves)

    def node(self, id: str) -> Node:
        """Return the node with this id.

        Raises
        ------
        GraphError
            If there is none.
        """
        return self.nodes[self.index_of(id)]

    def kind_of(self, id: str) -> Kind:
        """Return the kind of the node with this id."""
        return KINDS[int(self.columns.kinds[self.index_of(id)])]

    def index_of(self, id: str) -> int:
        """Return the index of the node with this id.

        Raises
        ------
        GraphError
            If there is none.
        """
        index = self.index.get(id)
        if index is None:
            raise GraphError(f"there is no node {quoted(id)} in the graph")
        return index

    def successors_of(self, id: str) -> tuple[Node, ...]:
        """Return the successors of a node, in move order."""
        return tuple(self.nodes[index] for index in self.successors[self.index_of(id)])

    def predecessors_of(self, id: str) -> tuple[Node, ...]:
        """Return the nodes with a move to a node."""
        return tuple(self.nodes[index] for index in self.predecessors[self.index_of(id)])

    def ids_after(self, id: str) -> list[str]:
        """Return the ids of the successors of a node, in move order."""
        return [self.ids[index] for index in self.successors[self.index_of(id)]]

    @cached_property
    def is_reachable(self) -> NDArray[np.bool_]:
        """For each node, by index, whether play can reach it from the root; it can reach the root."""
        marks = np.zeros(len(self.nodes), np.int8)
        marks[self.root_index] = 1
        mark_reached((self.links.forward,), marks, np.array([self.root_index], np.int32))
        return marks.astype(np.bool_)

    @cached_property
    def reachable(self) -> frozenset[int]:
        """Indices of the nodes that play can reach from the root, the root included."""
        return frozenset(np.flatnonzero(self.is_reachable).tolist())

    def replace(self, **changes: Any) -> GameGraph:
        """Return a copy with these attributes changed."""
        return replace(self, **changes)

    # ---- conversions: files are the business of `explorer.formats`; these only reshape what is in memory

    from_arrays = staticmethod(conversions.from_arrays)
    to_arrays = conversions.to_arrays
    from_json = staticmethod(conversions.from_json)
    to_json = conversions.to_json
    from_networkx = staticmethod(conversions.from_networkx)
    to_networkx = conversions.to_networkx
    from_frames = staticmethod(conversions.from_frames)
    to_frames = conversions.to_frames
    _repr_svg_ = conversions.graph_svg


def describe(node: Node) -> str:
    """Return the node in a few words: "Max node a", "leaf b (−1)", "open node q", "node p"."""
    if node.kind is Kind.LEAF:
        return f"leaf {brief(node.name)} ({format_score(node.score)})"
    words = {Kind.MAX: "Max node", Kind.MIN: "Min node", Kind.OPEN: "open node", Kind.MOVER: "node"}
    return f"{words[node.kind]} {brief(node.name)}"
