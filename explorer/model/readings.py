"""How a graph is understood that does not say it itself: who moves, what a node without moves is, where play starts.

One rule for all formats; whatever is guessed is said once.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.model.columns import MOVER, OPEN, MoveColumns
from explorer.model.errors import brief, quoted
from explorer.model.fields import FieldReader
from explorer.model.graph import Convention
from explorer.model.node_facts import Claims, NodeTable
from explorer.model.words import joined

_SAYING = ("player", "score", "open")  # keys under which a node says what it is
_MEANT = {*_SAYING, "turn", "to_move", "mover", "side", "owner", "value", "payoff", "utility"}  # or words for it
_NAMED = 5  # nodes or keys that a sentence names


@dataclass(frozen=True, kw_only=True)
class Reading:
    """How the nodes of a graph are read.

    Attributes
    ----------
    given : the convention, if the input gives one.
    extras : further keys of nodes.
    says_negamax : whether it is said that no node names a player, and nodes without moves may be open.
    has_only_moves : whether the input lists no nodes.
    """

    given: Convention | None
    extras: Mapping[int, Mapping[str, Any]]
    says_negamax: bool
    has_only_moves: bool

    def of(self, table: NodeTable, claims: Claims, has_moves: NDArray[np.bool_]) -> tuple[Claims, Convention]:
        """What the nodes are, and the convention.

        If no node says what it is, the input is a plain directed graph: its nodes without moves are open.
        """
        is_plain = not claims.says.any() and (self.given is None or self.has_only_moves)
        sinks = np.flatnonzero(~has_moves) if self.says_negamax and is_plain else np.empty(0, np.int64)
        kinds = claims.kinds.copy()
        kinds[sinks] = OPEN
        convention = self.given or self._likely(claims._replace(kinds=kinds))
        self._say(table, sinks, convention, has_moves=bool(has_moves.any()))
        return claims._replace(kinds=kinds), convention

    def _likely(self, claims: Claims) -> Convention:
        """Minimax as soon as one node names a player, or when no node is left without one."""
        is_negamax = (claims.kinds == MOVER).any() and not claims.has_player.any()
        return Convention.NEGAMAX if is_negamax else Convention.MINIMAX

    def _say(self, table: NodeTable, sinks: NDArray[np.int64], convention: Convention, *, has_moves: bool) -> None:
        keys = {key for extra in self.extras.values() for key in extra}
        if len(sinks):
            table.fields.warn(open_sinks([table.ids[sink] for sink in sinks.tolist()], keys, has_moves=has_moves))
        elif self.says_negamax and self.given is None and convention is Convention.NEGAMAX:
            table.fields.warn(silent(keys))
        elif misspelt := misspelt_keys(keys, convention):
            table.fields.warn(misspelt)


def marked_root(marked: Sequence[str], fields: FieldReader) -> str | None:
    """The first of the nodes that are marked as root; None if there is none."""
    if len(marked) > 1:
        fields.error(f"{len(marked)} nodes are marked as root; took the first, {quoted(marked[0])}")
    return marked[0] if marked else None


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


def silent(keys: Collection[str]) -> str:
    """What is said where no node names a player; `keys` are those that nodes have and that mean nothing here."""
    read = "read as a negamax graph, whose scores are for the player to move"
    return f"no node names a player{_only(keys)}; {read}" + ("; rename the key that names the player" if keys else "")


def open_sinks(ids: Sequence[str], keys: Collection[str], *, has_moves: bool) -> str:
    """What is said of the nodes without moves where no node says what it is; `keys` as for `silent`."""
    read = "read as a negamax graph, with " if has_moves else ""
    count = "1 node" if len(ids) == 1 else f"{len(ids):,} nodes"
    names = ", ".join(map(quoted, ids[:_NAMED])) + (", …" if len(ids) > _NAMED else "")
    kept = f"{count} without moves kept as open: {names}"
    rename = ", or rename the key that does" if keys else ""
    return f"no node names a player or a score{_only(keys)}; {read}{kept}; say what they are{rename}"


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
