"""DOT: what Graphviz itself makes of what is written and of what is read; guesses; limits."""

from __future__ import annotations

from fractions import Fraction

import pygraphviz
import pytest
from defusedxml.ElementTree import fromstring
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import figure_1, game
from support.rich_graphs import rich_graphs, texts

from explorer import formats
from explorer.formats.dot_syntax import parse_dot
from explorer.model.check import Problem, Severity
from explorer.model.errors import FormatError
from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.model.intake import MAX_MOVES
from explorer.solver import solve

SVG = "{http://www.w3.org/2000/svg}"


def dot(graph: GameGraph) -> str:
    return formats.dump(graph, "dot").decode()


def by_graphviz(text: str) -> pygraphviz.AGraph:
    return pygraphviz.AGraph(string=text)


def plain(escaped: str) -> str:
    return escaped.replace("\\\\", "\\")


def warnings_of(text: str) -> list[str]:
    return [p.message for p in formats.load_text(text).problems if p.severity is Severity.WARNING]


# ---- Graphviz reads what is written


def its_own(graph: GameGraph) -> bool:
    """Whether Graphviz takes the name of a node for one that it made itself; pygraphviz cannot list those."""
    return any(node.id.startswith("%") for node in graph.nodes)


@examples(30)
@given(graph=rich_graphs().filter(lambda graph: not its_own(graph)))
def test_graphviz_reads_odd_ids(graph):
    drawn = by_graphviz(dot(graph))
    assert drawn.is_directed()
    assert [plain(id) for id in drawn.nodes()] == [node.id for node in graph.nodes]
    assert {(plain(source), plain(target)) for source, target in drawn.edges()} == set(graph.moves)


def test_graphviz_draws_round_and_square_nodes_and_leaves_with_their_scores():
    graph = game("a", a="max b c q", b=-1, c="min d a", d=Fraction(16, 3), q="open")
    drawn = by_graphviz(dot(graph))
    drawn.layout(prog="dot")
    image = fromstring(drawn.draw(format="svg"))
    nodes = [group for group in image.iter(f"{SVG}g") if group.get("class") == "node"]
    shown = {group.findtext(f"{SVG}title"): [text.text for text in group.iter(f"{SVG}text")] for group in nodes}
    assert shown == {"a": ["a"], "b": ["b", "−1"], "c": ["c"], "d": ["d", "16/3"], "q": ["q"]}
    outlines = {group.findtext(f"{SVG}title"): [part.tag.removeprefix(SVG) for part in group][1] for group in nodes}
    assert outlines == {"a": "ellipse", "b": "polygon", "c": "polygon", "d": "polygon", "q": "polygon"}
    dashed = [group.findtext(f"{SVG}title") for group in nodes if group.findall(".//*[@stroke-dasharray]")]
    assert dashed == ["q"]


@pytest.mark.parametrize(
    "text", ["%", "%2", "&lt;", "a&amp;b", "A & B", "&apos;", "&#x41;", "&#60", "%&lt;\\N", "<script>"]
)
def test_graphviz_shows_odd_names_and_labels_as_they_are(text: str):
    nodes = (Node(text, Kind.MAX), Node(f"{text}2", Kind.LEAF, 1), Node("c", Kind.OPEN, label=text))
    graph = GameGraph(nodes, ((text, f"{text}2"), (text, "c")), root=text)
    drawn = by_graphviz(dot(graph))
    drawn.layout(prog="dot")
    shown = [each.text for each in fromstring(drawn.draw(format="svg")).iter(f"{SVG}text")]
    assert sorted(map(str, shown)) == sorted([text, f"{text}2", "1", text])


@pytest.mark.parametrize(
    ("label", "read"), [("a &lt; b", "a < b"), ("&#37;&#x26;", "%&"), ("&apos;&AMP;", "&apos;&AMP;")]
)
def test_entities_in_labels_are_what_graphviz_shows(label: str, read: str):
    assert formats.load_text(f'digraph {{ a [label="{label}", score=1] }}').graph.node("a").label == read


