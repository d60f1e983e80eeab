"""CSV: a table of moves, and a table of nodes beside it (x.csv and x.nodes.csv) or below it after a blank line."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any, NamedTuple

import numpy as np

from explorer.formats.adjacency import read as read_matrix
from explorer.formats.adjacency import recognises as is_matrix
from explorer.formats.csv_text import BLANKS, delimiter_of, head_of, rows_of, table
from explorer.formats.delimited import are_all, columns_of
from explorer.formats.edge_list import are_edges, has_numbers_alone, read_rows
from explorer.formats.edge_list import read as read_edges
from explorer.formats.format import Format, Pair
from explorer.formats.runs import large, unless_odd
from explorer.formats.text import refuse_null
from explorer.model import plain
from explorer.model.arrow import (
    Column,
    are_there,
    fits_int64,
    in_numpy,
    in_one_piece,
    is_text,
    reprs_in_arrow,
    texts_in_arrow,
)
from explorer.model.assemble import Assembled, Row, notes_on_moves
from explorer.model.builder import GraphBuilder
from explorer.model.check import LineOfNodes, Problem, Severity
from explorer.model.convert import NODE_COLUMNS, column_name, is_known_column, node_cells
from explorer.model.errors import FormatError, quoted
from explorer.model.fields import FACTS, without_nothing
from explorer.model.graph import GameGraph
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
_DECIMAL = re.compile(r"\s*[+-]?\d+,\d+\s*")
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}\.\d{3}")
_DECIMAL_IN_RE2 = "[+-]?[0-9]+,[0-9]+"
_NUMBERS = ("score", "x", "y")
_BLANKS_OF_ASCII, _OF_ASCII = "\x09-\x0d", ("\x09\x0b-\x0d", "\x0b-\x0d")  # all, those of a line, and without tabs
FACTS_IN_TABLES = (*FACTS, "root")
_TAB, _QUOTE = "\t", '"'
_MAY_BE_ODD = '" \0\r\x0b\x0c\x1c\x1d\x1e\x1f'
_ODD = r'["\0\r\x0b\x0c\x1c-\x1f\x85\u2028\u2029]|[^\S\t\n][{0}\n]|[{0}\n][^\S\t\n]|^\s|\s\Z(?<!\n)'
_ODD_IN_QUOTES = re.compile(r"[\0\r\x0b\x0c\x1c-\x1f\x85\u2028\u2029]")


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
    """The good part of a table of moves and, if there is one, of a table of nodes; or of a matrix under its names.

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
        if companion is None and is_matrix(text):
            return read_matrix(text)
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
    message = f"no header such as from,to; the first row was read as the move {quoted(first[0])} → {quoted(first[1])}"
    return read_rows(rows).with_problems([Problem(Severity.WARNING, message, line=line)])


class _Part(NamedTuple):
    """A table of a text from its header on, and how many lines stand before it."""

    text: str
    delimiter: str
    before: int

    @property
    def lines(self) -> Iterator[int]:
        """The lines of the rows below the header."""
        return (self.before + line for line, _ in islice(rows_of(self.text, self.delimiter), 1, None))


def _parts(text: str, usual: str) -> list[_Part]:
    """The table of a text from its header on, or those above and below its first blank line."""
    before, _, _ = head_of(text)
    delimiter = delimiter_of(text, usual)
    for _ in range(before):
        text = text[text.find("\n") + 1 :]
    text = (text if _QUOTE in text else _without_blanks(text, delimiter)).rstrip("\n") + "\n"
    first, _, below = text.partition("\n\n")
    bare = below.lstrip("\n")
    lines = before + first.count("\n") + 2 + len(below) - len(bare)
    return (
        [_Part(f"{first}\n", delimiter, before), _Part(bare, delimiter, lines)]
        if bare
        else [_Part(text, delimiter, before)]
    )


@unless_odd
def _plain(text: str, companion: str | None, usual: str, builder: GraphBuilder) -> Assembled | None:
    """The graph of large tables without blank lines and anything else that is odd; None of any other."""
    texts = [text] if companion is None else [text, companion]
    if sum(each.count("\n") for each in texts) < plain.LARGE:
        return None
    has_returns = any("\r\n" in each for each in texts)
    parts = [part for each in texts for part in _parts(each.replace("\r\n", "\n"), usual)]
    require(len(parts) <= 2)
    tables = [_in_columns(part) for part in parts]
    if companion is None and len(tables) == 2 and not {"from", "to"} <= {*tables[0]}:
        parts, tables = parts[::-1], tables[::-1]
    moves, nodes = tables[0], tables[1] if len(tables) > 1 else None
    require({"from", "to"} <= {*moves} and are_directed(moves))
    require(nodes is None or ("id" in nodes and not {"from", "to"} <= {*nodes}))
    require(not any(map(_has_empty_row, tables)))  # which is a blank line
    require(not has_returns or not any(_has_lines(cells) for table in tables for cells in table.values()))
    nodes = nodes and plain.without_nothing(nodes, FACTS_IN_TABLES)
    line_of = int if companion is None else LineOfNodes
    known, extras = (None, {}) if nodes is None else plain.nodes_and_extras(nodes, NODE_COLUMNS)
    found = plain.PlainTables(
        sources=moves["from"],
        targets=moves["to"],
        nodes=known,
        lines=() if nodes is None else plain.Lines(lambda: map(line_of, parts[1].lines)),
        adds_ends=True,
        move_lines=plain.Lines(lambda: parts[0].lines),
        extras=extras,
    )
    fields = deepcopy(builder.fields)
    for note in _unused([*moves]):
        fields.warn(note)
    return plain.assemble_plain(found, fields)


