"""GraphML, with the drawings of yEd and yFiles, and as networkx writes it.

yEd writes how a node is drawn as `y:ShapeNode` with `y:Geometry`, `y:NodeLabel` and `y:Shape`; yFiles for HTML, and so
yEd Live, as lists of `y:Label`, a `y:RectD` and a style.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from explorer.formats.copies import Copies
from explorer.formats.drawn_edges import DrawnEdges
from explorer.formats.format import Format
from explorer.formats.guess import guess_kinds
from explorer.formats.igraph import keys_of_facts
from explorer.formats.xml_text import (
    Value,
    XmlReader,
    first_element,
    in_attribute,
    in_element,
    require_ids_in_xml,
    writable,
)
from explorer.model.convert import attributed_moves, graph_record, node_record
from explorer.model.errors import FormatError, quoted
from explorer.model.fields import without_nothing
from explorer.model.graph import Convention, GameGraph
from explorer.model.intake import MAX_NODES, Assembled, Intake
from explorer.model.words import counted

HEADS = {"back": "a head at the source alone", "both": "heads at both ends", "none": "no head"}
"""How edges are drawn by yEd, where it is not in the usual way."""

_HEAD = """<?xml version='1.0' encoding='utf-8'?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"""
_NAMES = {str: "string", int: "long", float: "double", bool: "boolean"}
_DRAWN = {(False, True): "", (True, False): "back", (True, True): "both", (False, False): "none"}  # by heads of yEd
_OWNERS = ("node", "edge", "graph", "key", "port")
_LABELS = ("NodeLabel", "EdgeLabel", "Label.Text")
_BOXES = ("Geometry", "RectD")
_SHAPES = ("Shape", "ShapeNodeStyle")


class _Key(NamedTuple):
    """What a key of values stands for, and the type of these."""

    name: str
    type: str


@dataclass(slots=True)
class _Owner:
    """An element that is open and has values.

    Attributes
    ----------
    kind : key, graph, node, edge or port.
    values : its own.
    drawn : labels and positions with which it is drawn, if it is, under the keys of the model.
    shape, heads : how it is drawn: its shape, and whether there is a head at the source, and at the target.
    is_undirected : whether it is a graph whose edges have no direction unless they say one.
    """

    kind: str
    line: int
    values: dict[str, Any]
    id: str | None = None
    target: str | None = None
    drawn: dict[str, Any] | None = None
    shape: str = ""
    heads: tuple[bool, bool] = (False, True)
    is_undirected: bool = False

    @property
    def words(self) -> str:
        match self.kind:
            case "node":
                return f"node {quoted(self.id)}"
            case "edge":
                return f"the move {quoted(self.id)} → {quoted(self.target)}"
            case "key":
                return f"the default of key {quoted(self.id)}"
        return {"graph": "the graph", "port": "a port"}.get(self.kind, "the file")


class _Reader(XmlReader):
    """What is said in a text of its first graph.

    Attributes
    ----------
    nodes : by id.
    edges : in order.
    top : what is said of the graph.
    """

    def __init__(self, intake: Intake) -> None:
        super().__init__("GraphML", intake.fields)
        self.nodes: dict[str, _Owner] = {}
        self.edges: list[_Owner] = []
        self.top: dict[str, Any] = {}
        self.defaults: dict[str, Any] = {}
        self.graph_line = 0
        self.undirected: _Owner | None = None  # the first edge that has no direction
        self.has_directions = False  # whether edges say one where the graph does not
        self.is_undirected = False
        self._keys: dict[str, _Key] = {}
        self._late: list[tuple[_Owner, str, str, int]] = []  # values whose keys are declared behind them
        self._owners = [_Owner("file", 0, {})]
        self._graphs = self._ports = 0
        self._has_groups = False
        self._key = ""  # of the value that is being read
        self._in_value = self._has_parts = False  # whether a value is being read, and elements within it
        self._in_label = False
        self._seen: set[str] = set()  # keys of values of the element that began last

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if self._in_value and name != "default":
            self._part(name, attributes)
        elif name == "data":
            self._data(attributes.get("key", ""))
        elif name == "default":
            self._begin_value(self._key)
        elif name == "node":
            self._node(attributes.get("id", ""))
        elif name == "edge":
            self._edge(attributes)
        elif name == "graph":
            self._graph(attributes)
        elif name == "key":
            self._declare(attributes)
        elif name == "port":
            self._ports += 1
            self._owners.append(_Owner("port", self.line, {}))
        elif name == "hyperedge":
            raise FormatError(f"line {self.line}: a hyperedge; moves have two ends, write edges instead")

    def end(self, name: str) -> None:
        if self._in_label and name in _LABELS:
            self._end_label()
        elif name in ("data", "default"):
            self._end_value(name)
        elif name in _OWNERS and not self._in_value:
            self._owners.pop()
            self._seen.clear()

    def _declare(self, attributes: Mapping[str, str]) -> None:
        id = attributes.get("id", "")
        if id in self._keys:
            self.fields.warn(f"two keys have the id {quoted(id)}; kept the last", line=self.line)
        self._keys[id] = _Key(attributes.get("attr.name", id), attributes.get("attr.type", "string"))
        if "yfiles.type" in attributes:
            self._keys[id] = _Key(attributes["yfiles.type"], "string")
        self._key = id
        values = self.defaults if attributes.get("for") == "node" else {}
        self._owners.append(_Owner("key", self.line, values, id))

    def _graph(self, attributes: Mapping[str, str]) -> None:
        is_undirected = attributes.get("edgedefault") != "directed"
        values: dict[str, Any] = {}
        if self.depth == 2:
            self._graphs += 1
            if self._graphs == 1:
                self.graph_line, self.is_undirected, values = self.line, is_undirected, self.top
            elif self._graphs == 2:
                self.fields.warn("the file has more than one graph; only the first was read", line=self.line)
        elif self._graphs == 1 and not self._has_groups:
            self._has_groups = True
            self.fields.warn("nodes stand within nodes; they were read without this order", line=self.line)
        self._owners.append(_Owner("graph", self.line, values, is_undirected=is_undirected))

    def _node(self, id: str) -> None:
        node = _Owner("node", self.line, {}, id)
        if self._graphs == 1 and id in self.nodes:
            message = f"two nodes have the id {quoted(id)}; they were made one, rename one"
            self.fields.error(message, node=id, line=self.line)
            node = self.nodes[id]
        elif self._graphs == 1:
            if len(self.nodes) == MAX_NODES:
                raise FormatError(f"the graph has more than {MAX_NODES:,} nodes, the most that are read")
            self.nodes[id] = node
        self._owners.append(node)

    def _edge(self, attributes: Mapping[str, str]) -> None:
        edge = _Owner("edge", self.line, {}, attributes.get("source"), attributes.get("target"))
        directed = attributes.get("directed")
        if self._graphs == 1:
            if directed in ("false", "0"):
                message = f'a game graph is directed, but {_said_of(edge)} has directed="{directed}"'
                raise FormatError(f"line {self.line}: {message}")
            if self._owners[-1].is_undirected:
                self.has_directions |= directed in ("true", "1")
                if directed not in ("true", "1"):
                    self.undirected = self.undirected or edge
            self.edges.append(edge)
        self._owners.append(edge)

    # ---- values

    def _begin_value(self, key: str) -> None:
        self._key = key
        self.text.clear()
        self._in_value, self._has_parts = True, False

    def _data(self, key: str) -> None:
        if key in self._seen:
            words = self._owners[-1].words
            self.fields.warn(f"{words} has the key {quoted(key)} more than once; kept the last", line=self.line)
        self._seen.add(key)
        self._begin_value(key)

    def _end_value(self, name: str) -> None:
        if not self._in_value:
            return
        self._in_value = False
        owner, key = self._owners[-1], self._key
        if self._has_parts or owner.kind in ("file", "port"):
            return
        text = "".join(self.text)
        if key in self._keys:
            self._set(owner, self._keys[key], text)
        else:
            self._late.append((owner, key, text, self.line))

    def _set(self, owner: _Owner, key: _Key, text: str) -> None:
        value: Value | None = text
        if key.type != "string":
            value = self.value(text, key.type, owner.words, is_kept=owner.kind == "node")
        if value is not None:
            owner.values[key.name] = value

    def finish(self) -> None:
        """Note what could not be read, and take the values whose keys are declared behind them."""
        undeclared: dict[str, int] = {}
        for owner, key, text, line in self._late:
            if key in self._keys:
                self._set(owner, self._keys[key], text)
            else:
                undeclared.setdefault(key, line)
        for key, line in undeclared.items():
            message = f"there is no key {quoted(key)}; its values were left out, declare it with <key>"
            self.fields.error(message, line=line)
        if self._ports:
            self.fields.warn(f"{counted(self._ports, 'port')} left out; moves go from node to node")

    # ---- drawings

    def _part(self, name: str, attributes: Mapping[str, str]) -> None:
        """Hear of an element within a value; those that say how a node or an edge is drawn are kept."""
        self._has_parts = True
        owner = self._owners[-1]
        if self._in_label:  # what follows the text says how it is drawn
            self._end_label()
        if owner.kind not in ("node", "edge"):
            return
        owner.drawn = {} if owner.drawn is None else owner.drawn
        if name in _LABELS and "label" not in owner.drawn:
            self._in_label = True
            self.text.clear()
        elif name == "Label" and "Text" in attributes:
            owner.drawn.setdefault("label", attributes["Text"])
        elif name in _BOXES:
            corner = _middle({key.lower(): value for key, value in attributes.items()})
            owner.drawn.update({key: value for key, value in corner.items() if key not in owner.drawn})
        elif name in _SHAPES:
            said = attributes.get("type") or attributes.get("shape") or "rectangle"
            owner.shape = owner.shape or said.lower().replace("_", "")
        elif name == "Arrows":
            owner.heads = attributes.get("source", "none") != "none", attributes.get("target", "none") != "none"

    def _end_label(self) -> None:
        self._in_label = False
        if (drawn := self._owners[-1].drawn) is not None:
            drawn.setdefault("label", "".join(self.text).strip())


def _said_of(edge: _Owner) -> str:
    return f"the edge {quoted(edge.id)} → {quoted(edge.target)}"


def _middle(corner: Mapping[str, str]) -> dict[str, object]:
    """The middle of a rectangle that is given by its corner and size; nothing where a number is none."""
    try:
        x, y, width, height = (float(corner.get(key, "0")) for key in ("x", "y", "width", "height"))
    except ValueError:
        return {}
    return {"x": x + width / 2, "y": y + height / 2}


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of a GraphML text, and its problems.

    Raises
    ------
    FormatError
        If it is not GraphML, or of an undirected graph, or holds a document type or entities.
    """
    blanks = keys_of_facts(text)
    intake = Intake(blanks=blanks)
    reader = _Reader(intake)
    reader.parse(text)
    reader.finish()
    _require_directed(reader)
    drawn_edges = DrawnEdges(HEADS, intake)
    for edge in reader.edges:
        said = {key: value for key, value in edge.values.items() if key not in ("id", "key")}
        if edge.drawn and edge.drawn.get("label"):
            said.setdefault("label", edge.drawn["label"])
        drawn_edges.take(edge.id, edge.target, said, edge.line, _DRAWN[edge.heads])
    drawn_edges.finish()
    Copies().count(len(reader.defaults) * len(reader.nodes))
    records = {id: _record(node, reader.defaults, blanks) for id, node in reader.nodes.items()}
    drawn = {id: records[id] for id, node in reader.nodes.items() if node.drawn is not None}
    shapes = {id: node.shape for id, node in reader.nodes.items() if node.shape}
    is_negamax = reader.top.get("convention") == Convention.NEGAMAX
    guess_kinds(drawn, shapes, drawn_edges.sources, intake.fields, negamax=is_negamax)
    for id, record in records.items():
        intake.node(record, reader.nodes[id].line)
    return intake.finish(reader.top)


