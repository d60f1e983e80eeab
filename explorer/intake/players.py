"""Players that nodes name: under which keys, who of two is Max, and chance, which is refused.

Scores here come from the choices of players alone; in a game with chance nodes they would be averages.
"""

from __future__ import annotations

import re
import shlex
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from math import isclose
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.intake.cells import Column, NodeTable, as_id, column_of
from explorer.intake.moves import CHANCES, NAMES, MoveTable
from explorer.model.errors import FormatError, OptionError, brief, quoted
from explorer.model.node import Kind
from explorer.model.scores import parse_score
from explorer.model.words import joined

OWNER = "owner"  # key of a node that may name its player
_PLAYERS = {
    **dict.fromkeys(("max", "0", "0.0", "even"), Kind.MAX),  # tables with gaps turn 0 into 0.0
    **dict.fromkeys(("min", "1", "1.0", "odd"), Kind.MIN),
}
_PAIRS = (("1", "2"), ("1", "-1"), ("p1", "p2"), ("player1", "player2"), ("white", "black"), ("w", "b"))  # first is Max
_SPACES = re.compile(r"[\s_]+")
_WHOLE = re.compile(r"([+-]?\d+)\.0")

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


class Players(NamedTuple):
    """Kinds of the players that nodes name.

    Attributes
    ----------
    kinds : by the word that `player_word` makes of a cell.
    is_understood : whether every named player has one.
    guess : a warning about how they were read, "" if none is needed.
    """

    kinds: Mapping[str, Kind]
    is_understood: bool
    guess: str = ""

    def kind(self, cell: object) -> Kind | None:
        """Return the kind of a node of a player; None if that is unknown."""
        return self.kinds.get(player_word(cell))


def player_word(cell: object) -> str:
    """Return the name of a player whatever its case and type: 1, 1.0 and "1" are one; true and false are words."""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    return _WHOLE.sub(r"\1", _SPACES.sub("", str(cell)).lower())


