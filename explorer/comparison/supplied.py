"""Tables of values as users supply them: ids and columns of a file, a frame or a mapping, identified by title."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from io import StringIO
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from explorer.comparison.score_words import is_value, is_word
from explorer.formats.json_text import parse_json
from explorer.formats.parquet import read_frame
from explorer.formats.text import one_line
from explorer.intake.cells import Column, as_id, python_value
from explorer.model.errors import FormatError, quoted

if TYPE_CHECKING:
    import pandas as pd

ValuesInput: TypeAlias = "Mapping[Any, Any] | pd.Series[Any] | pd.DataFrame | str | PathLike[str]"


class ColumnRole(StrEnum):
    """The meaning of a column in a table of supplied values."""

    ID = "id"
    VALUE = "value"
    DISTANCE = "distance"
    BEST = "best"
    CLOCK = "clock"


NAMES = {
    ColumnRole.ID: ("node", "id", "position", "state", "key", "name"),
    ColumnRole.VALUE: ("value", "score", "mine", "eval", "evaluation", "result", "outcome", "wdl"),
    ColumnRole.DISTANCE: ("distance", "remoteness", "dtm", "dte", "plies"),
    ColumnRole.BEST: ("best", "best move", "bestmove", "best successor"),
    ColumnRole.CLOCK: ("clock", "move clock", "halfmove clock", "rule50"),
}
"""The titles under which a column is found, in lower case and with blanks for `_`; the first that is there counts."""

_OTHER_ENDS = {"dtc": "the next conversion", "dtz": "the next capture or pawn move"}
_LINES = "lines"  # of a frame: whether its index says in which line of a text each row stands
_DELIMITERS = (",", "\t", ";", "|")
_SHAPES = 'an object of ids and values, a list of pairs, or what solve --json prints, with the key "scores"'


@dataclass(frozen=True)
class ValueTable:
    """A table of ids and of the values supplied for each.

    Attributes
    ----------
    ids : the id of each row.
    columns, titles : the columns by role, without that of the ids, and their titles.
    left_out : the titles of all other columns, with the reason where there is one.
    lines : the line of each row in a text; None if the table comes from none.
    """

    ids: Sequence[str]
    columns: Mapping[ColumnRole, Column]
    titles: Mapping[ColumnRole, str]
    left_out: Sequence[str] = ()
    lines: Sequence[int] | None = None

    def where(self, row: int) -> str:
        """Return the words with a row's line number that begin an error message."""
        return "" if self.lines is None else f"line {self.lines[row]}: "


def value_table(values: ValuesInput) -> ValueTable:
    """Return values in any supported form as a table.

    Parameters
    ----------
    values : a mapping of ids and values, a mapping of ids and records such as {"value": 1, "distance": 3}, the object
        that `solve --json` prints, a series, a frame, or the path of such a table as CSV, Parquet or JSON.

    Raises
    ------
    FormatError
        If it is none of these.
    """
    import pandas as pd

    values = _read_file(Path(values)) if isinstance(values, str | PathLike) else values
    if isinstance(values, Mapping) and (frame := _frame_of(values)) is not None:
        values = frame
    if isinstance(values, pd.DataFrame):
        return _table_of_frame(values)
    if isinstance(values, Mapping):
        return ValueTable(_id_texts(values), {ColumnRole.VALUE: _cells_as_column([*values.values()])}, {})
    if isinstance(values, pd.Series):
        return ValueTable(_id_texts(values.index.tolist()), {ColumnRole.VALUE: _cells_as_column(values)}, {})
    raise FormatError(f"expected ids and values as a mapping, a series, a frame or a path, got {quoted(values)}")


def parsed_values(text: str) -> Mapping[Any, Any] | pd.DataFrame:
    """Return values for `value_table` from a text, JSON or a table with a delimiter.

    Raises
    ------
    FormatError
        If it is neither.
    """
    return _values_from_json(text) if text.lstrip()[:1] in ("{", "[") else _frame_from_csv(text)


