"""Names of moves in pictures: on their moves, and on no node, arrow head or other name."""

from __future__ import annotations

import math
from itertools import combinations

from hypothesis import given
from support.examples import examples
from support.graphs import figure_1, game_graphs

from explorer.drawing.exports import GraphView, Style
from explorer.drawing.network import to_pyvis
from explorer.drawing.picture.primitives import Picture, Polygon, ShapeGroup, Text
from explorer.drawing.picture.sheets import picture_of
from explorer.drawing.tree_picture import view_of_tree
from explorer.games import generate
from explorer.model.graph import GameGraph
from explorer.unwinding import TreeView, build

RADIUS = 24  # of a node


def named(graph: GameGraph) -> GameGraph:
    return graph.replace(move_names={move: f"take {number}" for number, move in enumerate(graph.moves)})


def picture(graph: GameGraph) -> Picture:
    return picture_of(GraphView(graph), Style())


def names_in(drawn: Picture) -> dict[str, ShapeGroup]:
    return {
        shape.text: group
        for group in drawn.groups
        if group.part == "name"
        for shape in group.shapes
        if isinstance(shape, Text)
    }


Box = tuple[float, float, float, float]


def box(group: ShapeGroup) -> Box:
    """Around the plate, a little less than that."""
    points = [point for shape in group.shapes if isinstance(shape, Polygon) for point in shape.points]
    xs, ys = [group.x + x for x, _ in points], [group.y + y for _, y in points]
    return min(xs) + 1, max(xs) - 1, min(ys) + 1, max(ys) - 1


def far(x: float, y: float, box: Box) -> float:
    left, right, top, bottom = box
    return math.hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom))


def check_room(drawn: Picture) -> None:
    boxes = [box(group) for group in drawn.groups if group.part == "name"]
    for one, other in combinations(boxes, 2):
        assert one[0] >= other[1] or other[0] >= one[1] or one[2] >= other[3] or other[2] >= one[3]
    for group in drawn.groups:
        heads = [shape for shape in group.shapes if group.part == "move" and isinstance(shape, Polygon)]
        for each in boxes:
            assert group.part != "node" or far(group.x, group.y, each) >= RADIUS
            assert all(far(group.x + x, group.y + y, each) > 0 for head in heads for x, y in head.points)


@examples(25)
@given(graph=game_graphs(max_open=2))
def test_a_name_lies_on_no_node_no_arrow_head_and_no_other_name(graph: GameGraph):
    check_room(picture(named(graph)))


def test_in_a_small_graph_every_move_has_its_name_and_in_a_dense_one_some_have_none():
    assert names_in(picture(named(figure_1()))).keys() == {f"take {number}" for number in range(4)}
    dense = named(generate("complete-bipartite"))
    assert len(names_in(picture(dense))) < len(dense.moves)
    check_room(picture(dense))


def test_the_copies_of_a_move_in_a_tree_have_its_name():
    graph = named(figure_1())
    drawn = view_of_tree(build(graph, TreeView.DEPTH, depth=3)).graph
    of = {node.id: node.extra["of"] for node in drawn.nodes}
    assert drawn.move_names == {(a, b): graph.move_names[of[a], of[b]] for a, b in drawn.moves}


def test_the_network_shows_the_same_names_and_tells_all_under_the_pointer():
    graph = named(generate("complete-bipartite"))
    edges = to_pyvis(graph).edges
    assert [edge["title"] for edge in edges] == [*graph.move_names.values()]
    assert {edge["label"] for edge in edges if "label" in edge} == {*names_in(picture(graph))}
