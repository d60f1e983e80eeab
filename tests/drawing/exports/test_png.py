"""PNG, opened again by Pillow: size, colours at the places of the nodes."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image
from PIL.ImageColor import getrgb
from support.graphs import figure_1
from support.shown import shown

from explorer.drawing.exports import GraphView, Style, export
from explorer.drawing.node_colours import ValueLooks
from explorer.drawing.picture import Picture, picture_of
from explorer.drawing.theme import DARK, FINALITY, LIGHT
from explorer.games.samples import load_sample


def opened(what: GraphView, style: Style) -> Image.Image:
    image = Image.open(BytesIO(export(what, "png", style)))
    image.load()
    return image.convert("RGB")


def middles(picture: Picture) -> list[tuple[float, float]]:
    return [(group.x, group.y) for group in picture.groups if group.part == "node"]


@pytest.mark.parametrize("scale", [0.5, 1, 1.5, 2, 3])
def test_the_picture_has_scale_pixels_for_each_of_the_canvas(scale: float):
    style = Style(scale=scale)
    picture, image = picture_of(shown(figure_1()), style), opened(shown(figure_1()), style)
    assert image.size == (int(picture.width * scale + 0.1), int(picture.height * scale + 0.1))


@pytest.mark.parametrize("page", [LIGHT, DARK])
def test_nodes_have_the_fill_of_their_score_and_the_ring_of_their_finality(page):
    what = shown(load_sample("figure-1"), step=2)
    style = Style(dark=page.is_dark, scale=2)
    image, picture = opened(what, style), picture_of(what, style)
    looks = {value: ValueLooks.of_trace(what.trace).score(value) for value in what.trace.values}
    scores = what.trace.scores_at(2)
    assert image.getpixel((1, 1)) == getrgb(page.paper)
    for node, (x, y) in zip(what.graph.nodes, middles(picture), strict=True):
        assert image.getpixel((round(2 * x), round(2 * (y + 12)))) == getrgb(looks[scores[node.id]].fill)
    x, y = middles(picture)[0]
    left = FINALITY[what.trace.finality_at(2)["a"]].left
    assert image.getpixel((round(2 * (x - 22)), round(2 * y))) == getrgb(page.ring(left))
