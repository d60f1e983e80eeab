"""Keys under which nodes name their players, and which of two players is Max."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from explorer.intake.distinct import column_of
from explorer.intake.node_facts import OWNER, NodeTable, Players, player_word, players_in, take_owners
from explorer.model.errors import OptionError, quoted
from explorer.model.node import Kind
from explorer.model.words import joined

_IS_MAX = ("ismax", "maximizing", "ismaximizing")  # true and 1 are Max
_TURN = ("turn", "tomove")
_OF_WORDS = ("type", "kind", "role")  # name a player only by a word that is understood
_ORDER = ("player", OWNER, *_IS_MAX, *_TURN, *_OF_WORDS)
_KINDS_OF_FLAGS = {
    **dict.fromkeys(("true", "1", "yes", "max"), Kind.MAX),
    **dict.fromkeys(("false", "0", "no", "min"), Kind.MIN),
}
_MOST_NAMED = 5
_PAIR = 2
_MAX: ContextVar[list[object] | None] = ContextVar("max", default=None)  # the user's name of Max, until it is used


@contextmanager
def max_is(name: object) -> Iterator[None]:
    """Read inputs meanwhile with the player of this name as Max and the other as Min; None leaves it to them.

    Raises
    ------
    OptionError
        If the input has no players to which the name could apply.
    """
    asked = [] if name is None else [name]
    token = _MAX.set(asked)
    try:
        yield
        if asked:
            raise OptionError(f"there is no player {quoted(name)} who could be Max: the graph itself says who moves")
    finally:
        _MAX.reset(token)


class Naming(NamedTuple):
    """Keys under which nodes name players, of which the first counts, and the players under each."""

    players: Mapping[str, Players]

    def of(self, record: Mapping[str, Any]) -> tuple[str, Kind | None] | None:
        """Return the key that names the player of a node, and its kind if it is known; None if no key does."""
        for key, players in self.players.items():
            if record.get(key) is not None:
                return key, players.kind(record[key])
        return None

    def unknown(self, records: Iterable[Mapping[str, Any]]) -> list[object]:
        """Return the players of some nodes that are not understood, each once."""
        cells: dict[str, object] = {}
        for record in records:
            if (named := self.of(record)) is not None and named[1] is None:
                cells.setdefault(player_word(record[named[0]]), record[named[0]])
        return [*cells.values()]


@lru_cache(1_000)
def is_player_key(key: str) -> bool:
    """Return whether nodes may name players under a key.

    Examples
    --------
    >>> is_player_key("isMax"), is_player_key("is_max"), is_player_key("depth")
    (True, True, False)
    """
    return _normal_key(key) in _ORDER


def players_named(records: Collection[Mapping[str, Any]]) -> Naming:
    """Return the keys under which nodes with moves name players.

    Raises
    ------
    OptionError
        If a player is asked for as Max whom no node names, or who is not one of two.
    """
    cells: dict[str, list[object]] = {}
    for record in records:
        for key, cell in record.items():
            if cell is not None and is_player_key(key):
                cells.setdefault(key, []).append(cell)
    ordered = {key: cells[key] for key in sorted(cells, key=lambda key: _ORDER.index(_normal_key(key)))}
    if asked := _MAX.get():
        return _naming_with_max(asked.pop(), ordered)
    players = {key: players_under(key, found) for key, found in ordered.items()}
    return Naming(
        {key: each for key, each in players.items() if each.is_understood or _are_unknown_players(key, ordered[key])}
    )


def players_under(key: str, cells: Iterable[object]) -> Players:
    """Return the players that cells under a key name; understood only if all of them are.

    Examples
    --------
    >>> players_under("isMax", [True, False]).kind(True), players_under("type", ["0", "1"]).is_understood
    (<Kind.MAX: 'max'>, False)
    """
    words = {player_word(cell) for cell in cells}
    if _normal_key(key) in _IS_MAX:
        return Players(_KINDS_OF_FLAGS, words <= _KINDS_OF_FLAGS.keys())
    players = players_in(words)
    if _normal_key(key) in _OF_WORDS and any(map(_is_whole_number, words)):
        return Players({}, False)
    return players


def _are_unknown_players(key: str, cells: Iterable[object]) -> bool:
    """Return whether cells that are not understood name players, of whom the user must say who is Max."""
    words = {player_word(cell) for cell in cells}
    if _normal_key(key) == "player":
        return True
    if _normal_key(key) in _OF_WORDS or any(map(_is_whole_number, words)):
        return False
    return len(words) == _PAIR if key == OWNER else len(words) <= _PAIR


def _naming_with_max(name: object, cells: Mapping[str, list[object]]) -> Naming:
    """Return the naming in which the player of this name is Max."""
    word = player_word(name)
    words = {key: {*map(player_word, found)} for key, found in cells.items()}
    named = [key for key in words if word in words[key]]
    single = [key for key in words if len(words[key]) == 1 and _normal_key(key) not in _OF_WORDS]
    key = next(iter([*named, *single]), None)
    others = words[key] - {word} if key is not None else set()
    if key is None or len(others) > 1:
        listed = [
            quoted(cell) for cell in {player_word(cell): cell for found in cells.values() for cell in found}.values()
        ]
        players = f"the players are {joined(listed[:_MOST_NAMED])}" if listed else "no node with moves names a player"
        raise OptionError(f"{quoted(name)} is not one of two players, so it cannot be Max: {players}")
    return Naming({key: Players({word: Kind.MAX, **dict.fromkeys(others, Kind.MIN)}, True)})


def take_players(table: NodeTable) -> None:
    """Read the players of nodes with moves from other keys, where they name none under `player`."""
    is_asked = bool(_MAX.get())
    if not is_asked:
        take_owners(table)
    said = table.column("player")
    says = (said.has & (not is_asked)) | table.column("open").has
    records: dict[int, dict[str, Any]] = {}
    for index in np.flatnonzero(table.has_moves & ~says).tolist() if is_asked or table.extras else ():
        record = {key: cell for key, cell in table.extras.get(index, {}).items() if is_player_key(key)}
        if (cell := said.cell(index)) is not None:
            record["player"] = cell
        if record:
            records[index] = record
    if not records and not is_asked:
        return
    naming, cells = players_named(records.values()), said.cells()
    for index, record in records.items():
        if (named := naming.of(record)) is not None:
            key, kind = named
            cells[index] = record[key] if kind is None else str(kind)
            table.extras.get(index, {}).pop(key, None)
    table.columns["player"] = column_of(cells)
    for guess in {each.guess for each in naming.players.values() if each.guess}:
        table.fields.warn(guess, is_grave=True)


def _normal_key(key: str) -> str:
    """Return the key in small letters without underscores, to be compared."""
    return key.lower().replace("_", "")


def _is_whole_number(word: str) -> bool:
    return word.lstrip("-").isdigit()
