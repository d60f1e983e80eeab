"""Parquet: a table of moves, and a table of nodes beside it (x.parquet and x.nodes.parquet) or in the same table.

The columns are those of a CSV.  In a single file, a row with from and to is a move and any other with an id is a node.
Attributes of the graph as a whole (name, description, convention, known answers, unknown keys) stand as JSON under the
key `game-graph` of the file's metadata; files of other programs need not have it.  Limits are checked before
anything is unpacked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.formats.arrow_columns import columns_from_arrow, is_text
from explorer.formats.format import FilePair, Format, LineOfNodes
from explorer.formats.json_text import only_json, parse_json
from explorer.formats.move_table import BLANKS, NO_NODES, NODES_ALONE, move_cells, node_cells
from explorer.formats.text import damage_error
from explorer.intake import Assembled, Intake
from explorer.intake.cells import Column, is_empty, is_nan, with_gaps
from explorer.intake.intake import MAX_MOVES, MAX_NODES, RECORD
from explorer.intake.memory import require_memory
from explorer.intake.tables import Table, assemble_tables, concatenate
from explorer.model.convert import column_name, document_from_graph, is_known_column
from explorer.model.errors import FormatError, SizeError, quoted
from explorer.model.graph import GameGraph
from explorer.model.libraries import needed_for

if TYPE_CHECKING:
    import pandas as pd

MAX_MEGABYTES = 2_000  # unpacked
MAX_COLUMNS = 200
MAX_CELLS = 500_000_000
METADATA = "game-graph"  # the key of the attributes of a graph in the metadata of a file

_ROW = 250  # bytes of memory that a move of a table takes as a graph, however it is packed
_OF_ROWS = ("format", "version", "nodes", "moves")
_LARGEST = 2**63
_NUMBERS_OF_ROWS = re.compile(r"__index_level_\d+__")  # as pandas calls an index without a name
_LINES: tuple[Callable[[int], int], ...] = (int, LineOfNodes)  # from rows of a first and second table to lines


class _File(NamedTuple):
    """An open Parquet file whose limits have been checked.

    `columns` hold values, `left_out` have others (empty ones aside); `top` is the JSON of the whole graph's attributes.
    """

    columns: list[str]
    left_out: list[str]
    top: str | None
    file: Any

    def read_table(self) -> Any:
        """Read the columns as a table of Arrow, checked to be sound."""
        import pyarrow as pa

        try:
            table = self.file.read(columns=self.columns, use_threads=False)
            table.validate(full=True)
        except (pa.ArrowException, OSError, ValueError, OverflowError) as error:
            raise damage_error("a Parquet file", error) from None
        return table


def read(data: bytes, companion: bytes | None = None) -> Assembled:
    """Read a table of moves and, in the same file or in a second one, a table of nodes.

    Raises
    ------
    FormatError
        If a file is not Parquet, is past a limit, or has not the columns from and to (or source and target) or id.
    """
    intake = Intake(is_table=True, blanks=BLANKS)
    files = [_open_checked(content) for content in (data, companion) if content is not None]
    names = [_model_names(file, intake) for file in files]
    _require_columns(files, [set(each.values()) for each in names])
    top = _graph_attributes(files[0], intake)
    cells = _columns_by_name([file.read_table() for file in files], names)
    parts = [_move_and_node_rows(own, line) for own, line in zip(cells, _LINES, strict=False)]
    nodes = [nodes for _, nodes in parts if nodes is not None]
    moves = concatenate([moves for moves, _ in parts])
    return assemble_tables(moves, concatenate(nodes) if nodes else None, intake, top, infers_root=not top)


def read_frame(data: bytes) -> pd.DataFrame:
    """Return the columns of a Parquet file that hold texts or numbers, within the limits that graphs have.

    Raises
    ------
    FormatError
        If the file is not Parquet, is damaged or past a limit.
    """
    table = _open_checked(data).read_table()
    frame: pd.DataFrame = table.to_pandas(integer_object_nulls=True, ignore_metadata=True)
    return frame


def _model_names(file: _File, intake: Intake) -> dict[str, str]:
    """Return the names of a file's columns in the model."""
    for name in file.left_out:
        intake.fields.warn(f"the column {quoted(name)} holds neither text nor numbers; it was left out")
    names = {name: column_name(name) for name in file.columns}
    if len(set(names.values())) < len(names):
        raise FormatError(f"two columns have the same meaning among {_column_names(file)}; delete one")
    return names


def _require_columns(files: Sequence[_File], names: Sequence[set[str]]) -> None:
    if not {"from", "to"} & names[0] and "id" in names[0]:
        raise FormatError(NODES_ALONE.format(got=_column_names(files[0])))
    if not {"from", "to"} <= names[0]:
        raise FormatError(
            f"a table of moves has the columns from and to (or source and target), {_columns_words(files[0])}"
        )
    if len(files) > 1 and "id" not in names[1]:
        raise FormatError(NO_NODES.format(got=_columns_words(files[1])))


