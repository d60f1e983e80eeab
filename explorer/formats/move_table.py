"""CSV: a table of moves, and a table of nodes beside it (x.csv and x.nodes.csv) or below it after a blank line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from explorer.assemble import Assembled, Row, assemble_tables
from explorer.convert import NODE_COLUMNS, node_record
from explorer.draft import Draft
from explorer.errors import FormatError
from explorer.fields import shortened
from explorer.formats.csv_text import rows_of, table
from explorer.formats.format import Format, Pair
from explorer.graph import GameGraph

_SYNONYMS = {"source": "from", "target": "to"}
_KNOWN = {"from", "to", *NODE_COLUMNS}


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


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of a table of moves and, if there is one, of a table of nodes.

    Raises
    ------
    FormatError
        If there is no table with the columns from and to (or source and target), or the quotes do not match.
    """
    draft = Draft()
    tables = [*_tables(text, draft), *(_tables(companion, draft) if companion is not None else ())]
    moves = [table for table in tables if table.is_of_moves]
    nodes = [table for table in tables if table.is_of_nodes]
    if not moves:
        got = shortened(", ".join(tables[0].columns)) if tables else "nothing"
        raise FormatError(f"a table of moves has the columns from and to (or source and target), got {got}")
    if companion is not None and not nodes:
        raise FormatError("a table of nodes has a column id, and any of player, score, open, label, x, y, root")
    _warn_of_unused([column for table in moves for column in table.columns], draft)
    return assemble_tables(_rows(moves), _rows(nodes) if nodes else None, draft=draft)


def _rows(tables: Iterable[_Table]) -> list[Row]:
    return [row for table in tables for row in table.rows]


def _tables(text: str, draft: Draft) -> Iterator[_Table]:
    """The tables of a text: one begins with the first row, and after each blank line if the row is a header."""
    current: _Table | None = None
    after_blank = True
    for line, cells in rows_of(text):
        if not cells:
            after_blank = True
            continue
        columns = _header(cells) if after_blank else []
        if current is None or columns:
            if current is not None:
                yield current
            current = _Table(columns or cells)
        else:
            current.rows.append((line, _row(cells, current.columns, line, draft)))
        after_blank = False
    if current is not None:
        yield current


def _header(cells: list[str]) -> list[str]:
    """The names of the columns, if the row is a header of moves or nodes, else none."""
    lowered = [cell.strip().lower() for cell in cells]
    names = [_SYNONYMS.get(name, name) for name in lowered]
    if not ({"from", "to"} <= set(names) or "id" in names):
        return []
    columns = [name if name in _KNOWN else cell.strip() for name, cell in zip(names, cells, strict=True)]
    repeated = next((column for column in columns if column and columns.count(column) > 1), None)
    if repeated is not None:
        raise FormatError(f"the column {repeated!r} is there twice; delete one")
    return columns


def _row(cells: list[str], columns: list[str], line: int, draft: Draft) -> dict[str, str]:
    if any(cells[len(columns) :]):
        draft.fields.error(
            f"{len(cells)} cells where the header has {len(columns)}; the last were left out, check the quotes",
            line=line,
        )
    return {column: cell for column, cell in zip(columns, cells, strict=False) if cell and column}


def _warn_of_unused(columns: list[str], draft: Draft) -> None:
    unused = [column for column in columns if column not in ("from", "to", "")]
    if unused:
        draft.fields.warn(f"moves carry nothing but their two ends; left out: {', '.join(unused)}")


def write(graph: GameGraph) -> str:
    """Both tables as one text, moves first, with a blank line between."""
    return "\n".join(write_both(graph))


def write_both(graph: GameGraph) -> tuple[str, str]:
    """The table of moves and the table of nodes.

    Raises
    ------
    FormatError
        If an id has a null character.
    """
    for node in graph.nodes:
        if "\0" in node.id:
            raise FormatError(f"the id {node.id!r} has a null character, which CSV cannot hold; rename the node")
    return table(("from", "to"), iter(graph.moves)), _node_table(graph)


def _node_table(graph: GameGraph) -> str:
    records = [node_record(node) | ({"root": True} if node.id == graph.root else {}) for node in graph.nodes]
    others = dict.fromkeys(key for record in records for key in record if key not in NODE_COLUMNS and _is_column(key))
    columns = [*NODE_COLUMNS, *others]
    return table(columns, ([_text(record.get(column)) for column in columns] for record in records))


def _is_column(key: str) -> bool:
    """Whether a column of this name comes back as it is."""
    return key == key.strip() != "" and "\0" not in key and key.lower() not in {*_KNOWN, *_SYNONYMS}


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value).replace("\0", "\ufffd") if isinstance(value, str | int | float) else ""


FORMAT = Format(
    name="csv",
    title="CSV of moves and nodes (.csv)",
    suffixes=(".csv",),
    also_reads=(".tsv",),
    read=read,
    write=write,
    cannot_carry=(
        "name, description, known answers and other keys of the graph; lists and objects, and the types of unknown "
        "keys; that a graph has no root yet; and the convention of a graph without inner nodes."
    ),
    recognises=bool,
    pair=Pair(".nodes", write_both),
    rank=40,
)
