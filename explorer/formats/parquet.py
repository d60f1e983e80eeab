"""Parquet: a table of moves, and a table of nodes beside it (x.parquet and x.nodes.parquet) or in the same table.

The columns are those of a CSV.  In a single file, a row with from and to is a move and any other with an id is a node.
What belongs to the graph as a whole (name, description, convention, known answers, unknown keys) stands as JSON under
the key `game-graph` of the file's metadata; files of other programs need not have it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from explorer.formats.format import Format, Pair
from explorer.formats.json_text import only_json, parse_json
from explorer.formats.mixed import as_texts, as_words, value_of
from explorer.formats.move_table import FACTS_IN_TABLES, NO_NODES, NODES_ALONE, node_columns
from explorer.formats.parquet_table import column_of, padded, parquet_table, table_of
from explorer.formats.runs import unless_odd
from explorer.model import plain
from explorer.model.arrow import (
    Column,
    are_there,
    floats_in_arrow,
    in_arrow,
    in_numpy,
    in_one_piece,
    is_text,
    texts_in_arrow,
)
from explorer.model.assemble import Assembled, Row, notes_on_moves
from explorer.model.builder import MAX_MOVES, MAX_NODES, GraphBuilder
from explorer.model.check import LineOfNodes
from explorer.model.convert import NODE_COLUMNS, column_name, document_from_graph, is_known_column
from explorer.model.errors import FormatError, quoted
from explorer.model.extras import Extras
from explorer.model.fields import NOTHING, is_marked, without_nothing
from explorer.model.graph import GameGraph
from explorer.model.numbering import require
from explorer.model.tables import are_directed, require_directed
from explorer.model.views import Cells, Picked

if TYPE_CHECKING:
    from explorer.formats.parquet_table import Table

_KEY = "game-graph"
_OF_ROWS = ("format", "version", "nodes", "moves")
_LINES = (int, LineOfNodes)  # what the rows of the first table are numbered as, and those of a second one
_TOP = ("convention", "root", "name", "description", "expected", *_OF_ROWS)


def read(data: bytes, companion: bytes | None = None) -> Assembled:
    """The good part of a table of moves and, in the same file or in a second one, of a table of nodes.

    Raises
    ------
    FormatError
        If a file is not Parquet, is past a limit, or has not the columns from and to (or source and target) or id.
    """
    builder = GraphBuilder()
    tables = [table_of(content, MAX_NODES + MAX_MOVES) for content in (data, companion) if content is not None]
    columns = [_columns(table, builder) for table in tables]
    if not {"from", "to"} & set(columns[0].values()) and "id" in columns[0].values():
        raise FormatError(NODES_ALONE.format(got=_list(tables[0])))
    if not {"from", "to"} <= set(columns[0].values()):
        raise FormatError(f"a table of moves has the columns from and to (or source and target), {_got(tables[0])}")
    if companion is not None and "id" not in columns[1].values():
        raise FormatError(NO_NODES.format(got=_got(tables[1])))
    top = _top(tables[0], builder)
    builder.take_convention(top.get("convention"))
    if (found := _plain(top, tables, columns, builder)) is not None:
        return found
    return _assemble(top, _rows(tables, columns), builder)


def _list(table: Table) -> str:
    return quoted(", ".join(table.columns)) if table.columns else "none"


def _got(table: Table) -> str:
    """The columns of a table that lacks some, and those that cannot be read."""
    others = f"; there is neither text nor a number in {quoted(', '.join(table.left_out))}" if table.left_out else ""
    return f"got {_list(table)}{others}"


def _columns(table: Table, builder: GraphBuilder) -> dict[str, str]:
    """What the columns of a table are called in the model."""
    for name in table.left_out:
        builder.fields.warn(f"the column {quoted(name)} holds neither text nor numbers; it was left out")
    names = {name: column_name(name) for name in table.columns}
    if len(set(names.values())) < len(names):
        raise FormatError(f"two columns have the same meaning among {_list(table)}; delete one")
    return names


def _rows(tables: Iterable[Table], columns: Iterable[Mapping[str, str]]) -> Iterator[Row]:
    for table, names, line in zip(tables, columns, _LINES, strict=False):
        for number, row in enumerate(table.rows(), 1):
            said = {names[key]: value for key, value in row.items() if _says_something(names[key], value)}
            yield line(number), without_nothing(said, FACTS_IN_TABLES)


def _says_something(key: str, value: object) -> bool:
    return not (value == "" and is_known_column(key)) and not (isinstance(value, float) and math.isnan(value))


def _assemble(top: Mapping[str, Any], rows: Iterable[Row], builder: GraphBuilder) -> Assembled:
    """The good part of all rows; without `top`, root and convention are told from the rows."""
    marked: list[object] = []
    moves: list[Row] = []
    for number, row in rows:
        if "from" in row or "to" in row:  # an id beside them is that of the edge
            moves.append((number, row))
        elif row:
            builder.add_node({key: value for key, value in row.items() if key != "root"}, line=number)
            if is_marked(row.get("root")):
                marked.append(row.get("id"))
    for number, row in moves:
        require_directed(row, number)
        builder.add_move(row.get("from"), row.get("to"), line=number)
    for note in _left_out(key for _, row in moves for key in row):
        builder.fields.warn(note)
    builder.add_missing_ends()
    return builder.finish(
        root=builder.fields.chosen_root(marked),
        infer_root=not top,
        announce_negamax=True,
        **_about(top),
    )


@unless_odd
def _plain(
    top: Mapping[str, Any], tables: list[Table], columns: list[dict[str, str]], builder: GraphBuilder
) -> Assembled | None:
    """The graph of large tables of which nothing is odd; None of any other."""
    if sum(table.row_count for table in tables) < plain.LARGE:
        return None
    parts = [_parts(_unpacked(table, names), line) for table, names, line in zip(tables, columns, _LINES, strict=False)]
    require(len(parts) == 1 or (parts[0].nodes is None and parts[1].moves is None))
    moves, nodes = parts[0].moves, parts[-1].nodes
    require(moves is not None)
    cells = None if nodes is None else dict(zip(nodes.column_names, nodes.columns, strict=True))
    known, extras = (None, {}) if cells is None else _nodes_and_extras(cells)
    tables_in_columns = plain.PlainTables(
        sources=moves["from"],
        targets=moves["to"],
        nodes=known,
        lines=parts[-1].lines,
        move_lines=parts[0].move_lines,
        adds_ends=True,
        extras=extras,
        convention=builder.convention,
        infer_root=not top,
        about=_about(top),
        notes=parts[0].notes,
    )
    return plain.assemble_plain(tables_in_columns, builder.fields)


def _nodes_and_extras(cells: dict[str, Column]) -> tuple[dict[str, Column], Extras]:
    """What the columns of a table of nodes say under the keys of the model, and under others."""
    import pyarrow.types as pt

    longs = [key for key, column in cells.items() if pt.is_decimal(column.type)]
    written = {key: as_words([cells.pop(key)]) for key in longs}
    known, extras = plain.nodes_and_extras(cells, NODE_COLUMNS, keeps_empty=True)
    return known, plain.with_written(extras, written, value_of, keeps_empty=True)


def _unpacked(table: Table, names: Mapping[str, str]) -> Any:
    """All of a table, with columns as they are called in the model, without words that stand for nothing."""
    import pyarrow as pa

    whole = table.unpacked()
    require(whole is not None)
    columns = zip(whole.column_names, whole.columns, strict=True)
    named = {names[key]: _without_nothing(names[key], column) for key, column in columns}
    said = plain.without_nothing(named, FACTS_IN_TABLES)
    return pa.Table.from_arrays([*said.values()], names=[*said])  # without pandas, which pa.table would import


def _without_nothing(name: str, column: Column) -> Column:
    """A column, which may have a meaning in the model, without what says nothing."""
    import pyarrow as pa
    import pyarrow.types as pt

    if pt.is_floating(column.type):
        column = pa.chunked_array([floats_in_arrow(in_numpy(in_one_piece(column.cast(pa.float64())), np.nan))])
    if is_known_column(name) and (pt.is_decimal(column.type) or (name == "label" and pt.is_floating(column.type))):
        return as_texts(name, [column])
    if is_known_column(name) and pt.is_dictionary(column.type) and is_text(column.type.value_type):
        nothing = ["", *(NOTHING if name in FACTS_IN_TABLES else [])]
        return pa.chunked_array([_without(words, nothing) for words in column.chunks], column.type)
    return column


def _without(words: Column, nothing: Sequence[str]) -> Column:
    """A part of a column with a dictionary, with gaps for some texts."""
    import pyarrow as pa
    import pyarrow.compute as pc

    are_nothing = pc.is_in(words.dictionary, value_set=texts_in_arrow(nothing).cast(words.dictionary.type))
    indices = pc.if_else(are_nothing.take(words.indices), pa.nulls(1, words.indices.type)[0], words.indices)
    return pa.DictionaryArray.from_arrays(indices, words.dictionary)


@dataclass(frozen=True)
class _Parts:
    """Rows of moves and of nodes, None where there are none, their numbers, and what is to be said of the moves."""

    moves: Any
    nodes: Any
    move_lines: Collection[int]
    lines: Collection[int]
    notes: Sequence[str]


def _parts(table: Any, line: Callable[[int], int]) -> _Parts:
    """The rows of a table that have an end of a move, and the others that say anything."""
    says = {name: _says(name, column) for name, column in zip(table.column_names, table.columns, strict=True)}
    nothing = np.zeros(len(table), np.bool_)
    is_move = says.pop("from", nothing) | says.pop("to", nothing)
    is_node = np.logical_or.reduce([nothing, *says.values()]) & ~is_move
    moves, nodes = np.flatnonzero(is_move), np.flatnonzero(is_node)
    first = {name: int((is_so & is_move).argmax()) for name, is_so in says.items() if (is_so & is_move).any()}
    keys = sorted(first, key=first.__getitem__)
    require(are_directed({name: table[name] for name in keys}))
    others = table.drop_columns([name for name in ("from", "to") if name in table.column_names])
    return _Parts(
        _some(table, moves), _some(others, nodes), _counted(moves, line), _counted(nodes, line), _left_out(keys)
    )


def _says(name: str, column: Column) -> NDArray[np.bool_]:
    """Which cells say something."""
    return are_there(column) & ~plain.is_missing(column) if is_known_column(name) else are_there(column)


def _some(table: Any, rows: NDArray[np.intp]) -> Any:
    """Some rows of a table; None if there are none."""
    if not len(rows):
        return None
    return table if len(rows) == len(table) else table.take(in_arrow(rows))


def _counted(rows: NDArray[np.intp], line: Callable[[int], int]) -> plain.Lines:
    """Rows as lines, which are numbered from 1."""
    return plain.Lines(lambda: map(line, (rows + 1).tolist()))


def _left_out(keys: Iterable[str]) -> list[str]:
    """What is said of some of the further columns of moves."""
    return notes_on_moves([*islice((key for key in dict.fromkeys(keys) if key not in ("from", "to")), 20)])


def _about(top: Mapping[str, Any]) -> dict[str, Any]:
    extra = {key: value for key, value in top.items() if key not in _TOP}
    return {key: top.get(key) for key in ("name", "description", "expected")} | {"extra": extra}


def _top(table: Table, builder: GraphBuilder) -> dict[str, Any]:
    """What the file says of the graph as a whole."""
    text = table.metadata.get(_KEY)
    if text is None:
        return {}
    try:
        value, problems = parse_json(text)
    except FormatError as error:
        builder.fields.warn(f"the metadata {_KEY!r} were left out: {error}")
        return {}
    for problem in problems:
        builder.fields.note(problem)
    return builder.fields.mapping(value, f"the metadata {_KEY!r}")


# ---- writing


def write(graph: GameGraph) -> bytes:
    """Both tables as one: a row a node, then a row a move."""
    columns = {name: padded(column, len(graph.columns.ids), 0) for name, column in _move_columns(graph).items()}
    columns |= {name: padded(column, 0, len(graph.moves)) for name, column in _node_columns(graph).items()}
    return parquet_table(columns, _metadata(graph))


def write_both(graph: GameGraph) -> tuple[bytes, bytes]:
    """The table of moves and the table of nodes."""
    return parquet_table(_move_columns(graph), _metadata(graph)), parquet_table(_node_columns(graph), {})


def _metadata(graph: GameGraph) -> dict[str, str]:
    document = document_from_graph(only_json(graph.replace(nodes=(), moves=(), root=None)))
    top = {key: value for key, value in document.items() if key not in _OF_ROWS}
    return {_KEY: json.dumps(top, ensure_ascii=False, allow_nan=False)}


def _move_columns(graph: GameGraph) -> dict[str, Column]:
    """The columns of the table of moves."""
    ids, links = column_of(graph.columns.ids), graph.links
    return {name: ids.take(in_arrow(ends).chunk(0)) for name, ends in (("from", links.sources), ("to", links.targets))}


def _node_columns(graph: GameGraph) -> dict[str, Column]:
    """The columns of the table of nodes."""
    cells, points = node_columns(graph, _is_column), graph.columns.points
    if points is None:
        points = np.full((len(graph.columns.ids), 2), np.nan)
    cells |= {name: Cells(floats_in_arrow(points[:, axis])) for axis, name in enumerate(("x", "y"))}
    return {name: column_of(_cells(column)) for name, column in cells.items()}


def _is_column(key: str) -> bool:
    """Whether a column of this name comes back as it is."""
    return key != "" and not is_known_column(key)


def _cells(column: Sequence[Any]) -> Sequence[Any]:
    """The cells that a column can have, None for others."""
    import pyarrow.types as pt

    if isinstance(column, Picked):
        return Picked(_cells(column.items), column.codes)
    is_flat = isinstance(column, Cells) and not pt.is_nested(column.column.type)
    if is_flat or set(map(type, column)) <= {bool, str, int, float, type(None)}:
        return column
    return [value if isinstance(value, bool | str | int | float) else None for value in column]


FORMAT = Format(
    name="parquet",
    title="Parquet of moves and nodes (.parquet)",
    suffixes=(".parquet",),
    read_bytes=read,
    magic=b"PAR1",
    write=write,
    cannot_carry=(
        "lists, objects and null under unknown keys of nodes, and types under a key with values of several types."
    ),
    pair=Pair(".nodes", write_both),
    rank=45,
)
