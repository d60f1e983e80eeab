"""The page Expand: what was chosen by hand, undo, places that stay, another graph."""

from __future__ import annotations

import sys
from functools import partial
from typing import Any

import pytest
from support.sessions import SENT, edits

from explorer.app.expand.state import Growing
from explorer.app.links import address, follow
from explorer.app.state import Session
from explorer.games import generate
from explorer.model.graph import GameGraph

pytestmark = pytest.mark.usefixtures("nothing_sent")


def grown(graph: GameGraph, growing: Growing | None = None, version: int = 1, **options: Any) -> Growing:
    growing = growing or Growing()
    growing.run(graph, version, options, lambda steps: None)
    return growing


def click(growing: Growing, id: str, step: int) -> None:
    """A click on an open node at a step arrives."""
    SENT[growing.stage.key] = {
        "expand": {"number": len(growing.by_hand) + 1, "epoch": growing.stage.epoch, "seq": growing.stage._trace.tag}
        | {"id": id, "step": step}
    }
    growing.take()


def expanded(growing: Growing) -> list[str]:
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


@pytest.fixture
def interrupted(monkeypatch: pytest.MonkeyPatch) -> tuple[GameGraph, Growing]:
    """A game, and its expansion that was left after the first step, as by whatever the user does on the page."""

    def leave(steps: int) -> None:
        raise InterruptedError

    monkeypatch.setattr(sys.modules["explorer.trace.run"], "_SECONDS_BETWEEN_WORDS", -1.0)
    game, growing = generate("number-game"), Growing()
    with pytest.raises(InterruptedError):
        growing.run(game, 1, {}, leave)
    return game, growing


def test_an_expansion_that_is_cut_short_begins_again(interrupted: tuple[GameGraph, Growing]):
    game, growing = interrupted
    assert growing.trace is None
    assert expanded(grown(game, growing)) == expanded(grown(game))


def test_one_that_is_cancelled_waits_until_something_changes(interrupted: tuple[GameGraph, Growing]):
    game, growing = interrupted
    growing.cancel()
    assert grown(game, growing).trace is None
    assert growing.is_cancelled
    assert growing.failure.startswith("The run was cancelled.")
    assert expanded(grown(game, growing, strategy="breadth")) == expanded(grown(game, strategy="breadth"))
    assert not growing.failure
    growing.cancel()
    growing.run_again()
    assert expanded(grown(game, growing)) == expanded(grown(game))


def test_undo_lets_the_strategy_choose_again():
    game = generate("number-game")
    growing = grown(game)
    first = expanded(growing)
    click(growing, "17", 1)
    grown(game, growing)
    growing.undo()
    grown(game, growing)
    assert expanded(growing) == first
    assert (growing.step, growing.by_hand, growing.chosen) == (1, (), [])


def test_several_choices_are_taken_back_one_by_one():
    game = generate("number-game")
    growing = grown(game)
    for id, step in (("17", 1), ("21", 3)):
        click(growing, id, step)
        grown(game, growing)
    assert growing.chosen == ["17", "21"]
    growing.undo()
    grown(game, growing)
    assert growing.chosen == ["17"]
    assert expanded(growing)[:2] == ["13", "17"]


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


def test_a_link_to_a_game_by_rules_brings_the_rules_along():
    session = Session()
    session.open_reference("game:number-game?start=14")
    query = address(session)
    assert query["game"] == "number-game?start=14"
    again = Session()
    assert not follow(again, query)
    assert again.graph.rules is not None
    assert again.graph == session.graph


def test_moving_nodes_about_keeps_the_rules_and_drawing_loses_them():
    session = Session()
    session.open_reference("game:number-game?start=14")

    def change_leaf(document: dict[str, Any], **change: int) -> None:
        next(node for node in document["nodes"] if "score" in node).update(change)

    for change, has_rules in ((partial(change_leaf, x=5, y=6), True), (partial(change_leaf, score=3), False)):
        edits(session, change)
        assert (session.graph.rules is not None) is has_rules


def test_an_algorithm_in_which_the_graph_grows_is_not_for_the_page_explore():
    assert "Expand" in follow(Session(), {"sample": "figure-1", "algorithm": "expansion"})[0]
