"""Games are expanded by plain answers as they are by answers that are looked at one by one."""

from __future__ import annotations

import pytest

from explorer import games
from explorer.expansion.plain_rules import OddAnswerError, PlainGame
from explorer.games import from_rules
from explorer.games.from_rules import partial_graph
from explorer.model.errors import ExplorerError
from explorer.model.rules import Rules


class Never(PlainGame):
    """Looks at every answer one by one."""

    def __init__(self, asked):
        raise OddAnswerError


class Odd(Rules):
    """A game whose answers can be spoilt, one method at a time."""

    negamax, initial = True, 9

    def __init__(self, **spoilt):
        for method, answer in spoilt.items():
            setattr(self, method, answer)

    def moves(self, number):
        return [number // 2, number - 1] if number > 1 else []

    def score(self, number):
        return -1


SPOILT = (
    {},
    {"moves": lambda number: (step for step in (number - 1, number - 1) if step > 0)},
    {"moves": lambda number: {number - 1} if number > 1 else []},
    {"moves": lambda number: "ab"},
    {"moves": lambda number: [[number]]},
    {"moves": lambda number: None},
    {"moves": range},
    {"score": lambda number: "1/2"},
    {"score": lambda number: None},
    {"score": lambda number: 1 / 0},
    {"name": lambda number: number},
    {"name": lambda number: "same"},
    {"name": lambda number: " "},
    {"name": lambda number: "x" * (1_000 + number)},
    {"label": lambda number: f"n{number}" if number % 2 else None},
    {"label": lambda number: number},
    {"picture": lambda number: ["top", str(number)]},
    {"picture": lambda number: "x" * 10_001},
    {"negamax": False},
    {"negamax": False, "owner": lambda number: ("max", "min")[number % 2]},
    {"negamax": False, "owner": lambda number: "white"},
)


def told(rules, positions):
    """The graph and what equality does not look at, or the refusal."""
    try:
        graph = partial_graph(rules, positions)
    except ExplorerError as error:
        return type(error), str(error)
    return graph, graph.to_json(), [type(node.score) for node in graph.nodes]


@pytest.mark.parametrize("positions", [3, 100])
def test_plain_answers_make_the_graph_that_looking_closely_makes(positions, monkeypatch):
    for spoilt in SPOILT:
        quickly = told(Odd(**spoilt), positions)
        with monkeypatch.context() as patch:
            patch.setattr(from_rules, "PlainGame", Never)
            assert told(Odd(**spoilt), positions) == quickly, spoilt


@pytest.mark.parametrize("name", ["mnk", "tic-tac-toe", "nim", "hexapawn", "takeaway", "dodgem", "coins", "octal"])
def test_the_games_that_come_along_answer_plainly(name, monkeypatch):
    graph = games.generate(name)
    monkeypatch.setattr(from_rules, "PlainGame", Never)
    assert games.generate(name) == graph