def players_in(cells: Iterable[object]) -> Players:
    """Return the kinds of all players that are named together: 1 is Min beside 0, and Max beside 2 or -1.

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


def advice_on_max(player: object) -> str:
    """Return advice for users on naming the player who is Max."""
    name = brief(shlex.quote(str(player)))
    return f"write max or min, or say who is Max (--max {name}, in Python as_graph(…, max={quoted(player)}))"


# ---- the keys that name players, and who is Max


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


def take_owners(table: NodeTable) -> None:
    """Use the owners of nodes as their players where they state no kind themselves.

    A score at a node with moves states none.
    """
    owners = table.column(OWNER)
    players = players_in(owners.values)
    if not players.is_understood and any(player_word(cell).lstrip("-").isdigit() for cell in owners.values):
        return
    said = table.column("player")
    says = said.has | table.column("open").has | (table.column("score").has & ~table.has_moves)
    is_player = owners.mapped(lambda cell: players.kind(cell) is not None, False, np.bool_) & ~says
    codes = np.where(is_player, owners.codes + len(said.values), said.codes).astype(np.int32)
    table.columns["player"] = Column(codes, [*said.values, *owners.values])
    for index in np.flatnonzero(is_player).tolist():
        del table.extras[index][OWNER]


def _normal_key(key: str) -> str:
    """Return the key in small letters without underscores, to be compared."""
    return key.lower().replace("_", "")


def _is_whole_number(word: str) -> bool:
    return word.lstrip("-").isdigit()


# ---- chance

KINDS_OF_NODE = ("type", "kind", "node_type", "nodetype", "role", "turn", "to_move", OWNER)  # may say chance, any case
_NATURE = r"(?:chance|nature|random|average)"
_SAYS_CHANCE = re.compile(rf"\s*{_NATURE}(?:[\s_-]*(?:node|player|move)s?)?\s*", re.IGNORECASE)
_LABEL = re.compile(rf"(?:^|\n)[^\S\n]*{_NATURE}[\s_-]*(?:node|player)[^\S\n]*(?:\n|$)", re.IGNORECASE)
_BARE_LABEL = re.compile(r"\s*(?:chance|nature)\s*", re.IGNORECASE)
_SIDES = {"0", "1"}  # players beside whom -1 is chance
_OF_NATURE = "-1"


def chance_error(reason: str) -> FormatError:
    """Return the error that refuses a game with chance nodes."""
    return FormatError(
        f"a game with chance nodes is not read, since scores here come from the choices of players alone: {reason}"
    )


def is_chance_word(cell: object) -> bool:
    """Return whether a cell with a player or a kind of node contains the word for chance.

    Examples
    --------
    >>> is_chance_word("Chance Node"), is_chance_word("nature"), is_chance_word("random walk"), is_chance_word(1)
    (True, True, False, False)
    """
    return isinstance(cell, str) and _SAYS_CHANCE.fullmatch(cell) is not None


def require_players(players: Iterable[tuple[str, object]]) -> None:
    """Raise FormatError if a player that a node with moves names is chance: by its word, or −1 beside 0 and 1."""
    named = [*players]
    words = {player_word(cell) for _, cell in named}
    for id, cell in named:
        if is_chance_word(cell):
            raise chance_error(f"there is a player {quoted(cell)}, at node {quoted(id)}")
        if player_word(cell) == _OF_NATURE and words >= _SIDES:
            raise chance_error(f"node {quoted(id)} has the player −1 beside the players 0 and 1")


def null_error(id: str) -> FormatError:
    """Return the error for a node with moves whose player is null while others name players."""
    return chance_error(f"node {quoted(id)} has moves and the player null, while other nodes with moves name players")


def require_no_probabilities(moves: Mapping[str, list[Mapping[str, Any]]], *, names_players: bool) -> None:
    """Raise FormatError if moves of a node without a player have probabilities.

    Parameters
    ----------
    moves : the attributes of the moves of each node without a player, by its id.
    names_players : whether other nodes name players, so that any value that is called a probability says chance.
    """
    for id, attributes in moves.items():
        keys = {str(key).lower(): key for move in attributes for key in move}
        named = next((keys[key] for key in CHANCES if key in keys), None)
        if names_players and named is not None:
            raise chance_error(f"the moves of {quoted(id)} have values called {named}, and no player chooses there")
        parts = [_possible_probability(move) for move in attributes]
        if len(parts) > 1 and min(parts) > 0 and isclose(sum(parts), 1, abs_tol=1e-6):
            raise chance_error(f"the moves of {quoted(id)} have probabilities, and no player chooses there")


def _possible_probability(attributes: Mapping[str, Any]) -> float:
    """Return the number that may be the probability of a move; 0 if there is none."""
    cells = {str(key).lower(): cell for key, cell in attributes.items()}
    for key in (*CHANCES, "weight", *NAMES):
        if key in cells:
            try:
                return float(parse_score(cells[key]))
            except (OptionError, OverflowError):
                return 0.0
    return 0.0


def require_no_chance(
    moves: MoveTable, table: NodeTable, are_unnamed: NDArray[np.bool_], records: Collection[Mapping[str, Any]]
) -> None:
    """Raise FormatError, naming the node and the sign of chance, if any node with moves is a chance node.

    Parameters
    ----------
    are_unnamed : whether a node names no player, known or not, and states no other kind.
    records : of the nodes as they came, if they came as records; there null under `player` is not the same as no key.
    """
    player, ids = table.column("player"), table.ids
    inner = np.flatnonzero(table.has_moves & player.has)
    if any(is_chance_word(cell) or player_word(cell) == _OF_NATURE for cell in player.values):
        require_players((ids[index], player.cell(index)) for index in inner.tolist())
    _require_kinds(table)
    unknown = np.flatnonzero(are_unnamed & table.has_moves).tolist()
    names_players = bool(len(inner))
    if not unknown or not (names_players or moves.attributes):
        return
    names = {ids[index] for index in unknown}
    if names_players:
        _require_no_null(records, names)
        _require_no_bare_label(table, unknown)
    shares = defaultdict[str, list[Mapping[str, Any]]](list)
    for row, attributes in moves.attributes.items():
        if (id := str(as_id(moves.end(row, 0)))) in names:
            shares[id].append(attributes)
    require_no_probabilities(shares, names_players=names_players)


def _require_kinds(table: NodeTable) -> None:
    """Raise FormatError if the kind or the label of a node with moves says chance."""
    for index, extra in table.extras.items():
        if table.has_moves[index]:
            for key, cell in extra.items():
                if key.lower() in KINDS_OF_NODE and is_chance_word(cell):
                    raise chance_error(f"node {quoted(table.ids[index])} has moves and the {key} {quoted(cell)}")
    labels = table.column("label")
    say_chance = labels.mapped(lambda label: isinstance(label, str) and bool(_LABEL.search(label)), False, np.bool_)
    for index in np.flatnonzero(say_chance & table.has_moves)[:1].tolist():
        raise chance_error(f"node {quoted(table.ids[index])} has moves and the label {quoted(labels.cell(index))}")


def _require_no_null(records: Collection[Mapping[str, Any]], unknown: Collection[str]) -> None:
    """Raise FormatError if a node without player has null under a key that would name it."""
    for record in records:
        if any(key in record and record[key] is None for key in ("player", OWNER)):
            id = str(as_id(record.get("id")))
            if id in unknown:
                raise null_error(id)


def _require_no_bare_label(table: NodeTable, unknown: Collection[int]) -> None:
    """Raise FormatError if a node without player is called Chance or Nature."""
    labels = table.column("label")
    for index in unknown:
        label = labels.cell(index)
        if isinstance(label, str) and _BARE_LABEL.fullmatch(label):
            raise chance_error(f"node {quoted(table.ids[index])} has moves and the label {quoted(label)}")
