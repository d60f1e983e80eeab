"""What every number in a caption must be, recomputed from the trace, the graph and the oracle."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator
from functools import cached_property
from typing import Any

from support.messages import OUTSIDE, PlainNetwork, Process
from support.oracle import scores_of
from support.paths import Paths, Spot

from explorer.algorithms import trace as traced
from explorer.algorithms.captions import OTHER
from explorer.model.graph import Convention, GameGraph, Kind
from explorer.model.scores import Score
from explorer.trace import Activity, Relation, Step, Trace
from explorer.trace.caption import Caption, Named, Quantity, Value, When

WRONG_ON_PURPOSE = ("memoised-naive", "visited-set")

Route = tuple[str, ...]
Pair = tuple[Score, Score]
Known = tuple[Score, Relation]

WHILE = re.compile(r"valid (?:with the other player to move, )?while (.*?) (?:is|are) on the path")
ASSUMING = re.compile(r"with (?:a back link|back links) to (.*?) counted as endless play")


def values_of(step: Step) -> tuple[Value, ...]:
    """The numbers that a step's caption claims."""
    return step.words.values if isinstance(step.words, Caption) else ()


class Claims:
    """Walks along a trace and keeps what earlier steps have said, as far as later claims rest on it.

    Attributes
    ----------
    shown_windows : the last window of a node at a depth of the path.
    returned : what calls returned to a visit: for the path and the successor, the last number claimed.
    stored : what a memo or table holds of a node, and of the player to move there where that matters.
    relations : the same of how that stands to the value.
    assuming : the exact numbers of a node that were returned with the same back links counted as endless play.
    numbers : proof and disproof numbers of tree nodes, by path.
    """

    def __init__(self, trace: Trace, graph: GameGraph) -> None:
        self.trace = trace
        self.graph = trace.graph
        self.whole = graph
        self.endless: Score = trace.endless
        self.is_doubled = graph.convention is Convention.NEGAMAX and self.endless != 0
        self.sign = graph.sign
        self.number = 0
        self.shown_windows: dict[tuple[str, int], Pair | None] = {}
        self.returned: dict[tuple[Route, str], Score] = {}
        self.stored: dict[tuple[str, int], Score] = {}
        self.relations: dict[tuple[str, int], Relation] = {}
        self.assuming: dict[Spot, Score] = {}
        self.paths = Paths(graph, self.endless)
        self.numbers: dict[Route, Pair] = {}
        self.examined: dict[tuple[str, str], int] = {}
        self.threshold: Score | None = None
        self.merit: Score = math.inf

    def wrong(self) -> Iterator[str]:
        """A line for every claim that does not hold."""
        for number, step in enumerate(self.trace):
            self.number = number
            self._begin(step)
            values = values_of(step)
            for place, value in enumerate(values):
                if not self._holds(step, values, place, value):
                    yield f"step {self.number}: {value} in {step.caption!r}"
            if not self._is_under_its_condition(step):
                yield f"step {self.number}: not so under this condition: {step.caption!r}"
            self._end(step, values)

    def numbers_before(self, lines: Collection[int]) -> list[dict[Route, Pair]]:
        """The proof and disproof numbers at the ends of paths before each step of these lines."""
        found = []
        for number, step in enumerate(self.trace):
            self.number, rows = number, self.numbers
            if self.trace.algorithm == "df-pn":
                rows = self.table.rows
            found.append(dict(rows) if step.line in lines else {})
            for place, value in enumerate(values := values_of(step)):
                self._holds(step, values, place, value)
        return found

    # ---- what is kept

    def _begin(self, step: Step) -> None:
        if step.focus is not None and step.scores.get(step.focus, 0) is None:  # a visit begins
            self.returned = {key: value for key, value in self.returned.items() if key[0] != step.path}

    def _end(self, step: Step, values: tuple[Value, ...]) -> None:
        for id, window in step.windows.items():
            self.shown_windows[id, len(step.path)] = window
        self.returned |= {(step.path, v.node): v.number for v in values if v.quantity is Quantity.RETURNED}
        score = step.scores.get(step.focus or "")
        roles = (Activity.STORED, Activity.WRONG, Activity.EVALUATED)
        if step.focus is not None and score is not None and step.activity.get(step.focus) in roles:
            self.stored[step.focus, self._parity(len(step.path))] = score
            self.relations[step.focus, self._parity(len(step.path))] = step.relations.get(step.focus, Relation.EXACT)

    def _parity(self, length: int) -> int:
        return (length - 1) % 2 if self.is_doubled else 0

    @cached_property
    def truth(self) -> dict[str, Score]:
        return scores_of(self.whole, self.endless)

    @cached_property
    def opposite_truth(self) -> dict[str, Score]:
        return scores_of(self.whole, 0 - self.endless)

    @cached_property
    def opposite(self) -> Trace:
        return traced(self.whole, self.trace.algorithm, **{**self.trace.options, "endless": 0 - self.endless})

    @cached_property
    def bounds(self) -> list[Pair]:
        lower, upper = scores_of(self.whole, -math.inf), scores_of(self.whole, math.inf)
        low, high = self.whole.hull(self.endless)
        known = (node.id for node in self.whole.nodes if node.kind is not Kind.OPEN)
        return [(max(low, lower[id]), min(high, upper[id])) for id in known]

    # ---- what must hold

    def _is_under_its_condition(self, step: Step) -> bool:
        """Whether a number is what it is said to be where just the nodes that its condition names are on the path.

        One that was found without a memo is the value where moves to these nodes end play, and whenever the same node
        rests on the same back links it is the same.  One that is stored gives the root its score wherever these nodes
        are on the path, so it lies in the range of the values there.
        """
        if (condition := ASSUMING.search(step.caption)) is not None:
            spot, (number, relation) = self._spot(step, condition[1]), self._known(step)
            is_same = relation is not Relation.EXACT or self.assuming.setdefault(spot, number) == number
            return is_same and relation.allows(number, self.paths.value_at(spot))
        if (condition := WHILE.search(step.caption)) is not None:
            low, high = self.paths.range_at(self._spot(step, condition[1]))
            number, relation = self._known(step)
            return (
                low <= number <= high
                if relation is Relation.EXACT
                else any(relation.allows(number, end) for end in (low, high))
            )
        return True

    def _known(self, step: Step) -> Known:
        """The number that a step gives its node, or else the one that is stored for it."""
        focus = step.focus or ""
        score = step.scores.get(focus)
        if score is not None:
            return score, step.relations.get(focus, Relation.EXACT)
        key = focus, self._parity(len(step.path))
        return self.stored[key], self.relations[key]

    def _spot(self, step: Step, names: str) -> Spot:
        """The node of a step where play has been at the nodes with these names."""
        states = ((name.removesuffix(OTHER), int(name.endswith(OTHER))) for name in names.split(", "))
        return step.focus or "", self._parity(len(step.path)), frozenset(states)

    def _holds(self, step: Step, values: tuple[Value, ...], place: int, value: Value) -> bool:
        number = value.sign * value.number
        if value.quantity in (Quantity.AT_LEAST, Quantity.AT_MOST) and self.trace.options.get("table") == "naive":
            return True  # that table may deceive the search about the root
        if value.quantity is Quantity.AT_LEAST:
            return self.truth[value.node] >= number
        if value.quantity is Quantity.AT_MOST:
            return self.truth[value.node] <= number
        if value.quantity is Quantity.MERIT:
            return self._is_merit(values, place, value)
        if value.quantity is Quantity.RETURNED:
            again = self.returned.get((step.path, value.node))
            return number in (self._returned(step, value), None if again is None else value.sign * again)
        return number == EXPECTED[value.quantity](self, step, value)

    def _at(self, value: Value) -> int:
        """The number of the step at which a claim holds."""
        if value.when is When.BEFORE and "n" not in self.trace[self.number].counters:
            return self.number - 1
        if value.when is When.BEFORE:
            sweep = self.trace[self.number].counters["n"]
            return max(number for number in range(self.number) if self.trace[number].counters["n"] < sweep)
        return 0 if value.when is When.FIRST else self.number

    def score(self, step: Step, value: Value) -> Score:
        return self.trace.scores_at(self._at(value))[value.node]

    def bound(self, step: Step, value: Value) -> Score:
        return self.trace.bounds_at(self._at(value), [value.node])[value.node][value.quantity is Quantity.UPPER]

    def window(self, step: Step, value: Value) -> Score:
        if value.when is When.BEFORE:
            window = self.shown_windows[value.node, len(step.path)]
        else:
            window = step.windows[value.node]
        assert window is not None
        return window[value.quantity is Quantity.BETA]

    def leaf(self, step: Step, value: Value) -> Score:
        score = self.graph.node(value.node).score
        assert score is not None
        return score

    def true(self, step: Step, value: Value) -> Score:
        odd = self.is_doubled and len(step.path) > 0 and len(step.path) % 2 == 0
        return (self.opposite_truth if odd else self.truth)[value.node]

    def _returned(self, step: Step, value: Value) -> Score:
        """What the call returned that ended with the step before."""
        last = self.trace[self.number - 1]
        if last.activity.get(value.node) is Activity.BACK_LINK:
            return self.endless * (-1 if self._parity(len(step.path) + 1) else 1)
        score = last.scores.get(value.node)
        return self.stored[value.node, self._parity(len(step.path) + 1)] if score is None else score

    def tried(self, step: Step, value: Value) -> Score:
        return value.sign * self.returned[step.path, value.node]

    def best(self, step: Step, value: Value) -> Score:
        seen = [number for (path, _), number in self.returned.items() if path == step.path]
        return self._best_of(value.node)(seen)

    def _best_of(self, id: str) -> Callable[[list[Score]], Score]:
        return max if self.graph.orientation[self.graph.index[id]] > 0 else min

    def in_memo(self, step: Step, value: Value) -> Score:
        return self.stored[value.node, self._parity(len(step.path))]

    def endless_play(self, step: Step, value: Value) -> Score:
        return self.endless

    def opposite_score(self, step: Step, value: Value) -> Score:
        return self.opposite.scores_at(self._at(value))[value.node]

    def counter(self, step: Step, value: Value) -> Score:
        return step.counters[value.key]

    @property
    def is_about_the_truth(self) -> bool:
        """Whether the value that the run found must be the root's score."""
        is_naive = self.trace.algorithm in WRONG_ON_PURPOSE or self.trace.options.get("table") == "naive"
        return not is_naive and self.trace.algorithm != "witness" and self.trace.result.get("exact", True)

    def result(self, step: Step, value: Value) -> Score:
        """What the oracle says of scores, and for the rest what the run returned."""
        if value.key == "scores":
            return self.truth[value.node]
        if value.key in ("value", "max_min", "min_max") and self.is_about_the_truth:
            return self.truth[self.graph.nodes[self.graph.root_index].id]
        found: Any = self.trace.result
        for key in value.key.split("."):
            found = found[key]
        if value.node:
            found = found[value.node]
        return len(found) if isinstance(found, list) else found

    def size(self, step: Step, value: Value) -> Score:
        if value.key.startswith("level "):
            return [*self.trace.result["levels"].values()].count(int(value.key.split()[1]))
        return {
            "open": lambda: sum(node.kind is Kind.OPEN for node in self.whole.nodes),
            "known": lambda: len(self.bounds),
            "dependent": lambda: sum(lower < upper for lower, upper in self.bounds),
            "apart": lambda: sum(lower < upper for lower, upper in self.bounds),
            "equal": lambda: sum(lower == upper for lower, upper in self.bounds),
            "successors": lambda: len(self.graph.successors_of(value.node)),
            "plays": lambda: self._plays(self.graph.nodes[self.graph.root_index].id),
        }[value.key]()

    def _plays(self, id: str) -> int:
        return 1 + sum(self._plays(other.id) for other in self.graph.successors_of(id))

    def left(self, step: Step, value: Value) -> Score:
        """All successors but those that were examined; of no node in particular: all nodes but those removed."""
        if not value.node:
            return len(self.graph.nodes) - self.number - 1
        key = value.node, value.key
        self.examined[key] = self.examined.get(key, 0) + (step.move is not None)
        return len(self.graph.successors_of(value.node)) - self.examined[key]

    def at_worst(self, step: Step, value: Value) -> Score:
        return self.trace.bounds_at(1)[value.node][value.key == "upper"]

    def at_best(self, step: Step, value: Value) -> Score:
        return self.trace.bounds_at(2)[value.node][value.key == "upper"]

    def end(self, step: Step, value: Value) -> Score:
        """The number, if it is an end of what a node can be worth."""
        ends = (*self.whole.hull(), *self.whole.hull(self.endless))
        return value.number if value.number in ends else math.nan

    def _is_merit(self, values: tuple[Value, ...], place: int, value: Value) -> bool:
        """Merits that are taken never rise and never fall below the root's score; a leaf's is the smaller of two."""
        if place == 0:
            before, self.merit = self.merit, value.number
            return self.truth[self.graph.nodes[self.graph.root_index].id] <= value.number <= before
        score = values[1].number
        return value.number == (min(values[0].number, score) if place == len(values) - 1 else values[0].number)

    def asked(self, step: Step, value: Value) -> Score:
        """The k of the question; a new one only where a question begins, and in that case the one of the options."""
        if "k" not in self.trace.options:
            return self._question_of_a_pass(step, value)
        if step.line == 1:
            self.threshold, self.numbers = value.number, {}
            if self.trace.algorithm == "df-pn":
                self.table.begin()
        given = self.trace.options["k"]
        return (self.threshold if given is None else given) or 0

    def _question_of_a_pass(self, step: Step, value: Value) -> Score:
        """The number if it lies between the ends, and the answer that comes next is right; else another one."""
        low, high = (values_of(step)[place].number for place in (1, 2))
        answer = next(each for each in self.trace.steps[self.number :] if each.line == 5)
        is_naive = self.trace.options["table"] == "naive"
        is_right = answer.caption.startswith("Yes") == (self.truth[step.focus or ""] >= value.number)
        return value.number if low < value.number <= high and (is_right or is_naive) else math.nan

    @cached_property
    def known_to_processes(self) -> list[tuple[dict[Process, Score], dict[Process, dict[Process, Score]]]]:
        """S of all processes, and what they see of their successors, at each step, as the plain simulation has it.

        The run with a step for every message tells which of them arrive, whatever their order is.
        """
        messages = traced(self.whole, self.trace.algorithm, **{**self.trace.options, "detail": "message"})
        network = PlainNetwork(self.whole, self.endless, in_rounds=self.trace.options["mode"] == "synchronous")
        known, rounds = [], {}
        for step in messages:
            self._follow(network, step)
            seen = {here: {other: network.sees(here, other) for other in row} for here, row in network.heard.items()}
            known.append((dict(network.s), seen))
            rounds[network.round] = known[-1]
        return known if self.trace.options["detail"] == "message" else [*rounds.values(), known[-1]]

    def _follow(self, network: PlainNetwork, step: Step) -> None:
        """Do what a step says, of the process that it names first."""
        kind = {3: "start", 4: "value", 7: "signal"}.get(step.line)
        if step.line == 2 or (kind and not network.left):
            network.begin()
        if kind is None:
            return
        assert isinstance(step.words, Caption)
        parts = [*step.words.parts, ""]
        at = next(place for place, part in enumerate(parts) if isinstance(part, Named))
        name, after = parts[at], parts[at + 1]
        assert isinstance(name, Named)
        process = name.node, int(str(after).startswith(OTHER))
        ends = {process[0], OUTSIDE[0]} if step.move is None else {*step.move}
        role = "sender" if step.focus is None else "receiver"
        network.arrive(
            next(
                each
                for each in network.letters
                if each.kind == kind and getattr(each, role) == process and {each.sender[0], each.receiver[0]} == ends
            )
        )

    def heard(self, step: Step, value: Value) -> Score:
        receiver = value.key.removesuffix(OTHER), int(value.key.endswith(OTHER))
        seen = self.known_to_processes[self.number][1][receiver]
        return value.sign * next(number for (id, _), number in seen.items() if id == value.node)

    def other_turn(self, step: Step, value: Value) -> Score:
        return self.known_to_processes[self._at(value)][0][value.node, 1]

    def proof(self, step: Step, value: Value) -> Score:
        path = step.path
        if self.trace.algorithm == "df-pn":
            return self.table.numbers_in(step)[value.quantity is Quantity.DISPROOF]
        if path not in self.numbers or self._is_update(step):
            self.numbers[path] = self._proof_numbers(path)
        return self.numbers[path][value.quantity is Quantity.DISPROOF]

    def limit(self, step: Step, value: Value) -> Score:
        return self.table.limits_in(step)[value.quantity is Quantity.DISPROOF_LIMIT]

    @cached_property
    def table(self) -> TableNumbers:
        return TableNumbers(self)

    def _is_update(self, step: Step) -> bool:
        return step.line in (8, 9)

    def _proof_numbers(self, path: Route) -> Pair:
        view = self.sign ** (len(path) - 1)
        rows = [self.numbers.get((*path, other.id)) for other in self.graph.successors_of(path[-1])]
        known = [row for row in rows if row is not None]
        if not known:
            return self._end_numbers(path, view)
        proofs, disproofs = zip(*known, strict=True)
        is_ours = self.graph.orientation[self.graph.index[path[-1]]] * view > 0
        return (min(proofs), sum(disproofs)) if is_ours else (sum(proofs), min(disproofs))

    def _end_numbers(self, path: Route, view: int) -> Pair:
        node = self.graph.node(path[-1])
        earlier = [place for place, id in enumerate(path[:-1]) if id == node.id]
        repeats = any(not self.endless or self.sign**place == view for place in earlier)
        if node.kind.is_inner and not repeats:
            return 1, 1
        score = self.endless if node.score is None else view * node.score
        return (0, math.inf) if score >= (self.threshold or 0) else (math.inf, 0)


