"""Every shortcut of the editor, and that none fires while someone types."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from support.app import StageView, eventually


def ids(stage: StageView) -> list[str]:
    return [node["id"] for node in stage.document["nodes"]]


def chosen(stage: StageView) -> list[str]:
    return sorted(stage.js("stage.editor.chosen"))


def node(stage: StageView, id: str) -> dict:
    return next(each for each in stage.document["nodes"] if each["id"] == id)


def test_kind_player_root_and_score_of_what_is_selected(page: Page, stage: StageView):
    stage.click_node("a")
    page.keyboard.press("p")
    assert stage.kinds["a"] == "min"
    page.keyboard.press("Shift+O")
    assert stage.kinds["a"] == "open"
    page.keyboard.press("Shift+M")
    stage.click_node("c")
    page.keyboard.press("r")
    assert stage.document["root"] == "c"
    stage.click_node("d")
    page.keyboard.press("Shift+N")
    page.keyboard.press("Shift+L")
    assert node(stage, "d")["score"] == 2  # a leaf again, it has its score again
    page.keyboard.type("-16/3")
    page.keyboard.press("Enter")
    assert node(stage, "d")["score"] == "-16/3"
    graph = stage.python_graph()
    assert graph.root == "c"
    assert graph.to_json()["nodes"] == stage.document["nodes"]
    for _ in range(7):
        page.keyboard.press("Control+z")
    assert stage.kinds == {"a": "max", "c": "min", "b": "leaf", "d": "leaf"}
    assert stage.document["root"] == "a"


def test_select_all_duplicate_copy_cut_and_paste(page: Page, stage: StageView):
    page.keyboard.press("Control+a")
    assert chosen(stage) == ["a", "b", "c", "d"]
    page.keyboard.press("Control+d")
    assert ids(stage) == ["a", "c", "b", "d", "a2", "c2", "b2", "d2"]
    assert chosen(stage) == ["a2", "b2", "c2", "d2"]
    assert ["c2", "a2"] in stage.document["moves"]
    page.keyboard.press("Control+x")
    eventually(lambda: ids(stage), ["a", "c", "b", "d"])
    page.mouse.move(*stage.places()["b"])
    page.keyboard.press("Control+v")
    eventually(lambda: ids(stage), ["a", "c", "b", "d", "a2", "c2", "b2", "d2"])
    assert node(stage, "d2")["score"] == 2
    assert [each.id for each in stage.python_graph().nodes] == ids(stage)


def test_copies_go_from_one_window_to_another(page: Page, stage: StageView, look_at: Callable[..., StageView]):
    stage.js("stage.editor.choose(['a', 'b'])")
    page.keyboard.press("Control+c")
    other = look_at("/?sample=example-7-1")
    before = ids(other)
    other.root.focus()
    other.page.keyboard.press("Control+v")
    eventually(lambda: len(ids(other)), len(before) + 2)
    pasted = chosen(other)
    assert any(set(move) <= set(pasted) for move in other.document["moves"])


def test_text_from_anywhere_can_be_pasted(page: Page, stage: StageView):
    page.evaluate("navigator.clipboard.writeText('x max: y\\ny = 4\\n')")
    stage.root.focus()
    page.keyboard.press("Control+v")
    eventually(lambda: ids(stage)[-2:], ["x", "y"])
    page.evaluate("navigator.clipboard.writeText('what is this (1)')")
    page.keyboard.press("Control+v")
    expect(stage.find(".toast")).to_contain_text("cannot be pasted as nodes: line 1")


def test_the_order_of_moves_is_shown_and_changed(page: Page, stage: StageView):
    stage.js('stage.editor.choose([], [\'["a","c"]\'])')
    page.keyboard.press("[")
    assert stage.document["moves"][:2] == [["a", "c"], ["a", "b"]]
    assert stage.js("stage.canvas.numbers")
    page.keyboard.press("]")
    assert stage.document["moves"][:2] == [["a", "b"], ["a", "c"]]
    page.keyboard.press("]")
    assert stage.document["moves"][:2] == [["a", "b"], ["a", "c"]]  # it is the last already
    page.keyboard.press("Escape")
    stage.click_node("a")
    chips = stage.tab("Node").locator(".successors .chip")
    expect(chips.nth(0)).to_have_attribute("data-node", "b")  # the panel shows the order as it is now
    chips.nth(1).drag_to(chips.nth(0))
    eventually(lambda: stage.document["moves"][:2], [["a", "c"], ["a", "b"]])
    expect(stage.find(".target, .dragged")).to_have_count(0)
    assert stage.python_graph().moves[:2] == (("a", "c"), ("a", "b"))


def test_find_fit_and_help(page: Page, stage: StageView):
    page.keyboard.press("/")
    page.keyboard.type("D")
    page.keyboard.press("Enter")
    eventually(lambda: chosen(stage), ["d"])
    assert ids(stage) == ["a", "c", "b", "d"]  # what was typed into the field was no shortcut
    stage.look_from(0.1)
    page.keyboard.press("f")
    eventually(lambda: stage.radius > 12, True)  # with a node selected it waits for the second letter of a word
    page.keyboard.press("?")
    shown = stage.find("dialog.help")
    expect(shown).to_contain_text("Switch its player")
    page.keyboard.press("m")
    assert ids(stage) == ["a", "c", "b", "d"]
    page.keyboard.press("Escape")
    expect(shown).not_to_be_visible()
