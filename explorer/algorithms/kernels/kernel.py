"""Levels, kernel and Grundy values of a game that must end (PF games: the theorem, its proof, Constructing a Kernel).

The game is played on the graph alone: either player may make every move, and who cannot move has lost.  Scores and
players do not matter; a negamax graph in whose scores an end is not lost is refused.  The text calls a position
*winning* if it is good to have moved **to** it, and the winning positions are the kernel; since most others use the
word for the player to move, captions say who wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from string import digits

from explorer.algorithms.acyclic import levels, must_end_in_losses, note_on_ends
from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.captions import compared_nodes, counter, extreme, score_of, term
from explorer.model.graph import GameGraph
from explorer.model.words import plural
from explorer.solver.attractor import attract, flat_rows
from explorer.trace import Activity, Finality, Result, Step, Steps
from explorer.trace.caption import Caption, Named, Quantity, Value, caption, listing, named
from explorer.trace.options import choice

PSEUDOCODE = (
    "level 0 := the positions without moves",
    "level n := the positions not yet in a level whose successors all have smaller levels",
    "for every position p, level by level:",
    "    if p has no move into the kernel:  p joins it: whoever moves to p wins",
    "    else p stays out: whoever moves to p loses, for the other player moves on into the kernel",
    "    Grundy(p) := mex, the smallest non-negative integer that is not the Grundy value of a successor",
    "by induction instead:",
    "    remove a position to which no move leads, then another, until one is left: the first of the kernel",
    "    put them back, the last first, each by the rule for p",
    "kernel = { p : Grundy(p) = 0 }",
)
SINKS, LEVEL, JOINS, STAYS_OUT, AWAY, LAST_ONE, DONE = 1, 2, 4, 5, 8, 9, 10

_NAMED = 8  # positions or numbers that a caption names
_LISTED = 400  # positions of the kernel that the last one names


def steps(graph: GameGraph, *, method: str = "levels") -> Steps:
    """Yield the steps of the kernel; the score shown of a node is its Grundy value.

    Parameters
    ----------
    method : "levels" as on the slides, or "induction" as in the proof; both find the same.

    Returns
    -------
    `kernel` (ids, in node order), `levels` and `grundy` (both by id).
    """
    run = _Run(graph)
    yield from run.by_induction() if method == "induction" else run.by_levels()
    yield run.last_step()
    return run.result()


def mex(numbers: set[int]) -> int:
    """Return the smallest non-negative integer that is not among some numbers.

    Examples
    --------
    >>> mex({0, 1, 3}), mex(set()), mex({1, 2})
    (2, 0, 0)
    """
    return next(number for number in range(len(numbers) + 1) if number not in numbers)


class _Run:
    """The Grundy values and the kernel of a graph, computed node by node."""

    def __init__(self, graph: GameGraph) -> None:
        self.graph = graph
        self.levels = levels(graph)
        self.grundy: dict[int, int] = {}
        self.inside = 0
        self._ignored = note_on_ends(graph)  # shown in the first step

    def by_levels(self) -> Iterator[Step]:
        rows: list[list[int]] = [[] for _ in range(1 + max(self.levels))]
        for index, level in enumerate(self.levels):
            rows[level].append(index)
        for level, row in enumerate(rows):
            names = listing((named(self.graph.nodes[index]) for index in row), _NAMED)
            below = "all of whose successors have " + (f"smaller levels, up to {level - 1}" if level > 1 else "level 0")
            count = caption(Value(len(row), Quantity.SIZE, key=f"level {level}"), f" {plural(len(row), 'position')}")
            yield Step(
                caption(
                    f"Level {level}: ", count, f" {below if level else 'without moves'}: ", names, ".", self._ignored
                ),
                LEVEL if level else SINKS,
                activity={self.graph.ids[index]: Activity.COMPARED for index in row},
                counters=self._counters(),
            )
            self._ignored = ""
            for index in row:
                yield self._decide_node(index)

    def by_induction(self) -> Iterator[Step]:
        order = self._predecessors_first()
        for done, index in enumerate(order[:-1], 1):
            left = len(order) - done
            count = caption(
                Value(left, Quantity.LEFT), f" {plural(left, 'position')} {'is' if left == 1 else 'are'} left."
            )
            yield Step(
                caption("No move leads to ", self._name(index), ", so it is removed. ", count, self._ignored),
                AWAY,
                activity={self.graph.ids[index]: Activity.BACK_LINK},
                focus=self.graph.ids[index],
                counters=self._counters(),
            )
            self._ignored = ""
        for index in reversed(order):
            yield self._decide_node(index)

    def last_step(self) -> Step:
        ids = [node.id for node in self.graph.nodes]
        nodes = sorted(map(self.graph.node, self._kernel_ids()), key=lambda node: _natural_sort_key(node.name))
        names = listing(map(named, nodes), _LISTED)
        root = self.graph.root_index
        moves = "every move leaves the kernel" if self.graph.successors[root] else "there is no move"
        wins = f"loses: {moves}" if not self.grundy[root] else "wins by moving into the kernel"
        value = score_of(self.graph.nodes[root], self.grundy[root])
        inside = counter("kernel", self.inside, "position")
        return Step(
            caption(
                *("The kernel has ", inside, ", those with Grundy value 0: ", names, ". "),
                *("The player who begins at ", self._name(root), " (Grundy value ", value, f") {wins}."),
            ),
            DONE,
            activity=dict.fromkeys(self._kernel_ids(), Activity.CHANGED),
            finality=dict.fromkeys(ids, Finality.FINAL),
            counters=self._counters(),
        )

    def result(self) -> Result:
        return {
            "kernel": self._kernel_ids(),
            "levels": self._by_id(dict(enumerate(self.levels))),
            "grundy": self._by_id(self.grundy),
        }

    def _predecessors_first(self) -> list[int]:
        """Return the indices in an order in which no move leads back to an earlier node."""
        rows = self.graph.predecessors
        sources = [index for index, row in enumerate(rows) if not row]
        return attract(flat_rows(self.graph.successors), map(len, rows), [sources]).order

    def _decide_node(self, index: int) -> Step:
        """Decide by a node's Grundy value whether it joins the kernel, and return the step."""
        node, row = self.graph.nodes[index], self.graph.successors[index]
        values = {self.grundy[other] for other in row}
        value = self.grundy[index] = mex(values)
        self.inside += not value
        numbers = listing(map(str, sorted(values)), _NAMED)
        terms = extreme("mex", compared_nodes(sorted(row, key=self.grundy.__getitem__)), self._grundy_value)
        outcome = "loses" if value else "wins"
        return Step(
            caption(
                self._reason_sentence(index), " ", term("Grundy", node), " = ", terms, " = ", score_of(node, value), "."
            ),
            STAYS_OUT if value else JOINS,
            scores={node.id: value},
            finality={node.id: Finality.FINAL},
            activity={self.graph.ids[other]: Activity.COMPARED for other in row} | {node.id: Activity.CHANGED},
            focus=node.id,
            move=(node.id, self.graph.ids[self._successor_in_kernel(index)]) if value else None,
            counters=self._counters(),
            notes={node.id: f"whoever moves here {outcome}; level {self.levels[index]}; mex{{{numbers}}} = {value}"},
        )

    def _grundy_value(self, index: int) -> Value:
        """Return the Grundy value of a successor for a caption."""
        return score_of(self.graph.nodes[index], self.grundy[index])

    def _reason_sentence(self, index: int) -> Caption:
        """Return the sentence on why a node joins the kernel or stays out."""
        name = self._name(index)
        if self.grundy[index]:
            into = self._name(self._successor_in_kernel(index))
            why = caption(name, " has a move to ", into, ", which is in the kernel")
            return caption(why, ": whoever moves to ", name, " loses, so it stays out.")
        if not self.graph.successors[index]:
            return caption(name, " has no moves: whoever moves to ", name, " has won, so it joins the kernel.")
        return caption("No move of ", name, " leads into the kernel: whoever moves to ", name, " wins, so it joins.")

    def _successor_in_kernel(self, index: int) -> int:
        """Return the first successor that is in the kernel."""
        return next(other for other in self.graph.successors[index] if not self.grundy[other])

    def _kernel_ids(self) -> list[str]:
        """Return the ids of the nodes in the kernel."""
        return [node.id for index, node in enumerate(self.graph.nodes) if not self.grundy[index]]

    def _by_id(self, numbers: Mapping[int, int]) -> dict[str, int]:
        return {node.id: numbers[index] for index, node in enumerate(self.graph.nodes)}

    def _counters(self) -> dict[str, int]:
        return {"decided": len(self.grundy), "kernel": self.inside}

    def _name(self, index: int) -> Named:
        return named(self.graph.nodes[index])