def read_values(name: str, content: bytes) -> Mapping[Any, Any] | pd.DataFrame:
    """Return values for `value_table` from the content of a file.

    Raises
    ------
    FormatError
        If it is not CSV, Parquet or JSON.
    """
    try:
        if name.lower().endswith(".parquet"):
            return read_frame(content)
        return parsed_values(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise FormatError(f"{name}: not text in UTF-8; expected CSV, Parquet or JSON") from None
    except FormatError as error:
        raise FormatError(f"{name}: {error}") from None


def _read_file(path: Path) -> Mapping[Any, Any] | pd.DataFrame:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise FormatError(f"{path}: {error.strerror or error}") from None
    return read_values(str(path), content)


def has_words(values: ValuesInput) -> bool:
    """Return whether some values are words for scores."""
    column = value_table(values).columns.get(ColumnRole.VALUE)
    return column is not None and any(map(is_word, column.values))


# ---- columns


def _table_of_frame(frame: pd.DataFrame) -> ValueTable:
    places = _column_places(frame)
    columns: dict[ColumnRole, Column] = {
        role: _cells_as_column(frame.iloc[:, place]) for role, place in places.items() if role is not ColumnRole.ID
    }
    titles = {role: str(frame.columns[place]).strip() for role, place in places.items()}
    rest = [str(title).strip() for place, title in enumerate(frame.columns) if place not in places.values()]
    lines = frame.index.tolist() if frame.attrs.get(_LINES) else None
    return ValueTable(
        _id_texts(frame.iloc[:, places[ColumnRole.ID]].tolist()),
        columns,
        titles,
        [*map(_title_with_reason, rest)],
        lines,
    )


def _title_with_reason(title: str) -> str:
    """Return the title of a table's column that is left out, with the reason."""
    end = _OTHER_ENDS.get(title.lower())
    return f"{title} (moves to {end}, not to the end)" if end else title


def _column_places(frame: pd.DataFrame) -> dict[ColumnRole, int]:
    """Return the place of each column that has a role, by title; of two without known titles the ids come first."""
    titles = [str(column).strip().lower().replace("_", " ") for column in frame.columns]
    places = {
        role: titles.index(name)
        for role in ColumnRole
        if (name := next((n for n in NAMES[role] if n in titles), "")) != ""
    }
    free = [place for place in range(len(titles)) if place not in places.values()]
    if len(titles) == 2 and len(free) > 0:
        needed = [role for role in (ColumnRole.ID, ColumnRole.VALUE) if role not in places][: len(free)]
        places |= dict(zip(needed, free, strict=False))
    if ColumnRole.ID not in places or len({*places} - {ColumnRole.CLOCK}) < 2:
        got = quoted(", ".join(map(str, frame.columns)))
        advice = "; rename two of them" if len(titles) > 2 else ""
        raise FormatError(f"expected a column node and a column value, got {got}{advice}")
    return places


def _id_texts(ids: Iterable[Any]) -> list[str]:
    return [id if type(id) is str else str(as_id(python_value(id))) for id in ids]


def _cells_as_column(values: Any) -> Column:
    """Return the cells as a column; blanks and missing values are empty."""
    import pandas as pd

    codes, distinct = pd.factorize(pd.Series(values, dtype=None if hasattr(values, "dtype") else object))
    column = Column(codes.astype(np.int32), [python_value(value) for value in distinct])
    return column.without(column.mapped(lambda cell: isinstance(cell, str) and not cell.strip(), False, np.bool_))


# ---- JSON and CSV


def _values_from_json(text: str) -> Mapping[Any, Any] | pd.DataFrame:
    import pandas as pd

    content, _ = parse_json(text)
    if isinstance(content, Mapping):
        return content
    entries = content if isinstance(content, list) else []
    if entries and all(isinstance(entry, list) and len(entry) == 2 for entry in entries):
        return pd.DataFrame(entries, columns=["node", "value"], dtype=object)
    if not entries or not all(isinstance(entry, Mapping) for entry in entries):
        raise FormatError(f"expected {_SHAPES}")
    return pd.DataFrame(entries, dtype=object)


def _frame_of(values: Mapping[Any, Any]) -> pd.DataFrame | None:
    """Return a mapping of ids and records, or of columns, as a frame; None if it has one value for each id."""
    import pandas as pd

    scores = values.get("scores", values.get("values"))
    if isinstance(scores, Mapping):
        columns = {"value": scores, **{key: values[key] for key in ("distance", "best") if key in values}}
        return pd.DataFrame({name: pd.Series(column, dtype=object) for name, column in columns.items()}).reset_index(
            names="node"
        )
    if values and all(isinstance(value, Mapping) for value in values.values()):
        return pd.DataFrame([{**record, "node": id} for id, record in values.items()], dtype=object)
    return None


def _frame_from_csv(text: str) -> pd.DataFrame:
    import pandas as pd

    body = text.lstrip()
    head = body.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=head.count)
    cells = [cell.strip().strip('"') for cell in head.split(delimiter)]
    is_data = len(cells) > 1 and is_value(cells[1])
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
