"""Sentences for the player on moves, positions, loops and ends of a play.

Every number is in one view, that of `view_of`: in a minimax graph the scores are Max's, as the nodes show them; in a
negamax graph, where each node shows what it is worth to the player to move there, they are the user's, and say so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from explorer.model.graph import Convention, GameGraph, Node
from explorer.model.scores import NEGATIVE_INFINITY, POSITIVE_INFINITY, Score, format_score
from explorer.model.words import counted
from explorer.play.analysis import FIRST, Analysis
from explorer.play.match import LoopExit, PlayLoop, PlayOutcome
from explorer.play.verdicts import Judge, MoveVerdict, Standing
from explorer.solver.states import State
from explorer.trace import Bounds
from explorer.trace.caption import named

_NAMED = 7  # positions or moves of a loop

UNKNOWN = "unknown"


def side_name(graph: GameGraph, side: int) -> str:
    """Return the name of a side: Max or Min; in a negamax graph by who moves first."""
    if graph.convention is Convention.MINIMAX:
        return "Max" if side == FIRST else "Min"
    return "the first player" if side == FIRST else "the second player"


def view_of(graph: GameGraph, side: int) -> int:
    """Return the side in whose view scores are shown to a user who plays a side."""
    return FIRST if graph.convention is Convention.MINIMAX else side


def view_words(graph: GameGraph, side: int) -> str:
    """Return how the scores shown to a user relate to those in the picture; "" for Max, who sees the same."""
    if graph.convention is Convention.NEGAMAX:
        return (
            "In the picture, a score is for the player to move at its node; elsewhere on this page, scores are for you."
        )
    return "" if side == FIRST else "All scores are Max's: as Min, you want them small."


def bounds_seen_by(bounds: Bounds, by: int, view: int) -> Bounds:
    """Return the bounds that one side sees, as another one sees them.

    Examples
    --------
    >>> bounds_seen_by((1, 2), FIRST, FIRST), bounds_seen_by((1, 2), -FIRST, FIRST)
    ((1, 2), (-2, -1))
    """
    return bounds if by == view else (0 - bounds[1], 0 - bounds[0])


def user_bounds_words(graph: GameGraph, bounds: Bounds) -> str:
    """Return bounds in the user's view, which is named where views differ from node to node."""
    said = bounds_words(bounds)
    return said if graph.convention is Convention.MINIMAX or said == UNKNOWN else f"{said} for you"


def bounds_words(bounds: Bounds) -> str:
    """Return a score of which only bounds may be known: "1", "between −1 and 2", "at least 0", "unknown".

    Examples
    --------
    >>> bounds_words((1, 1)), bounds_words((-1, 2)), bounds_words((0, POSITIVE_INFINITY))
    ('1', 'between −1 and 2', 'at least 0')
    """
    low, high = bounds
    if low == high:
        return format_score(low)
    if low == NEGATIVE_INFINITY:
        return UNKNOWN if high == POSITIVE_INFINITY else f"at most {format_score(high)}"
    if high == POSITIVE_INFINITY:
        return f"at least {format_score(low)}"
    return f"between {format_score(low)} and {format_score(high)}"


def short_words(judge: Judge, before: State, verdict: MoveVerdict, side: int) -> str:
    """Return a verdict for a small button: the score, and the moves left after it or the replies that lose."""
    worth = _worth_words(judge, before, verdict, side)
    if verdict.standing is Standing.SAME and verdict.losing_replies:
        return f"{worth}; {_reply_loss_words(verdict)}"
    if verdict.remoteness is None or verdict.standing is Standing.SAME or not verdict.is_known:
        return worth
    return (
        f"{worth}; {_at_most_words(judge.analysis)}{verdict.remoteness} to go"
        if verdict.remoteness
        else f"{worth}; the end"
    )


