"""Very many nodes and moves of GML, taken apart into columns."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from explorer.formats.gml_meaning import ENDS, OF_A_NODE, PLACE, top_of, warn_of_key, warn_of_list, warn_of_repeated
from explorer.formats.gml_syntax import (
    GmlTokens,
    are_numbers,
    by_type,
    floats,
    is_number,
    is_of_one_type,
    is_real,
    parse_gml,
    texts,
    tokens_of,
    typed,
    value_of,
)
from explorer.formats.igraph import keys_of_facts
from explorer.formats.mixed import as_order, as_texts, shortest
from explorer.formats.pairs import Numbers, Pairs, say_in_order, sayings
from explorer.formats.runs import column as column_of
from explorer.formats.runs import in_order, unless_odd
from explorer.model import plain
from explorer.model.arrow import Column, are_true, in_arrow, in_numpy, in_one_piece, texts_in_arrow
from explorer.model.assemble import Assembled, assemble_columns, notes_on_moves
from explorer.model.builder import NODE_KEYS, GraphBuilder
from explorer.model.errors import quoted
from explorer.model.fields import MOST_ALIKE
from explorer.model.mending import told_rows
from explorer.model.numbering import are_first, require
from explorer.model.plain import Lines, PlainTables, is_missing, nodes_and_extras, with_written
from explorer.model.views import Cells

_KNOWN = OF_A_NODE | {*NODE_KEYS}


class _Lists(NamedTuple):
    """The lists of all nodes, or of all moves: the tokens with which they begin, and what stands in each."""

    begins: Numbers
    pairs: Pairs

    def some(self, rows: Numbers) -> _Lists:
        """Some of them."""
        return _Lists(self.begins[rows], self.pairs.of_records(rows))

    def under(self, key: str) -> Column:
        """What each says under a key, which is no list, with gaps."""
        import pyarrow.compute as pc

        words = self.pairs.columns(len(self.begins)).get(key, column_of([None] * len(self.begins)))
        require(not pc.any(pc.equal(words, texts_in_arrow(["["])[0])).as_py())
        return words


class _Found(NamedTuple):
    """The lists of a text, what is said in the first list `graphics` of each node, and the text without these."""

    nodes: _Lists
    edges: _Lists
    drawn: Pairs
    rest: str


@unless_odd
def graph_by_columns(text: str) -> Assembled | None:
    """The graph of a large text; None if it is small, or too odd for columns."""
    if text.count("[") < plain.LARGE:
        return None
    import pyarrow.compute as pc  # not for small texts

    tokens, builder, facts = tokens_of(text), GraphBuilder(), keys_of_facts(text)
    nodes, edges, drawn, rest = _found_in(tokens)
    graphs, lines = parse_gml(rest).lists("graph"), tokens.lines[_graphs(tokens)].tolist()
    if len(graphs) > 1:
        builder.fields.warn(f"the file has {len(graphs)} graphs; only the first was read")
    graph = replace(graphs[0], line=lines[0])
    require(graph.first.get("directed") in (1, "1", "true"))
    warn_of_repeated(graph, builder)
    _note_repeated(nodes, "this node", tokens, builder)
    _note_repeated(edges, "this edge", tokens, builder)
    are_named = _are_named(nodes, facts)
    nodes, drawn, numbers, has_number = _numbered(nodes, drawn, tokens, builder)
    said = _without_lists(nodes, numbers, tokens, builder)
    mixed = {key: _told(key, said.pop(key)) for key in _of_several_types(said)}
    top, table = top_of(graph, builder), _table(numbers, said, drawn, facts, are_named=are_named)
    table["id"] = pc.if_else(has_number, table["id"], texts_in_arrow([None])[0])
    ends = _ends(edges, numbers, table["id"])
    of_edges = edges.pairs.by_key()
    order = as_order(by_type(edges.under("order"))) if "order" in of_edges else None
    sources, targets, move_lines, unordered = in_order(ends, _lines(tokens, edges), order)
    table, extras = nodes_and_extras(table)
    tables = PlainTables(
        sources=sources,
        targets=targets,
        nodes=table,
        lines=_lines(tokens, nodes),
        move_lines=move_lines,
        adds_ends=False,
        extras=with_written(extras, mixed, value_of),
        notes=[*unordered, *notes_on_moves([key for key in of_edges if key not in (*ENDS, "id", "key", "order")])],
    )
    return assemble_columns(top, tables, builder.fields)


def _found_in(tokens: GmlTokens) -> _Found:
    are_lists = tokens.begins & tokens.within(0) & tokens.called("node", "edge")
    are_lists &= tokens.called("graph")[tokens.around(0)]
    owners = tokens.around(1)
    are_inside = are_lists[owners] & (tokens.levels + tokens.ends > 1)
    are_lists &= tokens.around(0) == _graphs(tokens)[:1].sum()
    are_nodes, are_said = are_lists & tokens.called("node"), are_inside & tokens.within(1)
    nodes, edges = (
        _Lists(np.flatnonzero(some), tokens.pairs(are_said & some[owners], some, owners))
        for some in (are_nodes, are_lists & ~are_nodes)
    )
    graphics = tokens.called("graphics") & are_said & are_nodes[owners]
    graphics[graphics] = np.diff(owners[graphics], prepend=-1) > 0
    drawn = tokens.pairs(tokens.within(2) & graphics[tokens.around(2)], are_nodes, owners)
    return _Found(nodes, edges, drawn, tokens.text_without(are_inside))


def _graphs(tokens: GmlTokens) -> Numbers:
    """The tokens with which graphs begin."""
    return np.flatnonzero(tokens.begins & (tokens.levels == 1) & tokens.called("graph"))


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


def _are_named(nodes: _Lists, facts: Collection[str]) -> bool:
    """Whether every node has a label of its own."""
    import pyarrow.compute as pc

    labels = plain.without_nothing({"label": _shown(nodes.under("label"))}, facts)["label"].fill_null("")
    return bool(pc.all(pc.not_equal(labels, texts_in_arrow([""])[0])).as_py() and len(pc.unique(labels)) == len(labels))


def _numbered(
    nodes: _Lists, drawn: Pairs, tokens: GmlTokens, builder: GraphBuilder
) -> tuple[_Lists, Pairs, Column, Column]:
    """The nodes without those whose number others have, which is noted; their numbers, and whether they have one."""
    import pyarrow.compute as pc

    words = nodes.under("id")
    numbers = texts(words).fill_null("")
    require(not words.null_count or not pc.any(pc.equal(words, texts_in_arrow(['""'])[0])).as_py())
    is_first = are_first(in_numpy(in_one_piece(numbers).dictionary_encode().indices, -1))
    kept, again = np.flatnonzero(is_first), np.flatnonzero(~is_first)

    def say(row: int) -> None:
        line, number = int(tokens.lines[nodes.begins[row]]), quoted(numbers[row].as_py())
        builder.refuse_node(f"line {line}: two nodes have the id {number}; the second was left out")

    say_in_order(sayings(again, len(told_rows(Cells(in_one_piece(numbers)), again)), say, builder.fields))
    rows = in_arrow(kept)
    return nodes.some(kept), drawn.of_records(kept), numbers.take(rows), words.take(rows).is_valid()


def _without_lists(nodes: _Lists, numbers: Column, tokens: GmlTokens, builder: GraphBuilder) -> dict[str, Column]:
    """What nodes say without lists, of which nothing is known, as is noted."""
    import pyarrow.compute as pc

    said, pairs, (begins, gap) = nodes.pairs.columns(len(nodes.begins)), nodes.pairs, texts_in_arrow(["[", None])
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


def _of_several_types(said: Mapping[str, Column]) -> list[str]:
    """The further keys of nodes under which values of several types stand."""
    return [key for key, words in said.items() if key not in _KNOWN and not is_of_one_type(words)]


def _told(key: str, words: Column) -> Column:
    """Words under a key without those that say nothing."""
    import pyarrow.compute as pc

    empty, gap = texts_in_arrow(['""', None])
    return pc.if_else(pc.equal(words, empty), gap, words) if key in plain.TOP_KEYS else words


def _table(
    numbers: Column, said: Mapping[str, Column], drawn: Pairs, facts: Collection[str], *, are_named: bool
) -> dict[str, Column]:
    """What nodes say under the keys of the model; they are called by their labels, or by numbers."""
    import pyarrow.compute as pc

    empty = texts_in_arrow([""])[0]
    nothing = column_of([None] * len(numbers))
    labels, captions = said.get("label", nothing), said.get("caption", nothing)
    table = {
        key: _coordinates(key, words) if key in PLACE else typed(key, words)
        for key, words in said.items()
        if key not in ("id", "label", "caption")
    }
    table = plain.without_nothing({**table, "label": texts(labels), "caption": _shown(captions)}, facts)
    table |= _places(table, drawn, len(numbers))
    shown, captions = (pc.fill_null(table.pop(key), "") for key in ("label", "caption"))
    table["id"] = shown if are_named else numbers
    is_id = pc.and_(pc.equal(shown, table["id"]), pc.invert(is_number(labels)))
    others = pc.if_else(is_id, empty, shown)
    table["label"] = pc.if_else(pc.equal(captions, empty), others, captions)
    return table


def _shown(words: Column) -> Column:
    """Words as texts; zero, which stands for nothing where a label is asked for, as an empty one."""
    import pyarrow.compute as pc

    found = texts(words)
    is_zero = pc.and_(is_number(words), pc.is_in(found, value_set=texts_in_arrow(["0", "0.0", "-0.0"])))
    return pc.if_else(is_zero, texts_in_arrow([""])[0], found)


def _places(table: Mapping[str, Column], drawn: Pairs, count: int) -> dict[str, Column]:
    """Where nodes are, as their table says, or else as they are drawn."""
    import pyarrow.compute as pc

    if not (of_drawn := drawn.by_key()).keys() >= {*PLACE}:
        return {}
    begin, text, gap = texts_in_arrow(["[", '"["', None])  # a list is no number, as this text is none
    x, y = (drawn.column(drawn.words, count, of_drawn[key]) for key in PLACE)
    is_whole, found = pc.and_(x.is_valid(), y.is_valid()), dict[str, Column]()
    for key, words in zip(PLACE, (x, y), strict=True):
        places = _coordinates(key, pc.if_else(is_whole, pc.if_else(pc.equal(words, begin), text, words), gap))
        found[key] = as_texts(key, [table[key], places]) if key in table else places
    return found


def _coordinates(key: str, words: Column) -> Column:
    """The numbers that words are, or texts if some are none."""
    return floats(words) if are_numbers(words) else typed(key, words)


def _ends(edges: _Lists, numbers: Column, ids: Column) -> list[Column]:
    """The nodes that moves have at either end; where there is none of a number, this itself."""
    import pyarrow.compute as pc

    said = [edges.under(end) for end in ENDS]
    ends = [*map(texts, said)]
    places = [pc.index_in(each, value_set=numbers) for each in ends]
    are_odd = [pc.and_(is_real(words), each.is_null()) for words, each in zip(said, places, strict=True)]
    if any(pc.any(each).as_py() for each in are_odd):  # 1.0 is 1 then
        require(not any(is_missing(each).any() for each in ends))
        others = [shortest(by_type(words)) for words in said]
        ends = [pc.if_else(*parts) for parts in zip(are_odd, others, ends, strict=True)]
    return [pc.coalesce(ids.take(each), end) for each, end in zip(places, ends, strict=True)]
