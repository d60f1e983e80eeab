"""A game grows by its rules where play comes to what is open, and the rules tell names and scores."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from support.partly_open import open_ids
from support.rule_games import Wild, quick, wild_games

from explorer.games.from_rules import partial_graph
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
            assert before.assured_score(old, FIRST) <= after.assured_score(new, FIRST)
            assert after.hoped_score(new, FIRST) <= before.hoped_score(old, FIRST)


def test_scores_and_names_are_told_by_the_rules():
    rules = Halving()
    known = KnownGame(partial_graph(rules, 4))
    known.look_around("40")
    assert set(known.graph.index) == {"40", "39", "20", "38", "19", "10"}
    assert set(known.rule_scores) == set(open_ids(known.graph)) == {"38", "19", "10"}
    assert known.rule_scores == {id: Halving().value(int(id)) for id in known.rule_scores}
    analysis = Analysis.of(known.graph, rule_scores=known.rule_scores)
    assert analysis.is_known(analysis.state("40"))
    assert analysis.assured_score(analysis.state("40"), FIRST) == known.value("40")
    assert [known.move_name("40", "39"), known.move_name("40", "20")] == ["take one", "node 20"]
