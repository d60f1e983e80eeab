"""Questions about algorithms that sweep over all nodes at once: s₀, s₁, …, and lower and upper bounds.

A sweep reads what the sweep before it has left, everywhere, so there is one right answer.  Wrong ones come from a sweep
that reads what it has just written, from one that has not been made yet, from the other player, and from the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from explorer.expansion.exact import reachable_for_both
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score
from explorer.model.words import counted
from explorer.questions import choices
from explorer.questions.question import (
    FINAL,
    LOWER,
    MOST_NODES,
    SCORE,
    UPPER,
    Form,
    Question,
    QuestionKind,
    Questions,
    by_step,
    name_of,
)
from explorer.trace import Finality, Trace

EXACT = "exact-finality"
CHANGES = QuestionKind("changes", Form.NODES, 3)  # which nodes change in the next sweep

ROLES = {
    Finality.TENTATIVE: "It can still rise and fall",
    Finality.LOWER: "It cannot fall, but it can still rise",
    Finality.UPPER: "It cannot rise, but it can still fall",
    Finality.FINAL: "It is final",
}


_FIRST = "The iteration is not stable yet: a leaf takes its score, and any other node the best of what it began with."
_UNSTABLE = "The iteration is not stable yet: some node has a successor that changed what is best."


@dataclass(frozen=True)
class _Sweep:
    """A sweep with one kind of number of each node: before it, after it, and at the end of the run."""

    graph: GameGraph
    step: int
    number: int
    kind: QuestionKind
    before: Mapping[str, Score]
    after: Mapping[str, Score]
    end: Mapping[str, Score]
    endless: Score

    @property
    def is_read_from_itself(self) -> bool:
        """Return whether a sweep reads only numbers of the kind that it computes."""
        return self.graph.sign > 0 or (self.kind is SCORE and self.endless == 0)

    @property
    def changed_nodes(self) -> frozenset[str]:
        return frozenset(id for id, score in self.after.items() if self.before.get(id) != score)

    def function(self, number: int) -> str:
        """Return the name of the function that a sweep computes: "s₂", "lower₂"."""
        letters = {SCORE: "s"}.get(self.kind, str(self.kind))
        return letters + str(number).translate(_SUBSCRIPTS)

    @cached_property
    def in_place(self) -> dict[str, Score]:
        """The result of a wrong sweep that updates in place, so that it reads numbers it has just written.

        In a negamax graph one kind of number is computed from another one, and this wrong sweep is not made.
        """
        if not self.is_read_from_itself:
            return dict(self.after)
        found = dict(self.before)
        for id, score in self.after.items():
            if self.graph.node(id).kind is not Kind.OPEN:
                backed = choices.backed_up_value(self.graph, id, found.get)
                found[id] = score if backed is None else backed
        return found


_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def about_sweeps(trace: Trace, step: int) -> Iterator[Question]:
    """Ask about a step that is a whole sweep, or the last one, which changes nothing."""
    number = trace.steps.counters_at(step).get("n")
    if number is None or trace[step].focus is not None or number != trace.steps.counters_at(step - 1).get("n", 0) + 1:
        return
    sweeps = list(_sweeps(trace, step, number))
    if sweeps:
        yield from _ask_changes(trace, step, sweeps)
    for sweep in sweeps:
        yield from _ask_numbers(sweep)


def about_finality(trace: Trace, step: int) -> Iterator[Question]:
    """Ask whether a score can still change after a sweep, whatever lies deeper than it has seen."""
    number = trace.steps.counters_at(step).get("n")
    if trace.has_bounds or number is None:
        return
    if step == len(trace) - 1:
        yield from about_open_nodes(trace, step)
        return
    near = counted(number, "move")
    yield from _ask_finality(
        trace, step, f"Sweep {number} knows of what is less than {near} away. Whatever lies beyond that"
    )


def about_open_nodes(trace: Trace, step: int) -> Iterator[Question]:
    """Ask whether a stable score can still change when open nodes are expanded.

    Nothing is asked where the answer that is known may be too careful.
    """
    has_open = trace.graph.count(Kind.OPEN) > 0
    before = "Whatever the open nodes turn out to be" if has_open else "This sweep changed no score"
    if not (has_open and reachable_for_both(trace.graph)):
        yield from _ask_finality(trace, step, before)


def _ask_finality(trace: Trace, step: int, before: str) -> Iterator[Question]:
    graph = trace.graph
    for id, role in trace[step].finality.items():
        if role in ROLES and graph.node(id).kind.is_inner:
            yield Question.of(
                step,
                FINAL,
                f"{before}: can the score of {name_of(graph, id)} still change?",
                [role.name.lower()],
                ("final", "What is not known yet may be better or worse than all that has been seen."),
                ("tentative", "One side is decided already, whatever the nodes further away are worth."),
                choices={key.name.lower(): text for key, text in ROLES.items()},
                about=id,
            )


def about_bound_finality(trace: Trace, step: int) -> Iterator[Question]:
    """Ask which bounds of a node are final after a step about this node alone.

    None where a bound may be final that is not found to be.
    """
    there = trace[step]
    if trace.algorithm != EXACT or there.focus is None or there.finality.keys() != {there.focus}:
        return
    role = there.finality[there.focus]
    if role not in ROLES or there.bounds or not trace.graph.node(there.focus).kind.is_inner:
        return
    if role is not Finality.FINAL and reachable_for_both(trace.graph):
        return
    yield Question.of(
        step,
        FINAL,
        f"Which bounds of {name_of(trace.graph, there.focus)} are final?",
        [role.name.lower()],
        ("final", "A bound that is the best known so far may still change when open nodes are expanded."),
        ("tentative", "A bound is final as soon as no open node can change it, even if the other can change."),
        choices={
            "tentative": "Neither",
            "lower": "Only the lower bound",
            "upper": "Only the upper bound",
            "final": "Both",
        },
        about=there.focus,
    )


def _sweeps(trace: Trace, step: int, number: int) -> Iterator[_Sweep]:
    """Yield each kind of number that a sweep computes, with its values before, after and at the end."""
    states = (step - 1, step, len(trace) - 1)
    if not trace.has_bounds:
        before, after, end = (dict(trace.scores_at(each).items()) for each in states)
        yield _Sweep(trace.graph, step, number, SCORE, before, after, end, trace.endless)
        return
    pairs = [trace.bounds_at(each) for each in states]
    for side, kind in enumerate((LOWER, UPPER)):
        before, after, end = ({id: pair[side] for id, pair in known.items()} for known in pairs)
        yield _Sweep(trace.graph, step, number, kind, before, after, end, trace.endless)


def _ask_changes(trace: Trace, step: int, sweeps: list[_Sweep]) -> Iterator[Question]:
    changed_nodes = frozenset[str]().union(*(sweep.changed_nodes for sweep in sweeps))
    if len(changed_nodes) > MOST_NODES:
        return
    graph, what = trace.graph, "bounds" if trace.has_bounds else "score"
    last = frozenset(trace[step - 1].activity) if step > 1 else frozenset[str]()
    near = frozenset(id for node in last for id in _predecessors(graph, node))
    written = frozenset(id for sweep in sweeps for id, new in sweep.in_place.items() if sweep.before.get(id) != new)
    yield Question.of(
        step,
        CHANGES,
        f"Sweep {sweeps[0].number}: which nodes change their {what}?",
        [changed_nodes],
        (frozenset(), _UNSTABLE if sweeps[0].number > 1 else _FIRST),
        (last, "These changed in the sweep before. A change moves on to the predecessors, one move a sweep."),
        (near, "These have a successor that changed, but not each of them has its best successor there."),
        (written, "These change if a sweep reads what it has just written. It reads the sweep before, everywhere."),
    )


def _ask_numbers(sweep: _Sweep) -> Iterator[Question]:
    """Ask for the number of each inner node that changes, or of which a successor changed."""
    graph = sweep.graph
    for id in sweep.after:
        node = graph.node(id)
        if not node.kind.is_inner or not (
            id in sweep.changed_nodes or any(sweep.before.get(other) for other in graph.ids_after(id))
        ):
            continue
        yield Question.of(
            sweep.step,
            sweep.kind,
            f"What is {sweep.function(sweep.number)}({node.name})?",
            [sweep.after[id]],
            *_wrong_numbers(sweep, id),
            about=id,
        )


def _wrong_numbers(sweep: _Sweep, id: str) -> Iterator[tuple[Score | None, str]]:
    graph, name, read = sweep.graph, sweep.graph.node(id).name, sweep.before.get
    old, new = sweep.function(sweep.number - 1), sweep.function(sweep.number)
    if sweep.is_read_from_itself:
        yield choices.value_for_other_player(graph, id, read), choices.other_player_mistake(graph, id)
        yield choices.value_without_sign(graph, id, read), choices.SIGN
        written = f"That reads what the sweep has just written. {new} is computed from {old} everywhere."
        yield sweep.in_place.get(id), written
    yield sweep.before.get(id), f"That is {old}({name}), from before the sweep."
    yield sweep.end.get(id), f"That is where the iteration ends; {new} is not there yet."


def _predecessors(graph: GameGraph, id: str) -> list[str]:
    return [graph.ids[other] for other in graph.predecessors[graph.index[id]]]


QUESTIONS = Questions("sweeps", 1, (CHANGES,), by_step(about_sweeps, about_finality, about_bound_finality))
