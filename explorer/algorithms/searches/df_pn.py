"""Depth-first proof-number search that ends on graphs with cycles, with answers that are valid on their paths.

Df-pn (Nagai, 2002) searches as proof-number search does, in little memory: it keeps numbers of positions in a table,
and stays below a position until its proof or disproof number reaches a limit.  With cycles that may never end
(Kishimoto and Müller, 2008), since the numbers of a position may count its own; and an answer in the table may be false
on another path, the graph-history interaction problem.  This form has

- for the answers the solution of Kishimoto and Müller (2004, 2005): twins by path, checked by simulation; see
  `explorer.algorithms.searches.proof_table`;
- for the numbers a choice: sums over all successors, or as df-pn(r) has them (Kishimoto, 2005), without successors that
  lie no farther from the root;
- for the end a rule about limits, after the threshold controlling algorithm (Kishimoto, 2010): a position that was
  expanded before searches at least one successor, whatever its limits.

It ends.  A call is made only of a position that is not on the path and has no answer there.  Each expands a new
position, or calls another one; the path repeats nothing, so calls end in a position that is new, or whose successors
all have answers, so that it gets one.  Such an answer is new: a dependency set on the path that no twin has.  There are
only finitely many positions and dependency sets, and nothing is ever forgotten.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator

from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.searches.df_pn_steps import ProofCall, ProofSteps
from explorer.algorithms.searches.proof_number import question_option
from explorer.algorithms.searches.proof_table import (
    EntryUse,
    NumberPair,
    ProofTable,
    StateBounds,
    proving_play,
)
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.trace import Path, Step, Steps
from explorer.trace.options import choice, endless_worth

PSEUDOCODE = (
    "is the score of the root at least k?  search(root) without limits decides it",
    "search(p, limits of its proof and disproof number), with p on the path:",
    "    look at every successor q:",
    "        a leaf, or a back link (with the value of endless play):  (0, ∞) if at least k, else (∞, 0)",
    "        an answer that is valid everywhere, or while nodes are on the path that are there:  the same",
    "        an answer from another path:  the same if its moves, played again from here, are an answer",
    "        else the numbers that q was left with, (1, 1) if it is new",
    "    prover to move:    proof := smallest proof, disproof := sum of the disproofs of the successors",
    "    opponent to move:  proof := sum of the proofs, disproof := smallest disproof of the successors",
    "    if one of them is 0:  store the answer, with the path and its dependency set, and return",
    "    if one has reached its limit, and p is new or has searched a successor:  store them and return",
    "    search the successor with the smallest number of the player to move, and go on from line 8;",
    "        its limits: the second smallest number + 1, and what the limit of the sum leaves; above its own numbers",
    "proof 0 is yes, disproof 0 is no; if no k was given, ask about another k until the score is found",
)
SUMS = {"all": "All successors", "farther": "Successors farther from the root, as df-pn(r)"}
NO_LIMITS: NumberPair = (math.inf, math.inf)


def steps(graph: GameGraph, *, k: Score | None = None, sums: str = "all", endless: Score = 0) -> Steps:
    """Yield the steps of the search.

    A visit is a call, or a look at a successor that has an answer.  In a negamax graph a position counts as repeated
    only with the same player to move.

    Parameters
    ----------
    k : the question is whether the root's score is at least k; None to find the score, by halving the list of
        scores that it may be.  What is valid everywhere is known to the later questions.
    sums : "all" or "farther", the successors whose numbers are added up.
    endless : the value of endless play, in a negamax graph to the player to move at the root.

    Returns
    -------
    `value` (the root's score; None if a k was given), `visits`, `leaves` (ends of paths read), `back_links`, `cutoffs`
    (positions answered while a successor was not), `hits` (answers from the table), `simulated` (positions looked at in
    simulations), `stored` (answers), `expanded`, `questions`, `principal_variation` (ids), and if a k was given `k` and
    `at_least`, the answer.
    """
    return (yield from DepthFirstProof(graph, endless, sums).answer(k))


class DepthFirstProof(ProofSteps):
    """The questions about the root's score, and what is valid everywhere."""

    def __init__(self, graph: GameGraph, endless: Score, sums: str) -> None:
        super().__init__(graph, endless)
        self._has_farther_only = sums == "farther"
        self._bounds: dict[int, StateBounds] = {}
        self._tables: dict[bool, ProofTable] = {}  # of the last questions answered yes and no

    def ask(self, k: Score) -> Generator[Step, None, bool]:
        self.table = ProofTable(self.graph, k, self.endless, self._bounds, has_farther_only=self._has_farther_only)
        self.counts["questions"] += 1
        yield self.question_step()
        root = 2 * self.graph.root_index
        least, most = self.graph.hull(self.endless)
        row = self.table.look_up(root)
        if not row.is_answered and least < k <= most:
            yield from self._search(root)
            row = self.table.look_up(root)
        is_yes = not row.numbers[0] if row.is_answered else least >= k
        self._tables[is_yes] = self.table
        yield self.answer_step(root, is_yes=is_yes, is_searched=row.use is EntryUse.EVERYWHERE)
        return is_yes

    def principal_variation(self) -> list[str]:
        return list(proving_play(self._tables, self.graph))

    # ---- the search

    def _search(self, root: int) -> Iterator[Step]:
        """Search from the root until it has an answer."""
        yield from self._enter(root, Path(self.graph.ids[root >> 1]), NO_LIMITS)
        while self.calls:
            frame = self.calls[-1]
            frame.numbers = self.table.numbers(frame.state, frame.rows)
            is_answered = 0 in frame.numbers
            if not is_answered:
                frame.entry.numbers = frame.numbers
            if is_answered or (frame.may_stop and frame.is_at_limit):
                yield from self._leave(frame, is_answered=is_answered)
            else:
                yield self.update_step(frame)
                yield from self._go_on(frame)

    def _enter(self, state: int, trail: Path, limits: NumberPair) -> Iterator[Step]:
        """Begin the call of a state: look at its successors."""
        self.counts["visits"] += 1
        entry = self.table.push(state)
        frame = ProofCall(state, trail, entry, limits, may_stop=not entry.is_expanded)
        self.counts["expanded"] += not entry.is_expanded
        entry.is_expanded = True
        self.calls.append(frame)
        self.counts["depth"] = len(self.calls) - 1
        for other in self.table.after(state):
            row = self.table.look(other)
            frame.rows.append(row)
            yield self.look_step(frame, row)

    def _go_on(self, frame: ProofCall) -> Iterator[Step]:
        """Call the successor on the most-proving path, unless it has got other numbers or an answer meanwhile."""
        place = self._best_place(frame)
        row = frame.rows[place]
        now = self.table.look(row.state, replays=False)
        if now.numbers != row.numbers:
            frame.rows[place] = now
            yield self.look_step(frame, now)
            return
        limits = self._limits(frame, place)
        yield self.call_step(frame, row, limits)
        yield from self._enter(row.state, frame.trail.then(self.graph.ids[row.state >> 1]), limits)

    def _leave(self, frame: ProofCall, *, is_answered: bool) -> Iterator[Step]:
        """End a call, with an answer or at a limit, and tell the call above."""
        self.table.pop()
        self.calls.pop()
        self.counts["depth"] = max(0, len(self.calls) - 1)
        if is_answered:
            self.counts["stored"] += 1
            self.counts["cutoffs"] += any(not row.is_answered for row in frame.rows)
            needs = self.table.store(frame.state, frame.rows, frame.trail)
            yield self.store_step(frame, needs)
        else:
            yield self.limit_step(frame)
        if self.calls:
            above = self.calls[-1]
            above.may_stop = True
            row = self.table.look_up(frame.state)
            above.rows = [row if each.state == frame.state else each for each in above.rows]

    def _best_place(self, frame: ProofCall) -> int:
        """Return the place of the successor with the smallest number of the player to move, of equal ones the first."""
        side = self.side(frame)
        return min(range(len(frame.rows)), key=lambda place: frame.rows[place].numbers[side])

    def _limits(self, frame: ProofCall, place: int) -> NumberPair:
        """Return the limits of a successor: it may grow until another is better, or the sum reaches its limit."""
        side, own = self.side(frame), frame.rows[place].numbers
        others = [row.numbers[side] for other, row in enumerate(frame.rows) if other != place]
        limits = [*NO_LIMITS]
        limits[side] = max(own[side] + 1, min(frame.limits[side], min(others, default=math.inf) + 1))
        left = frame.limits[1 - side] - frame.numbers[1 - side]
        limits[1 - side] = own[1 - side] + max(1, left)
        return limits[0], limits[1]


ALGORITHM = Algorithm(
    name="df-pn",
    title="Depth-first proof-number search (df-pn)",
    source="Nagai, Df-pn, 2002; df-pn(r), Kishimoto, 2005; answers as in Kishimoto and Müller, 2004 and 2005",
    summary=(
        "Proof-number search that goes depth-first, with limits, and keeps numbers and answers in a table. It ends on "
        "graphs with cycles: an answer that needs nodes on the path is used again where they are, or where its moves, "
        "played again, are an answer, too."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    options=(
        question_option(),
        choice(
            "sums",
            "Sums are over",
            SUMS,
            "The successors whose numbers are added up. Those that lie no farther from the root than the node itself "
            "may count its own numbers; df-pn(r) leaves them out while there are others.",
        ),
        endless_worth(),
    ),
    rank=66,
    group=Group.SOLVERS,
    also="pn, df-pn, dfpn, proof-number, twin nodes, simulation, GHI, graph history interaction, transposition table",
    notes_title="Entries of the table",
)
