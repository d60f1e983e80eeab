"""GEXF as nodes and edges with their attributes and lines, heard from a parser that knows no entities."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import Any
from xml.sax.xmlreader import AttributesImpl

from explorer.formats.copies import Copies
from explorer.formats.xml_text import TYPES, Key, SafeHandler, parse_xml
from explorer.model.assemble import AttributedMove, Row
from explorer.model.builder import MAX_NODES
from explorer.model.errors import FormatError, quoted
from explorer.model.fields import FieldReader

Value = str | bool | int | float

_NODE_PARTS = {"id", "label", "pid", "start", "end", "startopen", "endopen"}
EDGE_PARTS = {"id", "source", "target", "type", "start", "end", "startopen", "endopen"}
CONTAINERS = ("nodes", "edges", "attvalues")
_IN_META = ("creator", "description", "keywords")


@dataclass
class GexfSurvey:
    """What a GEXF text says of its first graph.

    Attributes
    ----------
    has_graph : whether there is one.
    name : of the graph.
    direction : of edges that do not say theirs; "undirected" where nothing is said.
    meta : text of the elements that describe the file.
    values : attributes of the graph, which the program keeps in elements of its own.
    undirected : line of the first undirected edge.
    unused : names of elements in nodes and edges that were not read.
    declared : the attributes of nodes and edges, by class ("node" or "edge") and id; each with its place in the text,
        from which on it holds.
    defaults : what holds for nodes or edges that say nothing else, by class: places, names and values.
    """

    has_graph: bool = False
    name: str = ""
    direction: str = "undirected"
    meta: dict[str, str] = field(default_factory=dict)
    values: dict[str, Value] = field(default_factory=dict)
    nodes: list[Row] = field(default_factory=list)
    moves: list[AttributedMove] = field(default_factory=list)
    undirected: int | None = None
    unused: dict[str, None] = field(default_factory=dict)
    declared: dict[tuple[str, str], list[tuple[float, Key]]] = field(default_factory=dict)
    defaults: dict[str, list[tuple[float, str, Value]]] = field(default_factory=lambda: {"node": [], "edge": []})


def words_for(*names: str | None) -> str:
    """What a node of this id, or an edge with these ends, is called."""
    return f"node {quoted(names[0])}" if len(names) == 1 else f"the move {' → '.join(map(quoted, names))}"


def note_nested(fields: FieldReader, line: int) -> None:
    """Note that a node stands within another."""
    fields.warn("nodes stand within nodes; they were read without this order", line=line)


def note_undeclared(fields: FieldReader, words: str, key: str, line: int) -> None:
    """Note that something, called so, has a value under a key that is not declared."""
    message = f"{words} has a value for the attribute {quoted(key)}, which is not declared; it was left out"
    fields.error(message, line=line)


def note_mistyped(fields: FieldReader, words: str, type: str, text: str, line: int) -> None:
    """Note that something, called so, has a text that is no value of its type."""
    fields.warn(f"{words}: expected a value of type {type}, got {quoted(text)}; read as text", line=line)


def unused_of_node(names: Iterable[str]) -> list[str]:
    """Those of some names of attributes that mean nothing in a node."""
    return [name for name in names if name not in _NODE_PARTS and not name.startswith("xmlns")]


def note_left_out(fields: FieldReader, words: str, names: str, line: int) -> None:
    """Note which attributes of something, called so, mean nothing."""
    fields.warn(f"{words}: left out {names}"[:200], line=line)


def note_unused(fields: FieldReader, names: Collection[str]) -> None:
    """Note which elements in nodes and edges were not read, if there are any."""
    if names:
        fields.warn(f"of nodes and edges these elements were left out: {', '.join(islice(names, 10))}"[:200])


def top_of(found: GexfSurvey) -> dict[str, Any]:
    """What is said of the graph as a whole."""
    return {"description": found.meta.get("description"), **found.values, "name": found.name}


def survey(text: str, fields: FieldReader) -> GexfSurvey:
    """What a GEXF text says; what is odd about it is noted.

    Raises
    ------
    FormatError
        If it is not XML, is nested too deeply, has more than `MAX_NODES` nodes, a document type or an entity.
    """
    handler = _Handler(fields)
    parse_xml(text, handler, "GEXF")
    return handler.found


class _Handler(SafeHandler):
    def __init__(self, fields: FieldReader) -> None:
        super().__init__(fields)
        self.found = GexfSurvey()
        self._graphs = 0
        self._copies = Copies()
        self._defaults: dict[str, dict[str, object]] = {"node": {}, "edge": {}}
        self._class = ""  # of the attributes that are being declared
        self._attribute: Key | None = None
        self._owners: list[tuple[str, str, dict[str, object]]] = []  # class, words and attributes of what is open
        self._key: tuple[str, str] | None = None  # key and type of a value of the graph that is being read
        self._text: list[str] | None = None  # of the element that is being read

    def start(self, name: str, attributes: AttributesImpl) -> None:
        match name:
            case "graph" if self.depth == 2:
                self._graph(attributes)
            case "value" if self._graphs == 0:
                self._key, self._text = (attributes.get("key", ""), attributes.get("type", "string")), []
            case "default" if self._graphs == 1:
                self._text = []
            case _ if name in _IN_META and self._graphs == 0:
                self._text = []
            case _ if self._graphs == 1:
                self._in_graph(name, attributes)

    def _graph(self, attributes: AttributesImpl) -> None:
        self._graphs += 1
        if self._graphs > 1:
            message = "the file has more than one graph; only the first was read"
            if self._graphs == 2:
                self.fields.warn(message, line=self.line)
            return
        self.found.has_graph = True
        self.found.name = attributes.get("name", "")
        self.found.direction = attributes.get("defaultedgetype", "undirected")
        if attributes.get("mode") == "dynamic":
            self.fields.warn("the graph changes over time; of each value the last was read", line=self.line)

    def _in_graph(self, name: str, attributes: AttributesImpl) -> None:
        match name:
            case "attributes":
                self._class = attributes.get("class", "")
            case "attribute":
                id, title = attributes.get("id", ""), attributes.get("title", "")
                self._attribute = Key(title or id, attributes.get("type", "string"))
                self.found.declared.setdefault((self._class, id), []).append((self.fields.place, self._attribute))
            case "node":
                self._node(attributes)
            case "edge":
                self._edge(attributes)
            case "attvalue" if self._owners:
                self._value(attributes)
            case "position" if self._owners:
                self._position(attributes)
            case _ if self._owners and name not in CONTAINERS:
                self.found.unused[name] = None

    def _node(self, attributes: AttributesImpl) -> None:
        if len(self.found.nodes) >= MAX_NODES:
            raise FormatError(f"the graph has more than {MAX_NODES:,} nodes, the most that are read")
        if self._owners:
            note_nested(self.fields, self.line)
        id = attributes.get("id")
        record: dict[str, object] = self._copied_defaults("node") | {"id": id}
        if attributes.get("label", id) != id:
            record["label"] = attributes.get("label")
        self.found.nodes.append((self.line, record))
        self._owners.append(("node", words_for(id), record))
        self._warn_of_unused(attributes)

    def _edge(self, attributes: AttributesImpl) -> None:
        source, target = attributes.get("source"), attributes.get("target")
        direction = attributes.get("type", self.found.direction)
        if direction not in ("directed", "mutual") and self.found.undirected is None:
            self.found.undirected = self.line
        record: dict[str, object] = {
            **self._copied_defaults("edge"),
            **{key: attributes.get(key) for key in attributes.getNames() if key not in EDGE_PARTS},
        }
        self.found.moves.append(AttributedMove(source, target, record, self.line))
        if direction == "mutual":
            self.found.moves.append(AttributedMove(target, source, {}, self.line))
        self._owners.append(("edge", words_for(source, target), record))

    def _copied_defaults(self, of: str) -> dict[str, object]:
        """A copy of what holds for nodes or edges that say nothing else; a short text can ask for very many."""
        self._copies.count(len(self._defaults[of]))
        return dict(self._defaults[of])

    def _value(self, attributes: AttributesImpl) -> None:
        of, words, record = self._owners[-1]
        key = attributes.get("for", attributes.get("id", ""))
        if (declared := self.found.declared.get((of, key))) is None:
            note_undeclared(self.fields, words, key, self.line)
        elif (attribute := declared[-1][1]).name != "id":
            record[attribute.name] = self._read(attributes.get("value", ""), attribute.type, words)

    def _position(self, attributes: AttributesImpl) -> None:
        """Note the index of a node; y goes upwards in GEXF."""
        _, _, record = self._owners[-1]
        x, y = attributes.get("x", ""), attributes.get("y", "")
        record.setdefault("x", x)
        record.setdefault("y", y[1:] if y.startswith("-") else f"-{y}")

    def _read(self, text: str, type: str, words: str) -> Value:
        """The value of a type; text that is not of its type stays text, which is noted."""
        try:
            return TYPES[type](text) if type in TYPES else text
        except (ValueError, LookupError):
            note_mistyped(self.fields, words, type, text, self.line)
            return text

    def _default(self, text: str, attribute: Key) -> None:
        if self._class in self.found.defaults:
            value = self._read(text, attribute.type, f"attribute {quoted(attribute.name)}")
            self._defaults[self._class][attribute.name] = value
            self.found.defaults[self._class].append((self.fields.place, attribute.name, value))

    def _warn_of_unused(self, attributes: AttributesImpl) -> None:
        if unused := unused_of_node(attributes.getNames()):
            note_left_out(self.fields, self._owners[-1][1], ", ".join(unused), self.line)

    def characters(self, content: str) -> None:
        if self._text is not None:
            self._text.append(content)

    def end(self, name: str) -> None:
        if name in ("node", "edge") and self._owners and self._owners[-1][0] == name:
            self._owners.pop()
        if self._text is None:
            return
        text, self._text = "".join(self._text), None
        if name == "default" and self._attribute is not None:
            self._default(text, self._attribute)
        elif name == "value" and self._key is not None:
            self.found.values[self._key[0]] = self._read(text, self._key[1], f"the graph's {quoted(self._key[0])}")
        elif name in _IN_META:
            self.found.meta[name] = text
