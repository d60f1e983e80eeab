"""Graphs as text that fits a link, and links; the rest of a link is a scene.

The graph travels as a letter for the format and then its document: JSON without spaces, zlib, base64 of the URL-safe
alphabet without padding.  The checksum of zlib tells a damaged link from a good one.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode, urlsplit

from explorer.formats.json_text import only_json, parse_json
from explorer.intake import Assembled
from explorer.intake.assemble import assemble_document
from explorer.intake.cells import FARTHEST
from explorer.model.convert import document_from_graph
from explorer.model.errors import FormatError, LimitError, OptionError, quoted
from explorer.model.graph import Convention, GameGraph, Node

FORMAT_LETTER = "A"

MOST_CHARACTERS = 8_000
"""Of a whole address: what RFC 9110, section 4.1, asks every program to take, and what servers between the two ends
take by default (nginx 8,192 for the request line, Apache 8,190).  Browsers and this app's own server take 64,000."""

MOST_BYTES = 500_000  # of the document before it is compressed: much more than fits a link, unless it was made to burst
MOST_STEP = 99_999_999  # in a link; one past the end of a trace stands for its last step
MOST_PARTS = 3_000  # nodes and moves together; the most regular graphs with as many make longer links

HOST_ROOM = 300  # characters kept for what stands around the query: server, path, what an embedded view adds
_DAMAGED = "the graph in the link is damaged or incomplete; copy the whole link once more, or ask for the file"


# ---- the graph


def pack(graph: GameGraph) -> str:
    """Return the graph as text of letters, digits, "-" and "_", with positions in whole pixels.

    Raises
    ------
    LimitError
        If the graph is so large that no link can hold it; found out without packing it.
    """
    if len(graph.nodes) + len(graph.moves) > MOST_PARTS:
        raise too_large(graph)
    data = json.dumps(_slim_document(graph), ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    if len(data) > MOST_BYTES:
        raise too_large(graph)
    return FORMAT_LETTER + base64.urlsafe_b64encode(zlib.compress(data, 9)).rstrip(b"=").decode("ascii")


def unpack(text: str) -> Assembled:
    """Return the valid part of the graph in a text of `pack`, and all problems.

    Raises
    ------
    FormatError
        If the text is not what `pack` makes, was cut or changed, or holds more than `MOST_BYTES`.
    """
    require_packed(text)
    data, problems = parse_json(_decompressed(text[1:]))
    return assemble_document(data).with_problems(problems)


def require_packed(text: str) -> None:
    """Check that a text begins as `pack` begins it; only `unpack` checks the rest.

    Raises
    ------
    FormatError
        If it does not.
    """
    if text[:1] != FORMAT_LETTER:
        raise FormatError(_DAMAGED if not text[:1].isupper() else _other_version_message(text[0]))


def too_large(graph: GameGraph) -> LimitError:
    """Return the error for a graph that no link can hold: its size, the limit, and what to do."""
    return LimitError(
        f"the graph, {len(graph.nodes):,} nodes and {len(graph.moves):,} moves, is too large for a link, which holds "
        f"at most {MOST_CHARACTERS:,} characters; save it as a .game.json file and send the file"
    )


def _slim_document(graph: GameGraph) -> dict[str, Any]:
    """Return the document of a graph without the fields that a reader assumes."""
    slim = only_json(graph).replace(nodes=tuple(map(_in_whole_pixels, graph.nodes)))
    document = document_from_graph(slim)
    granted = {"format", "version"} | ({"convention"} if graph.convention is Convention.MINIMAX else set())
    return {key: value for key, value in document.items() if key not in granted}


def _in_whole_pixels(node: Node) -> Node:
    """Return the node with its position in whole pixels, unless that is missing or far away."""
    if node.x is None or node.y is None or max(abs(node.x), abs(node.y)) > FARTHEST:  # left out on reading, and said so
        return node
    return replace(node, x=round(node.x), y=round(node.y))


def _decompressed(text: str) -> str:
    """Return the text behind base64 and zlib, of at most `MOST_BYTES`."""
    inflater = zlib.decompressobj()
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        data = inflater.decompress(packed, MOST_BYTES)
        if not inflater.eof and inflater.decompress(inflater.unconsumed_tail, 1):
            raise FormatError(f"the graph in the link is larger than {MOST_BYTES:,} bytes, the most that is read")
        if not inflater.eof or inflater.unused_data:
            raise FormatError(_DAMAGED)
        return data.decode()
    except (ValueError, zlib.error):
        raise FormatError(_DAMAGED) from None


def _other_version_message(letter: str) -> str:
    """Return the message for a link whose graph has the format of another version."""
    return (
        f"the graph in the link has the format {letter!r}, and this version reads {FORMAT_LETTER!r}; "
        "open it with a newer version, or ask for the file"
    )


# ---- the link


def link(base: str, path: str, query: Mapping[str, str]) -> str:
    """Return the address of a page of the app at `base`, with a query.

    Raises
    ------
    OptionError
        If the base is not the address of a server.
    LimitError
        If it is longer than `MOST_CHARACTERS`.
    """
    if not _is_server(base):
        raise OptionError(f"the base of a link must be an address such as https://example.org/, got {quoted(base)}")
    address = f"{base.removesuffix('/')}/{path}?{urlencode(query)}"
    if len(address) > MOST_CHARACTERS:
        raise LimitError(
            f"the link would have {len(address):,} characters, and the most is {MOST_CHARACTERS:,}; "
            "save the graph as a .game.json file and send the file"
        )
    return address


def _is_server(base: str) -> bool:
    """Return whether a query can be appended to an address."""
    try:
        parts = urlsplit(base)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and not (parts.query or parts.fragment)
