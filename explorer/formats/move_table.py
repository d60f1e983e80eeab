"""CSV: a table of moves, and a table of nodes beside it (x.csv and x.nodes.csv) or below it after a blank line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np

from explorer.formats import matrix
from explorer.formats.delimited import CellNumbering, Lines, Part, head_of, parts_of, rows_of
from explorer.formats.edge_list import are_edges, has_numbers_alone, read_rows
from explorer.formats.edge_list import read as read_edges
from explorer.formats.format import FilePair, Format, LineOfNodes
from explorer.formats.formulas import guarded, is_formula, require_distinct
from explorer.formats.text import refuse_ids, require_lines
from explorer.intake import Assembled, Intake
from explorer.intake.cells import FACTS, Column, FieldReader, with_gaps
from explorer.intake.intake import CONVENTION
from explorer.intake.tables import (
    Table,
    assemble_tables,
    concatenate,
    concatenated_column,
    moves_to_parents,
    parent_title,
)
from explorer.model.check import Problem, Severity
from explorer.model.columns import IS_INNER
from explorer.model.convert import NODE_COLUMNS, column_name, is_known_column, node_record
from explorer.model.errors import FormatError, quoted
from explorer.model.graph import Convention, GameGraph
from explorer.model.node import PROGRESS

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
BLANKS = (*FACTS, "root")  # keys under which words stand for nothing

_IDS = ("from", "to", "id")  # columns whose cells are ids, which are numbered alike
MAX_COLUMNS = 2_000
_NUMBERS = ("score", "x", "y")
_DECIMAL = re.compile(r"\s*[+-]?\d+,\d+\s*")
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}\.\d{3}")
_BARE = re.compile(r"(?:[^\",;|\s](?:[^\",;|\r\n\t]*[^\",;|\s])?)?")


class _TableRows:
    """Rows of a table under its titles, column by column; each distinct cell is kept once."""

    def __init__(self, titles: list[str], ids: CellNumbering) -> None:
        self.titles = titles
        self._numberings = [ids if title in _IDS else CellNumbering() for title in titles]
        self._pieces: list[list[Callable[[], Column]]] = [[] for _ in titles]
        self._lines: list[Lines] = [np.empty(0, np.int32)]

    @property
    def is_of_moves(self) -> bool:
        return {"from", "to"} <= set(self.titles)

    @property
    def is_of_nodes(self) -> bool:
        return "id" in self.titles and not self.is_of_moves

    def add(self, part: Part, begin: int) -> None:
        """Take the rows of a part from one on."""
        nothing = ("",) * len(part.lines)
        for number, numbering in enumerate(self._numberings):
            cells = part.columns[number] if number < len(part.columns) else nothing
            self._pieces[number].append(numbering.take(cells[begin:]))
        self._lines.append(part.lines[begin:])

    def table(self, line_of: Callable[[int], int]) -> Table:
        """Return the table of all rows."""
        columns: dict[str, Column] = {}
        for title, pieces in zip(self.titles, self._pieces, strict=True):
            column = concatenated_column([piece() for piece in pieces])
            columns[title] = column if title in _IDS else with_gaps(column, lambda cell: not cell)
        columns.pop("", None)
        lines = np.concatenate(self._lines)
        return Table(columns, lambda row: line_of(int(lines[row])))


def read(text: str, companion: str | None = None, *, delimiter: str = "") -> Assembled:
    """Read a table of moves and, if there is one, a table of nodes.

    Parameters
    ----------
    delimiter : the usual one, if the kind of file has one.

    Raises
    ------
    FormatError
        If there is no table with the columns from and to (or source and target), or the quotes do not match.
    """
    require_lines(text)
    intake = Intake(is_table=True, blanks=BLANKS)
    ids = CellNumbering()
    beside = [] if companion is None else [*_read_tables(companion, delimiter, intake.fields, ids, LineOfNodes)]
    tables = [*_read_tables(text, delimiter, intake.fields, ids, int), *beside]
    moves = [rows for rows in tables if rows.is_of_moves]
    nodes = [rows for rows in tables if rows.is_of_nodes]
    if not moves:
        if companion is None and matrix.recognises(text):
            return matrix.read(text)
        if companion is None and has_numbers_alone(text):
            return read_edges(text)
        if companion is None and (found := _edges_without_header(text, delimiter)) is not None:
            return found
        title = parent_title(nodes[0].titles) if nodes else None
        if title is not None and len(tables) == 1:
            return assemble_tables(*moves_to_parents(nodes[0].table(int), title, intake.fields), intake)
        got = quoted(", ".join(tables[0].titles)) if tables else "nothing"
        if nodes:
            raise FormatError(NODES_ALONE.format(got=got))
        raise FormatError(f"a table of moves has the columns from and to (or source and target), got {got}")
    if companion is not None and not nodes:
        got = quoted(", ".join(beside[0].titles)) if beside else "nothing"
        raise FormatError(NO_NODES.format(got=f"got {got}"))
    of_moves = concatenate([rows.table(int) for rows in moves])
    if not nodes:
        return assemble_tables(of_moves, None, intake)
    of_nodes = concatenate([rows.table(LineOfNodes if rows in beside else int) for rows in nodes])
    if head_of(text, delimiter).delimiter == ";":
        of_nodes = _with_points(of_nodes)
    return assemble_tables(of_moves, of_nodes, intake)


def _read_tables(
    text: str, usual: str, fields: FieldReader, ids: CellNumbering, line_of: Callable[[int], int]
) -> Iterator[_TableRows]:
    """Yield the tables of a text: the first, and one after each blank line whose next row is a header."""
    current: _TableRows | None = None
    for part in parts_of(text, head_of(text, usual), line_of):
        titles = _header_of(part.first) if part.is_first else []
        begins = current is None or bool(titles)
        if begins and current is not None:
            yield current
        if begins or current is None:
            current = _TableRows(titles or [cell.strip() for cell in part.first], ids)
        if len(part.columns) > len(current.titles):
            _complain_of_width(part, len(current.titles), fields, line_of)
        current.add(part, int(begins))
    if current is not None:
        yield current


def _complain_of_width(part: Part, width: int, fields: FieldReader, line_of: Callable[[int], int]) -> None:
    """Note an error for each row of a table that has more cells than its header."""
    columns = (column if isinstance(column, list | tuple) else column.to_pylist() for column in part.columns[width:])
    more = zip(*columns, strict=True)
    for length, line, cells in zip(part.lengths.tolist(), part.lines.tolist(), more, strict=True):
        if any(cells):
            message = f"{length} cells where the header has {width}; the last were left out, check the quotes"
            fields.error(message, line=line_of(line))


def _header_of(cells: Sequence[str]) -> list[str]:
    """Return the names of the columns, if the row is a header of moves or nodes, else none."""
    columns = [column_name(cell.strip()) for cell in cells]
    if not ({"from", "to"} <= set(columns) or "id" in columns):
        return []
    if len(columns) > MAX_COLUMNS:
        raise FormatError(f"the table has {len(columns):,} columns; at most {MAX_COLUMNS:,} are read, leave some out")
    repeated = next((column for column in columns if column and columns.count(column) > 1), None)
    if repeated is not None:
        raise FormatError(f"the column {quoted(repeated)} is there twice; delete one")
    return columns


def has_header(text: str) -> bool:
    """Return whether a text begins with the header of a table of moves."""
    head = head_of(text)
    titles = {column_name(cell.strip().strip('"')) for cell in head.text.split(head.delimiter)}
    return {"from", "to"} <= titles


def _edges_without_header(text: str, usual: str) -> Assembled | None:
    """Return the graph of a table that is a list of edges from its first line on; None for any other."""
    numbered = rows_of(text, head_of(text, usual), int)
    if not are_edges([row for _, row in numbered]):
        return None
    line, (source, target, *_) = numbered[0]
    said = f"no header such as from,to; the first row was read as the move {quoted(source)} → {quoted(target)}"
    return read_rows(numbered).with_problems([Problem(Severity.WARNING, said, line=line)])


def _with_points(table: Table) -> Table:
    """Return the table with decimal points for the decimal commas that go with semicolons between cells."""
    numbers = {key: table.columns[key] for key in _NUMBERS if key in table.columns}
    if not any(_DECIMAL.fullmatch(cell) for column in numbers.values() for cell in column.values):
        return table
    columns = {
        key: Column(column.codes, [_with_point(cell, is_score=key == "score") for cell in column.values])
        for key, column in numbers.items()
    }
    return Table({**table.columns, **columns}, table.line)


def _with_point(cell: str, *, is_score: bool) -> str:
    """Return the cell with a decimal point; a score such as 1.000 becomes no number, as it may be one or a thousand."""
    if is_score and _THOUSANDS.fullmatch(cell.strip()):
        decimal = cell.strip().replace(".", ",").rstrip("0").rstrip(",")
        return f"{cell.strip()}, which among decimal commas may be {decimal} or {cell.strip().replace('.', '')}"
    return cell.replace(",", ".") if _DECIMAL.fullmatch(cell) else cell


# ---- writing


def write(graph: GameGraph, *, delimiter: str = ",") -> str:
    """Return the tables of moves and nodes as one CSV text, moves first, with a blank line between."""
    return "\n".join(write_both(graph, delimiter=delimiter))


def write_both(graph: GameGraph, *, delimiter: str = ",") -> tuple[str, str]:
    """Return the table of moves and the table of nodes.

    Raises
    ------
    FormatError
        If an id has a null character.
    """
    return _both_texts(graph, delimiter, _cell_text)


def write_guarded(graph: GameGraph, *, delimiter: str = ",") -> tuple[str, str]:
    """Return the tables of moves and nodes with an apostrophe before all cells that look like formulas.

    Raises
    ------
    FormatError
        If an id has a null character, or an id or the title of a column is another's with the apostrophe.
    """
    require_distinct(graph.ids, "nodes")
    require_distinct([*node_cells(graph, _is_column)], "columns")
    return _both_texts(graph, delimiter, lambda value: guarded(_cell_text(value)))


def has_formulas(graph: GameGraph) -> bool:
    """Return whether a spreadsheet would take a cell of the tables for a formula."""
    tables = move_cells(graph), node_cells(graph, _is_column)
    cells = (cell for table in tables for title, column in table.items() for cell in (title, *column))
    return any(isinstance(cell, str) and is_formula(cell) for cell in cells)


def _both_texts(graph: GameGraph, delimiter: str, text_of: Callable[[object], str]) -> tuple[str, str]:
    """Return the texts of the table of moves and of the table of nodes."""
    refuse_ids(graph.ids, "CSV")
    tables = move_cells(graph), node_cells(graph, _is_column)
    moves, nodes = (
        table_text(
            [*map(text_of, table)], ([*map(text_of, row)] for row in zip(*table.values(), strict=True)), delimiter
        )
        for table in tables
    )
    return moves, nodes


def move_cells(graph: GameGraph) -> dict[str, list[Any]]:
    """Return the columns of a table of moves."""
    ends = {end: [move[at] for move in graph.moves] for at, end in enumerate(("from", "to"))}
    names = graph.move_names
    called = {"move": [names.get(move) for move in graph.moves]} if names else {}
    marks = {PROGRESS: [move in graph.progress or None for move in graph.moves]} if graph.progress else {}
    return {**ends, **called, **marks}


def node_cells(graph: GameGraph, is_column: Callable[[str], bool]) -> dict[str, list[Any]]:
    """Return the columns of a table of nodes: those of the model, then further keys that can be columns.

    The first node names the convention.
    """
    others = dict.fromkeys(key for extra in graph.columns.extras.values() for key in extra)
    known = (*NODE_COLUMNS, CONVENTION)
    is_stated = graph.convention is Convention.NEGAMAX and IS_INNER[graph.columns.kinds].any()
    keys = [*(known if is_stated else NODE_COLUMNS), *(key for key in others if key not in known and is_column(key))]
    records = [{**node_record(node), **({"root": True} if node.id == graph.root else {})} for node in graph.nodes]
    if records:
        records[0] = {CONVENTION: str(graph.convention), **records[0]}
    return {key: [record.get(key) for record in records] for key in keys}


def table_text(titles: Sequence[str], rows: Iterable[Sequence[str]], delimiter: str) -> str:
    """Return rows under their titles as CSV text; cells are in quotes where they have to be."""
    lines = (delimiter.join(map(_quoted_cell, row)) + "\n" for row in chain([titles], rows))
    return "".join(lines)


def _quoted_cell(text: str) -> str:
    return text if _BARE.fullmatch(text) else '"' + text.replace('"', '""') + '"'


def _is_column(key: str) -> bool:
    """Return whether a column of this name is read back as it is."""
    return key == key.strip() != "" and "\0" not in key and not is_known_column(key)


def _cell_text(value: object) -> str:
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
    pair=FilePair(".nodes", write_both, write_guarded),
    rank=41,
)
