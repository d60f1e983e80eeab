"""Problems of a game graph, in sentences that name the node."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import isfinite
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.model.columns import IS_INNER, LEAF, MAX, MIN, MOVER, NO_SCORE, MoveColumns, mark_reached
from explorer.model.errors import GraphError, brief, quoted
from explorer.model.graph import Convention, GameGraph, Kind, Node, describe
from explorer.model.scores import Score, format_range

LOST = "lost-without-moves"  # the other way to read a plain graph, in which nodes without moves count as open
NOT_LOST = "open-without-moves"  # and back
NO_ROOT = "the graph has no root; choose the node where play starts"
MOST_NAMED = 20  # nodes with the same problem that get a sentence each
_NAMED_OF_MANY = 5  # of more of them
_UNREACHABLE_NAMED = 3  # as many as of any problem that a file has again and again
_OTHERS_NAMED = 3  # kinds of errors that a refusal names besides the first
_VARYING = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|\d[\d,]*|(?<=node )\S+|(?<=leaf )\S+")


class Severity(StrEnum):
    """Weight of a problem: an error stops algorithms, a warning is worth knowing, a note is for who asks."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True)
class Problem:
    """One problem: a sentence, and the node, line or cycle that it is about, if any.

    The nodes of a cycle are in the direction of the moves; the last has a move to the first.  `count` is the number of
    nodes with the problem, where a sentence is about very many; `unfinished` is true of inner nodes without moves, as
    there are while a graph is drawn; `other` is another way to read a graph that leaves much open: `LOST`, `NOT_LOST`
    or one of `Turns`; `is_grave` is true of a warning about reading because of which scores may be wrong.
    """

    severity: Severity
    message: str
    node: str | None = None
    line: int | None = None
    cycle: tuple[str, ...] = ()
    count: int = field(default=1, compare=False)
    unfinished: bool = field(default=False, compare=False)
    other: str = field(default="", compare=False)
    is_grave: bool = field(default=False, compare=False)

    def __str__(self) -> str:
        index = f"line {self.line}: " if self.line is not None else ""
        return f"{self.severity}: {index}{self.message}"


def check(graph: GameGraph, *, reported_ids: Collection[str] = ()) -> list[Problem]:
    """Return the problems of a graph: errors, then warnings, each kind of problem in node order.

    Of a problem that more than `MOST_NAMED` nodes have, the nodes past these are counted in one sentence.

    Parameters
    ----------
    reported_ids : ids of nodes whose problems the user knows already.
    """
    is_unreported = np.ones(len(graph.nodes), np.bool_)
    if reported_ids:
        is_unreported[[*map(graph.index.__getitem__, reported_ids)]] = False
    found = [*_errors(graph, is_unreported)]
    if graph.root is not None:
        found += _unreachable_warnings(graph, is_unreported)
    found += _bipartite_note(graph, is_unreported)
    found += _open_ends_warning(graph)
    found += not_expanded(graph)
    return found


def count_of(problems: Iterable[Problem]) -> int:
    """Return the number of problems in a list; a sentence about many nodes counts once for each of them."""
    return sum(problem.count for problem in problems)


def kind_of(message: str) -> str:
    """Return the kind of a problem: its message without names and numbers."""
    return _VARYING.sub("…", message)


