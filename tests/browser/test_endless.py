"""The value of endless play is one of the session: the slider sets it, and everything that is handed out follows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect
from support.app import PATIENCE, StageView, eventually

from explorer.algorithms import trace
from explorer.drawing.trace_data import worths_of_endless
from explorer.games.samples import load_sample
from explorer.model.scores import Score, format_score
from explorer.model.scores import parse_score as parse
from explorer.trace import Trace

SAMPLE = "negamax-three-loop"
BOX = "Value of endless play"
SCORES = "[...stage.document.nodes.keys()].map(id => [id, stage.looks.scoreText(id)])"


def run(algorithm: str, worth: Score) -> Trace:
    return trace(load_sample(SAMPLE), algorithm, endless=worth)


def slide(stage: StageView, worth: Score) -> None:
    """Move the slider to a value, as with the keyboard."""
    place = worths_of_endless(run("bounds", 0).values).index(worth)
    slider = stage.find(".endless input")
    slider.focus()
    now = int(slider.input_value())
    for _ in range(abs(place - now)):
        stage.page.keyboard.press("ArrowRight" if place > now else "ArrowLeft")
    assert int(slider.input_value()) == place


def looks(stage: StageView) -> tuple[str, dict[str, str]]:
    """The value of endless play under the canvas, and all scores."""
    return stage.find(".endless output").inner_text(), dict(stage.js(SCORES))


def scores(worth: Score) -> dict[str, str]:
    return {id: format_score(score) for id, score in run("bounds", worth).result["scores"].items()}


def opened(open_page: Callable[..., Page], algorithm: str) -> StageView:
    stage = StageView(open_page(f"/?sample={SAMPLE}&algorithm={algorithm}")).ready()
    stage.page.keyboard.press("End")
    return stage.settled()


def copied_link(stage: StageView) -> str:
    stage.find("button[aria-label=Share]").click()
    stage.find(".menu").get_by_role("menuitem", name="Copy link", exact=True).click()
    stage.find(".toast").filter(has_text="link was copied").wait_for(timeout=PATIENCE)
    return str(stage.page.evaluate("navigator.clipboard.readText()"))


def exported_page(stage: StageView) -> StageView:
    """The page that the export dialog hands out, opened without a server."""
    page = stage.page
    page.get_by_role("button", name="Export…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Web page", exact=False).click()
    button = dialog.get_by_role("button", name=".html")
    button.wait_for(timeout=PATIENCE)
    with page.expect_download(timeout=PATIENCE) as download:
        button.click()
    alone = page.context.new_page()
    alone.set_content(Path(download.value.path()).read_text(encoding="utf-8"))
    return StageView(alone).ready()


def test_caption_box_address_link_and_export_follow_the_slider(open_page):
    stage = opened(open_page, "bounds")
    last, caption = stage.last, stage.caption
    slide(stage, 1)
    stage.page.wait_for_url("**set.endless=1**", timeout=PATIENCE)
    stage.settled()
    eventually(lambda: (stage.step, stage.caption), (last, run("bounds", 1)[last].caption))
    assert stage.caption != caption
    expect(stage.page.get_by_role("textbox", name=BOX)).to_have_value("1")
    assert looks(stage) == ("1", scores(1))
    slide(stage, -1)
    link = copied_link(stage)  # at once: the server has not heard of it yet
    again = StageView(open_page(link)).ready()
    assert (again.step, again.caption, looks(again)) == (last, run("bounds", -1)[last].caption, ("−1", scores(-1)))
    alone = exported_page(stage.settled())
    assert (alone.step, alone.caption, looks(alone)) == (last, run("bounds", -1)[last].caption, ("−1", scores(-1)))
    alone.page.close()


def test_the_box_sets_the_slider_and_the_slider_the_box(open_page):
    stage = opened(open_page, "bounds")
    box = stage.page.get_by_role("textbox", name=BOX)
    box.fill("16/3")  # between two notches
    box.press("Enter")
    stage.find(".endless output").get_by_text("16/3").wait_for(timeout=PATIENCE)
    assert looks(stage) == ("16/3", scores(parse("16/3")))
    stage.page.keyboard.press("Escape")
    stage.find(".endless input").focus()
    stage.page.keyboard.press("Home")
    expect(box).to_have_value("-inf", timeout=PATIENCE)
    box.fill("2")
    box.press("Enter")
    stage.find(".endless output").get_by_text("2", exact=True).wait_for(timeout=PATIENCE)


def test_a_run_that_does_not_depend_on_it_is_not_made_again_but_its_pictures_follow(open_page):
    stage = opened(open_page, "exact-finality")
    seq = stage.js("stage.seq")
    slide(stage, 1)
    stage.page.wait_for_url("**set.endless=1**", timeout=PATIENCE)
    stage.settled()
    assert stage.js("stage.seq") == seq
    assert stage.find(".endless output").inner_text() == "1"
    alone = exported_page(stage)
    assert looks(alone) == looks(stage)
    alone.page.close()


def test_another_page_has_what_the_slider_was_set_to(open_page):
    stage = opened(open_page, "bounds")
    slide(stage, 1)
    stage.page.wait_for_url("**set.endless=1**", timeout=PATIENCE)
    for name in ("Expand", "Play"):
        stage.page.get_by_role("link", name=name).click()
        expect(stage.page.get_by_role("textbox", name=BOX)).to_have_value("1", timeout=PATIENCE)
    stage.page.get_by_role("link", name="Expand").click()
    grown = StageView(stage.page).ready()
    expect(grown.find(".endless output")).to_have_text("1", timeout=PATIENCE)
    grown.find(".endless input").focus()
    grown.page.keyboard.press("End")
    expect(stage.page.get_by_role("textbox", name=BOX)).to_have_value("inf", timeout=PATIENCE)
    stage.page.get_by_role("link", name="Explore").click()
    back = StageView(stage.page).ready()
    back.find(".endless output").get_by_text("+∞").wait_for(timeout=PATIENCE)
