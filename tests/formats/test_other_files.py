"""Files of other programs that are only read: trees as JSON, Gravi, lists of edges, TGF, Mermaid, Aldebaran, PRISM."""

from __future__ import annotations

import json
import re
from random import Random

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import io, sparse
from support.examples import examples
from support.formats import READ_ONLY
from support.graphs import game
from support.tables import both_ways

from explorer import formats
from explorer.formats.pgsolver import NOT_OURS
from explorer.model.builder import MAX_NODES
from explorer.model.check import Severity
from explorer.model.errors import FormatError
from explorer.model.graph import Convention, GameGraph, Kind
from explorer.solver import solve


def load(suffix: str, text: str):
    return formats.load_bytes(f"x{suffix}", text.encode())


def errors(loaded) -> list[tuple[int | None, str]]:
    return [(p.line, p.message) for p in loaded.problems if p.severity is Severity.ERROR]


def kinds(graph: GameGraph) -> str:
    return " ".join(node.kind.value for node in graph.nodes)


# ---- formats that are only read


@pytest.mark.parametrize("name", READ_ONLY)
def test_a_format_that_is_only_read_says_so_and_is_not_offered_for_writing(name):
    assert name not in formats.written()
    graph = game("a", a="max b", b=1)
    with pytest.raises(FormatError, match="is only read; choose another format"):
        formats.dump(graph, name)
    assert "is only read" in formats.losses(graph, name)[0]


def test_every_format_is_written_or_has_an_example():
    assert set(formats.registered()) == set(formats.written()) | set(READ_ONLY)


@pytest.mark.parametrize("name", READ_ONLY)
def test_every_example_is_read_without_an_error_and_most_are_told_when_pasted(name):
    loaded = load(formats.find(name).suffixes[0], READ_ONLY[name])
    assert errors(loaded) == []
    assert loaded.graph.moves
    if name != "prism":  # numbers alone: a list of edges
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


def test_a_pasted_tree_of_numbers_is_told_from_a_matrix():
    assert solve(formats.load_text("[[3,12,8],[2,4,6],[14,5,2]]").graph).score == 3
    assert formats.load_text("[[0,1],[1,0]]").graph.moves == (("1", "2"), ("2", "1"))


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


def test_a_tree_whose_nodes_name_players_is_read_without_a_guess():
    tree = {
        "name": "a",
        "type": "MIN",
        "children": [{"name": "b", "owner": 1, "children": [{"name": "c", "value": 1}]}],
    }
    loaded = load(".json", json.dumps(tree))
    assert (kinds(loaded.graph), [p.message for p in loaded.problems if "alternate" in p.message]) == (
        "min min leaf",
        [],
    )


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


ALTERNATING = "some nodes name no player; read as levels that alternate"


@pytest.mark.parametrize(
    ("root", "child", "said"),
    [
        ("", "", ["the nodes name no player; read as levels that alternate, beginning with Max at the root"]),
        ("min", "", [f"{ALTERNATING} from the nearest node above that names one"]),
        ("", "max", [f"{ALTERNATING} from the nearest node above that names one, and from Max at the root"]),
        ("min", "max", []),
    ],
)
def test_what_is_said_of_nodes_without_a_player_is_so(root, child, said):
    below = {"player": child or None, "children": [{"value": 3}, {"value": 7}]}
    loaded = load(".json", json.dumps({"player": root or None, "children": [below, {"value": 5}]}))
    assert [problem.message for problem in loaded.problems if "player" in problem.message] == said


def test_names_that_look_like_ways_do_not_meet_them():
    tree = {"name": "1", "children": [{"value": 1}, {"value": 2}]}
    assert [node.id for node in load(".json", json.dumps(tree)).graph.nodes] == ["root", "1", "2"]


# ---- Gravi


def gravi(kind: str, vertices: list[object], edges: list[object]) -> str:
    return json.dumps({"type": kind, "vertices": vertices, "edges": edges})


EDGES = [{"tail": 0, "head": 2}, None, {"tail": 2, "head": 0}]


def test_a_parity_game_of_gravi_has_its_players_priorities_and_positions():
    text = gravi("ParityGame", [{"x": 1, "y": 2, "priority": 3}, None, {"x": 3, "y": 4, "player": 1}], EDGES)
    loaded = formats.load_text(text)
    assert [(node.id, node.kind, node.label, node.x) for node in loaded.graph.nodes] == [
        ("0", Kind.MAX, "0: 3", 1), ("2", Kind.MIN, "2: 0", 3),
    ]  # fmt: skip
    assert loaded.graph.moves == (("0", "2"), ("2", "0"))
    assert NOT_OURS in [problem.message for problem in loaded.problems]


