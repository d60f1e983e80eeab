"""GEXF, the format of Gephi: read by a safe parser with lines, written as text.

GEXF has no attributes of a graph but its name and description, so root, convention and unknown keys stand in elements
of a namespace of their own, which other programs pass over.  Places are those of its `viz` module.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache
from itertools import islice
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, SubElement, indent, tostring

import numpy as np

from explorer.formats.delimited import are_all
from explorer.formats.format import Format
from explorer.formats.gexf_survey import GexfSurvey, survey
from explorer.formats.rows import text_of
from explorer.formats.runs import Run, Writing, column, in_order, in_re2, unless_odd, values, with_line_feeds
from explorer.formats.told import told
from explorer.formats.xml_text import (
    BETWEEN,
    IN_QUOTES,
    NODE_OR_EDGE,
    NOT_IN_XML,
    Key,
    between_nodes,
    first_element,
    fits_xml,
    in_attribute,
    made_fit_xml,
    named_columns,
    require_ids_in_xml,
    without_declaration,
    without_references,
)
from explorer.model import plain
from explorer.model.arrow import Column, are_there, in_one_piece, texts_in_arrow
from explorer.model.assemble import Assembled, assemble_attributed, assemble_columns, notes_on_moves
from explorer.model.builder import GraphBuilder
from explorer.model.convert import document_from_graph, node_record
from explorer.model.errors import FormatError
from explorer.model.fields import without_nothing
from explorer.model.graph import GameGraph, Node
from explorer.model.numbering import require
from explorer.model.plain import PlainTables, nodes_and_extras
from explorer.model.views import Picked, names_of

_NAMESPACES = {
    "xmlns": "http://gexf.net/1.3",
    "xmlns:viz": "http://gexf.net/1.3/viz",
    "xmlns:game": "urn:game-graph-explorer",
    "version": "1.3",
}
_NOT_VALUES = ("format", "version", "name", "description", "nodes", "moves")
_NOT_ATTRIBUTES = ("id", "label", "x", "y")

_QUOTED, _BLANK, _NUMBER = f'"({IN_QUOTES})"', r"[ \t\n]*", r'"(-?[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?)"'
_ANY = r'"[^\x00-\x1f"<&]*"'
_VALUE = rf"<attvalue for={_QUOTED} value={_QUOTED} ?(?:/>|></attvalue>){_BLANK}"
_SWAPPED = f"<attvalue value={_QUOTED} for={_QUOTED}"
_ATTRIBUTE = rf"[ \t\n]+(id|source|target|type|weight|label)={_QUOTED}"
_PLACE = f" (x|y|z)={_NUMBER}"
_LOOKS = {"size": f"value={_ANY}", "color": f"r={_ANY} g={_ANY} b={_ANY}(?: a={_ANY})?", "shape": f"value={_ANY}"}
_DRAWN = "|".join(f"<viz:{name} {said} ?(?:/>|></viz:{name}>){_BLANK}" for name, said in _LOOKS.items())
_LOOK = r"<viz:(\w+)( [^<]*(?:</viz:\w+>)?[ \t\n]*)"


def _some(pattern: str, least: int = 0) -> str:
    """Any number of matches of a pattern as one group, but so many at least."""
    return f"((?>(?:{re.sub(r'[(](?![?])', '(?:', pattern)}){{{least},}}))"


@cache
def _writing(between: str, *, is_drawn: bool) -> Writing:
    """How it is written with this between nodes and edges.

    Parameters
    ----------
    is_drawn : whether there may be looks, all attributes that are known, and these in any order; without, it is found
        sooner.
    """
    node, edge = f"id={_QUOTED}(?: label={_QUOTED})?", f"(?: id={_ANY})? source={_QUOTED} target={_QUOTED}"
    value, looks, place = _VALUE, "", f" x={_NUMBER} y={_NUMBER}(?: z={_ANY})?"
    if is_drawn:
        node, edge, place = _some(_ATTRIBUTE), _some(_ATTRIBUTE), _some(_PLACE, 1)
        value, looks = f"{_VALUE}|{_SWAPPED} ?(?:/>|></attvalue>){_BLANK}", _some(_DRAWN)
    values = f"<attvalues>{_BLANK}{_some(value)}</attvalues>{_BLANK}"
    place = f"<viz:position{place} ?(?:/>|></viz:position>){_BLANK}"
    return Writing(
        begin=rf"(?>(?:[^<]*<(?!graph[ >]|!|nodes?[ />])[^>]*>)*)[^<]*<graph [^<>]*>"
        rf"(?>(?:[^<]*<(?!/?graph[ >]|!|(?:nodes?|edges?)[ />])[^>]*>)*)[^<]*<nodes(?: [^<>/]*)?>{BETWEEN}",
        node=rf"<node{'' if is_drawn else ' '}{node}{_BLANK}"
        rf"(?:/>|>{_BLANK}{looks}(?:{values})?{looks}(?:{place})?{looks}</node>){between}",
        between=rf"</nodes>{BETWEEN}<edges(?: [^<>/]*)?>{BETWEEN}",
        edge=rf"<edge{edge}{_BLANK}(?:/>|>{_BLANK}{looks}(?:{values})?{looks}</edge>){between}",
        end=r"(?>(?:[^<]*<(?!(?:node|edge)[ />]))*)[^<]*\Z",
    )


class _Elements(NamedTuple):
    """What nodes and edges say.

    Attributes
    ----------
    x, y : where nodes are drawn; empty where that is not said.
    of_nodes, of_edges : the values in them.
    written : other attributes of edges.
    looks : names of the elements that say how something is drawn.
    """

    ids: Column
    labels: Column
    x: Column
    y: Column
    of_nodes: Column
    sources: Column
    targets: Column
    of_edges: Column
    written: dict[str, Column]
    looks: Collection[str] = ()


def _written_plainly(run: Run) -> _Elements:
    (ids, labels, of_nodes, x, y), (sources, targets, of_edges) = run.nodes, run.edges
    ids, labels, sources, targets = map(without_references.column, (ids, labels, sources, targets))
    return _Elements(ids, labels, x, y, of_nodes, sources, targets, of_edges, {})


def _with_more(run: Run) -> _Elements:
    """The same of elements with attributes in any order, and with looks."""
    import pyarrow.compute as pc

    nodes, before, of_nodes, between, places, behind = run.nodes
    edges, first, of_edges, second = run.edges
    node, edge = (
        {key: without_references.column(said) for key, said in values(each, _ATTRIBUTE).items()}
        for each in (nodes, edges)
    )
    place = values(places, _PLACE)
    empty = texts_in_arrow([""])[0]
    labels, x, y = (
        (said[key] if key in said else column([None] * len(nodes))).fill_null("")
        for said, key in ((node, "label"), (place, "x"), (place, "y"))
    )
    ids, sources, targets = node.pop("id"), edge.pop("source", column([])), edge.pop("target", column([]))
    require(node.keys() <= {"label"} and not any(each.null_count for each in (ids, sources, targets)))
    require(len(sources) == len(targets) == len(edges))
    is_placed = pc.not_equal(places, empty)
    require(all(pc.all(pc.equal(pc.not_equal(each, empty), is_placed)).as_py() for each in (x, y)))
    of_nodes, of_edges = (
        pc.replace_substring_regex(each, in_re2(_SWAPPED), r'<attvalue for="\2" value="\1"')
        for each in (of_nodes, of_edges)
    )
    looks = [
        name
        for some in ((before, between, behind), (first, second))
        for name in values(pc.binary_join_element_wise(*some, empty), _LOOK)
    ]
    return _Elements(ids, labels, x, y, of_nodes, sources, targets, of_edges, edge, dict.fromkeys(looks))


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of a GEXF text, and its problems.

    Raises
    ------
    FormatError
        If it is not GEXF, or of an undirected graph, or holds a document type or entities.
    """
    body = without_declaration(text)
    if (plainly := _plain(body)) is not None:
        return plainly
    builder = GraphBuilder()
    found = survey(body, builder)
    if first_element(body) != "gexf" or not found.has_graph:
        raise FormatError("expected GEXF with an element <graph> in <gexf>, got none")
    _require_directed(found)
    _warn_of_unused(found.unused, builder)
    rows = [(line, without_nothing(record)) for line, record in found.nodes]
    return assemble_attributed(_top(found), rows, found.moves, builder)


