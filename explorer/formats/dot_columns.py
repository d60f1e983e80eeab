"""Very many statements of DOT as tables of nodes and moves."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

import numpy as np

from explorer.formats.dot_meaning import (
    DRAWN,
    IN_DOT,
    OF_HTML,
    UNREFERRED,
    WAYS,
    drawn_as,
    ends_as_drawn,
    is_negamax,
    place_of,
    scale,
    top,
    warn_of_structure,
    with_name,
)
from explorer.formats.dot_statements import Numbers, Statements
from explorer.formats.dot_write import NO_LABEL, POINTS_PER_INCH, no_label
from explorer.formats.guess import guess_in_columns
from explorer.formats.igraph import keys_of_facts
from explorer.formats.runs import MARK, in_order, mapped, unless_odd
from explorer.model import plain
from explorer.model.arrow import Column, in_arrow, in_numpy, in_one_piece, texts_in_arrow, texts_of
from explorer.model.assemble import UNORDERED, Assembled, assemble_columns, notes_on_moves
from explorer.model.errors import OptionError
from explorer.model.fields import FieldReader
from explorer.model.numbering import require
from explorer.model.plain import PlainTables, nodes_and_extras, without_nothing
from explorer.model.scores import Score, format_score, parse_score

_SHORTEST = 8  # characters of a statement, more or less
_DECIMAL = r"-?[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?"


@unless_odd
def graph_by_columns(text: str) -> Assembled | None:
    """The graph of a large text; None if it is small, is to be refused, or something is too odd for columns."""
    import pyarrow.compute as pc

    if len(text) < _SHORTEST * plain.LARGE:
        return None
    some, fields = Statements(text), FieldReader()
    warn_of_structure(some.graph, fields)
    ends, move_lines, notes = _moves(some, fields)
    said, shapes = top(some.graph), some.plain(some.of_nodes.words("shape")).fill_null("ellipse")
    table = without_nothing({"id": some.ids, **_table(some, scale(some.graph))}, keys_of_facts(text))
    inner = some.ids.take(pc.unique(ends[0]))
    table = guess_in_columns(table, shapes, inner, fields, negamax=is_negamax(said))
    nodes, extras = nodes_and_extras(table)
    tables = PlainTables(
        sources=_named(some.ids, ends[0]),
        targets=_named(some.ids, ends[1]),
        nodes=nodes,
        lines=some.lines,
        move_lines=move_lines,
        extras=extras,
        notes=notes,
    )
    return assemble_columns(said, tables, fields)


def _moves(some: Statements, fields: FieldReader) -> tuple[tuple[Column, Column], Collection[int], list[str]]:
    """The sources and targets of moves, which go as edges are drawn, their lines, and what is noted of them."""
    moves, said = some.moves, some.of_edges
    ways = _ways(some)[moves.rows]
    is_there = ~np.isin(ways, (WAYS.index("none"), WAYS.index("invisible")))
    keys = [key for key in said.keys(moves.rows[is_there]) if key != "dir"]
    notes = notes_on_moves([key for key in keys if key != "order"])
    drawn = {way: ways == number for number, way in enumerate(WAYS) if way}
    ends, lines, rows = ends_as_drawn(
        (in_arrow(moves.sources), in_arrow(moves.targets)), moves.lines, drawn, IN_DOT, fields
    )
    if "order" in keys:
        order = _whole(some.plain(some.of_edges.words("order")[moves.rows[rows]]))
        if order.null_count:
            return ends, lines, [UNORDERED, *notes]
        sources, targets, in_this_order = in_order(ends, lines, order)
        return (sources, targets), in_this_order, notes
    return ends, lines, notes


def _whole(texts: Column) -> Column:
    """The whole numbers that texts are, with gaps for others."""
    import pyarrow.compute as pc

    texts = pc.utf8_trim_whitespace(texts)
    gap = texts_in_arrow([None])[0]
    return pc.if_else(pc.match_substring_regex(texts, "^-?[0-9]{1,18}$"), texts, gap).cast("int64")


def _named(ids: Column, numbers: Column) -> Column:
    """The ids of nodes of which the numbers are given."""
    import pyarrow as pa

    return pa.chunked_array([pa.DictionaryArray.from_arrays(in_one_piece(numbers), in_one_piece(ids))])


def _ways(some: Statements) -> Numbers:
    """In which of all ways the edges of each statement are drawn."""
    import pyarrow.compute as pc

    nothing, mark = texts_in_arrow(["", MARK])
    said = (pc.fill_null(some.plain(some.of_edges.words(key)), nothing) for key in ("style", "dir"))
    return in_numpy(in_one_piece(mapped(pc.binary_join_element_wise(*said, mark), _way)).cast("int8"), 0)


def _way(both: str) -> str:
    return str(WAYS.index(drawn_as(*both.split(MARK))))


def _table(some: Statements, scale: float | None) -> dict[str, Column]:
    """What is said of each node under the keys of the model, and of other keys as text, as for small graphs."""
    import pyarrow.compute as pc

    true, dashed = texts_in_arrow(["true", "dashed"])
    said = some.of_nodes
    keys = said.keys(np.arange(len(some.ids)))
    table = {key: some.plain(said.words(key)) for key in keys if key not in (*DRAWN, "id")}
    if table.keys() >= {"open", "style"}:
        is_drawn_so = pc.and_(pc.equal(table["open"], true), pc.equal(table["style"], dashed))
        table["style"] = pc.if_else(pc.fill_null(is_drawn_so, False), None, table["style"])
    if "label" in keys:
        table["label"] = _labels(*some.raw(said.words("label")), some.ids, table.get("score"))
    places = _positions(some.plain(said.words("pos")), scale) if "pos" in keys else {}
    own = {key: pc.coalesce(table[key], texts_of(place)) for key, place in places.items() if key in table}
    return {**table, **places, **own}


def _labels(raws: Column, are_html: Column, ids: Column, scores: Column | None) -> Column:
    """The texts of labels, as for small graphs."""
    import pyarrow.compute as pc

    gap, mark = texts_in_arrow([None, MARK])
    if scores is not None:
        raws = pc.if_else(are_html, raws, _without_scores(raws, scores))
    may_be_name = pc.match_substring_regex(raws, "^&#")  # as few are
    names = mapped(pc.if_else(may_be_name, pc.binary_join_element_wise(raws, ids, mark), gap), _name_only)
    raws = pc.if_else(pc.or_(pc.equal(raws, NO_LABEL), names.is_valid()), gap, raws)
    shown = with_name(MARK).column(raws)
    if pc.any(pc.match_substring(shown, MARK)).as_py():
        shown = pc.binary_join(pc.split_pattern(shown, MARK), ids)
    shown = UNREFERRED.column(pc.replace_substring_regex(shown, r"\n\z", ""))
    if not pc.any(are_html).as_py():
        return shown
    return pc.if_else(are_html, pc.utf8_trim_whitespace(OF_HTML.column(raws)), shown)


def _name_only(label: str) -> str | None:
    """Something if a label that is followed by the id of its node stands for this."""
    raw, _, id = label.partition(MARK)
    return "" if raw == no_label(id) else None


def _without_scores(labels: Column, scores: Column) -> Column:
    """Labels without the scores of their nodes, as `without_score` has them."""
    import pyarrow.compute as pc

    parts = pc.extract_regex(labels, r"(?s)^(?P<before>.*)\\n(?P<last>[^\\]*)$")
    before, last = pc.struct_field(parts, 0), pc.struct_field(parts, 1)
    words = (mapped(scores, partial(_score_text, write=write)) for write in (format_score, str))
    one, other = (pc.fill_null(pc.equal(last, word), False) for word in words)
    return pc.if_else(pc.or_(one, other), before, labels)


def _score_text(score: str, write: Callable[[Score], str]) -> str | None:
    """How a function writes a score that is told by text; None if it is none."""
    try:
        return write(parse_score(score))
    except OptionError:
        return None


def _positions(texts: Column, scale: float | None) -> dict[str, Column]:
    """Where nodes are drawn, as for small graphs."""
    import pyarrow as pa
    import pyarrow.compute as pc

    pattern, gap = f"^(?P<x>{_DECIMAL}),(?P<y>{_DECIMAL})(?P<fixed>!?)$", texts_in_arrow([None])[0]
    is_usual = pc.match_substring_regex(texts, pattern)
    if not pc.all(is_usual).as_py():
        texts = pc.if_else(is_usual, texts, mapped(pc.if_else(is_usual, gap, texts), _usual_place))
    parts = pc.extract_regex(texts, pattern)
    require(parts.null_count == texts.null_count)
    x, y, fixed = (pc.struct_field(parts, index) for index in range(3))
    factor = scale or pc.if_else(pc.equal(fixed, "!"), float(POINTS_PER_INCH), 1.0)
    x, y = (pc.multiply(number.cast(pa.float64()), factor) for number in (x, y))
    return {"x": x, "y": pc.subtract(0.0, y)}


def _usual_place(text: str) -> str | None:
    """A place as nearly all programs write it."""
    place = place_of(text)
    return None if place is None else f"{place[0]!r},{place[1]!r}{'!' * place[2]}"
