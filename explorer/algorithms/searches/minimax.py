"""Minimax by depth-first search (Lecture, MINIMAX-DFS, and the backtracking variant MINIMAX-BT)."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial

from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.captions import best, compared_nodes, extreme, rule_words, score_of
from explorer.algorithms.searches.calls import Answer, Call
from explorer.algorithms.searches.ordering import Ordering, order_options
from explorer.algorithms.searches.search_frame import Frame, PathSearch, PseudocodeLines
from explorer.algorithms.searches.windows import FULL
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.trace import Activity, Relation, Result, SearchEvent, Step, Steps
from explorer.trace.caption import Caption, Quantity, Value, Words, caption
from explorer.trace.options import choice, endless_worth

PSEUDOCODE = (
    "the score of the root := search(root)",
    "search(p):",
    "    if p is on the path:  return the value of endless play",
    "    if p is a leaf:  return its score",
    "    put p on the path;  generate its successors        (backtracking: only the first one)",
    "    for every move p → q, in order:  value(q) := search(q), as the player to move at p sees it",
    "        (backtracking: keep the better value, drop q and generate the next successor)",
    "    take p off the path;  return the largest value at a Max node, the smallest at a Min node",
)
VALUE, KEPT = 6, 7
VARIANTS = {"dfs": "All successors at once (MINIMAX-DFS)", "bt": "One successor at a time (MINIMAX-BT)"}


def steps(graph: GameGraph, *, variant: str = "dfs", order: str = "drawn", seed: int = 1, endless: Score = 0) -> Steps:
    """Yield the steps of minimax from the root.

    Parameters
    ----------
    variant : "dfs" generates all successors of a node when it is entered, "bt" each one when its turn comes and drops
        it when its value is known.
    order, seed : the order of the moves, as `explorer.algorithms.searches.ordering` has them.
    endless : the value of endless play; in a negamax graph to the player to move at the root.

    Returns
    -------
    `value`, `visits`, `leaves`, `cutoffs` (none), `peak` (the most nodes that were kept at once), and
    `principal_variation`; of a tree `minimax_leaves` and `minimal_leaves`.
    """
    search = Minimax(graph, endless, Ordering(graph, order, seed, endless), is_lazy=variant == "bt")
    return (yield from search.run())


class Minimax(PathSearch):
    """A search of all moves of all nodes, which counts the nodes that it holds at once."""

    lines = PseudocodeLines(end=1, back=3, leaf=4, enter=5, compare=VALUE, leave=8)
    counters = ("visits", "leaves", "cutoffs", "depth", "kept")
    has_windows = False

    def __init__(self, graph: GameGraph, endless: Score, order: Ordering, *, is_lazy: bool) -> None:
        super().__init__(graph, endless, order)
        self.is_lazy = is_lazy
        self.premise = "" if graph.score_range is None else "the range of scores is not used"
        self.peak = 1
        self.counts["kept"] = 1

    def search(self, index: int) -> Call:
        """Search all moves of a node, and return its answer."""
        answer = yield from self.look(index)
        if answer is not None:
            return answer
        moves = self.order.moves(index, self.depth)
        if not self.is_lazy:
            self._count_held_nodes(len(moves))
        frame = yield from self.enter(index, FULL, moves, how=Caption(partial(self._generated_words, index)))
        values: list[Score] = []
        for target in moves:
            if self.is_lazy:
                self._count_held_nodes(1)
            answer = yield self.search(target)
            yield self._compare(frame, target, answer, values)
        return (yield from self._finish_node(frame, list(zip(moves, values, strict=True))))

    def result(self, answer: Answer) -> Result:
        return {**super().result(answer), "peak": self.peak}

    def cost(self, answer: Answer) -> Caption:
        """Return the words on the cost of the search, with the largest number of nodes held at once."""
        peak = Value(self.peak, Quantity.RESULT, key="peak")
        return caption(super().cost(answer), "; the largest number of nodes kept at once was ", peak)

    def _count_held_nodes(self, more: int) -> None:
        """Add to the number of nodes held at once, and record its maximum."""
        self.counts["kept"] += more
        self.peak = max(self.peak, self.counts["kept"])

    def _generated_words(self, index: int) -> Caption:
        if self.is_lazy:
            return caption(" and generate its successors one at a time")
        count = len(self.graph.successors[index])
        if count == 1:
            return caption(" and generate its successor")
        number = Value(count, Quantity.SIZE, self.graph.ids[index], "successors")
        return caption(" and generate its ", number, " successors")

    def _compare(self, frame: Frame, target: int, answer: Answer, values: list[Score]) -> Step:
        before = frame.best
        value, is_better = self.take(frame, answer)
        values.append(value)
        is_back, is_first = self.is_back(target), len(values) == 1
        if self.is_lazy:
            self._count_held_nodes(-1)

        def comparison() -> Caption:
            gives = self.value_words(frame, target, value, is_back=is_back)
            if self.is_lazy:
                best_so_far = Value(before, Quantity.BEST, self.graph.ids[frame.index])
                first = "the first value and therefore " if is_first else ""
                kept = (first, "the best so far") if is_better else ("the best so far, ", best_so_far, ", stays")
                copy = "this copy of " if is_back else ""
                gives = caption(gives, ", ", *kept, "; ", copy, self.name(target), " is dropped")
            return caption(gives, ".")

        return self.step(
            frame.index,
            Caption(comparison),
            KEPT if self.is_lazy else VALUE,
            trail=self.trails[-1],
            event=SearchEvent.COMPARE,
            activity={target: Activity.COMPARED}
            | ({frame.index: Activity.CHANGED} if self.is_lazy and is_better else {}),
            node_score=partial(self.so_far, frame) if self.is_lazy else None,
            target=target,
            is_back=is_back,
        )

    def _finish_node(self, frame: Frame, values: list[tuple[int, Score]]) -> Generator[Step, Answer, Answer]:
        answer = self.answer_of(frame, frame.best, Relation.EXACT)
        trail = self.pop(frame)
        if not self.is_lazy:
            self._count_held_nodes(-len(values))
        yield self.step(
            frame.index,
            Caption(lambda: self._return_caption(frame, answer, values)),
            self.lines.leave,
            trail=trail,
            event=SearchEvent.LEAVE,
            giver=frame.giver,
            node_score=answer,
            note=Caption(lambda: self.condition(answer) or caption()),
        )
        return answer

    def _return_caption(self, frame: Frame, answer: Answer, values: list[tuple[int, Score]]) -> Caption:
        node, sign = self.graph.nodes[frame.index], self.graph.sign
        found = {index: Value(value, Quantity.TRIED, self.graph.ids[index], sign=sign) for index, value in values}
        row = compared_nodes([*found], lambda index: found[index].number == answer.score)
        numbers = extreme(best(self.graph, frame.index), row, found.__getitem__)
        condition = self.condition(answer) or ""
        rule: Words = ""  # under a condition it is no value of the node
        if not condition:
            rule = caption(rule_words(self.graph, frame.index, row), " = ")
        value = caption(numbers, " = ", score_of(node, answer.score))
        return caption(self.name(frame.index), " returns ", rule, value, ", " if condition else "", condition, ".")


ALGORITHM = Algorithm(
    name="minimax",
    title="Minimax",
    source="Lecture, Game Playing, Algorithm MINIMAX-DFS and Definition 84; Kars, Theorem 6.8",
    summary=(
        "Searches every move to its end and backs up the largest value at Max nodes and the smallest at Min nodes. The "
        "backtracking variant keeps only one successor of each node on the path."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    visits_all_paths=True,
    options=(
        choice(
            "variant",
            "Successors are generated",
            VARIANTS,
            "Which successors of a node on the path are kept in memory.",
        ),
        *order_options(),
        endless_worth(),
    ),
    rank=30,
    group=Group.SEARCHES,
)
