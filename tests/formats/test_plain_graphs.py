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
from explorer.model.graph import GameGraph

NETWORK = nx.DiGraph([("a", "b"), ("a", "c"), ("b", "a"), ("b", "d")])
GRAPH = game("a", "negamax", a="mover b c", b="mover a d", c="mover", d="mover")
SAID = (
    "no node names a player or a score; read as a negamax graph; 2 nodes without moves count as open: 'c', 'd'; "
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
}


def check(loaded: Assembled) -> None:
    graph = loaded.require_good()
    assert {node.id: node.kind for node in graph.nodes} == {node.id: node.kind for node in GRAPH.nodes}
    assert (set(graph.moves), graph.convention) == (set(GRAPH.moves), GRAPH.convention)
    assert [problem.message for problem in loaded.problems if "player" in problem.message] == [SAID]


@pytest.mark.parametrize("name", CONTENTS)
def test_nodes_without_moves_are_unfinished_and_said_once_in_every_format(name):
    check(formats.load_bytes(name, as_bytes(CONTENTS[name])))


def test_networkx_and_frames_are_taken_so_too():
    check(assemble_networkx(NETWORK))
    assert set(GameGraph.from_networkx(NETWORK).moves) == set(GRAPH.moves)
    for nodes in (None, pd.DataFrame({"id": list("abcd")})):
        assert GameGraph.from_frames(MOVES, nodes, root="a") == GRAPH


def test_a_plain_graph_comes_back_as_it_was_written():
    graph = game("a", "negamax", a="mover b", b="mover")
    for name in ("graphml", "gml", "gexf", "dot", "node-link", "parquet", "text"):
        entry = formats.find(name)
        loaded = entry.load(entry.dump(graph))
        assert loaded.graph == graph
        assert not [problem.node for problem in loaded.problems if problem.severity == "error"]


def _with_keys(name: str, first: str, second: str) -> str:
    """A move from a node with one further key to a node with another."""
    network = nx.DiGraph([("a", "b")])
    network.nodes["a"][first], network.nodes["b"][second] = "max", 3
    written = {
        "x.graphml": lambda: "\n".join(nx.generate_graphml(network)),
        "x.gexf": lambda: "\n".join(nx.generate_gexf(network)),
        "x.gml": lambda: "\n".join(nx.generate_gml(network)),
        "x.json": lambda: json.dumps(nx.node_link_data(network, edges="edges")),
        "x.dot": lambda: f"digraph {{ a [{first}=max]; b [{second}=3]; a -> b }}",
        "x.csv": lambda: f"from,to\na,b\n\nid,{first},{second}\na,max,\nb,,3\n",
    }
    return written[name]()


def _said(name: str, text: str) -> list[str]:
    return [problem.message for problem in formats.load_bytes(name, text.encode()).problems]


@pytest.mark.parametrize("name", ["x.graphml", "x.gexf", "x.gml", "x.json", "x.dot", "x.csv"])
def test_keys_that_may_have_been_meant_are_named_where_no_node_names_a_player_or_a_score(name):
    assert (
        "no node names a player or a score, only turn and points; read as a negamax graph; 1 node without moves counts "
        "as open: 'b'; say what they are, or rename the key that does"
    ) in _said(name, _with_keys(name, "turn", "points"))
    assert (
        "no node names a player, only turn; read as levels that alternate, beginning with Max at the root; "
        "rename the key that names the player"
    ) in _said(name, _with_keys(name, "turn", "score"))
