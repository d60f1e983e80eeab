from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st
from support.graphs import game, game_graphs, thorough
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


def test_an_end_of_play_that_is_no_leaf_proves_nothing_for_either_player():
    """The graph may be another one than the certificate was made for, or have lost moves since."""
    before = game("a", a="max b", b="min a c", c=0)
    proof = certificate(before, "a", "upper")
    assert (proof.moves, proof.rank, proof.check(before)) == ({"b": "c"}, {"a": 2, "b": 1, "c": 0}, [])
    cut = before.replace(moves=(("a", "b"),))
    changed = replace(proof, moves={}, rank={"a": 2, "b": 1})
    assert set(changed.check(cut)) == {"play can reach the unfinished node 'b'"}
    assert "play can reach the unfinished node 'b'" in proof.check(cut)
