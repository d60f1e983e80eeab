"""Values, distances and best moves that somebody else claims for the nodes of a graph."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.comparison.score_words import (
    ScoreWords,
    ValueClaim,
    is_word,
    mate_moves,
    parse_words,
    unknown_word_error,
    usual_words,
)
from explorer.comparison.supplied import ColumnRole, ValuesInput, ValueTable, value_table
from explorer.intake.cells import NO_CELL, Codes, Column, empty_column
from explorer.model.errors import FormatError, quoted
from explorer.model.graph import GameGraph
from explorer.model.scores import Score

__all__ = ["ClaimedDistances", "DistanceUnit", "ValueClaim", "ValueClaims", "ValuesInput", "claims_of"]

NEVER = 2**62  # moves, where a distance says that play does not end
_ENDLESS = ("endless", "inf", "infinity", "∞", "never", "-", "none")


class DistanceUnit(StrEnum):
    """A unit of distances; the values are those of the option `--distance`."""

    MOVES = "moves"
    MATE = "mate"

    @property
    def words(self) -> str:
        """The unit in words."""
        return "moves of both players to the end" if self is DistanceUnit.MOVES else "moves of the winner to the end"

    @property
    def other(self) -> DistanceUnit:
        """The other unit."""
        return DistanceUnit.MATE if self is DistanceUnit.MOVES else DistanceUnit.MOVES

    def least(self, counts: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the least number of moves of both players that a count stands for; players move in turn."""
        is_number = (counts != NEVER) & (self is DistanceUnit.MATE)
        return np.where(is_number, np.maximum(2 * counts - 1, 0), counts)

    def most(self, counts: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the greatest number of moves of both players that a count stands for."""
        return np.where((counts != NEVER) & (self is DistanceUnit.MATE), 2 * counts, counts)

    def in_unit(self, moves: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return a number of moves of both players as a count in this unit."""
        return np.where((moves != NEVER) & (self is DistanceUnit.MATE), (moves + 1) // 2, moves)


class ClaimedDistances(NamedTuple):
    """Distances to the end, as somebody claims them.

    Attributes
    ----------
    title, unit : the title of the column, and its unit.
    has : for each node, whether it has a distance.
    counts : for each node its distance in this unit, without a sign; `NEVER` where play is said not to end.
    """

    title: str
    unit: DistanceUnit
    has: NDArray[np.bool_]
    counts: NDArray[np.int64]


@dataclass(frozen=True)
class ValueClaims:
    """Values, distances and best moves that are claimed for the nodes of a graph.

    Attributes
    ----------
    codes : for every node the index of its claim among `values`; -1 where nothing is claimed.
    values : the distinct claims.
    strangers : ids in the claims that are not nodes.
    distances : the claimed distances, if there is a column of them.
    best : the claimed best moves: for each node the id of a successor or the name of a move.
    left_out : the titles of the columns that are not compared.
    words : the scores for which words stand, in words; "" if there are none.
    has_values : whether there is a column of values.
    """

    codes: Codes
    values: Sequence[ValueClaim]
    strangers: Sequence[str]
    distances: ClaimedDistances | None = None
    best: Column | None = None
    left_out: Sequence[str] = field(default=())
    words: str = ""
    has_values: bool = True

    def of(self, row: int) -> ValueClaim | None:
        """Return the claim about a node, by index; None if there is none."""
        code = int(self.codes[row])
        return None if code < 0 else self.values[code]


class ClockClaims(NamedTuple):
    """Values that are claimed for nodes with moves on the clock, one for each row of a table.

    Attributes
    ----------
    rows, clocks : the index of the node and the moves on the clock.
    codes : the index of each claim among `values`.
    values, strangers, left_out, words : as of `ValueClaims`.
    """

    rows: NDArray[np.int64]
    clocks: NDArray[np.int64]
    codes: Codes
    values: Sequence[ValueClaim]
    strangers: Sequence[str]
    left_out: Sequence[str]
    words: str


def claims_of(
    graph: GameGraph,
    values: ValuesInput,
    *,
    words: Mapping[str, object] | None = None,
    distance: str | None = None,
    endless: Score = 0,
) -> ValueClaims:
    """Return the claims that a table of values makes about a graph.

    Parameters
    ----------
    values : as `value_table` takes it.  A value is a score, a bound such as ">= 3", or a word such as win, L or +M3; an
        empty one claims nothing.
    words : the scores of words, as {"win": 1}; those of win, draw and loss follow from the graph if it has no more.
    distance : the unit of distances, "moves" of both players, or "mate": those of the winner, as in +M3.
    endless : the value of endless play, and so of a draw.

    Raises
    ------
    FormatError
        If it is no such table or an empty one, a value is no number, a node has two values, or no id is that of a node.
    OptionError
        If it is not known for which scores words stand.
    """
    table = value_table(values)
    rows, strangers = _node_rows(graph, table)
    roles = [role for role in table.columns if role is not ColumnRole.CLOCK]
    columns: dict[ColumnRole, Column] = {role: _column_by_node(graph, table, rows, role) for role in roles}
    if not any(column.has.any() for column in columns.values()):
        raise FormatError("nothing was compared: no node is given a value, a distance or a best move")
    column = table.columns.get(ColumnRole.VALUE, empty_column(len(table.ids)))
    meanings = _score_words(graph, column, words, endless)
    claims = _parse_cells(table, column, meanings.claim, "the value", "a number, or a bound such as >= 3")
    return ValueClaims(
        columns[ColumnRole.VALUE].codes if ColumnRole.VALUE in columns else empty_column(len(graph.nodes)).codes,
        [claim or ValueClaim(0) for claim in claims],
        strangers,
        _claimed_distances(table, columns, distance),
        columns.get(ColumnRole.BEST),
        [*table.left_out, *(table.titles[role] for role in table.columns if role not in columns)],
        _words_in_use(meanings, column),
        ColumnRole.VALUE in columns,
    )


def clock_claims_of(
    graph: GameGraph, values: ValuesInput, most: int, *, words: Mapping[str, object] | None = None, endless: Score = 0
) -> ClockClaims:
    """Return the claims that a table of values makes about a graph under a clock of `most` moves.

    A column `clock` says how many moves are on the clock; without one, none are.  The other parameters and errors are
    those of `claims_of`; a clock that is no number from 0 to `most` is a `FormatError`, too.
    """
    table = value_table(values)
    rows, strangers = _node_rows(graph, table)
    if ColumnRole.VALUE not in table.columns:
        raise FormatError("expected a column node, a column value, and perhaps a column clock")
    column, clock = table.columns[ColumnRole.VALUE], table.columns.get(ColumnRole.CLOCK)
    meanings = _score_words(graph, column, words, endless)
    claims = _parse_cells(table, column, meanings.claim, "the value", "a number, or a bound such as >= 3")
    clocks = np.zeros(len(table.ids), np.int64)
    if clock is not None:
        numbers = _parse_cells(
            table, clock, lambda cell: _parse_clock(cell, most), "the clock", f"a whole number from 0 to {most:,}"
        )
        clocks = np.array([*numbers, 0], np.int64)[clock.codes]
    says = column.has & (rows >= 0)
    left_out = [table.titles[role] for role in table.columns if role not in (ColumnRole.VALUE, ColumnRole.CLOCK)]
    return ClockClaims(
        rows[says], clocks[says], column.codes[says], [claim or ValueClaim(0) for claim in claims],
        strangers, [*table.left_out, *left_out], _words_in_use(meanings, column),
    )  # fmt: skip


def _node_rows(graph: GameGraph, table: ValueTable) -> tuple[NDArray[np.int64], list[str]]:
    """Return the index of each row's node, `NO_CELL` for none, and the ids that are no nodes."""
    rows = np.fromiter(map(graph.index.get, table.ids, repeat(NO_CELL)), np.int64, len(table.ids))
    strangers = [table.ids[row] for row in np.flatnonzero(rows < 0).tolist()]
    if strangers and len(strangers) == len(table.ids):
        nodes = f", whose first one is {quoted(graph.ids[0])}" if graph.ids else ""
        raise FormatError(
            f"no id, such as {quoted(table.ids[0])}, is a node of the graph{nodes}; use the ids of its nodes"
        )
    return rows, strangers


def _words_in_use(meanings: ScoreWords, column: Column) -> str:
    """Return the scores of words, in words; "" if the column has none of them."""
    return str(meanings) if any(isinstance(value, str) and meanings.word(value) for value in column.values) else ""


def _parse_clock(cell: Any, most: int) -> int | None:
    """Return the number of moves on the clock in a cell; None if it is none."""
    try:
        number = float(cell)
    except (TypeError, ValueError):
        return None
    return int(number) if 0 <= number <= most and number.is_integer() else None


def claimed_successor(graph: GameGraph, row: int, cell: str) -> int | None:
    """Return the successor of a node that a cell names, by its id or by the name of the move; None if there is none."""
    after = graph.successors[row]
    if (target := graph.index.get(cell)) is not None and target in after:
        return target
    id, names = graph.ids[row], graph.move_names
    return next((target for target in after if names and names.get((id, graph.ids[target])) == cell), None)


def _column_by_node(graph: GameGraph, table: ValueTable, rows: NDArray[np.int64], role: ColumnRole) -> Column:
    """Return a table's column with one cell for each node; raise FormatError if a node has two different ones."""
    column = table.columns[role]
    says = column.has & (rows >= 0)
    codes = np.full(len(graph.nodes), NO_CELL, np.int32)
    codes[rows[says]] = column.codes[says]
    for row in np.flatnonzero(says & (codes[rows] != column.codes))[:1].tolist():
        both = f"{column.cell(row)} and {column.values[int(codes[rows[row]])]}"
        noun = {ColumnRole.VALUE: "values", ColumnRole.DISTANCE: "distances"}.get(role, "best moves")
        raise FormatError(f"node {quoted(table.ids[row])} has two {noun}, {both}; leave one out")
    return Column(codes, column.values)


def _parse_cells(
    table: ValueTable, column: Column, parse: Callable[[object], Any], noun: str, expected: str
) -> list[Any]:
    """Parse the distinct cells of a column; the error names the first row whose cell cannot be parsed."""
    claims = [parse(value) for value in column.values]
    is_odd = np.array([*(each is None for each in claims), False])[column.codes]
    for row in np.flatnonzero(is_odd)[:1].tolist():
        said = f"node {quoted(table.ids[row])} has {noun} {quoted(column.cell(row))}; expected {expected}"
        raise FormatError(table.where(row) + said)
    return claims


def _score_words(graph: GameGraph, values: Column, meanings: Mapping[str, object] | None, endless: Score) -> ScoreWords:
    """Return the scores that words such as win stand for, replaced by those that the user gives."""
    own, usual = parse_words(meanings or {}), usual_words(graph, endless)
    words = ScoreWords({**(usual.scores if usual else {}), **own.scores})
    for value in values.values:
        if is_word(value) and not words.word(value):
            raise unknown_word_error(value)
    return words


def _claimed_distances(
    table: ValueTable, columns: Mapping[ColumnRole, Column], unit: str | None
) -> ClaimedDistances | None:
    """Return the claimed distances: those in a column of their own, or those of mates among the values."""
    if ColumnRole.DISTANCE in columns:
        expected = "a whole number of moves, or endless"
        counts = _parse_cells(table, table.columns[ColumnRole.DISTANCE], _parse_distance, "the distance", expected)
        title, usual, column = table.titles[ColumnRole.DISTANCE], DistanceUnit.MOVES, columns[ColumnRole.DISTANCE]
    elif ColumnRole.VALUE in columns and any(map(_is_mate, columns[ColumnRole.VALUE].values)):
        column = columns[ColumnRole.VALUE]
        counts = [mate_moves(value) for value in column.values]
        title, usual = table.titles.get(ColumnRole.VALUE, "value"), DistanceUnit.MATE
    else:
        return None
    numbers = np.array([*(-1 if count is None else count for count in counts), -1], np.int64)[column.codes]
    return ClaimedDistances(title, usual if unit is None else DistanceUnit(unit), numbers >= 0, numbers)


def _is_mate(value: object) -> bool:
    return mate_moves(value) is not None


def _parse_distance(cell: Any) -> int | None:
    """Return the distance in a cell, without its sign; None if it is no distance."""
    if isinstance(cell, str) and cell.strip().lower() in _ENDLESS:
        return NEVER
    try:
        number = abs(float(cell.replace("−", "-") if isinstance(cell, str) else cell))
    except (TypeError, ValueError):
        return None
    if math.isinf(number):
        return NEVER
    return int(number) if number == int(number) and number < NEVER else None