def test_graphviz_puts_nodes_where_the_canvas_has_them():
    nodes = (Node("a", Kind.MAX, x=100.0, y=50.0), Node("b", Kind.LEAF, 1, x=30.5, y=-20.0))
    graph = GameGraph(nodes, (("a", "b"),), root="a")
    drawn = by_graphviz(dot(graph))
    assert [drawn.get_node(id).attr["pos"] for id in "ab"] == ["100.0,-50.0!", "30.5,20.0!"]
    drawn.layout(prog="neato")
    (ax, ay), (bx, by) = (map(float, drawn.get_node(id).attr["pos"].split(",")) for id in "ab")
    assert (ax - bx, ay - by) == (69.5, -70.0)


@examples(30)
@given(label=texts.filter(bool))
def test_a_label_is_shown_as_it_is(label):
    graph = GameGraph((Node("a", Kind.LEAF, 1, label=label),), (), root="a")
    assert formats.load_text(dot(graph)).graph == graph


# ---- and what is read is what Graphviz reads

names = st.sampled_from(["a", "b", "c", '"d e"', "-1.5", '"x" + "y"', "é", "<<i>h</i>>", '"q\\"r"', "a_1:n", "b:p:sw"])
settings_of_nodes = st.sampled_from(
    ["", " [shape=box]", ' [shape="circle", label=x]', " [a=1; b=2] [c=3]", " [bare=true]"]
)


@st.composite
def dot_texts(draw: st.DrawFn) -> str:
    """Texts that use the whole grammar: defaults, chains, blocks as ends, ports, comments."""
    blocks = st.deferred(lambda: st.lists(statements, max_size=3).map(lambda parts: "{ " + "\n".join(parts) + " }"))
    named = st.builds(
        lambda name, block: f"{name}{block}", st.sampled_from(["", "subgraph ", "subgraph cluster_1 "]), blocks
    )
    ends = names | named
    statements: st.SearchStrategy[str] = st.deferred(
        lambda: st.one_of(
            st.builds(str.__add__, names, settings_of_nodes),
            st.builds(
                lambda parts, end: " -> ".join(parts) + end,
                st.lists(ends, min_size=1, max_size=3),
                st.sampled_from(["", ";", " [w=1]"]),
            ).filter(lambda text: not text.endswith("} [w=1]") or "->" in text),
            st.sampled_from(
                ["node [shape=square];", "edge [color=red]", "rankdir=LR;", "graph [x=y]", "/* c */", "// d\n"]
            ),
        )
    )
    body = "\n".join(draw(st.lists(statements, max_size=6)))
    return (
        f"{draw(st.sampled_from(['', 'strict ', 'STRICT ']))}digraph {draw(st.sampled_from(['', 'G ']))}{{ {body}\n}}"
    )


@examples(50)
@given(text=dot_texts().filter(lambda text: text.count("cluster_1") < 2))
def test_nodes_and_edges_are_those_that_graphviz_reads(text):
    found, drawn = parse_dot(text), by_graphviz(text)
    assert set(found.nodes) == set(drawn.nodes())
    assert {(edge.source, edge.target) for edge in found.edges} == set(drawn.edges())
    shapes = {id: node.attributes["shape"] for id, node in found.nodes.items() if "shape" in node.attributes}
    assert shapes == {node: node.attr["shape"] for node in drawn.nodes() if node.attr["shape"]}


def test_a_file_that_graphviz_has_laid_out_is_read_with_its_places():
    drawn = by_graphviz(dot(figure_1()))
    drawn.layout(prog="dot")
    graph = formats.load_text(drawn.to_string()).graph
    assert [(node.id, node.kind, node.score, node.label) for node in graph.nodes] == [
        (node.id, node.kind, node.score, node.label) for node in figure_1().nodes
    ]
    assert set(graph.moves) == set(figure_1().moves)
    assert all(node.has_position for node in graph.nodes)
    assert min(graph.nodes, key=lambda node: node.y or 0).id == "a"  # the root is at the top


# ---- meaning


def test_moves_keep_the_order_of_the_statements():
    text = "digraph { c -> a; a -> {z y}; a -> b -> c; node [open=true]; }"
    assert formats.load_text(text).graph.moves == (("c", "a"), ("a", "z"), ("a", "y"), ("a", "b"), ("b", "c"))


