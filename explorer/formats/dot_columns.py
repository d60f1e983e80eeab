"""Very many statements of DOT, taken apart into columns: what they say of nodes and moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np

from explorer.formats.dot_meaning import (
    DRAWN,
    IN_DOT,
    WAYS,
    drawn_as,
    ends_as_drawn,
    is_negamax,
    label_text,
    scale,
    top,
    warn_of_structure,
)
from explorer.formats.dot_statements import Statements
from explorer.formats.dot_syntax import PAIR, STATEMENTS, UNESCAPED, UNREFERRED, Attributes, Text, with_name
from explorer.formats.dot_words import Rows
from explorer.formats.dot_write import NO_LABEL, POINTS_PER_INCH, no_label
from explorer.formats.guess import guess_in_columns
from explorer.formats.igraph import keys_of_facts
from explorer.formats.runs import MARK, MOST_KEYS, column, mapped, unless_odd, values
from explorer.model.arrow import Column, are_there, in_arrow, in_numpy, in_one_piece, numbers_in_arrow, texts_in_arrow
from explorer.model.assemble import Assembled, assemble_columns, notes_on_moves
from explorer.model.errors import OptionError
from explorer.model.fields import FieldReader
from explorer.model.numbering import require
from explorer.model.plain import Lines, PlainTables, nodes_and_extras, without_nothing
from explorer.model.scores import Score, format_score, parse_score

_NEVER_PLAIN = ("id", "x", "y")  # attributes of nodes that stand for others
_DECIMAL = r"-?[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?"


@unless_odd
def graph_by_columns(text: str) -> Assembled | None:
    """The graph of a large text; None if it is small, or too odd for columns."""
    run = STATEMENTS.run_in(text)
    if run is None:
        return None
    import pyarrow.compute as pc

    some, fields = Statements(run), FieldReader()
    warn_of_structure(some.graph, fields)
    ends, move_lines, keys = _moves(some, fields)
    cells, said = _of_nodes(some), top(some.graph)
    shapes = (cells["shape"] if "shape" in cells else column([None] * len(some.ids))).fill_null("ellipse")
    table = without_nothing({"id": some.ids, **_table(some.ids, cells, scale(some.graph))}, keys_of_facts(text))
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
        notes=notes_on_moves(keys),
    )
    return assemble_columns(said, tables, fields)


def _moves(some: Statements, fields: FieldReader) -> tuple[tuple[Column, Column], Lines, list[str]]:
    """The sources and targets of moves, which go as edges are drawn, their lines, and the attributes that they have."""
    moves = some.moves
    cells = _of_edges(some, moves.said)
    ways = _ways(cells, len(moves.said))
    is_there = ~np.isin(ways, (WAYS.index("none"), WAYS.index("invisible")))
    rows = moves.said[is_there]
    cells = cells if is_there.all() else _of_edges(some, rows)
    first = sorted({int(are_there(texts).argmax()) for texts in cells.values()})
    keys = [*dict.fromkeys(key for row in rows[first].tolist() for key in some.attributes_of_edge(row) if key != "dir")]
    require("order" not in keys)
    ends, lines = (in_arrow(moves.sources), in_arrow(moves.targets)), moves.lines
    if ways.any():
        drawn = {way: ways[moves.edges] == number for number, way in enumerate(WAYS) if way}
        ends, lines, _ = ends_as_drawn(ends, lines, drawn, IN_DOT, fields)
    return ends, lines, keys


def _named(ids: Column, numbers: Column) -> Column:
    """The ids of nodes of which the numbers are given."""
    import pyarrow as pa

    return pa.chunked_array([pa.DictionaryArray.from_arrays(in_one_piece(numbers), in_one_piece(ids))])


def _of_edges(some: Statements, rows: Rows) -> dict[str, Column]:
    """What is said in some rows of the edges in them, as it stands in the text."""
    own = values(some.said.take(in_arrow(rows)), PAIR, lambda *_: None, last=True)
    return _with_defaults(own, [defaults.edge for defaults in some.defaults], some.held(rows))


def _ways(cells: Mapping[str, Column], count: int) -> Rows:
    """In which of all ways each of so many edges is drawn."""
    import pyarrow.compute as pc

    if cells.keys().isdisjoint(("style", "dir")):
        return np.zeros(count, np.int64)
    nothing, mark = texts_in_arrow(["", MARK])
    style, direction = (pc.fill_null(cells.get(key, column([None] * count)), nothing) for key in ("style", "dir"))
    both = pc.binary_join_element_wise(style, direction, mark)
    return in_numpy(in_one_piece(mapped(both, _way).cast("int64")), 0)


def _way(both: str) -> str:
    return str(WAYS.index(drawn_as(*map(UNESCAPED, both.split(MARK)))))


def _of_nodes(some: Statements) -> dict[str, Column]:
    """What is said of each node, as it stands in the text."""
    nodes, said = some.said_of_nodes()
    own = {}
    for key, texts in values(said, PAIR, lambda *_: None, last=True).items():
        last, rows = np.full(len(some.ids), -1), np.flatnonzero(are_there(texts))
        last[nodes[rows]] = rows
        own[key] = texts.take(numbers_in_arrow(last, last >= 0))
    require({*own, *(key for defaults in some.defaults for key in defaults.node)}.isdisjoint(_NEVER_PLAIN))
    return _with_defaults(own, [defaults.node for defaults in some.defaults], some.held_by_nodes())


def _with_defaults(own: Mapping[str, Column], defaults: Sequence[Attributes], held: Rows) -> dict[str, Column]:
    """What rows say, and where one does not, the defaults say that it holds; keys are in the order of their rows."""
    import pyarrow.compute as pc

    used, first, numbers = np.unique(held, return_index=True, return_inverse=True)
    some = [defaults[number] for number in used.tolist()]
    keys = dict.fromkeys(key for number in np.argsort(first).tolist() for key in some[number])
    require(len(keys) <= MOST_KEYS)
    rows = in_arrow(numbers)
    found = {key: column([each[key].raw if key in each else None for each in some]).take(rows) for key in keys}
    return found | {key: pc.coalesce(texts, found[key]) if key in found else texts for key, texts in own.items()}


def _table(ids: Column, cells: Mapping[str, Column], scale: float | None) -> dict[str, Column]:
    """What is said of each node under the keys of the model, and of other keys as text, as for small graphs."""
    import pyarrow.compute as pc

    true, dashed = texts_in_arrow(["true", "dashed"])
    others = {key: texts for key, texts in cells.items() if key not in DRAWN}
    table = {key: UNESCAPED.column(texts) for key, texts in others.items()}
    if table.keys() >= {"open", "style"}:
        is_drawn_so = pc.and_(pc.equal(table["open"], true), pc.equal(table["style"], dashed))
        table["style"] = pc.if_else(pc.fill_null(is_drawn_so, False), None, table["style"])
    if "label" in cells:
        labels = _without_scores(cells["label"], table["score"]) if "score" in table else cells["label"]
        table["label"] = _shown(labels, ids)
    return table | (_positions(cells["pos"], scale) if "pos" in cells else {})


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


def _shown(labels: Column, ids: Column) -> Column:
    """The texts of labels, as for small graphs."""
    import pyarrow.compute as pc

    gap, mark = texts_in_arrow([None, MARK])
    may_be_name = pc.match_substring_regex(labels, "^&#")  # as few are
    names = mapped(pc.if_else(may_be_name, pc.binary_join_element_wise(labels, ids, mark), gap), _shown_or_name)
    shown = with_name(MARK).column(pc.if_else(pc.equal(labels, NO_LABEL), gap, labels))
    if pc.any(pc.match_substring(shown, MARK)).as_py():
        shown = pc.binary_join(pc.split_pattern(shown, MARK), ids)
    shown = UNREFERRED.column(pc.replace_substring_regex(shown, r"\n\z", ""))
    return pc.if_else(may_be_name, names, shown)


def _shown_or_name(label: str) -> str | None:
    """The text of a label that is followed by the id of its node."""
    raw, _, id = label.partition(MARK)
    return None if raw == no_label(id) else label_text(Text(raw), id)


def _positions(texts: Column, scale: float | None) -> dict[str, Column]:
    """Where nodes are drawn, as for small graphs."""
    import pyarrow as pa
    import pyarrow.compute as pc

    parts = pc.extract_regex(texts, f"^(?P<x>{_DECIMAL}),(?P<y>{_DECIMAL})(?P<fixed>!?)$")
    require(parts.null_count == texts.null_count)
    x, y, fixed = (pc.struct_field(parts, index) for index in range(3))
    factor = scale or pc.if_else(pc.equal(fixed, "!"), float(POINTS_PER_INCH), 1.0)
    x, y = (pc.multiply(number.cast(pa.float64()), factor) for number in (x, y))
    return {"x": x, "y": pc.subtract(0.0, y)}
