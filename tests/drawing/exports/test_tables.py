"""The tables of scores, opened again by other programs' readers."""

from __future__ import annotations

import io
import re
from fractions import Fraction
from typing import Any

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet
from support.graphs import figure_1, game_graphs, thorough

from explorer import algorithms
from explorer.drawing.exports import GraphView, Style, export
from explorer.drawing.node_colours import ValueLooks
from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph, Kind, Node
from explorer.model.scores import Score, format_score, score_to_json
from explorer.trace import Finality, Trace
from explorer.trace.recording import Limits

ODD = [
    "=1+1",
    "=cmd|' /C calc'!A0",
    "+1",
    "-1",
    "@SUM(1)",
    "http://localhost/",
    "mailto:x@y",
    "a,b;c",
    'say "x"',
    "line\nbreak",
    "é→∞ 名",
    " space ",
    "{=1}",
    "_x0041_",
    "12",
    "TRUE",
]


def shown(graph: GameGraph, algorithm: str = "score-iteration", **options: Any) -> GraphView:
    trace = algorithms.trace(graph, algorithm, limits=Limits(steps=200, run=300), **options)
    return GraphView(trace.graph, trace, algorithms.find(algorithm))


def trace_of(made: GraphView) -> Trace:
    assert made.trace is not None
    return made.trace


def odd_graph() -> GameGraph:
    leaves = tuple(Node(name, Kind.LEAF, place) for place, name in enumerate(ODD))
    moves = tuple(("root", name) for name in ODD)
    return GameGraph((Node("root", Kind.MAX), *leaves), moves, root="root", name="=2+2", description="=3+3")


# ---- CSV


@thorough
@given(graph=game_graphs(max_open=1, max_inner=4))
def test_pandas_reads_every_exact_score_from_the_csv(graph: GameGraph):
    made = shown(graph)
    read = pd.read_csv(io.BytesIO(export(made, "csv")), dtype=str, keep_default_na=False, index_col="step")
    assert list(read.pop("caption")) == [step.caption for step in trace_of(made)]
    expected = trace_of(made).table()
    assert list(read.columns) == list(expected.columns)
    for step in range(len(read)):
        for id, text in read.iloc[step].items():
            score = expected[id].iloc[step]
            assert text == ("" if score is None else str(score_to_json(score)))


# ---- Excel


def sheets(made: GraphView, style: Style | None = None) -> tuple[Worksheet, Worksheet]:
    book = load_workbook(io.BytesIO(export(made, "xlsx", style)))
    return book["Scores"], book["About"]


def is_number(score: Score) -> bool:
    return abs(score) < float("inf") if isinstance(score, float) else isinstance(score, int) and abs(score) <= 2**53


@thorough
@given(graph=game_graphs(max_open=1, max_inner=4), endless=st.sampled_from(["0", "-inf", "inf", "1/3"]))
def test_openpyxl_reads_score_colour_and_finality_of_every_cell(graph: GameGraph, endless: str):
    made = shown(graph, endless=endless)
    trace = trace_of(made)
    sheet, _ = sheets(made)
    looks = {value: ValueLooks.of_trace(trace).score(value) for value in trace.values}
    assert [cell.value for cell in sheet[1]] == ["step", *(node.name for node in trace.graph.nodes), "caption"]
    assert sheet.max_row == len(trace) + 1
    for step in range(len(trace)):
        row = sheet[step + 2]
        scores, finality = trace.scores_at(step), trace.finality_at(step)
        assert (row[0].value, row[-1].value) == (step, trace[step].caption)
        for node, cell in zip(trace.graph.nodes, row[1:-1], strict=True):
            final = finality[node.id] is Finality.FINAL
            assert cell.font.b == final
            if node.id not in scores:
                assert cell.value.startswith("?")
                continue
            score = scores[node.id]
            assert cell.value == (score if is_number(score) else format_score(score) + (" ■" if final else ""))
            assert cell.fill.fgColor.rgb == f"FF{looks[score].fill[1:].upper()}"
            assert ("■" in cell.number_format) == (final and is_number(score))


