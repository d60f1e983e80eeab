"""The text of a lesson as HTML: paragraphs, lists, tables, emphasis and formulas, and nothing else."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from explorer.lessons.lesson import without_claims

_FORMULA = re.compile(r"\$([^$\n]+)\$")
_EMPHASIS = ((re.compile(r"\*\*([^*\n]+)\*\*"), r"<strong>\1</strong>"), (re.compile(r"\*([^*\n]+)\*"), r"<em>\1</em>"))
_ITEM = re.compile(r"(?:-|\d+\.) +(.+)")
_SIZE = 17.0  # px: the letters of a formula
_CLOSED = 79
_PEN = {1: "M", 2: "L", 3: "Q", 4: "C", _CLOSED: "Z"}  # the codes of matplotlib's paths


def html_of(text: str) -> str:
    """The text as blocks of HTML, its claims as they are read."""
    blocks = re.split(r"\n\s*\n", without_claims(text).strip())
    return "\n".join(part for block in blocks if block.strip() for part in _blocks(block.strip().splitlines()))


def line_of(text: str) -> str:
    """A text of one line as HTML."""
    return _inline(without_claims(text))


def _blocks(lines: list[str]) -> Iterator[str]:
    """A table, or paragraphs and lists in turn."""
    if len(lines) > 1 and all(line.startswith("|") for line in lines):
        yield _table(lines)
        return
    waiting: list[str] = []
    for line in [*lines, ""]:
        is_item = _ITEM.fullmatch(line) is not None
        if waiting and (not line or is_item != (_ITEM.fullmatch(waiting[0]) is not None)):
            yield _list(waiting) if _ITEM.fullmatch(waiting[0]) else f"<p>{_inline(' '.join(waiting))}</p>"
            waiting = []
        if line:
            waiting.append(line)


def _list(lines: list[str]) -> str:
    kind = "ul" if lines[0].startswith("-") else "ol"
    items = "".join(f"<li>{_inline(match[1])}</li>" for line in lines if (match := _ITEM.fullmatch(line)))
    return f"<{kind}>{items}</{kind}>"


def _table(lines: list[str]) -> str:
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    rows = [row for row in rows if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    head, *body = (
        "<tr>" + "".join(f"<{tag}>{_inline(cell)}</{tag}>" for cell in row) + "</tr>"
        for row, tag in zip(rows, ["th", *["td"] * len(rows)], strict=False)
    )
    return f"<table><thead>{head}</thead><tbody>{''.join(body)}</tbody></table>"


def _inline(text: str) -> str:
    """A line of text as HTML."""
    parts = _FORMULA.split(text)
    return "".join(_formula(part) if index % 2 else _emphasised(html.escape(part)) for index, part in enumerate(parts))


def _emphasised(text: str) -> str:
    for pattern, replacement in _EMPHASIS:
        text = pattern.sub(replacement, text)
    return text


def _formula(tex: str) -> str:
    """A formula as outlines in the colour of the text; one that cannot be set, as it is written."""
    from matplotlib.textpath import TextPath

    try:
        path = TextPath((0, 0), f"${tex}$", size=_SIZE)
    except (ValueError, RuntimeError):
        return f"<code>{html.escape(tex)}</code>"
    box = path.get_extents()
    left, low, width, height = box.x0 - 1, box.y0 - 1, box.width + 2, box.height + 2
    strokes = "".join(
        _PEN[int(code)] + (" ".join(f"{value:.2f}" for value in _flipped(points)) if int(code) != _CLOSED else "")
        for points, code in path.iter_segments(simplify=False, curves=True)
    )
    return (
        f'<svg class="formula" role="img" aria-label="{html.escape(tex)}" width="{width:.1f}" height="{height:.1f}" '
        f'viewBox="{left:.1f} {-low - height:.1f} {width:.1f} {height:.1f}" style="vertical-align:{low:.1f}px">'
        f'<path d="{strokes}" fill="currentColor"/></svg>'
    )


def _flipped(points: object) -> Iterator[float]:
    """The coordinates with y downwards."""
    values = [float(value) for value in points] if hasattr(points, "__iter__") else []
    yield from (-value if index % 2 else value for index, value in enumerate(values))
