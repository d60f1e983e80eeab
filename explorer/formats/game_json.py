"""The program's own format, `*.game.json`: everything a graph has."""

from __future__ import annotations

import re

from explorer.formats.format import Format
from explorer.formats.json_text import json_lines, only_json
from explorer.formats.node_link import read
from explorer.model.convert import document_from_graph
from explorer.model.graph import GameGraph

_BEGINS = re.compile(r"\{|\[(?!\s*\[)")  # a list of lists may be a matrix


def write(graph: GameGraph) -> str:
    """The graph as JSON text, a node or a move a line."""
    return json_lines(document_from_graph(only_json(graph)), ("nodes", "moves"))


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
