"""The memo or the table of a search at a step: node, score, dependency set, and whether the entry is valid now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from explorer.algorithms import Algorithm
from explorer.drawing.messages.trace import MemoEntry
from explorer.model.scores import Score, format_score
from explorer.solver.states import index_of, numbers_of
from explorer.trace import Relation, Stored, Trace

HEAD = ("node", "score", "dependency set", "valid now?")
MEMO, TABLE = "Memo", "Transposition table"
EMPTY_SET = "∅"
OTHER = " (other player to move)"  # of two states of a node: not the one with the player to move as at the root
Index = Callable[[str], int]
_RELATIONS = list(Relation)


@dataclass(frozen=True)
class MemoRow:
    """An entry as a row: the node by id and by name, what is stored, the names in its dependency set.

    Attributes
    ----------
    valid : whether all of the set is on the current path, and the entry was not made of one that was not valid.
    """

    id: str
    name: str
    value: str
    needs: tuple[str, ...]
    valid: bool

    @property
    def cells(self) -> tuple[str, str, str, str]:
        """The row as texts."""
        needs = f"{{{', '.join(self.needs)}}}" if self.needs else EMPTY_SET
        return self.name, self.value, needs, "yes" if self.valid else "no"


def memo_title(trace: Trace, algorithm: Algorithm) -> str:
    """What the memo is called; "" of a run that stores nothing."""
    if not trace.has_memo:
        return ""
    return TABLE if algorithm.has_option("table") else MEMO


def is_doubled(trace: Trace) -> bool:
    """Whether a node is two states: with the one player to move at the root, and with the other."""
    return trace.graph.sign < 0 and trace.endless != 0


def memo_rows(trace: Trace, step: int) -> list[MemoRow]:
    """The entries at a step, in the order in which their nodes were first stored."""
    path = {_state(trace, id, depth) for depth, id in enumerate(trace[step].path)}
    return [_row(trace, state, entry, path) for state, entry in trace.memo_at(step).items()]


def memo_data(
    trace: Trace, entries: Mapping[int, Stored], values: Mapping[Score, int], shown: Mapping[str, int], index: Index
) -> list[MemoEntry]:
    """The entries of nodes that are `shown`, as the browser gets them; `index` numbers any node for it."""
    ids = trace.graph.ids
    return [
        (
            *(shown[ids[index_of(state)]], state & 1, values[entry.score], _RELATIONS.index(entry.relation)),
            *(int(entry.is_tainted), [2 * index(ids[index_of(need)]) + (need & 1) for need in entry.needs]),
        )
        for state, entry in entries.items()
        if ids[index_of(state)] in shown
    ]


def _state(trace: Trace, id: str, depth: int) -> int:
    """The state of a node that is on the path if it stands there after so many moves."""
    return numbers_of(trace.graph.index[id])[is_doubled(trace) and depth % 2]


def _row(trace: Trace, state: int, entry: Stored, path: set[int]) -> MemoRow:
    nodes, sign = trace.graph.nodes, entry.relation.sign
    node = nodes[index_of(state)]
    return MemoRow(
        node.id,
        _name(trace, state),
        f"{sign} {format_score(entry.score)}" if sign else format_score(entry.score),
        tuple(_name(trace, need) for need in entry.needs),
        not entry.is_tainted and entry.needs <= path,
    )


def _name(trace: Trace, state: int) -> str:
    """The name of the node, and of two states of it which one is meant."""
    return trace.graph.nodes[index_of(state)].name + (OTHER if state & 1 else "")
