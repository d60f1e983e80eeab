"""Solutions are mappings by id over arrays: equal to dicts, and columns of a frame."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from support.examples import examples
from support.graphs import game, game_graphs

from explorer.solver import solve


@examples(60)
@given(game_graphs(max_open=2))
def test_mappings_are_what_dicts_are(graph):
    solution = solve(graph)
    ids = [node.id for node in graph.nodes]
    for scores in (solution.scores, solution.lower, solution.upper):
        same = {id: scores[id] for id in ids}
        assert (scores, dict(scores), list(scores), len(scores)) == (same, same, ids, len(ids))
        assert (list(scores.items()), list(scores.values())) == (list(same.items()), list(same.values()))
        assert repr(scores) == repr(same)
    inner = [node.id for node in graph.nodes if node.kind.is_inner]
    assert list(solution.best) == inner
    assert solution.best == {id: solution.best[id] for id in inner}
    for id in set(ids) - set(inner):
        assert solution.best.get(id) is None
        assert id not in solution.best
    assert list(solution.between.items()) == [(id, solution.between[id]) for id in ids if id in solution.between]


@examples(60)
@given(game_graphs(max_open=2))
def test_a_frame_has_what_the_mappings_have(graph):
    solution = solve(graph)
    frame = solution.frame()
    assert list(frame["id"]) == [node.id for node in graph.nodes]
    for name, scores in (("score", solution.scores), ("lower", solution.lower), ("upper", solution.upper)):
        assert list(frame[name]) == list(scores.values())
    assert [id for id in frame["best"] if isinstance(id, str)] == list(solution.best.values())
    if solution.between:
        pairs = list(zip(frame["least"], frame["most"], strict=True))
        assert pairs == [solution.between_of(node.id) for node in graph.nodes]


def test_columns_of_a_frame_are_numbers_only_where_these_are_exact():
    frame = solve(game("a", a="max b c", b=1, c=2)).frame()
    assert [frame[name].dtype.kind for name in ("score", "lower", "upper")] == ["i", "i", "i"]
    exact = solve(game("a", a="max b c", b=Fraction(1, 3), c=2)).frame()
    assert list(exact["score"]) == [2, Fraction(1, 3), 2]
    looped = solve(game("a", a="max a")).frame()
    assert (looped["lower"].iloc[0], looped["upper"].iloc[0]) == (-math.inf, math.inf)


def test_a_name_that_is_none_is_a_key_error():
    solution = solve(game("a", a="max b", b=1))
    for mapping in (solution.scores, solution.best, solution.between):
        with pytest.raises(KeyError):
            mapping["zz"]
