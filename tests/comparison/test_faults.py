"""The kinds of fault that are named: small solvers with a fault each, and values that are random."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.faulty_solvers import lost_draws, naive_memo
from support.graphs import figure_1, game, game_graphs
from support.oracle import scores_of
from support.planted_faults import Engine

from explorer import diff, read, solve
from explorer.comparison.faults import fitting_faults, is_alone
from explorer.comparison.first_wrong import ValueDifference, difference
from explorer.comparison.first_wrong_proofs import summary
from explorer.comparison.marks import FINISHED_GAME, KEPT_BOUND, MISSING_MOVE, NAIVE_MEMO
from explorer.comparison.predicted_faults import OFF_BY_ONE, SHORT
from explorer.comparison.turns import turns
from explorer.model.errors import OptionError
from explorer.model.graph import GameGraph

TREE = "game:tree?branching=3&depth=6&pattern=random&seed=4"
MORRIS = "game:morris"


def names(found: ValueDifference) -> list[str]:
    return [fault.name for fault in fitting_faults(found)]


def alone(found: ValueDifference) -> str:
    """The kind that is named alone; "" if none is."""
    fitting = fitting_faults(found)
    return fitting[0].name if is_alone(fitting) else ""


def without_moves(graph: GameGraph, luck: Random, count: int) -> tuple[dict[str, float], set[tuple[str, str]]]:
    """The scores if some moves at nodes with others are never made, and these moves."""
    sources = luck.sample([id for id in graph.ids if len(graph.ids_after(id)) > 1], count)
    gone = {(id, luck.choice(graph.ids_after(id))) for id in sources}
    kept = graph.replace(moves=tuple(move for move in graph.moves if move not in gone), expected={})
    return dict(solve(kept).scores), gone


def test_moves_that_are_never_made_are_named():
    graph = read(TREE)
    values, gone = without_moves(graph, Random(1), 60)
    found = difference(graph, values)
    assert alone(found) == MISSING_MOVE
    named = {(graph.ids[one], graph.ids[other]) for one, other in fitting_faults(found)[0].moves}
    assert named
    assert named <= gone


def test_a_leaf_that_is_gone_on_with_is_named():
    graph = read(TREE)
    leaves = [node.id for node in graph.nodes if node.score is not None]
    changed = dict(zip(Random(1).sample(leaves, 30), range(100, 130), strict=True))
    nodes = tuple(node.__class__(node.id, node.kind, changed.get(node.id, node.score)) for node in graph.nodes)
    values = dict(solve(graph.replace(nodes=nodes, expected={})).scores)
    assert names(difference(graph, values))[:1] == [FINISHED_GAME]


@pytest.mark.parametrize(
    ("view", "name"), [("max", "the sign reversed everywhere"), ("mover", "the sign reversed where Min is to move")]
)
def test_a_reversed_sign_is_named_and_can_be_compared(view: str, name: str):
    graph = read(MORRIS)
    sign = turns(graph) if view == "mover" else -np.ones(len(graph.ids))
    values = {id: int(turn) * score for (id, score), turn in zip(solve(graph).scores.items(), sign, strict=True)}
    found = difference(graph, values)
    assert alone(found) == name
    if view == "mover":
        assert "--values-for mover" in fitting_faults(found)[0].note
        assert not len(difference(graph, values, values_for="mover").wrong)


@given(game_graphs(max_inner=6))
def test_true_scores_from_the_view_of_the_mover_agree_when_they_are_compared_so(graph: GameGraph):
    sign = np.where(turns(graph) < 0, -1, 1)
    if graph.sign < 0 and not turns(graph).all():
        with pytest.raises(OptionError, match="whose turn"):
            difference(graph, scores_of(graph), values_for="max")
        return
    values = {id: int(turn) * score for (id, score), turn in zip(scores_of(graph).items(), sign, strict=True)}
    assert not len(difference(graph, values, values_for="mover" if graph.sign > 0 else "max").wrong)
    assert not len(difference(graph, scores_of(graph), values_for="max" if graph.sign > 0 else "mover").wrong)


def test_values_are_for_max_or_for_the_mover_alone():
    with pytest.raises(OptionError, match="values are for max or for mover"):
        diff(figure_1(1, 2), {"a": 1}, values_for="white")


def test_draws_that_are_leaves_are_lost_too():
    graph = read(MORRIS)
    assert alone(difference(graph, lost_draws(graph))) == "draws counted as losses for Max"
    tree = game("r", r="max a b c", a="min d e", b="min d f", c="min f g", d=0, e=2, f=-1, g=3)
    nodes = tuple(node.__class__(node.id, node.kind, -1 if node.score == 0 else node.score) for node in tree.nodes)
    values = dict(solve(tree.replace(nodes=nodes)).scores)
    assert "draws counted as losses for Max" in names(difference(tree, values))


def test_a_search_that_ends_too_soon_is_named_with_its_depth():
    graph = read(MORRIS)
    engine = Engine(graph)
    found = difference(graph, engine.by_id(engine.wrong_depth(9)))
    assert alone(found) == SHORT
    assert fitting_faults(found)[0].note == "9 moves below the start"
    found = difference(graph, engine.by_id(engine.limited(4)[-1]))
    assert fitting_faults(found)[0].note == "4 moves below each node"


def test_a_distance_that_is_off_by_one_is_named():
    graph = game("r", r="max a b", a="min c d", b="min d e", c=10, d=9, e=-8)
    values = {id: score + (1 if score > 0 else -1) for id, score in solve(graph).scores.items()}
    assert OFF_BY_ONE in names(difference(graph, values))
    lines = diff(read(MORRIS), _distances(read(MORRIS), by=1)).attrs["summary"]
    assert any("off by one: each is too large" in line for line in lines)
    assert not any("off by one" in line for line in diff(read(MORRIS), _distances(read(MORRIS), by=2)).attrs["summary"])


def _distances(graph: GameGraph, *, by: int):
    frame = solve(graph).frame()[["id", "score", "distance"]].rename(columns={"id": "node"})
    return frame.assign(distance=frame["distance"] + by)


@pytest.mark.parametrize(("solver", "name"), [(naive_memo, NAIVE_MEMO)])
def test_a_memo_that_forgets_the_path_is_named_alone(solver: Callable[[GameGraph], dict[str, float]], name: str):
    assert alone(difference(read(MORRIS), solver(read(MORRIS)))) == name


def test_a_kept_bound_and_a_missing_move_look_alike_at_two_successors():
    graph = game("r", r="max a b", a="min c d", b="min d e", c=1, d=2, e=0)
    found = difference(graph, {"a": 2, "b": 0, "r": 2})
    assert {KEPT_BOUND, MISSING_MOVE} <= {*names(found)}
    assert not alone(found)
    assert any(line.startswith("possible: ") for line in summary(found))


def test_a_right_value_that_does_not_follow_from_a_wrong_one_contradicts_a_kind():
    graph = game("r", r="max a b", a="min c d", b="min d e", c=1, d=2, e=0)
    assert MISSING_MOVE in names(difference(graph, {"a": 2}))
    assert MISSING_MOVE in names(difference(graph, {"a": 2, "r": 2}))
    taller = game("s", s="min r", r="max a b", a="min c d", b="min d e", c=1, d=2, e=0)
    assert MISSING_MOVE not in names(difference(taller, {"a": 2, "r": 1, "b": 0, "s": 1}))


@pytest.mark.large
@given(st.integers(0, 10**6), st.integers(1, 10))
def test_a_random_value_bears_a_mark_as_often_as_is_said(seed: int, count: int):
    """The chance of a kind that fits is never so small that random values would be called it alone, but in 2 %."""
    graph, luck = read(MORRIS), Random(seed)
    values = dict(solve(graph).scores)
    values |= {id: luck.choice([-1, 1]) for id in luck.sample(sorted(values), count)}
    _RUNS.append(bool(alone(difference(graph, values))))
    assert sum(_RUNS) <= 0.02 * len(_RUNS) + 2


_RUNS: list[bool] = []


def test_the_summary_says_where_wrong_values_lie():
    graph = read(MORRIS)
    lines = [*summary(difference(graph, naive_memo(graph)))]
    assert [line.partition(":")[0] for line in lines if line.startswith("wrong by ")] == [
        "wrong by moves to the end", "wrong by player", "wrong by component",
    ]  # fmt: skip
    for line in lines:
        if line.startswith("wrong by "):
            parts = [part.split(" of ")[0] for part in line.partition(": ")[2].split(", ")]
            assert sum(int(part.split()[0]) for part in parts) == 162


@pytest.mark.parametrize("length", [1, 2, 3])
@pytest.mark.parametrize("step", [1, -1])
def test_scores_that_count_the_moves_to_the_end_are_named_from_two_distances_on(length: int, step: int):
    ids = "abcd"[: length + 1]
    graph = game("a", **{id: f"max {after}" for id, after in pairwise(ids)}, **{ids[-1]: 1})
    values = {id: 50 + step * (length - place) for place, id in enumerate(ids)}
    assert "scores that count the moves to the end" in names(difference(graph, values))
