"""Texts: measured with the font that comes along, broken into lines that fit, free of what cannot be shown."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageFont
from support.graphs import thorough

from explorer.drawing.picture.lettering import drawable, font_file, printable, text_width

any_text = st.text(st.characters(), max_size=60)


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("text", ["Max to move", "s₂: −∞", "WWWW iiii", "16/3"])
def test_widths_are_those_of_another_library(text: str, bold: bool):
    measured = ImageFont.truetype(str(font_file(bold)), 200).getlength(text)
    assert text_width(text, 200, bold=bold) == pytest.approx(measured, rel=0.02)


@thorough
@given(any_text)
def test_printable_text_is_one_line_that_xml_can_hold(text: str):
    found = printable(text)
    assert found == " ".join(found.split())
    assert not any(unicodedata.category(character) in ("Cc", "Cs", "Cf", "Cn") for character in found)


@thorough
@given(any_text.map(printable))
def test_characters_that_the_font_does_not_have_become_boxes(text: str):
    assert len(drawable(text, bold=False)) == len(text)
    assert drawable("a中\U00020000", bold=True) == "a□□"
