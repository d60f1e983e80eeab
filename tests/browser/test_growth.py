"""Graphs that grow: what is there at a step, what is still open, the view that follows, and expanding by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from support.app import StageView
from support.stepped import ORDER, growing, numbers

from explorer.model.graph import Kind

STEADY = "stage.canvas.camera.goal === undefined"


@pytest.fixture
def grown(look_at: Callable[..., StageView], hand_made: str) -> StageView:
    """The number game from 13, of which a number is expanded at every step, at step 0."""
    return look_at("/?trace=growing", url=hand_made)


@pytest.fixture
def by_hand(open_page: Callable[..., Page], hand_made: str) -> StageView:
    """The same game with nothing but its start, where a click expands."""
    return StageView(open_page("/?trace=start&expandable=1", url=hand_made)).ready()


def drawn(stage: StageView) -> tuple[set[str], set[tuple[str, str]]]:
    """The nodes and moves that the canvas draws, and that the mouse can hit."""
    nodes, moves = stage.js(
        "[stage.canvas.network.body.nodeIndices, stage.canvas.network.body.edgeIndices.map(id => JSON.parse(id))]"
    )
    return set(nodes), {(source, target) for source, target in moves}


def shown_open(stage: StageView) -> set[str]:
    look = "stage.looks.of(id)"
    return set(
        stage.js(
            f"stage.looks.nodes.map(node => node.id).filter(id => {look}.shape === 'cloud' && {look}.text === '?')"
        )
    )


def go(stage: StageView, step: int) -> None:
    stage.js("stage.player.go(x)", step)
    stage.wait(STEADY)


def view(stage: StageView) -> list[float]:
    """Scale and middle of what is seen, to a millionth of a pixel."""
    found = stage.js("[stage.canvas.network.getScale(), ...Object.values(stage.canvas.network.getViewPosition())]")
    return [round(number, 6) for number in found]


def test_every_step_draws_what_is_known_by_then_forwards_and_back(grown: StageView):
    steps = range(len(ORDER) + 1)
    for step in [*steps, *reversed(steps)]:
        go(grown, step)
        known = numbers(ORDER[:step])
        assert drawn(grown) == ({node.id for node in known.nodes}, set(known.moves))
        assert shown_open(grown) == {node.id for node in known.nodes if node.kind is Kind.OPEN}


def test_legend_finder_list_and_fit_know_only_what_is_there(grown: StageView):
    page = grown.page
    go(grown, 2)
    known = [node.id for node in numbers(ORDER[:2]).nodes]
    page.keyboard.press("/")
    assert grown.find(".finder li").all_inner_texts() == known
    page.keyboard.press("Escape")
    expect(grown.find(".legend").get_by_text("open: not expanded yet")).to_have_count(1)
    expect(grown.find(".legend").get_by_text("leaf: the game is over").locator("visible=true")).to_have_count(0)
    expect(grown.tab("Table").locator(".noted h3")).to_have_text("Candidates")
    expect(grown.find(".noted li")).to_have_count(4)
    grown.find(".noted").get_by_role("button", name="17").click()
    assert grown.js("stage.selection.id") == "17"
    page.keyboard.press("f")
    apart = grown.js("stage.canvas.network.getScale()")
    go(grown, len(ORDER))
    page.keyboard.press("f")
    assert grown.js("stage.canvas.network.getScale()") < apart


def test_what_is_not_there_cannot_be_hit_and_is_selected_no_more(grown: StageView):
    go(grown, len(ORDER))
    grown.click_node("11")
    assert grown.js("stage.selection.id") == "11"
    go(grown, 3)
    assert grown.js("stage.selection.id === undefined")
    assert not grown.js("stage.frames.isThere('a node that the trace never gets to')")
    grown.js("stage.canvas.fit()")
    grown.click_node("11")
    assert grown.js("stage.selection.id === undefined")


def test_no_node_moves_and_the_view_that_the_user_has_chosen_eases_only_for_nodes_out_of_it(grown: StageView):
    places = grown.js("JSON.stringify(stage.document.data().nodes.map(({ x, y }) => [x, y]))")
    go(grown, len(ORDER))
    inside = grown.js(
        """stage.looks.nodes.every(({ id }) => {
          const { x, y } = stage.canvas.toDom(id), { clientWidth, clientHeight } = stage.canvas.element;
          return x > 0 && y > 0 && x < clientWidth && y < clientHeight;
        })"""
    )
    assert inside
    grown.js("stage.canvas.keepView()")
    resting = view(grown)
    for step in [*reversed(range(len(ORDER))), *range(1, len(ORDER) + 1)]:
        go(grown, step)
        assert view(grown) == resting
    assert grown.js("JSON.stringify(stage.document.data().nodes.map(({ x, y }) => [x, y]))") == places


def test_every_expansion_is_fitted_into_the_view_until_the_user_takes_it(grown: StageView):
    grown.js("stage.canvas.fit()")
    scales = []
    for step in (0, len(ORDER) // 2, len(ORDER)):
        go(grown, step)
        scales.append(view(grown))
        grown.js("stage.canvas.fit()")
        assert view(grown) == pytest.approx(scales[-1])
    assert scales[0] != scales[-1]


def test_a_click_on_an_open_node_expands_it_and_nothing_known_moves(by_hand: StageView):
    page = by_hand.page
    for number in ("13", "15"):
        page.mouse.move(*by_hand.places()[number])
        expect(by_hand.find(".tip")).to_contain_text("Click to expand")
        by_hand.click_node(number)
        by_hand.wait("stage.frames && stage.looks.isThere(x) && !stage.looks.isOpen(x)", number)
        by_hand.wait(STEADY)
        by_hand.settled()
    assert drawn(by_hand)[0] == {node.id for node in numbers([13, 15]).nodes}
    expect(page.get_by_text("expanded:")).to_have_text("expanded: [13, 15]")
    by_hand.js("Object.assign(stage, { said: [], speak: stage.send, send: name => stage.said.push(name) })")
    by_hand.click_node("15")
    by_hand.wait("stage.selection.id === x && !stage.deferred.reporting", "15")
    assert by_hand.js("stage.said") == []
    by_hand.js("Object.assign(stage, { send: stage.speak })")
    expect(page.get_by_text("expanded:")).to_have_text("expanded: [13, 15]")


def test_the_keyboard_finds_and_expands_too_and_still_steps(by_hand: StageView):
    page = by_hand.page
    for number in ("13", "17"):
        page.keyboard.press("/")
        page.keyboard.type(number)
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        by_hand.wait("stage.frames && stage.looks.isThere(x) && !stage.looks.isOpen(x)", number)
        by_hand.settled()
    assert by_hand.step == 2
    page.keyboard.press("ArrowLeft")
    assert by_hand.step == 1
    assert shown_open(by_hand) == {"15", "17"}


def test_an_expandable_stage_cannot_be_drawn_on(by_hand: StageView):
    expect(by_hand.find(".toolbar.edit")).to_be_hidden()
    before = by_hand.document
    by_hand.page.mouse.dblclick(*[place + 120 for place in by_hand.places()["13"]])
    by_hand.page.keyboard.press("m")
    assert by_hand.document == before


def test_the_browser_draws_what_python_recorded(grown: StageView):
    trace = growing()
    go(grown, len(trace) - 1)
    assert drawn(grown)[0] == {node.id for node in trace.graph.nodes}
    assert grown.kinds == {node.id: str(node.kind) for node in trace.graph.nodes}
