"""A first look at GraphML, by a parser without entities: refuses traps, and notes where nodes and edges stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.sax.xmlreader import AttributesImpl

from explorer.draft import MAX_NODES
from explorer.errors import FormatError
from explorer.fields import shortened
from explorer.formats.xml_text import TYPES, SafeHandler, parse_xml


@dataclass
class Survey:
    """Where things stand in a GraphML text, in its order.

    Attributes
    ----------
    nodes : line by id.
    repeated : ids that come a second time, with that line.
    edges : source, target and line; an end that is not given is None.
    """

    nodes: dict[str, int] = field(default_factory=dict)
    repeated: list[tuple[str, int]] = field(default_factory=list)
    edges: list[tuple[str | None, str | None, int]] = field(default_factory=list)


def survey(text: str) -> Survey:
    """Where the nodes and edges of a GraphML text stand.

    Raises
    ------
    FormatError
        If it is not XML, is nested too deeply, has more than `MAX_NODES` nodes, a document type or an entity, or a
        value that is not of the type that its key states.
    """
    handler = _Handler()
    parse_xml(text, handler, "GraphML")
    return handler.survey


class _Handler(SafeHandler):
    def __init__(self) -> None:
        super().__init__()
        self.survey = Survey()
        self._graphs = 0  # those on the top level; only the first is read
        self._types: dict[str, str] = {}
        self._owner = "the graph"
        self._key = ""
        self._text: list[str] | None = None  # of the value that is being read, if its type must be checked

    def start(self, name: str, attributes: AttributesImpl) -> None:
        match name:
            case "graph" if self.depth == 2:
                self._graphs += 1
            case "key":
                self._types[attributes.get("id", "")] = attributes.get("attr.type", "string")
                self._owner, self._key = f"the default of key {attributes.get('id', '')!r}", attributes.get("id", "")
            case "node" if self._graphs == 1:
                self._node(attributes)
            case "edge" if self._graphs == 1:
                self.survey.edges.append((attributes.get("source"), attributes.get("target"), self.line))
                self._owner = f"the move {attributes.get('source')!r} → {attributes.get('target')!r}"
            case "data":
                self._key = attributes.get("key", "")
                self._text = [] if self._types.get(self._key) in TYPES else None
            case "default":
                self._text = [] if self._types.get(self._key) in TYPES else None

    def characters(self, content: str) -> None:
        if self._text is not None:
            self._text.append(content)

    def end(self, name: str) -> None:
        if self._text is not None and name in ("data", "default"):
            self._check("".join(self._text), self._types[self._key])
            self._text = None

    def _node(self, attrs: AttributesImpl) -> None:
        id = attrs.get("id", "")
        self._owner = f"node {id!r}"
        if id in self.survey.nodes:
            self.survey.repeated.append((id, self.line))
        elif len(self.survey.nodes) >= MAX_NODES:
            raise FormatError(f"the graph has more than {MAX_NODES:,} nodes, the most that are read")
        else:
            self.survey.nodes[id] = self.line

    def _check(self, text: str, type: str) -> None:
        try:
            TYPES[type](text)
        except (ValueError, LookupError):
            what = f"line {self.line}: {self._owner}"
            raise FormatError(f"{what}: expected a value of type {type}, got {shortened(text)}") from None
