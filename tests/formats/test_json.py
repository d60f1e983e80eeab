"""JSON: what is odd is named, with line and column where there is one; node-link as networkx writes it."""

from __future__ import annotations

import json

import networkx as nx
import pytest
from hypothesis import given
from support.examples import examples
from support.graphs import figure_1
from support.rich_graphs import rich_graphs

from explorer import formats
from explorer.model.check import Severity
from explorer.model.errors import FormatError
from explorer.model.graph import GameGraph, Kind


def game_json(node: str, top: str = "") -> str:
    return f'{{"root": "a", {top} "nodes": [{{"id": "a", "player": "max"}}, {node}], "moves": [["a", "b"]]}}'


def errors(text: str) -> list[str]:
    return [p.message for p in formats.load_text(text).problems if p.severity is Severity.ERROR]


def test_a_syntax_error_has_line_and_column():
    with pytest.raises(FormatError, match="line 2, column 3: "):
        formats.load_text('{"nodes": [],\n  moves}')


@pytest.mark.parametrize("cut", range(1, 60, 3))
def test_a_truncated_file_is_refused_with_a_place(cut):
    text = game_json('{"id": "b", "score": 1}')
    with pytest.raises(FormatError, match=r"line 1, column \d+"):
        formats.load_bytes("x.json", text[:-cut].encode())


def test_a_repeated_key_is_named():
    assert errors(game_json('{"id": "b", "score": 1, "score": 2}')) == [
        "the key 'score' stands twice in one object; kept the second"
    ]


@pytest.mark.parametrize("number", ["9" * 5_000, "1e999", "-1e999", "1" * 301])
def test_numbers_that_are_too_large_are_named_with_their_node(number):
    found = errors(game_json(f'{{"id": "b", "score": {number}}}'))
    assert len(found) == 1
    assert "node 'b'" in found[0]


@pytest.mark.parametrize("depth", [900, 100_000, 1_000_000])
@pytest.mark.parametrize(("opened", "closed"), [("[", "]"), ('{"a":', "}")])
def test_deep_nesting_among_very_many_nodes_or_moves_is_refused(opened, closed, depth):
    """Arrow, which reads so many, ended the program where brackets are nested very deeply."""
    deep, many = f"{opened * depth}1{closed * depth}", ", ".join(['{"id": "b", "score": 1}'] * 4_000)
    moves = game_json(many).replace('["a", "b"]', f'["a", "b"], {deep}')
    for text in (game_json(f'{{"id": "c", "score": 1, "deep": {deep}}}, {many}'), moves):
        with pytest.raises(FormatError, match="nested more than 100"):
            formats.load_text(text)


@examples(20)
@given(rich_graphs())
def test_a_game_graph_is_written_as_python_s_own_writer_does_it(graph):
    document = json.loads(formats.dump(graph, "game-json"))
    for key in ("nodes", "moves"):
        text = ",\n  ".join(json.dumps(entry, ensure_ascii=False) for entry in document[key])
        assert text in formats.dump(graph, "game-json").decode()
    assert document["nodes"] == graph.to_json()["nodes"]
    assert document["moves"] == graph.to_json()["moves"]


# ---- node-link


@pytest.mark.parametrize("edges", ["edges", "links"])
def test_networkx_s_own_documents_are_read(edges):
    network = figure_1().to_networkx()
    text = json.dumps(nx.node_link_data(network, edges=edges))
    assert formats.load_text(text).graph == figure_1()


def test_networkx_reads_what_is_written():
    data = json.loads(formats.dump(figure_1(), "node-link"))
    assert GameGraph.from_networkx(nx.node_link_graph(data, edges="edges")) == figure_1()


def test_an_undirected_document_is_refused():
    with pytest.raises(FormatError, match="directed"):
        formats.load_text(json.dumps({"directed": False, "nodes": [], "links": []}))


def test_bad_records_are_named_and_the_rest_is_kept():
    nodes = [{"id": "a", "player": "max"}, 3, {"id": "b", "score": 1}, {}]
    edges = [{"source": "a", "target": "b", "weight": 2}, "ab", {"source": "a"}, {"source": "a", "target": "z"}]
    data = {"nodes": nodes, "links": edges}
    loaded = formats.load_text(json.dumps(data))
    assert loaded.graph.moves == (("a", "b"),)
    assert [node.kind for node in loaded.graph.nodes] == [Kind.MAX, Kind.LEAF]
    words = ["node 2", "node 4 has no id; its keys are none", "edge 2", "target of a move from 'a'", "'z'", "weight"]
    assert all(word in problem.message for word, problem in zip(words, loaded.problems, strict=True))


@pytest.mark.parametrize("suffix", [".json", ".game.json"])
def test_networkx_s_other_document_is_refused_with_a_way_out(suffix):
    data = json.dumps(nx.adjacency_data(figure_1().to_networkx()), default=str).encode()
    with pytest.raises(FormatError, match="node_link_data"):
        formats.load_bytes(f"x{suffix}", data)


# ---- for D3


def node_link(nodes: list[object], *pairs: tuple[object, object]) -> str:
    return json.dumps({"nodes": nodes, "links": [{"source": source, "target": target} for source, target in pairs]})


def test_nodes_of_d3_without_ids_are_their_positions_or_names_as_the_links_have_it():
    nodes = [{"name": "Ann", "group": 1}, {"name": "Bob", "group": 2}]
    by_position = formats.load_text(node_link(nodes, (0, 1), (1, 0)))
    assert by_position.graph.moves == (("0", "1"), ("1", "0"))
    assert [node.label for node in by_position.graph.nodes] == ["Ann", "Bob"]
    said = "the nodes have no id; their keys are name, group; their positions in the list, from 0 were taken"
    assert by_position.problems[0].message == said
    by_name = formats.load_text(node_link(nodes, ("Ann", "Bob"), ("Bob", "Ann")))
    assert by_name.graph.moves == (("Ann", "Bob"), ("Bob", "Ann"))
    assert "their names were taken" in by_name.problems[0].message


@pytest.mark.parametrize("more", [{}, {"arrows": "to"}, {"id": "e"}])
def test_edges_of_vis_network_have_from_and_to(more):
    nodes = [{"id": 1, "player": "max", "label": "Start"}, {"id": 2, "score": 3}, {"id": 3, "score": 5}]
    edges = [{"from": 1, "to": 2, **more}, {"from": 1, "to": 3, **more}]
    texts = [json.dumps({"nodes": nodes, key: edges}) for key in ("edges", "links")]
    loaded = formats.load_text(texts[0])
    assert (loaded.graph.moves, loaded.graph.root) == ((("1", "2"), ("1", "3")), "1")
    left_out = [
        f"moves carry nothing but their two ends, a name and the mark progress; left out: {key}"
        for key in more
        if key != "id"
    ]
    assert [problem.message for problem in loaded.problems] == left_out