def _require_directed(reader: _Reader) -> None:
    if not reader.graph_line:
        raise FormatError("expected GraphML with an element <graph> in <graphml>, got none")
    if reader.has_directions and reader.undirected is not None:
        what = f"{_said_of(reader.undirected)} has no direction here"
        raise FormatError(f'line {reader.undirected.line}: a game graph is directed, but {what}; write directed="true"')
    if reader.is_undirected and not reader.has_directions:
        raise FormatError(f'line {reader.graph_line}: a game graph is directed; write edgedefault="directed"')


def _record(node: _Owner, defaults: Mapping[str, Any], blanks: Collection[str]) -> dict[str, Any]:
    """What is said of a node; what it says itself counts more than how it is drawn."""
    record = without_nothing({**defaults, **node.values}, blanks)
    for key, value in (node.drawn or {}).items():
        if record.get(key) in (None, ""):
            record[key] = value
    record["id"] = node.id
    return record


# ---- writing


def write(graph: GameGraph) -> str:
    """The graph as GraphML text.

    Raises
    ------
    FormatError
        If an id has a character that XML cannot hold.
    """
    require_ids_in_xml(graph, "GraphML")
    keys, top = _Keys(), writable(_top(graph))
    of_graph = keys.data(top, "graph", "    ")
    body = [*_nodes(graph, keys), *_edges(graph, keys), of_graph]
    opened = f' id="{in_attribute(str(top["id"]))}"' if "id" in top else ""
    head = "".join((_HEAD, *reversed(keys.lines), f'  <graph edgedefault="directed"{opened}>\n'))
    return "".join((head, *body, "  </graph>\n</graphml>\n"))


