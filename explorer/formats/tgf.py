"""TGF, the Trivial Graph Format of yEd: a node a line with its label, a line with #, and an edge a line."""

from __future__ import annotations

import re

from explorer.formats.format import Format
from explorer.formats.guess import guess_kinds
from explorer.formats.plain_text_syntax import split_lines
from explorer.model.assemble import Assembled, AttributedMove, Row, assemble_attributed
from explorer.model.builder import GraphBuilder
from explorer.model.errors import quoted

_BEGINS = re.compile(r"(?>(?:[^\s#]+(?:[ \t][^\n]*)?\r?\n)+)#[ \t]*\r?(?:\n|\Z)")


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of a graph; players and scores are guessed from labels as in DOT."""
    builder = GraphBuilder()
    records: dict[str, dict[str, object]] = {}
    lines: dict[str, int] = {}
    moves: list[AttributedMove] = []
    in_edges = False
    for number, line in split_lines(text):
        words = line.split(maxsplit=2 if in_edges else 1)
        if not in_edges and line.strip() == "#":
            in_edges = True
        elif in_edges and len(words) > 1:
            attributes = {"label": words[2]} if len(words) > 2 else {}
            moves.append(AttributedMove(words[0], words[1], attributes, number))
        elif in_edges and words:
            builder.fields.error(f"expected the two ends of a move, got {quoted(words[0])}; left out", line=number)
        elif words and words[0] in records:
            builder.fields.error(f"two nodes have the id {quoted(words[0])}; the second was left out", line=number)
        elif words:
            label = words[1].strip() if len(words) > 1 else None
            records[words[0]] = {"id": words[0], "label": label if label != words[0] else None}
            lines[words[0]] = number
    guess_kinds(records, {}, {str(move.source) for move in moves}, builder)
    rows: list[Row] = [(lines[id], record) for id, record in records.items()]
    return assemble_attributed({}, rows, moves, builder)


FORMAT = Format(
    name="tgf",
    title="Trivial Graph Format (.tgf)",
    suffixes=(".tgf",),
    read=read,
    recognises=lambda text: _BEGINS.match(text) is not None,
    rank=38,
)
