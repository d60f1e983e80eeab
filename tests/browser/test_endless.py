"""The value of endless play is one of the session: the slider sets it, and everything that is handed out follows."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from support.app import (
    PATIENCE,
    StageView,
    after_run,
    choose,
    choose_to_share,
    eventually,
    menu_button,
    set_endless,
)

from explorer.algorithms import trace
from explorer.drawing.endless_worths import worths_of_endless
from explorer.games.samples import load_sample
from explorer.model.scores import Score, format_score
from explorer.trace import Trace

SAMPLE = "negamax-three-loop"
SCORES = "[...stage.document.nodes.keys()].map(id => [id, stage.looks.scoreText(id)])"


def run(worth: Score) -> Trace:
    return trace(load_sample(SAMPLE), "bounds", endless=worth)


def slide(stage: StageView, worth: Score) -> None:
    """Move the slider to a value, as with the keyboard."""
    place = worths_of_endless(run(0).values).index(worth)
    slider = stage.find(".endless input")
    slider.focus()
    now = int(slider.input_value())
    for _ in range(abs(place - now)):
        stage.page.keyboard.press("ArrowRight" if place > now else "ArrowLeft")
    assert int(slider.input_value()) == place


def slid(stage: StageView, worth: Score) -> None:
    """Move the slider to a value other than 0, and wait until Python has it."""
    slide(stage, worth)
    stage.page.wait_for_url(f"**set.endless={format_score(worth)}**", timeout=PATIENCE)
    stage.settled()


def looks(stage: StageView) -> tuple[str, dict[str, str]]:
    """The value of endless play under the canvas, and all scores."""
    return stage.find(".endless output").inner_text(), dict(stage.js(SCORES))


def scores(worth: Score) -> dict[str, str]:
    return {id: format_score(score) for id, score in run(worth).result["scores"].items()}


def opened(open_page: Callable[..., Page]) -> StageView:
    stage = StageView(open_page(f"/?sample={SAMPLE}&algorithm=bounds")).ready()
    stage.page.keyboard.press("End")
    return stage.settled()


def copied_link(stage: StageView) -> str:
    choose_to_share(stage, "Copy link")
    stage.find(".toast").filter(has_text="link was copied").wait_for(timeout=PATIENCE)
    return str(stage.page.evaluate("navigator.clipboard.readText()"))


def test_caption_box_address_and_link_follow_the_slider(open_page):
    stage = opened(open_page)
    last, caption = stage.last, stage.caption
    slid(stage, 1)
    eventually(lambda: (stage.step, stage.caption), (last, run(1)[last].caption))
    assert stage.caption != caption
    expect(menu_button(stage.page, "endless")).to_contain_text("= 1")
    assert looks(stage) == ("1", scores(1))
    slide(stage, -1)
    link = copied_link(stage)  # at once: the server has not heard of it yet
    again = StageView(open_page(link)).ready()
    assert (again.step, again.caption, looks(again)) == (last, run(-1)[last].caption, ("−1", scores(-1)))


def test_another_page_has_what_the_slider_was_set_to(open_page):
    stage = opened(open_page)
    page, box = stage.page, menu_button(stage.page, "endless")
    slid(stage, 1)
    after_run(page).get_by_role("link", name="Play", exact=True).click()
    page.wait_for_url("**/play?**", timeout=PATIENCE)
    StageView(after_run(page)).ready()
    expect(box).to_contain_text("= 1")


def test_the_range_of_leaf_scores_is_set_beside_it_and_taken_back(page: Page, stage: StageView):
    choose(page, "Algorithm", "Lower and upper bounds")
    stage.settled()
    set_endless(page, "-2..3", field="Range of leaf scores")
    stage.wait("x === `${stage.document.meta.range}`", "-2,3")
    stage.settled()
    assert "start at [−2, 3]" in stage.caption
    eventually(lambda: stage.find(".endless .notches").inner_text().split(), ["−2", "0", "1", "2", "3"])
    set_endless(page, "0..1", field="Range of leaf scores")
    expect(page.get_by_text("is outside the range of scores, 0..1").first).to_be_visible()
    set_endless(page, "", field="Range of leaf scores")
    stage.wait("stage.document.meta.range === null")
    set_endless(page, "3..1", field="Range of leaf scores")
    expect(page.get_by_role("alert")).to_contain_text("the least score first")
