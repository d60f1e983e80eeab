"""Lists of edges: a move a line, its two ends parted by blanks, tabs, commas or semicolons, mostly without a header.

So SNAP, KONECT, networkx and igraph write graphs.  Comments begin with # or %.  A header is known by its names, such as
`from to` or `node_1,node_2`; what follows the two ends, as a weight, is left out, which is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from explorer.formats.delimited import are_all, columns_of
from explorer.formats.format import Format
from explorer.formats.plain_text_syntax import split_lines
from explorer.model import plain
from explorer.model.assemble import Assembled, Row
from explorer.model.builder import MAX_MOVES, GraphBuilder, count_one
from explorer.model.convert import column_name
from explorer.model.errors import FormatError, quoted
from explorer.model.fields import FieldReader
from explorer.model.tables import assemble_tables

_LOOKED_AT = 1_000_000  # characters by which a text is told
_MOST_LINES = 50  # of them, where the first few will do
_WORD = r"[\w.:+-]{1,200}"
_PART = r"(?:[ \t]{0,20}[,;\t][ \t]{0,20}|[ \t]{1,40})"
_MORE = r"(?:-?[\d.eE+-]+|\{.*\})(?:\s.*)?"  # a weight, or what networkx writes of an edge
_LINE = re.compile(rf"\s*(?P<from>{_WORD}){_PART}(?P<to>{_WORD})(?P<more>{_PART}{_MORE})?\s*")
_WORDS = re.compile(rf"\s*{_WORD}[ \t]{{1,40}}{_WORD}(?:[ \t]{{1,40}}{_MORE})?\s*")
_NUMBER = re.compile(r"-?[\d.eE+-]+")
_HEAD = re.compile(r"(?>(?:[ \t]*(?:[#%].*)?\n)*)")
_PLAIN_WORD, _PLAIN_MORE = "[0-9A-Za-z_.:+-]{1,200}", r"-?[0-9.eE+-]+|\{\}"  # of the above, as Arrow understands it
_LEFT_OUT = "moves carry nothing but their two ends; what follows these was left out"
_NUMBERS = re.compile(rf"\s*\d+{_PART}\d+(?:{_PART}-?[\d.eE+-]+)*\s*")


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of a list of edges as a plain directed graph, with every line that is none among the problems.

    Raises
    ------
    FormatError
        If no line is an edge.
    """
    if (plainly := _plain(text)) is not None:
        return plainly
    builder = GraphBuilder()
    moves: list[Row] = []
    found, has_more = 0, False
    for number, line in _edge_lines(text):
        match = _LINE.fullmatch(line)
        if match is None:
            builder.fields.error(f"expected the two ends of a move, got {quoted(line.strip())}; left out", line=number)
        elif found or not _is_header(match):
            moves.append((number, {"from": match["from"], "to": match["to"]}))
            count_one(len(moves) - 1, MAX_MOVES, "moves")
            has_more |= match["more"] is not None
        found += match is not None
    if not found:
        raise FormatError("expected a list of edges, a line for each with its two ends, as in: 1 2; got none")
    return assemble_tables(moves, None, builder=builder, notes=[_LEFT_OUT] * has_more)


def read_rows(rows: Iterable[tuple[int, Sequence[str]]]) -> Assembled:
    """The plain directed graph of the rows of a table without a header: the ends of a move, and perhaps a weight."""
    moves, has_more = [], False
    for number, (source, target, *more) in rows:
        moves.append((number, {"from": source, "to": target}))
        has_more |= bool(more)
    return assemble_tables(moves, None, notes=[_LEFT_OUT] * has_more)


def are_edges(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the rows of a table are edges and the first is no header: it names an end that others name too."""
    if len(rows) < 2 or any(len(row) != len(rows[0]) or not all(row[:2]) for row in rows):
        return False
    if len(rows[0]) != 2 and not (len(rows[0]) == 3 and all(_NUMBER.fullmatch(row[2]) for row in rows)):
        return False
    return not {*rows[0][:2]}.isdisjoint(end for row in rows[1:] for end in row[:2])


def _plain(text: str) -> Assembled | None:
    """The graph of a long list of which nothing is odd; None of any other."""
    text = text.replace("\r\n", "\n")
    if text.count("\n") < plain.LARGE or "\r" in text:
        return None
    body = _HEAD.sub("", text, count=1)
    line = body[: body.find("\n")]
    first = _LINE.fullmatch(line)
    delimiter = "" if first is None else line[first.end("from") : first.start("to")]
    if first is None or len(delimiter) != 1:
        return None
    names = ["from", "to", *(["more"] if first["more"] else [])]
    columns = columns_of(body, delimiter, names, skipped=int(_is_header(first)))
    if columns is None or not all(are_all(columns[name], _PLAIN_WORD) for name in ("from", "to")):
        return None
    has_more = "more" in columns
    if has_more and not are_all(columns["more"], _PLAIN_MORE):
        return None
    skipped = int(_is_header(first))
    lines = plain.Lines(lambda: islice((number for number, _ in _edge_lines(text)), skipped, None))
    tables = plain.PlainTables(
        sources=columns["from"], targets=columns["to"], move_lines=lines, notes=[_LEFT_OUT] * has_more
    )
    return plain.assemble_plain(tables, FieldReader())


def _edge_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are no comments, numbered."""
    for number, line in split_lines(text):
        if line.strip() and not line.lstrip().startswith(("#", "%")):
            yield number, line


def _is_header(match: re.Match[str]) -> bool:
    return (column_name(match["from"]), column_name(match["to"])) == ("from", "to")


def recognises(text: str) -> bool:
    """Whether a text is a list of edges: whole numbers, perhaps under a header, or words between blanks."""
    lines = [line for _, line in _edge_lines(text[:_LOOKED_AT])]
    first = _LINE.fullmatch(lines[0]) if lines else None
    if first is None:
        return False
    if _is_header(first):
        rows = lines[1:] if len(text) <= _LOOKED_AT else lines[1:-1]  # the last line may be cut
        return bool(rows) and all(map(_NUMBERS.fullmatch, rows))
    return has_numbers_alone(text) or (len(lines) > 1 and all(map(_WORDS.fullmatch, lines[:_MOST_LINES])))


def has_numbers_alone(text: str) -> bool:
    """Whether the first lines of a text are pairs of whole numbers, so that the first can be no header."""
    lines = [line for _, line in islice(_edge_lines(text[:_LOOKED_AT]), _MOST_LINES)]
    return bool(lines) and all(map(_NUMBERS.fullmatch, lines))


FORMAT = Format(
    name="edges",
    title="List of edges (.edges, .edgelist)",
    suffixes=(".edges", ".edgelist"),
    read=read,
    recognises=recognises,
    rank=40,
)
