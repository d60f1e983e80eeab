"""Pictures: every node and move is there, everything lies inside, nothing lies on anything else, all steps alike."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.boxes import Box, box_around, box_of
from support.graphs import example_7_1, game_graphs, thorough
from support.rich_graphs import rich_graphs
from support.samples import VARIED
from support.shown import shown

from explorer.algorithms import registered
from explorer.drawing.exports import GraphView, Style
from explorer.drawing.picture import Picture, picture_of, pictures_of
from explorer.drawing.picture.primitives import Text, moved
from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph, Kind

styles = st.builds(Style, title=st.booleans(), legend=st.booleans(), caption=st.booleans(), dark=st.booleans())


def boxes(picture: Picture, *parts: str) -> list[Box]:
    return [
        box_around(box_of(moved(shape, group.x, group.y)) for shape in group.shapes)
        for group in picture.groups
        if group.part in parts and group.shapes
    ]


def texts(picture: Picture, part: str) -> list[str]:
    return [
        shape.text
        for group in picture.groups
        if group.part == part
        for shape in group.shapes
        if isinstance(shape, Text)
    ]


def lies_inside(box: Box, picture: Picture) -> bool:
    return box.left >= 0 and box.top >= 0 and box.right <= picture.width and box.bottom <= picture.height


def overlap(one: Box, other: Box) -> bool:
    return (
        min(one.right, other.right) - max(one.left, other.left) > 0.01
        and min(one.bottom, other.bottom) - max(one.top, other.top) > 0.01
    )


def parts_apart(picture: Picture) -> bool:
    areas = [
        box_around(found)
        for parts in (("node", "move", "band"), ("title",), ("legend",), ("caption",))
        if (found := boxes(picture, *parts))
    ]
    return not any(overlap(one, other) for one, other in combinations(areas, 2))


@thorough
@given(rich_graphs(), styles, st.sampled_from(sorted(registered())), st.integers(0, 99))
def test_any_graph_at_any_step_has_a_picture_with_everything_inside_and_apart(graph, style, algorithm, step):
    entry = registered()[algorithm]
    what = GraphView(graph) if entry.obstacle(graph) else shown(graph, algorithm, step)
    picture = picture_of(what, style)
    kinds = {node.id: node.kind for node in graph.nodes} if what.trace is None else what.trace.kinds_at(what.step)
    moves = [move for move in what.graph.moves if kinds.get(move[0], Kind.OPEN) is not Kind.OPEN and move[1] in kinds]
    assert sum(group.part == "node" for group in picture.groups) == len(kinds)
    assert sum(group.part == "move" for group in picture.groups) == len(moves)
    assert all(
        lies_inside(box, picture) for box in boxes(picture, "node", "move", "band", "title", "legend", "caption")
    )
    assert parts_apart(picture)


@pytest.mark.parametrize("name", VARIED)
def test_the_steps_of_a_sample_have_pictures_of_one_size_in_which_no_node_moves(name: str):
    what = shown(load_sample(name), "memoised")
    steps = range(0, len(what.trace), max(1, len(what.trace) // 6))
    pictures = list(pictures_of(what, Style(), steps))
    places = [[(group.x, group.y) for group in each.groups if group.part == "node"] for each in pictures]
    legends = [texts(each, "legend") for each in pictures]
    assert len({(each.width, each.height) for each in pictures}) == 1
    assert all(each == places[0] for each in places)
    assert all(each == legends[0] for each in legends)
    assert all(parts_apart(each) for each in pictures)


@thorough
@given(game_graphs(max_open=2))
def test_short_names_do_not_lie_on_their_nodes(graph: GameGraph):
    for group in picture_of(GraphView(graph), Style()).groups:
        if group.part == "node":
            names = [box_of(shape) for shape in group.shapes if isinstance(shape, Text) and shape.outline]
            fills = [box_of(shape) for shape in group.shapes if not isinstance(shape, Text)]
            assert names
            assert not any(overlap(name, Box(-12, -12, 12, 12)) for name in names)
            assert fills


def test_the_path_of_a_search_is_under_its_moves():
    what = shown(example_7_1(1, 2), "depth-first")
    number = next(k for k, step in enumerate(what.trace) if len(step.path) == 3)
    picture = picture_of(GraphView(what.graph, what.trace, what.algorithm, number), Style())
    parts = [group.part for group in picture.groups]
    path = what.trace[number].path
    named = [group.name for group in picture.groups if group.part == "band"]
    assert named[:2] == [f"{path[0]} → {path[1]}", f"{path[1]} → {path[2]}"]
    assert parts.index("move") > max(place for place, part in enumerate(parts) if part == "band")
