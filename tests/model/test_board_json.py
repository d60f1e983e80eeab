"""Boards go through JSON unharmed, and nothing that a file holds under their keys does any harm."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.board_games import EVERYTHING, NOUGHTS, Noughts
from support.malformed_boards import MALFORMED

from explorer.drawing.excerpt import excerpt_around
from explorer.drawing.notebook import graph_svg
from explorer.formats import registered
from explorer.formats.json_text import only_json
from explorer.games.from_rules import partial_graph
from explorer.model.board import Board, Cell, Piece
from explorer.model.board_json import (
    ROLES,
    board_from_json,
    board_of,
    board_to_json,
    cells_of,
)
from explorer.model.check import Severity
from explorer.model.errors import FormatError
from explorer.model.graph import GameGraph
from explorer.scenes.link import pack, unpack

shares = st.floats(0, 1)
points = st.tuples(st.floats(0, 5), st.floats(0, 3))
roles = st.sampled_from(ROLES)
cells = st.one_of(
    st.builds(Cell, st.just("disc"), st.tuples(points), st.floats(0.1, 3), st.none() | roles),
    st.builds(Cell, st.just("line"), st.lists(points, min_size=2, max_size=4).map(tuple), st.floats(0, 1), roles),
    st.builds(Cell, st.just("polygon"), st.lists(points, min_size=3, max_size=5).map(tuple), st.just(0.0), roles),
)
pieces = st.one_of(
    st.builds(Piece, st.sampled_from(["fill", "disc"]), roles, inset=st.tuples(shares, shares, shares, shares)),
    st.builds(Piece, st.just("text"), roles, st.sampled_from(["x", "10", "♞"])),
)
boards = st.builds(
    Board,
    st.just(5.0),
    st.just(3.0),
    st.lists(cells, min_size=1, max_size=6).map(tuple),
    st.dictionaries(st.sampled_from("abcxyz♟"), pieces),
    st.lists(st.lists(points, min_size=2, max_size=3).map(tuple), max_size=3).map(tuple),
)


@given(boards)
def test_a_board_is_the_same_after_a_way_through_json_text(board):
    assert board_from_json(json.loads(json.dumps(board_to_json(board), allow_nan=False))) == board


@pytest.mark.parametrize(("data", "sentence"), MALFORMED)
def test_what_is_no_board_is_refused_in_a_sentence_and_a_file_that_holds_it_is_read_with_a_warning(data, sentence):
    with pytest.raises(FormatError, match=sentence) as caught:
        board_from_json(data)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300
    document = {"nodes": [{"id": "a", "score": 1, "board": "x"}], "moves": [], "root": "a", "board": data}
    loaded = registered()["game-json"].read(json.dumps(document))
    (found,) = [problem for problem in loaded.problems if problem.severity is Severity.WARNING]
    assert found.message.startswith("the board cannot be drawn: ")
    assert board_of(loaded.graph) is None
    assert "<svg" in graph_svg(loaded.graph)
    if isinstance(data, str):  # somebody's own key is left as it is
        assert loaded.graph.to_json()["board"] == data


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
paths = st.lists(
    st.sampled_from(["width", "cells", "pieces", "lines", 0, "shape", "points", "f", "inset", 1]), max_size=5
)


@given(json_values, paths)
def test_a_board_with_anything_put_anywhere_is_read_or_refused(value, path):
    data = board_to_json(EVERYTHING)
    here: object = {"board": data}
    place: object = "board"
    for key in path:
        inner = here[place]
        if (isinstance(inner, dict) and key in inner) or (isinstance(inner, list) and key in range(len(inner))):
            here, place = inner, key
    here[place] = value
    document = here if place == "board" else {"board": data}
    try:
        board = board_from_json(document["board"])
    except FormatError:
        return
    assert board_from_json(board_to_json(board)) == board


def noughts() -> GameGraph:
    return partial_graph(Noughts(), 1_000)


def test_a_game_with_a_board_gives_it_to_its_graph_and_the_cells_to_its_nodes():
    graph = noughts()
    board = board_of(graph)
    assert board == NOUGHTS
    assert [cells_of(node, board) for node in graph.nodes] == [node.id.replace("-", ".") for node in graph.nodes]
    assert len(graph.nodes) == 25
    json.dumps(graph.to_json(), allow_nan=False)


CARRYING = ("game-json", "node-link", "parquet")


def test_the_board_travels_with_the_graph():
    graph = noughts().replace(rules=None)
    assert GameGraph.from_json(graph.to_json()) == graph
    assert GameGraph.from_networkx(graph.to_networkx()) == graph
    assert only_json(graph) == graph
    assert unpack(pack(graph)).graph == graph
    assert board_of(excerpt_around(graph, graph.root).graph) == NOUGHTS
    for name in CARRYING:
        entry = registered()[name]
        assert entry.load(entry.dump(graph)).graph == graph, name


@pytest.mark.parametrize("cells", [7, "xo", ["x"] * 9, None, "x" * 10])
def test_cells_that_do_not_fit_the_board_are_warned_of_once_and_not_drawn(cells):
    graph = noughts()
    document = graph.to_json()
    for record in document["nodes"][:3]:
        record["board"] = cells
    loaded = registered()["game-json"].read(json.dumps(document))
    (found,) = loaded.problems
    assert found.severity is Severity.WARNING
    assert found.message == (
        f"the board of 3 nodes, {graph.root!r} first, cannot be drawn: "
        "it must be a text of 9 characters, one for each cell"
    )
    assert cells_of(loaded.graph.nodes[0], NOUGHTS) is None
    assert "<svg" in graph_svg(loaded.graph)
