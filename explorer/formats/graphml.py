"""GraphML, read and written by networkx; before networkx sees a text, it is surveyed for traps and for line numbers."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element, tostring

import networkx as nx
from defusedxml.ElementTree import fromstring

from explorer.formats.copies import Copies
from explorer.formats.format import Format
from explorer.formats.graphml_survey import Survey, survey
from explorer.formats.guess import guess_kinds
from explorer.formats.xml_text import first_element, fits_xml, made_fit_xml, require_ids_in_xml, without_declaration
from explorer.model.assemble import Assembled, AttributedMove, Row, assemble_attributed, without_defaults
from explorer.model.builder import GraphBuilder
from explorer.model.errors import FormatError, quoted
from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import score_to_json

_OF_NO_INTEREST = ("No key type for id", "GraphML port tag")  # networkx's warnings of what is read or said elsewhere


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of a GraphML text, and its problems.

    Raises
    ------
    FormatError
        If it is not GraphML, or of an undirected graph, or holds a document type or entities.
    """
    body = without_declaration(text)
    builder = GraphBuilder()
    found = survey(body, builder)
    network = _network(_readable(body, found), found.graph_line, builder)
    if not network.is_directed():
        raise FormatError(f'line {found.graph_line}: a game graph is directed; write edgedefault="directed"')
    for id, line in found.repeated:
        builder.fields.error(f"two nodes have the id {quoted(id)}; they were made one, rename one", node=id, line=line)
    top, records = without_defaults(network.graph), _records(network, found)
    drawn = {id: record for id, record in records.items() if id in found.drawn}
    inner = {str(source) for source, _, _ in found.edges}
    guess_kinds(drawn, found.shapes, inner, builder, negamax=top.get("convention") == Convention.NEGAMAX)
    rows: Iterator[Row] = ((found.nodes[id], record) for id, record in records.items())
    return assemble_attributed(top, rows, _moves(network, found), builder)


def _readable(text: str, found: Survey) -> str:
    """The text without values that are not of their type or no key, or made of elements; groups marked as in yEd.

    Keys stand before the graphs, where alone networkx looks for them.
    """
    if not (found.untyped or found.undeclared or found.has_groups or found.has_inner_keys or found.has_parts):
        return text
    top = fromstring(text.encode(errors="replace"), forbid_dtd=True)
    values = (element for element in top.iter() if _local(element) in ("data", "default"))
    for index, element in enumerate(values):
        if index in found.untyped or len(element) or element.get("key") in found.undeclared:
            element.tag = "left-out"
    for element in top.iter():
        if _local(element) == "node" and any(_local(child) == "graph" for child in element):
            element.set("yfiles.foldertype", "group")
    for graph in [element for element in top if _local(element) == "graph"]:
        for key in [element for element in graph if _local(element) == "key"]:
            graph.remove(key)
            top.insert(0, key)
    return tostring(top, encoding="unicode")


def _local(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _network(text: str, line: int, builder: GraphBuilder) -> nx.Graph[str]:
    """What networkx reads of the graph that begins on a line; its warnings go to the builder."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            network = nx.parse_graphml(text)
        except (
            nx.NetworkXException,
            SyntaxError,
            ValueError,
            LookupError,
            TypeError,
            AttributeError,
            OverflowError,
        ) as error:
            where = f"line {line}: " if line else ""
            raise FormatError(f"{where}not GraphML that can be read: {quoted(str(error)).strip(chr(34))}") from None
    for message in dict.fromkeys(str(warning.message) for warning in caught):
        if not message.startswith(_OF_NO_INTEREST):
            builder.fields.warn(message.rstrip("."))
    return network


def _records(network: nx.Graph[str], found: Survey) -> dict[str, dict[str, Any]]:
    """What is said of each node; what it says itself counts more than how it is drawn."""
    defaults = network.graph.get("node_default", {})
    copies = Copies()
    records: dict[str, dict[str, Any]] = {}
    for id in found.nodes:
        copies.count(len(defaults))
        attributes = network.nodes[id] if id in network else {}
        said = {**defaults, **attributes, **found.texts.get(id, {})}
        records[id] = {
            **said,
            **{k: v for k, v in found.drawn.get(id, {}).items() if said.get(k) in (None, "")},
            "id": id,
        }
    return records


def _moves(network: nx.Graph[str], found: Survey) -> Iterator[AttributedMove]:
    attributes = {(source, target): data for source, target, data in network.edges.data()}
    for source, target, line in found.edges:
        data = attributes.get((str(source), str(target)), {})
        yield AttributedMove(source, target, {key: data[key] for key in data if key not in ("id", "key")}, line)


def write(graph: GameGraph) -> str:
    """The graph as GraphML text.

    Raises
    ------
    FormatError
        If an id has a character that XML cannot hold.
    """
    require_ids_in_xml(graph, "GraphML")
    network = graph.to_networkx()
    _make_flat(network.graph)
    records = [attributes for _, attributes in network.nodes.data()]
    for attributes in records:
        _make_flat(attributes)
    _give_each_key_one_type(records)
    stream = io.BytesIO()
    nx.write_graphml_xml(network, stream)
    return stream.getvalue().decode()


def _make_flat(attributes: dict[str, Any]) -> None:
    """Leave only what GraphML can hold: numbers, and text without control characters."""
    if "score" in attributes:
        attributes["score"] = score_to_json(attributes["score"])
    for key, value in list(attributes.items()):
        if not isinstance(value, str | int | float) or not key or not fits_xml(key):
            del attributes[key]
        elif isinstance(value, str):
            attributes[key] = made_fit_xml(value)


def _give_each_key_one_type(records: list[dict[str, Any]]) -> None:
    """Make the values of a key text where they have several types; not every program takes a key declared twice."""
    types: dict[str, set[type]] = {}
    for record in records:
        for key, value in record.items():
            types.setdefault(key, set()).add(type(value))
    mixed = {key for key, several in types.items() if len(several) > 1}
    for record in records:
        record.update({key: _text(record[key]) for key in record.keys() & mixed})


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


FORMAT = Format(
    name="graphml",
    title="GraphML (.graphml)",
    suffixes=(".graphml",),
    read=read,
    write=write,
    cannot_carry=(
        "lists and objects (known answers among them), control characters, types under a key with values of several "
        "types, and that a graph has no root yet."
    ),
    recognises=lambda text: text.startswith("<") and first_element(text) != "gexf",
    rank=30,
)
