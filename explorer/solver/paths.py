"""Paths of play from the root to a node, shortest ones or by best moves; and best play from a node on."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.model.columns import Csr, compressed_rows
from explorer.model.errors import OptionError
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, parse_endless
from explorer.solver import Solution, solve
from explorer.solver.attractor import (
    BEGIN,
    OUTSIDE,
    AttractorWork,
    RanksAndLevels,
    SettledStates,
    TargetGame,
    settle,
    unpack_ranks,
)
from explorer.solver.backwards import predecessor_arrays
from explorer.solver.kernels import run


def shortest_path(graph: GameGraph, node: str, *, best: bool = False, endless: Score = 0) -> list[str]:
    """Return the ids on a shortest path from the root to a node, both included; empty if there is none.

    Parameters
    ----------
    best : whether every move must keep the score, so that neither player loses anything on the way.
    endless : the worth of endless play, for that.

    Raises
    ------
    GraphError
        If there is no such node; of best moves, also if the graph has errors.
    OptionError
        If `endless` is no number; or is not 0 in a negamax graph, where successors have scores of another game.
    """
    end = graph.index_of(node)
    rows = _best_move_rows(graph, endless) if best else graph.links.forward
    levels = fewest_moves(rows, np.array([graph.root_index]))
    if levels[end] < 0:
        return []
    indptr, indices = predecessor_arrays(*rows)
    path = [end]
    while levels[path[-1]] > 0:
        before = indices[indptr[path[-1]] : indptr[path[-1] + 1]]
        path.append(int(before[levels[before] == levels[path[-1]] - 1][0]))
    return [graph.ids[index] for index in reversed(path)]


def best_play(graph: GameGraph, node: str, *, endless: Score = 0) -> tuple[list[str], int | None]:
    """Return the ids on a line of best play from a node, and the place to which it returns; None if it ends.

    Whoever gets more than the worth of endless play hurries, and the other player delays: the line has the length of
    `Solution.distance`.  It ends at a leaf, or where the score may depend on open nodes.

    Raises
    ------
    GraphError
        If there is no such node, or the graph has errors.
    OptionError
        As `shortest_path` does of best moves.
    """
    solution = _solve_for_best_play(graph, endless)
    last = graph.ids[graph.index_of(node)]
    line = {last: 0}
    while last in solution.distance and graph.ids_after(last):
        last = _best_move_after(graph, solution, last)
        if last in line:
            return [*line], line[last]
        line[last] = len(line)
    return [*line], None


def _best_move_after(graph: GameGraph, solution: Solution, node: str) -> str:
    """Return the first move that keeps the score and shortens the distance; where play goes on, an optimal move."""
    wanted = graph.sign * solution.scores[node], solution.distance[node] - 1
    after = graph.ids_after(node)
    kept = (id for id in after if (solution.scores[id], solution.distance.get(id)) == wanted)
    return solution.best[node] if wanted[1] == math.inf else next(kept, solution.best[node])


def _solve_for_best_play(graph: GameGraph, endless: Score) -> Solution:
    """Return the solution of the graph; raise OptionError if best play cannot be followed in it."""
    if graph.sign < 0 and parse_endless(endless) != 0:
        raise OptionError("in a negamax graph, best play can be followed only with endless play worth 0")
    return solve(graph, endless=endless)


def _best_move_rows(graph: GameGraph, endless: Score) -> Csr:
    """Return for each node the indices of the successors that keep its score."""
    scores = _solve_for_best_play(graph, endless).scores
    ranks = scores.codes - len(scores.scale) // 2
    indptr, indices = graph.links.forward
    sources = np.repeat(np.arange(len(ranks)), np.diff(indptr))
    keeps = ranks[sources] == graph.sign * ranks[indices]
    return compressed_rows(sources[keeps], indices[keeps], len(ranks))


def fewest_moves(rows: Csr, starts: NDArray[Any]) -> NDArray[np.int32]:
    """Return the length of a shortest path from a start to each node along rows; `OUTSIDE` if there is none.

    That is an attractor in which one successor is enough, whoever moves.

    Along successors these are distances from the starts, along predecessors distances to them.

    Examples
    --------
    >>> fewest_moves(Csr(np.array([0, 2, 3, 3, 3], np.int32), np.array([1, 2, 2], np.int32)), np.array([0])).tolist()
    [0, 1, 1, -1]
    """
    nodes, size = len(rows.indptr) - 1, len(rows.indices)
    met = np.bincount(rows.indices, minlength=1)
    waits = np.ones(nodes, np.min_scalar_type(-1 - int(met.max())))
    order, ends = np.empty(nodes + 1, np.int32), np.zeros(2, np.int32)
    game = TargetGame(*rows, np.asarray(starts, np.int32), np.array([0, len(starts)], np.int32), 0)
    work = AttractorWork(waits, np.empty(0, np.int32), order, ends, np.array(BEGIN))
    run(settle, game, work, nodes + 1, 0, size=size)
    levels = np.full(nodes, OUTSIDE, np.int32)
    settled = SettledStates(order, ends, np.zeros(1, np.int32))
    run(unpack_ranks, settled, RanksAndLevels(np.zeros_like(levels), levels), size=size)
    return levels
