"""The program's own format, `*.game.json`: everything a graph has."""

from __future__ import annotations

from explorer.formats.format import Format
from explorer.formats.json_text import BETWEEN, in_quotes, json_lines, only_json, without_id
from explorer.formats.node_link import read
from explorer.formats.rows import text_of
from explorer.formats.told import told
from explorer.model.convert import document_around
from explorer.model.graph import GameGraph, Node
from explorer.model.views import Picked


def write(graph: GameGraph) -> str:
    """The graph as JSON text, a node or a move a line."""
    plain = only_json(graph)
    said = told(plain.columns, _said, in_label=in_quotes, in_text=in_quotes)
    ids, links = in_quotes.of(plain.columns.ids), plain.links
    ends = '["', Picked(ids, links.sources), '", "', Picked(ids, links.targets), '"]'
    nodes = text_of(len(ids), '{"id": "', ids, '"', *said.parts(said.values), "}", BETWEEN)
    moves = text_of(len(links.sources), *ends, BETWEEN)
    return json_lines(document_around(plain, [], []), {"nodes": nodes, "moves": moves})


def _said(node: Node) -> str:
    """What stands behind the id of a node."""
    return f", {text}" if (text := without_id(node)) else ""


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
