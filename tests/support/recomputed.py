"""The right answers to every question, recomputed from the trace and the graph alone.

Each function takes what is known of a run and a question, and returns the set of all right answers.  None of them looks
at how the question was made.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import combinations

from support.claims import Claims
from support.messages import PlainNetwork
from support.oracle import scores_of, tree_value
from support.partly_open import (
    BOUNDS,
    as_minimax,
    bound_by_oracle,
    can_end,
    completions,
    least_size,
    open_ids,
    with_scores,
)
from support.plain_answers import (
    backed_up,
    can_change,
    levels_to,
    memo_calls,
    rule_takes,
    sweeps_of_scores,
    to_the_end,
    worth_expanding,
)
from support.plain_search import Call, calls_before
from support.three_valued import impartial_scores

from explorer.algorithms.captions import OTHER
from explorer.model.graph import GameGraph, Kind, Node
from explorer.model.scores import Score
from explorer.questions import Question, StepAnswer
from explorer.trace import Finality, Trace
from explorer.trace.caption import Caption, Quantity

Answers = set[StepAnswer]
ROLES = {(True, True): "final", (True, False): "lower", (False, True): "upper", (False, False): "tentative"}
LABELS = {1: "win", 0: "draw", -1: "loss"}
BEGINS, STARTS, VALUE = 2, 3, 4  # lines of the pseudocode of the messages


class Run:
    """A trace with what is worked out about it once."""

    def __init__(self, trace: Trace) -> None:
        self.trace, self.graph, self.endless = trace, trace.graph, trace.endless

    def number(self, step: int) -> int:
        """Of the sweep or round that a step is part of."""
        counters = self.trace.steps.counters_at(step)
        return counters.get("n", counters.get("rounds", 0))

    def is_end(self, step: int) -> bool:
        return step == len(self.trace) - 1

    @cached_property
    def rows(self) -> list[dict[str, Score]]:
        """s_0, s_1, …"""
        return sweeps_of_scores(self.graph, self.endless, self.number(len(self.trace) - 1))

    @cached_property
    def bounds(self) -> list[tuple[dict[str, Score], dict[str, Score]]]:
        """Lower and upper bounds after each sweep."""
        graph = self.graph
        known = {node.id: node.score for node in graph.nodes if node.score is not None}
        rows = [({id: known.get(id, end) for id in graph.ids} for end in (-math.inf, math.inf))]
        found = [tuple(rows[0])]
        for _ in range(self.number(len(self.trace) - 1)):
            low, high = found[-1]
            down, up = (low, high) if graph.sign > 0 else (high, low)
            found.append((backed_up(graph, low, down), backed_up(graph, high, up)))
        return found

    @cached_property
    def scores(self) -> dict[str, Score]:
        return scores_of(self.graph, self.endless)

    @cached_property
    def calls(self) -> list[Call | None]:
        return calls_before(self.trace)

    @cached_property
    def proof_rows(self) -> list[dict[tuple[str, ...], tuple[Score, Score]]]:
        """The proof and disproof numbers at the ends of paths before each step that goes to a successor."""
        return Claims(self.trace, self.graph).numbers_before((3, 4, 12))

    @cached_property
    def after_rounds(self) -> list[dict[str, Score]]:
        """S of every node after each round in which the oldest messages arrive first."""
        network = PlainNetwork(self.graph, self.endless, in_rounds=self.trace.options["mode"] == "synchronous")
        rows = {0: self._shown(network)}
        for number in network.run():
            rows[number] = self._shown(network)
        return [rows[number] for number in range(len(rows))]

    def _shown(self, network: PlainNetwork) -> dict[str, Score]:
        return {id: network.s[id, 0] for id in self.graph.ids}

    @cached_property
    def after_messages(self) -> list[dict[str, Score]]:
        """S of every node after each step that is a message, in whatever order they arrive."""
        return [*self._messages()]

    def _messages(self) -> Iterator[dict[str, Score]]:
        network = PlainNetwork(self.graph, self.endless, in_rounds=self.trace.options["mode"] == "synchronous")
        for step in self.trace:
            receiver = (step.focus or "", int(step.caption.partition(":")[0].partition(" receives")[0].endswith(OTHER)))
            if step.line == BEGINS:
                network.begin()
            elif step.line == STARTS:
                receiver = (receiver[0], int(step.caption.partition(":")[0].endswith(OTHER)))
                self._deliver(network, "start", receiver)
            elif step.line == VALUE and step.move is not None:
                self._deliver(network, "value", receiver, step.move[1])
            yield self._shown(network)

    def _deliver(self, network: PlainNetwork, kind: str, receiver: tuple[str, int], sender: str = "") -> None:
        first = next(
            each
            for each in network.letters
            if (each.kind, each.receiver) == (kind, receiver) and (kind == "start" or each.sender[0] == sender)
        )
        network.letters = [each for each in network.letters if each.kind != "signal"]
        network.arrive(first)


# ---- sweeps and rounds


def changes(run: Run, question: Question) -> Answers:
    number = run.number(question.step)
    if run.trace.has_bounds:
        (low, high), (old_low, old_high) = run.bounds[number], run.bounds[number - 1]
        return {frozenset(id for id in low if low[id] != old_low[id] or high[id] != old_high[id])}
    now, before = run.rows[number], run.rows[number - 1]
    return {frozenset(id for id in now if now[id] != before[id])}


def swept(run: Run, question: Question) -> Answers:
    return {run.rows[run.number(question.step)][question.about or ""]}


def swept_bound(run: Run, question: Question) -> Answers:
    side = ("lower", "upper").index(str(question.kind))
    return {run.bounds[run.number(question.step)][side][question.about or ""]}


def still_changes(run: Run, question: Question) -> Answers:
    """By trees that end in anything; at the end by every way to complete the open nodes."""
    id, number = question.about or "", run.number(question.step)
    if not run.is_end(question.step):
        now = run.rows[number][id]
        low, high = (tree_value(run.graph, id, number, lambda end=end: end) for end in (-math.inf, math.inf))
        return {ROLES[low == now, high == now]}
    return open_changes(run, question)


def open_changes(run: Run, question: Question) -> Answers:
    now = run.scores[question.about or ""]
    found = {scores_of(each, run.endless)[question.about or ""] for each in completions(run.graph, open_ids(run.graph))}
    return {ROLES[min(found) == now, max(found) == now]}


def round_changes(run: Run, question: Question) -> Answers:
    number = run.number(question.step)
    now, before = run.after_rounds[number], run.after_rounds[number - 1]
    return {frozenset(id for id in now if now[id] != before[id])}


def sent(run: Run, question: Question) -> Answers:
    if run.trace.options["detail"] == "round":
        return {run.after_rounds[run.number(question.step)][question.about or ""]}
    return {run.after_messages[question.step][question.about or ""]}


def known_to_a_process(run: Run, question: Question) -> Answers:
    """S begins with endless play and moves away from it only; a process never knows that nothing more comes."""
    if run.is_end(question.step):
        return open_changes(run, question)
    values = [run.trace.scores_at(step)[question.about or ""] for step in range(question.step, len(run.trace))]
    assert values in (sorted(values), sorted(values, reverse=True))
    return {"lower" if run.endless < values[0] <= values[-1] else "upper"}


# ---- searches


def best_so_far(run: Run, question: Question) -> Answers:
    call = run.calls[question.step]
    assert call is not None
    given = next(value.number for value in _values(run, question.step) if value.quantity is Quantity.RETURNED)
    move = run.trace[question.step].move
    assert move is not None
    return {call.best({**call.given, move[1]: given})}


def returned(run: Run, question: Question) -> Answers:
    """The best of what the moves of this call have given; fail-hard, an end of its window if it lies outside."""
    call = run.calls[question.step]
    assert call is not None
    best = call.best(call.given) if call.given else 0  # all moves were skipped: endless play
    if is_hard(run.trace) and call.window is not None:
        return {min(max(best, call.window[0]), call.window[1])}
    return {best}


def is_hard(trace: Trace) -> bool:
    return trace.algorithm == "iterative-deepening" or trace.options.get("fail") == "hard"


def visited(run: Run, question: Question) -> Answers:
    call = run.calls[question.step]
    assert call is not None
    entered = {step.focus for step in run.trace.steps.between(0, question.step) if step.move is None or step.line < 5}
    skipped = entered if run.trace.algorithm == "visited-set" else set()
    return {frozenset((id,)) for id in run.graph.ids_after(call.node) if id not in call.visited | skipped}


def successor(run: Run, question: Question) -> Answers:
    """The first successor with the smallest number of the player to move, as the captions before say them."""
    path, rows = run.trace[question.step].path[:-1], run.proof_rows[question.step]
    side = run.graph.orientation[run.graph.index[path[-1]]] * run.graph.sign ** (len(path) - 1) < 0
    numbers = {id: rows[(*path, id)][side] for id in run.graph.ids_after(path[-1])}
    return {frozenset((min(numbers, key=numbers.__getitem__),))}


def depends(run: Run, question: Question) -> Answers:
    leaving = [
        number for number, step in enumerate(run.trace) if "stored" in {str(role) for role in step.activity.values()}
    ]
    made = memo_calls(run.graph)
    return {made[leaving.index(question.step)][2]}


def settled(run: Run, question: Question) -> Answers:
    graph = run.graph
    values = {node.score for node in graph.nodes if node.score is not None}
    values |= {-value for value in values} if graph.sign < 0 else set()
    values |= set() if can_end(graph) else {0}
    sense = -1 if graph.node(question.about or "").kind is Kind.MIN else 1
    given = next(v.number for v in _values(run, question.step - 1) if v.quantity is Quantity.RETURNED)
    is_win = given == sense * max(sense * value for value in values) and (len(values) > 1 or sense * given > 0)
    return {"returns" if is_win else "goes on"}


def cutoff(run: Run, question: Question) -> Answers:
    caption = run.trace[question.step].caption
    return {"alpha" if "α cutoff" in caption else "beta" if "β cutoff" in caption else "none"}


def entry(run: Run, question: Question) -> Answers:
    caption = run.trace[question.step].caption
    used = "used" if "return" in caption else "undecided"
    return {"refused" if "must be searched again" in caption or "not on the path now: search" in caption else used}


def bound(run: Run, question: Question) -> Answers:
    caption = run.trace[question.step].caption
    if "estimate" in caption:
        return {"estimate"}
    is_clamped = "fail-hard" in caption  # then the sentence says on which side of the limit the value lies
    is_lower = "bound ≥" in caption or (is_clamped and ("≥" in caption or "is above it" in caption))
    is_upper = "bound ≤" in caption or (is_clamped and ("≤" in caption or "is below it" in caption))
    return {"lower" if is_lower else "upper" if is_upper else "exact"}


def of_the_root(run: Run, question: Question) -> Answers:
    assert question.about == run.graph.root
    return {run.scores[question.about]}


def _values(run: Run, step: int) -> tuple:
    words = run.trace[step].words
    return words.values if isinstance(words, Caption) else ()


# ---- labels


def grundy(run: Run, question: Question) -> Answers:
    def value(id: str) -> int:
        below = {value(other) for other in run.graph.ids_after(id)}
        return next(number for number in range(len(below) + 1) if number not in below)

    return {value(question.about or "")}


def level(run: Run, question: Question) -> Answers:
    def length(id: str) -> int:
        return 1 + max(map(length, run.graph.ids_after(id)), default=-1)

    lengths = {id: length(id) for id in run.graph.ids}
    number = sum(1 for step in run.trace.steps.between(0, question.step) if step.focus is None)
    return {frozenset(id for id in lengths if lengths[id] == number)}


def label(run: Run, question: Question) -> Answers:
    """In the other convention by who is to move, where players take turns."""
    graph, id = run.graph, question.about or ""
    score = scores_of(graph)[id]
    wants_mover, is_mover = run.trace.options["labels"] == "mstatus", graph.sign < 0
    if run.trace.options["labels"] == "own" or wants_mover == is_mover:
        return {LABELS[score]}
    return {LABELS[score * side_at(graph, id)]}


def side_at(graph: GameGraph, id: str) -> int:
    """+1 where Max is to move, by the players that the graph names or by turns from the root."""
    start = {
        node.id: {Kind.MAX: 1, Kind.MIN: -1}[node.kind] for node in graph.nodes if node.kind in (Kind.MAX, Kind.MIN)
    }
    side = start or {str(graph.root): 1}
    while True:
        more = {b: -side[a] for a, b in graph.moves if a in side and b not in side}
        more |= {a: -side[b] for a, b in graph.moves if b in side and a not in side}
        if not more:
            rest = [other for other in graph.ids if other not in side]
            if not rest:
                return side[id]
            more = {rest[0]: 1}
        side = side | more


def outcome(run: Run, question: Question) -> Answers:
    return {LABELS[-impartial_scores(run.graph)[question.about or ""]]}


def exact_bound(run: Run, question: Question) -> Answers:
    return {bound_by_oracle(run.graph, question.about or "", str(question.kind))}


# ---- proofs, witnesses, expansion


def loses(run: Run, question: Question) -> Answers:
    graph, before = run.graph, run.trace.finality_at(question.step - 1)
    gone = {Finality.TENTATIVE: (0, 1), Finality.LOWER: (1,), Finality.UPPER: (0,)}
    lost = {(id, side) for id, role in before.items() for side in gone.get(role, ())}
    lost |= {(id, side) for id in open_ids(graph) for side in (0, 1)}
    return {frozenset((id,)) for id, _ in rule_takes(graph, run.trace.bounds_at(0), lost)}


def keeps_the_score(run: Run, question: Question) -> Answers:
    graph, scores = run.graph, scores_of(run.graph)
    node = graph.node(question.about or "")
    keeps = [id for id in graph.ids_after(node.id) if graph.sign * scores[id] == scores[node.id]]
    must_end = scores[node.id] * (-1 if node.kind is Kind.MIN else 1) > 0
    assert ("soonest" in question.text) is must_end
    if must_end:
        lengths = {id: to_the_end(graph, id, scores[id]) for id in keeps}
        keeps = [id for id in keeps if lengths[id] == min(lengths.values())]
    return {frozenset((id,)) for id in keeps}


def final_bounds(run: Run, question: Question) -> Answers:
    final = [least_size(run.graph, question.about or "", bound) is None for bound in BOUNDS]
    return {ROLES[final[0], final[1]]}


def can_be_changed(run: Run, question: Question) -> Answers:
    size = least_size(run.graph, question.about or "", run.trace.options["bound"])
    return {"final" if size is None else "open"}


def changing(run: Run, question: Question) -> Answers:
    about, side = question.about or "", run.trace.options["bound"]
    sets = map(frozenset, combinations(open_ids(run.graph), least_size(run.graph, about, side) or 0))
    return {each for each in sets if can_change(run.graph, about, side, each)}


def completed_bound(run: Run, question: Question) -> Answers:
    told = run.trace.result["witness"][{2: "low_scores", 3: "high_scores"}[question.step]]
    return {bound_by_oracle(with_scores(run.graph, told), question.about or "", str(question.kind))}


def forcing(run: Run, question: Question) -> Answers:
    """By the levels of the doubled graph: one move more in every round."""
    plain, side = as_minimax(run.graph), run.trace.options["bound"]
    hero, sense = (Kind.MAX, 1) if side == "lower" else (Kind.MIN, -1)
    value = run.trace.result["value"]
    worth = {node.id: sense * node.score for node in plain.nodes if node.score is not None}
    good = levels_to(plain, hero, {id for id, each in worth.items() if each >= sense * value})
    better = levels_to(plain, hero, {*open_ids(plain), *(id for id, each in worth.items() if each > sense * value)})
    forces = run.trace[question.step].line == 7
    mover = hero if forces else {Kind.MAX: Kind.MIN, Kind.MIN: Kind.MAX}[hero]
    here = next(node.id for node in plain.nodes if node.kind is mover and node.id.rstrip("'") == question.about)
    row = plain.ids_after(here)
    right = [id for id in row if (id in good and good[id] < good[here] if forces else id not in better)]
    return {frozenset((id.rstrip("'"),)) for id in right}


def expandable(run: Run, question: Question, whole: GameGraph) -> Answers:
    expanded = {step.focus for step in run.trace.steps.between(0, question.step) if step.growth is not None}
    moves = tuple(move for move in whole.moves if move[0] in expanded)
    shown = {whole.root, *(after for _, after in moves)}
    nodes = (node if node.id in expanded else Node(node.id, Kind.OPEN) for node in whole.nodes if node.id in shown)
    part = whole.replace(nodes=tuple(nodes), moves=moves)
    is_exact = run.trace.options["finality"] == "exact"
    return {frozenset((id,)) for id in worth_expanding(part, is_exact=is_exact) - {*open_ids(whole)}}


# ---- who answers what

MEMOS = ("memoised", "memoised-naive")
PATHS = ("depth-first", "visited-set", "minimax", "solve", *MEMOS)
WINDOWS = ("alpha-beta", "e-valuate", "scout", "negascout", "mtd-f", "iterative-deepening")
OF_SEARCHES = {"score": best_so_far, "returned": returned, "stored": returned, "visit": visited}

Recomputing = Callable[[Run, Question], Answers]
ANSWERS: dict[str, dict[str, Recomputing]] = {
    "score-iteration": {"changes": changes, "score": swept, "final": still_changes},
    "bounds": {"changes": changes, "lower": swept_bound, "upper": swept_bound},
    "distributed": {"round": round_changes, "score": sent, "final": known_to_a_process},
    "sss-star": {"score": of_the_root},
    "kernel": {"grundy": grundy, "level": level},
    "loopy-kernel": {"label": outcome},
    "status": {"label": label},
    "retrograde": {"lower": exact_bound, "upper": exact_bound},
    "finality": {"loses": loses},
    "exact-finality": {"final": final_bounds},
    "strategies": {"move": keeps_the_score},
    **{name: {"successor": successor} for name in ("proof-number", "df-pn")},
    "witness": {
        "final": can_be_changed, "witness": changing, "lower": completed_bound, "upper": completed_bound,
        "move": forcing,
    },
    **{name: {**OF_SEARCHES, "settled": settled, "depends": depends, "entry": entry} for name in PATHS},
    **{name: {**OF_SEARCHES, "cutoff": cutoff, "bound": bound, "entry": entry} for name in WINDOWS},
}  # fmt: skip


def right_answers(run: Run, question: Question, whole: GameGraph) -> Answers:
    """All right answers to a question about a run on a graph."""
    if run.trace.algorithm == "expansion":
        return expandable(run, question, whole)
    return ANSWERS[run.trace.algorithm][str(question.kind)](run, question)
