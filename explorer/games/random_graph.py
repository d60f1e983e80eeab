"""Random game graphs in which play can reach every node.

A random tree on the inner nodes, ended by the leaves, makes every node reachable; the other moves are drawn one by
one from those that the parameters allow.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explorer.games.game import Game
from explorer.games.random_growth import GrowthRequest, below, growth_graph
from explorer.model.columns import LEAF, MAX, MIN, MOVER, NO_SCORE, Indices, MoveColumns, NodeColumns, ranks_and_scale
from explorer.model.errors import OptionError
from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import Score
from explorer.model.words import counted
from explorer.trace.options import choice, decimal_number, score_list, share_or_number, whole_number, yes_no

MAX_NODES = 1_000_000
MAX_MOVES = 5_000_000


def random_graph(
    *,
    nodes: int,
    degree: float,
    leaves: int | float,
    scores: Sequence[Score],
    cycles: bool,
    alternating: bool,
    convention: str,
    seed: int,
) -> GameGraph:
    """Return the random graph of a seed; every node can be reached from the root.

    Parameters
    ----------
    degree : moves of an inner node, on average; at least so many that every node can be reached.
    leaves : the number of leaves: a whole number, or a float for a share.
    scores : from which each leaf draws one; one that is given twice is drawn twice as often.

    Raises
    ------
    OptionError
        If there is no such graph.
    """
    inner = nodes - _leaf_count(nodes, leaves, cycles=cycles)
    moves = _move_count(nodes, inner, degree)
    fewest, most = _dead_end_limits(inner, nodes, moves, cycles=cycles)
    growth, there, chances = growth_graph(GrowthRequest(inner, nodes, moves, fewest, most, cycles, alternating), seed)
    degrees = np.diff(np.asarray(growth.indptr))
    if there < moves or not degrees.all():
        raise OptionError(f"with these parameters at most {there:,} moves are possible; lower degree, or raise nodes")
    sides = np.asarray(growth.sides)[:inner] if alternating else below(2, chances[:inner])
    chances = chances if alternating else chances[inner:]
    movers = np.array([MOVER, MOVER] if convention == Convention.NEGAMAX else [MAX, MIN], np.int8)
    ranks, scale = _score_ranks(scores, chances[: nodes - inner])
    ids = (*(f"p{number}" for number in range(inner)), *(f"x{number}" for number in range(nodes - inner)))
    kinds = np.concatenate((movers[sides], np.full(nodes - inner, LEAF, np.int8)))
    return GameGraph.from_columns(
        NodeColumns(ids, kinds, np.concatenate((np.full(inner, NO_SCORE, np.int32), ranks)), scale),
        MoveColumns(np.repeat(np.arange(inner, dtype=np.int32), degrees), np.asarray(growth.indices), ids),
        root=ids[0],
        convention=Convention(convention),
        name=f"Random graph of {counted(nodes, 'node')}, seed {seed}",
        description=(  # with a move to spare for a tree there is a cycle, if there may be one
            f"A random game graph {'with' if cycles and moves >= nodes else 'without'} cycles: "
            f"{counted(inner, 'inner node')} with {counted(moves, 'move')}, and "
            f"{counted(nodes - inner, 'leaf')}. "
            "Every node can be reached from the root. Another seed gives another graph."
        ),
    )


def _leaf_count(nodes: int, leaves: int | float, *, cycles: bool) -> int:
    """Return the number of leaves, at least one of a share above 0."""
    fewest, most = 0 if cycles else 1, max(1, nodes - 1)
    if isinstance(leaves, float):
        return min(most, max(fewest, math.ceil(leaves), round(leaves * nodes)))
    if not fewest <= leaves <= most:
        raise OptionError(f"leaves must lie between {fewest} and {most} for {nodes} nodes like these, got {leaves}")
    return leaves


def _move_count(nodes: int, inner: int, degree: float) -> int:
    """Return the number of moves, enough for each inner node and to reach every node."""
    moves = round(degree * inner)
    needed = max(nodes - 1, inner)
    if moves < needed:
        need = f"{counted(inner, 'inner node')} {'needs' if inner == 1 else 'need'} {needed / inner:.3g} moves each"
        raise OptionError(f"to reach {nodes:,} nodes, {need}; raise degree, or lower leaves")
    if moves > MAX_MOVES:
        raise OptionError(f"such a graph has {moves:,} moves, at most {MAX_MOVES:,} are made; lower nodes or degree")
    return moves


def _dead_end_limits(inner: int, nodes: int, moves: int, *, cycles: bool) -> tuple[int, int]:
    """Return the least and greatest number of inner nodes whose moves all go back.

    There may be some if there are cycles, and without leaves there must be one.
    """
    most = min(moves - (nodes - 1), inner // 3) if cycles else 0
    return (1 if nodes == inner else 0), most


def _score_ranks(scores: Sequence[Score], numbers: NDArray[np.float64]) -> tuple[Indices, tuple[Score, ...]]:
    """Return random scores as indices into the second value, the scores that were drawn, ascending."""
    drawn = below(len(scores), numbers)
    is_drawn = np.bincount(drawn, minlength=len(scores)) > 0
    ranks, scale = ranks_and_scale([score if there else None for score, there in zip(scores, is_drawn, strict=True)])
    return ranks[drawn], scale


GAME = Game(
    name="random",
    title="Random graph",
    source="our own",
    summary="A graph drawn at random by a seed, of any size, with or without cycles, for trying out and for comparing.",
    parameters=(
        whole_number("nodes", "Nodes", 20, "How many nodes there are, leaves included.", minimum=1, maximum=MAX_NODES),
        decimal_number("degree", "Moves of a node", 2.5, "Of an inner node, on average.", minimum=1, maximum=50),
        share_or_number("leaves", "Leaves", 0.35, "How many nodes are leaves: a number such as 12, or a share (40%)."),
        score_list("scores", "Scores K", (-1, 0, 1), 'What leaves may score, such as "-1, 0, 1/2" or "-3..3".'),
        yes_no("cycles", "Cycles", True, "Whether positions can come back; a tree has no move to spare for it."),
        yes_no(
            "alternating", "Alternating", True, "Whether every move passes the turn, so that the graph is bipartite."
        ),
        choice(
            "convention",
            "Scores are",
            {"minimax": "from Max's view (minimax)", "negamax": "for the player to move (negamax)"},
            "Whether nodes belong to Max and Min, or scores are for whoever is to move.",
        ),
        whole_number("seed", "Seed", 1, "Another seed gives another graph.", minimum=0, maximum=2**31 - 1),
    ),
    build=random_graph,
    rank=30,
    count=lambda *, nodes, **_: nodes,
)
