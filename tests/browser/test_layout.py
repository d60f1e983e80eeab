"""The stage fills the window: shares of the canvas in pixels, panel and sheet, and sizes of screens."""

from __future__ import annotations

import math
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
    open_sheet,
    press_in_menu,
)
from support.pages import Kept, Tabs, Watch

LAPTOP: ViewportSize = {"width": 1440, "height": 900}
SMALL: ViewportSize = {"width": 1280, "height": 720}
PROJECTOR: ViewportSize = {"width": 1024, "height": 768}
TABLET: ViewportSize = {"width": 820, "height": 1180}
SIZES: list[ViewportSize] = [LAPTOP, PROJECTOR, TABLET, {"width": 1920, "height": 1080}, {"width": 390, "height": 844}]
TWO_MEMOS = "/compare?sample=example-7-1&left=memoised-naive&right=memoised&step=11"


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


def test_the_canvas_takes_half_of_a_laptop_below_the_bar_and_beside_the_panel(stage: StageView):
    assert share(stage) >= 0.5
    assert hidden_parts(stage, ".view", ".caption", ".transport", ".panel") == []


def test_the_canvas_takes_nearly_all_of_it_without_the_panel(stage: StageView):
    stage.js("stage.togglePanel()")
    try:
        assert share(stage) >= 0.85
        assert hidden_parts(stage, ".view", ".caption", ".transport") == []
    finally:
        stage.js("stage.togglePanel()")


def test_what_python_draws_stands_beside_the_stage_which_gets_narrower(stage: StageView):
    page, whole = stage.page, share(stage)
    sheet = open_sheet(page, "Chart of scores")
    assert share(stage) < whole
    assert hidden_parts(stage, ".view", ".caption", ".transport") == []
    view, beside = (part.bounding_box() for part in (stage.find(".panel"), sheet))
    assert view is not None
    assert beside is not None
    assert view["x"] + view["width"] <= beside["x"]
    sheet.get_by_role("button", name="✕").click()
    sheet.wait_for(state="hidden", timeout=PATIENCE)
    assert share(stage) == pytest.approx(whole)


@pytest.mark.parametrize(
    ("size", "query"),
    [(TABLET, "?sample=figure-1"), (TABLET, "expand?game=number-game"), (LAPTOP, "expand?game=number-game")],
)
def test_it_is_half_of_a_tablet_and_of_expand_too(stage: StageView, app_url: str, size: ViewportSize, query: str):
    stage.page.set_viewport_size(size)
    stage.page.goto(f"{app_url}/{query}")
    assert share(StageView(stage.page).ready()) >= 0.5


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
        assert not page.get_by_test_id("stHeader").is_visible()
        assert least_letters(stage) >= 14
        stage.find(".side").click()
        expect(menu_button(after_run(page), "algorithm")).to_be_visible()
        stage.find(".side").click()
        page.get_by_test_id("stHeader").wait_for(state="hidden", timeout=PATIENCE)
    finally:
        stage.find("[data-tool=lecture]").click()
        stage.js("stage.player.go(0)")
    stage.find(".scores").wait_for(state="hidden", timeout=PATIENCE)
    page.get_by_test_id("stHeader").wait_for(timeout=PATIENCE)


# ---- what is on the canvas


def least_letters(stage: StageView, *, of_names: bool = False) -> float:
    """The size of the smallest name or score, or name alone, on the canvas, in pixels of the screen."""
    found: float = stage.js(
        """new Promise(done => {
          const { prototype } = CanvasRenderingContext2D, { fillText } = prototype, { network } = stage.canvas;
          const names = new Set(stage.looks.nodes.map(({ id }) => stage.looks.of(id).name));
          let least = Infinity;
          prototype.fillText = function (text, ...where) {
            const [size] = this.font.match(/[\\d.]+(?=px)/), { a } = this.getTransform();
            const isSign = stage.looks.nodes.some(({ id }) => stage.looks.of(id).sign === text) || text === '!';
            const counts = x ? names.has(text) : !this.font.includes('italic') && !isSign;
            if (counts) least = Math.min(least, size * a / devicePixelRatio);
            fillText.call(this, text, ...where);
          };
          network.once('afterDrawing', () => {
            prototype.fillText = fillText;
            done(least);
          });
          network.redraw();
        })""",
        of_names,
    )
    return round(found, 3)


