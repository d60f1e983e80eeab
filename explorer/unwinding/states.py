"""The states that a tree walks through: when a position counts as the same again, and the walks over them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from explorer.model.errors import GraphError, brief
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.solver.attractor import attract, flat_rows
from explorer.solver.states import MIRRORED, PLAIN, State

_NAMED = 8  # nodes of a cycle that a message names


class TreeView(StrEnum):
    """Kind of tree of a graph."""

    DEPTH = "depth"  # unwound for n moves: the n-th approximation (Kars, section 4 and Figure 4)
    UNRAVELLED = "unravelled"  # of an acyclic graph, shared nodes copied (Kars, Figure 2)
    BACK_LINKS = "back-links"  # ends where a position recurs on the path (Kars, Theorem 6.6 and Algorithm 6.7)


@dataclass(frozen=True)
class States:
    """Numbered states, the things that can recur on a path.

    As a rule a state is a node.  Only where a move negates and endless play is not worth 0, the worth of cutting a
    node depends on who came there: a state is then a node with whether the players have changed sides since the
    root (`explorer.solver.states`).

    Attributes
    ----------
    successors : for each state its successors, in move order.
    root : the state in which play starts.
    sides : 1 where a state is a node, 2 where it is a node and a side.
    """

    successors: Sequence[tuple[int, ...]]
    root: int
    sides: int

    def index(self, state: int) -> int:
        """Return the index of the node of a state."""
        return state // self.sides


def states_of(graph: GameGraph, *, endless: Score = 0) -> States:
    """Return the states of a graph, for endless play of this worth to the player to move at the root."""
    return sided_states(graph, 1 if graph.sign > 0 or endless == 0 else 2)


def sided_states(graph: GameGraph, sides: int) -> States:
    """Return the states of a graph: its nodes, or with 2 sides its nodes with a side, which each move changes."""
    rows = graph.successors
    if sides == 1:
        return States(rows, graph.root_index, 1)
    doubled = (tuple(State(other, -view).number for other in row) for row in rows for view in (PLAIN, MIRRORED))
    return States(tuple(doubled), State(graph.root_index).number, 2)


def visits(states: States, most: int, *, ends_at_back_links: bool) -> Iterator[tuple[int, int, bool]]:
    """Yield the copies of the tree in the order of a depth-first search: state, depth, whether it is a back link.

    With `ends_at_back_links` the tree stops where a state is on the path already (Algorithm 6.7), otherwise
    after `most` moves.
    """
    on_path = bytearray(len(states.successors))
    path, branches = [states.root], [iter(states.successors[states.root])]
    on_path[states.root] = 1
    yield states.root, 0, False
    while path:
        depth = len(path)
        state = next(branches[-1], None) if depth <= most else None
        if state is None:
            branches.pop()
            on_path[path.pop()] = 0
            continue
        back_link = ends_at_back_links and bool(on_path[state])
        yield state, depth, back_link
        if not back_link and states.successors[state]:
            path.append(state)
            branches.append(iter(states.successors[state]))
            on_path[state] = 1


def walk_levels(states: States) -> Iterator[dict[int, int]]:
    """Yield for n = 0, 1, … the number of walks of n moves to each state that they reach."""
    walks = {states.root: 1}
    while walks:
        yield walks
        further: dict[int, int] = {}
        for state, number in walks.items():
            for successor in states.successors[state]:
                further[successor] = further.get(successor, 0) + number
        walks = further


def topological_order(graph: GameGraph) -> list[int]:
    """Return the indices of the nodes that play can reach, each before its successors.

    Raises
    ------
    GraphError
        If play can run in a circle; the message names the nodes of one.
    """
    waits = [sum(before in graph.reachable for before in row) for row in graph.predecessors]
    first = [graph.root_index] if not waits[graph.root_index] else []
    order = attract(flat_rows(graph.successors), waits, [first]).order
    if len(order) < len(graph.reachable):
        _raise_cycle(graph, graph.reachable.difference(order))
    return order


class EndlessTreeError(GraphError):
    """Error of a graph whose tree never ends; `cycle` has the ids of the nodes around which play can run."""

    def __init__(self, message: str, cycle: tuple[str, ...]) -> None:
        super().__init__(message)
        self.cycle = cycle


def _raise_cycle(graph: GameGraph, rest: frozenset[int]) -> None:
    """Raise EndlessTreeError with a cycle among these nodes."""
    cycle = _cycle_in(graph, rest)
    names = [brief(graph.nodes[index].name) for index in cycle]
    shown = [*names[:_NAMED], "…"] if len(names) > _NAMED else names
    raise EndlessTreeError(
        f"the graph has the cycle {' → '.join([*shown, names[0]])}, so unravelling it would never end; "
        "unwind it to a depth, or cut it where a position recurs",
        tuple(graph.ids[index] for index in cycle),
    )


def _cycle_in(graph: GameGraph, rest: frozenset[int]) -> list[int]:
    """Return a cycle among indices each of which has a predecessor among them, from its smallest index on."""
    seen: dict[int, int] = {}
    index = min(rest)
    while index not in seen:
        seen[index] = len(seen)
        index = next(before for before in graph.predecessors[index] if before in rest)
    cycle = list(seen)[seen[index] :][::-1]
    start = cycle.index(min(cycle))
    return cycle[start:] + cycle[:start]
