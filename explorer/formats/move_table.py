"""CSV: a table of moves, and a table of nodes beside it (x.csv and x.nodes.csv) or below it after a blank line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np

from explorer.formats.csv_columns import NUMBERS, LargeTable, header_of, joined_tables, large_tables
from explorer.formats.csv_text import delimiter_of, rows_of, table
from explorer.formats.delimited import are_all
from explorer.formats.edge_list import LEFT_OUT, NUMBER, are_edges, has_numbers_alone, read_rows
from explorer.formats.edge_list import read as read_edges
from explorer.formats.format import Format, Pair
from explorer.formats.runs import unless_odd
from explorer.formats.text import refuse_null
from explorer.model import plain
from explorer.model.arrow import fits_int64, in_numpy, is_text, reprs_in_arrow, texts_in_arrow
from explorer.model.assemble import Assembled, Row, notes_on_moves
from explorer.model.builder import GraphBuilder
from explorer.model.check import LineOfNodes, Problem, Severity
from explorer.model.convert import NODE_COLUMNS, is_known_column, node_cells
from explorer.model.errors import FormatError, quoted
from explorer.model.fields import FACTS, MOST_ALIKE, FieldReader, without_nothing
from explorer.model.graph import GameGraph
from explorer.model.mending import at_rows
from explorer.model.numbering import require
from explorer.model.tables import are_directed, assemble_tables
from explorer.model.views import Cells, Floats, Picked

CANNOT_CARRY = (
    "name, description, known answers and other keys of the graph; lists and objects, and the types of unknown "
    "keys; that a graph has no root yet; and the convention of a graph without inner nodes."
)
NO_NODES = (
    "the second file, beside the table of moves, must be a table of nodes with a column id, and any of player, score, "
    "open, label, x, y, root; {got}"
)
NODES_ALONE = (
    "this is a table of nodes, with the columns {got}, and has no moves; open the table of moves, which has the same "
    "name without .nodes, and this one is read beside it"
)
_TOO_MANY = "{} cells where the header has {}; the last were left out, check the quotes"
_DECIMAL = re.compile(r"\s*[+-]?\d+,\d+\s*")
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}\.\d{3}")
FACTS_IN_TABLES = (*FACTS, "root")


@dataclass
class _Table:
    """A table of the text: its columns and its rows with their lines."""

    columns: list[str]
    rows: list[Row] = field(default_factory=list)

    @property
    def is_of_moves(self) -> bool:
        return {"from", "to"} <= set(self.columns)

    @property
    def is_of_nodes(self) -> bool:
        return "id" in self.columns and not self.is_of_moves


def read(text: str, companion: str | None = None, *, delimiter: str = "") -> Assembled:
    """The good part of a table of moves and, if there is one, of a table of nodes.

    Parameters
    ----------
    delimiter : the usual one, if the kind of file has one.

    Raises
    ------
    FormatError
        If there is no table with the columns from and to (or source and target), or the quotes do not match.
    """
    builder = GraphBuilder()
    if (found := _plain(text, companion, delimiter, builder)) is not None:
        return found
    beside = [] if companion is None else [*_tables(companion, delimiter, builder, LineOfNodes)]
    tables = [*_tables(text, delimiter, builder), *beside]
    moves = [table for table in tables if table.is_of_moves]
    nodes = [table for table in tables if table.is_of_nodes]
    if not moves:
        if companion is None and has_numbers_alone(text):
            return read_edges(text)
        if companion is None and (found := _headless(text, delimiter)) is not None:
            return found
        got = quoted(", ".join(tables[0].columns)) if tables else "nothing"
        if nodes:
            raise FormatError(NODES_ALONE.format(got=got))
        raise FormatError(f"a table of moves has the columns from and to (or source and target), got {got}")
    if companion is not None and not nodes:
        got = quoted(", ".join(beside[0].columns)) if beside else "nothing"
        raise FormatError(NO_NODES.format(got=f"got {got}"))
    for note in _unused(column for each in moves for column in each.columns):
        builder.fields.warn(note)
    return assemble_tables(_rows(moves), _rows(nodes) if nodes else None, builder=builder)


def _headless(text: str, usual: str) -> Assembled | None:
    """The graph of a table that is a list of edges from its first line on; None of any other."""
    rows = [(line, cells) for line, cells in rows_of(text, delimiter_of(text, usual)) if cells]
    if not are_edges([cells for _, cells in rows]):
        return None
    line, first = rows[0]
    return read_rows(rows).with_problems([_no_header(line, first)])


def _no_header(line: int, first: Sequence[str]) -> Problem:
    message = f"no header such as from,to; the first row was read as the move {quoted(first[0])} → {quoted(first[1])}"
    return Problem(Severity.WARNING, message, line=line)


@unless_odd
def _plain(text: str, companion: str | None, usual: str, builder: GraphBuilder) -> Assembled | None:
    """The graph of large tables; None of small ones, or if anything is odd about them."""
    texts = [text] if companion is None else [text, companion]
    if sum(each.count("\n") or each.count("\r") for each in texts) < plain.LARGE:
        return None
    tables = large_tables(text, usual)
    if companion is None and len(tables) == 1 and not tables[0].names:
        return _plain_edges(text, tables[0])
    beside = [] if companion is None else large_tables(companion, usual, LineOfNodes)
    moves = [each for each in tables if {"from", "to"} <= {*each.names}]
    nodes = [each for each in beside or tables if "id" in each.names and not {"from", "to"} <= {*each.names}]
    require(bool(moves) and len(moves) + len(nodes) == len(tables) + len(beside))
    fields = deepcopy(builder.fields)
    for each in (*beside, *tables):
        _note_long(each, fields)
    for note in _unused(name for each in moves for name in each.names):
        fields.warn(note)
    (ends, move_lines), (own, lines) = joined_tables(moves), joined_tables(nodes)
    require(are_directed(ends))
    own = plain.without_nothing(own, FACTS_IN_TABLES)
    known, extras = plain.nodes_and_extras(own, NODE_COLUMNS) if nodes else (None, {})
    found = plain.PlainTables(
        sources=ends["from"],
        targets=ends["to"],
        nodes=known,
        lines=lines if nodes else (),
        adds_ends=True,
        move_lines=move_lines,
        extras=extras,
    )
    return plain.assemble_plain(found, fields)


def _note_long(table: LargeTable, fields: FieldReader) -> None:
    """Note rows that have cells without a column."""
    if table.widths is None:
        return
    told = table.long[:MOST_ALIKE]
    for row, line in at_rows(table.lines, told + 1).items():
        fields.error(_TOO_MANY.format(table.widths[row - 1], len(table.header)), line=line)
    fields.more(len(table.long) - len(told))


def _plain_edges(text: str, some: LargeTable) -> Assembled | None:
    """The graph of a large table that is a list of edges from its first line on; `OddError` for any other."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if has_numbers_alone(text):
        return read_edges(text)
    first, columns = some.header, [*some.columns.values()]
    require(
        some.widths is None and len(first) in (2, 3) and all(first) and not any(each.null_count for each in columns)
    )
    require(
        all(re.fullmatch(NUMBER, cell) for cell in first[2:]) and all(are_all(each, NUMBER) for each in columns[2:])
    )
    require(any(pc.any(pc.is_in(column, texts_in_arrow(first[:2]))).as_py() for column in columns[:2]))
    sources, targets, *_ = (
        pa.chunked_array([texts_in_arrow([cell]), *column.chunks]) for cell, column in zip(first, columns, strict=True)
    )
    tables = plain.PlainTables(
        sources=sources, targets=targets, move_lines=some.lines, notes=[LEFT_OUT] * len(first[2:])
    )
    found = plain.assemble_plain(tables, FieldReader())
    return found and found.with_problems([_no_header(next(iter(some.lines)), first)])


