"""Mermaid's flowcharts (.mmd): nodes with their shapes and texts, and the links between them.

Read are nodes such as `a`, `a[text]`, `a((text))`, `a{"text"}` and `a@{ shape: circle, label: "text" }`, links of all
kinds with or without a text or a name (`a e1@--> b`), chains, and several nodes at an end (`a & b --> c`).  A link
without a head is left out, one with two is two moves.  Players and scores are guessed from texts and shapes as in DOT.
Styles, classes and clicks are passed over.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from explorer.formats.format import Format
from explorer.formats.guess import guess_kinds
from explorer.formats.mermaid_columns import graph_by_columns
from explorer.formats.mermaid_syntax import BEGINS, FRONT, note_headless, parsed, statements_of, ways_of
from explorer.model.assemble import Assembled, AttributedMove, Row, assemble_attributed
from explorer.model.builder import GraphBuilder
from explorer.model.errors import FormatError


@dataclass
class _Chart:
    """What was read so far: records and shapes of nodes, the line of each, moves, links with names or without heads."""

    builder: GraphBuilder
    records: dict[str, dict[str, object]] = field(default_factory=dict)
    shapes: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    moves: list[AttributedMove] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    headless: int = 0


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of a flowchart, and its problems.

    Raises
    ------
    FormatError
        If it does not begin as one.
    """
    if (plainly := graph_by_columns(text)) is not None:
        return plainly
    chart = _Chart(GraphBuilder())
    statements = statements_of(text)
    if next(statements, None) is None:
        raise FormatError("expected a flowchart that begins with flowchart or graph and a direction, such as LR")
    for number, statement in statements:
        try:
            _read_statement(statement, number, chart)
        except FormatError as error:
            chart.builder.fields.error(f"{error}; left out", line=number)
    note_headless(chart.headless, chart.builder.fields)
    for name in chart.names - {str(end) for move in chart.moves for end in (move.source, move.target)}:
        chart.records.pop(name, None)  # what is said of a link, not of a node
    guess_kinds(chart.records, chart.shapes, {str(move.source) for move in chart.moves}, chart.builder)
    rows: list[Row] = [(chart.lines[id], record) for id, record in chart.records.items()]
    return assemble_attributed({}, rows, chart.moves, chart.builder)


def _read_statement(statement: str, line: int, chart: _Chart) -> None:
    """Read nodes and the links between them; nothing of it is kept if it is no statement."""
    ends, links = parsed(statement)
    for group in ends:
        for id, label, shape in group:
            _note(id, label, shape, line, chart)
    for (sources, targets), link in zip(pairwise(ends), links, strict=True):
        pairs = [(source[0], target[0]) for source in sources for target in targets]
        chart.names |= {link["name"]} - {None}
        forth, back = ways_of(link)
        chart.headless += 0 if forth or back else len(pairs)
        for source, target in pairs:
            chart.moves += [AttributedMove(source, target, {}, line)] if forth else []
            chart.moves += [AttributedMove(target, source, {}, line)] if back else []


def _note(id: str, label: str | None, shape: str, line: int, chart: _Chart) -> None:
    record = chart.records.setdefault(id, {"id": id})
    chart.lines.setdefault(id, line)
    chart.shapes[id] = shape or chart.shapes.get(id, "box")
    if label is not None:
        record["label"] = label if label != id else None


FORMAT = Format(
    name="mermaid",
    title="Mermaid flowchart (.mmd, .mermaid)",
    suffixes=(".mmd", ".mermaid"),
    read=read,
    recognises=lambda text: BEGINS.match(FRONT.sub("", text, count=1)) is not None,
    rank=36,
)
