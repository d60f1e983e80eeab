"""Texts as pictures need them: without control characters, measured, shortened, broken into lines."""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path

import matplotlib
from matplotlib.ft2font import FT2Font

FAMILY = "DejaVu Sans"  # its files come with matplotlib, so that a text is as wide on every machine
ELLIPSIS = "…"

_BLANKS = ("Zs", "Zl", "Zp")
_INVISIBLE = ("Cf",)
_IMPOSSIBLE = ("Cc", "Cs", "Cn", "Co")
_REPLACEMENT, _BOX = "\ufffd", "□"
_MEASURED_AT = 100.0


def font_file(bold: bool) -> Path:
    """The file of the font."""
    return Path(matplotlib.get_data_path()) / "fonts" / "ttf" / f"DejaVuSans{'-Bold' if bold else ''}.ttf"


def printable(text: str) -> str:
    """The text on one line: line ends and tabs are blanks, other characters that cannot be shown are marked."""
    return " ".join("".join(map(_printable, text)).split())


def drawable(text: str, *, bold: bool) -> str:
    """The text with a box for each character that the font does not have."""
    font = _font(bold)
    return "".join(character if font.get_char_index(ord(character)) else _BOX for character in text)


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide the text is, in the unit of its size."""
    return sum(_advance(character, bold) for character in text) * size


def shortened(text: str, size: float, width: float, *, bold: bool = False) -> str:
    """The text, cut with an ellipsis to be no wider than a width."""
    if text_width(text, size, bold=bold) <= width:
        return text
    room = width - text_width(ELLIPSIS, size, bold=bold)
    kept = 0
    for character in text:
        room -= text_width(character, size, bold=bold)
        if room < 0:
            break
        kept += 1
    return text[:kept].rstrip() + ELLIPSIS


def wrapped(text: str, size: float, width: float, *, lines: int, bold: bool = False) -> list[str]:
    """The text in at most so many lines, broken at blanks, none wider than the width; the rest is cut."""
    rows: list[str] = []
    words = text.split()
    while words and len(rows) < lines - 1:
        taken = _words_that_fit(words, size, width, bold)
        row = " ".join(words[:taken])
        if text_width(row, size, bold=bold) > width:
            words[0], row = _broken(row, size, width, bold)
            taken = 0
        rows.append(row)
        words = words[taken:]
    return [*rows, shortened(" ".join(words), size, width, bold=bold)] if words else rows


def _words_that_fit(words: list[str], size: float, width: float, bold: bool) -> int:
    """How many words fit on a line; at least one."""
    blank = text_width(" ", size, bold=bold)
    used = text_width(words[0], size, bold=bold)
    taken = 1
    for word in words[1:]:
        used += blank + text_width(word, size, bold=bold)
        if used > width:
            break
        taken += 1
    return taken


def _broken(word: str, size: float, width: float, bold: bool) -> tuple[str, str]:
    """The rest of a word that is too long for a line, and its start."""
    kept = max(1, len(shortened(word, size, width, bold=bold)) - len(ELLIPSIS))
    return word[kept:], word[:kept]


def _printable(character: str) -> str:
    category = unicodedata.category(character)
    if character.isspace() or category in _BLANKS:
        return " "
    if category in _INVISIBLE:
        return ""
    return _REPLACEMENT if category in _IMPOSSIBLE else character


@cache
def _font(bold: bool) -> FT2Font:
    return FT2Font(str(font_file(bold)))


@cache
def _advance(character: str, bold: bool) -> float:
    """The width of a character, as a share of the size; a wide one where the font does not have it."""
    font = _font(bold)
    if not font.get_char_index(ord(character)):
        return 1.0
    font.set_size(_MEASURED_AT, 72)
    return font.load_char(ord(character)).linearHoriAdvance / 65536 / _MEASURED_AT
