"""Texts: measured with the font that comes along, broken into lines that fit, free of what cannot be shown."""

from __future__ import annotations

import pytest
from PIL import ImageFont

from explorer.drawing.picture.lettering import font_file, text_width


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("text", ["Max to move", "s₂: −∞", "WWWW iiii", "16/3"])
def test_widths_are_those_of_another_library(text: str, bold: bool):
    measured = ImageFont.truetype(str(font_file(bold)), 200).getlength(text)
    assert text_width(text, 200, bold=bold) == pytest.approx(measured, rel=0.02)
