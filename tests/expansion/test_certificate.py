from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.graphs import game, game_graphs, long_path, thorough
from support.partly_open import (
    BOUNDS,
    as_minimax,
    bound_by_oracle,
    candidate_scores,
    is_final,
    open_ids,
    with_scores,
)

from explorer.expansion.certificate import Certificate, certificate
from explorer.model.errors import GraphError
from explorer.model.graph import Convention, GameGraph, Kind

bounds = st.sampled_from(BOUNDS)
partly_open = game_graphs(max_open=2)
long_games = game_graphs(max_open=1, max_inner=8, max_leaves=2, max_degree=2)


def kept_to(graph: GameGraph, player: Kind, moves: Mapping[str, str]) -> GameGraph:
    """The minimax graph of a graph in which a player has no move but the given one, where one is given."""
    plain = as_minimax(graph)
    mark = "" if graph.convention is Convention.MINIMAX or player is Kind.MAX else "'"
    other = {"": "'", "'": ""}[mark] if graph.convention is Convention.NEGAMAX else ""
    only = {id + mark: after + other for id, after in moves.items()}
    kept = tuple(move for move in plain.moves if only.get(move[0], move[1]) == move[1])
    return plain.replace(moves=kept)


def is_true(proof: Certificate, graph: GameGraph) -> bool:
    """Whether no strategy of either player beats the moves of a certificate, all of them tried by the oracle."""
    favoured, other = (Kind.MAX, Kind.MIN) if proof.bound == "lower" else (Kind.MIN, Kind.MAX)
    toward = 1 if proof.bound == "lower" else -1
    forced = bound_by_oracle(kept_to(graph, favoured, proof.moves), proof.node_id, proof.bound)
    held = kept_to(graph, other, proof.holds)
    best = max(candidate_scores(graph), key=lambda score: toward * score)
    most = bound_by_oracle(with_scores(held, dict.fromkeys(open_ids(held), best)), proof.node_id, proof.bound)
    return toward * forced >= toward * proof.value >= toward * most


@thorough
@given(partly_open, bounds)
def test_there_is_a_certificate_exactly_for_final_bounds_and_it_is_right(graph: GameGraph, bound: str):
    for node in graph.nodes:
        proof = certificate(graph, node.id, bound)
        assert (proof is not None) is is_final(graph, node.id, bound)
        if proof is not None:
            assert proof.value == bound_by_oracle(graph, node.id, bound)
            assert proof.check(graph) == []
            assert is_true(proof, graph)


@thorough
@given(long_games, bounds, st.data())
def test_a_changed_certificate_that_passes_the_check_is_still_true(graph: GameGraph, bound: str, data: st.DataObject):
    proof = certificate(graph, str(graph.root), bound)
    assume(proof is not None)
    field = data.draw(st.sampled_from(["moves", "holds", "rank", "reply_rank", "value"]))
    if field == "value":
        changed = replace(proof, value=data.draw(st.sampled_from(candidate_scores(graph))))
    else:
        entries = dict(getattr(proof, field))
        id = data.draw(st.sampled_from([node.id for node in graph.nodes]))
        values = st.integers(-1, 5) if "rank" in field else st.sampled_from([node.id for node in graph.nodes])
        entries[id] = data.draw(values)
        changed = replace(proof, **{field: entries})
    if changed.check(graph) == []:
        assert changed.value == proof.value
        assert is_true(changed, graph)


@thorough
@given(long_games, bounds)
def test_whatever_is_left_out_of_a_certificate_is_missed(graph: GameGraph, bound: str):
    proof = certificate(graph, str(graph.root), bound)
    assume(proof is not None)
    for field in ("moves", "holds", "rank", "reply_rank"):
        for id in getattr(proof, field):
            rest = {other: entry for other, entry in getattr(proof, field).items() if other != id}
            assert any(repr(id) in complaint for complaint in replace(proof, **{field: rest}).check(graph))


@thorough
@given(long_games, bounds)
def test_a_rank_that_stays_the_largest_is_noticed_at_every_position(graph: GameGraph, bound: str):
    proof = certificate(graph, str(graph.root), bound)
    assume(proof is not None)
    largest = max((*proof.rank.values(), *proof.reply_rank.values()), default=0)
    for field in ("rank", "reply_rank"):
        ranks = getattr(proof, field)
        for id in ranks.keys() - ({proof.node_id} if field == "rank" else set()):
            assert replace(proof, **{field: {**ranks, id: largest}}).check(graph)


def test_the_check_says_what_is_wrong():
    graph = game("a", a="max b c", b=1, c="min a d", d="max c b", e="min b q", q="open")
    proof = certificate(graph, "a", "lower")
    assert (proof.moves, proof.rank, proof.holds) == ({"a": "b"}, {"a": 1, "b": 0}, {"c": "a"})
    assert replace(proof, moves={"a": "c"}).check(graph) == [
        "'c' has no rank",
        "at 'd' there is no move to None",
        "a rank is given for 'b', which play does not reach",
    ]
    assert "the move 'a' → 'b' does not lower the rank: 1 → 1" in replace(proof, rank={"a": 1, "b": 1}).check(graph)
    assert "play can reach the leaf 'b' with 1, not at least 2" in replace(proof, value=2).check(graph)
    assert "play can reach the leaf 'b' with 1, not at most 0" in replace(proof, value=0).check(graph)
    assert replace(proof, node_id="z").check(graph) == ["there is no node 'z' in the graph"]
    above = replace(proof, node_id="e", holds={"e": "q"})
    assert "play can reach the open node 'q'" in above.check(graph)


def test_an_end_of_play_that_is_no_leaf_proves_nothing_for_either_player():
    """The graph may be another one than the certificate was made for, or have lost moves since."""
    before = game("a", a="max b", b="min a c", c=0)
    proof = certificate(before, "a", "upper")
    assert (proof.moves, proof.rank, proof.check(before)) == ({"b": "c"}, {"a": 2, "b": 1, "c": 0}, [])
    cut = before.replace(moves=(("a", "b"),))
    changed = replace(proof, moves={}, rank={"a": 2, "b": 1})
    assert set(changed.check(cut)) == {"play can reach the unfinished node 'b'"}
    assert "play can reach the unfinished node 'b'" in proof.check(cut)


def test_an_infinite_bound_has_nothing_to_make_sure_of():
    graph = game("a", a="max a")
    proof = certificate(graph, "a", "lower")
    assert proof.is_given
    assert (proof.moves, proof.rank, proof.holds) == ({}, {}, {})
    assert proof.check(graph) == []
    assert replace(proof, moves={"a": "a"}).check(graph)
    assert replace(proof, value=float("inf")).check(graph) == ["a final lower bound is never ∞"]


def test_in_a_negamax_graph_a_position_has_a_rank_for_either_turn():
    graph = game("a", "negamax", a="mover b", b="mover c", c="mover a w", w=2)
    proof = certificate(graph, "a", "upper")
    assert (proof.rank, proof.reply_rank) == ({"a": 6, "c": 4, "b": 2, "w": 0}, {"b": 5, "a": 3, "c": 1, "w": 0})
    assert proof.check(graph) == []


def test_an_open_node_has_no_certificate():
    assert certificate(game("q", q="open"), "q", "lower") is None


@pytest.mark.large
def test_a_long_path_is_no_problem():
    graph = long_path(20_000)
    proof = certificate(graph, "v0", "upper")
    assert proof.rank["v0"] == 20_000
    assert proof.check(graph) == []


def test_a_graph_with_errors_is_refused():
    with pytest.raises(GraphError, match="has no moves"):
        certificate(game("a", a="max"), "a", "lower")
