"""TikZ: a picture as a LaTeX document of its own, to be compiled as it is, or to be put into a paper.

All that the picture needs stands inside of it and holds there alone: a paper can have a copy of the tikzpicture, or
take the file by `\\input` with the package standalone.  Colours have names at its top, lengths are pixels of the canvas
(one is 0.75 pt, y downwards), and each node is a scope that can be shifted.  It compiles with pdfLaTeX, LuaLaTeX and
XeLaTeX.
"""

from __future__ import annotations

from collections.abc import Iterator

from explorer.drawing.exports.export import Export, ExportProgress
from explorer.drawing.exports.tex import OTHER, ColourNames, escaped
from explorer.drawing.graph_view import GraphView, Style
from explorer.drawing.picture import Picture, picture_of
from explorer.drawing.picture.primitives import (
    Circle,
    Coordinates,
    Curve,
    Polygon,
    Polyline,
    Shape,
    ShapeGroup,
    Stroke,
    Text,
    moved,
)

_POINT = 0.75  # points in a pixel
_LARGEST = 12_000.0  # points; TeX knows no length over 16,383

_HEAD = r"""% {name}
% Compile with pdflatex, lualatex or xelatex.  In a paper: \usepackage{{tikz}} and a copy of the tikzpicture below, in a
% \resizebox{{\linewidth}}{{!}}{{...}} if it is too wide; or \usepackage{{tikz,standalone}} and \input of this file.
\documentclass[tikz]{{standalone}}
\usepackage{{iftex}}
\ifPDFTeX\usepackage[T1]{{fontenc}}\usepackage{{textcomp}}\fi
\ifPDFTeX\IfFileExists{{lmodern.sty}}{{\usepackage{{lmodern}}}}{{}}\fi
\ifPDFTeX\else\usepackage{{fontspec}}\IfFontExistsTF{{DejaVu Sans}}{{\setsansfont{{DejaVu Sans}}}}{{}}\fi
\begin{{document}}
\begin{{tikzpicture}}[x={unit}pt, y=-{unit}pt, line join=miter, every node/.style={{inner sep=0pt, outer sep=0pt}}]
\tikzset{{font=\sffamily}}
{definitions}
\fill[paper] (0,0) rectangle ({width},{height});
\useasboundingbox (0,0) rectangle ({width},{height});
"""
# A `#` cannot stand in a frame of beamer, so this only stands where it is used.
_OTHER = r"""% A character by its code; pdfLaTeX, which has few, shows the code.
\def\other#1{\ifdefined\Umathchar\symbol{"#1}\else{\tiny\fbox{#1}}\fi}
"""
_FOOT = "\\end{tikzpicture}\n\\end{document}\n"


def tikz_text(picture: Picture) -> str:
    """Return the picture as the text of a LaTeX document."""
    unit = min(_POINT, _LARGEST / max(picture.width, picture.height))
    colours = ColourNames(picture)
    writer = _Writer(colours, unit)
    body = "\n".join(line for group in picture.groups for line in writer.group(group))
    head = _HEAD.format(
        name=picture.name,
        definitions=f"{_OTHER if OTHER in body else ''}{colours.definitions()}",
        unit=_number_text(unit),
        width=picture.width,
        height=picture.height,
    )
    return f"{head}{body}\n{_FOOT}"


class _Writer:
    """Writer of shapes as TikZ commands."""

    def __init__(self, colours: ColourNames, unit: float) -> None:
        self._colours, self._unit = colours, unit

    def group(self, group: ShapeGroup) -> Iterator[str]:
        """Yield the TikZ lines of a group: a comment that names it, and its commands; of a node in a scope at its
        position."""
        yield f"% {group.part}: {group.name}"
        if group.part != "node":
            yield from (self._shape_command(moved(shape, group.x, group.y)) for shape in group.shapes)
            return
        yield f"\\begin{{scope}}[shift={{{_position_text((group.x, group.y))}}}]"
        yield from (f"  {self._shape_command(shape)}" for shape in group.shapes)
        yield "\\end{scope}"

    def _shape_command(self, shape: Shape) -> str:
        """Return the TikZ command that draws a shape."""
        if isinstance(shape, Text):
            return self._text_command(shape)
        return f"\\path[{self._path_options(shape)}] {_path_text(shape)};"

    def _path_options(self, shape: Circle | Polygon | Polyline | Curve) -> str:
        """Return the TikZ options for the fill, the pen and the opacity of a shape."""
        fill = None if isinstance(shape, Polyline | Curve) else shape.fill
        options = [f"fill={self._colours[fill]}"] if fill else []
        if shape.stroke:
            options += self._pen_options(shape.stroke)
        return ", ".join(options + ([f"opacity={_number_text(shape.opacity)}"] if shape.opacity < 1 else []))

    def _pen_options(self, stroke: Stroke) -> list[str]:
        """Return the TikZ options for a pen: its colour, its width and its dashes."""
        options = [f"draw={self._colours[stroke.colour]}", f"line width={self._length_in_points(stroke.width)}"]
        if stroke.dash:
            lengths = zip(("on", "off") * len(stroke.dash), stroke.dash, strict=False)
            options.append(
                "dash pattern=" + " ".join(f"{word} {self._length_in_points(length)}" for word, length in lengths)
            )
        return [*options, "line cap=round", "line join=round"] if stroke.round else options

    def _text_command(self, text: Text) -> str:
        """Return the TikZ command that writes a text."""
        anchor = {"start": "base west", "middle": "base", "end": "base east"}[text.anchor]
        outline = [f"fill={self._colours[text.outline.colour]}", "inner sep=1pt"] if text.outline else []
        options = ", ".join([f"anchor={anchor}", f"text={self._colours[text.colour]}", *outline])
        points = _number_text(text.size * self._unit)
        size = f"\\fontsize{{{points}}}{{{points}}}\\selectfont" + ("\\bfseries " if text.bold else " ")
        return f"\\node[{options}] at {_position_text((text.x, text.y))} {{{size}{escaped(text.text)}}};"

    def _length_in_points(self, pixels: float) -> str:
        """Return a length in TeX points."""
        return f"{_number_text(pixels * self._unit)}pt"


def _path_text(shape: Circle | Polygon | Polyline | Curve) -> str:
    """Return the path of a shape in TikZ syntax."""
    if isinstance(shape, Circle):
        return f"{_position_text((shape.x, shape.y))} circle[radius={_number_text(shape.radius)}]"
    if isinstance(shape, Polygon):
        return " -- ".join(map(_position_text, shape.points)) + " -- cycle"
    if isinstance(shape, Polyline):
        return " -- ".join(map(_position_text, shape.points))
    bends = (
        f" .. controls {_position_text(one)} and {_position_text(two)} .. {_position_text(end)}"
        for one, two, end in shape.bends
    )
    return _position_text(shape.start) + "".join(bends)


def _position_text(point: Coordinates) -> str:
    """Return a position as TikZ coordinates."""
    return f"({_number_text(point[0])},{_number_text(point[1])})"


def _number_text(value: float) -> str:
    """Return the text of a number, with at most two decimals, never in powers of ten."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _write(view: GraphView, style: Style, progress: ExportProgress) -> bytes:
    return tikz_text(picture_of(view, style)).encode()


EXPORT = Export(
    name="tikz",
    title="Picture for LaTeX (TikZ)",
    suffix=".tex",
    mime="text/x-tex",
    write=_write,
    styled_by=("title", "legend", "caption", "dark"),
    rank=40,
    holds_both=True,
)
