"""Columns of Arrow, made and read without pandas, which most other ways to do so import."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Sized
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Column = Any  # a chunked array of Arrow, or one of its chunks

Part = TypeVar("Part", bound=Sized)
Made = TypeVar("Made")

_WORKERS = 2  # threads; Arrow and numpy let others run meanwhile
_FEW = 20_000  # rows or characters that no thread is started for
_EXACT = 2.0**53  # up to here every whole number is a float
_EXPONENT = 1e16  # from here on `repr` writes an exponent
_DECIMALS = (1e-4, 1e10)  # between these Arrow and `repr` write decimals alike
_REPRS = (  # how Arrow writes other numbers, and how `repr` does
    *((rf"^(-?\d)\.(\d{{{places}}})(\d+)e\+{places}$", r"\1\2.\3") for places in range(10, 16)),
    *((rf"^(-?)0\.0{{{places - 1}}}([1-9])$", rf"\1\2e-0{places}") for places in (5, 6)),
    *((rf"^(-?)0\.0{{{places - 1}}}([1-9])(\d+)$", rf"\1\2.\3e-0{places}") for places in (5, 6)),
    (r"e-(\d)$", r"e-0\1"),
)


def made_of(parts: Sequence[Part], make: Callable[[Part], Made]) -> list[Made]:
    """What Arrow or numpy make of each part, which has rows or characters; of many in several threads."""
    if len(parts) < 2 or sum(map(len, parts)) < _FEW:
        return [*map(make, parts)]
    with ThreadPoolExecutor(_WORKERS) as pool:
        return [*pool.map(make, parts)]


def in_arrow(numbers: NDArray[Any]) -> Column:
    """A column of whole numbers; other ways than this one import pandas."""
    import pyarrow as pa

    content = np.ascontiguousarray(numbers, np.int64)
    return pa.chunked_array([pa.Array.from_buffers(pa.int64(), len(content), [None, pa.py_buffer(content)])])


def truths_in_arrow(are: NDArray[np.bool_]) -> Column:
    """A column of truth values."""
    import pyarrow as pa

    return in_arrow(are).chunk(0).cast(pa.bool_())


def floats_in_arrow(numbers: NDArray[np.float64]) -> Column:
    """A column of numbers in which NaN is a gap."""
    return numbers_in_arrow(numbers, ~np.isnan(numbers))


def numbers_in_arrow(numbers: NDArray[Any], is_there: NDArray[np.bool_]) -> Column:
    """A column of floats, or of whole numbers of 64 bits, with gaps."""
    import pyarrow as pa

    content, bits = np.ascontiguousarray(numbers), np.packbits(is_there, bitorder="little")
    type = pa.float64() if numbers.dtype == np.float64 else pa.int64()
    return pa.Array.from_buffers(type, len(content), [pa.py_buffer(bits), pa.py_buffer(content)])


def reprs_in_arrow(numbers: NDArray[np.float64]) -> Column:
    """The texts of numbers as `repr` has them; NaN is a gap."""
    import pyarrow.compute as pc

    sizes = np.abs(numbers)
    with np.errstate(invalid="ignore"):  # some NaNs are told of
        is_whole = (sizes < _EXPONENT) & (sizes == np.floor(sizes))
    with_exponent = np.flatnonzero(~is_whole & ((sizes < _DECIMALS[0]) | (sizes >= _DECIMALS[1])))
    texts = floats_in_arrow(numbers).cast("string")
    if len(with_exponent):
        some = texts.take(in_arrow(with_exponent).chunk(0))
        for pattern, written in _REPRS:
            some = pc.replace_substring_regex(some, pattern, written)
        texts = replaced_at(texts, with_exponent, some)
    whole = np.flatnonzero(is_whole)
    digits = in_arrow(sizes[whole].astype(np.int64)).chunk(0).cast("string")
    signs = texts_in_arrow(["", "-"]).take(in_arrow(np.signbit(numbers[whole])).chunk(0))
    return replaced_at(texts, whole, joined_texts(signs, digits, ".0"))


def shortest_in_arrow(numbers: NDArray[np.float64]) -> Column:
    """The same without ".0" where a number is whole and exact."""
    import pyarrow.compute as pc

    texts, rows = reprs_in_arrow(numbers), np.flatnonzero(np.abs(numbers) < _EXACT)
    return replaced_at(texts, rows, pc.replace_substring_regex(texts.take(in_arrow(rows).chunk(0)), r"\.0$", ""))


def replaced_at(column: Column, rows: NDArray[Any], cells: Column) -> Column:
    """A column, in one piece, with other cells in some rows."""
    import pyarrow.compute as pc

    is_other = np.zeros(len(column), np.bool_)
    is_other[rows] = True
    return pc.replace_with_mask(column, truths_in_arrow(is_other), cells) if len(rows) else column


def texts_in_arrow(words: Sequence[str | None]) -> Column:
    """A column of texts; this too is the way that does not import pandas."""
    import pyarrow as pa

    builder = pa.lib.StringBuilder()
    builder.append_values(words)
    return builder.finish()


def texts_of(column: Column) -> Column:
    """The values of a column as texts that are read as the same; NaN is a gap."""
    import pyarrow as pa
    import pyarrow.types as pt

    if is_text(column.type) or not pt.is_floating(column.type):
        return column.cast(pa.string())
    return pa.chunked_array([reprs_in_arrow(in_numpy(in_one_piece(column), np.nan))])


def joined_texts(*parts: Column | str) -> Column:
    """What columns of texts hold, or a text for all rows, behind each other."""
    import pyarrow.compute as pc

    cells = [texts_in_arrow([part])[0] if isinstance(part, str) else part for part in (*parts, "")]
    return pc.binary_join_element_wise(*cells)


def numbers_behind(prefixes: Sequence[str], codes: NDArray[Any], numbers: NDArray[Any]) -> Column:
    """Texts of numbers, each behind the one of these texts that its code tells."""
    before = texts_in_arrow(prefixes).take(in_arrow(codes).chunk(0))
    return joined_texts(before, in_arrow(numbers).chunk(0).cast("string"))


def in_numpy(column: Column, gap: float) -> NDArray[Any]:
    """An array of numbers with something in its gaps; other ways than this one import pandas."""
    found = np.from_dlpack(column.drop_null())
    if not column.null_count:
        return found
    filled = np.full(len(column), gap, found.dtype)
    filled[are_there(column)] = found
    return filled


def are_true(column: Column) -> NDArray[np.bool_]:
    """Which cells of a column of truth values are true; gaps are not."""
    import pyarrow as pa

    return np.asarray(in_numpy(in_one_piece(column).cast(pa.uint8()), 0)).astype(np.bool_)


def are_there(column: Column) -> NDArray[np.bool_]:
    """Which cells of a column hold something."""
    return are_true(column.is_valid())


def in_one_piece(column: Column) -> Column:
    """The column as one chunk."""
    import pyarrow as pa

    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def is_text(type: Any) -> bool:
    """Whether a column of this type in Arrow holds text."""
    import pyarrow.types as pt

    return bool(pt.is_string(type) or pt.is_large_string(type))


def holds_values(type: Any) -> bool:
    """Whether a column of this type holds texts, numbers or truth values."""
    import pyarrow.types as pt

    return bool(
        is_text(type)
        or pt.is_integer(type)
        or pt.is_floating(type)
        or pt.is_boolean(type)
        or (pt.is_dictionary(type) and holds_values(type.value_type))
    )


def fits_int64(type: Any) -> bool:
    """Whether whole numbers of at most 64 bits with a sign hold all that a column of this type does."""
    import pyarrow.types as pt

    return bool(pt.is_integer(type) and not pt.is_uint64(type))