def test_the_program_s_own_attributes_are_read_without_a_word():
    text = 'digraph Fig { root=a; convention=negamax; a -> {b q}; b [score="16/3"]; q [open=true] }'
    loaded = formats.load_text(text)
    assert loaded.graph == game("a", "negamax", a="mover b q", b=Fraction(16, 3), q="open").replace(name="Fig")
    assert loaded.problems == ()


def test_shapes_and_labels_are_guessed_from_and_said():
    text = """digraph { node [shape=box]; m; node [shape=circle]; a; t [shape=invtriangle] p [label=MAX, shape=plain]
    a -> {m t p}; {m t p} -> {x y z}
    x [shape=diamond, label="-1"]; y [label="the end\\n5/2"] z [shape=hexagon, label="?"] }"""
    loaded = formats.load_text(text)
    assert {node.id: node.kind.value for node in loaded.graph.nodes} == {
        "a": "max", "m": "min", "t": "min", "p": "max", "x": "leaf", "y": "leaf", "z": "open",
    }  # fmt: skip
    assert (loaded.graph.node("y").score, loaded.graph.node("y").label) == (Fraction(5, 2), "the end")
    assert (loaded.graph.node("x").score, loaded.graph.node("x").label) == (-1, None)
    said = " ".join(warnings_of(text))
    assert all(
        word in said for word in ("shape box", "shape circle", "invtriangle", "hexagon", "label: 'p'", "'x', 'y'")
    )


def test_what_the_node_says_counts_more_than_its_shape():
    loaded = formats.load_text('digraph { a [player=min, shape=circle]; a -> b; b [score=2, label="7"] }')
    assert (loaded.graph.node("a").kind, loaded.graph.node("b").score) == (Kind.MIN, 2)
    assert loaded.graph.node("b").label == "7"


def test_a_node_that_stays_unclear_among_clear_ones_is_an_error_with_its_line():
    loaded = formats.load_text("digraph {\na [player=max]\n a -> b\n}")
    assert (
        Problem(
            Severity.ERROR, "node 'b' has neither player, score nor open; kept as an open node, say what it is", "b", 3
        )
        in loaded.problems
    )


def test_html_labels_are_read_as_text():
    graph = formats.load_text("digraph { a [score=1, label=<<b>big</b><br/>x &amp; y>] }").graph
    assert graph.node("a").label == "big\nx & y"


def test_places_in_inches_are_points():
    graph = formats.load_text('digraph { a [score=1, pos="1,2!"]; b [score=1, pos="1,2"] c [score=1, pos="x"] }').graph
    assert [(node.x, node.y) for node in graph.nodes] == [(72, -144), (1, -2), (None, None)]


def test_subgraphs_and_further_graphs_are_said_to_be_left_out():
    said = " ".join(warnings_of("digraph { subgraph cluster_x { a -> b } } digraph { c }"))
    assert "cluster_x" in said
    assert "more than one graph" in said


def test_both_conventions_and_the_name_are_kept():
    for convention in Convention:
        graph = game("a", convention.value, a=3).replace(name='A "b" \\ c', description="two\nlines\\n")
        assert formats.load_text(dot(graph)).graph == graph


def kinds(text: str) -> str:
    return " ".join(node.kind.value for node in formats.load_text(text).graph.nodes)


def test_an_ellipse_that_nothing_asked_for_is_a_player_beside_boxes():
    text = 'digraph { a -> b; b [shape=box]; b -> a; b -> c; c [label="4"] }'
    assert kinds(text) == "max min leaf"
    assert [message for message in warnings_of(text) if "shape" in message] == [
        "guessed from the shape ellipse to be Max: 'a'",
        "guessed from the shape box to be Min: 'b'",
    ]


def test_nodes_that_are_all_drawn_alike_have_no_player():
    for shape in ("box", "circle"):
        assert kinds(f"digraph {{ node [shape={shape}]; a -> b -> a; b -> c }}") == "mover mover mover"


