"""Graphs from tables of moves and of nodes (pandas frames, CSV), taken apart into rows for one `GraphBuilder`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from explorer.model import plain, plain_records
from explorer.model.arrow import Column, holds_values, is_text
from explorer.model.assemble import bare, without_nulls
from explorer.model.builder import Assembled, GraphBuilder
from explorer.model.convert import NODE_COLUMNS, column_name
from explorer.model.errors import FormatError, quoted
from explorer.model.fields import is_marked
from explorer.model.graph import Convention, GameGraph
from explorer.model.late_methods import provided
from explorer.model.numbering import OddError, require
from explorer.model.plain_records import Row

if TYPE_CHECKING:
    import pandas as pd

_FLOATS = ("floating",)  # as pandas calls what a column holds
_NUMBERS = (*_FLOATS, "integer", "mixed-integer-float")


def assemble_tables(
    moves: Iterable[Row],
    nodes: Iterable[Row] | None,
    *,
    root: object = None,
    convention: str | Convention | None = None,
    builder: GraphBuilder | None = None,
    notes: Sequence[str] = (),
) -> Assembled:
    """The good part of two tables, each an iterable of (line, row); empty cells are left out, "" or None.

    A row of `moves` has `from` and `to`; a row of `nodes` the keys of a node, and `root` with any mark on one.
    `notes` is what is to be said of all moves.

    Raises
    ------
    FormatError
        If a move says that it is undirected.
    """
    builder = builder or GraphBuilder()
    builder.take_convention(convention)
    records, ends = [(line, without_nulls(row)) for line, row in nodes or ()], [*moves]
    if (found := _plain_rows(records if nodes else None, ends, root, builder, notes)) is not None:
        return found
    marked: list[object] = []
    for line, record in records:
        if is_marked(record.pop("root", None)):
            marked.append(record.get("id"))
        builder.add_node(record, line=line)
    for line, row in ends:
        require_directed(row, line)
        builder.add_move(row.get("from"), row.get("to"), line=line)
    for note in notes:
        builder.fields.warn(note)
    builder.add_missing_ends()
    chosen = builder.fields.chosen_root(marked) if root is None else root
    return builder.finish(root=chosen, infer_root=True, announce_negamax=True)


def _plain_rows(
    nodes: Sequence[Row] | None, moves: Sequence[Row], root: object, builder: GraphBuilder, notes: Sequence[str]
) -> Assembled | None:
    """The graph of very many rows; None of few, or if anything is odd about them."""
    if len(moves) + len(nodes or ()) < plain.LARGE or not builder.is_empty:
        return None
    for line, row in moves:
        require_directed(row, line)
    ends = [(row.get("from"), row.get("to"), line) for line, row in moves]
    tables = plain_records.tables_of_records(nodes or (), ends, notes, is_table=True)
    if tables is None:
        return None
    tables = replace(
        tables,
        nodes=None if nodes is None else tables.nodes,
        root=root,
        convention=builder.convention,
    )
    return plain.assemble_plain(tables, builder.fields)


def require_directed(row: Mapping[str, Any], line: int | None) -> None:
    """Nothing, unless a move is of the type Undirected, as Gephi writes it.

    Raises
    ------
    FormatError
        Naming the line.
    """
    if len(row) > 2 and any(key.lower() == "type" and str(row[key]).strip().lower() == "undirected" for key in row):
        where = f"line {line}: " if line is not None else ""
        move = f"{quoted(row.get('from'))} → {quoted(row.get('to'))}"
        raise FormatError(f"{where}a game graph is directed, but {move} is of the type Undirected; write Directed")


def are_directed(moves: Mapping[str, Column]) -> bool:
    """Whether all moves of a table are plainly directed."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.types as pt

    types = [column for key, column in moves.items() if str(key).lower() == "type"]
    texts = [each.cast(pa.string()) if pt.is_dictionary(each.type) else each for each in types]
    return not any(
        is_text(each.type) and pc.any(pc.match_substring_regex(each, "(?i)undirected")).as_py() for each in texts
    )


