"""Very many statements of DOT in arrays: their words and marks, what is said of nodes and edges, and what these join.

What each word and mark is can be told by those around it, and a table says which may stand behind which.  A block may
be an end of an edge; it is then all nodes that are named in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.formats.copies import MAX_COPIES
from explorer.formats.dot_syntax import GAP, KEYWORDS, UNESCAPED, WORD, DotGraph, Text, parse_dot
from explorer.formats.runs import MOST_KEYS, cells_at_start, met, pairs_between
from explorer.formats.scanner import MAX_DEPTH
from explorer.model.arrow import Column, are_true, in_arrow, in_numpy, in_one_piece, numbers_in_arrow, texts_in_arrow
from explorer.model.builder import MAX_MOVES
from explorer.model.numbering import require
from explorer.model.plain import Lines

Mask = NDArray[np.bool_]
Numbers = NDArray[np.integer[Any]]


_K = IntEnum(
    "_K",
    "NOTHING ID GRAPH NODE EDGE SUBGRAPH OTHER_KEYWORD OPEN CLOSE BEGIN END EQUALS SEMICOLON COLON PLUS ARROW COMMA "
    "NAME PORT SETTING VALUE KEY GIVEN SEPARATOR",
)
"""What words and marks are: first as they look, and those of the second line by what is around them."""

_LONGEST_HEAD = 3  # words
_KEYWORD = f"(?i)^(?:{'|'.join(KEYWORDS)})$"
_KEYWORDS = {
    "strict": _K.OTHER_KEYWORD, "digraph": _K.OTHER_KEYWORD, "graph": _K.GRAPH, "node": _K.NODE, "edge": _K.EDGE,
    "subgraph": _K.SUBGRAPH,
}  # fmt: skip
_MARKS = {
    "{": _K.OPEN, "}": _K.CLOSE, "[": _K.BEGIN, "]": _K.END, "=": _K.EQUALS, ";": _K.SEMICOLON, ",": _K.COMMA,
    ":": _K.COLON, "+": _K.PLUS, "->": _K.ARROW,
}  # fmt: skip
_WORDS = (_K.ID, _K.GRAPH, _K.NODE, _K.EDGE, _K.SUBGRAPH, _K.OTHER_KEYWORD)
_ITEMS = (_K.ID, _K.OPEN, _K.CLOSE, _K.SETTING, _K.GRAPH, _K.NODE, _K.EDGE)
_STATEMENT = (*_ITEMS, _K.SUBGRAPH, _K.SEMICOLON)  # with what one begins, or a block ends
_AFTER_END = (*_STATEMENT, _K.ARROW, _K.BEGIN)  # of an edge
_FOLLOWING = {
    **dict.fromkeys((_K.ID, _K.PORT), (*_AFTER_END, _K.COLON)),
    **dict.fromkeys((_K.OPEN, _K.SEMICOLON, _K.VALUE), _STATEMENT),
    **dict.fromkeys((_K.GRAPH, _K.NODE, _K.EDGE), (_K.BEGIN,)),
    **dict.fromkeys((_K.BEGIN, _K.SEPARATOR), (_K.KEY, _K.END)),
    _K.CLOSE: _AFTER_END,
    _K.COLON: (_K.PORT,),
    _K.ARROW: (_K.ID, _K.OPEN, _K.SUBGRAPH),
    _K.SUBGRAPH: (_K.NAME, _K.OPEN),
    _K.NAME: (_K.OPEN,),
    _K.SETTING: (_K.EQUALS,),
    _K.EQUALS: (_K.VALUE, _K.GIVEN),
    _K.KEY: (_K.KEY, _K.EQUALS, _K.SEPARATOR, _K.END),
    _K.GIVEN: (_K.KEY, _K.SEPARATOR, _K.END),
    _K.END: (*_STATEMENT, _K.BEGIN),
}
"""The grammar of statements: what may stand behind each."""

_MAY_FOLLOW = np.zeros((len(_K) + 1, len(_K) + 1), np.bool_)
for _kind, _others in _FOLLOWING.items():
    _MAY_FOLLOW[_kind, _others] = True

_TOKENS = rf"({GAP})({WORD})?({GAP})(->|[{{}}\[\]=;:,+])?"


def _are(kinds: Numbers, *some: _K) -> Mask:
    """Which kinds are some of these."""
    found = np.zeros(len(_MAY_FOLLOW), np.bool_)
    found[list(some)] = True
    return found[kinds]


def _each_once(numbers: Numbers) -> Numbers:
    """The numbers from 0 on that are there; this is faster than `np.unique`."""
    return np.flatnonzero(np.bincount(numbers))


def _shifted(some: Mask) -> Mask:
    """Where the one before is so."""
    return np.concatenate(([False], some))[:-1]


class _Tokens(NamedTuple):
    """Words and marks in order.

    Attributes
    ----------
    kinds : of each.
    words : of each word its number, -1 of a mark.
    places : where each stands among all words and marks that there might be.
    """

    kinds: Numbers
    words: Numbers
    places: Numbers

    def some(self, which: Any) -> _Tokens:
        """Some of them."""
        return _Tokens(*(each[which] for each in self))


class _Blocks:
    """In which blocks items stand: nodes, brackets of blocks, and what is said of a graph or of all in a block.

    Attributes
    ----------
    levels : in how many blocks each item stands; a bracket stands where its block does.
    lasts : the bracket that closes the block of each one that opens it; any other item itself.
    same : of each bracket that opens a block the first one that opened the same; -1 of other items.
    """

    def __init__(self, kinds: Numbers, names: Numbers) -> None:
        is_open, is_close = kinds == _K.OPEN, kinds == _K.CLOSE
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
        require(len(numbers) <= MOST_KEYS or len(numbers) * len(items) <= MAX_COPIES)
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
        return self._cells.get(key, np.full(len(self._items), -1))

    def _held(self, given: _Said) -> Numbers:
        """What is given last before each row, in the blocks around it."""
        found, count, levels = np.full(len(self._items), -1), len(self._blocks.levels), self._blocks.levels
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
        tokens, words, self._feeds, is_all = _tokens_of(text)
        tokens, self._has_more = _of_first_graph(tokens)
        require(is_all or self._has_more)
        tokens, words = _with_joined(tokens, words)
        self._head, body = _head_and_body(tokens, words)
        self._set_words(words)
        self._set_items(body)
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

    def _set_items(self, tokens: _Tokens) -> None:
        """Tell items apart from what only says something of them."""
        kinds, words, places = tokens.kinds, tokens.words, tokens.places
        is_item = _are(kinds, *_ITEMS)
        item_of = np.cumsum(is_item) - 1
        self._kinds, self._words, self._places = kinds[is_item], words[is_item], places[is_item]
        self._is_on = np.zeros(len(self._kinds), np.bool_)
        self._is_on[item_of[kinds == _K.ARROW]] = True
        heads, names = np.flatnonzero(kinds == _K.SUBGRAPH), np.flatnonzero(kinds == _K.NAME)
        self._places[item_of[heads] + 1] = places[heads]
        self._words[item_of[names] + 1] = words[names]
        keys = np.flatnonzero(_are(kinds, _K.KEY, _K.SETTING))
        given = words[np.minimum(keys + 2, len(words) - 1)]
        values = np.where(kinds[keys + 1] == _K.EQUALS, given, len(self._raws) - 1)
        self._said = _Said(item_of[keys], self._name_of[words[keys]], values)

    @cached_property
    def _block_names(self) -> Numbers:
        """Of each bracket that opens a block with a name the number of this, -1 of other items."""
        import pyarrow.compute as pc

        names = np.where(self._kinds == _K.OPEN, self._name_of[self._words], -1)
        return np.where(names == pc.index(self._names, "").as_py(), -1, names)

    def _set_nodes(self) -> None:
        """Number the nodes, of which none may be without a name."""
        self._nodes = np.flatnonzero(self._kinds == _K.ID)
        self.ids, self._codes, first = met(self.plain(self._words[self._nodes]))
        require(self._codes.min(initial=0) >= 0)
        self._first = self._nodes[first]

    def _set_statements(self) -> None:
        """Tell what statements the ends of edges are in, where these begin, and at which items they end."""
        self._ends = self._blocks.by_level(_are(self._kinds, _K.ID, _K.OPEN))
        lasts = self._blocks.lasts[self._ends]
        is_on = self._is_on[lasts]
        is_head = ~_shifted(is_on)
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
        some = np.flatnonzero(is_some & (self._kinds[ends] == _K.OPEN))
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
        is_inner = (self._kinds[self._ends] == _K.OPEN) & (self._blocks.levels[self._ends] > 0)
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
        opens = np.flatnonzero(kinds == _K.OPEN)
        again = np.count_nonzero(np.bincount(same[opens], minlength=len(kinds))[same[opens]] > 1)
        keys = sum(len(_each_once(self._said.keys[of == kind])) for kind in (_K.NODE, _K.EDGE))
        blocks = keys * (len(opens) + again + np.count_nonzero(_are(kinds, _K.NODE, _K.EDGE)))
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
        is_block = self._kinds[self._ends] == _K.OPEN
        read = same[self._ends[is_block]] * count + self._finals[self._statement_of[is_block]]
        last = np.searchsorted(same[opens] * count + self._blocks.lasts[opens], read, side="right") - 1
        return int(np.minimum(upto[last], len(self.ids)).sum())

    # ---- what is said

    @cached_property
    def graph(self) -> DotGraph:
        """What is said of the graph, without its nodes and edges."""
        found, kinds, items = self._head, self._kinds, self._said.items
        is_said = _are(kinds[items], _K.SETTING, _K.GRAPH) & (self._blocks.levels[items] == 0)
        said = self._said.some(is_said)
        found.has_more = self._has_more
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
        is_alone = (self._kinds == _K.ID) & ~self._is_on & ~_shifted(self._is_on)
        own = self._said.some(is_alone[self._said.items])
        nodes = self._codes[np.searchsorted(self._nodes, own.items)]
        return self._table(own._replace(items=nodes), _K.NODE, self._first)

    @cached_property
    def of_edges(self) -> Table:
        """What is said of edges."""
        rows = np.full(len(self._kinds), -1)
        rows[self._with_edges] = np.arange(len(self._with_edges))
        own = self._said._replace(items=rows[self._said.items])
        return self._table(own.some(own.items >= 0), _K.EDGE, self._with_edges)

    def _table(self, own: _Said, of: _K, items: Numbers) -> Table:
        return Table(own, self._said.some(self._kinds[self._said.items] == of), items, self._blocks, self._names)

    # ---- lines

    @property
    def lines(self) -> Lines:
        """Where each node is named first."""
        return self._lines(self._first)

    def _lines(self, items: Numbers) -> Lines:
        """Where some items begin."""
        return Lines(lambda: iter(self._lines_of_all[items].tolist()))

    @cached_property
    def _lines_of_all(self) -> Numbers:
        import pyarrow.compute as pc

        before, *others = (in_numpy(in_one_piece(pc.count_substring(cells, "\n")), 0) for cells in self._feeds)
        feeds = np.stack((before, np.sum(others, axis=0)), axis=1).ravel()
        return np.cumsum(feeds)[self._places]


# ---- words and marks


def _tokens_of(text: str) -> tuple[_Tokens, Column, Sequence[Column], bool]:
    """The words and marks of a text, what stands as words, columns with all line feeds, and whether that is all."""
    text = "\n" + text  # for behind a line feed # begins a comment
    (*feeds, marks), end = cells_at_start(text, _TOKENS)
    (words, numbers, _), (marks, codes, _) = met(feeds[1]), met(marks)
    of_words, of_marks = np.append(_kinds(words), _K.NOTHING), [_MARKS[mark] for mark in marks.to_pylist()]
    kinds = np.stack((of_words[numbers], np.array([*of_marks, _K.NOTHING], np.int8)[codes]), axis=1).ravel()
    numbers = np.stack((numbers, np.full(len(numbers), -1)), axis=1).ravel()
    tokens = _Tokens(kinds, numbers, np.arange(len(kinds)))
    return tokens.some(kinds != _K.NOTHING), in_one_piece(words), feeds, end == len(text)


def _kinds(words: Column) -> Numbers:
    """The kinds of words by themselves."""
    import pyarrow.compute as pc

    kinds = np.full(len(words), _K.ID, np.int8)
    for number in np.flatnonzero(are_true(pc.match_substring_regex(words, _KEYWORD))).tolist():
        kinds[number] = _KEYWORDS.get(words[number].as_py().lower(), _K.ID)
    return kinds


def _of_first_graph(tokens: _Tokens) -> tuple[_Tokens, bool]:
    """What belongs to the first graph, and whether there is another one behind."""
    depths = np.cumsum((tokens.kinds == _K.OPEN).astype(np.int64) - (tokens.kinds == _K.CLOSE))
    begin = int((depths > 0).argmax())
    end = begin + int((depths[begin:] == 0).argmax()) + 1
    rest = tokens.kinds[end:]
    rest = rest[int(len(rest) > 0 and rest[0] == _K.SEMICOLON) :]
    require(depths[end - 1] == 0 and (not len(rest) or rest[0] in (_K.GRAPH, _K.OTHER_KEYWORD)))
    return tokens.some(slice(end)), len(rest) > 0


def _with_joined(tokens: _Tokens, words: Column) -> tuple[_Tokens, Column]:
    """The same with one word for texts with + between."""
    import pyarrow as pa
    import pyarrow.compute as pc

    is_plus = tokens.kinds == _K.PLUS
    if not is_plus.any():
        return tokens, words
    is_text = np.append(are_true(pc.starts_with(words, '"')), False)[tokens.words]
    is_before, is_behind = np.append(is_plus[1:], False), _shifted(is_plus)
    require(_shifted(is_text)[is_plus].all() and np.append(is_text[1:], False)[is_plus].all())
    is_first, is_part = is_before & ~is_behind & is_text, (is_before | is_behind) & is_text
    parts = pc.utf8_slice_codeunits(words.take(in_arrow(tokens.words[is_part]).chunk(0)), 1, -1)
    bounds = in_arrow(np.append(np.flatnonzero(is_first[is_part]), len(parts))).chunk(0).cast(pa.int32())
    quote, nothing = texts_in_arrow(['"', ""])
    joined = pc.binary_join(pa.ListArray.from_arrays(bounds, parts), nothing)
    numbers = tokens.words.copy()
    numbers[is_first] = len(words) + np.arange(len(joined))
    words = pa.concat_arrays([words, pc.binary_join_element_wise(quote, joined, quote, nothing)])
    return tokens._replace(words=numbers).some(~is_plus & ~(is_behind & is_text)), words


def _head_and_body(tokens: _Tokens, words: Column) -> tuple[DotGraph, _Tokens]:
    """The head of a graph, and what stands in its brackets, of which all is in its place."""
    begin = int((tokens.kinds == _K.OPEN).argmax())
    head = [words[number].as_py() for number in tokens.words[:begin].tolist() if number >= 0]
    require(len(head) == begin <= _LONGEST_HEAD)
    found = parse_dot(" ".join((*head, "{}")))
    kinds = _in_place(tokens.kinds[begin:])
    require(not found.undirected and _MAY_FOLLOW[kinds[:-1], kinds[1:]].all())
    return found, tokens.some(slice(begin, None))._replace(kinds=kinds).some(slice(1, -1))


def _in_place(kinds: Numbers) -> Numbers:
    """The kinds of words and marks by what is around them."""
    kinds, is_word = kinds.copy(), _are(kinds, *_WORDS)
    is_begin = kinds == _K.BEGIN
    is_inside = np.cumsum(is_begin.astype(np.int8) - (kinds == _K.END), dtype=np.int64) - is_begin > 0
    is_value, is_port = (_shifted(kinds == kind) & is_word for kind in (_K.EQUALS, _K.COLON))
    is_setting = np.append(kinds[1:] == _K.EQUALS, False) & (kinds == _K.ID)
    kinds[is_word & is_inside], kinds[is_value & is_inside] = _K.KEY, _K.GIVEN
    kinds[is_inside & _are(kinds, _K.COMMA, _K.SEMICOLON)] = _K.SEPARATOR
    is_outside = ~is_inside
    kinds[is_setting & is_outside], kinds[is_value & is_outside] = _K.SETTING, _K.VALUE
    kinds[is_port & is_outside] = _K.PORT
    kinds[_shifted(kinds == _K.SUBGRAPH) & is_word & ~_are(kinds, _K.VALUE, _K.PORT)] = _K.NAME
    return kinds