def verdict_words(judge: Judge, before: State, verdict: MoveVerdict, side: int) -> str:
    """Return a verdict on a move of either side in a clause, for a user who plays a side.

    It tells what the move keeps or gives away, and the way to the end or the best reply; the moves to the end are those
    that are left after it.
    """
    worth = _worth_words(judge, before, verdict, side)
    if not verdict.is_known:
        return f"{worth}; {_loss_words(verdict)}" if verdict.loses else worth
    if verdict.loses:
        mover = judge.analysis.to_move(before)
        best = judge.worth(before, mover)[0]
        was = bounds_words(bounds_seen_by((best, best), mover, view_of(judge.analysis.graph, side)))
        return f"{_loss_words(verdict)}: from {was} to {worth}{_reply_words(judge, verdict)}"
    if not verdict.keeps:
        return f"{worth}; {_possible_loss_words(verdict)}"
    if not judge.analysis.after(verdict.state):
        return f"ends the play with {worth}"
    return f"keeps {worth}{_way_words(judge.analysis, verdict)}"


def position_words(judge: Judge, state: State, side: int) -> str:
    """Return a sentence on a position: its score, the way to the end, and the distance to a mistake."""
    graph = judge.analysis.graph
    worth = judge.worth(state, view_of(graph, side))
    worth_words = user_bounds_words(graph, worth)
    if worth[0] != worth[1]:
        return "The score is not known here." if worth_words == UNKNOWN else f"The score is {worth_words}."
    words = f"The score is {worth_words}"
    left = judge.analysis.remoteness(state)
    if worth[0] == judge.analysis.endless_to(view_of(graph, side)):
        return f"{words}{_draw_words(judge, state, side, left)}."
    return f"{words}; best play ends in {_move_count_words(judge.analysis, left)}." if left else f"{words}."


def loop_words(
    judge: Judge, loop: PlayLoop, way: LoopExit | None, side: int, move_name: Callable[[str, str], str]
) -> str:
    """Return the announcement of a loop: its value, and a side's move that leaves it for something better.

    Where all its moves have names, which `move_name` gives for two ids, these stand in the place of the positions.
    """
    analysis = judge.analysis
    nodes = [judge.node(state) for state in loop.cycle]
    moves = _names_of_moves([*pairwise(nodes), (nodes[-1], nodes[0])], move_name)
    view = view_of(analysis.graph, side)
    value = user_bounds_words(analysis.graph, (analysis.endless_to(view),) * 2)
    here, names = f"The position {nodes[0].name}", _loop_path_words([node.name for node in nodes])
    if moves:
        here, names = "This position", f"of the moves {', '.join(_shorten_middle(moves))}"
    said = f"{here} has occurred again: the loop {names} has the value {value}. "
    if way is not None:
        source, target = judge.node(way.source), judge.node(way.verdict.state)
        leaving = _names_of_moves([(source, target)], move_name) if moves else []
        better = user_bounds_words(analysis.graph, bounds_seen_by((way.verdict.worth[0],) * 2, side, view))
        if leaving:
            instead = moves[loop.cycle.index(way.source)]
            return f"{said}Leave it by {leaving[0]} in place of {instead}, with the score {better}."
        return f"{said}Leave it by {source.name} → {target.name}, with the score {better}."
    own = [state for state in loop.cycle if analysis.to_move(state) == side]
    if not own:
        return f"{said}You have no move in it."
    if all(analysis.hoped_score(state, side) <= analysis.endless_to(side) for state in own):
        return f"{said}No move of yours leaves it for a better score."
    return f"{said}No move of yours is known to leave it for a better score."


def outcome_words(graph: GameGraph, outcome: PlayOutcome, side: int, worth: Score | None = None) -> str:
    """Return sentences on the outcome: the score, a side's share, and the winner if minimax decides.

    The known `worth` of the start for the side follows if it is not the score that the side gets.
    """
    view = view_of(graph, side)
    how = "Play repeats for ever" if outcome.is_endless else "The play is over"
    score = user_bounds_words(graph, (view * outcome.score,) * 2)
    if not outcome.is_compared:
        got = side * outcome.score
        said = f"{how}: you get {format_score(got)}."
        if side != view and got:
            said = f"{how} with score {score}: you get {format_score(got)} as {side_name(graph, side)}."
        if worth is None or worth == got:
            return said
        return (
            f"{said} The score of the start is {user_bounds_words(graph, bounds_seen_by((worth, worth), side, view))}."
        )
    said = f"{how} with score {score}"
    if outcome.minimax is None or outcome.winner is None:
        return f"{said}. The minimax value of the start is not known, so no winner is declared."
    said += f", and the minimax value of the start is {user_bounds_words(graph, (view * outcome.minimax,) * 2)}."
    if not outcome.winner:
        return f"{said} The game is drawn."
    winner = side_name(graph, outcome.winner)
    return f"{said} {winner[:1].upper()}{winner[1:]} wins by {format_score(outcome.gain(outcome.winner))}."


