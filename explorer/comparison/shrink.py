"""The smallest part of a graph for which a predicate still holds: delta debugging.

After Zeller and Hildebrandt, Simplifying and isolating failure-inducing input, IEEE Transactions on Software
Engineering 28(2), 2002: chunks are taken out, large ones first, until taking out a single node or move is too much.
Besides, the root may be any node, and a node with one move may be passed over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from explorer.model.check import playable
from explorer.model.errors import ExplorerError, GraphError
from explorer.model.graph import GameGraph, Move
from explorer.scenes.as_graph import GraphInput, as_graph
from explorer.solver.states import reachable_from
from explorer.trace.run import Progress

MOST_TRIES = 20_000
_LOOKS = 50  # at every node, on average, while parts under a node are tried: where play goes in circles, they are large

Predicate = Callable[[GameGraph], bool]

T = TypeVar("T")


@dataclass(frozen=True)
class Shrunk:
    """The result of making a graph as small as a predicate allows.

    Attributes
    ----------
    graph : the smallest graph found; its nodes have no positions, and it carries no known answers.
    tries : number of graphs that were tried.
    is_minimal : whether every part that `smaller` takes out of it is needed; else the search was cut short.
    """

    graph: GameGraph
    tries: int
    is_minimal: bool


def shrink(
    graph: GraphInput,
    predicate: Predicate,
    *,
    tries: int = MOST_TRIES,
    progress: Progress | None = None,
    found: Callable[[Shrunk], None] | None = None,
) -> Shrunk:
    """Return the graph without all parts that a predicate does not need; the same for the same graph.

    Nodes and moves keep their order and their names; the root may be another one.

    Parameters
    ----------
    graph : a graph, or anything that `as_graph` accepts.
    predicate : the property to keep, such as "my solver is wrong here".  It is only called with graphs on which
        algorithms can run, and an `ExplorerError` that it raises counts as false; any other error is passed on.
    tries : the greatest number of calls of it.
    progress : called before each of these calls with the number so far; it may raise to cancel.
    found : called with every smaller graph that has the property, so that a caller who cancels has the smallest one.

    Raises
    ------
    GraphError
        If the graph has errors, or lacks the property.

    Examples
    --------
    The part of a ladder with 6 layers on which a search with a naive memo is still wrong:

    >>> from explorer import solve, trace
    >>> def is_wrong(graph: GameGraph) -> bool:
    ...     return trace(graph, "memoised-naive").result["value"] != solve(graph).score
    >>> shrink("game:ladder?layers=6", is_wrong).graph.moves
    (('r3', 'l6'), ('r3', 'r4'), ('r4', 'l6'), ('l6', 'l6-leaf'), ('l6', 'r4'))
    """
    whole = playable(as_graph(graph))
    search = _Shrinker(_reachable_part(_without_extras(whole)), predicate, tries, progress, found)
    if not search.is_good(search.best):
        raise GraphError("the graph does not do what a smaller one should still do; choose another graph")
    search.run()
    return Shrunk(search.best, search.tries, not search.is_used_up)


def smaller(graph: GameGraph) -> Iterator[GameGraph]:
    """Yield every playable graph that is one node or one move smaller, in a fixed order.

    Nodes that cannot be reached any more go as well, and so do inner nodes that lose their last move.
    """
    ids = _deepest_first(graph)
    for id in ids:
        yield from _smaller_part(graph, id)
    for id in ids:
        yield from _rests_without(graph, frozenset([id]), frozenset())
    for id in ids:
        yield from _without_forced_node(graph, id)
    for move in graph.moves:
        yield from _rests_without(graph, frozenset(), frozenset([move]))


def part_below(graph: GameGraph, id: str) -> GameGraph:
    """Return the part that play can reach from a node, which becomes the root."""
    return next(_smaller_part(_without_extras(graph), id), graph)


class _Shrinker:
    """Search for a smallest graph: the best so far, and the number of tries."""

    def __init__(
        self,
        graph: GameGraph,
        holds: Predicate,
        most: int,
        progress: Progress | None,
        on_smaller: Callable[[Shrunk], None] | None,
    ) -> None:
        self.best = graph
        self._holds = holds
        self._most = most
        self._progress = progress
        self._on_smaller = on_smaller
        self.tries = 0

    @property
    def is_used_up(self) -> bool:
        return self.tries >= self._most

    def is_good(self, graph: GameGraph) -> bool:
        if self._progress is not None:
            self._progress(self.tries)
        self.tries += 1
        try:
            return self._holds(graph)
        except ExplorerError:
            return False

    def run(self) -> None:
        """Take out all parts that are not needed: large ones first, then single nodes and moves."""
        allowed = _LOOKS * len(self.best.nodes)
        for id in _deepest_first(self.best):
            if allowed > 0 and not self.is_used_up and id in self.best.index:
                allowed -= len(_indices_below(self.best, id))
                self._take_first_good(_smaller_part(self.best, id))
        size = max(len(self.best.nodes), len(self.best.moves)) // 2
        while size >= 1:
            for nodes in _chunks([node.id for node in self.best.nodes], size):
                self._take_first_good(_rests_without(self.best, frozenset(nodes), frozenset()))
            for moves in _chunks(self.best.moves, size):
                self._take_first_good(_rests_without(self.best, frozenset(), frozenset(moves)))
            size //= 2
        for id in _deepest_first(self.best):
            self._take_first_good(_without_forced_node(self.best, id))
        while self._take_first_good(smaller(self.best)):
            pass

    def _take_first_good(self, graphs: Iterator[GameGraph]) -> bool:
        """Take the first of some smaller graphs for which the predicate holds; return whether there is one."""
        while not self.is_used_up and (graph := next(graphs, None)) is not None:
            if self.is_good(graph):
                self.best = graph
                if self._on_smaller is not None:
                    self._on_smaller(Shrunk(graph, self.tries, is_minimal=False))
                return True
        return False


def _without_extras(graph: GameGraph) -> GameGraph:
    """Return the graph without positions, rules and known answers, which hold of this graph only."""
    nodes = tuple(replace(node, x=None, y=None) for node in graph.nodes)
    return graph.replace(nodes=nodes, rules=None, expected={})


def _rests_without(graph: GameGraph, nodes: frozenset[str], moves: frozenset[Move]) -> Iterator[GameGraph]:
    """Yield the playable rest of a graph without some nodes and moves, if it has the root."""
    gone = _nodes_that_go_with(graph, nodes, moves)
    if graph.root is None or graph.root in gone:
        return
    onward = [move for move in graph.moves if move not in moves and not gone.intersection(move)]
    rest = tuple(node for node in graph.nodes if node.id not in gone)
    yield _reachable_part(graph.replace(nodes=rest, moves=tuple(onward)))


def _nodes_that_go_with(graph: GameGraph, nodes: frozenset[str], moves: frozenset[Move]) -> set[str]:
    """Return the nodes to take out with some nodes and moves: these, and inner nodes that lose all moves."""
    rest = (move for move in graph.moves if move not in moves and not nodes.intersection(move))
    left = Counter(source for source, _ in rest)
    waiting = [node.id for node in graph.nodes if node.kind.is_inner and node.id not in nodes and not left[node.id]]
    gone = {*nodes, *waiting}
    while waiting:
        target = waiting.pop()
        for index in graph.predecessors[graph.index[target]]:
            source = graph.ids[index]
            if source in gone or (source, target) in moves:
                continue
            left[source] -= 1
            if not left[source]:
                gone.add(source)
                waiting.append(source)
    return gone


def _reachable_part(graph: GameGraph) -> GameGraph:
    return _part_from(graph, graph.root_index, graph.reachable)


def _part_from(graph: GameGraph, root: int, indices: Collection[int]) -> GameGraph:
    """Return the graph with another root, restricted to some nodes that no move leaves."""
    if len(indices) == len(graph.nodes):
        return graph
    rest = {graph.ids[index] for index in indices}
    return graph.replace(
        root=graph.ids[root],
        nodes=tuple(node for node in graph.nodes if node.id in rest),
        moves=tuple((source, target) for source, target in graph.moves if source in rest),
    )


def _indices_below(graph: GameGraph, id: str) -> Collection[int]:
    """Return the indices of the nodes that play can reach from a node."""
    return reachable_from(graph.index[id], graph.successors.__getitem__)


def _smaller_part(graph: GameGraph, id: str) -> Iterator[GameGraph]:
    """Yield the part under a node, if the node exists and the part is smaller than the graph."""
    if id in graph.index and len(indices := _indices_below(graph, id)) < len(graph.nodes):
        yield _part_from(graph, graph.index[id], indices)


def _without_forced_node(graph: GameGraph, id: str) -> Iterator[GameGraph]:
    """Yield the graph in which play passes over a node with one move, if it is one."""
    onward = graph.ids_after(id) if id in graph.index else []
    if len(onward) != 1 or onward == [id]:
        return
    moves = [(source, onward[0] if target == id else target) for source, target in graph.moves if source != id]
    nodes = tuple(node for node in graph.nodes if node.id != id)
    root = onward[0] if graph.root == id else graph.root
    yield _reachable_part(graph.replace(nodes=nodes, moves=tuple(dict.fromkeys(moves)), root=root))


def _deepest_first(graph: GameGraph) -> list[str]:
    """Return the nodes that play can reach, farthest from the root first."""
    return [graph.ids[index] for index in reversed(reachable_from(graph.root_index, graph.successors.__getitem__))]


def _chunks(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]
