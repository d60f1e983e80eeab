"""Moves in the making: their ends become indices of nodes, each move stays once, and problems are noted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.intake.cells import (
    NO_CELL,
    Column,
    FieldReader,
    as_id,
    column_of,
    is_empty,
    is_marked,
    read_ids,
    text_or_none,
)
from explorer.model.columns import MoveColumns
from explorer.model.errors import quoted
from explorer.model.node import PROGRESS, Move

NAMES = ("move", "label", "name", "action")  # attributes that are the name of a move, also in capitals
CHANCES = ("probability", "prob", "chance")  # attributes of moves
_UNORDERED = "not every move has a whole number as its order; the moves were kept as they stand"
_WHOLE = re.compile(r"-?[0-9]{1,18}")


class IdIndex:
    """Ids of nodes and of ends of moves, and the node of each.

    Attributes
    ----------
    texts : each once.
    of_cells : for each value of the columns of ids and of ends the number of its id, `NO_CELL` if it is none.
    nodes : for each id the index of its node, `NO_CELL` if it has none; the last is of those that are no id.
    """

    def __init__(self, values: Sequence[Any]) -> None:
        texts = read_ids(values)
        same = Column(np.arange(len(texts), dtype=np.int32), texts) if texts == values else column_of(texts)
        self.texts: list[str] = [*same.values]
        self.of_cells = np.append(same.codes, np.int32(NO_CELL))
        self.nodes = np.full(len(self.texts) + 1, NO_CELL, np.int64)

    def add(self, codes: NDArray[np.int32], ids: list[str]) -> None:
        """Make nodes, in order, of the ids with these codes that have none."""
        new, firsts = np.unique(codes[(codes != NO_CELL) & (self.nodes[codes] == NO_CELL)], return_index=True)
        new = new[np.argsort(firsts)]
        self.nodes[new] = len(ids) + np.arange(len(new))
        ids += [self.texts[code] for code in new.tolist()]


@dataclass
class MoveTable:
    """Moves as a reader hands them over.

    Attributes
    ----------
    ends : of all moves, source and target by turns.
    attributes : of those moves that have any.
    line : the line of a move, by row.
    fields : where problems are noted.
    incomplete : the ids of nodes that lack moves which had to be left out.
    names : of those moves that have one.
    progress : the moves that are marked as progress.
    """

    ends: Column
    attributes: Mapping[int, Mapping[str, Any]]
    line: Callable[[int], int | None]
    fields: FieldReader
    incomplete: set[str] = field(default_factory=set)
    names: dict[Move, str] = field(default_factory=dict)
    progress: set[Move] = field(default_factory=set)

    def between(self, ids: list[str], known: IdIndex, *, adds_ends: bool) -> MoveColumns:
        """Return the moves between the nodes with these ids; unknown ends are added to the ids, or reported."""
        codes = known.of_cells[self.ends.codes].reshape(-1, 2)
        if adds_ends:
            known.add(codes[_are_both_known(codes)].ravel(), ids)
        numbers = known.nodes[codes]
        is_whole = _are_both_known(numbers)
        for row in np.flatnonzero(~is_whole).tolist():
            self._note_broken(row, numbers[row].tolist())
        rows = self._rows_in_order(np.flatnonzero(is_whole))
        sources, targets = np.ascontiguousarray(numbers[rows].T, np.int32)
        moves = MoveColumns(sources, targets, ids)
        self._take_names_and_marks(rows, moves)
        if moves.second_listing is not None:
            is_first = self._first_listings(rows, moves)
            moves = MoveColumns(sources[is_first], targets[is_first], ids)
        self._note_ignored_attributes()
        return moves

    def end(self, row: int, end: int) -> Any:
        """Return the cell of the source (0) or the target (1) of a move."""
        return self.ends.cell(2 * row + end)

    def _note_broken(self, row: int, numbers: list[int]) -> None:
        """Report a move of which an end is no node, or no id at all."""
        pair = [self.end(row, end) for end in (0, 1)]
        ids = read_ids(pair)
        if ids[0] is not None:
            self.incomplete.add(ids[0])
        for end in (0, 1):
            if ids[end] is None:
                other = pair[1 - end]
                named = "" if is_empty(other) else f" {('to', 'from')[end]} {quoted(as_id(other))}"
                self.fields.id(pair[end], f"the {('source', 'target')[end]} of a move{named}", self.line(row))
        if None not in ids:
            missing = ids[numbers.index(NO_CELL)]
            self.fields.error(
                f"the move {quoted(ids[0])} → {quoted(ids[1])} needs a node {quoted(missing)}, "
                "which does not exist; left out",
                node=next((id for id, number in zip(ids, numbers, strict=True) if number != NO_CELL), None),
                line=self.line(row),
            )

    def _rows_in_order(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the rows of moves sorted by their `order`; unsorted if none has one, or one is no whole number."""
        if not any("order" in attributes for attributes in self.attributes.values()):
            return rows
        orders = [_order_of(self.attributes.get(row, {}).get("order")) for row in rows.tolist()]
        if None in orders:
            self.fields.warn(_UNORDERED)
            return rows
        return rows[np.argsort(np.array(orders, np.int64), kind="stable")]

    def _first_listings(self, rows: NDArray[np.int64], moves: MoveColumns) -> NDArray[np.bool_]:
        """Return a mask of the moves that are there for the first time; report the others."""
        _, firsts = np.unique(moves.keys, return_index=True)
        is_first = np.zeros(len(rows), np.bool_)
        is_first[firsts] = True

        def note(at: int) -> None:
            source, target = moves.at(at)
            message = f"the move {quoted(source)} → {quoted(target)} is given twice; kept once"
            self.fields.warn(message, node=source, line=self.line(int(rows[at])))

        self.fields.each(np.flatnonzero(~is_first).tolist(), note)
        return is_first

    def _take_names_and_marks(self, rows: NDArray[np.int64], moves: MoveColumns) -> None:
        """Keep the names and marks of moves; the names of a move that is given twice are joined."""
        found: dict[Move, dict[str, None]] = {}
        for at, row in enumerate(rows.tolist() if self.attributes else ()):
            if (attributes := self.attributes.get(row)) is None:
                continue
            if name := _move_name_in(attributes):
                found.setdefault(moves.at(at), {})[name] = None
            if any(is_mark(key) and is_marked(value) for key, value in attributes.items()):
                self.progress.add(moves.at(at))
        self.names = {move: ", ".join(names) for move, names in found.items()}

    def _note_ignored_attributes(self) -> None:
        """Note a problem about attributes of moves that have no meaning in a game graph."""
        others = dict.fromkeys(
            str(key)
            for attributes in self.attributes.values()
            for key in attributes
            if not (key == "order" or is_name(key) or is_mark(key))
        )
        if others:
            self.fields.warn(notes_on_moves(others))


def _are_both_known(ends: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Return a mask of the moves of which both ends have a number."""
    return np.asarray((ends[:, 0] != NO_CELL) & (ends[:, 1] != NO_CELL))


def is_name(key: object) -> bool:
    """Return whether an attribute is the name of a move."""
    return str(key).lower() in NAMES


def is_mark(key: object) -> bool:
    """Return whether an attribute marks a move as progress."""
    return str(key).lower() == PROGRESS


def _move_name_in(attributes: Mapping[str, Any]) -> str:
    """Return the name of a move among its attributes; "" if it has none."""
    known = {str(key).lower(): value for key, value in attributes.items()}
    names = (text_or_none(known[key]) for key in NAMES if key in known)
    return next((name.strip() for name in names if name), "")


def notes_on_moves(keys: Iterable[str]) -> str:
    """Return the sentence about attributes of moves that are left out."""
    return f"moves carry nothing but their two ends, a name and the mark progress; left out: {', '.join(keys)}"


def _order_of(value: object) -> int | None:
    """Return the order of a move as a whole number, even from text; None for anything else."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and _WHOLE.fullmatch(value.strip()):
        return int(value)
    return value if isinstance(value, int) else None
