"""Graph of a game under a rule about repetition: each node is a position with what the rule must remember."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isinf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.model.check import playable
from explorer.model.columns import LEAF, NO_SCORE, OPEN, Indices, MoveColumns, NodeColumns, ranks_and_scale
from explorer.model.errors import GraphError, OptionError, brief
from explorer.model.graph import GameGraph, Move
from explorer.model.scores import Range, Score, format_score, parse_endless
from explorer.model.words import counted
from explorer.solver import solve
from explorer.unwinding.repetition import Repetition, RepetitionKind
from explorer.unwinding.unfolded_states import End, PlayStates, UnfoldProgress, states_under

ORIGIN, REPETITION = "origin", "repetition"  # keys of a node and of the graph, in memory and in files
_NAMED = 5  # open nodes in a sentence


@dataclass(frozen=True, eq=False)
class Unfolded:
    """A game graph under a rule about repetition, with the position that each of its nodes is a copy of.

    Attributes
    ----------
    source : the plain graph.
    rule, endless : what was asked for; `endless` belongs to Max, in a negamax graph to the player to move at the root.
    graph : the unfolded graph.  Its first copy of a position has the id of that, others are named `a#2`, `a#3` …;
        each node has its origin under the key `origin`.
    origins : the index in `source` of each node's origin, by index.
    sides : 1 where in a negamax graph the other player than at the root is to move, else 0.
    ends : how play ends in each node under the rule, an `End`.
    parents : the index of the node before each in a shortest play from the root; -1 for the root.
    """

    source: GameGraph
    rule: Repetition
    endless: Score
    graph: GameGraph
    origins: Indices
    sides: NDArray[np.int8]
    ends: NDArray[np.int8]
    parents: Indices

    def origin(self, id: str) -> str:
        """Return the id of the position that a node is a copy of."""
        return self.source.ids[int(self.origins[self.graph.index_of(id)])]

    @cached_property
    def _copies(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for id, origin in zip(self.graph.ids, self.origins.tolist(), strict=True):
            found.setdefault(self.source.ids[origin], []).append(id)
        return {origin: tuple(ids) for origin, ids in found.items()}

    def copies_of(self, origin: str) -> tuple[str, ...]:
        """Return the nodes that are copies of a position, nearest to the root first; none if play cannot reach it."""
        return self._copies.get(origin, ())

    def history(self, id: str) -> tuple[str, ...]:
        """Return the positions of a shortest play from the root to a node, the node's own last."""
        index, path = self.graph.index_of(id), []
        while index >= 0:
            path.append(self.source.ids[self.origins[index]])
            index = int(self.parents[index])
        return tuple(reversed(path))

    def end(self, id: str) -> End:
        """Return how the rule ends the play in a node; `End.NONE` where it goes on or the game itself is over."""
        return End(int(self.ends[self.graph.index_of(id)]))

    def forbidden_after(self, id: str) -> tuple[str, ...]:
        """Return the positions that the rule does not let a player move to from a node."""
        if self.rule.kind is not RepetitionKind.NO_REPEATS:
            return ()
        allowed = {self.origin(other) for other in self.graph.ids_after(id)}
        return tuple(other for other in self.source.ids_after(self.origin(id)) if other not in allowed)

    @cached_property
    def scores(self) -> Mapping[str, Score]:
        """The exact score of every node, from the view that the graph's convention takes.

        Where play can still be endless, it is worth `endless` as everywhere: in a negamax graph to the player to move
        at the root.
        """
        scores = solve(self.graph, endless=self.endless).scores
        if not self.sides.any() or self.endless == 0:
            return scores
        others = solve(self.graph, endless=-self.endless).scores
        sides = self.sides.tolist()
        return {id: (others if side else scores)[id] for id, side in zip(self.graph.ids, sides, strict=True)}

    @property
    def summary(self) -> str:
        """A sentence on the size: nodes, positions that they are copies of, and ends by the rule."""
        positions = len(np.unique(self.origins))
        ended = int(np.count_nonzero(self.ends))
        ends = f"; the rule ends play in {ended:,} of them" if ended else ""
        return f"{self.rule}: {counted(len(self.graph.nodes), 'node')} of {counted(positions, 'position')}{ends}"


