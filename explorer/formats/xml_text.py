"""XML without traps: parsed by a parser that knows no entities, with limits and line numbers; and text that fits it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl, Locator

import numpy as np
from defusedxml import DefusedXmlException
from numpy.typing import NDArray

from explorer.formats.mixed import MOST_DIGITS, longs
from explorer.formats.rows import first_with
from explorer.formats.substitution import Substitution
from explorer.model.arrow import (
    Column,
    are_there,
    are_true,
    in_arrow,
    in_numpy,
    in_one_piece,
    numbers_in_arrow,
    replaced_at,
    texts_in_arrow,
)
from explorer.model.errors import FormatError, quoted
from explorer.model.fields import FieldReader
from explorer.model.graph import GameGraph
from explorer.model.numbering import OddError, require

MAX_DEPTH = 100

_TRUTHS = {"true": True, "false": False, "1": True, "0": False}
TYPES: Mapping[str, Callable[[str], bool | int | float]] = {
    "boolean": lambda text: _TRUTHS[text.lower()],
    **dict.fromkeys(("int", "integer", "long"), int),
    **dict.fromkeys(("float", "double"), float),
}
"""How the values of a type are read; those of every other type are text."""

_NUMBERS: Mapping[object, str] = {
    int: r"[ \t\n]*[-+]?[0-9]{1,18}[ \t\n]*",
    float: r"[ \t\n]*(?:[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|[Nn][Aa][Nn])[ \t\n]*",
}
LARGEST = 2**63  # whole number past those of 64 bits
_TRUTH = "[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|[01]"  # ſ is no s

NOT_IN_XML = "[^\\t\\n\\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"  # for Python as for RE2
_NOT_IN_XML = re.compile(NOT_IN_XML)
_NAMES = {"&quot;": '"', "&apos;": "'", "&lt;": "<", "&gt;": ">", "&amp;": "&"}
_REFERENCE = "&(?:quot|apos|lt|gt|amp|#0*[0-9]{1,7}|#x0*[0-9A-Fa-f]{1,6});"

in_element = Substitution(("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"))
"""The text as it is written between tags."""

in_attribute = in_element.then(Substitution(('"', "&quot;"), ("\r", "&#13;"), ("\n", "&#10;"), ("\t", "&#09;")))
"""The text as it is written between the double quotes of an attribute."""

made_fit_xml = Substitution(("\r\n", "\n"), ("\r", "\n"), (NOT_IN_XML, lambda _: "\ufffd"))
"""The text with marks for what XML cannot hold, and with plain line ends."""

_ELEMENT = re.compile(r"<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)")


class SafeHandler(ContentHandler):
    """Hears of elements by their local names, knows its line, and refuses XML nested more than `MAX_DEPTH` deep.

    What is odd is noted in `fields`, whose place is the number of the element that began last, and a half more where
    one has ended.
    """

    def __init__(self, fields: FieldReader) -> None:
        super().__init__()
        self.fields = fields
        self.begun = -1  # number of the element that began last
        self._locator: Locator | None = None
        self.depth = 0

    @property
    def line(self) -> int:
        return (self._locator.getLineNumber() if self._locator is not None else None) or 0

    def start(self, name: str, attributes: AttributesImpl) -> None:
        """Hear that an element begins; `depth` counts it."""

    def end(self, name: str) -> None:
        """Hear that an element has ended; `depth` does not count it any more."""

    def setDocumentLocator(self, locator: Locator) -> None:
        self._locator = locator

    def startElement(self, name: str, attrs: AttributesImpl) -> None:
        self.depth += 1
        self.begun += 1
        self.fields.place = self.begun
        if self.depth > MAX_DEPTH:
            raise FormatError(f"line {self.line}: the XML is nested more than {MAX_DEPTH} deep, the most that is read")
        self.start(name.rpartition(":")[2], attrs)

    def endElement(self, name: str) -> None:
        self.depth -= 1
        self.fields.place = self.begun + 0.5
        self.end(name.rpartition(":")[2])


def without_declaration(text: str) -> str:
    """The text without the encoding that it once had; its lines keep their numbers."""
    if not text.startswith("<?xml"):
        return text
    declaration, end, rest = text.partition("?>")
    return "\n" * declaration.count("\n") + rest if end else text


def parse_xml(text: str, handler: SafeHandler, format_name: str) -> None:
    """Nothing, after telling a handler all that a text holds.

    Raises
    ------
    FormatError
        If it is not XML, is nested too deeply, or has a document type or an entity.
    """
    from defusedxml import sax  # which loads what opens addresses

    try:
        sax.parseString(text.encode(errors="replace"), handler, forbid_dtd=True)
    except SAXParseException as error:
        where = f"line {error.getLineNumber()}, column {(error.getColumnNumber() or 0) + 1}"
        raise FormatError(f"not valid XML at {where}: {error.getMessage()}") from None
    except DefusedXmlException:
        message = f"a document type or entities are not read in {format_name}; delete the <!DOCTYPE …> part"
        raise FormatError(message) from None
    handler.fields.place = math.inf


def first_element(text: str) -> str:
    """The local name of the first element of an XML text, "" if there is none near its beginning."""
    found = _ELEMENT.search(text, 0, 10_000)
    return found[1] if found else ""


def require_ids_in_xml(graph: GameGraph, format_name: str) -> None:
    """Nothing, if XML can hold the ids of a graph.

    Raises
    ------
    FormatError
        Naming the first node whose id has a character that it cannot hold.
    """
    if (id := first_with(graph.columns.ids, NOT_IN_XML)) is not None:
        raise FormatError(
            f"the id {quoted(id)} has a control character, which {format_name} cannot hold; rename the node"
        )


def fits_xml(text: str) -> bool:
    """Whether XML can hold the text."""
    return _NOT_IN_XML.search(text) is None


def require_xml(text: str) -> None:
    """Nothing, if a text without a document type is XML with prefixes that are declared; it is heard by nobody.

    Raises
    ------
    OddError
        If it is not.
    """
    from xml.parsers import expat

    try:
        expat.ParserCreate(namespace_separator=" ").Parse(text.encode(), True)
    except expat.ExpatError:
        raise OddError from None


# ---- columns


class Key(NamedTuple):
    """What a key of values stands for, and the type of these."""

    name: str
    type: str


def _character(reference: str) -> str:
    """What a reference stands for."""
    if reference in _NAMES:
        return _NAMES[reference]
    code = reference[2:-1]
    character = chr(int(code[1:], 16) if code.startswith("x") else int(code))
    require(character == "\r" or fits_xml(character))
    return character


without_references = Substitution(("&#?[0-9A-Za-z]+;", _character))
"""The text with the characters for which references stand; `OddError` or `ValueError` where one stands for none."""


def values_of(texts: Column, type: str) -> tuple[Column, NDArray[np.bool_]]:
    """The texts as values of a type, with gaps for those that are not of it; and which these are.

    Whole numbers are decimals if some are past 64 bits.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    texts = in_one_piece(texts)
    if (read := TYPES.get(type)) is None:
        return texts, np.zeros(len(texts), np.bool_)
    is_plain = pc.match_substring_regex(texts, f"^(?:{_NUMBERS.get(read, _TRUTH)})$")
    plain = pc.if_else(is_plain, texts, texts_in_arrow([None])[0])
    if read in _NUMBERS:
        values = pc.ascii_trim(plain, " \t\n+").cast(pa.int64() if read is int else pa.float64())
    else:
        true, one = texts_in_arrow(["true", "1"])
        values = pc.or_(pc.equal(pc.utf8_lower(plain), true), pc.equal(plain, one))
    rows = np.flatnonzero(~are_true(is_plain) & are_there(texts))
    odd = texts.take(in_arrow(rows).chunk(0)).dictionary_encode()
    made = [_value(text, read) for text in odd.dictionary.to_pylist()]
    are_made = np.array([value is not None for value in made], np.bool_)
    if any(isinstance(value, int) and abs(value) >= LARGEST for value in made):
        values, cells = longs(values), longs(texts_in_arrow([None if value is None else str(value) for value in made]))
    else:
        numbers = np.array([value or 0 for value in made], np.float64 if read is float else np.int64)
        cells = numbers_in_arrow(numbers, are_made).cast(values.type)
    values, are_misfits = replaced_at(values, rows, cells.take(odd.indices)), np.zeros(len(texts), np.bool_)
    are_misfits[rows] = ~are_made[in_numpy(odd.indices, -1)]
    return values, are_misfits


def _value(text: str, read: Callable[[str], bool | int | float]) -> bool | int | float | None:
    """What a text is that is read so, None if it is none; `OddError` if it does not fit a column."""
    try:
        value = read(text)
    except (ValueError, LookupError):
        return None
    require(isinstance(value, float) or abs(value) < 10**MOST_DIGITS)
    return value
