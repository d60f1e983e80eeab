"""Traces with bounds: what stands in the nodes, their colour, and the control for the worth of endless play."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from support.app import StageView

from explorer import algorithms
from explorer.drawing.endless_worths import worths_of_endless
from explorer.drawing.node_colours import ColourScale
from explorer.games.samples import load_sample
from explorer.model.scores import format_score
from explorer.solver.retrograde import limit_scores
from explorer.trace import Trace

SLIDER = "Value of endless play"
_SEEN_AT = """x.map(place => {  // at once: what Python makes of a value has other places
  const slider = element.querySelector('.endless input');
  slider.value = place;
  slider.dispatchEvent(new Event('input'));
  return [...stage.document.nodes.keys()].map(id => [id, stage.looks.of(id).fill, stage.looks.scoreText(id)]);
})"""


def run() -> Trace:
    return algorithms.trace(load_sample("negamax-loop"), "bounds")


@pytest.fixture
def loop(look_at: Callable[..., StageView]) -> StageView:
    """The negamax loop at its last step: A in [−1, 2], B in [−2, 1], leaves 1 and 2; endless play is worth 0."""
    stage = look_at("/?sample=negamax-loop&algorithm=bounds")
    stage.page.keyboard.press("End")
    stage.wait("stage.player.at === stage.player.length - 1")
    slide(stage, worths_of_endless(run().values).index(0))
    return stage


def marked(stage: StageView) -> set[str]:
    return set(stage.js("[...stage.document.nodes.keys()].filter(id => stage.looks.of(id).mark)"))


def slide(stage: StageView, *places: int) -> None:
    """Move the slider through some places, as one drag does."""
    stage.find(".endless input").evaluate(
        """(slider, places) => {
          for (const place of places) { slider.value = place; slider.dispatchEvent(new Event('input')); }
        }""",
        list(places),
    )


def test_hover_and_panel_say_between(loop: StageView):
    loop.page.mouse.move(*loop.places()["A"])
    expect(loop.find(".tip")).to_contain_text("between −1 and 2, shown as 0 if the value of endless play is 0")
    expect(loop.find(".tip")).to_contain_text("both bounds final")
    loop.click_node("A")
    loop.tab("Node").get_by_text("B between −2 and 1").wait_for()
    loop.find(".focus").get_by_text("1: 1", exact=True).wait_for()
    loop.tab("Code")


def test_node_says_the_score_as_a_function_of_endless_play_and_the_value_is_dragged_along_its_line(loop: StageView):
    loop.click_node("A")
    function = loop.tab("Node").locator(".function")
    expect(function).to_contain_text(
        "The score is −1 if endless play is worth at most −1 to the player to move at the node, what it is worth "
        "between −1 and 2, and 2 above."
    )
    expect(function).to_contain_text("With the value 0 it is 0.")
    box = function.locator("svg").bounding_box()
    assert box is not None
    mouse, y = loop.page.mouse, box["y"] + box["height"] / 2
    mouse.move(box["x"] + box["width"] / 2, y)
    mouse.down()
    mouse.move(box["x"] + box["width"] + 20, y, steps=3)
    mouse.up()
    expect(function).to_contain_text("With the value ∞ it is 2.")
    assert loop.js("stage.frames.endless.text") == "∞"
    loop.tab("Code")


def test_the_colour_is_that_of_the_score_for_every_worth_of_endless_play(loop: StageView):
    trace = run()
    worths = worths_of_endless(trace.values)
    look = ColourScale.of(trace.graph).look
    ids = [node.id for node in trace.graph.nodes]
    seen = loop.js(_SEEN_AT, list(range(len(worths))))
    for worth, found in zip(worths, seen, strict=True):
        scores = zip(ids, limit_scores(trace.graph, worth), strict=True)
        assert found == [[id, look(score).fill, format_score(score)] for id, score in scores]


def test_nodes_whose_score_hangs_on_endless_play_are_marked_and_counted(loop: StageView):
    assert marked(loop) == {"A", "B"}
    loop.find(".now").get_by_text("2 of 4 scores depend on the value of endless play.").wait_for()
    loop.find(".endless").get_by_text("2 of 4 scores depend on it").wait_for()
    loop.find(".legend").get_by_text("two bounds: the fill depends on the value of endless play").wait_for()


def test_the_worth_is_set_from_the_keyboard_and_the_arrows_step_again_after_escape(loop: StageView):
    page, last = loop.page, loop.step
    page.keyboard.press("d")
    for key, worth in [("Home", "−∞"), ("End", "+∞"), ("ArrowLeft", "2"), ("ArrowLeft", "3/2")]:
        page.keyboard.press(key)
        expect(page.get_by_role("slider", name=SLIDER)).to_have_attribute("aria-valuetext", worth)
        expect(loop.find(".endless label")).to_have_text(f"Value of endless play {worth}", use_inner_text=True)
        assert loop.step == last
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    assert loop.step == last - 1
    assert loop.js("stage.frames.endless.text") == "3/2"
