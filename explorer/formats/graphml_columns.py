"""Very many nodes and edges of GraphML, read in columns from a table of all elements of the text.

What stands around the nodes and edges is left to networkx.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import compress
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.formats.copies import Copies
from explorer.formats.delimited import are_all
from explorer.formats.graphml_drawn import as_drawn, as_pointed, drawn_of, heads_of, with_guesses
from explorer.formats.graphml_network import parsed
from explorer.formats.graphml_survey import note_again, note_groups, note_ports, note_repeated, note_undeclared
from explorer.formats.igraph import keys_of_facts
from explorer.formats.runs import MOST_KEYS, in_order, unless_odd, with_line_feeds
from explorer.formats.xml_elements import Elements, Mask, Rows, elements_of
from explorer.formats.xml_text import TYPES, Key, fits_xml, typed
from explorer.model import plain
from explorer.model.arrow import (
    Column,
    are_there,
    are_true,
    in_arrow,
    in_numpy,
    in_one_piece,
    is_text,
    numbers_in_arrow,
    texts_in_arrow,
)
from explorer.model.assemble import Assembled, assemble_columns, notes_on_moves, without_defaults
from explorer.model.builder import NODE_KEYS, GraphBuilder
from explorer.model.errors import quoted
from explorer.model.fields import MOST_ALIKE, FieldReader
from explorer.model.graph import Convention
from explorer.model.mending import at_rows, told_rows
from explorer.model.numbering import require
from explorer.model.plain import Lines, PlainTables, nodes_and_extras
from explorer.model.views import Cells

_SHORTEST = 8  # characters of an element
_WITHIN = {  # in what elements that mean something may stand, but in the graph itself
    "node": ("graph",),
    "edge": ("graph",),
    "graph": ("node",),
    "data": ("node", "edge", "port"),
    "port": ("node", "edge", "port"),
    "default": ("key",),
    "key": (),
    "hyperedge": (),
}
_NO_NAMES = ("", "id", "self", "node_for_adding")  # the last of which networkx takes for something else
_CALLED = (  # what is said of elements with values: words, attributes that are quoted in these, and what for gaps
    ("node", "node {}", ("id",), ""),
    ("edge", "the move {} → {}", ("source", "target"), None),
    ("port", "a port", (), None),
)


class _File(NamedTuple):
    """What is known of a file.

    Attributes
    ----------
    keys : what is declared, by id.
    nodes, edges : their rows.
    numbers : which of the nodes, or of the edges, an element is.
    values, owners : the rows of values of nodes, edges and ports, and of the elements that they belong to.
    used, codes : all keys of these, and which of them each has.
    """

    elements: Elements
    keys: Mapping[str, Key]
    nodes: Rows
    edges: Rows
    numbers: Rows
    values: Rows
    owners: Rows
    used: Sequence[str]
    codes: NDArray[Any]


@unless_odd
def graph_by_columns(text: str) -> Assembled | None:
    """The graph of a large text; None if it is small, or too odd for columns."""
    require(len(text) >= _SHORTEST * plain.LARGE and (text.isascii() or fits_xml(text)))
    elements = elements_of(with_line_feeds(text))
    _require_places(elements)
    builder = GraphBuilder()
    fields = builder.fields
    outermost = np.flatnonzero(elements.named("node", "edge") & (elements.levels == 2))
    survey, network = parsed(elements.without(outermost), builder)
    require(not (fields.problems or survey.nodes or survey.edges))
    file = _file(elements, survey.keys)
    ids, ends = _ids(file)
    _note(file, fields)
    said, drawn = _said(file, file.nodes), drawn_of(elements, *_parts(file, file.nodes), len(file.nodes))
    ids, lines, said, drawn = _each_once(ids, _lines(elements, file.nodes), said, drawn, fields)
    sources, targets, move_lines, more = _moves(file, ends, fields)
    top = without_defaults(network.graph)
    said = _with_defaults(said, network.graph.get("node_default", {}), len(ids))
    table = {"id": ids, **plain.without_nothing(_without_empty(said), keys_of_facts(text))}
    if drawn:
        is_negamax = top.get("convention") == Convention.NEGAMAX
        table = with_guesses(as_drawn(table, drawn), drawn, sources, fields, negamax=is_negamax)
    nodes, extras = nodes_and_extras(table)
    tables = PlainTables(
        sources=sources,
        targets=targets,
        nodes=nodes,
        lines=lines,
        move_lines=move_lines,
        adds_ends=False,
        extras=extras,
        notes=notes_on_moves(more),
    )
    return assemble_columns(top, tables, fields)


def _require_places(elements: Elements) -> None:
    """Nothing, if elements stand where they should that mean something, and are of a directed graph.

    What is odd about those that stand around nodes and edges is left to who reads these.
    """
    import pyarrow.compute as pc

    are_named = elements.named(*_WITHIN)
    require(not (elements.called(*_WITHIN) & ~are_named).any())
    require(not (elements.say("xmlns") & are_named).any())
    for name, others in _WITHIN.items():
        rows = np.flatnonzero(elements.named(name) & (elements.levels > 1))
        parents = elements.parents[rows]
        is_of_graph = elements.named("graph")[parents] & (elements.levels[rows] == 2)
        require(bool((elements.named(*others)[parents] | (is_of_graph & (name in ("data", "key")))).all()))
    edges, graphs = np.flatnonzero(elements.named("edge")), _groups(elements)
    require(are_all(elements.attribute(edges, "directed").drop_null(), "true|1"))
    require(are_all(elements.attribute(graphs, "edgedefault"), "directed"))
    count = np.bincount(elements.parents[graphs], minlength=len(elements))
    is_group = are_true(pc.equal(elements.attribute(np.arange(len(elements)), "yfiles.foldertype"), "group"))
    require(not (count > 1).any() and not (is_group & (count == 0) & elements.named("node")).any())


def _groups(elements: Elements) -> Rows:
    """The graphs in nodes."""
    return np.flatnonzero(elements.named("graph") & (elements.levels > 1))


def _file(elements: Elements, keys: Mapping[str, Key]) -> _File:
    nodes, edges, values = (np.flatnonzero(elements.named(name)) for name in ("node", "edge", "data"))
    require(len(nodes) > 0)
    numbers = np.zeros(len(elements), np.int64)
    numbers[nodes], numbers[edges] = np.arange(len(nodes)), np.arange(len(edges))
    values = values[elements.named("node", "edge", "port")[elements.parents[values]]]
    at = elements.attribute(values, "key")
    require(not at.null_count)
    encoded = at.combine_chunks().dictionary_encode()
    used, codes = encoded.dictionary.to_pylist(), in_numpy(encoded.indices, -1)
    require(len(used) <= MOST_KEYS)
    return _File(elements, keys, nodes, edges, numbers, values, elements.parents[values], used, codes)


def _ids(file: _File) -> tuple[Column, tuple[Column, Column]]:
    """The ids of nodes, and the sources and targets of edges; with gaps."""
    import pyarrow.compute as pc

    ids, *ends = (
        file.elements.attribute(rows, name)
        for rows, name in ((file.nodes, "id"), (file.edges, "source"), (file.edges, "target"))
    )
    is_whole = not any(each.null_count for each in (ids, *ends))
    require(is_whole or not pc.any(pc.equal(ids, "None")).as_py())  # as networkx calls a node that has no id
    return ids, (ends[0], ends[1])


def _moves(
    file: _File, ends: tuple[Column, Column], fields: FieldReader
) -> tuple[Column, Column, Collection[int] | None, list[str]]:
    """The sources and targets of moves, their lines, and what else is said of them."""
    lines: Lines = _lines(file.elements, file.edges)
    kept: Rows = np.arange(len(file.edges))
    if (heads := heads_of(file.elements, *_parts(file, file.edges), len(kept))) is not None:
        ends, lines, kept = as_pointed(ends, lines, heads, fields)
    more = _said(file, file.edges, file.edges[kept])
    order = more.pop("order").take(in_arrow(kept)) if "order" in more else None
    return *in_order(ends, lines, order), [key for key in more if key != "key"]


def _note(file: _File, fields: FieldReader) -> None:
    """Note what is odd about the text, in its order as a survey does."""
    elements, groups = file.elements, _groups(file.elements)[:1]
    notes = [(row, partial(note_groups, fields, int(elements.lines(groups)[0])), 0) for row in groups.tolist()]
    again = np.flatnonzero(_are_again(file.owners, file.codes))
    for name, words, called, gap in _CALLED:
        some = again[elements.named(name)[file.owners[again]]]
        names = [elements.attribute(file.owners[some], each).fill_null(gap) for each in called]
        told = _told(names, len(some))
        lines = elements.lines(file.values[some[told]]).tolist()
        for index, number, line in zip(told.tolist(), some[told].tolist(), lines, strict=True):
            owner = words.format(*(quoted(each[index].as_py()) for each in names))
            note = partial(note_again, fields, owner, file.used[file.codes[number]], line)
            notes.append((int(file.values[number]), note, len(some) - len(told) if index == told[-1] else 0))
    for _, note, more in sorted(notes, key=itemgetter(0)):
        note()
        fields.more(more)
    firsts = elements.lines(file.values[np.unique(file.codes, return_index=True)[1]]).tolist()
    for key, line in zip(file.used, firsts, strict=True):
        if key not in file.keys:
            note_undeclared(fields, key, line)
    note_ports(fields, int(elements.named("port").sum()))


def _are_again(owners: Rows, codes: NDArray[Any]) -> Mask:
    """Which of some values belong to the same element and have the same key as one before them."""
    order = np.lexsort((codes, owners))
    found = np.zeros(len(order), np.bool_)
    found[order[1:]] = (np.diff(owners[order]) == 0) & (np.diff(codes[order]) == 0)
    return found


def _told(names: Sequence[Column], count: int) -> Rows:
    """Which of so many elements are told of one by one, that are called so."""
    rows = np.arange(count)
    if any(each.null_count or len(told_rows(Cells(in_one_piece(each)), rows)) > MOST_ALIKE for each in names):
        return rows
    return rows[:MOST_ALIKE]


def _parts(file: _File, owners: Rows) -> tuple[Rows, Rows]:
    """The elements that values of some nodes or edges are made of; and which of these they belong to."""
    elements, is_value = file.elements, file.elements.named("data")
    value = elements.within(is_value)
    parts = np.flatnonzero((value >= 0) & ~is_value)
    parts = parts[_among(elements, owners)[elements.parents[value[parts]]]]
    return parts, file.numbers[elements.parents[value[parts]]]


def _among(elements: Elements, rows: Rows) -> Mask:
    """Which elements stand in some rows."""
    found = np.zeros(len(elements), np.bool_)
    found[rows] = True
    return found


def _said(file: _File, owners: Rows, wanted: Rows | None = None) -> dict[str, Column]:
    """What is said of nodes or edges by the names of keys, as wanted ones have them first; the last of a key counts.

    Raises
    ------
    OddError
        If any value of the file is not of the type of its key, or keys have the same name or that of the id.
    """
    found: dict[str, tuple[int, Column]] = {}
    has_parts = file.elements.have_others[file.values]
    is_wanted = _among(file.elements, owners if wanted is None else wanted)[file.owners]
    for code, id in enumerate(file.used):
        if id not in file.keys:
            continue
        key, is_so = file.keys[id], file.codes == code
        require(TYPES.get(key.type, str) is str or not has_parts[is_so].any())
        numbers = np.flatnonzero(is_so & ~has_parts)
        cells = typed(file.elements.texts(file.values[numbers]), key)
        some = np.flatnonzero(is_wanted[numbers])
        if len(some):
            require(key.name not in found)
            rows = np.full(len(owners), -1)
            rows[file.numbers[file.owners[numbers[some]]]] = some
            found[key.name] = int(numbers[some[0]]), cells.take(numbers_in_arrow(rows, rows >= 0))
    require(found.keys().isdisjoint(_NO_NAMES))
    return {name: cells for name, (_, cells) in sorted(found.items(), key=lambda each: each[1][0])}


def _lines(elements: Elements, rows: Rows) -> Lines:
    return Lines(lambda: iter(elements.lines(rows).tolist()))


def _without_empty(said: Mapping[str, Column]) -> dict[str, Column]:
    """What is said of nodes without empty texts under keys that a graph has, as yEd writes them, and without NaN."""
    import pyarrow as pa
    import pyarrow.compute as pc

    found = dict(said)
    for key, cells in said.items():
        if is_text(cells.type) and key in plain.TOP_KEYS:
            found[key] = pc.if_else(pc.equal(cells, texts_in_arrow([""])[0]), pa.scalar(None, cells.type), cells)
        elif pa.types.is_floating(cells.type) and key not in NODE_KEYS:
            found[key] = pc.if_else(pc.is_nan(cells), pa.scalar(None, cells.type), cells)
    return found


def _with_defaults(said: Mapping[str, Column], defaults: Mapping[str, object], count: int) -> dict[str, Column]:
    """What is said of so many nodes; under a key of which a node says nothing, the default."""
    import pyarrow as pa
    import pyarrow.compute as pc

    Copies().count(len(defaults) * count)
    require(defaults.keys().isdisjoint(("", "id")))
    found = {}
    for key, value in defaults.items():
        cell = pa.scalar(value)
        require(key not in said or said[key].type == cell.type)
        found[key] = pc.fill_null(said[key], cell) if key in said else pa.chunked_array([pa.repeat(cell, count)])
    return found | {key: cells for key, cells in said.items() if key not in found}


def _each_once(
    ids: Column, lines: Lines, said: Mapping[str, Column], drawn: Mapping[str, Column], fields: FieldReader
) -> tuple[Column, Lines, dict[str, Column], dict[str, Column]]:
    """The nodes, those with the same id made one; what is said of it last counts, and how it is drawn first."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if ids.null_count:
        is_named = ids.is_valid()
        said = {key: pc.if_else(is_named, cells, pa.scalar(None, cells.type)) for key, cells in said.items()}
        ids = pc.fill_null(ids, "")
    encoded = pa.chunked_array(ids.dictionary_encode()).combine_chunks()
    codes, count = in_numpy(encoded.indices, 0), len(encoded.dictionary)
    if count == len(codes):
        return ids, lines, dict(said), dict(drawn)
    is_first = np.diff(np.maximum.accumulate(codes), prepend=-1) > 0
    again = np.flatnonzero(~is_first)
    names = ids.take(in_arrow(again)).to_pylist()
    note_repeated(fields, zip(names, at_rows(lines, again).values(), strict=True))
    said = {key: _made_one(cells, codes, np.arange(len(codes))) for key, cells in said.items()}
    drawn = {key: _made_one(cells, codes, np.arange(len(codes))[::-1]) for key, cells in drawn.items()}
    return pa.chunked_array([encoded.dictionary]), Lines(lambda: compress(lines, is_first.tolist())), said, drawn


def _made_one(cells: Column, codes: NDArray[np.integer], rows: NDArray[np.integer]) -> Column:
    """What a column holds under each code in the last of some rows that hold anything."""
    rows, found = rows[are_there(in_one_piece(cells))[rows]], np.full(codes.max() + 1, -1)
    found[codes[rows]] = rows
    return cells.take(numbers_in_arrow(found, found >= 0))
