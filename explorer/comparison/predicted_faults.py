"""Kinds of fault that predict every value; one that fits is right at all nodes of which something is claimed.

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

from explorer.comparison.fault import Fault
from explorer.comparison.first_wrong import Difference, Mask, Numbers, Sides
from explorer.comparison.turns import View, players, turns
from explorer.model.columns import LEAF, NO_SCORE
from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import NEGATIVE_INFINITY, POSITIVE_INFINITY
from explorer.model.words import counted
from explorer.solver import solve
from explorer.solver.operator import Iteration, arrays_of
from explorer.solver.paths import fewest_moves
from explorer.solver.solution import ENDLESS

_MOST_PLIES = 200  # of a search that ends too soon
SHORT = "a search that ends too soon"
OFF_BY_ONE = "a distance that is off by one"


def predictions(found: Difference) -> Iterator[Fault]:
    """Yield the kinds that predict all values of the comparison."""
    names = dict.fromkeys(_lost_draws(found), "") | dict(_reversed_sides(found))
    for name, note in [*names.items(), *islice(_short_searches(found), 1), *_distances(found)]:
        count = len(found.wrong)
        yield Fault(name, count, partial(_share, found), predicts=True, note=note)


def _share(found: Difference) -> float:
    """Return the probability of a random wrong score."""
    return 1 / max(len(found.occurring) - 1, 2)


def _allows(found: Difference, low: Numbers, high: Numbers) -> bool:
    """Return whether what is claimed of nodes, by rank, can be what is predicted, for all nodes in order."""
    has = found.claims.codes >= 0
    return not Sides(low, high).excludes(found.counted)[has].any()


# ---- draws


def _lost_draws(found: Difference) -> Iterator[str]:
    """Yield draws counted as losses, and for whom."""
    for least, most in _losses(found):
        for name, worth in _losers(found, least, most).items():
            if any(_allows(found, values, values) for values in _without_draws(found, worth)):
                yield f"draws counted as losses for {name}"


def _losers(found: Difference, least: int, most: int) -> dict[str, Numbers]:
    """Return what a draw counts as at each node, by the player who loses it."""
    to_move = turns(found.graph)
    low, high = np.full(len(to_move), least), np.full(len(to_move), most)
    mover = np.where(to_move > 0, least, most)
    if found.graph.convention is not Convention.NEGAMAX:
        return {"Max": low, "Min": high, "the player to move": mover}
    ends = {"the player to move": low, "the player who has just moved": high}
    by_player = zip(players(found.graph), (mover, np.where(to_move > 0, most, least)), strict=True)
    return ends | dict(by_player) if to_move.all() else ends


def _without_draws(found: Difference, worth: Numbers) -> Iterator[Numbers]:
    """Yield what nodes are worth if endless play is worth something else at each, and if drawn leaves are, too."""
    yield np.clip(worth, *found.bounds)
    columns, draw = found.graph.columns, found.rank(found.endless)
    is_drawn = (columns.kinds == LEAF) & (found.true.low == draw)
    is_claimed = is_drawn & (found.claims.codes >= 0)
    is_loss = np.abs(worth) < len(found.scale) // 2  # no leaf has an infinite score
    if not (is_drawn.any() and is_loss.all()) or Sides(worth, worth).excludes(found.counted)[is_claimed].any():
        return
    ranks = np.where(is_drawn, worth, found.true.low)[columns.kinds == LEAF]
    used, codes = np.unique(ranks, return_inverse=True)
    column = np.full(len(worth), NO_SCORE, np.int32)
    column[columns.kinds == LEAF] = codes
    changed = replace(columns, ranks=column, scale=tuple(found.score(int(rank)) for rank in used))
    graph = GameGraph.from_columns(changed, found.graph.links, root=found.graph.root, convention=found.graph.convention)
    solution = solve(graph)
    scale = np.array([*map(found.rank, solution.lower.scale)], np.int32)
    bounds = [scale[side.codes] for side in (solution.lower, solution.upper)]
    yield np.clip(worth, *bounds)
    yield np.clip(draw, *bounds)


def _losses(found: Difference) -> Iterator[tuple[int, int]]:
    """Yield the ranks of a loss for one player and for the other: as of the range, the worst and the mildest of leaves.

    Last comes the infinite one.
    """
    leaves = {*map(found.rank, found.graph.columns.scale)}
    ranks = sorted({*leaves, *(-rank for rank in leaves)} if found.graph.sign < 0 else leaves)
    draw = found.rank(found.endless)
    lower, upper = [rank for rank in ranks if rank < draw], [rank for rank in ranks if rank > draw]
    ends = [found.rank(end) for end in found.graph.score_range or () if end in found.scale]
    pairs = {tuple(ends), (*ranks[:1], *ranks[-1:]), (*lower[-1:], *upper[:1])}
    yield from sorted((pair[0], pair[1]) for pair in pairs if len(pair) == 2)
    yield found.rank(NEGATIVE_INFINITY), found.rank(POSITIVE_INFINITY)


# ---- side to move


def _reversed_sides(found: Difference) -> Iterator[tuple[str, str]]:
    """Yield the players at whose nodes the sign is reversed, and how the values can be compared so."""
    to_move, is_inner = turns(found.graph), found.graph.columns.orientation != 0
    first, second = players(found.graph)
    option = f"as --values-for {View.MOVER if found.graph.sign > 0 else View.MAX} takes them"
    reversed_at = {
        f"the sign reversed where {second} is to move": (to_move < 0, option),
        f"the sign reversed where {first} is to move": (to_move > 0, ""),
        "the sign reversed everywhere": (np.ones(len(to_move), bool), ""),
    }
    for name, (where, note) in reversed_at.items():
        if _allows(found, *_reversed(found.true, where)):
            yield name, note
        elif _allows(found, *_reversed(found.true, where & is_inner)):
            yield f"{name}, but not at leaves", ""


def _reversed(true: Sides, where: Mask) -> tuple[Numbers, Numbers]:
    return np.where(where, -true.high, true.low), np.where(where, -true.low, true.high)


# ---- searches that end too soon


def _short_searches(found: Difference) -> Iterator[tuple[str, str]]:
    """Yield searches that go so many moves below each node, or so many below the start, and count 0 there."""
    plies = fewest_moves(found.graph.links.forward, np.array([found.graph.root_index]))
    is_short = np.ones(_MOST_PLIES, bool)  # by the number of moves below the start
    for moves, is_wrong in enumerate(_mistaken(found)):
        if not is_wrong.any():
            yield SHORT, f"{counted(moves, 'move')} below each node"
        _rule_out(is_short, plies[is_wrong], moves)
    is_wrong = np.isin(np.arange(len(plies)), found.wrong)
    for ply in np.unique(plies[is_wrong]).tolist():  # whoever searches on from there finds what is true
        is_short[moves + max(ply, 0) :] = False
    yield from ((SHORT, f"{counted(int(moves), 'move')} below the start") for moves in np.flatnonzero(is_short)[:1])


def _mistaken(found: Difference) -> Iterator[Mask]:
    """Yield for 0, 1, … moves where a search of so many does not find what is claimed, until it finds what is true."""
    arrays = arrays_of(found.graph, extra=(found.endless,))
    ranks = np.array([*map(found.rank, arrays.scale)], np.int32)
    worth, has = arrays.rank(found.endless), found.claims.codes >= 0
    search = Iteration(arrays, -arrays.top, arrays.top)
    search.ranks[:, arrays.leaves] = arrays.leaf_ranks
    while search.n < _MOST_PLIES:
        value = ranks[np.clip(worth, *search.ranks) + arrays.top]
        yield has & Sides(value, value).excludes(found.counted)
        if not len(search.advance()):
            break


def _rule_out(is_short: Mask, plies: Numbers, moves: int) -> None:
    """Rule out searches that have so many moves left at nodes of which something else is claimed."""
    ends = np.unique(plies) + moves
    ends = ends[ends < len(is_short)]
    is_short[ends] = False
    if moves == 0 and len(ends):
        is_short[: ends.max()] = False


# ---- distance


def _distances(found: Difference) -> Iterator[tuple[str, str]]:
    """Yield how scores count the moves to the end, if they do; undecided nodes must be right."""
    rows = np.flatnonzero((found.claims.codes >= 0) & (found.true.low == found.true.high))
    true, mine = _numbers(found, found.true.low[rows]), _numbers(found, found.counted.low[rows])
    decided = true != float(found.endless)
    if not decided.any() or (found.counted.low != found.counted.high)[rows].any() or (mine != true)[~decided].any():
        return
    moves = np.full(len(found.graph.nodes), ENDLESS)
    moves[found.solution.distance.rows] = found.solution.distance.codes
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


def _numbers(found: Difference, ranks: Numbers) -> NDArray[np.float64]:
    used, codes = np.unique(ranks, return_inverse=True)
    return np.array([float(found.score(int(rank))) for rank in used], np.float64)[codes]
