"""Moves in the making: their ends become indices of nodes, each move stays once, and what is wrong is named."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.model.columns import Indices, MoveColumns
from explorer.model.distinct import NOTHING, Column, coded
from explorer.model.errors import quoted
from explorer.model.fields import FieldReader, as_id, is_empty, read_ids, text_or_none
from explorer.model.node import Move

UNORDERED = "not every move has a whole number as its order; the moves were kept as they stand"

NAMES = ("label", "name")  # attributes that are the name of a move
_OF_MOVES = (*NAMES, "order")
_WHOLE = re.compile(r"-?[0-9]{1,18}")

NO_NODE = -2

Ends = NDArray[np.int64]  # two for each move


@dataclass
class Names:
    """The ids that nodes and ends of moves have.

    Attributes
    ----------
    texts : each once.
    of_cells : for each value of the columns of ids and of ends the number of its id, `NOTHING` if it is none.
    nodes : for each id the index of its node, `NO_NODE` if it has none.
    """

    texts: list[str]
    of_cells: NDArray[np.int32]
    nodes: NDArray[np.int64]

    @staticmethod
    def of(values: Sequence[Any]) -> Names:
        """The ids that some values are."""
        texts = read_ids(values)
        same = Column(np.arange(len(texts), dtype=np.int32), texts) if texts == values else coded(texts)
        nodes = np.full(len(same.values), NO_NODE, np.int64)
        return Names([*same.values], np.append(same.codes, np.int32(NOTHING)), nodes)

    def add(self, codes: NDArray[np.int32], ids: list[str]) -> None:
        """Make nodes of those of some ids that have none, in order."""
        new, firsts = np.unique(codes[self.nodes[codes] == NO_NODE], return_index=True)
        new = new[np.argsort(firsts)]
        self.nodes[new] = len(ids) + np.arange(len(new))
        ids += [self.texts[code] for code in new.tolist()]


class Found(NamedTuple):
    """The moves of a graph.

    Attributes
    ----------
    columns : their ends.
    names : of those that have one.
    has_moves : which nodes have moves.
    unfinished : the ids of nodes of which moves had to be left out.
    """

    columns: MoveColumns
    names: dict[Move, str]
    has_moves: NDArray[np.bool_]
    unfinished: set[str]


@dataclass
class MoveTable:
    """Moves as they were taken.

    Attributes
    ----------
    ends : of all moves, source and target by turns.
    attributes : of those moves that have any.
    line : the line of a move, by row.
    fields : where problems are noted.
    """

    ends: Column
    attributes: Mapping[int, Mapping[str, Any]]
    line: Callable[[int], int | None]
    fields: FieldReader

    def numbered(self, ids: list[str], names: Names, *, adds_ends: bool) -> Found:
        """The moves between the nodes with these ids; ends that are none are added to the ids, or reported."""
        codes = names.of_cells[self.ends.codes].reshape(-1, 2)
        rows, unfinished = self._with_both_ends(codes, names)
        codes = codes[rows]
        if adds_ends:
            names.add(codes.ravel(), ids)
        numbers = names.nodes[codes]
        is_there = (numbers != NO_NODE).all(axis=1)
        self._note_missing(rows[~is_there], numbers[~is_there], unfinished)
        rows, numbers = self._ordered(rows[is_there], numbers[is_there])
        said = self._names(rows, numbers, ids) if self.attributes else {}
        columns = MoveColumns(*_columns(self._once(rows, numbers, ids)), ids)
        has_moves = np.zeros(len(ids), np.bool_)
        has_moves[columns.sources] = True
        self._note_others()
        return Found(columns, said, has_moves, unfinished)

    def _with_both_ends(self, codes: NDArray[np.int32], names: Names) -> tuple[NDArray[np.int64], set[str]]:
        """The rows of moves that have both ends, and the ids of nodes of which others are."""
        is_there = codes != NOTHING
        for end in (0, 1):
            self.fields.each(np.flatnonzero(~is_there[:, end]).tolist(), partial(self._note_lacking, end))
        starts = codes[is_there[:, 0] & ~is_there[:, 1], 0]
        return np.flatnonzero(is_there.all(axis=1)), {names.texts[code] for code in starts.tolist()}

    def _note_lacking(self, end: int, row: int) -> None:
        value, other = self._pair(row)[end], self._pair(row)[1 - end]
        named = "" if is_empty(other) else f" {('to', 'from')[end]} {quoted(as_id(other))}"
        self.fields.id(value, f"the {('source', 'target')[end]} of a move{named}", self.line(row))

    def _pair(self, row: int) -> tuple[Any, Any]:
        return self.ends.cell(2 * row), self.ends.cell(2 * row + 1)

    def _note_missing(self, rows: NDArray[np.int64], numbers: Ends, unfinished: set[str]) -> None:
        """Report moves of which some ends are no nodes."""

        def note(at: int) -> None:
            pair = [str(as_id(value)) for value in self._pair(int(rows[at]))]
            is_missing = (numbers[at] == NO_NODE).tolist()
            missing = pair[is_missing.index(True)]
            self.fields.error(
                f"the move {quoted(pair[0])} → {quoted(pair[1])} needs a node {quoted(missing)}, "
                "which does not exist; left out",
                node=next((id for id, is_none in zip(pair, is_missing, strict=True) if not is_none), None),
                line=self.line(int(rows[at])),
            )

        self.fields.each(range(len(rows)), note)
        unfinished.update(str(as_id(self.ends.cell(2 * row))) for row in rows.tolist())

    def _ordered(self, rows: NDArray[np.int64], numbers: Ends) -> tuple[NDArray[np.int64], Ends]:
        """The moves by their `order`, if any has one; as they stand if another has none that is a whole number."""
        if not any("order" in said for said in self.attributes.values()):
            return rows, numbers
        nothing: Mapping[str, Any] = {}
        found = [order_of(self.attributes.get(row, nothing).get("order")) for row in rows.tolist()]
        orders = [order for order in found if order is not None]
        if len(orders) < len(found):
            self.fields.warn(UNORDERED)
            return rows, numbers
        order = np.argsort(np.array(orders, np.int64), kind="stable")
        return rows[order], numbers[order]

    def _once(self, rows: NDArray[np.int64], numbers: Ends, ids: list[str]) -> Ends:
        """Each move once."""
        if MoveColumns(*_columns(numbers), ids).first_repeated is None:
            return numbers
        _, firsts = np.unique(numbers[:, 0] * len(ids) + numbers[:, 1], return_index=True)
        is_first = np.zeros(len(rows), np.bool_)
        is_first[firsts] = True

        def note(at: int) -> None:
            source, target = (ids[number] for number in numbers[at])
            message = f"the move {quoted(source)} → {quoted(target)} is given twice; kept once"
            self.fields.warn(message, node=source, line=self.line(int(rows[at])))

        self.fields.each(np.flatnonzero(~is_first).tolist(), note)
        return numbers[is_first]

    def _names(self, rows: NDArray[np.int64], numbers: Ends, ids: list[str]) -> dict[Move, str]:
        """The names of moves; those of a move that is given twice are joined."""
        found: dict[Move, dict[str, None]] = {}
        for row, (source, target) in zip(rows.tolist(), numbers.tolist(), strict=True):
            said = self.attributes.get(row)
            if said and (name := _name_in(said)):
                found.setdefault((ids[source], ids[target]), {})[name] = None
        return {move: ", ".join(names) for move, names in found.items()}

    def _note_others(self) -> None:
        """Note the attributes that have no meaning here."""
        others = dict.fromkeys(str(key) for said in self.attributes.values() for key in said if key not in _OF_MOVES)
        if others:
            self.fields.warn(notes_on_moves(others))


def _columns(numbers: Ends) -> tuple[Indices, Indices]:
    return np.ascontiguousarray(numbers[:, 0], np.int32), np.ascontiguousarray(numbers[:, 1], np.int32)


def _name_in(said: Mapping[str, Any]) -> str:
    """The name of a move among its attributes; "" if it has none."""
    names = (text_or_none(said[key]) for key in NAMES if key in said)
    return next((name.strip() for name in names if name), "")


def notes_on_moves(keys: Iterable[str]) -> str:
    """What is said of attributes of moves that are left out."""
    return f"moves carry nothing but their two ends and a name; left out: {', '.join(keys)}"


def order_of(value: object) -> int | None:
    """The index of a move, which formats without types give as text; None if it is no whole number."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and _WHOLE.fullmatch(value.strip()):
        return int(value)
    return value if isinstance(value, int) else None