@pytest.mark.parametrize("label", ["A (max)", "B\\nMAX", "MAX\\nB", "max", "[Max] 17"])
def test_a_label_may_name_the_player(label):
    text = f'digraph {{ a [label="{label}"]; b [label="b (MIN)", shape=circle]; a -> b -> a; a -> c; c [label=1] }}'
    said = [message for message in warnings_of(text) if "guessed from the label" in message]
    assert (kinds(text), len(said)) == ("max min leaf", 2)


MIN_LABELS = (
    "MIN: 3", "min (3)", "Min 3", "B: MIN", "min node", "min=3", "MIN v=3", "MIN v = 3", "MIN -∞", "MIN B", "B MIN",
    "min's turn",
)  # fmt: skip


@pytest.mark.parametrize("label", MIN_LABELS)
def test_a_label_names_the_player_beside_a_value_or_a_name(label):
    text = (
        f'digraph {{ a [label="MAX: 3"]; b [label="{label}"]; c [label="MIN: 2"]; a -> {{b c}}; b -> {{d e}}; c -> f; '
        "d [label=3]; e [label=12]; f [label=2] }"
    )
    assert kinds(text) == "max min min leaf leaf leaf"
    assert solve(formats.load_text(text).graph).score == 3
    assert not any("shape" in message for message in warnings_of(text))


@pytest.mark.parametrize(
    "label", ["max flow 3", "min-cost", "wait 5 min", "5 min", "maximal 3", "max. 3 rows", "max cost = 3", "climax: 3"]
)
def test_words_that_look_like_players_are_none(label):
    assert kinds(f'digraph {{ a [label="{label}"]; a -> b }}') == "mover mover"


def test_one_shape_says_nothing_beside_labels_that_name_players():
    text = 'digraph { a [label=MAX]; b [label="move 1"]; a -> b -> c; c [label=3] }'
    said = warnings_of(text)
    assert not any("guessed from the shape" in message for message in said)
    assert "neither label nor shape names a player; read as Max: 'b'" in said


def test_a_label_that_names_both_players_names_none():
    assert kinds('digraph { a [label="(max) or (min)"]; a -> b }') == "mover mover"


def test_trees_of_openspiel_are_recognised_and_not_taken_the_wrong_way_round():
    text = """digraph "tic" { o [label="x.\n..", shape=square]; o -> p; o -> q
    p [label="xo", shape=ellipse]; p -> r; p -> s; q [label="0.0, 0.0", shape=diamond];
    r [label="1.0, -1.0", shape=diamond]; s [label="-1.0, 1.0", shape=diamond] }"""
    graph = formats.load_text(text).graph
    assert kinds(text) == "max min leaf leaf leaf"
    assert [(node.score, node.label) for node in graph.nodes[2:]] == [(0, None), (1, None), (-1, None)]
    assert [message.partition(":")[0] for message in warnings_of(text) if "OpenSpiel" in message] == [
        "a label with two numbers was read as a leaf of OpenSpiel, with what player 0 gets",
        "a square, which in OpenSpiel is player 0, was read as Max",
    ]
    assert "an ellipse, player 1, was read as Min: 'p'" in warnings_of(text)


TREEVIZ = """strict digraph "" {
	node [label="\\N"];
	" "	[label="", margin=0.01, shape=%s];
	" 0"	[label=0, margin=0.01, shape=ellipse];
	" " -> " 0"	[label=" x(0,0)"];
	" 0, 0"	[label="0, 0", margin=0.01, shape=square];
	" 0" -> " 0, 0"	[label=" o(0,1)"];
	" 0, 2"	[label="-1.0, 1.0", margin=0.01, shape=diamond];
	" 0" -> " 0, 2"	[label=" o(0,2)"];
}
"""  # as OpenSpiel's module treeviz writes a tree that it cuts at a depth


def test_a_tree_of_openspiel_is_known_by_the_names_of_its_nodes_where_it_is_cut():
    text = TREEVIZ % "square"
    without_leaf = "\n".join(line for line in text.splitlines() if "0, 2" not in line)
    assert [kinds(text), kinds(without_leaf)] == ["max min open leaf", "max min open"]
    assert formats.load_text(text).graph.node(" 0, 2").score == -1


