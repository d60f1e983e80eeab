"""Kinds of fault that predict every value; a kind fits if all claimed values are as predicted.

- *Draws counted as losses*: the value is what the node would be worth if endless play, or drawn leaves as well, were
  worth the least score that there is, or the greatest.
- *Side to move*: the sign is reversed at the nodes of one player, or at all.
- *A search that ends too soon*: the value is that of the tree of n moves below the node, or below the start (Kars,
  Definition 4.1).
- *Distance*: scores are off by one, or count the moves to the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from explorer.comparison.fault import FaultKind
from explorer.comparison.first_wrong import Flags, RankIntervals, ValueDifference
from explorer.comparison.turns import Viewpoint, players, turns
from explorer.model.columns import LEAF, NO_SCORE
from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import NEGATIVE_INFINITY, POSITIVE_INFINITY
from explorer.model.words import counted
from explorer.solver import solve
from explorer.solver.operator import Iteration, arrays_of
from explorer.solver.paths import fewest_moves
from explorer.solver.solution import ENDLESS
from explorer.trace.changes import Numbers

_MOST_PLIES = 200  # of a search that ends too soon
SHORT = "a search that ends too soon"
OFF_BY_ONE = "a distance that is off by one"


def predictions(difference: ValueDifference) -> Iterator[FaultKind]:
    """Yield the kinds of fault whose predictions all claimed values fit."""
    names = dict.fromkeys(_faults_with_lost_draws(difference), "") | dict(_sign_faults(difference))
    for name, note in [*names.items(), *islice(_short_search_faults(difference), 1), *_distance_faults(difference)]:
        count = len(difference.wrong)
        yield FaultKind(name, count, partial(_chance_of_fit, difference), predicts=True, note=note)


def _chance_of_fit(difference: ValueDifference) -> float:
    """Return the probability that a random wrong score fits the prediction of a fault."""
    return 1 / max(len(difference.score_ranks) - 1, 2)


def _claims_lie_between(difference: ValueDifference, low: Numbers, high: Numbers) -> bool:
    """Return whether the claimed values lie between the predicted ones, by rank, for all nodes in order."""
    has = difference.claims.codes >= 0
    return not RankIntervals(low, high).excludes(difference.counted)[has].any()


# ---- draws


def _faults_with_lost_draws(difference: ValueDifference) -> Iterator[str]:
    """Yield the faults of counting draws as losses, each named by the player who loses."""
    for least, most in _loss_ranks(difference):
        for name, worth in _draw_values_by_loser(difference, least, most).items():
            if any(
                _claims_lie_between(difference, values, values) for values in _values_without_draws(difference, worth)
            ):
                yield f"draws counted as losses for {name}"


def _draw_values_by_loser(difference: ValueDifference, least: int, most: int) -> dict[str, Numbers]:
    """Return the value of a draw at each node, by the player who loses it."""
    to_move = turns(difference.graph)
    low, high = np.full(len(to_move), least), np.full(len(to_move), most)
    mover = np.where(to_move > 0, least, most)
    if difference.graph.convention is not Convention.NEGAMAX:
        return {"Max": low, "Min": high, "the player to move": mover}
    ends = {"the player to move": low, "the player who has just moved": high}
    by_player = zip(players(difference.graph), (mover, np.where(to_move > 0, most, least)), strict=True)
    return ends | dict(by_player) if to_move.all() else ends


def _values_without_draws(difference: ValueDifference, worth: Numbers) -> Iterator[Numbers]:
    """Yield the values of nodes if endless play has another value at each, and if drawn leaves have it, too."""
    yield np.clip(worth, *difference.bounds)
    columns, draw = difference.graph.columns, difference.rank(difference.endless)
    is_drawn = (columns.kinds == LEAF) & (difference.true.low == draw)
    is_claimed = is_drawn & (difference.claims.codes >= 0)
    is_loss = np.abs(worth) < len(difference.scale) // 2  # no leaf has an infinite score
    if (
        not (is_drawn.any() and is_loss.all())
        or RankIntervals(worth, worth).excludes(difference.counted)[is_claimed].any()
    ):
        return
    ranks = np.where(is_drawn, worth, difference.true.low)[columns.kinds == LEAF]
    used, codes = np.unique(ranks, return_inverse=True)
    column = np.full(len(worth), NO_SCORE, np.int32)
    column[columns.kinds == LEAF] = codes
    changed = replace(columns, ranks=column, scale=tuple(difference.score(int(rank)) for rank in used))
    graph = GameGraph.from_columns(
        changed, difference.graph.links, root=difference.graph.root, convention=difference.graph.convention
    )
    solution = solve(graph)
    scale = np.array([*map(difference.rank, solution.lower.scale)], np.int32)
    bounds = [scale[side.codes] for side in (solution.lower, solution.upper)]
    yield np.clip(worth, *bounds)
    yield np.clip(draw, *bounds)


def _loss_ranks(difference: ValueDifference) -> Iterator[tuple[int, int]]:
    """Yield the ranks of a loss for one player and for the other: of the range, of the worst and the mildest leaves.

    Last comes the infinite one.
    """
    leaves = {*map(difference.rank, difference.graph.columns.scale)}
    ranks = sorted({*leaves, *(-rank for rank in leaves)} if difference.graph.sign < 0 else leaves)
    draw = difference.rank(difference.endless)
    lower, upper = [rank for rank in ranks if rank < draw], [rank for rank in ranks if rank > draw]
    ends = [difference.rank(end) for end in difference.graph.score_range or () if end in difference.scale]
    pairs = {tuple(ends), (*ranks[:1], *ranks[-1:]), (*lower[-1:], *upper[:1])}
    yield from sorted((pair[0], pair[1]) for pair in pairs if len(pair) == 2)
    yield difference.rank(NEGATIVE_INFINITY), difference.rank(POSITIVE_INFINITY)


# ---- side to move


def _sign_faults(difference: ValueDifference) -> Iterator[tuple[str, str]]:
    """Yield the players at whose nodes the sign is reversed, and how the values can be compared so."""
    to_move, is_inner = turns(difference.graph), difference.graph.columns.orientation != 0
    first, second = players(difference.graph)
    option = f"as --values-for {Viewpoint.MOVER if difference.graph.sign > 0 else Viewpoint.MAX} takes them"
    reversed_at = {
        f"the sign reversed where {second} is to move": (to_move < 0, option),
        f"the sign reversed where {first} is to move": (to_move > 0, ""),
        "the sign reversed everywhere": (np.ones(len(to_move), bool), ""),
    }
    for name, (where, note) in reversed_at.items():
        if _claims_lie_between(difference, *_reverse_signs(difference.true, where)):
            yield name, note
        elif _claims_lie_between(difference, *_reverse_signs(difference.true, where & is_inner)):
            yield f"{name}, but not at leaves", ""


def _reverse_signs(true: RankIntervals, where: Flags) -> tuple[Numbers, Numbers]:
    return np.where(where, -true.high, true.low), np.where(where, -true.low, true.high)


# ---- searches that end too soon


def _short_search_faults(difference: ValueDifference) -> Iterator[tuple[str, str]]:
    """Yield searches that stop after so many moves below each node, or below the start, and count 0 there."""
    plies = fewest_moves(difference.graph.links.forward, np.array([difference.graph.root_index]))
    is_short = np.ones(_MOST_PLIES, bool)  # by the number of moves below the start
    for moves, is_wrong in enumerate(_contradicting_nodes(difference)):
        if not is_wrong.any():
            yield SHORT, f"{counted(moves, 'move')} below each node"
        _rule_out_searches(is_short, plies[is_wrong], moves)
    is_wrong = np.isin(np.arange(len(plies)), difference.wrong)
    for ply in np.unique(plies[is_wrong]).tolist():  # a search that goes further finds the true value
        is_short[moves + max(ply, 0) :] = False
    yield from ((SHORT, f"{counted(int(moves), 'move')} below the start") for moves in np.flatnonzero(is_short)[:1])


def _contradicting_nodes(difference: ValueDifference) -> Iterator[Flags]:
    """Yield the nodes where a search of 0, 1, … moves contradicts the claims, up to the full depth."""
    arrays = arrays_of(difference.graph, extra=(difference.endless,))
    ranks = np.array([*map(difference.rank, arrays.scale)], np.int32)
    worth, has = arrays.rank(difference.endless), difference.claims.codes >= 0
    search = Iteration(arrays, -arrays.top, arrays.top)
    search.ranks[:, arrays.leaves] = arrays.leaf_ranks
    while search.n < _MOST_PLIES:
        value = ranks[np.clip(worth, *search.ranks) + arrays.top]
        yield has & RankIntervals(value, value).excludes(difference.counted)
        if not len(search.advance()):
            break


def _rule_out_searches(is_short: Flags, plies: Numbers, moves: int) -> None:
    """Rule out the searches that would have so many moves left at nodes with another value."""
    ends = np.unique(plies) + moves
    ends = ends[ends < len(is_short)]
    is_short[ends] = False
    if moves == 0 and len(ends):
        is_short[: ends.max()] = False


# ---- distance


def _distance_faults(difference: ValueDifference) -> Iterator[tuple[str, str]]:
    """Yield the way in which claimed scores count the moves to the end, if they do; undecided nodes must be right."""
    rows = np.flatnonzero((difference.claims.codes >= 0) & (difference.true.low == difference.true.high))
    true, mine = (
        _scores_of_ranks(difference, difference.true.low[rows]),
        _scores_of_ranks(difference, difference.counted.low[rows]),
    )
    decided = true != float(difference.endless)
    if (
        not decided.any()
        or (difference.counted.low != difference.counted.high)[rows].any()
        or (mine != true)[~decided].any()
    ):
        return
    moves = np.full(len(difference.graph.nodes), ENDLESS)
    moves[difference.solution.distance.rows] = difference.solution.distance.codes
    moves, true, mine = moves[rows][decided], true[decided], mine[decided]
    sizes, by = np.abs(mine), np.abs(mine) - np.abs(true)
    if not (np.isfinite(mine) & np.isfinite(true) & (np.sign(mine) == np.sign(true)) & (moves >= 0)).all():
        return
    if (np.abs(by) == 1).all() and (by == by[0]).all():
        yield OFF_BY_ONE, f"each score is too {'large' if by[0] > 0 else 'small'} by 1"
    elif len(np.unique(moves)) > 1 and (sizes + moves == (sizes + moves)[0]).all():
        yield "scores that count the moves to the end", f"each is {(sizes + moves)[0]:g} less the moves to the end"
    elif len(np.unique(moves)) > 1 and (sizes - moves == (sizes - moves)[0]).all():
        yield "scores that count the moves to the end", f"each is {(sizes - moves)[0]:g} and the moves to the end"


def _scores_of_ranks(difference: ValueDifference, ranks: Numbers) -> NDArray[np.float64]:
    used, codes = np.unique(ranks, return_inverse=True)
    return np.array([float(difference.score(int(rank))) for rank in used], np.float64)[codes]
