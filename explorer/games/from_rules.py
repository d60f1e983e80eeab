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
from explorer.model.work_limits import work_limits
from explorer.trace.options import Option, whole_number

ExpansionProgress = Callable[[int, int], None]  # takes the number of expanded positions and the most

POSITIONS = "positions"
MAX_POSITIONS = 200_000
MAX_MOVES = 2_000_000
# of a game of one's own: memory sets the limit
MOST_USER_POSITIONS, MOST_USER_MOVES = 10_000_000, 50_000_000
DEFAULT_POSITIONS = 100_000  # expanded positions of a game of one's own, by default
SMALL = 3_000  # positions: a game that has no more is shown whole
FIRST_POSITIONS = 60  # positions: of a larger game, or one without end
_BETWEEN_WORDS = 200  # positions: between two reports of progress
_MOVES_BETWEEN_WORDS = 2_000


def positions_option(default: int = FIRST_POSITIONS, *, maximum: int = MAX_POSITIONS) -> Option:
    """Return the parameter of every game by rules: the number of positions to expand."""
    return whole_number(
        POSITIONS,
        "Positions",
        default,
        "How many positions are expanded, nearest to the start first; those that they lead to stay open.",
        minimum=1,
        maximum=maximum,
    )


def all_positions_option() -> Option:
    """Return the parameter `positions` of a game that is expanded whole where `Game.count` allows it."""
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
    """Return the limit on expanded positions, where 0 means all, or `FIRST_POSITIONS` of a large game."""
    return positions or (MAX_POSITIONS if count <= MAX_POSITIONS else FIRST_POSITIONS)


def from_rules(
    rules: Rules, *, positions: int = DEFAULT_POSITIONS, progress: ExpansionProgress | None = None
) -> GameGraph:
    """Return the graph of a game of one's own, positions in breadth-first order, the start first.

    Parameters
    ----------
    positions : the most positions to expand, nearest to the start first; their other successors are open nodes, and
        of what depends on them `solve` gives an interval.
    progress : called now and then with the number of positions that are expanded and with `positions`; it may raise
        to cancel.

    Raises
    ------
    OptionError
        If `positions` is not between 1 and `MOST_USER_POSITIONS`, or `rules` are none.
    GraphError
        If the rules fail or give what cannot be, in one sentence that names the method and the position.
    LimitError
        If there are more than `MOST_USER_MOVES` moves.

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
    most = positions_option(maximum=MOST_USER_POSITIONS).parse(positions)
    return partial_graph(rules, most, progress=progress, most_moves=MOST_USER_MOVES)


def partial_graph(
    rules: Rules,
    positions: int,
    *,
    progress: ExpansionProgress | None = None,
    known: Score | None = None,
    most_moves: int | None = None,
) -> GameGraph:
    """Return the graph of a game whose first positions, breadth first, are expanded and whose others are open.

    Nodes stand in the order in which they are met, and none has a position on the canvas.  The graph keeps the rules,
    so that its open nodes can be expanded later.

    Parameters
    ----------
    progress : called now and then with the number of positions that are expanded and with `positions`; it may raise
        to cancel.
    known : the score of the start as the literature has it; a graph without open nodes carries it as `expected`.
    most_moves : the limit on moves; `MAX_MOVES` by default.

    Raises
    ------
    GraphError
        If the rules fail or give what cannot be, as `CheckedRules` says it.
    LimitError
        If there are more moves.
    """
    checked = CheckedRules(rules)
    most = MAX_MOVES if most_moves is None else most_moves
    if positions:
        checked.require_steady()
        checked.node(checked.initial)  # raises for a wrong name before many get one
    try:
        game = PlainGame(checked)
        moves = _collect_moves(checked, game.expansions(), positions, most, progress)
        columns, met = game.columns(), game.positions
    except OddAnswerError:
        met = [checked.initial]
        moves = _collect_moves(checked, _expansions(checked, met), positions, most, progress)
        columns = columns_of([checked.node(position) for position in met])
    is_whole = known is not None and not (columns.kinds == OPEN).any()
    graph = GameGraph.from_columns(
        columns,
        MoveColumns(*moves, columns.ids),
        root=columns.ids[0],
        convention=checked.convention,
        name=checked.title,
        description=checked.description,
        expected={"scores": {columns.ids[0]: known}} if is_whole else {},
        extra=checked.extra,
        rules=rules,
        score_range=checked.score_range,
    )
    if not (checked.names_moves or checked.marks_progress):
        return graph
    by_id = dict(zip(columns.ids, met, strict=True))
    return graph.replace(
        move_names=checked.names_of(graph.moves, by_id), progress=checked.progress_of(graph.moves, by_id)
    )


def _collect_moves(
    checked: CheckedRules, rows: Iterator[list[int]], positions: int, most: int, progress: ExpansionProgress | None
) -> tuple[Indices, Indices]:
    """Return the sources and targets of the moves from the first positions, as indices."""
    sources, targets = array("i"), array("i")
    last_count = 0
    for number, row in enumerate(islice(rows, positions), 1):
        sources.extend(repeat(number - 1, len(row)))
        targets.extend(row)
        if len(targets) > most:
            raise LimitError(
                f"{checked.title}: {positions:,} positions have more than {most:,} moves; lower {POSITIONS}"
            )
        work_limits().require_size(number, len(targets))
        if progress is not None and (number % _BETWEEN_WORDS == 0 or len(targets) - last_count > _MOVES_BETWEEN_WORDS):
            last_count = len(targets)
            progress(number, positions)
    return np.array(sources, np.int32), np.array(targets, np.int32)


def preview(rules: Rules) -> GameGraph:
    """Return the whole graph of a game of at most `SMALL` positions, else its first `FIRST_POSITIONS`.

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


def _expansions(checked: CheckedRules, positions: list[Position]) -> Iterator[list[int]]:
    """Yield for each position the indices of its successors in `positions`, to which new ones are appended."""
    numbers = {position: number for number, position in enumerate(positions)}
    checked.node(positions[0])
    for position in positions:  # grows while it is walked
        _, successors = checked.expand(position)
        for successor in successors:
            if successor not in numbers:
                numbers[successor] = len(positions)
                checked.node(successor)
                positions.append(successor)
        yield [numbers[successor] for successor in successors]
