"""A part of a graph that is too large to be read: it begins around one node, and grows and shrinks as the user asks."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, pairwise
from typing import Any, Protocol

from explorer.drawing.layout import COLUMN, ROW, complete_positions
from explorer.drawing.limits import (
    AROUND_PLAY,
    END_OF_WAY,
    FIRST_CELLS,
    FIRST_SHOWN,
    LARGEST_DRAWN,
    LARGEST_PART,
    LONGEST_WAY,
    MORE_AT_ONCE,
    MOVES_IN_PLAY,
    OPENED_AT_ONCE,
    PREDECESSORS,
    SHOWN_OF_ONE,
    SUCCESSORS_IN_PLAY,
    WHOLE_IN_PLAY,
)
from explorer.model.board import Point
from explorer.model.board_json import board_of
from explorer.model.errors import LimitError
from explorer.model.graph import GameGraph, Move, Node
from explorer.model.words import counted
from explorer.unwinding import CopyRole

Parents = Mapping[int, int | None]


class _NeighbourRows(Protocol):
    def __getitem__(self, index: int) -> tuple[int, ...]: ...


class _NodesByIndex(Protocol):
    def __getitem__(self, index: int) -> Node: ...


class _IndicesById(Protocol):
    def __getitem__(self, id: str) -> int: ...

    def __contains__(self, id: object) -> bool: ...


class WholeGraph(Protocol):
    """A graph of which a part is shown: one in memory, or one that is read from a solved folder as the part grows."""

    @property
    def root(self) -> str | None: ...

    @property
    def ids(self) -> Sequence[str]: ...

    @property
    def nodes(self) -> _NodesByIndex: ...

    @property
    def index(self) -> _IndicesById: ...

    @property
    def successors(self) -> _NeighbourRows: ...

    @property
    def predecessors(self) -> _NeighbourRows: ...

    def index_of(self, id: str) -> int: ...

    def replace(self, **changes: Any) -> GameGraph: ...


_COPY = "copy"  # key of a node, whose value is its role in a picture


@dataclass(frozen=True)
class Excerpt:
    """Nodes of a graph with all moves between them; a node that stays keeps its position.

    Attributes
    ----------
    whole : the graph.
    parents : for each shown node, by index in the graph and in the order in which they came, the neighbour with which
        it is shown; None for the node in the middle.  So the excerpt hangs together.
    points : the position of each shown node, by id.
    """

    whole: WholeGraph
    parents: Parents
    points: Mapping[str, Point]

    @property
    def centre(self) -> str:
        """The id of the node in the middle."""
        return self.whole.nodes[next(iter(self.parents))].id

    @cached_property
    def graph(self) -> GameGraph:
        """The excerpt as a graph, every node at its position; nodes and moves in the order of the whole."""
        return _members_graph(self.whole, self.parents, self.points)

    @cached_property
    def hidden(self) -> dict[str, int]:
        """The number of hidden successors of each visible node that has any, by id."""
        counts = {index: len(self._hidden_successors(index)) for index in sorted(self.parents)}
        return {self.whole.nodes[index].id: count for index, count in counts.items() if count}

    @cached_property
    def foldable(self) -> frozenset[str]:
        """The ids of the nodes that brought other nodes into the excerpt."""
        return frozenset(self.whole.nodes[index].id for index in self.parents.values() if index is not None)

    def with_successors(self, id: str) -> Excerpt:
        """Return the excerpt with the next hidden successors of a node, in move order.

        Raises
        ------
        LimitError
            If the excerpt has as many nodes as it may have.
        """
        index = self._index_of(id)
        return self._with_nodes(dict.fromkeys(self._hidden_successors(index)[:OPENED_AT_ONCE], index))

    def without_branch(self, id: str) -> Excerpt:
        """Return the excerpt without the nodes that a node brought into it, directly or through others."""
        gone: set[int] = set()
        top = self._index_of(id)
        for index, parent in self.parents.items():  # a parent comes before its children
            if parent is not None and (parent == top or parent in gone):
                gone.add(index)
        kept = {index: parent for index, parent in self.parents.items() if index not in gone}
        points = {self.whole.nodes[index].id: self.points[self.whole.nodes[index].id] for index in kept}
        return replace(self, parents=kept, points=points)

    def deeper(self) -> Excerpt:
        """Return the excerpt with more successors of its nodes, the nearest to the middle first.

        Raises
        ------
        LimitError
            If the excerpt has as many nodes as it may have.
        """
        return self._with_nodes(_with_successors(self.whole, self.parents, len(self.parents) + MORE_AT_ONCE))

    def with_node(self, id: str, path: Sequence[str] = ()) -> Excerpt:
        """Return the excerpt with another node and the way to it: along `path`, if it leads there, else a shortest one.

        Where the way is long, or there is none, another excerpt begins around the node.
        """
        target = self._index_of(id)
        indices = [self.whole.index[each] for each in path]
        way = (
            indices[: indices.index(target) + 1]
            if target in indices
            else _shortest_way(self.whole, self.parents, target)
        )
        added = self._links_of(way)
        is_near = target in self.parents or target in added
        if not is_near or len(added) > LONGEST_WAY or len(self.parents) + len(added) > LARGEST_PART:
            return excerpt_around(self.whole, id, [self.whole.nodes[index].id for index in way])
        return self._with_nodes(added)

    def with_moves(self, moves: Iterable[Move]) -> Excerpt:
        """Return the excerpt with the end nodes of moves, as many as fit; each move begins at a node that is there by
        then."""
        added: dict[int, int | None] = {}
        for here, other in ((self._index_of(one), self._index_of(two)) for one, two in moves):
            if other not in self.parents and (here in self.parents or here in added):
                added.setdefault(other, here)
        return self._with_nodes(added) if len(self.parents) < LARGEST_PART else self

    def _links_of(self, way: Sequence[int]) -> Parents:
        """Return the hidden nodes of a way, each with the neighbour on it that joins it to the excerpt."""
        added: dict[int, int | None] = {}
        for here, index in (*pairwise(way), *pairwise(reversed(way))):
            if index not in self.parents and index not in added and (here in self.parents or here in added):
                added[index] = here
        return added

    def _index_of(self, id: str) -> int:
        """Return the index of the node in the whole graph."""
        return self.whole.index_of(id)

    def _hidden_successors(self, index: int) -> list[int]:
        """Return the successors of a node that are not in the excerpt."""
        return [other for other in self.whole.successors[index] if other not in self.parents]

    def _with_nodes(self, added: Parents) -> Excerpt:
        """Return the excerpt with further nodes, as many as fit, each with the neighbour that brought it."""
        new = {index: parent for index, parent in added.items() if index not in self.parents}
        if new and len(self.parents) >= LARGEST_PART:
            raise LimitError(f"at most {LARGEST_PART} nodes are shown at once; hide some first")
        parents = dict(list({**self.parents, **new}.items())[:LARGEST_PART])
        return Excerpt(self.whole, parents, _member_positions(self.whole, parents, self.points))


def excerpt_around(
    graph: WholeGraph, centre: str, path: Sequence[str] = (), *, first: Mapping[str, str] | None = None
) -> Excerpt:
    """Return the neighbourhood of a node: the nodes nearest to it along moves, limited per node so that it can be read.

    Of a node that is not the root the end of the `path` to it is shown, too, or without one some predecessors.  `first`
    has the successor of a node that is shown if any is, such as a best move.

    Raises
    ------
    GraphError
        If there is no such node.
    """
    middle = graph.index_of(centre)
    rows = [] if centre == graph.root else _rows_above_middle(graph, middle, [graph.index[id] for id in path])
    above: dict[int, int | None] = {middle: None}
    for below, row in pairwise([[middle], *rows]):
        above.update(dict.fromkeys(row, below[0]))
    parents = _with_successors(graph, above, _first_size(graph), starts=[middle], first=first)
    under = {index: parent for index, parent in parents.items() if index == middle or index not in above}
    points = _member_positions(graph, under, {}, root=centre)
    points |= _points_above(graph, rows, points[centre])
    return Excerpt(graph, parents, points)


def drawn_part(graph: GameGraph, centre: str) -> GameGraph:
    """Return the graph as half a screen shows it: whole, or a readable part around a node.

    Raises
    ------
    GraphError
        If there is no such node.
    """
    return graph if len(graph.nodes) <= LARGEST_DRAWN else excerpt_around(graph, centre).graph


def neighbourhood_of(graph: GameGraph, centre: str, radius: int) -> GameGraph:
    """Return the part of a graph within `radius` moves of a node, in either direction, as pictures show it.

    Raises
    ------
    GraphError
        If there is no such node.
    LimitError
        If that part has more nodes than can be drawn.
    """
    middle, within = graph.index_of(centre), f"within {counted(radius, 'move')} of {graph.node(centre).name}"
    far, reached = {middle: 0}, [middle]
    for index in reached:  # which grows meanwhile
        if far[index] == radius:
            break
        beside = dict.fromkeys((*graph.successors[index], *graph.predecessors[index]))
        new = [other for other in beside if other not in far]
        far |= dict.fromkeys(new, far[index] + 1)
        reached += new
        if len(far) > LARGEST_DRAWN:
            raise LimitError(
                f"more than {LARGEST_DRAWN:,} nodes, the most of a picture, lie {within}; ask for fewer moves"
            )
    nodes = (graph.nodes[index] for index in far)
    points = {node.id: (node.x, node.y) for node in nodes if node.x is not None and node.y is not None}
    return cut_out(_members_graph(graph, dict.fromkeys(far), points), graph, within)


def surroundings(graph: GameGraph, here: str, came_by: Sequence[str] = ()) -> GameGraph:
    """Return the part of a graph that is visible while play is at a node; a small graph whole.

    It has the successors of the node, others that play can reach soon, and those that play `came_by`, with the moves
    between them.  Nodes lie in layers by their distance from the first that play came by, or else from the node.
    """
    if len(graph.nodes) <= WHOLE_IN_PLAY:
        return graph
    shown = dict.fromkeys([*_nodes_near_play(graph, graph.index_of(here)), *(graph.index[id] for id in came_by)])
    return _members_graph(graph, shown, _member_positions(graph, shown, {}, root=next(iter(came_by), here)))


def _nodes_near_play(graph: GameGraph, here: int) -> list[int]:
    """Return a node, its first successors, and nodes that a few moves reach from them, nearest first."""
    found = dict.fromkeys([here, *graph.successors[here][:SUCCESSORS_IN_PLAY]])
    layer = list(found)
    for _ in range(MOVES_IN_PLAY - 1):
        layer = [other for index in layer for other in graph.successors[index] if other not in found]
        found |= dict.fromkeys(islice(layer, max(0, AROUND_PLAY - len(found))))
    return list(found)


def cut_out(part: GameGraph, whole: GameGraph, where: str, *, total: int | None = None) -> GameGraph:
    """Return a part of a graph as pictures show it: its size and place in its name, and nodes with hidden successors
    marked; `total` is the number of all nodes, if the graph is itself a part."""
    if len(part.nodes) == len(whole.nodes):
        return part
    size = f"{len(part.nodes):,} of {total or len(whole.nodes):,} nodes, {where}"
    after, here = whole.successors, part.successors
    ends = {id for at, id in enumerate(part.ids) if len(here[at]) < len(after[whole.index[id]])}
    nodes = (
        replace(each, extra={**each.extra, _COPY: str(CopyRole.HIDDEN)}) if each.id in ends else each
        for each in part.nodes
    )
    return part.replace(
        name=f"{whole.name} ({size})" if whole.name else size,
        nodes=tuple(nodes),
        extra={**whole.extra, "tree": True},  # whose nodes are not all there
    )


def _first_size(graph: WholeGraph) -> int:
    """Return the number of nodes that an excerpt has at first, fewer if each has a large board."""
    board = board_of(graph) if isinstance(graph, GameGraph) else None
    return FIRST_SHOWN if board is None else min(FIRST_SHOWN, max(SHOWN_OF_ONE + 1, FIRST_CELLS // len(board.cells)))


def _rows_above_middle(graph: WholeGraph, middle: int, path: Sequence[int]) -> list[list[int]]:
    """Return rows of nodes to draw above the middle one: a path to it, one node a row, or its predecessors in one
    row."""
    if middle in path:
        before = dict.fromkeys(reversed(path[: path.index(middle)]))
        return [[index] for index in list(before)[:END_OF_WAY]]
    row = [index for index in graph.predecessors[middle] if index != middle][:PREDECESSORS]
    return [row] if row else []


def _points_above(graph: WholeGraph, rows: Sequence[Sequence[int]], middle: Point) -> dict[str, Point]:
    """Return the positions of rows of nodes above a node, each row centred over it, by id."""
    return {
        graph.ids[index]: (middle[0] + (k - (len(row) - 1) / 2) * COLUMN, middle[1] - number * ROW)
        for number, row in enumerate(rows, start=1)
        for k, index in enumerate(row)
    }


def _with_successors(
    graph: WholeGraph,
    members: Parents,
    most: int,
    starts: Iterable[int] | None = None,
    first: Mapping[str, str] | None = None,
) -> Parents:
    """Return the members of an excerpt with successors up to `most` nodes: breadth first from all or from `starts`, a
    few of each at a time."""
    parents = dict(members)
    reached = list(members if starts is None else starts)
    before = -1
    while before < len(parents) < most:
        before = len(parents)
        for index in reached:  # which grows meanwhile
            hidden = [other for other in graph.successors[index] if other not in parents]
            if first and (best := first.get(graph.ids[index])) is not None:
                hidden.sort(key=graph.index[best].__ne__)
            new = hidden[: max(0, min(SHOWN_OF_ONE, most - len(parents)))]
            parents.update(dict.fromkeys(new, index))
            reached += new
    return parents


def _shortest_way(graph: WholeGraph, members: Iterable[int], target: int) -> list[int]:
    """Return a shortest way from the members to a node along moves; if there is none, along moves in either
    direction."""
    for neighbours in ((graph.successors,), (graph.successors, graph.predecessors)):
        before: dict[int, int | None] = dict.fromkeys(members)
        waiting = deque(before)
        while waiting and target not in before:
            index = waiting.popleft()
            for other in (other for rows in neighbours for other in rows[index] if other not in before):
                before[other] = index
                waiting.append(other)
        if target in before:
            return _way_to(before, target)
    return []


def _way_to(before: Parents, target: int) -> list[int]:
    """Return the way to a node along which a search came, by the node before each."""
    way: list[int] = []
    index: int | None = target
    while index is not None:
        way.append(index)
        index = before[index]
    return way[::-1]


def _member_positions(
    graph: WholeGraph, parents: Parents, points: Mapping[str, Point], root: str | None = None
) -> dict[str, Point]:
    """Return a position for every member, by id: that of `points` where it has one; else in layers from a node."""
    part = _members_graph(graph, parents, points)
    return complete_positions(part if root is None else part.replace(root=root))


def _members_graph(graph: WholeGraph, parents: Parents, points: Mapping[str, Point]) -> GameGraph:
    """Return the graph of the members at their positions, with all moves between them."""
    ids = {index: graph.ids[index] for index in sorted(parents)}
    lying = {id: points.get(id, (None, None)) for id in ids.values()}
    nodes = (replace(graph.nodes[index], x=lying[id][0], y=lying[id][1]) for index, id in ids.items())
    moves = tuple((id, ids[other]) for index, id in ids.items() for other in graph.successors[index] if other in ids)
    root = graph.root if graph.root in lying else None
    return graph.replace(nodes=tuple(nodes), moves=moves, root=root, expected={})
