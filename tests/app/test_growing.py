"""The page Expand: what was chosen by hand, undo, places that stay, another graph."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from support.sessions import SENT, edits

from explorer.app.expand.state import EXPANSION, ExpandView
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.opener import GraphOpener
from explorer.app.session.session import Session
from explorer.games import generate
from explorer.model.graph import GameGraph

pytestmark = pytest.mark.usefixtures("nothing_sent")


def grown(graph: GameGraph, growing: ExpandView | None = None, version: int = 1, **options: Any) -> ExpandView:
    growing = growing or Session().of(ExpandView)
    growing.open_graph.graph, growing.open_graph.version = graph, version
    growing.current_run.options = {EXPANSION: options}
    growing.run(lambda steps: None)
    return growing


def click(growing: ExpandView, id: str, step: int) -> None:
    """A click on an open node at a step arrives."""
    SENT[growing.stage.key] = {
        "expand": {"number": len(growing.by_hand) + 1, "epoch": growing.stage.epoch, "seq": growing.stage._trace.tag}
        | {"id": id, "step": step, "what": "open"}
    }
    growing.take()


def expanded(growing: ExpandView) -> list[str]:
    assert growing.trace is not None
    found: list[str] = growing.trace.result["expanded"]
    return found


def test_a_click_expands_that_node_after_what_was_expanded_at_the_step():
    game = generate("number-game")
    growing = grown(game)
    first = expanded(growing)
    click(growing, "17", 2)
    grown(game, growing)
    assert expanded(growing)[:3] == [*first[:2], "17"]
    assert growing.step == 3
    assert growing.trace is not None
    assert growing.trace[growing.step].focus == "17"
    assert growing.trace.result["final"]


def test_undo_lets_the_strategy_choose_again():
    game = generate("number-game")
    growing = grown(game)
    first = expanded(growing)
    click(growing, "17", 1)
    grown(game, growing)
    growing.undo()
    grown(game, growing)
    assert expanded(growing) == first
    assert (growing.step, growing.by_hand, growing.hand_choices) == (1, (), [])


def test_nodes_that_were_there_keep_their_places():
    game = generate("number-game")
    growing = grown(game)
    before = dict(growing._positions)
    click(growing, "17", 1)
    grown(game, growing)
    assert {id: growing._positions[id] for id in before if id in growing._positions} == {
        id: place for id, place in before.items() if id in growing._positions
    }


def test_another_graph_begins_anew():
    growing = grown(generate("number-game"))
    click(growing, "17", 1)
    grown(generate("number-game", start=14), growing, version=2)
    assert growing.by_hand == ()
    assert expanded(growing)[0] == "14"


def test_moving_nodes_about_keeps_the_rules_and_drawing_loses_them():
    session = Session()
    session.of(GraphOpener).open_reference("game:number-game?start=14")

    def change_leaf(document: dict[str, Any], **change: int) -> None:
        next(node for node in document["nodes"] if "score" in node).update(change)

    for change, has_rules in ((partial(change_leaf, x=5, y=6), True), (partial(change_leaf, score=3), False)):
        edits(session, change)
        assert (session.of(OpenGraph).graph.rules is not None) is has_rules
