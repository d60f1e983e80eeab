from __future__ import annotations

from hypothesis import given
from support.graphs import game_graphs, thorough

from explorer.expansion.graph_rules import GraphRules, rules_of
from explorer.expansion.partial import PartialGraph
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