_COVERED = """(() => {
  const view = stage.canvas.element.getBoundingClientRect(), scale = stage.canvas.network.getScale();
  const boxes = ['.legend', '.hint', '.problems', '.toolbar button'].flatMap(part =>
    [...element.querySelectorAll(part)].filter(each => each.checkVisibility()))
    .map(each => each.getBoundingClientRect());
  return stage.looks.nodes.flatMap(({ id }) => {
    const { x, y } = stage.canvas.toDom(id), radius = stage.canvas.cards.reach(id, scale)[0] * scale;
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
  const { labels, cards, network } = stage.canvas, labelled = labels.shown();
  const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const nodes = stage.looks.nodes.map(({ id }) => {
    const { x, y } = network.getPosition(id), radius = cards.reach(id, network.getScale())[0];
    return { id, left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
  });
  return labelled.flatMap(({ id, box }, i) => [...labelled.slice(0, i), ...nodes.filter(node => node.id !== id)]
    .filter(other => overlap(box, other.box ?? other)).map(other => [id, other.id]));
})()"""
_CUT_OFF = """(() => {
  const { labels, network, element } = stage.canvas;
  return labels.shown().flatMap(({ id, box: { left, right, top, bottom } }) => {
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
  return labels.shown().flatMap(({ id, box }) => stage.looks.nodes
    .filter(other => other.id !== id && distance(other.id, box) < 1.2 * distance(id, box))
    .map(other => [id, other.id]));
})()"""


