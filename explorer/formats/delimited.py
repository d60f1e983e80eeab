"""Rows of a text with a delimiter between cells, column by column, in parts between blank rows.

Arrow takes a text apart whose quotes, if there are any, stand around whole cells of one line and whose rows have as
many cells as the first of their part; Python's `csv` takes any other, and names the line of what is wrong.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import islice, pairwise, zip_longest
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.formats.arrow_columns import columns_from_arrow
from explorer.intake.cells import NO_CELL, Column, Numbering, column_of, with_gaps
from explorer.model.errors import FormatError

DELIMITERS = (",", "\t", ";", "|")
_NAMES_DELIMITER = re.compile(r'"?sep=([,;|\t])"?', re.IGNORECASE)
_BLANK_IN_QUOTES = re.compile(r'(?:^|[,;|\t]) *"[ \t]|[ \t]"(?:[,;|\t]|$)', re.MULTILINE)
_BESIDE_QUOTES = ('" ', '"\t', ' "', '\t"')
_BLANK = re.compile(r"[^\S\r\n]")
_BLOCK = 20_000  # rows that `csv` reads at once
_PIECE = 2**23  # bytes that Arrow reads at once
_MOST_PARTS = 100  # that Arrow reads: each takes it a millisecond
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_BREAK = re.compile(r"\r\n|\r|\n")
_NEW_LINE, _QUOTE = ord("\n"), ord('"')

Lines = NDArray[np.int32]
Cells = Any
"""Cells of a column: a sequence of texts, or an array of Arrow in which empty cells are null."""


class Head(NamedTuple):
    """Start of the header of a text, as an offset and a line, the header, and the delimiter of cells."""

    start: int
    line: int
    text: str
    delimiter: str


def head_of(text: str, usual: str = "") -> Head:
    """Return the first line that is no comment, blank, or line sep=; with which Excel names the delimiter.

    The delimiter is the usual one if the header has it, or else the one of which it has most.
    """
    said = usual
    for number, found in enumerate(_LINE.finditer(text), 1):
        line = found[0]
        named = _NAMES_DELIMITER.fullmatch(line.strip())
        said = named[1] if named else said
        if line.strip() and not named and not line.lstrip().startswith("#"):
            known = said and (said in line or not any(mark in line for mark in DELIMITERS))
            return Head(found.start(), number, line, said if known else max(DELIMITERS, key=line.count))
    return Head(0, 1, "", said or DELIMITERS[0])


class Part(NamedTuple):
    """Rows without a blank one among them.

    Attributes
    ----------
    is_first : whether they are the first rows, or follow a blank one.
    first : the cells of the first row.
    columns : the cells, of each column as many.
    lengths : the number of cells of each row.
    lines : the line on which each row begins.
    """

    is_first: bool
    first: list[str]
    columns: Sequence[Cells]
    lengths: NDArray[np.int32]
    lines: Lines


class CellNumbering:
    """Columns of cells in which equal cells have equal codes."""

    def __init__(self) -> None:
        self._numbering = Numbering()
        self._arrays: list[Any] = []

    def take(self, cells: Cells) -> Callable[[], Column]:
        """Return a function that returns the column of these cells once all cells have been taken."""
        if isinstance(cells, list | tuple):
            codes = self._numbering.codes(cells)
            return lambda: Column(codes, self._numbering.values)
        self._arrays.append(cells)
        number = len(self._arrays) - 1
        return lambda: self._columns[number]

    @cached_property
    def _columns(self) -> list[Column]:
        """The columns of the arrays of Arrow, without blanks around cells."""
        columns = columns_from_arrow(self._arrays)
        values = columns[0].values
        stripped = [*map(str.strip, values)]
        if stripped == values:
            return columns
        same = with_gaps(column_of(stripped), lambda cell: not cell)
        codes = np.append(same.codes, np.int32(NO_CELL))
        return [Column(codes[column.codes], same.values) for column in columns]


def parts_of(text: str, head: Head, line_of: Callable[[int], int]) -> Iterator[Part]:
    """Yield the rows from the header on, without blanks around cells, unless some in quotes have blanks there.

    Raises
    ------
    FormatError
        If quotes are not closed or a cell is too long, naming the line.
    """
    keeps_blanks = _has_blanks_in_quotes(text)
    regular = None if keeps_blanks else _regular_parts(text, head)
    return iter(regular) if regular is not None else _irregular_parts(text, head, line_of, strips=not keeps_blanks)


def _has_blanks_in_quotes(text: str) -> bool:
    """Return whether a cell in quotes begins or ends with a blank."""
    return any(pair in text for pair in _BESIDE_QUOTES) and _BLANK_IN_QUOTES.search(text) is not None


# ---- by Arrow


def _regular_parts(text: str, head: Head) -> list[Part] | None:
    """Return all parts of a text; None if it has odd quotes, rows of several lengths, or very many blank rows."""
    body = text[head.start :]
    if "\r" in body:
        body = body.replace("\r\n", "\n").replace("\r", "\n")
    try:
        data = np.frombuffer(body.encode(), np.uint8)
    except UnicodeEncodeError:
        return None
    breaks = np.flatnonzero(data == _NEW_LINE)
    longest = int(np.diff(breaks, prepend=-1, append=len(data)).max())
    if longest > csv.field_size_limit() or not _has_whole_quotes(data, breaks, head.delimiter):
        return None
    parts: list[Part] = []
    line, before = head.line, 0
    spans = _spans_between_blanks(body, data, breaks, head.delimiter)
    for begin, end in spans if len(spans) <= _MOST_PARTS else ():
        piece = body[begin:end]
        if (columns := _arrow_columns(piece, head.delimiter)) is None:
            return None
        rows = len(columns[0])
        line += body.count("\n", before, begin)
        before = begin
        lines = np.arange(line, line + rows, dtype=np.int32)
        lengths = np.broadcast_to(np.int32(len(columns)), rows)
        parts.append(Part(True, [column[0].as_py() or "" for column in columns], columns, lengths, lines))
    return parts if len(spans) <= _MOST_PARTS else None


def _has_whole_quotes(data: NDArray[np.uint8], breaks: NDArray[np.int64], delimiter: str) -> bool:
    """Return whether all quotes stand around whole cells of one line, or are doubled within them."""
    quotes = np.flatnonzero(data == _QUOTE)
    if not len(quotes):
        return True
    if len(quotes) % 2:
        return False
    begins, ends = quotes[::2], quotes[1::2]
    is_double = begins[1:] == ends[:-1] + 1
    borders = (_NEW_LINE, ord(delimiter))
    before, after = data[begins - 1], data[np.minimum(ends + 1, len(data) - 1)]
    is_begin = np.isin(before, borders) | (begins == 0)
    is_begin[1:] |= is_double
    is_end = np.isin(after, borders) | (ends == len(data) - 1)
    is_end[:-1] |= is_double
    is_of_one_line = np.searchsorted(breaks, begins) == np.searchsorted(breaks, ends)
    return bool((is_begin & is_end & is_of_one_line).all())


def _spans_between_blanks(
    body: str, data: NDArray[np.uint8], breaks: NDArray[np.int64], delimiter: str
) -> list[tuple[int, int]]:
    """Return the begin and the end of each piece of a text between blank rows."""
    firsts = data[breaks[breaks < len(data) - 1] + 1]
    may_be_blank = np.isin(firsts, (_NEW_LINE, _QUOTE, ord(" "), ord(delimiter))).any()
    blank_row = rf'^(?:[ {re.escape(delimiter)}]|""(?!"))*(?:\n|\Z)'
    blanks = [found.span() for found in re.finditer(blank_row, body, re.MULTILINE)] if may_be_blank else []
    edges = [(0, 0), *blanks, (len(body), len(body))]
    return [(before[1], after[0]) for before, after in pairwise(edges) if before[1] < after[0]]


def _arrow_columns(piece: str, delimiter: str) -> list[Any] | None:
    """Return the columns of a piece of a text, by Arrow; None if rows differ in length, or without Arrow."""
    try:
        import pyarrow as pa
        from pyarrow import csv as arrow_csv
    except ModuleNotFoundError:
        return None
    width = len(next(csv.reader([piece[: piece.find("\n") + 1] or piece], delimiter=delimiter)))
    names = [str(number) for number in range(width)]
    try:
        table = arrow_csv.read_csv(
            pa.py_buffer(piece.encode()),
            arrow_csv.ReadOptions(use_threads=False, block_size=_PIECE, column_names=names),
            arrow_csv.ParseOptions(delimiter=delimiter, quote_char='"' if '"' in piece else False),
            arrow_csv.ConvertOptions(
                check_utf8=False,
                column_types=dict.fromkeys(names, pa.string()),
                null_values=[""],
                strings_can_be_null=True,
            ),
        )
    except pa.ArrowInvalid:
        return None
    return list(table.columns)


# ---- by csv


def _irregular_parts(text: str, head: Head, line_of: Callable[[int], int], *, strips: bool) -> Iterator[Part]:
    """Yield the parts of any text, at most `_BLOCK` rows at a time."""
    strips = strips and _BLANK.search(text) is not None
    is_first = True
    for rows, lines in _row_blocks(text, head, line_of):
        blanks = [number for number, cells in enumerate(rows) if not any(cells)]
        for blank, end in pairwise((-1, *blanks, len(rows))):
            begin = blank + 1
            is_first = is_first or blank >= 0
            if begin < end:
                yield _part_of_rows(is_first, rows[begin:end], lines[begin:end], strips=strips)
                is_first = False


def _part_of_rows(is_first: bool, rows: Sequence[list[str]], lines: Lines, *, strips: bool) -> Part:
    """Return the part that has these rows; short ones are filled up."""
    columns = zip_longest(*rows, fillvalue="")
    cells = [[*map(str.strip, column)] for column in columns] if strips else [*columns]
    return Part(is_first, rows[0], cells, np.fromiter(map(len, rows), np.int32, len(rows)), lines)


def _row_blocks(text: str, head: Head, line_of: Callable[[int], int]) -> Iterator[tuple[list[list[str]], Lines]]:
    """Yield the rows from the header on, `_BLOCK` at a time, and the line on which each row begins."""
    lines = io.StringIO(text, newline="")
    lines.seek(head.start)
    reader = csv.reader(lines, delimiter=head.delimiter, skipinitialspace=True, strict=True)
    line = head.line
    is_over = False
    while not is_over:
        rows: list[list[str]] = []
        try:
            rows.extend(islice(reader, _BLOCK))
        except csv.Error as error:
            line = int(_lines_of(rows, line)[-1])
            raise FormatError(f"line {line_of(line)}: not valid CSV: {error}; check the quotes") from None
        end = head.line + reader.line_num
        yield rows, _lines_of(rows, line, end)[:-1]
        line, is_over = end, len(rows) < _BLOCK


def _lines_of(rows: list[list[str]], first: int, end: int | None = None) -> Lines:
    """Return the lines on which rows begin, and the one after them; a cell in quotes may have several."""
    if end == first + len(rows):
        return np.arange(first, end + 1, dtype=np.int32)
    lengths = (1 + sum(len(_BREAK.findall(cell)) for cell in cells) for cells in rows)
    return np.cumsum([first, *lengths], dtype=np.int32)


def rows_of(text: str, head: Head, line_of: Callable[[int], int]) -> list[tuple[int, list[str]]]:
    """Return the rows that are not blank, without blanks around cells, each with its line."""
    return [
        (line, [*map(str.strip, cells)])
        for rows, lines in _row_blocks(text, head, line_of)
        for line, cells in zip(lines.tolist(), rows, strict=True)
        if any(cells)
    ]
