"""What very many nodes or edges of XML say under keys, in columns; of several values the last counts.

Where the values of a key are of several types, they become texts if they mean the same as texts; else those that are
not of the type that most have stand apart.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from explorer.formats.xml_elements import Mask, Rows
from explorer.model import plain
from explorer.model.arrow import (
    Column,
    are_there,
    floats_in_arrow,
    in_arrow,
    in_numpy,
    in_one_piece,
    is_text,
    numbers_in_arrow,
    texts_in_arrow,
    texts_of,
    truths_in_arrow,
)
from explorer.model.builder import NODE_KEYS
from explorer.model.convert import NODE_COLUMNS
from explorer.model.fields import FACTS, NOTHING
from explorer.model.numbering import require

Others = dict[int, dict[str, Any]]
"""Values that fit no column, by row and key."""

_KNOWN = plain.TOP_KEYS | {*NODE_COLUMNS}
_AS_TEXTS = ("score", "open", "label", "x", "y")  # of nodes, which mean the same as texts


class Said(NamedTuple):
    """Values of one type that records say under a key.

    Attributes
    ----------
    rows : of each value the number of its record.
    places : where it stands; of several that a record says the last counts.
    cells : the values, without gaps.
    """

    rows: Rows
    places: Rows
    cells: Column

    def some(self, are_kept: Mask) -> Said:
        """Some of the values."""
        kept = np.flatnonzero(are_kept)
        return Said(self.rows[kept], self.places[kept], in_one_piece(self.cells).take(in_arrow(kept).chunk(0)))


def same_for_all(value: str | float, rows: Rows, place: float) -> Said:
    """The same value of some records."""
    if isinstance(value, str):
        cell = texts_in_arrow([value])
    elif isinstance(value, bool):
        cell = truths_in_arrow(np.array([value]))
    else:
        cell = numbers_in_arrow(np.array([value], np.int64 if isinstance(value, int) else np.float64), np.array([True]))
    return Said(rows, np.full(len(rows), place), cell.take(in_arrow(np.zeros(len(rows))).chunk(0)))


def together(*some: Mapping[str, Sequence[Said]]) -> dict[str, list[Said]]:
    """What is said in several ways, by keys."""
    found: dict[str, list[Said]] = {}
    for name, parts in chain.from_iterable(said.items() for said in some):
        found.setdefault(name, []).extend(parts)
    return found


def as_met(said: Mapping[str, Sequence[Said]]) -> list[str]:
    """The keys under which something is said, in the order in which they are met."""
    places = {name: np.concatenate([np.abs(part.places) for part in parts]) for name, parts in said.items()}
    firsts = {name: each.min() for name, each in places.items() if len(each)}
    return sorted(firsts, key=firsts.__getitem__)


def lasts(said: Sequence[Said], count: int) -> list[Column]:
    """What each of so many records says last, in a column for each type, with gaps."""
    import pyarrow.compute as pc

    if not said:
        return []
    rows, places = (np.concatenate([part[number] for part in said]) for number in (0, 1))
    order = np.argsort(places, kind="stable")
    latest, found, begin = np.full(count, -1), dict[str, Column](), 0
    latest[rows[order]] = order
    for part in said:
        numbers = latest - begin
        are_own = (numbers >= 0) & (numbers < len(part.rows))
        begin += len(part.rows)
        if are_own.any():
            cells = in_one_piece(part.cells).take(numbers_in_arrow(numbers, are_own))
            type = str(cells.type)
            found[type] = pc.coalesce(found[type], cells) if type in found else cells
    return [*found.values()]


def order_of_moves(said: Sequence[Said], count: int) -> Column | None:
    """What so many moves say of their order; None if none says anything."""
    import pyarrow as pa
    import pyarrow.compute as pc

    columns = lasts(said, count)
    if len(columns) < 2:
        return columns[0] if columns else None
    require(all(is_text(each.type) or pa.types.is_integer(each.type) for each in columns))
    return pc.coalesce(*(in_one_piece(texts_of(each)) for each in columns))


def table_of(
    said: Mapping[str, Sequence[Said]], count: int, *, facts: Collection[str] = FACTS, are_drawn: bool = False
) -> tuple[dict[str, Column], Others]:
    """What so many nodes say under each key, without what says nothing; and what does not fit these columns.

    If some nodes are drawn, empty texts and NaN stay under the keys of the model, as they are no drawing's to fill.
    """
    import pyarrow as pa

    table, others = dict[str, Column](), Others()
    for name, parts in said.items():
        if name == "id":
            continue
        keeps_empty = are_drawn and name in NODE_KEYS
        columns = [_without_nothing(each, name, facts, keeps_empty=keeps_empty) for each in lasts(parts, count)]
        columns = [column for column in columns if column.null_count < len(column)]
        require(name != "label" or not are_drawn or all(is_text(column.type) for column in columns))
        if columns:
            table[name] = pa.chunked_array([_as_one(name, columns, others)])
    return table, others


def _without_nothing(cells: Column, name: str, facts: Collection[str], *, keeps_empty: bool) -> Column:
    """The values of a key without those that say nothing."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if is_text(cells.type):
        nothing = [*([""] if name in _KNOWN and not keeps_empty else []), *(NOTHING if name in facts else [])]
        gap = texts_in_arrow([None])[0]
        return pc.if_else(pc.is_in(cells, value_set=texts_in_arrow(nothing)), gap, cells) if nothing else cells
    if pa.types.is_floating(cells.type) and not keeps_empty:
        return floats_in_arrow(in_numpy(cells, np.nan))
    return cells


def _as_one(name: str, columns: Sequence[Column], others: Others) -> Column:
    """The values of a key, which are in a column for each type, in one; what does not fit it goes to the others."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if len(columns) == 1 and not (name == "label" and pa.types.is_floating(columns[0].type)):
        return columns[0]
    if name in NODE_KEYS:
        require(name in _AS_TEXTS)
        for each in columns:
            is_flag = pa.types.is_boolean(each.type)
            require(is_text(each.type) or is_flag == (name == "open"))
            require(is_text(each.type) or is_flag or pc.all(pc.is_finite(each)).as_py())
        return pc.coalesce(*(in_one_piece(texts_of(each)) for each in columns))
    require(bool(name))
    most, *less = sorted(columns, key=lambda each: int(each.null_count))
    for each in less:
        for row, value in zip(np.flatnonzero(are_there(each)).tolist(), each.drop_null().to_pylist(), strict=True):
            others.setdefault(row, {})[name] = value
    return most
