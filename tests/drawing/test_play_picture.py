"""The picture of a play: the part of the graph that is shown, and what is marked there."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from support.graphs import figure_1, game_graphs
from support.sent import opened

from explorer.drawing.excerpt import surroundings
from explorer.drawing.limits import WHOLE_IN_PLAY
from explorer.drawing.network import edge_id
from explorer.drawing.node_colours import ColourScale
from explorer.drawing.play_picture import PlayPicture, play_data
from explorer.drawing.theme import MARKS
from explorer.games import generate
from explorer.model.graph import GameGraph

MORRIS = generate("morris")


@given(game_graphs(max_inner=6))
def test_a_small_graph_is_shown_whole(graph: GameGraph):
    assert surroundings(graph, graph.root or "") is graph


@given(st.integers(0, len(MORRIS.nodes) - 1), st.integers(0, 10**6))
def test_of_a_large_graph_the_part_around_the_position_is_shown(place: int, seed: int):
    here = MORRIS.nodes[place].id
    came_by = [MORRIS.nodes[before].id for before in MORRIS.predecessors[place][:1]] + [here]
    part = surroundings(MORRIS, here, came_by)
    shown = set(part.index)
    assert {here, *came_by, *(node.id for node in MORRIS.successors_of(here))} <= shown
    assert len(part.nodes) <= WHOLE_IN_PLAY
    assert list(part.moves) == [move for move in MORRIS.moves if set(move) <= shown]
    assert all(node.has_position for node in part.nodes)
    assert len({(node.x, node.y) for node in part.nodes}) == len(part.nodes)
    assert part.root == (MORRIS.root if MORRIS.root in shown else None)


def test_the_picture_is_a_trace_of_one_step():
    graph = figure_1(b=1, d=2)
    picture = PlayPicture(
        "a",
        {"a": 1, "b": 1, "c": None, "d": 2},
        {("a", "c"): "lasso", ("a", "b"): "leave", ("x", "y"): "played"},
        {("a", "c"): 0.5, ("a", "b"): 1.0},
        {"c": "gives away 1", "elsewhere": "nothing"},
    )
    data = play_data(graph, picture, ColourScale.of(graph))
    (step,) = opened(data["chunks"][0], data)["steps"]
    places = graph.index
    assert data["nodes"] == ["a", "b", "c", "d"]
    assert step["f"] == places["a"]
    assert step["q"] == [[places["a"], places["c"], "lasso"], [places["a"], places["b"], "leave"]]
    assert step["o"] == [[places["c"], "gives away 1"]]
    assert places["c"] not in step["s"][::2]
    assert MARKS[data["focusMark"]][1] == "the position now"
    assert data["opacities"] == {edge_id("a", "c"): 0.5}
    assert "opacities" not in play_data(graph, PlayPicture("a", {}), ColourScale())
