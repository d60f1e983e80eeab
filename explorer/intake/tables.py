"""Graphs from tables of moves and of nodes (pandas frames, CSV, Parquet), taken into an `Intake` as whole columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.intake.cells import (
    Column,
    FieldReader,
    as_id,
    column_of,
    empty_column,
    identity,
    python_value,
    with_gaps,
    with_shared_values,
)
from explorer.intake.intake import Intake, LineOf, is_blank
from explorer.intake.moves import is_mark, is_name, notes_on_moves
from explorer.intake.readings import Assembled
from explorer.model.convert import FORMAT, column_name
from explorer.model.errors import FormatError, quoted
from explorer.model.graph import Convention
from explorer.model.scores import EXACT

if TYPE_CHECKING:
    import pandas as pd

_NO_GAPS = str.maketrans("", "", " _")
_PARENT = ("parent", "parentid")  # titles, without blanks, _ and capitals
_NO_PARENT = ("0", "-1")  # ids that no node has and that stand for no parent


class Table(NamedTuple):
    """A table: its columns as the model calls them, and the line of each row."""

    columns: Mapping[str, Column]
    line: LineOf


def assemble_tables(
    moves: Table, nodes: Table | None, intake: Intake, top: Mapping[str, Any] | None = None, *, infers_root: bool = True
) -> Assembled:
    """Return the good part of two tables, and its problems.

    Parameters
    ----------
    moves : has `from` and `to`, and perhaps names of moves under `move`, `label`, `name` or `action`, and marks under
        `progress`.
    nodes : has `id` and the other keys of a node, and `root` with any mark on one.
    intake : one for tables, in which something may be noted already.
    top : as for `Intake.finish`.

    Raises
    ------
    FormatError
        If a move says that it is undirected.
    """
    _require_directed(moves)
    columns = {"from": empty_column(0), "to": empty_column(0), **moves.columns}
    attributes = {key: column for key, column in columns.items() if is_name(key) or is_mark(key)}
    intake.move_columns(columns["from"], columns["to"], attributes, moves.line)
    if others := [key for key in columns if key not in ("from", "to", "", *attributes)]:
        intake.fields.warn(notes_on_moves(others))
    if nodes is not None:
        intake.node_columns(nodes.columns, nodes.line)
    return intake.finish(top, infers_root=infers_root)


def parent_title(titles: Iterable[object]) -> str | None:
    """Return the first title under which the parent of a node stands; None if there is none."""
    return next((str(title) for title in titles if str(title).lower().translate(_NO_GAPS) in _PARENT), None)


def moves_to_parents(nodes: Table, title: str, fields: FieldReader) -> tuple[Table, Table]:
    """Return the table of moves from parents to the nodes that name them, and the table of nodes without parents."""
    ids, parents = (_as_id_column(nodes.columns[key]) for key in ("id", title))
    known = {*ids.values}  # tables with gaps turn 1 into 1.0
    texts = [value if value in known else str(value).removesuffix(".0") for value in parents.values]
    parents = Column(parents.codes, texts)
    ids, parents = with_shared_values(ids, with_gaps(parents, is_blank))
    is_known = parents.has & np.isin(parents.codes, ids.codes)
    for row in np.flatnonzero(parents.has & ~is_known).tolist():
        if (parent := parents.cell(row)) not in _NO_PARENT:
            of = f"the parent {quoted(parent)} of node {quoted(ids.cell(row) or '')}"
            fields.error(f"{of} is no id of the table; the move was left out", line=nodes.line(row))
    rows = np.flatnonzero(is_known)
    moves = Table({"from": parents.at(rows), "to": ids.at(rows)}, lambda row: nodes.line(int(rows[row])))
    return moves, Table({key: column for key, column in nodes.columns.items() if key != title}, nodes.line)


def _as_id_column(column: Column) -> Column:
    """Return the column with each number as the text of its id."""
    return Column(column.codes, [as_id(identity(value)) for value in column.values])


def _require_directed(moves: Table) -> None:
    """Raise FormatError if a move is of the type Undirected, as Gephi writes it."""
    for key, column in moves.columns.items():
        if key.lower() != "type":
            continue
        are_odd = column.mapped(lambda cell: str(cell).strip().lower() == "undirected", False, np.bool_)
        for row in np.flatnonzero(are_odd)[:1].tolist():
            source, target = (quoted(moves.columns[end].cell(row)) for end in ("from", "to"))
            message = f"a game graph is directed, but {source} → {target} is of the type Undirected; write Directed"
            raise FormatError(f"line {moves.line(row)}: {message}")


def concatenate(tables: list[Table]) -> Table:
    """Return the rows of several tables, one after another."""
    parts = [table for table in tables if _row_count(table)] or tables[:1]
    if len(parts) == 1:
        return parts[0]
    sizes = [*map(_row_count, parts)]
    bounds = np.cumsum([0, *sizes])

    def line(row: int) -> int | None:
        number = int(np.searchsorted(bounds, row, side="right")) - 1
        return parts[number].line(row - int(bounds[number]))

    keys = dict.fromkeys(key for part in parts for key in part.columns)
    empty = [*map(empty_column, sizes)]
    columns = {
        key: concatenated_column([p.columns.get(key, e) for p, e in zip(parts, empty, strict=True)]) for key in keys
    }
    return Table(columns, line)


def _row_count(table: Table) -> int:
    """Return the number of rows of a table."""
    return max((len(column.codes) for column in table.columns.values()), default=0)


def concatenated_column(columns: list[Column]) -> Column:
    """Return the cells of several columns, one after another."""
    if len(columns) == 1:
        return columns[0]
    shared = with_shared_values(*columns)
    return Column(np.concatenate([column.codes for column in shared]), shared[0].values)


def assemble_frames(
    moves: pd.DataFrame,
    nodes: pd.DataFrame | None = None,
    *,
    root: object = None,
    convention: str | Convention | None = None,
) -> Assembled:
    """Return the good part of two frames, and its problems; see `GameGraph.from_frames`."""
    about = {} if nodes is None else nodes.attrs.get(FORMAT, {})
    intake = Intake(convention or about.get("convention"), is_table=True, levels=False)
    names = _column_names(moves)
    if nodes is None and "from" not in names and "id" in names and (title := parent_title(names)) is not None:
        by_parent = moves_to_parents(table_of(moves), title, intake.fields)
        return assemble_tables(*by_parent, intake, {"root": python_value(root)})
    needed = [("moves", moves, "from"), ("moves", moves, "to")] + ([] if nodes is None else [("nodes", nodes, "id")])
    missing = [
        f"{name} needs a column {quoted(column)}"
        for name, frame, column in needed
        if column not in _column_names(frame)
    ]
    if missing:
        raise FormatError("; ".join(missing))
    tables = table_of(moves), None if nodes is None else table_of(nodes)
    return assemble_tables(*tables, intake, {**about, "root": python_value(root)})


def table_of(frame: pd.DataFrame, first: int = 1) -> Table:
    """Return the columns of a frame, with rows numbered from the first."""
    columns = (_column_of_series(frame.iloc[:, number]) for number in range(len(frame.columns)))
    return Table(dict(zip(_column_names(frame), columns, strict=True)), lambda row: row + first)


def _column_of_series(cells: pd.Series[Any]) -> Column:
    if hasattr(cells, "cat"):
        return Column(np.asarray(cells.cat.codes, np.int32), cells.cat.categories.tolist())
    values, blanks = np.array(cells, object), np.array(cells.isna())
    values[blanks] = None
    if _were_whole_numbers(cells, blanks):
        values[~blanks] = [*map(int, values[~blanks])]
    return column_of(values.tolist())


def _were_whole_numbers(cells: pd.Series[Any], blanks: NDArray[np.bool_]) -> bool:
    """Return whether cells are floats only because pandas makes whole numbers with gaps floats."""
    if not (isinstance(cells.dtype, np.dtype) and cells.dtype.kind == "f" and blanks.any()):
        return False
    numbers = cells.to_numpy()[~blanks]
    return bool(((np.trunc(numbers) == numbers) & (abs(numbers) <= EXACT)).all())


def _column_names(frame: pd.DataFrame) -> list[str]:
    """Return the names of a frame's columns in the model; the titles themselves where two names would be equal."""
    titles = [str(column) for column in frame.columns]
    names = [column_name(title) for title in titles]
    return names if len(set(names)) == len(names) else titles
