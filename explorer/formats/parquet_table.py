"""Parquet files as rows of plain values and back, with limits that are checked before anything is unpacked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from explorer.formats.mixed import longs
from explorer.model.arrow import Column, holds_values, in_arrow, is_text
from explorer.model.errors import FormatError, quoted
from explorer.model.views import Cells, Picked

MAX_MEGABYTES = 2_000  # unpacked
MAX_COLUMNS = 200
MAX_CELLS = 500_000_000
_MOST_LOOKS = 200  # columns of groups of rows
_BATCH = 65_536
_LARGEST = 2**63
_NUMBERS_OF_ROWS = re.compile(r"__index_level_\d+__")  # as pandas calls an index without a name


@dataclass(frozen=True)
class Table:
    """An open Parquet file whose limits have been checked.

    Attributes
    ----------
    columns : names of those that hold text, numbers or truth values.
    left_out : names of the others, but of those that hold nothing.
    metadata : of the file, as text.
    """

    columns: tuple[str, ...]
    left_out: tuple[str, ...]
    metadata: Mapping[str, str]
    _file: Any  # to be read row by row
    _whole: Any  # to be read at once

    @property
    def row_count(self) -> int:
        """How many rows there are."""
        return int(self._file.metadata.num_rows)

    def unpacked(self) -> Any:
        """All columns as a table of Arrow, checked to be sound; None if it is damaged."""
        import pyarrow as pa

        try:
            table = self._whole.read(columns=list(self.columns))
            table.validate(full=True)
            return pa.table([*map(_usual, table.columns)], table.column_names)
        except (pa.ArrowException, OSError, ValueError, OverflowError):
            return None

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows, each without its empty cells.

        Raises
        ------
        FormatError
            If the content is damaged.
        """
        batches = self._file.iter_batches(batch_size=_BATCH, columns=list(self.columns), use_threads=False)
        while (batch := _unpacked(batches)) is not None:
            rows: list[dict[str, Any]] = [{} for _ in range(batch.num_rows)]
            for name, column in zip(batch.schema.names, batch.columns, strict=True):
                for row, value in zip(rows, _values(column), strict=True):
                    if value is not None:
                        row[name] = value
            yield from rows