def _top(found: GexfSurvey) -> dict[str, Any]:
    return {"description": found.meta.get("description"), **found.values, "name": found.name}


@unless_odd
def _plain(text: str) -> Assembled | None:
    """The graph of a large text of which nothing is odd; None of any other."""
    require(text.isascii() or fits_xml(text))
    text = with_line_feeds(text)
    runs = ((_writing(between_nodes(text), is_drawn=drawn).run_in(text), drawn) for drawn in (False, True))
    run, is_drawn = next(
        ((run, drawn) for run, drawn in runs if run and not NODE_OR_EDGE.search(run.rest)), (None, False)
    )
    if run is None or first_element(run.rest) != "gexf" or "<default" in run.rest:
        return None
    builder = GraphBuilder()
    found = survey(run.rest, builder)
    if builder.fields.problems or found.nodes or found.moves or found.direction != "directed":
        return None
    some = _with_more(run) if is_drawn else _written_plainly(run)
    own = _drawn(some.ids, some.labels, some.x, some.y)
    by_key = named_columns(values(some.of_nodes, _VALUE), _keys(found, "node"))
    require(not own.keys() & by_key.keys())
    table, extras = nodes_and_extras(plain.without_nothing({"id": some.ids, **own, **by_key}))
    written, more = some.written, named_columns(values(some.of_edges, _VALUE), _keys(found, "edge"))
    ends = some.sources, some.targets
    sources, targets, move_lines = in_order(ends, run.edge_lines, more.pop("order", None))
    require(are_all(written.pop("type", texts_in_arrow([])).drop_null(), "directed"))
    written.pop("id", None)
    require(not written.keys() & more.keys())
    _warn_of_unused(some.looks, builder)
    tables = PlainTables(
        sources=sources,
        targets=targets,
        nodes=table,
        lines=run.lines,
        move_lines=move_lines,
        adds_ends=False,
        extras=extras,
        notes=notes_on_moves(_by_first(written, more)),
    )
    return assemble_columns(_top(found), tables, builder.fields)


