"""The exact bottom-up solver, step by step: attractors of the leaves, best first (`explorer.solver.retrograde`)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

import numpy as np

from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.captions import VALUE, bound_of, seen_term, term
from explorer.expansion.exact import exact_finality
from explorer.model.graph import Convention, GameGraph, Kind
from explorer.model.scores import NEGATIVE_INFINITY, POSITIVE_INFINITY, Score, format_score
from explorer.model.words import counted, plural
from explorer.solver.attractor import OUTSIDE
from explorer.solver.operator import GraphArrays, arrays_of
from explorer.solver.states import MIRRORED, attractor_arguments, numbers_of, state_graph, state_of
from explorer.trace import Activity, Bounds, Finality, Result, Step, Steps
from explorer.trace.caption import Caption, Quantity, Value, caption, named
from explorer.trace.options import endless_worth

PSEUDOCODE = (
    "lower(p) := −∞ and upper(p) := ∞, not settled, for every node p",
    "for every leaf and either player, from the score that is best for the player to the worst:",
    "    settle the leaf's bound: the lower one for Max or whoever moves there, the upper one for the other",
    "    for every move p → q to a q that was settled for this player, p not settled for this player:",
    "        if it is this player's turn at p:  settle p's bound at q's, by this move",
    "        else one successor fewer is left to examine;  if none is left:  settle p's bound at q's",
    "the score is the value of endless play if it lies between lower and upper, else the bound nearest to it",
)
BEGIN, LEAF, OWN_TURN, OTHER_TURN, DONE = 1, 3, 5, 6, 7
SIDES = ("lower", "upper")


def steps(graph: GameGraph, *, endless: Score = 0) -> Steps:
    """Yield the steps of retrograde analysis: a bound that is settled, or a counter that goes down.

    Every move is visited once for either bound.

    Parameters
    ----------
    endless : the value of endless play, for `scores`; in a negamax graph to the player to move at the node.

    Returns
    -------
    `scores`, `lower` and `upper` by id, and `settled`, the number of bounds that were settled.
    """
    run = _Run(graph, endless)
    yield run.first_step()
    for event in run.attractors.events():
        yield run.step(event)
    yield run.last_step()
    return run.result()


@dataclass(frozen=True, slots=True)
class SettlingEvent:
    """A state that was settled, or that waits for one successor fewer.

    Attributes
    ----------
    state : the state, by number.
    cause : the successor, settled before, that is looked at; `OUTSIDE` for a leaf.
    is_settled : whether the state is settled by it.
    """

    state: int
    cause: int
    is_settled: bool


class Replay:
    """The computation of `explorer.solver.retrograde`, event by event.

    Attributes
    ----------
    floors : for each state, by number, the rank that it is settled at so far, or that of -∞.
    waits : for each state, the number of successors to be settled before it is.
    """

    def __init__(self, arrays: GraphArrays) -> None:
        self._states = state_graph(arrays)
        (self._starts, self._sources), self.waits = attractor_arguments(self._states)
        self._bottom = -arrays.top
        self.floors = [self._bottom] * len(self.waits)

    def events(self) -> Iterator[SettlingEvent]:
        """Yield each event, in order, after it has happened."""
        leaves = zip(self._states.leaf_ranks.tolist(), self._states.leaves.tolist(), strict=True)
        for rank, targets in groupby(sorted(leaves, key=itemgetter(0), reverse=True), key=itemgetter(0)):
            settled = [state for _, state in targets]
            for state in settled:
                yield self._recorded_event(state, OUTSIDE, rank, is_settled=True)
            for state in settled:  # grows while it is walked
                for before in self._sources[self._starts[state] : self._starts[state + 1]]:
                    if not self.is_settled(before):
                        self.waits[before] -= 1
                        settled += [] if self.waits[before] else [before]
                        yield self._recorded_event(before, state, rank, is_settled=not self.waits[before])

    def is_settled(self, state: int) -> bool:
        """Return whether the bound of a state is settled."""
        return self.floors[state] > self._bottom

    def _recorded_event(self, state: int, cause: int, rank: int, *, is_settled: bool) -> SettlingEvent:
        """Record the rank of a state that is settled now, and return the event."""
        if is_settled:
            self.floors[state] = rank
        return SettlingEvent(state, cause, is_settled)


class _Run:
    def __init__(self, graph: GameGraph, endless: Score) -> None:
        self.graph = graph
        self.endless = endless
        self.arrays = arrays_of(graph, extra=(endless,))
        self.attractors = Replay(self.arrays)
        self.is_whole = all(node.kind is not Kind.OPEN for node in graph.nodes)
        self.settled = 0

    def first_step(self) -> Step:
        every = [node.id for node in self.graph.nodes]
        return Step(
            "No bound is settled. For each player the leaves follow from the best to the worst, and after each of them "
            "the positions from which this player can force play to it.",
            BEGIN,
            bounds=dict.fromkeys(every, (-math.inf, math.inf)),
            finality=dict.fromkeys(every, Finality.TENTATIVE),
            counters=self._counters(),
        )

    def step(self, event: SettlingEvent) -> Step:
        index = state_of(event.state).node
        node = self.graph.nodes[index]
        self.settled += event.is_settled
        cause = None if event.cause < 0 else self.graph.ids[state_of(event.cause).node]
        role = Activity.EVALUATED if cause is None else Activity.CHANGED
        return Step(
            self._caption(event, index),
            LEAF if cause is None else OWN_TURN if self._is_own_turn(event.state) else OTHER_TURN,
            bounds={node.id: self._bounds(index)} if event.is_settled else {},
            finality={node.id: self._role(index)} if event.is_settled else {},
            activity=({} if cause is None else {cause: Activity.COMPARED})
            | ({node.id: role} if event.is_settled else {}),
            focus=node.id,
            move=None if cause is None else (node.id, cause),
            counters=self._counters(),
            notes={} if node.kind is Kind.LEAF else {node.id: self._note(index)},
        )

    def last_step(self) -> Step:
        loose = [self._unsettled_words(side) for side in (0, 1)]
        rest = " ".join(filter(None, loose)) or "Every bound is settled."
        counting = "" if self.is_whole else " and open nodes counted as endless play"
        root = self.graph.root_index
        final = exact_finality(self.graph.replace(score_range=None)).roles()  # of bounds for any value of endless play
        return Step(
            caption(
                *(
                    f"{rest} With endless play worth ",
                    Value(self.endless, Quantity.ENDLESS),
                    f"{counting}, the score of the ",
                ),
                *("root, ", named(self.graph.nodes[root]), ", is ", self._root_score(), "."),
            ),
            DONE,
            finality={node.id: role for node, role in zip(self.graph.nodes, final, strict=True)},
            focus=self.graph.ids[root],
            counters=self._counters(),
            notes={node.id: "" for node in self.graph.nodes},
        )

    def result(self) -> Result:
        ids = [node.id for node in self.graph.nodes]
        bounds = [self._bounds(index) for index in range(len(ids))]
        lower, upper = ({id: pair[side] for id, pair in zip(ids, bounds, strict=True)} for side in (0, 1))
        return {
            "scores": dict(zip(ids, self._scores(), strict=True)),
            "lower": lower,
            "upper": upper,
            "settled": self.settled,
        }

    # ---- numbers

    def _bounds(self, index: int) -> Bounds:
        lower, mirrored = (self.attractors.floors[state] for state in numbers_of(index))
        return self.arrays.score(lower), self.arrays.score(-mirrored)

    def _scores(self) -> list[Score]:
        floors = np.array(self.attractors.floors, np.int32)
        ranks = np.clip(self.arrays.rank(self.endless), floors[::2], -floors[1::2])
        return [self.arrays.score(rank) for rank in ranks.tolist()]

    def _role(self, index: int) -> Finality:
        """Return the finality of a node: settled is final, unless an open node may still make it better."""
        if not self.is_whole and self.graph.nodes[index].kind is not Kind.LEAF:
            return Finality.TENTATIVE
        settled = [self.attractors.is_settled(state) for state in numbers_of(index)]
        return {(True, True): Finality.FINAL, (True, False): Finality.LOWER}.get(
            (settled[0], settled[1]), Finality.UPPER
        )

    def _is_own_turn(self, state: int) -> bool:
        """Return whether the player to move at a state takes the largest score in the state's view."""
        index, view = state_of(state)
        return (self.graph.orientation[index] > 0) != (view == MIRRORED)

    def _counters(self) -> dict[str, int]:
        return {"settled": self.settled}

    # ---- words

    def _bound_side(self, state: int) -> int:
        """Return 0 if a state stands for the lower bound of its node, 1 for the upper."""
        return int(state_of(state).view == MIRRORED)

    def _bound(self, state: int) -> Score:
        return self._bounds(state_of(state).node)[self._bound_side(state)]

    def _favoured_player(self, state: int) -> str:
        """Return the name of the player whom a state's bound favours, as the node sees it."""
        if self.graph.convention is Convention.NEGAMAX:
            return "the other player" if self._bound_side(state) else "the player to move"
        return "Min" if self._bound_side(state) else "Max"

    def _root_score(self) -> Value:
        root = self.graph.root_index
        return Value(self._scores()[root], Quantity.RESULT, self.graph.ids[root], "scores")

    def _caption(self, event: SettlingEvent, index: int) -> Caption:
        node, side = self.graph.nodes[index], self._bound_side(event.state)
        bound = bound_of(node, side, self._bound(event.state))
        if event.cause < 0:
            score = Value(self._bound(event.state), Quantity.LEAF, node.id)
            at = caption(term(VALUE, node), f" {'≤' if side else '≥'} ", bound)
            return caption(
                "Leaf ", named(node), " has the score ", score, f": its {SIDES[side]} bound is settled, ", at, "."
            )
        player = self._favoured_player(event.state)
        if not event.is_settled:
            chooser = self._favoured_player(numbers_of(index)[1 - side])
            settled = caption(self._successor_bound_words(event), " is settled, but at ", named(node))
            return caption(settled, f" {chooser} moves and may choose otherwise: ", self._left_words(event))
        head = caption(term(SIDES[side], node), " = ", bound, ": ")
        if self._is_own_turn(event.state):
            can = "can" if self.graph.convention is Convention.NEGAMAX else "is to move and can"
            return caption(
                head, f"{player} {can} choose ", self._successor_bound_words(event), ", the best that can be settled."
            )
        return caption(
            head,
            "the last successor is settled, ",
            self._successor_bound_words(event),
            f", and none is worse for {player}.",
        )

    def _unsettled_words(self, side: int) -> str:
        """Return the sentence on how many lower or upper bounds were never settled; "" if there are none."""
        states = [numbers_of(index)[side] for index in range(len(self.graph.nodes))]
        loose = [state for state in states if not self.attractors.is_settled(state)]
        if not loose:
            return ""
        many = f"{counted(len(loose), f'{SIDES[side]} bound')} {'was' if len(loose) == 1 else 'were'} never settled and"
        stays = f"{'stays' if len(loose) == 1 else 'stay'} {format_score((NEGATIVE_INFINITY, POSITIVE_INFINITY)[side])}"
        unless = "" if self.is_whole else ", as far as the graph is expanded"
        return f"{many} {stays}: {self._favoured_player(loose[0])} cannot force an end there{unless}."

    def _left_words(self, event: SettlingEvent) -> Caption:
        """Return how many successors of the event's node are not settled yet, in words."""
        waits = self.attractors.waits[event.state]
        node = self.graph.nodes[state_of(event.state).node]
        left = Value(waits, Quantity.LEFT, node.id, SIDES[self._bound_side(event.state)])
        return caption(left, f" {plural(waits, 'successor')} left to examine.")

    def _successor_bound_words(self, event: SettlingEvent) -> Caption:
        """Return a successor's bound in its predecessor's view: "lower(b) = 3", or "−upper(b) = 3" if negated."""
        index, side = state_of(event.cause).node, self._bound_side(event.cause)
        bound, sign = self._bound(event.cause), self.graph.sign
        value = bound_of(self.graph.nodes[index], side, bound if sign > 0 else 0 - bound, sign=sign)
        return caption(seen_term(self.graph, index, SIDES[side]), " = ", value)

    def _note(self, index: int) -> str:
        """Return a node's note: the counters of its bounds that are not settled."""
        row = counted(len(self.graph.successors[index]), "successor")
        words = [
            f"{SIDES[self._bound_side(state)]} bound: {self.attractors.waits[state]} of {row} left to examine"
            for state in numbers_of(index)
            if not self.attractors.is_settled(state) and not self._is_own_turn(state)
        ]
        return "; ".join(words)


ALGORITHM = Algorithm(
    name="retrograde",
    title="Exact solver, from the leaves backwards",
    source="our own; bounds as in Loops, Part 1, scores as in Kars, section 5",
    summary=(
        "Goes backwards from the leaves, best first: a position is settled for a player who can move to a settled one, "
        "or whose opponent has no move that avoids them. Every move is visited once for each bound, cycles or not."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    options=(endless_worth(),),
    rank=60,
    group=Group.SOLVERS,
    also="Zermelo, retrograde analysis, endgame tables",
    notes_title="Counters",
)