def _rows(tables: Iterable[_Table]) -> list[Row]:
    return [row for table in tables for row in table.rows]


def _tables(text: str, usual: str, builder: GraphBuilder, line_of: Callable[[int], int] = int) -> Iterator[_Table]:
    """The tables of a text: one begins with the first row, and after each blank line if the row is a header."""
    current: _Table | None = None
    after_blank = True
    delimiter = delimiter_of(text, usual)
    for line, cells in rows_of(text, delimiter, line_of):
        if not cells:
            after_blank = True
            continue
        columns = header_of(cells) if after_blank else []
        if current is None or columns:
            if current is not None:
                yield _with_points(current, builder) if delimiter == ";" else current
            current = _Table(columns or cells)
        else:
            row = _row(cells, current.columns, line, builder)
            current.rows.append((line, row))
        after_blank = False
    if current is not None:
        yield _with_points(current, builder) if delimiter == ";" else current


def _with_points(table: _Table, builder: GraphBuilder) -> _Table:
    """The table with decimal points for decimal commas, which go with semicolons between the cells.

    A score such as 1.000 among these may be one or a thousand, and is refused.
    """
    cells = ((row.get(key, "") for key in NUMBERS) for _, row in table.rows)
    if not any(map(_DECIMAL.fullmatch, chain.from_iterable(cells))):
        return table
    rows: list[Row] = [(line, _with_point(row, line, builder)) for line, row in table.rows]
    return _Table(table.columns, rows)


