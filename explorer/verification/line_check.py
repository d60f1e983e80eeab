"""Lines of best play, each move compared with the exact scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.explanation.explanation import PlayPosition, position_after
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, format_score
from explorer.solver import Solution, solve


@dataclass(frozen=True)
class CheckedLine:
    """A line of play and what is wrong with it.

    Attributes
    ----------
    ids : the nodes of the line.
    score : the exact score of the first node; None if it may depend on open nodes.
    node : where the line fails; None if each move keeps the exact score and the end is worth it.
    reason : why it fails there; "" if it does not.
    """

    ids: tuple[str, ...]
    score: Score | None
    node: str | None = None
    reason: str = ""

    @property
    def holds(self) -> bool:
        """Return whether each move keeps the exact score, and the line ends in a leaf or a repetition worth it."""
        return self.node is None


def check_line(graph: GameGraph, ids: Sequence[str], endless: Score, score: Score | None = None) -> CheckedLine:
    """Return whether each move of a line keeps the exact score of the solver, and its end is worth it.

    Parameters
    ----------
    score : that the line is claimed to have; the exact one if there is none.
    """
    true = _PositionScores(graph, endless)
    begin = PlayPosition(ids[0])
    exact = true.score(begin) if begin.id in graph.index else None
    failure = _line_failure(graph, true, ids, exact if score is None else score)
    return CheckedLine(tuple(ids), exact, *(failure or (None, "")))


class _PositionScores:
    """Exact scores of positions as the first player's, from the solver; None where they may depend on open nodes."""

    def __init__(self, graph: GameGraph, endless: Score) -> None:
        self.endless = endless
        self._solutions: dict[bool, Solution] = {True: solve(graph, endless=endless)}
        is_same = graph.sign > 0 or endless == 0  # in a negamax graph endless play is worth -d to the other player
        self._solutions[False] = self._solutions[True] if is_same else solve(graph, endless=0 - endless)

    def score(self, at: PlayPosition) -> Score | None:
        low, high = self._solutions[at.is_own].between_of(at.id)
        return None if low != high else low if at.is_own else 0 - low


def _line_failure(
    graph: GameGraph, true: _PositionScores, ids: Sequence[str], score: Score | None
) -> tuple[str, str] | None:
    """Return the node at which a line fails first, and the reason; None if it holds."""
    at, is_again = PlayPosition(ids[0]), False
    seen: set[PlayPosition] = set()
    for place, id in enumerate(ids):
        if id not in graph.index:
            return id, "it is no node of the graph"
        before = ids[place - 1] if place else id
        if place and id not in graph.ids_after(before):
            return before, f"there is no move from it to {id}"
        at = position_after(graph, at, id) if place else at
        if reason := _score_failure(true.score(at), score, id if place else ""):
            return before, reason
        is_again = at in seen
        seen.add(at)
    return _end_failure(graph, at.id, true.endless == score if is_again else None)


def _score_failure(exact: Score | None, score: Score | None, after: str) -> str:
    """Return why the first node, or that `after` a move, has another score than the line; "" if not."""
    if exact is None:
        return f"the score of {after} may depend on open nodes" if after else "its score may depend on open nodes"
    if exact == score:
        return ""
    claimed = "an unknown score" if score is None else format_score(score)
    if not after:
        return f"its exact score is {format_score(exact)}, not {claimed}"
    return f"the move to {after} gives score away: {format_score(exact)} instead of {claimed}"


def _end_failure(graph: GameGraph, id: str, is_good_repetition: bool | None) -> tuple[str, str] | None:
    """Return the failure of the end of a line; None if it is a leaf, or a repetition worth the score."""
    if is_good_repetition is False:
        return id, "the line comes back to it, and endless play is worth something else"
    if graph.ids_after(id) and is_good_repetition is None:
        return id, "the line stops there, where play goes on; it ends in a leaf or comes back to a position"
    return None