def test_nothing_in_the_sheets_is_a_formula_or_a_link():
    scores, about = sheets(shown(odd_graph()))
    assert [cell.value for cell in scores[1]][1:-1] == ["root", *ODD]
    facts = {row[0].value: row[1].value for row in about}
    assert (facts["Graph"], facts["Description"]) == ("=2+2", "=3+3")
    for sheet in (scores, about):
        cells = [cell for row in sheet for cell in row if cell.value is not None]
        assert {cell.data_type for cell in cells} <= {"s", "n"}
        assert not [cell for cell in cells if cell.hyperlink]


# ---- LaTeX

PROVIDED = r"\providecommand\other[1]{{\tiny\fbox{#1}}}% a character that LaTeX does not know, by its code"


def latex(made: GraphView, style: Style | None = None) -> str:
    return export(made, "latex-table", style).decode()


def latex_rows(text: str) -> list[list[str]]:
    """The cells between the rules of a tabular."""
    body = text.partition("\\toprule\n")[2].partition("\n\\bottomrule")[0]
    lines = [line for line in body.splitlines() if line != "\\midrule"]
    assert all(line.endswith(r" \\") for line in lines)
    return [re.split(r"(?<!\\) & ", line.removesuffix(r" \\")) for line in lines]


def test_the_tabular_has_a_row_a_step_and_the_score_and_colour_of_every_node():
    made = shown(figure_1(b=1, d=Fraction(-16, 3)), endless="-inf")
    trace = trace_of(made)
    head, *rows = latex_rows(latex(made))
    assert head == ["step", "a", "b", "c", "d"]
    assert [row[0] for row in rows] == [str(step) for step in range(len(trace))]
    looks = {value: ValueLooks.of_trace(trace).score(value) for value in trace.values}
    for step, row in enumerate(rows):
        for node, cell in zip(trace.graph.nodes, row[1:], strict=True):
            score = trace.scores_at(step)[node.id]
            number = format_score(score).replace("−", "-").replace("∞", r"\infty")
            assert f"${number}$" in cell
            assert f"\\cellcolor[HTML]{{{looks[score].fill[1:].upper()}}}" in cell
            assert (r"\boldmath" in cell) == (trace.finality_at(step)[node.id] is Finality.FINAL)


def test_odd_names_neither_end_a_cell_nor_a_row():
    graph = odd_graph().replace(name="a\n\\input{x}")
    graph = graph.replace(
        nodes=tuple(
            Node(n.id, n.kind, n.score, label=f"{n.id}&%$#_{{}}~^\\") if n.kind is Kind.LEAF else n for n in graph.nodes
        )
    )
    text = latex(shown(graph))
    rows = latex_rows(text)
    assert {len(row) for row in rows} == {len(ODD) + 2}
    before = text.split(r"\begin{tabular}")[0]
    assert r"\usepackage[T1]{fontenc}" in before  # OT1, with which pdfLaTeX begins, has no \textquotedbl
    assert [line for line in before.splitlines() if not line.startswith("%")] == [PROVIDED]


# ---- bounds


def test_a_sheet_holds_equal_bounds_as_a_number_others_as_text_and_open_nodes_as_a_question_mark():
    made = shown(load_sample("negamax-half-final"), "finality")
    sheet, about = sheets(made)
    cells = {head.value: cell for head, cell in zip(sheet[1], sheet[3], strict=True)}
    assert [cells[name].value for name in ("A", "C", "2", "q")] == ["1, 2", "−2, ∞", 2, "?"]
    assert [cells[name].font.b for name in ("A", "2", "q")] == [False, True, False]
    last = {head.value: cell for head, cell in zip(sheet[1], sheet[sheet.max_row], strict=True)}
    colour = ValueLooks.of_trace(trace_of(made)).bounds((1, 2)).fill
    assert last["A"].fill.fgColor.rgb == f"FF{colour[1:].upper()}"
    colours = {row[0].value: row[1].value for row in about}["Colours"]
    assert colours == (
        "like the nodes, vermilion below 0 and blue above: score for the player to move, low (−2) to high (2); "
        "■ and bold: both bounds are final"
    )
