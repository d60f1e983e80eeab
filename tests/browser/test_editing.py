"""Drawing on the canvas: every kind of edit shows at once, arrives in Python, and runs the algorithm again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from support.app import (
    PATIENCE,
    StageView,
    begin_to_draw,
    eventually,
    open_menu,
)

from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph

FIGURE_1 = load_sample("figure-1")


def arrived(stage: StageView) -> GameGraph:
    """The graph that Python has once all edits have arrived; it is that of the document, and the one that is drawn."""
    graph = stage.python_graph()
    assert graph.to_json()["nodes"] == stage.document["nodes"]
    assert graph.to_json()["moves"] == stage.document["moves"]
    assert graph.root == stage.document.get("root")
    drawn = "[stage.canvas.nodes.getIds(), stage.canvas.edges.get().map(({ from, to }) => [from, to])]"
    assert [sorted(each) for each in stage.js(drawn)] == [sorted(graph.ids), sorted(map(list, graph.moves))]
    return graph


# As a machine that has more to do: what is released is heard of long after it was.
_BUSY_AFTER_A_PRESS = """(() => {
  const work = () => { for (const end = Date.now() + 400; Date.now() < end;); };
  addEventListener('pointerup', work, { capture: true, once: true });
})()"""


def test_nodes_are_added_by_key_in_free_places(page: Page, stage: StageView):
    for key in "mnol":
        page.keyboard.press(key)
    page.keyboard.press("Escape")
    graph = arrived(stage)
    assert [str(node.kind) for node in graph.nodes[4:]] == ["max", "min", "open", "leaf"]
    places = [complex(*place) for place in stage.places().values()]
    assert min(abs(p - q) for i, p in enumerate(places) for q in places[:i]) > 2 * stage.radius


def test_a_double_click_adds_a_node_of_the_last_kind_there(page: Page, stage: StageView):
    begin_to_draw(page)
    page.get_by_role("button", name="Add a leaf").click()
    page.keyboard.press("Escape")
    x, y = stage.places()["b"]
    x -= 3 * stage.radius
    stage.js(_BUSY_AFTER_A_PRESS)
    page.mouse.dblclick(x, y)
    page.keyboard.press("Escape")
    graph = arrived(stage)
    assert [str(node.kind) for node in graph.nodes[4:]] == ["leaf", "leaf"]
    assert stage.places()[graph.nodes[5].id] == pytest.approx([x, y], abs=1)


def test_dragging_from_a_rim_to_a_node_makes_a_move_and_the_scores_follow(page: Page, stage: StageView):
    page.keyboard.press("End")
    assert stage.scores["a"] == "1"
    places = stage.places()
    stage.drag(stage.rim("a"), places["d"])
    graph = arrived(stage)
    assert graph.moves == (*FIGURE_1.moves, ("a", "d"))
    assert stage.scores["a"] == "2"
    assert stage.places() == places


def test_dragging_from_a_rim_to_an_empty_place_makes_a_node_there(page: Page, stage: StageView):
    (x, y), (x2, _) = stage.places()["c"], stage.places()["a"]
    place = [(x + x2) / 2, y + 0.5 * abs(x2 - x)]
    stage.drag(stage.rim("c"), place)
    graph = arrived(stage)
    added = graph.nodes[-1].id
    assert graph.moves[-1] == ("c", added)
    assert stage.places()[added] == pytest.approx(place, abs=1)


def test_a_move_out_of_a_leaf_is_refused_with_a_sentence(page: Page, stage: StageView):
    stage.drag(stage.rim("d"), stage.places()["a"])
    expect(stage.find(".toast")).to_contain_text("d is a leaf, and a leaf has no moves")
    expect(stage.find(".toast")).to_have_class("toast refused")
    assert stage.document["moves"] == [list(move) for move in FIGURE_1.moves]


def test_the_inspector_edits_name_score_and_kind(page: Page, stage: StageView):
    stage.double_click("b")
    stage.find(".inspector [name=name]").fill("stake")
    page.keyboard.press("Tab")
    expect(stage.find(".inspector")).to_be_visible()
    stage.find(".inspector [name=score]").fill("5/2")
    page.keyboard.press("Enter")
    stage.double_click("c")
    stage.find(".inspector").get_by_role("button", name="Max", exact=True).click()
    stage.find(".inspector").get_by_role("button", name="Close").click()
    graph = arrived(stage)
    assert [node.id for node in graph.nodes] == ["a", "c", "stake", "d"]
    assert graph.moves == (("a", "stake"), ("a", "c"), ("c", "d"), ("c", "a"))
    assert stage.scores == dict.fromkeys(stage.scores, "0")
    page.keyboard.press("End")
    assert stage.scores == {"a": "5/2", "c": "5/2", "stake": "5/2", "d": "2"}


def test_a_score_or_name_that_cannot_be_is_refused_with_a_sentence(page: Page, stage: StageView):
    stage.double_click("b")
    stage.find(".inspector [name=score]").fill("much")
    page.keyboard.press("Tab")
    stage.find(".inspector").get_by_text("A score is a number such as 2, -0.5 or 16/3, not “much”.").wait_for()
    name = stage.find(".inspector [name=name]")
    name.fill("d")
    page.keyboard.press("Enter")
    stage.find(".inspector").get_by_text("There is already a node named d").wait_for()
    expect(name).to_have_value("d")
    assert stage.document["nodes"] == FIGURE_1.to_json()["nodes"]
    name.fill("d2")
    page.keyboard.press("Enter")
    expect(stage.find(".inspector [aria-invalid=true]")).to_have_value("much")
    page.keyboard.press("Escape")
    expect(stage.find(".inspector")).to_be_hidden()
    assert list(stage.kinds) == ["a", "c", "d2", "d"]


def test_delete_undo_and_redo(page: Page, stage: StageView):
    before = stage.document
    stage.click_node("b")
    page.keyboard.press("Delete")
    without = stage.document
    assert [node["id"] for node in without["nodes"]] == ["a", "c", "d"]
    assert without["moves"] == [["a", "c"], ["c", "d"], ["c", "a"]]
    for key, expected in [("Control+z", before), ("Control+Shift+z", without), ("Control+z", before)]:
        page.keyboard.press(key)
        assert stage.document == expected
    page.get_by_role("button", name="Redo").click()
    assert stage.document == without
    arrived(stage)
    page.get_by_role("button", name="Undo").click()
    arrived(stage)
    assert stage.document == before


def test_fifty_fast_edits_all_arrive_in_order(page: Page, stage: StageView):
    """Edits go on while runs on earlier ones are under way."""
    before = stage.js("stage.python.sender.rev")
    for key, times in [("o", 30), ("Control+z", 10), ("o", 10)]:
        for _ in range(times):
            page.keyboard.press(key)
    assert stage.js("stage.python.sender.rev") == before + 50
    graph = arrived(stage)
    assert len(graph.nodes) == len(FIGURE_1.nodes) + 30
    assert stage.js("stage.document.past.done.length") == 30


def test_an_impossible_graph_keeps_the_last_picture_dimmed_and_says_why(page: Page, stage: StageView):
    page.keyboard.press("End")
    scores = stage.scores
    stage.click_node("a")
    page.keyboard.press("Delete")
    stage.settled()
    stage.wait("element.classList.contains('stale')")
    stage.find(".problems").get_by_text("the graph has no root").wait_for()
    assert stage.scores == {id: text for id, text in scores.items() if id != "a"}
    eventually(lambda: stage.find(".canvas").evaluate("element => getComputedStyle(element).opacity < 1"), True)
    page.keyboard.press("ControlOrMeta+z")
    stage.settled()
    stage.wait("!element.classList.contains('stale')")


def expect_in_graph_menu(page: Page, text: str) -> None:
    menu = open_menu(page, "graph")
    expect(menu).to_contain_text(text)
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()


def test_a_drawing_is_stepped_from_its_first_node_on_and_no_error_stands_beside_it(page: Page, stage: StageView):
    """An inner node without moves keeps its kind and counts as open."""
    (left, top), (right, _) = stage.places()["a"], stage.places()["c"]
    for kind, key, aside in (("max", "m", -120), ("min", "n", right - left + 120)):
        page.mouse.move(left + aside, top)
        page.keyboard.press(key)
        page.keyboard.press("Escape")
        stage.settled()
        stage.wait("!element.classList.contains('stale')")
        expect(stage.find(".problems")).to_be_hidden()
        expect(stage.find(".caption")).not_to_be_empty()
        added = stage.js("[...stage.document.nodes.keys()].at(-1)")
        assert stage.js(f"stage.looks.kindAt({added!r})") == kind
        assert stage.js(f"[stage.looks.of({added!r}).style, stage.looks.isUnfinished({added!r})]") == ["dashed", True]
    expect(stage.find(".legend")).to_contain_text("no moves yet: algorithms count it as an open node")
    expect_in_graph_menu(page, "2 unfinished nodes: e, f")
    stage.drag(stage.rim("e"), stage.places()["d"])
    stage.settled()
    assert not stage.js("stage.looks.isUnfinished('e')")
    expect_in_graph_menu(page, "1 unfinished node: f")


def test_a_number_typed_on_a_node_without_moves_makes_it_a_leaf_with_that_score(page: Page, stage: StageView):
    """As somebody draws who double-clicks and types; a node with moves stays what it is."""
    before = stage.places()
    left, top = before["a"]
    for number in ("12", "-3"):
        left -= 110
        page.mouse.dblclick(left, top + 60)
        page.keyboard.type(number)
        page.keyboard.press("Enter")
        stage.settled()
        added = stage.document["nodes"][-1]
        assert (added["score"], added.get("player")) == (int(number), None)
        assert {id: stage.places()[id] for id in before} == before  # where the next one goes, too
    stage.click_node("a")
    page.keyboard.press("7")
    expect(stage.find(".toast")).to_contain_text("Only a leaf has a score")
    assert stage.document["nodes"][0]["player"] == "max"


def test_a_move_is_named_in_a_form_and_its_name_is_drawn_told_and_undone(page: Page, stage: StageView):
    begin_to_draw(page)
    places = stage.places()
    x, y = ((one + other) / 2 for one, other in zip(places["a"], places["b"], strict=True))
    page.mouse.click(x, y)
    page.keyboard.press("Enter")
    page.keyboard.type("take 2")
    page.keyboard.press("Enter")
    assert arrived(stage).move_names == {("a", "b"): "take 2"}
    assert stage.js("stage.canvas.moveNames.placed.map(({ text }) => text)") == ["take 2"]
    page.mouse.move(x + 200, y)
    page.mouse.move(x, y)
    expect(page.locator(".tip")).to_have_text("take 2 · a → b")
    page.keyboard.press("Control+z")
    assert arrived(stage).move_names == {}


def test_that_an_edit_changed_no_score_is_said_until_something_else_is_done(page: Page, stage: StageView):
    line = stage.find(".edited")
    page.keyboard.press("o")
    expect(line).to_have_text("The last edit changed no score.", timeout=PATIENCE)
    stage.settled()
    page.keyboard.press("PageDown")
    expect(line).to_be_hidden()
    page.keyboard.press("o")
    expect(line).to_be_visible(timeout=PATIENCE)
    stage.js("stage.store.drawing.value = false")  # as the button Draw does
    expect(line).to_be_hidden()
