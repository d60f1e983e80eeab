"""Very many nodes and edges of GraphML, read in columns from a table of all elements of the text.

What stands around the nodes and edges is left to networkx.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from explorer.formats.delimited import are_all
from explorer.formats.drawn_edges import ends_as_drawn
from explorer.formats.graphml_drawn import as_drawn, drawn_of, heads_of, with_guesses
from explorer.formats.graphml_network import parsed
from explorer.formats.graphml_survey import HEADS, Survey, note_repeated
from explorer.formats.graphml_values import (
    File,
    among,
    file_of,
    groups_of,
    note_oddities,
    said_of,
    with_misfits,
    with_others,
)
from explorer.formats.igraph import keys_of_facts
from explorer.formats.runs import in_order, unless_odd, with_line_feeds
from explorer.formats.xml_elements import Elements, Rows, elements_of
from explorer.formats.xml_text import fits_xml, with_defaults
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
from explorer.model.fields import FieldReader
from explorer.model.graph import Convention
from explorer.model.late_networkx import nx
from explorer.model.mending import at_rows
from explorer.model.numbering import require
from explorer.model.plain import Lines, PlainTables, nodes_and_extras

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


@unless_odd
def graph_by_columns(text: str) -> Assembled | None:
    """The graph of a large text; None if it is small, or too odd for columns."""
    require(len(text) >= _SHORTEST * plain.LARGE and (text.isascii() or fits_xml(text)))
    elements = elements_of(with_line_feeds(text))
    _require_places(elements)
    builder = GraphBuilder()
    fields = builder.fields
    survey, network = _around(elements, builder)
    file = file_of(elements, survey.keys)
    ids, ends = _ids(file)
    note_oddities(file, fields)
    said, others = with_misfits(file, said_of(file, file.nodes))
    drawn = drawn_of(elements, *_parts(file, file.nodes), len(file.nodes))
    are_named = not ids.null_count
    ids, lines, said, drawn = _each_once(ids, _lines(elements, file.nodes), said, drawn, fields)
    require((are_named and len(ids) == len(file.nodes)) or not file.are_misfits.any())  # which count for others, too
    sources, targets, move_lines, more = _moves(file, ends, fields)
    top = without_defaults(network.graph)
    said = with_defaults(said, network.graph.get("node_default", {}), len(ids))
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
        extras=with_others(extras, others, len(ids)),
        notes=notes_on_moves(more),
    )
    return assemble_columns(top, tables, fields)


def _around(elements: Elements, builder: GraphBuilder) -> tuple[Survey, nx.Graph[str]]:
    """What is found around nodes and edges, and what networkx reads of it; `OddError` if it is odd."""
    outermost = np.flatnonzero(elements.named("node", "edge") & (elements.levels == 2))
    directions = elements.attribute(outermost[elements.named("edge")[outermost]], "directed")
    has_directions = len(directions) > 0 and not directions.null_count
    survey, network = parsed(elements.without(outermost), builder, has_directions=has_directions)
    require(not (builder.fields.problems or survey.nodes or survey.edges))
    return survey, network


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
    nodes, edges = (np.flatnonzero(elements.named(name)) for name in ("node", "edge"))
    graphs = groups_of(elements)
    require(are_all(elements.attribute(edges, "directed").drop_null(), "true|1"))
    require(are_all(elements.attribute(graphs, "edgedefault"), "directed"))
    count = np.bincount(elements.parents[graphs], minlength=len(elements))[nodes]
    is_group = are_true(pc.equal(elements.attribute(nodes, "yfiles.foldertype"), "group"))
    require(not (count > 1).any() and not (is_group & (count == 0)).any())


def _ids(file: File) -> tuple[Column, tuple[Column, Column]]:
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
    file: File, ends: tuple[Column, Column], fields: FieldReader
) -> tuple[Column, Column, Collection[int] | None, list[str]]:
    """The sources and targets of moves, their lines, and what else is said of them."""
    lines: Lines = _lines(file.elements, file.edges)
    kept: Rows = np.arange(len(file.edges))
    if (heads := heads_of(file.elements, *_parts(file, file.edges), len(kept))) is not None:
        ends, lines, kept = ends_as_drawn(ends, lines, heads, HEADS, fields)
    more = said_of(file, file.edges, file.edges[kept])
    order = more.pop("order").take(in_arrow(kept)) if "order" in more else None
    return *in_order(ends, lines, order), [key for key in more if key != "key"]


def _parts(file: File, owners: Rows) -> tuple[Rows, Rows]:
    """The elements that values of some nodes or edges are made of; and which of these they belong to."""
    elements, is_value = file.elements, file.elements.named("data")
    value = elements.within(is_value)
    parts = np.flatnonzero((value >= 0) & ~is_value)
    parts = parts[among(elements, owners)[elements.parents[value[parts]]]]
    return parts, file.numbers[elements.parents[value[parts]]]


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
