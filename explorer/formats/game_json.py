"""The program's own format, `*.game.json`: everything a graph has."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from explorer.formats.format import Format
from explorer.formats.json_text import json_lines, only_json, parse_json
from explorer.formats.node_link import assemble_node_link, is_node_link, require_edges
from explorer.model.assemble import Assembled, assemble_document
from explorer.model.convert import document_from_graph
from explorer.model.graph import GameGraph

_BEGINS = re.compile(r"\{|\[(?!\s*\[)")  # a list of lists is a matrix


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of a JSON text, which may as well be a node-link document."""
    data, problems = parse_json(text)
    require_edges(data)
    return _assemble(data).with_problems(problems)


def _assemble(data: Any) -> Assembled:
    if isinstance(data, Mapping) and is_node_link(data):
        return assemble_node_link(data)
    return assemble_document(data)


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
