"""Memo or transposition table of a search at a step: node, score, and its dependency set if the search keeps them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import reduce
from itertools import islice

from explorer.algorithms import Algorithm
from explorer.algorithms.captions import OTHER
from explorer.algorithms.searches.index_set import IndexSet
from explorer.drawing.messages.trace import MemoEntry
from explorer.model.scores import format_score
from explorer.solver.states import index_of, numbers_of
from explorer.trace import Path, Relation, Stored, Trace

HEAD = ("node", "score")
OF_SETS = ("dependency set", "valid for sure")  # more of the head where each entry has a set
MEMO, TABLE = "Memo", "Transposition table"
EMPTY_SET = "∅"
MOST_NAMES = 12  # of a dependency set, in the browser
Index = Callable[[str], int]
_RELATIONS = list(Relation)


@dataclass(frozen=True)
class MemoRow:
    """An entry as a row: the node by id and by name, its value, and the names in its dependency set.

    Attributes
    ----------
    needs, valid : the set, and whether all of it is on the current path; None if the search keeps no sets.
    """

    id: str
    name: str
    value: str
    needs: tuple[str, ...] | None
    valid: bool | None

    @property
    def cells(self) -> tuple[str, ...]:
        """The row as texts."""
        if self.needs is None:
            return self.name, self.value
        needs = f"{{{', '.join(self.needs)}}}" if self.needs else EMPTY_SET
        return self.name, self.value, needs, "yes" if self.valid else "no"


def memo_title(trace: Trace, algorithm: Algorithm) -> str:
    """Return the title of the memo; "" for a run that stores nothing."""
    if not trace.has_memo:
        return ""
    return TABLE if algorithm.has_option("table") else MEMO


def memo_head(trace: Trace) -> tuple[str, ...]:
    """Return the titles of the columns of the memo's table."""
    return (*HEAD, *OF_SETS) if trace.has_sets else HEAD


def is_doubled(trace: Trace) -> bool:
    """Return whether each node counts as two states: with the one player to move at the root, and with the other."""
    return trace.graph.sign < 0 and trace.endless != 0


def memo_rows(trace: Trace, step: int) -> list[MemoRow]:
    """Return the rows of the memo's table at a step, in the order in which their nodes were first stored."""
    path = {_state_after(trace, id, depth) for depth, id in enumerate(trace[step].path)}
    return [_memo_row(trace, state, entry, path) for state, entry in trace.memo_at(step).items()]


def memo_data(trace: Trace, stored: Iterable[Stored], index: Index, span: Span) -> list[MemoEntry]:
    """Return stored entries of a memo as the browser gets them for a span of steps; `index` numbers nodes for it."""
    ids, values = trace.graph.ids, {score: place for place, score in enumerate(trace.values)}

    def numbers(states: Iterable[int]) -> list[int]:
        return [2 * index(ids[index_of(state)]) + (state & 1) for state in states]

    return [
        (
            *(values[entry.score], _RELATIONS.index(entry.relation)),
            *(numbers(islice(entry.needs or (), MOST_NAMES)), len(entry.needs or ())),
            numbers(span.decisive(entry.needs or frozenset())),
        )
        for entry in stored
    ]


@dataclass(frozen=True)
class Span:
    """States that are on the path at each step of a span (`always`), and at any of its steps (`ever`)."""

    always: IndexSet
    ever: IndexSet

    def decisive(self, needs: Set[int]) -> Iterable[int]:
        """Return states of a dependency set that are on the path exactly when all of the set is: one that never is,
        or else all that are not always."""
        never = needs - self.ever
        return islice(never, 1) if never else needs - self.always


def span_of(trace: Trace, trails: Sequence[Path | None]) -> Span:
    """Return the states on the path at steps that follow each other."""
    always = reduce(_common_beginning, trails) if trails else None
    links: dict[int, Path] = {}
    for link in trails:
        here = link
        while here is not None and id(here) not in links:
            links[id(here)] = here
            here = here.before
    return Span(IndexSet(_states_on_path(trace, always)), IndexSet(_last_state(trace, link) for link in links.values()))


def _common_beginning(one: Path | None, other: Path | None) -> Path | None:
    """Return the common beginning of two paths."""
    while one is not other:
        if one is None or other is None:
            return None
        if one.length >= other.length:
            one = one.before
        else:
            other = other.before
    return one


def _states_on_path(trace: Trace, path: Path | None) -> Iterator[int]:
    """Yield the states on a path, from its end backwards."""
    while path is not None:
        yield _last_state(trace, path)
        path = path.before


def _last_state(trace: Trace, link: Path) -> int:
    """Return the state at the end of a path."""
    return _state_after(trace, link.node, link.length - 1)


def _state_after(trace: Trace, id: str, depth: int) -> int:
    """Return the state of a node that is on the path after `depth` moves."""
    return numbers_of(trace.graph.index[id])[is_doubled(trace) and depth % 2]


def _memo_row(trace: Trace, state: int, entry: Stored, path: set[int]) -> MemoRow:
    """Return the row of the memo's table for a state and its entry."""
    nodes, sign = trace.graph.nodes, entry.relation.sign
    node = nodes[index_of(state)]
    return MemoRow(
        node.id,
        _state_name(trace, state),
        f"{sign} {format_score(entry.score)}" if sign else format_score(entry.score),
        None if entry.needs is None else tuple(_state_name(trace, need) for need in entry.needs),
        None if entry.needs is None else entry.needs <= path,
    )


def _state_name(trace: Trace, state: int) -> str:
    """Return the name of the node, with a sign if it is the second of its two states."""
    return trace.graph.nodes[index_of(state)].name + (OTHER if state & 1 else "")
