"""Very many nodes and edges of GEXF, taken apart into columns."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from explorer.formats.copies import Copies
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
from explorer.formats.mixed import as_order, value_of
from explorer.formats.pairs import Heard, Numbers, Pairs, Saying, place_of, say_in_order, sayings
from explorer.formats.runs import column, in_order, unless_odd, with_line_feeds
from explorer.formats.xml_elements import Elements, Mask, elements_of
from explorer.formats.xml_text import Key, first_element, fits_xml, values_of
from explorer.formats.xml_values import Said, as_met, lasts, same_for_all, table_of, together
from explorer.model import plain
from explorer.model.arrow import (
    Column,
    are_there,
    are_true,
    in_arrow,
    in_numpy,
    in_one_piece,
    joined_texts,
    numbers_in_arrow,
    texts_in_arrow,
    truths_in_arrow,
)
from explorer.model.assemble import Assembled, assemble_columns, notes_on_moves
from explorer.model.fields import MOST_ALIKE, FieldReader
from explorer.model.mending import told_rows
from explorer.model.numbering import require
from explorer.model.plain import Lines, PlainTables, nodes_and_extras, with_written
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


@dataclass(frozen=True)
class _Around:
    """What stands around nodes and edges, the rows of its elements, and how often its defaults stand for others."""

    found: GexfSurvey
    rows: Numbers
    copies: Copies = field(default_factory=Copies)

    def declared(self, of: str, id: str) -> tuple[list[float], list[Key | None]]:
        """What an attribute of nodes or edges is, at first and from some places on."""
        declared = self.found.declared.get((of, id), [])
        return [place_of(self.rows, place) for place, _ in declared], [None, *(key for _, key in declared)]

    def defaults(self, of: _Elements) -> dict[str, list[Said]]:
        """The defaults of nodes or edges, each of those behind it."""
        found: dict[str, list[Said]] = {}
        for place, name, value in self.found.defaults[of.kind]:
            begin = place_of(self.rows, place)
            some = np.arange(np.searchsorted(of.rows, begin), len(of.rows))
            self.copies.count(len(some))
            found.setdefault(name, []).append(same_for_all(value, some, begin))
        return found


@unless_odd
def graph_by_columns(text: str) -> Assembled | None:
    """The graph of a large text; None if it is small, or too odd for columns."""
    if text.count("<") < plain.LARGE:
        return None
    text = with_line_feeds(text)
    require(first_element(text) == "gexf" and (text.isascii() or fits_xml(text)))
    xml, fields, heard = elements_of(text), FieldReader(), Heard()
    graphs, are_owners = _owners(xml)
    around = xml.around(are_owners)
    are_out = (are_owners & (around < 0)) | np.isin(xml.parents, graphs[1:])
    rest, rows = xml.without(np.flatnonzero(are_out))
    about = _Around(survey(rest, heard), rows)
    inside = np.flatnonzero((around >= 0) & ~are_owners)
    require(not xml.called("attributes", "attribute", "default")[inside].any())
    owners = around[inside]
    nodes, edges = (_elements(kind, xml, are_owners, inside, owners) for kind in ("node", "edge"))
    (of_nodes, note_nodes), (of_edges, note_edges) = (_values(some, xml, about, fields) for some in (nodes, edges))
    nested = _nested(nodes.rows[around[nodes.rows] >= 0], xml, fields)
    say_in_order(heard.sayings(rows, fields), nested, _left_out(nodes, xml, fields), note_nodes, note_edges)
    note_unused(fields, _unused(xml, inside))
    positions = inside[xml.called("position")[inside]]
    drawn, drawn_edges = (_positions(xml, some, positions, around[positions]) for some in (nodes, edges))
    table, written = table_of(together(drawn, about.defaults(nodes), _labels(nodes), of_nodes), len(nodes.rows))
    table, extras = nodes_and_extras({"id": nodes.called[0], **table})
    moves = together(about.defaults(edges), _attributes(edges), drawn_edges, of_edges)
    order = as_order(lasts(moves.pop("order", []), len(edges.rows)))
    sources, targets, move_lines, unordered = _moves(edges, xml, about.found.direction, order)
    tables = PlainTables(
        sources=sources,
        targets=targets,
        nodes=table,
        lines=_lines(xml, nodes.rows),
        move_lines=move_lines,
        adds_ends=False,
        extras=with_written(extras, written, value_of),
        notes=[*unordered, *notes_on_moves(as_met(moves))],
    )
    return assemble_columns(top_of(about.found), tables, fields)


def _owners(xml: Elements) -> tuple[Numbers, Mask]:
    """The graphs, and which elements are nodes or edges that stand behind the beginning of the first of these alone."""
    graphs = np.flatnonzero(xml.called("graph") & (xml.levels == 1))
    require(len(graphs) > 0)
    are_owners = xml.called("node", "edge")
    are_owners[: graphs[0]] = False
    are_owners[graphs[1] if len(graphs) > 1 else len(xml) :] = False
    require(are_owners.any())
    return graphs, are_owners


def _lines(xml: Elements, some: Numbers) -> Lines:
    return Lines(lambda: iter(xml.lines(some).tolist()))


def _elements(kind: str, xml: Elements, are_owners: Mask, inside: Numbers, owners: Numbers) -> _Elements:
    """All nodes or edges, where some elements stand in them, each in its owner."""
    import pyarrow.compute as pc

    are_such = xml.called(kind) & are_owners
    own = np.flatnonzero(are_such)
    are_values = xml.called("attvalue")[inside] & are_such[owners]
    places, rows = inside[are_values], np.searchsorted(own, owners[are_values])
    said, empty = xml.said(places), column([""] * len(places))
    keys = pc.coalesce(*(said[name] for name in ("for", "id") if name in said), empty)
    return _Elements(
        kind, own, xml.said(own), Pairs.of(rows, keys, pc.coalesce(said.get("value", empty), empty)), places
    )


def _values(
    elements: _Elements, xml: Elements, about: _Around, fields: FieldReader
) -> tuple[dict[str, list[Said]], Iterator[Saying]]:
    """What elements say under declared keys, and what is to be noted of it."""
    said: dict[str, list[Said]] = {}
    odd: dict[str, list[Numbers]] = {}  # values by their type, and those under keys that are not declared
    for id, pairs in elements.values.by_key().items():
        begins, keys = about.declared(elements.kind, id)
        parts = np.split(pairs, np.searchsorted(elements.places[pairs], begins))
        for key, part in zip(keys, parts, strict=True):
            if key is None:
                odd.setdefault("", []).append(part)
            elif key.name != "id" and len(part):
                words = elements.values.words.take(in_arrow(part).chunk(0))
                cells, are_odd = values_of(words, key.type)
                whole = Said(elements.values.rows[part], elements.places[part], cells)
                texts = whole._replace(cells=words)
                said.setdefault(key.name, []).extend([whole.some(~are_odd), texts.some(are_odd)])
                odd.setdefault(key.type, []).append(part[are_odd])
    return said, _notes(elements, odd, xml, fields)


def _notes(
    elements: _Elements, odd: Mapping[str, Sequence[Numbers]], xml: Elements, fields: FieldReader
) -> Iterator[Saying]:
    """What is to be noted of values that are not of their type, by types, and of those under keys not declared."""
    called, values = elements.called, elements.values

    def say(type: str, place: int) -> None:
        pair, line = int(np.searchsorted(elements.places, place)), xml.line(place)
        words = words_for(*(ids[int(values.rows[pair])].as_py() for ids in called))
        if type:
            note_mistyped(fields, words, type, values.words[pair].as_py(), line)
        else:
            note_undeclared(fields, words, values.key(pair), line)

    for type, parts in odd.items():
        pairs = np.sort(np.concatenate(parts))
        texts = [*(Cells(in_one_piece(ids)) for ids in called), Cells(values.words) if type else values.names]
        yield from sayings(elements.places[pairs], _told(texts, pairs), partial(say, type), fields)


def _told(texts: Sequence[Sequence[str]], rows: Numbers) -> int:
    """How many of some places are told one by one, at which texts are quoted; all, if some of these are missing."""
    if any(isinstance(each, Cells) and each.column.null_count for each in texts):
        return len(rows)
    return max(len(told_rows(each, rows)) for each in texts)


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

    def say(words: str, place: int) -> None:
        id = ids[int(np.searchsorted(nodes.rows, place))].as_py()
        note_left_out(fields, words_for(id), words, xml.line(place))

    for code, words in enumerate(together.dictionary.to_pylist()):
        require(_ALIKE.fullmatch(words) is not None)
        own = rows[in_numpy(together.indices, -1) == code]
        told = _told([Cells(in_one_piece(ids))], own)
        yield from sayings(nodes.rows[own], told, partial(say, words), fields)


def _unused(xml: Elements, inside: Numbers) -> list[str]:
    """The names of those elements in nodes and edges that were not read, as they are met."""
    return xml.local_names(inside[~xml.called(*CONTAINERS, *_READ)[inside]])


def _positions(xml: Elements, elements: _Elements, places: Numbers, owners: Numbers) -> dict[str, list[Said]]:
    """Where nodes or edges are drawn, as first said, and what else is said counts more; y goes upwards in GEXF."""
    import pyarrow.compute as pc

    is_own = np.isin(owners, elements.rows)
    places, rows = places[is_own], np.searchsorted(elements.rows, owners[is_own])
    if not len(places):
        return {}
    said, nothing = xml.said(places), column([""] * len(places))
    x, y = (pc.coalesce(said.get(key, nothing), nothing) for key in ("x", "y"))
    turned = pc.if_else(pc.starts_with(y, "-"), pc.utf8_slice_codeunits(y, 1), joined_texts("-", y))
    return {"x": [Said(rows, -places, x)], "y": [Said(rows, -places, turned)]}


def _labels(nodes: _Elements) -> dict[str, list[Said]]:
    """The labels of nodes but those that are ids."""
    import pyarrow.compute as pc

    ids, labels = nodes.under("id", "label")
    are_own = are_there(labels) & ~are_true(pc.equal(ids, labels))
    return {"label": [Said(np.arange(len(ids)), nodes.rows, labels).some(are_own)]}


def _attributes(edges: _Elements) -> dict[str, list[Said]]:
    """What edges say in attributes that stand for values."""
    rows = np.arange(len(edges.rows))
    return {
        name: [Said(rows, edges.rows, cells).some(are_there(cells))]
        for name, cells in edges.said.items()
        if name not in EDGE_PARTS
    }


def _moves(
    edges: _Elements, xml: Elements, direction: str, order: Column | None
) -> tuple[Column, Column, Collection[int], list[str]]:
    """The sources and targets of moves, of which mutual edges are two each, their lines, and what to note."""
    import pyarrow.compute as pc

    sources, targets = edges.called
    ways = edges.under("type")[0].fill_null(direction)
    require(are_all(ways, "directed|mutual") and (len(ways) > 0 or direction == "directed"))
    are_mutual = are_true(pc.equal(ways, "mutual"))
    rows = np.repeat(np.arange(len(ways)), are_mutual + 1)
    if are_mutual.any():
        is_back = np.diff(rows, prepend=-1) == 0
        one, other = (ends.take(in_arrow(rows).chunk(0)) for ends in (sources, targets))
        mask = truths_in_arrow(is_back)
        sources, targets = pc.if_else(mask, other, one), pc.if_else(mask, one, other)
        order = order if order is None else order.take(numbers_in_arrow(rows, ~is_back))
    return in_order((sources, targets), _lines(xml, edges.rows[rows]), order)
