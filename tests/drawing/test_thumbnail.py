"""Small pictures for the gallery: well-formed SVG that shows every node and move inside its frame."""

from __future__ import annotations

import math
import re
from xml.etree.ElementTree import Element

import pytest
from defusedxml.ElementTree import fromstring
from hypothesis import given
from support.graphs import figure_1, game, game_graphs
from support.rich_graphs import rich_graphs

from explorer.drawing.node_colours import Scale
from explorer.drawing.thumbnail import alternative, thumbnail
from explorer.games.samples import load_sample, sample_names
from explorer.model.graph import GameGraph
from explorer.model.scores import format_score

SVG = "{http://www.w3.org/2000/svg}"


def picture(graph: GameGraph) -> Element:
    return fromstring(thumbnail(graph))


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text)]


def shapes(svg: Element) -> list[Element]:
    return [each for each in svg if each.tag in (f"{SVG}circle", f"{SVG}polygon") and each.get("fill") != "none"]


@given(rich_graphs())
def test_every_node_is_a_shape_and_every_leaf_shows_its_score(graph: GameGraph):
    svg = picture(graph)
    assert len(shapes(svg)) == len(graph.nodes)
    leaves = [format_score(node.score) for node in graph.nodes if node.score is not None]
    assert [text.text for text in svg.iter(f"{SVG}text") if text.get("class") is None] == leaves


@given(game_graphs())
def test_every_move_is_an_arrow_or_a_loop(graph: GameGraph):
    svg = picture(graph)
    lines = [each for each in svg if each.get("fill") == "none"]
    heads = list(svg.iter(f"{SVG}path"))
    loops = sum(source == target for source, target in graph.moves)
    assert len(lines) == len(graph.moves)
    assert len(heads) == 2 * (len(graph.moves) - loops)


@pytest.mark.parametrize("name", sample_names())
def test_the_whole_sample_lies_inside_the_frame(name: str):
    svg = picture(load_sample(name))
    left, top, width, height = numbers(svg.get("viewBox", ""))
    assert math.isclose(width / height, int(svg.get("width", "")) / int(svg.get("height", "")), rel_tol=0.02)
    for shape in shapes(svg):
        if shape.tag == f"{SVG}circle":
            xs, ys = [float(shape.get("cx", ""))], [float(shape.get("cy", ""))]
        else:
            corners = numbers(shape.get("points", ""))
            xs, ys = corners[::2], corners[1::2]
        assert left <= min(xs) <= max(xs) <= left + width
        assert top <= min(ys) <= max(ys) <= top + height


def names(svg: Element) -> list[Element]:
    return [text for text in svg.iter(f"{SVG}text") if text.get("class") == "name"]


def box_of(shape: Element) -> tuple[float, float, float, float]:
    """The left, top, right and bottom of a circle, a polygon or a name."""
    if shape.tag == f"{SVG}circle":
        x, y, r = (float(shape.get(key, "")) for key in ("cx", "cy", "r"))
        return x - r, y - r, x + r, y + r
    if shape.tag == f"{SVG}text":
        x, y, width, size = (float(shape.get(key, "")) for key in ("x", "y", "textLength", "font-size"))
        return x, y - 0.8 * size, x + width, y + 0.2 * size
    corners = numbers(shape.get("points", ""))
    return min(corners[::2]), min(corners[1::2]), max(corners[::2]), max(corners[1::2])


def overlap(one: Element, other: Element) -> float:
    """By how much two boxes overlap, where they do so less."""
    first, second = box_of(one), box_of(other)
    return min(min(first[2], second[2]) - max(first[0], second[0]), min(first[3], second[3]) - max(first[1], second[1]))


@pytest.mark.parametrize("name", sample_names())
def test_names_cover_neither_nodes_nor_each_other(name: str):
    svg = picture(load_sample(name))
    said, drawn = names(svg), shapes(svg)
    assert said or len(drawn) > 60
    assert {text.text for text in said} <= {node.name for node in load_sample(name).nodes}
    for number, text in enumerate(said):
        assert all(overlap(text, shape) < 4 for shape in (*drawn, *said[:number]))  # corners reach out of their box


def test_every_name_of_a_small_graph_is_shown_and_the_root_comes_first():
    said = [text.text for text in names(picture(figure_1()))]
    assert said[0] == "a"
    assert sorted(said) == ["a", "b", "c", "d"]


def test_a_name_is_text_and_cut_where_it_is_long():
    leaves = [{"id": "x", "label": "<b>&\x01", "score": 1}, {"id": "y", "label": "a name that takes long", "score": 2}]
    graph = GameGraph.from_json({"root": "x", "nodes": leaves, "moves": []})
    assert {text.text for text in names(picture(graph))} == {"<b>&\N{REPLACEMENT CHARACTER}", "a name th…long"}


def test_names_can_be_read_on_either_page():
    light, dark = thumbnail(figure_1()), thumbnail(figure_1(), dark=True)
    assert light.count('fill="#15181d">a<') == dark.count('fill="#eceff3">a<') == 1


def test_what_is_drawn_is_said_for_those_who_do_not_see_it():
    assert alternative(figure_1()).endswith("drawn: 4 nodes and 4 moves")
    assert alternative(game("a", a=3)) == "A graph, drawn: 1 node and 0 moves"


def test_max_is_a_circle_min_a_square_and_a_leaf_stands_on_its_tip():
    svg = picture(figure_1())
    tags = [shape.tag.removeprefix(SVG) for shape in shapes(svg)]
    assert tags == ["circle", "polygon", "polygon", "polygon"]
    leaf, square = numbers(shapes(svg)[1].get("points", "")), numbers(shapes(svg)[2].get("points", ""))
    assert len(set(square[::2])) == 2
    assert len(set(leaf[::2])) == 3


def test_leaves_have_the_colour_of_their_score():
    svg = picture(figure_1(b=-1, d=2))
    looks = map(Scale([-1, 2]).look, [-1, 2])
    assert [shapes(svg)[place].get("fill") for place in (1, 3)] == [look.fill for look in looks]


@pytest.mark.parametrize("graph", [GameGraph((), ()), game("a", a=3), game("a", a="max a")])
def test_the_smallest_graphs_have_a_picture(graph: GameGraph):
    svg = picture(graph)
    assert len(shapes(svg)) == len(graph.nodes)
    assert not re.search("nan|inf", thumbnail(graph))
