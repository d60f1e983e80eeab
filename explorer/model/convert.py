"""Graphs as the documents, networks and tables that `explorer.model.assemble` reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from explorer.model.columns import (
    KINDS,
    LEAF,
    NO_SCORE,
    NodeColumns,
)
from explorer.model.extras import columns_of
from explorer.model.graph import GameGraph, Kind, Node
from explorer.model.late_methods import provided
from explorer.model.late_networkx import nx
from explorer.model.scores import score_to_json, shortest
from explorer.model.views import Cells, Floats, Picked, in_objects

if TYPE_CHECKING:
    import pandas as pd

FORMAT = "game-graph"
VERSION = 1
_OF_THE_FILE = ("format", "version", "nodes", "moves")

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
    names = graph.move_names
    moves = [[*move, names[move]] if move in names else [*move] for move in graph.moves]
    return document_around(graph, [node_record(node) for node in graph.nodes], moves)


def document_around(graph: GameGraph, nodes: list[Any], moves: list[Any]) -> dict[str, Any]:
    """The `.game.json` document of a graph with other lists of nodes and moves than its own."""
    return {"format": FORMAT, "version": VERSION, **graph_record(graph, nodes=nodes, moves=moves)}


def graph_record(graph: GameGraph, **lists: list[Any]) -> dict[str, Any]:
    """What a document says of the graph as a whole; the lists stand where they do there."""
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
        record |= {"x": shortest(node.x), "y": shortest(node.y)}
    return record | {key: value for key, value in node.extra.items() if key not in record}


def _known_cells(columns: NodeColumns) -> dict[str, Sequence[Any]]:
    """What `node_record` says of every node under the keys of the model: columns, in which None stands for nothing.

    A column that would be empty is left out.
    """
    kinds, count = columns.kinds, len(columns.scale)
    ranks = np.where((kinds == LEAF) & (columns.ranks != NO_SCORE), columns.ranks, count)
    cells: dict[str, Sequence[Any]] = {
        "player": Picked([str(kind) if kind in (Kind.MAX, Kind.MIN) else None for kind in KINDS], kinds),
        "score": Picked([*map(score_to_json, columns.scale), None], ranks),
        "open": Picked([True if kind is Kind.OPEN else None for kind in KINDS], kinds),
    }
    if columns.labels is not None:
        cells["label"] = columns.labels
    if columns.points is not None:
        has_none = np.isnan(columns.points).any(axis=1)
        for name, axis in zip(("x", "y"), columns.points.T, strict=True):
            cells[name] = Floats(np.where(has_none, np.nan, axis))
    return {"id": columns.ids} | {name: column for name, column in cells.items() if _says_anything(column)}


def _says_anything(column: Sequence[Any]) -> bool:
    if isinstance(column, Cells):
        return bool(column.column.null_count < len(column))
    return any(cell is not None for cell in (column.used.items if isinstance(column, Picked) else column))


def node_cells(graph: GameGraph) -> dict[str, Sequence[Any]]:
    """What `node_record` says of every node, as columns: those of `_known_cells`, then those of further keys."""
    columns = graph.columns
    cells = _known_cells(columns)
    if (further := columns_of(columns.extras)) is not None and cells.keys().isdisjoint(further):
        return cells | {key: Cells(column) for key, column in further.items()}
    others: dict[str, list[Any]] = {}
    for index in sorted(columns.extras):
        for key, value in columns.extras[index].items():
            column = others.setdefault(key, [])
            if not column:
                column.extend(cells.get(key, [None] * len(columns)))
            if column[index] is None:
                column[index] = value
    return cells | others


def attributed_moves(graph: GameGraph) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The moves by source, each with its name, and its index where the moves stand in another order."""
    sources, targets, order = graph.links.by_source()
    ids, names = graph.ids, graph.move_names
    indices = None if order is None else order.tolist()
    for row, (source, target) in enumerate(zip(sources.tolist(), targets.tolist(), strict=True)):
        move = ids[source], ids[target]
        said: dict[str, Any] = {} if indices is None else {"order": indices[row]}
        yield *move, said | {"label": names[move]} if move in names else said


@provided
def networkx_from_graph(graph: GameGraph) -> nx.DiGraph[str]:
    """The graph as a networkx `DiGraph`; see `GameGraph.to_networkx`.

    networkx lists edges by source; where the moves stand in another order, each edge has its index as `order`.
    """
    result: nx.DiGraph[str] = nx.DiGraph()
    result.graph.update(graph_record(graph))
    result.add_nodes_from((node.id, _attributes(node)) for node in graph.nodes)
    result.add_edges_from(attributed_moves(graph))
    return result


def _attributes(node: Node) -> dict[str, Any]:
    """What the network says of a node: what `.game.json` does, with the score itself."""
    record = node_record(node)
    del record["id"]
    return record if node.score is None else record | {"score": node.score}


@provided
def frames_from_graph(graph: GameGraph) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Moves and nodes as frames; see `GameGraph.to_frames`."""
    import pandas as pd

    is_root = np.zeros(len(graph.ids), np.int8)
    if graph.root is not None:
        is_root[graph.root_index] = 1
    cells = node_cells(graph) | {"root": Picked((False, True), is_root)}
    ordered = {name: cells[name] for name in NODE_COLUMNS if name in cells} | cells
    ends = {"from": Picked(graph.ids, graph.links.sources), "to": Picked(graph.ids, graph.links.targets)}
    moves, nodes = ({name: in_objects(column) for name, column in each.items()} for each in (ends, ordered))
    return pd.DataFrame(moves, dtype=object), pd.DataFrame(nodes, dtype=object)
