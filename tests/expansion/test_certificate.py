from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game_graphs, thorough
from support.partly_open import (
    BOUNDS,
    as_minimax,
    best_worth,
    bound_by_oracle,
    ends_of,
    is_final,
    known_bound,
    open_ids,
    ranged,
    with_scores,
)

from explorer.expansion.certificate import Certificate, certificate
from explorer.model.graph import Convention, GameGraph, Kind
from explorer.model.scores import Score

bounds = st.sampled_from(BOUNDS)
partly_open = game_graphs(max_open=2)


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
    best = best_worth(graph, proof.bound, proof.ends)
    most = bound_by_oracle(with_scores(held, dict.fromkeys(open_ids(held), best)), proof.node_id, proof.bound)
    is_forced = not (proof.moves or proof.rank) if proof.is_given else toward * forced >= toward * proof.value
    return is_forced and (not proof.holds if proof.is_best else toward * proof.value >= toward * most)


def lowers_ranks(proof: Certificate, graph: GameGraph) -> bool:
    """Whether every move that play can make lowers the rank, so that no play is endless."""
    negamax = graph.convention is Convention.NEGAMAX
    ranks = (proof.rank, proof.reply_rank if negamax else proof.rank)
    for is_own, (here, there) in ((True, ranks), (False, ranks[::-1])):
        for id, rank in here.items():
            is_favoured = id in proof.moves and (not negamax or is_own is (proof.bound == "lower"))
            row = [proof.moves[id]] if is_favoured else graph.ids_after(id)
            if any(there[after] >= rank for after in row):
                return False
    return True


@thorough
@given(partly_open | ranged(), bounds, st.sampled_from([0, -1, 2, 5]))
def test_there_is_a_certificate_exactly_for_final_bounds_and_it_is_right(graph: GameGraph, bound: str, endless: Score):
    ends = ends_of(graph, bound, endless)
    worst, best = ends if bound == "lower" else ends[::-1]
    for node in graph.nodes:
        proof = certificate(graph, node.id, bound, endless=endless)
        assert (proof is not None) is is_final(graph, node.id, bound, endless)
        if proof is not None:
            assert proof.value == known_bound(graph, node.id, bound, ends)
            assert (proof.ends, proof.is_given, proof.is_best) == (ends, proof.value == worst, proof.value == best)
            assert is_true(proof, graph)
            assert lowers_ranks(proof, graph)
