"""Explanations replayed against the oracle, and judged by what a proof is."""

from __future__ import annotations

import math
from random import Random

import networkx as nx
from support.graphs import game
from support.oracle import Position as Place
from support.oracle import scores_of, unfold
from support.partly_open import as_minimax, candidate_scores, open_ids, with_scores

from explorer.explanation.explanation import FIRST, SECOND, Explanation, Guarantee, PlayPosition
from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import Score


def drawn_graph(rng: Random, convention: str, opens: int) -> GameGraph:
    """A graph drawn at random: any moves between at most 12 nodes, self-loops and unreachable parts included."""
    kinds = ["mover"] if convention == "negamax" else ["max", "min"]
    inner = [f"p{number}" for number in range(rng.randint(1, 8))]
    leaves = [f"x{number}" for number in range(rng.randint(0, 3))]
    unknown = [f"q{number}" for number in range(rng.randint(0, opens))]
    ids = [*inner, *leaves, *unknown]
    nodes: dict[str, str | Score] = {
        id: " ".join([rng.choice(kinds), *rng.sample(ids, rng.randint(1, min(4, len(ids))))]) for id in inner
    }
    nodes |= {id: rng.choice([-2, -1, 0, 0.5, 1, 3]) for id in leaves} | dict.fromkeys(unknown, "open")
    return game("p0", convention, **nodes)


def kept_to(graph: GameGraph, guarantee: Guarantee) -> GameGraph:
    """The minimax graph of a graph in which a player has no move but those of a guarantee."""
    plain = as_minimax(graph)
    is_negamax = graph.convention is Convention.NEGAMAX
    mark, other = ("", "'") if guarantee.side == FIRST else ("'", "")
    only = {id + mark * is_negamax: to + other * is_negamax for id, to in guarantee.moves.items()}
    kept = tuple(move for move in plain.moves if only.get(move[0], move[1]) == move[1])
    return plain.replace(moves=kept)


def holds(graph: GameGraph, found: Explanation, guarantee: Guarantee) -> bool:
    """Whether nothing that the other player or open nodes can do beats a guarantee: all of it tried by the oracle."""
    side = guarantee.side
    kept = kept_to(graph, guarantee)
    worst = min(candidate_scores(graph), key=lambda score: side * score)
    far = worst - side if abs(found.endless) == math.inf else min(worst, found.endless, key=lambda x: side * x) - side
    kept = with_scores(kept, dict.fromkeys(open_ids(kept), far))
    return side * scores_of(kept, found.endless)[found.node] >= side * guarantee.limit


# ---- what a proof is


def is_proof(graph: GameGraph, found: Explanation) -> bool:
    """Whether an explanation of a node of a graph is a proof of what it says, by the definition."""
    if (found.at_least.side, found.at_most.side) != (FIRST, SECOND) or found.low > found.high:
        return False
    try:
        halves = all(_is_sure(graph, found, given) for given in (found.at_least, found.at_most))
        return halves and _is_play(graph, found) and _is_difference(graph, found)
    except KeyError:  # of a node or move that does not exist, or that is not given
        return False


def positions_of(graph: GameGraph, node: str, given: Guarantee) -> nx.DiGraph:
    """The positions that play can reach if a player keeps to a guarantee's moves, and the moves between them.

    Of each, `worth` is the score if it is a leaf, and `move` what this player does there.

    Raises
    ------
    KeyError
        If a node or a move does not exist, or no move is given.
    """
    play, network = unfold(graph), nx.DiGraph()
    waiting, seen = [(node, 1)], set()
    while waiting:
        here = waiting.pop()
        if here in seen:
            continue
        seen.add(here)
        row = {after[0]: after for after in play.moves[here]}
        move = given.moves[here[0]] if row and play.player[here] == given.side else None
        network.add_node(_named(here), worth=play.score.get(here), move=move)
        after = list(row.values()) if move is None else [row[move]]
        network.add_edges_from((_named(here), _named(each)) for each in after)
        waiting += after
    return network


def _named(place: Place) -> PlayPosition:
    return PlayPosition(place[0], place[1] == FIRST)


def _is_sure(graph: GameGraph, found: Explanation, given: Guarantee) -> bool:
    """Whether a guarantee shows that its player is sure of its limit."""
    side, limit, ranks = given.side, given.limit, given.ranks
    if limit == -side * math.inf:
        return not (given.moves or given.positions or ranks)
    network = positions_of(graph, found.node, given)
    moves = {at.id: move for at, move in network.nodes(data="move") if move is not None}
    ends = [worth for at, worth in network.nodes(data="worth") if not network.out_degree(at)]
    is_complete = given.moves == moves and sorted(given.positions) == sorted(network)
    is_good = all(worth is not None and side * worth >= side * limit for worth in ends)
    if ranks is None:
        return is_complete and is_good and side * limit <= side * found.endless
    is_forced = set(ranks) == set(network) and all(0 <= ranks[after] < ranks[here] for here, after in network.edges)
    return is_complete and is_good and is_forced


def _is_play(graph: GameGraph, found: Explanation) -> bool:
    """Whether the play of an explanation is one in which both keep to their moves, and worth the score."""
    if not found.line:
        return found.low != found.high
    play, back_to = unfold(graph), found.back_to
    line = [(at.id, FIRST if at.is_own else SECOND) for at in found.line]
    if back_to is not None and back_to not in range(len(line)):
        return False
    for here, after in zip(line, [*line[1:], *([] if back_to is None else [line[back_to]])], strict=False):
        given = found.at_least if play.player[here] == FIRST else found.at_most
        if after not in play.moves[here] or (given.moves and given.moves[here[0]] != after[0]):
            return False
    worth = found.endless if back_to is not None else play.score.get(line[-1])
    return line[0] == (found.node, FIRST) and found.low == found.high == worth


def _is_difference(graph: GameGraph, found: Explanation) -> bool:
    """Whether the completions of an explanation, if there are any, show two scores of its node."""
    if not found.completions:
        return True
    for each in found.completions:
        inner = each.explanation
        is_possible = set(each.scores) <= set(open_ids(graph)) and all(map(math.isfinite, each.scores.values()))
        is_same = (inner.node, inner.endless) == (found.node, found.endless)
        if not (is_possible and is_same and is_proof(with_scores(graph, dict(each.scores)), inner)):
            return False
    if len(found.completions) != 2 or found.low == found.high:
        return False
    low, high = (each.explanation for each in found.completions)
    return low.high < high.low
