"""Plays in a solved folder: best play from a node on, and shortest ways from the root to a node."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from explorer.model.errors import LimitError, OptionError
from explorer.model.graph import Convention
from explorer.solved_folder.folder import SolvedFolder, SolvedNode

LONGEST_LINE = 1_000  # moves of best play that are followed
_MOST_READ = 20_000  # nodes that a search for a way reads

_WayBack = dict[str, str | None]


def best_line(folder: SolvedFolder, node: str, *, most: int = LONGEST_LINE) -> tuple[list[str], int | None]:
    """Return the ids on a line of best play from a node, and the place to which it returns; None if it does not.

    It is that of `explorer.solver.paths.best_play`, of at most `most` moves.

    Raises
    ------
    GraphError
        If there is no such node.
    OptionError
        If endless play is not worth 0 in a negamax graph, where successors have scores of another game.
    """
    _require_one_game(folder)
    last = folder.node(node)
    line = {last.id: 0}
    while last.is_settled and len(line) <= most:
        following = best_successor(folder, last)
        if following is None:
            break
        if following.id in line:
            return [*line], line[following.id]
        last = following
        line[last.id] = len(line)
    return [*line], None


def best_successor(folder: SolvedFolder, node: SolvedNode) -> SolvedNode | None:
    """Return the first successor that keeps the score and shortens the distance; where play goes on, the best one.

    None if nobody moves at the node, or the folder says of no successor that it keeps the score.
    """
    if not node.kind.is_inner:
        return None
    after = folder.nodes_of(folder.successors(node.id))
    kept = [each for each in after.values() if each.score == folder.sign * node.score and each.is_settled]
    if node.distance is not None:
        kept = [each for each in kept if each.distance == node.distance - 1] or kept
        return kept[0] if kept else after.get(node.best or "")
    return after.get(node.best or "") or next(iter(kept), None)


def shortest_path(
    folder: SolvedFolder,
    node: str,
    *,
    best: bool = False,
    progress: Callable[[int], None] | None = None,
    most: int = _MOST_READ,
) -> list[str]:
    """Return the ids on a shortest path from the root to a node, both included; empty if there is none.

    It is looked for from both ends, so that of a large graph little is read.

    Parameters
    ----------
    best : whether every move must keep the score.
    progress : called with the number of nodes that were read.
    most : nodes that are read.

    Raises
    ------
    GraphError
        If there is no such node.
    OptionError
        Of best moves, as `best_line`.
    LimitError
        If no path is found among that many nodes.
    """
    if best:
        _require_one_game(folder)
    start, end = folder.node(folder.root).id, folder.node(node).id
    before: _WayBack = {start: None}
    after: _WayBack = {end: None}
    ends = {True: [start], False: [end]}  # the last layer from either side
    while not (meeting := [id for id in min(before, after, key=len) if id in before and id in after]):
        forward = len(ends[True]) <= len(ends[False])
        parents = before if forward else after
        ends[forward] = _next_layer(folder, ends[forward], parents, forward=forward, best=best)
        if not ends[forward]:
            return []
        if len(before) + len(after) > most:
            raise LimitError(
                f"no path to {node} was found among the {most:,} nodes that are nearest to it and to the root"
            )
        if progress is not None:
            progress(len(before) + len(after))
    return min(([*reversed(_chain(before, id)), *_chain(after, id)[1:]] for id in meeting), key=len)


def _next_layer(folder: SolvedFolder, layer: list[str], parents: _WayBack, *, forward: bool, best: bool) -> list[str]:
    """Return the nodes one move beyond a layer, and note the way to each."""
    neighbours = folder.successors if forward else folder.predecessors
    new: list[str] = []
    for id in sorted(layer, key=lambda id: folder.key_of(id) or 0):
        others = [other for other in neighbours(id) if other not in parents]
        if best and others:
            others = _keeping_score(folder, id, folder.nodes_of(others), others)
        parents |= dict.fromkeys(others, id)
        new += dict.fromkeys(others)
    return new


def _keeping_score(folder: SolvedFolder, id: str, rows: Mapping[str, SolvedNode], others: list[str]) -> list[str]:
    """Return the neighbours with the score of a node, as a move between the two has it."""
    score = folder.sign * folder.node(id).score
    return [other for other in others if rows[other].score == score]


def _chain(parents: _WayBack, id: str) -> list[str]:
    """Return a node and those on the noted way from it."""
    chain: list[str] = []
    at: str | None = id
    while at is not None:
        chain.append(at)
        at = parents[at]
    return chain


def _require_one_game(folder: SolvedFolder) -> None:
    """Raise OptionError if best play cannot be followed in a folder."""
    if folder.convention is Convention.NEGAMAX and folder.endless != 0:
        raise OptionError("in a negamax graph, best play can be followed only with endless play worth 0")
