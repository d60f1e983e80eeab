"""PDF, opened again by PDFium: one page, text that can be searched, colours of the theme."""

from __future__ import annotations

import pypdfium2
import pytest
from PIL.ImageColor import getrgb
from support.shown import shown

from explorer.drawing.exports import Style, export
from explorer.drawing.node_colours import ValueLooks
from explorer.drawing.picture import picture_of
from explorer.games.samples import load_sample


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
    looks = {value: ValueLooks.of_trace(what.trace).score(value) for value in what.trace.values}
    scores = what.trace.scores_at(what.step)
    places = [(group.x, group.y) for group in picture.groups if group.part == "node"]
    for node, (x, y) in zip(what.graph.nodes, places, strict=True):
        assert image.getpixel((round(2 * x), round(2 * y + 24))) == getrgb(looks[scores[node.id]].fill)
