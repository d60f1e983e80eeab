"""What is drawn of nodes and edges of GraphML, in columns: by yEd, or by yFiles for HTML."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from explorer.formats.delimited import are_all
from explorer.formats.guess import guess_in_columns
from explorer.formats.mixed import as_texts
from explorer.formats.runs import column
from explorer.formats.xml_elements import Elements, Mask, Rows, among
from explorer.formats.xml_text import values_of, without_references
from explorer.model.arrow import Column, are_true, is_text, numbers_in_arrow, texts_in_arrow, texts_of, truths_in_arrow
from explorer.model.fields import FieldReader
from explorer.model.numbering import require

_LABELS, _BOXES, _SHAPES = ("NodeLabel", "Label.Text"), ("Geometry", "RectD"), ("Shape", "ShapeNodeStyle")
_OF_BOXES = ("x", "y", "width", "height")


def _firsts(rows: Rows, numbers: Rows, count: int, is_wanted: Mask) -> Rows:
    """The first wanted of some elements of each of so many nodes or edges; -1 for none."""
    kept = np.flatnonzero(is_wanted[rows])[::-1]
    found = np.full(count, -1)
    found[numbers[kept]] = rows[kept]
    return found


def heads_of(elements: Elements, parts: Rows, numbers: Rows, count: int) -> dict[str, Mask] | None:
    """Which edges are drawn in each way; None if all are in the usual one."""
    import pyarrow.compute as pc

    arrows = _firsts(parts, numbers, count, elements.called("Arrows"))
    if (arrows < 0).all():
        return None
    ends = [pc.fill_null(elements.attribute(arrows, end), "none") for end in ("source", "target")]
    at_source, at_target = (are_true(pc.not_equal(end, "none")) for end in ends)
    at_target = at_target | (arrows < 0)
    if at_target.all() and not at_source.any():
        return None
    return {"back": at_source & ~at_target, "both": at_source & at_target, "none": ~at_source & ~at_target}


def drawn_of(elements: Elements, parts: Rows, numbers: Rows, count: int) -> dict[str, Column]:
    """The labels, positions and shapes of nodes, where they are drawn by yEd or yFiles for HTML; nothing if none is."""
    if not len(parts):
        return {}
    are_labels = elements.called(*_LABELS) | (elements.called("Label") & elements.say("Text"))
    wanted = are_labels, elements.called(*_SHAPES), np.ones(len(elements), np.bool_)
    labels, shapes, drawn = (_firsts(parts, numbers, count, each) for each in wanted)
    is_drawn = numbers_in_arrow(np.ones(count, np.int64), drawn >= 0).cast("bool")
    return {
        "label": _labels(elements, labels),
        **_middles(elements, parts, numbers, count),
        "shape": _shapes(elements, shapes),
        "is drawn": is_drawn,
    }


def _labels(elements: Elements, rows: Rows) -> Column:
    """The texts of labels, up to what says how these are drawn."""
    import pyarrow.compute as pc

    is_text = elements.called(*_LABELS)[rows] & (rows >= 0)
    inside = rows[is_text & elements.have_others[rows]] + 1
    require(
        not elements.called(*_LABELS, *_BOXES, *_SHAPES, "Label")[inside].any()
    )  # of which a survey hears otherwise
    texts = without_references.column(elements.texts(np.where(is_text, rows, -1)))
    return pc.coalesce(pc.utf8_trim_whitespace(texts), elements.attribute(np.where(is_text, -1, rows), "Text"))


def _middles(elements: Elements, parts: Rows, numbers: Rows, count: int) -> dict[str, Column]:
    """The middles of the first rectangles of nodes whose corners and sizes are numbers; each is 0 if it is not said."""
    import pyarrow as pa
    import pyarrow.compute as pc

    rows = parts[elements.called(*_BOXES)[parts]]
    said = [values_of(elements.attribute(rows, *elements.spelt(key)), "double") for key in _OF_BOXES]
    are_boxes = ~np.logical_or.reduce([are_misfits for _, are_misfits in said])
    x, y, width, height = (pc.fill_null(values, 0.0) for values, _ in said)
    boxes = _firsts(rows, numbers[elements.called(*_BOXES)[parts]], count, among(elements, rows[are_boxes]))
    places = numbers_in_arrow(np.searchsorted(rows, boxes), boxes >= 0)
    middles = {"x": pc.add(x, pc.divide(width, 2.0)), "y": pc.add(y, pc.divide(height, 2.0))}
    return {key: pa.chunked_array([middle.take(places)]) for key, middle in middles.items()}


def _shapes(elements: Elements, rows: Rows) -> Column:
    """What shapes are called, in small letters."""
    import pyarrow.compute as pc

    nothing, gap, usual = texts_in_arrow(["", None, "rectangle"])
    said = (elements.attribute(rows, key) for key in ("type", "shape"))
    shapes = pc.coalesce(*(pc.if_else(pc.equal(each, nothing), gap, each) for each in said), usual)
    require(are_all(shapes, "[A-Za-z0-9_]+"))
    shapes = pc.replace_substring(pc.utf8_lower(shapes), "_", "")
    return pc.if_else(numbers_in_arrow(rows, rows >= 0).is_valid(), shapes, gap)


def _under(key: str, table: Mapping[str, Column], rows: Column) -> Column:
    """What a table of some rows says under a key; gaps, if it has none such."""
    return table[key] if key in table else column([None] * len(rows))


def as_drawn(table: Mapping[str, Column], drawn: Mapping[str, Column]) -> dict[str, Column]:
    """The table of nodes; where one says nothing of its label or position, with what is drawn."""
    import pyarrow as pa
    import pyarrow.compute as pc

    nothing, gap = texts_in_arrow(["", None])
    found = dict(table)
    for key in ("label", "x", "y"):
        own = table.get(key, drawn[key])
        if is_text(own.type):
            own = pc.if_else(pc.equal(own, nothing), gap, own)
        is_number = key != "label" and (pa.types.is_integer(own.type) or pa.types.is_floating(own.type))
        own = own.cast(pa.float64()) if is_number else own
        found[key] = pc.coalesce(own, drawn[key]) if own.type == drawn[key].type else as_texts(key, [own, drawn[key]])
    return found


def with_guesses(
    table: Mapping[str, Column],
    drawn: Mapping[str, Column],
    are_zero: Mask,
    sources: Column,
    fields: FieldReader,
    *,
    negamax: bool,
) -> dict[str, Column]:
    """The table of nodes with what those that are drawn most likely are; of some the label 0 tells nothing."""
    import pyarrow.compute as pc

    is_drawn = drawn["is drawn"].is_valid()
    shown = pc.if_else(truths_in_arrow(are_zero), texts_in_arrow([None])[0], table["label"])
    some = {key: cells.filter(is_drawn) for key, cells in table.items()}
    shapes = drawn["shape"].filter(is_drawn).fill_null("")
    guessed = guess_in_columns(some, shapes, sources, fields, negamax=negamax, labels=shown.filter(is_drawn))
    mask = are_true(is_drawn)
    rows = numbers_in_arrow(np.cumsum(mask) - 1, mask)
    others = {key: _under(key, table, is_drawn) for key in guessed}
    return {
        key: pc.if_else(is_drawn, cells.take(rows), own if (own := others[key]).type == cells.type else texts_of(own))
        for key, cells in guessed.items()
    }
