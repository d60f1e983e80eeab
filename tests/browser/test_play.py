"""The page Play: a game by buttons, one on the canvas, loops, hints, taking back, and how it fits on screens."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect
from support.app import PATIENCE, StageView, after_run, eventually

from explorer.games import generate
from explorer.solver import solve

OpenPage = Callable[..., Page]


def button(page: Page, name: str) -> Locator:
    """The button of a move, by the beginning of its words."""
    return page.get_by_role("button", name=re.compile(f"^{re.escape(name)}( ·|$)"))


def press(page: Page, name: str) -> None:
    """Press a button of the page that is not a move."""
    after_run(page).get_by_role("button", name=name).click()


def show_scores(page: Page) -> None:
    """Have the scores of moves, which are hidden at first."""
    after_run(page).get_by_text("Show the scores of moves").click()


def show_sides(page: Page) -> Locator:
    """Open what side, opponent and start are chosen in."""
    after_run(page).get_by_role("button", name="Sides and opponent").click()
    return page.get_by_test_id("stPopoverBody")


def settled(page: Page) -> StageView:
    """The stage once the run of the page has come back and it shows what Python sent."""
    return StageView(after_run(page)).ready()


def bands(stage: StageView) -> set[tuple[str, str, str]]:
    """What moves are marked as on the canvas."""
    return {tuple(band) for band in stage.js("stage.canvas.bands.map(band => [band.from, band.to, band.kind])")}


# How many heads of played moves are drawn.
_HEADS = """new Promise(done => {
  const { prototype } = CanvasRenderingContext2D, { fill } = prototype, { network, painter } = stage.canvas;
  let heads = 0;
  prototype.fill = function (...how) {
    heads += this.fillStyle === painter.marks.played.colour;
    return fill.apply(this, how);
  };
  network.once('afterDrawing', () => {
    prototype.fill = fill;
    done(heads);
  });
  network.redraw();
})"""


def says(page: Page, text: str) -> None:
    expect(page.get_by_text(text, exact=False).first).to_be_visible(timeout=PATIENCE)


def test_a_game_by_buttons_with_a_loop_and_taking_back_and_one_by_the_keyboard(open_page: OpenPage):
    page = open_page("/play?sample=figure-1")
    says(page, "At a it is your turn.")
    button(after_run(page), "c").click()
    says(page, "the loop a → c → a has the value 0. Leave it by a → b, with the score 1.")
    button(after_run(page), "b").click()
    says(page, "The play is over: you get 1.")
    expect(button(page, "b")).to_have_count(0, timeout=PATIENCE)
    press(page, "Take back")
    says(page, "the loop a → c → a has the value 0")
    press(page, "Take back")
    expect(page.get_by_text("has occurred again")).to_have_count(0, timeout=PATIENCE)
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()
    page.keyboard.press("Tab")  # from here on by keys
    button(after_run(page), "c").focus()
    page.keyboard.press("Enter")
    says(page, "the loop a → c → a")
    expect(after_run(page).locator(".st-key-play_move_2_0 button")).to_be_focused(timeout=PATIENCE)
    page.keyboard.press("Enter")
    says(page, "The play is over: you get 1.")
    expect(after_run(page).locator(".st-key-play_buttons button:enabled").first).to_be_focused(timeout=PATIENCE)


def test_games_on_the_canvas_by_clicks_and_keys(open_page: OpenPage):
    page = open_page("/play?sample=figure-1")
    stage = settled(page)
    assert stage.js("stage.data.picks") == ["b", "c"]
    stage.click_node("d")  # no successor of a
    stage.click_node("c")
    says(page, "the loop a → c → a")
    stage = settled(page)
    eventually(lambda: bands(stage), {("a", "c", "lasso"), ("c", "a", "lasso"), ("a", "b", "leave")})
    stage.click_node("b")
    says(page, "The play is over: you get 1.")
    eventually(lambda: bands(settled(page)), {("a", "c", "played"), ("c", "a", "played"), ("a", "b", "played")})
    assert stage.js("stage.data.picks") == []
    assert settled(page).js(_HEADS) == 3 + 1  # and the halo of the position, which is selected
    press(page, "New game")
    says(page, "At a it is your turn.")
    stage = settled(page)
    stage.root.focus()
    stage.js("stage.selection.choose('b')")
    page.keyboard.press("Enter")
    says(page, "The play is over: you get 1.")


def test_a_play_comes_back_on_the_way_back(open_page: OpenPage):
    page = open_page("/play?sample=figure-1&opponent=random&chance=3")
    button(after_run(page), "c").click()
    page.wait_for_url(re.compile(r"opponent=random&chance=3&moves=1\."), timeout=PATIENCE)
    address = page.url
    press(page, "Swap sides")
    page.wait_for_url(re.compile("side=second"), timeout=PATIENCE)
    after_run(page).get_by_role("link", name="Explore").click()
    page.wait_for_url("**/?sample=figure-1&*", timeout=PATIENCE)
    after_run(page).go_back()
    page.wait_for_url(re.compile("side=second"), timeout=PATIENCE)
    assert address.partition("moves=")[2] in page.url
    sides = show_sides(page)
    expect(sides.get_by_role("radio", name="Min")).to_be_checked(timeout=PATIENCE)
    expect(sides.get_by_role("combobox", name="Opponent")).to_have_value("Random")


def test_the_picture_of_a_large_graph_follows_the_play(open_page: OpenPage):
    graph = generate("morris")
    page = open_page("/play?game=morris", size={"width": 1440, "height": 900})
    show_scores(page)
    stage = settled(page)
    for tile in page.locator("[class*=st-key-play_move_] button:visible").all():
        expect(tile).to_be_in_viewport(ratio=1)
    root = graph.root or ""
    first = graph.successors_of(root)[0].id
    assert stage.js("stage.frames.focus") == root
    assert {root, first} <= set(stage.kinds)
    stage.click_node(first)
    eventually(lambda: settled(page).js("stage.frames.focus") not in (root, first), True)
    stage = StageView(page)
    here = stage.js("stage.frames.focus")
    assert set(stage.js("stage.data.picks")) == {node.id for node in graph.successors_of(here)}
    assert {(root, first, "played"), (first, here, "played")} == bands(stage)
    assert len(stage.kinds) < 60
    faded = {tuple(edge) for edge in stage.js("Object.keys(stage.frames.trace.opacities ?? {}).map(JSON.parse)")}
    scores = solve(graph).scores
    assert faded == {(here, node.id) for node in graph.successors_of(here) if scores[node.id] < scores[here]}


def test_a_large_board_takes_drags_and_clicks(open_page: OpenPage):
    page = open_page("/play?game=hexapawn", size={"width": 1440, "height": 900})
    drag(page, from_cell=(0, 2), to_cell=(0, 1), size=3)  # the pawn from a1 to a2
    says(page, "Min played")
    after_run(page).goto(page.url.partition("?")[0] + "?game=nim")
    board = after_run(page).locator(".board canvas")
    expect(board).to_have_attribute("aria-label", "Board at 1,2,3", timeout=PATIENCE)
    box = board.bounding_box()
    assert box is not None
    assert box["height"] >= 900 / 3
    page.mouse.click(*middle(page, (2, 2), 3))  # the last stone of the third heap
    says(page, "The second player played")
    assert "&moves=3." in page.url  # one stone of the third heap


def middle(page: Page, cell: tuple[int, int], size: int) -> tuple[float, float]:
    """Where the middle of a cell of a board of squares is, by its column and row."""
    box = page.locator(".board canvas").bounding_box()
    assert box is not None
    return box["x"] + (cell[0] + 0.5) / size * box["width"], box["y"] + (cell[1] + 0.5) / size * box["height"]


def drag(page: Page, *, from_cell: tuple[int, int], to_cell: tuple[int, int], size: int) -> None:
    """Drag a piece of a board from one cell to another."""
    expect(after_run(page).locator(".board canvas")).to_be_visible(timeout=PATIENCE)
    page.mouse.move(*middle(page, from_cell, size))
    page.mouse.down()
    page.mouse.move(*middle(page, to_cell, size), steps=4)
    page.mouse.up()
