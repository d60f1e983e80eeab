"""Sheets of an Excel workbook, read as a stream of cells.

Only cells below a title are kept, so that memory depends on the number of cells and not on how far the sheet reaches.
Elements and attributes as in ECMA-376, part 1, chapter 18.
"""

from __future__ import annotations

import re
from array import array
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple
from xml.parsers import expat

import numpy as np
from numpy.typing import NDArray

from explorer.formats.move_table import MAX_COLUMNS
from explorer.intake.cells import NO_CELL, Column, Numbering, column_of
from explorer.model.errors import FormatError
from explorer.model.scores import EXACT

CellValue = str | bool | int | float
ElementAttributes = dict[str, str]

TRUE = ("1", "true")
_ESCAPED = re.compile("_x(?!D[89A-F])([0-9A-F]{4})_", re.IGNORECASE)  # a character that XML cannot hold
_DIGITS = "0123456789"


@dataclass(frozen=True)
class SheetCells:
    """The cells of a sheet below its titles.

    Attributes
    ----------
    titles, columns : those that have a title.
    rows : the number of each row that has a cell, from 1.
    untitled_cell : the first cell that has no title above it, "" if there is none.
    errors : the row, the name and the text of each cell that holds an error such as #REF!.
    """

    titles: Sequence[str]
    columns: Sequence[Column]
    rows: NDArray[np.int64]
    untitled_cell: str
    errors: Sequence[tuple[int, str, str]]


class Dates(NamedTuple):
    """Styles in which a number is a date, by number, and the day from which days are counted."""

    styles: frozenset[str]
    first: datetime

    def text(self, number: str) -> str:
        """Return the date that a number stands for, as 2026-02-01, with the time if there is one."""
        try:
            date = self.first + timedelta(days=float(number))
        except OverflowError:
            return number
        return date.isoformat(sep=" ", timespec="seconds").removesuffix(" 00:00:00")


class HeaderEnd(Exception):  # noqa: N818  # no error
    """Signal that the first row of a sheet has ended, after which no more is read."""


class _LocalNames(dict[str, str]):
    """Names of elements without the prefix of their namespace."""

    def __missing__(self, name: str) -> str:
        self[name] = name.rpartition(":")[2]
        return self[name]


class PartReader:
    """Base class of readers of the XML elements in a part of a workbook."""

    def __init__(self) -> None:
        self._local = _LocalNames()
        self._text: list[str] = []  # heard since it was cleared
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.CharacterDataHandler = self._text.append
        self._parser.StartDoctypeDeclHandler = _refuse_document_type

    def hear(self, read: Callable[[int], bytes]) -> None:
        """Read a stream of XML, with a call for each of its elements."""
        while block := read(1 << 16):
            self._parser.Parse(block, False)
        self._parser.Parse(b"", True)


def _refuse_document_type(*_: object) -> None:
    raise FormatError("a document type or entities are not read in workbooks; save the sheet as CSV")


class ElementReader(PartReader):
    """Reader that keeps the local names and the attributes of all elements."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, ElementAttributes]] = []
        self._parser.StartElementHandler = self._start

    def _start(self, name: str, attributes: ElementAttributes) -> None:
        self.elements.append((self._local[name], attributes))
        self._text.clear()


class TextReader(PartReader):
    """Reader of texts of cells in `si` or `is`: the text in `t` without its pronunciation (`rPh`)."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._pieces: list[str] = []
        self._is_spoken = False
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end

    def _start(self, name: str, attributes: ElementAttributes) -> None:
        kind = self._local[name]
        if kind == "t":
            self._text.clear()
        elif kind == "rPh":
            self._is_spoken = True

    def _end(self, name: str) -> None:
        kind = self._local[name]
        if kind == "t" and not self._is_spoken:
            self._pieces.extend(self._text)
        elif kind == "rPh":
            self._is_spoken = False
        elif kind in ("si", "is"):
            self.texts.append(_unescaped("".join(self._pieces)))
            self._pieces.clear()


class _CellGroup(NamedTuple):
    """Cells of one column, type and style: the row of each, and its text in the file."""

    rows: array[int] | deque[int]
    texts: list[str] | deque[str]


class _CellGroups(dict[tuple[str, str, str], _CellGroup]):
    """Groups of cells by column, type and style; of columns without a title only the last cell is kept."""

    titles: Mapping[str, str] | None = None

    def __missing__(self, key: tuple[str, str, str]) -> _CellGroup:
        is_kept = self.titles is None or key[0] in self.titles
        self[key] = _CellGroup(array("i"), []) if is_kept else _CellGroup(deque(maxlen=1), deque(maxlen=1))
        return self[key]


