"""Parity games of PGSolver and Oink: reading what they write, and writing a game that they decide as we do."""

from __future__ import annotations

import re

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import figure_1, game, game_graphs
from support.samples import VARIED

from explorer import formats
from explorer.games.samples import load_sample
from explorer.model.check import Severity
from explorer.model.conditions import PARITY
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


def test_it_is_said_that_priorities_are_not_evaluated():
    assert next(p.message for p in load(MANUAL).problems if p.severity is Severity.WARNING) == PARITY
    assert "without end" in PARITY


def test_nodes_without_a_name_are_labelled_with_number_and_priority():
    graph = load("0 3 0 1;1 2 1 0,1;").graph
    assert [node.label for node in graph.nodes] == ["0: 3", "1: 2"]
    assert written(graph) == "parity 1;\n0 3 0 1;\n1 2 1 0,1;\n"


@pytest.mark.parametrize(
    "text",
    [
        "parity 1;\nstart 1;\n0 0 0 1;\n1 1 1 0;",
        "start 1; parity 1; 0 0 0 1; 1 1 1 0;",
        "parity 1 ;\r\nstart 1 ;\r\n0\t0 0\r\n1 ;\r\n1 1 1 0 ;\r\n",
        "parity 1;\rstart 1;\r0 0 0 1;\r1 1 1 0;\r",
    ],
)
def test_headers_blanks_and_line_ends_are_read_tolerantly(text):
    graph = load(text).graph
    assert (graph.root, graph.moves) == ("1", (("0", "1"), ("1", "0")))


def test_a_header_without_its_semicolon_is_read():
    loaded = load(MANUAL.replace("parity 4;", "parity 4"))
    assert loaded.graph == load(MANUAL).graph
    both = load("parity 1\nstart 1\n0 0 0 1;\n1 1 1 0;\n2 x;")
    assert both.graph.root == "1"
    assert [p.line for p in both.problems if p.severity is Severity.ERROR] == [5]
    assert formats.load_text("parity 1\n0 0 0 1;\n1 1 1 0;").graph == load("parity 1;0 0 0 1;1 1 1 0;").graph


def test_a_name_may_hold_semicolons_and_line_ends():
    loaded = load('0 1 0 1 "a;\nb";\n1 x;\n1 0 1 0;')
    assert loaded.graph.node("0").label == "a;\nb: 1"
    assert [p.line for p in loaded.problems if p.severity is Severity.ERROR] == [3]


@pytest.mark.parametrize(
    ("statement", "line"),
    [
        ("1 1 2 0;", 3),
        ("1 -1 0 0;", 3),
        ("1 1 0 0 2;", 3),
        ("1 1 0 0,;", 3),
        ("x 1 0 0;", 3),
        ('1 1 0 0 "a" b;', 3),
        ("parity;", 3),
        (f"{'1' * 30} 1 0 0;", 3),
        ("0 1 0 0;", 3),
        ("1 1 0 7;", 3),
        ("1 1 0;", 3),
        ("1 1 0 0", 3),
        ('1 1 0 0 "a;', 3),
    ],
)
def test_a_wrong_statement_is_named_and_the_rest_kept(statement, line):
    text = f"parity 1;\n0 0 0 0;\n{statement}"
    assert errors(text) == [line]
    assert load(text).graph.moves[0] == ("0", "0")


@pytest.mark.parametrize("text", ["parity 3;", "hello", "{}", '"', "0 6 1 4,2", "digraph {}", ";" * 1_000_000])
def test_what_has_no_node_is_refused(text):
    with pytest.raises(FormatError, match="not a parity game"):
        load(text)


@pytest.mark.parametrize("text", [MANUAL, MANUAL.partition("\n")[2], "start 0; 0 0 0 0;", "0 0 0 0;"])
def test_a_pasted_parity_game_is_told_from_other_formats(text):
    assert "priority" in formats.load_text(text).graph.nodes[0].extra


@pytest.mark.parametrize("text", ["from;to\n0;1", "0,1,0\n1,0,1\n0,1,0", "0 1\n1 0"])
def test_other_tables_of_numbers_are_no_parity_games(text):
    assert not formats.find("pgsolver").recognises(text)


