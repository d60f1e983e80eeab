"""GEXF, the format of Gephi.

GEXF has no attributes of a graph but its name and description, so root, convention and unknown keys stand in elements
of a namespace of their own, which other programs pass over.  Places are those of its `viz` module.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from explorer.formats.copies import Copies
from explorer.formats.format import Format
from explorer.formats.xml_text import (
    Value,
    XmlReader,
    first_element,
    in_attribute,
    in_element,
    made_fit_xml,
    require_ids_in_xml,
    writable,
)
from explorer.model.convert import graph_record, node_record
from explorer.model.errors import FormatError, quoted
from explorer.model.fields import FACTS
from explorer.model.graph import GameGraph, Node
from explorer.model.intake import Assembled, Intake

_NODE_PARTS = {"id", "label", "pid", "start", "end", "startopen", "endopen"}
_EDGE_PARTS = {"id", "source", "target", "type", "start", "end", "startopen", "endopen"}
_CONTAINERS = ("nodes", "edges", "attvalues")
_IN_META = ("creator", "description", "keywords")
_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" xmlns:viz="http://gexf.net/1.3/viz" xmlns:game="urn:game-graph-explorer" \
version="1.3">
"""


class _Attribute(NamedTuple):
    """What an attribute is called, and the type of its values."""

    name: str
    type: str


class _Owner(NamedTuple):
    """A node or an edge that is open: its class, its id or its ends, and what it says."""

    kind: str
    names: tuple[str | None, ...]
    record: dict[str, Any]

    @property
    def words(self) -> str:
        named = " → ".join(map(quoted, self.names))
        return f"node {named}" if self.kind == "node" else f"the move {named}"