class SheetReader(TextReader):
    """Reader of a sheet: titles from the first row that has cells, then the cells below titles.

    A workbook has millions of cells, so a cell costs two calls: the text before it belongs to the previous cell.
    Only within `is` the ends of elements are heard, too.
    """

    def __init__(self, shared: Sequence[str], dates: Dates, *, header_only: bool = False) -> None:
        super().__init__()
        self.titles: dict[str, str] = {}
        self._shared, self._dates, self._header_only = shared, dates, header_only
        self._groups = _CellGroups()
        self._row, self._letters = 0, ""
        self._group = _CellGroup(deque(maxlen=0), deque(maxlen=0))
        self._has_value = False
        self._parser.EndElementHandler = None

    def hear(self, read: Callable[[int], bytes]) -> None:
        super().hear(read)
        self._end_row()

    def cells(self) -> SheetCells:
        """Return the cells by title."""
        groups = {key: group for key, group in self._groups.items() if group.rows}
        good = {key: group for key, group in groups.items() if key[0] in self.titles and key[1] != "e"}
        rows = np.unique(np.concatenate([np.empty(0, np.int64), *(np.array(each.rows) for each in good.values())]))
        columns = [self._column_cells(letters, good, rows) for letters in self.titles]
        errors = [
            (row, f"{key[0]}{row}", text)
            for key, group in groups.items()
            if key[0] in self.titles and key[1] == "e"
            for row, text in zip(*group, strict=True)
        ]
        untitled = (f"{key[0]}{group.rows[-1]}" for key, group in groups.items() if key[0] not in self.titles)
        return SheetCells([*self.titles.values()], columns, rows, next(untitled, ""), errors)

    def _column_cells(
        self, letters: str, groups: Mapping[tuple[str, str, str], _CellGroup], rows: NDArray[np.int64]
    ) -> Column:
        """Return the cells of one column at these rows, with each distinct value once."""
        codes, values = np.full(len(rows), NO_CELL, np.int32), list[CellValue | None]()
        for (_, kind, style), group in ((key, group) for key, group in groups.items() if key[0] == letters):
            if kind == "s":
                used, numbers = np.unique([*map(int, group.texts)], return_inverse=True)
                own = [self._shared[number] or None for number in used.tolist()]
            else:
                numbering = Numbering()
                numbers = numbering.codes(group.texts).astype(np.intp)
                own = [self._cell_value(kind, style, text) for text in numbering.values]
            codes[np.searchsorted(rows, np.array(group.rows))] = numbers + len(values)
            values += own
        distinct = column_of(values)
        return Column(np.append(distinct.codes, np.int32(NO_CELL))[codes], distinct.values)

    def _cell_value(self, kind: str, style: str, text: str) -> CellValue | None:
        """Return the value of a cell; a date is text, since a number of days would be a wrong score."""
        if kind == "s":
            return self._shared[int(text)] or None
        if kind == "n":
            return self._dates.text(text) if style in self._dates.styles else _number(text)
        if kind == "b":
            return text.strip() in TRUE
        return (text.rstrip() if kind == "str" else text) or None  # blanks may follow the result of a formula

    def _start(self, name: str, attributes: ElementAttributes) -> None:
        kind = self._local[name]
        if kind == "v":
            self._text.clear()
            self._has_value = True
        elif kind == "c":
            if self._has_value:
                self._end_cell()
            reference = attributes.get("r")
            self._letters = letters = reference.rstrip(_DIGITS) if reference else _letters_after(self._letters)
            self._group = self._groups[letters, attributes.get("t", "n"), attributes.get("s", "")]
        elif kind == "row":
            self._end_row()
            self._row, self._letters = int(attributes.get("r", self._row + 1)), ""
        elif kind == "is":
            self._parser.EndElementHandler = self._end
        else:
            super()._start(name, attributes)

    def _end(self, name: str) -> None:
        super()._end(name)
        if self.texts:
            self._group.rows.append(self._row)
            self._group.texts.append(self.texts.pop())
            self._parser.EndElementHandler = None

    def _end_cell(self) -> None:
        self._has_value = False
        self._group.rows.append(self._row)
        self._group.texts.append("".join(self._text))

    def _end_row(self) -> None:
        if self._has_value:
            self._end_cell()
        if self.titles or not any(group.rows for group in self._groups.values()):
            return
        self.titles = {
            letters: str(self._cell_value(kind, style, group.texts[0]) or "").strip()
            for (letters, kind, style), group in self._groups.items()
            if group.rows
        }
        if self._header_only:
            raise HeaderEnd
        if len(self.titles) > MAX_COLUMNS:
            columns = f"{len(self.titles):,} columns; at most {MAX_COLUMNS:,} are read"
            raise FormatError(f"the sheet has {columns}, leave some out")
        self._groups.clear()
        self._groups.titles = self.titles


def _letters_after(letters: str) -> str:
    """Return the letters of the column after this one, such as AA after Z.

    Examples
    --------
    >>> _letters_after(""), _letters_after("Z"), _letters_after("AZ")
    ('A', 'AA', 'BA')
    """
    stem = letters.rstrip("Z")
    end = "A" * (len(letters) - len(stem))
    return stem[:-1] + chr(ord(stem[-1]) + 1) + end if stem else "A" + end


def _number(text: str) -> int | float:
    """Return the number, as an int if it is whole."""
    try:
        return int(text)
    except ValueError:
        number = float(text)
        return int(number) if number.is_integer() and abs(number) <= EXACT else number


def _unescaped(text: str) -> str:
    """Return the text with codes such as _x0009_ replaced by their characters."""
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text) if "_x" in text else text