UNLIMITED = (math.inf, math.inf)
ENDS, ENTRIES, CALL, STORE = 4, (5, 6), 12, 10


class TableNumbers:
    """The numbers and limits of df-pn, by the rules of its pseudocode, from what earlier steps say.

    Attributes
    ----------
    rows : the numbers of the nodes at the ends of paths.
    left : those with which a node was left, by node and player to move.
    distance : the fewest moves with which it was called.
    limits : of the calls, by path.
    """

    def __init__(self, claims: Claims) -> None:
        self.claims, self.graph = claims, claims.graph
        self.is_farther = claims.trace.options["sums"] == "farther"
        self.begin()

    def begin(self) -> None:
        root = (self.graph.nodes[self.graph.root_index].id,)
        self.rows: dict[Route, Pair] = {}
        self.left: dict[tuple[str, int], Pair] = {}
        self.distance = {(root[0], 1): 0}
        self.limits: dict[Route, Pair] = {root: UNLIMITED}
        self.seen = -1

    def numbers_in(self, step: Step) -> Pair:
        if self.seen != self.claims.number:
            self.seen = self.claims.number
            self.rows[step.path] = self._expected(step)
        return self.rows[step.path]

    def limits_in(self, step: Step) -> Pair:
        """What a call may grow to, both numbers at least 1 above those that it begins with."""
        path, above = step.path, step.path[:-1]
        side = 1 - self._is_ours(above)
        others = [self.rows[(*above, id)][side] for id in self.graph.ids_after(above[-1]) if id != path[-1]]
        limit, own, here = self.limits[above], self.rows[path], self.rows[above]
        found = [0.0, 0.0]
        found[side] = max(own[side] + 1, min([limit[side], *(number + 1 for number in others)]))
        found[1 - side] = max(own[1 - side] + 1, limit[1 - side] - (here[1 - side] - own[1 - side]))
        self.limits[path] = found[0], found[1]
        state = self._state(path)
        self.distance[state] = min(len(above), self.distance.get(state, len(above)))
        return self.limits[path]

    def _expected(self, step: Step) -> Pair:
        path, state = step.path, self._state(step.path)
        if step.line == ENDS:
            return self.claims._end_numbers(path, state[1])
        if step.line == CALL:
            self.limits_in(step)
            return self.rows[path]
        if step.line in ENTRIES and "refused" not in step.caption:
            return self._answer(step, state)
        if step.line not in (8, 9, 10, 11):
            return self.left.get(state, (1, 1))
        numbers = self._backed_up(path)
        if step.line != STORE:
            self.left[state] = numbers
        return numbers

    def _answer(self, step: Step, state: tuple[str, int]) -> Pair:
        """Of an entry that holds everywhere, by the oracle; any other is for whom repetitions favour."""
        threshold, view = self.claims.threshold or 0, state[1]
        is_yes = self.claims.endless >= threshold
        if "on every path" in step.caption:
            odd = self.claims.is_doubled and view < 0
            is_yes = view * (self.claims.opposite_truth if odd else self.claims.truth)[state[0]] >= threshold
        return (0, math.inf) if is_yes else (math.inf, 0)

    def _backed_up(self, path: Route) -> Pair:
        below = [(*path, id) for id in self.graph.ids_after(path[-1])]
        proofs, disproofs = zip(*(self.rows[each] for each in below), strict=True)
        if self._is_ours(path):
            return min(proofs), self._sum(path, below, disproofs)
        return self._sum(path, below, proofs), min(disproofs)

    def _sum(self, path: Route, below: list[Route], numbers: tuple[Score, ...]) -> Score:
        here = self.distance[self._state(path)]
        far = [
            n for each, n in zip(below, numbers, strict=True) if self.distance.get(self._state(each), math.inf) > here
        ]
        return (sum(far) or max(numbers)) if self.is_farther and math.inf not in numbers else sum(numbers)

    def _is_ours(self, path: Route) -> bool:
        return self.graph.orientation[self.graph.index[path[-1]]] * self._state(path)[1] > 0

    def _state(self, path: Route) -> tuple[str, int]:
        return path[-1], self.graph.sign ** (len(path) - 1)


