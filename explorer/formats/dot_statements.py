"""Very many statements of DOT in arrays: the words that they are made of, what holds where, and what edges lead where.

A block may be an end of an edge; it is then all nodes that are named in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from explorer.formats.copies import MAX_COPIES
from explorer.formats.dot_syntax import ATTRIBUTES, PAIR, Attributes, DotGraph, Text, parse_dot
from explorer.formats.dot_words import ARROW, CLOSE, DEFAULTS, NODE, OF_GRAPH, OPEN, SETTING, Mask, Rows, Words
from explorer.formats.runs import Run, in_re2, mapped, met, pairs_between
from explorer.formats.scanner import MAX_DEPTH
from explorer.model.arrow import Column, in_arrow, in_numpy, in_one_piece, texts_in_arrow
from explorer.model.builder import MAX_MOVES
from explorer.model.numbering import require
from explorer.model.plain import Lines

_MAX_KEPT = 1_000_000  # entries of defaults


@dataclass(frozen=True)
class _Scopes:
    """In which blocks words stand.

    Attributes
    ----------
    levels : in how many blocks each item stands; a bracket stands where its block does.
    lasts : the bracket that closes the block of each one that opens it; any other item itself.
    ends : nodes and brackets that open blocks, those of a statement behind each other.
    """

    levels: Rows
    lasts: Rows
    ends: Rows


class Defaults(NamedTuple):
    """What holds for nodes and for edges from a row on."""

    row: int
    node: Attributes
    edge: Attributes

    def joined(self, of: str, more: Attributes) -> Defaults:
        """The same with more of them for nodes or edges."""
        return self._replace(node={**self.node, **more}) if of == "node" else self._replace(edge={**self.edge, **more})


@dataclass(frozen=True)
class Moves:
    """Edges, and what they stand for.

    Attributes
    ----------
    sources, targets : numbers of nodes.
    edges : of which edge each move is one; there are several if a block is an end.
    lines : where the statement of each move begins.
    said : in which row the attributes of each edge stand.
    """

    sources: Rows
    targets: Rows
    edges: Rows
    lines: Lines
    said: Rows


class Statements:
    """What all statements say.

    Attributes
    ----------
    ids : the nodes in the order in which they are named first.
    said : of each row the attributes in brackets.
    """

    def __init__(self, run: Run) -> None:
        _, _, said, self._tails = run.nodes
        self._run, self.said = run, _in_one_way(said)
        words = Words(run)
        self._items, self._words = words.items, words.words
        self._names, numbers, _ = met(words.names)
        self._name_of = np.append(numbers, -1)  # of each word, and of none
        self._nodes = np.flatnonzero(self._items.kinds == NODE)
        found = self._name_of[self._items.words[self._nodes]]
        require(len(found) > 0 and found.min() >= 0)
        first = np.full(len(self._names), len(found))
        first[found[::-1]] = np.arange(len(found))[::-1]
        order = np.argsort(first, kind="stable")[: np.count_nonzero(first < len(found))]
        renamed = np.full(len(self._names), -1)
        renamed[order] = np.arange(len(order))
        self._codes, self.ids = renamed[found], self._names.take(in_arrow(order))
        self._first = self._nodes[first[order]]

    # ---- lines

    @cached_property
    def _lines_of_rows(self) -> tuple[Rows, Rows]:
        """Where the first word of each row stands, and where the second does."""
        import pyarrow.compute as pc

        run = self._run
        feeds = [in_numpy(in_one_piece(pc.count_substring(cells, "\n")), 0).astype(np.int64) for cells in run.nodes]
        counts = np.sum(feeds, axis=0)
        if counts.sum() < run.feeds:  # some are around arrows or before brackets
            return np.array([*run.lines]), np.array([*run.lines_at(2)])
        lines = run.lines.first(1)[0] + np.cumsum(counts) - counts
        return lines, lines + feeds[0]

    def _lines(self, items: Rows) -> Iterator[int]:
        """Where some words stand."""
        firsts, seconds = self._lines_of_rows
        rows = self._items.rows[items]
        return iter(np.where(self._items.is_second[items], seconds[rows], firsts[rows]).tolist())

    # ---- blocks and edges

    @cached_property
    def _scopes(self) -> _Scopes:
        kinds, is_on = self._items.kinds, self._items.marks == ARROW
        require(not is_on[-1] and np.isin(kinds[1:][is_on[:-1]], (NODE, OPEN)).all())
        is_open, is_close = kinds == OPEN, kinds == CLOSE
        depths = np.cumsum(is_open.astype(np.int64) - is_close)
        require(depths[-1] == 0 and depths.min() >= 0 and depths.max() < MAX_DEPTH)
        levels, lasts = depths - is_open, np.arange(len(kinds))
        opens, closes, ends = (
            each[np.argsort(levels[each], kind="stable")]
            for each in map(np.flatnonzero, (is_open, is_close, is_open | (kinds == NODE)))
        )
        lasts[opens] = closes
        return _Scopes(levels, lasts, ends)

    @cached_property
    def _is_again(self) -> Mask:
        """Which items open a block that has the name of another one."""
        is_open = self._items.kinds == OPEN
        names = np.where(is_open, self._name_of[self._items.words], -1)
        counts = np.bincount(names[names >= 0], minlength=1)
        return (names >= 0) & (counts[names] > 1)

    @cached_property
    def moves(self) -> Moves:
        """The moves in the order of the statements, of which each is where it ends.

        Raises
        ------
        OddError
            If they are too many, or an end is a block that is opened again.
        """
        ends, lasts = self._scopes.ends, self._scopes.lasts[self._scopes.ends]
        self._require_few_copies()
        is_on = self._items.marks[lasts] == ARROW
        is_head = ~np.concatenate(([False], is_on[:-1]))
        statements, heads, finals = np.cumsum(is_head) - 1, ends[is_head], lasts[~is_on]
        edges = np.flatnonzero(is_on)
        edges = edges[np.argsort(finals[statements[edges]], kind="stable")]
        (sources, many), (targets, others) = (self._members(ends[some]) for some in (edges, edges + 1))
        counts = many * others
        require(counts.sum() <= MAX_MOVES)
        ones, twos = pairs_between(np.cumsum(many) - many, many, np.cumsum(others) - others, others)
        is_used = counts > 0
        of = statements[edges[is_used]]
        numbers = np.repeat(np.arange(len(of)), counts[is_used])
        lines = Lines(lambda: self._lines(heads[of][numbers]))
        return Moves(sources[ones], targets[twos], numbers, lines, self._items.rows[finals[of]])

    def _sizes(self, ends: Rows) -> tuple[Rows, Rows]:
        """Which of all words for nodes is the first in each of some ends, and how many are in it."""
        upto = np.concatenate(([0], np.cumsum(self._items.kinds == NODE)))
        starts = upto[ends]
        return starts, upto[self._scopes.lasts[ends] + 1] - starts

    def _require_few_copies(self) -> None:
        """Nothing, unless blocks hold so much that a reader of single words may refuse it."""
        _, sizes = self._sizes(np.flatnonzero(self._items.kinds == OPEN))
        require(sizes.sum() + len(self._codes) * np.count_nonzero(self._is_again) <= MAX_COPIES)

    def _members(self, ends: Rows) -> tuple[Rows, Rows]:
        """The nodes of some ends one after another, each once for each end; and how many of each there are."""
        require(not self._is_again[ends].any())
        starts, sizes = self._sizes(ends)
        if (sizes == 1).all():
            return self._codes[starts], sizes
        owners = np.repeat(np.arange(len(ends)), sizes)
        codes = self._codes[np.arange(len(owners)) + np.repeat(starts - np.cumsum(sizes) + sizes, sizes)]
        _, first = np.unique(owners * len(self.ids) + codes, return_index=True)
        first.sort()
        return codes[first], np.bincount(owners[first], minlength=len(ends))

    # ---- what is said

    @cached_property
    def graph(self) -> DotGraph:
        """What is said of the graph, without its nodes and edges."""
        import pyarrow.compute as pc

        items, found = self._items, parse_dot(self._run.rest)
        top = np.flatnonzero((self._scopes.levels == 0) & np.isin(items.kinds, (SETTING, OF_GRAPH)))
        texts = (self._words.take(in_arrow(items.words[top])), *self._behind(top))
        statements = map("".join, zip(*(column.to_pylist() for column in texts), strict=True))
        found.attributes = parse_dot(f"digraph{{{' '.join(statements)}}}").attributes
        names = self._name_of[items.words[items.kinds == OPEN]]
        found.groups = pc.unique(self._names.take(in_arrow(names[names >= 0]))).to_pylist()
        return found

    def _behind(self, items: Rows) -> tuple[Column, Column]:
        """What stands behind some words: attributes in brackets, and other marks."""
        rows = in_arrow(self._items.rows[items])
        return self.said.take(rows), self._tails.take(rows)

    def said_of_nodes(self) -> tuple[Rows, Column]:
        """The nodes of which attributes stand in brackets, in the order of the text, and these."""
        items = self._items
        is_on = items.marks == ARROW
        is_alone = ~is_on & ~np.concatenate(([False], is_on[:-1]))
        is_said = (items.is_said & is_alone)[self._nodes]
        return self._codes[is_said], self._behind(self._nodes[is_said])[0]

    @cached_property
    def defaults(self) -> list[Defaults]:
        """What holds in turn.

        Raises
        ------
        OddError
            If a block that is opened again has some of its own, or they would take much memory.
        """
        items, of = self._items, self._scopes
        given = np.flatnonzero(items.kinds == DEFAULTS)
        opens = self._blocks_of(given[of.levels[given] > 0])
        require(not self._is_again[opens].any())
        words, (said, _) = self._words.take(in_arrow(items.words[given])), self._behind(given)
        events: dict[int, tuple[str, str] | bool] = {
            **dict.fromkeys(opens.tolist(), True),
            **dict.fromkeys(of.lasts[opens].tolist(), False),
            **dict(zip(given.tolist(), zip(words.to_pylist(), said.to_pylist(), strict=True), strict=True)),
        }
        scopes, found, room = [Defaults(0, {}, {})], [Defaults(0, {}, {})], _MAX_KEPT
        for item, event in sorted(events.items(), key=itemgetter(0)):
            if event is True:
                scopes.append(scopes[-1])
            elif event is False:
                scopes.pop()
            else:
                scopes[-1] = scopes[-1].joined(event[0].lower(), _attributes(event[1]))
                room -= len(scopes[-1].node) + len(scopes[-1].edge)
                require(room >= 0)
            found.append(scopes[-1]._replace(row=int(items.rows[item])))
        return found

    def _blocks_of(self, items: Rows) -> Rows:
        """The brackets that open the blocks in which some items stand."""
        levels, count = self._scopes.levels, len(self._scopes.levels)
        opens = np.flatnonzero(self._items.kinds == OPEN)
        opens = opens[np.argsort(levels[opens], kind="stable")]
        return np.unique(opens[np.searchsorted(levels[opens] * count + opens, (levels[items] - 1) * count + items) - 1])

    def held(self, rows: Rows) -> Rows:
        """Which of the defaults hold at some rows."""
        return np.searchsorted([defaults.row for defaults in self.defaults], rows, side="right") - 1

    def attributes_of_edge(self, row: int) -> Attributes:
        """What is said of an edge of which the attributes stand in a row."""
        defaults = self.defaults[self.held(np.array([row])).item()]
        return {**defaults.edge, **_attributes(self.said[row].as_py())}

    def held_by_nodes(self) -> Rows:
        """Which of the defaults hold where each node is named first."""
        return self.held(self._items.rows[self._first])

    @property
    def lines(self) -> Lines:
        """Where each node is named first."""
        return Lines(lambda: self._lines(self._first))


def _in_one_way(said: Column) -> Column:
    """Attributes in brackets, as nearly all programs write them."""
    import pyarrow.compute as pc

    is_usual, gap = pc.match_substring_regex(said, in_re2(ATTRIBUTES)), texts_in_arrow([None])[0]
    if pc.all(is_usual).as_py():
        return said
    return pc.if_else(is_usual, said, mapped(pc.if_else(is_usual, gap, said), _rewritten))


def _rewritten(said: str) -> str:
    """The same of one of them.

    Raises
    ------
    FormatError, OddError
        If it is wrong, or cannot be written so.
    """
    own = parse_dot(f"digraph{{a{said}}}").nodes["a"].own
    written = ",".join(f'{key}="{text.raw}"' for key, text in own.items())
    require(_attributes(written) == own)
    return f"[{written}]" if own else ""


def _attributes(said: str) -> dict[str, Text]:
    """What stands in brackets."""
    return {pair[1]: Text(pair[3] if pair[2] is None else pair[2]) for pair in re.finditer(PAIR, said)}
