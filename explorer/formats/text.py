"""Text from bytes, with encodings and limits of size; and what readers and writers of texts share."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from explorer.intake import Intake
from explorer.intake.cells import FACTS
from explorer.intake.intake import MAX_MOVES, MAX_NODES
from explorer.model.convert import graph_record
from explorer.model.errors import FormatError, SizeError, quoted
from explorer.model.graph import GameGraph
from explorer.model.scores import write_range
from explorer.model.words import counted

MAX_MEGABYTES = 2_000
MAX_BYTES = MAX_MEGABYTES * 2**20
MAX_LINES = MAX_MOVES + MAX_NODES  # of a table or a list of moves
MAX_COPIES = 10_000_000
MAX_DEPTH = 100  # of brackets in brackets, or elements in elements

_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
_COMPRESSED = {  # first bytes
    b"(\xb5/\xfd": "Zstandard",
    b"PK\x03\x04": "ZIP",
}
_BARE_UTF_16 = {b"<\0": "utf-16-le", b"\0<": "utf-16-be"}  # as XML begins
_DECLARATION = re.compile(rb"\s*<\?xml[^>]{0,100}?\sencoding\s*=\s*[\"']([A-Za-z0-9_.-]{1,20})")
_DECLARED = {"iso-8859-1": "latin-1", "windows-1252": "cp1252"}
_NEVER_IN_TEXT = re.compile(rb"[\0-\x08\x0e-\x1f]")


_EMPTY = re.compile(rb"(?:\xef\xbb\xbf)?\s*\Z|(?:\xff\xfe|\xfe\xff)[\s\0]*\Z")
_WEB_PAGE = re.compile(r"(?:\s*(?:<\?xml[^>]*>|<!--.*?-->))*\s*<(?:!doctype\s+)?html\b", re.IGNORECASE | re.DOTALL)
_OF_IGRAPH = re.compile(r"Created by igraph|Creator \"igraph version")
_BEGINNING = 2_000  # bytes or characters


def refuse_ids(ids: Sequence[str], what: str, odd: re.Pattern[str] = re.compile("\0")) -> None:
    """Raise FormatError if a text of this kind cannot hold the ids.

    Raises
    ------
    FormatError
        If an id has a character that is odd there, naming the first such id.
    """
    if (id := next(filter(odd.search, ids), None)) is not None:
        character = "null" if "\0" in id else "control"
        raise FormatError(f"the id {quoted(id)} has a {character} character, which {what} cannot hold; rename the node")


def too_deep(what: str) -> str:
    """Return the sentence for an error: a text of this kind is nested more than `MAX_DEPTH` deep."""
    return f"the {what} is nested more than {MAX_DEPTH} deep, the most that is read"


def is_empty(data: bytes) -> bool:
    """Return whether a file holds nothing but blanks."""
    return _EMPTY.match(data) is not None


def require_no_web_page(content: str | bytes) -> None:
    """Raise FormatError if a text or a file is a web page, saved in place of a graph.

    Raises
    ------
    FormatError
        With advice.
    """
    begin = content[:_BEGINNING]
    if _WEB_PAGE.match(begin if isinstance(begin, str) else begin.decode("utf-8-sig", errors="replace")):
        raise FormatError("this is a web page, not a graph; save the file itself instead of the page that shows it")


def decode(data: bytes) -> tuple[str, str]:
    """Return the text of a file, and a doubt for the user, or "".

    A byte order mark decides, then the declaration of XML; without either it is UTF-8 or, if it cannot be that,
    Windows-1252, with a doubt.

    Raises
    ------
    FormatError
        If it is larger than `MAX_MEGABYTES`, compressed, or not such a text.
    """
    require_size(len(data))
    for begin, program in _COMPRESSED.items():
        if data.startswith(begin):
            raise FormatError(f"expected text, got data that are compressed ({program}); decompress the file first")
    mark = next((mark for mark in _MARKS if data.startswith(mark)), b"")
    encoding = _MARKS[mark] if mark else _declared_encoding(data)
    body, doubt = data.removeprefix(mark), ""
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError as error:
        text, doubt = _decode_as_windows(body, encoding, error)
    if "\0" in text:
        raise FormatError("expected text, got null bytes: a binary file, or UTF-16 without a mark; save it as UTF-8")
    return text, doubt


def _declared_encoding(data: bytes) -> str:
    """Return the encoding of a file without a mark by its declaration."""
    if data[:2] in _BARE_UTF_16:
        return _BARE_UTF_16[data[:2]]
    found = _DECLARATION.match(data)
    return _DECLARED.get(found[1].decode("ascii").lower(), "utf-8") if found else "utf-8"


def _decode_as_windows(body: bytes, encoding: str, error: UnicodeDecodeError) -> tuple[str, str]:
    """Return the bytes decoded as Windows-1252, and a sentence that this encoding was guessed."""
    where = f"the byte 0x{body[error.start]:02x} at position {error.start:,}"
    if encoding == "utf-8" and not _NEVER_IN_TEXT.search(body):
        try:
            doubt = f"the text is not UTF-8 ({where}) and was read as Windows-1252; look whether accents are right"
            return body.decode("cp1252"), doubt
        except UnicodeDecodeError:
            pass
    raise FormatError(
        f"expected text in UTF-8 (or UTF-16 with a byte order mark), got {where}; save it as UTF-8"
    ) from None


def require_size(size: int) -> None:
    """Raise FormatError if a file of so many bytes is too large.

    Raises
    ------
    FormatError
        If it is larger than `MAX_MEGABYTES`.
    """
    if size > MAX_BYTES:
        raise SizeError(f"the file is larger than {MAX_MEGABYTES:,} MB, the most that is read")


def flat_record(graph: GameGraph) -> dict[str, Any]:
    """Return the attributes of a graph as a whole, with the range of its scores as text."""
    said = graph_record(graph)
    return said if graph.score_range is None else said | {"range": write_range(graph.score_range)}


def keys_of_facts(text: str) -> Collection[str]:
    """Return the keys of nodes under which words may stand for nothing; igraph writes such words as labels too."""
    return (*FACTS, "label") if _OF_IGRAPH.search(text, 0, _BEGINNING) else FACTS


def require_few_copies(count: int) -> None:
    """Raise FormatError if a short text asks for too many copies: of defaults to nodes, or nodes of blocks.

    Raises
    ------
    FormatError
        Past `MAX_COPIES` entries.
    """
    if count > MAX_COPIES:
        raise FormatError(f"defaults and blocks stand for more than {MAX_COPIES:,} entries, the most that are read")


def require_lines(text: str) -> None:
    """Raise FormatError if a text with a line for each node or move has too many lines.

    Raises
    ------
    FormatError
        Before any line is parsed.
    """
    if (lines := text.count("\n")) > MAX_LINES:
        raise FormatError(f"the file has {lines:,} lines; at most {MAX_LINES:,} are read, read a part of it")


def damage_error(what: str, error: Exception) -> FormatError:
    """Return the error that a binary file is damaged or of another kind, with the reason of a library."""
    return FormatError(f"not {what} that can be read: {one_line(str(error))[:200]}; was it cut off or damaged?")


def one_line(text: str) -> str:
    """Return the text with its lines in one."""
    return " ".join(text.split())


# ---- edges as they are drawn

_DRAWINGS = {
    "back": "drawn backwards; the move goes the other way",
    "both": "drawn both ways; each is two moves",
    "none": "drawn without a direction; left out",
    "invisible": "not drawn; left out",
}


DrawnEdge = tuple[object, object, Mapping[str, Any], int | None, str]
"""Source, target, attributes, line, and direction as drawn: back, both, none, invisible, or "" for the usual one."""


def take_drawn_edges(edges: Iterable[DrawnEdge], words: Mapping[str, str], intake: Intake) -> set[str]:
    """Hand edges to an intake as the moves that they are drawn as; return the ids of nodes with moves.

    Parameters
    ----------
    words : the words for each unusual direction, for a note on how many such edges there are.
    """
    found, lines, sources = Counter[str](), dict[str, int | None](), set[str]()
    for source, target, attributes, line, way in edges:
        if way:
            found[way] += 1
            lines.setdefault(way, line)
        if way in ("", "both"):
            intake.move(source, target, attributes or None, line)
            sources.add(str(source))
        if way in ("back", "both"):
            intake.move(target, source, attributes or None, line)
            sources.add(str(target))
    for way, meaning in _DRAWINGS.items():
        if count := found[way]:
            message = f"{counted(count, 'edge')} with {words[way]} {'is' if count == 1 else 'are'} {meaning}"
            intake.fields.warn(message, line=lines[way])
    return sources
