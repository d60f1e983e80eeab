"""Boards on the stage: on the nodes, in the panel, after edits, at any scale, and whatever a document holds."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect
from support.app import StageView
from support.board_games import NOUGHTS, Noughts
from support.scenes import link_query
from support.shown import shown

from explorer.drawing.exports import Style, export
from explorer.drawing.theme import BOARD as COLOURS
from explorer.games.from_rules import partial_graph
from explorer.model.board_json import BOARD, board_to_json
from explorer.model.graph import GameGraph

SMALL = partial_graph(Noughts("xoxoxo.x."), 100)
PIXEL = """(() => {
  const { network, looks: { board, footprint } } = stage.canvas, { x, y } = network.getPosition(argument.id);
  const { unit, height } = footprint;
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


# ---- on the nodes


def test_every_node_shows_its_own_position(noughts: StageView):
    wanted = {"o": COLOURS["min"][0], "x": COLOURS["surface"][0], "-": COLOURS["surface"][0]}
    found = {node.id: [colour(noughts, node.id, cell) for cell in range(9)] for node in SMALL.nodes}
    assert found == {node.id: [wanted[character] for character in node.id] for node in SMALL.nodes}


def test_an_exported_page_shows_the_boards(noughts: StageView):
    alone = noughts.page.context.new_page()
    alone.set_content(export(shown(SMALL), "html", Style()).decode())
    copy = StageView(alone).ready().rested().painted()
    assert colour(copy, SMALL.root, 0) == COLOURS["surface"][0]
    assert colour(copy, SMALL.root, 1) == COLOURS["min"][0]
    alone.close()


# ---- in the panel


def test_the_panel_shows_the_position_large_and_reads_out_its_text(noughts: StageView):
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
