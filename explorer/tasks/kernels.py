"""Tasks about kernels and Grundy values; the game is played on the graph alone (PF games)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import combinations

from explorer.algorithms import trace
from explorer.algorithms.acyclic import must_be_known, must_end_in_losses
from explorer.model.errors import GraphError, LimitError
from explorer.model.graph import GameGraph
from explorer.tasks.task import AllowedChange, Attempt, Refusal, Task, node_option
from explorer.trace.options import whole_number

_LOOPY, _GRUNDY = "loopy-kernel", "kernel"
_MOST_UNDECIDED = 16
_NAMED = 12  # positions of a kernel that a sentence names


def smallest_kernel(graph: GameGraph) -> frozenset[str] | None:
    """Return the ids of a kernel with the fewest positions; None if the graph has no kernel.

    A kernel is a set of positions with no move between two of them, into which every other position has a move (PF
    games).  What is winning or losing when a draw is possible belongs to every kernel, or to none; of the drawn
    positions all sets are tried, small ones first.

    Raises
    ------
    LimitError
        If more than `_MOST_UNDECIDED` positions are drawn.
    """
    if (problem := must_be_known(graph)) is not None:
        raise GraphError(problem.message)
    ends_lost = (node if node.score is None else replace(node, score=-1) for node in graph.nodes)
    status = trace(graph.replace(nodes=tuple(ends_lost), score_range=None), _LOOPY).result["status"]
    inside = {id for id, word in status.items() if word == "win"}
    drawn = [id for id in graph.ids if status[id] == "draw"]
    if len(drawn) > _MOST_UNDECIDED:
        raise LimitError(f"{len(drawn)} positions can be in a kernel or not; at most {_MOST_UNDECIDED} are looked at")
    for size in range(len(drawn) + 1):
        for some in combinations(drawn, size):
            if is_kernel(graph, kernel := inside.union(some)):
                return frozenset(kernel)
    return None


def is_kernel(graph: GameGraph, positions: Collection[str]) -> bool:
    """Return whether each position is in the set if and only if no move leads from it into the set."""
    return all(
        (node.id in positions) != any(other.id in positions for other in graph.successors_of(node.id))
        for node in graph.nodes
    )


def _refuse_kernel(attempt: Attempt) -> Refusal | None:
    """Refuse an attempt whose graph has a kernel, and name the smallest one."""
    kernel, graph = smallest_kernel(attempt.graph), attempt.graph
    if kernel is None:
        return None
    there = [graph.node(id).name for id in graph.ids if id in kernel]
    names = ", ".join(there[:_NAMED]) + (" …" if len(there) > _NAMED else "")
    text = (
        f"{{{names}}} is a kernel: there is no move between {'two of them' if len(there) > 1 else 'it and itself'}, "
        "and every other position has a move into it."
    )
    return Refusal(text, _LOOPY, node=next(id for id in graph.ids if id in kernel))


def _refuse_other_grundy(attempt: Attempt) -> Refusal | None:
    """Refuse an attempt whose node has another Grundy value than the task demands, with the reason."""
    if (problem := must_end_in_losses(attempt.graph)) is not None:
        raise GraphError(problem.message)
    graph, wanted = attempt.graph, attempt.options["value"]
    grundy: dict[str, int] = trace(graph, _GRUNDY).result["grundy"]
    found = grundy[attempt.node]
    if found == wanted:
        return None
    has = [other.name for other in graph.successors_of(attempt.node) if grundy[other.id] == wanted]
    text = f"The Grundy value of {attempt.name} is {found}, not {wanted}: "
    if found < wanted:
        text += f"no successor has the Grundy value {found}."
    else:
        text += f"the successor {has[0]} has the Grundy value {wanted} already."
    return Refusal(text, _GRUNDY, node=attempt.node)


NO_KERNEL = Task(
    "no-kernel",
    "Add one move so that the graph has no kernel.",
    AllowedChange.MOVE_MORE,
    _refuse_kernel,
    "sample:takeaway-10",
)
GRUNDY = Task(
    "grundy-value",
    "Add one move so that {node} gets the Grundy value {value}.",
    AllowedChange.MOVE_MORE,
    _refuse_other_grundy,
    "sample:takeaway-10",
    {"node": "7", "value": "1"},
    (node_option(), whole_number("value", "Grundy value", 2, "The Grundy value.", minimum=0, maximum=1_000)),
)