def test_early_versions_of_gravi_marked_player_0():
    graph = formats.load_text(gravi("ParityGame", [{"player0": True}, None, {"x": 0, "y": 0}], EDGES)).graph
    assert [node.kind for node in graph.nodes] == [Kind.MAX, Kind.MIN]


def test_another_graph_of_gravi_is_a_plain_one_and_what_is_wrong_is_named():
    loaded = formats.load_text(gravi("SimpleGraph", [{"x": 0, "y": 0}, None, {"x": 1, "y": 1}, 7], [*EDGES, "e"]))
    assert (kinds(loaded.graph), loaded.graph.convention) == ("mover mover", Convention.NEGAMAX)
    assert [message.partition(" must")[0] for _, message in errors(loaded)] == ["vertex 3", "edge 3"]


# ---- lists of edges


@pytest.mark.parametrize(
    "text",
    [
        "0 1\n0 2\n1 0\n",
        "# Directed graph\n# FromNodeId\tToNodeId\n0\t1\n0\t2\n1\t0\n",
        "% asym unweighted\r\n0 1\r\n0 2\r\n1 0\r\n",
        "0,1\n0,2\n1,0\n",
        "node_1,node_2\n0,1\n0,2\n1,0\n",
        "from to\n0 1\n0 2\n1 0\n",
        "0 1 {}\n0 2 {'weight': 3}\n1 0 {}\n",
        "0;1;0.5\n0;2;1e-3\n1;0;2\n",
    ],
)
@pytest.mark.parametrize("suffix", [".txt", ".edges", ".edgelist"])
def test_lists_of_edges_are_read_with_and_without_a_header(text, suffix):
    expected = game("0", "negamax", **{"0": "mover 1 2", "1": "mover 0", "2": "open"})
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
        "# Undirected graph: ../../data/output/x.txt\n# Nodes: 3 Edges: 3\n",
        "# Nodes: 3\n# Undirected graph (each unordered pair of nodes is saved once): x.txt\n",
        "% sym unweighted\n",
        "% bip weighted\n",
    ],
)
def test_a_list_that_says_that_it_is_undirected_is_refused_with_its_line(head):
    edges = "0 1\n0 2\n1 0\n"
    line = 1 + head[: head.lower().find("undirected")].count("\n") if "ndirected" in head else 1
    for suffix in (".txt", ".edges", ".csv"):
        both_ways(lambda text, suffix=suffix: load(suffix, text), [head + edges])
        with pytest.raises(FormatError, match=f"line {line}: a game graph is directed, but this line says"):
            load(suffix, head + edges)
    for word in ("# A list that was undirected graph", "% symbols", "% asym", "# Directed graph: x"):
        assert len(load(".edges", f"{word}\n{edges}").graph.moves) == 3


MATRIX = "%%MatrixMarket matrix coordinate pattern general\n% made by hand\n4 4 3\n1 2\n2 3\n3 4\n"


@pytest.mark.parametrize("suffix", [".txt", ".edges", ".mtx"])
def test_a_matrix_of_matrix_market_has_a_node_for_each_row_and_a_move_for_each_entry(suffix):
    expected = game("1", "negamax", **{"1": "mover 2", "2": "mover 3", "3": "mover 4", "4": "open"})
    weighted = MATRIX.replace("pattern", "real").replace("1 2\n2 3\n3 4\n", "1 2 0.5\n2 3 1e-05\n3 4 -7\n")
    for text in (MATRIX, MATRIX.replace("\n", "\r\n"), weighted):
        assert both_ways(lambda text: load(suffix, text), [text]) == {"columns": 1}
        assert load(suffix, text).graph == formats.load_text(text).graph == expected
    loaded = load(suffix, MATRIX + "5 1\n")
    assert loaded.graph == expected
    assert [line for line, _ in errors(loaded)] == [7]


def test_a_matrix_as_scipy_writes_it_has_its_entries(tmp_path):
    matrix = sparse.random_array((20, 20), density=0.1, rng=5)
    io.mmwrite(tmp_path / "x.mtx", matrix)
    graph = formats.load(tmp_path / "x.mtx").graph
    sources, targets = matrix.nonzero()
    assert {(int(source) - 1, int(target) - 1) for source, target in graph.moves} == {
        *zip(sources, targets, strict=True)
    }
    assert len(graph.nodes) == 20


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("general", "symmetric", "line 1: expected a matrix in coordinates that is general"),
        ("general", "skew-symmetric", "is an undirected graph"),
        ("coordinate", "array", "an array has no moves"),
        ("4 4 3", "4 5 3", "line 3: expected as many rows as columns"),
        ("4 4 3", "4 4", "line 3: expected"),
        ("4 4 3", f"{MAX_NODES + 1} {MAX_NODES + 1} 3", f"more than {MAX_NODES:,} nodes"),
    ],
)
def test_another_matrix_is_refused(old, new, words):
    text = MATRIX.replace(old, new)
    for suffix in (".txt", ".edges", ".mtx"):
        both_ways(lambda text, suffix=suffix: load(suffix, text), [text])
        with pytest.raises(FormatError, match=words):
            load(suffix, text)


