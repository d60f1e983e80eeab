"""The tree of a graph growing by a level with every n, beside the score iteration that it explains.

The depth-n tree is worth s_n of its root (Kars, section 4), and so is every copy of it: one that is k moves below the
root is the root of a tree of n - k moves and shows s_(n-k) of its node.  So all values are those that score iteration
recorded, and from one n to the next the tree keeps its copies and gets one level more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile

import numpy as np

from explorer import algorithms
from explorer.algorithms.captions import s
from explorer.comparison.align import AlignedBy, Alignment
from explorer.drawing.messages.to_browser import StripData
from explorer.drawing.node_colours import ColourScale
from explorer.drawing.trace_data import SentTrace
from explorer.drawing.tree_picture import TREE, tree_graph
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score, format_score
from explorer.model.words import counted
from explorer.trace import Finality, Step, Steps, Trace
from explorer.trace.recording import Limits, record
from explorer.unwinding import TreeView, Unwinding, build, count
from explorer.unwinding.limits import BUDGET, MOST_LEVELS

ITERATION = "score-iteration"
_BEYOND = 4  # levels that the tree can grow after the scores have come to rest
_NARROW = 8  # a level may have so many times fewer nodes than all of the tree
_LIMITS = Limits(steps=MOST_LEVELS + 1, run=MOST_LEVELS + 1)

StepValues = list[tuple[Mapping[str, Score], Mapping[str, Finality]]]  # by step, of some nodes


@dataclass(frozen=True)
class GrowingTree:
    """Trees of depth 0, 1, 2, … of a graph.

    Attributes
    ----------
    tree : the largest of them, or its first levels.
    run : score iteration, with endless play worth what it is to the player to move at the root.
    run_below : the same with what it is worth after a move: another one only in negamax graphs.
    """

    tree: Unwinding
    run: Trace
    run_below: Trace

    @classmethod
    def of(cls, graph: GameGraph, *, endless: Score = 0, depth: int = 0, budget: int = BUDGET) -> GrowingTree:
        """Run score iteration, and return the trees up to this depth, or a few levels beyond the run.

        Of trees with more nodes than the budget, or with a level too wide to be read, the levels above are drawn.
        """
        run = _score_iteration_on(graph, endless)
        most = min(MOST_LEVELS, max(len(run) - 1 + _BEYOND, depth))
        folded = _readable_size(graph, most, budget)
        tree = build(graph, TreeView.DEPTH, depth=most, endless=endless, budget=folded)
        run_below = tree.endless_at(1)
        return cls(tree, run, run if run_below == endless else _score_iteration_on(graph, run_below))

    def __len__(self) -> int:
        """Return the number of trees."""
        return self.tree.depth + 1

    def scores(self, n: int) -> list[Score]:
        """Return the value of every drawn copy of the depth-n tree, in the order of the copies."""
        return [score for _, (score, _) in self._copy_values(n)]

    @property
    def root_scores(self) -> list[Score]:
        """The scores s_0, s_1, … of the root."""
        return [self.scores(n)[0] for n in range(len(self))]

    @property
    def strip(self) -> StripData:
        """The scores of the root under one name, as a row of numbers."""
        root = self.tree.graph.node(self.tree.copies[0].node).name
        return {"name": f"sₙ({root})", "values": list(map(format_score, self.root_scores))}

    @property
    def alignment(self) -> Alignment:
        """The alignment of score iteration with the trees: step n beside depth n, from its end on the last step."""
        trees = range(len(self))
        return Alignment(AlignedBy.STEP, tuple(min(n, len(self.run) - 1) for n in trees), tuple(trees), ())

    @cached_property
    def sent_trace(self) -> SentTrace:
        """The trees as one run on the largest of them, in the colours of the graph."""
        depths = np.array([copy.depth for copy in self.tree.copies], np.int32)
        trace = record(self._steps(), tree_graph(self.tree), algorithm=TREE.name)
        return SentTrace(replace(trace, discovery=depths, expanded=depths), TREE, scale=ColourScale.of(self.tree.graph))

    def _caption_of(self, n: int) -> str:
        """Return sentences on the depth-n tree: its value, its size, and the number of nodes that are not drawn."""
        root = f"{s(n)}({self.tree.graph.node(self.tree.copies[0].node).name})"
        size, hidden = self._size_words(n)
        said = f"The depth-{n} tree has {size} and the value {root} = "
        said += f"{format_score(self.scores(n)[0])}."
        graph = self.tree.graph
        if any(copy.depth == n and graph.node(copy.node).kind is Kind.LEAF for copy in self.tree.copies):
            said += f" Leaves on its last level count as s₀ = {format_score(self.tree.endless_at(n))}."
        if self.run_below is not self.run and n:
            worths = map(format_score, (self.tree.endless, self.tree.endless_at(1)))
            said += " Endless play is worth {} to the player to move at the root, so {} one move below it.".format(
                *worths
            )
        return f"{said} {hidden}" if hidden else said

    # ---- parts of it

    def _size_words(self, n: int) -> tuple[str, str]:
        """Return the number of nodes of the depth-n tree, and a sentence on those that are not drawn, or ""."""
        levels = self.tree.size.levels[: n + 1]
        most = "" if self.tree.size.exact or len(levels) > n else "more than "
        total, drawn = sum(levels), sum(copy.depth <= n for copy in self.tree.copies)
        if total == drawn and not most:
            return counted(total, "node"), ""
        above = s(n - self.tree.shown_levels + 1)
        return (
            f"{most}{counted(total, 'node')}",
            f"{most.capitalize()}{total - drawn:,} of them, below {above}, are not drawn.",
        )

    def _steps(self) -> Steps:
        """Yield a step for every n, with the copies whose value has changed."""
        before: dict[str, tuple[Score, Finality]] = {}
        for n in range(len(self)):
            now = dict(self._copy_values(n))
            changed = {id: value for id, value in now.items() if before.get(id) != value}
            yield Step(
                self._caption_of(n),
                1,
                scores={id: score for id, (score, _) in changed.items()},
                finality={id: role for id, (_, role) in changed.items()},
                notes=self._endless_notes() if n == 0 else {},
            )
            before = now
        return {}

    def _endless_notes(self) -> dict[str, str]:
        """Return notes on the copies where endless play is worth something else than at the root."""
        worths = {str(index): self.tree.endless_at(copy.depth) for index, copy in enumerate(self.tree.copies)}
        return {
            id: f"endless play is worth {format_score(worth)} to the player to move"
            for id, worth in worths.items()
            if worth != self.tree.endless
        }

    def _copy_values(self, n: int) -> Iterator[tuple[str, tuple[Score, Finality]]]:
        """Yield value and finality of every drawn copy of the depth-n tree, by its index."""
        for index, copy in enumerate(self.tree.copies):
            if copy.depth <= n:
                rows = self._step_values_below if copy.depth % 2 else self._step_values
                scores, roles = rows[min(n - copy.depth, len(rows) - 1)]
                yield str(index), (scores[copy.node], roles[copy.node])

    @cached_property
    def _step_values(self) -> StepValues:
        """The recorded scores and finalities of the copied nodes, by step of `run`."""
        return self._step_values_of(self.run)

    @cached_property
    def _step_values_below(self) -> StepValues:
        """The recorded scores and finalities of the copied nodes, by step of `run_below`."""
        return self._step_values if self.run_below is self.run else self._step_values_of(self.run_below)

    def _step_values_of(self, run: Trace) -> StepValues:
        """Return scores and finality of the copied nodes at each step of a run."""
        nodes = {copy.node for copy in self.tree.copies}
        return [(run.scores_at(n, nodes), run.finality_at(n, nodes)) for n in range(min(len(run), len(self)))]


def _readable_size(graph: GameGraph, depth: int, budget: int) -> int:
    """Return the number of nodes of the levels, from the root's on, that are narrow enough to be read; the first two
    are."""
    levels = count(graph, TreeView.DEPTH, depth=depth).levels
    narrow = list(takewhile(lambda size: size <= budget // _NARROW, levels[2:]))
    return min(budget, sum(levels[:2]) + sum(narrow))


def _score_iteration_on(graph: GameGraph, endless: Score) -> Trace:
    """Return the trace of score iteration on a graph with this value of endless play."""
    return replace(algorithms.trace(graph, ITERATION, limits=_LIMITS, endless=endless), left_out="")
