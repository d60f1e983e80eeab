"""The scores or bounds as an Excel sheet, coloured like the nodes.

Scores are numbers where a cell can hold them exactly, and text where it cannot: fractions, infinities, whole numbers
past 2**53, and bounds that lie apart.  Names and captions are always text; nothing in the file is a formula or a link.
"""

from __future__ import annotations

import csv
from io import BytesIO, StringIO
from typing import TYPE_CHECKING

from explorer.drawing.exports.export import Export, ExportProgress
from explorer.drawing.graph_view import GraphView, Style
from explorer.drawing.node_colours import UNKNOWN, ValueLooks
from explorer.drawing.score_table import ScoreCell, heads, require_size, rows, step_range, trace_of
from explorer.formats.move_table import write_both
from explorer.model.errors import LimitError
from explorer.model.libraries import needed_for
from explorer.model.scores import EXACT, Score
from explorer.trace import Trace, dump_json, plain

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

MOST_CELLS = 500_000
MOST_NODES = 16_000  # columns that Excel has, less those for step and caption
_LONGEST = 32_767  # characters that a cell can hold
_EVERY = 200  # steps after which progress is told
_FINAL = 'General" ■"'  # a number that is final stays a number


def _write(view: GraphView, style: Style, progress: ExportProgress) -> bytes:
    with needed_for("Excel workbooks"):
        from xlsxwriter import Workbook

    trace = trace_of(view)
    steps = step_range(trace, style.first, style.last)
    if len(trace.graph.nodes) > MOST_NODES:
        raise LimitError(f"a sheet has room for {MOST_NODES:,} nodes, not {len(trace.graph.nodes):,}; choose CSV")
    require_size(trace, steps, MOST_CELLS)
    content = BytesIO()
    with Workbook(content, {"in_memory": True}) as book:
        _fill_scores(_Sheet(book, "Scores"), trace, steps, progress)
        _fill_about(_Sheet(book, "About"), view, trace)
        for name, table in zip(("Moves", "Nodes"), write_both(trace.graph), strict=True):
            _fill_text(_Sheet(book, name), table)
    return content.getvalue()


class _Sheet:
    """A sheet of the workbook, which makes each cell format once."""

    def __init__(self, book: Workbook, name: str) -> None:
        self._book = book
        self._formats: dict[tuple[tuple[str, object], ...], Format] = {}
        self.sheet: Worksheet = book.add_worksheet(name)
        self.sheet.freeze_panes(1, 1)

    def format_with(self, **properties: object) -> Format:
        """Return the cell format with these properties."""
        key = tuple(properties.items())
        if key not in self._formats:
            self._formats[key] = self._book.add_format(properties)
        return self._formats[key]

    def write_text(self, row: int, column: int, text: str, **properties: object) -> None:
        """Write a text into a cell, cut off if it is too long."""
        shortened = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
        clean = shortened.encode(errors="replace").decode()  # half of a character is no text
        self.sheet.write_string(row, column, clean, self.format_with(**properties))

    def write_score(self, row: int, column: int, cell: ScoreCell) -> None:
        """Write a score into a cell, as a number where that is exact, else as text."""
        look = cell.look or UNKNOWN
        colours = {"bg_color": look.fill, "font_color": look.ink, "align": "right", "bold": cell.is_final}
        if cell.score is not None and _fits_a_cell(cell.score):
            shape = self.format_with(**colours, num_format=_FINAL if cell.is_final else "General")
            self.sheet.write_number(row, column, float(cell.score), shape)
        elif cell.text:
            self.write_text(row, column, cell.text + (" ■" if cell.is_final else ""), **colours)


def _fits_a_cell(score: Score) -> bool:
    """Return whether a number in a sheet can be exactly this score."""
    if isinstance(score, float):
        return abs(score) < float("inf")
    return isinstance(score, int) and abs(score) <= EXACT


def _fill_scores(sheet: _Sheet, trace: Trace, steps: range, progress: ExportProgress) -> None:
    """Fill the sheet with a row for each step: its number, the scores or bounds of all nodes, and its caption."""
    head = ["step", *heads(trace), "caption"]
    for column, name in enumerate(head):
        sheet.write_text(0, column, name, bold=True, bottom=1)
    sheet.sheet.set_column(len(head) - 1, len(head) - 1, 90)
    for row, (step, cells) in enumerate(rows(trace, steps), 1):
        sheet.sheet.write_number(row, 0, step, sheet.format_with(bold=True))
        for column, cell in enumerate(cells, 1):
            sheet.write_score(row, column, cell)
        sheet.write_text(row, len(head) - 1, trace[step].caption)
        if row % _EVERY == 0:
            progress(row, len(steps))


def _fill_about(sheet: _Sheet, view: GraphView, trace: Trace) -> None:
    """Fill the sheet with facts about the graph, the algorithm and the colours."""
    colours = f"like the nodes, vermilion below 0 and blue above: {ValueLooks.of_trace(trace, view.algorithm).meaning}"
    facts = {
        "Graph": view.graph.name,
        "Description": view.graph.description,
        "Algorithm": view.algorithm.title if view.algorithm else trace.algorithm,
        "Options": ", ".join(f"{name} = {value}" for name, value in plain(trace.options).items()),
        "Result": dump_json(plain(trace.result)),
        "Colours": f"{colours}; ■ and bold: {_final_subject(trace)} final",
        "Left out": trace.left_out,
    }
    for row, (name, text) in enumerate((name, text) for name, text in facts.items() if text):
        sheet.write_text(row, 0, name, bold=True)
        sheet.write_text(row, 1, text)
    sheet.sheet.set_column(0, 0, 14)


def _fill_text(sheet: _Sheet, table: str) -> None:
    """Fill a sheet with the cells of a CSV, so that the workbook can be opened as a graph."""
    for row, cells in enumerate(csv.reader(StringIO(table, newline=""))):
        for column, text in enumerate(cells):
            sheet.write_text(row, column, text, bold=row == 0)


def _final_subject(trace: Trace) -> str:
    """Return the words for the part of a cell that is final: the score, or both bounds."""
    return "both bounds are" if trace.has_bounds else "the score is"


EXPORT = Export(
    name="xlsx",
    title="Table of scores (Excel)",
    suffix=".xlsx",
    mime="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    write=_write,
    needs_trace=True,
    styled_by=("first", "last"),
    group="Tables",
    rank=100,
)
