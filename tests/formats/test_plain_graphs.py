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
from explorer.intake import Assembled
from explorer.intake.assemble import assemble_networkx
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


@pytest.mark.filterwarnings("ignore::explorer.ReadingWarning")
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
