"""Nodes as engines write them: scores at inner nodes, players at leaves, and scores under another name."""

from __future__ import annotations

import numpy as np

from explorer.model.errors import OptionError
from explorer.model.node_facts import NodeTable
from explorer.model.scores import parse_score
from explorer.model.words import counted

SCORES = ("value", "payoff", "utility")  # keys that may stand for the score
KNOWN = "expected"  # key of a node under which its known score stands


def take_scores(table: NodeTable) -> None:
    """Read another key as the score where no node has one and that key holds numbers alone, which is said."""
    for key in () if "score" in table.columns else SCORES:
        column = table.columns.get(key)
        if column is not None and all(map(_is_score, column.values)):
            table.columns["score"] = column
            table.fields.warn(f"no node has a score; {key} was read as the score")
            for extra in table.extras.values():
                extra.pop(key, None)
            return


def take_known(table: NodeTable, *, is_drawing: bool) -> None:
    """Make leaves of nodes with a player and a score that have no moves; of those that have, the score is a known one.

    So is the score of a node with moves if no node names a player, except in a drawing, where it is a mistake.
    """
    score, player = table.column("score"), table.column("player")
    has_score = score.mapped(_is_score, False, np.bool_) & ~table.column("open").has
    table.columns["player"] = player.without(has_score & ~table.has_moves)
    are_known = has_score & table.has_moves & (player.has | (not is_drawing and not player.has.any()))
    if not are_known.any():
        return
    table.columns["score"] = score.without(are_known)
    rows = np.flatnonzero(are_known).tolist()
    for row in rows:
        table.extras[row] = {KNOWN: score.cell(row), **table.extras.get(row, {})}
    table.fields.warn(
        f"the scores of {counted(len(rows), 'node')} with moves were read as known answers, which are compared with "
        "those that are found; if they are something else, such as numbers of nodes or depths, rename their key"
    )


def _is_score(cell: object) -> bool:
    try:
        parse_score(cell)
    except OptionError:
        return False
    return True
