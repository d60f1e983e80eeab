"""XML without traps: heard from a parser that meets no entities, with limits and lines; and text that fits it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any
from xml.parsers import expat

from explorer.model.errors import FormatError, quoted
from explorer.model.fields import FieldReader
from explorer.model.graph import GameGraph

MAX_DEPTH = 100

Value = str | bool | int | float

_TRUTHS = {"true": True, "false": False, "1": True, "0": False}
_TYPES: Mapping[str, Callable[[str], bool | int | float]] = {
    "boolean": lambda text: _TRUTHS[text.lower()],
    **dict.fromkeys(("int", "integer", "long"), int),
    **dict.fromkeys(("float", "double"), float),
}
_NOT_IN_XML = re.compile("[^\\t\\n\\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ELEMENT = re.compile(r"<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)")


class XmlReader:
    """Hears of elements by their local names; refuses document types, and XML nested more than `MAX_DEPTH` deep.

    Attributes
    ----------
    depth : of the element that began last and has not ended, from 1.
    text : pieces of what was heard between elements; readers clear it where something begins that they want.
    """

    def __init__(self, format_name: str, fields: FieldReader) -> None:
        self.fields = fields
        self.depth = 0
        self.text: list[str] = []
        self._format_name = format_name
        self._parser = expat.ParserCreate("utf-8")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._hear
        self._parser.StartDoctypeDeclHandler = self._refuse

    @property
    def line(self) -> int:
        return self._parser.CurrentLineNumber

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Hear that an element begins; `depth` counts it."""

    def end(self, name: str) -> None:
        """Hear that an element has ended; `depth` does not count it any more."""

    def parse(self, text: str) -> None:
        """Nothing, after hearing of all that a text holds.

        Raises
        ------
        FormatError
            If it is not XML, is nested too deeply, or has a document type.
        """
        try:
            self._parser.Parse(_without_declaration(text).encode(errors="replace"), True)
        except expat.ExpatError as error:
            where = f"line {error.lineno}, column {error.offset + 1}"
            raise FormatError(f"not valid XML at {where}: {expat.ErrorString(error.code)}") from None

    def value(self, text: str, type: str, words: str, *, is_kept: bool = True) -> Value | None:
        """The value of a type; text that is not of its type stays text or is left out, which is noted."""
        if (read := _TYPES.get(type)) is None:
            return text
        try:
            return read(text)
        except (ValueError, LookupError):
            end = "read as text" if is_kept else "left out"
            self.fields.warn(f"{words}: expected a value of type {type}, got {quoted(text)}; {end}", line=self.line)
            return text if is_kept else None

    def _hear(self, text: str) -> None:
        self.text.append(text)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise FormatError(f"line {self.line}: the XML is nested more than {MAX_DEPTH} deep, the most that is read")
        self.start(name.rpartition(":")[2], attributes)

    def _end(self, name: str) -> None:
        self.depth -= 1
        self.end(name.rpartition(":")[2])

    def _refuse(self, *_: object) -> None:
        what = f"a document type or entities are not read in {self._format_name}"
        raise FormatError(f"{what}; delete the <!DOCTYPE …> part")


def _without_declaration(text: str) -> str:
    """The text without the encoding that it once had; its lines keep their numbers."""
    if not text.startswith("<?xml"):
        return text
    declaration, end, rest = text.partition("?>")
    return "\n" * declaration.count("\n") + rest if end else text


def first_element(text: str) -> str:
    """The local name of the first element of an XML text, "" if there is none near its beginning."""
    found = _ELEMENT.search(text, 0, 10_000)
    return found[1] if found else ""


# ---- writing


def in_element(text: str) -> str:
    """The text as it is written between tags."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def in_attribute(text: str) -> str:
    """The text as it is written between the double quotes of an attribute."""
    found = in_element(text).replace('"', "&quot;")
    return found.replace("\r", "&#13;").replace("\n", "&#10;").replace("\t", "&#09;")


def made_fit_xml(text: str) -> str:
    """The text with marks for what XML cannot hold, and with plain line ends."""
    return _NOT_IN_XML.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))


def fits_xml(text: str) -> bool:
    """Whether XML can hold the text."""
    return _NOT_IN_XML.search(text) is None


def writable(record: Mapping[str, Any]) -> dict[str, Value]:
    """Only what XML can hold: numbers, and text without control characters."""
    return {
        key: made_fit_xml(value) if isinstance(value, str) else value
        for key, value in record.items()
        if isinstance(value, str | int | float) and key and fits_xml(key)
    }


def require_ids_in_xml(graph: GameGraph, format_name: str) -> None:
    """Nothing, if XML can hold the ids of a graph.

    Raises
    ------
    FormatError
        Naming the first node whose id has a character that it cannot hold.
    """
    for id in graph.ids:
        if not fits_xml(id):
            raise FormatError(
                f"the id {quoted(id)} has a control character, which {format_name} cannot hold; rename the node"
            )
