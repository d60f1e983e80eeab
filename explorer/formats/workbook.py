"""Excel workbooks: a sheet of moves and one of nodes with the columns of a CSV; other sheets are left alone.

So the tables of scores that the program exports hold their graph.
"""

from __future__ import annotations

from collections.abc import Callable

from explorer.formats.format import Format, LineOfNodes
from explorer.formats.move_table import BLANKS
from explorer.formats.workbook_archive import Workbook
from explorer.intake import Assembled, Intake
from explorer.intake.cells import FieldReader
from explorer.intake.tables import Table, assemble_tables, moves_to_parents, parent_title
from explorer.model.convert import column_name
from explorer.model.errors import FormatError, quoted


def read(data: bytes, companion: bytes | None = None) -> Assembled:
    """Read the first sheet of moves and, if there is one, the first sheet of nodes.

    Raises
    ------
    FormatError
        If it is no workbook, is damaged or past a limit, or has no sheet of moves.
    """
    book = Workbook(data)
    heads = {sheet: [*map(column_name, book.header(sheet).values())] for sheet in book.sheets}
    intake = Intake(is_table=True, blanks=BLANKS)
    moves = next((sheet for sheet, names in heads.items() if {"from", "to"} <= {*names}), None)
    of_nodes = [sheet for sheet, names in heads.items() if "id" in names and not {"from", "to"} <= {*names}]
    if moves is not None:
        nodes = _sheet_table(book, of_nodes[0], LineOfNodes, intake.fields) if of_nodes else None
        return assemble_tables(_sheet_table(book, moves, int, intake.fields), nodes, intake)
    for sheet in of_nodes:
        if (parent := parent_title(heads[sheet])) is not None:
            table = _sheet_table(book, sheet, int, intake.fields)
            return assemble_tables(*moves_to_parents(table, parent, intake.fields), intake)
    raise FormatError(
        "expected a sheet with the columns from and to (or source and target), and perhaps one with the column id, "
        f"got the sheets {quoted(', '.join(book.sheets))}"
    )


def _sheet_table(book: Workbook, sheet: str, line: Callable[[int], int], fields: FieldReader) -> Table:
    """Return the table of a sheet after noting the cells that hold errors or have no title above them."""
    found = book.read(sheet)
    for row, cell, text in found.errors:
        message = f"the cell {cell} of the sheet {quoted(sheet)} holds the error {text}; it was left out"
        fields.error(message, line=line(row))
    if found.untitled_cell:
        outside = f"the sheet {quoted(sheet)} has cells without a title in its first row, such as {found.untitled_cell}"
        fields.warn(f"{outside}; they were left out")
    names = [column_name(title) for title in found.titles]
    repeated = next((name for name in names if names.count(name) > 1), None)
    if repeated is not None:
        raise FormatError(f"the sheet {quoted(sheet)} has the column {quoted(repeated)} twice; delete one")
    rows = found.rows
    return Table(dict(zip(names, found.columns, strict=True)), lambda row: line(int(rows[row])))


FORMAT = Format(
    name="xlsx",
    title="Excel workbook of moves and nodes (.xlsx)",
    suffixes=(".xlsx",),
    read_bytes=read,
    magic=b"PK\x03\x04",
    rank=46,
)
