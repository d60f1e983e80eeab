"""A large game on the page Explore: nodes open by click and key, fold again, and have the scores of the whole run."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from support.app import StageView, eventually, press_in_menu
from support.documents import saved

from explorer.drawing.limits import FIRST_SHOWN, SMALLEST_IN_PART
from explorer.games import generate
from explorer.model.scores import format_score
from explorer.solver import solve

TREE = "/?game=tree%3Fbranching%3D3%26depth%3D6&algorithm=score-iteration"  # 1,093 nodes
COUNT = "stage.document.nodes.size"


@pytest.fixture
def part(open_page: Callable[..., Page]) -> StageView:
    """The part of a game tree that is shown first, at the last step of score iteration."""
    stage = StageView(open_page(TREE)).ready().settled()
    stage.page.keyboard.press("End")
    return stage.settled()


def badges(stage: StageView) -> dict[str, str]:
    """What stands at the corner of the nodes, where something does."""
    return dict(stage.js("stage.looks.nodes.map(({ id }) => [id, stage.part.badge(id)]).filter(([, text]) => text)"))


def still(stage: StageView) -> StageView:
    """The stage once it has what was asked for, and the view is at rest."""
    stage.wait("stage.expander.waiting === undefined && stage.frames && stage.canvas.camera.goal === undefined")
    return stage.settled()


def lying(stage: StageView) -> dict[str, list[float]]:
    return dict(stage.js("[...stage.document.nodes.values()].map(({ id, x, y }) => [id, [x, y]])"))


def clicked_until(stage: StageView, click: Callable[[], None], count: int) -> None:
    click()
    stage.wait(f"{COUNT} === x", count)
    still(stage)


def test_a_click_opens_nodes_with_their_true_scores_and_the_badge_folds_them(part: StageView):
    truth = solve(generate("tree", branching=3, depth=6)).scores
    assert part.js(COUNT) == FIRST_SHOWN
    line = part.page.locator(".st-key-part").evaluate("each => each.getBoundingClientRect().height")
    assert line < 50  # all that is said of the part
    marked = {id: text for id, text in badges(part).items() if text == "+3"}
    id = min(marked)
    before, scale = lying(part), part.js("stage.canvas.network.getScale()")
    part.page.mouse.move(*part.places()[id])
    expect(part.find(".tip")).to_contain_text("3 successors are not shown: click to show more")
    clicked_until(part, lambda: part.click_node(id), FIRST_SHOWN + 3)
    new = set(lying(part)) - set(before)
    assert new == {f"{id}.{k}" for k in (1, 2, 3)}
    assert part.scores == {each: format_score(truth[each]) for each in lying(part)}
    assert before.items() <= lying(part).items()
    assert part.js("stage.canvas.network.getScale()") <= scale
    assert part.step == part.last
    assert part.js("stage.selection.id") == id
    assert badges(part)[id] == "−"
    x, y = part.places()[id]
    clicked_until(part, lambda: part.page.mouse.click(x + 0.95 * part.radius, y + 0.72 * part.radius), FIRST_SHOWN)
    assert lying(part) == before


def test_nodes_are_opened_folded_and_looked_for_by_the_keyboard(part: StageView):
    page, id = part.page, min(badges(part))
    part.js("stage.selection.choose(x)", id)
    expect(part.tab("Node").locator(".successors")).to_have_text("moves to 3 nodes that are not shown")
    entry = part.find(".legend").get_by_text("n successors are not shown: click to show more")
    expect(entry).to_have_count(1)
    part.js("stage.selection.choose()")
    look_for(part, id)
    clicked_until(part, lambda: page.keyboard.press("Enter"), FIRST_SHOWN + 3)
    clicked_until(part, lambda: page.keyboard.press("-"), FIRST_SHOWN)
    assert not part.js("stage.document.nodes.has('2.3.1.2')")
    look_for(part, "2.3.1.2", offered=["Look for “2.3.1.2” among all nodes"])
    part.wait("stage.document.nodes.has('2.3.1.2') && stage.selection.id === '2.3.1.2'")
    still(part)


def look_for(part: StageView, text: str, *, offered: list[str] | None = None) -> None:
    """Look for a node with the finder, which may have to offer something before."""
    part.page.keyboard.press("/")
    part.page.keyboard.type(text)
    if offered is not None:
        assert part.find(".finder li").all_inner_texts() == offered
    part.page.keyboard.press("Enter")


def test_a_part_cannot_be_drawn_on_and_a_document_shown_whole_again_can_be_undone(visit: Callable[..., StageView]):
    stage = visit()
    nodes = [{"id": f"v{k}", "player": "max", "x": 80 * (k % 10), "y": 90 * (k // 10)} for k in range(SMALLEST_IN_PART)]
    moves = [[f"v{k}", f"v{k + 1}"] for k in range(SMALLEST_IN_PART - 1)]
    document = {"format": "game-graph", "version": 1, "name": "Long", "root": "v0", "nodes": nodes, "moves": moves}
    stage.js("stage.documents.autosave.show({ title: 'Long', document: x })", document | {"convention": "minimax"})
    stage.js("stage.document.addMove(x, 'v0')", f"v{SMALLEST_IN_PART - 1}")
    saved(stage.settled())
    edited = stage.document
    key = stage.js("stage.documents.autosave.open.key")
    switch = "Show a part; more nodes appear by click"
    press_in_menu(stage.page, "graph", switch)
    stage.wait(f"{COUNT} < x", SMALLEST_IN_PART)
    still(stage)
    expect(stage.find(".toolbar.edit")).to_be_hidden()
    stage.js("stage.menus.openAt({ x: 200, y: 200 }, [...stage.document.moves.keys()][0])")
    expect(stage.find(".menu")).to_be_hidden()  # nothing can be done to a move there
    press_in_menu(stage.page, "graph", switch)
    stage.wait(f"{COUNT} === x", SMALLEST_IN_PART)
    still(stage)
    assert stage.document == edited
    assert stage.js("stage.documents.autosave.open.key") == key
    stage.page.keyboard.press("Control+z")
    eventually(lambda: len(stage.document["moves"]), len(moves))
    assert len(saved(stage).js("[...stage.documents.autosave.store.rows.keys()]")) == 1