@pytest.mark.parametrize("suffix", [".txt", ".edges"])
def test_between_tabs_the_ends_of_an_edge_may_have_blanks(suffix, tmp_path):
    network = nx.DiGraph([("a b", "r"), ("a b", "d"), ("a b", "e"), ("e", "a b"), ("New York", "c, d")])
    nx.write_edgelist(network, tmp_path / f"x{suffix}", delimiter="\t")
    text = (tmp_path / f"x{suffix}").read_text()
    assert both_ways(lambda text: load(suffix, text), [text]) == {"columns": 1}
    for loaded in (load(suffix, text), formats.load_text(text)):
        assert loaded.graph.moves == tuple(network.edges)
        assert errors(loaded) == []


def test_letters_of_numbers_are_no_weights_and_a_weight_may_stand_behind_a_tab():
    loaded = load(".edges", "a b e\na c -\na d 1e-05\n")
    assert (loaded.graph.moves, [line for line, _ in errors(loaded)]) == ((("a", "d"),), [1, 2])
    assert load(".edges", "1 2\t1\t1082040961\n2 1\t1\t1082155839\n").graph.moves == (("1", "2"), ("2", "1"))


def test_pasted_tables_with_both_parts_are_still_tables():
    moves = "".join(f"{number},{number + 1}\n" for number in range(60))
    text = f"from,to\n{moves}\nid,player,score\n" + "".join(f"{n},max,\n" for n in range(60)) + "60,,1\n"
    assert kinds(formats.load_text(text).graph) == "max " * 60 + "leaf"


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("a\t" * 200_000, 0),
        ("a" + "\t" * 200_000 + "!", 0),
        ("a" * 400_000 + " b", 0),
        ("1 " * 200_000, 1),
        ("\t" * 200_000 + "a b", 1),
    ],
)
def test_long_lines_take_no_quadratic_time(text, moves):
    assert len(load(".edges", f"p q\n{text}").graph.moves) == 1 + moves


# ---- text files that are of another format


def test_the_content_decides_what_a_text_file_is():
    parity = "parity 1;\n0 1 0 1;\n1 1 1 0;\n"
    assert load(".txt", parity).graph == load(".pg", parity).graph
    assert load(".txt", "digraph { a -> b }").graph == load(".dot", "digraph { a -> b }").graph
    assert load(".txt", READ_ONLY["tgf"]).graph == load(".tgf", READ_ONLY["tgf"]).graph
    assert load(".txt", "a max: b\nb = 1").graph == game("a", a="max b", b=1)
    assert errors(load(".txt", "some words that are no graph at all"))


# ---- TGF


def test_labels_of_tgf_are_read_and_guessed_from():
    loaded = load(".tgf", "1 A (max)\n2 B (min)\n3 7\n4\n#\n1 2 go on\n2 3\n2 1\n")
    assert [(node.kind.value, node.label) for node in loaded.graph.nodes[:3]] == [
        ("max", "A (max)"), ("min", "B (min)"), ("leaf", None),
    ]  # fmt: skip
    assert loaded.graph.moves == (("1", "2"), ("2", "3"), ("2", "1"))
    assert errors(loaded) == []
    assert "no score is drawn, and there are no moves; kept as open: '4'" in [p.message for p in loaded.problems]


def test_what_is_wrong_in_tgf_is_named_with_its_line():
    assert [line for line, _ in errors(load(".tgf", "1\n1\n2\n#\n1 2\n2\n"))] == [2, 6]


# ---- Mermaid


