"""Traces with bounds: what stands in the nodes, their colour, and the control for the worth of endless play."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from support.app import StageView, eventually
from support.stepped import bounded

from explorer.drawing.node_colours import Scale
from explorer.drawing.trace_data import worths_of_endless
from explorer.model.scores import format_bounds, format_score, score_to_json
from explorer.solver.retrograde import limit_scores
from explorer.trace import Trace

SLIDER = "Value of endless play"


@pytest.fixture
def loop(look_at: Callable[..., StageView], hand_made: str) -> StageView:
    """The negamax loop at its last step: A in [−1, 2], B in [−2, 1], leaves 1 and 2; endless play is worth 0."""
    stage = look_at("/?trace=loop", url=hand_made)
    stage.page.keyboard.press("End")
    stage.wait("stage.player.at === stage.player.length - 1")
    slide(stage, worths_of_endless(bounded().values).index(0))
    return stage


def texts(trace: Trace, step: int) -> dict[str, str]:
    """What stands in the nodes at a step."""
    return {id: format_bounds(*pair) for id, pair in trace.bounds_at(step).items()}


def fills_of(stage: StageView) -> dict[str, str]:
    return dict(stage.js("[...stage.document.nodes.keys()].map(id => [id, stage.looks.of(id).fill])"))


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


def test_every_step_shows_both_bounds_or_one_number_forwards_and_back(loop: StageView):
    trace = bounded()
    steps = [*reversed(range(len(trace))), *range(len(trace))]
    assert loop.scores_at(steps) == [texts(trace, step) for step in steps]


def test_hover_and_panel_say_between(loop: StageView):
    loop.page.mouse.move(*loop.places()["A"])
    expect(loop.find(".tip")).to_contain_text("between −1 and 2, shown as 0 if the value of endless play is 0")
    expect(loop.find(".tip")).to_contain_text("final: both bounds are")
    loop.click_node("A")
    loop.tab("Node").get_by_text("B between −2 and 1").wait_for()
    loop.find(".focus").get_by_text("1: 1", exact=True).wait_for()
    loop.tab("Code")


def test_the_colour_is_that_of_the_score_for_every_worth_of_endless_play(loop: StageView):
    trace = bounded()
    worths = worths_of_endless(trace.values)
    look = Scale.of(trace.graph).look
    ids = [node.id for node in trace.graph.nodes]
    for place, worth in enumerate(worths):
        slide(loop, place)
        scores = dict(zip(ids, limit_scores(trace.graph, worth), strict=True))
        assert fills_of(loop) == {id: look(score).fill for id, score in scores.items()}
        assert loop.js("[...stage.document.nodes.keys()].map(id => [id, stage.looks.scoreText(id)])") == [
            [id, format_score(score)] for id, score in scores.items()
        ]


def test_moving_the_worth_repaints_at_once_and_python_hears_of_it_when_it_rests(loop: StageView):
    loop.settled()
    loop.js("Object.assign(stage, { said: [], speak: stage.send })")
    loop.js("stage.send = (name, { endless }) => name === 'step' && stage.said.push(endless.value)")
    before = loop.painted().js(_PICTURE)
    slide(loop, 2, 1, 0)
    assert loop.painted().js(_PICTURE) != before
    loop.wait("!stage.deferred.telling && !stage.deferred.explaining && !stage.deferred.reporting")
    assert loop.js("stage.said") == [score_to_json(worths_of_endless(bounded().values)[0])]
    loop.js("stage.send = stage.speak")


def test_nodes_whose_score_hangs_on_endless_play_are_marked_and_counted(loop: StageView):
    assert marked(loop) == {"A", "B"}
    loop.find(".now").get_by_text("2 of 4 scores depend on the value of endless play.").wait_for()
    loop.find(".endless").get_by_text("2 of 4 scores depend on it").wait_for()
    loop.find(".legend").get_by_text("two bounds: the fill depends on the value of endless play").wait_for()
    loop.js("stage.player.go(0)")
    loop.find(".now").get_by_text("4 of 4 scores may depend on the value of endless play.").wait_for()


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


def test_the_notches_are_the_infinities_zero_and_the_values(loop: StageView):
    expect(loop.find(".notches span")).to_have_text(["−∞", "−2", "−1", "0", "1", "2", "+∞"])


def test_the_line_of_the_pseudocode_is_in_view(look_at: Callable[..., StageView]):
    stage = look_at("/?sample=negamax-three-loop&algorithm=bounds")
    stage.page.keyboard.press("End")
    stage.wait("stage.player.at === stage.player.length - 1 && stage.panel.at === stage.player.at")
    eventually(lambda: stage.evaluate(_LIT_IS_IN_VIEW), True)


def test_a_trace_without_bounds_has_no_such_control(look_at: Callable[..., StageView]):
    stage = look_at("/")
    expect(stage.find(".endless")).to_be_hidden()
    assert not marked(stage)


@pytest.mark.parametrize("width", [1280, 390])
def test_the_control_fits_beside_what_was_there(open_page: Callable[..., Page], hand_made: str, width: int):
    page = open_page("/?trace=three-loop", url=hand_made, size={"width": width, "height": 844})
    stage = StageView(page).ready().rested()
    boxes = {part: stage.find(part).bounding_box() for part in (".transport", ".endless", ".view")}
    assert all(boxes.values()), json.dumps(boxes)
    transport, endless, view = (box for box in boxes.values() if box is not None)
    is_beside = endless["x"] >= transport["x"] + transport["width"]
    assert is_beside or endless["y"] >= transport["y"] + transport["height"]
    assert endless["x"] + endless["width"] <= width
    assert view["height"] > 200
    parts: list[Any] = stage.find(".endless").evaluate(
        "element => [...element.children].map(part => [part.scrollWidth, part.clientWidth || part.scrollWidth])"
    )
    assert all(needed <= given for needed, given in parts)


_LIT_IS_IN_VIEW = """element => {
  const [lit, code] = ['.code li.lit', '.code'].map(part => element.querySelector(part)?.getBoundingClientRect());
  return Boolean(lit) && code.top <= lit.top && lit.bottom <= code.bottom;
}"""
_PICTURE = "stage.canvas.element.querySelector('canvas').toDataURL()"