def _column_names(file: _File) -> str:
    return quoted(", ".join(file.columns)) if file.columns else "none"


def _columns_words(file: _File) -> str:
    """Return, in words for an error, the columns of a Parquet file, and those that cannot be read."""
    others = f"; there is neither text nor a number in {quoted(', '.join(file.left_out))}" if file.left_out else ""
    return f"got {_column_names(file)}{others}"


def _graph_attributes(file: _File, intake: Intake) -> dict[str, Any]:
    """Return the attributes of the graph as a whole."""
    if file.top is None:
        return {}
    try:
        value, problems = parse_json(file.top)
    except FormatError as error:
        intake.fields.warn(f"the metadata {METADATA!r} were left out: {error}")
        return {}
    for problem in problems:
        intake.fields.note(problem)
    top = intake.fields.mapping(value, f"the metadata {METADATA!r}")
    return {key: value for key, value in top.items() if key != "root"}


def _move_and_node_rows(cells: Mapping[str, Column], line: Callable[[int], int]) -> tuple[Table, Table | None]:
    """Return the rows that have an end of a move, and the other rows that are not empty."""
    cells = {name: _with_gaps(column, name) for name, column in cells.items()}
    rows = max((len(column.codes) for column in cells.values()), default=0)
    nothing = Column(np.full(rows, -1, np.int32), [])
    is_move = cells.get("from", nothing).has | cells.get("to", nothing).has
    says = np.logical_or.reduce([np.zeros(rows, np.bool_), *(column.has for column in cells.values())])
    moves, nodes = (_table_at_rows(cells, np.flatnonzero(are), line) for are in (is_move, says & ~is_move))
    return moves, nodes if nodes.columns else None


def _with_gaps(column: Column, name: str) -> Column:
    """Return the column with its empty cells as gaps; text under a key of the user's own is never one."""
    has_texts_alone = {*map(type, column.values)} == {str}
    if has_texts_alone and "" not in column.values:
        return column
    return with_gaps(column, is_empty if is_known_column(name) else is_nan)


def _table_at_rows(cells: Mapping[str, Column], rows: NDArray[np.int64], line: Callable[[int], int]) -> Table:
    """Return the table of these rows of a table, without columns that are empty there."""
    columns = {name: column.at(rows) for name, column in cells.items()}
    kept = {name: column for name, column in columns.items() if column.has.any()}
    return Table(kept, lambda row: line(int(rows[row]) + 1))


# ---- files


def _open_checked(data: bytes) -> _File:
    """Open a Parquet file without unpacking any of it."""
    with needed_for("Parquet files"):
        import pyarrow as pa
        import pyarrow.parquet as pq
        import pyarrow.types as pt

    if not data.startswith(b"PAR1") or not data.endswith(b"PAR1") or len(data) < 12:
        raise FormatError("not a whole Parquet file: it must begin and end with PAR1; was it cut off?")
    try:
        plain = pq.ParquetFile(pa.BufferReader(data), thrift_string_size_limit=len(data))
        _require_small(plain.metadata)
        fields = [field for field in plain.schema_arrow if not _NUMBERS_OF_ROWS.fullmatch(field.name)]
        flat = [field.name for field in fields if _holds_values(field.type)]
        # As dictionaries: a long text that stands in many rows is unpacked once.
        texts = [field.name for field in fields if is_text(field.type)]
        file = pq.ParquetFile(pa.BufferReader(data), thrift_string_size_limit=len(data), read_dictionary=texts)
        if len(set(plain.schema_arrow.names)) < len(plain.schema_arrow.names):
            raise FormatError("two columns have the same name; rename one")
    except (pa.ArrowException, OSError, ValueError, OverflowError) as error:
        raise damage_error("a Parquet file", error) from None
    left_out = [field.name for field in fields if field.name not in flat and not pt.is_null(field.type)]
    top = (plain.metadata.metadata or {}).get(METADATA.encode())
    return _File(flat, left_out, None if top is None else top.decode(errors="replace"), file)


def _require_small(metadata: Any) -> None:
    has_nodes = "id" in map(column_name, metadata.schema.names)
    most = MAX_MOVES + (MAX_NODES if has_nodes else 0)
    if metadata.num_rows > most:
        raise SizeError(f"the table has {metadata.num_rows:,} rows; at most {most:,} are read")
    # Without a column of ids every row is a move, of which the size in a graph is known.
    require_memory(metadata.num_rows * (_ROW if has_nodes else RECORD), f"a table of {metadata.num_rows:,} rows")
    if metadata.num_columns > MAX_COLUMNS:
        raise FormatError(f"the table has {metadata.num_columns:,} columns; at most {MAX_COLUMNS:,} are read")
    if metadata.num_rows * metadata.num_columns > MAX_CELLS:
        raise SizeError(f"the table has more than {MAX_CELLS:,} cells, the most that are read; leave columns out")
    # `row_group(…).column(…)` would look at one column closely: on damaged metadata that ends the whole process.
    unpacked = sum(metadata.row_group(index).total_byte_size for index in range(metadata.num_row_groups))
    if unpacked > MAX_MEGABYTES * 2**20:
        raise SizeError(f"the table is larger than {MAX_MEGABYTES:,} MB when unpacked, the most that is read")


