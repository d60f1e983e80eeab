"""Very many nodes and moves of GML, taken apart into columns."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

import numpy as np

from explorer.formats.gml_meaning import ENDS, OF_A_NODE, PLACE, top_of, warn_of_key, warn_of_list, warn_of_repeated
from explorer.formats.gml_syntax import (
    GmlTokens,
    are_numbers,
    floats,
    is_of_one_type,
    parse_gml,
    tokens_of,
    typed,
    value_of,
)
from explorer.formats.igraph import keys_of_facts
from explorer.formats.pairs import Numbers, Pairs, say_in_order, sayings
from explorer.formats.runs import column as column_of
from explorer.formats.runs import in_order, unless_odd
from explorer.model import plain
from explorer.model.arrow import Column, are_there, are_true, fits_int64, in_one_piece, is_text, texts_in_arrow
from explorer.model.assemble import Assembled, assemble_columns, notes_on_moves
from explorer.model.builder import NODE_KEYS, GraphBuilder
from explorer.model.errors import quoted
from explorer.model.fields import MOST_ALIKE
from explorer.model.mending import told_rows
from explorer.model.numbering import require
from explorer.model.plain import Lines, PlainTables, nodes_and_extras
from explorer.model.views import Cells

_KNOWN = OF_A_NODE | {*NODE_KEYS}


class _Lists(NamedTuple):
    """The lists of all nodes, or of all moves: the tokens with which they begin, and what stands in each."""

    begins: Numbers
    pairs: Pairs


class _Found(NamedTuple):
    """The lists of a text, what is said in the first list `graphics` of each node, and the text without these."""

    nodes: _Lists
    edges: _Lists
    drawn: Pairs
    rest: str


@unless_odd
def graph_by_columns(text: str) -> Assembled | None:
    """The graph of a large text; None if it is small, or too odd for columns."""
    import pyarrow.compute as pc

    if text.count("[") < plain.LARGE:
        return None
    tokens, builder = tokens_of(text), GraphBuilder()
    nodes, edges, drawn, rest = _found_in(tokens)
    (graph,) = parse_gml(rest).lists("graph")
    require(graph.first.get("directed") in (1, "1", "true"))
    warn_of_repeated(graph, builder)
    require(not builder.fields.problems)
    _note_repeated(nodes, "this node", tokens, builder)
    _note_repeated(edges, "this edge", tokens, builder)
    said = nodes.pairs.columns(len(nodes.begins))
    numbers = _as_ids(said["id"])
    require(not numbers.null_count and len(pc.unique(numbers)) == len(numbers))
    said = _without_lists(said, nodes, numbers, tokens, builder)
    mixed = {key: said.pop(key) for key in [*said] if key not in _KNOWN and not is_of_one_type(said[key])}
    top, table = top_of(graph, builder), _table(numbers, said, drawn, keys_of_facts(text))
    of_edges = edges.pairs.columns(len(edges.begins))
    ends = (_ends(of_edges.get(end, column_of([None] * len(edges.begins))), numbers, table["id"]) for end in ENDS)
    order = typed(of_edges["order"]) if "order" in of_edges else None
    sources, targets, move_lines, unordered = in_order(ends, _lines(tokens, edges), order)
    table, extras = nodes_and_extras(table)
    require(mixed.keys().isdisjoint(("owner", *plain.TOP_KEYS)))
    tables = PlainTables(
        sources=sources,
        targets=targets,
        nodes=table,
        lines=_lines(tokens, nodes),
        move_lines=move_lines,
        adds_ends=False,
        extras=_with_mixed(extras, mixed),
        notes=[*unordered, *notes_on_moves([key for key in of_edges if key not in (*ENDS, "id", "key", "order")])],
    )
    return assemble_columns(top, tables, builder.fields)


def _found_in(tokens: GmlTokens) -> _Found:
    are_lists = tokens.begins & tokens.within(0) & tokens.called("node", "edge")
    are_lists &= tokens.called("graph")[tokens.around(0)]
    owners = tokens.around(1)
    are_inside = are_lists[owners] & (tokens.levels + tokens.ends > 1)
    are_nodes, are_said = are_lists & tokens.called("node"), are_inside & tokens.within(1)
    nodes, edges = (
        _Lists(np.flatnonzero(some), tokens.pairs(are_said & some[owners], some, owners))
        for some in (are_nodes, are_lists & ~are_nodes)
    )
    graphics = tokens.called("graphics") & are_said & are_nodes[owners]
    graphics[graphics] = np.diff(owners[graphics], prepend=-1) > 0
    drawn = tokens.pairs(tokens.within(2) & graphics[tokens.around(2)], are_nodes, owners)
    return _Found(nodes, edges, drawn, tokens.text_without(are_inside))


def _lines(tokens: GmlTokens, lists: _Lists) -> Lines:
    return Lines(lambda: iter(tokens.lines[lists.begins].tolist()))


def _note_repeated(lists: _Lists, what: str, tokens: GmlTokens, builder: GraphBuilder) -> None:
    """Note where a key stands twice in a list."""
    pairs = lists.pairs
    first, counts = pairs.firsts()

    def say(pair: int) -> None:
        warn_of_key(pairs.key(pair), what, builder, int(tokens.lines[lists.begins[pairs.rows[pair]]]))

    again = first[(counts > 1) & ~pairs.have("node", "edge")[first]]
    say_in_order(sayings(again, MOST_ALIKE, say, builder.fields))


def _without_lists(
    said: Mapping[str, Column], nodes: _Lists, numbers: Column, tokens: GmlTokens, builder: GraphBuilder
) -> dict[str, Column]:
    """What nodes say without lists, of which nothing is known, as is noted."""
    import pyarrow.compute as pc

    pairs, (begins, gap) = nodes.pairs, texts_in_arrow(["[", None])
    first, _ = pairs.firsts()
    lists = first[are_true(pc.equal(pairs.words, begins))[first] & ~pairs.have(*OF_A_NODE)[first]]

    def say(pair: int) -> None:
        row = int(pairs.rows[pair])
        what, line = f"node {quoted(numbers[row].as_py())}", int(tokens.lines[nodes.begins[row]])
        warn_of_list(pairs.key(pair), what, builder, line)

    told = len(told_rows(Cells(in_one_piece(numbers)), lists))
    say_in_order(sayings(lists, told, say, builder.fields))
    others = {key: words for key, words in said.items() if key != "graphics"}
    return {
        key: words if key in OF_A_NODE or not len(lists) else pc.if_else(pc.equal(words, begins), gap, words)
        for key, words in others.items()
    }


def _table(numbers: Column, said: Mapping[str, Column], drawn: Pairs, facts: Collection[str]) -> dict[str, Column]:
    """What nodes say under the keys of the model, where they are known by numbers."""
    import pyarrow.compute as pc

    empty = texts_in_arrow([""])[0]
    table = {key: typed(words, numbers_in_text=key == "score") for key, words in said.items() if key not in PLACE}
    table = plain.without_nothing({**table, **_places(said, drawn, len(numbers))}, facts)
    labels, captions = (_texts(table.pop(key, None), len(numbers)) for key in ("label", "caption"))
    is_named = pc.all(pc.not_equal(labels, empty)).as_py() and len(pc.unique(labels)) == len(labels)
    table["id"] = labels if is_named else numbers
    others = pc.if_else(pc.equal(labels, table["id"]), empty, labels)
    table["label"] = pc.if_else(pc.equal(captions, empty), others, captions)
    return table


def _with_mixed(
    extras: Mapping[int, Mapping[str, Any]], mixed: Mapping[str, Column]
) -> Mapping[int, Mapping[str, Any]]:
    """Further keys of nodes, with those too that have values of several types, which no column holds."""
    if not mixed:
        return extras
    found = {row: {**extra} for row, extra in extras.items()}
    for key, words in mixed.items():
        encoded = in_one_piece(words.drop_null()).dictionary_encode()
        values, rows = (
            [value_of(word) for word in encoded.dictionary.to_pylist()],
            np.flatnonzero(are_there(in_one_piece(words))),
        )
        for row, code in zip(rows.tolist(), encoded.indices.to_pylist(), strict=True):
            found.setdefault(row, {})[key] = values[code]
    return dict(sorted(found.items()))


def _places(said: Mapping[str, Column], drawn: Pairs, count: int) -> dict[str, Column]:
    """Where nodes are, as they say themselves, or else as they are drawn."""
    import pyarrow as pa
    import pyarrow.compute as pc

    own = {key: floats(said[key]) if are_numbers(said[key]) else typed(said[key]) for key in PLACE if key in said}
    if not (of_drawn := drawn.by_key()).keys() >= {*PLACE}:
        return own
    x, y = (floats(drawn.column(drawn.words, count, of_drawn[key])) for key in PLACE)
    is_whole, gap = pc.and_(x.is_valid(), y.is_valid()), pa.scalar(None, pa.float64())
    places = {key: pc.if_else(is_whole, each, gap) for key, each in (("x", x), ("y", y))}
    require(all(column.type == pa.float64() for column in own.values()))
    return {**places, **{key: pc.coalesce(column, places[key]) for key, column in own.items()}}


def _texts(column: Column | None, count: int) -> Column:
    """The texts of a column, empty where there is none."""
    import pyarrow.compute as pc

    require(column is None or is_text(column.type))
    return column_of([""] * count) if column is None else pc.fill_null(column, "")


def _as_ids(words: Column) -> Column:
    """Texts and whole numbers as ids."""
    import pyarrow as pa

    ids = typed(words)
    require(is_text(ids.type) or fits_int64(ids.type))
    return ids.cast(pa.string())


def _ends(words: Column, numbers: Column, ids: Column) -> Column:
    """The nodes that moves have at one end; where there is none of a number, this itself."""
    import pyarrow.compute as pc

    ends = _as_ids(words)
    return pc.coalesce(ids.take(pc.index_in(ends, value_set=numbers)), ends)
