"""Where nothing can draw, exports say so in one sentence, and everything else goes on."""

from __future__ import annotations

import sys

import pytest
from support.board_games import NOUGHTS
from support.shown import shown

from explorer.drawing import board
from explorer.drawing.exports import export
from explorer.drawing.network import network_data, to_pyvis
from explorer.drawing.picture.script import NO_ENGINE
from explorer.games.samples import load_sample
from explorer.model.errors import FormatError


@pytest.fixture(autouse=True)
def no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "quickjs", None)
    board._script.cache_clear()


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
