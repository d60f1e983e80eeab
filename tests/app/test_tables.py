"""The chart of the app, of scores and of bounds."""

from __future__ import annotations

from support.graphs import figure_1, game

from explorer.algorithms import trace
from explorer.app.explore.tables import left_out, line_chart, named_nodes
from explorer.games.samples import load_sample
from explorer.model.graph import Kind, Node
from explorer.trace.recording import Limits


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


def test_what_is_left_out_is_said_under_the_chart():
    run = trace(figure_1(b=1, d=2), "score-iteration", limits=Limits(steps=3))
    assert left_out(run, 1) == [run.left_out]
    assert left_out(run, 4) == [run.left_out, "One of 4 steps is drawn; changes between them are not seen."]
    assert left_out(trace(figure_1(b=1, d=2), "score-iteration"), 1) == []


def test_the_chart_ends_where_it_is_told_to():
    run = trace(figure_1(b=1, d=2), "score-iteration")
    sets = line_chart(run, ["a", "c"], 1, 2).to_dict()["datasets"].values()
    assert {row["step"] for rows in sets for row in rows if "node" in row} == {0, 1}