@provided
def graph_from_frames(
    moves: pd.DataFrame,
    nodes: pd.DataFrame | None,
    *,
    root: object,
    convention: str | Convention | None,
) -> GameGraph:
    """The graph of two frames without errors; see `GameGraph.from_frames`."""
    needed = [("moves", moves, "from"), ("moves", moves, "to")] + ([] if nodes is None else [("nodes", nodes, "id")])
    missing = [
        f"{name} needs a column {quoted(column)}" for name, frame, column in needed if column not in _names(frame)
    ]
    if missing:
        raise FormatError("; ".join(missing))
    root = bare(root)
    if (found := _plain_frames(moves, nodes, root, convention)) is not None:
        return found.require_good()
    rows = None if nodes is None else _rows(nodes)
    return assemble_tables(_rows(moves), rows, root=root, convention=convention).require_good()


def _plain_frames(
    moves: pd.DataFrame, nodes: pd.DataFrame | None, root: object, convention: str | Convention | None
) -> Assembled | None:
    """The graph of large frames; None if anything is odd about them, or they are small."""
    if len(moves) + (0 if nodes is None else len(nodes)) < plain.LARGE:
        return None
    builder = GraphBuilder(convention)
    try:
        ends, table = _arrow(moves), None if nodes is None else _arrow(nodes)
        require(are_directed(ends))
        known, extras = (None, {}) if table is None else plain.nodes_and_extras(table, NODE_COLUMNS)
        columns = (ends["from"], ends["to"], *(known or {}).values())
        require(all(holds_values(each.type) or each.null_count == len(each) for each in columns))
    except (OddError, ValueError):  # as Arrow's
        return None
    tables = plain.PlainTables(
        sources=ends["from"],
        targets=ends["to"],
        nodes=known,
        extras=extras,
        lines=range(1, len(nodes) + 1) if nodes is not None else (),
        move_lines=range(1, len(moves) + 1),
        adds_ends=True,
        root=root,
        convention=builder.convention,
    )
    return plain.assemble_plain(tables, builder.fields)


def _arrow(frame: pd.DataFrame) -> dict[str, Column]:
    """The columns of a frame in Arrow.

    Raises
    ------
    OddError
        If one holds values of several types, or two are called the same.
    """
    import pyarrow as pa
    import pyarrow.types as pt

    require(len(set(map(str, frame.columns))) == len(frame.columns))
    try:
        columns = [pa.chunked_array(pa.array(frame[title], from_pandas=True)) for title in frame.columns]
    except (pa.ArrowException, TypeError, ValueError, OverflowError):
        raise OddError from None
    table = dict(zip(_names(frame), columns, strict=True))
    for title, (name, column) in zip(frame.columns, table.items(), strict=True):
        kinds = _NUMBERS if name in ("x", "y") else _FLOATS
        require(not pt.is_floating(column.type) or _are(frame[title], kinds))
    return table


def _are(cells: pd.Series[Any], kinds: Collection[str]) -> bool:
    """Whether the values are of these kinds; Arrow makes floats of whole numbers and truth values among floats."""
    from pandas.api.types import infer_dtype

    return cells.dtype != object or infer_dtype(cells, skipna=True) in kinds


def _names(frame: pd.DataFrame) -> list[str]:
    """What the columns of a frame are called in the model; as they are where two would be called the same."""
    titles = [str(column) for column in frame.columns]
    names = [column_name(title) for title in titles]
    return names if len(set(names)) == len(names) else titles


def _rows(frame: pd.DataFrame) -> list[Row]:
    """The rows of a frame without their empty cells, numbered from 1."""
    blank = frame.isna().to_numpy()
    names = _names(frame)
    return [
        (number, {name: bare(value) for name, value, gap in zip(names, values, gaps, strict=True) if not gap})
        for number, (values, gaps) in enumerate(zip(frame.astype(object).to_numpy(), blank, strict=True), 1)
    ]