def test_scripts_in_names_stay_text():
    assert load('0 0 0 0 "<script>x</script>";').graph.node("0").label == "<script>x</script>: 0"


@examples(30)
@given(st.integers(0, len(MANUAL) - 1))
def test_a_truncated_game_keeps_its_whole_statements(length):
    text = MANUAL[:length]
    whole = len(re.findall(r"\d \d \d [^;]*;", text))
    if whole:
        assert len(load(text).graph.nodes) == whole
    else:
        with pytest.raises(FormatError):
            load(text)


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16"])
def test_other_encodings_are_read(encoding):
    assert formats.load_bytes("x.gm", '0 0 0 0 "é";'.encode(encoding)).graph.node("0").label == "é: 0"


def test_the_moves_of_a_second_node_of_one_number_are_left_out_with_it():
    loaded = load("0 0 0 0;\n1 0 1 0;\n0 0 1 1;")
    assert loaded.graph.moves == (("0", "0"), ("1", "0"))
    assert errors("0 0 0 0;\n1 0 1 0;\n0 0 1 1;") == [3]


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


@pytest.mark.parametrize("name", VARIED)
def test_a_sample_of_max_and_min_keeps_owners_and_moves(name):
    graph = load_sample(name)
    if graph.convention is Convention.NEGAMAX:
        assert "negamax" in formats.losses(graph, "pgsolver")[0]
        return
    returned = load(written(graph)).graph
    for before, after, to, back in zip(graph.nodes, returned.nodes, graph.successors, returned.successors, strict=True):
        assert (back, after.kind) == (to, before.kind) or (before.kind is Kind.LEAF and len(back) == 1)
    assert "the exact score" in " ".join(formats.losses(graph, "pgsolver")) or not any(
        node.kind is Kind.LEAF for node in graph.nodes
    )


def test_a_leaf_becomes_a_node_with_a_move_to_itself():
    assert written(figure_1()) == 'parity 3;\n0 1 0 1,2 "a";\n1 1 0 1 "b";\n2 1 1 3,0 "c";\n3 2 0 3 "d";\n'


def test_the_root_is_the_start_where_it_is_not_the_first_node():
    graph = load(MANUAL).graph.replace(root="2")
    assert written(graph).startswith("parity 4;\nstart 2;\n0 6 1")
    assert load(written(graph)).graph == graph


def test_losses_name_the_scores():
    sentences = formats.losses(figure_1(), "pgsolver")
    assert "the ids of the nodes are lost" in sentences
    assert "the exact score of 2 nodes is lost or changed" in sentences
    assert "2 moves are added" in sentences


@pytest.mark.parametrize(
    ("graph", "words"),
    [
        (GameGraph((), ()), "at least one node"),
        (game("a", "negamax", a="mover b", b=1), "negamax"),
        (game("a", a="max q", q="open"), "'q'"),
        (game("a", a="max b", b="min"), "Min node b has no moves"),
    ],
)
def test_what_is_no_parity_game_is_refused_by_name(graph, words):
    with pytest.raises(FormatError, match=words):
        written(graph)


def test_a_name_with_quotes_does_not_break_the_file():
    graph = game('say "x";\n0 0 0 0', **{'say "x";\n0 0 0 0': "max b", "b": 1})
    assert written(graph).splitlines()[1] == "0 1 0 1 \"say 'x'; 0 0 0 0\";"
    assert len(load(written(graph)).graph.nodes) == 2


def test_what_parts_cells_of_large_texts_parts_nothing_that_stands_in_the_text():
    name = "x\x1f\x1e\x1f9999\x1f3\x1f1\x1f0\x1fy"
    lines = [f'0 1 0 1 "{name}";', *(f'{number} 2 1 {number - 1} "b";' for number in range(1, 5000))]
    graph = load("parity 5000;\n" + "\n".join(lines) + "\n").graph
    assert len(graph.nodes) == 5000
    assert graph.node("0").label == f"{name}: 1"
