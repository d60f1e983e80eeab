"""Odd rows of large tables: a `GraphBuilder` looks at these alone, and the columns take what it makes of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from copy import deepcopy
from dataclasses import replace
from functools import partial
from itertools import compress, islice
from operator import itemgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.model.arrow import Column, in_arrow, in_one_piece
from explorer.model.builder import GraphBuilder, named_player
from explorer.model.check import kind_of
from explorer.model.columns import CODES, LEAF, MOVER, NO_SCORE, Indices, MoveColumns, NodeColumns
from explorer.model.errors import OptionError, quoted
from explorer.model.facts import Facts, cell_at, mapped
from explorer.model.fields import FALSE, MOST_ALIKE, TRUE, FieldReader, is_empty
from explorer.model.graph import Convention, Move, Node
from explorer.model.numbering import numbered
from explorer.model.scores import parse_score
from explorer.model.views import Cells, all_at, in_column

_NOT_PLAIN = r"['\"\\]"  # what is cut off, or in other quotes, where a long id is cut

_Saying = tuple[int, Callable[[], None]]  # a row, and what says something of it
_Say = Callable[[int, int | None], None]  # of a row and its line


class Halves(NamedTuple):
    """Moves of which some lack an end.

    Attributes
    ----------
    sources, targets : of all moves.
    are_missing : which of either are not there.
    lines : of all moves.
    """

    sources: Column
    targets: Column
    are_missing: tuple[NDArray[np.bool_], NDArray[np.bool_]]
    lines: Collection[int]


def _player(cell: object) -> str:
    known = named_player(cell)
    return kind_of(f"node 'a' has {f'the player {known}' if known else f'the unknown player {quoted(cell)}'}; kept")


def _score(cell: object) -> str:
    try:
        parse_score(cell)
    except OptionError as error:
        return kind_of(f"the score of node 'a': {error}; kept")
    return "score"


def _open(cell: object) -> str:
    text = str(cell).strip().lower()
    return "open" if text in TRUE else "" if text in FALSE else kind_of(f"node 'a': open, got {quoted(cell)}")


def _label(cell: object) -> str:
    return kind_of(f"the label of node 'a' must be text, got {quoted(cell)}; it")


_CLAIMS = {"player": _player, "score": _score, "open": _open}  # what may say what a node is, and what is said of it


class Mender:
    """Takes the good part of odd rows.

    Parameters
    ----------
    fields : what was noted before.  More is noted in a copy of it, `fields`, as the tables may be too odd even so.
    """

    def __init__(self, fields: FieldReader) -> None:
        self._builder = GraphBuilder(fields=deepcopy(fields))
        self._alike: list[NDArray[np.integer]] = []  # rows of nodes that do not say well what they are
        self._told: dict[str, Node] = {}  # what the builder made of those of them that are told of
        self._kept: NDArray[np.integer] | None = None  # which rows of the table of nodes those are that are left
        self._left_out: list[_Saying] = []  # what says why other rows of it are not

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
        return len(self._alike) > 0

    def nodes(
        self, found: Facts, table: Mapping[str, Column], lines: Collection[int], has_moves: NDArray[np.bool_]
    ) -> NodeColumns:
        """The nodes of a table, of which some rows do not say well what they are, or where.

        What is said of these and of those that were left out is in the order of the table.
        """
        nodes = found.nodes
        self._alike = _alike_rows(table, found.odd, _CLAIMS, has_moves)
        mislabelled = _alike_rows(table, found.mislabelled, {"label": _label}, np.zeros_like(has_moves))
        numbers = self._numbers(np.arange(len(nodes)), len(nodes))

        def add(row: int, line: int | None) -> None:
            cells = {key: cell_at(table[key], row) for key in _CLAIMS if key in table}
            said = {key: cell for key, cell in cells.items() if not is_empty(cell)}
            self._builder.add_node({"id": nodes.ids[row], **said}, line=line)

        def misplace(row: int, line: int | None) -> None:
            self.fields.note_unplaced(nodes.ids[row], line)

        def mislabel(row: int, line: int | None) -> None:
            label = cell_at(table["label"], row)
            self.fields.text(label, f"the label of node {quoted(nodes.ids[row])}", line=line)

        ways = (add, self._alike), (misplace, [found.unplaced]), (mislabel, mislabelled)
        said, given = [*self._left_out], len(nodes) - table["id"].null_count  # others are ends of moves
        for say, rows in ((say, rows) for say, alike in ways for rows in alike):
            sayings = self._sayings(nodes.ids, rows, lines, say, given)
            said += [(int(numbers[row]), saying) for row, saying in sayings]
        _say_in_order(said)
        self._told = {node.id: node for node in self._builder.nodes}
        kinds = nodes.kinds.copy()
        for rows in self._alike:
            first = nodes.ids[int(rows[0])]
            kinds[rows] = CODES[self._told[first].kind]
            if first in self.mended:
                self._builder.mend(all_at(nodes.ids, rows))
        return _with(nodes, kinds) if self._alike else nodes

    def _sayings(
        self, ids: Sequence[str], rows: NDArray[np.integer], lines: Collection[int], say: _Say, most: int = sys.maxsize
    ) -> Iterator[_Saying]:
        """What says the same of each of some rows, of which the first stand for the others if ids are plain.

        So many first rows may have lines.
        """
        told = told_rows(ids, rows)
        where, more = at_rows(lines, told[told < most]), len(rows) - len(told)
        for row in told.tolist():
            yield row, partial(self._say, say, row, where.get(row), more if row == told[-1] else 0)

    def _say(self, say: _Say, row: int, line: int | None, more: int) -> None:
        with self.fields.standing_for(more) if more else nullcontext():
            say(row, line)

    def unnamed(self, rows: NDArray[np.integer], lines: Collection[int], count: int) -> None:
        """Leave out those of so many rows of nodes that have no id."""
        self._leave_out((), rows, lines, count, lambda row, line: self._builder.add_node({}, line=line))

    def repeated(self, ids: Cells[str], codes: Indices, rows: NDArray[np.integer], lines: Collection[int]) -> None:
        """Leave out the rows of nodes whose ids others have."""

        def say(row: int, line: int | None) -> None:
            self._builder.note_repeated_node(ids[codes[row]], line)

        self._leave_out(ids, rows, lines, len(codes), say)

    def _leave_out(
        self,
        ids: Sequence[str],
        rows: NDArray[np.integer],
        lines: Collection[int],
        count: int,
        say: _Say,
    ) -> None:
        """Leave out some of so many rows of the table, and say why."""
        numbers = self._numbers(np.arange(count), count)
        self._left_out += [(int(numbers[row]), saying) for row, saying in self._sayings(ids, rows, lines, say)]
        self._kept = np.delete(numbers, rows)

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

        def pair(row: int) -> Move:
            return ids[moves.sources[row]], ids[moves.targets[row]]

        def repeat(row: int, line: int | None) -> None:
            self._builder.note_repeated_move(*pair(row), line)

        def miss(row: int, line: int | None) -> None:
            is_missing = moves.sources[row] >= nodes, moves.targets[row] >= nodes
            self._builder.note_missing(pair(row), [*compress(pair(row), is_missing)], line)

        for is_so, say in ((is_again, repeat), (is_out, miss)):
            _say_in_order(self._sayings(ids, np.flatnonzero(is_so), lines, say))
        self._builder.mend(all_at(ids, moves.sources[is_out]))
        kept = ~is_again & ~is_out
        return MoveColumns(moves.sources[kept], moves.targets[kept], nodes)

    def root_among(self, nodes: Container[str], root: object) -> str | None:
        """The root that is given, if there is one; None after saying so if it is no node."""
        return self._builder.root_among(nodes, root)

    def halves(self, halves: Halves) -> None:
        """Report moves that lack an end."""
        no_source, no_target = halves.are_missing

        def say(row: int, line: int | None) -> None:
            self._builder.add_move(halves.sources[row].as_py(), halves.targets[row].as_py(), line=line)

        said = list[_Saying]()
        for other, is_so in ((halves.targets, no_source & ~no_target), (halves.sources, no_target)):
            for rows in (np.flatnonzero(is_so & ~no_source), np.flatnonzero(is_so & no_source)):
                said += self._sayings(Cells(in_one_piece(other.cast("string"))), rows, halves.lines, say)
        _say_in_order(said)
        starts = in_arrow(np.flatnonzero(no_target & ~no_source)).chunk(0)
        self._builder.mend(numbered([halves.sources.take(starts)])[1])

    def settled(self, nodes: NodeColumns, convention: Convention, has_moves: NDArray[np.bool_]) -> NodeColumns:
        """The nodes, each of which is something that fits the convention."""
        kinds, said = nodes.kinds.copy(), list[_Saying]()

        def settle(row: int, line: int | None) -> None:
            node = self._told[nodes.ids[row]]
            self._told[node.id] = self._builder.settled(node, convention, has_moves=bool(has_moves[row]))

        for rows in self._alike:
            said += self._sayings(nodes.ids, rows, (), settle)
        _say_in_order(said)
        for rows in self._alike:
            if convention is Convention.MINIMAX and kinds[rows[0]] == MOVER:
                self._builder.mend(all_at(nodes.ids, rows))
            kinds[rows] = CODES[self._told[nodes.ids[int(rows[0])]].kind]
        return _with(nodes, kinds)


def _say_in_order(said: Iterable[_Saying]) -> None:
    for _, say in sorted(said, key=itemgetter(0)):
        say()


def _alike_rows(
    table: Mapping[str, Column],
    rows: NDArray[np.integer],
    kinds_under: Mapping[str, Callable[[object], str]],
    are: NDArray[np.bool_],
) -> list[NDArray[np.integer]]:
    """Some rows, those together of which the same is said under some keys, but for names and numbers in it.

    Those of which something else is true are not alike.
    """
    if not len(rows):
        return []
    kinds, codes = dict[str, int](), are[rows].astype(np.int64)
    for key, said in kinds_under.items():
        found = mapped(table.get(key), partial(_numbered, kinds, said), NO_SCORE, len(are))
        codes = np.unique(codes * (len(kinds) + 1) + found[rows] + 1, return_inverse=True)[1]
    order = np.argsort(codes, kind="stable")
    return [some for some in np.split(rows[order], np.flatnonzero(np.diff(codes[order])) + 1) if len(some)]


def _numbered(kinds: dict[str, int], said: Callable[[object], str], cell: object) -> int:
    return kinds.setdefault(said(cell), len(kinds))


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
