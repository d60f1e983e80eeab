"""Files of other programs that are only read: trees as JSON, lists of edges."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.formats import READ_ONLY
from support.graphs import game

from explorer import formats
from explorer.model.check import Severity
from explorer.model.errors import FormatError
from explorer.solver import solve


def load(suffix: str, text: str):
    return formats.load_bytes(f"x{suffix}", text.encode())


def errors(loaded) -> list[tuple[int | None, str]]:
    return [(p.line, p.message) for p in loaded.problems if p.severity is Severity.ERROR]


# ---- formats that are only read


@pytest.mark.parametrize("name", READ_ONLY)
def test_every_example_is_read_without_an_error_and_most_are_told_when_pasted(name):
    loaded = load(formats.find(name).suffixes[0], READ_ONLY[name])
    assert errors(loaded) == []
    assert loaded.graph.moves
    assert formats.load_text(READ_ONLY[name]).graph == loaded.graph


# ---- trees as JSON

trees = st.recursive(st.integers(-9, 9), lambda inner: st.lists(inner, min_size=1, max_size=4), max_leaves=20).filter(
    lambda tree: isinstance(tree, list)
)


def minimax(tree: object, sign: int = 1) -> int:
    if isinstance(tree, int):
        return tree
    assert isinstance(tree, list)
    return sign * max(sign * minimax(part, -sign) for part in tree)


@examples(60)
@given(tree=trees)
def test_a_bare_tree_has_the_minimax_value_of_alternating_levels(tree):
    loaded = load(".json", json.dumps(tree))
    assert errors(loaded) == []
    assert solve(loaded.graph).score == minimax(tree)
    assert any("levels that alternate, beginning with Max" in problem.message for problem in loaded.problems)


def test_a_tree_of_d3_keeps_names_values_and_whatever_else_it_says():
    tree = {
        "name": "start",
        "children": [
            {"name": "A", "colour": "red", "children": [{"name": "x", "value": 3}, {"name": "x", "value": 5}]},
            {"name": "B", "player": "max", "value": 7, "children": [{"score": "1/2"}, {"name": "later"}]},
        ],
    }
    graph = load(".json", json.dumps(tree)).graph
    assert [(node.id, node.kind.value, node.label) for node in graph.nodes] == [
        ("start", "max", None), ("A", "min", None), ("1.1", "leaf", "x"), ("1.2", "leaf", "x"),
        ("B", "max", None), ("2.1", "leaf", None), ("later", "open", None),
    ]  # fmt: skip
    assert (graph.root, graph.node("A").extra, graph.node("B").extra) == ("start", {"colour": "red"}, {"value": 7})
    assert str(graph.node("2.1").score) == "1/2"


def with_players(tree: object, rng: Random, share: float) -> object:
    """The tree with the names of players at some nodes, for which a list stands for its children."""
    if not isinstance(tree, list):
        return {"value": tree}
    named = {"player": rng.choice(("max", "min"))} if rng.random() < share else {}
    return {**named, "children": [with_players(part, rng, share) for part in tree]}


def value_of(node: dict, player: str = "max") -> int:
    """The minimax value where a node without a player is one of the opponent of the player above."""
    if "value" in node:
        return node["value"]
    player = node.get("player", player)
    values = [value_of(child, "min" if player == "max" else "max") for child in node["children"]]
    return max(values) if player == "max" else min(values)


@examples(60)
@given(tree=trees, seed=st.integers(0, 1_000), share=st.sampled_from((0.1, 0.5, 1.0)))
def test_players_alternate_from_the_nearest_node_above_that_names_one(tree, seed, share):
    named = with_players(tree, Random(seed), share)
    assert solve(load(".json", json.dumps(named)).graph).score == value_of(named)


# ---- lists of edges


@pytest.mark.parametrize(
    "text",
    [
        "0 1\n0 2\n1 0\n",
        "# Directed graph\n# FromNodeId\tToNodeId\n0\t1\n0\t2\n1\t0\n",
        "% asym unweighted\r\n0 1\r\n0 2\r\n1 0\r\n",
        "node_1,node_2\n0,1\n0,2\n1,0\n",
        "0;1;0.5\n0;2;1e-3\n1;0;2\n",
    ],
)
@pytest.mark.parametrize("suffix", [".txt", ".edges", ".edgelist"])
def test_lists_of_edges_are_read_with_and_without_a_header(text, suffix):
    expected = game("0", "negamax", **{"0": "mover 1 2", "1": "mover 0", "2": "mover"})
    assert load(suffix, text).graph == expected
    assert formats.load_text(text).graph == expected


def test_networkx_s_own_lists_of_edges_are_read(tmp_path):
    network = nx.gnp_random_graph(30, 0.1, seed=4, directed=True)
    nx.write_edgelist(network, tmp_path / "x.txt")
    nx.write_weighted_edgelist(nx.DiGraph(network, weight=2), tmp_path / "x.edges")
    for name in ("x.txt", "x.edges"):
        graph = formats.load(tmp_path / name).graph
        assert set(graph.moves) == {(str(source), str(target)) for source, target in network.edges}


def test_a_csv_may_lack_its_header():
    assert load(".csv", "0,1\n0,2\n").graph.moves == (("0", "1"), ("0", "2"))
    assert load(".csv", "node_1,node_2\na,b\n").graph.moves == (("a", "b"),)
    for suffix, text in {
        ".csv": '"New York",b\nb,"c, d"\n"c, d","New York"\n',
        ".tsv": "New York\tb\nb\tc, d\nc, d\tNew York\n",
    }.items():
        loaded = load(suffix, text)
        assert loaded.graph.moves == (("New York", "b"), ("b", "c, d"), ("c, d", "New York"))
        assert [p.line for p in loaded.problems if "no header such as from,to; the first row" in p.message] == [1]
        assert formats.load_text(text).graph == loaded.graph
    weighted = load(".csv", "# friends\nann;bob;0.5\nbob;eve;1\n")
    assert weighted.graph.moves == (("ann", "bob"), ("bob", "eve"))
    assert any("what follows these was left out" in problem.message for problem in weighted.problems)


@pytest.mark.parametrize(
    "text", ["a,b\nc,d\n", "Parent,Child\na,b\nb,c\n", "a,b\n", "a,b,c\nb,c,d\n", "a,b\nb,c\nd\n", "a,b\nb,\n"]
)
def test_a_csv_whose_first_row_may_be_a_header_that_is_not_known_is_refused(text):
    with pytest.raises(FormatError, match="columns from and to"):
        load(".csv", text)


def test_a_line_that_is_no_edge_is_named_and_weights_are_said_to_be_left_out():
    loaded = load(".edges", "a b 3\n\nc\nb a\n")
    assert loaded.graph.moves == (("a", "b"), ("b", "a"))
    assert [line for line, _ in errors(loaded)] == [3]
    assert any("what follows these was left out" in problem.message for problem in loaded.problems)
    with pytest.raises(FormatError, match="expected a list of edges"):
        load(".edges", "# nothing\n")


@pytest.mark.parametrize(
    "head",
    [
        "# Nodes: 3\n# Undirected graph (each unordered pair of nodes is saved once): x.txt\n",
        "% sym unweighted\n",
    ],
)
def test_a_list_that_says_that_it_is_undirected_is_refused_with_its_line(head):
    edges = "0 1\n0 2\n1 0\n"
    line = 1 + head[: head.lower().find("undirected")].count("\n") if "ndirected" in head else 1
    for suffix in (".txt", ".edges", ".csv"):
        with pytest.raises(FormatError, match=f"line {line}: a game graph is directed, but this line says"):
            load(suffix, head + edges)
    for word in ("# A list that was undirected graph", "% symbols", "% asym", "# Directed graph: x"):
        assert len(load(".edges", f"{word}\n{edges}").graph.moves) == 3


# ---- devices


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="the system has no such device")
def test_a_device_without_end_is_refused_as_one():
    with pytest.raises(FormatError, match="a device that gives bytes without end"):
        formats.load("/dev/zero", "text")
    with Path("/dev/zero").open("rb") as stream, pytest.raises(FormatError, match="a device"):
        formats.load_stream(stream, "standard input")
