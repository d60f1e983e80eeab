r"""The scores or bounds as a LaTeX `tabular` with booktabs rules and coloured cells, for a paper or a slide."""

from __future__ import annotations

import re

from explorer.drawing.exports.export import Export, ExportProgress
from explorer.drawing.exports.tex import escaped, mathematical
from explorer.drawing.graph_view import GraphView, Style
from explorer.drawing.score_table import ScoreCell, heads, require_size, rows, step_range, trace_of

MOST_CELLS = 20_000

_POWER = re.compile(r"(?<=[0-9])e([-+]?[0-9]+)")  # of ten, in a float
_PREAMBLE = r"""% {title}
% In the preamble: \usepackage{{booktabs}} \usepackage[table]{{xcolor}}; for pdfLaTeX also \usepackage[T1]{{fontenc}}
% Colours as in the picture; bold: the score, or both bounds, are final.
\providecommand\other[1]{{{{\tiny\fbox{{#1}}}}}}% a character that LaTeX does not know, by its code"""


def _write(view: GraphView, style: Style, progress: ExportProgress) -> bytes:
    trace = trace_of(view)
    steps = step_range(trace, style.first, style.last)
    require_size(trace, steps, MOST_CELLS)
    algorithm = view.algorithm.title if view.algorithm else trace.algorithm
    lines = [
        _PREAMBLE.format(title=_one_line(f"{view.graph.name or 'Game graph'}: {algorithm}")),
        rf"\begin{{tabular}}{{r{'c' * len(trace.graph.nodes)}}}",
        r"\toprule",
        " & ".join(["step", *(escaped(_one_line(name)) for name in heads(trace))]) + r" \\",
        r"\midrule",
        *(" & ".join([str(step), *map(_latex_cell, cells)]) + r" \\" for step, cells in rows(trace, steps)),
        r"\bottomrule",
        r"\end{tabular}",
        "",
    ]
    return "\n".join(lines).encode(errors="replace")


def _latex_cell(cell: ScoreCell) -> str:
    """Return the LaTeX of a cell of the table: its number, coloured like the node, bold if final."""
    number = rf"\boldmath${_latex_number(cell.text)}$" if cell.is_final else f"${_latex_number(cell.text)}$"
    if cell.look is None:
        return f"{{{number}}}" if cell.text else ""
    ink = rf"\color[HTML]{{{_hex_digits(cell.look.ink)}}}"
    return rf"\cellcolor[HTML]{{{_hex_digits(cell.look.fill)}}}{{{ink}{number}}}"


def _latex_number(text: str) -> str:
    """Return the LaTeX of one or several numbers, powers of ten as superscripts."""
    plain = mathematical(text).replace("−", "-").replace(", ", r",\,")
    return _POWER.sub(lambda match: rf"\cdot 10^{{{int(match[1])}}}", plain)


def _hex_digits(colour: str) -> str:
    """Return the hexadecimal digits of a colour, as LaTeX takes them."""
    return colour.removeprefix("#").upper()


def _one_line(text: str) -> str:
    """Return the text without line ends and other characters that are not printed."""
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())


EXPORT = Export(
    name="latex-table",
    title="Table of scores (LaTeX)",
    suffix=".table.tex",
    mime="text/x-tex",
    write=_write,
    needs_trace=True,
    styled_by=("first", "last"),
    group="Tables",
    rank=120,
)