def _with_point(row: Mapping[str, str], line: int | None, builder: GraphBuilder) -> dict[str, str]:
    found = {
        key: cell.replace(",", ".") if key in NUMBERS and _DECIMAL.fullmatch(cell) else cell
        for key, cell in row.items()
    }
    score, id = row.get("score", "").strip(), row.get("id")
    if _THOUSANDS.fullmatch(score):
        decimal, whole = score.replace(".", ",").rstrip("0").rstrip(","), score.replace(".", "")
        builder.fields.error(
            f"the score of node {quoted(id)}: {score} may be {decimal} or {whole}, as "
            "other numbers have decimal commas; write it as one of these; kept as an open node",
            node=id,
            line=line,
        )
        del found["score"]
        return found if "player" in found else {**found, "open": "true"}
    return found


def _row(cells: list[str], columns: list[str], line: int, builder: GraphBuilder) -> dict[str, str]:
    if any(cells[len(columns) :]):
        builder.fields.error(_TOO_MANY.format(len(cells), len(columns)), line=line)
    named = {column: cell for column, cell in zip(columns, cells, strict=False) if cell and column}
    return without_nothing(named, FACTS_IN_TABLES)


def _unused(columns: Iterable[str]) -> list[str]:
    """What is to be said of the columns of moves."""
    return notes_on_moves([column for column in columns if column not in ("from", "to", "")])


def write(graph: GameGraph, *, delimiter: str = ",") -> str:
    """Both tables as one text, moves first, with a blank line between."""
    return "\n".join(write_both(graph, delimiter=delimiter))


def write_both(graph: GameGraph, *, delimiter: str = ",") -> tuple[str, str]:
    """The table of moves and the table of nodes.

    Raises
    ------
    FormatError
        If an id has a null character.
    """
    refuse_null(graph.columns.ids, "CSV")
    ends = {
        "from": Picked(graph.columns.ids, graph.links.sources),
        "to": Picked(graph.columns.ids, graph.links.targets),
    }
    return table(ends, delimiter), _node_table(graph, delimiter)


def _node_table(graph: GameGraph, delimiter: str) -> str:
    columns = node_columns(graph, _is_column)
    return table({name: _texts(cells) for name, cells in columns.items()}, delimiter)


def node_columns(graph: GameGraph, is_column: Callable[[str], bool]) -> dict[str, Sequence[Any]]:
    """All columns of a table of nodes, in order: those of the model, then those of further keys that can be columns."""
    cells, rows = node_cells(graph), np.zeros(len(graph.columns.ids), np.int8)
    nothing = Picked([None], rows)
    if graph.root is not None:
        said = cells.get("root", nothing)
        known, codes = (said.items, said.codes) if isinstance(said, Picked) else (said, np.arange(len(rows)))
        codes = codes.copy()
        codes[graph.root_index] = len(known)
        cells["root"] = Picked([*known, True], codes)
    others = {name: column for name, column in cells.items() if name not in NODE_COLUMNS and is_column(name)}
    return {name: cells.get(name, nothing) for name in NODE_COLUMNS} | others


def _is_column(key: str) -> bool:
    """Whether a column of this name comes back as it is."""
    return key == key.strip() != "" and "\0" not in key and not is_known_column(key)


def _texts(cells: Sequence[Any]) -> Sequence[str]:
    """The cells as text."""
    if isinstance(cells, Picked):
        return Picked([*map(_text, cells.items)], cells.codes)
    if isinstance(cells, Floats):
        return cells.texts
    if not isinstance(cells, Cells):
        return [*map(_text, cells)]
    import pyarrow as pa
    import pyarrow.compute as pc

    type, texts = cells.column.type, cells.column
    if pa.types.is_float64(type) or pa.types.is_float32(type):
        texts = reprs_in_arrow(in_numpy(texts.cast(pa.float64()), np.nan))
    elif not any(is_kind(type) for is_kind in (is_text, fits_int64, pa.types.is_boolean)):
        return [*map(_text, cells)]
    texts = pc.fill_null(texts.cast(pa.string()), texts_in_arrow([""])[0])
    return Cells(pc.replace_substring(texts, "\0", "\ufffd"))


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value).replace("\0", "\ufffd") if isinstance(value, str | int | float) else ""


FORMAT = Format(
    name="csv",
    title="CSV of moves and nodes (.csv)",
    suffixes=(".csv",),
    read=read,
    write=write,
    cannot_carry=CANNOT_CARRY,
    recognises=bool,
    pair=Pair(".nodes", write_both),
    rank=41,
)
