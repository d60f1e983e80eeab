"""PDF, opened again by PDFium: one page, text that can be searched, colours of the theme."""

from __future__ import annotations

import pypdfium2
import pytest
from hypothesis import given
from PIL.ImageColor import getrgb
from support.examples import examples
from support.graphs import figure_1, game_graphs
from support.rich_graphs import rich_graphs
from support.shown import shown

from explorer.drawing.exports import Shown, Style, export
from explorer.drawing.picture import picture_of
from explorer.drawing.values import Values
from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph, Kind, Node


def text_of(content: bytes) -> str:
    with pypdfium2.PdfDocument(content) as document:
        assert len(document) == 1
        return " ".join(document[0].get_textpage().get_text_range().split())


@pytest.mark.large
def test_names_title_legend_and_caption_can_be_searched():
    what = shown(load_sample("figure-1"), step=2)
    text = text_of(export(what, "pdf"))
    assert what.graph.name in text
    assert what.trace[2].caption in text
    assert "Min to move" in text


@pytest.mark.large
def test_the_page_is_as_large_as_the_canvas_and_has_its_colours():
    what = shown(load_sample("figure-1"), step=-1)
    picture = picture_of(what, Style())
    with pypdfium2.PdfDocument(export(what, "pdf")) as document:
        assert document[0].get_size() == pytest.approx((0.75 * picture.width, 0.75 * picture.height), abs=0.1)
        image = document[0].render(scale=96 / 72 * 2).to_pil().convert("RGB")
    looks = {value: Values.of_trace(what.trace).score(value) for value in what.trace.values}
    scores = what.trace.scores_at(what.step)
    places = [(group.x, group.y) for group in picture.groups if group.part == "node"]
    for node, (x, y) in zip(what.graph.nodes, places, strict=True):
        assert image.getpixel((round(2 * x), round(2 * y + 24))) == getrgb(looks[scores[node.id]].fill)


@pytest.mark.large
@examples(8)
@given(game_graphs(max_open=2) | rich_graphs())
def test_any_graph_gives_a_page_that_can_be_read(graph: GameGraph):
    assert "leaf" in text_of(export(Shown(graph), "pdf")) or not any(node.kind is Kind.LEAF for node in graph.nodes)


@pytest.mark.large
def test_a_very_wide_picture_is_made_to_fit_a_page():
    nodes = (Node("a", Kind.MAX, x=0, y=0), Node("b", Kind.LEAF, 1, x=90_000, y=0))
    with pypdfium2.PdfDocument(export(Shown(GameGraph(nodes, (("a", "b"),), root="a")), "pdf")) as document:
        assert 13_000 < document[0].get_width() <= 14_400


@pytest.mark.large
def test_the_same_picture_is_the_same_file():
    assert export(shown(figure_1()), "pdf") == export(shown(figure_1()), "pdf")
