"""Values of somebody else's in the app: how they come, what is said of them, and the walk through the wrong ones."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest
from support.graphs import game
from support.script import run
from support.sessions import SENT, edits, session

from explorer.app.explaining import ScoreQuestion
from explorer.app.explore.state import StepsView, moves_to_end, score_functions
from explorer.app.explore.supplied_values import SuppliedValues
from explorer.app.session.open_graph import OpenGraph, Origin
from explorer.app.session.opener import GraphOpener
from explorer.app.session.session import Session
from explorer.app.session.visible_part import VisiblePart
from explorer.app.sheet import WRONG, SideSheet
from explorer.comparison.claims import DistanceUnit
from explorer.comparison.expected import known_scores
from explorer.comparison.first_wrong import difference
from explorer.drawing.messages.to_browser import ComparedData
from explorer.intake import Assembled
from explorer.model.graph import GameGraph
from explorer.solver import solve
from explorer.stage import Stage

pytestmark = pytest.mark.usefixtures("nothing_sent")

MINE = {"r": 0, "p": -1, "e": -1, "c": 0, "a": 1, "b": 1, "d": 2}  # of Example 7.1, with a naive memo


def comparing(given: dict[str, Any] = MINE, sample: str = "example-7-1") -> Session:
    opened = session(sample)
    opened.of(SuppliedValues).compare(given, "mine.csv")
    return opened


def told(opened: Session) -> ComparedData:
    found = opened.of(SuppliedValues).data()
    assert found is not None
    return found


def walks(opened: Session, name: str) -> ComparedData:
    """What is told once a button of the comparison was pressed."""
    number = str(
        len(SENT) + sum(map(ord, name)) + opened.of(SuppliedValues).number + hash(opened.of(SuppliedValues).node)
    )
    SENT[opened.of(Stage).key] = {"walk": {"name": name, "epoch": opened.of(Stage).epoch, "number": number}}
    opened.of(StepsView).catch_up()
    return told(opened)


def names(found: ComparedData) -> list[str]:
    return [action["name"] for action in found["actions"]]


def test_the_walk_goes_through_all_wrong_values_in_their_order_and_round():
    opened = comparing()
    begin = told(opened)
    (said,) = begin["lines"]
    assert said.startswith("Compared with mine.csv: 5 of 7 values agree; 2 values are wrong: 1 by itself, 1 only ")
    assert "; possible: the values of a naive memo, which" in said
    assert names(begin) == ["next", "list", "end"]
    found = difference(opened.of(OpenGraph).graph, MINE)
    order = [opened.of(OpenGraph).graph.ids[row] for row in found.wrong]
    assert order == ["c", "r"]
    walked = [walks(opened, name)["at"] for name in ("next", "next", "next", "previous")]
    assert [None if at is None else at["nodes"][0] for at in walked] == ["c", "r", "c", "r"]


def test_why_asks_why_the_node_does_not_have_the_value_and_a_bound_is_asked_about_plainly():
    opened = comparing(MINE | {"c": "<= 0"})
    for node, title, expected in (("c", "Why?", ""), ("r", "Why not 0?", "0")):
        at = walks(opened, "next")
        assert [action["title"] for action in at["actions"] if action["name"] == "why"] == [title]
        walks(opened, "why")
        assert (opened.of(ScoreQuestion).node, opened.of(ScoreQuestion).expected) == (node, expected)
        answer = opened.of(ScoreQuestion).data()
        assert answer is not None
        assert answer["failure"] == ""
    walks(opened, "next")
    assert opened.of(ScoreQuestion).node is None


def test_in_a_graph_that_is_shown_in_part_the_walk_brings_the_wrong_node_and_its_proof_into_sight():
    chain = {f"n{number}": f"max n{number + 1} x{number}" for number in range(4_000)}
    graph = game("n0", **chain, n4000=1, **{f"x{number}": 0 for number in range(4_000)})
    opened = Session()
    opened.of(GraphOpener).open(Assembled.of(graph), Origin("chain"))
    opened.of(SuppliedValues).compare({"n3000": 0, "n0": 1}, "pasted")
    assert "n3000" not in opened.of(Stage)._document.text
    at = walks(opened, "next")
    assert {"n3000", "n3001", "x3000"} <= {*(opened.of(VisiblePart).visible_ids or ())}
    assert opened.of(VisiblePart).marked_node == "n3000"
    assert dict(at["nodes"]).keys() == {"n3000"}
    assert opened.call(moves_to_end)["n3000"] == 1000


def test_another_value_of_endless_play_and_an_edit_compare_anew_and_another_graph_ends_it():
    opened = session("figure-1-b-neg-d-pos")
    opened.of(SuppliedValues).compare({"a": 0, "c": 0}, "mine.csv")
    assert told(opened)["lines"][0].startswith("Compared with mine.csv: 2 of 2 values agree")
    opened.of(OpenGraph).endless = 1
    assert told(opened)["lines"][0].startswith("Compared with mine.csv: 0 of 2 values agree")
    opened.of(OpenGraph).endless = 0
    edits(opened, lambda document: document["nodes"][0].update(player="min"))
    assert told(opened)["lines"][0].startswith("Compared with mine.csv: 0 of 2 values agree")
    opened.of(GraphOpener).open_sample("ladder-3")
    assert opened.of(SuppliedValues).data() is None
    assert not opened.of(SideSheet).is_open(WRONG)


def test_the_known_scores_of_the_graph_and_the_column_of_its_nodes_are_one_thing():
    opened = session()
    opened.of(SuppliedValues).compare(known_scores(opened.of(OpenGraph).graph), "the known scores of the graph")
    assert told(opened)["lines"] == ["Compared with the known scores of the graph: 4 of 4 values agree."]
    document = opened.of(OpenGraph).graph.to_json() | {"expected": {}}
    for node, value in zip(document["nodes"], [1, 1, 1, 7], strict=True):
        node["expected"] = value
    opened.of(GraphOpener).open(Assembled.of(GameGraph.from_json(document)), Origin("column"))
    opened.of(SuppliedValues).compare(known_scores(opened.of(OpenGraph).graph), "the known scores of the graph")
    assert "3 of 4 values agree" in told(opened)["lines"][0]


def dialog() -> None:
    import streamlit as st

    from explorer.app.explore import values
    from explorer.app.session.opener import GraphOpener
    from explorer.app.session.session import begin, current

    session = current() or begin()
    if "known" not in st.session_state:
        st.session_state["known"] = session.of(GraphOpener).open_sample("figure-1")
    session.call(values.show)


def test_a_table_or_json_that_is_uploaded_or_pasted_is_compared_at_a_press():
    app = run(AppTest.from_function(dialog, default_timeout=60))
    app.file_uploader[0].set_value(("mine.csv", b"node,value\na,1\nb,>= 1\nz,1\n", "text/csv"))
    app.text_area[0].set_value('{"a": 2}')
    app = run(app)
    assert [each.label for each in app.button][1:] == [
        "Compare with mine.csv: 2 values",
        "Compare with the pasted values: 1 value",
    ]
    (said,) = app.warning
    assert "1 id is no node of the graph" in said.value
    app.button[2].click()
    app = run(app)
    kept = app.session_state["session"].of(SuppliedValues)
    assert (kept.values, kept.title) == ({"a": 2}, "the pasted values")


def test_words_distances_and_another_graph_are_taken_in_the_dialog():
    app = run(AppTest.from_function(dialog, default_timeout=60))
    app.text_area[0].set_value("node,value,remoteness,dtz\na,W,1,1\nd,5/2,0,0\n")
    app = run(app)
    assert "'W' is a word, and the graph has more scores" in app.error[0].value
    app.text_input[0].set_value("win=1")
    app = run(app)
    assert next(each.value for each in app.caption).startswith("Not compared: dtz")
    app.radio[0].set_value(DistanceUnit.MATE)
    app.button[-1].click()
    kept = run(app).session_state["session"].of(SuppliedValues)
    assert (kept.words, kept.distance) == ({"win": "1"}, DistanceUnit.MATE)
    app = run(AppTest.from_function(dialog, default_timeout=60))
    app.file_uploader[0].set_value(("moves.csv", b"from,to\na,b\na,z\n", "text/csv"))
    app = run(app)
    assert app.dataframe[0].value["kind"].tolist() == ["move", "move", "node", "node", "node"]


def test_wrong_distances_are_listed_below_wrong_values():
    opened = session("figure-1")
    opened.of(SuppliedValues).compare({"a": {"value": 1, "distance": 9}}, "mine.json")
    found = told(opened)
    assert "1 distance is wrong: by itself" in found["lines"][0]
    assert names(found) == ["list", "end"]


def test_the_browser_is_given_the_score_of_every_inner_node_as_a_function_of_endless_play_where_one_depends_on_it():
    opened = session("negamax-loop")
    given_all = opened.call(score_functions)
    assert given_all is not None
    solution = solve(opened.of(OpenGraph).graph)
    assert {*given_all["of"]} == {"A", "B"}
    for id, place in given_all["of"].items():
        function = given_all["functions"][place]
        assert (function["lower"], function["upper"]) == (solution.lower[id], solution.upper[id])
        assert function["words"] == str(solution.score_function(id))
    assert session("alpha-beta-tree").call(score_functions) is None
