"""The words of a picture: the title above it and the caption of the step below."""

from __future__ import annotations

from explorer.drawing.picture.block import EMPTY, Block
from explorer.drawing.picture.lettering import printable, text_width, wrapped
from explorer.drawing.picture.primitives import Group, Text
from explorer.drawing.shown import Shown
from explorer.drawing.theme import Page

_TITLE, _SUBTITLE, _CAPTION = 21.0, 14.0, 15.0  # sizes
_LEADING = 1.4  # between base lines, in sizes
_INDENT = 12.0  # between the number of a step and its caption
_TITLE_LINES, _CAPTION_LINES = 2, 8


def title(shown: Shown, page: Page, scale: float, width: float) -> Block:
    """The name of the graph and, below, of the algorithm; empty where there is neither."""
    name = wrapped(printable(shown.graph.name), _TITLE * scale, width, lines=_TITLE_LINES, bold=True)
    algorithm = shown.algorithm.title if shown.algorithm else ""
    below = wrapped(algorithm, _SUBTITLE * scale, width, lines=1)
    texts: list[Text] = []
    top = 0.0
    for row, size, bold in [*((row, _TITLE, True) for row in name), *((row, _SUBTITLE, False) for row in below)]:
        texts.append(Text(0, top + size * scale, row, size * scale, page.ink, bold))
        top += size * scale * _LEADING
    return Block(width, top, (Group("title", " – ".join([*name, *below]), 0, 0, tuple(texts)),)) if texts else EMPTY


def caption(step: int | None, sentence: str, page: Page, scale: float, width: float) -> Block:
    """The number and the sentence of a step, or the sentence alone."""
    size, number = _CAPTION * scale, "" if step is None else f"{step}"
    left = text_width(number, size, bold=True) + _INDENT * scale if number else 0.0
    rows = wrapped(printable(sentence), size, width - left, lines=_CAPTION_LINES)
    lines = (Text(left, size * (1 + index * _LEADING), row, size, page.ink) for index, row in enumerate(rows))
    texts = (*([Text(0, size, number, size, page.accent, bold=True)] if number else []), *lines)
    group = Group("caption", f"step {number}: {' '.join(rows)}" if number else " ".join(rows), 0, 0, texts)
    return Block(width, size * (1.3 + max(0, len(rows) - 1) * _LEADING), (group,))
