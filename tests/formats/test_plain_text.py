"""Plain text: the grammar line by line, what is lenient, how a paste is told, and hostile texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import game

from explorer import formats
from explorer.formats.plain_text_syntax import NodeLine, SuccessorList, parse_line
from explorer.model.check import Severity
from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.model.scores import format_score

FIGURE_1 = """@name Figure 1
@description Kars, Example 3.2.

> a max: b c
b = -1
c "Start position" min: d a
d = 16/3

@at a 120 40
"""
some = examples(40)


def load(text: str):
    return formats.load_bytes("x.txt", text.encode())


def errors(text: str) -> list[tuple[int | None, str]]:
    return [(p.line, p.message) for p in load(text).problems if p.severity is Severity.ERROR]


# ---- what is written


def test_the_text_of_a_graph_is_one_that_a_person_would_type():
    loaded = load(FIGURE_1)
    assert loaded.problems == ()
    assert [node.name for node in loaded.graph.nodes] == ["a", "b", "Start position", "d"]
    assert [format_score(node.score) for node in loaded.graph.nodes] == ["?", "−1", "?", "16/3"]
    assert formats.dump(loaded.graph, "text").decode() == FIGURE_1


@some
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6), st.sampled_from(["\n", "\r\n", "\r"]))
def test_any_id_label_name_and_description_come_back(text, end):
    graph = GameGraph((Node(text, Kind.LEAF, 1, label=text),), (), root=text, name=text, description=f"{text}\n{text}")
    data = formats.dump(graph, "text").decode().replace("\n", end).encode()
    assert formats.load_bytes("x.txt", data).graph == graph


@pytest.mark.parametrize("name", ["max", "min", "name", "@name", "?", "=", "#x", ">", "", "a:b", "(0,1)", "O-O", "−"])
def test_a_node_may_be_called_as_what_the_grammar_uses(name):
    graph = GameGraph((Node(name or "x", Kind.MAX), Node("b", Kind.LEAF, 1)), ((name or "x", "b"),), root=name or "x")
    assert load(formats.dump(graph, "text").decode()).graph == graph


def test_an_unfinished_graph_comes_back_as_it_is():
    nodes = (Node("a", Kind.MAX), Node("b", Kind.LEAF, 1), Node("q", Kind.OPEN))
    graph = GameGraph(nodes, (("b", "q"), ("q", "a")))
    text = formats.dump(graph, "text").decode()
    assert text == "@no-root\n\na max:\nb = 1: q\nq ?: a\n"
    assert load(text).graph == graph


def test_a_name_in_quotes_behind_a_successor_is_that_of_the_move_and_old_texts_read_as_before():
    leaves = '\nb = 1\nc = 2\n"x y" = 3\n'
    named = load('a max: b "take 2", c "c", "x y"' + leaves).graph
    assert named.move_names == {("a", "b"): "take 2", ("a", "c"): "c"}
    assert load(formats.dump(named, "text").decode()).graph == named
    alone = load('a max: b "c",' + leaves).graph
    assert (alone.moves, alone.move_names) == ((("a", "b"),), {("a", "b"): "c"})
    assert load(formats.dump(alone, "text").decode()).graph == alone
    listed = load('a max: b "c" "x y" "third"' + leaves).graph  # those in quotes have lines
    assert [*listed.ids_after("a"), listed.move_names] == ["b", "c", "x y", {("a", "x y"): "third"}]


# ---- what is read


def ends(*words: str, has_commas: bool = False) -> tuple[SuccessorList]:
    """What stands behind a colon, not in quotes."""
    return (SuccessorList(tuple((word, False, has_commas and i > 0) for i, word in enumerate(words)), has_commas),)


@pytest.mark.parametrize(
    ("line", "node"),
    [
        ("a max: b c", NodeLine("a", False, None, {"player": "max"}, ends("b", "c"))),
        (">a MIN:b,c,", NodeLine("a", True, None, {"player": "min"}, ends("b", "c", has_commas=True))),
        ("\ta\u00a0max\u3000:\u2003b", NodeLine("a", False, None, {"player": "max"}, ends("b"))),
        ('a"Start \\"x\\""max:', NodeLine("a", False, 'Start "x"', {"player": "max"}, ends())),
        ('"two words" "max": b', NodeLine("two words", False, "max", {}, ends("b"))),
        ("b=-1", NodeLine("b", False, None, {"score": "-1"}, ends())),
        ("b = 16 / 3 #x", NodeLine("b", False, None, {"score": "16 / 3"}, ends())),
        ("max max: max", NodeLine("max", False, None, {"player": "max"}, ends("max"))),
    ],
)
def test_lines_that_are_nodes(line, node):
    assert parse_line(line) == node


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("a", "max, min, = with a score"),
        ("a maximum: b", "got 'maximum'"),
        (": b", "begins with the id"),
        ("a max: b: c", "after the colon or arrow stand ids, got :"),
        ('a "x max: b', "double quote"),
        ("@root a", "no @root"),
        ("@convention chess", "minimax or negamax"),
        ("@at zz 1 2", "'zz'"),
    ],
)
def test_a_line_that_is_wrong_is_named_and_the_rest_kept(line, words):
    text = f"> a max: b\n{line}\nb = 1"
    ((number, message),) = errors(text)
    assert number == 2
    assert words in message
    assert load(text).graph == game("a", a="max b", b=1)


def test_what_is_wrong_between_lines_is_named_too():
    text = "> a max: b b\n> b = x\na min: c\nc = 1\n@name A\n@name B\n@at c 1 2\n@at c 3 4\n@no-root"
    assert sorted(line or 0 for line, _ in errors(text)) == [2, 2, 3, 6, 8, 9]
    loaded = load(text)
    assert loaded.graph.root == "a"
    assert loaded.graph.moves == (("a", "b"),)
    assert (loaded.graph.name, loaded.graph.node("c").x) == ("A", 1)
    assert [p.line for p in loaded.problems if "given twice" in p.message and p.severity is Severity.WARNING] == [1]


def test_a_successor_without_a_line_is_an_open_node_and_that_is_said():
    loaded = load("a max: b q\nb = 1")
    assert loaded.graph.node("q").kind is Kind.OPEN
    assert [(p.line, p.node, p.severity) for p in loaded.problems] == [(1, "q", Severity.WARNING)]


def test_the_convention_is_told_from_the_nodes_or_given():
    assert load("a: b\nb = 1").graph.convention is Convention.NEGAMAX
    assert load("a max: b\nb = 1").graph.convention is Convention.MINIMAX
    assert load("@convention negamax\nb = 1").graph.convention is Convention.NEGAMAX
    assert errors("@convention minimax\na: b\nb = 1")[0][0] == 2


# ---- pasted text


@examples(50)
@given(st.text(st.sampled_from('ab12"\\#:=?>@,\n\r max\t\u3000'), max_size=40))
def test_any_text_of_the_characters_of_the_grammar_gives_a_graph(text):
    loaded = load(text)
    assert load(formats.dump(loaded.graph, "text").decode()).graph.successors == loaded.graph.successors


# ---- hostile texts


def test_comments_of_a_text_are_read_and_written_where_they_stood():
    text = (
        "@name One # two\n\n# first\n# second\n> a max: b c # the root\nb = -1\n# below b\n"
        'c "no # comment" min: d a # c\n"# d" = 3\nd = 2 # 3\n# end\n'
    )
    loaded = load(text)
    assert errors(text) == []
    assert loaded.graph.extra["comments"] == {
        "a": {"above": ["# first", "# second"], "beside": "# the root"},
        "c": {"above": ["# below b"], "beside": "# c"},
        "d": {"above": [], "beside": "# 3"},
        "": {"above": ["# end"], "beside": ""},
    }
    assert formats.dump(loaded.graph, "text").decode() == text
    assert formats.losses(loaded.graph, "text") == formats.losses(loaded.graph, "game-json") == []