class _Reader(XmlReader):
    """Hands the nodes and edges of the first graph of a text to an intake.

    Attributes
    ----------
    has_graph : whether there is one.
    top : what is said of it.
    """

    def __init__(self, intake: Intake) -> None:
        super().__init__("GEXF", intake.fields)
        self.has_graph = False
        self.top: dict[str, Any] = {}
        self._intake = intake
        self._graphs = self._edges = 0
        self._direction = "undirected"  # of edges that do not say theirs
        self._undirected: int | None = None  # line of the first such edge
        self._unused: dict[str, None] = {}
        self._declared: dict[tuple[str, str], _Attribute] = {}
        self._defaults: dict[str, dict[str, Any]] = {"node": {}, "edge": {}}
        self._copies = Copies()
        self._class = ""  # of the attributes that are being declared
        self._attribute: _Attribute | None = None
        self._owners: list[_Owner] = []
        self._value: _Attribute | None = None  # of the graph, that is being read

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if self._graphs == 1 and not (name == "graph" and self.depth == 2):
            self._in_graph(name, attributes)
        elif name == "graph" and self.depth == 2:
            self._graph(attributes)
        elif name == "value" and self._graphs == 0:
            self._value = _Attribute(attributes.get("key", ""), attributes.get("type", "string"))
            self.text.clear()
        elif name in _IN_META:
            self.text.clear()

    def end(self, name: str) -> None:
        if self._owners and self._owners[-1].kind == name:
            self._owners.pop()
        elif name == "default" and self._graphs == 1 and self._attribute is not None:
            self._default("".join(self.text), self._attribute)
        elif self._graphs == 0 and name == "value" and self._value is not None:
            key, type = self._value
            self.top[key] = self.value("".join(self.text), type, f"the graph's {quoted(key)}")
        elif self._graphs == 0 and name == "description":
            self.top.setdefault("description", "".join(self.text))

    def finish(self) -> None:
        """Note what was left out; refuses what is undirected."""
        if not self.has_graph:
            raise FormatError("expected GEXF with an element <graph> in <gexf>, got none")
        if self._undirected is not None or (not self._edges and self._direction != "directed"):
            where = f"line {self._undirected}: " if self._undirected is not None else ""
            raise FormatError(
                f'{where}a game graph is directed; write defaultedgetype="directed", and no type="undirected"'
            )
        if self._unused:
            names = ", ".join(islice(self._unused, 10))
            self.fields.warn(f"of nodes and edges these elements were left out: {names}"[:200])

    def _graph(self, attributes: Mapping[str, str]) -> None:
        self._graphs += 1
        if self._graphs > 1:
            if self._graphs == 2:
                self.fields.warn("the file has more than one graph; only the first was read", line=self.line)
            return
        self.has_graph = True
        self.top["name"] = attributes.get("name", "")
        self._direction = attributes.get("defaultedgetype", "undirected")
        if attributes.get("mode") == "dynamic":
            self.fields.warn("the graph changes over time; of each value the last was read", line=self.line)

    def _in_graph(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "attvalue" and self._owners:
            self._attvalue(attributes)
        elif name == "node":
            self._node(attributes)
        elif name == "edge":
            self._edge(attributes)
        elif name == "position" and self._owners:
            self._position(attributes)
        elif name == "attributes":
            self._class = attributes.get("class", "")
        elif name == "attribute":
            id = attributes.get("id", "")
            self._attribute = _Attribute(attributes.get("title", "") or id, attributes.get("type", "string"))
            self._declared[self._class, id] = self._attribute
        elif name == "default":
            self.text.clear()
        elif self._owners and name not in _CONTAINERS:
            self._unused[name] = None

    def _node(self, attributes: Mapping[str, str]) -> None:
        if self._owners:
            self.fields.warn("nodes stand within nodes; they were read without this order", line=self.line)
        id = attributes.get("id")
        record: dict[str, Any] = self._copied_defaults("node") | {"id": id}
        if attributes.get("label", id) != id:
            record["label"] = attributes["label"]
        self._intake.node(record, self.line)
        self._owners.append(_Owner("node", (id,), record))
        if unused := [name for name in attributes if name not in _NODE_PARTS and not name.startswith("xmlns")]:
            self.fields.warn(f"{self._owners[-1].words}: left out {', '.join(unused)}"[:200], line=self.line)

    def _edge(self, attributes: Mapping[str, str]) -> None:
        source, target = attributes.get("source"), attributes.get("target")
        direction = attributes.get("type", self._direction)
        if direction not in ("directed", "mutual") and self._undirected is None:
            self._undirected = self.line
        said = {key: value for key, value in attributes.items() if key not in _EDGE_PARTS}
        record = self._copied_defaults("edge") | said
        self._edges += 1
        self._intake.move(source, target, record, self.line)
        if direction == "mutual":
            self._intake.move(target, source, line=self.line)
        self._owners.append(_Owner("edge", (source, target), record))

    def _copied_defaults(self, of: str) -> dict[str, Any]:
        """A copy of what holds for nodes or edges that say nothing else; a short text can ask for very many."""
        self._copies.count(len(self._defaults[of]))
        return dict(self._defaults[of])

    def _attvalue(self, attributes: Mapping[str, str]) -> None:
        owner = self._owners[-1]
        key = attributes.get("for", attributes.get("id", ""))
        if (declared := self._declared.get((owner.kind, key))) is None:
            message = (
                f"{owner.words} has a value for the attribute {quoted(key)}, which is not declared; it was left out"
            )
            self.fields.error(message, line=self.line)
        elif declared.name != "id":
            owner.record[declared.name] = self.value(attributes.get("value", ""), declared.type, owner.words)

    def _position(self, attributes: Mapping[str, str]) -> None:
        """Note the place of a node; y goes upwards in GEXF."""
        record = self._owners[-1].record
        x, y = attributes.get("x", ""), attributes.get("y", "")
        record.setdefault("x", x)
        record.setdefault("y", y[1:] if y.startswith("-") else f"-{y}")

    def _default(self, text: str, attribute: _Attribute) -> None:
        if self._class in self._defaults:
            value = self.value(text, attribute.type, f"attribute {quoted(attribute.name)}")
            self._defaults[self._class][attribute.name] = value


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of a GEXF text, and its problems.

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
    reader.finish()
    return intake.finish(reader.top)


# ---- writing


def write(graph: GameGraph) -> str:
    """The graph as GEXF text.

    Raises
    ------
    FormatError
        If an id has a character that XML cannot hold.
    """
    require_ids_in_xml(graph, "GEXF")
    declared = _Declared()
    nodes, edges = [*_nodes(graph, declared)], [*_edges(graph)]
    name = f' name="{in_attribute(made_fit_xml(graph.name))}"' if graph.name else ""
    parts = [_HEAD, *_meta(graph), f'  <graph defaultedgetype="directed" mode="static"{name}>\n', *declared.lines()]
    for of, lines in (("nodes", nodes), ("edges", edges)):
        parts += [f"    <{of}>\n", *lines, f"    </{of}>\n"] if lines else [f"    <{of} />\n"]
    return "".join((*parts, "  </graph>\n</gexf>\n"))


def _meta(graph: GameGraph) -> Iterator[str]:
    """The element that describes the file, with all that is said of the graph."""
    yield "  <meta>\n    <creator>Game Graph Explorer</creator>\n"
    if graph.description:
        yield f"    <description>{in_element(made_fit_xml(graph.description))}</description>\n"
    said = graph_record(graph) | {"root": graph.root}
    if graph.score_range is not None:
        said["range"] = "..".join(map(str, graph.score_range))
    for key, value in writable({key: said[key] for key in said if key not in ("name", "description")}).items():
        type, text = _typed(value)
        begin = f'    <game:value key="{in_attribute(key)}" type="{type}"'
        yield f"{begin}>{in_element(text)}</game:value>\n" if text else f"{begin} />\n"
    yield "  </meta>\n"


class _Declared:
    """The attributes of nodes, each declared when it is first used."""

    def __init__(self) -> None:
        self._ids: dict[tuple[str, str], str] = {}

    def id(self, title: str, type: str) -> str:
        """The id of an attribute with this title and type."""
        return self._ids.setdefault((title, type), str(len(self._ids)))

    def lines(self) -> Iterator[str]:
        """The elements that declare them."""
        if not self._ids:
            yield '    <attributes class="node" mode="static" />\n'
            return
        yield '    <attributes class="node" mode="static">\n'
        for (title, type), id in self._ids.items():
            yield f'      <attribute id="{id}" title="{in_attribute(title)}" type="{type}" />\n'
        yield "    </attributes>\n"


def _nodes(graph: GameGraph, declared: _Declared) -> Iterator[str]:
    for node in graph.nodes:
        label = in_attribute(made_fit_xml(node.name))
        begin = f'      <node id="{in_attribute(node.id)}" label="{label}"'
        inner = _inside(node, declared)
        yield f"{begin}>\n{inner}      </node>\n" if inner else f"{begin} />\n"


def _inside(node: Node, declared: _Declared) -> str:
    """The elements in that of a node."""
    record = node_record(node)
    values = writable({key: value for key, value in record.items() if key not in ("id", "label", "x", "y")})
    if node.label is not None and (label := made_fit_xml(node.name)) == node.id:  # elsewhere such a label is none
        values["label"] = label
    typed = [(declared.id(key, type), text) for key, value in values.items() for type, text in (_typed(value),)]
    inner = "".join([f'          <attvalue for="{id}" value="{in_attribute(text)}" />\n' for id, text in typed])
    if inner:
        inner = f"        <attvalues>\n{inner}        </attvalues>\n"
    if node.x is not None and node.y is not None:
        inner += f'        <viz:position x="{node.x!r}" y="{0.0 - node.y!r}" z="0.0" />\n'
    return inner


def _edges(graph: GameGraph) -> Iterator[str]:
    for number, (source, target) in enumerate(graph.moves):
        ends = f'source="{in_attribute(source)}" target="{in_attribute(target)}"'
        name = graph.move_names.get((source, target))
        label = "" if name is None else f' label="{in_attribute(made_fit_xml(name))}"'
        yield f'      <edge id="{number}" {ends}{label} />\n'


def _typed(value: Value) -> tuple[str, str]:
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
