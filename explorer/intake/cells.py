"""Cells of an input: columns in which each distinct cell stands once, single values, and the table of nodes.

Work on cells is done once for each distinct one.  Values are read leniently: each that is wrong gets a sentence.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, compress
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from explorer.model.check import Problem, Severity, kind_of
from explorer.model.columns import NO_SCORE, Indices, ranks_and_scale
from explorer.model.errors import OptionError, quoted
from explorer.model.scores import Score, parse_score

Codes = NDArray[np.int32]

NO_CELL = -1  # the code of an empty row
ODD = -2  # the code for a cell without a valid value

_PLAIN = {str, int, float, bool}  # types of cells that can be hashed and are the same if they are equal


class Column(NamedTuple):
    """Cells of rows: row r has `values[codes[r]]`, or is empty."""

    codes: Codes
    values: Sequence[Any]

    def mapped(self, meaning: Callable[[Any], Any], missing: Any, dtype: Any) -> NDArray[Any]:
        """Return the result of a function for the cell of each row; it is called once for each distinct cell."""
        return np.array([*map(meaning, self.values), missing], dtype)[self.codes]

    def at(self, rows: NDArray[np.integer]) -> Column:
        """Return the column of the cells at these rows; -1 stands for an empty row."""
        return Column(np.append(self.codes, np.int32(NO_CELL))[rows], self.values)

    def without(self, rows: NDArray[np.bool_]) -> Column:
        """Return the column with these rows empty."""
        return Column(np.where(rows, np.int32(NO_CELL), self.codes), self.values)

    def cell(self, row: int) -> Any:
        """Return the cell of a row; None if it is empty."""
        code = self.codes[row]
        return None if code < 0 else self.values[code]

    def cells(self) -> list[Any]:
        """Return all cells, None for an empty row."""
        return [*map([*self.values, None].__getitem__, self.codes.tolist())]

    @property
    def has(self) -> NDArray[np.bool_]:
        """Mask of the rows that are not empty."""
        return np.asarray(self.codes != NO_CELL)


def empty_column(rows: int) -> Column:
    """Return a column of so many empty rows."""
    return Column(np.full(rows, NO_CELL, np.int32), [])


class Numbering:
    """Numbers of cells, equal for equal cells, in the order in which they first come."""

    def __init__(self) -> None:
        self._numbers: defaultdict[Any, int] = defaultdict()
        self._numbers.default_factory = self._numbers.__len__
        self._values: list[Any] = []

    def codes(self, cells: Collection[Any]) -> Codes:
        """Return the numbers of cells, all of one type that can be hashed."""
        return np.fromiter(map(self._numbers.__getitem__, cells), np.int32, len(cells))

    @property
    def values(self) -> list[Any]:
        """All cells so far, by number; the same list as long as there are no more."""
        if len(self._values) < len(self._numbers):
            self._values = [*self._numbers]
        return self._values


def column_of(cells: Sequence[Any]) -> Column:
    """Return the column of these cells; None is an empty row.  1, 1.0 and True are three values."""
    kinds = {*map(type, cells)} - {type(None)}
    keys = cells
    if len(kinds) > 1 or not kinds <= _PLAIN:
        keys = [(type(cell), cell if type(cell) in _PLAIN else id(cell)) for cell in cells]
    numbering = Numbering()
    codes = numbering.codes(keys)
    values = numbering.values if keys is cells else [*dict(zip(keys, cells, strict=True)).values()]
    return with_gaps(Column(codes, values), lambda cell: cell is None)


def with_gaps(column: Column, is_gap: Callable[[Any], bool]) -> Column:
    """Return the column with each row emptied whose cell `is_gap` accepts."""
    is_kept = [not is_gap(value) for value in column.values]
    if all(is_kept):
        return column
    numbers = np.where(is_kept, np.cumsum(is_kept) - 1, NO_CELL).astype(np.int32)
    return Column(np.append(numbers, np.int32(NO_CELL))[column.codes], [*compress(column.values, is_kept)])


def with_shared_values(*columns: Column) -> list[Column]:
    """Return the columns with one common list of values, so that equal cells have equal codes."""
    if all(column.values is columns[0].values for column in columns):
        return [*columns]
    same = column_of([*chain.from_iterable(column.values for column in columns)])
    bounds = np.cumsum([len(column.values) for column in columns])[:-1]
    parts = zip(np.split(same.codes, bounds), columns, strict=True)
    return [Column(np.append(part, np.int32(NO_CELL))[column.codes], same.values) for part, column in parts]


def numbered_scores(column: Column) -> tuple[Codes, list[Score]]:
    """Return the number of each cell's score, `ODD` for a cell without one, and the scores by number."""
    numbers: dict[tuple[type, Score], int] = {}

    def number(cell: object) -> int:
        try:
            value = parse_score(cell)
        except OptionError:
            return ODD
        return numbers.setdefault((type(value), value), len(numbers))

    return column.mapped(number, NO_CELL, np.int32), [value for _, value in numbers]


