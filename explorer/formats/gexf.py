"""GEXF, the format of Gephi: read by a safe parser with lines, written as text.

GEXF has no attributes of a graph but its name and description, so root, convention and unknown keys stand in elements
of a namespace of their own, which other programs pass over.  Places are those of its `viz` module.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

import numpy as np

from explorer.formats.format import Format
from explorer.formats.gexf_columns import graph_by_columns
from explorer.formats.gexf_survey import GexfSurvey, note_unused, survey, top_of
from explorer.formats.rows import text_of
from explorer.formats.told import told
from explorer.formats.xml_text import (
    NOT_IN_XML,
    first_element,
    fits_xml,
    in_attribute,
    made_fit_xml,
    require_ids_in_xml,
    without_declaration,
)
from explorer.model.assemble import Assembled, assemble_attributed
from explorer.model.builder import GraphBuilder
from explorer.model.convert import document_from_graph, node_record
from explorer.model.errors import FormatError
from explorer.model.fields import without_nothing
from explorer.model.graph import GameGraph, Node
from explorer.model.views import Picked, names_of

_NAMESPACES = {
    "xmlns": "http://gexf.net/1.3",
    "xmlns:viz": "http://gexf.net/1.3/viz",
    "xmlns:game": "urn:game-graph-explorer",
    "version": "1.3",
}
_NOT_VALUES = ("format", "version", "name", "description", "nodes", "moves")
_NOT_ATTRIBUTES = ("id", "label", "x", "y")


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of a GEXF text, and its problems.

    Raises
    ------
    FormatError
        If it is not GEXF, or of an undirected graph, or holds a document type or entities.
    """
    body = without_declaration(text)
    if (plainly := graph_by_columns(body)) is not None:
        return plainly
    builder = GraphBuilder()
    found = survey(body, builder.fields)
    if first_element(body) != "gexf" or not found.has_graph:
        raise FormatError("expected GEXF with an element <graph> in <gexf>, got none")
    _require_directed(found)
    note_unused(builder.fields, found.unused)
    rows = [(line, without_nothing(record)) for line, record in found.nodes]
    return assemble_attributed(top_of(found), rows, found.moves, builder)


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