def _top(graph: GameGraph) -> dict[str, Any]:
    """What is said of the graph as a whole, with the range of its scores as text."""
    record = graph_record(graph)
    return record if graph.score_range is None else record | {"range": "..".join(map(str, graph.score_range))}


class _Keys:
    """The keys of values, each declared when it is first used."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._ids: dict[tuple[str, type, str], str] = {}

    def data(self, values: Mapping[str, Value], of: str, indent: str) -> str:
        """The lines of the values of a graph, a node or an edge."""
        return "".join([self._line(key, value, of, indent) for key, value in values.items()])

    def _line(self, key: str, value: Value, of: str, indent: str) -> str:
        id = self._ids.get((key, type(value), of)) or self._declared(key, type(value), of)
        text = in_element(str(value))
        return f'{indent}<data key="{id}">{text}</data>\n' if text else f'{indent}<data key="{id}" />\n'

    def _declared(self, key: str, type: type, of: str) -> str:
        id = self._ids[key, type, of] = f"d{len(self._ids)}"
        name = in_attribute(key)
        self.lines.append(f'  <key id="{id}" for="{of}" attr.name="{name}" attr.type="{_NAMES[type]}" />\n')
        return id


def _nodes(graph: GameGraph, keys: _Keys) -> Iterator[str]:
    """The elements of nodes."""
    records = [writable(node_record(node)) for node in graph.nodes]
    _give_each_key_one_type(records)
    for record in records:
        id = in_attribute(str(record.pop("id")))
        data = keys.data(record, "node", "      ")
        yield f'    <node id="{id}">\n{data}    </node>\n' if data else f'    <node id="{id}" />\n'


def _edges(graph: GameGraph, keys: _Keys) -> Iterator[str]:
    """The elements of moves by source; where they stand in another order, each has its index as `order`."""
    for source, target, said in attributed_moves(graph):
        data = keys.data(writable(said), "edge", "      ")
        begin = f'    <edge source="{in_attribute(source)}" target="{in_attribute(target)}"'
        yield f"{begin}>\n{data}    </edge>\n" if data else f"{begin} />\n"


def _give_each_key_one_type(records: list[dict[str, Value]]) -> None:
    """Make the values of a key text where they have several types; not every program takes a key declared twice.

    Positions are numbers all the same.
    """
    types: dict[str, set[type]] = {}
    for record in records:
        for key, value in record.items():
            types.setdefault(key, set()).add(type(value))
    mixed = {key for key, several in types.items() if len(several) > 1}
    placed = [key for key in ("x", "y") if types.get(key) == {int, float}]
    for record in records if mixed else ():
        record.update({key: float(record[key]) for key in placed if key in record})
        record.update({key: _text(record[key]) for key in record.keys() & mixed if key not in placed})


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
