"""CSV: lines to rows, with their numbers, and back."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

from explorer.formats.rows import text_of
from explorer.formats.substitution import Quoting, Substitution
from explorer.model.errors import FormatError

DELIMITERS = (",", "\t", ";", "|")

_NAMES_DELIMITER = re.compile(r'"?sep=([,;|\t])"?', re.IGNORECASE)
BLANKS = "\x09-\x0d\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
"""All characters at which Python splits a text into words, as they stand between the brackets of a pattern."""
_END, _INNER = f'[^",;|{BLANKS}]', '[^",;|\r\n\t]'
_cell = Quoting(f"(?:{_END}(?:{_INNER}*{_END})?)?", Substitution(('"', '""')))


def rows_of(
    text: str, delimiter: str | None = None, line_of: Callable[[int], int] = int
) -> Iterator[tuple[int, list[str]]]:
    """The rows of a CSV text, each with the number of its first line; a row of empty cells is an empty list.

    Unless it is given, the delimiter is that of `delimiter_of`.  What stands before the header is left out: comments
    that begin with #, and the line sep=; with which Excel names the delimiter.  Blanks around a cell
    are dropped from rows without quotes; in a row with quotes they are kept where a cell is quoted.

    Raises
    ------
    FormatError
        If quotes are not closed or a cell is too long, naming the line.
    """
    lines = _Lines(text)
    delimiter = delimiter or delimiter_of(text)
    before, _, _ = head_of(text)
    for line in lines:
        number = line_of(lines.number)
        if number <= before:
            continue
        cells = (
            _quoted_row(line, number, lines, delimiter) if '"' in line else [c.strip() for c in line.split(delimiter)]
        )
        yield number, cells if any(cells) else []


class _Lines:
    """The lines of a text with their ends, and the number of the last one given."""

    def __init__(self, text: str) -> None:
        self._lines = io.StringIO(text, newline="")
        self.number = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = next(self._lines)
        self.number += 1
        return line


def delimiter_of(text: str, usual: str = "") -> str:
    """The delimiter of a text: the usual one if the header has it, or else the one of which it has most."""
    _, header, said = head_of(text)
    if said or (usual and (usual in header or not any(mark in header for mark in DELIMITERS))):
        return said or usual
    return max(DELIMITERS, key=header.count)


def head_of(text: str) -> tuple[int, str, str]:
    """How many lines stand before the header, the header, and the delimiter that a line before it names, or ""."""
    said = ""
    for before, line in enumerate(io.StringIO(text, newline="")):
        named = _NAMES_DELIMITER.fullmatch(line.strip())
        said = named[1] if named else said
        if line.strip() and not named and not line.lstrip().startswith("#"):
            return before, line, said
    return 0, "", said


def _quoted_row(line: str, number: int, more: _Lines, delimiter: str) -> list[str]:
    """A row that has quotes, and so may go on over several lines."""
    try:
        return next(csv.reader(chain([line], more), delimiter=delimiter, skipinitialspace=True, strict=True))
    except csv.Error as error:
        raise FormatError(f"line {number}: not valid CSV: {error}; check the quotes") from None


def table(columns: Mapping[str, Sequence[str]], delimiter: str = ",") -> str:
    """The columns, under their titles, as CSV text."""
    cells = [_cell.of(texts) for texts in columns.values()]
    parts = [part for column in cells for part in (delimiter, column)]
    return delimiter.join(map(_cell, columns)) + "\n" + text_of(len(cells[0]), *parts[1:], "\n")
