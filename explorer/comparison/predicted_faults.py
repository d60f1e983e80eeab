"""Kinds of fault that predict every value; one that fits is right at all nodes of which something is claimed.

- *Draws counted as losses*: the value is what the node would be worth if endless play were worth the least score that
  there is, or the greatest.
- *Side to move*: the sign is reversed at the nodes of one player, or at all.
- *Distance*: scores are off by one, or count the moves to the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from explorer.comparison.fault import Fault
from explorer.comparison.first_wrong import Difference, Mask, Numbers, Sides
from explorer.comparison.turns import turns
from explorer.model.graph import Convention
from explorer.model.scores import NEGATIVE_INFINITY, POSITIVE_INFINITY
from explorer.solver.solution import ENDLESS

OFF_BY_ONE = "a distance that is off by one"


def predictions(found: Difference) -> Iterator[Fault]:
    """Yield the kinds that predict all values of the comparison."""
    names = {**dict.fromkeys(_lost_draws(found)), **dict.fromkeys(_reversed_sides(found))}
    for name, note in [*((name, "") for name in names), *_distances(found)]:
        count = len(found.wrong)
        yield Fault(name, count, partial(_share, found), note=note)


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
    up = found.graph.columns.orientation > 0
    for least, most in _losses(found):
        sides: dict[str, Numbers | int] = {"Max": least, "Min": most, "the player to move": np.where(up, least, most)}
        if found.graph.convention is Convention.NEGAMAX:
            sides = {"the player to move": least, "the player who has just moved": most}
        for name, worth in sides.items():
            ought = np.minimum(np.maximum(worth, found.bounds.low), found.bounds.high)
            if _allows(found, ought, ought):
                yield f"draws counted as losses for {name}"


def _losses(found: Difference) -> Iterator[tuple[int, int]]:
    """Yield the ranks of a loss for one player and for the other: the worst scores of leaves, and infinite ones."""
    leaves = found.graph.columns.scale
    scores = [*leaves, *(-score for score in leaves)] if found.graph.sign < 0 else leaves
    ends = found.graph.score_range or (min(scores, default=0), max(scores, default=0))
    if all(end in found.scale for end in ends):
        least, most = map(found.rank, ends)
        yield least, most
    yield found.rank(NEGATIVE_INFINITY), found.rank(POSITIVE_INFINITY)


# ---- side to move


def _reversed_sides(found: Difference) -> Iterator[str]:
    """Yield the players at whose nodes the sign is reversed."""
    to_move, is_inner = turns(found.graph), found.graph.columns.orientation != 0
    first, second = ("Max", "Min") if found.graph.sign > 0 else ("the player who begins", "the other player")
    reversed_at = {
        f"the sign reversed where {second} is to move": to_move < 0,
        f"the sign reversed where {second} is to move, but not at leaves": (to_move < 0) & is_inner,
        f"the sign reversed where {first} is to move": to_move > 0,
        f"the sign reversed where {first} is to move, but not at leaves": (to_move > 0) & is_inner,
        "the sign reversed everywhere": np.ones(len(to_move), bool),
        "the sign reversed everywhere but at leaves": is_inner,
    }
    fitting = (name for name, where in reversed_at.items() if _allows(found, *_reversed(found.true, where)))
    yield from islice(fitting, 1)  # of those that differ at no node of which something is claimed, the first


def _reversed(true: Sides, where: Mask) -> tuple[Numbers, Numbers]:
    return np.where(where, -true.high, true.low), np.where(where, -true.low, true.high)


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
