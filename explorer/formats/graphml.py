"""GraphML, read by networkx after a survey for traps and line numbers, and written as networkx writes it.

Of a large text, networkx reads what stands around the nodes and edges alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from explorer.formats.copies import Copies
from explorer.formats.drawn_edges import moves_as_drawn
from explorer.formats.format import Format
from explorer.formats.graphml_columns import graph_by_columns
from explorer.formats.graphml_network import parsed
from explorer.formats.graphml_survey import HEADS, Survey, note_repeated
from explorer.formats.guess import guess_kinds
from explorer.formats.igraph import keys_of_facts
from explorer.formats.rows import text_of
from explorer.formats.told import told
from explorer.formats.xml_text import (
    first_element,
    fits_xml,
    in_attribute,
    in_element,
    made_fit_xml,
    require_ids_in_xml,
    without_declaration,
)
from explorer.model.assemble import Assembled, AttributedMove, Row, assemble_attributed, without_defaults
from explorer.model.builder import GraphBuilder
from explorer.model.convert import graph_record, node_record
from explorer.model.fields import without_nothing
from explorer.model.graph import Convention, GameGraph, Node
from explorer.model.late_networkx import nx
from explorer.model.views import Picked

_HEAD = """<?xml version='1.0' encoding='utf-8'?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"""
_IN_DATA = made_fit_xml.then(in_element)
_NAMES = {str: "string", int: "long", float: "double", bool: "boolean"}
_DRAWN = {(False, True): "", (True, False): "back", (True, True): "both", (False, False): "none"}  # by heads of yEd


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of a GraphML text, and its problems.

    Raises
    ------
    FormatError
        If it is not GraphML, or of an undirected graph, or holds a document type or entities.
    """
    body = without_declaration(text)
    if (plainly := graph_by_columns(body)) is not None:
        return plainly
    builder = GraphBuilder()
    found, network = parsed(body, builder.fields)
    note_repeated(builder.fields, found.repeated)
    top, records = without_defaults(network.graph), _records(network, found, keys_of_facts(body))
    drawn = {id: record for id, record in records.items() if id in found.drawn}
    moves = moves_as_drawn(_moves(network, found), HEADS, builder.fields)
    inner = {str(move.source) for move in moves}
    guess_kinds(drawn, found.shapes, inner, builder, negamax=top.get("convention") == Convention.NEGAMAX)
    rows: Iterator[Row] = ((found.nodes[id], record) for id, record in records.items())
    return assemble_attributed(top, rows, moves, builder)


def _records(network: nx.Graph[str], found: Survey, facts: Collection[str]) -> dict[str, dict[str, Any]]:
    """What is said of each node; what it says itself counts more than how it is drawn."""
    defaults = network.graph.get("node_default", {})
    copies = Copies()
    records: dict[str, dict[str, Any]] = {}
    for id in found.nodes:
        copies.count(len(defaults))
        attributes = network.nodes[id] if id in network else {}
        said = without_nothing({**defaults, **attributes, **found.texts.get(id, {})}, facts)
        records[id] = {
            **said,
            **{k: v for k, v in found.drawn.get(id, {}).items() if said.get(k) in (None, "")},
            "id": id,
        }
    return records


def _moves(network: nx.Graph[str], found: Survey) -> Iterator[tuple[AttributedMove, str]]:
    """The moves, each with how it is drawn."""
    attributes: dict[tuple[str, str], list[dict[str, Any]]] = {}  # of parallel edges in order
    for *ends, data in network.edges.data():
        attributes.setdefault((ends[0], ends[1]), []).append(data)
    for index, (source, target, line) in enumerate(found.edges):
        parallel = attributes.get((str(source), str(target)), [{}])
        data = parallel.pop(0) if len(parallel) > 1 else parallel[0]
        move = AttributedMove(source, target, {key: data[key] for key in data if key not in ("id", "key")}, line)
        yield move, _DRAWN[found.arrows.get(index, (False, True))]


def write(graph: GameGraph) -> str:
    """The graph as GraphML text.

    Raises
    ------
    FormatError
        If an id has a character that XML cannot hold.
    """
    require_ids_in_xml(graph, "GraphML")
    top, said = _flat(graph_record(graph)), told(graph.columns, _record, in_label=_IN_DATA, in_text=_IN_DATA)
    names = in_attribute.of(graph.columns.ids)
    _give_each_key_one_type(said.values)
    keys = _Keys()
    of_graph = keys.data(top, "graph", "    ")
    opened = f' id="{in_attribute(str(top["id"]))}"' if "id" in top else ""
    inside = [keys.data(record, "node", "      ") for record in said.values]
    ends = said.parts([f'">\n{data}    </node>\n' if data else '" />\n' for data in inside])
    body = text_of(len(names), '    <node id="', names, *ends) + _edges(graph, names, keys) + of_graph
    return (
        _HEAD
        + "".join(reversed(keys.lines))
        + f'  <graph edgedefault="directed"{opened}>\n{body}  </graph>\n</graphml>\n'
    )


class _Keys:
    """The keys of values, each declared when it is first used."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._ids: dict[tuple[str, type, str], str] = {}

    def data(self, values: Mapping[str, Any], of: str, indent: str) -> str:
        """The lines of the values of a graph, a node or an edge."""
        return "".join([self._line(key, value, of, indent) for key, value in values.items()])

    def _line(self, key: str, value: Any, of: str, indent: str) -> str:
        id = self._ids.get((key, type(value), of)) or self._declared(key, type(value), of)
        text = in_element(str(value))
        return f'{indent}<data key="{id}">{text}</data>\n' if text else f'{indent}<data key="{id}" />\n'

    def _declared(self, key: str, type: type, of: str) -> str:
        id = self._ids[key, type, of] = f"d{len(self._ids)}"
        name = in_attribute(key)
        self.lines.append(f'  <key id="{id}" for="{of}" attr.name="{name}" attr.type="{_NAMES[type]}" />\n')
        return id


def _edges(graph: GameGraph, names: Sequence[str], keys: _Keys) -> str:
    """The lines of the moves by source; where they stand in another order, each has its index as `order`."""
    sources, targets, order = graph.links.by_source()
    begin = '    <edge source="', Picked(names, sources), '" target="', Picked(names, targets)
    if order is None:
        return text_of(len(sources), *begin, '" />\n')
    before, after = keys.data({"order": 0}, "edge", "      ").split("0<")
    return text_of(len(sources), *begin, f'">\n{before}', order, f"<{after}    </edge>\n")


def _flat(values: Mapping[str, Any]) -> dict[str, Any]:
    """Only what GraphML can hold: numbers, and text without control characters."""
    return {
        key: made_fit_xml(value) if isinstance(value, str) else value
        for key, value in values.items()
        if isinstance(value, str | int | float) and key and fits_xml(key)
    }


def _record(node: Node) -> dict[str, Any]:
    return _flat({key: value for key, value in node_record(node).items() if key != "id"})


def _give_each_key_one_type(records: Collection[dict[str, Any]]) -> None:
    """Make the values of a key text where they have several types; not every program takes a key declared twice.

    Positions are numbers all the same.
    """
    types: dict[str, set[type]] = {}
    for record in records:
        for key, value in record.items():
            types.setdefault(key, set()).add(type(value))
    mixed = {key for key, several in types.items() if len(several) > 1}
    placed = [key for key in ("x", "y") if types.get(key) == {int, float}]
    mixed -= {*placed}
    for record in records:
        record.update({key: float(record[key]) for key in placed if key in record})
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
