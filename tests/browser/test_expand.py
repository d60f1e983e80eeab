"""The page Expand: a game grows by strategy and by hand, and what each expansion taught stands below."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from support.app import (
    PATIENCE,
    StageView,
)

from explorer import algorithms
from explorer.games import generate


@pytest.fixture
def expand(look_at: Callable[..., StageView]) -> StageView:
    """The page Expand with the number game from 13."""
    return look_at("/expand?game=number-game")


def test_the_captions_and_bounds_are_those_of_the_trace(expand: StageView):
    expect(expand.find(".hanging")).to_be_empty()  # no node has a score yet
    trace = algorithms.trace(generate("number-game"), "expansion")
    for step in (0, 1, 17, 28, 29):
        expand.js("stage.player.go(x)", step)
        assert expand.caption == trace[step].caption
        there = [node.id for node, found in zip(trace.graph.nodes, trace.discovery, strict=True) if found <= step]
        assert expand.js("stage.looks.nodes.map(node => node.id)") == there


def test_a_click_chooses_the_next_node_and_undo_takes_it_back(expand: StageView):
    page = expand.page
    expand.js("stage.player.go(1)")
    expand.settled()
    lying = "Object.fromEntries(['13', '15', '17'].map(id => [id, stage.canvas.network.getPosition(id)]))"
    places = expand.js(lying)
    page.mouse.click(*expand.places()["17"])
    expand.wait("stage.frames?.focus === '17'")
    page.get_by_text("Chosen by hand: 17.").wait_for(timeout=PATIENCE)
    expand.ready()
    assert expand.step == 2
    assert expand.js(lying) == places
    page.get_by_role("button", name="Undo the last choice").click()
    page.get_by_text("Chosen by hand:").wait_for(state="hidden", timeout=PATIENCE)
    expand.ready().js("stage.player.go(2)")
    assert expand.js("stage.frames.focus") == "15"


def test_while_asked_nothing_tells_which_node_is_next_and_a_click_answers(look_at: Callable[..., StageView]):
    stage = look_at("/expand?game=number-game&ask=1").settled()
    stage.wait("stage.asking.data")
    asked = stage.js("stage.asking.data.questions[0].step")
    stage.js("stage.player.go(x)", asked - 1)
    stage.wait("stage.asking.open")
    expect(stage.find(".asking b")).to_have_text(re.compile("^Which open node is worth expanding"), timeout=PATIENCE)
    expect(stage.find(".caption > span")).not_to_contain_text("Next ")
    expect(stage.find(".noted")).to_be_hidden()
    stage.settled().rested()
    stage.click_node(stage.js("stage.asking.open.legal[0][0]"))
    stage.wait("stage.asking.picked.length === 1")
    stage.find(".asking button[type=submit]").click()
    stage.wait("stage.asking.answers.get(x)?.right && stage.player.at === x", asked)