def ranks_of(numbers: Codes, values: list[Score]) -> tuple[Indices, tuple[Score, ...]]:
    """Return the ranks of scores and their scale, from their numbers among `values`, of which not all are used."""
    is_used = np.isin(np.arange(len(values)), numbers).tolist()
    ranks, scale = ranks_and_scale([value if used else None for value, used in zip(values, is_used, strict=True)])
    return np.append(ranks, np.int32(NO_SCORE))[numbers], scale


# ---- single values

AnyRow = TypeVar("AnyRow")
_ProblemKind = tuple[Severity, str]  # with the message without names and numbers, "" if it stands alone

MAX_ID_LENGTH = 1_000
_TOO_LONG = 10**MAX_ID_LENGTH
FARTHEST = 1e9  # pixels from the middle of the canvas; sums and differences of positions stay numbers
MOST_ALIKE = 3  # similar problems that are listed one by one, and locations that are named of more

EMPTY_WORDS = ("NaN", "nan", "NA", "N/A", "#N/A", "null", "NULL", "None")
"""How programs write that a node has nothing of `FACTS`."""

FACTS = ("player", "open", "score", "x", "y")

TRUE = {"true", "1", "1.0", "yes", "x"}
FALSE = {"false", "0", "0.0", "no", ""}


def without_empty_words(record: Mapping[str, Any], keys: Collection[str] = FACTS) -> dict[str, Any]:
    """Return the record of a node without words such as "none" or "nan" under these keys."""
    return {
        key: value
        for key, value in record.items()
        if key not in keys or not isinstance(value, str) or value not in EMPTY_WORDS
    }


class FieldReader:
    """Reader of single values; problems with them collect in `problems`.

    Those that differ in nothing but names and numbers are alike: of more than `MOST_ALIKE` the first stands for all.
    """

    def __init__(self) -> None:
        self._first_problems: dict[_ProblemKind, list[Problem]] = {}
        self._counts = Counter[_ProblemKind]()
        self._last: _ProblemKind = (Severity.ERROR, "")

    @property
    def problems(self) -> list[Problem]:
        """All problems, errors first, and those together that are alike."""
        severities = (Severity.ERROR, Severity.WARNING)
        kinds = [kind for severity in severities for kind in self._first_problems if kind[0] is severity]
        return [problem for kind in kinds for problem in self._problems_of_kind(kind)]

    def _problems_of_kind(self, kind: _ProblemKind) -> list[Problem]:
        found, count = self._first_problems[kind], self._counts[kind]
        if count <= MOST_ALIKE or not kind[1]:
            return found
        locations = ", ".join(filter(None, map(_problem_location, found)))
        such = f"{count:,} such problems" + (f", the first at {locations}" if locations else "")
        return [replace(found[0], message=f"{found[0].message}; {such}", count=count)]

    def error(self, message: str, *, node: str | None = None, line: int | None = None) -> None:
        """Note an error: a value that had to be left out or changed."""
        self._collect(Problem(Severity.ERROR, message, node, line), kind_of(message))

    def warn(self, message: str, *, node: str | None = None, line: int | None = None, is_grave: bool = False) -> None:
        """Note a warning; it is grave if scores may be wrong because of it."""
        self._collect(Problem(Severity.WARNING, message, node, line, is_grave=is_grave), kind_of(message))

    def note(self, problem: Problem) -> None:
        """Note a problem as it stands, even beside others that are alike."""
        self._collect(problem, "")

    def each(self, rows: Sequence[AnyRow], note: Callable[[AnyRow], object]) -> None:
        """Call `note` for the first rows and count the others, whose messages differ in names and numbers alone."""
        for row in rows[:MOST_ALIKE]:
            note(row)
        self._counts[self._last] += len(rows[MOST_ALIKE:])

    def _collect(self, problem: Problem, kind: str) -> None:
        """Add a problem; of many that are alike only the first are kept, and the others counted."""
        self._last = problem.severity, kind
        self._counts[self._last] += 1
        if not kind or self._counts[self._last] <= MOST_ALIKE:
            self._first_problems.setdefault(self._last, []).append(problem)

    def id(self, value: object, what: str, line: int | None) -> str | None:
        """Return the id as text, or None after noting a problem; 3.0 is 3, as tables with gaps turn 3 into 3.0."""
        id, fault = read_id(value)
        if id is None:
            self.error(f"{what} {fault}; it was left out", line=line)
        return id

    def text(self, value: object, what: str, *, line: int | None = None) -> str:
        """Return the value as text, "" where there is none; anything but text or a number is reported and left out."""
        text = "" if value is None else text_or_none(value)
        if text is None and isinstance(value, str):
            self.warn(f"{what} holds half of a character (a lone surrogate); it was left out", line=line)
        elif text is None:
            self.warn(f"{what} must be text, got {quoted(value)}; it was left out", line=line)
        return text or ""

    def mapping(self, value: object, what: str) -> dict[str, Any]:
        """Return the value as a dict; anything else is reported and left out."""
        if value is None or isinstance(value, Mapping):
            return dict(value or {})
        self.warn(f"{what} must be an object, got {quoted(value)}; it was left out")
        return {}