def test_a_flowchart_is_read_with_its_shapes_texts_and_chains():
    text = """%% a game
    flowchart TD
      root((Start)) -->|left| m1[Min 1] & m2["Min; 2"]:::red
      m1 -- take --> x(3) ; m1 --> y["-1/2"]
      m2 ==> x -.-> z
      z{{later}}
      subgraph one [One]
      style m1 fill:#f9f
      end
      classDef red fill:#f00
      m2 <--> root
      y --- z
    """
    loaded = load(".mmd", text.replace("m2 ==> x -.-> z", "m2 ==> x; m2 -.-> z"))
    graph = loaded.graph
    assert [(node.id, node.kind.value, node.label) for node in graph.nodes] == [
        ("root", "max", "Start"), ("m1", "min", "Min 1"), ("m2", "min", "Min; 2"), ("x", "leaf", None),
        ("y", "leaf", None), ("z", "open", "later"),
    ]  # fmt: skip
    assert graph.moves == (
        ("root", "m1"), ("root", "m2"), ("m1", "x"), ("m1", "y"), ("m2", "x"), ("m2", "z"), ("m2", "root"),
    )  # fmt: skip
    said = [problem.message for problem in loaded.problems]
    assert "1 link without a head left out; a move needs a direction" in said
    assert "guessed from the shape circle to be Max: 'root'" in said
    assert errors(loaded) == []


def test_a_chain_of_links_is_several_moves():
    assert load(".mmd", "graph LR; a-->b-->c & d-->a").graph.moves == (
        ("a", "b"), ("b", "c"), ("b", "d"), ("c", "a"), ("d", "a"),
    )  # fmt: skip


def test_a_flowchart_may_name_shapes_and_links():
    text = """flowchart TD
      root@{ shape: circle, label: "Start" } e1@--> left@{ shape: rect } & right
      right@{
        shape: hex
        label: 'not yet: "{"'
      }
      left e2@==> leaf[x]:::red@{ label: "-1/2" }
      e1@{ animate: true }
      e2@{ curve: linear }
      left --> root; leaf2@{shape: dbl-circ, label: it's 3}
    """
    loaded = load(".mmd", text)
    assert [(node.id, node.kind.value, node.label) for node in loaded.graph.nodes] == [
        ("root", "max", "Start"), ("left", "min", None), ("right", "open", 'not yet: "{"'), ("leaf", "leaf", None),
        ("leaf2", "open", "it's 3"),
    ]  # fmt: skip
    assert loaded.graph.moves == (("root", "left"), ("root", "right"), ("left", "leaf"), ("left", "root"))
    assert str(loaded.graph.node("leaf").score) == "-1/2"


def test_texts_of_several_lines_trapeziums_and_links_with_two_ends_or_none_are_read():
    text = """graph LR
      a[/one\\] --> b[\\two/]
      b --> c["`three
      lines`"]
      a o--o c
      c x==x b
      a -- a text --- b
      two -- a longer text --> three
    """
    loaded = load(".mmd", text)
    assert errors(loaded) == []
    assert [(node.id, node.label) for node in loaded.graph.nodes] == [
        ("a", "one"), ("b", "two"), ("c", "`three\n      lines`"), ("two", None), ("three", None),
    ]  # fmt: skip
    assert loaded.graph.moves == (
        ("a", "b"), ("b", "c"), ("a", "c"), ("c", "a"), ("c", "b"), ("two", "three"),
    )  # fmt: skip
    assert "1 link without a head left out; a move needs a direction" in [p.message for p in loaded.problems]


def test_what_stands_before_a_flowchart_is_passed_over():
    front = "---\ntitle: A game\nconfig:\n  theme: base\n---\n%% a comment\n"
    loaded = load(".mmd", f"{front}flowchart LR\n a --> b\n ?!\n")
    assert loaded.graph.moves == (("a", "b"),)
    assert [line for line, _ in errors(loaded)] == [9]
    for end in ("\n", "\r\n"):
        assert formats.load_text(f"{front}graph TD\n a --> b".replace("\n", end)).graph.moves == (("a", "b"),)


def test_braces_that_are_not_closed_are_named_with_their_line_and_the_rest_is_kept():
    loaded = load(".mmd", "graph TD\na@{ shape: circle\np --> q\n")
    assert [line for line, _ in errors(loaded)] == [2]
    assert loaded.graph.moves == (("p", "q"),)
    lines = "".join(f"a{number} --> b\n" for number in range(5_000))
    loaded = load(".mmd", f"graph TD\na@{{ shape: circle\n{lines}")
    assert len(loaded.graph.moves) == 5_000


@pytest.mark.parametrize("statement", ["a -->", "x y z", "a[b --> c", '"a" --> b', "a --> b " * 2_000])
def test_a_statement_that_is_none_is_named_with_its_line_and_the_rest_is_kept(statement):
    loaded = load(".mmd", f"graph TD\n{statement}\n p --> q")
    assert [line for line, _ in errors(loaded)] == [2]
    assert loaded.graph.moves == (("p", "q"),)


