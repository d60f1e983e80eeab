"""DOT: what Graphviz itself makes of what is written and of what is read; guesses; limits."""

from __future__ import annotations

from fractions import Fraction

import pygraphviz
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import figure_1, game
from support.rich_graphs import rich_graphs

from explorer import formats
from explorer.formats.dot_syntax import parse_dot
from explorer.intake.intake import MAX_MOVES
from explorer.model.check import Severity
from explorer.model.errors import FormatError
from explorer.model.graph import GameGraph, Kind
from explorer.solver import solve


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


def test_a_tree_of_openspiel_with_chance_nodes_is_refused():
    with pytest.raises(FormatError, match=r"chance nodes as points: ' '; only games without chance can be read"):
        formats.load_text('digraph { " " [shape=point]; " " -> " 0"; " 0" [shape=square] }')
    assert kinds("digraph { a -> b; b [label=1]; a [shape=point] }") == "max leaf"


def test_numbers_that_are_the_names_of_all_nodes_are_no_scores():
    text = 'digraph { a [label="1"]; b [label="2"]; c [label="3"]; a -> b -> c }'
    assert kinds(text) == "mover mover mover"
    assert kinds(text.replace('b [label="2"]', 'b [label="3"]')) == "max min leaf"


# ---- refusals


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("graph { a -- b }", "directed"),
        ("digraph { a -- b }", "directed"),
        ("digraph {\n a -> }", "line 2, column 7: did not expect '}'"),
        (dot(figure_1())[:-2], "ends too early"),
        ("digraph {" + "{" * 1_000_000, "nested more than 100 deep"),
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


def test_the_order_of_moves_is_kept_where_each_has_one():
    text = "digraph { a [player=max]; b [score=1]; c [score=2]; a -> b [order=2]; a -> c [order=1] }"
    assert formats.load_text(text).graph.moves == (("a", "c"), ("a", "b"))
    some = text.replace("[order=2]", "[order=last]")
    assert formats.load_text(some).graph.moves == (("a", "b"), ("a", "c"))
    assert any("whole number as its order" in message for message in warnings_of(some))


def test_a_few_names_that_look_like_numbers_are_no_scores():
    names = "".join(f'r -> n{i}; n{i} [label="b{i}e"]; ' for i in range(30))
    loaded = formats.load_bytes("x.dot", f'digraph {{ {names} r -> x; x [label="57e102"] }}'.encode())
    assert {node.kind for node in loaded.graph.nodes} == {Kind.MOVER}
    assert loaded.graph.node("x").label == "57e102"
    scored = formats.load_bytes("x.dot", b'digraph { r -> a; r -> b; a [label="5"]; b [label="later"] }').graph
    assert (scored.node("a").score, scored.node("b").kind) == (5, Kind.OPEN)
