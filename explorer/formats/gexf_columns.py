"""Very many nodes and edges of GEXF, taken apart into columns."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from explorer.formats.delimited import are_all
from explorer.formats.gexf_survey import (
    CONTAINERS,
    EDGE_PARTS,
    GexfSurvey,
    note_left_out,
    note_mistyped,
    note_nested,
    note_undeclared,
    note_unused,
    survey,
    top_of,
    unused_of_node,
    words_for,
)
from explorer.formats.pairs import Numbers, Pairs, Saying, say_in_order, sayings
from explorer.formats.runs import column, in_order, unless_odd, with_line_feeds
from explorer.formats.xml_elements import Elements, Mask, elements_of
from explorer.formats.xml_text import (
    TYPES,
    Key,
    first_element,
    fits_xml,
    typed,
    with_defaults,
)
from explorer.model import plain
from explorer.model.arrow import Column, are_there, are_true, in_arrow, in_numpy, in_one_piece, texts_in_arrow
from explorer.model.assemble import Assembled, assemble_columns, notes_on_moves
from explorer.model.builder import GraphBuilder
from explorer.model.fields import FACTS, MOST_ALIKE, FieldReader
from explorer.model.mending import told_rows
from explorer.model.numbering import require
from explorer.model.plain import Lines, PlainTables, nodes_and_extras
from explorer.model.views import Cells

_READ = ("attvalue", "position")
_ALIKE = re.compile("[A-Za-z_:., -]{1,100}")  # names of attributes, which with others are another kind of problem


@dataclass(frozen=True)
class _Elements:
    """All nodes, or all edges.

    Attributes
    ----------
    kind : "node" or "edge".
    rows : theirs among all elements.
    said : their attributes, with gaps.
    values : what elements in them say under keys.
    places : the rows of these elements.
    """

    kind: str
    rows: Numbers
    said: Mapping[str, Column]
    values: Pairs
    places: Numbers

    def under(self, *names: str) -> list[Column]:
        """What they say in attributes of these names."""
        return [self.said.get(name, column([None] * len(self.rows))) for name in names]

    @property
    def called(self) -> list[Column]:
        """The ids of nodes, or of the two ends of edges."""
        return self.under(*(("id",) if self.kind == "node" else ("source", "target")))


class _Values(NamedTuple):
    """What elements say under declared keys: values by name, where each name is met first, and what is to be noted."""

    said: dict[str, Column]
    firsts: list[tuple[int, str]]
    notes: list[Saying]


@unless_odd
def graph_by_columns(text: str) -> Assembled | None:
    """The graph of a large text; None if it is small, or too odd for columns."""
    if text.count("<") < plain.LARGE:
        return None
    text = with_line_feeds(text)
    require(text.isascii() or fits_xml(text))
    xml = elements_of(text)
    are_owners = xml.called("node", "edge")
    around = xml.around(are_owners)
    _require_order(xml, are_owners)
    builder, rest = GraphBuilder(), xml.without(np.flatnonzero(are_owners & (around < 0)))
    found = survey(rest, builder)
    require(first_element(rest) == "gexf" and found.has_graph)
    inside = np.flatnonzero((around >= 0) & ~are_owners)
    owners = around[inside]
    nodes, edges = (_elements(kind, xml, inside, owners) for kind in ("node", "edge"))
    of_nodes, of_edges = (_values(some, xml, found, builder.fields) for some in (nodes, edges))
    nested, left_out = (
        _nested(nodes.rows[around[nodes.rows] >= 0], xml, builder.fields),
        _left_out(nodes, xml, builder.fields),
    )
    say_in_order(nested, left_out, of_nodes.notes, of_edges.notes)
    note_unused(builder.fields, _unused(xml, inside))
    table = _table(nodes, of_nodes.said, _positions(xml, nodes, inside, owners), found.defaults["node"])
    table, extras = nodes_and_extras(plain.without_nothing(table))
    sources, targets, move_lines = _moves(edges, xml, found, of_edges.said.get("order"))
    tables = PlainTables(
        sources=sources,
        targets=targets,
        nodes=table,
        lines=_lines(xml, nodes.rows),
        move_lines=move_lines,
        adds_ends=False,
        extras=extras,
        notes=notes_on_moves(_keys(edges, of_edges, found.defaults["edge"])),
    )
    return assemble_columns(top_of(found), tables, builder.fields)


def _require_order(xml: Elements, are_owners: Mask) -> None:
    """Nothing, if there is one graph, which begins before all nodes and edges, and so do declarations."""
    first = int(are_owners.argmax())
    graphs = np.flatnonzero(xml.called("graph") & (xml.levels == 1))
    require(are_owners[first] and len(graphs) == 1 and graphs[0] < first)
    require(not xml.called("attributes", "attribute", "default")[first:].any())
    are_edges = xml.called("edge")
    require((xml.around(are_edges)[are_edges] < 0).all())


def _lines(xml: Elements, some: Numbers) -> Lines:
    return Lines(lambda: iter(xml.lines(some).tolist()))


def _elements(kind: str, xml: Elements, inside: Numbers, owners: Numbers) -> _Elements:
    """All nodes or edges, where some elements stand in them, each in its owner."""
    import pyarrow.compute as pc

    are_such = xml.called(kind)
    own = np.flatnonzero(are_such)
    are_values = xml.called("attvalue")[inside] & are_such[owners]
    places, rows = inside[are_values], np.searchsorted(own, owners[are_values])
    said, empty = xml.said(places), column([""] * len(places))
    keys = pc.coalesce(*(said[name] for name in ("for", "id") if name in said), empty)
    return _Elements(
        kind, own, xml.said(own), Pairs.of(rows, keys, pc.coalesce(said.get("value", empty), empty)), places
    )


def _values(elements: _Elements, xml: Elements, found: GexfSurvey, fields: FieldReader) -> _Values:
    """What elements say under declared keys, the last where a key stands twice."""
    import pyarrow.compute as pc

    said: dict[str, Column] = {}
    firsts: list[tuple[int, str]] = []
    odd: dict[str, list[Numbers]] = {}  # values by their type, and those under keys that are not declared
    empty, gap = texts_in_arrow(["", None])
    for id, pairs in elements.values.by_key().items():
        key, some = found.declared.get((elements.kind, id)), elements.values.some(pairs)
        if key is None:
            odd.setdefault("", []).append(pairs)
        elif key.name != "id":
            words, type = some.words, TYPES.get(key.type, str)
            if type is not str:
                are_empty = pc.equal(words, empty)
                words = pc.if_else(are_empty, gap, words)
                odd.setdefault(key.type, []).append(pairs[are_true(are_empty)])
                is_nothing = key.name in FACTS and key.name not in found.defaults["node"]
                require(not words.null_count or elements.kind == "edge" or is_nothing)
                words = typed(words, key)
            require(key.name not in ("", *said))
            said[key.name] = some.column(words, len(elements.rows), last=True)
            firsts.append((int(some.rows.min()), key.name))
    return _Values(said, firsts, [*_notes(elements, odd, xml, fields)])


def _notes(
    elements: _Elements, odd: Mapping[str, Sequence[Numbers]], xml: Elements, fields: FieldReader
) -> Iterator[Saying]:
    """What is to be noted of empty values, by their type, and of those under keys that are not declared."""
    called, values = elements.called, elements.values

    def say(type: str, place: int) -> None:
        pair, line = int(np.searchsorted(elements.places, place)), xml.line(place)
        words = words_for(*(ids[int(values.rows[pair])].as_py() for ids in called))
        if type:
            note_mistyped(fields, words, type, "", line)
        else:
            note_undeclared(fields, words, values.key(pair), line)

    for type, parts in odd.items():
        pairs = np.sort(np.concatenate(parts))
        if len(pairs):
            require(not any(ids.null_count for ids in called))
            texts = [*(Cells(in_one_piece(ids)) for ids in called), values.names]
            told = max(len(told_rows(some, pairs)) for some in texts)
            yield from sayings(elements.places[pairs], told, partial(say, type), fields)


def _nested(some: Numbers, xml: Elements, fields: FieldReader) -> list[Saying]:
    """What is to be noted of nodes within others."""
    return sayings(some, MOST_ALIKE, lambda place: note_nested(fields, xml.line(place)), fields)


def _left_out(nodes: _Elements, xml: Elements, fields: FieldReader) -> Iterator[Saying]:
    """What is to be noted of attributes of nodes that mean nothing, those with the same names together."""
    import pyarrow as pa
    import pyarrow.compute as pc

    said, (ids,) = xml.attributes.of_records(nodes.rows), nodes.called
    some = np.flatnonzero(said.have(*unused_of_node(said.names)))
    rows, counts = np.unique(said.rows[some], return_counts=True)
    bounds = in_arrow(np.append(0, np.cumsum(counts))).chunk(0).cast(pa.int32())
    names = texts_in_arrow(said.names).take(in_arrow(said.codes[some]).chunk(0))
    together = pc.binary_join(pa.ListArray.from_arrays(bounds, names), ", ").dictionary_encode()
    require(not len(some) or not ids.null_count)

    def say(words: str, place: int) -> None:
        id = ids[int(np.searchsorted(nodes.rows, place))].as_py()
        note_left_out(fields, words_for(id), words, xml.line(place))

    for code, words in enumerate(together.dictionary.to_pylist()):
        require(_ALIKE.fullmatch(words) is not None)
        own = rows[in_numpy(together.indices, -1) == code]
        told = len(told_rows(Cells(in_one_piece(ids)), own))
        yield from sayings(nodes.rows[own], told, partial(say, words), fields)


def _unused(xml: Elements, inside: Numbers) -> list[str]:
    """The names of those elements in nodes and edges that were not read, as they are met."""
    return xml.local_names(inside[~xml.called(*CONTAINERS, *_READ)[inside]])


def _positions(xml: Elements, nodes: _Elements, inside: Numbers, owners: Numbers) -> dict[str, Column]:
    """Where nodes are drawn, as first said; y goes upwards in GEXF."""
    import pyarrow.compute as pc

    are_positions = xml.called("position")[inside]
    places, rows = inside[are_positions], np.searchsorted(nodes.rows, owners[are_positions])
    if not len(places):
        return {}
    require(xml.called("node")[owners[are_positions]].all())
    said = xml.said(places)
    x, y = (typed(said[key], Key(key, "double")) for key in ("x", "y"))
    require(not x.null_count and not y.null_count)
    pairs = Pairs(rows, (), rows, x)
    return {key: pairs.column(each, len(nodes.rows)) for key, each in (("x", x), ("y", pc.subtract(0.0, y)))}


def _table(
    nodes: _Elements, said: Mapping[str, Column], positions: Mapping[str, Column], defaults: Mapping[str, object]
) -> dict[str, Column]:
    """The table of nodes; what is said under keys counts more than their labels and positions."""
    import pyarrow.compute as pc

    (ids, labels), gap = nodes.under("id", "label"), texts_in_arrow([None])[0]
    labels = pc.if_else(pc.fill_null(pc.equal(ids, labels), False), gap, labels)
    own = {**({"label": labels} if labels.null_count < len(labels) else {}), **positions}
    require(defaults.keys().isdisjoint(positions))
    for key in own.keys() & said.keys():
        require(own[key].type == said[key].type)
    table = {**own, **said, **{key: pc.coalesce(said[key], own[key]) for key in own.keys() & said.keys()}}
    return {"id": ids, **with_defaults(table, defaults, len(ids))}


def _moves(
    edges: _Elements, xml: Elements, found: GexfSurvey, order: Column | None
) -> tuple[Column, Column, Collection[int] | None]:
    """The sources and targets of moves, of which mutual edges are two each, and their lines."""
    import pyarrow.compute as pc

    sources, targets = edges.called
    ways = edges.under("type")[0].fill_null(found.direction)
    require(are_all(ways, "directed|mutual") and (len(ways) > 0 or found.direction == "directed"))
    are_mutual = are_true(pc.equal(ways, "mutual"))
    rows = np.repeat(np.arange(len(ways)), are_mutual + 1)
    if are_mutual.any():
        require(order is None)
        is_back = np.diff(rows, prepend=-1) == 0
        one, other = (ends.take(in_arrow(rows).chunk(0)) for ends in (sources, targets))
        mask = in_arrow(is_back).cast("bool")
        sources, targets = pc.if_else(mask, other, one), pc.if_else(mask, one, other)
    return in_order((sources, targets), _lines(xml, edges.rows[rows]), order)


def _keys(edges: _Elements, values: _Values, defaults: Collection[str]) -> list[str]:
    """The names under which edges say something, in the order in which they are met."""
    require("order" not in (*edges.said, *defaults) and "id" not in defaults)
    written = [
        (int(are_there(in_one_piece(said)).argmax()), name)
        for name, said in edges.said.items()
        if name not in EDGE_PARTS
    ]
    met = sorted([*((0, name) for name in defaults if len(edges.rows)), *written, *values.firsts], key=itemgetter(0))
    return [*dict.fromkeys(name for _, name in met if name != "order")]
