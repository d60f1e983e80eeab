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

from explorer.drawing.theme import fills
from explorer.drawing.thumbnail import thumbnail
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
    assert [text.text for text in svg.iter(f"{SVG}text")] == leaves


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


def test_max_is_a_circle_min_a_square_and_a_leaf_stands_on_its_tip():
    svg = picture(figure_1())
    tags = [shape.tag.removeprefix(SVG) for shape in shapes(svg)]
    assert tags == ["circle", "polygon", "polygon", "polygon"]
    leaf, square = numbers(shapes(svg)[1].get("points", "")), numbers(shapes(svg)[2].get("points", ""))
    assert len(set(square[::2])) == 2
    assert len(set(leaf[::2])) == 3


def test_leaves_have_the_colour_of_their_score():
    svg = picture(figure_1(b=-1, d=2))
    looks = fills([-1, 2])
    assert [shapes(svg)[place].get("fill") for place in (1, 3)] == [look.fill for look in looks]


@pytest.mark.parametrize("graph", [GameGraph((), ()), game("a", a=3), game("a", a="max a")])
def test_the_smallest_graphs_have_a_picture(graph: GameGraph):
    svg = picture(graph)
    assert len(shapes(svg)) == len(graph.nodes)
    assert not re.search("nan|inf", thumbnail(graph))
