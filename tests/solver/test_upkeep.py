"""Bounds kept up to date against computing afresh, after every edit of random sequences."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import BOTH, figure_1, game, game_graphs, long_path, scores, thorough, worths

from explorer.model.errors import GraphError
from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.model.scores import Score
from explorer.solver import solve
from explorer.solver.operator import arrays_of
from explorer.solver.retrograde import retrograde
from explorer.solver.upkeep import Facts, Upkeep, _Work, edits_between

Book = dict[int, Facts]


def facts_of(graph: GameGraph) -> Book:
    rows = zip(graph.nodes, graph.successors, strict=True)
    return {index: Facts(node.kind, node.score, tuple(row)) for index, (node, row) in enumerate(rows)}


def graph_of(book: Mapping[int, Facts], convention: Convention) -> GameGraph:
    nodes = tuple(Node(f"n{index}", facts.kind, facts.score) for index, facts in sorted(book.items()))
    moves = tuple((f"n{index}", f"n{other}") for index, facts in sorted(book.items()) for other in facts.successors)
    return GameGraph(nodes, moves, root="n0", convention=convention)


@st.composite
def edits(draw: st.DrawFn, book: Book, convention: Convention) -> Book:
    """Other facts for one or two nodes; sometimes new nodes, or some that are nothing any more."""
    found: Book = {}
    for _ in range(draw(st.integers(1, 2))):
        index = draw(st.integers(0, len(book | found)))
        many = len(book | found | {index: None})
        kinds = [Kind.MOVER] if convention is Convention.NEGAMAX else [Kind.MAX, Kind.MIN]
        kind = draw(st.sampled_from([*kinds, *kinds, Kind.LEAF, Kind.OPEN]))
        row = draw(st.lists(st.integers(0, many - 1), min_size=1, max_size=4, unique=True))
        score = draw(scores) if kind is Kind.LEAF else None
        found[index] = Facts(kind, score, tuple(row) if kind in kinds else ())
    return found


def agrees(kept: Upkeep, graph: GameGraph, endless: Score) -> None:
    """Check all that is kept against the graph solved afresh."""
    solution, levels = solve(graph, endless=endless), retrograde(arrays_of(graph)).levels
    for index, node in enumerate(graph.nodes):
        assert kept.bounds(index) == (solution.lower[node.id], solution.upper[node.id])
        assert kept.score(index, endless) == solution.scores[node.id]
        assert kept.levels(index) == tuple(levels[:, index].tolist())
        best = kept.best(index, endless)
        assert (None if best is None else graph.nodes[best].id) == solution.best.get(node.id)


@thorough
@given(st.data(), game_graphs(max_open=1), worths)
def test_after_every_edit_all_is_as_if_computed_afresh(data: st.DataObject, graph: GameGraph, endless: Score):
    kept, book = Upkeep(graph), facts_of(graph)
    agrees(kept, graph, endless)
    for _ in range(data.draw(st.integers(1, 6))):
        before = {index: (kept.bounds(index), kept.levels(index)) for index in book}
        changes = data.draw(edits(book, graph.convention))
        version = graph_of(book, graph.convention)
        book |= changes
        found = edits_between(version, graph_of(book, graph.convention))
        assert set(found) <= set(changes)
        assert all(book[index] == facts for index, facts in found.items())
        changed = kept.change(data.draw(st.sampled_from([found, changes])))
        agrees(kept, graph_of(book, graph.convention), endless)
        now = {index: (kept.bounds(index), kept.levels(index)) for index in book}
        assert {index for index in before if before[index] != now[index]} <= changed
        assert changed <= {index for index in now if before.get(index) != now[index]} | (set(now) - set(before))


def test_a_score_between_others_finds_room_however_often():
    book = facts_of(figure_1(0, 1))
    kept = Upkeep(figure_1(0, 1))
    for step in range(1, 40):  # halves again and again, which uses up any room between labels
        book[1] = Facts(Kind.LEAF, Fraction(1, 2**step))
        kept.change({1: book[1]})
        agrees(kept, graph_of(book, Convention.MINIMAX), 0)
    kept.change({1: Facts(Kind.LEAF, -(10**30))})
    assert kept.bounds(0) == (-(10**30), 1)


@pytest.mark.parametrize("convention", BOTH)
def test_only_what_can_change_is_looked_at(convention: Convention, monkeypatch: pytest.MonkeyPatch):
    """A long path has an edit at its beginning: nothing is looked at behind it."""
    graph = long_path(5_000)
    if convention is Convention.NEGAMAX:
        moving = (Node(node.id, Kind.LEAF if node.score else Kind.MOVER, node.score) for node in graph.nodes)
        graph = graph.replace(nodes=tuple(moving), convention=convention)
    kept, looked = Upkeep(graph), list[int]()
    look = _Work.look
    monkeypatch.setattr(_Work, "look", lambda work, state: (looked.append(state), look(work, state))[1])
    new = len(graph.nodes)
    edit = {10: Facts(graph.nodes[10].kind, None, (11, new)), new: Facts(Kind.LEAF, 5)}
    assert kept.change(edit) <= {*range(11), new}
    assert len(looked) < 200
    agrees(kept, graph_of(facts_of(graph) | edit, convention), 0)


def test_a_circle_that_nothing_holds_up_any_more_falls():
    graph = game("a", a="max b", b="max a c", c=3)
    kept = Upkeep(graph)
    assert kept.bounds(0) == (3, float("inf"))
    assert kept.change({1: Facts(Kind.MAX, None, (0,))}) == {0, 1}
    assert kept.bounds(0) == kept.bounds(1) == (float("-inf"), float("inf"))


def test_a_new_node_has_the_next_index():
    with pytest.raises(GraphError, match="the nodes have the indices 0 to 3, and the next new node has 4, got 5"):
        Upkeep(figure_1()).change({5: Facts(Kind.LEAF, 1)})


@pytest.mark.parametrize(
    ("index", "facts", "message"),
    [
        (-1, Facts(Kind.LEAF, 1), "the nodes have the indices 0 to 3, and the next new node has 4, got -1"),
        (6, Facts(Kind.LEAF, 1), "and the next new node has 5, got 6"),
        (1, Facts(Kind.MAX, None, (0, 9)), "node 1 cannot move to node 9; the nodes have the indices 0 to 4"),
        (1, Facts(Kind.MAX, None, (-1,)), "node 1 cannot move to node -1"),
        (
            1,
            Facts(Kind.MAX, None, ()),
            "node 1 cannot be max with 0 successors; an inner node has at least one",
        ),
        (1, Facts(Kind.MAX, 2, (0,)), "node 1 cannot have the score 2; only leaves have scores"),
        (1, Facts(Kind.OPEN, 2), "node 1 cannot have the score 2; only leaves have scores"),
        (1, Facts(Kind.LEAF, 2, (0, 3)), "node 1 cannot be leaf with 2 successors"),
        (1, Facts(Kind.OPEN, None, (0, 3)), "node 1 cannot be open with 2 successors"),
        (1, Facts(Kind.MOVER, None, (0,)), "node 1 cannot be mover; inner nodes here are max or min"),
        (1, Facts(Kind.LEAF, float("inf")), "the score of leaf 1: expected a finite number, got inf"),
        (1, Facts(Kind.LEAF, float("nan")), "the score of leaf 1: expected a finite number, got nan"),
        (1, Facts(Kind.LEAF), "the score of leaf 1: expected a number such as 2, -0.5 or 16/3, got None"),
    ],
)
def test_an_edit_that_no_graph_can_have_is_refused_and_changes_nothing(index: int, facts: Facts, message: str):
    graph = figure_1()
    kept, book = Upkeep(graph), facts_of(graph)
    with pytest.raises(GraphError, match=re.escape(message)):
        kept.change({2: Facts(Kind.LEAF, 7), 4: Facts(Kind.LEAF, 8), index: facts})
    assert len(kept) == len(graph.nodes)
    agrees(kept, graph, 0)
    book |= {2: Facts(Kind.LEAF, 7), 4: Facts(Kind.LEAF, 8)}
    kept.change({each: book[each] for each in (2, 4)})
    agrees(kept, graph_of(book, graph.convention), 0)


def test_a_node_of_a_negamax_graph_has_no_player():
    with pytest.raises(GraphError, match="node 0 cannot be max; inner nodes here are mover"):
        Upkeep(game("a", "negamax", a="mover b", b=1)).change({0: Facts(Kind.MAX, None, (1,))})


@pytest.mark.parametrize("index", [-1, 4])
def test_nothing_is_known_of_a_node_that_there_is_not(index: int):
    kept = Upkeep(figure_1())
    for ask in (kept.bounds, kept.score, kept.levels, kept.best):
        with pytest.raises(GraphError, match=f"^there is no node {index}; the nodes have the indices 0 to 3$"):
            ask(index)


def test_nodes_that_are_taken_away_cannot_be_followed():
    with pytest.raises(GraphError, match="make a new Upkeep"):
        edits_between(figure_1(), game("a", a="max b", b=1))
    with pytest.raises(GraphError, match="make a new Upkeep"):
        edits_between(game("a", a="max b", b=1), game("a", "negamax", a="mover b", b=1))


def test_scores_that_are_equal_are_no_edit():
    before, after = (game("a", a="max b c", b=one, c=2) for one in (1, 1.0))
    assert edits_between(before, after) == {}
    assert set(edits_between(before, game("a", a="max b c", b=1, c=3))) == {2}
    assert set(edits_between(before, game("a", a="max c b", b=1, c=2))) == {0}
