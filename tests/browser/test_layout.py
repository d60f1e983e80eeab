"""The stage fills the window: shares of the canvas in pixels, panel and sheet, and sizes of screens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from support.app import (
    FRAME,
    PATIENCE,
    StageView,
    after_run,
    begin_to_draw,
    eventually,
    menu_button,
    press_in_menu,
)
from support.pages import Kept, Tabs, Watch

LAPTOP: ViewportSize = {"width": 1440, "height": 900}
PROJECTOR: ViewportSize = {"width": 1024, "height": 768}
TABLET: ViewportSize = {"width": 820, "height": 1180}
SIZES: list[ViewportSize] = [LAPTOP, PROJECTOR, TABLET, {"width": 390, "height": 844}]


_AT_REST = f"""async (element, patience) => {{
  const {{ canvas, deferred }} = element.stage;
  const end = Date.now() + patience;
  let before;
  for (let frames = 0; frames < 3;) {{
    if (Date.now() > end) throw new Error('the page does not come to rest');
    await {FRAME}();
    const {{ width, height }} = element.querySelector('.view').getBoundingClientRect();
    const moves = document.getAnimations().some(each => each instanceof CSSTransition && each.playState === 'running');
    const isFollowed = !deferred.telling && !deferred.explaining;
    const rests = isFollowed && !moves && canvas.isSized && canvas.camera.goal === undefined;
    frames = rests && before === width * height ? frames + 1 : 0;
    before = width * height;
  }}
  return before;
}}"""


def share(stage: StageView) -> float:
    """The part of the window that the canvas takes, once nothing on the page moves any more."""
    now = stage.settled().evaluate(_AT_REST, PATIENCE)
    size = stage.page.viewport_size
    assert size is not None
    return float(now / (size["width"] * size["height"]))


def hidden_parts(stage: StageView, *parts: str) -> list[str]:
    """The parts of the stage that are not whole within the window."""
    size = stage.page.viewport_size
    assert size is not None
    found = []
    for part in parts:
        box: Any = stage.find(part).bounding_box()
        is_within = box and box["x"] >= 0 and box["y"] >= 0
        if not is_within or box["x"] + box["width"] > size["width"] or box["y"] + box["height"] > size["height"]:
            found.append(part)
    return found


LARGEST_SCALE = 2  # to which a small drawing is fitted


@pytest.fixture(scope="module")
def laptop(tabs: Tabs) -> Kept:
    """The page that tests here share: no other gets one whose window was so many sizes."""
    return Kept(tabs)


@pytest.fixture
def stage(laptop: Kept, app_url: str) -> Iterator[StageView]:
    """Figure 1 on a laptop, with the panel."""
    watch = Watch()
    stage = laptop.take(f"{app_url}/?sample=figure-1", watch)
    stage.page.set_viewport_size(LAPTOP)
    yield stage
    watch.leave(stage.page)
    laptop.give_back(stage)
    assert not watch.complaints


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_canvas_caption_and_transport_fit_every_screen_without_scrolling(stage: StageView, size: ViewportSize):
    page: Page = stage.page
    page.set_viewport_size(size)
    share(stage)
    assert hidden_parts(stage, ".view", ".caption", ".transport") == []
    root = "document.querySelector('[data-testid=stMain]')"
    over = f"[{root}.scrollHeight - {root}.clientHeight, {root}.scrollWidth - {root}.clientWidth]"
    assert page.evaluate(over) == [0, 0]
    assert page.evaluate(f"{root}.getBoundingClientRect().bottom") == size["height"]


# ---- lecture mode


def test_a_lecture_shows_all_that_matters_on_a_projector_and_can_change_it(stage: StageView):
    page = stage.page
    page.set_viewport_size(PROJECTOR)
    stage.js("stage.player.go(2)")
    press_in_menu(page, "more", "Lecture mode")
    try:
        assert share(stage) >= 0.6
        parts = (".view", ".caption", ".transport", ".code .lit", ".counters", ".scores .line:last-child")
        assert hidden_parts(stage, *parts) == []
        assert stage.find(".scores .rows .at").all_inner_texts() == ["1", "0", "1■", "2■"]
        assert stage.find(".scores .head button").all_inner_texts() == ["s₀", "s₁", "s₂"]  # nothing of the future
        expect(stage.find(".focus")).not_to_contain_text("under best play")
        count = stage.find(".transport .count")
        expect(count).to_have_text("2")
        letters = "each => parseFloat(getComputedStyle(each).fontSize)"
        small = stage.find(".panel :is(p, code, span, button)").evaluate_all(f"all => Math.min(...all.map({letters}))")
        assert small >= 18
        stage.find(".transport [data-act=next]").click(modifiers=["Shift"])
        assert stage.step == stage.last
        expect(count).to_have_text(f"{stage.last} / {stage.last}")
        expect(stage.find(".focus")).to_contain_text("under best play")
        page.keyboard.press("Home")
        expect(stage.find(".scores .head button")).to_have_count(1)
        page.keyboard.press("A")  # as with Caps Lock
        expect(count).to_have_text(f"0 / {stage.last}")
        expect(stage.find(".scores .head button")).not_to_have_count(1)
        expect(stage.find(".focus")).to_contain_text("under best play")
        page.get_by_role("button", name="Show what is to come").click()
        stage.go_to(0)
        expect(stage.find(".scores .head button")).to_have_count(1)
        assert not page.get_by_test_id("stHeader").is_visible()
        assert least_letters(stage) >= 18
        stage.find(".side").click()
        expect(menu_button(after_run(page), "algorithm")).to_be_visible()
        stage.find(".side").click()
        page.get_by_test_id("stHeader").wait_for(state="hidden", timeout=PATIENCE)
        page.keyboard.press("e")
        assert hidden_parts(stage, ".toolbar.edit [data-tool=max]") == []
        page.keyboard.press("e")
        page.keyboard.press("d")  # which brings the bar as long as its menu is open
        expect(page.locator("input[name=value]")).to_be_focused()
        page.keyboard.press("Enter")
        page.get_by_test_id("stHeader").wait_for(state="hidden", timeout=PATIENCE)
        after_run(page)
    finally:
        stage.find("[data-tool=lecture]").click()
        stage.js("stage.player.go(0)")
    stage.find(".scores").wait_for(state="hidden", timeout=PATIENCE)
    page.get_by_test_id("stHeader").wait_for(timeout=PATIENCE)


# ---- what is on the canvas


def least_letters(stage: StageView) -> float:
    """The size of the smallest name or score on the canvas, in pixels of the screen."""
    found: float = stage.js(
        """new Promise(done => {
          const { prototype } = CanvasRenderingContext2D, { fillText } = prototype, { network } = stage.canvas;
          let least = Infinity;
          prototype.fillText = function (text, ...where) {
            const [size] = this.font.match(/[\\d.]+(?=px)/), { a } = this.getTransform();
            const isSign = stage.looks.nodes.some(({ id }) => stage.looks.of(id).sign === text) || text === '!';
            if (!this.font.includes('italic') && !isSign) least = Math.min(least, size * a / devicePixelRatio);
            fillText.call(this, text, ...where);
          };
          network.once('afterDrawing', () => {
            prototype.fillText = fillText;
            done(least);
          });
          network.redraw();
        })"""
    )
    return round(found, 3)


_COVERED = """(() => {
  const view = stage.canvas.element.getBoundingClientRect(), scale = stage.canvas.network.getScale();
  const boxes = ['.legend', '.hint', '.problems', '.toolbar button'].flatMap(part =>
    [...element.querySelectorAll(part)].filter(each => each.checkVisibility()))
    .map(each => each.getBoundingClientRect());
  return stage.looks.nodes.flatMap(({ id }) => {
    const { x, y } = stage.canvas.toDom(id), radius = stage.canvas.sizes.reach(id, scale)[0] * scale;
    const [left, top] = [view.left + x, view.top + y];
    const isCovered = ({ left: l, right: r, top: t, bottom: b }) =>
      left + radius > l && left - radius < r && top + radius > t && top - radius < b;
    return boxes.some(isCovered) || x < radius || x > view.width - radius ? [id] : [];
  });
})()"""
# The share of the part of the view that nothing covers which the box around the middles of the nodes takes.
_FILLED = """(() => {
  const { canvas, insets } = stage.picture, { left, top, bottom = 0 } = insets.inset;
  const places = stage.looks.nodes.map(({ id }) => canvas.toDom(id));
  const side = key => Math.max(...places.map(each => each[key])) - Math.min(...places.map(each => each[key]));
  return side('x') * side('y') / (canvas.element.clientWidth - left) / (canvas.element.clientHeight - top - bottom);
})()"""
_UPON_EACH_OTHER = """(() => {
  const { labels, sizes, network } = stage.canvas, labelled = labels.visibleNames();
  const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const nodes = stage.looks.nodes.map(({ id }) => {
    const { x, y } = network.getPosition(id), radius = sizes.reach(id, network.getScale())[0];
    return { id, left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
  });
  return labelled.flatMap(({ id, box }, i) => [...labelled.slice(0, i), ...nodes.filter(node => node.id !== id)]
    .filter(other => overlap(box, other.box ?? other)).map(other => [id, other.id]));
})()"""
_CUT_OFF = """(() => {
  const { labels, network, element } = stage.canvas;
  return labels.visibleNames().flatMap(({ id, box: { left, right, top, bottom } }) => {
    const [start, stop] = [network.canvasToDOM({ x: left, y: top }), network.canvasToDOM({ x: right, y: bottom })];
    const { clientWidth, clientHeight } = element;
    return start.x > -1 && start.y > -1 && stop.x < clientWidth + 1 && stop.y < clientHeight + 1 ? [] : [id];
  });
})()"""
# Names that are hardly farther from another node than from their own, by the middles of the nodes.
_AT_THE_WRONG_NODE = """(() => {
  const { labels, network } = stage.canvas;
  const distance = (id, { left, right, top, bottom }) => {
    const { x, y } = network.getPosition(id);
    return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  };
  return labels.visibleNames().flatMap(({ id, box }) => stage.looks.nodes
    .filter(other => other.id !== id && distance(other.id, box) < 1.2 * distance(id, box))
    .map(other => [id, other.id]));
})()"""


@pytest.mark.parametrize(
    ("query", "size"),
    [
        ("?sample=figure-1", LAPTOP),
        ("?game=random%3Fnodes%3D60", TABLET),
        ("?game=coins", LAPTOP),
    ],
)
def test_names_and_scores_can_be_read_and_nothing_covers_nodes(
    open_page: Callable[..., Page], query: str, size: ViewportSize
):
    stage = StageView(open_page(f"/{query}", size=size)).ready()
    share(stage)
    assert stage.js(_FILLED) >= 0.2 or stage.js("stage.canvas.network.getScale()") == LARGEST_SCALE
    assert least_letters(stage) >= 12
    assert stage.js(_COVERED) == []
    assert stage.js(_UPON_EACH_OTHER) == []
    assert stage.js(_AT_THE_WRONG_NODE) == []
    assert stage.js(_CUT_OFF) == []
    assert stage.js("stage.canvas.labels.visibleNames().some(({ id }) => id === stage.document.root)")


# ---- a phone

_NO_DOUBLE_TAP = """(({ pTime = 0, options }) => Date.now() - pTime > options.interval)(
  stage.canvas.network.canvas.hammer.get('doubletap')
)"""


def test_a_phone_has_large_targets_and_connects_by_tap_and_tap(open_page):
    page: Page = open_page("/?sample=figure-1", phone=True)
    stage = StageView(page).ready()
    assert share(stage) >= 0.6
    buttons = stage.find(":is(.toolbar, .transport) button:visible")
    for place in range(buttons.count()):
        box = buttons.nth(place).bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        assert 0 <= box["x"] <= 390 - box["width"]
    page.touchscreen.tap(*stage.places()["c"])
    eventually(lambda: stage.js("stage.selection.id"), "c")
    begin_to_draw(page)
    stage.find("[data-tool=connect]").tap()
    stage.wait("stage.gestures.source === 'c'")
    stage.wait(_NO_DOUBLE_TAP)
    page.touchscreen.tap(*stage.places()["b"])
    eventually(lambda: ["c", "b"] in stage.document["moves"], True)
