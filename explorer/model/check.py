"""What is wrong with a game graph, in sentences that name the node."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from explorer.model.errors import GraphError, brief, quoted
from explorer.model.graph import Convention, GameGraph, Kind, Node, describe

_UNREACHABLE = "cannot be reached from the root"
_MOST_NAMED = 3  # errors that a refusal names besides the first
NO_ROOT = "the graph has no root; choose the node where play starts"


class Severity(StrEnum):
    """An error keeps algorithms from running; a warning is only worth knowing."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong: a sentence, and what it is about, if anything: a node, a line, a cycle.

    The nodes of a cycle are in the direction of the moves; the last has a move to the first.  `kind` is what is wrong
    with the node in words that hold of many, where there may be very many.
    """

    severity: Severity
    message: str
    node: str | None = None
    line: int | None = None
    cycle: tuple[str, ...] = ()
    kind: str = field(default="", compare=False)

    def __str__(self) -> str:
        index = f"line {self.line}: " if self.line is not None else ""
        return f"{self.severity}: {index}{self.message}"


def check(graph: GameGraph) -> list[Problem]:
    """The problems of a graph: errors, then warnings, each kind of problem in node order."""
    found = [*_missing_root(graph), *_wrong_kinds(graph), *_wrong_moves(graph)]
    if graph.root is not None:
        found += _unreachable(graph)
    found += _not_bipartite(graph)
    found += not_expanded(graph)
    return sorted(found, key=lambda problem: problem.severity is Severity.WARNING)


def errors_in(problems: list[Problem]) -> list[Problem]:
    """Only the errors."""
    return [problem for problem in problems if problem.severity is Severity.ERROR]


def require_playable(graph: GameGraph) -> None:
    """Nothing, if algorithms can run on the graph.

    Raises
    ------
    GraphError
        With the first error, and how many more there are.
    """
    raise_first(errors_in(check(graph)))


def raise_first(errors: list[Problem]) -> None:
    """Raise a `GraphError` for a list of errors that is not empty: the first sentence, how many more, and which.

    Raises
    ------
    GraphError
        If there is any.
    """
    if not errors:
        return
    others = "; ".join(brief(error.message) for error in errors[1 : 1 + _MOST_NAMED])
    more = (
        f" (and {len(errors) - 1:,} more: {others}{'; …' if len(errors) > 1 + _MOST_NAMED else ''})" if others else ""
    )
    index = f"line {errors[0].line}: " if errors[0].line is not None else ""
    raise GraphError(f"{index}{errors[0].message}{more}")


def _error(message: str, node: str | None = None) -> Problem:
    return Problem(Severity.ERROR, message, node)


def _missing_root(graph: GameGraph) -> Iterator[Problem]:
    if not graph.nodes:
        yield _error("the graph has no nodes yet; add one")
    elif graph.root is None:
        yield _error(NO_ROOT)


def _wrong_kinds(graph: GameGraph) -> Iterator[Problem]:
    negamax = graph.convention is Convention.NEGAMAX
    for node in graph.nodes:
        if negamax and node.kind in (Kind.MAX, Kind.MIN):
            yield _error(f"{_named(node)} has a player, but in a negamax graph nodes have none; remove it", node.id)
        if not negamax and node.kind is Kind.MOVER:
            yield _error(f"{_named(node)} has neither player, score nor open; make it Max or Min", node.id)
        if node.kind is Kind.LEAF and node.score is None:
            yield _error(f"{_named(node)} has no score; give it one or make it an open node", node.id)
        if node.kind is not Kind.LEAF and node.score is not None:
            yield _error(f"{_named(node)} has a score, but only leaves have one; remove it or make it a leaf", node.id)
        if isinstance(node.score, float) and not math.isfinite(node.score):
            yield _error(f"{_named(node)} needs a score that is finite; change it", node.id)


def _wrong_moves(graph: GameGraph) -> Iterator[Problem]:
    inner = "inner nodes" if graph.convention is Convention.NEGAMAX else "Max and Min nodes"
    for node, successors in zip(graph.nodes, graph.successors, strict=True):
        if node.kind.is_inner and not successors:
            yield _error(f"{_named(node)} has no moves; add one or make it a leaf or an open node", node.id)
        if not node.kind.is_inner and successors:
            first = brief(graph.nodes[successors[0]].name)
            yield _error(
                f"{_named(node)} has a move to {first}, but only {inner} have moves; delete it or change the node",
                node.id,
            )


def _unreachable(graph: GameGraph) -> Iterator[Problem]:
    for index, node in enumerate(graph.nodes):
        if index not in graph.reachable:
            yield Problem(Severity.WARNING, f"{_named(node)} {_UNREACHABLE}", node.id, kind=_UNREACHABLE)


def _not_bipartite(graph: GameGraph) -> Iterator[Problem]:
    conflict = same_side_move(graph)
    if conflict is not None:
        source, target = (graph.nodes[index] for index in conflict)
        reason = f"not bipartite: {_why_not_bipartite(source, target)} (allowed; Kars, section 8)"
        yield Problem(Severity.WARNING, reason, source.id)


def not_expanded(graph: GameGraph) -> Iterator[Problem]:
    """A warning if the graph is only a part of a game by rules."""
    if graph.rules is None or not (opens := sum(node.kind is Kind.OPEN for node in graph.nodes)):
        return
    yield Problem(
        Severity.WARNING,
        f"{len(graph.nodes) - opens:,} positions of the game are expanded and {opens:,} are open, so that scores of "
        "the whole game may be others; ask for more positions",
    )


def _why_not_bipartite(source: Node, target: Node) -> str:
    move = f"the move {brief(source.name)} → {brief(target.name)}"
    if source.kind is Kind.MOVER:
        return f"the nodes cannot be divided in two so that every move changes sides; {move} does not"
    if target.kind.is_inner:
        return f"{move} leaves the turn with {source.kind.title()}"
    return f"Max and Min both move to {describe(target)}, for one {move}"


def _named(node: Node) -> str:
    """The node in a few words, with its id where the label says something else."""
    return describe(node) + ("" if node.name == node.id else f" (id {quoted(node.id)})")


def same_side_move(graph: GameGraph) -> tuple[int, int] | None:
    """A move, as indices, that shows the graph not to be bipartite (Kars, Definition 2.1c); None if it is.

    Max nodes are on one side, Min nodes on the other; leaves, open nodes and the nodes of a negamax graph go to
    whichever side their neighbours leave them.
    """
    side = {index: value for index, value in enumerate(graph.orientation) if _has_side(graph, index)}
    waiting = deque(side)
    unplaced = iter(range(len(graph.nodes)))
    while True:
        while waiting:
            index = waiting.popleft()
            for towards, neighbours in ((True, graph.successors[index]), (False, graph.predecessors[index])):
                for other in neighbours:
                    if other not in side:
                        side[other] = -side[index]
                        waiting.append(other)
                    elif side[other] == side[index]:
                        return (index, other) if towards else (other, index)
        start = next((index for index in unplaced if index not in side), None)
        if start is None:
            return None
        side[start] = 1
        waiting.append(start)


def _has_side(graph: GameGraph, index: int) -> bool:
    return graph.nodes[index].kind in (Kind.MAX, Kind.MIN)
