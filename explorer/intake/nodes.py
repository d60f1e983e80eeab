"""Facts of nodes: their kinds, scores, labels and positions, each distinct cell looked at once."""

from __future__ import annotations

import math
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.intake.cells import (
    FALSE,
    FARTHEST,
    NO_CELL,
    ODD,
    TRUE,
    Column,
    NodeTable,
    numbered_scores,
    ranks_of,
    text_or_none,
)
from explorer.intake.players import advice_on_max, player_word, players_in
from explorer.model.columns import CODES, LEAF, MAX, MIN, MOVER, NO_SCORE, OPEN, Indices, Kinds, Points
from explorer.model.errors import OptionError, quoted
from explorer.model.graph import Convention
from explorer.model.node import Kind
from explorer.model.scores import Score, parse_score
from explorer.model.words import counted, joined

SCORES = ("value", "payoff", "utility")  # keys that may stand for the score
KNOWN = "expected"  # key of a node under which its known score stands

_MOST_NAMED = 5  # players that a sentence names
KIND_KEYS = ("player", "score", "open")  # keys under which a node states its kind


# ---- nodes as engines write them: scores at inner nodes, players at leaves, and scores under another name


def take_scores(table: NodeTable) -> None:
    """Read another key as the score, with a warning, if no node has one and that key holds numbers alone."""
    for key in () if "score" in table.columns else SCORES:
        column = table.columns.get(key)
        if column is not None and all(map(is_score, column.values)):
            table.columns["score"] = column
            table.fields.warn(f"no node has a score; {key} was read as the score", is_grave=True)
            for extra in table.extras.values():
                extra.pop(key, None)
            return


def take_known_scores(table: NodeTable, *, is_drawing: bool) -> None:
    """Make leaves of nodes with player and score but without moves; with moves, the score is a known answer.

    So is the score of a node with moves if no node names a player, except in a drawing, where it is a mistake.
    """
    score, player = table.column("score"), table.column("player")
    has_score = score.mapped(is_score, False, np.bool_) & ~table.column("open").has
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


def is_score(cell: object) -> bool:
    """Return whether a cell can be read as a score."""
    try:
        parse_score(cell)
    except OptionError:
        return False
    return True


# ---- kinds of nodes


class StatedKinds(NamedTuple):
    """Kinds and scores that nodes state in their input.

    Attributes
    ----------
    kinds : by code; `MOVER` for nodes that state none or name an unknown player.
    ranks, scale : the scores of leaves, as in `NodeColumns`.
    are_stated : whether a node states anything.
    have_player : whether it names a player, known or not.
    """

    kinds: Kinds
    ranks: Indices
    scale: tuple[Score, ...]
    are_stated: NDArray[np.bool_]
    have_player: NDArray[np.bool_]

    @property
    def are_missing(self) -> NDArray[np.bool_]:
        """Mask of the nodes that state no kind and name no player."""
        return np.asarray((self.kinds == MOVER) & ~self.have_player)


def read_kinds(table: NodeTable) -> StatedKinds:
    """Return the kinds that nodes state, and note problems with them."""
    player = table.column("player")
    opens = table.column("open").mapped(_open_flag_code, NO_CELL, np.int8)
    named = players_in(_used_cells(player))
    if named.guess:
        table.fields.warn(named.guess, is_grave=True)
    players = player.mapped(lambda cell: CODES[named.kind(cell) or Kind.MOVER], MOVER, np.int8)
    numbers, values = numbered_scores(table.column("score"))
    is_open = opens == 1
    kinds = np.full(len(table.ids), MOVER, np.int8)
    kinds[is_open], kinds[numbers >= 0], kinds[numbers == ODD] = OPEN, LEAF, OPEN
    kinds = np.where(player.has, players, kinds).astype(np.int8)
    _note_kind_problems(table, (player.has, numbers != NO_CELL, is_open), numbers == ODD, opens == ODD)
    ranks, scale = ranks_of(np.where(kinds == LEAF, numbers, NO_SCORE), values)
    return StatedKinds(kinds, ranks, scale, player.has | (numbers != NO_CELL) | is_open, player.has)


def _used_cells(column: Column) -> list[Any]:
    """Return the distinct cells of a column."""
    return [column.values[code] for code in np.unique(column.codes[column.has]).tolist()]


def _open_flag_code(cell: object) -> int:
    text = str(cell).strip().lower() if isinstance(cell, str | int | float) else "?"
    return int(text in TRUE) if text in TRUE | FALSE else ODD


