"""Values of several types that very many nodes or moves have under one key: a column for each type, made one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from explorer.model.arrow import (
    Column,
    in_numpy,
    in_one_piece,
    is_text,
    joined_texts,
    shortest_in_arrow,
    texts_of,
)
from explorer.model.builder import named_player
from explorer.model.fields import FALSE, TRUE
from explorer.model.numbering import require

MOST_DIGITS = 76  # of whole numbers that columns hold

_EXACT = 2**53  # up to here every whole number is a float
_FEW = 100  # values that are looked at one by one
_SAME: Mapping[str, Callable[[Any], bool]] = {  # whether a number or truth value means what its text does
    "player": lambda value: named_player(value) is not None,
    "open": lambda value: str(value).lower() in TRUE | FALSE,
}
_READ: Mapping[str, Callable[[str], Any]] = {"t": str, "i": int, "f": float, "b": "true".__eq__}


def longs(numbers: Column) -> Column:
    """Whole numbers, or texts of such, as decimals, which may have `MOST_DIGITS` digits."""
    import pyarrow as pa

    return numbers.cast(pa.decimal256(MOST_DIGITS, 0))


def as_texts(key: str, columns: Sequence[Column]) -> Column:
    """What nodes say under a key of the model, as texts that mean the same.

    Raises
    ------
    OddError
        If some value means something else as text, or is told of otherwise.
    """
    require(all(is_text(each.type) or _is_same_as_text(key, each) for each in columns))
    return _first_of([texts_of(each) for each in columns])


def _is_same_as_text(key: str, cells: Column) -> bool:
    """Whether the numbers or truth values under a key of the model mean the same as texts."""
    import pyarrow.types as pt

    if key in ("x", "y"):  # what is none is told of without its value
        return True
    if (is_same := _SAME.get(key)) is None:
        return not pt.is_boolean(cells.type)
    values = cells.drop_null().unique()
    return len(values) <= _FEW and all(map(is_same, values.to_pylist()))


def as_order(columns: Sequence[Column]) -> Column | None:
    """What moves say of their order, in a column of one type; None if none says anything."""
    return shortest(columns) if len(columns) > 1 else next(iter(columns), None)


def shortest(columns: Sequence[Column]) -> Column:
    """Values as texts, in which no whole number has a point; `OddError` if one is very long."""
    return _first_of([*map(_shortest, columns)])


def _shortest(column: Column) -> Column:
    import pyarrow as pa
    import pyarrow.types as pt

    require(not pt.is_decimal(column.type))
    if pt.is_floating(column.type):
        numbers = in_numpy(in_one_piece(column), np.nan)
        require(not (np.abs(numbers) >= _EXACT).any())
        return shortest_in_arrow(numbers)
    return texts_of(column.cast(pa.int64()) if pt.is_boolean(column.type) else column)


def as_words(columns: Sequence[Column]) -> Column:
    """Values of several types as words, of each of which `value_of` is the value."""
    import pyarrow.types as pt

    marks = {pt.is_boolean: "b", pt.is_floating: "f", is_text: "t"}
    of_columns = [next((mark for is_so, mark in marks.items() if is_so(each.type)), "i") for each in columns]
    return _first_of([joined_texts(mark, texts_of(each)) for mark, each in zip(of_columns, columns, strict=True)])


def value_of(word: str) -> str | bool | int | float:
    """The value of a word of several types."""
    found: str | bool | int | float = _READ[word[0]](word[1:])
    return found


def _first_of(columns: Sequence[Column]) -> Column:
    """Of each row the cell of the first of some columns that has no gap there."""
    import pyarrow as pa
    import pyarrow.compute as pc

    return pa.chunked_array([pc.coalesce(*map(in_one_piece, columns))])
