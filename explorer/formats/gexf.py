"""GEXF, the format of Gephi.

GEXF has no attributes of a graph but its name and description, so root, convention and unknown keys stand in elements
of a namespace of their own, which other programs pass over.  Places are those of its `viz` module, upwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from explorer.formats.format import Format
from explorer.formats.text import require_few_copies
from explorer.formats.xml_text import (
    XmlElement,
    XmlKey,
    XmlReader,
    XmlValue,
    XmlValues,
    first_element,
    in_attribute,
    in_element,
    without_odd_characters,
    writable,
    writable_top,
)
from explorer.intake import Assembled, Intake
from explorer.intake.cells import FACTS
from explorer.model.convert import node_record
from explorer.model.errors import FormatError, quoted
from explorer.model.graph import GameGraph, Node
from explorer.model.node import PROGRESS

_DIRECTED = 'defaultedgetype="directed" in <graph>, and no type="undirected"'
_EDGE_PARTS = {"id", "source", "target", "type", "start", "end", "startopen", "endopen"}
_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" xmlns:viz="http://gexf.net/1.3/viz" xmlns:game="urn:game-graph-explorer" \
version="1.3">
"""


class _Reader(XmlReader):
    """Reader of the first graph of a text, with the defaults of its nodes and edges."""

    def __init__(self, intake: Intake) -> None:
        super().__init__("GEXF", intake)
        self.defaults: dict[str, XmlValues] = {"node": {}, "edge": {}}
        self._attributes: dict[tuple[str, str], XmlKey] = {}
        self._class = ""  # of the attributes in the present declarations
        self._attribute = XmlKey("", "")  # the present declaration, or value of the graph
        self._owners: list[XmlElement] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.text.clear()
        if name == "graph" and self.depth == 2:
            self._start_graph(attributes)
        elif self.is_over:
            return
        elif name == "node":
            self._start_node(attributes)
        elif name == "edge":
            self._start_edge(attributes)
        elif name == "attvalue" and self._owners:
            self._take_value(attributes)
        elif name == "position" and self._owners:
            self._take_position(attributes)
        elif name == "attributes":
            self._class = attributes.get("class", "")
        elif name == "attribute":
            id = attributes.get("id", "")
            self._attribute = XmlKey(attributes.get("title", "") or id, attributes.get("type", "string"))
            self._attributes[self._class, id] = self._attribute
        elif name == "value":
            self._attribute = XmlKey(attributes.get("key", ""), attributes.get("type", "string"))

    def end(self, name: str) -> None:
        key, type = self._attribute
        if self._owners and self._owners[-1].kind == name:
            self._owners.pop()
        elif self._owners or self.is_over:
            return
        elif name == "default" and self._class in self.defaults:
            self.defaults[self._class][key] = self.value(type, f"attribute {quoted(key)}")
        elif name == "value":
            self.top[key] = self.value(type, f"the graph's {quoted(key)}")
        elif name == "description":
            self.top.setdefault("description", "".join(self.text))

    def _start_graph(self, attributes: Mapping[str, str]) -> None:
        if self.is_first_graph():
            self.top["name"] = attributes.get("name", "")
            self.direction = attributes.get("defaultedgetype", "undirected")
            if attributes.get("mode") == "dynamic":
                said = "the graph changes over time; of each value the last was read"
                self.intake.fields.warn(said, line=self.line)

    def _start_node(self, attributes: Mapping[str, str]) -> None:
        if self._owners:
            self.warn_of_nested_nodes()
        id, label = attributes.get("id"), attributes.get("label")
        said = {"id": id} if label in (None, id) else {"id": id, "label": label}
        node = XmlElement("node", self.line, id, values=said)
        self.nodes.append(node)
        self._owners.append(node)

    def _start_edge(self, attributes: Mapping[str, str]) -> None:
        direction = attributes.get("type", self.direction)
        said = {key: value for key, value in attributes.items() if key not in _EDGE_PARTS}
        edge = XmlElement("edge", self.line, attributes.get("source"), attributes.get("target"), said)
        if direction not in ("directed", "mutual"):
            raise self.direction_error(edge, _DIRECTED)
        self.edges.append(edge)
        if direction == "mutual":
            self.edges.append(XmlElement("edge", self.line, edge.target, edge.id))
        self._owners.append(edge)

    def _take_value(self, attributes: Mapping[str, str]) -> None:
        owner = self._owners[-1]
        key = attributes.get("for", attributes.get("id", ""))
        if (declared := self._attributes.get((owner.kind, key))) is None:
            message = f"{owner} has a value for the attribute {quoted(key)}, which is not declared"
            self.intake.fields.error(f"{message}; it was left out", line=self.line)
        elif declared.name != "id":
            owner.values[declared.name] = self.parse_value(attributes.get("value", ""), declared.type, owner)

    def _take_position(self, attributes: Mapping[str, str]) -> None:
        x, y = attributes.get("x", ""), attributes.get("y", "")
        place = {"x": x, "y": y[1:] if y.startswith("-") else f"-{y}"}
        self._owners[-1].values.update(place | self._owners[-1].values)


