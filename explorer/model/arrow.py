"""Columns of Arrow, made and read without pandas, which most other ways to do so import."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Column = Any  # a chunked array of Arrow, or one of its chunks


def in_arrow(numbers: NDArray[Any]) -> Column:
    """A column of whole numbers; other ways than this one import pandas."""
    import pyarrow as pa

    content = np.ascontiguousarray(numbers, np.int64)
    return pa.chunked_array([pa.Array.from_buffers(pa.int64(), len(content), [None, pa.py_buffer(content)])])


def texts_in_arrow(words: Sequence[str | None]) -> Column:
    """A column of texts; this too is the way that does not import pandas."""
    import pyarrow as pa

    builder = pa.lib.StringBuilder()
    builder.append_values(words)
    return builder.finish()


def numbers_behind(prefixes: Sequence[str], codes: NDArray[Any], numbers: NDArray[Any]) -> Column:
    """Texts of numbers, each behind the one of these texts that its code tells."""
    import pyarrow as pa
    import pyarrow.compute as pc

    before = texts_in_arrow(prefixes).take(in_arrow(codes).chunk(0))
    digits = in_arrow(numbers).chunk(0).cast(pa.string())
    return pc.binary_join_element_wise(before, digits, texts_in_arrow([""])[0])


def in_numpy(column: Column, gap: float) -> NDArray[Any]:
    """An array of numbers with something in its gaps; other ways than this one import pandas."""
    found = np.from_dlpack(column.drop_null())
    if not column.null_count:
        return found
    filled = np.full(len(column), gap, found.dtype)
    filled[are_there(column)] = found
    return filled


def are_there(column: Column) -> NDArray[np.bool_]:
    """Which cells of a column, in one piece, hold something."""
    import pyarrow as pa

    return np.asarray(np.from_dlpack(column.is_valid().cast(pa.uint8()))).astype(np.bool_)


def in_one_piece(column: Column) -> Column:
    """The column as one chunk."""
    import pyarrow as pa

    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def is_text(type: Any) -> bool:
    """Whether a column of this type in Arrow holds text."""
    import pyarrow.types as pt

    return bool(pt.is_string(type) or pt.is_large_string(type))


def fits_int64(type: Any) -> bool:
    """Whether whole numbers of at most 64 bits with a sign hold all that a column of this type does."""
    import pyarrow.types as pt

    return bool(pt.is_integer(type) and not pt.is_uint64(type))
