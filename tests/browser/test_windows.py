"""Alpha-beta on the stage: windows under the nodes, and what is skipped in pale."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from support.app import StageView

from explorer import algorithms
from explorer.games.samples import load_sample
from explorer.model.scores import format_score

SEEN = (
    """[...stage.document.nodes.keys()].map(id => [id, stage.frames.window(id) ?? null, stage.frames.isPruned(id)])"""
)
PALE = """Object.values(stage.canvas.network.body.edges).filter(edge => edge.options.color.opacity < 1)
    .map(edge => [edge.fromId, edge.toId, edge.options.color.color === stage.looks.theme.edge])"""


@pytest.fixture
def tree(look_at: Callable[..., StageView]) -> StageView:
    return look_at("/?sample=alpha-beta-tree&algorithm=alpha-beta")


def test_every_step_shows_its_windows_and_what_is_cut_off_forwards_and_back(tree: StageView):
    run = algorithms.trace(load_sample("alpha-beta-tree"), "alpha-beta")
    windows: dict[str, Any] = {}
    pruned: dict[str, bool] = {}
    wanted = []
    for step in run:
        windows |= step.windows
        pruned |= step.pruned
        rows = ((node.id, windows.get(node.id), pruned.get(node.id, False)) for node in run.graph.nodes)
        wanted.append([[id, pair and [format_score(end) for end in pair], is_cut] for id, pair, is_cut in rows])
    steps = [*reversed(range(len(run))), *range(len(run))]
    assert tree.at_steps(steps, SEEN) == [wanted[step] for step in steps]


def test_moves_to_and_from_what_is_cut_off_are_pale_and_keep_their_colour(tree: StageView):
    tree.js("stage.player.go(stage.frames.length - 1)")
    ends = [("D", "d2"), ("B", "F"), ("F", "f1"), ("F", "f2"), ("I", "i2")]
    assert tree.js(PALE) == [[source, target, True] for source, target in ends]
    tree.js("stage.player.go(0)")
    assert tree.js(PALE) == []


def test_hover_panel_and_legend_say_window_and_cut_off(tree: StageView):
    run = algorithms.trace(load_sample("alpha-beta-tree"), "alpha-beta")
    tree.js("stage.player.go(x)", next(n for n, step in enumerate(run) if step.caption.startswith("Enter Min node G")))
    assert "window α = 10, β = ∞" in tree.js("stage.looks.describe('G')")
    assert "skipped after a cutoff" in tree.js("stage.looks.describe('F')")
    tree.find(".focus .window").filter(has_text="window α = 10").wait_for()
    tree.js("stage.find('.legend').open = true")
    for meaning in ("window: values outside it cannot matter any more", "pale: skipped after a cutoff"):
        tree.find(".legend .entry").filter(has_text=meaning).wait_for()
