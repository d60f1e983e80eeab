"""Format `*.game.json` of the program, which holds everything that a graph has."""

from __future__ import annotations

from explorer.formats.format import Format
from explorer.formats.json_text import json_lines, only_json
from explorer.formats.node_link import read
from explorer.model.convert import document_from_graph
from explorer.model.graph import GameGraph


def write(graph: GameGraph) -> str:
    """Return the graph as JSON text, a node or a move a line."""
    return json_lines(document_from_graph(only_json(graph)))


FORMAT = Format(
    name="game-json",
    title="Game graph (.game.json)",
    suffixes=(".game.json",),
    read=read,
    write=write,
    cannot_carry="",
    recognises=lambda text: text.startswith(("{", "[")),
    rank=10,
)
