"""Parity games of PGSolver and Oink: reading what they write, and writing a game that they decide as we do."""

from __future__ import annotations

import re

import networkx as nx
import pytest
from hypothesis import given
from support.examples import examples
from support.graphs import figure_1, game, game_graphs

from explorer import formats
from explorer.model.check import Severity
from explorer.model.errors import FormatError
from explorer.model.graph import Convention, GameGraph, Kind
from explorer.solver import solve

MANUAL = """parity 4;
0 6 1 4,2 "Africa";
4 5 1 0 "Antarctica";
1 8 1 2,4,3 "America";
3 6 0 4,2 "Australia";
2 7 0 3,1,0,4 "Asia";
"""
"""The example of PGSolver's manual."""

some = examples(40)


def load(text: str):
    return formats.load_bytes("x.pg", text.encode())


def written(graph: GameGraph) -> str:
    return formats.dump(graph, "pgsolver").decode()


def errors(text: str) -> list[int | None]:
    return [problem.line for problem in load(text).problems if problem.severity is Severity.ERROR]


# ---- reading


def test_the_example_of_the_manual_is_read():
    graph = load(MANUAL).graph
    assert [(node.id, node.label, node.kind) for node in graph.nodes[:4:3]] == [
        ("0", "Africa: 6", Kind.MIN),
        ("3", "Australia: 6", Kind.MAX),
    ]
    assert [node.extra["priority"] for node in graph.nodes] == [6, 5, 8, 6, 7]
    assert [node.id for node in graph.successors_of("2")] == ["3", "1", "0", "4"]
    assert graph.root == "0"


def test_a_parity_game_comes_back_as_it_was():
    assert written(load(MANUAL).graph) == MANUAL
    assert formats.losses(load(MANUAL).graph, "pgsolver") == []


@pytest.mark.parametrize(
    ("statement", "line"),
    [
        ("1 1 2 0;", 3),
        ("x 1 0 0;", 3),
        ("0 1 0 0;", 3),
        ("1 1 0 7;", 3),
        ('1 1 0 0 "a;', 3),
    ],
)
def test_a_wrong_statement_is_named_and_the_rest_kept(statement, line):
    text = f"parity 1;\n0 0 0 0;\n{statement}"
    assert errors(text) == [line]
    assert load(text).graph.moves[0] == ("0", "0")


@pytest.mark.parametrize("text", ["parity 3;", "hello", "{}", '"', "0 6 1 4,2", "digraph {}"])
def test_what_has_no_node_is_refused(text):
    with pytest.raises(FormatError, match="not a parity game"):
        load(text)


# ---- writing


def winner_of_every_node(text: str) -> dict[int, int]:
    """The winner (0 or 1) of each node of a parity game, found without this program's reader.

    By definition, for positional play: player 0 wins a node if some choice of one move at each of its nodes leaves no
    cycle with an odd highest priority in reach.  Only for small games.
    """
    nodes = {}
    for number, priority, owner, targets in re.findall(r"^(\d+) (\d+) ([01]) ([\d,]+)", text, re.MULTILINE):
        nodes[int(number)] = (int(priority), int(owner), [int(target) for target in targets.split(",")])
    won: set[int] = set()
    for choice in _choices([(number, targets) for number, (_, owner, targets) in nodes.items() if owner == 0]):
        play: nx.DiGraph[int] = nx.DiGraph()
        for number, (_, _, targets) in nodes.items():
            play.add_edges_from((number, target) for target in (choice.get(number) or targets))
        bad = _on_odd_cycles(play, {number: priority for number, (priority, _, _) in nodes.items()})
        lost = bad | {number for bad_one in bad for number in nx.ancestors(play, bad_one)}
        won |= set(nodes) - lost
    return {number: 0 if number in won else 1 for number in nodes}


def _choices(open_choices: list[tuple[int, list[int]]]) -> list[dict[int, list[int]]]:
    choices: list[dict[int, list[int]]] = [{}]
    for number, targets in open_choices:
        choices = [{**choice, number: [target]} for choice in choices for target in targets]
    return choices


def _on_odd_cycles(play: nx.DiGraph[int], priorities: dict[int, int]) -> set[int]:
    """The nodes that lie on a cycle on which they are the highest, and odd."""
    found = set()
    for number in play:
        below = play.subgraph(other for other in play if priorities[other] <= priorities[number])
        on_cycle = below.has_edge(number, number) or any(
            nx.has_path(below, target, number) for target in below[number] if target != number
        )
        if priorities[number] % 2 and on_cycle:
            found.add(number)
    return found


@some
@given(graph=game_graphs(conventions=[Convention.MINIMAX], max_inner=4, max_degree=3))
def test_player_0_wins_exactly_where_the_score_is_above_0(graph):
    scores = solve(graph, endless=0).scores
    winners = winner_of_every_node(written(graph))
    assert [winners[place] for place in range(len(graph.nodes))] == [
        0 if scores[node.id] > 0 else 1 for node in graph.nodes
    ]


@some
@given(graph=game_graphs(conventions=[Convention.MINIMAX]))
def test_what_comes_back_is_written_the_same_again(graph):
    assert written(load(written(graph)).graph) == written(graph)


def test_a_leaf_becomes_a_node_with_a_move_to_itself():
    assert written(figure_1()) == 'parity 3;\n0 1 0 1,2 "a";\n1 1 0 1 "b";\n2 1 1 3,0 "c";\n3 2 0 3 "d";\n'


@pytest.mark.parametrize(
    ("graph", "words"),
    [
        (game("a", "negamax", a="mover b", b=1), "negamax"),
        (game("a", a="max q", q="open"), "'q'"),
        (game("a", a="max b", b="min"), "Min node b has no moves"),
    ],
)
def test_what_is_no_parity_game_is_refused_by_name(graph, words):
    with pytest.raises(FormatError, match=words):
        written(graph)
