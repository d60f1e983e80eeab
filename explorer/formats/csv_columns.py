"""Very many rows of CSV, read by Arrow into columns once quotes, blanks and rows of several lengths are made alike.

A cell in quotes becomes one without, between marks, with other marks for what would end a cell or a row; then every row
is a line.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.formats.csv_text import BLANKS, delimiter_of, head_of
from explorer.formats.delimited import are_all, columns_of
from explorer.formats.runs import large
from explorer.model.arrow import (
    Column,
    are_there,
    are_true,
    in_arrow,
    in_numpy,
    in_one_piece,
    texts_in_arrow,
    truths_in_arrow,
)
from explorer.model.convert import column_name
from explorer.model.errors import FormatError, quoted
from explorer.model.numbering import require
from explorer.model.plain import Lines

NUMBERS = ("score", "x", "y")
_DECIMAL = "[+-]?[0-9]+,[0-9]+"
_QUOTE, _TAB = '"', "\t"
_MARK, _DELIMITER, _FEED, _RETURN = (
    "\x1e",
    "\x1c",
    "\x1d",
    "\x1f",
)  # stand around cells that were in quotes, and in them
_ODD = re.compile("[\0\x1c-\x1f]")
_LINE_END = re.compile(r"\r\n|\r|\n")
_MAY_BE_HEADER = re.compile(r"\n\n+(?=[^\n]*(?:id|from|source|node_1))", re.IGNORECASE)
_MOST_TABLES = 50
_WIDE, _PADDED = 50, 4  # cells of a row to which every one is made up, and times as many as there are, if more


class LargeTable(NamedTuple):
    """A table of a text.

    Attributes
    ----------
    header : the cells of its first row.
    names : what its columns are called, none if that is no header.
    columns : those that have a name.
    lines : where the header and each row stand.
    long : the rows that have cells without a column.
    widths : how many cells each row has; None if all have as many as the header.
    """

    header: list[str]
    names: list[str]
    columns: dict[str, Column]
    lines: Lines
    long: NDArray[np.intp]
    widths: NDArray[np.integer] | None


def header_of(cells: Sequence[str]) -> list[str]:
    """The names of the columns, if the row is a header of moves or nodes, else none.

    Raises
    ------
    FormatError
        If a column is there twice.
    """
    columns = [column_name(cell.strip()) for cell in cells]
    if not ({"from", "to"} <= set(columns) or "id" in columns):
        return []
    repeated = next((column for column in columns if column and columns.count(column) > 1), None)
    if repeated is not None:
        raise FormatError(f"the column {quoted(repeated)} is there twice; delete one")
    return columns


def large_tables(text: str, usual: str, line_of: Callable[[int], int] = int) -> list[LargeTable]:
    """The tables of a text: one begins with the first row, and after each blank line if the row is a header.

    Raises
    ------
    OddError
        If something is there that readers of CSV understand in several ways.
    """
    before, _, _ = head_of(text)
    delimiter, start = delimiter_of(text, usual), 0
    for found, _ in zip(_LINE_END.finditer(text), range(before), strict=False):
        start = found.end()
    require(_ODD.search(text) is None)
    text = _with_a_line_a_row(text[start:], delimiter)
    starts = [0, *(found.end() for found in _MAY_BE_HEADER.finditer(text) if _is_header(text, found.end(), delimiter))]
    require(len(starts) <= _MOST_TABLES)
    tables = []
    for begin, end in zip(starts, [*starts[1:], len(text)], strict=True):
        tables.append(_table(text[begin:end], delimiter, before, line_of))
        before += sum(text.count(mark, begin, end) for mark in ("\n", _FEED)) + _lone_returns(text[begin:end])
    return tables


def joined_tables(tables: Sequence[LargeTable]) -> tuple[dict[str, Column], Lines]:
    """The columns of some tables, one below the other, and the lines of their rows."""
    import pyarrow as pa

    names = dict.fromkeys(name for table in tables for name in table.columns)
    gaps = [pa.chunked_array([pa.nulls(len(next(iter(table.columns.values()))), pa.string())]) for table in tables]
    pairs = [*zip(tables, gaps, strict=True)]
    joined = {
        name: pa.chunked_array([chunk for table, gap in pairs for chunk in table.columns.get(name, gap).chunks])
        for name in names
    }
    return joined, Lines(lambda: chain.from_iterable(islice(table.lines, 1, None) for table in tables))


def _is_header(text: str, start: int, delimiter: str) -> bool:
    return bool(header_of(_cells(text[start : text.find("\n", start)], delimiter)))


def _cells(line: str, delimiter: str) -> list[str]:
    """The cells of a row that is a line."""
    inside = str.maketrans(f"{_DELIMITER}{_FEED}{_RETURN}", f"{delimiter}\n\r", _MARK)
    return [cell.translate(inside) for cell in line.split(delimiter)]


# ---- rows that are alike


def _with_a_line_a_row(text: str, delimiter: str) -> str:
    """The text without quotes and blanks around its cells, each row a line, and those without cells blank ones."""
    if _QUOTE in text and _are_plain(text, delimiter):
        text = text.replace(_QUOTE, "")
    text = _without_quotes(text, delimiter) if _QUOTE in text else text.replace("\r\n", "\n").replace("\r", "\n")
    text = _without_blanks(text, delimiter).rstrip("\n") + "\n"
    if _MARK in text or f"\n{delimiter}" in text or text.startswith(delimiter):
        text = re.sub(rf"(?m)^[{re.escape(delimiter)}{_MARK}]+$", "", text)
    return text


def _are_plain(text: str, delimiter: str) -> bool:
    """Whether all quotes stand around whole cells that are the same without; this is only to be faster."""
    border = rf"{re.escape(delimiter)}\r\n"
    others = re.sub(rf'(?<![^{border}])"[^"{border}]*+"(?![^{border}])', "", text)
    longest = max(map(len, text.split("\n")))
    return _QUOTE not in others and 4 * longest < csv.field_size_limit() and not _has_blanks(text, delimiter, '"')


def _has_blanks(text: str, delimiter: str, border: str = "") -> bool:
    """Whether blanks stand beside the borders of cells."""
    blanks, border = _blanks(delimiter), rf"{re.escape(delimiter)}{border}\n"
    if text.isascii() and not any(mark in text for mark in blanks[: 3 + (delimiter != _TAB)]):  # quickly found out
        return False
    return re.search(rf"[{blanks}][{border}]|[{border}][{blanks}]", f"\n{text}\n") is not None


def _blanks(delimiter: str) -> str:
    """The blanks of a line, as they stand between the brackets of a pattern, those of ASCII first."""
    return BLANKS.replace("\x09-\x0d\x1c-\x20", "\x0b\x0c " if delimiter == _TAB else "\t\x0b\x0c ")


def _without_quotes(text: str, delimiter: str) -> str:
    """The text with marks for quotes around cells, and for what stands between them."""
    import pyarrow.compute as pc

    border = rf"[{re.escape(delimiter)}\r\n]"
    cell = rf'({border}) *"([^"]*(?:""[^"]*)*)"'
    marked = pc.replace_substring_regex(large(f"\n{text}"), cell, rf"\1{_MARK}\2{_MARK}")
    parts = pc.list_flatten(pc.split_pattern(marked, _MARK))
    is_inside, is_outside = (truths_in_arrow(np.arange(len(parts)) % 2 == odd) for odd in (1, 0))
    inside, outside = parts.filter(is_inside), parts.filter(is_outside)
    behind = outside.slice(1, max(0, len(outside) - 2))
    require(pc.all(pc.match_substring_regex(behind, f"^{border}")).as_py() is not False)
    require(len(outside) < 2 or re.match(rf"{border}|\Z", outside[-1].as_py()) is not None)
    for before, after in (('""', _QUOTE), (delimiter, _DELIMITER), ("\n", _FEED), ("\r", _RETURN)):
        inside = pc.replace_substring(inside, before, after)
    for before, after in (("\r\n", "\n"), ("\r", "\n")):
        outside = pc.replace_substring(outside, before, after)
    require(not pc.any(pc.match_substring_regex(outside, rf'[{re.escape(delimiter)}\n] *"')).as_py())
    parts = pc.replace_with_mask(pc.replace_with_mask(parts, is_inside, inside), is_outside, outside)
    return _joined(parts, _MARK)[1:]


def _joined(texts: Column, between: str) -> str:
    """All texts of a column with something between them."""
    import pyarrow as pa
    import pyarrow.compute as pc

    bounds = in_arrow(np.array([0, len(texts)])).chunk(0).cast(pa.int32())
    return str(
        pc.binary_join(pa.ListArray.from_arrays(bounds, texts), texts_in_arrow([between]).cast(texts.type)[0])[0]
    )


def _without_blanks(text: str, delimiter: str) -> str:
    """The text without the blanks around its cells; in rows that had quotes only those before a cell may be dropped."""
    import pyarrow.compute as pc

    if not _has_blanks(text, delimiter):
        return text
    blanks, border = _blanks(delimiter), rf"{re.escape(delimiter)}\n"
    if _MARK in text or _QUOTE in text:
        lines = pc.list_flatten(pc.split_pattern(large(text), "\n"))
        quoted_rows = lines.filter(pc.match_substring_regex(lines, f"[{_MARK}{_QUOTE}]"))
        kept = rf"[{blanks}](?:{re.escape(delimiter)}|$)|(?:^|{re.escape(delimiter)}) *[{blanks.replace(chr(32), '')}]"
        require(not pc.any(pc.match_substring_regex(quoted_rows, kept)).as_py())
    found = pc.replace_substring_regex(large(f"\n{text}\n"), rf"[{blanks}]*([{border}])[{blanks}]*", r"\1")
    return str(found[0])[1:-1]


def _table(text: str, delimiter: str, before: int, line_of: Callable[[int], int]) -> LargeTable:
    """The table of a text that begins with its header."""
    rows = re.sub("\n\n+", "\n", text) if "\n\n" in text else text
    rows = rows.removeprefix("\n")
    header = _cells(rows[: rows.find("\n")], delimiter)
    names = header_of(header)
    keys = [name or f"{_QUOTE}{number}" for number, name in enumerate(names or [""] * len(header))]
    require(rows.count("\n") > 1)
    columns, widths = columns_of(rows, delimiter, keys, skipped=1), None
    if columns is None:
        rows, widths, keys = _padded(rows, delimiter, keys)
        columns = columns_of(rows, delimiter, keys, skipped=1)
    require(columns is not None)
    columns = {key: _decoded(column, delimiter) if _MARK in rows else column for key, column in (columns or {}).items()}
    long = _any_there([columns[key] for key in keys[len(header) :]])
    if names:
        columns = {key: column for key, column in columns.items() if not key.startswith(_QUOTE)}
        columns = _with_points(columns) if delimiter == ";" and "," in text else columns
    of_rows = Lines(lambda: map(line_of, _lines(text, before)))
    return LargeTable(header, names, columns, of_rows, long, widths)


def _padded(text: str, delimiter: str, keys: Sequence[str]) -> tuple[str, NDArray[np.integer], list[str]]:
    """The text with the same number of cells in each row, how many these had, and more keys, if some had more."""
    import pyarrow.compute as pc

    lines = pc.list_flatten(pc.split_pattern(large(text.removesuffix("\n")), "\n"))
    widths = in_numpy(pc.count_substring(lines, delimiter), 0) + 1
    most = max(int(widths.max()), len(keys))
    require(most <= _WIDE or most * len(widths) <= _PADDED * widths.sum())
    sizes, codes = np.unique(widths, return_inverse=True)
    pads = texts_in_arrow([delimiter * (most - size) for size in sizes.tolist()]).take(in_arrow(codes).chunk(0))
    even = pc.binary_join_element_wise(lines, pads.cast(lines.type), texts_in_arrow([""]).cast(lines.type)[0])
    return _joined(even, "\n") + "\n", widths[1:], [*keys, *(f"{_QUOTE}{number}" for number in range(len(keys), most))]


def _any_there(columns: Sequence[Column]) -> NDArray[np.intp]:
    """The rows in which any of some columns has something."""
    are = [are_there(in_one_piece(column)) for column in columns]
    return np.flatnonzero(np.logical_or.reduce(are)) if are else np.empty(0, np.intp)


def _decoded(column: Column, delimiter: str) -> Column:
    """The column with what its marks stand for."""
    import pyarrow.compute as pc

    require((pc.max(pc.binary_length(column)).as_py() or 0) <= csv.field_size_limit())
    for mark, meaning in ((_MARK, ""), (_DELIMITER, delimiter), (_FEED, "\n"), (_RETURN, "\r")):
        if pc.any(pc.match_substring(column, mark)).as_py():
            column = pc.replace_substring(column, mark, meaning)
    nothing, gap = texts_in_arrow(["", None])
    return pc.if_else(pc.equal(column, nothing), gap, column)


def _with_points(table: Mapping[str, Column]) -> dict[str, Column]:
    """The table with decimal points for decimal commas; `OddError` where a score may be one or a thousand."""
    import pyarrow.compute as pc

    commas = {key: pc.match_substring(table[key], ",") for key in NUMBERS if key in table}
    if not any(pc.any(has_comma).as_py() for has_comma in commas.values()):
        return dict(table)
    require(all(are_all(table[key].filter(commas[key]), _DECIMAL) for key in commas))
    if "score" in table:
        require(not pc.any(pc.match_substring_regex(table["score"], r"\.[0-9]{3}$")).as_py())
    return {**table, **{key: pc.replace_substring(table[key], ",", ".") for key in commas}}


def _lines(text: str, before: int) -> Iterator[int]:
    """The lines of the header and the rows of a table behind so many lines."""
    import pyarrow.compute as pc

    lines = pc.list_flatten(pc.split_pattern(large(text.removesuffix("\n")), "\n"))
    feeds = in_numpy(pc.count_substring_regex(lines, f"{_FEED}|{_RETURN}(?:{_FEED})?"), 0)
    numbers = before + 1 + np.arange(len(lines)) + np.cumsum(feeds) - feeds
    is_row = are_true(pc.not_equal(lines, texts_in_arrow([""])[0]))
    return iter(numbers[is_row].tolist())


def _lone_returns(text: str) -> int:
    """How many marks for carriage returns stand before none for a line feed."""
    return text.count(_RETURN) - text.count(f"{_RETURN}{_FEED}")
