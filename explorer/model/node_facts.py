"""What cells of nodes mean: kinds, scores, labels and positions, each distinct cell looked at once."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.model.columns import CODES, LEAF, MAX, MIN, MOVER, NO_SCORE, OPEN, Indices, Kinds, Points
from explorer.model.distinct import NOTHING, ODD, Column, numbered_scores, ranks_of
from explorer.model.errors import OptionError, quoted
from explorer.model.fields import FALSE, TRUE, FieldReader, coordinate, text_or_none
from explorer.model.graph import Convention
from explorer.model.node import Kind
from explorer.model.scores import Score, parse_score
from explorer.model.words import joined

_PLAYERS = {
    **dict.fromkeys(("max", "0", "0.0", "even"), Kind.MAX),  # tables with gaps turn 0 into 0.0
    **dict.fromkeys(("min", "1", "1.0", "odd"), Kind.MIN),
}
_PAIRS = (("1", "2"), ("1", "-1"), ("p1", "p2"), ("player1", "player2"), ("white", "black"), ("w", "b"))  # first is Max
_SPACES = re.compile(r"[\s_]+")
_WHOLE = re.compile(r"([+-]?\d+)\.0")
_MOST_NAMED = 5  # players that a sentence names
_KIND_NAMES = {MAX: "a Max node", OPEN: "an open node"}
_SAYING = ("player", "score", "open")  # keys under which a node says what it is


def named_player(value: object) -> Kind | None:
    """What a node of a player is: max and min, or as parity games have it 0 and 1, even and odd; None of others.

    Examples
    --------
    >>> named_player("Max"), named_player(1), named_player("white")
    (<Kind.MAX: 'max'>, <Kind.MIN: 'min'>, None)
    """
    if isinstance(value, int | float) and (isinstance(value, bool) or value not in (0, 1)):
        return None
    return _PLAYERS.get(str(value).strip().lower()) if isinstance(value, str | int | float) else None


class Players(NamedTuple):
    """What the players are that some nodes name.

    Attributes
    ----------
    kinds : by the word that `player_word` makes of a cell.
    is_understood : whether they are all that are named.
    guess : what is to be said of them, "" if nothing is.
    """

    kinds: Mapping[str, Kind]
    is_understood: bool
    guess: str = ""

    def kind(self, cell: object) -> Kind | None:
        """The kind of a node of a player; None if that is unknown."""
        return self.kinds.get(player_word(cell))


def player_word(cell: object) -> str:
    """What a player is called, whatever the case and the type: 1, 1.0 and "1" are one; true and false are words."""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    return _WHOLE.sub(r"\1", _SPACES.sub("", str(cell)).lower())


def players_in(cells: Iterable[object]) -> Players:
    """What the players are, told by all that are named: 1 is Min beside 0, and Max beside 2 or -1.

    A name that has a meaning only beside another is unknown without it.

    Examples
    --------
    >>> players_in([1, 2]).kind("1"), players_in([0, 1]).kind(1), players_in(["white", "green"]).is_understood
    (<Kind.MAX: 'max'>, <Kind.MIN: 'min'>, False)
    """
    words = {*map(player_word, cells)}
    if words == {"1"}:
        return Players(_PLAYERS, True, "the only player that nodes name is 1; read as Min, as beside a player 0")
    if words <= _PLAYERS.keys():
        return Players(_PLAYERS, True)
    for first, second in _PAIRS:
        if {first, second} <= words <= {first, second, "max", "min"}:
            kinds = {first: Kind.MAX, second: Kind.MIN, "max": Kind.MAX, "min": Kind.MIN}
            guess = f"the players are {first} and {second}; {first} was read as Max, {second} as Min"
            return Players(kinds, True, guess)
    return Players(_PLAYERS, False)


@dataclass
class NodeTable:
    """The nodes of a graph in the making.

    Attributes
    ----------
    ids : their ids.
    columns : what they say, by key.
    line : the line of a node, by index; None if it has none.
    fields : where problems are noted.
    mended : ids of nodes that `check` need not blame for what has been said already.
    """

    ids: list[str]
    columns: Mapping[str, Column]
    line: Callable[[int], int | None]
    fields: FieldReader
    mended: set[str] = field(default_factory=set)

    def cell(self, key: str, row: int) -> Any:
        """What a node says under a key."""
        return self.columns[key].cell(row)

    def mapped(self, key: str, meaning: Callable[[Any], Any], missing: Any, dtype: Any) -> NDArray[Any]:
        """What the cells under a key mean."""
        column = self.columns.get(key)
        if column is None:
            return np.full(len(self.ids), missing, dtype)
        return column.mapped(meaning, missing, dtype)

    def complain(self, rows: NDArray[np.integer], message: Callable[[int], str], *, mends: bool = True) -> None:
        """Note an error of each of some nodes; the messages differ in names and numbers alone."""
        self.fields.each(
            rows.tolist(), lambda row: self.fields.error(message(row), node=self.ids[row], line=self.line(row))
        )
        if mends:
            self.mended.update(map(self.ids.__getitem__, rows.tolist()))

    def complain_by_cell(self, key: str, rows: NDArray[np.integer], message: Callable[[int], str]) -> None:
        """The same where messages may differ as cells under a key do."""
        codes = self.columns[key].codes[rows]
        for code in np.unique(codes).tolist():
            self.complain(rows[codes == code], message)


def with_owners(table: NodeTable, key: str, has_moves: NDArray[np.bool_]) -> NDArray[np.integer]:
    """The nodes whose owner stands for their player, as they say nothing of what they are; it becomes that.

    A score at a node with moves does not say it.
    """
    owners = table.columns.get(key)
    if owners is None:
        return np.empty(0, np.int64)
    players = players_in(owners.values)
    if not players.is_understood and any(player_word(cell).lstrip("-").isdigit() for cell in owners.values):
        return np.empty(0, np.int64)
    is_player = owners.mapped(lambda cell: players.kind(cell) is not None, False, np.bool_)
    for saying in _SAYING:
        if saying in table.columns:
            is_player &= ~table.columns[saying].has | (has_moves & (saying == "score"))
    said = table.columns.get("player", Column(np.full(len(table.ids), NOTHING, np.int32), []))
    codes = np.where(is_player, owners.codes + len(said.values), said.codes).astype(np.int32)
    table.columns = {**table.columns, "player": Column(codes, [*said.values, *owners.values])}
    return np.flatnonzero(is_player)


class Claims(NamedTuple):
    """What nodes say that they are.

    Attributes
    ----------
    kinds : by code; `MOVER` for those that do not say it or name a player that is not known.
    ranks, scale : the scores of leaves, as in `NodeColumns`.
    says : which nodes say anything.
    has_player : which name a player, known or not.
    """

    kinds: Kinds
    ranks: Indices
    scale: tuple[Score, ...]
    says: NDArray[np.bool_]
    has_player: NDArray[np.bool_]


def claims_of(table: NodeTable) -> Claims:
    """What nodes say that they are; what is wrong with that is noted."""
    named = players_in(_used(table.columns.get("player")))
    if named.guess:
        table.fields.warn(named.guess)
    players = table.mapped("player", lambda cell: _player_code(named.kind(cell)), NOTHING, np.int8)
    opens = table.mapped("open", _open_code, NOTHING, np.int8)
    nothing = Column(np.full(len(table.ids), NOTHING, np.int32), [])
    numbers, values = numbered_scores(table.columns.get("score", nothing))
    has_player, has_score, is_open = players != NOTHING, numbers != NOTHING, opens == 1
    kinds = np.full(len(table.ids), MOVER, np.int8)
    kinds[is_open], kinds[has_score] = OPEN, LEAF
    kinds[numbers == ODD] = OPEN
    kinds[has_player] = np.where(players == ODD, MOVER, players)[has_player]
    _complain_of(table, (has_player, has_score, is_open), numbers, opens)
    ranks, scale = ranks_of(np.where(kinds == LEAF, numbers, NO_SCORE), values)
    return Claims(kinds, ranks, scale, has_player | has_score | is_open, has_player)


def _player_code(kind: Kind | None) -> int:
    return ODD if kind is None else CODES[kind]


def _used(column: Column | None) -> list[Any]:
    """The cells that some row has."""
    return [] if column is None else [column.values[code] for code in np.unique(column.codes[column.has]).tolist()]


def _open_code(cell: object) -> int:
    text = str(cell).strip().lower() if isinstance(cell, str | int | float) else "?"
    return int(text in TRUE) if text in TRUE | FALSE else ODD


def _complain_of(
    table: NodeTable, said: tuple[NDArray[np.bool_], ...], scores: NDArray[np.int32], opens: NDArray[np.int8]
) -> None:
    """Note what is wrong with what nodes say that they are."""

    def twice(row: int) -> str:
        keys = [key for key, is_said in zip(_SAYING, said, strict=True) if is_said[row]]
        return (
            f"node {quoted(table.ids[row])} has {' and '.join(keys)}, but is exactly one of these; kept its {keys[0]}"
        )

    def no_score(row: int) -> str:
        try:
            parse_score(table.cell("score", row))
        except OptionError as error:
            return f"the score of node {quoted(table.ids[row])}: {error}; kept as an open node"
        return ""

    def no_flag(row: int) -> str:
        flag = quoted(table.cell("open", row))
        return f"node {quoted(table.ids[row])}: open must be true or false, got {flag}"

    table.complain(np.flatnonzero(np.sum(said, axis=0) > 1), twice)
    if (odd := np.flatnonzero((scores == ODD) & ~said[0])).size:
        table.complain_by_cell("score", odd, no_score)
    table.complain(np.flatnonzero(opens == ODD), no_flag, mends=False)


def settled(table: NodeTable, claims: Claims, has_moves: NDArray[np.bool_], convention: Convention) -> Kinds:
    """The kinds of nodes, each something that fits the convention; what had to be changed is noted."""
    kinds = claims.kinds.copy()
    is_unknown = claims.has_player & (kinds == MOVER)
    if convention is Convention.NEGAMAX:
        has_player = np.isin(kinds, (MAX, MIN)) | is_unknown
        kinds[has_player] = MOVER
        table.complain(np.flatnonzero(has_player), lambda row: _of_negamax(table, row), mends=False)
        return kinds
    for is_odd, kind in ((has_moves, MAX), (~has_moves, OPEN)):
        for is_so in (is_unknown, ~is_unknown):
            rows = np.flatnonzero((claims.kinds == MOVER) & is_so & is_odd)
            table.complain(rows, lambda row, kind=kind: _unsettled(table, claims, row, kind))  # type: ignore[misc]
            kinds[rows] = kind
    return kinds


def _of_negamax(table: NodeTable, row: int) -> str:
    named = f"node {quoted(table.ids[row])} has the player {quoted(table.cell('player', row))}"
    return f"{named}, but the nodes of a negamax graph have none; it was left out"


def _unsettled(table: NodeTable, claims: Claims, row: int, kind: int) -> str:
    player = table.cell("player", row) if claims.has_player[row] else None
    said = "has neither player, score nor open" if player is None else _unknown(table, player)
    return f"node {quoted(table.ids[row])} {said}; kept as {_KIND_NAMES[kind]}, say what it is"


def _unknown(table: NodeTable, player: object) -> str:
    """That a player is unknown, and which others are named."""
    others = [quoted(cell) for cell in _used(table.columns["player"]) if player_word(cell) != player_word(player)]
    more = ["more"] if len(others) > _MOST_NAMED else []
    beside = f" beside {joined([*others[:_MOST_NAMED], *more])}" if others else ""
    return f"has the unknown player {quoted(player)}{beside}"


# ---- labels and positions


def labels_of(table: NodeTable) -> tuple[str | None, ...] | None:
    """The labels of nodes, if there is any."""
    column = table.columns.get("label")
    if column is None:
        return None
    texts = [*map(text_or_none, column.values)]
    are_odd = np.array([text is None for text in texts] + [False])
    table.fields.each(
        np.flatnonzero(are_odd[column.codes]).tolist(),
        lambda row: table.fields.text(
            column.cell(row), f"the label of node {quoted(table.ids[row])}", line=table.line(row)
        ),
    )
    labels = tuple(map([*(text or None for text in texts), None].__getitem__, column.codes.tolist()))
    return labels if any(labels) else None


def points_of(table: NodeTable) -> Points | None:
    """The positions of nodes, if there is any."""
    if "x" not in table.columns and "y" not in table.columns:
        return None
    points = np.column_stack([_coordinates(table, key) for key in ("x", "y")])
    odd = np.isinf(points).any(axis=1) | (np.isnan(points).sum(axis=1) == 1)
    table.fields.each(
        np.flatnonzero(odd).tolist(), lambda row: table.fields.note_unplaced(table.ids[row], table.line(row))
    )
    points[odd] = np.nan
    return None if np.isnan(points).all() else points


def _coordinates(table: NodeTable, key: str) -> NDArray[np.float64]:
    """The numbers under a key; NaN where there is nothing, infinity where there is something else."""
    return table.mapped(key, _coordinate, np.nan, np.float64) + 0.0  # turns -0.0 into 0.0


def _coordinate(cell: Any) -> float:
    try:
        return coordinate(cell)
    except (OptionError, OverflowError):
        return math.inf
