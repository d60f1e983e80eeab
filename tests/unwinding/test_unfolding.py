"""Graphs under rules about repetition, against brute force over whole plays, which shares nothing with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.graphs import BOTH, complete_digraph, example_7_1, figure_1, game, game_graphs, thorough

from explorer.model.errors import GraphError, LimitError, OptionError
from explorer.model.graph import Convention, GameGraph, Kind
from explorer.model.scores import Score
from explorer.model.work_limits import WorkLimits, set_work_limits
from explorer.solver import solve
from explorer.unwinding import End, build, unfold, unfolded_states

Play = tuple[str, ...]  # the positions of a play, from the root on
WORTHS = st.integers(-2, 2)
RULES = ("times=2", "times=3", "repeats-loses", "no-repeats", "clock=1", "clock=4")


class Plays:
    """Values of whole plays under a rule, by trying every move: nothing is merged but plays with equal visits."""

    def __init__(self, graph: GameGraph, rule: str, endless: Score) -> None:
        self.graph, self.endless = graph, endless
        self.rule, _, number = rule.partition("=")
        self.number = int(number or 2)
        self.nodes = {node.id: node for node in graph.nodes}
        self.after: dict[str, list[str]] = {id: [] for id in self.nodes}
        for source, target in graph.moves:
            self.after[source].append(target)
        self.is_negamax = graph.convention is Convention.NEGAMAX
        self.known: dict[object, Score] = {}
        leaves = [node.score for node in graph.nodes if node.score is not None]
        self.least, self.most = (min(leaves), max(leaves)) if leaves else (0, 0)
        self.largest = max(map(abs, leaves), default=0)

    def value(self, play: Play) -> Score:
        """The value of a play that has come this far, from the view of the player to move at the root, or Max."""
        places = [(id, turn % 2 if self.is_negamax else 0) for turn, id in enumerate(play)]
        key = (places[-1], frozenset(Counter(places).items()), len(play) if self.rule == "clock" else 0)
        if key not in self.known:
            self.known[key] = self._worth(play, Counter(places)[places[-1]])
        return self.known[key]

    def _worth(self, play: Play, visits: int) -> Score:
        node, turn = self.nodes[play[-1]], (len(play) - 1) % 2 if self.is_negamax else 0
        if node.score is not None:
            return -node.score if turn else node.score
        if self.rule == "times" and visits == self.number:
            return self.endless
        if self.rule == "clock" and len(play) - 1 == self.number:
            return self.endless
        if self.rule == "repeats-loses" and visits == 2:
            if self.is_negamax:
                return -self.largest if turn else self.largest  # the last move was the opponent's
            return self.least if self.nodes[play[-2]].kind is Kind.MAX else self.most
        after = [self.value((*play, id)) for id in self.after[play[-1]] if self._is_allowed(play, id)]
        takes_largest = turn == 0 if self.is_negamax else node.kind is Kind.MAX
        return (max if takes_largest else min)(after, default=self.endless)

    def _is_allowed(self, play: Play, id: str) -> bool:
        if self.rule != "no-repeats":
            return True
        places = {(other, turn % 2 if self.is_negamax else 0) for turn, other in enumerate(play)}
        return (id, len(play) % 2 if self.is_negamax else 0) not in places


def small_graphs(convention: Convention, count: int) -> Iterator[tuple[GameGraph, Random]]:
    """Random graphs of up to 7 positions with at most 2 moves a node, which play reaches from the first."""
    for seed in range(count):
        random = Random(seed)
        inner, leaves = random.randint(1, 5), random.randint(0, 2)
        ids = [*"abcde"[:inner], *"xy"[:leaves]]
        kinds = ["mover"] if convention is Convention.NEGAMAX else ["max", "min"]
        nodes: dict[str, str | Score] = {
            id: " ".join([random.choice(kinds), *random.sample(ids, min(len(ids), random.randint(1, 2)))])
            for id in ids[:inner]
        }
        yield game("a", convention.value, **nodes, **{id: random.randint(-2, 2) for id in ids[inner:]}), random


@pytest.mark.large
@pytest.mark.parametrize("rule", RULES)
def test_scores_are_those_of_whole_plays(rule: str) -> None:
    for convention, (graph, random) in ((each, pair) for each in BOTH for pair in small_graphs(each, 500)):
        endless = random.randint(-2, 2)
        if rule == "repeats-loses" and not graph.count(Kind.LEAF):
            continue
        unfolded, plays = unfold(graph, rule, endless=endless), Plays(graph, rule, endless)
        for id in {unfolded.graph.ids[0], random.choice(unfolded.graph.ids)}:
            play = unfolded.history(id)
            own = -1 if convention is Convention.NEGAMAX and len(play) % 2 == 0 else 1
            assert unfolded.scores[id] == own * plays.value(play), (graph.to_json(), endless, play)


class ClockedPlays:
    """Values under a clock with marks of progress, by sₙ from endless play on over positions, turns and clocks."""

    def __init__(self, graph: GameGraph, most: int, endless: Score) -> None:
        self.graph, self.most, self.endless = graph, most, endless
        self.nodes = {node.id: node for node in graph.nodes}
        self.is_negamax = graph.convention is Convention.NEGAMAX
        places = [(id, turn, clock) for id in graph.ids for turn in (0, 1) for clock in range(most + 1)]
        self.values: dict[tuple[str, int, int], Score] = dict.fromkeys(places, endless)
        while (after := {place: self._worth(*place) for place in places}) != self.values:
            self.values = after

    def _worth(self, id: str, turn: int, clock: int) -> Score:
        node = self.nodes[id]
        if node.score is not None:
            return -node.score if turn and self.is_negamax else node.score
        if clock == self.most:
            return self.endless
        after = [
            self.values[other, 1 - turn, 0 if (id, other) in self.graph.progress else clock + 1]
            for source, other in self.graph.moves
            if source == id
        ]
        return max(after) if (turn == 0 if self.is_negamax else node.kind is Kind.MAX) else min(after)

    def value(self, play: Play) -> Score:
        """The value of a play that has come this far, from the view of the player to move at the root, or Max."""
        clock = 0
        for move in pairwise(play):
            clock = 0 if move in self.graph.progress else clock + 1
        return self.values[play[-1], (len(play) - 1) % 2, clock]


@pytest.mark.large
@pytest.mark.parametrize("most", [1, 3])
def test_progress_starts_the_clock_anew_and_may_go_on_for_ever(most: int) -> None:
    for convention, (graph, random) in ((each, pair) for each in BOTH for pair in small_graphs(each, 300)):
        endless = random.randint(-2, 2)
        marked = graph.replace(progress=frozenset(move for move in graph.moves if random.random() < 0.4))
        unfolded, plays = unfold(marked, f"clock={most}", endless=endless), ClockedPlays(marked, most, endless)
        moves = {move: (unfolded.origin(move[0]), unfolded.origin(move[1])) for move in unfolded.graph.moves}
        assert unfolded.graph.progress == {move for move, original in moves.items() if original in marked.progress}
        for id in {unfolded.graph.ids[0], random.choice(unfolded.graph.ids)}:
            play = unfolded.history(id)
            own = -1 if convention is Convention.NEGAMAX and len(play) % 2 == 0 else 1
            assert unfolded.scores[id] == own * plays.value(play), (marked.to_json(), endless, play)


@thorough
@given(game_graphs(max_inner=4, max_degree=2), st.sampled_from(["times=2", "times=3"]), WORTHS)
def test_the_nth_time_never_changes_the_score_at_the_start(graph: GameGraph, rule: str, endless: Score) -> None:
    """Who wins need not repeat, and who holds may."""
    found = unfold(graph, rule, endless=endless)
    assert found.scores[found.graph.ids[0]] == solve(graph, endless=endless).score


@thorough
@given(game_graphs(), st.integers(1, 6), WORTHS)
def test_a_clock_of_m_moves_gives_the_approximation_after_one_more(graph: GameGraph, m: int, endless: Score) -> None:
    found = unfold(graph, f"clock={m}", endless=endless)
    assert found.scores[found.graph.ids[0]] == build(graph, "depth", depth=m + 1, endless=endless, budget=1).root_value


@thorough
@given(game_graphs(max_inner=4, max_degree=2), st.sampled_from(RULES), WORTHS)
def test_a_node_is_a_copy_of_its_origin(graph: GameGraph, rule: str, endless: Score) -> None:
    assume(graph.count(Kind.LEAF))
    found = unfold(graph, rule, endless=endless)
    for node in found.graph.nodes:
        original = graph.node(found.origin(node.id))
        play = found.history(node.id)
        assert node.extra["origin"] == original.id == play[-1]
        assert all(after in graph.ids_after(before) for before, after in pairwise(play))
        if found.end(node.id) is End.NONE:
            assert (node.kind, node.score) == (original.kind, original.score)
            after = [found.origin(id) for id in found.graph.ids_after(node.id)]
            forbidden = found.forbidden_after(node.id)
            assert after == [id for id in graph.ids_after(original.id) if id not in forbidden]
        else:
            assert node.kind is Kind.LEAF
    assert {id for origin in graph.ids for id in found.copies_of(origin)} == {*found.graph.ids}


def test_the_turn_belongs_to_a_position_of_a_negamax_graph() -> None:
    graph = game("a", "negamax", a="mover a t", t=0)
    scores = {rule: unfold(graph, rule, endless=1).scores["a"] for rule in ("times=2", "times=3", "clock=3")}
    assert scores == {"times=2": 0, "times=3": 0, "clock=3": 0}
    assert unfold(graph, "clock=1", endless=1).scores["a"] == 1


def test_a_value_after_a_history_may_differ() -> None:
    found = unfold(example_7_1(1, 2), "times=2")
    plays = {found.history(id): found.scores[id] for id in found.copies_of("c")}
    assert plays == {("r", "a", "c"): 0, ("r", "e", "c"): 1, ("r", "e", "c", "a", "c"): 0}


def test_rules_of_one_game_written_out_and_named_agree() -> None:
    graph = game("a", a="max b", b="min a c", c="max b w", w=-1)
    scores = [solve(graph).score, *(unfold(graph, rule).scores["a"] for rule in ("repeats-loses", "times=3"))]
    assert scores == [0, -1, 0]


@pytest.mark.parametrize(
    ("rule", "endless", "words"),
    [
        ("times=1", 0, "from 2"),
        ("clock=0", 0, "from 1"),
        ("superko", 0, "no-repeats"),
        ("times=3", float("inf"), "a number"),
    ],
)
def test_a_rule_that_is_none_is_refused(rule: str, endless: Score, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        unfold(figure_1(), rule, endless=endless)


def test_a_graph_that_lacks_something_is_refused() -> None:
    with pytest.raises(GraphError, match=r"open \(q\)"):
        unfold(game("a", a="max a q", q="open"), "times=3")
    with pytest.raises(GraphError, match="range"):
        unfold(game("a", a="max a"), "repeats-loses")


def test_too_many_states_name_the_component_that_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = complete_digraph(12)
    monkeypatch.setattr(unfolded_states, "MOST_STATES", 3_000)
    with pytest.raises(LimitError, match=r"after 3,001 states .* component of v0, v1, v2 and 9 more"):
        unfold(graph, "times=3")
    set_work_limits(WorkLimits(nodes=1_000))
    with pytest.raises(LimitError, match="1,000 nodes"):
        unfold(graph, "no-repeats")
    set_work_limits()
