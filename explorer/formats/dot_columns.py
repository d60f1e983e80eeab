"""Very many statements of DOT in arrays: what is said of nodes and edges, what holds where, and what edges join.

A block may be an end of an edge; it is then all nodes that are named in it.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from explorer.formats.copies import MAX_COPIES
from explorer.formats.dot_syntax import (
    ITEMS,
    UNESCAPED,
    DotGraph,
    Mask,
    Numbers,
    Sign,
    Signs,
    Text,
    behind,
    signs_of,
    which_are,
)
from explorer.formats.runs import MOST_KEYS, pairs_between
from explorer.formats.scanner import MAX_DEPTH
from explorer.model.arrow import Column, in_arrow, in_numpy, in_one_piece, numbers_in_arrow, texts_in_arrow
from explorer.model.builder import MAX_MOVES
from explorer.model.numbering import are_first, require
from explorer.model.plain import Lines

_MOST_CELLS = 5 * MAX_COPIES  # of a table with many keys


def _each_once(numbers: Numbers) -> Numbers:
    """The numbers from 0 on that are there; this is faster than `np.unique`."""
    return np.flatnonzero(np.bincount(numbers))


class _Blocks:
    """In which blocks items stand: nodes, brackets of blocks, and what is said of a graph or of all in a block.

    Attributes
    ----------
    levels : in how many blocks each item stands; a bracket stands where its block does.
    lasts : the bracket that closes the block of each one that opens it; any other item itself.
    same : of each bracket that opens a block the first one that opened the same; -1 of other items.
    """

    def __init__(self, kinds: Numbers, names: Numbers) -> None:
        is_open, is_close = kinds == Sign.OPEN, kinds == Sign.CLOSE
        depths = np.cumsum(is_open.astype(np.int64) - is_close)
        require(depths.max(initial=0) < MAX_DEPTH)
        self.levels, self.lasts, self.same = depths - is_open, np.arange(len(kinds)), np.full(len(kinds), -1)
        opens = self.by_level(is_open)
        self.lasts[opens] = self.by_level(is_close)
        self._opens = np.split(opens, np.flatnonzero(np.diff(self.levels[opens])) + 1)
        for level, some in enumerate(self._opens):
            named = self.around(level, some) * (names.max(initial=0) + 2) + names[some]
            _, first, numbers = np.unique(named, return_index=True, return_inverse=True)
            self.same[some] = np.where(names[some] < 0, some, some[first[numbers]])

    def by_level(self, which: Mask) -> Numbers:
        """Some items, those of a level behind each other."""
        some = np.flatnonzero(which)
        return some[np.argsort(self.levels[some], kind="stable")]

    def around(self, level: int, items: Numbers) -> Numbers:
        """Which block of a level some items stand in that are in so many blocks or more; -1 for the whole graph."""
        if not level:
            return np.full(len(items), -1)
        opens = self._opens[level - 1]
        return self.same[opens[np.searchsorted(opens, items) - 1]]


class _Said(NamedTuple):
    """Keys and values that are said.

    Attributes
    ----------
    items : where each stands.
    keys : the numbers of keys, as names.
    words : the numbers of values.
    """

    items: Numbers
    keys: Numbers
    words: Numbers

    def some(self, which: Any) -> _Said:
        """Some of them."""
        return _Said(*(each[which] for each in self))


class Table:
    """What is said of nodes or of statements with edges, which are the rows, by themselves or before them.

    Attributes
    ----------
    held : how often rows have something that was said before.
    """

    def __init__(self, own: _Said, given: _Said, items: Numbers, blocks: _Blocks, names: Column) -> None:
        self._own, self._given, self._items, self._blocks = own, given, items, blocks
        numbers = _each_once(np.concatenate((own.keys, given.keys)))
        require(len(numbers) <= MOST_KEYS or len(numbers) * len(items) <= _MOST_CELLS)
        self._names = dict(zip(numbers.tolist(), names.take(in_arrow(numbers).chunk(0)).to_pylist(), strict=True))
        self._cells: dict[str, Numbers] = {}
        self.held = 0
        for key, name in self._names.items():
            self._cells[name] = cells = self._held(given.some(given.keys == key))
            self.held += int(np.count_nonzero(cells >= 0))
            some = own.some(own.keys == key)
            cells[some.items] = some.words  # of which the last stays

    def words(self, key: str) -> Numbers:
        """The number of the word that each row has under a key, -1 for none."""
        return self._cells.get(key, np.full(len(self._items), -1)).astype(np.int64)

    def _held(self, given: _Said) -> Numbers:
        """What is given last before each row, in the blocks around it."""
        found, count, levels = np.full(len(self._items), -1, np.int32), len(self._blocks.levels), self._blocks.levels
        for level in _each_once(levels[given.items]).tolist():
            some = given.some(levels[given.items] == level)
            blocks = self._blocks.around(level, some.items)
            some, blocks = some.some(order := np.argsort(blocks, kind="stable")), blocks[order]
            around = self._blocks.around(level, self._items)
            last = np.searchsorted(blocks * count + some.items, around * count + self._items) - 1
            is_held = (levels[self._items] >= level) & (last >= 0) & (blocks[last] == around)
            found[is_held] = some.words[last[is_held]]
        return found

    def keys(self, rows: Numbers) -> list[str]:
        """The keys of some rows, in the order in which they are met."""
        first = {int(are.argmax()) for cells in self._cells.values() if (are := cells[rows] >= 0).any()}
        keys = dict.fromkeys(key for row in rows[sorted(first)].tolist() for key in self._keys_of(row))
        return [self._names[key] for key in keys]

    def _keys_of(self, row: int) -> list[int]:
        """The same of one row."""
        item, levels = self._items[row], self._blocks.levels
        around = {level: self._blocks.around(level, item[None])[0] for level in range(levels[item] + 1)}
        given = self._given.some(self._given.items < item)
        given = given.some(np.argsort(levels[given.items], kind="stable"))
        is_held = np.zeros(len(given.items), np.bool_)
        for level, block in around.items():
            at = np.flatnonzero(levels[given.items] == level)
            is_held[at] = self._blocks.around(level, given.items[at]) == block
        return [*given.keys[is_held].tolist(), *self._own.keys[self._own.items == row].tolist()]


class Moves(NamedTuple):
    """Edges, and what they stand for.

    Attributes
    ----------
    sources, targets : numbers of nodes.
    rows : of which statement with edges each move is one.
    lines : where this begins.
    """

    sources: Numbers
    targets: Numbers
    rows: Numbers
    lines: Lines


class Statements:
    """What all statements of a text say.

    Attributes
    ----------
    ids : the nodes in the order in which they are named first.

    Raises
    ------
    OddError
        If the text is to be refused, or too much is to be copied.
    """

    def __init__(self, text: str) -> None:
        self._head, signs, words = signs_of(text)
        self._set_words(words)
        self._set_items(signs)
        self._blocks = _Blocks(self._kinds, self._block_names)
        self._set_nodes()
        self._set_statements()
        self._require_few_copies()

    def _set_words(self, words: Column) -> None:
        """Tell what words say; behind them stands what a key without a value has."""
        import pyarrow as pa
        import pyarrow.compute as pc

        words = pa.concat_arrays([words, texts_in_arrow(["true"])])
        self._are_html = pc.starts_with(words, "<")
        self._raws = pc.replace_substring_regex(words, r'(?s)^["<](.*)[">]$', r"\1")
        self._plains = pc.if_else(self._are_html, self._raws, UNESCAPED.column(self._raws))
        encoded = self._plains.dictionary_encode()
        self._names, self._name_of = encoded.dictionary, np.append(in_numpy(encoded.indices, -1), -1)

    def _set_items(self, signs: Signs) -> None:
        """Tell items apart from what only says something of them."""
        kinds, words, lines = signs.kinds, signs.words.astype(np.int64), signs.lines
        is_item = which_are(kinds, *ITEMS)
        item_of = np.cumsum(is_item) - 1
        self._kinds, self._words, self._line_of = kinds[is_item], words[is_item], lines[is_item]
        self._is_on = np.zeros(len(self._kinds), np.bool_)
        self._is_on[item_of[kinds == Sign.ARROW]] = True
        heads, names = np.flatnonzero(kinds == Sign.SUBGRAPH), np.flatnonzero(kinds == Sign.NAME)
        self._line_of[item_of[heads] + 1] = lines[heads]
        self._words[item_of[names] + 1] = words[names]
        keys = np.flatnonzero(which_are(kinds, Sign.KEY, Sign.SETTING))
        given = words[np.minimum(keys + 2, len(words) - 1)]
        values = np.where(kinds[keys + 1] == Sign.EQUALS, given, len(self._raws) - 1)
        self._said = _Said(item_of[keys], self._name_of[words[keys]], values)

    @cached_property
    def _block_names(self) -> Numbers:
        """Of each bracket that opens a block with a name the number of this, -1 of other items."""
        import pyarrow.compute as pc

        names = np.where(self._kinds == Sign.OPEN, self._name_of[self._words], -1)
        return np.where(names == pc.index(self._names, "").as_py(), -1, names)

    def _set_nodes(self) -> None:
        """Number the nodes."""
        import pyarrow as pa

        self._nodes = np.flatnonzero(self._kinds == Sign.ID)
        encoded = in_one_piece(self.plain(self._words[self._nodes])).dictionary_encode()
        self.ids, self._codes = pa.chunked_array([encoded.dictionary]), in_numpy(encoded.indices, -1)
        self._first = self._nodes[are_first(self._codes)]

    def _set_statements(self) -> None:
        """Tell what statements the ends of edges are in, where these begin, and at which items they end."""
        self._ends = self._blocks.by_level(which_are(self._kinds, Sign.ID, Sign.OPEN))
        lasts = self._blocks.lasts[self._ends]
        is_on = self._is_on[lasts]
        is_head = ~behind(is_on)
        self._statement_of, self._heads, self._finals = np.cumsum(is_head) - 1, self._ends[is_head], lasts[~is_on]

    def plain(self, words: Numbers) -> Column:
        """What words of which the numbers are given say where they are no labels, with gaps for -1."""
        import pyarrow as pa

        return pa.chunked_array([self._plains.take(numbers_in_arrow(words, words >= 0))])

    def raw(self, words: Numbers) -> tuple[Column, Column]:
        """What they are without quotes, and whether they are HTML."""
        import pyarrow as pa

        rows = numbers_in_arrow(words, words >= 0)
        return pa.chunked_array([self._raws.take(rows)]), pa.chunked_array([self._are_html.take(rows)])

    # ---- edges

    @cached_property
    def moves(self) -> Moves:
        """The moves in the order of the statements, of which each is where it ends."""
        of = self._statement_of
        edges = np.flatnonzero(np.diff(of) == 0)
        edges = edges[np.argsort(self._finals[of[edges]], kind="stable")]
        pool, starts, sizes = self._members(edges)
        one, other = (edges + side for side in (0, 1))
        counts = sizes[one] * sizes[other]
        require(counts.sum() <= MAX_MOVES)
        ones, twos = pairs_between(starts[one], sizes[one], starts[other], sizes[other])
        statements = np.repeat(of[edges], counts)
        rows = np.searchsorted(self._with_edges, self._finals[statements])
        return Moves(pool[ones], pool[twos], rows, self._lines(self._heads[statements]))

    @cached_property
    def _with_edges(self) -> Numbers:
        """The items where statements with edges end."""
        return np.sort(self._finals[np.bincount(self._statement_of) > 1])

    def _members(self, edges: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Nodes, and of each end the first of its own among them and how many there are where its statement ends."""
        ends, nodes, same = self._ends, self._nodes, self._blocks.same
        starts, sizes = np.searchsorted(nodes, ends), np.ones(len(ends), np.int64)
        is_some = np.zeros(len(ends), np.bool_)
        is_some[edges] = is_some[edges + 1] = True
        some = np.flatnonzero(is_some & (self._kinds[ends] == Sign.OPEN))
        if not len(some):
            return self._codes, starts, sizes
        self._require_once_in_a_statement()
        blocks, places, members = self._nodes_in(np.unique(same[ends[some]]))
        first = np.sort(np.unique(blocks * len(self.ids) + members, return_index=True)[1])
        bounds, around = blocks[first] * len(same) + places[first], same[ends[some]] * len(same)
        begins, stops = (np.searchsorted(bounds, around + stop) for stop in (0, self._finals[self._statement_of[some]]))
        starts[some], sizes[some] = len(nodes) + begins, stops - begins
        return np.concatenate((self._codes, members[first])), starts, sizes

    def _require_once_in_a_statement(self) -> None:
        """Nothing, unless a statement in a block opens another one twice, whose nodes are then in another order."""
        is_inner = (self._kinds[self._ends] == Sign.OPEN) & (self._blocks.levels[self._ends] > 0)
        opened = self._statement_of[is_inner] * len(self._kinds) + self._blocks.same[self._ends[is_inner]]
        require(len(np.unique(opened)) == len(opened))

    def _nodes_in(self, blocks: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """The block, the place and the number of each node in some blocks."""
        same = self._blocks.same
        opens = np.flatnonzero(np.isin(same, blocks))
        opens = opens[np.argsort(same[opens], kind="stable")]
        starts, sizes = self._within(opens)
        require(sizes.sum() <= MAX_COPIES)
        which = np.arange(sizes.sum()) + np.repeat(starts - np.cumsum(sizes) + sizes, sizes)
        return np.repeat(same[opens], sizes), self._nodes[which], self._codes[which]

    def _within(self, opens: Numbers) -> tuple[Numbers, Numbers]:
        """Which of all words for nodes is the first behind some brackets of blocks, and how many are in these."""
        starts, stops = (np.searchsorted(self._nodes, some) for some in (opens, self._blocks.lasts[opens]))
        return starts, stops - starts

    def _require_few_copies(self) -> None:
        """Nothing, unless blocks and defaults stand for so much that a reader of single words may refuse it."""
        kinds, same, of = self._kinds, self._blocks.same, self._kinds[self._said.items]
        opens = np.flatnonzero(kinds == Sign.OPEN)
        again = np.count_nonzero(np.bincount(same[opens], minlength=len(kinds))[same[opens]] > 1)
        keys = sum(len(_each_once(self._said.keys[of == kind])) for kind in (Sign.NODE, Sign.EDGE))
        blocks = keys * (len(opens) + again + np.count_nonzero(which_are(kinds, Sign.NODE, Sign.EDGE)))
        held = self.of_nodes.held + self.of_edges.held + len(self._said.items)
        require(self._most_members() + len(self._nodes) + blocks + held <= MAX_COPIES)

    def _most_members(self) -> int:
        """How many nodes all blocks have at most, each time that one is read."""
        same, count = self._blocks.same, len(self._kinds)
        opens = np.flatnonzero(same >= 0)
        opens = opens[np.argsort(same[opens], kind="stable")]
        _, sizes = self._within(opens)
        first, upto = np.searchsorted(same[opens], same[opens]), np.cumsum(sizes)
        upto -= (upto - sizes)[first]
        is_block = self._kinds[self._ends] == Sign.OPEN
        read = same[self._ends[is_block]] * count + self._finals[self._statement_of[is_block]]
        last = np.searchsorted(same[opens] * count + self._blocks.lasts[opens], read, side="right") - 1
        return int(np.minimum(upto[last], len(self.ids)).sum())

    # ---- what is said

    @cached_property
    def graph(self) -> DotGraph:
        """What is said of the graph, without its nodes and edges."""
        found, kinds, items = self._head, self._kinds, self._said.items
        is_said = which_are(kinds[items], Sign.SETTING, Sign.GRAPH) & (self._blocks.levels[items] == 0)
        said = self._said.some(is_said)
        last = dict(zip(self._named(said.keys), said.words.tolist(), strict=True))
        found.attributes = {
            key: Text(self._raws[word].as_py(), self._are_html[word].as_py()) for key, word in last.items()
        }
        used, first = np.unique(self._block_names[self._block_names >= 0], return_index=True)
        found.groups = self._named(used[np.argsort(first)])
        return found

    def _named(self, names: Numbers) -> list[str]:
        """The texts of names of which the numbers are given."""
        return list(self._names.take(in_arrow(names).chunk(0)).to_pylist())

    @cached_property
    def of_nodes(self) -> Table:
        """What is said of nodes."""
        is_alone = (self._kinds == Sign.ID) & ~self._is_on & ~behind(self._is_on)
        own = self._said.some(is_alone[self._said.items])
        nodes = self._codes[np.searchsorted(self._nodes, own.items)]
        return self._table(own._replace(items=nodes), Sign.NODE, self._first)

    @cached_property
    def of_edges(self) -> Table:
        """What is said of edges."""
        rows = np.full(len(self._kinds), -1)
        rows[self._with_edges] = np.arange(len(self._with_edges))
        own = self._said._replace(items=rows[self._said.items])
        return self._table(own.some(own.items >= 0), Sign.EDGE, self._with_edges)

    def _table(self, own: _Said, of: Sign, items: Numbers) -> Table:
        return Table(own, self._said.some(self._kinds[self._said.items] == of), items, self._blocks, self._names)

    # ---- lines

    @property
    def lines(self) -> Lines:
        """Where each node is named first."""
        return self._lines(self._first)

    def _lines(self, items: Numbers) -> Lines:
        """Where some items begin."""
        return Lines(lambda: iter(self._line_of[items].tolist()))