def read(text: str, companion: str | None = None) -> Assembled:
    """Return the good part of a GEXF text, and its problems.

    Raises
    ------
    FormatError
        If it is not GEXF, or of an undirected graph, or holds a document type or entities.
    """
    intake = Intake(blanks=FACTS)
    reader = _Reader(intake)
    reader.parse(text)
    if first_element(text) != "gexf":
        raise FormatError("expected GEXF with an element <graph> in <gexf>, got none")
    of_nodes, of_edges = reader.defaults["node"], reader.defaults["edge"]
    require_few_copies(len(of_nodes) * len(reader.nodes) + len(of_edges) * len(reader.edges))
    for node in reader.nodes:
        intake.node({**of_nodes, **node.values}, node.line)
    for edge in reader.edges:
        intake.move(edge.id, edge.target, {**of_edges, **edge.values} or None, edge.line)
    return intake.finish(reader.top)


# ---- writing

_MARKS = (
    '    <attributes class="edge" mode="static">\n'
    f'      <attribute id="{PROGRESS}" title="{PROGRESS}" type="boolean" />\n    </attributes>\n'
)
_MARK = f'<attvalues><attvalue for="{PROGRESS}" value="true" /></attvalues>'


def write(graph: GameGraph) -> str:
    """Return the graph as GEXF text.

    Raises
    ------
    FormatError
        If an id has a character that XML cannot hold.
    """
    top = writable_top(graph, "GEXF")
    name = f' name="{in_attribute(str(top.pop("name")))}"' if "name" in top else ""
    ids: dict[XmlKey, str] = {}
    nodes = [_node_element(node, ids) for node in graph.nodes]  # which fills `ids`
    lines = [_HEAD, _meta_element(top), f'  <graph defaultedgetype="directed" mode="static"{name}>\n']
    lines.append('    <attributes class="node" mode="static">\n')
    for (title, type), id in ids.items():
        lines.append(f'      <attribute id="{id}" title="{in_attribute(title)}" type="{type}" />\n')
    lines += ["    </attributes>\n", *([_MARKS] if graph.progress else []), "    <nodes>\n", *nodes]
    lines.append("    </nodes>\n    <edges>\n")
    for number, (source, target) in enumerate(graph.moves):
        ends = f'source="{in_attribute(source)}" target="{in_attribute(target)}"'
        said = graph.move_names.get((source, target))
        label = "" if said is None else f' label="{in_attribute(without_odd_characters(said))}"'
        mark = f">{_MARK}</edge>" if (source, target) in graph.progress else " />"
        lines.append(f'      <edge id="{number}" {ends}{label}{mark}\n')
    return "".join((*lines, "    </edges>\n  </graph>\n</gexf>\n"))


def _meta_element(top: XmlValues) -> str:
    """Return the element that describes the file, with all attributes of the graph."""
    lines = []
    if "description" in top:
        lines.append(f"    <description>{in_element(str(top.pop('description')))}</description>")
    for key, value in top.items():
        type, text = _type_and_text(value)
        lines.append(f'    <game:value key="{in_attribute(key)}" type="{type}">{in_element(text)}</game:value>')
    return "\n".join(("  <meta>", "    <creator>Game Graph Explorer</creator>", *lines, "  </meta>", ""))


def _node_element(node: Node, ids: dict[XmlKey, str]) -> str:
    """Return the element of a node; attributes without an id get a new one in `ids`."""
    record: dict[str, Any] = node_record(node)
    values = writable({key: value for key, value in record.items() if key not in ("id", "label", "x", "y")})
    label = without_odd_characters(node.name)
    if node.label is not None and label == node.id:  # elsewhere such a label is none
        values["label"] = label
    inner = ""
    for key, value in values.items():
        type, text = _type_and_text(value)
        id = ids.setdefault(XmlKey(key, type), str(len(ids)))
        inner += f'<attvalue for="{id}" value="{in_attribute(text)}" />'
    inner = f"<attvalues>{inner}</attvalues>" if inner else ""
    if node.x is not None and node.y is not None:
        inner += f'<viz:position x="{node.x!r}" y="{0.0 - node.y!r}" z="0.0" />'
    return f'      <node id="{in_attribute(node.id)}" label="{in_attribute(label)}">{inner}</node>\n'


def _type_and_text(value: XmlValue) -> tuple[str, str]:
    """Return the type of a value in GEXF, and the value as text; numbers past 64 bits are text."""
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
