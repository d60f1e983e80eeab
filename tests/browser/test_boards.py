"""Boards on the stage: on the nodes, in the panel, after edits, at any scale, and whatever a document holds."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect
from support.app import StageView, eventually
from support.board_games import NOUGHTS, Noughts
from support.scenes import link_query
from support.shown import shown

from explorer.drawing.exports import Style, export
from explorer.drawing.theme import BOARD as COLOURS
from explorer.drawing.theme import DARK, LIGHT
from explorer.games.from_rules import partial_graph
from explorer.model.board_json import BOARD, board_to_json
from explorer.model.graph import GameGraph

SMALL = partial_graph(Noughts("xoxoxo.x."), 100)
LARGE = partial_graph(Noughts("xox.o...."), 1_000)
PIXEL = """(() => {
  const { network, cards } = stage.canvas, { x, y } = network.getPosition(argument.id);
  const { unit, height } = cards.footprint, board = cards.board;
  const left = x - board.width / 2 * unit, top = y - height / 2 + 5;
  const at = network.canvasToDOM({ x: left + argument.x * unit, y: top + argument.y * unit });
  const canvas = element.querySelector('.canvas canvas'), ratio = canvas.width / canvas.clientWidth;
  const data = canvas.getContext('2d').getImageData(Math.round(at.x * ratio), Math.round(at.y * ratio), 1, 1).data;
  return '#' + [...data.slice(0, 3)].map(channel => channel.toString(16).padStart(2, '0')).join('');
})()"""


def address(graph: GameGraph, algorithm: str = "score-iteration") -> str:
    return "/?" + urlencode(link_query(graph, algorithm, {}))


@pytest.fixture
def noughts(look_at: Callable[..., StageView]) -> StageView:
    return look_at(address(SMALL)).rested().painted()


def colour(stage: StageView, id: str, cell: int) -> str:
    """The colour on the canvas in a corner of a cell, where no piece lies, or in its middle where a nought does."""
    row, column = divmod(cell, 3)
    aside = 0.5 if id[cell] == "o" else 0.85
    place = {"id": id, "x": column + aside, "y": row + aside}
    found: str = stage.evaluate(f"(element, argument) => {{ const stage = element.stage; return {PIXEL}; }}", place)
    return found


def board_colours(stage: StageView) -> set[str]:
    """The colours of all pixels of the canvas."""
    body = """(() => {
      const canvas = element.querySelector('.canvas canvas');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const found = new Set();
      for (let i = 0; i < data.length; i += 4) found.add((data[i] << 16) + (data[i + 1] << 8) + data[i + 2]);
      return [...found].map(number => '#' + number.toString(16).padStart(6, '0'));
    })()"""
    return set(stage.js(body))


# ---- on the nodes


@pytest.mark.parametrize(("dark", "page"), [(False, LIGHT), (True, DARK)])
def test_every_node_shows_its_own_position_in_the_colours_of_the_theme(open_page, dark, page):
    stage = StageView(open_page(address(SMALL), dark=dark)).ready().rested().painted()
    wanted = {
        "o": COLOURS["min"][page.is_dark],
        "x": COLOURS["surface"][page.is_dark],
        "-": COLOURS["surface"][page.is_dark],
    }
    found = {node.id: [colour(stage, node.id, cell) for cell in range(9)] for node in SMALL.nodes}
    assert found == {node.id: [wanted[character] for character in node.id] for node in SMALL.nodes}


def test_the_score_stays_on_the_node_below_the_board(noughts: StageView):
    noughts.js("stage.player.go(stage.player.length - 1)")
    noughts.wait("stage.player.at === stage.player.length - 1")
    root = SMALL.root
    place = noughts.js("stage.canvas.cards.place(x, 1)", root)
    assert place == {"below": noughts.js("stage.canvas.cards.footprint.glyph"), "size": 1.25, "isCard": True}
    assert noughts.scores[root] == "1"


def test_far_out_boards_give_way_to_larger_glyphs_and_come_back(noughts: StageView):
    surface = COLOURS["surface"][0]
    assert surface in board_colours(noughts)
    noughts.look_from(0.2).painted()
    assert surface not in board_colours(noughts)
    place = noughts.js("stage.canvas.cards.place(x, 0.2)", SMALL.root)
    assert place["size"] > 1.5
    noughts.look_from(0.05).painted()
    assert surface not in board_colours(noughts)
    noughts.look_from(0.5).painted()
    assert surface in board_colours(noughts)


def test_a_step_draws_no_board_anew(open_page):
    stage = StageView(open_page(address(LARGE))).ready()
    sharpness = stage.js("stage.canvas.cards.setting")
    stage.look_from(0.6)
    stage.wait(
        "(stage.canvas.redraw(), stage.canvas.cards.setting !== x)", sharpness
    )  # boards are drawn for this scale
    stage.js("(stage.bitmaps = stage.canvas.cards.kept, stage.drawn = stage.bitmaps.size)")
    stage.js("stage.player.go(2)")
    stage.painted()
    assert stage.js("stage.drawn") > 5
    assert stage.js("[stage.bitmaps === stage.canvas.cards.kept, stage.bitmaps.size === stage.drawn]") == [True, True]


def test_an_exported_page_shows_the_boards(noughts: StageView):
    alone = noughts.page.context.new_page()
    alone.set_content(export(shown(SMALL), "html", Style()).decode())
    copy = StageView(alone).ready().rested().painted()
    assert colour(copy, SMALL.root, 0) == COLOURS["surface"][0]
    assert colour(copy, SMALL.root, 1) == COLOURS["min"][0]
    alone.close()


# ---- in the panel


def test_the_panel_shows_the_position_large_and_reads_out_its_text(open_page):
    noughts = StageView(open_page(address(SMALL))).ready()
    board = noughts.tab("Node").locator(".focus canvas.board")
    board.wait_for()
    expect(board).to_have_role("img")
    expect(board).to_have_accessible_name("xox oxo .x.")
    expect(noughts.find(".focus pre")).to_have_count(0)
    box = board.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) > 120
    other = SMALL.nodes[1].id
    noughts.click_node(other)
    expect(board).to_have_accessible_name(other[:3] + " " + other[3:6] + " " + other[6:].replace("-", "."))


def test_without_a_board_the_panel_shows_the_text(open_page):
    bare = SMALL.replace(extra={})
    stage = StageView(open_page(address(bare))).ready()
    stage.tab("Node").locator(".focus pre.picture").wait_for()
    expect(stage.find(".focus canvas")).to_have_count(0)


# ---- edits


def test_the_board_stays_with_the_document_through_edits(noughts: StageView):
    before = noughts.document
    assert before[BOARD] == board_to_json(NOUGHTS)
    root = SMALL.root
    noughts.js("stage.document.rename(x, 'start')", root)
    noughts.js("stage.document.addNode('leaf', 400, 400)")
    noughts.js("stage.document.setMeta({ name: 'Mine' })")
    noughts.settled()
    after = noughts.document
    assert after[BOARD] == before[BOARD]
    cells = {node["id"]: node.get(BOARD) for node in after["nodes"]}
    old = {node["id"]: node.get(BOARD) for node in before["nodes"]}
    old["start"] = old.pop(root)
    assert cells == old | {"a": None}
    assert noughts.js("[stage.looks.cellsOf('start').length, stage.looks.cellsOf('a') ?? null]") == [9, None]
    noughts.js("stage.document.undo()")
    assert noughts.document[BOARD] == before[BOARD]


def test_a_node_is_moved_by_its_board_and_gets_moves_from_the_rim_of_its_glyph(noughts: StageView):
    leaf = SMALL.nodes[-1].id
    x, y = noughts.places()[leaf]
    scale = float(noughts.js("stage.canvas.network.getScale()"))
    noughts.drag([x, y - 40 * scale], [x - 60, y - 40 * scale])
    eventually(lambda: abs(noughts.places()[leaf][0] - x + 60) < 2, True)
    assert len(noughts.document["moves"]) == len(SMALL.moves)
    x, y = noughts.places()[SMALL.root]
    below = y + noughts.js("stage.canvas.cards.footprint.glyph") * scale
    noughts.drag([x - 23 * scale, below], [x - 200, below + 20])
    eventually(lambda: len(noughts.document["moves"]), len(SMALL.moves) + 1)


def test_a_malformed_board_leaves_the_stage_as_it_is_without(open_page):
    broken = SMALL.replace(extra={BOARD: {"width": 3, "height": 3, "cells": [{"shape": "star"}]}})
    stage = StageView(open_page(address(broken))).ready()
    assert stage.js("[stage.looks.board ?? null, stage.looks.cellsOf(stage.document.root) ?? null]") == [None, None]
    assert stage.js("stage.canvas.cards.place(stage.document.root, 1).isCard") is False
    assert COLOURS["surface"][0] not in board_colours(stage.rested().painted())
