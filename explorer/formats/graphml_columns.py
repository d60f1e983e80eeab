"""Very many nodes and edges of GraphML, read in columns from a table of all elements of the text.

What stands around the nodes and edges is left to networkx.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from explorer.formats.copies import Copies
from explorer.formats.drawn_edges import ends_as_drawn
from explorer.formats.graphml_drawn import as_drawn, drawn_of, heads_of, with_guesses
from explorer.formats.graphml_network import network_of
from explorer.formats.graphml_survey import HEADS, note_repeated, survey
from explorer.formats.graphml_values import File, file_of, groups_of, note_oddities, said_of_nodes
from explorer.formats.igraph import keys_of_facts
from explorer.formats.mixed import as_order, value_of
from explorer.formats.pairs import Heard
from explorer.formats.runs import in_order, unless_odd, with_line_feeds
from explorer.formats.xml_elements import Elements, Mask, Rows, among, elements_of
from explorer.formats.xml_text import fits_xml
from explorer.formats.xml_values import Said, as_met, lasts, same_for_all, table_of, together, zeros
from explorer.model import plain
from explorer.model.arrow import Column, are_true, in_arrow, texts_in_arrow
from explorer.model.assemble import Assembled, assemble_columns, notes_on_moves, without_defaults
from explorer.model.fields import FieldReader
from explorer.model.graph import Convention
from explorer.model.late_networkx import nx
from explorer.model.numbering import are_first, require
from explorer.model.plain import Lines, PlainTables, nodes_and_extras, with_written

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
    elements, fields, heard = elements_of(with_line_feeds(text)), FieldReader(), Heard()
    end = _end(elements)
    are_foreign = _foreign(elements, end)
    rest, rows = elements.without(np.flatnonzero(elements.called("node", "edge") & (elements.levels == 2)))
    found = survey(rest, heard)
    require(not (found.nodes or found.edges))
    file = file_of(elements, found, rows, end, are_foreign)
    found.has_directions |= _have_directions(file)
    note_oddities(file, heard.sayings(rows, fields), fields)
    network = network_of(rest, found, fields)
    lines, ends = _nodes(file, fields), _ends(file)
    drawn = drawn_of(elements, *_parts(file, file.nodes), len(file.ids))
    sources, targets, move_lines, order, more = _moves(file, ends, fields)
    top = without_defaults(network.graph)
    said = together(_defaults(network, len(file.ids)), *said_of_nodes(file))
    table, written = table_of(said, len(file.ids), facts=keys_of_facts(text), are_drawn=bool(drawn))
    table = {"id": file.ids, **table}
    if drawn:
        is_negamax = top.get("convention") == Convention.NEGAMAX
        are_zero = zeros(said.get("label", []), len(file.ids))
        table = with_guesses(as_drawn(table, drawn), drawn, are_zero, sources, fields, negamax=is_negamax)
    nodes, extras = nodes_and_extras(table)
    sources, targets, move_lines, unordered = in_order((sources, targets), move_lines, order)
    tables = PlainTables(
        sources=sources,
        targets=targets,
        nodes=nodes,
        lines=lines,
        move_lines=move_lines,
        adds_ends=False,
        extras=with_written(extras, written, value_of),
        notes=[*unordered, *notes_on_moves(more)],
    )
    return assemble_columns(top, tables, fields)


def _end(elements: Elements) -> int:
    """Where the first graph ends at the latest, which alone is read."""
    graphs = np.flatnonzero(elements.called("graph") & (elements.levels == 1))
    return int(graphs[1]) if len(graphs) > 1 else len(elements)


def _foreign(elements: Elements, end: int) -> Mask:
    """Which elements are in another namespace than the first; `OddError` if some stand where they mean nothing.

    What is odd about those that stand around nodes and edges is left to who reads these.
    """
    import pyarrow.compute as pc

    names = elements.names(np.flatnonzero(elements.called(*_WITHIN)))
    require(len({name.rpartition(":")[0] for name in names}) == 1)
    space = ":".join(("xmlns", *names[0].split(":")[:-1]))
    are_there, are_other = elements.say(space), np.zeros(len(elements), np.bool_)
    rows = np.flatnonzero(are_there)
    said = elements.attribute(np.append(0, rows), space)
    are_other[rows] = ~are_true(pc.equal(said[1:], said[0]))
    require(bool(are_there[0]) or not elements.declare_namespaces)  # of which networkx does not read all
    are_foreign = are_other[elements.within(are_there)]
    edges, inside = np.flatnonzero(elements.called("edge")), are_foreign[elements.parents]
    require(not are_foreign[elements.called("graph", "key", "default")].any())
    require(not inside[elements.called("graph")].any() and len(np.unique(are_foreign[edges[edges < end]])) < 2)
    for name, others in _WITHIN.items():
        rows = np.flatnonzero(elements.called(name) & (elements.levels > 1))
        parents = elements.parents[rows]
        is_of_graph = elements.called("graph")[parents] & (elements.levels[rows] == 2)
        require(bool((elements.called(*others)[parents] | (is_of_graph & (name in ("data", "key")))).all()))
    nodes, graphs = np.flatnonzero(elements.called("node")), groups_of(elements)
    count = np.bincount(elements.parents[graphs], minlength=len(elements))[nodes]
    is_group = are_true(pc.equal(elements.attribute(nodes, "yfiles.foldertype"), "group"))
    require(not (count > 1).any() and not (is_group & (count == 0)).any())
    return are_foreign


def _have_directions(file: File) -> bool:
    """Whether edges say that they are directed where the graph is not; `OddError` if others are not."""
    elements = file.elements
    edges = np.flatnonzero(elements.called("edge"))
    is_read = edges < file.end
    said = elements.attribute(edges, "directed")
    is_directed, is_undirected = (_are_in(said, words) for words in (("true", "1"), ("false", "0")))
    needs_one = ~_are_in(elements.attribute(elements.parents[edges], "edgedefault"), ("directed",))
    found = bool((is_read & needs_one & is_directed).any())
    require(not is_undirected.any() and not (found and (is_read & needs_one & ~is_directed).any()))
    graphs = np.flatnonzero(elements.called("graph"))
    are_others = found or _are_in(elements.attribute(graphs[graphs >= file.end], "edgedefault"), ("directed",)).all()
    require(are_others or not (is_directed & ~is_read).any())
    return found


def _are_in(texts: Column, words: Sequence[str]) -> Mask:
    """Which texts are some words."""
    import pyarrow.compute as pc

    return are_true(pc.is_in(texts, value_set=texts_in_arrow(words)))


def _nodes(file: File, fields: FieldReader) -> Lines:
    """The lines of nodes, each at the first that has its id; those of others are noted."""
    is_first = are_first(file.numbers[file.nodes].astype(np.int32))
    again = file.nodes[~is_first]
    names = file.ids.take(in_arrow(file.numbers[again])).to_pylist()
    note_repeated(fields, zip(names, file.elements.lines(again).tolist(), strict=True))
    return _lines(file.elements, file.nodes[is_first])


def _ends(file: File) -> tuple[Column, Column]:
    """The sources and targets of edges; with gaps."""
    import pyarrow.compute as pc

    sources, targets = (file.elements.attribute(file.edges, name) for name in ("source", "target"))
    is_whole = not any(each.null_count for each in (file.given, sources, targets))
    require(is_whole or not pc.any(pc.equal(file.ids, "None")).as_py())  # as networkx calls a node that has no id
    return sources, targets


def _moves(
    file: File, ends: tuple[Column, Column], fields: FieldReader
) -> tuple[Column, Column, Collection[int], Column | None, list[str]]:
    """The sources and targets of moves, their lines and their order, and what else is said of them."""
    lines: Lines = _lines(file.elements, file.edges)
    kept: Rows = np.arange(len(file.edges))
    if (heads := heads_of(file.elements, *_parts(file, file.edges), len(kept))) is not None:
        ends, lines, kept = ends_as_drawn(ends, lines, heads, HEADS, fields)
    said = file.said(among(file.elements, file.edges[kept]))
    order = as_order(lasts(said.pop("order", []), len(file.edges)))
    more = [name for name in as_met(said) if name not in ("id", "key")]
    return *ends, lines, None if order is None else order.take(in_arrow(kept).chunk(0)), more


def _defaults(network: nx.Graph[str], count: int) -> dict[str, list[Said]]:
    """What so many nodes say that say nothing else."""
    defaults: Mapping[str, Any] = network.graph.get("node_default", {})
    Copies().count(len(defaults) * count)
    return {name: [same_for_all(value, np.arange(count), 0)] for name, value in defaults.items()}


def _parts(file: File, owners: Rows) -> tuple[Rows, Rows]:
    """The elements that values of some nodes or edges are made of; and which of these they belong to."""
    elements, is_value = file.elements, file.elements.called("data")
    value = elements.within(is_value)
    parts = np.flatnonzero((value >= 0) & ~is_value)
    parts = parts[among(elements, owners)[elements.parents[value[parts]]]]
    return parts, file.numbers[elements.parents[value[parts]]]


def _lines(elements: Elements, rows: Rows) -> Lines:
    return Lines(lambda: iter(elements.lines(rows).tolist()))
