"""How a graph is understood that does not say it itself: who moves, what a node without moves is, where play starts.

One rule for all formats; whatever is guessed is said once.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.model.check import LOST, Problem, Severity, ends_counted
from explorer.model.columns import MOVER, OPEN, MoveColumns
from explorer.model.dumps import KNOWN
from explorer.model.errors import OptionError, brief, quoted
from explorer.model.graph import Convention
from explorer.model.node_facts import Claims, NodeTable
from explorer.model.scores import Score, parse_score
from explorer.model.turns import Turns, Unnamed
from explorer.model.words import joined

_SAYING = ("player", "score", "open")  # keys under which a node says what it is
_MEANT = {*_SAYING, "turn", "to_move", "mover", "side", "owner", "value", "payoff", "utility"}  # or words for it
_NAMED = 5  # keys that a sentence names


@dataclass(frozen=True, kw_only=True)
class Reading:
    """How the nodes of a graph are read.

    Attributes
    ----------
    given : the convention, if the input gives one.
    extras : further keys of nodes.
    says_negamax : whether it is said that no node names a player, and nodes without moves may be open.
    has_only_moves : whether the input lists no nodes.
    levels : whether levels may alternate where no node names a player.
    moves : between the nodes.
    root : the index of the root, if there is one.
    """

    given: Convention | None
    extras: Mapping[int, Mapping[str, Any]]
    says_negamax: bool
    has_only_moves: bool
    levels: bool
    moves: MoveColumns
    root: int | None

    def of(self, table: NodeTable, claims: Claims, has_moves: NDArray[np.bool_]) -> tuple[Claims, Convention]:
        """What the nodes are, and the convention.

        If no node says what it is, the input is a plain directed graph: its nodes without moves are unfinished, and
        open only where the input says that it is minimax.
        """
        is_plain = not claims.says.any() and (self.given is None or self.has_only_moves)
        sinks = np.flatnonzero(~has_moves) if self.says_negamax and is_plain else np.empty(0, np.int64)
        kinds = claims.kinds.copy()
        kinds[sinks] = OPEN if self.given is Convention.MINIMAX else MOVER
        convention = self.given or self._likely(replace(claims, kinds=kinds))
        turns, other = Turns.NEGAMAX, None
        if self.given is None and convention is Convention.NEGAMAX and not len(sinks):
            unnamed = Unnamed(self.moves, self.root, kinds, self._numbers(claims))
            turns, other = unnamed.turns(levels=self.levels)
            kinds = unnamed.players(turns)
            convention = turns.convention
            keys = self._keys()
            table.fields.note(Problem(Severity.WARNING, silent(keys, turns), other=other or ""))
        self._say(table, sinks, convention, has_moves=bool(has_moves.any()))
        return replace(claims, kinds=kinds), convention

    def _numbers(self, claims: Claims) -> list[Score | None]:
        """What leaves are worth, and what inner nodes are said to be worth."""
        values = [None if rank < 0 else claims.scale[rank] for rank in claims.ranks.tolist()]
        for index, extra in self.extras.items():
            if KNOWN in extra and values[index] is None:
                try:
                    values[index] = parse_score(extra[KNOWN])
                except OptionError:
                    continue
        return values

    def _keys(self) -> set[str]:
        """Further keys of nodes that have no meaning here."""
        return {key for extra in self.extras.values() for key in extra} - {KNOWN}

    def _likely(self, claims: Claims) -> Convention:
        """Minimax as soon as one node names a player, or when no node is left without one."""
        is_negamax = (claims.kinds == MOVER).any() and not claims.has_player.any()
        return Convention.NEGAMAX if is_negamax else Convention.MINIMAX

    def _say(self, table: NodeTable, sinks: NDArray[np.int64], convention: Convention, *, has_moves: bool) -> None:
        keys = self._keys()
        if len(sinks):
            message = open_sinks([table.ids[sink] for sink in sinks.tolist()], keys, has_moves=has_moves)
            table.fields.note(Problem(Severity.WARNING, message, other=LOST))
        elif misspelt := misspelt_keys(keys, convention):
            table.fields.warn(misspelt)


def root_of(given: object, table: NodeTable, moves: MoveColumns, *, infers: bool) -> str | None:
    """The root that is given, or else the only node that no other leads to, or the first, which is said."""
    fields, ids = table.fields, table.ids
    if given is not None:
        id = fields.id(given, "the root", None)
        if id is not None and id not in ids:
            fields.error(f"the root {quoted(id)} is not a node of the graph; choose one that is")
        return id if id in ids else None
    if not infers or not ids:
        return None
    is_entered = np.zeros(len(ids), np.bool_)
    is_entered[moves.targets[moves.sources != moves.targets]] = True
    starts = np.flatnonzero(~is_entered)
    if len(starts) == 1:
        return ids[int(starts[0])]
    count = f"{len(starts):,} nodes have no predecessor" if len(starts) else "every node has a predecessor"
    fields.warn(f"no root is given and {count}; took the first node, {quoted(ids[0])}")
    return ids[0]


def silent(keys: Collection[str], turns: Turns) -> str:
    """What is said where no node names a player; `keys` are those that nodes have and that mean nothing here."""
    rename = "; rename the key that names the player" if keys else ""
    return f"no node names a player{_only(keys)}; read as {turns.words}{rename}"


def open_sinks(ids: Sequence[str], keys: Collection[str], *, has_moves: bool) -> str:
    """What is said of the nodes without moves where no node says what it is; `keys` as for `silent`."""
    read = "read as a negamax graph; " if has_moves else ""
    rename = ", or rename the key that does" if keys else ""
    return f"no node names a player or a score{_only(keys)}; {read}{ends_counted(ids)}; say what they are{rename}"


def _only(keys: Collection[str]) -> str:
    """The keys, those first that may be meant as one that is read."""
    ordered = sorted(keys, key=lambda key: (key.lower() not in _MEANT, key))
    more = [f"{len(keys) - _NAMED:,} more"] if len(keys) > _NAMED else []
    return f", only {joined([*map(brief, ordered[:_NAMED]), *more])}" if keys else ""


def misspelt_keys(keys: Collection[str], convention: Convention) -> str:
    """What is said of keys of nodes that differ from those that are read by case alone; "" if none does."""
    meant = {key: key.lower() for key in sorted(keys) if key.lower() in _SAYING}
    if convention is Convention.NEGAMAX:
        meant = {key: right for key, right in meant.items() if right != "player"}
    if not meant:
        return ""
    verb = "is" if len(meant) == 1 else "are"
    return f"nodes have {joined([*meant])}, which {verb} not read; write {joined([*dict.fromkeys(meant.values())])}"
