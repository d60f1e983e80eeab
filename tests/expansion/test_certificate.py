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


@thorough
@given(long_games, bounds)
def test_whatever_is_left_out_of_a_certificate_is_missed(graph: GameGraph, bound: str):
    proof = certificate(graph, str(graph.root), bound)
    assume(proof is not None)
    for field in ("moves", "holds", "rank", "reply_rank"):
        for id in getattr(proof, field):
            rest = {other: entry for other, entry in getattr(proof, field).items() if other != id}
            assert any(repr(id) in complaint for complaint in replace(proof, **{field: rest}).check(graph))


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
