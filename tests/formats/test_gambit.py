"""Gambit's extensive games: what Gambit and its manual write, what Gambit makes of ours, and refusals by line."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import figure_1, game, game_trees
from support.rich_graphs import texts
from support.samples import VARIED

from explorer import formats
from explorer.games.samples import load_sample
from explorer.model.check import errors_in
from explorer.model.errors import FormatError
from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.solver import solve

NIM = """EFG 2 R "Nim, starting with Five Stones." { "Player 1" "Player 2" }

p "5 left" 1 1 "(1,1)" { "TAKE 1" "TAKE 2" } 0
p "4 left" 2 1 "(2,1)" { "TAKE 1" "TAKE 2" } 0
p "3 left" 1 2 "(1,2)" { "TAKE 1" "TAKE 2" } 0
p "2 left" 2 2 "(2,3)" { "TAKE 1" "TAKE 2" } 0
t "1 left" 1 "Outcome 1" { 1 -1 }
t "0 left" 2 "Outcome 2" { -1 1 }
t "1 left" 2 "Outcome 2" { -1 1 }
p "2 left" 1 3 "(1,3)" { "TAKE 1" "TAKE 2" } 0
t "1 left" 2 "Outcome 2" { -1 1 }
t "0 left" 1 "Outcome 1" { 1 -1 }
p "" 2 3 "(2,2)" { "TAKE 1" "TAKE 2" } 0
p "2 left" 1 4 "(1,4)" { "TAKE 1" "TAKE 2" } 0
t "1 left" 2 "Outcome 2" { -1 1 }
t "0 left" 1 "Outcome 1" { 1 -1 }
t "1 left" 2 "Outcome 2" { -1 1 }
"""
"""A game that comes with Gambit."""

BAYES = """EFG 2 R "General Bayes game, one stage" { "Player 1" "Player 2" }
c "ROOT" 1 "(0,1)" { "1G" 0.500000 "1B" 0.500000 } 0
"""
"""How the example in Gambit's documentation of the format begins."""

HEAD = 'EFG 2 R "t" { "Max" "Min" }\n""\n'
NAME_OF_GAMBIT = re.compile(r"([!-~]+( [!-~]+)*)?")
"""What Gambit 16.7 takes for the name of a node, an information set, an outcome or an action."""

some = examples(30)


def load(text: str):
    return formats.load_bytes("x.efg", text.encode())


def written(graph: GameGraph) -> str:
    return formats.dump(graph, "gambit").decode()


def gambit() -> ModuleType:
    """Gambit, which takes a second or two to load."""
    return import_module("pygambit")


def value_by_gambit(text: str, player: str = "Max") -> Fraction:
    """What player 1 gets in the equilibrium that Gambit finds."""
    tree = gambit().read_efg(io.StringIO(text))
    # Of its two solvers the one for trees forgets forced moves in version 17.0.0b2.
    profile = gambit().nash.lp_solve(tree, use_strategic=True).equilibrium
    return Fraction(str(profile.payoffs[player]))


# ---- reading


@pytest.mark.large
def test_a_game_of_gambit_is_read():
    loaded = load(NIM)
    graph = loaded.graph
    assert errors_in(list(loaded.problems)) == []
    assert [node.id for node in graph.nodes[:5]] == ["5 left", "4 left", "3 left", "4", "5"]
    assert [node.name for node in graph.nodes[3:6]] == ["2 left", "1 left", "0 left"]
    assert [node.kind for node in graph.nodes[:3]] == [Kind.MAX, Kind.MIN, Kind.MAX]
    assert graph.name == "Nim, starting with Five Stones."
    assert [graph.move_names[move] for move in graph.moves[:2]] == ["TAKE 1", "TAKE 2"]
    assert graph.extra == {"players": ["Player 1", "Player 2"]}
    without_names = re.sub('^([pt]) "[^"]*"', r'\1 ""', NIM, flags=re.MULTILINE)  # newer versions want them unique
    assert solve(graph).score == value_by_gambit(without_names, "Player 1")


def test_a_game_of_gambit_loses_nothing():
    assert formats.losses(load(NIM).graph, "gambit") == []


def test_names_that_nodes_share_do_not_become_ids_of_others():
    text = HEAD + 'p "1" 1 1 { "a" "b" "c" } 0 t "x" 1 { 1 -1 } t "x" 2 { 2 -2 } t "3" 3 { 3 -3 }'
    assert [node.id for node in load(text).graph.nodes] == ["1", "2", "3'", "3"]


