"""A first look at GraphML, by a parser without entities: refuses traps, notes where nodes stand and how they are drawn.

yEd writes how a node is drawn as `y:ShapeNode` with `y:Geometry`, `y:NodeLabel` and `y:Shape`; yFiles for HTML, and so
yEd Live, as lists of `y:Label`, a `y:RectD` and a style.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from xml.sax.xmlreader import AttributesImpl

from explorer.formats.xml_text import TYPES, Key, SafeHandler, parse_xml
from explorer.model.builder import MAX_NODES
from explorer.model.errors import FormatError, quoted
from explorer.model.fields import FieldReader
from explorer.model.words import counted


@dataclass
class Survey:
    """Where things stand in a GraphML text, in its order.

    Attributes
    ----------
    nodes : line by id.
    repeated : ids that come a second time, with that line.
    edges : source, target and line; an end that is not given is None.
    arrows : how edges are drawn, by index: with a head at the source, and at the target.
    undirected : the first edge that has no direction, as the graph has none and it does not say one; as in `edges`.
    has_directions : whether edges say that they are directed where the graph is not.
    untyped : indices of the values that are not of the type of their key, among all elements data and default.
    texts : those of nodes, as text, by node and name.
    drawn : labels and positions of nodes that are drawn, under the keys of the model, by node.
    undeclared : keys of values that are not declared, with the lines where they are first used.
    ports : how many there are.
    keys : what is declared, by id; what is declared last.
    declared : all of this with its place in the text, and whether it is within a graph.
    shapes : how nodes are drawn, in small letters.
    graph_line : where the graph begins.
    has_groups : whether nodes stand within nodes.
    has_inner_keys : whether keys are declared within a graph instead of before it.
    has_parts : whether there are values made of elements, as of how something is drawn.
    """

    nodes: dict[str, int] = field(default_factory=dict)
    repeated: list[tuple[str, int]] = field(default_factory=list)
    edges: list[tuple[str | None, str | None, int]] = field(default_factory=list)
    arrows: dict[int, tuple[bool, bool]] = field(default_factory=dict)
    undirected: tuple[str | None, str | None, int] | None = None
    has_directions: bool = False
    untyped: set[int] = field(default_factory=set)
    texts: dict[str, dict[str, str]] = field(default_factory=dict)
    drawn: dict[str, dict[str, object]] = field(default_factory=dict)
    undeclared: dict[str, int] = field(default_factory=dict)
    ports: int = 0
    keys: dict[str, Key] = field(default_factory=dict)
    declared: dict[str, list[tuple[float, Key, bool]]] = field(default_factory=dict)
    shapes: dict[str, str] = field(default_factory=dict)
    graph_line: int = 0
    has_groups: bool = False
    has_inner_keys: bool = False
    has_parts: bool = False

    def read(self, id: str) -> Key:
        """What networkx takes a declared key for: as the last outside of graphs says, or else the first in one."""
        keys = self.declared[id]
        return next((key for _, key, is_inner in reversed(keys) if not is_inner), keys[0][1])


@dataclass
class _Owner:
    """An element that is open and has values.

    Attributes
    ----------
    called, by : words for it, with gaps for what is quoted in them.
    node : its id, if it is a node.
    keys : of the values that it has had.
    edge : its index, if it is an edge.
    is_undirected : whether it is a graph whose edges have no direction unless they say one.
    """

    called: str
    by: tuple[object, ...] = ()
    node: str | None = None
    edge: int | None = None
    is_undirected: bool = False
    keys: set[str] = field(default_factory=set)

    @property
    def words(self) -> str:
        return self.called.format(*map(quoted, self.by))


HEADS = {"back": "a head at the source alone", "both": "heads at both ends", "none": "no head"}
"""How edges are drawn by yEd, where it is not in the usual way."""

_OWNERS = ("key", "graph", "node", "edge", "port")
STRING = Key("", "string")
_LABELS = ("NodeLabel", "Label.Text")
_SHAPES = ("Shape", "ShapeNodeStyle")


def survey(text: str, fields: FieldReader) -> Survey:
    """Where the nodes and edges of a GraphML text stand; what is odd about it is noted.

    Raises
    ------
    FormatError
        If it is not XML, is nested too deeply, has more than `MAX_NODES` nodes, a document type or an entity.
    """
    handler = _Handler(fields)
    parse_xml(text, handler, "GraphML")
    found = handler.survey
    found.undeclared = {key: line for key, line in found.undeclared.items() if key not in found.keys}
    return found


def note_again(fields: FieldReader, words: str, key: str, line: int | None) -> None:
    """Note that an element, called so, has a key again."""
    fields.warn(f"{words} has the key {quoted(key)} more than once; kept the last", line=line)


def note_misfit(fields: FieldReader, words: str, type: str, text: str, line: int, *, is_kept: bool) -> None:
    """Note that an element, called so, has a value that is not of the type of its key."""
    what = "read as text" if is_kept else "left out"
    fields.warn(f"{words}: expected a value of type {type}, got {quoted(text)}; {what}", line=line)


def note_groups(fields: FieldReader, line: int) -> None:
    """Note that nodes stand within nodes, first on this line."""
    fields.warn("nodes stand within nodes; they were read without this order", line=line)


def note_left_out(fields: FieldReader, undeclared: Mapping[str, int], ports: int) -> None:
    """Note keys that are not declared, with the lines where they are first used, and how many ports mean nothing."""
    for key, line in undeclared.items():
        fields.error(f"there is no key {quoted(key)}; its values were left out, declare it with <key>", line=line)
    if ports:
        fields.warn(f"{counted(ports, 'port')} left out; moves go from node to node")


def note_repeated(fields: FieldReader, repeated: Iterable[tuple[str, int]]) -> None:
    """Note nodes that are given again, with their lines."""
    for id, line in repeated:
        fields.error(f"two nodes have the id {quoted(id)}; they were made one, rename one", node=id, line=line)


def _middle(corner: Mapping[str, str]) -> dict[str, object]:
    """The middle of a rectangle that is given by its corner and size; nothing where a number is none."""
    try:
        x, y, width, height = (float(corner.get(key, "0")) for key in ("x", "y", "width", "height"))
    except ValueError:
        return {}
    return {"x": x + width / 2, "y": y + height / 2}


class _Handler(SafeHandler):
    def __init__(self, fields: FieldReader) -> None:
        super().__init__(fields)
        self.survey = Survey()
        self._graphs = 0  # those on the top level; only the first is read
        self._keys = self.survey.keys
        self._owners = [_Owner("the file")]
        self._values = -1  # index of the value that is being read
        self._key = ""
        self._text: list[str] = []
        self._label: list[str] | None = None  # of a drawn node, while it is read
        self._in_value = False

    def start(self, name: str, attributes: AttributesImpl) -> None:
        if name in ("data", "default"):
            self._values += 1
            self._text = []
            self._in_value = True
        match name:
            case "key":
                self._declare(attributes)
            case "graph":
                self._graph(attributes)
            case "node" if self._graphs == 1:
                self._node(attributes.get("id", ""))
            case "edge" if self._graphs == 1:
                self._edge(attributes)
            case "node" | "edge":
                self._owners.append(_Owner(f"this {name}"))
            case "hyperedge":
                raise FormatError(f"line {self.line}: a hyperedge; moves have two ends, write edges instead")
            case "port":
                self.survey.ports += 1
                self._owners.append(_Owner("a port"))
            case "data":
                self._data(attributes.get("key", ""))
            case _ if self._in_value and name != "default":
                self._part(name, attributes)

    def _edge(self, attributes: AttributesImpl) -> None:
        source, target = attributes.get("source"), attributes.get("target")
        directed = attributes.get("directed")
        if directed in ("false", "0"):
            raise FormatError(
                f"line {self.line}: a game graph is directed, but the edge {quoted(source)} → {quoted(target)} has "
                f'directed="{directed}"'
            )
        if self._owners[-1].is_undirected and directed in ("true", "1"):
            self.survey.has_directions = True
        elif self._owners[-1].is_undirected:
            self.survey.undirected = self.survey.undirected or (source, target, self.line)
        self._owners.append(_Owner("the move {} → {}", (source, target), edge=len(self.survey.edges)))
        self.survey.edges.append((source, target, self.line))

    def _part(self, name: str, attributes: AttributesImpl) -> None:
        """Hear of an element within a value; of those that say how a node is drawn, some are kept."""
        self.survey.has_parts = True
        node, edge = self._owners[-1].node, self._owners[-1].edge
        if edge is not None and name == "Arrows":
            source, target = (attributes.get(end, "none") != "none" for end in ("source", "target"))
            self.survey.arrows.setdefault(edge, (source, target))
        if node is None:
            return
        drawn = self.survey.drawn.setdefault(node, {})
        if name in _LABELS and "label" not in drawn:
            self._label = []
        elif name == "Label" and "Text" in attributes:
            drawn.setdefault("label", attributes["Text"])
        elif name in ("Geometry", "RectD"):
            for key, value in _middle({key.lower(): attributes[key] for key in attributes.getNames()}).items():
                drawn.setdefault(key, value)
        elif name in _SHAPES:
            said = attributes.get("type") or attributes.get("shape") or "rectangle"
            self.survey.shapes.setdefault(node, said.lower().replace("_", ""))
        elif self._label is not None:  # what follows the text says how it is drawn
            self._end_label()

    def _end_label(self) -> None:
        node = self._owners[-1].node
        if self._label is not None and node is not None:
            self.survey.drawn[node].setdefault("label", "".join(self._label).strip())
        self._label = None

    def _declare(self, attributes: AttributesImpl) -> None:
        id = attributes.get("id", "")
        if id in self._keys:
            self.fields.warn(f"two keys have the id {quoted(id)}; kept the last", line=self.line)
        self.survey.has_inner_keys |= self.depth > 2
        self._keys[id] = Key(attributes.get("attr.name", id), attributes.get("attr.type", "string"))
        if "yfiles.type" in attributes:  # networkx calls such values by it
            self._keys[id] = Key(attributes["yfiles.type"], "string")
        self.survey.declared.setdefault(id, []).append((self.fields.place, self._keys[id], self.depth > 2))
        self._key = id
        self._owners.append(_Owner("the default of key {}", (id,)))

    def _graph(self, attributes: AttributesImpl) -> None:
        if self.depth == 2:
            self._graphs += 1
            self.survey.graph_line = self.survey.graph_line or self.line
            if self._graphs == 2:
                self.fields.warn("the file has more than one graph; only the first was read", line=self.line)
        elif self._graphs == 1 and not self.survey.has_groups:
            self.survey.has_groups = True
            note_groups(self.fields, self.line)
        is_undirected = attributes.get("edgedefault") != "directed"
        self._owners.append(_Owner("the graph", is_undirected=is_undirected))

    def _node(self, id: str) -> None:
        self._owners.append(_Owner("node {}", (id,), id))
        if id in self.survey.nodes:
            self.survey.repeated.append((id, self.line))
        elif len(self.survey.nodes) >= MAX_NODES:
            raise FormatError(f"the graph has more than {MAX_NODES:,} nodes, the most that are read")
        else:
            self.survey.nodes[id] = self.line

    def _data(self, key: str) -> None:
        self._key = key
        self.survey.undeclared.setdefault(key, self.line)
        owner = self._owners[-1]
        if key in owner.keys:
            note_again(self.fields, owner.words, key, self.line)
        owner.keys.add(key)

    def characters(self, content: str) -> None:
        self._text.append(content)
        if self._label is not None:
            self._label.append(content)

    def end(self, name: str) -> None:
        if name in _LABELS:
            self._end_label()
        if name in _OWNERS:
            self._owners.pop()
        elif name in ("data", "default"):
            self._check("".join(self._text), self._keys.get(self._key, STRING))
            self._in_value = False

    def _check(self, text: str, key: Key) -> None:
        """Note a value that is not of the type of its key."""
        try:
            TYPES.get(key.type, str)(text)
        except (ValueError, LookupError):
            self.survey.untyped.add(self._values)
            owner = self._owners[-1]
            if owner.node is not None:
                self.survey.texts.setdefault(owner.node, {})[key.name] = text
            note_misfit(self.fields, owner.words, key.type, text, self.line, is_kept=owner.node is not None)
