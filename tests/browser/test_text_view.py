"""The graph as text beside the canvas: both are one document, and the text is that of the plain text format."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from support.app import StageView, eventually

from explorer import formats
from explorer.games.samples import load_sample


def written(name: str) -> str:
    """The lines of nodes that Python writes for a sample."""
    text = formats.dump(load_sample(name), "text").decode()
    return "".join(
        line + "\n"
        for line in text.splitlines()
        if line and (not line.startswith("@") or line.startswith("@convention"))
    )


def test_what_is_typed_is_on_the_canvas_and_in_python_and_is_one_undo_step(page: Page, stage: StageView):
    before = stage.document
    page.keyboard.press("t")
    area = stage.find("textarea")
    expect(area).to_have_value(written("figure-1"))
    page.keyboard.press("Control+End")
    page.keyboard.type("e max: a f\nf = 16/3\n")
    stage.wait("!stage.textView.isTyping")
    eventually(lambda: list(stage.kinds), ["a", "c", "b", "d", "e", "f"])
    graph = stage.python_graph()
    assert graph.moves[-2:] == (("e", "a"), ("e", "f"))
    assert graph.to_json()["nodes"] == stage.document["nodes"]
    assert stage.document["nodes"][:4] == before["nodes"]  # places and all
    page.keyboard.press("Escape")
    stage.root.focus()
    page.keyboard.press("Control+z")
    assert stage.document == before
    expect(area).to_have_value(written("figure-1"))


def test_mistakes_are_shown_at_their_line_and_lose_nothing(page: Page, stage: StageView):
    before = stage.document
    page.keyboard.press("t")
    typed = written("figure-1") + "c = 3\n"
    stage.find("textarea").fill(typed)
    expect(stage.find(".lines li").nth(4)).to_have_class("error")
    expect(stage.find(".wrong")).to_contain_text("Line 5: Node c has a line already, line 2")
    assert stage.document == before
    page.keyboard.press("Escape")
    stage.root.focus()
    page.keyboard.press("m")  # the canvas goes on; the text waits to be mended
    expect(stage.find("textarea")).to_have_value(typed)
    stage.find(".wrong").get_by_role("button", name="Discard my changes").click()
    expect(stage.find("textarea")).to_have_value(written("figure-1") + "e max:\n")
    stage.settled()
    expect(stage.find(".wrong")).to_be_empty()  # a node without moves yet is no mistake


def test_what_is_drawn_while_the_text_has_a_mistake_is_not_lost_when_it_is_mended(page: Page, stage: StageView):
    page.keyboard.press("t")
    area = stage.find("textarea")
    area.fill(written("figure-1") + "c = 3\n")
    expect(stage.find(".wrong")).to_contain_text("Line 5:")
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    page.keyboard.press("Escape")
    area.fill(written("figure-1").replace("b = 1", "b = 5") + "f ?\n")
    eventually(lambda: sorted(stage.kinds), ["a", "b", "c", "d", "e", "f"])
    assert stage.kinds["e"] == "leaf"
    area.fill(written("figure-1") + "f ?\n")
    eventually(lambda: stage.document["nodes"][2]["score"], 1)
    assert stage.kinds["e"] == "leaf"


def test_a_text_with_a_mistake_is_there_again_after_a_reload(page: Page, stage: StageView):
    page.keyboard.press("t")
    typed = written("figure-1") + "c = 3\n"
    stage.find("textarea").fill(typed)
    expect(stage.find(".wrong")).to_contain_text("Line 5:")
    page.reload()
    stage = StageView(page).ready()
    expect(stage.find("textarea")).to_have_value(typed)
    expect(stage.find(".wrong")).to_contain_text("Line 5: Node c has a line already")