def test_a_tree_of_openspiel_with_chance_nodes_is_refused():
    with pytest.raises(FormatError, match=r"chance nodes as points: ' '; only games without chance can be read"):
        formats.load_text(TREEVIZ % "point")
    assert kinds("digraph { a -> b; b [label=1]; a [shape=point] }") == "max leaf"


def test_numbers_that_are_the_names_of_all_nodes_are_no_scores():
    text = 'digraph { a [label="1"]; b [label="2"]; c [label="3"]; a -> b -> c }'
    assert kinds(text) == "mover mover mover"
    assert kinds(text.replace('b [label="2"]', 'b [label="3"]')) == "max min leaf"


def test_every_guess_is_said_once_however_many_nodes_it_is_about():
    leaves = "".join(f'x{i} [label="{i}"]; a -> x{i};' for i in range(2_000))
    said = warnings_of(f"digraph {{ a; {leaves} }}")
    assert [message for message in said if "guessed" in message] == [
        "the score was guessed from the label: 'x0', 'x1', 'x2', 'x3', 'x4' and 1,995 more nodes"
    ]


def test_players_that_are_numbers_are_read_without_a_guess():
    text = "digraph G { v0 [player=0, priority=2, shape=box]; v1 [owner=1, shape=circle]; v0 -> v1 -> v0 }"
    graph = formats.load_text(text).graph
    assert [node.kind for node in graph.nodes] == [Kind.MAX, Kind.MIN]
    assert not any("guessed" in message for message in warnings_of(text))


