"""Errors that refuse games with chance nodes: scores here come from choices alone, and would be averages there."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from math import isclose
from typing import Any

import numpy as np

from explorer.intake.fields import as_id
from explorer.intake.move_facts import NAMES, MoveTable
from explorer.intake.node_facts import OWNER, NodeTable, StatedKinds, player_word
from explorer.model.columns import MOVER
from explorer.model.errors import FormatError, OptionError, quoted
from explorer.model.scores import parse_score

CHANCES = ("probability", "prob", "chance")  # attributes of moves
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
    moves: MoveTable, table: NodeTable, stated_kinds: StatedKinds, records: Collection[Mapping[str, Any]]
) -> None:
    """Raise FormatError, naming the node and the sign of chance, if any node with moves is a chance node.

    Parameters
    ----------
    records : of the nodes as they came, if they came as records; there null under `player` is not the same as no key.
    """
    player, ids = table.column("player"), table.ids
    inner = np.flatnonzero(table.has_moves & player.has)
    if any(is_chance_word(cell) or player_word(cell) == _OF_NATURE for cell in player.values):
        require_players((ids[index], player.cell(index)) for index in inner.tolist())
    _require_kinds(table)
    unknown = np.flatnonzero((stated_kinds.kinds == MOVER) & ~stated_kinds.have_player & table.has_moves).tolist()
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