def _in_columns(part: _Part) -> dict[str, Column]:
    """The columns of a table that every reader of CSV understands in the same way; `OddError` of any other."""
    text, delimiter, _ = part
    require(bool(text[: text.find("\n")].strip()))  # or the header stands below
    has_quotes = _QUOTE in text
    bare = _cell_in_quotes(delimiter).sub("q", text) if has_quotes else text
    _, header = next(rows_of(text, delimiter), (1, []))
    names = [column_name(title.strip()) or f"{_QUOTE}{number}" for number, title in enumerate(header)]
    require(not bare.startswith(("#", "sep=")) and len(set(names)) == len(names) and "\n" not in "".join(header))
    require(delimiter == _TAB or _TAB not in bare)
    require("\n\n" not in bare and not _is_odd(bare, delimiter))
    require(not (has_quotes and _ODD_IN_QUOTES.search(text)))
    found = columns_of(text, delimiter, names, skipped=1, has_quotes=has_quotes) or {}
    require(bool(found) and not (has_quotes and any(map(_is_long, found.values()))))
    found = {name: column for name, column in found.items() if not name.startswith(_QUOTE)}
    return _with_points_in_columns(found) if delimiter == ";" and "," in text else found


def _without_blanks(text: str, delimiter: str) -> str:
    """A text without quotes and without the blanks around its cells."""
    import pyarrow.compute as pc

    if "\r" in text or not _is_odd(text, delimiter):
        return text
    blanks = f"[{BLANKS.replace(_BLANKS_OF_ASCII, _OF_ASCII[delimiter == _TAB])}]*"
    pattern = rf"{blanks}([{re.escape(delimiter)}\n]){blanks}"
    return str(pc.replace_substring_regex(large(f"\n{text}\n"), pattern, r"\1")[0])[1:-1]


def _with_points_in_columns(table: dict[str, Column]) -> dict[str, Column]:
    """The same as `_with_points`; `OddError` where a score may be one or a thousand."""
    import pyarrow.compute as pc

    commas = {key: pc.match_substring(table[key], ",") for key in _NUMBERS if key in table}
    if not any(pc.any(has_comma).as_py() for has_comma in commas.values()):
        return table
    require(all(are_all(table[key].filter(commas[key]), _DECIMAL_IN_RE2) for key in commas))
    if "score" in table:
        require(not pc.any(pc.match_substring_regex(table["score"], r"\.[0-9]{3}$")).as_py())
    return table | {key: pc.replace_substring(table[key], ",", ".") for key in commas}


def _is_long(column: Column) -> bool:
    """Whether a cell is longer than readers of CSV take."""
    import pyarrow.compute as pc

    longest = pc.max(pc.binary_length(column)).as_py()
    return longest is not None and longest > csv.field_size_limit()


def _has_lines(column: Column) -> bool:
    """Whether a cell has several lines."""
    import pyarrow.compute as pc

    return bool(pc.any(pc.match_substring(column, "\n")).as_py())


def _has_empty_row(table: dict[str, Column]) -> bool:
    """Whether a row has nothing in any cell."""
    are_empty = [~are_there(in_one_piece(column)) for column in table.values() if column.null_count]
    return len(are_empty) == len(table) and bool(np.logical_and.reduce(are_empty).any())


def _cell_in_quotes(delimiter: str) -> re.Pattern[str]:
    """A cell that is in quotes as a whole, in which a quote is written twice."""
    border = rf"[^{re.escape(delimiter)}\n]"
    return re.compile(rf'(?<!{border})"[^"]*+(?>(?:""[^"]*+)*)"(?!{border})')


def _is_odd(text: str, delimiter: str) -> bool:
    """Whether the cells of a table are other texts than those between its delimiters, or its lines other lines."""
    if text.isascii() and not any(mark in text for mark in _MAY_BE_ODD):  # quickly found out
        return False
    return re.search(_ODD.format(delimiter), text) is not None


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
        columns = _header(cells) if after_blank else []
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
    cells = ((row.get(key, "") for key in _NUMBERS) for _, row in table.rows)
    if not any(map(_DECIMAL.fullmatch, chain.from_iterable(cells))):
        return table
    rows: list[Row] = [(line, _with_point(row, line, builder)) for line, row in table.rows]
    return _Table(table.columns, rows)


def _with_point(row: Mapping[str, str], line: int | None, builder: GraphBuilder) -> dict[str, str]:
    found = {
        key: cell.replace(",", ".") if key in _NUMBERS and _DECIMAL.fullmatch(cell) else cell
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


def _header(cells: list[str]) -> list[str]:
    """The names of the columns, if the row is a header of moves or nodes, else none."""
    columns = [column_name(cell.strip()) for cell in cells]
    if not ({"from", "to"} <= set(columns) or "id" in columns):
        return []
    repeated = next((column for column in columns if column and columns.count(column) > 1), None)
    if repeated is not None:
        raise FormatError(f"the column {quoted(repeated)} is there twice; delete one")
    return columns


def _row(cells: list[str], columns: list[str], line: int, builder: GraphBuilder) -> dict[str, str]:
    if any(cells[len(columns) :]):
        builder.fields.error(
            f"{len(cells)} cells where the header has {len(columns)}; the last were left out, check the quotes",
            line=line,
        )
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
