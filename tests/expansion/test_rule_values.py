"""Open nodes are worth what the rules tell of them, and only those."""

from __future__ import annotations

import pytest

from explorer.expansion.rule_values import with_rule_values
from explorer.games.from_rules import partial_graph
from explorer.model.graph import Kind
from explorer.model.rules import Rules
from explorer.solver import solve


class Countdown(Rules):
    """Take 1 or 2; positions up to `known` have a value without their graph."""

    title = "Countdown"
    negamax = True
    initial = 9

    def __init__(self, known: int) -> None:
        self.known = known

    def moves(self, number: int) -> list[int]:
        return [number - taken for taken in (1, 2) if taken <= number]

    def score(self, number: int) -> int:
        return -1

    def value(self, number: int) -> int | None:
        return None if number > self.known else -1 if number % 3 == 0 else 1


@pytest.mark.parametrize("positions", range(1, 10))
def test_a_graph_whose_open_nodes_are_told_has_the_scores_of_the_whole(positions):
    whole = solve(partial_graph(Countdown(9), 100)).scores
    part = solve(with_rule_values(partial_graph(Countdown(9), positions))).scores
    assert part == {id: whole[id] for id in part}


def test_what_the_rules_do_not_tell_stays_open():
    graph = with_rule_values(partial_graph(Countdown(6), 2))
    assert {node.id: node.kind for node in graph.nodes} == {
        "9": Kind.MOVER, "8": Kind.MOVER, "7": Kind.OPEN, "6": Kind.LEAF,
    }  # fmt: skip
