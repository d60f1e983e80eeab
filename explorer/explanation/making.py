"""The making of explanations: for either player moves that make sure of the score, and the resulting play.

A player who can force at least what endless play is worth, does: the moves lower the level of the attractor of the
leaves that are good enough.  Otherwise the player keeps from all that is worse, which is what is left when the other
player's attractor of worse leaves and of open nodes is taken away (`explorer.expansion.bound_game`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from explorer.expansion.bound_game import BoundGame, Look, bound_games, ignore_look, plain_score
from explorer.explanation.checker import complaints
from explorer.explanation.completions import completions_of
from explorer.explanation.explanation import (
    FIRST,
    SECOND,
    Explanation,
    Guarantee,
    PlayPosition,
    position_after,
    side_to_move,
)
from explorer.formats.format import without_garbage_collection
from explorer.model.check import playable
from explorer.model.errors import ExplanationError, quoted
from explorer.model.graph import GameGraph
from explorer.model.scores import NEGATIVE_INFINITY, Score, parse_endless

_BETWEEN_WORDS = 4_096  # positions


@dataclass
class _PositionCount:
    """A counter of visited positions that reports progress every few thousand positions."""

    progress: Callable[[int], None]
    total: int = 0
    last_report: int = 0

    def add(self, more: int) -> None:
        """Count more positions."""
        self.total += more
        if self.total - self.last_report >= _BETWEEN_WORDS:
            self.last_report = self.total
            self.progress(self.total)


def why(
    graph: GameGraph,
    node: str | None = None,
    *,
    endless: Score = 0,
    progress: Callable[[int], None] | None = None,
) -> Explanation:
    """Explain why a node has its score; the checker has accepted the explanation.

    Parameters
    ----------
    node : its id; the root if there is none.
    endless : the value of endless play, ±∞ allowed; in a negamax graph for the player to move at the node.
    progress : called with the number of visited positions, every few thousand of them; it may raise to cancel.

    Raises
    ------
    GraphError
        If the graph has errors or no such node.
    OptionError
        If `endless` is no number.
    ExplanationError
        If the checker does not accept what was found; that is a fault of the program.

    Examples
    --------
    Kars, Example 3.2, with b = -1 and d = 2: endless play decides.

    >>> graph = GameGraph.from_json({
    ...     "root": "a",
    ...     "nodes": [{"id": "a", "player": "max"}, {"id": "c", "player": "min"},
    ...               {"id": "b", "score": -1}, {"id": "d", "score": 2}],
    ...     "moves": [["a", "b"], ["a", "c"], ["c", "d"], ["c", "a"]]})
    >>> found = why(graph, "a")
    >>> found.low, found.high, [at.id for at in found.line], found.back_to
    (0, 0, ['a', 'c'], 0)
    """
    graph = playable(graph)
    id = graph.ids[graph.root_index] if node is None else graph.ids[graph.index_of(node)]
    look = ignore_look if progress is None else _PositionCount(progress).add
    with without_garbage_collection():
        explanation = explanation_of(graph, id, parse_endless(endless), look)
        if not explanation.is_known:
            completions = completions_of(explanation, lambda graph, id, worth: explanation_of(graph, id, worth, look))
            explanation = replace(explanation, completions=completions)
        return require_accepted(explanation, look)


def require_accepted(explanation: Explanation, look: Look = ignore_look) -> Explanation:
    """Return the explanation if the checker accepts it.

    Raises
    ------
    ExplanationError
        If not, with what is wrong.
    """
    wrong = complaints(explanation, explanation.graph, look=look)
    if wrong:
        raise ExplanationError(
            f"the explanation of node {quoted(explanation.node)} was not accepted by its checker: {wrong[0]}; "
            "nothing is shown, please report the graph"
        )
    return explanation


def explanation_of(graph: GameGraph, node: str, endless: Score, look: Look = ignore_look) -> Explanation:
    """Return the explanation of a node, not checked and without completions of open nodes."""
    games = bound_games(graph, node, look, endless=endless)
    first, second = (_make_guarantee(graph, games, side, endless) for side in (FIRST, SECOND))
    explanation = Explanation(graph, node, endless, first, second)
    return _with_line_of_play(explanation) if explanation.is_known else explanation


def _make_guarantee(graph: GameGraph, games: Mapping[int, BoundGame], side: int, endless: Score) -> Guarantee:
    """Return the score that a player can make sure of, with the moves for it."""
    own, other = games[side], games[-side]
    worth, floor = plain_score(side, endless), own.guarantee
    is_forced = floor >= worth
    limit = floor if is_forced else min(worth, plain_score(-1, other.hope))
    is_least = limit == min(worth, plain_score(-1, other.top))  # no score is below it
    if limit == NEGATIVE_INFINITY or (is_least and not is_forced):
        return Guarantee(side, plain_score(side, limit), {}, (), by_range=limit != NEGATIVE_INFINITY)
    where = own if is_forced else other
    ranks: Mapping[int, int] | None = None
    if is_forced:
        moves, ranks = own.forcing_moves(limit)
        reached = [*ranks]
    else:
        moves, reached = other.holding_moves(plain_score(-1, limit))
    ids, numbers = graph.ids, where.numbers
    positions = {
        state: PlayPosition(ids[numbers[state] >> 1], not (numbers[state] ^ numbers[0]) & 1) for state in reached
    }
    return Guarantee(
        side,
        plain_score(side, limit),
        {positions[state].id: positions[after].id for state, after in moves.items()},
        tuple(positions.values()),
        None if ranks is None else {positions[state]: rank for state, rank in ranks.items()},
    )


def _with_line_of_play(explanation: Explanation) -> Explanation:
    """Return the explanation with the play that both guarantees make."""
    line, indices = [PlayPosition(explanation.node)], {PlayPosition(explanation.node): 0}
    while (after := _next_position(explanation, line[-1])) is not None and after not in indices:
        indices[after] = len(line)
        line.append(after)
    return replace(explanation, line=tuple(line), back_to=None if after is None else indices[after])


def _next_position(explanation: Explanation, at: PlayPosition) -> PlayPosition | None:
    """Return the next position of the play that an explanation's guarantees make; None at a leaf."""
    row = explanation.graph.ids_after(at.id)
    if not row:
        return None
    guarantee = explanation.at_least if side_to_move(explanation.graph, at) == FIRST else explanation.at_most
    return position_after(explanation.graph, at, row[0] if guarantee.is_empty else guarantee.moves[at.id])
