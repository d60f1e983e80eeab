"""Pages of print: paragraphs, lists, tables and pictures in rows, and rows on pages, as a PDF file.

Formulas are set by matplotlib, like everything else on the pages, so that they are letters and not pixels.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from itertools import groupby

from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.textpath import text_to_path

from explorer.drawing.picture.lettering import drawable, font_file, printable
from explorer.drawing.picture.painting import Painting, settings
from explorer.drawing.picture.primitives import Picture
from explorer.lessons.markup import Block, BlockKind, Run, RunKind, blocks, runs

PAGE_WIDTH, PAGE_HEIGHT, MARGIN = 595.0, 842.0, 44.0  # points: A4
WIDTH = PAGE_WIDTH - 2 * MARGIN  # of a row

_FOOT = 24.0  # from the lower edge of the page to its number
_LEADING = 1.38  # from line to line, in the size of the letters
_INDENT = 16.0  # of the items of a list
_GAP = 12.0  # between the columns of a table
_PIXEL = 0.75  # points
_WIDEST = 1.15  # a letter, in its size
_BULLET = "•"
_INK, _GREY = "#111111", "#666666"


@dataclass(frozen=True)
class Piece:
    """Letters at a distance from the left end of their row."""

    left: float
    run: Run
    size: float


@dataclass(frozen=True)
class Row:
    """What stands side by side: letters on a baseline, or a picture.

    Attributes
    ----------
    height : with the room above the next row.
    base : the baseline, from the top of the row.
    shrunk : the size of the picture, 1 for the canvas.
    is_marked : whether a line stands at its left, as beside notes.
    """

    height: float
    base: float = 0
    pieces: tuple[Piece, ...] = ()
    picture: Picture | None = None
    shrunk: float = 1
    is_marked: bool = False


def text_rows(text: str, *, size: float = 10) -> list[Row]:
    """The rows of a text of several blocks."""
    return [row for block in blocks(text) for row in _block_rows(block, size)]


def line_rows(
    text: str, *, size: float = 10, width: float = WIDTH, left: float = 0, mark: str = "", strong: bool = False
) -> list[Row]:
    """The rows of a paragraph, all of it strong if wished, or of an item of a list with a mark before it."""
    given = (replace(run, kind=RunKind.STRONG) if strong and _is_plain(run) else run for run in runs(text))
    rows = run_rows(given, size=size, width=width, left=left)
    if mark and rows:
        marked = Piece(left - _INDENT, Run(mark), size)
        rows[0] = replace(rows[0], pieces=(marked, *rows[0].pieces))
    return rows


def _is_plain(run: Run) -> bool:
    return run.kind is RunKind.PLAIN


def run_rows(given: Iterable[Run], *, size: float = 10, width: float = WIDTH, left: float = 0) -> list[Row]:
    """The rows of a paragraph of runs."""
    words = _words(given, size, width - left)
    return [_row(line, size, left) for line in _lines(words, size, width - left)]


def space(height: float) -> Row:
    """Room between two rows."""
    return Row(height)


def picture_row(picture: Picture, most_height: float) -> Row:
    """A picture, made smaller where it would be wider than a row or higher than it may be."""
    shrunk = min(1.0, WIDTH / (_PIXEL * picture.width), most_height / (_PIXEL * picture.height))
    return Row(_PIXEL * shrunk * picture.height, picture=picture, shrunk=shrunk)


def pages_pdf(title: str, sections: Iterable[Sequence[Row]]) -> bytes:
    """The sections on pages, as a PDF file; one that fits a page is not broken."""
    file = BytesIO()
    title = "".join(run.text for run in runs(title))
    about = {"Title": printable(title), "CreationDate": None, "Producer": None, "Creator": None}
    pages = list(_pages(sections))
    with settings(), PdfPages(file, metadata=about) as pdf:
        for number, rows in enumerate(pages, 1):
            pdf.savefig(_page(rows, f"{title} · {number} / {len(pages)}"))
    return file.getvalue()


# ---- rows


def _block_rows(block: Block, size: float) -> Iterator[Row]:
    if block.kind is BlockKind.TABLE:
        yield from _table_rows(block.rows, size)
    elif block.kind is BlockKind.PARAGRAPH:
        yield from line_rows(block.rows[0][0], size=size)
    else:
        for number, (item,) in enumerate(block.rows, 1):
            mark = _BULLET if block.kind is BlockKind.BULLETS else f"{number}."
            yield from line_rows(item, size=size, left=_INDENT, mark=mark)
    yield space(0.5 * size)


def _table_rows(rows: Sequence[Sequence[str]], size: float) -> Iterator[Row]:
    """A table, its columns as wide as they need, or as the page lets them."""
    count = max(map(len, rows))
    cells = [[*row, *[""] * (count - len(row))] for row in rows]
    wide = [max(_width_of_line(row[column], size) for row in cells) + _GAP for column in range(count)]
    wide = [each * min(1, WIDTH / sum(wide)) for each in wide]
    lefts = [sum(wide[:column]) for column in range(count)]
    for number, row in enumerate(cells):
        placed = zip(row, lefts, wide, strict=True)
        columns = [
            line_rows(cell, size=size, width=at + room - _GAP / 2, left=at, strong=number == 0)
            for cell, at, room in placed
        ]
        for line in range(max(map(len, columns))):
            beside = [column[line] for column in columns if line < len(column)]
            yield Row(
                max(each.height for each in beside),
                max(each.base for each in beside),
                tuple(piece for each in beside for piece in each.pieces),
            )


def _width_of_line(text: str, size: float) -> float:
    """Its width if it is strong, and so at least its width."""
    wide = (replace(run, kind=RunKind.STRONG) if _is_plain(run) else run for run in runs(text))
    return (
        1 + sum(_size_of(run, size)[0] for word in _words(wide, size, WIDTH) for run in word) + size * text.count(" ")
    )


def _words(given: Iterable[Run], size: float, width: float) -> list[list[Run]]:
    """Runs that no blank parts, as they must stand on one line; words that are too wide for it are broken."""
    words: list[list[Run]] = [[]]
    letters = max(1, int(width / (_WIDEST * size)))
    for run in given:
        if run.kind is RunKind.FORMULA:
            words[-1].append(run if _is_formula(run.text) else Run(run.text))
            continue
        for part in re.split(r"(\s+)", run.text):
            if part.isspace():
                words.append([])
            whole = replace(run, text=drawable(printable(part), bold=run.kind is RunKind.STRONG))
            longest = letters if _size_of(whole, size)[0] > width else max(1, len(whole.text))
            for start in range(0, len(whole.text), longest):
                words += [[]] if start else []
                words[-1].append(replace(whole, text=whole.text[start : start + longest]))
    return [word for word in words if word]


def _lines(words: Iterable[list[Run]], size: float, width: float) -> Iterator[list[list[Run]]]:
    """The words that stand on one line each."""
    line: list[list[Run]] = []
    used, blank = 0.0, _size_of(Run(" "), size)[0]
    for word in words:
        wide = sum(_size_of(run, size)[0] for run in word)
        if line and used + blank + wide > width:
            yield line
            line, used = [], 0.0
        used += wide + (blank if line else 0)
        line.append(word)
    if line:
        yield line


def _row(line: Sequence[Sequence[Run]], size: float, left: float) -> Row:
    """The words of a line as a row; letters that are set alike are one piece, which can be searched."""
    spaced = [run for index, word in enumerate(line) for run in ([Run(" ")] * bool(index) + [*word])]
    pieces, at, above, below = [], left, 0.95 * size, 0.3 * size
    for kind, group in groupby(spaced, key=lambda run: run.kind):
        together = [*group]
        for run in together if kind is RunKind.FORMULA else [Run("".join(run.text for run in together), kind)]:
            wide, high, deep = _size_of(run, size)
            pieces.append(Piece(at, run, size))
            at, above, below = at + wide, max(above, high - deep), max(below, deep)
    return Row(max(_LEADING * size, above + below + 2), above, tuple(pieces))


@lru_cache(10_000)
def _size_of(run: Run, size: float) -> tuple[float, float, float]:
    """Width, height and depth below the baseline, in points."""
    is_formula = run.kind is RunKind.FORMULA
    text, font = (f"${run.text}$" if is_formula else run.text), _font(run.kind, size)
    wide, high, deep = text_to_path.get_text_width_height_descent(text, font, is_formula)
    return float(wide), float(high), float(deep)


@lru_cache(1000)
def _is_formula(tex: str) -> bool:
    """Whether matplotlib can set the formula."""
    try:
        text_to_path.get_text_width_height_descent(f"${tex}$", _font(RunKind.FORMULA, 10), True)
    except (ValueError, RuntimeError):
        return False
    return True


@lru_cache(100)
def _font(kind: RunKind, size: float) -> FontProperties:
    upright = font_file(kind is RunKind.STRONG)
    file = upright.with_name("DejaVuSans-Oblique.ttf") if kind is RunKind.EMPHASIS else upright
    return FontProperties(fname=file, size=size, math_fontfamily="dejavusans")


# ---- pages


def _pages(sections: Iterable[Sequence[Row]]) -> Iterator[list[Row]]:
    """The rows of every page."""
    room = whole = PAGE_HEIGHT - 2 * MARGIN
    page: list[Row] = []
    for section in sections:
        high = sum(row.height for row in section)
        if page and room < high <= whole:
            yield page
            page, room = [], whole
        for row in section:
            if page and row.height > room:
                yield page
                page, room = [], whole
            page.append(row)
            room -= row.height
    if page:
        yield page


def _page(rows: Sequence[Row], foot: str) -> Figure:
    figure = Figure(figsize=(PAGE_WIDTH / 72, PAGE_HEIGHT / 72), dpi=72, facecolor="white")
    top = MARGIN
    for row in rows:
        for piece in row.pieces:
            _set(figure, piece, MARGIN + piece.left, top + row.base)
        if row.picture is not None:
            figure.add_artist(Painting(row.picture, row.shrunk, left=MARGIN, top=top))
        if row.is_marked:
            across, down = [(MARGIN - 8) / PAGE_WIDTH] * 2, [1 - y / PAGE_HEIGHT for y in (top, top + row.height)]
            figure.add_artist(Line2D(across, down, color=_GREY, linewidth=1.5))
        top += row.height
    run = Run(drawable(printable(foot), bold=False))
    _set(figure, Piece(0, run, 8), MARGIN, PAGE_HEIGHT - _FOOT, _GREY)
    return figure


def _set(figure: Figure, piece: Piece, x: float, y: float, colour: str = _INK) -> None:
    """Put letters on a page."""
    run = piece.run
    is_formula = run.kind is RunKind.FORMULA
    text = f"${run.text}$" if is_formula else run.text
    font = _font(run.kind, piece.size)
    figure.text(
        x / PAGE_WIDTH,
        1 - y / PAGE_HEIGHT,
        text,
        fontproperties=font,
        parse_math=is_formula,
        va="baseline",
        color=colour,
    )