def without_notes(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return the problems that are errors or warnings, without the notes."""
    return tuple(problem for problem in problems if problem.severity is not Severity.NOTE)


def errors_in(problems: list[Problem]) -> list[Problem]:
    """Return only the errors among these problems."""
    return [problem for problem in problems if problem.severity is Severity.ERROR]


def playable(graph: GameGraph, *, ends_are_lost: bool = False) -> GameGraph:
    """Return the graph that algorithms run on: in a plain graph, nodes without moves become open nodes.

    Parameters
    ----------
    ends_are_lost : whether who cannot move has lost, so that these nodes are no errors and stay what they are.

    Raises
    ------
    GraphError
        With the first error, and how many more there are.
    """
    errors = list(_errors(graph, np.ones(len(graph.nodes), np.bool_)))
    if ends_are_lost and is_plain(graph):
        raise_first([error for error in errors if not error.unfinished])
        return graph
    raise_first(errors)
    return with_open_ends(graph)


def is_plain(graph: GameGraph) -> bool:
    """Return whether no node has a score or is open."""
    return bool(IS_INNER[graph.columns.kinds].all())


def raise_first(errors: list[Problem]) -> None:
    """Raise GraphError with the first error, the number of the others and their kinds, if there is any error.

    Raises
    ------
    GraphError
        If there is any.
    """
    if not errors:
        return
    rest = count_of(errors) - 1
    kinds: dict[str, str] = {}
    for error in errors:
        kinds.setdefault(kind_of(error.message), brief(error.message))
    _, *others = kinds.values()
    named = f": {'; '.join(others[:_OTHERS_NAMED])}{'; …' if len(others) > _OTHERS_NAMED else ''}" if others else ""
    more = f" (and {rest:,} more{named})" if rest else ""
    index = f"line {errors[0].line}: " if errors[0].line is not None else ""
    raise GraphError(f"{index}{errors[0].message}{more}")


# ---- problems of single nodes

Masks = NDArray[np.bool_]  # of nodes, by index


class _NodeFault(NamedTuple):
    """Fault of single nodes: a mask of the nodes that have it, and the words about one of them."""

    nodes: Masks
    words: Callable[[Node], str]
    unfinished: bool = False


def _errors(graph: GameGraph, is_unreported: Masks) -> Iterator[Problem]:
    """Yield the errors; those of kinds and scores come before those of moves."""
    if not graph.nodes:
        yield Problem(Severity.ERROR, "the graph has no nodes yet; add one")
    elif graph.root is None:
        yield Problem(Severity.ERROR, NO_ROOT)
    for fault in (*_kind_faults(graph), *_move_faults(graph)):
        yield from _fault_problems(graph, fault, np.flatnonzero(fault.nodes & is_unreported).tolist())


def _fault_problems(graph: GameGraph, fault: _NodeFault, indices: list[int]) -> Iterator[Problem]:
    """Yield a problem for each of the first nodes with a fault, and one problem for all others."""
    for index in indices[:MOST_NAMED]:
        node = graph.columns.at(index)
        yield Problem(Severity.ERROR, f"{_node_phrase(node)} {fault.words(node)}", node.id, unfinished=fault.unfinished)
    if (rest := len(indices) - MOST_NAMED) > 0:
        message = f"and {rest:,} more like {_node_phrase(graph.columns.at(indices[0]))}"
        yield Problem(Severity.ERROR, message, count=rest, unfinished=fault.unfinished)


def _kind_faults(graph: GameGraph) -> Iterator[_NodeFault]:
    """Yield the faults of nodes whose kind or score does not fit the convention or each other."""
    columns = graph.columns
    kinds, has_score = columns.kinds, columns.ranks != NO_SCORE
    odd = [rank for rank, score in enumerate(columns.scale) if not _is_finite(score)]
    if graph.convention is Convention.NEGAMAX:
        words = "has a player, but in a negamax graph nodes have none; remove it"
        yield _NodeFault((kinds == MAX) | (kinds == MIN), lambda node: words)
    else:
        yield _NodeFault(kinds == MOVER, lambda node: "has neither player, score nor open; make it Max or Min")
    yield _NodeFault((kinds == LEAF) & ~has_score, lambda node: "has no score; give it one or make it an open node")
    yield _NodeFault(
        (kinds != LEAF) & has_score, lambda node: "has a score, but only leaves have one; remove it or make it a leaf"
    )
    yield _NodeFault(np.isin(columns.ranks, odd), lambda node: "needs a score that is a finite number; change it")
    if graph.score_range is not None:
        least, most = graph.score_range
        outside = [rank for rank, score in enumerate(columns.scale) if not least <= score <= most and rank not in odd]
        words = f"is outside the range of scores, {format_range(graph.score_range)}; change the score or the range"
        yield _NodeFault((kinds == LEAF) & np.isin(columns.ranks, outside), lambda node: words)


def _is_finite(score: object) -> bool:
    return isinstance(score, Score) and not (isinstance(score, float) and not isfinite(score))


def _move_faults(graph: GameGraph) -> Iterator[_NodeFault]:
    """Yield the faults of nodes that have moves and should not, or have none and should."""
    is_inner, has_moves = IS_INNER[graph.columns.kinds], _has_moves(graph)
    inner = "inner nodes" if graph.convention is Convention.NEGAMAX else "Max and Min nodes"

    def away(node: Node) -> str:
        first = brief(graph.columns.at(graph.successors[graph.index[node.id]][0]).name)
        return f"has a move to {first}, but only {inner} have moves; delete it or change the node"

    words = "has no moves; add one or make it a leaf or an open node"
    is_finished = graph.convention is Convention.NEGAMAX and is_plain(graph)
    yield _NodeFault(is_inner & ~has_moves & (not is_finished), lambda node: words, unfinished=True)
    yield _NodeFault(~is_inner & has_moves, away)


def _has_moves(graph: GameGraph) -> Masks:
    found: Masks = np.diff(graph.links.forward.indptr) > 0
    return found


def unfinished_in(graph: GameGraph) -> list[str]:
    """Return the ids of the inner nodes without moves, in node order."""
    return [graph.ids[index] for index in np.flatnonzero(_are_unfinished(graph)).tolist()]


def _are_unfinished(graph: GameGraph) -> Masks:
    return IS_INNER[graph.columns.kinds] & ~_has_moves(graph)


def with_open_ends(graph: GameGraph) -> GameGraph:
    """Return the graph with its unfinished nodes as open ones, so that algorithms can run while it is drawn."""
    return _with_unfinished_as(graph, lambda node: replace(node, kind=Kind.OPEN))


def with_lost_ends(graph: GameGraph) -> GameGraph:
    """Return the graph with its unfinished nodes as leaves, lost for the player to move there."""
    return _with_unfinished_as(
        graph, lambda node: replace(node, kind=Kind.LEAF, score=1 if node.kind is Kind.MIN else -1)
    )


def _with_unfinished_as(graph: GameGraph, changed: Callable[[Node], Node]) -> GameGraph:
    """Return the graph with a function applied to each inner node without moves."""
    ends = np.flatnonzero(_are_unfinished(graph)).tolist()
    nodes = [*graph.nodes] if ends else []
    for index in ends:
        nodes[index] = changed(nodes[index])
    return graph.replace(nodes=tuple(nodes)) if ends else graph


# ---- warnings and notes


def _open_ends_warning(graph: GameGraph) -> Iterator[Problem]:
    """Yield a warning if nodes without moves of a plain negamax graph count as open, or as lost for kernels."""
    if graph.convention is Convention.NEGAMAX and is_plain(graph) and (ends := unfinished_in(graph)):
        yield Problem(Severity.WARNING, f"no node has a score; {open_ends_phrase(ends)}", unfinished=True, other=LOST)


def open_ends_phrase(ids: Sequence[str]) -> str:
    """Return the words for a warning: how many nodes without moves count as open, with their names."""
    count = "1 node without moves counts" if len(ids) == 1 else f"{len(ids):,} nodes without moves count"
    names = ", ".join(map(quoted, ids[:_NAMED_OF_MANY])) + (", …" if len(ids) > _NAMED_OF_MANY else "")
    return f"{count} as open: {names}"


def _unreachable_warnings(graph: GameGraph, is_unreported: Masks) -> Iterator[Problem]:
    lost = np.flatnonzero(~graph.is_reachable & is_unreported & ~_are_unfinished(graph))  # which have an error
    if len(lost) <= _UNREACHABLE_NAMED:
        nodes = map(graph.columns.at, lost.tolist())
        yield from (
            Problem(Severity.WARNING, f"{_node_phrase(node)} cannot be reached from the root", node.id)
            for node in nodes
        )
        return
    ids = (graph.ids[index] for index in lost[:_NAMED_OF_MANY].tolist())
    names = ", ".join(brief(id) if id.isalnum() else quoted(id) for id in ids)
    more = ", …" if len(lost) > _NAMED_OF_MANY else ""
    message = f"{len(lost):,} nodes cannot be reached from the root: {names}{more}"
    yield Problem(Severity.WARNING, message, count=len(lost))


def _bipartite_note(graph: GameGraph, is_unreported: Masks) -> Iterator[Problem]:
    conflict = same_side_move(graph)
    if conflict is not None and is_unreported[conflict[0]]:
        source, target = map(graph.columns.at, conflict)
        reason = f"not bipartite: {_same_side_words(source, target)} (allowed; Kars, section 8)"
        yield Problem(Severity.NOTE, reason, source.id)


def not_expanded(graph: GameGraph) -> Iterator[Problem]:
    """Yield a warning if the graph is only a part of a game by rules."""
    if graph.rules is None or not (opens := graph.count(Kind.OPEN)):
        return
    yield Problem(
        Severity.WARNING,
        f"{len(graph.nodes) - opens:,} positions of the game are expanded and {opens:,} "
        f"{'is' if opens == 1 else 'are'} open, so that scores of the whole game may be others; ask for more positions",
    )


def _same_side_words(source: Node, target: Node) -> str:
    """Return the words on why a move between these nodes makes the graph not bipartite."""
    move = f"the move {brief(source.name)} → {brief(target.name)}"
    if source.kind is Kind.MOVER:
        return f"the nodes cannot be divided in two so that every move changes sides; {move} does not"
    if target.kind.is_inner:
        return f"{move} leaves the turn with {source.kind.title()}"
    return f"Max and Min both move to {describe(target)}, for one {move}"


def _node_phrase(node: Node) -> str:
    """Return the node in a few words, with its id where the label says something else."""
    return describe(node) + ("" if node.name == node.id else f" (id {quoted(node.id)})")


def same_side_move(graph: GameGraph) -> tuple[int, int] | None:
    """Return a move, as indices, that shows the graph not to be bipartite (Kars, Definition 2.1c); None if it is.

    Max nodes are on one side, Min nodes on the other; leaves, open nodes and the nodes of a negamax graph go to
    whichever side their neighbours leave them.
    """
    links, kinds = graph.links, graph.columns.kinds
    sides = np.zeros(len(kinds), np.int8)
    sides[kinds == MAX], sides[kinds == MIN] = 1, -1
    if (known := _first_same_side_move(sides, links)) is not None:
        return known
    rows = (links.forward, links.backward)
    mark_reached(rows, sides, np.flatnonzero(sides).astype(np.int32), turn=-1)
    has_move = np.diff(rows[0].indptr) + np.diff(rows[1].indptr) > 0
    for index in np.flatnonzero((sides == 0) & has_move).tolist():
        if not sides[index]:
            sides[index] = 1
            mark_reached(rows, sides, np.array([index], np.int32), turn=-1)
    return _first_same_side_move(sides, links)


def _first_same_side_move(sides: NDArray[np.int8], links: MoveColumns) -> tuple[int, int] | None:
    """Return the first move between two nodes on the same side of a bipartition; None if there is none."""
    before = sides[links.sources]
    same = (before == sides[links.targets]) & (before != 0)
    first = int(same.argmax()) if len(same) else 0
    return (int(links.sources[first]), int(links.targets[first])) if len(same) and same[first] else None
