"""Adjacency matrix as text: a row a node, 1 where there is a move; names of nodes above the columns, beside the rows.

Separators are commas, tabs, semicolons or blanks; brackets and lines that begin with # are passed over, so what numpy,
pandas and spreadsheets write is read.  A matrix knows neither players nor scores.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from explorer.formats.csv_text import rows_of, table
from explorer.formats.format import Format
from explorer.formats.text import refuse_null
from explorer.model.assemble import Assembled
from explorer.model.builder import GraphBuilder
from explorer.model.errors import FormatError, quoted
from explorer.model.graph import GameGraph

_LOOKED_AT = 1_000_000  # characters by which a pasted text is told
MAX_WRITTEN = 5_000  # nodes; the text has a cell for every pair of them

_YES = frozenset(("1", "true"))
_NO = frozenset(("0", "false"))
_NUMBER = re.compile(r"[+]?[01](?:\.0*)?(?:e[+-]?00?)?|0\.0*e[+-]?\d{1,3}")
_NEXT_ROW = re.compile(r"[\])] *,? *[\[(]")
_LEFT_OUT = str.maketrans("[](){}", "      ")

NumberedRow = tuple[int, list[str]]


@dataclass(frozen=True)
class _Matrix:
    """The cells of a text: the names of the columns and of the rows, if it has them, and the rows with their lines."""

    columns: list[str]
    names: list[str]
    rows: list[NumberedRow]


def read(text: str, companion: str | None = None) -> Assembled:
    """The graph of a matrix, a plain directed graph.

    Raises
    ------
    FormatError
        If the matrix is not square, or the names of rows and columns do not fit together, naming the line.
    """
    matrix = _matrix(list(_rows(_row_a_line(text))))
    if not matrix.rows and text.strip():
        raise FormatError(f"expected rows of 0 and 1, got {quoted(text.strip())}")
    ids = matrix.columns or matrix.names or [str(index) for index in range(1, len(matrix.rows) + 1)]
    _require_square(matrix, len(ids))
    _require_names(matrix, ids)
    builder = GraphBuilder()
    sources = matrix.names or ids
    moves = [
        (line, source, target)
        for source, (line, cells) in zip(sources, matrix.rows, strict=True)
        for target in _targets(source, cells, ids, line, builder)
    ]
    for id in ids:
        builder.add_node({"id": id})
    for line, source, target in moves:
        builder.add_move(source, target, line=line)
    return builder.finish(infer_root=True, announce_negamax=True)


def _rows(text: str) -> Iterator[NumberedRow]:
    """The rows of cells, each with its line; blank lines and comments are left out."""
    width = 0
    for line, cells in rows_of(text, separator) if (separator := _separator(text)) else _blank_rows(text):
        if cells and (len(cells) == width or not cells[0].startswith("#")):  # among rows, # may be a name
            width = len(cells)
            yield line, cells


def _row_a_line(text: str) -> str:
    """The text with a line for each of several rows in brackets on one line."""
    return _NEXT_ROW.sub("]\n[", text) if text.lstrip().startswith(("[", "(")) else text


def _separator(text: str) -> str:
    """The separator of the first row: what it begins with, or has most of; "" for blanks."""
    first = next((line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")), "")
    first = first.lstrip(" ")
    if first[:1] in (",", ";", "\t"):
        return first[0]
    found = max((",", ";", "\t"), key=first.count)
    return found if found in first else ""


def _blank_rows(text: str) -> Iterator[NumberedRow]:
    for line, row in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        yield line, row.split()


def _matrix(rows: list[NumberedRow]) -> _Matrix:
    """The rows, parted into names and cells by their shape."""
    rows = _without_brackets(rows)
    if not rows:
        return _Matrix([], [], [])
    (_, first), body = rows[0], rows[1:]
    if bool(body) and len(body[0][1]) == len(first) + 1:
        return _Matrix(first, *_named(body))
    if first[0] == "" or (not _is_bit(first[0]) and [cells[0] for _, cells in body] == first[1:] != []):
        return _Matrix(first[1:], *_named(body))
    return _named_on_one_side(first, body, rows)


def _named_on_one_side(first: list[str], body: list[NumberedRow], rows: list[NumberedRow]) -> _Matrix:
    """A matrix with names above alone, beside alone, or without any; a whole row of 0 and 1 is one of cells."""
    if len(body) == len(first):
        return _Matrix(first, [], body)
    if len(first) == len(rows) + 1 and not _is_bit(first[0]):
        return _Matrix([], *_named(rows))
    return _Matrix([], [], rows)


def _named(rows: Sequence[NumberedRow]) -> tuple[list[str], list[NumberedRow]]:
    """The names beside rows, and the rows without them."""
    return [cells[0] for _, cells in rows], [(line, cells[1:]) for line, cells in rows]


def _without_brackets(rows: list[NumberedRow]) -> list[NumberedRow]:
    """The rows without the brackets that numpy and Python print around them."""
    if not rows or not rows[0][1][0].startswith(("[", "(", "{")):
        return rows
    bare = ((line, [cell.translate(_LEFT_OUT).strip() for cell in cells]) for line, cells in rows)
    return [(line, [cell for cell in cells if cell]) for line, cells in bare if any(cells)]


def _require_square(matrix: _Matrix, width: int) -> None:
    if len(matrix.rows) != width:
        last = f"line {matrix.rows[-1][0]}: " if matrix.rows else ""
        raise FormatError(
            f"{last}the matrix has {len(matrix.rows):,} rows for {width:,} columns; it must be square, a row a node"
        )
    for line, cells in matrix.rows:
        if len(cells) != width:
            raise FormatError(f"line {line}: {len(cells):,} cells in a matrix of {width:,} nodes; it must be square")


def _require_names(matrix: _Matrix, ids: list[str]) -> None:
    for names, what in ((matrix.columns, "columns"), (matrix.names, "rows")):
        if len(set(names)) != len(names):
            again = next(name for index, name in enumerate(names) if name in names[:index])
            raise FormatError(f"two {what} have the name {quoted(again)}; rename one")
    known = set(ids)
    for name, (line, _) in zip(matrix.names, matrix.rows, strict=bool(matrix.names)):
        if name not in known:
            raise FormatError(f"line {line}: the row has the name {quoted(name)}, which no column has")


def _targets(source: str, cells: list[str], ids: list[str], line: int, builder: GraphBuilder) -> Iterator[str]:
    """The nodes to which the row of a node has a move; a cell other than 0 and 1 is none, which is noted."""
    for target, cell in zip(ids, cells, strict=True):
        if cell == "0":
            continue
        if cell == "1" or (_is_bit(cell) and not _is_zero(cell)):
            yield target
        elif not _is_bit(cell):
            message = f"expected 0 or 1 for the move {quoted(source)} → {quoted(target)}, got {quoted(cell)}; read as 0"
            builder.fields.error(message, node=source, line=line)


def _is_bit(cell: str) -> bool:
    lowered = cell.lower()
    return lowered in _YES or lowered in _NO or _NUMBER.fullmatch(lowered) is not None


def _is_zero(cell: str) -> bool:
    return cell.lower() in _NO or cell.lstrip("+")[:1] == "0"


def recognises(text: str) -> bool:
    """Whether the first rows of a text are those of a matrix, and can be nothing else."""
    lines = list(islice((line for line in _row_a_line(text[:_LOOKED_AT]).splitlines() if not line.startswith("#")), 3))
    try:
        matrix = _matrix(list(_rows("\n".join(lines))))
    except FormatError:
        return False
    widths = {len(cells) for _, cells in matrix.rows}
    bits = bool(matrix.rows) and all(_is_bit(cell) for _, cells in matrix.rows for cell in cells)
    if matrix.columns:
        return bits and bool(matrix.names) and matrix.names == matrix.columns[: len(matrix.names)]
    return bits and len(widths) == 1 and 1 < len(lines) <= max(widths)


def write(graph: GameGraph) -> str:
    """The matrix of a graph under the ids of its nodes, and with an id before each row.

    Raises
    ------
    FormatError
        If it has more than `MAX_WRITTEN` nodes, or an id has a null character.
    """
    if len(graph.nodes) > MAX_WRITTEN:
        message = f"a matrix of {len(graph.nodes):,} nodes is too large; at most {MAX_WRITTEN:,} nodes are written so"
        raise FormatError(message)
    ids = list(graph.columns.ids)
    refuse_null(ids, "a matrix")
    return table({"": ids} | dict(_columns(ids, graph))) if ids else ""


def _columns(ids: list[str], graph: GameGraph) -> Iterator[tuple[str, list[str]]]:
    for id, predecessors in zip(ids, graph.predecessors, strict=True):
        cells = ["0"] * len(ids)
        for index in predecessors:
            cells[index] = "1"
        yield id, cells


FORMAT = Format(
    name="adjacency",
    title="Adjacency matrix (.adj)",
    suffixes=(".adj",),
    read=read,
    write=write,
    cannot_carry=(
        "all but the ids of the nodes and which moves there are: players, scores, root, convention, names, labels, "
        "positions, the order of moves, known answers and other keys."
    ),
    recognises=recognises,
    may_be_empty=True,
    rank=38,
)
