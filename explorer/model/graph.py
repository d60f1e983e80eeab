"""The game graph: positions, moves, a root, and whose turn it is.

Both conventions live in one model.  In a *minimax* graph every inner node is a Max or a Min node and scores are
from Max's view.  In a *negamax* graph an inner node has no player of its own, each score is from the view of the
player to move, and a move changes the view.  One operator serves both (see `explorer.solver.operator`): a node's
`orientation` says whether it takes the largest (+1) or the smallest (-1), and the graph's `sign` says what a move
does to a score (+1 keeps it, -1 negates it).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

import networkx as nx

from explorer.model.errors import GraphError, brief, quoted
from explorer.model.scores import Score, format_score
from explorer.model.seam import call

if TYPE_CHECKING:
    import pandas as pd

    from explorer.model.rules import Rules

Move = tuple[str, str]


class Convention(StrEnum):
    """From whose view the scores of a graph are given."""

    MINIMAX = "minimax"
    NEGAMAX = "negamax"


class Kind(StrEnum):
    """What a node is: exactly one of these."""

    MAX = "max"
    MIN = "min"
    MOVER = "mover"  # inner node of a negamax graph: whoever is to move takes the largest
    LEAF = "leaf"
    OPEN = "open"  # not expanded yet, nothing known of it

    @property
    def is_inner(self) -> bool:
        return self in (Kind.MAX, Kind.MIN, Kind.MOVER)


@dataclass(frozen=True)
class Node:
    """A position of the game.

    Attributes
    ----------
    id : unique in its graph.
    kind : Max, Min, mover (negamax), leaf or open.
    score : the score of a leaf, finite; None for every other kind.
    label : shown instead of the id, if given.
    x, y : position on the canvas in pixels, y downwards; both or neither.
    extra : keys of the file that the program does not know, kept for the way back.
    """

    id: str
    kind: Kind
    score: Score | None = None
    label: str | None = None
    x: float | None = None
    y: float | None = None
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def name(self) -> str:
        """What people read: the label, or the id where there is none."""
        return self.label or self.id

    @property
    def has_position(self) -> bool:
        return self.x is not None and self.y is not None


@dataclass(frozen=True)
class GameGraph:
    """An immutable game graph.

    It may be unfinished (an inner node without moves, no root): `explorer.model.check` says what is missing, and every
    algorithm asks first.  Only what could not be drawn at all is refused here.

    Attributes
    ----------
    nodes : in order; the order is part of the graph.
    moves : pairs of ids, in order: the order in which a search tries them.
    root : id of the node where play starts, or None.
    expected : what is known of the game (scores, lower, upper, visits …), as the file holds it.
    extra : keys of the file that the program does not know.
    rules : the rules of the game by which open nodes can be expanded, if there are any; files do not hold them.

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

    nodes: tuple[Node, ...]
    moves: tuple[Move, ...]
    root: str | None = None
    convention: Convention = Convention.MINIMAX
    name: str = ""
    description: str = ""
    expected: Mapping[str, Any] = field(default_factory=dict, hash=False)
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    rules: Rules | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if len(self.index) != len(self.nodes):
            raise GraphError(f"two nodes have the id {quoted(_first_repeated(n.id for n in self.nodes))}; rename one")
        for source, target in self.moves:
            for end in (source, target):
                if end not in self.index:
                    raise GraphError(
                        f"the move {quoted(source)} → {quoted(target)} needs a node {quoted(end)}, which does not exist"
                    )
        if len(set(self.moves)) != len(self.moves):
            source, target = _first_repeated(self.moves)
            raise GraphError(f"the move {quoted(source)} → {quoted(target)} is given twice; delete one")
        if self.root is not None and self.root not in self.index:
            raise GraphError(f"the root {quoted(self.root)} is not a node of the graph; choose one that is")

    @cached_property
    def index(self) -> dict[str, int]:
        """Index of each id in `nodes`."""
        return {node.id: index for index, node in enumerate(self.nodes)}

    @cached_property
    def successors(self) -> tuple[tuple[int, ...], ...]:
        """For each node, by index, the indices of its successors in move order."""
        rows: list[list[int]] = [[] for _ in self.nodes]
        for source, target in self.moves:
            rows[self.index[source]].append(self.index[target])
        return tuple(map(tuple, rows))

    @cached_property
    def predecessors(self) -> tuple[tuple[int, ...], ...]:
        """For each node, by index, the indices of the nodes with a move to it."""
        rows: list[list[int]] = [[] for _ in self.nodes]
        for source, target in self.moves:
            rows[self.index[target]].append(self.index[source])
        return tuple(map(tuple, rows))

    @property
    def sign(self) -> int:
        """What a move does to a score: +1 keeps it (minimax), -1 negates it (negamax)."""
        return -1 if self.convention is Convention.NEGAMAX else 1

    @cached_property
    def orientation(self) -> tuple[int, ...]:
        """For each node, by index: +1 takes the largest, -1 the smallest, 0 has no moves to choose from."""
        value = {Kind.MAX: 1, Kind.MOVER: 1, Kind.MIN: -1, Kind.LEAF: 0, Kind.OPEN: 0}
        return tuple(value[node.kind] for node in self.nodes)

    @property
    def root_index(self) -> int:
        """Index of the root in `nodes`.

        Raises
        ------
        GraphError
            If the graph has no root.
        """
        if self.root is None:
            raise GraphError("the graph has no root; choose the node where play starts")
        return self.index[self.root]

    def node(self, id: str) -> Node:
        """The node with this id.

        Raises
        ------
        GraphError
            If there is none.
        """
        if id not in self.index:
            raise GraphError(f"there is no node {quoted(id)} in the graph")
        return self.nodes[self.index[id]]

    def successors_of(self, id: str) -> tuple[Node, ...]:
        """The successors of a node, in move order."""
        return tuple(self.nodes[index] for index in self.successors[self.index[self.node(id).id]])

    @cached_property
    def reachable(self) -> frozenset[int]:
        """Indices of the nodes that play can reach from the root, the root included."""
        seen, waiting = {self.root_index}, [self.root_index]
        while waiting:
            for index in self.successors[waiting.pop()]:
                if index not in seen:
                    seen.add(index)
                    waiting.append(index)
        return frozenset(seen)

    def replace(self, **changes: Any) -> GameGraph:
        """A copy with some attributes changed."""
        return replace(self, **changes)

    def _repr_svg_(self) -> str:
        """The picture that Jupyter shows."""
        svg: str = call("graph_svg", self)
        return svg

    # Conversions.  Files are the business of `explorer.formats`; these three only reshape what is in memory.

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> GameGraph:
        """The graph that a `.game.json` document describes.

        Raises
        ------
        FormatError
            If the document is not a game graph, naming the key or the node.
        GraphError
            If the graph has errors that `explorer.model.check` finds.
        """
        graph: GameGraph = call("graph_from_document", data)
        return graph

    def to_json(self) -> dict[str, Any]:
        """The `.game.json` document of the graph, unknown keys included."""
        result: dict[str, Any] = call("document_from_graph", self)
        return result

    @staticmethod
    def from_networkx(graph: nx.DiGraph[Any], *, root: object = None) -> GameGraph:
        """The game graph of a networkx `DiGraph`, as `to_networkx` makes it.

        Node attributes: `player` ("max" or "min"), `score` for a leaf, `open` (true), and optionally `label`, `x`,
        `y`.  Graph attributes: `root`, `convention`, `name`, `description`.  Where no node names a player, the graph
        is negamax; where none has a score either, nodes without successors are open.  Ids become text.

        Parameters
        ----------
        root : the node where play starts; without it the graph's attribute, or the only node without predecessors.

        Raises
        ------
        FormatError, GraphError
            As `from_json`.
        """
        result: GameGraph = call("graph_from_networkx", graph, root)
        return result

    def to_networkx(self) -> nx.DiGraph[str]:
        """A networkx `DiGraph` with the attributes that `from_networkx` reads; node and move order are kept."""
        result: nx.DiGraph[str] = call("networkx_from_graph", self)
        return result

    @staticmethod
    def from_frames(
        moves: pd.DataFrame,
        nodes: pd.DataFrame | None = None,
        *,
        root: str | None = None,
        convention: str | Convention | None = None,
    ) -> GameGraph:
        """The game graph of two pandas frames.

        Parameters
        ----------
        moves : columns `from` and `to`, a row a move, in order.
        nodes : column `id` and any of `player`, `score`, `open`, `label`, `x`, `y`, `root`; empty cells mean absent.
            Ends of moves that are missing here are nodes without attributes, as `from_networkx` takes them.
        root : id of the root; without it the row marked in `root`, or the only node that no move leads to.

        Raises
        ------
        FormatError, GraphError
            As `from_json`, naming the row.
        """
        graph: GameGraph = call("graph_from_frames", moves, nodes, root=root, convention=convention)
        return graph

    def to_frames(self) -> tuple[pd.DataFrame, pd.DataFrame]:
        """Two pandas frames, moves (`from`, `to`) and nodes, as `from_frames` reads them."""
        result: tuple[pd.DataFrame, pd.DataFrame] = call("frames_from_graph", self)
        return result


def describe(node: Node) -> str:
    """The node in a few words: "Max node a", "leaf b (−1)", "open node q", "node p"."""
    if node.kind is Kind.LEAF:
        return f"leaf {brief(node.name)} ({format_score(node.score)})"
    words = {Kind.MAX: "Max node", Kind.MIN: "Min node", Kind.OPEN: "open node", Kind.MOVER: "node"}
    return f"{words[node.kind]} {brief(node.name)}"


def _first_repeated(items: Iterable[Any]) -> Any:
    return next(item for item, count in Counter(items).items() if count > 1)
