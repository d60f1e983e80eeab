"""JSON: what is odd is named, with line and column where there is one; node-link as networkx writes it."""

from __future__ import annotations

import json

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import figure_1
from support.rich_graphs import rich_graphs

from explorer import formats
from explorer.formats.json_text import MAX_DEPTH, parse_json
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


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity"])
def test_constants_that_json_does_not_have_are_named_with_their_node(constant):
    found = errors(game_json(f'{{"id": "b", "score": {constant}}}'))
    assert found[0].startswith(constant)
    assert "node 'b': expected a finite number" in found[1]


@pytest.mark.parametrize("number", ["9" * 5_000, "1e999", "-1e999", "1" * 301])
def test_numbers_that_are_too_large_are_named_with_their_node(number):
    found = errors(game_json(f'{{"id": "b", "score": {number}}}'))
    assert len(found) == 1
    assert "node 'b'" in found[0]


def test_large_numbers_in_unknown_keys_do_not_break_the_file():
    graph = formats.load_text(game_json('{"id": "b", "score": 1, "big": 1e999}')).graph
    assert graph.node("b").extra == {"big": "1e999"}
    json.loads(formats.dump(graph, "game-json"), parse_constant=pytest.fail)


@pytest.mark.parametrize(("opened", "closed"), [("[", "]"), ('{"a":', "}")])
@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 900, 100_000, 1_000_000])
def test_deep_nesting_is_refused_with_the_limit(opened, closed, depth):
    inner = "1" if opened != "[" else ""
    for text in (opened * depth, opened * depth + inner + closed * depth):
        with pytest.raises(FormatError, match=r"nested more than 100|line 1"):
            parse_json(text)


@pytest.mark.parametrize("depth", [900, 100_000, 1_000_000])
@pytest.mark.parametrize(("opened", "closed"), [("[", "]"), ('{"a":', "}")])
def test_deep_nesting_among_very_many_nodes_or_moves_is_refused(opened, closed, depth):
    """Arrow, which reads so many, ended the program where brackets are nested very deeply."""
    deep, many = f"{opened * depth}1{closed * depth}", ", ".join(['{"id": "b", "score": 1}'] * 4_000)
    moves = game_json(many).replace('["a", "b"]', f'["a", "b"], {deep}')
    for text in (game_json(f'{{"id": "c", "score": 1, "deep": {deep}}}, {many}'), moves):
        with pytest.raises(FormatError, match="nested more than 100"):
            formats.load_text(text)


def test_nesting_up_to_the_limit_is_read_and_brackets_in_text_do_not_count():
    assert parse_json("[" * MAX_DEPTH + "]" * MAX_DEPTH)[1] == []
    assert parse_json(json.dumps(["[" * 500, '\\"[' * 500]))[0] == ["[" * 500, '\\"[' * 500]


texts = st.text('[]{}"\\a', max_size=4)
documents = st.recursive(
    texts, lambda values: st.lists(values, max_size=3) | st.dictionaries(texts, values, max_size=2)
)


def depth_of(value: object) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return isinstance(value, dict | list) + max(map(depth_of, inner), default=0)


@examples(400)
@given(documents, st.integers(0, 4))
def test_depth_is_that_of_the_value_whatever_its_texts_hold(value, limit):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("explorer.formats.json_text.MAX_DEPTH", limit)
        if depth_of(value) > limit:
            with pytest.raises(FormatError, match="nested more than"):
                parse_json(json.dumps(value))
        else:
            assert parse_json(json.dumps(value))[0] == value


def test_half_a_character_is_refused():
    with pytest.raises(FormatError, match="surrogate"):
        formats.load_text(game_json('{"id": "b", "score": 1, "note": "\\ud83d"}'))
    assert formats.load_text(game_json('{"id": "b", "score": 1, "note": "\\ud83d\\ude00"}')).graph.node("b").extra == {
        "note": "😀"
    }


def test_a_game_graph_is_written_a_node_a_line():
    text = formats.dump(figure_1(), "game-json").decode()
    assert '\n  {"id": "a", "player": "max"},\n' in text
    assert json.loads(text) == figure_1().to_json()


@examples(60)
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


def test_a_multigraph_loses_its_parallel_edges_with_a_word():
    network = nx.MultiDiGraph([("a", "b"), ("a", "b"), ("b", "a")])
    loaded = formats.load_text(json.dumps(nx.node_link_data(network, edges="links")))
    assert loaded.graph.moves == (("a", "b"), ("b", "a"))
    assert any("given twice" in problem.message for problem in loaded.problems)


def test_tuples_as_ids_read_as_from_networkx():
    network = nx.DiGraph([((0, 0), (0, 1)), ((0, 1), (0, 0))])
    text = json.dumps(nx.node_link_data(network, edges="edges"))
    assert formats.load_text(text).graph == GameGraph.from_networkx(network)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"directed": False, "nodes": [], "links": []}, "directed"),
        ({"nodes": 3, "links": []}, '"nodes" must be a list'),
        ({"nodes": [], "edges": {}}, '"edges" must be a list'),
        ({"edges": []}, '"nodes" must be a list'),
    ],
)
def test_a_document_that_is_no_graph_is_refused(data, words):
    with pytest.raises(FormatError, match=words):
        formats.load_text(json.dumps(data))


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


def test_some_nodes_without_ids_are_named_by_position_with_their_keys():
    loaded = formats.load_text(node_link([{"id": "a"}, {"name": "Bob", "group": 2}], ("a", "a")))
    assert loaded.problems[0].message == "node 2 has no id; its keys are name, group; it was left out"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            '{"nodes": [{"id": "a", "lab',
            "line 1, column 24: the text in quotes that begins here does not end; the",
        ),
        ('{"nodes": [{"id": "a"},\n', "the file ends here, before the brackets are closed; it may be cut off"),
        ('{"nodes": [{"id": "a"}', "the file ends here, before the brackets are closed; it may be cut off"),
        ('{"nodes": [], ', "the file ends here, before the brackets are closed; it may be cut off"),
        ('{"nodes": [,]}', "line 1, column 12: expecting value"),
    ],
)
def test_json_that_is_cut_off_is_said_to_be_so(text, words):
    for name in ("x.json", "x.game.json"):
        with pytest.raises(FormatError, match=words):
            formats.load_bytes(name, text.encode())


@pytest.mark.parametrize("more", [{}, {"arrows": "to"}, {"id": "e"}])
def test_edges_of_vis_network_have_from_and_to(more):
    nodes = [{"id": 1, "player": "max", "label": "Start"}, {"id": 2, "score": 3}, {"id": 3, "score": 5}]
    edges = [{"from": 1, "to": 2, **more}, {"from": 1, "to": 3, **more}]
    texts = [json.dumps({"nodes": nodes, key: edges}) for key in ("edges", "links")]
    loaded = formats.load_text(texts[0])
    assert (loaded.graph.moves, loaded.graph.root) == ((("1", "2"), ("1", "3")), "1")
    left_out = [f"moves carry nothing but their two ends and a name; left out: {key}" for key in more if key != "id"]
    assert [problem.message for problem in loaded.problems] == left_out


def test_edges_of_vis_network_may_name_nodes_without_ids_and_be_mixed_with_others():
    nodes = [{"name": "a", "player": "max"}, {"name": "b", "score": 3}]
    mixed = [{"from": "a", "to": "b"}, {"source": "a", "target": "b"}]
    documents = [{"nodes": nodes, "edges": mixed[:1]}, {"nodes": nodes, "edges": mixed}]
    texts = [json.dumps(document) for document in documents]
    assert formats.load_text(texts[0]).graph.moves == (("a", "b"),)
