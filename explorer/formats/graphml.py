"""GraphML, with the drawings of yEd and yFiles, and as networkx writes it.

yEd writes how a node is drawn as `y:ShapeNode` with `y:Geometry`, `y:NodeLabel` and `y:Shape`; yFiles for HTML, and so
yEd Live, as lists of `y:Label`, a `y:RectD` and a style.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from explorer.formats.format import Format
from explorer.formats.guess import guess_kinds
from explorer.formats.text import DrawnEdge, keys_of_facts, require_few_copies, take_drawn_edges
from explorer.formats.xml_text import (
    XmlElement,
    XmlKey,
    XmlReader,
    XmlValue,
    XmlValues,
    first_element,
    in_attribute,
    in_element,
    writable,
    writable_top,
)
from explorer.intake import Assembled, Intake
from explorer.intake.cells import without_empty_words
from explorer.model.convert import attributed_moves, node_record
from explorer.model.errors import FormatError, quoted
from explorer.model.graph import Convention, GameGraph

_HEADS = {"back": "a head at the source alone", "both": "heads at both ends", "none": "no head"}
_DRAWN = {(False, True): "", (True, False): "back", (True, True): "both", (False, False): "none"}  # by heads of yEd
_DIRECTED = 'edgedefault="directed" in <graph>, or directed="true" in each edge'
_OWNERS = ("node", "edge", "graph", "key", "port")
_LABELS = ("NodeLabel", "EdgeLabel", "Label.Text")
_BOXES = ("Geometry", "RectD")
_SHAPES = ("Shape", "ShapeNodeStyle")

_HEAD = """<?xml version='1.0' encoding='utf-8'?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"""
_NAMES = {str: "string", int: "long", float: "double", bool: "boolean"}


class _Reader(XmlReader):
    """Reader of the first graph of a text, with the defaults of its nodes."""

    def __init__(self, intake: Intake) -> None:
        super().__init__("GraphML", intake)
        self.defaults: XmlValues = {}
        self._keys: dict[str, XmlKey] = {}
        self._unknown: set[str] = set()
        self._owners = [XmlElement("file", 0)]
        self._key = ""  # of the present value
        self._in_value = self._has_parts = False  # whether the reader is within a value, and whether that has elements
        self._in_label = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if self._in_value:
            self._start_drawing_part(name, attributes)
        elif name in ("data", "default"):
            self._key = attributes.get("key", self._key)
            self._in_value, self._has_parts = True, False
            self.text.clear()
        elif name == "node":
            self._open_owner(XmlElement("node", self.line, attributes.get("id")), self.nodes)
        elif name == "edge":
            self._start_edge(attributes)
        elif name == "graph":
            self._start_graph(attributes)
        elif name == "key":
            self._declare_key(attributes)
        elif name == "port":
            self._open_owner(XmlElement("port", self.line))
        elif name == "hyperedge":
            raise FormatError(f"line {self.line}: a hyperedge; moves have two ends, write edges instead")

    def end(self, name: str) -> None:
        if self._in_label and name in _LABELS:
            self._end_label()
        elif self._in_value:
            if name in ("data", "default"):
                self._end_value()
        elif name in _OWNERS:
            self._owners.pop()

    def _open_owner(self, owner: XmlElement, among: list[XmlElement] | None = None) -> None:
        self._owners.append(owner)
        if among is not None and not self.is_over:
            among.append(owner)

    def _declare_key(self, attributes: Mapping[str, str]) -> None:
        self._key = id = attributes.get("id", "")
        self._keys[id] = XmlKey(attributes.get("attr.name", id), attributes.get("attr.type", "string"))
        if "yfiles.type" in attributes:
            self._keys[id] = XmlKey(attributes["yfiles.type"], "string")
        self._open_owner(
            XmlElement("key", self.line, id, values=self.defaults if attributes.get("for") == "node" else {})
        )

    def _start_graph(self, attributes: Mapping[str, str]) -> None:
        graph = XmlElement("graph", self.line)
        if self.depth > 2:
            self.warn_of_nested_nodes()
        elif self.is_first_graph():
            self.top, self.direction = graph.values, attributes.get("edgedefault", "")
        self._open_owner(graph)

    def _start_edge(self, attributes: Mapping[str, str]) -> None:
        edge = XmlElement("edge", self.line, attributes.get("source"), attributes.get("target"))
        if attributes.get("directed", self.direction) not in ("directed", "true", "1"):
            raise self.direction_error(edge, _DIRECTED)
        self._open_owner(edge, self.edges)

    def _end_value(self) -> None:
        self._in_value = False
        owner, key = self._owners[-1], self._keys.get(self._key)
        if self._has_parts or owner.kind in ("file", "port"):
            return
        if key is None:
            if self._key not in self._unknown:
                message = f"there is no key {quoted(self._key)}; its values were left out, declare it with <key>"
                self.intake.fields.error(message, line=self.line)
                self._unknown.add(self._key)
            return
        if key.name in owner.values and owner.kind != "key":
            message = f"{owner} has {quoted(key.name)} more than once; kept the last"
            self.intake.fields.warn(message, line=self.line)
        value = self.value(key.type, owner, is_kept=owner.kind == "node") if key.type != "string" else None
        if key.type == "string" or value is not None:
            owner.values[key.name] = "".join(self.text) if value is None else value

    # ---- drawings

    def _start_drawing_part(self, name: str, attributes: Mapping[str, str]) -> None:
        """Take an XML element within a value; keep it if it draws a node or an edge."""
        self._has_parts = True
        owner = self._owners[-1]
        if self._in_label:  # elements after the text are about its look
            self._end_label()
        if owner.kind not in ("node", "edge"):
            return
        owner.drawing = drawn = {} if owner.drawing is None else owner.drawing
        if name in _LABELS and "label" not in drawn:
            self._in_label = True
            self.text.clear()
        elif name == "Label" and "Text" in attributes:
            drawn.setdefault("label", attributes["Text"])
        elif name in _BOXES:
            owner.drawing = _rectangle_middle({key.lower(): value for key, value in attributes.items()}) | drawn
        elif name in _SHAPES:
            said = attributes.get("type") or attributes.get("shape") or "rectangle"
            drawn.setdefault("shape", said.lower().replace("_", ""))
        elif name == "Arrows":
            owner.heads = attributes.get("source", "none") != "none", attributes.get("target", "none") != "none"

    def _end_label(self) -> None:
        self._in_label = False
        if (drawn := self._owners[-1].drawing) is not None:
            drawn.setdefault("label", "".join(self.text).strip())


def _rectangle_middle(corner: Mapping[str, str]) -> XmlValues:
    """Return the middle of a rectangle by its corner and size; {} if a number is none."""
    try:
        x, y, width, height = (float(corner.get(key, "0")) for key in ("x", "y", "width", "height"))
    except ValueError:
        return {}
    return {"x": x + width / 2, "y": y + height / 2}


def read(text: str, companion: str | None = None) -> Assembled:
    """Return the good part of a GraphML text, and its problems.

    Raises
    ------
    FormatError
        If it is not GraphML, or of an undirected graph, or holds a document type or entities.
    """
    blanks = keys_of_facts(text)
    intake = Intake(blanks=blanks)
    reader = _Reader(intake)
    reader.parse(text)
    sources = take_drawn_edges(map(_edge_with_drawn_name, reader.edges), _HEADS, intake)
    require_few_copies(len(reader.defaults) * len(reader.nodes))
    records = [_record_of_node(node, reader.defaults, blanks) for node in reader.nodes]
    _guess_drawn_kinds(reader, records, sources)
    for node, record in zip(reader.nodes, records, strict=True):
        intake.node(record, node.line)
    return intake.finish(reader.top)


def _edge_with_drawn_name(edge: XmlElement) -> DrawnEdge:
    """Return an edge with the name in its drawing, if it has one there."""
    said = {key: value for key, value in edge.values.items() if key not in ("id", "key")}
    if edge.drawing and edge.drawing.get("label"):
        said.setdefault("label", edge.drawing["label"])
    return edge.id, edge.target, said, edge.line, _DRAWN[edge.heads]


def _guess_drawn_kinds(reader: _Reader, records: Sequence[XmlValues], inner: Collection[str]) -> None:
    """Guess the kinds of nodes from yEd's or yFiles' drawings, and add them to their records."""
    pairs = zip(reader.nodes, records, strict=True)
    if drawn := {str(node.id): record for node, record in pairs if node.drawing is not None}:
        shapes = {
            str(node.id): node.drawing["shape"] for node in reader.nodes if node.drawing and "shape" in node.drawing
        }
        is_negamax = reader.top.get("convention") == Convention.NEGAMAX
        guess_kinds(drawn, shapes, inner, reader.intake.fields, negamax=is_negamax)


def _record_of_node(node: XmlElement, defaults: Mapping[str, Any], blanks: Collection[str]) -> XmlValues:
    """Return the record of a node, whose own values count more than its drawing."""
    record = without_empty_words({**defaults, **node.values}, blanks)
    for key, value in (node.drawing or {}).items():
        if key != "shape" and record.get(key) in (None, ""):
            record[key] = value
    record["id"] = node.id
    return record


# ---- writing


def write(graph: GameGraph) -> str:
    """Return the graph as GraphML text.

    Raises
    ------
    FormatError
        If an id has a character that XML cannot hold.
    """
    top = writable_top(graph, "GraphML")
    nodes = [writable(node_record(node)) for node in graph.nodes]
    edges = [(source, target, writable(said)) for source, target, said in attributed_moves(graph)]
    keys = _Keys({"graph": [top], "node": nodes, "edge": [said for *_, said in edges]})
    lines = [_HEAD, *keys.declarations(), '  <graph edgedefault="directed">\n']
    for record in nodes:
        lines.append(f'    <node id="{in_attribute(str(record.pop("id")))}">{keys.data(record, "node")}</node>\n')
    for source, target, said in edges:
        ends = f'source="{in_attribute(source)}" target="{in_attribute(target)}"'
        lines.append(f"    <edge {ends}>{keys.data(said, 'edge')}</edge>\n")
    return "".join((*lines, keys.data(top, "graph"), "  </graph>\n</graphml>\n"))


class _Keys:
    """Keys of values, each declared once: one with values of several types is text, a position a number."""

    def __init__(self, records: Mapping[str, Iterable[Mapping[str, XmlValue]]]) -> None:
        types: dict[tuple[str, str], set[type]] = {}
        for of, some in records.items():
            for record in some:
                for key, value in record.items():
                    types.setdefault((of, key), set()).add(type(value))
        types.pop(("node", "id"), None)
        self._types = {
            owner: found.pop() if len(found) == 1 else float if owner[1] in ("x", "y") else str
            for owner, found in types.items()
        }
        self._ids = {owner: f"d{number}" for number, owner in enumerate(self._types)}

    def declarations(self) -> list[str]:
        """Return the lines that declare the keys."""
        typed = [(of, key, id, _NAMES[self._types[of, key]]) for (of, key), id in self._ids.items()]
        return [
            f'  <key id="{id}" for="{of}" attr.name="{in_attribute(key)}" attr.type="{type}" />\n'
            for of, key, id, type in typed
        ]

    def data(self, record: Mapping[str, XmlValue], of: str) -> str:
        """Return the elements of the values of a graph, a node or an edge."""
        return "".join(
            [
                f'<data key="{self._ids[of, key]}">{in_element(_value_text(value, self._types[of, key]))}</data>'
                for key, value in record.items()
            ]
        )


def _value_text(value: XmlValue, type: type) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(float(value)) if type is float else str(value)


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
