"""The chart of the app, of scores and of bounds."""

from __future__ import annotations

from support.graphs import game

from explorer.algorithms import trace
from explorer.app.explore.tables import line_chart, named_nodes
from explorer.games.samples import load_sample
from explorer.model.graph import Kind, Node


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
