"""What somebody else says nodes are worth: ids and values of a file, a frame or a mapping; bounds have a sign."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO, StringIO
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from explorer.formats.json_text import parse_json
from explorer.formats.text import one_line
from explorer.model.distinct import NOTHING, Codes, Column
from explorer.model.errors import FormatError, OptionError, quoted
from explorer.model.fields import as_id, python_value
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, format_score, parse_endless
from explorer.trace import Relation

if TYPE_CHECKING:
    import pandas as pd

Values: TypeAlias = "Mapping[Any, Any] | pd.Series[Any] | pd.DataFrame | str | PathLike[str]"

_SIGN = re.compile(r"\s*(>=|≥|<=|≤)\s*(.*)", re.DOTALL)
_BOUNDS = {">=": Relation.AT_LEAST, "≥": Relation.AT_LEAST, "<=": Relation.AT_MOST, "≤": Relation.AT_MOST}
_IDS = ("node", "id", "position", "state", "key", "name")
_WORTHS = ("value", "score", "mine", "eval", "evaluation", "result")
_LINES = "lines"  # of a frame: whether its index says in which line of a text each row stands
_DELIMITERS = (",", "\t", ";", "|")
_SHAPES = 'an object of ids and values, a list of pairs, or what solve --json prints, with the key "scores"'


class Claim(NamedTuple):
    """A score, or a bound of it."""

    score: Score
    relation: Relation = Relation.EXACT

    def seen(self, sign: int) -> Claim:
        """The same of the negated score, if `sign` is negative."""
        return Claim(sign * self.score, self.relation.seen(sign))

    def __str__(self) -> str:
        return f"{self.relation.sign} {format_score(self.score)}".lstrip()


@dataclass(frozen=True)
class Claims:
    """What is claimed of the nodes of a graph.

    Attributes
    ----------
    codes : for every node the index of its claim among `values`; -1 where nothing is claimed.
    values : the distinct claims.
    strangers : ids of which something is claimed and that are not nodes.
    """

    codes: Codes
    values: Sequence[Claim]
    strangers: Sequence[str]

    def of(self, row: int) -> Claim | None:
        """What is claimed of a node, by index."""
        code = int(self.codes[row])
        return None if code < 0 else self.values[code]


def claims_of(graph: GameGraph, given: Values) -> Claims:
    """The claims about a graph.

    Parameters
    ----------
    given : a mapping of ids and values, a series, a frame with a column of ids and one of values, or the path of such a
        table as CSV, Parquet or JSON.  A value is a score, or a bound such as ">= 3"; an empty one claims nothing.

    Raises
    ------
    FormatError
        If it is none of these, a value is no number, a node has two values, or no id is that of a node.
    """
    import pandas as pd

    given = _read(Path(given)) if isinstance(given, str | PathLike) else given
    lines = given.index if isinstance(given, pd.DataFrame) and given.attrs.get(_LINES) else None
    ids, column = _pairs(given)
    claims = [_claim(value) for value in column.values]
    is_odd = np.array([*(claim is None for claim in claims), False])[column.codes]
    for row in np.flatnonzero(is_odd)[:1].tolist():
        raise _no_number(ids[row], column.cell(row), f"line {lines[row]}: " if lines is not None else "")
    rows = np.fromiter((graph.index.get(id, NOTHING) for id in ids), np.int64, len(ids))
    says = column.has
    codes = np.full(len(graph.nodes), NOTHING, np.int32)
    codes[rows[says & (rows >= 0)]] = column.codes[says & (rows >= 0)]
    _require_one_each(ids, rows, column, codes)
    strangers = [ids[row] for row in np.flatnonzero(rows < 0).tolist()]
    if strangers and len(strangers) == len(ids):
        nodes = f", whose first one is {quoted(graph.ids[0])}" if graph.ids else ""
        raise FormatError(f"no id, such as {quoted(ids[0])}, is a node of the graph{nodes}; use the ids of its nodes")
    return Claims(codes, [claim or Claim(0) for claim in claims], strangers)


def parsed_claims(text: str) -> Mapping[Any, Any] | pd.DataFrame:
    """What a text holds, JSON or a table with a delimiter: what `claims_of` takes.

    Raises
    ------
    FormatError
        If it is neither.
    """
    return _from_json(text) if text.lstrip()[:1] in ("{", "[") else _from_csv(text)


def _pairs(given: Mapping[Any, Any] | pd.Series[Any] | pd.DataFrame) -> tuple[list[str], Column]:
    """The ids, and the cells beside them."""
    import pandas as pd

    if isinstance(given, Mapping):
        return _texts(given), _cells([*given.values()])
    if isinstance(given, pd.DataFrame):
        names, values = _columns_of(given)
        return _texts(given.iloc[:, names].tolist()), _cells(given.iloc[:, values])
    if isinstance(given, pd.Series):
        return _texts(given.index.tolist()), _cells(given)
    raise FormatError(f"expected ids and values as a mapping, a series, a frame or a path, got {quoted(given)}")


def _texts(ids: Iterable[Any]) -> list[str]:
    return [id if type(id) is str else str(as_id(python_value(id))) for id in ids]


def _cells(values: Any) -> Column:
    """The cells as a column; blanks and whatever pandas has for nothing say nothing."""
    import pandas as pd

    codes, distinct = pd.factorize(pd.Series(values, dtype=None if hasattr(values, "dtype") else object))
    column = Column(codes.astype(np.int32), [python_value(value) for value in distinct])
    return column.without(column.mapped(lambda cell: isinstance(cell, str) and not cell.strip(), False, np.bool_))


def _claim(value: object) -> Claim | None:
    """The claim of a cell; None if it is none."""
    sign = _SIGN.fullmatch(value) if isinstance(value, str) else None
    try:
        return Claim(parse_endless(sign[2] if sign else value), _BOUNDS[sign[1]] if sign else Relation.EXACT)
    except OptionError:
        return None


def _no_number(id: str, value: object, where: str) -> FormatError:
    words = f"node {quoted(id)} has the value {quoted(value)}; expected a number, or a bound such as >= 3"
    return FormatError(where + words)


def _require_one_each(ids: Sequence[str], rows: Any, column: Column, codes: Codes) -> None:
    """Nothing, unless two values are claimed of one node."""
    is_other = (rows >= 0) & column.has & (codes[rows] != column.codes)
    for row in np.flatnonzero(is_other)[:1].tolist():
        both = f"{column.cell(row)} and {column.values[int(codes[rows[row]])]}"
        raise FormatError(f"node {quoted(ids[row])} has two values, {both}; leave one out")


def _read(path: Path) -> Mapping[Any, Any] | pd.DataFrame:
    """What a file holds."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise FormatError(f"{path}: {error.strerror or error}") from None
    return read_claims(str(path), content)


