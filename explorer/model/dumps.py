"""Nodes as engines write them: scores at inner nodes, players at leaves, and scores under another name."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.model.distinct import NOTHING, Column
from explorer.model.errors import OptionError
from explorer.model.node_facts import NodeTable
from explorer.model.scores import parse_score
from explorer.model.words import counted

SCORES = ("value", "payoff", "utility")  # keys that may stand for the score
KNOWN = "expected"  # key of a node under which its known score stands

Extras = dict[int, dict[str, Any]]


def take_scores(table: NodeTable, extras: Extras) -> None:
    """Read another key as the score where no node has one and that key holds numbers alone, which is said."""
    if "score" in table.columns:
        return
    for key in SCORES:
        column = table.columns.get(key)
        if column is not None and column.has.any() and all(map(_is_score, column.values)):
            table.columns = {**table.columns, "score": column}
            table.fields.warn(f"no node has a score; {key} was read as the score")
            for extra in extras.values():
                extra.pop(key, None)
            return


def take_known(table: NodeTable, extras: Extras, has_moves: NDArray[np.bool_], *, is_drawing: bool) -> None:
    """Make leaves of nodes with a player and a score that have no moves; of those that have, the score is a known one.

    So is the score of a node with moves if no node names a player, except in a drawing, where it is a mistake.
    """
    score, player = table.columns.get("score"), table.columns.get("player")
    if score is None:
        return
    nobody = np.zeros(len(table.ids), np.bool_)
    has_player = player.has if player is not None else nobody
    has_score = score.has & score.mapped(_is_score, False, np.bool_)
    if "open" in table.columns:
        has_score &= ~table.columns["open"].has
    if player is not None and (are_leaves := has_score & has_player & ~has_moves).any():
        table.columns = {**table.columns, "player": _without(player, are_leaves)}
    is_named = has_player.any() or is_drawing
    are_known = has_score & has_moves & (has_player if is_named else ~has_player)
    if not are_known.any():
        return
    table.columns = {**table.columns, "score": _without(score, are_known)}
    rows = np.flatnonzero(are_known).tolist()
    for row in rows:
        extras[row] = {KNOWN: score.cell(row), **extras.get(row, {})}
    table.fields.warn(
        f"the scores of {counted(len(rows), 'node')} with moves were read as known answers, which are compared with "
        "those that are found; if they are something else, such as numbers of nodes or depths, rename their key"
    )


def _without(column: Column, rows: NDArray[np.bool_]) -> Column:
    return Column(np.where(rows, NOTHING, column.codes).astype(np.int32), column.values)


def _is_score(cell: object) -> bool:
    try:
        parse_score(cell)
    except OptionError:
        return False
    return True
