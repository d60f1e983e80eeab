"""Tables of another solver become a solved folder with the same values, and its best moves keep them."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import game, game_graphs

from explorer.model.errors import FormatError
from explorer.model.graph import GameGraph
from explorer.model.scores import score_to_json
from explorer.solved_folder.folder import SolvedFolder
from explorer.solved_folder.indexing import index
from explorer.solver import solve


def write_tables(graph: GameGraph, place: Path, *, has_distances: bool = True) -> None:
    """Write what another solver would: nodes with values and distances, moves."""
    solution = solve(graph)
    nodes = pd.DataFrame({"id": [*graph.ids], "value": [str(score_to_json(solution.scores[id])) for id in graph.ids]})
    if graph.sign > 0:
        nodes["player"] = [node.kind.value if node.kind.is_inner else None for node in graph.nodes]
    if has_distances:
        nodes["dtm"] = solution.frame()["distance"]
    nodes.sample(frac=1, random_state=1).to_parquet(place / "nodes.parquet")
    pd.DataFrame([*graph.moves], columns=["from", "to"], dtype=str).to_parquet(place / "moves.parquet")
    about = {"root": graph.root, "convention": graph.convention.value}
    (place / "graph.json").write_text(json.dumps(about))


@given(game_graphs(), st.booleans())
@examples(30)
def test_an_index_has_the_values_and_moves_of_the_tables(graph, has_distances):
    solution = solve(graph)
    with TemporaryDirectory() as name:
        write_tables(graph, Path(name), has_distances=has_distances)
        index(name, group=3)
        folder = SolvedFolder(name)
        assert (folder.root, folder.convention, folder.has_bounds) == (graph.root, graph.convention, False)
        for node in graph.nodes:
            row = folder.node(node.id)
            assert (row.kind, row.score, row.lower) == (node.kind, solution.scores[node.id], None)
            assert folder.successors(node.id) == graph.ids_after(node.id)
            if has_distances:
                assert row.distance == moves_of(solution, node.id)
            if node.kind.is_inner:
                assert folder.sign * folder.node(row.best).score == row.score


def moves_of(solution, id):
    distance = solution.distance[id]
    return None if distance == float("inf") else distance


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda nodes, moves: (nodes.drop(columns="value"), moves), "a column value"),
        (lambda nodes, moves: (nodes.assign(player="white"), moves), "expected max or min"),
        (lambda nodes, moves: (nodes.assign(value=None), moves), "has no value"),
        (lambda nodes, moves: (pd.concat([nodes, nodes]), moves), "is there twice"),
        (lambda nodes, moves: (nodes, moves.assign(to="z")), "no node, first 'z'"),
    ],
)
def test_tables_that_are_not_sound_are_refused(spoil, words, tmp_path):
    write_tables(game("a", a="max b c", b=1, c=2), tmp_path)
    tables = spoil(*(pd.read_parquet(tmp_path / f"{name}.parquet") for name in ("nodes", "moves")))
    for name, table in zip(("nodes", "moves"), tables, strict=True):
        table.to_parquet(tmp_path / f"{name}.parquet")
    with pytest.raises(FormatError, match=words):
        index(tmp_path)
    assert not (tmp_path / "solved").exists()
