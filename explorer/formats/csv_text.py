"""CSV: lines to rows, with their numbers, and back."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import chain

from explorer.errors import FormatError

DELIMITERS = (",", "\t", ";", "|")

_QUOTED = frozenset('"\r\n' + "".join(DELIMITERS))


def rows_of(text: str, delimiter: str | None = None) -> Iterator[tuple[int, list[str]]]:
    """The rows of a CSV text, each with the number of its first line; a row of empty cells is an empty list.

    Unless it is given, the delimiter is the one of `DELIMITERS` that the first line has most of.  Blanks around a cell
    are dropped from rows without quotes; in a row with quotes they are kept where a cell is quoted.

    Raises
    ------
    FormatError
        If quotes are not closed or a cell is too long, naming the line.
    """
    lines = _Lines(text)
    delimiter = delimiter or _delimiter(text)
    for line in lines:
        number = lines.number
        cells = _quoted_row(line, lines, delimiter) if '"' in line else [c.strip() for c in line.split(delimiter)]
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


def _delimiter(text: str) -> str:
    first = next((line for line in io.StringIO(text, newline="") if line.strip()), "")
    return max(DELIMITERS, key=first.count)


def _quoted_row(line: str, more: _Lines, delimiter: str) -> list[str]:
    """A row that has quotes, and so may go on over several lines."""
    number = more.number
    try:
        return next(csv.reader(chain([line], more), delimiter=delimiter, skipinitialspace=True, strict=True))
    except csv.Error as error:
        raise FormatError(f"line {number}: not valid CSV: {error}; check the quotes") from None


def table(header: Sequence[str], rows: Iterator[Sequence[str]]) -> str:
    """The rows under a header as CSV text."""
    return "".join(",".join(map(_cell, row)) + "\n" for row in chain([header], rows))


def _cell(text: str) -> str:
    """The cell, in quotes where that makes a difference."""
    if text and text == text.strip() and _QUOTED.isdisjoint(text):
        return text
    return '"' + text.replace('"', '""') + '"' if text else ""
