"""Texts for pictures: without control characters, and measured."""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.model.libraries import needed_for

if TYPE_CHECKING:
    from matplotlib.ft2font import FT2Font

FAMILY = "DejaVu Sans"  # its files come with matplotlib, so that a text is as wide on every machine

_BLANKS = ("Zs", "Zl", "Zp")
_INVISIBLE = ("Cf",)
_IMPOSSIBLE = ("Cc", "Cs", "Cn", "Co")
_REPLACEMENT, _BOX = "\ufffd", "□"
_MEASURED_AT = 100.0
_USUAL = "".join(map(chr, (*range(0x20, 0x7F), *range(0x370, 0x400), *range(0x2010, 0x2300))))  # of our own words


def font_file(bold: bool) -> Path:
    """Return the file of the font."""
    with needed_for("pictures"):
        import matplotlib

    return Path(matplotlib.get_data_path()) / "fonts" / "ttf" / f"DejaVuSans{'-Bold' if bold else ''}.ttf"


def printable(text: str) -> str:
    """Return the text on one line: line ends and tabs are blanks, other characters that cannot be printed are
    marked."""
    return " ".join("".join(map(_printable_character, text)).split())


def drawable(text: str, *, bold: bool) -> str:
    """Return the text with a box for each character that is not in the font."""
    font = _matplotlib_font(bold)
    return "".join(character if font.get_char_index(ord(character)) else _BOX for character in text)


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of the text, in the unit of its size."""
    return sum(_advance_width(character, bold) for character in text) * size


def _printable_character(character: str) -> str:
    category = unicodedata.category(character)
    if character.isspace() or category in _BLANKS:
        return " "
    if category in _INVISIBLE:
        return ""
    return _REPLACEMENT if category in _IMPOSSIBLE else character


@cache
def _matplotlib_font(bold: bool) -> FT2Font:
    with needed_for("pictures"):
        from matplotlib.ft2font import FT2Font

    return FT2Font(str(font_file(bold)))


@cache
def _advance_width(character: str, bold: bool) -> float:
    """Return the width of a character, as a share of the size; a wide one where the font does not have it."""
    font = _matplotlib_font(bold)
    if not font.get_char_index(ord(character)):
        return 1.0
    font.set_size(_MEASURED_AT, 72)
    return font.load_char(ord(character)).linearHoriAdvance / 65536 / _MEASURED_AT


def advances(letters: str) -> tuple[dict[str, float], dict[str, float]]:
    """Return the widths of the usual characters and those of a text, as shares of the size: in the regular font, and
    bold."""
    wanted = sorted({*_USUAL, *letters})
    regular, bold = ({letter: _advance_width(letter, weight) for letter in wanted} for weight in (False, True))
    return regular, bold
