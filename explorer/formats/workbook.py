"""Excel workbooks: a sheet of moves, and one of nodes, with the columns of a CSV; other sheets are left alone.

So the tables of scores that the program exports hold their graph.  Read through pandas and openpyxl, an optional extra.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from explorer.formats.format import Format, LineOfNodes
from explorer.formats.move_table import BLANKS
from explorer.formats.text import damaged, require_size
from explorer.model.convert import column_name
from explorer.model.errors import FormatError, quoted
from explorer.model.intake import Assembled, Intake
from explorer.model.libraries import needed_for
from explorer.model.memory import require_memory
from explorer.model.tables import Table, assemble_tables, moves_to_parents, parent_title, table_of

if TYPE_CHECKING:
    import pandas as pd

_MEMORY_FOR_A_BYTE = 30  # while the sheets are read


def read(data: bytes, companion: bytes | None = None) -> Assembled:
    """The good part of the first sheet of moves and of the first sheet of nodes, if there is one.

    Raises
    ------
    FormatError
        If it is no workbook, is past a limit, or has no sheet of moves.
    """
    sheets = _sheets(data)
    names = {title: {column_name(str(column)) for column in sheet.columns} for title, sheet in sheets.items()}
    moves = next((sheets[title] for title, own in names.items() if {"from", "to"} <= own), None)
    intake = Intake(is_table=True, blanks=BLANKS)
    for title, own in names.items() if moves is None else ():
        if "id" in own and (parent := parent_title(own)) is not None:
            return assemble_tables(*moves_to_parents(table_of(sheets[title], 2), parent, intake.fields), intake)
    if moves is None:
        raise FormatError(
            "expected a sheet with the columns from and to (or source and target), and perhaps one with the column id, "
            f"got the sheets {quoted(', '.join(sheets))}"
        )
    nodes = next((sheets[title] for title, own in names.items() if "id" in own and not {"from", "to"} <= own), None)
    return assemble_tables(table_of(moves, 2), None if nodes is None else _of_nodes(nodes), intake)


def _of_nodes(sheet: pd.DataFrame) -> Table:
    return Table(table_of(sheet).columns, lambda row: LineOfNodes(row + 2))


def _sheets(data: bytes) -> dict[str, pd.DataFrame]:
    """The sheets by their titles, of cells as they stand there."""
    from zipfile import BadZipFile, ZipFile

    import pandas as pd

    with needed_for("Excel workbooks"):
        import openpyxl  # noqa: F401  # by which pandas reads them

    try:
        with ZipFile(io.BytesIO(data)) as packed:
            size = sum(part.file_size for part in packed.infolist())
    except (BadZipFile, ValueError, NotImplementedError) as error:
        raise damaged("an Excel workbook", error) from None
    require_size(size)
    require_memory(size * _MEMORY_FOR_A_BYTE, "the workbook")
    try:
        return pd.read_excel(io.BytesIO(data), sheet_name=None, dtype=object, keep_default_na=False, engine="openpyxl")
    except Exception as error:  # openpyxl has no error of its own for most damage
        raise damaged("an Excel workbook", error) from None


FORMAT = Format(
    name="xlsx",
    title="Excel workbook of moves and nodes (.xlsx)",
    suffixes=(".xlsx",),
    read_bytes=read,
    magic=b"PK\x03\x04",
    rank=46,
)
