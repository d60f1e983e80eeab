"""Tests whether play in a graph must end: levels and cycles (PF games, "Constructing a Kernel")."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explorer.model.check import Problem, Severity, unfinished_in
from explorer.model.columns import OPEN
from explorer.model.errors import brief
from explorer.model.graph import GameGraph
from explorer.model.scores import NEGATIVE_INFINITY, POSITIVE_INFINITY, format_score
from explorer.solver.attractor import attract, flat_rows
from explorer.solver.operator import GraphArrays
from explorer.solver.retrograde import score_ranks

_NAMED = 12  # nodes of a cycle that a message names


def levels(graph: GameGraph) -> Sequence[int]:
    """Return the level of every node: the length of its longest path to a sink, -1 if it reaches a cycle."""
    sinks = [index for index, row in enumerate(graph.successors) if not row]
    return attract(flat_rows(graph.predecessors), map(len, graph.successors), [sinks]).levels


def reaches_cycle(graph: GameGraph) -> NDArray[np.bool_]:
    """Return whether a cycle can be reached from each node; shape (nodes,).

    If every node takes the smallest value and every sink is worth 1, a node is worth 1 if play from it must end.
    """
    rows = graph.links.forward
    moves = np.diff(rows.indptr)
    sinks, scale = np.flatnonzero(moves == 0).astype(np.int32), (NEGATIVE_INFINITY, -1, 0, 1, POSITIVE_INFINITY)
    ones, none = np.ones(len(sinks), np.int32), sinks[:0]
    arrays = GraphArrays(*rows, np.where(moves, -1, 0).astype(np.int8), 1, sinks, ones, none, scale)
    return score_ranks(arrays, 0) < 1


def cycle(graph: GameGraph) -> list[int]:
    """Return the indices of the nodes of a cycle, in the direction of the moves; none if there is no cycle."""
    is_endless = reaches_cycle(graph)
    if not is_endless.any():
        return []
    position: dict[int, int] = {}
    index = int(is_endless.argmax())
    while index not in position:
        position[index] = len(position)
        index = next(other for other in graph.successors[index] if is_endless[other])
    return list(position)[position[index] :]


def must_end(graph: GameGraph) -> Problem | None:
    """Return the problem why play in a graph need not end: an open node, or a cycle; None if it must end."""
    if (problem := must_be_known(graph)) is not None:
        return problem
    if not (around := cycle(graph)):
        return None
    return Problem(
        Severity.ERROR,
        f"play can repeat for ever in the cycle {_cycle_text(graph, around)}, so levels, kernel and Grundy values are "
        "not defined; remove one of its moves, or use loopy-kernel",
        graph.ids[around[0]],
        cycle=tuple(graph.ids[index] for index in around),
    )


def must_be_known(graph: GameGraph) -> Problem | None:
    """Return the problem that a graph has an open node, whose moves are not known; None without one."""
    opens = np.flatnonzero(graph.columns.kinds == OPEN)
    if not len(opens):
        return None
    node = graph.nodes[int(opens[0])]
    unknown = f"{brief(node.name)} is an open node, and whether it has moves is not known"
    return Problem(Severity.ERROR, f"{unknown}; make it an inner node or a leaf", node.id)


def must_end_in_losses(graph: GameGraph) -> Problem | None:
    """Return why the graph is not a game that must end with whoever cannot move losing."""
    if (problem := must_end(graph)) is not None or graph.sign > 0:
        return problem
    ends = (graph.nodes[int(index)] for index in graph.columns.first_scored)
    other = next((node for node in ends if node.score is not None and node.score >= 0), None)
    if other is None or other.score is None:
        return None
    outcome = "has won" if other.score else "draws"
    words = (
        f"{brief(other.name)} scores {format_score(other.score)}, so the player to move there {outcome}, but levels, "
        "kernel and Grundy values here are of games in which whoever cannot move has lost; use loopy-kernel, which "
        "reads scores as who has won"
    )
    return Problem(Severity.ERROR, words, other.id)


def note_on_ends(graph: GameGraph) -> str:
    """Return a sentence on the use of players and scores in a game on the graph alone; "" if none is ignored.

    In a negamax graph the scores of the ends decide who has won; in another one they are ignored, as the players are.
    """
    if unfinished_in(graph):
        return " No position has a score: one without moves is lost for the player to move."
    if graph.sign > 0:
        return (
            " Max and Min and the scores of leaves are ignored here: both players have all moves, and whoever cannot "
            "move loses (normal play)."
        )
    scores = {graph.nodes[int(index)].score or 0 for index in graph.columns.first_scored}
    how_much = "" if scores <= {-1, 0, 1} else " By how much is ignored."
    if all(score < 0 for score in scores):
        return how_much and f" Whoever cannot move has lost, by the scores.{how_much}"
    if all(score > 0 for score in scores):
        return f" Whoever cannot move has won, by the scores: misère play.{how_much}"
    return (
        " The scores of the ends say who has won: a positive one the player to move there, a negative one the other "
        f"player, and zero is a draw.{how_much}"
    )


def _cycle_text(graph: GameGraph, around: Sequence[int]) -> str:
    """Return the names of the nodes of a cycle with arrows, and its length if not all fit."""
    names = [brief(graph.nodes[index].name) for index in around]
    if len(names) > _NAMED:
        return " → ".join([*names[:_NAMED], "…", f"{names[0]} ({len(names):,} positions)"])
    return " → ".join([*names, names[0]])
