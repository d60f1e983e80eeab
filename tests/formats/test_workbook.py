"""Excel workbooks: sheets by their columns, cells as other libraries read them, far cells, and damage."""

from __future__ import annotations

import io
import tracemalloc
from datetime import date
from zipfile import ZipFile

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook
from support.examples import examples

from explorer import formats
from explorer.formats import workbook_archive
from explorer.model.errors import FormatError
from explorer.solver import solve


def workbook(**sheets: list[list[object]]) -> bytes:
    book, stream = Workbook(), io.BytesIO()
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(stream)
    return stream.getvalue()


def test_sheets_are_told_by_their_columns():
    moves, nodes = (
        [["Source", "Target"], [1, 2], [1, 3]],
        [["Id", "player", "score"], [1, "max"], [2, None, 7], [3, None, "1/2"]],
    )
    found = formats.load_bytes("x.xlsx", workbook(notes=[["see below"]], second=moves, third=nodes))
    assert (solve(found.require_good()).score, found.graph.ids) == (7, ("1", "2", "3"))
    with pytest.raises(FormatError, match="a sheet with the columns from and to"):
        formats.load_bytes("x.xlsx", workbook(notes=[["see below"]]))


def changed_parts(content: bytes, **changes: bytes | None) -> bytes:
    """The workbook with other contents of the parts whose paths end so; None leaves one out."""
    stream = io.BytesIO()
    with ZipFile(io.BytesIO(content)) as old, ZipFile(stream, "w") as new:
        for path in old.namelist():
            key = next((key for key in changes if path.endswith(f"{key}.xml")), "")
            if (part := changes[key] if key else old.read(path)) is not None:
                new.writestr(path, part)
    return stream.getvalue()


def test_a_damaged_workbook_says_what_of_it_is_damaged():
    good = workbook(graph=[["from", "to"], ["a", "b"]])
    shared = io.BytesIO()
    pd.DataFrame({"from": ["a"], "to": ["b"]}).to_excel(shared, sheet_name="graph", index=False, engine="xlsxwriter")
    bad_unpacking = bytearray(good)
    bad_unpacking[good.index(b"xl/worksheets/sheet2.xml") + 40] ^= 255
    for data, words in (
        (good[:-30], "not an Excel workbook that can be read: it is no whole ZIP archive"),
        (b"\xd0\xcf\x11\xe0" + good, "has a password or is an old .xls"),
        (bytes(bad_unpacking), r"the sheet 'graph' \(xl/worksheets/sheet2.xml\) .* cannot be unpacked"),
        (changed_parts(good, sheet2=b"<worksheet><row>"), r"the sheet 'graph' .* at line 1, column 17: no element"),
        (changed_parts(good, sheet2=None), "the workbook lacks the sheet 'graph'"),
        (
            changed_parts(shared.getvalue(), sharedStrings=b"<sst/>"),
            "the sheet 'graph' .* is damaged; open it in the program",
        ),
        (changed_parts(good, workbook=None), "the ZIP archive holds no list of sheets"),
    ):
        with pytest.raises(FormatError, match=words):
            formats.load_bytes("x.xlsx", data)


def test_a_cell_far_out_takes_no_memory_and_is_named():
    book = Workbook()
    book.active.append(["from", "to"])
    book.active.append(["a", "b"])
    book.active["XFD1048576"] = "far"
    book.active["B1048576"], book.active["A1048576"] = "c", "b"
    stream = io.BytesIO()
    book.save(stream)
    tracemalloc.start()
    found = formats.load_bytes("x.xlsx", stream.getvalue())
    assert tracemalloc.get_traced_memory()[1] < 2**22
    tracemalloc.stop()
    assert [*found.graph.moves] == [("a", "b"), ("b", "c")]
    assert "such as XFD1048576" in str(found.problems[0])


CELLS = st.one_of(
    st.none(), st.integers(-(2**50), 2**50), st.floats(-1e9, 1e9), st.text("ab _01\t&<", min_size=1), st.booleans()
)
WRITERS = ("openpyxl", "xlsxwriter")  # text in the cells themselves, and in a list that cells share


@pytest.mark.parametrize("writer", WRITERS)
@examples(25)
@given(rows=st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=8))
def test_cells_are_read_as_pandas_reads_them(rows: list[tuple[object, object]], writer: str):
    frame = pd.DataFrame([("id", "from", "to"), *((number, *cells) for number, cells in enumerate(rows))], dtype=object)
    stream = io.BytesIO()
    with pd.ExcelWriter(stream, engine=writer) as book:
        frame.to_excel(book, sheet_name="graph", header=False, index=False)
    known = pd.read_excel(stream, dtype=object, keep_default_na=False, engine="openpyxl")
    found = workbook_archive.Workbook(stream.getvalue()).read("graph")
    assert found.titles == [*known.columns]
    for title, column in zip(found.titles, found.columns, strict=True):
        assert [*map(repr, column.cells())] == [repr(None if cell == "" else cell) for cell in known[title]]


def test_a_score_that_became_a_date_is_refused_and_an_error_of_excel_is_named():
    moves = [["from", "to"], ["a", "b"], ["a", "c"]]
    nodes = [["id", "player", "score"], ["a", "max", None], ["b", None, date(2026, 2, 1)], ["c", None, "#REF!"]]
    found = formats.load_bytes("x.xlsx", workbook(moves=moves, nodes=nodes))
    problems = "; ".join(map(str, found.problems))
    assert "2026-02-01" in problems
    assert "the cell C4 of the sheet 'nodes' holds the error #REF!" in problems
    assert found.graph.node("b").score is None