# ---- refusals


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("graph { a -- b }", "directed"),
        ("graph G {}", "directed"),
        ("digraph { a -- b }", "directed"),
        ("digraph {\n a -> }", "line 2, column 7: did not expect '}'"),
        ("digraph { a [label=", "ends too early"),
        (dot(figure_1())[:-2], "ends too early"),
        ('digraph { "a', "did not expect '\"'"),
        ("digraph { a <b", "line 1, column 13"),
        ("digraph", "ends too early"),
        ("digraph { a -> node [x=1] }", "did not expect 'node'"),
        ("digraph { a [x=] }", "line 1, column 16"),
        ('digraph { "a" + b }', "did not expect 'b'"),
        ("digraph { } x", "line 1, column 13"),
        ("digraph { a; } }", "line 1, column 16"),
        ("digraph {" + "{" * 1_000_000, "nested more than 100 deep"),
        ("digraph {" + "subgraph x {" * 1_000_000 + "}" * 1_000_001, "nested more than 100 deep"),
        ("digraph { a -> " + "{" * 101 + "b" + "}" * 102, "nested more than 100 deep"),
        ("digraph { a [b=<" + "<" * 1_000_000, "line 1, column 16"),
        ("digraph { /*" + "/* " * 1_000_000, "line 1, column 11"),
    ],
)
def test_what_is_no_graph_is_refused_in_one_sentence(text, words):
    with pytest.raises(FormatError, match=words) as caught:
        formats.load_text(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_a_product_of_blocks_is_refused_before_it_is_built(monkeypatch):
    block = "{" + " ".join(f"n{i}" for i in range(8_000)) + "}"
    with pytest.raises(FormatError, match=f"more than {MAX_MOVES:,} moves"):
        formats.load_text(f"digraph {{ {block} -> {block} }}")
    monkeypatch.setattr("explorer.formats.dot_syntax.MAX_NODES", 1)
    with pytest.raises(FormatError, match="more than 1 nodes"):
        formats.load_text("digraph { a -> b }")


@pytest.mark.large
@pytest.mark.parametrize(
    "text",
    [
        "digraph {" + "".join(f"node[k{i}=1]" for i in range(20_000)) + "".join(f"n{i} " for i in range(20_000)) + "}",
        "digraph {" + "".join(f"edge[k{i}=1]" for i in range(20_000)) + "a->b " * 20_000 + "}",
        ("digraph {{\nnode [" + "k{}=1 " * 5_000 + "]\n" + "n{}\n" * 5_000 + "}}").format(*range(10_000)),
    ],
)
def test_a_short_text_cannot_stand_for_too_much(text):
    with pytest.raises(FormatError, match="more than 10,000,000 entries"):
        formats.load_text(text)


def test_many_comments_before_nothing_are_refused():
    with pytest.raises(FormatError):
        formats.load_text("/* x */ " * 10_000 + "nothing")


def test_an_id_with_a_null_is_refused_by_name():
    with pytest.raises(FormatError, match=r"a\\x00b.*DOT"):
        dot(GameGraph((Node("a\0b", Kind.LEAF, 1),), (), root="a\0b"))


# ---- edges that are drawn otherwise


@pytest.mark.parametrize(
    ("attributes", "moves", "words"),
    [
        ("dir=back", (("b", "a"),), "1 edge with dir=back is drawn backwards"),
        ("dir=both", (("a", "b"), ("b", "a")), "each is two moves"),
        ("dir=none", (), "without a direction"),
        ("style=invis", (), "not drawn"),
        ('style="bold, invis", dir=both', (), "not drawn"),
        ("dir=forward", (("a", "b"),), ""),
    ],
)
def test_a_move_goes_the_way_that_graphviz_draws_it(attributes, moves, words):
    text = f"digraph {{ a [player=max]; b [player=min]; a -> b [{attributes}] }}"
    assert formats.load_text(text).graph.moves == moves
    assert sum("edge" in message for message in warnings_of(text)) == bool(words)
    assert words in " ".join(warnings_of(text))


def test_many_edges_of_one_kind_are_one_warning():
    said = warnings_of("digraph { edge [dir=back]; a -> b -> c -> a; a [player=max]; b [player=max]; c [player=max] }")
    assert [message for message in said if "dir" in message] == [
        "3 edges with dir=back are drawn backwards; the move goes the other way"
    ]


def test_diamonds_with_moves_are_the_first_player_of_pgsolver():
    text = 'digraph G { N0 [label="0: 3", shape=diamond]; N1 [label="1: 2", shape=box]; N0 -> N1; N1 -> N0; }'
    assert [node.kind for node in formats.load_text(text).graph.nodes] == [Kind.MAX, Kind.MIN]


def test_a_long_text_that_is_no_place_is_none():
    text = f'digraph {{ a [score=1, pos="1,2{",3" * 100_000}x!!"] }}'
    assert formats.load_text(text).graph.node("a").x is None


def test_the_order_of_moves_is_kept_where_each_has_one():
    text = "digraph { a [player=max]; b [score=1]; c [score=2]; a -> b [order=2]; a -> c [order=1] }"
    assert formats.load_text(text).graph.moves == (("a", "c"), ("a", "b"))
    some = text.replace("[order=2]", "[order=last]")
    assert formats.load_text(some).graph.moves == (("a", "b"), ("a", "c"))
    assert any("whole number as its order" in message for message in warnings_of(some))


def test_a_drawing_whose_players_are_guessed_has_open_ends_and_no_errors():
    text = "digraph { main [shape=box]; main -> parse -> execute; main -> t; t [shape=plaintext]; t -> end }"
    loaded = formats.load_bytes("x.dot", text.encode())
    assert [(node.id, node.kind) for node in loaded.graph.nodes] == [
        ("main", Kind.MIN), ("parse", Kind.MAX), ("execute", Kind.OPEN), ("t", Kind.MAX), ("end", Kind.OPEN),
    ]  # fmt: skip
    assert {problem.severity for problem in loaded.problems} == {Severity.WARNING}
    said = [problem.message for problem in loaded.problems]
    assert "neither label nor shape names a player; read as Max: 't'" in said
    assert "no score is drawn, and there are no moves; kept as open: 'execute', 'end'" in said


def test_a_few_names_that_look_like_numbers_are_no_scores():
    names = "".join(f'r -> n{i}; n{i} [label="b{i}e"]; ' for i in range(30))
    loaded = formats.load_bytes("x.dot", f'digraph {{ {names} r -> x; x [label="57e102"] }}'.encode())
    assert {node.kind for node in loaded.graph.nodes} == {Kind.MOVER}
    assert loaded.graph.node("x").label == "57e102"
    scored = formats.load_bytes("x.dot", b'digraph { r -> a; r -> b; a [label="5"]; b [label="later"] }').graph
    assert (scored.node("a").score, scored.node("b").kind) == (5, Kind.OPEN)