def _note_kind_problems(
    table: NodeTable,
    statements: tuple[NDArray[np.bool_], ...],
    has_odd_score: NDArray[np.bool_],
    has_odd_flag: NDArray[np.bool_],
) -> None:
    """Note problems with the kinds that nodes state."""

    def twice(row: int) -> str:
        keys = [key for key, is_stated in zip(KIND_KEYS, statements, strict=True) if is_stated[row]]
        return (
            f"node {quoted(table.ids[row])} has {' and '.join(keys)}, but is exactly one of these; kept its {keys[0]}"
        )

    def no_score(row: int) -> str:
        why = ""
        try:
            parse_score(table.column("score").cell(row))
        except OptionError as error:
            why = str(error)
        return f"the score of node {quoted(table.ids[row])}: {why}; kept as an open node"

    def no_flag(row: int) -> str:
        flag = quoted(table.column("open").cell(row))
        return f"node {quoted(table.ids[row])}: open must be true or false, got {flag}"

    are_twice, are_odd = np.sum(statements, axis=0) > 1, has_odd_score & ~statements[0]
    table.complain(np.flatnonzero(are_twice).tolist(), twice)
    for row in np.flatnonzero(are_odd).tolist():
        table.complain([row], no_score)
    table.complain(np.flatnonzero(has_odd_flag).tolist(), no_flag)
    table.reported_ids.update(table.ids[row] for row in np.flatnonzero(are_twice | are_odd).tolist())


def fitting_kinds(table: NodeTable, kinds: Kinds, has_player: NDArray[np.bool_], convention: Convention) -> Kinds:
    """Return the kinds of nodes, changed where they do not fit the convention; each change is noted."""
    is_unknown = has_player & (kinds == MOVER)
    if convention is Convention.NEGAMAX:
        is_odd = np.isin(kinds, (MAX, MIN)) | is_unknown
        table.complain(np.flatnonzero(is_odd).tolist(), partial(_negamax_player_error, table))
        return np.where(is_odd, MOVER, kinds).astype(np.int8)
    is_odd = kinds == MOVER
    for are_so in (is_unknown, is_odd & ~is_unknown):
        for rows, kind in ((are_so & table.has_moves, "a Max node"), (are_so & ~table.has_moves, "an open node")):
            table.complain(np.flatnonzero(rows).tolist(), partial(_unclear_kind_error, table, kind))
    table.reported_ids.update(table.ids[row] for row in np.flatnonzero(is_odd).tolist())
    return np.where(is_odd, np.where(table.has_moves, MAX, OPEN), kinds).astype(np.int8)


def _negamax_player_error(table: NodeTable, row: int) -> str:
    named = f"node {quoted(table.ids[row])} has the player {quoted(table.column('player').cell(row))}"
    return f"{named}, but the nodes of a negamax graph have none; it was left out"


def _unclear_kind_error(table: NodeTable, kind: str, row: int) -> str:
    said = "has neither player, score nor open"
    players = table.column("player")
    if (player := players.cell(row)) is not None:
        others = [quoted(cell) for cell in _used_cells(players) if player_word(cell) != player_word(player)]
        more = ["more"] if len(others) > _MOST_NAMED else []
        beside = f" beside {joined([*others[:_MOST_NAMED], *more])}" if others else ""
        said = f"has the unknown player {quoted(player)}{beside}"
        return f"node {quoted(table.ids[row])} {said}; kept as {kind}; {advice_on_max(player)}"
    return f"node {quoted(table.ids[row])} {said}; kept as {kind}, say what it is"


# ---- labels and positions


def labels_of(table: NodeTable) -> tuple[str | None, ...] | None:
    """Return the labels of nodes, if there is any."""
    column = table.column("label")

    def note(row: int) -> None:
        table.fields.text(column.cell(row), f"the label of node {quoted(table.ids[row])}", line=table.line(row))

    odd = column.mapped(lambda cell: text_or_none(cell) is None, False, np.bool_)
    table.fields.each(np.flatnonzero(odd).tolist(), note)
    labels = tuple(Column(column.codes, [text_or_none(cell) or None for cell in column.values]).cells())
    return labels if any(labels) else None


def points_of(table: NodeTable) -> Points | None:
    """Return the positions of nodes, if there is any."""
    points = np.column_stack([table.column(key).mapped(_parse_coordinate, np.nan, np.float64) for key in ("x", "y")])
    odd = np.isinf(points).any(axis=1) | (np.isnan(points).sum(axis=1) == 1)

    def note(row: int) -> None:
        needs = f"needs both x and y as numbers up to {FARTHEST:,.0f}; its position was ignored"
        table.fields.warn(f"node {quoted(table.ids[row])} {needs}", node=table.ids[row], line=table.line(row))

    table.fields.each(np.flatnonzero(odd).tolist(), note)
    points[odd] = np.nan
    return None if np.isnan(points).all() else points


def _parse_coordinate(cell: Any) -> float:
    """Return a cell as a number of pixels; infinity if it is none."""
    try:
        number = float(parse_score(cell))
    except (OptionError, OverflowError):
        return math.inf
    return number + 0.0 if abs(number) <= FARTHEST else math.inf  # turns -0.0 into 0.0
