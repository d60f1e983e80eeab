"""Small pictures for the gallery: well-formed SVG that shows every node and move inside its frame."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree.ElementTree import Element

import pytest
from defusedxml.ElementTree import fromstring
from hypothesis import given
from support.boxes import Box, box_of
from support.examples import examples
from support.graphs import figure_1, game
from support.rich_graphs import rich_graphs

from explorer.drawing.picture.primitives import Circle, Polygon, Text
from explorer.drawing.theme import EDGE
from explorer.drawing.thumbnail import alternative, thumbnail
from explorer.games.samples import load_sample, sample_names
from explorer.model.graph import GameGraph
from explorer.model.scores import format_score

SVG = "{http://www.w3.org/2000/svg}"


def picture(graph: GameGraph) -> list[Element]:
    return list(fromstring(thumbnail(graph))[0])


def filled(shapes: list[Element], *, heads: bool = False) -> list[Element]:
    """The fills of nodes, or the heads of arrows."""
    return [
        each
        for each in shapes
        if each.get("fill") != "none" and each.tag != f"{SVG}text" and (each.get("fill") == EDGE) == heads
    ]


def texts(shapes: list[Element], *, names: bool) -> list[Element]:
    """Names, or scores; a name has a border, which stands before it as a text of its own."""
    written = [each for each in shapes if each.tag == f"{SVG}text"]
    bordered = [named for border, named in pairwise(written) if border.get("fill") == "none"]
    return bordered if names else [each for each in written if each not in bordered and each.get("fill") != "none"]


def place(shape: Element) -> Box:
    def number(name: str) -> float:
        return float(shape.get(name, "0"))

    if shape.tag == f"{SVG}circle":
        return box_of(Circle(number("cx"), number("cy"), number("r")))
    if shape.tag == f"{SVG}text":
        anchor, weight = shape.get("text-anchor", "start"), 700 if shape.get("font-weight") == "bold" else 400
        box = box_of(Text(number("x"), number("y"), shape.text or "", number("font-size"), "", weight, anchor))
        return Box(box.left, box.top + 0.2 * number("font-size"), box.right, box.bottom - 0.2 * number("font-size"))
    points = re.findall(r"(-?[\d.]+),(-?[\d.]+)", shape.get("points", ""))
    return box_of(Polygon(tuple((float(x), float(y)) for x, y in points)))


def overlap(one: Box, other: Box) -> float:
    """By how much two boxes overlap, where they do so less."""
    across = min(one.right, other.right) - max(one.left, other.left)
    return min(across, min(one.bottom, other.bottom) - max(one.top, other.top))


@examples(40)
@given(rich_graphs())
def test_every_node_is_a_shape_every_leaf_shows_its_score_and_every_move_is_an_arrow(graph: GameGraph):
    shapes = picture(graph)
    assert len(filled(shapes)) == len(graph.nodes)
    assert len(filled(shapes, heads=True)) == len(graph.moves)
    leaves = [format_score(node.score) for node in graph.nodes if node.score is not None]
    said = [text.text or "" for text in texts(shapes, names=False)]
    assert [text.rstrip("…") for text in said] == [
        leaf[: len(text.rstrip("…"))] for leaf, text in zip(leaves, said, strict=True)
    ]


@pytest.mark.parametrize("name", sample_names())
def test_a_sample_lies_inside_the_frame_and_its_names_cover_neither_nodes_nor_each_other(name: str):
    shapes = picture(load_sample(name))
    said, drawn = texts(shapes, names=True), filled(shapes)
    for each in map(place, (*said, *drawn)):
        assert -1 < each.left < each.right < 361
        assert -1 < each.top < each.bottom < 201
    assert said or len(drawn) > 60
    cores = [box.grown(-box.width / 5) for box in map(place, drawn)]  # since names stand at the corners of boxes
    for number, text in enumerate(map(place, said)):
        assert all(overlap(text, other) < 2 for other in (*cores, *map(place, said[:number])))


def test_what_is_drawn_is_said_for_those_who_do_not_see_it():
    assert alternative(figure_1()).endswith("drawn: 4 nodes and 4 moves")
    assert alternative(game("a", a=3)) == "A graph, drawn: 1 node and 0 moves"
