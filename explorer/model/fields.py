"""Single values of an input (an id, a flag, a position), read leniently: each that is wrong gets a sentence."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from explorer.model.check import Problem, Severity, kind_of
from explorer.model.errors import OptionError, quoted
from explorer.model.scores import parse_score

Row = TypeVar("Row")

MAX_ID_LENGTH = 1_000
_TOO_LONG = 10**MAX_ID_LENGTH
FARTHEST = 1e9  # pixels from the middle of the canvas; sums and differences of positions stay numbers
MAX_PROBLEMS = 10_000  # of either severity
MOST_ALIKE = 3  # problems that are told one by one, and locations that are named of more

NOTHING = ("NaN", "nan", "NA", "N/A", "#N/A", "null", "NULL", "None")
"""How programs write that a node has nothing of `FACTS`."""

FACTS = ("player", "open", "score", "x", "y")

TRUE = {"true", "1", "1.0", "yes", "x"}
FALSE = {"false", "0", "0.0", "no", ""}


def without_nothing(record: Mapping[str, Any], keys: Collection[str] = FACTS) -> dict[str, Any]:
    """The record of a node without words that stand for nothing, where they stand under some keys."""
    return {
        key: value
        for key, value in record.items()
        if key not in keys or not isinstance(value, str) or value not in NOTHING
    }


class FieldReader:
    """Reads single values; what is wrong with them collects in `problems`.

    Those that differ in nothing but names and numbers are alike: of more than `MOST_ALIKE` the first stands for all.
    Past `MAX_PROBLEMS` they are only counted.

    Attributes
    ----------
    place : where in a text that is noted which comes next, for a reader that keeps account of it.
    """

    def __init__(self) -> None:
        self.place = 0.0
        self._found: dict[Severity, list[tuple[str, Problem]]] = {severity: [] for severity in Severity}
        self._alike = Counter[tuple[Severity, str]]()
        self._uncounted = Counter[Severity]()
        self._last: tuple[Severity, str] | None = None

    @property
    def problems(self) -> list[Problem]:
        """What was noted, errors first, and for either severity how much more there was."""
        return [problem for severity in (Severity.ERROR, Severity.WARNING) for problem in self._of(severity)]

    def _of(self, severity: Severity) -> Iterator[Problem]:
        of_kind: dict[str, list[Problem]] = {}
        for kind, problem in self._found[severity]:
            of_kind.setdefault(kind, []).append(problem)
        for kind, problem in self._found[severity]:
            count = self._alike[severity, kind]
            if not kind or count <= MOST_ALIKE:
                yield problem
            elif of_kind[kind][0] is problem:
                message = f"{problem.message}; {_such(count, of_kind[kind])}"
                yield replace(problem, message=message, count=count)
        if count := self._uncounted[severity]:
            yield Problem(severity, f"and {count:,} more problems", count=count)

    def error(self, message: str, *, node: str | None = None, line: int | None = None) -> None:
        """Note what had to be left out or changed."""
        self._add(Problem(Severity.ERROR, message, node, line), kind_of(message))

    def warn(self, message: str, *, node: str | None = None, line: int | None = None) -> None:
        """Note what is only worth knowing."""
        self._add(Problem(Severity.WARNING, message, node, line), kind_of(message))

    def note(self, problem: Problem) -> None:
        """Note a problem as it stands, also among others that are alike."""
        self._add(problem, "")

    def each(self, rows: Sequence[Row], note: Callable[[Row], object]) -> None:
        """Note what a function says of each of some rows, which differs in names and numbers alone."""
        for row in rows[:MOST_ALIKE]:
            note(row)
        self.more(len(rows) - MOST_ALIKE if len(rows) > MOST_ALIKE else 0)

    def more(self, count: int) -> None:
        """Note so many problems more that are like the last `MOST_ALIKE`."""
        if count and self._last is not None:
            self._alike[self._last] += count

    @contextmanager
    def standing_for(self, count: int) -> Iterator[None]:
        """What is noted within stands for so many more of each that are like the last `MOST_ALIKE`."""
        before = self._alike.copy()
        yield
        for kind, noted in (self._alike - before).items():
            self._alike[kind] += noted * count

    def _add(self, problem: Problem, kind: str) -> None:
        found, self._last = self._found[problem.severity], (problem.severity, kind)
        self._alike[problem.severity, kind] += 1
        if kind and self._alike[problem.severity, kind] > MOST_ALIKE:
            return
        if len(found) < MAX_PROBLEMS:
            found.append((kind, problem))
        else:
            self._uncounted[problem.severity] += 1

    def id(self, value: object, what: str, line: int | None) -> str | None:
        """The id as text, or None after saying what is wrong; 3.0 is 3, as tables with gaps turn 3 into 3.0."""
        id, fault = read_id(value)
        if id is None:
            self.error(f"{what} {fault}; it was left out", line=line)
        return id

    def text(self, value: object, what: str, *, line: int | None = None) -> str:
        """The value as text, "" where there is none; anything but text or a number is reported and left out."""
        if value is None or (text := text_or_none(value)) is not None:
            return "" if value is None else str(text)
        if isinstance(value, str):
            self.warn(f"{what} holds half of a character (a lone surrogate); it was left out", line=line)
        else:
            self.warn(f"{what} must be text, got {quoted(value)}; it was left out", line=line)
        return ""

    def flag(self, id: str, value: object, line: int | None) -> bool:
        """Whether a node is marked as open."""
        text = str(value).strip().lower() if isinstance(value, str | int | float) else ""
        if text not in TRUE | FALSE or not isinstance(value, str | int | float | None):
            self.error(f"node {quoted(id)}: open must be true or false, got {quoted(value)}", node=id, line=line)
        return text in TRUE

    def chosen_root(self, marked: list[object]) -> object:
        """The first of the nodes that are marked as root; None if there is none."""
        if len(marked) > 1:
            self.error(f"{len(marked)} nodes are marked as root; took the first, {quoted(marked[0])}")
        return marked[0] if marked else None

    def position(self, id: str, record: Mapping[str, Any], line: int | None) -> tuple[float | None, float | None]:
        """The position of a node on the canvas, both numbers or neither."""
        pair = record.get("x"), record.get("y")
        if pair == (None, None):
            return None, None
        try:
            x, y = (coordinate(value) for value in pair)
        except (OptionError, OverflowError):
            self.note_unplaced(id, line)
            return None, None
        return x, y

    def note_unplaced(self, id: str, line: int | None) -> None:
        """Report a node whose position is none."""
        message = f"node {quoted(id)} needs both x and y as numbers up to {FARTHEST:,.0f}; its position was ignored"
        self.warn(message, node=id, line=line)

    def mapping(self, value: object, what: str) -> dict[str, Any]:
        """The value as a dict; anything else is reported and left out."""
        if value is None or isinstance(value, Mapping):
            return dict(value or {})
        self.warn(f"{what} must be an object, got {quoted(value)}; it was left out")
        return {}


def _such(count: int, first: list[Problem]) -> str:
    """How many problems of a kind there are, and where the first are."""
    locations = [location for problem in first if (location := _location(problem))]
    return f"{count:,} such problems" + (f", the first at {', '.join(locations)}" if locations else "")


def _location(problem: Problem) -> str:
    line = f"line {problem.line}" if problem.line is not None else ""
    return (
        f"{quoted(problem.node)} ({line})" if problem.node and line else quoted(problem.node) if problem.node else line
    )


def text_or_none(value: object) -> str | None:
    """The value as text; None of anything but a text that can be written or a number."""
    if isinstance(value, str):
        return value if is_encodable(value) else None
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and not _is_too_long(value)
    return str(value) if is_number else None


def coordinate(value: object) -> float:
    """The number of pixels that a value is; `OptionError` or `OverflowError` if it is none."""
    number = float(parse_score(value))
    if abs(number) > FARTHEST:
        raise OverflowError
    return number


def is_empty(cell: object) -> bool:
    """Whether a cell of a table says nothing."""
    return cell is None or cell == "" or (isinstance(cell, float) and math.isnan(cell))


def is_marked(value: object) -> bool:
    """Whether a cell of the column `root` has a mark."""
    return value is not None and str(value).strip().lower() not in FALSE


def is_plain_id(value: object) -> bool:
    """Whether a value is an id beyond doubt, as nearly all are."""
    return isinstance(value, str) and 0 < len(value) <= MAX_ID_LENGTH and value.isascii()


def read_id(value: object) -> tuple[str | None, str]:
    """The id as text, or None and what is wrong with it; 3.0 is 3, as tables with gaps turn 3 into 3.0."""
    if is_plain_id(value):
        return str(value), ""
    value = as_id(bare(value))
    if value is None or (isinstance(value, str) and not value):
        return None, "is missing"
    if isinstance(value, bool | float) or not isinstance(value, str | int):  # a float that is left is not finite
        return None, f"must be text or a number, got {quoted(value)}"
    if _is_too_long(value):
        return None, f"is longer than {MAX_ID_LENGTH:,} characters ({quoted(value)})"
    return (str(value), "") if is_encodable(str(value)) else (None, f"({quoted(value)}) holds half of a character")


def read_ids(values: Sequence[Any]) -> list[str | None]:
    """The ids that some values are, as text; None for those that are none."""
    are_plain = {*map(type, values)} == {str} and all(values) and all(map(str.isascii, values))
    if are_plain and len(max(values, key=len)) <= MAX_ID_LENGTH:
        return [*values]
    return [read_id(value)[0] for value in values]


def bare(value: Any) -> Any:
    """The value without numpy's scalar types."""
    return value.item() if isinstance(value, np.generic) else value


def is_nan(value: object) -> bool:
    """Whether a value is no number, as tables have it for nothing."""
    return isinstance(value, float) and math.isnan(value)


def as_id(value: object) -> object:
    """The id that a number is, as text; anything else as it is."""
    if isinstance(value, float) and math.isfinite(value):
        return str(int(value) if value.is_integer() else value)
    return str(value) if type(value) is int and not _is_too_long(value) else value


def _is_too_long(value: object) -> bool:
    return abs(value) >= _TOO_LONG if isinstance(value, int) else len(str(value)) > MAX_ID_LENGTH


def is_encodable(text: str) -> bool:
    """Whether a text has no half of a character."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
