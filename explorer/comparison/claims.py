"""Values, distances and best moves that somebody else gives the nodes of a graph."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.comparison.score_words import (
    Claim,
    ScoreWords,
    is_word,
    mate_moves,
    no_words,
    parse_words,
    usual_words,
)
from explorer.comparison.supplied import Role, Supplied, Values, supplied
from explorer.model.distinct import NOTHING, Codes, Column, empty_column
from explorer.model.errors import FormatError, quoted
from explorer.model.graph import GameGraph
from explorer.model.scores import Score

__all__ = ["Claim", "Claims", "DistanceUnit", "GivenDistances", "Values", "claims_of"]

NEVER = 2**62  # moves, where a distance says that play does not end
_ENDLESS = ("endless", "inf", "infinity", "∞", "never", "-", "none")


class DistanceUnit(StrEnum):
    """What a distance counts: the values are those of the option `--distance`."""

    MOVES = "moves"
    MATE = "mate"

    @property
    def words(self) -> str:
        """The unit in words."""
        return "moves of both players to the end" if self is DistanceUnit.MOVES else "moves of the winner to the end"

    @property
    def other(self) -> DistanceUnit:
        """The unit that it could be instead."""
        return DistanceUnit.MATE if self is DistanceUnit.MOVES else DistanceUnit.MOVES

    def least(self, count: NDArray[np.int64]) -> NDArray[np.int64]:
        """The least number of moves of both players that a count stands for; players move in turn."""
        is_number = (count != NEVER) & (self is DistanceUnit.MATE)
        return np.where(is_number, np.maximum(2 * count - 1, 0), count)

    def most(self, count: NDArray[np.int64]) -> NDArray[np.int64]:
        """The greatest number of moves of both players that a count stands for."""
        return np.where((count != NEVER) & (self is DistanceUnit.MATE), 2 * count, count)

    def counted(self, moves: NDArray[np.int64]) -> NDArray[np.int64]:
        """The count of so many moves of both players."""
        return np.where((moves != NEVER) & (self is DistanceUnit.MATE), (moves + 1) // 2, moves)


class GivenDistances(NamedTuple):
    """Distances to the end, as they are supplied.

    Attributes
    ----------
    title, unit : how the column is called, and what it counts.
    has : for each node, whether it has one.
    counts : for each node its distance in this unit, without a sign; `NEVER` where play is said not to end.
    """

    title: str
    unit: DistanceUnit
    has: NDArray[np.bool_]
    counts: NDArray[np.int64]


@dataclass(frozen=True)
class Claims:
    """What is claimed of the nodes of a graph.

    Attributes
    ----------
    codes : for every node the index of its claim among `values`; -1 where nothing is claimed.
    values : the distinct claims.
    strangers : ids of which something is claimed and that are not nodes.
    distances : the distances that are given, if there is a column of them.
    best : the best moves that are given: for each node the id of a successor or the name of a move.
    left_out : the titles of the columns that are not compared.
    words : for which scores words were taken; "" if there are none.
    has_values : whether there is a column of values.
    """

    codes: Codes
    values: Sequence[Claim]
    strangers: Sequence[str]
    distances: GivenDistances | None = None
    best: Column | None = None
    left_out: Sequence[str] = field(default=())
    words: str = ""
    has_values: bool = True

    def of(self, row: int) -> Claim | None:
        """What is claimed of a node, by index."""
        code = int(self.codes[row])
        return None if code < 0 else self.values[code]


def claims_of(
    graph: GameGraph,
    given: Values,
    *,
    words: Mapping[str, object] | None = None,
    distance: str | None = None,
    endless: Score = 0,
) -> Claims:
    """The claims about a graph.

    Parameters
    ----------
    given : as `supplied` takes it.  A value is a score, a bound such as ">= 3", or a word such as win, L or +M3; an
        empty one claims nothing.
    words : the scores of words, as {"win": 1}; those of win, draw and loss follow from the graph if it has no more.
    distance : what distances count, "moves" of both players, or "mate": those of the winner, as +M3 does, too.
    endless : what endless play is worth, and so a draw.

    Raises
    ------
    FormatError
        If it is no such table or an empty one, a value is no number, a node has two values, or no id is that of a node.
    OptionError
        If it is not known for which scores words stand.
    """
    table = supplied(given)
    rows = np.fromiter((graph.index.get(id, NOTHING) for id in table.ids), np.int64, len(table.ids))
    strangers = [table.ids[row] for row in np.flatnonzero(rows < 0).tolist()]
    if strangers and len(strangers) == len(table.ids):
        nodes = f", whose first one is {quoted(graph.ids[0])}" if graph.ids else ""
        raise FormatError(
            f"no id, such as {quoted(table.ids[0])}, is a node of the graph{nodes}; use the ids of its nodes"
        )
    columns = {role: _by_node(graph, table, rows, role) for role in table.columns}
    if not any(column.has.any() for column in columns.values()):
        raise FormatError("nothing was compared: no node is given a value, a distance or a best move")
    values = table.columns.get(Role.VALUE, empty_column(len(table.ids)))
    meanings = _words(graph, values, words, endless)
    claims = _parsed(table, values, meanings.claim, "the value", "a number, or a bound such as >= 3")
    return Claims(
        columns[Role.VALUE].codes if Role.VALUE in columns else empty_column(len(graph.nodes)).codes,
        [claim or Claim(0) for claim in claims],
        strangers,
        _distances(table, columns, distance),
        columns.get(Role.BEST),
        table.left_out,
        str(meanings) if any(isinstance(value, str) and meanings.word(value) for value in values.values) else "",
        Role.VALUE in columns,
    )


def _by_node(graph: GameGraph, table: Supplied, rows: NDArray[np.int64], role: Role) -> Column:
    """A column of the table as one with a row a node; an error if a node has two different cells."""
    column = table.columns[role]
    says = column.has & (rows >= 0)
    codes = np.full(len(graph.nodes), NOTHING, np.int32)
    codes[rows[says]] = column.codes[says]
    for row in np.flatnonzero(says & (codes[rows] != column.codes))[:1].tolist():
        both = f"{column.cell(row)} and {column.values[int(codes[rows[row]])]}"
        noun = {Role.VALUE: "values", Role.DISTANCE: "distances"}.get(role, "best moves")
        raise FormatError(f"node {quoted(table.ids[row])} has two {noun}, {both}; leave one out")
    return Column(codes, column.values)


def _parsed(table: Supplied, column: Column, parse: Callable[[object], Any], noun: str, expected: str) -> list[Any]:
    """What the distinct cells of a column say; an error names the first row with a cell that says nothing known."""
    parsed = [parse(value) for value in column.values]
    is_odd = np.array([*(each is None for each in parsed), False])[column.codes]
    for row in np.flatnonzero(is_odd)[:1].tolist():
        said = f"node {quoted(table.ids[row])} has {noun} {quoted(column.cell(row))}; expected {expected}"
        raise FormatError(table.where(row) + said)
    return parsed


def _words(graph: GameGraph, values: Column, given: Mapping[str, object] | None, endless: Score) -> ScoreWords:
    """The scores of words; the usual ones as well as those that are given."""
    own, usual = parse_words(given or {}), usual_words(graph, endless)
    words = ScoreWords({**(usual.scores if usual else {}), **own.scores})
    for value in values.values:
        if is_word(value) and not words.word(value):
            raise no_words(value)
    return words


def _distances(table: Supplied, columns: Mapping[Role, Column], unit: str | None) -> GivenDistances | None:
    """The distances of their own column, or those of mates among the values."""
    if Role.DISTANCE in columns:
        expected = "a whole number of moves, or endless"
        counts = _parsed(table, table.columns[Role.DISTANCE], _count, "the distance", expected)
        title, usual, column = table.titles[Role.DISTANCE], DistanceUnit.MOVES, columns[Role.DISTANCE]
    elif Role.VALUE in columns and any(map(_is_mate, columns[Role.VALUE].values)):
        column = columns[Role.VALUE]
        counts = [mate_moves(value) for value in column.values]
        title, usual = table.titles.get(Role.VALUE, "value"), DistanceUnit.MATE
    else:
        return None
    numbers = np.array([*(-1 if count is None else count for count in counts), -1], np.int64)[column.codes]
    return GivenDistances(title, usual if unit is None else DistanceUnit(unit), numbers >= 0, numbers)


def _is_mate(value: object) -> bool:
    return mate_moves(value) is not None


def _count(cell: Any) -> int | None:
    """The distance that a cell says, without its sign; None if it says none."""
    if isinstance(cell, str) and cell.strip().lower() in _ENDLESS:
        return NEVER
    try:
        number = abs(float(cell.replace("−", "-") if isinstance(cell, str) else cell))
    except (TypeError, ValueError):
        return None
    if math.isinf(number):
        return NEVER
    return int(number) if number == int(number) and number < NEVER else None
