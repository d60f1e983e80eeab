"""Plain text: the grammar line by line, what is lenient, how a paste is told, and hostile texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import figure_1, game
from support.rich_graphs import rich_graphs

from explorer import formats
from explorer.formats.plain_text_syntax import BLANKS, Ends, NodeLine, parse_line, split_lines
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


def only_line(line: str) -> NodeLine:
    parsed = parse_line(line)
    assert isinstance(parsed, NodeLine)
    return parsed


# ---- what is written


def test_the_text_of_a_graph_is_one_that_a_person_would_type():
    loaded = load(FIGURE_1)
    assert loaded.problems == ()
    assert [node.name for node in loaded.graph.nodes] == ["a", "b", "Start position", "d"]
    assert [format_score(node.score) for node in loaded.graph.nodes] == ["?", "−1", "?", "16/3"]
    assert formats.dump(loaded.graph, "text").decode() == FIGURE_1


@some
@given(graph=rich_graphs())
def test_everything_but_unknown_keys_and_known_answers_is_kept(graph):
    returned = load(formats.dump(graph, "text").decode()).graph
    assert returned.successors == graph.successors
    assert returned.replace(moves=()) == GameGraph(
        tuple(Node(n.id, n.kind, n.score, n.label, n.x, n.y) for n in graph.nodes),
        (),
        graph.root,
        graph.convention if any(node.kind is Kind.MOVER for node in graph.nodes) else returned.convention,
        graph.name,
        graph.description,
    )


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


def test_what_a_line_a_node_cannot_carry_is_said():
    graph = figure_1().replace(moves=figure_1().moves[::-1], expected={"steps": 3}, extra={"key": 1})
    assert formats.losses(graph, "text") == [
        "the order of the moves of different nodes among each other is lost",
        "the known answers (expected) are lost",
        "the key 'key' of the graph is lost",
    ]


# ---- what is read


def ends(*words: str, has_commas: bool = False) -> tuple[Ends]:
    """What stands behind a colon, not in quotes."""
    return (Ends(tuple((word, False, has_commas and i > 0) for i, word in enumerate(words)), has_commas),)


@pytest.mark.parametrize(
    ("line", "node"),
    [
        ("a max: b c", NodeLine("a", False, None, {"player": "max"}, ends("b", "c"))),
        (">a MIN:b,c,", NodeLine("a", True, None, {"player": "min"}, ends("b", "c", has_commas=True))),
        ("\ta\u00a0max\u3000:\u2003b", NodeLine("a", False, None, {"player": "max"}, ends("b"))),
        ("a: b c # d", NodeLine("a", False, None, {}, ends("b", "c"))),
        ('a"Start \\"x\\""max:', NodeLine("a", False, 'Start "x"', {"player": "max"}, ends())),
        ('"two words" "max": b', NodeLine("two words", False, "max", {}, ends("b"))),
        ('"\\u00e9\\n"?', NodeLine("é\n", False, None, {"open": True}, ends())),
        ("b=-1", NodeLine("b", False, None, {"score": "-1"}, ends())),
        ("b = 16 / 3 #x", NodeLine("b", False, None, {"score": "16 / 3"}, ends())),
        ("max max: max", NodeLine("max", False, None, {"player": "max"}, ends("max"))),
        ("b =", NodeLine("b", False, None, {"score": ""}, ends())),
    ],
)
def test_lines_that_are_nodes(line, node):
    assert parse_line(line) == node


@pytest.mark.parametrize("line", ["", "   ", "\u3000", "# a max: b", "  #", "\ufeff"])
def test_lines_that_say_nothing(line):
    assert parse_line(line) is None


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("a", "max, min, = with a score"),
        ("a b", "got 'b'"),
        ("a max b", "got 'b'"),
        ("a maximum: b", "got 'maximum'"),
        ('a "x" "y": b', "got 'y'"),
        (": b", "begins with the id"),
        (">", "begins with the id"),
        ("a max: b: c", "after the colon or arrow stand ids, got :"),
        ("a max: b = 1", "after the colon or arrow stand ids, got ="),
        ("a max: > b", "after the colon or arrow stand ids, got >"),
        ('a "x max: b', "double quote"),
        ('"a\\q" max: b', "string as JSON"),
        ("@root a", "no @root"),
        ("@", "no @"),
        ("@at a 1", "an id, x and y"),
        ("@at a 1 two", "number"),
        ("@at a 1 inf", "finite"),
        ("@convention chess", "minimax or negamax"),
        ("@convention", "minimax or negamax"),
        ("@no-root a", "nothing"),
        ('@name "a" b', "quote the whole text"),
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


def test_a_text_without_a_mark_has_the_likely_root_unless_it_says_that_there_is_none():
    assert load("b = 1\na max: b").graph.root == "a"
    assert load("b = 1\na max: b\n@no-root").graph.root is None


def test_the_convention_is_told_from_the_nodes_or_given():
    assert load("a: b\nb = 1").graph.convention is Convention.NEGAMAX
    assert load("a max: b\nb = 1").graph.convention is Convention.MINIMAX
    assert load("@convention negamax\nb = 1").graph.convention is Convention.NEGAMAX
    assert errors("@convention minimax\na: b\nb = 1")[0][0] == 2


def test_a_description_has_a_line_for_each_directive():
    assert load("@description one # two\n@description\n@DESCRIPTION  three ").graph.description == "one # two\n\nthree"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_of_all_kinds_count_alike(end):
    text = end.join(["a max: b", "", "b = one"])
    assert errors(text)[0][0] == 3
    assert [number for number, line in split_lines(f"x{end}{end}y{end}")] == [1, 2, 3, 4]


# ---- pasted text


@pytest.mark.parametrize(
    "text",
    [
        FIGURE_1,
        "a max: b c",
        "# a comment\n\n> a: b",
        "b = -1",
        "q ?",
        "a max b\nb = 1\nc = 2",
        "@name x\n@at a 1 2",
        "> a max: a b\nb = foo",
        "> a max: b\nb = 1,5",
    ],
)
def test_pasted_lines_are_told_from_other_formats(text):
    loaded = formats.load_text(text)
    assert loaded.graph == load(text.strip()).graph


@pytest.mark.parametrize(
    "text",
    [
        "from,to\nx: y,b\nz: w,c\n",
        "From;To\na:b;c\n",
        "id\tplayer\na: b\tmax\n\nfrom\tto\na: b\ta: b",
        "source|target\na = 1|b = 2",
        '"from","to"\n"a: b","c"',
    ],
)
def test_a_csv_of_moves_stays_a_csv(text):
    assert len(formats.load_text(text).graph.moves) >= 1


@examples(50)
@given(st.text(st.sampled_from('ab12"\\#:=?>@,\n\r max\t\u3000'), max_size=40))
def test_any_text_of_the_characters_of_the_grammar_gives_a_graph(text):
    loaded = load(text)
    assert load(formats.dump(loaded.graph, "text").decode()).graph.successors == loaded.graph.successors


# ---- hostile texts


def test_ids_that_are_far_too_long_are_left_out():
    assert [line for line, _ in errors(f"a max: b\n{'x' * 1_000_000} = 1\nb = 1")] == [2]


@pytest.mark.large
@pytest.mark.parametrize("text", ['"' * 200_000, "a:" * 100_000, ">" * 200_000, "a max:" + " b," * 60_000])
def test_a_very_long_line_is_refused_or_read(text):
    assert load(text).problems


def test_half_of_a_character_is_named():
    assert errors('a max: "\\ud800"\n"\\ud800" = 1')


def test_a_graph_that_has_nothing_but_nodes_and_moves_is_these_lines_alone():
    assert formats.dump(figure_1(), "text") == b"> a max: b c\nb = -1\nc min: d a\nd = 2\n"


def test_no_blank_is_part_of_a_word():
    for blank in BLANKS:
        if blank not in "\r\n":
            assert only_line(f"a{blank}max:b{blank}c") == NodeLine("a", False, None, {"player": "max"}, ends("b", "c"))


def test_comments_that_were_written_beside_the_canvas_are_kept():
    kept = {
        "a": {"above": ["# first", 3, "no comment"], "beside": "# the root"},
        "": {"above": ["# end"], "beside": ""},
    }
    for odd in (7, {"a": 7}, {"a": {"above": "# x", "beside": "# 1\n2"}}):
        assert "#" not in formats.dump(figure_1().replace(extra={"comments": odd}), "text").decode()
    text = formats.dump(figure_1().replace(extra={"comments": kept}), "text").decode()
    lines = text.splitlines()
    at = lines.index("# first")
    assert lines[at + 1].startswith("> a")
    assert lines[at + 1].endswith(" # the root")
    assert "# end" in lines
    assert formats.load_text(text).graph.moves == figure_1().moves


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


def test_comments_on_lines_that_are_no_nodes_are_kept_above_the_next_node():
    loaded = load("a max: b # a\na max: c # again\n?! # wrong\n@at a 1 2 # place\nb = 1\n")
    assert [line for line, _ in errors("a max: b # a\na max: c # again\n?! # wrong\n")] == [2, 3]
    assert loaded.graph.extra["comments"] == {
        "a": {"above": [], "beside": "# a"},
        "b": {"above": ["# again", "# wrong", "# place"], "beside": ""},
    }