@pytest.mark.parametrize(
    ("query", "size"),
    [
        ("?sample=figure-1", LAPTOP),
        ("?sample=alpha-beta-tree", LAPTOP),
        ("?sample=non-bipartite", LAPTOP),
        ("?game=random%3Fnodes%3D60", LAPTOP),
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
    assert stage.js("stage.canvas.labels.shown().some(({ id }) => id === stage.document.root)")


_UPON_TAGS = """(() => {
  const { labels, network } = stage.canvas;
  const tags = stage.looks.nodes.flatMap(({ id }) => labels.tag(id, network.getScale()));
  const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return [tags.length, labels.shown().filter(({ box }) => tags.some(tag => overlap(tag.box, box))).map(({ id }) => id)];
})()"""


def test_no_name_lies_upon_a_wrong_value(open_page: Callable[..., Page]):
    stage = StageView(open_page("/?game=random%3Fnodes%3D60", size=LAPTOP)).ready()
    stage.js("""stage.store.compared.value = {
      lines: [], actions: [], at: null, claims: [{ tag: '1 ≠ −1', text: '' }],
      nodes: stage.looks.nodes.map(({ id }) => [id, 0]),
    }""")
    stage.painted()
    assert stage.js("stage.canvas.labels.shown().length") > 20
    assert stage.js(_UPON_TAGS) == [60, []]


def test_the_legend_folds_in_a_narrow_window_and_covers_no_node_beside_the_text_either(
    open_page: Callable[..., Page],
):
    stage = StageView(open_page("/?sample=figure-1", size=SMALL)).ready()
    for size in (SMALL, PROJECTOR, SMALL):
        stage.page.set_viewport_size(size)
        share(stage)
        expect(stage.find(".legend[open]")).to_have_count(int(size == SMALL))
        assert stage.js(_COVERED) == []
        stage.page.keyboard.press("t")
        share(stage)
        assert stage.js(_COVERED) == []
        stage.find(".text").get_by_title("Close the text").click()


_ROWS = """[...element.querySelectorAll('.legend .entry')].map(each => {
  const { left, top, right, bottom } = each.getBoundingClientRect();
  const around = element.querySelector('.legend').getBoundingClientRect();
  const words = each.querySelector('span').getBoundingClientRect();
  const isWithin = [each.getBoundingClientRect(), words].every(box =>
    box.left >= around.left && box.right <= around.right && box.top >= around.top && box.bottom <= around.bottom);
  return [left, top, isWithin, each.style.visibility === 'hidden'];
})"""


@pytest.mark.parametrize(("path", "place"), [("/", 0), ("/unwind", 1)])
def test_the_legend_is_whole_in_two_rows_that_begin_at_the_left_and_stays_where_it_is(
    open_page: Callable[..., Page], path: str, place: int
):
    stage = StageView(open_page(f"{path}?sample=figure-1", size=LAPTOP), place).ready()
    before: list[list[Any]] = []
    for step in range(1, stage.last + 1):  # a tree of depth 0 has no node of Min
        stage.js("stage.player.go(x)", step)
        share(stage)
        now = stage.js(_ROWS)
        assert all(is_within for *_, is_within, _ in now)
        assert [entry[:2] for entry in now[: len(before)]] == [entry[:2] for entry in before]
        rows = {top: [entry for entry in now if entry[1] == top] for _, top, *_ in now}
        assert len(rows) == 2
        assert len({row[0][0] for row in rows.values()}) == 1
        assert not any(row[0][3] for row in rows.values())
        before = now


def test_of_two_hundred_nodes_most_names_can_be_read_and_far_out_that_of_the_root(open_page: Callable[..., Page]):
    stage = StageView(open_page("/?game=random%3Fnodes%3D200", size=LAPTOP)).ready()
    share(stage)
    shown = "stage.canvas.labels.shown()"
    assert stage.js(f"{shown}.length") >= 150
    assert least_letters(stage) >= 12
    assert stage.js(_UPON_EACH_OTHER) == []
    assert stage.js(_AT_THE_WRONG_NODE) == []
    assert stage.js(_CUT_OFF) == []
    stage.js("stage.canvas.zoom(0.4)")
    stage.painted()
    assert stage.js(f"{shown}.map(({{ id }}) => id)") == [stage.js("stage.document.root")]
    assert stage.js(f"{shown}[0].size * stage.canvas.network.getScale()") == pytest.approx(12)


def test_names_in_a_part_of_a_large_graph_stand_at_their_nodes(open_page: Callable[..., Page]):
    large = "random%3Fnodes%3D20000%26leaves%3D2%25%26degree%3D3%26seed%3D1"
    stage = StageView(open_page(f"/?game={large}", size=SMALL)).ready()
    for centre in ("p491", "p5000", "p18181"):
        stage.js("stage.expander.ask('find', x)", centre)
        stage.wait("stage.part.centre === x", centre)
        share(stage)
        assert stage.js("stage.canvas.labels.shown().length") >= 20
        assert stage.js(_UPON_EACH_OTHER) == []
        assert stage.js(_AT_THE_WRONG_NODE) == []
        assert stage.js(_CUT_OFF) == []


def test_names_on_two_canvases_are_not_cut_off_at_their_sides(open_page: Callable[..., Page]):
    page = open_page("/unwind?game=random%3Fnodes%3D4000%26leaves%3D2%25%26degree%3D3%26seed%3D1", size=SMALL)
    for number in (0, 1):
        stage = StageView(page, number).ready()
        share(stage)
        assert stage.js("stage.canvas.labels.shown().length") >= 8
        assert stage.js(_CUT_OFF) == []


def test_the_layout_asked_for_takes_the_shape_of_the_canvas(open_page: Callable[..., Page]):
    stage = StageView(open_page("/?game=random%3Fnodes%3D60", size=LAPTOP)).ready()
    laptop = stage.js(_SHAPE)
    stage.page.set_viewport_size({"width": 900, "height": 1200})
    share(stage)
    stage.js("stage.editor.arrange('distance')")
    stage.wait("stage.python.sender.ordersDone > 0")
    share(stage)
    assert stage.js(_SHAPE) < 0.8 * laptop
    assert stage.js(_FILLED) >= 0.5


# Width over height of the box around the nodes.
_SHAPE = """(() => {
  const nodes = stage.looks.nodes;
  const side = key => Math.max(...nodes.map(each => each[key])) - Math.min(...nodes.map(each => each[key]));
  return side('x') / side('y');
})()"""


def test_the_bends_of_moves_are_those_that_are_drawn_and_run_over_no_node(open_page: Callable[..., Page]):
    stage = StageView(open_page("/expand?game=number-game", size=LAPTOP)).ready()
    stage.js("stage.player.go(17)")
    over = stage.js(
        """(() => {
          const { routes, network } = stage.canvas, over = [];
          for (const { id } of stage.looks.nodes) {
            for (const to of stage.looks.successorsOf(id)) {
              const points = routes.points(id, to);
              for (const node of stage.looks.nodes) {
                const { x, y } = network.getPosition(node.id);
                const isNear = points.some(point => Math.hypot(point[0] - x, point[1] - y) < 20);
                if (![id, to].includes(node.id) && isNear) over.push([id, node.id, to]);
              }
            }
          }
          return over;
        })()"""
    )
    assert over == []
    assert stage.js(
        "Object.values(stage.canvas.network.body.edges).some(edge => edge.options.smooth.type === 'curvedCCW')"
    )


@pytest.mark.parametrize("size", [PROJECTOR, TABLET], ids=["projector", "tablet"])
def test_the_sides_of_a_comparison_are_equally_tall_and_their_code_can_be_read(
    open_page: Callable[..., Page], size: ViewportSize
):
    page = open_page(TWO_MEMOS, size=size)
    sides = [StageView(page, place).ready().rested() for place in range(2)]
    heights = {round(side.evaluate("element => element.querySelector('.view').clientHeight")) for side in sides}
    assert len(heights) == 1
    for side in sides:
        assert side.evaluate("element => element.querySelector('.code').clientWidth") >= 140


def test_the_memo_of_each_side_shows_on_a_projector_what_is_valid_now(open_page: Callable[..., Page]):
    page = open_page(TWO_MEMOS, size=PROJECTOR)
    for place in range(2):
        memo = StageView(page, place).ready().rested().find(".memo")
        assert memo.evaluate("element => element.scrollWidth - element.clientWidth") == 0


def test_on_a_tablet_the_tree_is_below_its_graph_and_both_are_as_wide_as_the_page(open_page: Callable[..., Page]):
    page = open_page("/unwind?sample=figure-1", size=TABLET)
    graph, tree = (StageView(page, place).ready().rested().find(".view").bounding_box() for place in range(2))
    assert graph is not None
    assert tree is not None
    assert tree["y"] >= graph["y"] + graph["height"]
    assert min(graph["width"], tree["width"]) >= 500
    assert tree["y"] + tree["height"] <= TABLET["height"]


def test_play_has_its_canvas_as_large_as_other_pages_and_on_a_tablet_its_moves_below(open_page: Callable[..., Page]):
    stage = StageView(open_page("/play?sample=figure-1", size=LAPTOP)).ready()
    assert share(stage) >= 0.5
    after_run(stage.page).get_by_text("Show the scores of moves").click()
    stage.page.set_viewport_size(TABLET)
    assert share(stage) >= 0.5
    view, move = (
        stage.find(".view").bounding_box(),
        stage.page.get_by_role("button", name="ends the play").bounding_box(),
    )
    assert view is not None
    assert move is not None
    assert move["y"] >= view["y"] + view["height"]
    assert move["y"] + move["height"] <= TABLET["height"]


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
    rows = stage.evaluate(
        "element => new Set([...element.querySelectorAll('.transport > *')].filter(each => each.checkVisibility())"
        ".map(each => Math.round(each.getBoundingClientRect().y / 30))).size"
    )
    assert rows <= 2
    hint = "Press  to take the first step. Double-tap to add a node; drag from a node's rim to add a move."
    assert stage.find(".hint").evaluate("element => element.textContent") == hint
    expect(stage.find(".hint").get_by_role("img", name="Next step")).to_be_visible()
    page.touchscreen.tap(*stage.places()["c"])
    eventually(lambda: stage.js("stage.selection.id"), "c")
    begin_to_draw(page)
    stage.find("[data-tool=connect]").tap()
    stage.wait("stage.gestures.source === 'c'")
    stage.wait(_NO_DOUBLE_TAP)
    page.touchscreen.tap(*stage.places()["b"])
    eventually(lambda: ["c", "b"] in stage.document["moves"], True)


_BEHIND_BUTTON = """() => {
  const box = each => each.getBoundingClientRect();
  const side = box(document.querySelector('[data-testid=stExpandSidebarButton]'));
  const shown = document.querySelectorAll('[data-testid=stMain] :is(button, input, h1, h2)');
  return [...shown].filter(each => each.checkVisibility() && box(each).left < side.right && box(each).right > side.left
    && box(each).top < side.bottom && box(each).bottom > side.top).map(each => each.innerText || each.ariaLabel);
}"""


@pytest.mark.parametrize("path", ["/write", "/help", "/learn", "/learn?lesson=minimax-cycles", "/play"])
def test_on_a_phone_the_button_of_the_side_bar_covers_nothing(open_page: Callable[..., Page], path: str):
    page = open_page(path, phone=True)
    page.get_by_test_id("stExpandSidebarButton").wait_for(timeout=PATIENCE)
    page.locator("[data-testid=stMain] :is(button, input):visible").first.wait_for(timeout=PATIENCE)
    assert after_run(page).evaluate(_BEHIND_BUTTON) == []


@pytest.mark.parametrize("slide", [4, 8, 12])
def test_trees_beside_a_slide_can_be_read(open_page: Callable[..., Page], slide: int):
    page = open_page(f"/learn?lesson=unwinding&slide={slide}", size=LAPTOP)
    for place in range(2):
        stage = StageView(page, place).ready().rested()
        assert least_letters(stage) >= 12
        assert hidden_parts(stage, ".view") == []


@pytest.mark.parametrize(
    ("lesson", "slide"), [("alpha-beta", 6), ("alpha-beta", 8), ("kernels", 6), ("memo-search", 12), ("unwinding", 12)]
)
def test_names_beside_a_slide_can_be_read_from_the_last_row(open_page: Callable[..., Page], lesson: str, slide: int):
    page = open_page(f"/learn?lesson={lesson}&slide={slide}&lecture=1", size=PROJECTOR)
    stage = StageView(page).ready().rested()
    assert 14 <= least_letters(stage, of_names=True) < math.inf