def unfold(
    graph: GameGraph, rule: Repetition | str, *, endless: Score = 0, progress: UnfoldProgress | None = None
) -> Unfolded:
    """Return the graph of a game under a rule about repetition.

    Parameters
    ----------
    rule : "times=n", "repeats-loses", "no-repeats" or "clock=m".
    endless : the worth of a play that the rule ends and of endless play: to Max, in a negamax graph to the player to
        move at the root.
    progress : called now and then with the number of states and the most; it may raise to cancel.

    Raises
    ------
    OptionError
        If there is no such rule, or `endless` is infinite.
    GraphError
        If the graph has errors or play can reach an open node, or under `repeats-loses` no score is known.
    LimitError
        If there are too many states, with their number and the component that most of them belong to.

    Examples
    --------
    >>> graph = GameGraph.from_json({
    ...     "root": "a", "nodes": [{"id": "a", "player": "max"}, {"id": "t", "score": 0}],
    ...     "moves": [["a", "a"], ["a", "t"]]})
    >>> found = unfold(graph, "times=2", endless=1)
    >>> found.graph.moves, found.origin("a#2"), found.scores
    ((('a', 'a#2'), ('a', 't')), 'a', {'a': 1, 'a#2': 1, 't': 0})
    """
    rule, endless = Repetition.parse(rule), parse_endless(endless)
    source = playable(graph)
    if isinf(endless):
        raise OptionError(
            f"{rule}: a play that the rule ends is worth what endless play is worth, and so a number; got "
            f"{format_score(endless)}"
        )
    require_closed(source)
    worths = _end_worths(source, rule, endless)
    states = states_under(source, rule, progress=progress)
    return _Building(source, rule, endless, states, worths).result()


def require_closed(graph: GameGraph) -> None:
    """Raise GraphError if play can reach an open node."""
    opens = np.flatnonzero((graph.columns.kinds == OPEN) & graph.is_reachable).tolist()
    if opens:
        names = ", ".join(brief(graph.columns.names[index]) for index in opens[:_NAMED])
        more = f" and {len(opens) - _NAMED:,} more" if len(opens) > _NAMED else ""
        raise GraphError(
            f"{counted(len(opens), 'node')} {'is' if len(opens) == 1 else 'are'} open ({names}{more}), and what they "
            "lead to may repeat a position; a rule about repetition needs a graph without open nodes"
        )


def _end_worths(graph: GameGraph, rule: Repetition, endless: Score) -> dict[tuple[End, int], Score]:
    """Return the score of each end, by the side that is to move there, as leaf scores are written."""
    worths: dict[tuple[End, int], Score] = {(End.ENDLESS, 0): endless, (End.ENDLESS, 1): 0 - endless}
    if rule.kind is not RepetitionKind.REPEATS_LOSES:
        return worths
    known: list[Score] = [*(graph.columns.scale if graph.score_range is None else graph.score_range)]
    if not known:
        raise GraphError(f"{rule}: who repeats loses, but no leaf has a score and the graph has no range; give it one")
    least, most = min(known), max(known)
    largest: Score = max(most, 0 - least)
    ends = (End.LOST_BY_MAX, 0, least), (End.LOST_BY_MIN, 0, most)
    movers = (End.LOST_BY_MOVER, 0, largest), (End.LOST_BY_MOVER, 1, largest)
    worths.update({(end, side): worth for end, side, worth in (*ends, *movers)})
    return worths


