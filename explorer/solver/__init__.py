"""Exact solver: bounds, scores and best moves of a whole graph, without steps to watch."""

from __future__ import annotations

import numpy as np

from explorer.model.check import playable
from explorer.model.columns import OPEN
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, parse_endless
from explorer.solver.operator import Ranks, arrays_of, between_ranks
from explorer.solver.retrograde import Retrograde, best_moves, moves_to_end, retrograde
from explorer.solver.solution import BestMoves, Distances, Intervals, Scores, Solution, moves_of

__all__ = ["Solution", "solve"]


def solve(graph: GameGraph, *, endless: Score = 0) -> Solution:
    """Return the exact scores, bounds and best moves of a game graph.

    The score is median(lower, endless, upper) (sources: Kars, section 5, with lower and upper as in Loops, Part 1).

    Parameters
    ----------
    endless : the worth of endless play, ±∞ allowed.  In a negamax graph: to the player to move at the node in
        question, so that for `endless` other than 0 the score of a node and those of its successors are of
        different games.

    Raises
    ------
    GraphError
        If the graph has errors.
    OptionError
        If `endless` is no number.

    Examples
    --------
    Kars, Example 3.2, with b = 1 and d = 2:

    >>> graph = GameGraph.from_json({
    ...     "root": "a",
    ...     "nodes": [{"id": "a", "player": "max"}, {"id": "c", "player": "min"},
    ...               {"id": "b", "score": 1}, {"id": "d", "score": 2}],
    ...     "moves": [["a", "b"], ["a", "c"], ["c", "d"], ["c", "a"]]})
    >>> solve(graph).scores, solve(graph).best
    ({'a': 1, 'c': 1, 'b': 1, 'd': 2}, {'a': 'b', 'c': 'a'})
    """
    graph = playable(graph)
    worth = parse_endless(endless)
    arrays = arrays_of(graph, extra=(worth,))
    found = retrograde(arrays)
    rank = arrays.rank(worth)

    def by_id(ranks: Ranks) -> Scores:
        return Scores(graph, ranks + arrays.top, arrays.scale)

    scores = by_id(np.clip(rank, found.lower, found.upper))
    moves = arrays.indices[best_moves(arrays, found, rank)]
    best = BestMoves(graph, arrays.inner, moves, graph.columns.ids.__getitem__)
    least = most = scores
    if len(arrays.opens):
        hoped, between = retrograde(arrays, hopeful=True), between_ranks(graph, arrays, worth)
        least = by_id(np.clip(np.clip(rank, found.lower, hoped.upper), *between))
        most = by_id(np.clip(np.clip(rank, hoped.lower, found.upper), *between))
    score = scores.at(graph.root_index)
    return Solution(
        graph.columns.ids[graph.root_index], score, scores, by_id(found.lower), by_id(found.upper), best,
        len(arrays.opens), Intervals(least, most), _distances_to_end(scores, Intervals(least, most), found, rank),
    )  # fmt: skip


def _distances_to_end(scores: Scores, between: Intervals, bounds: Retrograde, endless: int) -> Distances:
    """Return the number of moves to the end at every node whose score is known."""
    moves = moves_to_end(bounds, endless, len(scores.scale) // 2)
    is_known = scores.graph.columns.kinds != OPEN
    is_known[between.rows] = False
    rows = np.flatnonzero(is_known)
    return Distances(scores.graph, rows, moves[rows], moves_of)
