"""A first look at GraphML, by a parser without entities: refuses traps, and notes where nodes and edges stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl, Locator

from defusedxml import DefusedXmlException, sax

from explorer.draft import MAX_NODES
from explorer.errors import FormatError
from explorer.fields import shortened

MAX_DEPTH = 100

_TRUTHS = {"true": True, "false": False, "1": True, "0": False}
_TYPES: Mapping[str, Callable[[str], object]] = {
    "boolean": lambda text: _TRUTHS[text.lower()],
    **dict.fromkeys(("int", "integer", "long"), int),
    **dict.fromkeys(("float", "double"), float),
}


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


def without_declaration(text: str) -> str:
    """The text without the encoding that it once had; its lines keep their numbers."""
    if not text.startswith("<?xml"):
        return text
    declaration, end, rest = text.partition("?>")
    return "\n" * declaration.count("\n") + rest if end else text


def survey(text: str) -> Survey:
    """Where the nodes and edges of a GraphML text stand.

    Raises
    ------
    FormatError
        If it is not XML, is nested more than `MAX_DEPTH` deep, has more than `MAX_NODES` nodes, a document type or
        an entity, or a value that is not of the type that its key states.
    """
    handler = _Handler()
    try:
        sax.parseString(text.encode(errors="replace"), handler, forbid_dtd=True)
    except SAXParseException as error:
        place = f"line {error.getLineNumber()}, column {(error.getColumnNumber() or 0) + 1}"
        raise FormatError(f"not valid XML at {place}: {error.getMessage()}") from None
    except DefusedXmlException:
        raise FormatError("a document type or entities are not read in GraphML; delete the <!DOCTYPE …> part") from None
    return handler.survey


class _Handler(ContentHandler):
    def __init__(self) -> None:
        super().__init__()
        self.survey = Survey()
        self._locator: Locator | None = None
        self._depth = 0
        self._graphs = 0  # those on the top level; only the first is read
        self._types: dict[str, str] = {}
        self._owner = "the graph"
        self._key = ""
        self._text: list[str] | None = None  # of the value that is being read, if its type must be checked

    @property
    def _line(self) -> int:
        return (self._locator.getLineNumber() if self._locator is not None else None) or 0

    def setDocumentLocator(self, locator: Locator) -> None:
        self._locator = locator

    def startElement(self, name: str, attrs: AttributesImpl) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise FormatError(f"line {self._line}: the XML is nested more than {MAX_DEPTH} deep, the most that is read")
        match name.rpartition(":")[2]:
            case "graph" if self._depth == 2:
                self._graphs += 1
            case "key":
                self._types[attrs.get("id", "")] = attrs.get("attr.type", "string")
                self._owner, self._key = f"the default of key {attrs.get('id', '')!r}", attrs.get("id", "")
            case "node" if self._graphs == 1:
                self._node(attrs)
            case "edge" if self._graphs == 1:
                self.survey.edges.append((attrs.get("source"), attrs.get("target"), self._line))
                self._owner = f"the move {attrs.get('source')!r} → {attrs.get('target')!r}"
            case "data":
                self._key = attrs.get("key", "")
                self._text = [] if self._types.get(self._key) in _TYPES else None
            case "default":
                self._text = [] if self._types.get(self._key) in _TYPES else None

    def characters(self, content: str) -> None:
        if self._text is not None:
            self._text.append(content)

    def endElement(self, name: str) -> None:
        self._depth -= 1
        if self._text is not None and name.rpartition(":")[2] in ("data", "default"):
            self._check("".join(self._text), self._types[self._key])
            self._text = None

    def _node(self, attrs: AttributesImpl) -> None:
        id = attrs.get("id", "")
        self._owner = f"node {id!r}"
        if id in self.survey.nodes:
            self.survey.repeated.append((id, self._line))
        elif len(self.survey.nodes) >= MAX_NODES:
            raise FormatError(f"the graph has more than {MAX_NODES:,} nodes, the most that are read")
        else:
            self.survey.nodes[id] = self._line

    def _check(self, text: str, type: str) -> None:
        try:
            _TYPES[type](text)
        except (ValueError, LookupError):
            what = f"line {self._line}: {self._owner}"
            raise FormatError(f"{what}: expected a value of type {type}, got {shortened(text)}") from None
