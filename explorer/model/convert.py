"""Graphs as the documents, networks and tables that `explorer.model.assemble` reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import networkx as nx

from explorer.model.graph import GameGraph, Kind, Node
from explorer.model.scores import score_to_json
from explorer.model.seam import provided

if TYPE_CHECKING:
    import pandas as pd

FORMAT = "game-graph"
VERSION = 1
_EXACT = 2**53  # up to here every whole number is a float

NODE_COLUMNS = ("id", "player", "score", "open", "label", "x", "y", "root")
_SYNONYMS = {"source": "from", "target": "to", "node_1": "from", "node_2": "to", "id_1": "from", "id_2": "to"}
_COLUMNS = {"from", "to", *NODE_COLUMNS}


def column_name(title: str) -> str:
    """What a column of a table is called in the model: source is from; one that is not known keeps its title."""
    lowered = title.strip().lower()
    known = _SYNONYMS.get(lowered, lowered)
    return known if known in _COLUMNS else title


def is_known_column(title: str) -> bool:
    """Whether a column has a meaning in the model."""
    return column_name(title) in _COLUMNS


@provided
def document_from_graph(graph: GameGraph) -> dict[str, Any]:
    """The `.game.json` document of a graph; see `GameGraph.to_json`."""
    document: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    document |= {key: value for key, value in (("name", graph.name), ("description", graph.description)) if value}
    document["convention"] = str(graph.convention)
    if graph.root is not None:
        document["root"] = graph.root
    document["nodes"] = [node_record(node) for node in graph.nodes]
    document["moves"] = [list(move) for move in graph.moves]
    if graph.expected:
        document["expected"] = dict(graph.expected)
    return document | {key: value for key, value in graph.extra.items() if key not in document}


def node_record(node: Node) -> dict[str, Any]:
    """The node as the `.game.json` format writes it."""
    record: dict[str, Any] = {"id": node.id}
    if node.kind in (Kind.MAX, Kind.MIN):
        record["player"] = str(node.kind)
    elif node.kind is Kind.LEAF and node.score is not None:
        record["score"] = score_to_json(node.score)
    elif node.kind is Kind.OPEN:
        record["open"] = True
    if node.label is not None:
        record["label"] = node.label
    if node.x is not None and node.y is not None:
        record |= {"x": _shortest(node.x), "y": _shortest(node.y)}
    return record | {key: value for key, value in node.extra.items() if key not in record}


def _shortest(number: float) -> float:
    """The number without ".0" where it is whole."""
    return int(number) if abs(number) < _EXACT and float(number).is_integer() else number


@provided
def networkx_from_graph(graph: GameGraph) -> nx.DiGraph[str]:
    """The graph as a networkx `DiGraph`; see `GameGraph.to_networkx`.

    networkx lists edges by source; where the moves stand in another order, each edge has its index as `order`.
    """
    document = document_from_graph(graph)
    result: nx.DiGraph[str] = nx.DiGraph()
    left_out = ("format", "version", "nodes", "moves")
    result.graph.update({key: value for key, value in document.items() if key not in left_out})
    for node in graph.nodes:
        result.add_node(node.id)
        result.nodes[node.id].update({key: value for key, value in node_record(node).items() if key != "id"})
        if node.score is not None:
            result.nodes[node.id]["score"] = node.score
    result.add_edges_from(graph.moves)
    if list(result.edges) != list(graph.moves):
        nx.set_edge_attributes(result, {move: index for index, move in enumerate(graph.moves)}, "order")
    return result


@provided
def frames_from_graph(graph: GameGraph) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Moves and nodes as frames; see `GameGraph.to_frames`."""
    import pandas as pd

    moves = pd.DataFrame(list(graph.moves), columns=["from", "to"])
    records = [node_record(node) | {"root": node.id == graph.root} for node in graph.nodes]
    used = {key for record in records for key in record} | {"id", "root"}
    others = dict.fromkeys(key for record in records for key in record if key not in NODE_COLUMNS)
    columns = [*(column for column in NODE_COLUMNS if column in used), *others]
    rows = [[record.get(column) for column in columns] for record in records]
    return moves, pd.DataFrame(rows, columns=columns, dtype=object)
