"""What a hand and the keyboard do besides drawing: dragging shapes and ends of moves, files, all without a mouse."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from support.app import StageView, begin_to_draw, eventually

from explorer.formats import dump
from explorer.games.samples import load_sample

DROP = """([name, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  for (const type of ['dragover', 'drop']) {
    document.querySelector('header').dispatchEvent(
      new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true, composed: true }),
    );
  }
}"""


def middle(stage: StageView, *ids: str) -> list[float]:
    places = [stage.places()[id] for id in ids]
    return [sum(place[axis] for place in places) / len(places) for axis in (0, 1)]


def test_a_shape_is_dragged_from_the_toolbar_to_its_place(page: Page, stage: StageView):
    begin_to_draw(page)
    place = middle(stage, "a", "d")
    box = page.get_by_role("button", name="Add a Min node").bounding_box()
    assert box is not None
    stage.drag([box["x"] + 16, box["y"] + 16], place)
    eventually(lambda: [node["player"] for node in stage.document["nodes"][4:]], ["min"])
    assert stage.places()["e"] == pytest.approx(place, abs=2)
    expect(stage.find(".ghost")).to_have_count(0)


def test_the_end_of_a_selected_move_is_dragged_to_another_node(page: Page, stage: StageView):
    stage.js('stage.editor.choose([], [\'["a","b"]\'])')
    ends = stage.js(
        """(() => {
          const box = stage.canvas.element.getBoundingClientRect();
          return stage.canvas.network && ['from', 'to'].map(end => {
            const [x, y] = stage.canvas.routes.along('a', 'b', 15, end);
            const dom = stage.canvas.network.canvasToDOM({ x, y });
            return [box.left + dom.x, box.top + dom.y];
          });
        })()"""
    )
    before = stage.document
    page.keyboard.down("Shift")  # a rectangle, or a node more
    stage.drag(ends[1], stage.places()["d"])
    page.keyboard.up("Shift")
    assert stage.document == before
    stage.js('stage.editor.choose([], [\'["a","b"]\'])')
    page.mouse.move(*ends[1])
    page.mouse.down(button="right")
    page.mouse.move(*stage.places()["d"])
    page.mouse.up(button="right")
    assert stage.document == before
    page.keyboard.press("Escape")
    stage.js('stage.editor.choose([], [\'["a","b"]\'])')
    stage.drag(ends[1], stage.places()["d"])
    eventually(lambda: stage.document["moves"], [["a", "d"], ["a", "c"], ["c", "d"], ["c", "a"]])
    page.keyboard.press("Control+z")
    stage.js('stage.editor.choose([], [\'["a","b"]\'])')
    stage.drag(ends[0], stage.places()["d"])
    expect(stage.find(".toast")).to_contain_text("d is a leaf")
    stage.drag(ends[0], stage.places()["c"])
    assert stage.python_graph().moves == (("c", "b"), ("a", "c"), ("c", "d"), ("c", "a"))


def test_a_file_is_dropped_anywhere_on_the_page(page: Page, stage: StageView):
    graph = load_sample("example-7-1")
    page.evaluate(DROP, ["mine.game.json", dump(graph, "game-json").decode()])
    stage.wait("stage.document.nodes.size === x", len(graph.nodes))
    assert stage.ready().python_graph().moves == graph.moves
    stage.settled()
    page.evaluate(DROP, ["broken.game.json", "{"])
    expect(stage.find(".toast")).to_contain_text("broken.game.json")


def test_everything_can_be_done_from_the_keyboard(page: Page, stage: StageView):
    stage.root.focus()
    page.keyboard.press("Control+ArrowRight")  # nothing is selected: the root
    assert stage.js("stage.editor.chosen") == ["a"]
    page.keyboard.press("Control+ArrowDown")
    assert stage.js("stage.editor.chosen") == ["b"]
    page.keyboard.press("Control+ArrowUp")
    page.keyboard.press("Shift+Enter")
    expect(stage.find(".finder input")).to_be_focused()
    page.keyboard.type("d")
    page.keyboard.press("Enter")
    eventually(lambda: stage.document["moves"][-1], ["a", "d"])
    stage.root.focus()
    page.keyboard.press(",")
    assert stage.js("stage.editor.chosenMoves") == ['["a","d"]']
    page.keyboard.press(".")
    assert stage.js("stage.editor.chosenMoves") == ['["a","b"]']
    page.keyboard.press("Shift+F10")
    stage.find(".menu").get_by_role("menuitem", name="Try it later").click()
    eventually(lambda: stage.document["moves"][:2], [["a", "c"], ["a", "b"]])
