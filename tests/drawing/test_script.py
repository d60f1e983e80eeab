"""Where nothing can draw, exports say so in one sentence, and everything else goes on."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from support.board_games import NOUGHTS
from support.shown import shown

from explorer.drawing import board, footprint, script
from explorer.drawing.exports import export
from explorer.drawing.network import network_data, to_pyvis
from explorer.drawing.script import NO_ENGINE
from explorer.games.samples import load_sample
from explorer.model.board import Board, squares
from explorer.model.errors import FormatError


@pytest.fixture(autouse=True)
def no_engine(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(sys.modules, "quickjs", None)
    script._shared.cache_clear()
    yield
    script._shared.cache_clear()


@pytest.mark.parametrize("name", ["svg", "png", "pdf", "tikz", "gif"])
def test_a_picture_names_what_is_missing(name: str):
    with pytest.raises(FormatError) as caught:
        export(shown(load_sample("figure-1")), name)
    assert str(caught.value) == NO_ENGINE


def test_pages_networks_and_boards_go_on():
    graph = load_sample("figure-1")
    assert b"<html" in export(shown(graph), "html")
    assert len(network_data(graph, dict.fromkeys(graph.ids, (0.0, 0.0))).nodes) == len(graph.ids)
    assert len(to_pyvis(graph).nodes) == len(graph.ids)
    assert "quickjs-ng" in board.board_svg(NOUGHTS, "." * 9)


def test_boards_lie_as_far_apart_as_the_largest_need():
    room = footprint.footprint_of(NOUGHTS)
    assert footprint.footprint_of(Board(8, 8, tuple(squares(8, 8)), {})) == room == (112, 176)