def test_outcomes_and_information_sets_may_give_the_label():
    text = HEAD + 'p "" 1 1 "Alice" { "a" "b" } 0 t "" 1 "Win Big" { 1 -1 } t "" 2 "Outcome 2" { 2 -2 }'
    assert [node.label for node in load(text).graph.nodes] == ["Alice", "Win Big", None]


@pytest.mark.parametrize(
    ("payoffs", "score"),
    [
        ("{ 1 -1 }", 1),
        ("{ -1/3, 1/3 }", Fraction(-1, 3)),
        ("{ 10.000000 -10.0 }", 10.0),
        ("{.5,-1/2}", 0.5),
        ("{ 1e+2 -100 }", 100.0),
        ("{ +3 -3 }", 3),
        ("{ 0.1 -.1 }", 0.1),
        ("{ 0.12345678901234567890123 -0.12345678901234567890123 }", Fraction("0.12345678901234567890123")),
    ],
)
def test_payoffs_are_exact(payoffs, score):
    found = load(f'{HEAD}t "a" 1 "" {payoffs}').graph.node("a").score
    assert (found, type(found)) == (score, type(score))


def test_a_game_whose_payoffs_add_to_the_same_everywhere_is_read_by_shifting():
    text = HEAD + 'p "r" 1 1 "s" { "a" "b" } 0 t "x" 1 "" { 1 0 } t "y" 2 "" { 1/3 2/3 }'
    loaded = load(text)
    assert [node.score for node in loaded.graph.nodes[1:]] == [1, Fraction(1, 3)]
    assert solve(loaded.graph).score == value_by_gambit(text)
    assert [problem.message for problem in loaded.problems] == [
        "the payoffs add to 1 at every end; read as a zero-sum game by taking 1 from those of player 2"
    ]


def test_an_outcome_may_be_none_or_one_that_was_there_before():
    text = HEAD + 'p "r" 1 1 { "a" "b" "c" } 0 t "x" 7 "w" { 2 -2 } t "y" 7 t "z" 0'
    assert [node.score for node in load(text).graph.nodes[1:]] == [2, 2, 0]


def test_payoffs_of_0_may_stand_anywhere():
    text = HEAD + 'p "r" 1 1 { "a" } 1 "" { 0 0 } t "x" 2 "" { 1 -1 }'
    assert load(text).graph == game("r", r="max x", x=1).replace(name="t", move_names={("r", "x"): "a"})


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\t"])
def test_blanks_and_line_ends_of_all_kinds_are_read(end):
    assert load(NIM.replace("\n", end)).graph == load(NIM).graph


def test_other_encodings_are_read():
    text = NIM.replace("Nim", "Ním")
    assert formats.load_bytes("x.efg", text.encode("utf-16")).graph.name == load(text).graph.name
    assert formats.load_bytes("x.efg", text.encode("latin-1")).graph.name == load(text).graph.name


