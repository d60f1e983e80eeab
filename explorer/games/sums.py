"""Sums of games: several games side by side, each move made in one of them (PF games; Sprague and Grundy).

The Grundy value of a sum is the nim-sum of the Grundy values of its parts, so a sum of large games is decided without
ever looking at the product of their graphs.  `sum_graph` makes that product all the same, to see that it is true.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import xor

from explorer.games.whole import NormalPlay, whole_graph
from explorer.model.errors import GraphError, brief
from explorer.model.graph import GameGraph, Kind

Indices = tuple[int, ...]


def nim_sum(values: Iterable[int]) -> int:
    """The nim-sum of Grundy values: binary addition without carry.

    Examples
    --------
    >>> nim_sum([3, 4, 5]), nim_sum([])
    (2, 0)
    """
    return reduce(xor, values, 0)


def sum_graph(graphs: Sequence[GameGraph]) -> GameGraph:
    """The graph of the sum of games, from all their roots: whoever is to move chooses a game and a move in it.

    The games are played on their graphs alone, without players and scores.  The sum is a negamax graph; where no
    game has a move left, the player to move has lost, -1.

    Raises
    ------
    GraphError
        If there is no game, one has no root, or an open node that the sum would reach.
    LimitError
        If the sum has too many positions.

    Examples
    --------
    >>> from explorer.games import generate
    >>> pile = generate("takeaway", stones="2")
    >>> [node.id for node in sum_graph([pile, pile]).nodes]
    ['2 + 2', '1 + 2', '0 + 2', '2 + 1', '2 + 0', '1 + 1', '1 + 0', '0 + 1', '0 + 0']
    """
    if not graphs:
        raise GraphError("a sum needs at least one game; give a list of graphs")
    return whole_graph(_Sum(graphs))


class _Sum(NormalPlay):
    """The rules of a sum; a position has the index of a node in each of the graphs."""

    def __init__(self, graphs: Sequence[GameGraph]) -> None:
        self.graphs = graphs
        self.initial: Indices = tuple(graph.root_index for graph in graphs)
        names = [graph.name or f"game {number}" for number, graph in enumerate(graphs, 1)]
        self.title = " + ".join(names)
        self.description = (
            f"The sum of {', '.join(names)}: a move is a move in one of them, and who has none in any has lost. Its "
            "Grundy value is the nim-sum of theirs."
        )

    def moves(self, position: Indices) -> list[Indices]:
        """The moves of the first game, then those of the second, …"""
        return [
            (*position[:part], after, *position[part + 1 :])
            for part, (graph, index) in enumerate(zip(self.graphs, position, strict=True))
            for after in _successors(graph, index)
        ]

    def name(self, position: Indices) -> str:
        return " + ".join(_bracketed(graph.ids[at]) for graph, at in zip(self.graphs, position, strict=True))

    def label(self, position: Indices) -> str:
        return " + ".join(graph.nodes[at].name for graph, at in zip(self.graphs, position, strict=True))

    def move_name(self, position: Indices, after: Indices) -> str:
        """The name of the move in its game, or what that becomes, and which game it is, counted from 1."""
        part = next(at for at, ends in enumerate(zip(position, after, strict=True)) if ends[0] != ends[1])
        graph = self.graphs[part]
        old, new = (graph.nodes[indices[part]] for indices in (position, after))
        name = graph.move_names.get((old.id, new.id)) or f"to {new.name}"
        return name if len(self.graphs) == 1 else f"{name} in game {part + 1}"


def _successors(graph: GameGraph, index: int) -> Sequence[int]:
    node = graph.nodes[index]
    if node.kind is Kind.OPEN:
        raise GraphError(f"{brief(node.name)} is an open node, so the sum is not known; expand it first")
    return graph.successors[index]


def _bracketed(id: str) -> str:
    """The id so that no two positions get one name."""
    return f"({id})" if "+" in id or id.startswith("(") else id
