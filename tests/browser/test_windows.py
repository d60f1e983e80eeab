"""Alpha-beta on the stage: windows under the nodes, and what is skipped in pale."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize
from support.app import StageView

from explorer import algorithms
from explorer.games.samples import load_sample

PALE = """[...stage.document.moves].filter(([id, [from, to]]) => stage.looks.moves.opacityOf(id, from, to) < 1)
    .map(([, ends]) => ends)"""

# How many windows there are and are drawn, and those that lie on moves, on nodes or texts, or over the canvas' edge.
DRAWN = """(() => {
  const { labels, network, sizes, element: view } = stage.canvas, scale = network.getScale();
  const names = labels.visibleNames(), drawn = labels.windows(scale, names);
  const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const nodes = stage.looks.nodes.map(({ id }) => {
    const { x, y } = network.getPosition(id), radius = sizes.reach(id, scale)[0];
    return { id, left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
  });
  const moves = [...stage.document.moves.values()].map(ends => stage.canvas.routes.points(...ends));
  const onMoves = [], covering = [], outside = [];
  for (const window of drawn) {
    const { id, box } = window;
    const holds = ([x, y]) => x > box.left && x < box.right && y > box.top && y < box.bottom;
    const isOn = (from, to) => [...Array(101).keys()].some(part =>
      holds([0, 1].map(axis => from[axis] + (to[axis] - from[axis]) * part / 100)));
    if (moves.some(points => points.slice(1).some((to, i) => isOn(points[i], to)))) onMoves.push(id);
    const others = [...names, ...drawn].map(each => each.box).filter(other => other !== box);
    if ([...others, ...nodes.filter(node => node.id !== id)].some(other => overlap(box, other))) covering.push(id);
    const start = network.canvasToDOM({ x: box.left, y: box.top });
    const end = network.canvasToDOM({ x: box.right, y: box.bottom });
    if (Math.min(start.x, start.y) < 0 || end.x > view.clientWidth || end.y > view.clientHeight) outside.push(id);
  }
  const there = stage.looks.nodes.filter(({ id }) => stage.frames.window(id)).length;
  return { there, drawn: drawn.length, focus: stage.frames.focus, onMoves, covering, outside };
})()"""


@pytest.fixture
def tree(look_at: Callable[..., StageView]) -> StageView:
    return look_at("/?sample=alpha-beta-tree&algorithm=alpha-beta")


def test_moves_to_and_from_what_is_cut_off_are_pale(tree: StageView):
    tree.js("stage.player.go(stage.frames.length - 1)")
    ends = [("D", "d2"), ("B", "F"), ("F", "f1"), ("F", "f2"), ("I", "i2")]
    assert tree.js(PALE) == list(map(list, ends))
    tree.js("stage.player.go(0)")
    assert tree.js(PALE) == []


def test_hover_panel_and_legend_say_window_and_cut_off(tree: StageView):
    run = algorithms.trace(load_sample("alpha-beta-tree"), "alpha-beta")
    tree.js("stage.player.go(x)", next(n for n, step in enumerate(run) if step.caption.startswith("Enter Min node G")))
    assert "window α = 10, β = ∞" in tree.js("stage.looks.describe('G')")
    assert "skipped after a cutoff" in tree.js("stage.looks.describe('F')")
    tree.tab("Node").locator(".focus .window").filter(has_text="window α = 10").wait_for()
    tree.tab("Code")
    assert "leaves read" in tree.find(".counters dt").all_inner_texts()  # a leaf may be read more than once
    tree.js("stage.find('.legend').open = true")
    for meaning in ("window: values outside it cannot matter any more", "pale: skipped after a cutoff"):
        tree.find(".legend .entry").filter(has_text=meaning).wait_for()


@pytest.mark.parametrize(
    ("width", "height", "lecture", "is_roomy"),
    [(1024, 768, "&lecture=1", True), (390, 844, "", False)],
)
def test_windows_lie_on_nothing_and_where_there_is_no_room_that_of_the_focus_is_there(
    open_page: Callable[..., Page], width: int, height: int, lecture: str, is_roomy: bool
):
    query = f"/?sample=alpha-beta-tree&algorithm=alpha-beta{lecture}"
    tree = StageView(open_page(query, size=ViewportSize(width=width, height=height))).ready().rested()
    steps = tree.at_steps(range(tree.js("stage.frames.length")), DRAWN)
    assert sum(step["drawn"] for step in steps) >= 90
    for step in steps:
        assert not step["onMoves"]
        assert not step["outside"]
        assert set(step["covering"]) <= {step["focus"]}
        if is_roomy:
            assert not step["covering"]
            assert step["drawn"] == step["there"]
