"""A drawn graph as the rules of a game, to be discovered node by node."""

from __future__ import annotations

from dataclasses import replace

from explorer.model.board_json import board_of, cells_of
from explorer.model.errors import GraphError, quoted
from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.model.rules import Owner, Rules
from explorer.model.scores import Score


class GraphRules(Rules):
    """The rules of a graph: positions are ids of nodes, and an expanded node has its kind and score.

    The graph may itself be partly known: its open nodes have nothing behind them and cannot be expanded.
    """

    def __init__(self, graph: GameGraph) -> None:
        self.graph = graph
        self.title = graph.name or "The drawn graph"
        self.description = graph.description
        self.negamax = graph.convention is Convention.NEGAMAX
        self.initial = graph.ids[graph.root_index]
        self.range = graph.score_range
        self.board = board_of(graph)

    def moves(self, position: str) -> list[str]:
        """Return the successors, in move order."""
        return self.graph.ids_after(position)

    def score(self, position: str) -> Score:
        """Return the score of a leaf."""
        node = self.graph.node(position)
        if node.score is None:
            raise GraphError(f"{quoted(node.name)} is no leaf and has no score; give it one, or moves")
        return node.score

    def owner(self, position: str) -> Owner:
        """Return the player who moves at the node."""
        return "min" if self.graph.node(position).kind is Kind.MIN else "max"

    def label(self, position: str) -> str | None:
        """Return the label of the node."""
        return self.graph.node(position).label

    def cells(self, position: str) -> str | None:
        """Return the pieces on the board at the node, if they are known."""
        return None if self.board is None else cells_of(self.graph.node(position), self.board)

    def move_name(self, position: str, after: str) -> str | None:
        """Return the name of the move in the graph."""
        return self.graph.move_names.get((position, after))

    def progress(self, position: str, after: str) -> bool:
        """Return whether the move is marked as progress in the graph."""
        return (position, after) in self.graph.progress

    def is_closed(self, position: str) -> bool:
        """Return whether the graph itself has an open node there, which cannot be expanded."""
        return self.graph.node(position).kind is Kind.OPEN

    def with_drawing(self, node: Node) -> Node:
        """Return the node at its position on the canvas, with the other data that the graph has of it."""
        original = self.graph.node(node.id)
        return replace(node, x=original.x, y=original.y, extra=original.extra)


def rules_of(graph: GameGraph) -> Rules:
    """Return the rules of the game by which a graph was made; for a drawn one, those of the drawing."""
    return graph.rules if graph.rules is not None else GraphRules(graph)


def is_closed(rules: Rules, node: Node) -> bool:
    """Return whether an open node can never be expanded, because the rules have no more of it."""
    return isinstance(rules, GraphRules) and rules.is_closed(node.id)


def as_drawn(rules: Rules, node: Node) -> Node:
    """Return the node with the data that the rules have for its drawing."""
    return rules.with_drawing(node) if isinstance(rules, GraphRules) else node
