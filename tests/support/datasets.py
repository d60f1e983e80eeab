"""Data sets of graphs for a cluster, and what a solved folder says of each node."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score, score_to_json
from explorer.solved_folder import layout
from explorer.solver import solve


def write_dataset(graph: GameGraph, folder: Path, *, as_texts: bool = True, rows: int = 20) -> dict[str, str]:
    """Write a graph as a data set in parts of so many rows; return the new id of each node."""
    ids = list(range(-7, 3 * len(graph.nodes) - 7, 3))
    names: dict[str, Any] = {
        node.id: node.id if as_texts else number for node, number in zip(graph.nodes, ids, strict=True)
    }
    scores = [None if node.score is None else str(node.score) for node in graph.nodes]
    nodes: dict[str, Any] = {"id": [names[node.id] for node in graph.nodes], "score": pa.array(scores, pa.string())}
    nodes["player"] = pa.array(
        [str(node.kind) if node.kind in (Kind.MAX, Kind.MIN) else None for node in graph.nodes], pa.string()
    )
    nodes["open"] = [node.kind is Kind.OPEN for node in graph.nodes]
    key = pa.string() if as_texts else pa.int64()
    moves = {
        "source": pa.array([names[a] for a, _ in graph.moves], key),
        "to": pa.array([names[b] for _, b in graph.moves], key),
    }
    for name, columns in ("nodes", nodes), ("moves", moves):
        table = pa.table(columns)
        (folder / name).mkdir(parents=True)
        for number, begin in enumerate(range(0, max(1, len(table)), rows)):
            pq.write_table(table.slice(begin, rows), folder / name / f"{number:03}.parquet", row_group_size=rows // 2)
    about = {"convention": str(graph.convention), "root": names[graph.root] if graph.root is not None else None}
    about |= {"range": [*map(score_to_json, graph.score_range)]} if graph.score_range is not None else {}
    (folder / "graph.json").write_text(json.dumps(about))
    return {id: str(name) for id, name in names.items()}


def solved_values(folder: Path) -> dict[str, tuple[Any, ...]]:
    """Return by id the player, bounds, score, interval, best move and distance in a solved folder."""
    found = {}
    for row in pq.read_table(folder / layout.NODES).to_pylist():
        score = layout.score_of(row["score"])
        ends = tuple(layout.score_of(row.get(name, row["score"])) for name in ("least", "most"))
        bounds = layout.score_of(row["lower"]), layout.score_of(row["upper"])
        best = None if row["best"] is None else str(row["best"])
        found[str(row["id"])] = (row.get("player"), *bounds, score, ends, best, row["distance"])
    return found


def write_random(folder: Path, moves: int, *, seed: int = 1, rows: int = 250_000) -> None:
    """Write a random graph of three moves a node, a tenth of the nodes leaves with scores from -5 to 5, in parts."""
    rng = np.random.default_rng(seed)
    inner = moves // 3
    count = inner + inner // 9
    players, scores = np.array(["max", "min"], object)[rng.integers(0, 2, inner)], rng.integers(-5, 6, count - inner)
    nothing = [None] * (count - inner)
    nodes = {
        "id": np.arange(count), "player": [*players, *nothing],
        "score": pa.array(np.concatenate((np.zeros(inner, int), scores)), mask=np.arange(count) < inner),
    }  # fmt: skip
    sources = np.repeat(np.arange(inner), 3)
    targets = (rng.integers(0, count // 3, len(sources)) * 3 + np.tile([0, 1, 2], inner)) % count
    for name, columns in ("nodes", nodes), ("moves", {"from": sources, "to": targets}):
        table = pa.table(columns)
        (folder / name).mkdir(parents=True)
        for number, begin in enumerate(range(0, len(table), rows)):
            pq.write_table(table.slice(begin, rows), folder / name / f"{number:03}.parquet")
    (folder / "graph.json").write_text('{"root": 0}')


def same_as_in_memory(dataset: Path, folder: Path, *, endless: Score = 0) -> bool:
    """Return whether a solved folder of whole ids, without open nodes, holds the solution of the solver in memory."""
    nodes, moves = (pq.read_table(dataset / name).to_pandas() for name in ("nodes", "moves"))
    players = nodes["player"].map({"max": 1, "min": -1}).fillna(0).astype(int)
    scores = [None if np.isnan(score) else int(score) for score in nodes["score"]]
    graph = GameGraph.from_arrays(players.to_numpy(), scores, moves["from"], moves["to"], root="0")
    frame = solve(graph, endless=endless).frame()
    found = pq.read_table(folder / layout.NODES).to_pandas()
    same = [*(found["id"].astype(str) == frame["id"])]
    for name in ("lower", "upper", "score"):
        same += [*(found[name].astype(float) == frame[name].astype(float))]
    for name in ("best", "distance"):
        kind = "Int64"
        same += [*(found[name].astype(kind).fillna(-9) == frame[name].astype(kind).fillna(-9))]
    return all(same)
