"""Light and dark, a projector and a phone; and switching between the pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from support.app import (
    PATIENCE,
    StageView,
    after_run,
    asked_for_a_run,
    eventually,
    held_up,
    menu_button,
    running_script,
    saved_graph,
    show_view,
)
from support.pages import Tabs

from explorer.games.samples import load_sample


def overflow(page: Page) -> int:
    """How many pixels the page is wider than the screen."""
    return int(page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))


def luminance(page: Page) -> float:
    """How light the page and the canvas are on average, from 0 to 1, as their backgrounds say."""
    colours = page.evaluate(
        """[document.querySelector('[data-testid=stApp]'), [...document.querySelectorAll('*')]
            .find(each => each.shadowRoot?.querySelector('.stage')).shadowRoot.querySelector('.view')]
            .map(each => getComputedStyle(each).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number))"""
    )
    return sum(sum(colour) / (3 * 255) for colour in colours) / len(colours)


def test_a_dark_screen_gets_a_dark_page_and_a_dark_canvas(open_page):
    page = open_page(dark=True)
    stage = StageView(page).ready()
    eventually(lambda: luminance(page) < 0.2, True)
    assert stage.js("stage.looks.paint.dark")
    light = open_page()
    assert not StageView(light).ready().js("stage.looks.paint.dark")
    eventually(lambda: luminance(light) > 0.9, True)


def test_a_projector_shows_canvas_caption_and_transport_without_scrolling(page: Page, stage: StageView):
    assert overflow(page) == 0
    for part in (".canvas", ".caption", ".transport", ".panel"):
        box = stage.find(part).bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= 1280
        assert box["y"] + box["height"] <= 720
    for x, y in stage.places().values():
        assert stage.js("stage.canvas.element.contains(element.getRootNode().elementFromPoint(x[0], x[1]))", [x, y])


def test_a_phone_shows_the_graph_and_can_step(open_page):
    page = open_page(phone=True)
    stage = StageView(page).ready()
    assert overflow(page) == 0
    box = stage.find(".canvas").bounding_box()
    assert box is not None
    assert box["width"] > 300
    assert box["height"] > 200
    for x, y in stage.places().values():
        assert box["x"] < x < box["x"] + box["width"]
        assert box["y"] < y < box["y"] + box["height"]
    buttons = stage.find(".transport button:visible")
    for place in range(buttons.count()):
        button = buttons.nth(place).bounding_box()
        assert button is not None
        assert button["x"] >= 0
        assert button["x"] + button["width"] <= 390
        assert min(button["width"], button["height"]) >= 30
    page.get_by_role("button", name="Next step").tap()
    stage.go_to(1)
    stage.js("stage.player.slider.value = stage.player.length - 1")
    stage.find(".transport input").dispatch_event("input")
    stage.go_to(stage.last)


def test_a_phone_shows_both_stages_of_the_tree_below_each_other(open_page):
    page = open_page("/unwind?sample=figure-1", phone=True)
    graph, tree = StageView(page).ready(), StageView(page, 1).ready()
    assert overflow(page) == 0
    above, below = graph.root.bounding_box(), tree.root.bounding_box()
    assert above is not None
    assert below is not None
    assert below["y"] >= above["y"] + above["height"]


def test_switching_pages_keeps_graph_algorithm_step_undo_and_view(open_page):
    page = open_page("/?sample=figure-1&algorithm=depth-first")
    stage = StageView(page).ready()
    page.keyboard.press("o")
    page.keyboard.press("o")
    for _ in range(3):
        page.keyboard.press("PageDown")
    box = stage.find(".canvas").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 100)
    page.mouse.wheel(0, -200)
    stage.wait("stage.canvas.view")
    stage.settled()
    kept = [stage.document, stage.step, stage.caption, stage.scores, stage.places()]
    show_view(page, "Tree")
    page.wait_for_url("**/unwind**")
    StageView(page, 1).ready()
    after_run(page).get_by_role("link", name="Explore").click()
    page.wait_for_url(lambda url: "unwind" not in url)
    page.locator(".stage .transport").first.wait_for(timeout=PATIENCE)
    stage = StageView(page).ready()
    eventually(lambda: [stage.document, stage.step, stage.caption, stage.scores, stage.places()], kept)
    expect(menu_button(page, "algorithm")).to_contain_text("Depth-first search")
    page.keyboard.press("PageDown")
    stage.go_to(4)
    stage.click_node("d")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert stage.document["nodes"] == load_sample("figure-1").to_json()["nodes"]
    assert stage.python_graph().to_json()["nodes"] == load_sample("figure-1").to_json()["nodes"]


def test_a_canvas_that_was_away_shows_what_it_showed_though_it_was_smaller_for_a_moment(stage: StageView):
    stage.look_from(1.3, 20, 10)
    before = stage.places()
    stage.evaluate(
        """async ({ stage }) => {
          const { element, network } = stage.canvas, frames = () => new Promise(
            done => requestAnimationFrame(() => requestAnimationFrame(done)));
          element.style.display = 'none';
          await frames();
          Object.assign(element.style, { display: '', right: '200px' });
          network.canvas.setSize();  // as the canvas does when it is drawn for the first time
          element.style.right = '0';
          await frames();
        }"""
    )
    assert stage.places() == {id: pytest.approx(place, abs=0.01) for id, place in before.items()}


def shows_the_edit(page: Page) -> None:
    """The page Unwind comes, and with the node that was added."""
    page.wait_for_url("**/unwind**", timeout=PATIENCE)
    graph = StageView(page)
    graph.root.wait_for(timeout=PATIENCE)
    page.locator(".stage.read-only").first.wait_for(timeout=PATIENCE)
    graph.wait("stage.document?.nodes.size === 5")


def test_an_edit_just_before_a_page_switch_is_not_lost(page: Page, stage: StageView):
    page.keyboard.press("o")
    show_view(page, "Tree")
    shows_the_edit(page)
    assert [str(node.kind) for node in saved_graph(page).nodes][-1] == "open"


@pytest.fixture(scope="module")
def slow_url() -> Iterator[str]:
    with running_script("tests/support/slow_app.py") as url:
        yield url


@pytest.mark.parametrize("moment", ["before the link", "after the link"])
def test_an_edit_and_a_link_that_a_busy_app_hears_of_at_once_both_count(tabs: Tabs, slow_url: str, moment: str):
    page = tabs.take()
    page.goto(slow_url)
    stage = StageView(page).ready()
    after_run(page)
    follow = """(() => {
      const bars = [...document.querySelectorAll('.st-key-bar *')].map(each => each.shadowRoot?.querySelector('.bar'));
      bars.find(Boolean).querySelector('[role=tab]:nth-child(2)').click();
    })()"""
    with held_up(slow_url):
        if moment == "before the link":
            with asked_for_a_run(page):
                stage.js("stage.editor.add('open')")
            page.evaluate(follow)
        else:
            stage.js(f"(stage.editor.add('open'), {follow})")
            stage.wait("!stage.python.sender.timer")
    shows_the_edit(page)
    tabs.give_back(page)
