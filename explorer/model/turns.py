"""Who moves in a graph that names no player: levels that alternate from the root, or negamax."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from explorer.model.columns import IS_INNER, KINDS, LEAF, MAX, MIN, MOVER, Kinds, MoveColumns
from explorer.model.graph import Convention, GameGraph
from explorer.model.reach import spread
from explorer.model.scores import Score

_NONE = -1  # rank of a node without a number


class Turns(StrEnum):
    """Who moves: the values are those of the option `--convention`, and what is said of them."""

    MAX_FIRST = "minimax"
    MIN_FIRST = "min-first"
    NEGAMAX = "negamax"

    @property
    def words(self) -> str:
        """The reading in words."""
        if self is Turns.NEGAMAX:
            return "a negamax graph, whose scores are for the player to move"
        return f"levels that alternate, beginning with {'Max' if self is Turns.MAX_FIRST else 'Min'} at the root"

    @property
    def short(self) -> str:
        """The reading in a word or three."""
        titles = {Turns.MAX_FIRST: "Max, Min by turns", Turns.MIN_FIRST: "Min, Max by turns", Turns.NEGAMAX: "negamax"}
        return titles[self]

    @property
    def convention(self) -> Convention:
        """The convention of the graph."""
        return Convention.NEGAMAX if self is Turns.NEGAMAX else Convention.MINIMAX


@dataclass(frozen=True)
class Unnamed:
    """A graph in the making that names no player.

    Attributes
    ----------
    moves : its moves.
    root : the index of the root, if there is one.
    kinds : of its nodes, inner ones `MOVER`.
    numbers : what leaves are worth, and what is said that inner nodes are worth; None where nothing is.
    """

    moves: MoveColumns
    root: int | None
    kinds: Kinds
    numbers: Sequence[Score | None]

    def turns(self, *, levels: bool) -> tuple[Turns, Turns | None]:
        """The reading that is taken, and another that there is; negamax, unless `levels` may alternate.

        Without scores all readings agree.  Numbers at inner nodes choose the only one that they satisfy; else the
        levels of a tree alternate, and all others are negamax.
        """
        sides = self._sides()
        if sides is None or not (self.kinds == LEAF).any():
            return Turns.NEGAMAX, None
        fitting = self._fitting(sides) if levels else []
        if len(fitting) != 1:
            fitting = [Turns.MAX_FIRST if levels and self._is_tree() else Turns.NEGAMAX]
        return fitting[0], Turns.MAX_FIRST if fitting[0] is Turns.NEGAMAX else Turns.NEGAMAX

    def players(self, turns: Turns) -> Kinds:
        """The kinds of nodes as a reading has them."""
        sides = self._sides() if turns is not Turns.NEGAMAX else None
        if sides is None:
            return self.kinds
        first, second = (MAX, MIN) if turns is Turns.MAX_FIRST else (MIN, MAX)
        is_inner = IS_INNER[self.kinds]
        return np.where(is_inner, np.where(sides == 1, first, second), self.kinds).astype(np.int8)

    def _sides(self) -> NDArray[np.int8] | None:
        """1 where the player moves who moves at the root, -1 where the other does.

        None where walks from the root to an inner node have different parities, or there is none.
        """
        if self.root is None:
            return None
        sides = np.zeros(len(self.kinds), np.int8)
        sides[self.root] = 1
        spread([self.moves.forward], sides, np.array([self.root], np.int32), turn=-1)
        between = IS_INNER[self.kinds[self.moves.targets]]
        is_same = sides[self.moves.sources] == sides[self.moves.targets]
        is_unknown = IS_INNER[self.kinds] & (sides == 0)
        return None if (between & is_same).any() or is_unknown.any() else sides

    def _is_tree(self) -> bool:
        """Whether each inner node but the root has one predecessor, and the root none."""
        entered = np.bincount(self.moves.targets, minlength=len(self.kinds))
        wanted = np.ones(len(self.kinds), np.int64)
        wanted[self.root] = 0
        return bool((entered == wanted)[IS_INNER[self.kinds]].all())

    def _fitting(self, sides: NDArray[np.int8]) -> list[Turns]:
        """The readings that the numbers at inner nodes satisfy, where all successors have numbers too."""
        values = {value for value in self.numbers if value is not None}
        scale = sorted(values | {-value for value in values})
        rank = {value: number for number, value in enumerate(scale)}
        ranks = np.array([_NONE if value is None else rank[value] for value in self.numbers], np.int64)
        sources, below = self.moves.sources, ranks[self.moves.targets]
        most, least = np.full(len(ranks), _NONE), np.full(len(ranks), len(scale))
        np.maximum.at(most, sources, below)
        np.minimum.at(least, sources, below)
        is_known = IS_INNER[self.kinds] & (ranks != _NONE) & (least != _NONE) & (most != _NONE)
        found = {
            Turns.MAX_FIRST: np.where(sides == 1, most, least),
            Turns.MIN_FIRST: np.where(sides == 1, least, most),
            Turns.NEGAMAX: len(scale) - 1 - least,
        }
        is_asked = bool(is_known.any())
        return [turns for turns, best in found.items() if is_asked and (best == ranks)[is_known].all()]


def as_read(graph: GameGraph, turns: Turns) -> GameGraph:
    """The graph, whose players were guessed, in another reading."""
    columns = graph.columns
    kinds = np.where(IS_INNER[columns.kinds], MOVER, columns.kinds).astype(np.int8)
    unnamed = Unnamed(graph.links, graph.root_index if graph.root is not None else None, kinds, ())
    found = unnamed.players(turns).tolist()
    nodes = [replace(node, kind=KINDS[kind]) for node, kind in zip(graph.nodes, found, strict=True)]
    return graph.replace(nodes=nodes, convention=turns.convention)