EXPECTED: dict[Quantity, Callable[[Claims, Step, Value], Score]] = {
    Quantity.SCORE: Claims.score,
    Quantity.LOWER: Claims.bound,
    Quantity.UPPER: Claims.bound,
    Quantity.ALPHA: Claims.window,
    Quantity.BETA: Claims.window,
    Quantity.LEAF: Claims.leaf,
    Quantity.TRUE: Claims.true,
    Quantity.TRIED: Claims.tried,
    Quantity.BEST: Claims.best,
    Quantity.STORED: Claims.in_memo,
    Quantity.ENDLESS: Claims.endless_play,
    Quantity.HEARD: Claims.heard,
    Quantity.OTHER_TURN: Claims.other_turn,
    Quantity.OPPOSITE: Claims.opposite_score,
    Quantity.COUNTER: Claims.counter,
    Quantity.RESULT: Claims.result,
    Quantity.SIZE: Claims.size,
    Quantity.LEFT: Claims.left,
    Quantity.WORST: Claims.at_worst,
    Quantity.BEST_CASE: Claims.at_best,
    Quantity.END: Claims.end,
    Quantity.THRESHOLD: Claims.asked,
    Quantity.PROOF: Claims.proof,
    Quantity.DISPROOF: Claims.proof,
    Quantity.PROOF_LIMIT: Claims.limit,
    Quantity.DISPROOF_LIMIT: Claims.limit,
}
