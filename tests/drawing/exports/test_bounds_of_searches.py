"""A bound that a search returns is written with its sign in every export, and never as a score."""

from __future__ import annotations

import csv
import io
import json

import pytest
from openpyxl import load_workbook
from support.shown import shown

from explorer.drawing.exports import Style, export
from explorer.games.samples import load_sample

STEP = 22  # E, a Max node above leaves 4 and 7, returns no more than alpha = 10


def written(name: str) -> bytes:
    made = shown(load_sample("alpha-beta-tree"), "alpha-beta", STEP)
    assert made.trace is not None
    assert (
        made.trace[STEP].caption == "fail-hard: E returns 10, the limit that it was called with, since 7 is below it."
    )
    return export(made, name, style=Style(first=STEP, last=STEP))


@pytest.mark.parametrize(("name", "sign"), [("svg", "≤10"), ("tikz", r"\ensuremath{\leq}10")])
def test_a_picture_has_the_sign_on_the_node(name: str, sign: str):
    assert sign in written(name).decode()


def test_a_table_in_latex_has_the_sign_in_its_cell():
    assert r"$\leq 10$" in written("latex-table").decode()


def test_a_sheet_holds_a_bound_as_text_and_a_score_as_a_number():
    sheet = load_workbook(io.BytesIO(written("xlsx"))).worksheets[0]
    heads = [cell.value for cell in sheet[1]]
    row = {head: cell.value for head, cell in zip(heads, sheet[2], strict=True)}
    assert str(row["E"]).startswith("≤ 10")
    assert row["A"] == 10


def test_csv_and_json_say_what_a_number_is():
    rows = list(csv.DictReader(io.StringIO(written("csv").decode())))
    assert (rows[STEP]["E"], rows[STEP]["D"], rows[STEP]["A"]) == ("≤ 10", "≥ 10", "10")
    steps = json.loads(written("trace-json"))["steps"]
    assert steps[STEP]["scores"]["E"] == 10
    assert steps[STEP]["relations"] == {"s": "at least", "D": "at least", "E": "at most"}
