"""Solutions are mappings by id over arrays: equal to dicts, and columns of a frame."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from support.examples import examples
from support.graphs import game, game_graphs

from explorer.solver import solve
from explorer.solver.solution import as_column


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


TABLES = [
    ([1, 2], "i"), ([1.0, 2.0], "i"), ([1, 2.0], "i"), ([1, 2.5], "f"), ([1.0, 2.5], "f"), ([-math.inf, 2], "f"),
    ([2**60, 1], "i"), ([2**60 + 1, 0.5], "O"), ([10**400, 1], "O"), ([1, Fraction(1, 2)], "O"),
    ([math.inf, Fraction(1, 3)], "O"), ([1, None], "O"), ([], "i"),
]  # fmt: skip


@pytest.mark.parametrize(("scores", "kind"), TABLES)
def test_the_type_of_a_column_depends_on_the_numbers_alone_and_loses_none(scores, kind):
    column = as_column(scores)
    assert (column.dtype.kind, column.tolist()) == (kind, scores)


def test_a_notebook_shows_the_score_of_the_root_and_the_table():
    shown = solve(game("a<", **{"a<": "max b c", "b": Fraction(5, 2), "c": 1}))._repr_html_()
    assert shown.startswith("<p>The score of the root, a&lt;, is 5/2.</p><table")
