"""Adjacency matrices: squares of 0 and 1, in which a 1 is a move from the row's node to the column's.

They come as lists of JSON, lines of text, CSV, numpy arrays and frames of pandas.  Names of nodes may stand in a first
row, or in a first row and a first column; without them nodes are numbered from 0.  A square of numbers without names
may be no matrix: it is one from 3 × 3 on, if a row has zeros alone, so that a node has no moves.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from explorer.formats.format import Format
from explorer.formats.json_text import parse_json
from explorer.formats.plain_text_syntax import content_lines
from explorer.formats.text import require_lines
from explorer.intake import Assembled, Intake
from explorer.intake.cells import python_value
from explorer.model.errors import FormatError, quoted
from explorer.model.words import counted

if TYPE_CHECKING:
    import pandas as pd

KEY = "matrix"  # before a matrix, as the key of JSON or the first line of a text
_LEAST = 3  # rows of a square of numbers that is a matrix without being called so
_DELIMITERS = ("\t", ";", ",", "|")
_OF_TABLES = {"from", "to", "source", "target", "id", "parent"}  # titles of tables that are no matrices
_MEANING = "a 1 is a move from the node of its row to that of its column"


@dataclass(frozen=True, eq=False)
class Square:
    """Cells with as many rows as columns, each for a node.

    Attributes
    ----------
    names : of the nodes.
    rows : the cells, a row a node.
    is_named : whether the names stand in the first row.
    has_row_names : whether they stand in the first column too.
    """

    names: Sequence[object]
    rows: Sequence[Sequence[object]] | NDArray[Any]
    is_named: bool = False
    has_row_names: bool = False

    @cached_property
    def numbers(self) -> NDArray[np.float64]:
        """The cells as numbers, NaN where a cell is none."""
        try:
            return np.array(self.rows, np.float64)
        except (ValueError, TypeError, OverflowError):
            return np.array([[*map(_number_or_nan, row)] for row in self.rows], np.float64)

    @property
    def is_matrix(self) -> bool:
        """Return whether the square is an adjacency matrix even if the input does not say so."""
        if self.has_row_names and np.isnan([*map(_number_or_nan, self.names)]).any():
            return not np.isnan(self.numbers).all()
        if not self.may_be_matrix:
            return False
        if self.is_named:
            return self.has_row_names or _OF_TABLES.isdisjoint(str(name).lower() for name in self.names)
        return len(self.numbers) >= _LEAST and not self.numbers.any(axis=1).all()

    @property
    def may_be_matrix(self) -> bool:
        """Return whether the square has no cells but 0 and 1."""
        return len(self.numbers) > 1 and bool(np.isin(self.numbers, (0, 1)).all())


def _number_or_nan(cell: object) -> float:
    try:
        return float(cell) if isinstance(cell, str | int | float | np.generic) else math.nan
    except (ValueError, OverflowError):
        return math.nan


def square_of_lists(data: object) -> Square | None:
    """Return the square of a list of lists; None if it is no square."""
    if not isinstance(data, list | tuple) or not all(isinstance(row, list | tuple) for row in data):
        return None
    return Square(range(len(data)), data) if data and all(len(row) == len(data) for row in data) else None


def assemble_called_matrix(data: object) -> Assembled | None:
    """Read an object of JSON that calls its rows a matrix; return None for any other."""
    if not isinstance(data, Mapping) or {*data} != {KEY}:
        return None
    return assemble_matrix(_require_square(square_of_lists(data[KEY])))


def _require_square(square: Square | None) -> Square:
    if square is None:
        raise FormatError(
            "an adjacency matrix has as many columns as rows, of 0 and 1, in a text perhaps with names in a first row "
            "and a first column"
        )
    return square


def square_of_array(array: NDArray[Any]) -> Square:
    """Return the square of an array of two dimensions.

    Raises
    ------
    FormatError
        If it is none.
    """
    is_square = array.ndim == 2 and array.shape[0] == array.shape[1] > 0
    return _require_square(Square(range(len(array)), array) if is_square else None)


def square_of_frame(frame: pd.DataFrame) -> Square | None:
    """Return the square of a frame whose index and columns are the same; None for any other."""
    names = frame.columns.tolist()
    is_square = bool(names) and [*map(str, frame.index.tolist())] == [*map(str, names)]
    return Square(names, frame.to_numpy(object), is_named=True, has_row_names=True) if is_square else None


def assemble_matrix(square: Square, other: str | None = None) -> Assembled:
    """Read a matrix as a plain directed graph.

    Parameters
    ----------
    other : advice on another reading, for a warning; None for no warning, as the input is called a matrix.

    Raises
    ------
    FormatError
        If a cell is neither 0 nor 1, naming it.
    """
    names = [name if isinstance(name, str | int | float) else str(name) for name in square.names]
    for row, column in np.argwhere(~np.isin(square.numbers, (0, 1)))[:1].tolist():
        raise FormatError(
            f"an adjacency matrix has 0 and 1 alone, got {quoted(python_value(square.rows[row][column]))} in the row "
            f"of {quoted(names[row])} and the column of {quoted(names[column])}; weights are not read, write 1 for "
            "each move"
        )
    intake = Intake(is_table=True)
    for name in names:
        intake.node({"id": name})
    for row, column in np.argwhere(square.numbers).tolist():
        intake.move(names[row], names[column])
    reading = intake.finish()
    if other is None:
        return reading
    intake = Intake()
    intake.fields.warn(f"read as an adjacency matrix ({size_of(reading)}): {_MEANING}{other}", is_grave=True)
    return reading.with_problems(intake.fields.problems)


def size_of(reading: Assembled) -> str:
    """Return the number of nodes and of moves of a graph, in words."""
    return f"{counted(len(reading.graph.nodes), 'node')}, {counted(len(reading.graph.moves), 'move')}"


# ---- text


def read(text: str, companion: str | None = None) -> Assembled:
    """Read lines of 0 and 1, perhaps under the line `matrix`, or lists of JSON, as a plain directed graph.

    Raises
    ------
    FormatError
        If it is no square, or a cell is neither 0 nor 1.
    """
    if text.lstrip().startswith(("[", "{")):
        data, problems = parse_json(text)
        rows = data.get(KEY) if isinstance(data, Mapping) else data
        return assemble_matrix(_require_square(square_of_lists(rows))).with_problems(problems)
    require_lines(text)
    lines = [line for _, line in content_lines(text)]
    is_called = bool(lines) and _is_matrix_line(lines[0])
    square = _require_square(_square_of(_split_cells(lines[is_called:])))
    other = "" if square.is_named else "; for a list of edges, put a line “from to” before it"
    return assemble_matrix(square, None if is_called or not square.is_matrix else other)


def recognises(text: str) -> bool:
    """Return whether a text is called a matrix, or is a square that can hardly be another thing."""
    if _is_matrix_line(next((line for _, line in content_lines(text)), "")):
        return True
    square = square_in(text)
    return square is not None and square.is_matrix


def square_in(text: str) -> Square | None:
    """Return the square in the lines of a text; None if there is none, which a few lines of a long text show."""
    lines = content_lines(text)
    begin = [line for _, line in islice(lines, 1)]
    width = max(map(len, _split_cells(begin)), default=0)
    begin += [line for _, line in islice(lines, width + 1)]
    return _square_of(_split_cells(begin))


def note_on_matrix(text: str) -> str:
    """Return the warning that a list of edges may be a matrix too; "" if it cannot be one."""
    square = square_in(text)
    if square is None or not square.may_be_matrix:
        return ""
    size = size_of(assemble_matrix(square))
    return (
        f"read as a list of edges; it may also be an adjacency matrix ({size}): for that, put a line “{KEY}” before it"
    )


def _is_matrix_line(line: str) -> bool:
    return line.strip().strip(",;|").lower() == KEY


def _split_cells(lines: Sequence[str]) -> list[list[str]]:
    """Return the cells of lines, parted by tabs, semicolons, commas or bars, or else by blanks."""
    mark = next((mark for mark in _DELIMITERS if lines and mark in lines[0]), None)
    if mark is None:
        return [line.split() for line in lines]
    try:
        return [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=mark, skipinitialspace=True)]
    except csv.Error:  # such as a cell without an end
        return []


def _square_of(rows: Sequence[Sequence[str]]) -> Square | None:
    """Return the square of rows, under a row of names or beside a column of the same; None if there is none."""
    head, body = rows[0] if rows else [], rows[1:]
    names, count = [*head[-len(body) :]], len(body)
    has_corner = len(head) == count + 1 and math.isnan(_number_or_nan(head[0]))
    are_wider = count > 1 and (has_corner or len(head) == count) and all(len(row) == count + 1 for row in body)
    if are_wider and [row[0] for row in body] == names:
        return Square(names, [row[1:] for row in body], is_named=True, has_row_names=True)
    if body and all(len(row) == len(body) for row in rows):
        return Square(head, body, is_named=True)
    if rows and all(len(row) == len(rows) for row in rows):
        return Square(range(len(rows)), rows)
    return None


FORMAT = Format(
    name=KEY,
    title="Adjacency matrix (.matrix)",
    suffixes=(".matrix",),
    read=read,
    recognises=recognises,
    rank=36,
)
