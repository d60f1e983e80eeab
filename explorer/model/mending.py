"""Odd rows of large tables: a `GraphBuilder` looks at these alone, and the columns take what it makes of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import partial
from itertools import islice
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from explorer.model.arrow import Column
from explorer.model.builder import GraphBuilder, named_player
from explorer.model.check import kind_of
from explorer.model.columns import CODES, LEAF, MOVER, NO_SCORE, Indices, MoveColumns, NodeColumns
from explorer.model.errors import quoted
from explorer.model.facts import mapped
from explorer.model.fields import FALSE, MOST_ALIKE, FieldReader, is_empty
from explorer.model.graph import Convention
from explorer.model.views import Cells, all_at, in_column

_NOT_PLAIN = r"[^ !#-&(-\[\]-~]"  # what Python does not write as it is, or in other quotes
_CLAIMS = ("player", "score", "open")  # what may say what a node is


Half = tuple[object, object, int | None]
"""A move that lacks an end, and its line."""


class Mender:
    """Takes the good part of odd rows.

    Parameters
    ----------
    fields : what was noted before.  More is noted in a copy of it, `fields`, as the tables may be too odd even so.
    """

    def __init__(self, fields: FieldReader) -> None:
        self._builder = GraphBuilder(fields=deepcopy(fields))
        self._table: Mapping[str, Column] = {}  # of nodes
        self._lines: Collection[int] = ()  # of its rows
        self._odd: NDArray[np.integer] = np.empty(0, np.int32)  # rows of nodes that say too much, or what is wrong
        self._unsaid: list[NDArray[np.integer]] = []  # others that do not say what they are, those that are alike
        self._kept: NDArray[np.integer] | None = None  # which rows of the table of nodes those are that are left
        self._left_out: list[tuple[int, Callable[[], None]]] = []  # other rows of it, and what says why

    @property
    def fields(self) -> FieldReader:
        """Holds what was noted."""
        return self._builder.fields

    @property
    def mended(self) -> Collection[str]:
        """The nodes that `check` need not blame for what has been said already."""
        return self._builder.mended

    @property
    def has_rows(self) -> bool:
        """Whether there were nodes to look at."""
        return len(self._odd) + len(self._unsaid) > 0

    def nodes(
        self, nodes: NodeColumns, table: Mapping[str, Column], lines: Collection[int], rows: NDArray[np.integer]
    ) -> NodeColumns:
        """The nodes of a table, of which some rows do not say well what they are.

        What is said of these and of those that were left out is in the order of the table.
        """
        self._table, self._lines, self._unsaid = table, lines, _unsaid(table, rows, len(nodes))
        self._odd = np.setdiff1d(rows, np.concatenate([rows[:0], *self._unsaid]))
        said = [*self._left_out]
        numbers = self._numbers(self._odd, len(nodes)).tolist()
        for number, (record, line) in zip(numbers, self._records(nodes.ids, self._odd), strict=True):
            said.append((number, partial(self._builder.add_node, record, line=line)))
        for _, say in sorted(said, key=itemgetter(0)):
            say()
        if not self.has_rows:
            return nodes
        kinds = nodes.kinds.copy()
        kinds[rows] = MOVER
        kinds[self._odd] = [CODES[node.kind] for node in self._builder.nodes]
        return _with(nodes, kinds)

    def _records(
        self, ids: Sequence[str], rows: NDArray[np.integer]
    ) -> Iterator[tuple[Mapping[str, object], int | None]]:
        """The nodes in some rows, and their lines."""
        where = at_rows(self._lines, rows)
        for row in rows.tolist():
            cells = {key: self._table[key][row].as_py() for key in _CLAIMS if key in self._table}
            said = {key: cell for key, cell in cells.items() if not is_empty(cell)}
            yield {"id": ids[row], **said}, where.get(row)

    def unnamed(self, rows: NDArray[np.integer], lines: Collection[int], count: int) -> None:
        """Leave out those of so many rows of nodes that have no id."""
        where = at_rows(lines, rows)
        for row, number in zip(rows.tolist(), self._leave_out(rows, count).tolist(), strict=True):
            self._left_out.append((number, partial(self._builder.add_node, {}, line=where.get(row))))

    def repeated(self, ids: Cells[str], codes: Indices, rows: NDArray[np.integer], lines: Collection[int]) -> None:
        """Leave out the rows of nodes whose ids others have."""
        told = told_rows(ids, rows)
        where, more = at_rows(lines, told), len(rows) - len(told)
        for row, number in zip(told.tolist(), self._leave_out(rows, len(codes)).tolist(), strict=False):
            self._left_out.append((number, partial(self._builder.note_repeated_node, ids[codes[row]], where.get(row))))
        self._left_out.append((self._left_out[-1][0], partial(self.fields.more, more)))

    def _leave_out(self, rows: NDArray[np.integer], count: int) -> NDArray[np.integer]:
        """Which rows of the table as it was some of its so many rows are, which are left out."""
        numbers = self._numbers(np.arange(count), count)
        self._kept = np.delete(numbers, rows)
        return np.asarray(numbers[rows])

    def _numbers(self, rows: NDArray[np.integer], count: int) -> NDArray[np.integer]:
        """Which rows of the table as it was some of so many are now; those that came later are behind all."""
        if self._kept is None:
            return rows
        later = np.full(count - len(self._kept), np.iinfo(np.int64).max)
        return np.asarray(np.concatenate((self._kept, later))[rows])

    def moves(self, ids: Cells[str], moves: MoveColumns, nodes: int, lines: Collection[int]) -> MoveColumns:
        """The moves, each once, of which both ends are among the first so many of some ids, which are the nodes."""
        keys = moves.sources.astype(np.int64) * moves.nodes + moves.targets
        order = np.argsort(keys, kind="stable")
        is_again = np.zeros(len(keys), np.bool_)
        is_again[order[1:][keys[order[1:]] == keys[order[:-1]]]] = True
        is_out = ((moves.sources >= nodes) | (moves.targets >= nodes)) & ~is_again
        again, out = np.flatnonzero(is_again), np.flatnonzero(is_out)
        told, pairs = told_rows(ids, again), np.stack((moves.sources, moves.targets), axis=1)
        where = at_rows(lines, np.sort(np.concatenate((told, out))))
        for row in told.tolist():
            start, end = pairs[row].tolist()
            self._builder.note_repeated_move(ids[start], ids[end], where.get(row))
        self.fields.more(len(again) - len(told))
        for row in out.tolist():
            start, end = pairs[row].tolist()
            missing = [ids[number] for number in (start, end) if number >= nodes]
            self._builder.note_missing((ids[start], ids[end]), missing, where.get(row))
        kept = ~is_again & ~is_out
        return MoveColumns(moves.sources[kept], moves.targets[kept], nodes)

    def root_among(self, nodes: Container[str], root: object) -> str | None:
        """The root that is given, if there is one; None after saying so if it is no node."""
        return self._builder.root_among(nodes, root)

    def halves(self, halves: Iterable[Half]) -> None:
        """Report moves that lack an end."""
        for source, target, line in halves:
            self._builder.add_move(source, target, line=line)

    def settled(self, nodes: NodeColumns, moves: MoveColumns, convention: Convention) -> NodeColumns:
        """The nodes, each of which is something that fits the convention."""
        has_moves = np.zeros(len(nodes), np.bool_)
        has_moves[moves.sources] = True
        alike = [part for rows in self._unsaid for part in (rows[has_moves[rows]], rows[~has_moves[rows]]) if len(part)]
        first = [told_rows(nodes.ids, rows) for rows in alike]
        told = np.sort(np.concatenate([self._odd[:0], *first]))
        for record, line in self._records(nodes.ids, told):
            self._builder.add_node(record, line=line)
        more = {int(some[-1]): len(rows) - len(some) for rows, some in zip(alike, first, strict=True)}
        known = dict(zip([*self._odd.tolist(), *told.tolist()], self._builder.nodes, strict=True))
        kinds = nodes.kinds.copy()
        for row, node in sorted(known.items(), key=itemgetter(0)):
            settled = self._builder.settled(node, convention, has_moves=bool(has_moves[row]))
            kinds[row] = CODES[settled.kind]
            self.fields.more(more.get(row, 0))
        for rows, some in zip(alike, first, strict=True):
            kinds[rows] = kinds[some[0]]
            if convention is Convention.MINIMAX:
                self._builder.mend(all_at(nodes.ids, rows))
        return _with(nodes, kinds)


def _unsaid(table: Mapping[str, Column], rows: NDArray[np.integer], count: int) -> list[NDArray[np.integer]]:
    """Those of some rows that say nothing of what they are but a player that does not fit; those alike together."""
    kinds: dict[str, int] = {}

    def kind(player: object) -> int:
        known = named_player(player)
        what = f"the player {known}" if known else f"the unknown player {quoted(player)}"
        return kinds.setdefault(kind_of(f"node 'a' has {what}; kept"), len(kinds))

    is_said = mapped(table.get("score"), lambda _: 1, 0, count) | mapped(table.get("open"), _is_claim, 0, count)
    bare = rows[is_said[rows] == 0]
    players = mapped(table.get("player"), kind, NO_SCORE, count)[bare]
    return [bare[players == each] for each in np.unique(players).tolist()]


def _is_claim(cell: object) -> int:
    return str(cell).strip().lower() not in FALSE


def _with(nodes: NodeColumns, kinds: NDArray[np.int8]) -> NodeColumns:
    """The nodes with these kinds, and with the scores of leaves alone."""
    ranks = np.where(kinds == LEAF, nodes.ranks, np.int32(NO_SCORE))
    used = np.unique(ranks[ranks != NO_SCORE])
    renamed = np.full(len(nodes.scale) + 1, NO_SCORE, np.int32)
    renamed[used] = np.arange(len(used))
    return replace(nodes, kinds=kinds, ranks=renamed[ranks], scale=tuple(nodes.scale[rank] for rank in used))


def told_rows(ids: Sequence[str], rows: NDArray[np.integer]) -> NDArray[np.integer]:
    """The rows that are told of, one by one: the first if they differ in nothing but plain ids."""
    import pyarrow.compute as pc

    are_plain = len(rows) <= MOST_ALIKE or not pc.any(pc.match_substring_regex(in_column(ids), _NOT_PLAIN)).as_py()
    return rows[:MOST_ALIKE] if are_plain else rows


def at_rows(lines: Collection[int], rows: NDArray[np.integer]) -> dict[int, int]:
    """The lines of some rows, in order; without those that have none."""
    known = [*islice(lines, int(rows[-1]) + 1)] if len(rows) and lines else []
    return {row: known[row] for row in rows.tolist() if row < len(known)}