def _holds_values(type: Any) -> bool:
    """Return whether a column of this type holds texts, numbers or truth values."""
    import pyarrow.types as pt

    if pt.is_dictionary(type):
        return _holds_values(type.value_type)
    are = (is_text, pt.is_integer, pt.is_floating, pt.is_boolean, pt.is_decimal)
    return any(is_so(type) for is_so in are)


def _columns_by_name(tables: Sequence[Any], names: Sequence[Mapping[str, str]]) -> list[dict[str, Column]]:
    """Return the columns of tables under their names in the model; ids of one type have the same values."""
    found: list[dict[str, Column]] = [{} for _ in tables]
    alike: dict[str, list[tuple[int, str, Any]]] = {}
    for number, (table, called) in enumerate(zip(tables, names, strict=True)):
        for title, column in zip(table.column_names, table.columns, strict=True):
            name = called[title]
            group = str(column.type) if name in ("from", "to", "id") else f"{number} {name}"
            alike.setdefault(group, []).append((number, name, column))
    for some in alike.values():
        for (number, name, _), column in zip(some, columns_from_arrow([column for *_, column in some]), strict=True):
            found[number][name] = column
    return [{called[title]: own[called[title]] for title in called} for own, called in zip(found, names, strict=True)]


# ---- writing


def write(graph: GameGraph) -> bytes:
    """Return one Parquet table of the graph: a row for each node, then a row for each move."""
    moves, nodes = move_cells(graph), _node_cells(graph)
    above, below = [None] * len(graph.nodes), [None] * len(graph.moves)
    columns = {name: above + cells for name, cells in moves.items() if name not in nodes}
    columns |= {name: cells + moves.get(name, below) for name, cells in nodes.items()}
    return _file_content(columns, _metadata(graph))


def write_both(graph: GameGraph) -> tuple[bytes, bytes]:
    """Return the table of moves and the table of nodes."""
    return _file_content(move_cells(graph), _metadata(graph)), _file_content(_node_cells(graph), {})


def _metadata(graph: GameGraph) -> dict[str, str]:
    """Return the attributes of the graph as a whole as metadata of a Parquet file."""
    document = document_from_graph(only_json(graph.replace(nodes=(), moves=(), root=None)))
    top = {key: value for key, value in document.items() if key not in _OF_ROWS}
    return {METADATA: json.dumps(top, ensure_ascii=False, allow_nan=False)}


def _node_cells(graph: GameGraph) -> dict[str, list[Any]]:
    """Return the columns of the table of nodes, without cells that are neither text nor numbers."""
    cells = node_cells(graph, lambda key: key != "" and not is_known_column(key))
    return {key: [*map(_simple_or_none, column)] for key, column in cells.items()}


def _simple_or_none(cell: object) -> object:
    """Return the cell if it is a text, a number or a truth value, else None."""
    return cell if isinstance(cell, bool | str | int | float) else None


def _file_content(columns: Mapping[str, Sequence[Any]], metadata: Mapping[str, str]) -> bytes:
    """Return the content of a Parquet file with these columns."""
    with needed_for("Parquet files"):
        import pyarrow as pa
        import pyarrow.parquet as pq

    stream = pa.BufferOutputStream()
    try:
        arrays = [pa.array(*_cells_and_type(name, cells)) for name, cells in columns.items()]
    except UnicodeEncodeError as error:
        raise FormatError(f"half of a character cannot be written: {quoted(error.object)}; delete it") from None
    table = pa.table(arrays, [*columns]).replace_schema_metadata(dict(metadata) or None)
    pq.write_table(table, stream, compression="zstd")
    return bytes(stream.getvalue().to_pybytes())


def _cells_and_type(name: str, cells: Sequence[Any]) -> tuple[list[Any], Any]:
    """Return the cells of a column and their type in Arrow: one that fits all, or text."""
    import pyarrow as pa

    if name in ("x", "y"):
        return list(cells), pa.float64()
    types = set(map(type, cells)) - {type(None)}
    fitting = {bool: pa.bool_(), float: pa.float64(), int: pa.int64()}
    only = next(iter(types)) if len(types) == 1 else str
    if only is int and any(cell is not None and not -_LARGEST <= cell < _LARGEST for cell in cells):
        only = str
    if only in fitting or types <= {str}:
        return list(cells), fitting.get(only, pa.string())
    return [None if cell is None else _value_text(cell) for cell in cells], pa.string()


def _value_text(cell: object) -> str:
    return str(cell).lower() if isinstance(cell, bool) else str(cell)


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
    pair=FilePair(".nodes", write_both),
    rank=45,
)
