"""Columns of Arrow as columns of an intake, in which each distinct cell stands once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from explorer.intake.cells import Column, with_gaps


def columns_from_arrow(columns: Sequence[Any]) -> list[Column]:
    """Return columns of Arrow, of one type, with each distinct cell once; they share their values."""
    import pyarrow as pa
    import pyarrow.types as pt

    whole = pa.chunked_array([chunk for column in columns for chunk in column.chunks], columns[0].type)
    kind = whole.type.value_type if pt.is_dictionary(whole.type) else whole.type
    plain = pa.string() if pt.is_string_view(kind) else kind
    encoded = whole.unify_dictionaries() if pt.is_dictionary(whole.type) else whole.cast(plain).dictionary_encode()
    chunks = encoded.chunks
    codes = [np.from_dlpack(chunk.indices.cast(pa.int32()).fill_null(-1)) for chunk in chunks]
    words = chunks[0].dictionary.to_pylist() if chunks else []
    values = words if is_text(kind) else [*map(_python_value, words)]
    bounds = np.cumsum([len(column) for column in columns])[:-1]
    parts = np.split(np.concatenate([np.empty(0, np.int32), *codes]), bounds)
    return [with_gaps(Column(part, values), _is_none) if None in values else Column(part, values) for part in parts]


def is_text(type: Any) -> bool:
    """Return whether a type of Arrow is one of texts."""
    import pyarrow.types as pt

    return bool(pt.is_string(type) or pt.is_large_string(type) or pt.is_string_view(type))


def _is_none(cell: object) -> bool:
    return cell is None


def _python_value(cell: Any) -> Any:
    """Return a cell as a value of Python; None for NaN and for an empty cell."""
    if type(cell) is float and math.isnan(cell):
        return None
    if cell is None or type(cell) in (str, int, float, bool):
        return cell
    return int(cell) if cell.as_tuple().exponent >= 0 else float(cell)  # of decimals