# ---- parts of sentences


def _loss_words(verdict: MoveVerdict) -> str:
    least, most = verdict.loss
    return f"gives away {format_score(least)}" if least == most else f"gives away at least {format_score(least)}"


def _possible_loss_words(verdict: MoveVerdict) -> str:
    most = verdict.loss[1]
    return "a better move may exist" if most == POSITIVE_INFINITY else f"may give away up to {format_score(most)}"


def _worth_words(judge: Judge, before: State, verdict: MoveVerdict, side: int) -> str:
    """Return the value of a move, in the view of the user who plays a side."""
    graph, mover = judge.analysis.graph, judge.analysis.to_move(before)
    return user_bounds_words(graph, bounds_seen_by(verdict.worth, mover, view_of(graph, side)))


def _reply_words(judge: Judge, verdict: MoveVerdict) -> str:
    if verdict.best_reply is None:
        return ""
    name = named(judge.node(verdict.best_reply)).text
    return f"; {name} is the best {'reply' if verdict.replies else 'next move'}"


def _way_words(analysis: Analysis, verdict: MoveVerdict) -> str:
    """Return how play goes on after a move that keeps the score."""
    if verdict.standing is Standing.SAME:
        return f"; {_reply_loss_words(verdict)}" if verdict.replies else ""
    if verdict.remoteness is None:
        return ""
    stalls = verdict.standing is Standing.BETTER and not verdict.has_progress
    left = _move_count_words(analysis, verdict.remoteness)
    return f"{', but makes no progress:' if stalls else ';'} the end is {left} away"


def _reply_loss_words(verdict: MoveVerdict) -> str:
    if not verdict.losing_replies:
        return "no reply loses"
    if verdict.replies == 1:
        return "the only reply loses"
    return f"{verdict.losing_replies} of {verdict.replies} replies {'loses' if verdict.losing_replies == 1 else 'lose'}"


def _draw_words(judge: Judge, state: State, side: int, left: int | None) -> str:
    """Return whether play in a draw can be ended, and the side that has to avoid a mistake."""
    if not judge.analysis.after(state) or judge.analysis.leads_to_rule_leaf(state):
        return ""
    ending = "" if left is None else _move_count_words(judge.analysis, left)
    end = f"; the play can be ended in {ending}" if ending else "; play may go on for ever"
    pressure = judge.pressure(state)
    if pressure is None:
        return f"{end}, and neither side is ever close to a mistake"
    who = "you have" if pressure.side == -side else "the other side has"
    when = "now" if not pressure.distance else f"within {counted(pressure.distance, 'move')}"
    level = "" if not pressure.level else f" (draw level {pressure.level}: it would not lower the score at once)"
    return f"{end}; {who} to avoid a mistake {when}{level}"


def _names_of_moves(moves: Iterable[tuple[Node, Node]], move_name: Callable[[str, str], str]) -> list[str]:
    """Return the names of moves in quotes; none if one has the name of the node after it."""
    found = [(move_name(before.id, after.id), named(after).text) for before, after in moves]
    return [] if any(name == node for name, node in found) else [f"“{name}”" for name, _ in found]


def _loop_path_words(names: Sequence[str]) -> str:
    """Return the nodes of a loop as a path of names, shortened in the middle."""
    return " → ".join([*_shorten_middle(names), names[0]])


def _shorten_middle(names: Sequence[str]) -> list[str]:
    return [*names] if len(names) <= _NAMED else [*names[: _NAMED - 2], "…", names[-1]]


def _move_count_words(analysis: Analysis, number: int) -> str:
    return f"{_at_most_words(analysis)}{counted(number, 'move')}"


def _at_most_words(analysis: Analysis) -> str:
    """Return "at most " if not all of the game is known, else ""."""
    return "at most " if len(analysis.arrays.opens) else ""
