"""Graphs of games by rules: the positions nearest to the start are expanded, the rest stays open."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from itertools import islice, repeat

import numpy as np

from explorer.expansion.checked_rules import CheckedRules, Position
from explorer.expansion.plain_rules import OddAnswerError, PlainGame
from explorer.model.columns import OPEN, Indices, MoveColumns, columns_of
from explorer.model.errors import LimitError, OptionError, quoted
from explorer.model.graph import GameGraph
from explorer.model.rules import Rules
from explorer.model.scores import Score
from explorer.trace.options import Option, whole_number

Progress = Callable[[int, int], None]  # given how many positions are expanded, and how many at most will be

POSITIONS = "positions"
MAX_POSITIONS = 200_000
MAX_MOVES = 2_000_000
MOST_ASKED, MOST_MOVES_ASKED = 10_000_000, 50_000_000  # of a game of one's own: what memory allows sets the limit
UNASKED = 100_000  # positions of a game of one's own that are expanded unless a number was asked for
SMALL = 3_000  # positions: a game that has no more is shown whole
FIRST_POSITIONS = 60  # positions: of a larger game, or one without end
_BETWEEN_WORDS = 200  # positions: how often the progress is told
_MOVES_BETWEEN_WORDS = 2_000


def positions_option(default: int = FIRST_POSITIONS, *, maximum: int = MAX_POSITIONS) -> Option:
    """The parameter that every game by rules has: how many positions are expanded."""
    return whole_number(
        POSITIONS,
        "Positions",
        default,
        "How many positions are expanded, nearest to the start first; those that they lead to stay open.",
        minimum=1,
        maximum=maximum,
    )


def all_positions_option() -> Option:
    """The parameter of a game by rules that is expanded as a whole where that can be done, as `Game.count` says."""
    return whole_number(
        POSITIONS,
        "Positions",
        0,
        "How many positions are expanded, nearest to the start first. 0: all of them if they are about "
        f"{MAX_POSITIONS:,} at most, else {FIRST_POSITIONS}.",
        minimum=0,
        maximum=MAX_POSITIONS,
    )


def positions_to_expand(positions: int, count: int) -> int:
    """How many positions of a game of about `count` are expanded at most, where 0 means all or `FIRST_POSITIONS`."""
    return positions or (MAX_POSITIONS if count <= MAX_POSITIONS else FIRST_POSITIONS)


def from_rules(rules: Rules, *, positions: int = UNASKED, progress: Progress | None = None) -> GameGraph:
    """The graph of a game of one's own: its positions in breadth-first order, the start first.

    Parameters
    ----------
    positions : how many are expanded at most, nearest to the start first; those that they lead to are open nodes, and
        of what depends on them `solve` gives an interval.
    progress : called now and then with the number of positions that are expanded and with `positions`; it may raise
        to cancel.

    Raises
    ------
    OptionError
        If `positions` is not between 1 and `MOST_ASKED`, or `rules` are none.
    GraphError
        If the rules fail or give what cannot be, in one sentence that names the method and the position.
    LimitError
        If there are more than `MOST_MOVES_ASKED` moves.

    Examples
    --------
    >>> class Halve(Rules):
    ...     negamax, initial = True, 6
    ...     def moves(self, number):
    ...         return [number // 2, number - 1] if number > 1 else []
    ...     def score(self, number):
    ...         return -1
    >>> [node.id for node in from_rules(Halve()).nodes]
    ['6', '3', '5', '1', '2', '4']
    """
    if not isinstance(rules, Rules):
        raise OptionError(f"expected rules, an object such as Game() of a class Game(Rules), got {quoted(rules)}")
    most = positions_option(maximum=MOST_ASKED).parse(positions)
    return partial_graph(rules, most, progress=progress, most_moves=MOST_MOVES_ASKED)


def partial_graph(
    rules: Rules,
    positions: int,
    *,
    progress: Progress | None = None,
    known: Score | None = None,
    most_moves: int | None = None,
) -> GameGraph:
    """The graph of a game with its first positions, in breadth-first order, expanded and all others open.

    Nodes stand in the order in which they are met, and none has a position on the canvas.  The graph keeps the rules,
    so that its open nodes can be expanded later.

    Parameters
    ----------
    progress : called now and then with the number of positions that are expanded and with `positions`; it may raise
        to cancel.
    known : the score of the start as the literature has it; a graph without open nodes carries it as `expected`.
    most_moves : how many moves there may be; `MAX_MOVES` unless another number is given.

    Raises
    ------
    GraphError
        If the rules fail or give what cannot be, as `CheckedRules` says it.
    LimitError
        If there are more moves.
    """
    asked = CheckedRules(rules)
    most = MAX_MOVES if most_moves is None else most_moves
    if positions:
        asked.require_steady()
        asked.node(asked.initial)  # says what is wrong with its name before many get one
    try:
        game = PlainGame(asked)
        moves = _grown(asked, game.expansions(), positions, most, progress)
        columns, met = game.columns(), game.positions
    except OddAnswerError:
        met = [asked.initial]
        moves = _grown(asked, _expansions(asked, met), positions, most, progress)
        columns = columns_of([asked.node(position) for position in met])
    is_whole = known is not None and not (columns.kinds == OPEN).any()
    graph = GameGraph.from_columns(
        columns,
        MoveColumns(*moves, columns.ids),
        root=columns.ids[0],
        convention=asked.convention,
        name=asked.title,
        description=asked.description,
        expected={"scores": {columns.ids[0]: known}} if is_whole else {},
        extra=asked.extra,
        rules=rules,
        score_range=asked.score_range,
    )
    names = asked.names_of(graph.moves, dict(zip(columns.ids, met, strict=True))) if asked.names_moves else {}
    return graph.replace(move_names=names) if names else graph


def _grown(
    asked: CheckedRules, rows: Iterator[list[int]], positions: int, most: int, progress: Progress | None
) -> tuple[Indices, Indices]:
    """The ends of the moves from so many positions, as indices."""
    sources, targets = array("i"), array("i")
    told = 0
    for number, row in enumerate(islice(rows, positions), 1):
        sources.extend(repeat(number - 1, len(row)))
        targets.extend(row)
        if len(targets) > most:
            raise LimitError(f"{asked.title}: {positions:,} positions have more than {most:,} moves; lower {POSITIONS}")
        if progress is not None and (number % _BETWEEN_WORDS == 0 or len(targets) - told > _MOVES_BETWEEN_WORDS):
            told = len(targets)
            progress(number, positions)
    return np.array(sources, np.int32), np.array(targets, np.int32)


def preview(rules: Rules) -> GameGraph:
    """The whole graph of a game of at most `SMALL` positions; of any other the `FIRST_POSITIONS` nearest to the start.

    Raises
    ------
    GraphError, LimitError
        As `partial_graph`.
    """
    try:
        graph = partial_graph(rules, SMALL)
    except LimitError:
        return partial_graph(rules, FIRST_POSITIONS)
    return graph if len(graph.nodes) <= SMALL else partial_graph(rules, FIRST_POSITIONS)


def _expansions(asked: CheckedRules, met: list[Position]) -> Iterator[list[int]]:
    """For each position, nearest to the start first, the indices of its successors in `met`, to which new ones go."""
    numbers = {position: number for number, position in enumerate(met)}
    asked.node(met[0])
    for position in met:  # grows while it is walked
        _, successors = asked.expand(position)
        for successor in successors:
            if successor not in numbers:
                numbers[successor] = len(met)
                asked.node(successor)
                met.append(successor)
        yield [numbers[successor] for successor in successors]
