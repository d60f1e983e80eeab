"""Graphs as the documents, networks, arrays and tables that `explorer.intake` reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from explorer.model.columns import Arrays
from explorer.model.graph import GameGraph, Kind, Move, Node
from explorer.model.late_networkx import nx
from explorer.model.node import PROGRESS
from explorer.model.scores import score_to_json, shortest

if TYPE_CHECKING:
    import pandas as pd

FORMAT = "game-graph"
VERSION = 1
_OF_THE_FILE = ("format", "version", "nodes", "moves")

_ENDS = ("from", "to")
NODE_COLUMNS = ("id", "player", "score", "open", "label", "x", "y", "root")
_SYNONYMS = {"source": "from", "target": "to", "node_1": "from", "node_2": "to", "id_1": "from", "id_2": "to"}
_COLUMNS = {*_ENDS, *NODE_COLUMNS}


def column_name(title: str) -> str:
    """Return the name of a column in the model: source is from; an unknown title stays as it is."""
    lowered = title.strip().lower()
    known = _SYNONYMS.get(lowered, lowered)
    return known if known in _COLUMNS else title


def is_known_column(title: str) -> bool:
    """Return whether a column has a meaning in the model."""
    return column_name(title) in _COLUMNS


def document_from_graph(graph: GameGraph) -> dict[str, Any]:
    """Return the `.game.json` document of a graph; see `GameGraph.to_json`."""
    moves = [_move_record(graph, move) for move in graph.moves]
    nodes = [node_record(node) for node in graph.nodes]
    return {"format": FORMAT, "version": VERSION, **graph_record(graph, nodes=nodes, moves=moves)}


def _move_record(graph: GameGraph, move: Move) -> list[str]:
    """Return the move as the `.game.json` format writes it: its ends, then its name and its mark, if any."""
    name = graph.move_names.get(move)
    if move in graph.progress:
        return [*move, name or "", PROGRESS]
    return [*move] if name is None else [*move, name]


def graph_record(graph: GameGraph, **lists: list[Any]) -> dict[str, Any]:
    """Return the record of the graph as a whole, in which the lists stand where they do in a document."""
    record: dict[str, Any] = {
        key: value for key, value in (("name", graph.name), ("description", graph.description)) if value
    }
    record["convention"] = str(graph.convention)
    if graph.root is not None:
        record["root"] = graph.root
    if graph.score_range is not None:
        record["range"] = [*map(score_to_json, graph.score_range)]
    record |= lists
    if graph.expected:
        record["expected"] = dict(graph.expected)
    return record | {key: value for key, value in graph.extra.items() if key not in record and key not in _OF_THE_FILE}


def node_record(node: Node) -> dict[str, Any]:
    """Return the node as the `.game.json` format writes it."""
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
        record |= {"x": shortest(node.x), "y": shortest(node.y)}
    return record | {key: value for key, value in node.extra.items() if key not in record}


def attributed_moves(graph: GameGraph) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the moves by source, each with its name and mark, and its index where they stand in another order."""
    order = np.argsort(graph.links.sources, kind="stable")
    is_ordered = bool((order[1:] > order[:-1]).all())
    moves = tuple(graph.moves)
    for index in order.tolist():
        move = moves[index]
        said: dict[str, Any] = {} if is_ordered else {"order": index}
        said |= {"label": graph.move_names[move]} if move in graph.move_names else {}
        yield *move, said | {PROGRESS: True} if move in graph.progress else said


def arrays_from_graph(graph: GameGraph) -> Arrays:
    """Return the graph as arrays; see `GameGraph.to_arrays`."""
    columns, links = graph.columns, graph.links
    scores = np.array([*columns.scale, None], object)[columns.ranks]
    ends = links.sources, links.targets
    return Arrays(graph.ids, columns.orientation, scores, *ends, links.forward, links.backward)


def networkx_from_graph(graph: GameGraph) -> nx.DiGraph[str]:
    """Return the graph as a networkx `DiGraph`; see `GameGraph.to_networkx`.

    networkx lists edges by source; where the moves stand in another order, each edge has its index as `order`.
    """
    result: nx.DiGraph[str] = nx.DiGraph()
    result.graph.update(graph_record(graph))
    result.add_nodes_from((node.id, _attributes(node)) for node in graph.nodes)
    result.add_edges_from(attributed_moves(graph))
    return result


def _attributes(node: Node) -> dict[str, Any]:
    """Return the attributes of a node in the network: those of `.game.json`, with the score itself."""
    record = node_record(node)
    del record["id"]
    return record if node.score is None else record | {"score": node.score}


def frames_from_graph(graph: GameGraph) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return moves and nodes as frames, the rest of the graph in `attrs` of the nodes; see `GameGraph.to_frames`."""
    import pandas as pd

    records = [{**node_record(node), "root": node.id == graph.root} for node in graph.nodes]
    further = dict.fromkeys(key for record in records for key in record)
    keys = [*(key for key in NODE_COLUMNS if key in further), *(key for key in further if key not in NODE_COLUMNS)]
    nodes = {key: [record.get(key) for record in records] for key in keys or ["id", "root"]}
    ends: dict[str, list[str | None]] = {end: [move[at] for move in graph.moves] for at, end in enumerate(_ENDS)}
    if graph.move_names:
        ends["move"] = [graph.move_names.get(move) for move in graph.moves]
    marks = {PROGRESS: [move in graph.progress for move in graph.moves]} if graph.progress else {}
    frames = pd.DataFrame(ends | marks, dtype=object), pd.DataFrame(nodes, dtype=object)
    frames[1].attrs[FORMAT] = {key: value for key, value in graph_record(graph).items() if key != "root"}
    return frames
