"""Scores under a move clock by sweeps over all nodes, without the graph that the clock unfolds."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from explorer.model.errors import LimitError
from explorer.model.graph import GameGraph
from explorer.solver.operator import GraphArrays, Ranks, rows_at

MOST_ENTRIES = 200_000_000  # of a table of ranks: nodes times clocks


def clock_ranks(arrays: GraphArrays, resets: NDArray[np.bool_], most: int, endless: int) -> Ranks:
    """Return the rank of every node with 0, 1, … `most` moves on the clock, a row for each.

    After `most` moves without progress play is worth `endless`, but a leaf keeps its score.  Each sweep takes a row
    from the next one; where moves of progress start the clock anew, sweeps over all rows are repeated until they change
    nothing, from `endless` on, as the iteration sₙ is.

    Parameters
    ----------
    resets : for each move, in the order of `arrays.indices`, whether it is progress.
    endless : the rank of endless play to Max; in a negamax graph 0.

    Raises
    ------
    LimitError
        If there are more than `MOST_ENTRIES` entries.
    """
    if (most + 1) * len(arrays.orientation) > MOST_ENTRIES:
        raise LimitError(
            f"a clock of {most:,} moves over {len(arrays.orientation):,} nodes makes more than {MOST_ENTRIES:,} "
            "values; take a smaller clock"
        )
    ranks = np.full((most + 1, len(arrays.orientation)), endless, np.int32)
    ranks[:, arrays.leaves] = arrays.leaf_ranks
    flat, starts = rows_at(arrays.indptr, arrays.inner)
    targets, are_resets = arrays.indices[flat], resets[flat]
    sense = arrays.orientation[arrays.inner].astype(np.int32)
    view = arrays.sign * np.repeat(sense, np.diff(np.append(starts, len(flat))))
    fresh = targets[are_resets]
    while len(starts):
        start = ranks[0, fresh]
        for clock in range(most - 1, -1, -1):
            towards = ranks[clock + 1, targets]
            towards[are_resets] = start
            ranks[clock, arrays.inner] = sense * np.maximum.reduceat(view * towards, starts)
        if (ranks[0, fresh] == start).all():
            break
    return ranks


def progress_in_rows(graph: GameGraph) -> NDArray[np.bool_]:
    """Return for each move, in the order of `links.forward`, whether it is marked as progress."""
    links, index = graph.links, graph.index
    if not graph.progress:
        return np.zeros(len(links), np.bool_)
    ends = np.array([(index[source], index[target]) for source, target in graph.progress], np.int64)
    are_marked = np.isin(links.keys, ends[:, 0] * len(graph.ids) + ends[:, 1])
    return np.asarray(are_marked[np.argsort(links.sources, kind="stable")], np.bool_)
