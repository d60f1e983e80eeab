"""Solutions of a cluster of two processes against those of the solver in memory."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.datasets import solved_values, write_dataset
from support.examples import examples
from support.graphs import game_graphs, worths

from explorer import cluster
from explorer.cluster import reading
from explorer.model.errors import FormatError, GraphError
from explorer.model.graph import Convention, GameGraph, Node
from explorer.model.scores import Score
from explorer.solved_folder import layout
from explorer.solver import solve

pytestmark = pytest.mark.large

GRAPHS = 50  # of one example, side by side in one data set


@pytest.fixture(scope="module", name="client")
def _client() -> Iterator[Any]:
    with cluster.open_client(workers=2, memory=2**30) as client:
        yield client


@st.composite
def many_graphs(draw: st.DrawFn) -> GameGraph:
    """Return several small graphs of one convention side by side, as one graph."""
    convention = draw(st.sampled_from([Convention.MINIMAX, Convention.NEGAMAX]))
    graphs = game_graphs(conventions=(convention,), max_inner=6, max_leaves=4, max_open=1)
    found = draw(st.lists(graphs, min_size=GRAPHS, max_size=GRAPHS))
    nodes = [
        Node(f"{number}{node.id}", node.kind, node.score) for number, each in enumerate(found) for node in each.nodes
    ]
    moves = [(f"{number}{a}", f"{number}{b}") for number, each in enumerate(found) for a, b in each.moves]
    score_range = draw(st.sampled_from([None, (-3, 6)]))
    return GameGraph(tuple(nodes), tuple(moves), nodes[0].id, convention, score_range=score_range)


@examples(6)
@given(many_graphs(), worths, st.tuples(st.booleans(), st.booleans(), st.integers(1, 5)))
def test_all_values_are_those_of_the_solver_in_memory(client, tmp_path_factory, graph, endless, ways):
    as_texts, by_score, parts = ways
    folder = tmp_path_factory.mktemp("small")
    names = write_dataset(graph, folder / "in", as_texts=as_texts)
    report = cluster.solve(
        folder / "in", folder / "out", endless=endless, client=client, partitions=parts, by_score=by_score
    )
    solution = solve(graph, endless=endless)
    assert solved_values(folder / "out") == expected_values(graph, endless, names)
    assert (report.root, report.score) == (names[graph.root], solution.score)
    assert report.interval == solution.interval
    assert moves_in(folder / "out", "moves_by_source") == sorted_moves(graph, folder / "out", names, 0)
    assert moves_in(folder / "out", "moves_by_target") == sorted_moves(graph, folder / "out", names, 1)
    assert [path.name for path in folder.iterdir() if path.name not in ("in", "out")] == []


def moves_in(folder: Path, table: str) -> list[tuple[int, int]]:
    """Return the moves in a solved folder, in their order."""
    return [(row["from"], row["to"]) for row in pq.read_table(folder / table).to_pylist()]


def sorted_moves(graph: GameGraph, folder: Path, names: dict[str, str], end: int) -> list[tuple[int, int]]:
    """Return the moves of a graph by the keys of one end: of a source in move order, of a target by source."""
    has_texts = json.loads((folder / "graph.json").read_text())["ids"] == "text"
    key = {id: layout.key_of(name) if has_texts else int(name) for id, name in names.items()}
    moves = [(key[source], key[target]) for source, target in graph.moves]
    return sorted(sorted(moves) if end else moves, key=lambda move: move[end])


def expected_values(graph: GameGraph, endless: Score, names: dict[str, str]) -> dict[str, tuple[Any, ...]]:
    """Return by id the kind, bounds, score, interval, best move and distance, None where play goes on or is unknown."""
    solution = solve(graph, endless=endless)
    distance = {id: None if moves == math.inf else moves for id, moves in solution.distance.items()}
    return {
        names[node.id]: (
            None if graph.convention is Convention.NEGAMAX or not node.kind.is_inner else str(node.kind),
            solution.lower[node.id],
            solution.upper[node.id],
            solution.scores[node.id],
            solution.between_of(node.id),
            names.get(solution.best.get(node.id, "")),
            distance.get(node.id),
        )
        for node in graph.nodes
    }


def table_folder(folder: Path, nodes: dict[str, list[Any]], moves: list[tuple[Any, Any]], **about: Any) -> Path:
    """Write a data set of two files."""
    folder.mkdir()
    pq.write_table(pa.table(nodes), folder / "nodes.parquet")
    pq.write_table(pa.table({"from": [a for a, _ in moves], "to": [b for _, b in moves]}), folder / "moves.parquet")
    (folder / "graph.json").write_text(json.dumps(about))
    return folder


FAULTS: dict[str, tuple[dict[str, list[Any]], list[tuple[Any, Any]], dict[str, Any], str]] = {
    "twice": ({"id": ["a", "b", "b"], "player": ["max", None, None], "score": [None, 1, 2]}, [("a", "b")], {},
              "nodes listed twice: 1 (b)"),
    "target": ({"id": ["a", "b"], "player": ["max", None], "score": [None, 1]}, [("a", "b"), ("a", "gone")], {},
               "nodes to which moves lead and that are not in the table of nodes: 1 (gone)"),
    "source": ({"id": [1, 2], "player": ["max", None], "score": [None, 1]}, [(1, 2), (7, 2), (8, 2)], {},
               "moves from nodes that are not in the table of nodes: 2 (7 → 2, 8 → 2)"),
    "leaf": ({"id": [1, 2], "player": ["max", None], "score": [None, 1]}, [(1, 2), (2, 1)], {},
             "leaves or open nodes with moves: 1 (2)"),
    "unfinished": ({"id": [1, 2], "player": ["max", "min"], "score": [None, None]}, [(1, 2)], {},
                   "inner nodes without moves: 1 (2)"),
    "score": ({"id": [1, 2], "player": ["max", None], "score": [None, "much"]}, [(1, 2)], {},
              "nodes whose score is no finite number: 1 ('much')"),
    "several": ({"id": [1, 2], "player": ["max", "min"], "score": [None, 1]}, [(1, 2)], {},
                "nodes with several of player, score and open: 1 (2)"),
    "no kind": ({"id": [1, 2, 3], "player": ["max", None, None], "score": [None, 1, None]}, [(1, 2)], {},
                "nodes without player, score and open: 1 (3)"),
    "negamax": ({"id": [1, 2], "player": ["max", None], "score": [None, 1]}, [(1, 2)], {"convention": "negamax"},
                "nodes with a player, which a negamax graph has not: 1 (1)"),
    "range": ({"id": [1, 2], "player": ["max", None], "score": [None, 1]}, [(1, 2)], {"range": [2, 3]},
              "leaves whose score is outside the range of scores: 1 (2)"),
    "players": ({"id": [1, 2], "player": ["X", None], "score": [None, 1]}, [(1, 2)], {},
                "the players of nodes are 'X'; write max and min"),
    "root": ({"id": [1, 2], "player": ["max", None], "score": [None, 1]}, [(1, 2)], {"root": 5},
             "the root 5 is not in the table of nodes"),
    "empty id": ({"id": ["a", ""], "player": ["max", None], "score": [None, 1]}, [("a", "")], {},
                 "nodes without an id: 1"),
}  # fmt: skip


@pytest.fixture(scope="module", name="threads")
def _threads() -> Iterator[Any]:
    """A cluster in this process, which a test can change."""
    from distributed import Client

    with Client(processes=False, n_workers=2, threads_per_worker=1, dashboard_address=None) as client:
        yield client


@pytest.mark.parametrize("name", FAULTS)
def test_faults_are_named_with_their_number_and_examples(threads, tmp_path, name):
    nodes, moves, about, words = FAULTS[name]
    dataset = table_folder(tmp_path / "in", nodes, moves, **about)
    with pytest.raises(GraphError, match=re.escape(words)):
        cluster.solve(dataset, tmp_path / "out", client=threads)
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


def test_ten_examples_are_named_of_many_faults(threads, tmp_path):
    nodes = {"id": [*range(20)], "score": [1] * 20}
    dataset = table_folder(tmp_path / "in", nodes, [(number, 0) for number in range(20)])
    with pytest.raises(GraphError, match=r"with moves: 20 \(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …\)"):
        cluster.solve(dataset, tmp_path / "out", client=threads, partitions=1)


def test_a_move_that_is_listed_twice_is_read_once_and_said(threads, tmp_path):
    nodes = {"id": ["a", "b"], "score": [None, 1], "player": ["max", None]}
    dataset = table_folder(tmp_path / "in", nodes, [("a", "b"), ("a", "a"), ("a", "b")], root="a")
    report = cluster.solve(dataset, tmp_path / "out", client=threads)
    assert report.warnings == ["moves listed twice: 1 (a → b)"]
    assert (report.moves, report.score) == (2, 1)


@pytest.mark.parametrize(("ids", "moves"), [
    (["a", "b", "c", "d", "e"], [("a", "b")]),  # two nodes
    (["a", "b"], [("a", "b"), ("a", "x"), ("a", "y"), ("a", "z")]),  # a node and the end of a move
    (["a", "b"], [("a", "b"), ("x", "b"), ("y", "b"), ("z", "b")]),
])  # fmt: skip
def test_two_texts_with_one_hash_are_found(threads, tmp_path, monkeypatch, ids, moves):
    monkeypatch.setattr(reading, "keys_of", lambda texts: layout.keys_of(texts) % np.uint64(2) * np.uint64(2**63))
    nodes = {"id": ids, "player": ["max"] + [None] * (len(ids) - 1), "score": [None] + [1] * (len(ids) - 1)}
    dataset = table_folder(tmp_path / "in", nodes, moves)
    with pytest.raises(GraphError, match=r"texts with the same 64-bit hash: \d \([a-z] and [a-z]"):
        cluster.solve(dataset, tmp_path / "out", client=threads, partitions=2)


def test_only_a_solved_folder_is_replaced(threads, tmp_path):
    nodes = {"id": ["a", "b"], "score": [None, 1], "player": ["max", None]}
    dataset = table_folder(tmp_path / "in", nodes, [("a", "b")])
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("mine")
    with pytest.raises(FormatError, match="no solved folder"):
        cluster.solve(dataset, tmp_path / "mine", client=threads)
    with pytest.raises(FormatError, match="holds no checkpoint"):
        cluster.solve(dataset, tmp_path / "out", client=threads, checkpoint=tmp_path / "mine")
    for _ in range(2):
        cluster.solve(dataset, tmp_path / "out", client=threads)
    assert [*(tmp_path / "mine").iterdir()] == [tmp_path / "mine" / "thesis.txt"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in", "mine", "out"]