def table_of(data: bytes, max_rows: int) -> Table:
    """The table of a Parquet file, nothing of it unpacked yet.

    Raises
    ------
    FormatError
        If it is not a Parquet file, is truncated, is encrypted, has two columns of one name, or is past a limit.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq
    import pyarrow.types as pt

    if not data.startswith(b"PAR1") or not data.endswith(b"PAR1") or len(data) < 12:
        raise FormatError("not a whole Parquet file: it must begin and end with PAR1; was it cut off?")
    try:
        plain = pq.ParquetFile(pa.BufferReader(data), thrift_string_size_limit=len(data))
        _require_small(plain.metadata, max_rows)
        told = [field for field in plain.schema_arrow if not _NUMBERS_OF_ROWS.fullmatch(field.name)]
        flat = [field.name for field in told if holds_values(field.type) or _is_unusual(field.type)]
        # As dictionaries: a long text that stands in many rows is unpacked once.
        texts = [field.name for field in plain.schema_arrow if is_text(field.type) or pt.is_string_view(field.type)]
        file = pq.ParquetFile(pa.BufferReader(data), thrift_string_size_limit=len(data), read_dictionary=texts)
        names = plain.schema_arrow.names
        if len(set(names)) < len(names):
            raise FormatError("two columns have the same name; rename one")
        whole = plain if _is_small_unpacked(file, texts) else file
    except (pa.ArrowException, OSError, ValueError, OverflowError) as error:
        raise _damaged(error) from None
    left_out = tuple(field.name for field in told if field.name not in flat and not pt.is_null(field.type))
    return Table(tuple(flat), left_out, _text_of(plain.metadata.metadata or {}), file, whole)


def _require_small(metadata: Any, max_rows: int) -> None:
    if metadata.num_rows > max_rows:
        raise FormatError(f"the table has {metadata.num_rows:,} rows; at most {max_rows:,} are read")
    if metadata.num_columns > MAX_COLUMNS:
        raise FormatError(f"the table has {metadata.num_columns:,} columns; at most {MAX_COLUMNS:,} are read")
    if metadata.num_rows * metadata.num_columns > MAX_CELLS:
        raise FormatError(f"the table has more than {MAX_CELLS:,} cells, the most that are read; leave columns out")
    # `row_group(…).column(…)` would look at one column closely: on damaged metadata that ends the whole process.
    unpacked = sum(metadata.row_group(index).total_byte_size for index in range(metadata.num_row_groups))
    if unpacked > MAX_MEGABYTES * 2**20:
        raise FormatError(f"the table is larger than {MAX_MEGABYTES:,} MB when unpacked, the most that is read")


def _is_small_unpacked(file: Any, texts: Sequence[str]) -> bool:
    """Whether the texts of a file are small enough even if each is unpacked in every row: that is much faster.

    A group of rows has its long texts once, in the dictionary that its first row brings along, or one by one.
    """
    metadata = file.metadata
    if metadata.num_row_groups * len(texts) > _MOST_LOOKS:
        return False
    size = sum(metadata.row_group(index).total_byte_size for index in range(metadata.num_row_groups))
    for group in range(metadata.num_row_groups):
        batches = file.iter_batches(batch_size=1, row_groups=[group], columns=list(texts), use_threads=False)
        longest = [_longest(column.dictionary) for batch in islice(batches, 1) for column in batch.columns]
        size += metadata.row_group(group).num_rows * sum(longest)
    return bool(size <= MAX_MEGABYTES * 2**20)


def _longest(words: Any) -> int:
    """The bytes of the longest of some texts."""
    import pyarrow.compute as pc

    return int(pc.max(pc.binary_length(words)).as_py() or 0)


def _text_of(metadata: Mapping[bytes, bytes]) -> dict[str, str]:
    return {key.decode(errors="replace"): value.decode(errors="replace") for key, value in metadata.items()}


def _unpacked(batches: Iterator[Any]) -> Any:
    """The next batch, checked to be sound; None at the end."""
    import pyarrow as pa

    try:
        batch = next(batches, None)
        if batch is not None:
            batch.validate(full=True)
    except (pa.ArrowException, OSError, ValueError, OverflowError) as error:
        raise _damaged(error) from None
    return batch


def _values(column: Any) -> Sequence[Any]:
    """The cells of a column; those that are the same text are the same object."""
    import pyarrow.types as pt

    if pt.is_decimal(column.type):
        number = int if column.type.scale <= 0 else float
        return [None if value is None else number(value) for value in column.to_pylist()]
    if not pt.is_dictionary(column.type):
        return list(column.to_pylist())
    words = column.dictionary.to_pylist()
    return [None if index is None else words[index] for index in column.indices.to_pylist()]


def _is_unusual(type: Any) -> bool:
    """Whether a column of this type is read as one of another."""
    import pyarrow.types as pt

    return bool(pt.is_decimal(type) or pt.is_string_view(type))


def _usual(column: Column) -> Column:
    """The column as one of text or floats where it holds decimals; as whole numbers of 64 bits, if these are such."""
    import pyarrow as pa
    import pyarrow.types as pt

    if pt.is_string_view(column.type):
        return column.cast(pa.string())
    if pt.is_decimal(column.type) and column.type.scale > 0:
        return column.cast(pa.string()).cast(pa.float64())
    if not pt.is_decimal(column.type) and not pt.is_uint64(column.type):
        return column
    try:
        return column.cast(pa.int64())
    except pa.ArrowInvalid:
        return longs(column)


def _damaged(error: Exception) -> FormatError:
    reason = " ".join(str(error).split())[:200]
    return FormatError(f"not a Parquet file that can be read: {reason}; was it cut off or damaged?")


def parquet_table(columns: Mapping[str, Column], metadata: Mapping[str, str]) -> bytes:
    """The content of a Parquet file with these columns."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    stream = pa.BufferOutputStream()
    table = pa.table(dict(columns)).replace_schema_metadata(dict(metadata) or None)
    pq.write_table(table, stream, compression="zstd")
    return bytes(stream.getvalue().to_pybytes())


def column_of(cells: Sequence[object]) -> Column:
    """The cells as a column of their type, or of text if they are of several; one that is None is empty.

    Raises
    ------
    FormatError
        If a text holds half of a character.
    """
    import pyarrow as pa

    if isinstance(cells, Cells):
        return cells.column
    if isinstance(cells, Picked):
        used = cells.used
        return column_of(used.items).take(in_arrow(used.codes).chunk(0))
    try:
        return pa.array(*_typed(cells))
    except UnicodeEncodeError as error:
        raise FormatError(f"half of a character cannot be written: {quoted(error.object)}; delete it") from None


def padded(column: Column, before: int, after: int) -> Column:
    """The column with so many empty cells before and after its own."""
    import pyarrow as pa

    return pa.chunked_array([pa.nulls(before, column.type), column, pa.nulls(after, column.type)])


def _typed(cells: Sequence[object]) -> tuple[list[object], Any]:
    """The cells and their type in Arrow."""
    import pyarrow as pa

    types = set(map(type, cells)) - {type(None)}
    fitting = {bool: pa.bool_(), float: pa.float64(), int: pa.int64()}
    only = next(iter(types)) if len(types) == 1 else str
    if only is int and any(isinstance(cell, int) and not -_LARGEST <= cell < _LARGEST for cell in cells):
        only = str
    if only in fitting or types <= {str}:
        return list(cells), fitting.get(only, pa.string())
    return [None if cell is None else _text(cell) for cell in cells], pa.string()


def _text(cell: object) -> str:
    return str(cell).lower() if isinstance(cell, bool) else str(cell)
