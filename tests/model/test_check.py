"""Every rule of the model has a sentence that names the node."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given
from support.graphs import game, game_graphs, thorough

from explorer.model.check import (
    Severity,
    check,
    errors_in,
    is_plain,
    playable,
    same_side_move,
    unfinished_in,
    with_open_ends,
    without_notes,
)
from explorer.model.errors import GraphError
from explorer.model.graph import Convention, GameGraph, Kind, Node


def graph_of(*nodes: Node, moves=(), root="a", convention=Convention.MINIMAX) -> GameGraph:
    return GameGraph(nodes, tuple(tuple(move) for move in moves), root=root, convention=convention)


A = Node("a", Kind.MAX)
B = Node("b", Kind.LEAF, 1)
BAD = {
    "inner node without moves": (graph_of(Node("a", Kind.MIN)), "a", "Min node a has no moves"),
    "leaf with moves": (graph_of(A, B, moves=["ab", "ba"]), "b", "leaf b (1) has a move to a"),
    "open node with moves": (graph_of(A, Node("q", Kind.OPEN), moves=["aq", "qa"]), "q", "open node q has a move to a"),
    "leaf without score": (graph_of(Node("a", Kind.LEAF)), "a", "has no score"),
    "score of an inner node": (graph_of(Node("a", Kind.MAX, 3), B, moves=["ab"]), "a", "Max node a has a score"),
    "infinite score": (graph_of(Node("a", Kind.LEAF, float("inf"))), "a", "finite"),
    "score that is no number": (graph_of(Node("a", Kind.LEAF, float("nan"))), "a", "finite"),
    "no player in minimax": (graph_of(Node("a", Kind.MOVER), B, moves=["ab"]), "a", "node a has neither player"),
    "player in negamax": (graph_of(A, B, moves=["ab"], convention=Convention.NEGAMAX), "a", "Max node a has a player"),
    "no root": (graph_of(A, B, moves=["ab"], root=None), None, "no root"),
    "no nodes": (graph_of(root=None), None, "no nodes"),
}


@pytest.mark.parametrize("name", BAD)
def test_every_error_names_its_node(name):
    graph, node, words = BAD[name]
    errors = errors_in(check(graph))
    assert [problem.node for problem in errors] == [node]
    assert words in errors[0].message


@pytest.mark.parametrize("name", BAD)
def test_algorithms_do_not_get_a_graph_with_errors(name):
    with pytest.raises(GraphError):
        playable(BAD[name][0])


@thorough
@given(game_graphs(max_open=2))
def test_with_open_ends_no_inner_node_is_without_moves_and_nothing_else_differs(graph: GameGraph):
    cut = graph.replace(moves=graph.moves[::2])
    ends = unfinished_in(cut)
    assert ends == [node.id for node in cut.nodes if node.kind.is_inner and not cut.ids_after(node.id)]
    open_ended = with_open_ends(cut)
    assert {node.id for node in open_ended.nodes if node.kind is not cut.node(node.id).kind} == set(ends)
    assert (open_ended.moves, open_ended.root, open_ended.ids) == (cut.moves, cut.root, cut.ids)
    are_named = graph.convention is Convention.MINIMAX or not is_plain(cut)
    said = {problem.node for problem in check(cut) if problem.unfinished}
    assert said == (set(ends) if are_named or not ends else {None})
    assert not any(problem.unfinished for problem in check(open_ended))
    assert errors_in(check(open_ended)) == []


def test_the_first_error_says_how_many_more_there_are():
    graph = graph_of(A, Node("b", Kind.MIN), Node("c", Kind.MIN))
    others = r"\(and 2 more: Min node b has no moves[^;]*;[^;]*\)$"
    with pytest.raises(GraphError, match=f"Max node a has no moves.*{others}"):
        playable(graph)


@pytest.mark.parametrize(
    ("graph", "words"),
    [
        (game("a", a="max b", b="max c", c=1), "the move a → b leaves the turn with Max"),
        (game("a", a="min a"), "the move a → a leaves the turn with Min"),
        (game("a", a="max b c", b="min c", c=1), "Max and Min both move to leaf c (1)"),
        (game("a", "negamax", a="mover b c", b="mover c", c="mover a"), "cannot be divided in two"),
    ],
)
def test_that_a_graph_is_not_bipartite_is_noted_with_the_move_and_no_warning(graph, words):
    (problem,) = check(graph)
    assert problem.severity is Severity.NOTE
    assert without_notes([problem]) == ()
    assert words in problem.message


@thorough
@given(game_graphs(max_open=2))
def test_bipartite_is_what_networkx_finds_when_all_of_one_player_are_one_node(graph):
    sides = {Kind.MAX: "MAX", Kind.MIN: "MIN"}
    place = [sides.get(node.kind, node.id) for node in graph.nodes]
    network = nx.Graph([(place[graph.index[source]], place[graph.index[target]]) for source, target in graph.moves])
    network.add_edge("MAX", "MIN")
    assert (same_side_move(graph) is None) == nx.is_bipartite(network)


def test_nodes_that_cannot_be_reached_are_counted_in_one_sentence_if_they_are_more_than_three():
    def said(lost: int) -> list[str]:
        graph = game("a", a="max b", b=1, **{f"x{number}": number for number in range(lost)})
        return [problem.message for problem in check(graph) if "reached" in problem.message]

    assert len(said(3)) == 3
    assert said(4) == ["4 nodes cannot be reached from the root: x0, x1, x2, x3"]
    odd = game("a", a=1, **{"d, e": 1, "h-1": 2, "x": 3, "y": 4})
    assert "from the root: 'd, e', 'h-1', x, y" in " ".join(problem.message for problem in check(odd))
    assert said(33_320) == ["33,320 nodes cannot be reached from the root: x0, x1, x2, x3, x4, …"]