def _problem_location(problem: Problem) -> str:
    """Return the node and line of a problem, for a sentence."""
    line = "" if problem.line is None else f"line {problem.line}"
    if not problem.node:
        return line
    return f"{quoted(problem.node)} ({line})" if line else quoted(problem.node)


def text_or_none(value: object) -> str | None:
    """Return a number, or a text that can be encoded, as text; None for anything else."""
    if isinstance(value, str):
        return value if is_encodable(value) else None
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and not _is_too_long(value)
    return str(value) if is_number else None


def is_empty(cell: object) -> bool:
    """Return whether a cell of a table is empty: None, "" or NaN."""
    return cell is None or cell == "" or (isinstance(cell, float) and math.isnan(cell))


def is_marked(value: object) -> bool:
    """Return whether a cell of the column `root` has a mark."""
    return value is not None and str(value).strip().lower() not in FALSE


def read_id(value: object) -> tuple[str | None, str]:
    """Return the id as text, or None with the words for an error; 3.0 is 3, as tables with gaps turn 3 into 3.0."""
    value = as_id(python_value(value))
    if value is None or (isinstance(value, str) and not value):
        return None, "is missing"
    if isinstance(value, bool | float) or not isinstance(value, str | int):  # a float that is left is not finite
        return None, f"must be text or a number, got {quoted(value)}"
    if _is_too_long(value):
        return None, f"is longer than {MAX_ID_LENGTH:,} characters ({quoted(value)})"
    return (str(value), "") if is_encodable(str(value)) else (None, f"({quoted(value)}) holds half of a character")


def read_ids(values: Sequence[Any]) -> list[str | None]:
    """Return each value as the text of its id; None for a value that is no id."""
    are_plain = {*map(type, values)} == {str} and all(values) and all(map(str.isascii, values))
    if are_plain and len(max(values, key=len)) <= MAX_ID_LENGTH:
        return [*values]
    return [read_id(value)[0] for value in values]


def python_value(value: Any) -> Any:
    """Return the value without numpy's scalar types."""
    return value.item() if isinstance(value, np.generic) else value


def is_nan(value: object) -> bool:
    """Return whether a value is NaN, with which tables fill gaps."""
    return isinstance(value, float) and math.isnan(value)


def as_id(value: object) -> object:
    """Return a number as text, for use as an id; anything else as it is."""
    if isinstance(value, float) and math.isfinite(value):
        return str(int(value) if value.is_integer() else value)
    return str(value) if type(value) is int and not _is_too_long(value) else value


def identity(value: object) -> object:
    """Return an id as text or number; a list is a tuple, as JSON has it, and anything else is its text."""
    value = python_value(value)
    if isinstance(value, list):
        value = tuple(value)
    return value if value is None or isinstance(value, str | int | float) else str(value)


def _is_too_long(value: object) -> bool:
    return abs(value) >= _TOO_LONG if isinstance(value, int) else len(str(value)) > MAX_ID_LENGTH


def is_encodable(text: str) -> bool:
    """Return whether a text is without lone surrogates (halves of a character)."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


# ---- nodes


@dataclass
class NodeTable:
    """The nodes of a graph in the making.

    Attributes
    ----------
    ids : their ids.
    columns : their cells, by key.
    extras : their values under further keys, by index.
    has_moves : which have moves.
    line : the line of a node, by index; None if it has none.
    fields : where problems are noted.
    reported_ids : ids of nodes whose problems `check` need not report again.
    """

    ids: list[str]
    columns: dict[str, Column]
    extras: dict[int, dict[str, Any]]
    has_moves: NDArray[np.bool_]
    line: Callable[[int], int | None]
    fields: FieldReader
    reported_ids: set[str] = field(default_factory=set)

    def column(self, key: str) -> Column:
        """Return the column of nodes under a key."""
        return self.columns.get(key) or empty_column(len(self.ids))

    def complain(self, rows: Sequence[int], message: Callable[[int], str]) -> None:
        """Note an error for each of these rows; the messages differ in names and numbers alone."""
        self.fields.each(rows, lambda row: self.fields.error(message(row), node=self.ids[row], line=self.line(row)))
