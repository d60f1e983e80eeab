"""The text of a lesson as HTML: paragraphs, lists, tables, emphasis and formulas, and nothing else."""

from __future__ import annotations

import html
from collections.abc import Iterator

from explorer.lessons.markup import Block, BlockKind, Run, RunKind, blocks, runs

_SIZE = 17.0  # px: the letters of a formula
_CLOSED = 79
_PEN = {1: "M", 2: "L", 3: "Q", 4: "C", _CLOSED: "Z"}  # the codes of matplotlib's paths


def html_of(text: str) -> str:
    """The text as blocks of HTML, its claims as they are read."""
    return "\n".join(map(_block, blocks(text)))


def line_of(text: str) -> str:
    """A text of one line as HTML."""
    return "".join(map(_run, runs(text)))


def _block(block: Block) -> str:
    if block.kind is BlockKind.PARAGRAPH:
        return f"<p>{line_of(block.rows[0][0])}</p>"
    if block.kind is not BlockKind.TABLE:
        return f"<{block.kind}>" + "".join(f"<li>{line_of(item)}</li>" for (item,) in block.rows) + f"</{block.kind}>"
    head, *body = (_row(row, "td" if index else "th") for index, row in enumerate(block.rows))
    return f"<table><thead>{head}</thead><tbody>{''.join(body)}</tbody></table>"


def _row(cells: tuple[str, ...], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{line_of(cell)}</{tag}>" for cell in cells) + "</tr>"


def _run(run: Run) -> str:
    if run.kind is RunKind.FORMULA:
        return _formula(run.text)
    text = html.escape(run.text)
    return f"<{run.kind}>{text}</{run.kind}>" if run.kind else text


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
