"""The table and the chart of the app, of scores and of bounds."""

from __future__ import annotations

import pytest
from support.graphs import figure_1, game
from support.script import page_of, run
from support.sessions import session
from support.stepped import growing

from explorer.algorithms import trace
from explorer.app.tables import left_out, line_chart, named_nodes, styled
from explorer.drawing.values import Values
from explorer.games.samples import load_sample
from explorer.model.graph import Kind, Node
from explorer.trace.recording import Limits


def test_a_cell_shows_score_finality_and_colour():
    run = trace(figure_1(b=1, d=2), "score-iteration")
    table = styled(run, ["c", "a"], range(1, len(run)), len(run) - 1)
    table._compute()
    assert list(table.data.index) == ["1", "2", "3", "▶ 4"]
    assert table.data["a"].tolist() == ["0", "1", "1", "1 ■"]
    looks = {value: Values.of_trace(run).score(value) for value in run.values}
    assert ("background-color", looks[1].fill) in table.ctx[3, 1]
    assert ("font-weight", "700") in table.ctx[3, 0]


def test_a_cell_shows_bounds_or_a_question_mark_for_an_open_node():
    run = trace(load_sample("negamax-half-final"), "finality")
    table = styled(run, ["A", "2", "q"], range(2, 4), 2).data
    assert table.iloc[0].tolist() == ["1, 2 ■", "2 ■", "?"]


def test_a_node_that_is_not_there_yet_has_an_empty_cell():
    table = styled(growing(), ["15"], range(3), 0).data
    assert table["15"].tolist() == ["", "?", "−∞, ∞"]


def test_the_chart_has_a_line_for_each_finite_bound():
    run = trace(load_sample("negamax-half-final"), "bounds")
    sets = line_chart(run, ["A"], 0).to_dict()["datasets"].values()
    points = {(row["node"], row["step"], row["exact"]) for rows in sets for row in rows if "node" in row}
    lower = {("A, lower", step, "1") for step in (1, 2, 3)}
    assert points == lower | {("A, upper", step, "2") for step in (2, 3)}


def test_nodes_are_chosen_by_id_or_name_and_what_is_no_name_is_told():
    graph = game("a", a="max b c", b=1, c=2).replace(
        nodes=(Node("a", Kind.MAX), Node("b", Kind.LEAF, 1, "x"), Node("c", Kind.LEAF, 2, "x"))
    )
    assert named_nodes(graph, ["a", "C", "a", "x", "nobody"]) == (["a", "c"], ["x", "nobody"])


def test_what_is_left_out_is_said_under_the_table_and_under_the_chart():
    run = trace(figure_1(b=1, d=2), "score-iteration", limits=Limits(steps=3))
    assert left_out(run, 1) == [run.left_out]
    assert left_out(run, 4) == [run.left_out, "One of 4 steps is drawn; changes between them are not seen."]
    assert left_out(trace(figure_1(b=1, d=2), "score-iteration"), 1) == []


def test_the_chart_ends_where_it_is_told_to():
    run = trace(figure_1(b=1, d=2), "score-iteration")
    sets = line_chart(run, ["a", "c"], 1, 2).to_dict()["datasets"].values()
    assert {row["step"] for rows in sets for row in rows if "node" in row} == {0, 1}


def tables_page() -> None:
    """The table alone."""
    from explorer.app import tables
    from explorer.app.state import current

    session = current()
    if session is not None and session.trace is not None:
        tables.keep_choice(session)
        tables.show(session, session.trace)


@pytest.mark.usefixtures("nothing_sent")
def test_while_questions_are_asked_later_steps_are_not_shown():
    opened = session()
    opened.step = 2
    app = page_of(tables_page, opened)
    assert list(app.dataframe[0].value.index) == ["0", "1", "▶ 2", "3", "4"]
    opened.stage.ask = 7  # a link asks
    assert list(run(app).dataframe[0].value.index) == ["0", "1", "▶ 2"]
    opened.step = 0
    assert list(run(app).dataframe[0].value.index) == ["▶ 0"]
