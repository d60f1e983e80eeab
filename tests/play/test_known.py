"""A game grows by its rules where play comes to what is open, and the rules tell names and scores."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import figure_1, game
from support.partly_open import open_ids
from support.rule_games import Wild, number_game, quick, wild_games

from explorer.expansion.checked_rules import CheckedRules
from explorer.games.from_rules import partial_graph
from explorer.model.errors import GraphError
from explorer.model.graph import Kind
from explorer.model.rules import Rules
from explorer.play.analysis import FIRST, Analysis
from explorer.play.known import KnownGame


class Halving(Rules):
    """Take one or halve, and know at once who wins: whoever comes to 0 has won."""

    negamax = True

    def __init__(self, *, start: int = 40) -> None:
        self.initial = start
        self.asked: list[int] = []

    def moves(self, position: int) -> list[int]:
        return [position - 1, *([position // 2] if position > 1 else [])] if position else []

    def score(self, position: int) -> int:
        return -1

    def value(self, position: int) -> int | None:
        self.asked.append(position)
        return None if position == 7 else 1 if any(self.value(each) == -1 for each in self.moves(position)) else -1

    def move_name(self, position: int, after: int) -> str | None:
        return "take one" if after == position - 1 else None


@quick
@given(wild_games, st.integers(1, 12), st.integers(1, 25))
def test_what_grows_from_the_root_is_what_is_generated_with_more_positions(rules: Wild, first: int, more: int):
    """Nearest first from the root, one expansion after the other: the graph of so many more positions."""
    small = partial_graph(rules, first)
    known = KnownGame(small)
    grown = known.expand_near(small.root or "", most=more)
    assert grown == bool(open_ids(small))
    expanded = len(small.nodes) - len(open_ids(small))
    whole = partial_graph(rules, expanded + more)
    assert set(known.graph.nodes) == set(whole.nodes)
    assert set(known.graph.moves) == set(whole.moves)
    assert known.graph.nodes[: len(small.nodes)] == tuple(known.graph.node(node.id) for node in small.nodes)
    assert known.graph.rules is rules


@quick
@given(wild_games, st.integers(0, 10**6))
def test_growing_only_narrows_what_is_known(rules: Wild, seed: int):
    known = KnownGame(partial_graph(rules, 4))
    before = Analysis.of(known.graph)
    known.expand_near(known.graph.root or "", most=10)
    after = Analysis.of(known.graph)
    for node in before.graph.nodes:
        for view in before.views:
            old, new = before.state(node.id, view), after.state(node.id, view)
            assert before.assured(old, FIRST) <= after.assured(new, FIRST)
            assert after.hoped(new, FIRST) <= before.hoped(old, FIRST)


def test_it_grows_where_play_is():
    known = KnownGame(partial_graph(number_game(), 3))
    far = open_ids(known.graph)[-1]
    assert known.expand_near(far, most=2)
    assert known.graph.node(far).kind is not Kind.OPEN
    assert known.graph.root == "13"


def test_places_and_pictures_of_what_was_there_are_kept():
    graph = partial_graph(number_game(), 3)
    moved = graph.replace(nodes=tuple(replace(node, x=1.0, y=2.0, extra={"my": 1}) for node in graph.nodes))
    known = KnownGame(moved)
    known.expand_near("13", most=5)
    for node in moved.nodes:
        now = known.graph.node(node.id)
        assert (now.x, now.y, now.extra) == (1.0, 2.0, {"my": 1})


def test_a_drawn_graph_does_not_grow():
    graph = game("a", a="max q", q="open")
    known = KnownGame(graph)
    assert not known.expand_near("a", most=5)
    known.look_around("a")
    assert known.value("a") is None
    assert known.graph is graph
    assert known.move_name("a", "q") == "q"
    assert not KnownGame(figure_1()).expand_near("a", most=5)


def test_scores_and_names_are_told_by_the_rules():
    rules = Halving()
    known = KnownGame(partial_graph(rules, 4))
    known.look_around("40")
    assert set(known.graph.index) == {"40", "39", "20", "38", "19", "10"}
    assert set(known.told) == set(open_ids(known.graph)) == {"38", "19", "10"}
    assert known.told == {id: Halving().value(int(id)) for id in known.told}
    analysis = Analysis.of(known.graph, told=known.told)
    assert analysis.is_known(analysis.state("40"))
    assert analysis.assured(analysis.state("40"), FIRST) == known.value("40")
    assert [known.move_name("40", "39"), known.move_name("40", "20")] == ["take one", "node 20"]


def test_what_is_known_goes_along_with_play():
    known = KnownGame(partial_graph(Halving(), 4))
    here = "40"
    while known.graph.node(here).score is None:
        known.look_around(here)
        analysis = Analysis.of(known.graph, told=known.told)
        assert all(
            analysis.is_known(state) or known.value(id) is None
            for id in ("40", here)
            for state in (analysis.state(id),)
        )
        here = known.graph.successors_of(here)[-1].id
        known.look_around(here)
    assert here == "0"


def test_a_graph_without_open_nodes_is_kept_whatever_the_rules_tell():
    graph = partial_graph(Halving(start=9), 100)
    known = KnownGame(graph)
    known.look_around("9")
    assert known.graph is graph
    assert not known.told


def test_what_cannot_be_told_is_asked_for_once():
    rules = Halving(start=9)
    known = KnownGame(partial_graph(rules, 1))
    known.look_around("9")
    assert "7" in open_ids(known.graph)
    assert "7" not in known.told
    asked = rules.asked.count(7)
    known.look_around("9")
    assert rules.asked.count(7) == asked


def test_of_very_many_moves_all_have_a_score():
    class Wide(Halving):
        def moves(self, position: int) -> list[int]:
            return list(range(1, 31)) if position == 0 else [1_000 * position + number for number in range(40)]

        def value(self, position: int) -> int:
            return 0

    known = KnownGame(partial_graph(Wide(start=0), 1))
    known.look_around("0")
    assert len(known.told) == 30 * 40
    analysis = Analysis.of(known.graph, told=known.told)
    assert all(analysis.is_known(after) for after in analysis.after(analysis.state("0")))


def test_told_scores_go_when_their_node_is_expanded():
    known = KnownGame(partial_graph(Halving(), 2))
    known.look_around("40")
    id = next(iter(known.told))
    known.expand_near(id, most=1)
    assert id not in known.told
    Analysis.of(known.graph, told=known.told)


def test_what_was_expanded_before_a_cancellation_is_kept():
    class CancelledError(Exception):
        pass

    def report(count: int) -> None:
        if count == 6:
            raise CancelledError

    known = KnownGame(partial_graph(number_game(), 1))
    with pytest.raises(CancelledError):
        known.expand_near("13", most=100, progress=report)
    assert len(known.graph.nodes) - len(open_ids(known.graph)) == 7


@pytest.mark.parametrize(("method", "value"), [("value", "much"), ("move_name", 3)])
def test_answers_that_cannot_be_are_refused_in_a_sentence(method: str, value: object):
    rules = Halving()
    setattr(rules, method, lambda *positions: value)
    asked = CheckedRules(rules)
    asked.node(40)
    with pytest.raises(GraphError, match=f"{method}\\(\\) at position 40 must give a"):
        getattr(asked, method)(*[40, 39][: 1 if method == "value" else 2])
