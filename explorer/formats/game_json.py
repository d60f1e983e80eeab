"""The program's own format, `*.game.json`: everything a graph has."""

from __future__ import annotations

import re

from explorer.formats.format import Format
from explorer.formats.json_text import entry_texts, json_lines, one_line, only_json
from explorer.formats.node_link import read
from explorer.model.convert import document_around, known_cells, node_record
from explorer.model.graph import GameGraph

_BEGINS = re.compile(r"\{|\[(?!\s*\[)")  # a list of lists may be a matrix


def write(graph: GameGraph) -> str:
    """The graph as JSON text, a node or a move a line."""
    plain = only_json(graph)
    lists = {"nodes": _node_lines(plain), "moves": _move_lines(plain)}
    return json_lines(document_around(plain, [], []), lists)


def _node_lines(graph: GameGraph) -> list[str]:
    """Every node as JSON text."""
    columns = graph.columns
    cells = known_cells(columns)
    ids = entry_texts(cells.pop("id"))
    parts = [
        [f', "{name}": {text}' if text != "null" else "" for text in entry_texts(column)]
        for name, column in cells.items()
    ]
    lines = [f'{{"id": {"".join(texts)}}}' for texts in zip(ids, *parts, strict=True)]
    for index in columns.extras:
        lines[index] = one_line(node_record(columns.node(index)))
    return lines


def _move_lines(graph: GameGraph) -> list[str]:
    """Every move as JSON text."""
    ids = entry_texts(list(graph.ids))
    ends = zip(graph.links.sources.tolist(), graph.links.targets.tolist(), strict=True)
    return [f"[{ids[source]}, {ids[target]}]" for source, target in ends]


FORMAT = Format(
    name="game-json",
    title="Game graph (.game.json)",
    suffixes=(".game.json",),
    read=read,
    write=write,
    cannot_carry="",
    recognises=lambda text: _BEGINS.match(text) is not None,
    rank=10,
)
