"""MTD(f): alpha-beta with null windows only, closing in on the score (Plaat, Schaeffer, Pijls and de Bruin, 1995)."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.searches.alpha_beta import AlphaBeta
from explorer.algorithms.searches.calls import Answer, Call, Doubt, Line
from explorer.algorithms.searches.ordering import Ordering, order_options
from explorer.algorithms.searches.search_frame import Frame, PseudocodeLines
from explorer.algorithms.searches.table import TranspositionTable, table_option
from explorer.algorithms.searches.windows import Window, reaches_open
from explorer.model.errors import OptionError
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, parse_score
from explorer.trace import Relation, Step, Steps
from explorer.trace.caption import Caption, Quantity, Value, caption
from explorer.trace.options import Option, endless_worth

PSEUDOCODE = (
    "[low, high] := the smallest and the largest score there is;   g := the first guess",
    "while low < high:",
    "    β := g if g > low, else the next score above low;   α := the next score below β",
    "    g := search(root, α, β)",
    "    if g ≥ β:  low := g   else:  high := g",
    "the score of the root := low",
    "search(p, α, β), fail-soft, with a table:",
    "    if p is on the path:  return the value of endless play",
    "    if p is in the table, valid here, and the entry decides:  return it",
    "    if p is a leaf:  return its score",
    "    put p on the path",
    "    for every move p → q, in order:  value := search(q, α, β), as the player to move at p sees it",
    "        at a Max node  α := max(α, value),  at a Min node  β := min(β, value)",
    "        if α ≥ β:  cutoff if moves are left;  take p off the path;  store;  return value",
    "    take p off the path;  store;  return the best value",
)
PASS, LEARNT = 3, 5


def steps(
    graph: GameGraph,
    *,
    guess: Score = 0,
    order: str = "drawn",
    seed: int = 1,
    table: str = "dependency",
    endless: Score = 0,
) -> Steps:
    """Yield the steps of MTD(f): passes of alpha-beta, each with a question about the root's score.

    Parameters
    ----------
    guess : the first guess of the root's score; each pass asks whether the score is at least some number.
    order, seed, table, endless : as alpha-beta has them; the table lives through all passes.

    Returns
    -------
    As alpha-beta, and `passes`; `minimal_leaves` of a proof for which the least and the largest score of a leaf are
    known.
    """
    ordering = Ordering(graph, order, seed, endless)
    return (yield from MtdF(graph, endless, ordering, TranspositionTable(table, graph, endless), guess=guess).run())


class MtdF(AlphaBeta):
    """Passes of alpha-beta, between which the root's score lies between two bounds.

    Attributes
    ----------
    low, high : the bounds of the root's score.
    chosen : for every node whose value left the window, by state, the move that caused it, for the principal variation:
        at nodes on it the last such move of each player keeps the score.
    """

    lines = PseudocodeLines(end=6, back=8, table=9, leaf=10, enter=11, compare=13, cutoff=14, leave=15)
    counters = (*AlphaBeta.counters, "passes")
    premise = "the least and the largest score of a leaf are known"

    def __init__(
        self, graph: GameGraph, endless: Score, order: Ordering, table: TranspositionTable, *, guess: Score
    ) -> None:
        super().__init__(graph, endless, order, table)
        self.guess = guess
        scores = [score for index in graph.reachable if (score := graph.nodes[index].score) is not None]
        self.known_range = (min(scores), max(scores)) if scores else None
        self.low, self.high = self.scale.scores[0], self.scale.scores[-1]
        self.chosen: dict[int, int] = {}

    @property
    def root_id(self) -> str:
        return self.graph.ids[self.graph.root_index]

    def root_call(self) -> Call:
        root = self.graph.root_index
        if self.low == self.high:
            return (yield self.search(root))
        guess = min(max(self.guess, self.low), self.high)
        answer = Answer(guess, Line(root))
        doubt: int = Doubt.NONE
        while self.low < self.high:
            beta = max(self.scale.at_least(guess), self.scale.above(self.low))
            yield self._pass_step(beta)
            self.shading.restart()
            answer = yield self.search(root, Window(self.scale.below(beta), beta))
            guess, doubt = answer.score, doubt | answer.doubt
            self._narrow_bounds(answer, beta)
            yield self._pass_result_step(answer, beta)
        if reaches_open(self.graph):  # an open node may be worth more or less than all scores on the scale
            doubt |= Doubt.OPEN
        answer = Answer(self.low, answer.line, Relation.EXACT, doubt=doubt)
        return answer if self.faults is None else self.faults.mark_root(answer)

    def cutoff(self, frame: Frame, cutting: Answer, target: int, skipped: Sequence[int]) -> Call:
        self.chosen[frame.state] = target
        return (yield from super().cutoff(frame, cutting, target, skipped))

    def principal_variation(self, answer: Answer) -> list[int]:
        """Return the moves from the root by which values last left the window; else the first moves."""
        line: list[int] = []
        seen: set[int] = set()
        index = self.graph.root_index
        while True:
            state = self.state_at(index, len(line))
            line.append(index)
            if state in seen or not self.graph.successors[index]:
                return line
            seen.add(state)
            index = self.chosen.get(state, self.order.moves(index, len(line) - 1)[0])

    def _narrow_bounds(self, answer: Answer, beta: Score) -> None:
        """Update the bounds of the root's score by the answer of a pass."""
        if answer.is_exact or answer.score >= beta:
            self.low = answer.score
        if answer.is_exact or answer.score < beta:
            self.high = answer.score

    # ---- the steps

    def _pass_step(self, beta: Score) -> Step:
        """Return the step that begins a pass with its question."""
        self.counts["passes"] += 1
        return self.step(
            self.graph.root_index,
            caption(
                *(
                    "Pass ",
                    Value(self.counts["passes"], Quantity.COUNTER, key="passes"),
                    ": ",
                    self._root_bounds_words(),
                ),
                *(
                    "; the question is whether it is ≥ ",
                    Value(beta, Quantity.THRESHOLD),
                    ".",
                ),
            ),
            PASS,
            trail=None,
        )

    def _pass_result_step(self, answer: Answer, beta: Score) -> Step:
        """Return the step with the answer of a pass, and the new bounds of the root's score."""
        low, high = self._root_bounds()
        word = caption("Yes, it is ≥ ", low) if answer.score >= beta else caption("No, it is ≤ ", high)
        return self.step(self.graph.root_index, caption(word, ": ", self._root_bounds_words(), "."), LEARNT, trail=None)

    def _root_bounds_words(self) -> Caption:
        """Return the words on the bounds of the root's score."""
        name, (low, high) = self.name(self.graph.root_index), self._root_bounds()
        if self.low >= self.high:
            return caption("the score of ", name, " is ", low)
        return caption("the score of ", name, " is at least ", low, " and at most ", high)

    def _root_bounds(self) -> tuple[Value, Value]:
        """Return the bounds of the root's score for a caption."""
        root = self.root_id
        return Value(self.low, Quantity.AT_LEAST, root), Value(self.high, Quantity.AT_MOST, root)


def _guess_option() -> Option:
    return Option(
        "guess", "First guess", 0, "The score that the first pass asks about, such as 2 or 16/3.", _parse_guess
    )


def _parse_guess(value: object) -> Score:
    try:
        return parse_score(value)
    except OptionError as error:
        raise OptionError(f"guess: {error}") from None


ALGORITHM = Algorithm(
    name="mtd-f",
    title="MTD(f)",
    source="Plaat, Schaeffer, Pijls and de Bruin, Best-first fixed-depth game-tree search in practice, 1995",
    summary=(
        "Asks repeatedly whether the root has a certain score or more. Each question is an alpha-beta search with "
        "a null window, which contains no score; the table keeps what earlier passes have found."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    options=(_guess_option(), *order_options(), table_option("dependency"), endless_worth()),
    rank=40,
    group=Group.SEARCHES,
)
