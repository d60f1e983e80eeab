"""Tasks about searches: errors of a memo without paths, and leaves that alpha-beta reads."""

from __future__ import annotations

from explorer.algorithms import trace
from explorer.algorithms.acyclic import must_end
from explorer.model.errors import GraphError
from explorer.model.scores import format_score
from explorer.solver import solve
from explorer.tasks.task import AllowedChange, Attempt, Refusal, Task
from explorer.trace import Trace
from explorer.trace.options import whole_number
from explorer.trace.recording import Limits

_NAIVE, _ALPHA_BETA = "memoised-naive", "alpha-beta"
_LIMITS = Limits(steps=200_000, run=1_000_000)
_USED, _LEAVES = "wrong used", "leaves"  # counters
_MOST_LEAVES = 10_000


def _refuse_right_memo(attempt: Attempt) -> Refusal | None:
    """Refuse an attempt whose naive memo still gets the root's score right (Kars, section 7)."""
    run, score = _naive_memo_run(attempt), solve(attempt.graph).score
    if run.result["value"] != score:
        return None
    used, stored = _first_step_above(run, _USED, 0), run.result["first_wrong"]
    root = attempt.graph.node(attempt.graph.ids[attempt.graph.root_index]).name
    same = f"The naive memo finds {format_score(score)} for {root}, and that is its score."
    if used is not None:
        return Refusal(f"{same} A wrong value is used at step {used}, but it makes no difference.", _NAIVE, used)
    if stored is not None:
        name = attempt.graph.node(stored["node"]).name
        rest = f"The value of {name} that is stored at step {stored['step']} is wrong, but it is never used."
        return Refusal(f"{same} {rest}", _NAIVE, stored["step"], stored["node"])
    return Refusal(f"{same} Every value that is stored is the score of its node.", _NAIVE)


def _refuse_wrong_memo(attempt: Attempt) -> Refusal | None:
    """Refuse an attempt whose naive memo gets the root's score wrong, at its first wrong value."""
    run, score = _naive_memo_run(attempt), solve(attempt.graph).score
    value = run.result["value"]
    if value == score:
        return None
    step = _first_step_above(run, _USED, 0)
    node = None if step is None else run[step].focus
    root = attempt.graph.node(attempt.graph.ids[attempt.graph.root_index]).name
    text = f"The naive memo finds {format_score(value)} for {root}, whose score is {format_score(score)}."
    if step is not None and node is not None:
        text += f" At step {step} it uses a value of {attempt.graph.node(node).name} that is wrong on this path."
    return Refusal(text, _NAIVE, step, node or "")


def _refuse_too_many_leaves(attempt: Attempt) -> Refusal | None:
    """Refuse an attempt in which alpha-beta reads more leaves than the task allows, at the first such leaf."""
    if (problem := must_end(attempt.graph)) is not None:
        raise GraphError(problem.message)
    run, most = trace(attempt.graph, _ALPHA_BETA, limits=_LIMITS), attempt.options["leaves"]
    step = _first_step_above(run, _LEAVES, most)
    if step is None:
        return None
    node = run[step].focus or ""
    text = (
        f"Alpha-beta reads {run.result['leaves']} leaves in this order. The first one too many is "
        f"{attempt.graph.node(node).name if node else 'read'} at step {step}."
    )
    return Refusal(text, _ALPHA_BETA, step, node)


def _naive_memo_run(attempt: Attempt) -> Trace:
    """Return the trace of the naive memo on the graph of an attempt."""
    return trace(attempt.graph, _NAIVE, limits=_LIMITS)


def _first_step_above(run: Trace, counter: str, most: int) -> int | None:
    """Return the first step at which a counter of a run is above a number; None if there is none."""
    counts = (step.counters.get(counter, 0) for step in run.steps.between(0, len(run)))
    return next((number for number, count in enumerate(counts) if count > most), None)


MEMO_WRONG = Task(
    "memo-wrong",
    "Find leaf scores for which the naive memo gives the root a wrong value.",
    AllowedChange.SCORES,
    _refuse_right_memo,
    "sample:ladder-3",
)
MEMO_ORDER = Task(
    "memo-order",
    "Order the moves so that the naive memo gives the root its score.",
    AllowedChange.ORDER,
    _refuse_wrong_memo,
    "sample:example-7-1",
)
LEAVES = Task(
    "leaves-read",
    "Order the moves so that alpha-beta reads at most {leaves} leaves.",
    AllowedChange.ORDER,
    _refuse_too_many_leaves,
    "sample:alpha-beta-tree",
    {"leaves": "6"},
    (whole_number("leaves", "Leaves", 4, "How many leaves may be read.", minimum=1, maximum=_MOST_LEAVES),),
)
