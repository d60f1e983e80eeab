"""A solved folder says of every node what the solver says in memory."""

from __future__ import annotations

from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import game, game_graphs, worths

from explorer.model.errors import FormatError, GraphError
from explorer.model.graph import GameGraph
from explorer.solved_folder.folder import SolvedFolder, SolvedNode
from explorer.solved_folder.writing import write_solution
from explorer.solver import solve


def with_numbers(graph: GameGraph) -> GameGraph:
    """The graph with whole numbers for ids, the largest first, and negative ones."""
    names = {id: str(3 - 2 * row) for row, id in enumerate(graph.ids)}
    data = graph.to_json()
    data["root"] = names[data["root"]]
    data["nodes"] = [{**node, "id": names[node["id"]]} for node in data["nodes"]]
    data["moves"] = [[names[move[0]], names[move[1]]] for move in data["moves"]]
    return GameGraph.from_json(data)


@given(game_graphs(max_open=2), worths, st.booleans(), st.integers(1, 4), st.integers(1, 6))
@examples(60)
def test_a_folder_says_of_every_node_what_solve_says(graph, endless, has_numbers, group, part):
    graph = with_numbers(graph) if has_numbers else graph
    solution = solve(graph, endless=endless)
    with TemporaryDirectory() as place:
        write_solution(solution, f"{place}/solved", endless=endless, group=group, part=part)
        folder = SolvedFolder(f"{place}/solved", most_bytes=200)
        assert (folder.root, folder.endless, len(folder)) == (graph.root, endless, len(graph.nodes))
        assert (folder.convention, folder.move_count) == (graph.convention, len(graph.moves))
        for node in graph.nodes:
            id, row = node.id, folder.node(node.id)
            assert row == SolvedNode.of(solution, id)
            assert folder.successors(id) == graph.ids_after(id)
            assert sorted(folder.predecessors(id)) == sorted(each.id for each in graph.predecessors_of(id))


def test_a_node_that_is_not_there_is_named(tmp_path):
    for graph in game("a", a="max b", b=1), game("1", **{"1": "max 2", "2": 1}):
        write_solution(solve(graph), tmp_path / "solved")
        folder = SolvedFolder(tmp_path / "solved")
        for id in ("c", "01", "", "9" * 40, "3"):
            assert id not in folder
            for look in (folder.node, folder.successors, folder.predecessors):
                with pytest.raises(GraphError, match="there is no node"):
                    look(id)


def test_a_spoilt_folder_is_refused_in_a_sentence(tmp_path):
    place = tmp_path / "solved"
    write_solution(solve(game("a", a="max b", b=1)), place)
    (place / "nodes" / "part-00001.parquet").write_bytes((place / "nodes" / "part-00000.parquet").read_bytes())
    with pytest.raises(FormatError, match="not sorted"):
        SolvedFolder(place)
    (place / "nodes" / "part-00001.parquet").write_bytes(b"PAR1")
    with pytest.raises(FormatError, match="cannot be read"):
        SolvedFolder(place)
    with pytest.raises(FormatError, match="no solved folder"):
        SolvedFolder(tmp_path / "elsewhere")