@dataclass(frozen=True)
class _Building:
    """Construction of the unfolded graph from its states."""

    source: GameGraph
    rule: Repetition
    endless: Score
    states: PlayStates
    worths: Mapping[tuple[End, int], Score]

    def result(self) -> Unfolded:
        """Return the unfolded graph with its origins."""
        states = self.states
        origins, sides = np.divmod(np.array(states.vertices, np.int32), states.sides)
        origins, sides, ends = origins.astype(np.int32), sides.astype(np.int8), np.array(states.ends, np.int8)
        columns = self._columns(origins, sides, ends)
        links = MoveColumns(np.array(states.sources, np.int32), np.array(states.targets, np.int32), columns.ids)
        graph = GameGraph.from_columns(
            columns,
            links,
            root=columns.ids[0],
            convention=self.source.convention,
            name=f"{self.source.name} ({self.rule})" if self.source.name else "",
            description=self.source.description,
            extra={**self.source.extra, REPETITION: str(self.rule)},
            score_range=self._range(),
            **self._marks(columns.ids, origins, links),
        )
        parents = np.array(states.parents, np.int32)
        return Unfolded(self.source, self.rule, self.endless, graph, origins, sides, ends, parents)

    def _columns(self, origins: Indices, sides: NDArray[np.int8], ends: NDArray[np.int8]) -> NodeColumns:
        """Return the columns of the nodes."""
        plain = self.source.columns
        ids, labels = _copy_names(plain, origins)
        kinds, ranks = np.where(ends > 0, np.int8(LEAF), plain.kinds[origins]), plain.ranks[origins]
        codes, added = ranks_and_scale([*plain.scale, *self.worths.values()])
        for number, (end, side) in enumerate(self.worths, len(plain.scale)):
            is_end = (ends == end) & (sides == side)
            ranks[is_end] = number
        ranks = np.where(ranks == NO_SCORE, np.int32(NO_SCORE), codes[ranks])
        return NodeColumns(ids, kinds, ranks, added, labels, extras=_OriginExtras(self.source, origins))

    def _range(self) -> Range | None:
        """Return the range of scores, with those of ends by the rule."""
        if self.source.score_range is None:
            return None
        used = {pair for pair in self.worths if self.source.sign < 0 or pair[1] == 0}
        values = [*self.source.score_range, *(self.worths[pair] for pair in used)]
        return min(values), max(values)

    def _marks(self, ids: Sequence[str], origins: Indices, links: MoveColumns) -> dict[str, Any]:
        """Return the names and marks of the moves of copies."""
        source = self.source
        if not source.move_names and not source.progress:
            return {}
        moves = {*source.move_names, *source.progress}
        keys = [source.index[one] * len(source.ids) + source.index[other] for one, other in moves]
        own = origins[links.sources].astype(np.int64) * len(source.ids) + origins[links.targets]
        names: dict[Move, str] = {}
        progress: set[Move] = set()
        for number in np.flatnonzero(np.isin(own, np.array(keys, np.int64))).tolist():
            one, other = int(links.sources[number]), int(links.targets[number])
            move, original = (ids[one], ids[other]), (source.ids[origins[one]], source.ids[origins[other]])
            if original in source.move_names:
                names[move] = source.move_names[original]
            if original in source.progress:
                progress.add(move)
        return {"move_names": names, "progress": frozenset(progress)}


def _copy_names(plain: NodeColumns, origins: Indices) -> tuple[tuple[str, ...], list[str | None] | None]:
    """Return the ids and the labels of copies: those of the origin, with the number of the copy from the second on."""
    mark = "#"
    while any(mark in id for id in plain.ids):
        mark += "#"
    counts = [0] * len(plain.ids)
    ids: list[str] = []
    labels: list[str | None] = []
    for origin in origins.tolist():
        counts[origin] += 1
        suffix = f"{mark}{counts[origin]}" if counts[origin] > 1 else ""
        ids.append(plain.ids[origin] + suffix)
        if plain.labels is not None:
            label = plain.labels[origin]
            labels.append(label + suffix if label else None)
    return tuple(ids), labels if plain.labels is not None else None


class _OriginExtras(Mapping[int, Mapping[str, Any]]):
    """Further keys of the nodes of an unfolded graph: those of its origin, and the id of that."""

    def __init__(self, source: GameGraph, origins: Indices) -> None:
        self._ids, self._extras, self._origins = source.ids, source.columns.extras, origins

    def __getitem__(self, index: int) -> Mapping[str, Any]:
        if not 0 <= index < len(self._origins):
            raise KeyError(index)
        origin = int(self._origins[index])
        return {**self._extras.get(origin, {}), ORIGIN: self._ids[origin]}

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self._origins)))

    def __len__(self) -> int:
        return len(self._origins)
