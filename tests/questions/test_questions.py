"""Every kind of question is held to plain algorithms: exactly their answers are right."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import replace
from itertools import chain, combinations
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import game_graphs, game_trees, worths
from support.oracle import scores_of
from support.partly_open import BOUNDS, as_minimax, bound_by_oracle, least_size, open_ids, with_scores
from support.plain_answers import (
    backed_up,
    can_change,
    levels_to,
    memo_calls,
    path_calls,
    reordered,
    rule_takes,
    sweeps_of_scores,
    to_the_end,
    worth_expanding,
)
from support.three_valued import three_valued

from explorer import algorithms
from explorer.comparison.contender import parse_contender
from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph, Kind, Node
from explorer.model.scores import Score
from explorer.questions import Answer, Form, Question, all_questions, kinds, questions
from explorer.questions import Kind as KindAsked
from explorer.trace import Trace

LONG = 400  # steps of a trace that are looked at
thorough = examples(40)
small = game_graphs(max_inner=4, max_leaves=3, max_degree=3)

Test = TypeVar("Test", bound=Callable[..., Any])
Asked = SimpleNamespace(**{name.upper(): kind for name, kind in kinds().items()})
INDEPENDENT: dict[KindAsked, list[str]] = {}  # by kind, the tests that work out the answers on their own


def answers(*asked: KindAsked) -> Callable[[Test], Test]:
    """Says that a test holds the questions of these kinds to answers that are found in another way."""

    def mark(test: Test) -> Test:
        for kind in asked:
            INDEPENDENT.setdefault(kind, []).append(test.__name__)
        return test

    return mark


def subsets(ids: Iterable[str]) -> Iterator[frozenset[str]]:
    listed = list(ids)
    return map(frozenset, chain.from_iterable(combinations(listed, size) for size in range(len(listed) + 1)))


def accepted(question: Question, graph: GameGraph) -> set[Answer]:
    """All right answers among all that can be given."""
    numbers = {node.score for node in graph.nodes if node.score is not None} | {*range(-4, 13), math.inf, -math.inf}
    asked: dict[Form, Iterable[Answer]] = {
        Form.NODE: (frozenset((id,)) for id in graph.ids),
        Form.NODES: subsets(graph.ids),
        Form.SCORE: numbers | {-number for number in numbers},
        Form.CHOICE: question.choices,
    }
    return {answer for answer in asked[question.form] if answer in question.legal}


def about(trace: Trace, *asked: KindAsked) -> list[Question]:
    return [question for question in all_questions(trace, steps=LONG) if question.kind in asked]


# ---- sweeps


@answers(Asked.CHANGES, Asked.SCORE)
@given(game_graphs(max_inner=4, max_leaves=2), worths)
@thorough
def test_of_a_sweep_exactly_what_the_plain_iteration_changes_is_right(graph: GameGraph, endless: Score):
    trace = algorithms.trace(graph, "score-iteration", endless=endless)
    rows = sweeps_of_scores(graph, endless, len(trace) + 1)
    for question in about(trace, Asked.CHANGES, Asked.SCORE):
        number = trace.steps.counted(question.step)["n"]
        changed = {id for id in graph.ids if rows[number][id] != rows[number - 1][id]}
        right = {frozenset(changed)} if question.about is None else {rows[number][question.about]}
        assert accepted(question, graph) | right == right
        assert question.legal == right
        if question.about is not None and (end := rows[-1][question.about]) not in right:
            assert question.mistakes.get(end, "")


@answers(Asked.CHANGES, Asked.LOWER, Asked.UPPER)
@given(game_graphs(max_inner=4, max_leaves=2))
@thorough
def test_of_a_sweep_of_bounds_exactly_what_the_plain_iteration_gives_is_right(graph: GameGraph):
    trace = algorithms.trace(graph, "bounds")
    known = {node.id: node.score for node in graph.nodes if node.score is not None}
    low: dict[str, Score] = {id: known.get(id, -math.inf) for id in graph.ids}
    high: dict[str, Score] = {id: known.get(id, math.inf) for id in graph.ids}
    asked = about(trace, Asked.CHANGES, Asked.LOWER, Asked.UPPER)
    for number in range(1, len(trace) - 1):
        old = low, high
        down, up = (low, high) if graph.sign > 0 else (high, low)
        low, high = backed_up(graph, low, down), backed_up(graph, high, up)
        changed = frozenset(id for id in graph.ids if low[id] != old[0][id] or high[id] != old[1][id])
        for question in (each for each in asked if each.step == number):
            rows = {Asked.LOWER: low, Asked.UPPER: high}
            assert question.legal == {changed if question.about is None else rows[question.kind][question.about]}


@answers(Asked.FINAL)
@given(game_graphs(max_inner=4, max_leaves=2))
@thorough
def test_of_a_score_exactly_what_trees_that_end_in_anything_show_is_right(graph: GameGraph):
    trace = algorithms.trace(graph, "score-iteration")
    for question in about(trace, Asked.FINAL):
        id, number = question.about or "", trace.steps.counted(question.step)["n"]
        is_end = question.step == len(trace) - 1
        now = trace.scores_at(question.step)[id]
        low, high = (now, now) if is_end else (of_tree(graph, id, number, worth) for worth in (-math.inf, math.inf))
        can_fall, can_rise = low < now, now < high
        word = {(0, 0): "final", (0, 1): "lower", (1, 0): "upper", (1, 1): "tentative"}[can_fall, can_rise]
        assert accepted(question, graph) == {word}
        assert (f"less than {number} move" in str(question.text)) != is_end


def of_tree(graph: GameGraph, id: str, depth: int, worth: float) -> Score:
    """The value of the unwound tree of a depth, where all is worth so much to the player to move at its root."""
    node, sign = graph.node(id), graph.sign
    if not depth or node.score is not None:
        return node.score if depth else worth
    below = [sign * of_tree(graph, other.id, depth - 1, sign * worth) for other in graph.successors_of(id)]
    return min(below) if node.kind is Kind.MIN else max(below)


# ---- searches


def events(trace: Trace, end: int) -> list[object]:
    """What the first steps do, in whatever words."""
    return [(step.focus, step.move, dict(step.scores)) for step in trace.steps.between(0, end)]


@answers(Asked.VISIT)
@pytest.mark.parametrize("name", ["depth-first", "memoised", "memoised-naive", "minimax", "alpha-beta", "negascout"])
@given(game_graphs(max_inner=3, max_leaves=2, max_degree=3))
@examples(12)
def test_a_search_may_visit_exactly_what_it_visits_with_the_moves_in_another_order(name: str, graph: GameGraph):
    trace = algorithms.trace(graph, name)
    others = [algorithms.trace(other, name) for other in reordered(graph)]
    for question in about(trace, Asked.VISIT):
        before = events(trace, question.step)
        visited = {
            frozenset((other[question.step].focus or "",))
            for other in others
            if len(other) > question.step and events(other, question.step) == before
        }
        answers = accepted(question, graph)
        assert visited <= answers
        entered = [step for step in trace.steps.between(0, question.step) if step.focus == question.about]
        if sum(id is None for step in entered for id in [step.scores.get(question.about or "", 0)]) == 1:
            assert answers == visited  # of a second call the orders tried here do not tell


@answers(Asked.STORED, Asked.DEPENDS)
@given(small)
@thorough
def test_exactly_what_algorithm_7_2_stores_is_right(graph: GameGraph):
    trace, made = algorithms.trace(graph, "memoised"), memo_calls(graph)
    stored, depends = about(trace, Asked.STORED), about(trace, Asked.DEPENDS)
    assert [(each.about, {*each.legal}) for each in stored] == [(id, {value}) for id, value, _ in made]
    assert [(each.about, accepted(each, graph)) for each in depends] == [(id, {needs}) for id, _, needs in made]


@answers(Asked.RETURNED)
@pytest.mark.parametrize("name", ["depth-first", "minimax"])
@given(small)
@thorough
def test_exactly_what_algorithm_6_7_returns_is_right(name: str, graph: GameGraph):
    found = about(algorithms.trace(graph, name), Asked.RETURNED)
    assert [(each.about, {*each.legal}) for each in found] == [(id, {value}) for id, value in path_calls(graph)]


@answers(Asked.SCORE)
@given(small)
@thorough
def test_exactly_the_best_of_the_moves_tried_so_far_is_right(graph: GameGraph):
    trace = algorithms.trace(graph, "depth-first")
    found = {each.step: each for each in about(trace, Asked.SCORE)}
    best: dict[tuple[str, ...], Score] = {}
    for number, step in enumerate(trace):
        if step.scores.get(step.focus or "", 0) is None:
            best.pop(step.path, None)
        if number not in found:
            continue
        given = float(next(part for part in step.said.values if part.quantity == "returned").number)
        sense = max if graph.orientation[graph.index[step.focus or ""]] > 0 else min
        best[step.path] = sense(best[step.path], given) if step.path in best else given
        assert {float(each) for each in found[number].legal} == {best[step.path]}


@answers(Asked.CUTOFF, Asked.BOUND, Asked.ENTRY)
@pytest.mark.parametrize("table", ["none", "naive", "dependency"])
@pytest.mark.parametrize("name", ["alpha-beta", "alpha-beta:fail=strict", "negascout", "mtd-f"])
@given(small)
@examples(20)
def test_cutoffs_bounds_and_entries_are_as_the_captions_tell_them(name: str, table: str, graph: GameGraph):
    one = parse_contender(name)
    trace = algorithms.trace(graph, one.algorithm, **{**one.options, "table": table})
    for question in about(trace, Asked.CUTOFF, Asked.BOUND, Asked.ENTRY):
        caption = trace[question.step].caption
        assert accepted(question, graph) == {told(question.kind, caption)}, (question, caption)


def told(kind: KindAsked, caption: str) -> str:
    if kind is Asked.CUTOFF:
        return "alpha" if "α cutoff" in caption else "beta" if "β cutoff" in caption else "none"
    if kind is Asked.ENTRY:
        return "refused" if "not on the path now: search" in caption else "used" if "return" in caption else "undecided"
    if "cutoff" in caption:
        return "lower" if "β cutoff" in caption and "≥ β = ∞" not in caption else "upper"
    return "lower" if "bound ≥" in caption else "upper" if "bound ≤" in caption else "exact"


# ---- labels


@answers(Asked.GRUNDY, Asked.LEVEL)
@given(game_graphs(max_inner=5, max_leaves=2, acyclic=True))
@thorough
def test_exactly_the_mex_and_the_longest_way_to_the_end_are_right(graph: GameGraph):
    trace = algorithms.trace(graph, "kernel")
    grundy: dict[int, int] = {}
    level: dict[int, int] = {}

    def look(index: int) -> None:
        for other in graph.successors[index]:
            look(other)
        below = {grundy[other] for other in graph.successors[index]}
        grundy[index] = next(number for number in range(len(below) + 1) if number not in below)
        level[index] = 1 + max((level[other] for other in graph.successors[index]), default=-1)

    for index in range(len(graph.nodes)):
        look(index)
    for question in about(trace, Asked.GRUNDY):
        assert accepted(question, graph) == {grundy[graph.index[question.about or ""]]}
    for number, question in enumerate(about(trace, Asked.LEVEL), 1 if trace[0].focus is None else 0):
        right = frozenset(graph.ids[index] for index, each in level.items() if each == number)
        assert accepted(question, graph) == {right}


@answers(Asked.LABEL)
@given(game_graphs(max_inner=4, max_leaves=2).map(three_valued))
@thorough
def test_exactly_the_label_of_the_limit_score_is_right(graph: GameGraph):
    score = sweeps_of_scores(graph, 0, 2 * len(graph.nodes) + 2)[-1]
    for question in about(algorithms.trace(graph, "status"), Asked.LABEL):
        assert accepted(question, graph) == {{1: "win", 0: "draw", -1: "loss"}[score[question.about or ""]]}


# ---- proofs


@answers(Asked.LOSES)
@given(game_graphs(max_inner=5, max_open=2))
@thorough
def test_exactly_the_nodes_of_which_rules_3_and_4_take_a_bound_are_right(graph: GameGraph):
    """Loops, Part 2, in the words of the source, for a negamax graph; another one is read as Max and Min."""
    trace = algorithms.trace(graph, "finality")
    bounds, sign = trace.bounds_at(0), graph.sign
    found = {each.step: each for each in about(trace, Asked.LOSES)}
    lost = {(node.id, side) for node in graph.nodes for side in (0, 1) if node.kind is Kind.OPEN}
    for number, step in enumerate(trace):
        if step.move is None:
            continue
        can = {id for id, side in rule_takes(graph, bounds, lost)}
        if number in found:
            assert {id for (id,) in found[number].legal} == can
        gone = {(id, side) for id, side in rule_takes(graph, bounds, lost) if id == step.focus}
        role = step.finality[step.focus or ""].name
        left = {"TENTATIVE": {0, 1}, "LOWER": {1}, "UPPER": {0}}[role]
        lost |= {(id, side) for id, side in gone if side in left}
    assert sign in (1, -1)


@answers(Asked.MOVE)
@given(game_graphs(max_inner=5))
@thorough
def test_exactly_the_moves_that_keep_the_score_and_end_soonest_are_right(graph: GameGraph):
    scores = scores_of(graph)
    for question in about(algorithms.trace(graph, "strategies"), Asked.MOVE):
        node = graph.node(question.about or "")
        row = [other.id for other in graph.successors_of(node.id)]
        keeps = [id for id in row if graph.sign * scores[id] == scores[node.id]]
        must_end = scores[node.id] * (-1 if node.kind is Kind.MIN else 1) > 0
        assert ("soonest" in question.text) is must_end
        if must_end:
            lengths = {id: to_the_end(graph, id, scores[id]) for id in keeps}
            keeps = [id for id in keeps if lengths[id] == min(lengths.values())]
        assert accepted(question, graph) == {frozenset((id,)) for id in keeps}


@answers(Asked.SETTLED)
@given(game_trees(), st.integers(0, 2**12))
@thorough
def test_solve_returns_exactly_when_a_move_wins(graph: GameGraph, wins: int):
    leaves = [node for node in graph.nodes if node.score is not None]
    worth = {node.id: 1 if wins >> place & 1 else -1 for place, node in enumerate(leaves)}
    graph = graph.replace(nodes=tuple(replace(node, score=worth.get(node.id)) for node in graph.nodes))
    values = scores_of(graph)
    for question in about(algorithms.trace(graph, "solve"), Asked.SETTLED):
        trace = algorithms.trace(graph, "solve")
        move = trace[question.step - 1].move
        assert move is not None
        wants = (-1 if graph.node(move[0]).kind is Kind.MIN else 1) * graph.sign * values[move[1]]
        assert accepted(question, graph) == {"returns" if wants > 0 else "goes on"}


# ---- witnesses


@answers(Asked.FINAL, Asked.WITNESS, Asked.LOWER, Asked.UPPER)
@given(game_graphs(max_inner=4, max_leaves=2, max_open=2), st.sampled_from(BOUNDS))
@thorough
def test_exactly_what_completions_show_of_a_bound_is_right(graph: GameGraph, bound: str):
    trace = algorithms.trace(graph, "witness", bound=bound)
    root, size = str(graph.root), least_size(graph, str(graph.root), bound)
    for question in about(trace, Asked.FINAL):
        assert accepted(question, graph) == {"open" if size is not None else "final"}
    for question in about(trace, Asked.WITNESS):
        sets = map(frozenset, combinations(open_ids(graph), size or 0))
        assert accepted(question, graph) == {each for each in sets if can_change(graph, root, bound, each)}
    for question in about(trace, Asked.LOWER, Asked.UPPER):
        told = trace.result["witness"][COMPLETED[question.step]] if question.step in COMPLETED else {}
        right = bound_by_oracle(with_scores(graph, told), question.about or "", str(question.kind))
        assert accepted(question, graph) == {right}


@answers(Asked.FINAL)
@given(game_graphs(max_inner=4, max_leaves=2, max_open=2))
@thorough
def test_which_bounds_are_final_is_asked_only_where_completions_say_the_same(graph: GameGraph):
    words = {(True, True): "final", (True, False): "lower", (False, True): "upper", (False, False): "tentative"}
    for question in about(algorithms.trace(graph, "exact-finality"), Asked.FINAL):
        final = (least_size(graph, question.about or "", bound) is None for bound in BOUNDS)
        assert accepted(question, graph) == {words[tuple(final)]}


COMPLETED = {2: "low_scores", 3: "high_scores"}  # the steps of a witness that show a completion


@answers(Asked.MOVE)
@given(game_graphs(max_inner=5, max_open=2), st.sampled_from(BOUNDS))
@thorough
def test_exactly_the_moves_that_a_certificate_may_have_are_right(graph: GameGraph, bound: str):
    """By the levels of the doubled graph, found anew: one move more in every round."""
    trace = algorithms.trace(graph, "witness", bound=bound)
    plain, hero = as_minimax(graph), Kind.MAX if bound == "lower" else Kind.MIN
    value, sense = trace.result["value"], 1 if bound == "lower" else -1
    worth = {node.id: sense * node.score for node in plain.nodes if node.score is not None}
    good = levels_to(plain, hero, {id for id, each in worth.items() if each >= sense * value})
    better = levels_to(plain, hero, {*open_ids(plain), *(id for id, each in worth.items() if each > sense * value)})
    for question in about(trace, Asked.MOVE):
        forces = trace[question.step].line == 7
        mover = hero if forces else {Kind.MAX: Kind.MIN, Kind.MIN: Kind.MAX}[hero]
        here = next(node.id for node in plain.nodes if node.kind is mover and node.id.rstrip("'") == question.about)
        row = [other.id for other in plain.successors_of(here)]
        right = [id for id in row if (id in good and good[id] < good[here] if forces else id not in better)]
        assert accepted(question, graph) == {frozenset((id.rstrip("'"),)) for id in right}


# ---- expansion


@answers(Asked.OPEN)
@given(game_graphs(max_inner=5, max_open=1))
@thorough
def test_exactly_the_open_nodes_that_keep_a_bound_of_the_root_from_being_final_are_right(graph: GameGraph):
    trace = algorithms.trace(graph, "expansion")
    for question in about(trace, Asked.OPEN):
        expanded = {step.focus for step in trace.steps.between(0, question.step) if step.growth is not None}
        right = worth_expanding(known(graph, expanded)) - {*open_ids(graph)}
        assert accepted(question, graph) == {frozenset((id,)) for id in right}


def known(graph: GameGraph, expanded: Container[str | None]) -> GameGraph:
    """What some expansions from the root on have shown of a graph."""
    moves = tuple(move for move in graph.moves if move[0] in expanded)
    shown = {graph.root, *(after for _, after in moves)}
    nodes = (node if node.id in expanded else Node(node.id, Kind.OPEN) for node in graph.nodes if node.id in shown)
    return graph.replace(nodes=tuple(nodes), moves=moves)


# ---- all of them


def test_every_kind_has_answers_that_are_found_in_another_way():
    missing = [kind.name for kind in kinds().values() if kind not in INDEPENDENT]
    assert not missing, (
        f"no test finds the answers to {', '.join(missing)} in another way: write one here, with a plain algorithm in "
        "tests/support/plain_answers.py, and put `@answers(Asked.NAME)` above it"
    )


@pytest.mark.parametrize("name", algorithms.registered())
@given(st.data())
@examples(15)
def test_what_the_trace_does_is_right_and_no_misconception_is(name: str, data: st.DataObject):
    entry = algorithms.find(name)
    graph = data.draw(st.one_of(small, game_graphs(max_inner=4, max_open=2), game_trees()))
    if entry.obstacle(graph) is not None:
        return
    trace = algorithms.trace(graph, name)
    for question in all_questions(trace, steps=LONG):
        step = trace[question.step]
        assert question.legal
        assert not question.legal & question.mistakes.keys()
        assert not question.legal & question.mistakes.keys()
        assert question.nodes <= {*trace.graph.ids}
        assert {question.about} - {None} <= question.nodes
        if question.kind is Asked.VISIT or question.kind is Asked.OPEN:
            assert frozenset((step.focus or "",)) in question.legal
        if question.kind is Asked.LOSES:
            assert frozenset((step.focus or "",)) in question.legal
        if question.kind is Asked.MOVE and step.move is not None:
            assert frozenset((step.move[1],)) in question.legal
        if question.kind in (Asked.SCORE, Asked.RETURNED, Asked.STORED, Asked.GRUNDY) and question.about is not None:
            assert trace.scores_at(question.step)[question.about] in question.legal
        if question.form is Form.CHOICE:
            assert question.legal <= question.choices.keys()
        assert question.solution(trace.graph)


@pytest.mark.parametrize("seed", range(3))
def test_in_example_7_1_whatever_happens_is_asked_about(seed: int):
    asked = questions(algorithms.trace(load_sample("example-7-1"), "memoised"), seed=seed)
    told = {(question.kind, question.about) for question in asked if question.is_telling}
    assert told == {(Asked.DEPENDS, "c"), (Asked.ENTRY, "c"), (Asked.SCORE, "r")}
