"""The words of very many statements of DOT in arrays: what each of them is, and what stands behind it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.formats.dot_syntax import END, IN_PARTS, KEYWORD, TAIL, UNESCAPED, parse_dot
from explorer.formats.runs import Run, alternating, in_re2, mapped, met, unquoted
from explorer.model.arrow import Column, are_true, in_numpy, in_one_piece, texts_in_arrow
from explorer.model.columns import Indices
from explorer.model.numbering import require

Mask = NDArray[np.bool_]
Rows = NDArray[np.integer[Any]]

_NOTHING, NODE, OPEN, CLOSE, SETTING, OF_GRAPH, DEFAULTS, _SUBGRAPH = range(8)  # kinds of words
_KINDS = {
    "{": OPEN, "}": CLOSE, "graph": OF_GRAPH, "node": DEFAULTS, "edge": DEFAULTS, "subgraph": _SUBGRAPH,
}  # fmt: skip
_NO_MARK, ARROW, _, _VALUE = range(4)  # what stands behind
_MARKS = ("-", ";", "=")


class Items(NamedTuple):
    """Words in order, brackets of blocks among them.

    Attributes
    ----------
    kinds : of each.
    words : its number; of a bracket that opens a block the number of the block's name, -1 if it has none.
    rows : in which row of the run it stands; of a bracket that opens a block, where the block begins.
    is_second : whether there is another one before it in the row.
    marks : what stands behind.
    is_said : whether attributes do.
    """

    kinds: Indices
    words: Indices
    rows: Rows
    is_second: Mask
    marks: Indices
    is_said: Mask

    def kept(self, which: Mask) -> Items:
        """Some of them."""
        kinds, words, rows, is_second, marks, is_said = self
        parts = kinds[which], words[which], rows[which], is_second[which], marks[which], is_said[which]
        return Items(*parts)


class Words:
    """The words of statements, and what they are.

    Attributes
    ----------
    items : the words one by one.
    words : each that there is once, as it stands in the text.
    names : what each says without escapes and ports.
    """

    def __init__(self, run: Run) -> None:
        import pyarrow.compute as pc

        firsts, seconds, said, tails = run.nodes
        self.words, codes, _ = met(alternating(firsts, seconds))
        self.names, self._has_port = _names(self.words)
        is_said = are_true(pc.not_equal(said, texts_in_arrow([""])[0]))
        self.items = self._without_heads(self._all(codes, is_said, _marks(tails)))

    def _all(self, codes: Indices, is_said: Mask, marks: Indices) -> Items:
        """All words; given are their numbers, two for each row, -1 where there is none, and what stands behind rows."""
        kinds = np.append(_kinds(self.words), _NOTHING)[codes]
        is_both = codes[1::2] >= 0
        is_last = np.stack((~is_both, is_both), axis=1).ravel()
        marks = np.where(is_last, np.repeat(marks, 2), _NO_MARK)
        is_said = is_last & np.repeat(is_said, 2)
        is_set = marks == _VALUE
        require((kinds[is_set] == NODE).all() and not is_set[1::2].any() and not self._has_port[codes[is_set]].any())
        kinds[is_set] = SETTING
        require(not (is_said & np.isin(marks, (ARROW, _VALUE))).any())
        marks[0::2][is_both] = ARROW
        is_there = kinds != _NOTHING
        places = np.arange(len(codes))
        items = Items(kinds, codes, places // 2, places % 2 == 1, marks, is_said).kept(is_there)
        is_bracket = (items.kinds == OPEN) | (items.kinds == _SUBGRAPH)
        is_default = (items.kinds == DEFAULTS) | (items.kinds == OF_GRAPH)
        require(items.is_said[is_default].all() and not items.is_said[is_bracket].any())
        require(not (items.marks[is_default | is_bracket] == ARROW).any())
        return items

    def _without_heads(self, items: Items) -> Items:
        """The same without the keywords and names before brackets."""
        heads = np.flatnonzero(items.kinds == _SUBGRAPH)
        is_named = items.kinds[heads + 1] == NODE
        names, opens = heads[is_named] + 1, heads + 1 + is_named
        bare = np.concatenate((heads, names))
        require((items.kinds[opens] == OPEN).all() and not items.is_said[bare].any() and not items.marks[bare].any())
        require(not self._has_port[items.words[names]].any())
        words, rows = np.where(items.kinds == OPEN, -1, items.words), items.rows.copy()
        words[opens[is_named]], rows[opens] = items.words[names], items.rows[heads]
        is_kept = np.ones(len(words), np.bool_)
        is_kept[bare] = False
        return items._replace(words=words, rows=rows).kept(is_kept)


def _kinds(words: Column) -> Indices:
    """The kind of each word."""
    import pyarrow.compute as pc

    kinds = np.full(len(words), NODE)
    for number in np.flatnonzero(are_true(pc.match_substring_regex(words, KEYWORD))).tolist():
        kinds[number] = _KINDS[words[number].as_py().lower()]
    return kinds


def _marks(tails: Column) -> Indices:
    """What stands behind each row."""
    import pyarrow.compute as pc

    texts, codes, _ = met(tails)
    require(pc.all(pc.match_substring_regex(texts, in_re2(TAIL))).as_py() is not False)
    first = pc.utf8_slice_codeunits(pc.utf8_ltrim(texts, " \t\r\n"), 0, 1)
    marks = in_numpy(in_one_piece(pc.index_in(first, value_set=texts_in_arrow(_MARKS))), -1) + 1
    return np.append(marks, _NO_MARK)[codes]


def _names(words: Column) -> tuple[Column, Mask]:
    """What words say without escapes and ports, and which have a port."""
    import pyarrow.compute as pc

    require(pc.all(pc.match_substring_regex(words, in_re2(END))).as_py())
    ids = words
    if pc.any(pc.match_substring(words, ":")).as_py():
        ids = pc.replace_substring_regex(words, in_re2(END), r"\1")
    has_port = pc.not_equal(ids, words)
    require(not pc.any(pc.and_(has_port, pc.match_substring_regex(ids, KEYWORD))).as_py())
    names = unquoted(ids, UNESCAPED)
    if pc.any(in_parts := pc.match_substring_regex(ids, in_re2(IN_PARTS))).as_py():
        gap = texts_in_arrow([None])[0]
        names = pc.if_else(in_parts, mapped(pc.if_else(in_parts, ids, gap), _in_one_part), names)
    return names, are_true(has_port)


def _in_one_part(word: str) -> str:
    return next(iter(parse_dot(f"digraph{{{word}}}").nodes))
