"""XML without traps: a parser that meets no entities, with limits and lines; and text that fits into XML."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from xml.parsers import expat

from explorer.formats.text import MAX_DEPTH, flat_record, refuse_ids, too_deep
from explorer.intake import Intake
from explorer.model.errors import FormatError, quoted
from explorer.model.graph import GameGraph

XmlValue = str | bool | int | float
XmlValues = dict[str, Any]

_TRUTHS = {"true": True, "false": False, "1": True, "0": False}
_TYPES: Mapping[str, Callable[[str], bool | int | float]] = {
    "boolean": lambda text: _TRUTHS[text.lower()],
    **dict.fromkeys(("int", "integer", "long"), int),
    **dict.fromkeys(("float", "double"), float),
}
_NOT_IN_XML = re.compile("[^\\t\\n\\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ELEMENT = re.compile(r"<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)")
_BLANKS = str.maketrans({"\r": "&#13;", "\n": "&#10;", "\t": "&#09;"})


class XmlKey(NamedTuple):
    """Name and type of the values under a key."""

    name: str
    type: str


@dataclass(slots=True)
class XmlElement:
    """Element that has values.

    Attributes
    ----------
    id, target : its id, or of an edge those of its ends.
    values : its own.
    drawing : label, x, y and shape with which it is drawn, None if it is not.
    heads : of an edge, whether there is one at the source, and at the target.
    """

    kind: str
    line: int
    id: str | None = None
    target: str | None = None
    values: XmlValues = field(default_factory=dict)
    drawing: XmlValues | None = None
    heads: tuple[bool, bool] = (False, True)

    def __str__(self) -> str:
        """Return the element in words, for a sentence."""
        match self.kind:
            case "node":
                return f"node {quoted(self.id)}"
            case "edge":
                return f"the move {quoted(self.id)} → {quoted(self.target)}"
            case "key":
                return f"the default of key {quoted(self.id)}"
        return "the graph"


class XmlReader:
    """Base class of readers of XML graphs, called for each element; it refuses document types and deep nesting.

    Attributes
    ----------
    nodes, edges, top : those of the first graph of the text, and its own attributes.
    direction : of edges without one of their own.
    depth : of the element that began last and has not ended, from 1.
    text : pieces of text between elements; readers clear it at the start of an element whose text they use.
    """

    def __init__(self, format_name: str, intake: Intake) -> None:
        self.intake = intake
        self.nodes: list[XmlElement] = []
        self.edges: list[XmlElement] = []
        self.top: XmlValues = {}
        self.direction = ""
        self.depth = 0
        self.text: list[str] = []
        self._format_name = format_name
        self._graphs = 0
        self._is_nested = False
        self._parser = expat.ParserCreate("utf-8")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self.text.append
        self._parser.StartDoctypeDeclHandler = self._refuse

    @property
    def line(self) -> int:
        return self._parser.CurrentLineNumber

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Take the beginning of an XML element; `depth` counts it already."""

    def end(self, name: str) -> None:
        """Take the end of an XML element; `depth` does not count it any more."""

    def parse(self, text: str) -> None:
        """Parse a text, calling `start` and `end` for each of its elements.

        Raises
        ------
        FormatError
            If it is not XML, is nested too deeply, or has a document type or no graph.
        """
        try:
            self._parser.Parse(_without_declaration(text).encode(errors="replace"), True)
        except expat.ExpatError as error:
            where = f"line {error.lineno}, column {error.offset + 1}"
            raise FormatError(f"not valid XML at {where}: {expat.ErrorString(error.code)}") from None
        if not self._graphs:
            raise FormatError(f"expected {self._format_name} with an element <graph>, got none")

    def is_first_graph(self) -> bool:
        """Count a graph that begins and return whether it is the first; warn that others are left out."""
        self._graphs += 1
        if self._graphs == 2:
            self.intake.fields.warn("the file has more than one graph; only the first was read", line=self.line)
        return self._graphs == 1

    @property
    def is_over(self) -> bool:
        """Return whether another graph than the first is being read."""
        return self._graphs > 1

    def warn_of_nested_nodes(self) -> None:
        """Warn once that nodes nested in nodes were read without this nesting."""
        if not self._is_nested:
            self._is_nested = True
            self.intake.fields.warn("nodes stand within nodes; they were read without this order", line=self.line)

    def direction_error(self, edge: XmlElement, advice: str) -> FormatError:
        """Return the error that an edge has no direction."""
        return FormatError(f"line {self.line}: a game graph is directed, but {edge} has no direction; write {advice}")

    def value(self, type: str, owner: object, *, is_kept: bool = True) -> XmlValue | None:
        """Return the text since the last clearing as a value of a type; see `parse_value`."""
        return self.parse_value("".join(self.text), type, owner, is_kept=is_kept)

    def parse_value(self, text: str, type: str, owner: object, *, is_kept: bool = True) -> XmlValue | None:
        """Return a text as a value of a type; note one of another type, and keep it as text or leave it out.

        `owner` is the element that has it; its text begins the note.
        """
        if (read := _TYPES.get(type)) is None:
            return text
        try:
            return read(text)
        except (ValueError, LookupError):
            end = "read as text" if is_kept else "left out"
            message = f"{owner}: expected a value of type {type}, got {quoted(text)}; {end}"
            self.intake.fields.warn(message, line=self.line)
            return text if is_kept else None

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise FormatError(f"line {self.line}: {too_deep('XML')}")
        self.start(name.rpartition(":")[2], attributes)

    def _end(self, name: str) -> None:
        self.depth -= 1
        self.end(name.rpartition(":")[2])

    def _refuse(self, *_: object) -> None:
        what = f"a document type or entities are not read in {self._format_name}"
        raise FormatError(f"{what}; delete the <!DOCTYPE …> part")


def _without_declaration(text: str) -> str:
    """Return the text without the encoding that it once had; its lines keep their numbers."""
    if not text.startswith("<?xml"):
        return text
    declaration, end, rest = text.partition("?>")
    return "\n" * declaration.count("\n") + rest if end else text


def first_element(text: str) -> str:
    """Return the local name of the first element of an XML text, "" if there is none near its beginning."""
    found = _ELEMENT.search(text, 0, 10_000)
    return found[1] if found else ""


# ---- writing


def in_element(text: str) -> str:
    """Return the text escaped for XML, to be written between tags."""
    return html.escape(text, quote=False)


def in_attribute(text: str) -> str:
    """Return the text escaped for XML, to be written in the double quotes of an attribute."""
    return html.escape(text).translate(_BLANKS)


def without_odd_characters(text: str) -> str:
    """Return the text with marks for characters that XML cannot hold, and with plain line ends."""
    return _NOT_IN_XML.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))


def writable(record: Mapping[str, Any]) -> dict[str, XmlValue]:
    """Return only the values that XML can hold: numbers, and text without control characters."""
    return {
        key: without_odd_characters(value) if isinstance(value, str) else value
        for key, value in record.items()
        if isinstance(value, str | int | float) and key and _NOT_IN_XML.search(key) is None
    }


def writable_top(graph: GameGraph, format_name: str) -> dict[str, XmlValue]:
    """Return the attributes of a whole graph that XML can hold, with the range of its scores as text.

    Raises
    ------
    FormatError
        Naming the first node whose id has a character that XML cannot hold.
    """
    refuse_ids(graph.ids, format_name, _NOT_IN_XML)
    return writable(flat_record(graph))