def test_entities_of_mermaid_are_shown_as_characters():
    text = """graph LR
        A["A double quote:#quot;"] --> B["A dec char:#9829;"]
        B --> C["#amp;lt; #35;1 &lt; #notes; a#b; 3#59;"]"""
    labels = [node.label for node in load(".mmd", text).graph.nodes]
    assert labels == ['A double quote:"', "A dec char:♥", "&lt; #1 < #notes; a#b; 3;"]


def test_another_diagram_of_mermaid_is_refused():
    with pytest.raises(FormatError, match="begins with flowchart or graph"):
        load(".mmd", "sequenceDiagram\n a->>b: hello")


# ---- Aldebaran and PRISM


def test_a_transition_system_is_a_plain_graph_without_its_labels():
    loaded = load(".aut", 'des (2, 3, 4)\n(2, "a, (b)", 0)\n(0, i, 1)\n(0, "c", 3)\n(1 0)\n')
    assert (loaded.graph.root, kinds(loaded.graph)) == ("2", "mover open mover open")
    assert loaded.graph.moves == (("2", "0"), ("0", "1"), ("0", "3"))
    assert [line for line, _ in errors(loaded)] == [5]
    assert any("left out: label" in problem.message for problem in loaded.problems)


@pytest.mark.parametrize(
    ("suffix", "text"), [(".aut", "(0, a, 1)"), (".aut", "des"), (".tra", "a b"), (".tra", "1 2 3 4")]
)
def test_a_file_that_does_not_say_its_size_is_refused(suffix, text):
    with pytest.raises(FormatError, match="expected"):
        load(suffix, text)
    with pytest.raises(FormatError, match=f"more than {MAX_NODES:,} nodes"):
        load(suffix, "des (0, 1, 99999999)" if suffix == ".aut" else "99999999 1")


@pytest.mark.parametrize(
    "text",
    [
        "3 3\n0 1 1\n0 2 1.0\n1 0 1\n",
        "3 3 3\n0 0 1 1 go\n0 1 2 1.0\n1 0 0 1\n",
        "# Transitions (DTMC)\n3 3\n0 1 1\n0 2 1.0\n1 0 1\n",
        "# Transitions (SMG)\n3 3 3\n0 0 1 1\n0 1 2 1\n1 0 0 1\n",
        "# Transitions (LTS)\n3 3 3\n0 0 1\n0 1 2\n1 0 0\n",
        "# Transitions (LTS)\n3 3 3\n0 0 1 go\n0 1 2 1.5\n1 0 0 go\n",
        "3 3 3\n0 0 1\n0 1 2\n1 0 0\n",
    ],
)
def test_a_model_of_prism_without_chance_is_a_plain_graph(text):
    both_ways(lambda text: load(".tra", text), [text])
    assert load(".tra", text).graph == game("0", "negamax", **{"0": "mover 1 2", "1": "mover 0", "2": "open"})


def test_a_model_of_prism_with_chance_is_refused_with_the_line():
    with pytest.raises(FormatError, match=r"line 3: a move by chance, of probability 0\.5"):
        load(".tra", "2 3\n1 1 1\n0 1 0.5\n0 0 0.5\n")
    with pytest.raises(FormatError, match=r"line 4: a move by chance, of probability 0\.5"):
        load(".tra", "# Transitions (MDP)\n2 1 2\n0 0 1\n0 0 0 0.5\n")
    assert [line for line, _ in errors(load(".tra", "2 1\n0 1\n0 1 1\n"))] == [2]
    assert "expected source, choice and target" in errors(load(".tra", "# (LTS)\n2 1 1\n0 1\n0 0 1\n"))[0][1]


@pytest.mark.parametrize(
    ("suffix", "text", "noun"),
    [
        (".aut", "des (0,{},3)\n(0,a,1)\n(0,b,2)\n", "transition"),
        (".tra", "3 {}\n0 1 1\n0 2 1\n", "transition"),
        (".tra", "3 2 {}\n0 0 1 1\n0 1 2 1\n", "transition"),
        (".mtx", MATRIX[: MATRIX.index("4 4 3")] + "3 3 {}\n1 2\n1 3\n", "entr(?:y|ies)"),
    ],
)
def test_other_than_the_number_of_lines_that_the_header_announces_is_doubted(suffix, text, noun):
    for announced, words in (
        (5, f"the header announces 5 {noun}s?, but there are 2; the file may be cut off"),
        (1, f"the header announces 1 {noun}, but there are 2; correct the header"),
        (2, None),
    ):
        written = text.format(announced)
        assert both_ways(lambda text: load(suffix, text), [written]) == {"columns": 1}
        said = [p.message for p in load(suffix, written).problems if p.message.startswith("the header announces")]
        assert len(said) == (words is not None)
        assert words is None or re.fullmatch(words, said[0])