def _keys(found: GexfSurvey, of: str) -> dict[str, Key]:
    """What is declared of nodes or edges, by id."""
    return {id: key for (owner, id), key in found.declared.items() if owner == of}


def _by_first(*tables: Mapping[str, Column]) -> list[str]:
    """The keys of tables in the order in which they are met, row by row, and in a row by tables."""
    rows = {key: int(are_there(in_one_piece(column)).argmax()) for table in tables for key, column in table.items()}
    return sorted(rows, key=rows.__getitem__)


def _warn_of_unused(names: Collection[str], builder: GraphBuilder) -> None:
    if names:
        shown = ", ".join(islice(names, 10))
        builder.fields.warn(f"of nodes and edges these elements were left out: {shown}"[:200])


def _drawn(ids: Column, labels: Column, x: Column, y: Column) -> dict[str, Column]:
    """The labels that are more than ids, and the positions, as `GexfSurvey` has them; none where no node has one."""
    import pyarrow.compute as pc

    empty, minus = texts_in_arrow(["", "-"])
    turned = pc.if_else(
        pc.starts_with(y, "-"), pc.utf8_slice_codeunits(y, 1), pc.binary_join_element_wise(minus, y, empty)
    )
    drawn = {
        "label": pc.if_else(pc.equal(ids, labels), empty, labels),
        "x": x,
        "y": pc.if_else(pc.equal(y, empty), empty, turned),  # which goes upwards in GEXF
    }
    return {key: column for key, column in drawn.items() if pc.any(pc.not_equal(column, empty)).as_py()}


def _require_directed(found: GexfSurvey) -> None:
    if found.undirected is not None or (not found.moves and found.direction != "directed"):
        where = f"line {found.undirected}: " if found.undirected is not None else ""
        raise FormatError(
            f'{where}a game graph is directed; write defaultedgetype="directed", and no type="undirected"'
        )


def write(graph: GameGraph) -> str:
    """The graph as GEXF text.

    Raises
    ------
    FormatError
        If an id has a character that XML cannot hold.
    """
    require_ids_in_xml(graph, "GEXF")
    top = Element("gexf", _NAMESPACES)
    _add_meta(top, graph)
    element = SubElement(top, "graph", defaultedgetype="directed", mode="static")
    if graph.name:
        element.set("name", made_fit_xml(graph.name))
    declared = _Declared(SubElement(element, "attributes", {"class": "node", "mode": "static"}))
    for name in ("nodes", "edges"):
        SubElement(element, name)
    lines = {"nodes": _node_lines(graph, declared), "edges": _edge_lines(graph)}
    indent(top)
    text, parts = tostring(top, encoding="unicode"), ['<?xml version="1.0" encoding="UTF-8"?>\n']
    for name in [name for name, content in lines.items() if content]:
        before, _, text = text.partition(f"<{name} />")
        parts += [before, f"<{name}>\n", lines[name], f"    </{name}>"]
    return "".join((*parts, text, "\n"))