def _natural_sort_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """Return a key that sorts names as people do: 9 before 10, a2 before a10.

    Examples
    --------
    >>> sorted(["a10", "10", "9", "a2"], key=_natural_sort_key)
    ['9', '10', 'a2', 'a10']
    """
    parts = re.findall(r"[0-9]+|[^0-9]+", name)
    return tuple((0, int(part), "") if part[0] in digits else (1, 0, part.casefold()) for part in parts)


ALGORITHM = Algorithm(
    name="kernel",
    title="Levels, kernel and Grundy values",
    source="PF games, Constructing a Kernel, Proof of the Theorem, The Grundy Function",
    summary=(
        "For games that must end and in which both players have the same moves. A position is in the kernel if it is "
        "good to have moved there; its Grundy value is the smallest non-negative integer that no successor has."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    options=(
        choice(
            "method",
            "Method",
            {"levels": "level by level", "induction": "by the induction of the proof"},
            "Upwards from the positions without moves, or by removing positions and putting them back.",
        ),
    ),
    obstacle=must_end_in_losses,
    ends_are_lost=True,
    needs="needs a graph without cycles and open nodes in which whoever cannot move has lost",
    instead="loopy-kernel",
    rank=56,
    group=Group.OUTCOMES,
    also="Sprague, nim, mex",
    notes_title="Positions",
    fills="Grundy value; the kernel has 0",
)
