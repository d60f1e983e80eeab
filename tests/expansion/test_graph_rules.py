from __future__ import annotations

import pytest
from hypothesis import given
from support.graphs import figure_1, game, game_graphs, thorough
from support.rule_games import number_game

from explorer.expansion.graph_rules import GraphRules, rules_of
from explorer.expansion.partial import PartialGraph
from explorer.model.errors import GraphError
from explorer.model.graph import Convention, GameGraph, Kind, Node

DRAWN = GameGraph(
    (
        Node("a", Kind.MIN, label="start", x=10, y=20, extra={"colour": "red"}),
        Node("b", Kind.LEAF, 2, x=5, y=50),
        Node("q", Kind.OPEN, label="what?", x=15, y=50),
    ),
    (("a", "q"), ("a", "b")),
    root="a",
    name="Drawn",
)


def test_a_graph_that_was_made_by_rules_has_them():
    rules = number_game()
    graph = PartialGraph(rules).graph()
    assert rules_of(graph) is rules
    assert isinstance(rules_of(graph.replace(rules=None)), GraphRules)


@thorough
@given(game_graphs(max_open=2))
def test_the_rules_of_a_graph_say_what_is_drawn(graph: GameGraph):
    rules = GraphRules(graph)
    assert rules.negamax == (graph.convention is Convention.NEGAMAX)
    assert rules.initial == graph.root
    for node in graph.nodes:
        assert rules.moves(node.id) == [after.id for after in graph.successors_of(node.id)]
        assert rules.is_closed(node.id) == (node.kind is Kind.OPEN)
        if node.kind is Kind.LEAF:
            assert rules.score(node.id) == node.score
        if node.kind in (Kind.MAX, Kind.MIN):
            assert rules.owner(node.id) == node.kind.value


def test_labels_places_and_more_are_kept():
    known = PartialGraph(rules_of(DRAWN))
    assert known.root == Node("a", Kind.OPEN, label="start", x=10, y=20, extra={"colour": "red"})
    known.expand("a")
    known.expand("b")
    nodes = {node.id: node for node in known.graph().nodes}
    assert nodes == {node.id: node for node in DRAWN.nodes}
    assert known.graph().moves == DRAWN.moves
    assert [known.graph().name, known.graph().convention] == ["Drawn", Convention.MINIMAX]


def test_an_open_node_of_the_graph_cannot_be_expanded():
    known = PartialGraph(rules_of(DRAWN))
    known.expand("a")
    assert [node.id for node in known.nodes if known.can_expand(node)] == ["b"]
    with pytest.raises(GraphError, match=r"'what\?' is open in the drawn graph itself; give it moves or a score"):
        known.expand("q")


def test_a_node_without_moves_and_score_is_refused():
    with pytest.raises(GraphError, match="'a' is no leaf and has no score"):
        GraphRules(figure_1()).score("a")


def test_an_open_root_stays_open():
    known = PartialGraph(rules_of(game("q", q="open")))
    assert not known.can_expand(known.root)
    assert not known.is_settled
