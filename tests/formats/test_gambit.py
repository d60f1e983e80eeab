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

from explorer import formats
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


@pytest.mark.parametrize(
    ("payoffs", "score"),
    [
        ("{ 1 -1 }", 1),
        ("{ -1/3, 1/3 }", Fraction(-1, 3)),
        ("{ 10.000000 -10.0 }", 10.0),
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


@pytest.mark.parametrize(
    ("body", "line", "words"),
    [
        ('c "" 1 "" { "a" 1/2 "b" 1/2 } 0', 3, "chance"),
        ('p "" 1 1 "" { "a" } 0\np "" 1 1 "" { "a" } 0\nt "" 0', 4, "more than one node"),
        ('p "" 1 1 "" { "a" "b" } 0\nt "" 1 "" { 1 1 }\nt "" 2 "" { 1 -1 }', 5, "add to 0, but further up to 2"),
        ('p "" 1 1 "" { "a" } 1 "" { 1 -1 }\nt "" 0', 3, "goes on"),
        ('p "" 3 1 "" { "a" } 0\nt "" 0', 3, "no player 3"),
        ('t "" 1 "" { 1 }', 3, "two payoffs"),
        ('p "" 1 1 { "a" "b" } 0\nt "x" 1 { 1 -1 }\nt "y" 1 { 2 -2 }', 5, "further up"),
        ('p "" 1 1 "" { "a" "b" } 0\nt "" 0', 4, "cut off"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_line(body, line, words):
    with pytest.raises(FormatError, match=rf"x\.efg: .*line {line}.*{words}"):
        load(HEAD + body)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the file is empty"),
        ('EFG 1 R "t" { "a" "b" }', "EFG 2 R"),
        ('EFG 2 R "t" { "a" "b" "c" } "" t "" 0', "3 players"),
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


# ---- writing


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
        (game("a", a="max b c", b="min d", c="min d", d=1), "'d' is shared: moves from 'b' and 'c'.*unwind"),
        (game("a", a="max b", b=1, c=2), "'c' cannot be reached"),
        (game("a", a="max q", q="open"), "open node 'q'"),
    ],
)
def test_what_is_no_finished_tree_is_refused_by_name(graph, words):
    with pytest.raises(FormatError, match=words):
        written(graph)