def _add_meta(top: Element, graph: GameGraph) -> None:
    """The element that describes the file, with all that is said of the graph."""
    meta = SubElement(top, "meta")
    SubElement(meta, "creator").text = "Game Graph Explorer"
    if graph.description:
        SubElement(meta, "description").text = made_fit_xml(graph.description)
    document = document_from_graph(graph.replace(nodes=(), moves=(), root=None)) | {"root": graph.root}
    for key, value in _writable(document, _NOT_VALUES).items():
        type, text = _typed(value)
        SubElement(meta, "game:value", key=key, type=type).text = text


class _Declared:
    """The attributes of nodes, each declared when it is first used."""

    def __init__(self, element: Element) -> None:
        self._element = element
        self._ids: dict[tuple[str, str], str] = {}

    def id(self, title: str, type: str) -> str:
        """The id of an attribute with this title and type."""
        if (title, type) not in self._ids:
            self._ids[title, type] = str(len(self._ids))
            SubElement(self._element, "attribute", id=self._ids[title, type], title=title, type=type)
        return self._ids[title, type]


def _node_lines(graph: GameGraph, declared: _Declared) -> str:
    columns = graph.columns
    said = told(
        columns,
        lambda node: _inside(node, declared),
        in_text=made_fit_xml.then(in_attribute),
        odd_labels=NOT_IN_XML,  # without such signs they may be the ids
    )
    ends = said.parts([f">\n{inner}      </node>\n" if inner else " />\n" for inner in said.values])
    ids = labels = in_attribute.of(columns.ids)
    if columns.labels is not None:
        labels = made_fit_xml.then(in_attribute).of(names_of(columns))
    return text_of(len(ids), '      <node id="', ids, '" label="', labels, '"', *ends)


def _inside(node: Node, declared: _Declared) -> str:
    """The elements in that of a node."""
    values = _writable(node_record(node), _NOT_ATTRIBUTES)
    if node.label is not None and (label := made_fit_xml(node.name)) == node.id:  # elsewhere such a label is none
        values["label"] = label
    typed = [(declared.id(key, type), text) for key, value in values.items() for type, text in (_typed(value),)]
    inner = "".join([f'          <attvalue for="{id}" value="{in_attribute(text)}" />\n' for id, text in typed])
    if inner:
        inner = f"        <attvalues>\n{inner}        </attvalues>\n"
    if node.x is not None and node.y is not None:
        inner += f'        <viz:position x="{node.x!r}" y="{0.0 - node.y!r}" z="0.0" />\n'
    return inner


def _edge_lines(graph: GameGraph) -> str:
    names, links = in_attribute.of(graph.columns.ids), graph.links
    count, sources, targets = len(links.sources), Picked(names, links.sources), Picked(names, links.targets)
    begin = '      <edge id="', np.arange(count, dtype=np.int32)
    return text_of(count, *begin, '" source="', sources, '" target="', targets, '" />\n')


def _writable(record: Mapping[str, Any], left_out: tuple[str, ...]) -> dict[str, Any]:
    """Only what an attribute of GEXF can hold: numbers and text."""
    return {
        key: made_fit_xml(value) if isinstance(value, str) else value
        for key, value in record.items()
        if key not in left_out and isinstance(value, str | int | float) and key and fits_xml(key)
    }


def _typed(value: str | int | float) -> tuple[str, str]:
    """The type of a value in GEXF, and the value as text; numbers past 64 bits are text."""
    if isinstance(value, bool):
        return "boolean", str(value).lower()
    if isinstance(value, int) and abs(value) < 2**63:
        return ("integer" if abs(value) < 2**31 else "long"), str(value)
    return ("double" if isinstance(value, float) else "string"), str(value)


FORMAT = Format(
    name="gexf",
    title="GEXF (.gexf)",
    suffixes=(".gexf",),
    read=read,
    write=write,
    cannot_carry=(
        "lists and objects (known answers among them), control characters, the type of unknown whole numbers past 64 "
        "bits, and that a graph has no root yet."
    ),
    recognises=lambda text: text.startswith("<") and first_element(text) == "gexf",
    rank=34,
)
