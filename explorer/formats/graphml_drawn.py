"""What is drawn of nodes and edges of GraphML, in columns: by yEd, or by yFiles for HTML."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from explorer.formats.delimited import are_all
from explorer.formats.guess import guess_in_columns
from explorer.formats.runs import column, values
from explorer.formats.xml_text import Key, typed, without_references
from explorer.model.arrow import Column, are_true, is_text, numbers_in_arrow, texts_in_arrow
from explorer.model.fields import FieldReader
from explorer.model.numbering import require

NAME = r"[A-Za-z_][A-Za-z_0-9.-]*"
ATTRIBUTE = rf'[ \t\n]+({NAME})="([^"]*)"'
PREFIX = rf"(?:{NAME}:)?"
PARTS = "\x1d"  # stands for the parts of a value; no text that is read so has it
_TEXT_OF_LABEL = rf"<{PREFIX}Label[ \t\n][^<>]*Text="  # which is an attribute
_SAYING = ("player", "score", "open")  # what a node is


def under(key: str, said: Mapping[str, Column], elements: Column) -> Column:
    """What is said under a key in some elements; gaps, if in none of them."""
    return said[key] if key in said else column([None] * len(elements))


def _first(tag: str, inside: Column) -> Column:
    """What stands in the first tag of this name behind it; with gaps where there is none."""
    import pyarrow.compute as pc

    pattern = rf"<{PREFIX}{tag}(?P<said>(?:[ \t\n][^<>]*)?/?)>"
    return pc.struct_field(pc.extract_regex(inside, pattern), 0)


def _attributes(tag: str, inside: Column) -> tuple[dict[str, Column], Column]:
    """The attributes of the first elements of this name, and where there are any."""
    import pyarrow.compute as pc

    said = _first(tag, inside)
    return values(pc.fill_null(pc.utf8_rtrim(said, " \t\n/"), ""), ATTRIBUTE), said.is_valid()


def heads_of(inside: Column) -> dict[str, NDArray[np.bool_]] | None:
    """Which edges are drawn in each way; None if all are in the usual one."""
    import pyarrow.compute as pc

    said, is_drawn = _attributes("Arrows", inside)
    if not pc.any(is_drawn).as_py():
        return None
    ends = [pc.fill_null(under(end, said, inside), "none") for end in ("source", "target")]
    require(are_all(ends[0], "[^&]*") and are_all(ends[1], "[^&]*"))
    at_source, at_target = (are_true(pc.not_equal(end, "none")) for end in ends)
    at_target = at_target | ~are_true(is_drawn)
    if at_target.all() and not at_source.any():
        return None
    return {"back": at_source & ~at_target, "both": at_source & at_target, "none": ~at_source & ~at_target}


def drawn_of(inside: Column, marked: Column) -> dict[str, Column]:
    """The labels, positions and shapes of nodes, where they are drawn by yEd or yFiles for HTML; nothing if none is."""
    import pyarrow as pa
    import pyarrow.compute as pc

    is_drawn = pc.match_substring(marked, PARTS)
    if not pc.any(is_drawn).as_py():
        return {}
    require(not pc.any(pc.match_substring_regex(inside, _TEXT_OF_LABEL)).as_py())
    said = {"label": _labels(inside), **_middles(inside), "shape": _shapes(inside)}
    return {**said, "is drawn": pc.if_else(is_drawn, True, pa.scalar(None, pa.bool_()))}


def _labels(inside: Column) -> Column:
    """The texts of the first labels, up to what says how these are drawn."""
    import pyarrow.compute as pc

    end = r"(?P<end>(?:[ \t\n][^<>]*)?/?)"
    behind = rf"(?P<text>[^<]*)(?P<next></|<{PREFIX}LabelModel[ \t\n/>])?"
    pattern = rf"<{PREFIX}(?:NodeLabel|Label\.Text){end}>{behind}"
    found = pc.extract_regex(inside, pattern)
    end, text, behind = (pc.struct_field(found, index) for index in range(3))
    nothing = texts_in_arrow([""])[0]
    is_empty = pc.ends_with(end, "/")
    require(not pc.any(pc.and_not(pc.equal(behind, nothing), is_empty)).as_py())
    return pc.utf8_trim_whitespace(without_references.column(pc.if_else(is_empty, nothing, text)))


def _middles(inside: Column) -> dict[str, Column]:
    """The middles of the first rectangles, which are given by a corner and size."""
    import pyarrow as pa
    import pyarrow.compute as pc

    found, is_drawn = _attributes("(?:Geometry|RectD)", inside)
    said = {key.lower(): cells for key, cells in found.items()}
    require(len(said) == len(found) and said.keys() <= {"x", "y", "width", "height"})
    x, y, width, height = (
        pc.fill_null(typed(under(key, said, inside), Key(key, "double")), 0.0) for key in ("x", "y", "width", "height")
    )
    middles = {"x": pc.add(x, pc.divide(width, 2.0)), "y": pc.add(y, pc.divide(height, 2.0))}
    return {key: pc.if_else(is_drawn, middle, pa.scalar(None, pa.float64())) for key, middle in middles.items()}


def _shapes(inside: Column) -> Column:
    """The first shapes, in small letters."""
    import pyarrow.compute as pc

    said, is_drawn = _attributes("(?:Shape|ShapeNodeStyle)", inside)
    shapes = pc.coalesce(*(under(key, said, inside) for key in ("type", "shape")))
    require(are_all(shapes.drop_null(), "[A-Za-z0-9_]+"))
    gap, usual = texts_in_arrow([None, "rectangle"])
    shapes = pc.replace_substring(pc.utf8_lower(pc.fill_null(shapes, usual)), "_", "")
    return pc.if_else(is_drawn, shapes, gap)


def as_drawn(table: Mapping[str, Column], drawn: Mapping[str, Column]) -> dict[str, Column]:
    """The table of nodes; where one says nothing of its label or position, with what is drawn."""
    import pyarrow.compute as pc

    require(all(is_text(table[key].type) for key in (*_SAYING, "label") if key in table))
    nothing, gap = texts_in_arrow(["", None])
    found = dict(table)
    for key in ("label", "x", "y"):
        own = table.get(key, drawn[key])
        require(own.type == drawn[key].type)
        if key == "label":
            own = pc.if_else(pc.equal(own, nothing), gap, own)
        found[key] = pc.coalesce(own, drawn[key])
    return found


def with_guesses(
    table: Mapping[str, Column], drawn: Mapping[str, Column], sources: Column, fields: FieldReader, *, negamax: bool
) -> dict[str, Column]:
    """The table of nodes with what those that are drawn most likely are."""
    import pyarrow.compute as pc

    is_drawn = drawn["is drawn"].is_valid()
    some = {key: cells.filter(is_drawn) for key, cells in table.items()}
    shapes = drawn["shape"].filter(is_drawn).fill_null("")
    guessed = guess_in_columns(some, shapes, sources, fields, negamax=negamax)
    mask = are_true(is_drawn)
    rows = numbers_in_arrow(np.cumsum(mask) - 1, mask)
    return {key: pc.if_else(is_drawn, cells.take(rows), under(key, table, is_drawn)) for key, cells in guessed.items()}