@pytest.mark.parametrize(
    ("body", "line", "words"),
    [
        ('c "" 1 "" { "a" 1/2 "b" 1/2 } 0', 3, "chance"),
        ('p "" 1 1 "" { "a" } 0\np "" 1 1 "" { "a" } 0\nt "" 0', 4, "more than one node"),
        ('p "" 1 1 "" { "a" } 0\np "" 1 1 0\nt "" 0', 4, "more than one node"),
        ('p "" 1 1 "" { "a" "b" } 0\nt "" 1 "" { 1 1 }\nt "" 2 "" { 1 -1 }', 5, "add to 0, but further up to 2"),
        ('p "" 1 1 "" { "a" "b" } 0\nt "" 1 "" { 1 1 }\nt "" 0', 5, "add to 0, but further up to 2"),
        ('p "" 1 1 { "a" "b" } 0\nt "" 1 { 1 -1 }\nt "" 2 { 0.1 -0.10000000000000001 }', 5, "the same at every end"),
        ('p "" 1 1 "" { "a" } 1 "" { 1 -1 }\nt "" 0', 3, "goes on"),
        ('p "" 1 1 "" { "a" } 1 "" { 1 1 }\nt "" 0', 3, "goes on"),
        ('p "" 3 1 "" { "a" } 0\nt "" 0', 3, "no player 3"),
        ('p "" 1 1 "" { } 0', 3, "no moves"),
        ('p "" 1 1 "" 0', 3, "names of the moves"),
        ('p "" one 1 "" { "a" } 0', 3, "number of a player"),
        ('t "" 1 "" { 1 }', 3, "two payoffs"),
        ('t "" 1 "" { 1 -1 0 }', 3, "two payoffs"),
        ('t "" 1 "" { 1e999 -1e999 }', 3, "finite"),
        ('t "" 1 "" { 1e999999999 -1 }', 3, "payoff"),
        ('t "" 1 "" { x y }', 3, "payoff"),
        ('t "" 1', 3, "missing"),
        ('t "" 1 "" { 1 -1', 3, "closing brace"),
        ('p "" 1 1 { "a" "b" } 0\nt "x" 1 { 1 -1 }\nt "y" 1 { 2 -2 }', 5, "further up"),
        ('t "" 0\nt "" 0', 4, "more nodes follow"),
        ('p "" 1 1 "" { "a" "b" } 0\nt "" 0', 4, "cut off"),
        ('t "', 3, "check quotes"),
        ("t x 0", 3, "name of the node"),
        ('q "" 0', 3, "node"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_line(body, line, words):
    with pytest.raises(FormatError, match=rf"x\.efg: .*line {line}.*{words}"):
        load(HEAD + body)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the file is empty"),
        ("NFG 1 R", "EFG 2 R"),
        ('EFG 1 R "t" { "a" "b" }', "EFG 2 R"),
        ("EFG 2 R", "title"),
        ('EFG 2 R "t" { "a" } "" t "" 0', "1 players"),
        ('EFG 2 R "t" { "a" "b" "c" } "" t "" 0', "3 players"),
        ('EFG 2 R "t" { "a" "b" }', "cut off"),
        (BAYES, "line 2: a chance node"),
    ],
)
def test_a_head_that_is_wrong_is_refused(text, words):
    with pytest.raises(FormatError, match=words):
        load(text)


@examples(40)
@given(st.integers(0, NIM.rindex("{") - len('2 "Outcome 2" ')))
def test_a_truncated_game_is_refused(length):
    with pytest.raises(FormatError):
        load(NIM[:length])


def test_a_game_past_the_limit_of_nodes_is_refused_while_it_is_read(monkeypatch):
    monkeypatch.setattr("explorer.formats.gambit.MAX_NODES", 1_000)
    text = HEAD + "".join(f'p "" 1 {number} {{ "a" }} 0\n' for number in range(1_001))
    with pytest.raises(FormatError, match="line 1003: the game has more than 1,000 nodes"):
        load(text + '"' * 1_000_000)


@pytest.mark.parametrize("text", ['"' * 1_000_001, "{" * 1_000_000, HEAD + "{" * 1_000_000, HEAD + '\\"' * 500_000])
def test_nesting_that_means_nothing_is_refused_at_once(text):
    with pytest.raises(FormatError):
        load(text)


def test_a_pasted_game_is_told_from_other_formats():
    assert formats.load_text(NIM).graph == load(NIM).graph


def test_scripts_in_names_stay_text():
    text = HEAD.replace('"t"', '"<script>1</script>"') + 't "<script>x</script>" 1 "<b>" { 1 -1 }'
    assert load(text).graph.nodes == (Node("<script>x</script>", Kind.LEAF, 1, label="<b>"),)
    assert load(text).graph.name == "<script>1</script>"


# ---- writing


@some
@given(graph=game_trees(conventions=[Convention.MINIMAX]))
def test_a_tree_keeps_ids_moves_players_and_exact_scores(graph):
    returned = load(written(graph)).graph
    assert {node.id: node for node in returned.nodes} == {node.id: node for node in graph.nodes}
    assert [type(returned.node(node.id).score) for node in graph.nodes] == [type(node.score) for node in graph.nodes]
    assert [returned.successors_of(node.id) for node in graph.nodes] == [
        graph.successors_of(node.id) for node in graph.nodes
    ]
    assert returned.root == graph.root


@some
@given(graph=game_trees(), data=st.data())
def test_any_title_id_and_label_comes_back(graph, data):
    names = data.draw(st.lists(texts.filter(bool), unique=True, min_size=len(graph.nodes), max_size=len(graph.nodes)))
    named = dict(zip([node.id for node in graph.nodes], names, strict=True))
    nodes = tuple(Node(named[n.id], n.kind, n.score, label=f"<{named[n.id]} ") for n in graph.nodes)
    moves = tuple((named[source], named[target]) for source, target in graph.moves)
    renamed = GameGraph(nodes, moves, named["n0"], graph.convention, name=named["n0"], description=named["n0"])
    text = written(renamed)
    returned = load(text).graph
    assert {n.id: n.label for n in returned.nodes} == {n.id: n.label for n in nodes}
    assert (set(returned.moves), returned.name, returned.description) == (set(moves), named["n0"], named["n0"])
    quoted = re.findall(r'"((?:\\"|[^"])*)"', text.removeprefix("EFG 2 R ").partition('" }\n')[2])[1:]
    assert len(quoted) >= 2 * len(nodes)
    assert all(NAME_OF_GAMBIT.fullmatch(name) for name in quoted)


def test_gambit_takes_no_plus_in_an_exponent():
    graph = game("a", a="max b c", b=1e20, c=-1e-9)
    assert "{ 1e20, -1e20 }" in written(graph)
    assert load(written(graph)).graph.node("b").score == 1e20


@some
@given(graph=game_trees())
def test_gambit_finds_the_same_value_in_what_is_written(graph):
    if len(graph.nodes) > 1:
        assert value_by_gambit(written(graph)) == Fraction(str(solve(graph).score))


@some
@given(graph=game_trees())
def test_what_gambit_writes_again_is_the_same_game(graph):
    game_of_gambit = gambit().read_efg(io.StringIO(written(graph)))
    returned = load(game_of_gambit.to_efg()).graph
    assert solve(returned).score == solve(graph).score
    assert len(returned.nodes) == len(graph.nodes)
    assert game_of_gambit.is_const_sum


def _labelled(node: Node, label: str | None) -> Node:
    return replace(node, label=label)


LABELS = ("same", "(1,2)", "(2, 1)", "Outcome 2", "_3", "same (1,2)", "(1,1) (1,1)", None)
"""Labels that repeat, or look like the names that Gambit gives by itself."""


@some
@given(graph=game_trees(), data=st.data())
def test_gambit_reads_labels_that_repeat_or_look_automatic_and_they_come_back(graph, data):
    labels = data.draw(st.lists(st.sampled_from(LABELS), min_size=len(graph.nodes), max_size=len(graph.nodes)))
    labelled = graph.replace(nodes=tuple(map(_labelled, graph.nodes, labels)))
    text = written(labelled)
    sets = re.findall(r'^p "[^"]*" (\d) (\d+) "([^"]*)"', text, re.MULTILINE)
    assert len({(player, name) for player, _, name in sets}) == len(sets) == len({(p, number) for p, number, _ in sets})
    assert gambit().read_efg(io.StringIO(text)).to_efg().count("\np ") == len(sets)
    assert {node.id: node.label for node in load(text).graph.nodes} == {node.id: node.label for node in labelled.nodes}


@some
@given(graph=game_trees(conventions=[Convention.NEGAMAX]))
def test_a_negamax_tree_is_written_from_the_view_of_the_player_at_the_root(graph):
    returned = load(written(graph)).graph
    assert solve(returned).score == solve(graph).score
    assert "the convention of the graph is lost" in formats.losses(graph, "gambit")


@pytest.mark.parametrize(
    ("graph", "words"),
    [
        (figure_1(), "the cycle 'a' → 'c' → 'a'; unwind"),
        (game("a", a="max a"), "the cycle 'a' → 'a'; unwind"),
        (game("a", a="max b c", b="min d", c="min d", d=1), "'d' is shared: moves from 'b' and 'c'.*unwind"),
        (game("a", a="max b", b=1, c=2), "'c' cannot be reached"),
        (game("a", a="max q", q="open"), "open node 'q'"),
        (game("a", a="max b", b=1).replace(root=None), "no root"),
        (game("a", a="max b", b="min"), "Min node b has no moves"),
        (GameGraph((), ()), "no nodes"),
    ],
)
def test_what_is_no_finished_tree_is_refused_by_name(graph, words):
    with pytest.raises(FormatError, match=words):
        written(graph)


@pytest.mark.parametrize("name", [*VARIED, "alpha-beta-tree"])
def test_a_sample_is_written_or_refused_in_a_sentence_that_names_a_node(name):
    graph = load_sample(name)
    sentences = formats.losses(graph, "gambit")
    assert len(sentences) >= 1
    assert any(repr(node.id) in sentences[0] for node in graph.nodes) or written(graph)


def test_what_is_lost_is_said():
    nodes = (
        Node("a", Kind.MAX, x=1, y=2),
        Node("c", Kind.LEAF, 2),
        Node("b", Kind.LEAF, 1, extra={"k": 1}),
    )
    graph = GameGraph(nodes, (("a", "b"), ("a", "c")), "a", expected={"scores": {"a": 2}})
    assert formats.losses(graph, "gambit") == [
        "the order of the nodes is lost",
        "the known answers (expected) are lost",
        "the position of 1 node is lost or changed",
        "the key 'k' of 1 node is lost or changed",
    ]
