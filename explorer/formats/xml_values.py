"""What very many nodes or edges of XML say under keys, in columns; of several values the last counts.

Where the values of a key are of several types, they become texts if they mean the same as texts; else they are written
as words until a node is asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from explorer.formats.mixed import as_texts, as_words, longs
from explorer.formats.xml_elements import Mask, Rows
from explorer.formats.xml_text import LARGEST
from explorer.model import plain
from explorer.model.arrow import (
    Column,
    are_true,
    floats_in_arrow,
    in_arrow,
    in_numpy,
    in_one_piece,
    is_text,
    numbers_in_arrow,
    texts_in_arrow,
    truths_in_arrow,
)
from explorer.model.builder import NODE_KEYS
from explorer.model.convert import NODE_COLUMNS
from explorer.model.fields import FACTS, NOTHING
from explorer.model.numbering import require

_KNOWN = plain.TOP_KEYS | {*NODE_COLUMNS}


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
    elif isinstance(value, int) and abs(value) >= LARGEST:
        cell = longs(texts_in_arrow([str(value)]))
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


def table_of(
    said: Mapping[str, Sequence[Said]], count: int, *, facts: Collection[str] = FACTS, are_drawn: bool = False
) -> tuple[dict[str, Column], dict[str, Column]]:
    """What so many nodes say under each key, without what says nothing; and words under further keys of several types.

    If some nodes are drawn, empty texts and NaN stay under the keys of the model, as they are no drawing's to fill.
    """
    import pyarrow as pa

    table, written = dict[str, Column](), dict[str, Column]()
    for name, parts in said.items():
        if name == "id":
            continue
        keeps_empty = are_drawn and name in NODE_KEYS
        columns = [_without_nothing(each, name, facts, keeps_empty=keeps_empty) for each in lasts(parts, count)]
        columns = [column for column in columns if column.null_count < len(column)]
        if len(columns) == 1 and not _fits_no_column(name, columns[0].type):
            table[name] = pa.chunked_array(columns)
        elif columns and name in NODE_KEYS:
            require(not are_drawn or not any(_has_nan(column) for column in columns))
            table[name] = as_texts(name, columns)
        elif columns:
            written[name] = as_words(columns)
    return table, written


def _fits_no_column(name: str, type: Any) -> bool:
    """Whether values of a type cannot stand in a column of their own under a key."""
    import pyarrow.types as pt

    return bool(pt.is_decimal(type) or (name == "label" and pt.is_floating(type)))


def zeros(said: Sequence[Said], count: int) -> Mask:
    """Which of so many records say the number 0."""
    import pyarrow.compute as pc

    found = np.zeros(count, np.bool_)
    for each in lasts(said, count):
        if not is_text(each.type):
            found |= are_true(pc.equal(each.cast("float64"), 0.0))
    return found


def _has_nan(cells: Column) -> bool:
    """Whether some numbers are none."""
    import pyarrow.compute as pc
    import pyarrow.types as pt

    return pt.is_floating(cells.type) and bool(pc.any(pc.is_nan(cells)).as_py())


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
