"""Random game graphs in which play can reach every node.

A random tree on the inner nodes, ended by the leaves, makes every node reachable; the other moves are drawn one by
one from those that the parameters allow.  Every choice comes from `Random.random`, the one method of Python's
generator whose numbers are promised to stay, so a seed means the same graph everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from random import Random
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from explorer.games.game import Game
from explorer.model.columns import CODES, LEAF, MoveColumns, NodeColumns, ranked
from explorer.model.errors import OptionError
from explorer.model.graph import Convention, GameGraph, Kind
from explorer.model.scores import Score
from explorer.trace.options import choice, decimal_number, score_list, share_or_number, whole_number, yes_no

MAX_NODES = 1_000_000
MAX_MOVES = 5_000_000

_TRIES = 12  # at drawing an allowed move before all of them are listed

T = TypeVar("T")


@dataclass
class _Growth:
    """A graph of numbered nodes in the making: the inner nodes come first, 0 is the root."""

    rng: Random
    inner: int
    nodes: int
    cycles: bool
    alternating: bool
    below: list[list[int]] = field(init=False)
    parents: list[int] = field(init=False)  # in the tree; the root is its own
    sides: list[int] = field(init=False)  # of the two between which every move goes, if play alternates

    def __post_init__(self) -> None:
        self.below = [[] for _ in range(self.inner)]
        self.parents = [0] * self.nodes
        self.sides = [0] * self.nodes

    def grow_tree(self, dead_ends: int) -> None:
        """Give every node but the root a predecessor, and all but the last `dead_ends` inner nodes a successor.

        Each inner node has one slot for a successor, and further slots are dealt out at random, so that all are
        taken when the last leaf has been put in one.
        """
        with_places = self.inner - dead_ends
        more = [_below(self.rng, with_places) for _ in range(self.nodes - 1 - with_places)] if with_places else []
        slots = [1] * with_places + [0] * dead_ends
        for node in more:
            slots[node] += 1
        free = [0] * sum(slots[:1])  # no slots if the root is a leaf
        for node in range(1, self.nodes):
            parent = _taken_out(self.rng, free)
            self.parents[node] = parent
            self.sides[node] = 1 - self.sides[parent]
            self.below[parent].append(node)
            free += [node] * (slots[node] if node < self.inner else 0)

    def add_moves(self, count: int) -> None:
        """Add moves: one that closes a cycle if there may be any, one from each inner node without, then any.

        Raises
        ------
        OptionError
            If there are not so many that are allowed.
        """
        if self.cycles and count > 0:
            count -= self._close_cycle()
        for node in [node for node, row in enumerate(self.below) if not row]:
            count -= self._add_move(node)
        able = list(range(self.inner))
        while count > 0 and able:
            index = _below(self.rng, len(able))
            if self._add_move(able[index]):
                count -= 1
            else:
                able[index] = able[-1]
                able.pop()
        if count > 0 or not all(self.below):
            raise OptionError(
                f"with these parameters at most {sum(map(len, self.below)):,} moves are possible; "
                "lower degree, or raise nodes"
            )

    def _close_cycle(self) -> bool:
        """Add a move back along the tree, from a node that has no move yet if there is one; False if none is allowed.

        With alternating turns there is none from the root; any other inner node may go back to its parent.
        """
        waiting = [node for node, row in enumerate(self.below) if not row] or list(range(1, self.inner)) or [0]
        node = waiting[_below(self.rng, len(waiting))]
        above = [node]
        while above[-1] != 0:
            above.append(self.parents[above[-1]])
        allowed = [target for target in above if self._is_allowed(node, target)]
        if allowed:
            self.below[node].append(allowed[_below(self.rng, len(allowed))])
        return bool(allowed)

    def _add_move(self, node: int) -> bool:
        """Add one move from an inner node; False if every allowed one is there."""
        first = 0 if self.cycles else node + 1
        row = self.below[node]
        for _ in range(_TRIES):
            target = first + _below(self.rng, self.nodes - first)
            if self._is_allowed(node, target) and target not in row:
                row.append(target)
                return True
        is_left = self._sides_in_row != self.sides[node] if self.alternating else np.ones(self.nodes, np.bool_)
        is_left[:first] = is_left[row] = False
        allowed = np.flatnonzero(is_left)
        if len(allowed):
            row.append(int(allowed[_below(self.rng, len(allowed))]))
        return len(allowed) > 0

    @cached_property
    def _sides_in_row(self) -> NDArray[np.int8]:
        """The sides, once the tree has grown."""
        return np.array(self.sides, np.int8)

    def _is_allowed(self, node: int, target: int) -> bool:
        return not self.alternating or self.sides[node] != self.sides[target]

    def shuffle(self) -> None:
        """Put the successors of every node in a random order."""
        for row in self.below:
            for last in range(len(row) - 1, 0, -1):
                other = _below(self.rng, last + 1)
                row[last], row[other] = row[other], row[last]


def random_graph(
    *,
    nodes: int,
    degree: float,
    leaves: int | float,
    scores: Sequence[Score],
    cycles: bool,
    alternating: bool,
    convention: str,
    seed: int,
) -> GameGraph:
    """The random graph of a seed; every node can be reached from the root.

    Parameters
    ----------
    degree : moves of an inner node, on average; at least so many that every node can be reached.
    leaves : how many nodes are leaves: a whole number, or a float for a share.
    scores : from which each leaf draws one; one that is given twice is drawn twice as often.

    Raises
    ------
    OptionError
        If there is no such graph.
    """
    inner = nodes - _leaf_count(nodes, leaves, cycles=cycles)
    rng = Random(seed)
    moves = _move_count(nodes, inner, degree)
    growth = _Growth(rng, inner, nodes, cycles, alternating)
    growth.grow_tree(_dead_ends(rng, inner, nodes, moves, cycles=cycles))
    growth.add_moves(moves - (nodes - 1))
    growth.shuffle()
    ids = [f"p{index}" if index < inner else f"x{index - inner}" for index in range(nodes)]
    kinds = list(_kinds(growth, Convention(convention)))
    drawn = [scores[_below(rng, len(scores))] for _ in ids[inner:]]
    ranks, scale = ranked([*[None] * inner, *drawn])
    codes = [*(CODES[kind] for kind in kinds), *[LEAF] * (nodes - inner)]
    sources = np.repeat(np.arange(inner, dtype=np.int32), list(map(len, growth.below)))
    targets = np.fromiter(chain.from_iterable(growth.below), np.int32, len(sources))
    return GameGraph.from_sound(
        NodeColumns(tuple(ids), np.array(codes, np.int8), ranks, scale),
        MoveColumns(sources, targets, nodes),
        root=ids[0],
        convention=Convention(convention),
        name=f"Random graph of {nodes} nodes, seed {seed}",
        description=(
            f"A random game graph {'with' if cycles else 'without'} cycles: {inner} inner nodes with {moves} moves, "
            f"and {nodes - inner} leaves. Every node can be reached from the root. Another seed gives another graph."
        ),
    )


def _leaf_count(nodes: int, leaves: int | float, *, cycles: bool) -> int:
    """How many leaves there are; of a share that is not 0 at least one."""
    fewest, most = 0 if cycles else 1, max(1, nodes - 1)
    if isinstance(leaves, float):
        return min(most, max(fewest, math.ceil(leaves), round(leaves * nodes)))
    if not fewest <= leaves <= most:
        raise OptionError(f"leaves must lie between {fewest} and {most} for {nodes} nodes like these, got {leaves}")
    return leaves


def _move_count(nodes: int, inner: int, degree: float) -> int:
    """How many moves there are; at least one from every inner node and one to every node but the root."""
    moves = round(degree * inner)
    needed = max(nodes - 1, inner)
    if moves < needed:
        share = needed / inner
        raise OptionError(
            f"to reach {nodes:,} nodes, {inner} inner nodes need {share:.3g} moves each; raise degree, or lower leaves"
        )
    if moves > MAX_MOVES:
        raise OptionError(f"such a graph has {moves:,} moves, at most {MAX_MOVES:,} are made; lower nodes or degree")
    return moves


def _dead_ends(rng: Random, inner: int, nodes: int, moves: int, *, cycles: bool) -> int:
    """How many inner nodes end the tree, and so only go back: some if there are cycles, at least one without leaves."""
    spare = min(moves - (nodes - 1), inner // 3) if cycles else 0
    fewest = 1 if nodes == inner else 0
    return max(fewest, _below(rng, spare + 1))


def _kinds(growth: _Growth, convention: Convention) -> Iterator[Kind]:
    """The kind of every inner node: by the side if play alternates, else at random."""
    for index in range(growth.inner):
        side = growth.sides[index] if growth.alternating else _below(growth.rng, 2)
        yield Kind.MOVER if convention is Convention.NEGAMAX else (Kind.MAX, Kind.MIN)[side]


def _below(rng: Random, limit: int) -> int:
    """A whole number from 0 to `limit`, which is not included."""
    return int(rng.random() * limit)


def _taken_out(rng: Random, items: list[T]) -> T:
    """A random item, which is taken out of the list."""
    index = _below(rng, len(items))
    items[index], items[-1] = items[-1], items[index]
    return items.pop()


GAME = Game(
    name="random",
    title="Random graph",
    source="our own",
    summary="A graph drawn at random by a seed, of any size, with or without cycles, for trying out and for comparing.",
    parameters=(
        whole_number("nodes", "Nodes", 20, "How many nodes there are, leaves included.", minimum=1, maximum=MAX_NODES),
        decimal_number("degree", "Moves of a node", 2.5, "Of an inner node, on average.", minimum=1, maximum=50),
        share_or_number("leaves", "Leaves", 0.35, "How many nodes are leaves: a number such as 12, or a share (40%)."),
        score_list("scores", "Scores K", (-1, 0, 1), 'What leaves may score, such as "-1, 0, 1/2" or "-3..3".'),
        yes_no("cycles", "Cycles", True, "Whether positions can come back; a tree has no move to spare for it."),
        yes_no(
            "alternating", "Alternating", True, "Whether every move passes the turn, so that the graph is bipartite."
        ),
        choice(
            "convention",
            "Scores are",
            {"minimax": "from Max's view (minimax)", "negamax": "for the player to move (negamax)"},
            "Whether nodes belong to Max and Min, or scores are for whoever is to move.",
        ),
        whole_number("seed", "Seed", 1, "Another seed gives another graph.", minimum=0, maximum=2**31 - 1),
    ),
    build=random_graph,
    rank=30,
    count=lambda *, nodes, **_: nodes,
)
