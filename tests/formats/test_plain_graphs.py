"""One plain directed graph, one answer, in whatever format it comes."""

from __future__ import annotations

import io
import json

import networkx as nx
import pandas as pd
import pytest
from support.graphs import game

from explorer import formats
from explorer.formats.format import as_bytes
from explorer.model.assemble import Assembled, assemble_networkx
from explorer.model.graph import GameGraph, Kind

NETWORK = nx.DiGraph([("a", "b"), ("a", "c"), ("b", "a"), ("b", "d")])
GRAPH = game("a", "negamax", a="mover b c", b="mover a d", c="open", d="open")
SAID = (
    "no node names a player or a score; read as a negamax graph, with 2 nodes without moves kept as open: 'c', 'd'; "
    "say what they are"
)


def _gml() -> str:
    return "\n".join(nx.generate_gml(NETWORK))


def _gexf() -> str:
    return "\n".join(nx.generate_gexf(NETWORK))


def _graphml() -> str:
    return "\n".join(nx.generate_graphml(NETWORK))


def _parquet(frame: pd.DataFrame) -> bytes:
    stream = io.BytesIO()
    frame.to_parquet(stream)
    return stream.getvalue()


MOVES = pd.DataFrame(list(NETWORK.edges), columns=["from", "to"])
CONTENTS: dict[str, str | bytes] = {
    "x.csv": MOVES.to_csv(index=False),
    "nodes.csv": f"{MOVES.to_csv(index=False)}\nid\na\nb\nc\nd\n",
    "x.tsv": MOVES.to_csv(index=False, sep="\t"),
    "x.parquet": _parquet(MOVES),
    "x.dot": "digraph { a -> b; a -> c; b -> a; b -> d }",
    "x.gml": _gml(),
    "x.gexf": _gexf(),
    "x.graphml": _graphml(),
    "x.json": json.dumps(nx.node_link_data(NETWORK, edges="edges")),
    "x.adj": ",a,b,c,d\na,0,1,1,0\nb,1,0,0,1\nc,0,0,0,0\nd,0,0,0,0\n",
}


def check(loaded: Assembled) -> None:
    graph = loaded.require_good()
    assert {node.id: node.kind for node in graph.nodes} == {node.id: node.kind for node in GRAPH.nodes}
    assert (set(graph.moves), graph.convention) == (set(GRAPH.moves), GRAPH.convention)
    assert [problem.message for problem in loaded.problems if "player" in problem.message] == [SAID]


@pytest.mark.parametrize("name", CONTENTS)
def test_nodes_without_moves_are_open_and_said_once_in_every_format(name):
    check(formats.load_bytes(name, as_bytes(CONTENTS[name])))


def test_networkx_and_frames_are_taken_so_too():
    check(assemble_networkx(NETWORK))
    assert set(GameGraph.from_networkx(NETWORK).moves) == set(GRAPH.moves)
    for nodes in (None, pd.DataFrame({"id": list("abcd")})):
        assert GameGraph.from_frames(MOVES, nodes, root="a") == GRAPH


def test_a_single_word_of_what_a_node_is_asks_for_the_others():
    network = NETWORK.copy()
    network.nodes["c"]["score"] = 1
    errors = [problem for problem in assemble_networkx(network).problems if problem.severity == "error"]
    assert [problem.node for problem in errors] == ["d"]


def test_an_unfinished_negamax_graph_of_ours_is_not_taken_for_a_plain_one():
    graph = game("a", "negamax", a="mover b", b="mover")
    for name in ("graphml", "gml", "gexf", "dot", "node-link", "parquet", "text"):
        entry = formats.find(name)
        loaded = entry.load(entry.dump(graph))
        assert loaded.graph == graph
        assert [problem.node for problem in loaded.problems if problem.severity == "error"] == ["b"]


def test_a_graph_of_nodes_alone_is_open_and_of_no_convention():
    loaded = assemble_networkx(nx.empty_graph(1, create_using=nx.DiGraph))
    assert [node.kind for node in loaded.graph.nodes] == [Kind.OPEN]
    assert [problem.message for problem in loaded.problems] == [
        "no node names a player or a score; 1 node without moves kept as open: '0'; say what they are"
    ]
