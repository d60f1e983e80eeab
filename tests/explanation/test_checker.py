from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.explanations import holds
from support.graphs import figure_1, game, game_graphs, thorough, worths
from support.partly_open import candidate_scores

from explorer import solve
from explorer.explanation.checker import complaints
from explorer.explanation.explanation import Explanation, Guarantee, PlayPosition
from explorer.explanation.making import why
from explorer.model.graph import GameGraph
from explorer.model.scores import Score

partly_open = game_graphs(max_open=1, max_inner=6)


@thorough
@given(partly_open, worths)
def test_what_is_made_is_accepted(graph: GameGraph, endless: Score):
    for node in graph.nodes:
        assert complaints(why(graph, node.id, endless=endless), graph) == []


@thorough
@given(partly_open, worths, st.data())
def test_a_changed_explanation_that_is_accepted_is_still_true(graph: GameGraph, endless: Score, data: st.DataObject):
    found = why(graph, endless=endless)
    half = data.draw(st.sampled_from(["at_least", "at_most"]))
    guarantee: Guarantee = getattr(found, half)
    assume(not guarantee.is_empty)
    changed = replace(found, **{half: _changed(guarantee, graph, data)}, completions=())
    if complaints(changed, graph) == []:
        least, most = solve(graph, endless=endless).between_of(found.node)
        assert changed.low <= least
        assert changed.high >= most
        assert holds(graph, changed, getattr(changed, half))


def _changed(given: Guarantee, graph: GameGraph, data: st.DataObject) -> Guarantee:
    """The guarantee with one thing in it changed."""
    ids = st.sampled_from([node.id for node in graph.nodes])
    what = data.draw(st.sampled_from(["limit", "moves", "positions", "ranks", "no ranks"]))
    if what == "limit":
        return replace(given, limit=data.draw(st.sampled_from(candidate_scores(graph))))
    if what == "moves":
        return replace(given, moves={**given.moves, data.draw(ids): data.draw(ids)})
    if what == "positions":
        return replace(given, positions=given.positions[:-1])
    if what == "ranks":
        at = PlayPosition(data.draw(ids), data.draw(st.booleans()))
        return replace(given, ranks={**(given.ranks or {}), at: data.draw(st.integers(-1, 5))})
    return replace(given, ranks=None)


Change = Callable[[Explanation], Explanation]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda found: replace(found, at_least=replace(found.at_least, ranks=None)), "endless play is worth 0, so"),
        (lambda found: replace(found, at_least=replace(found.at_least, ranks={})), "'a' has no rank"),
        (lambda found: replace(found, at_least=replace(found.at_least, moves={"a": "d"})), "there is no move to 'd'"),
        (lambda found: replace(found, at_least=replace(found.at_least, limit=2)), "contradict each other"),
        (lambda found: replace(found, at_most=replace(found.at_most, moves={"c": "a", "d": "a"})), "does not reach"),
        (lambda found: replace(found, at_least=found.at_most, at_most=found.at_least), "mixed up"),
        (lambda found: replace(found, line=(PlayPosition("a"), PlayPosition("c"))), "play does not go from 'a' to 'c'"),
    ],
)
def test_what_is_wrong_is_named(change: Change, complaint: str):
    found = why(figure_1(b=1, d=2), "a")
    assert any(complaint in each for each in complaints(change(found), figure_1(b=1, d=2)))


def test_completions_that_show_no_difference_are_not_accepted():
    graph = game("a", a="max b q", b=1, q="open")
    found = why(graph)
    low, high = found.completions
    assert complaints(found, graph) == []
    assert complaints(replace(found, completions=(high, low)), graph)
    assert complaints(replace(found, completions=(low, low)), graph)
    assert complaints(replace(found, completions=(low, replace(high, scores={"b": 5}))), graph)
