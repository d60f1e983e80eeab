"""Whatever people have for a graph is taken wherever a graph is."""

from __future__ import annotations

import networkx as nx
import pytest
from support.graphs import figure_1

import explorer
from explorer import GameGraph
from explorer.model.errors import ExplorerError, GraphError


def network() -> nx.DiGraph:
    return figure_1().to_networkx()


def forms(folder) -> dict[str, object]:
    path = folder / "x.game.json"
    explorer.write(figure_1(), path)
    return {
        "graph": figure_1(),
        "networkx": network(),
        "frames": figure_1().to_frames(),
        "list of frames": list(figure_1().to_frames()),
        "document": figure_1().to_json(),
        "path": path,
        "text of a path": str(path),
    }


FORMS = ("graph", "networkx", "frames", "list of frames", "document", "path", "text of a path")


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_the_same_graph_and_solved_traced_and_written_alike(form, tmp_path):
    given = forms(tmp_path)[form]
    assert explorer.as_graph(given) == figure_1()
    assert explorer.solve(given, endless=1) == explorer.solve(figure_1(), endless=1)
    ours = explorer.trace(figure_1(), "score-iteration")
    assert explorer.trace(given, "score-iteration").to_json() == ours.to_json()
    explorer.write(given, tmp_path / "y.graphml")
    assert explorer.read(tmp_path / "y.graphml") == figure_1()


def test_references_are_taken_as_the_command_line_takes_them():
    assert explorer.as_graph("sample:figure-1") == explorer.as_graph(explorer.as_graph("sample:figure-1"))
    assert explorer.solve("game:ladder?layers=2").root
    with pytest.raises(ExplorerError, match="no-such"):
        explorer.solve("sample:no-such")


# ---- the root of a networkx graph


@pytest.mark.filterwarnings("ignore::explorer.ReadingWarning")
def test_a_root_may_be_chosen_and_counts_more_than_the_attribute():
    assert GameGraph.from_networkx(network()).root == "a"
    assert GameGraph.from_networkx(network(), root="c").root == "c"
    grid = nx.DiGraph([((0, 0), (0, 1)), ((0, 1), (0, 0))])
    assert GameGraph.from_networkx(grid, root=(0, 1)).root == "(0, 1)"
    with pytest.raises(GraphError, match="the root 'z' is not a node"):
        GameGraph.from_networkx(network(), root="z")