def read_claims(name: str, content: bytes) -> Mapping[Any, Any] | pd.DataFrame:
    """What the content of a file of some name holds: what `claims_of` takes.

    Raises
    ------
    FormatError
        If it is not CSV, Parquet or JSON.
    """
    try:
        if name.lower().endswith(".parquet"):
            import pandas as pd

            return pd.read_parquet(BytesIO(content))
        return parsed_claims(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise FormatError(f"{name}: not text in UTF-8; expected CSV, Parquet or JSON") from None
    except FormatError as error:
        raise FormatError(f"{name}: {error}") from None
    except ValueError as error:  # of pandas and Arrow
        raise FormatError(f"{name}: {one_line(str(error))}") from None


def _from_json(text: str) -> Mapping[Any, Any]:
    found, _ = parse_json(text)
    if isinstance(found, Mapping):
        inner = found.get("scores", found.get("values"))
        return inner if isinstance(inner, Mapping) else found
    pairs = [_pair(entry) for entry in found] if isinstance(found, list) else [None]
    if None in pairs:
        raise FormatError(f"expected {_SHAPES}")
    return dict(filter(None, pairs))


def _pair(entry: object) -> tuple[Any, Any] | None:
    """The id and the value of an entry of a list."""
    if isinstance(entry, list) and len(entry) == 2:
        return entry[0], entry[1]
    if not isinstance(entry, Mapping):
        return None
    id, value = (next((key for key in names if key in entry), None) for names in (_IDS, _WORTHS))
    return None if id is None or value is None else (entry[id], entry[value])


def _from_csv(text: str) -> pd.DataFrame:
    import pandas as pd

    body = text.lstrip()
    head = body.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=head.count)
    cells = [cell.strip().strip('"') for cell in head.split(delimiter)]
    is_data = len(cells) > 1 and _claim(cells[1]) is not None
    try:
        frame = pd.read_csv(
            StringIO(body), sep=delimiter, dtype=str, keep_default_na=False, header=None if is_data else 0,
            skipinitialspace=True, skip_blank_lines=False,
        )  # fmt: skip
    except ValueError as error:
        raise FormatError(f"not a table of ids and values: {one_line(str(error))}") from None
    frame = frame[~frame.isna().all(axis=1)]  # a blank line
    frame.index += text[: -len(body)].count("\n") + (1 if is_data else 2)
    frame.attrs[_LINES] = True
    return frame


def _columns_of(frame: pd.DataFrame) -> tuple[int, int]:
    """Where the ids and the values stand: under a name that says so, else in the first and the second column."""
    titles = [str(column).strip().lower() for column in frame.columns]
    if len(titles) < 2:
        raise FormatError(f"expected a column of ids and one of values, got {quoted(', '.join(titles))}")
    id = next((titles.index(name) for name in _IDS if name in titles), None)
    worth = next((titles.index(name) for name in _WORTHS if name in titles), None)
    if (id is None or worth is None) and len(titles) > 2:
        got = quoted(", ".join(titles))
        raise FormatError(f"expected a column node and a column value, got {got}; rename two of them")
    first = id if id is not None else 1 - worth if worth is not None else 0
    return first, worth if worth is not None else 1 - first
