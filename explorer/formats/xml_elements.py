"""The elements of a long XML text in columns: of each where it stands, its name, and what it says.

A parser finds the text well formed, so that every "<" begins a tag, and quotes in tags stand around what attributes
say.  Where these signs are, numpy finds at once; what stands between them Arrow takes out of the text as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise, zip_longest
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.formats.pairs import Pairs
from explorer.formats.runs import column
from explorer.formats.substitution import Substitution
from explorer.formats.xml_text import MAX_DEPTH, in_element, require_xml, without_references
from explorer.model.arrow import (
    Column,
    are_true,
    in_arrow,
    in_numpy,
    in_one_piece,
    numbers_in_arrow,
    replaced_at,
    texts_in_arrow,
)
from explorer.model.numbering import require

Rows = NDArray[np.integer[Any]]
Mask = NDArray[np.bool_]

_PLACE = np.int32  # so much room takes a place in a text, of which there are very many
_LINE_END, _QUOTE = "\x1c", "\x1d"  # stand for a line feed of a comment and a quote; no text of XML has them
_MOST_WRITTEN = 10_000  # ways to write the names of elements or attributes
_AT_ONCE = 2**18  # names that are looked up at once
_NO_ELEMENT = re.compile(r"<(?:(!--.*?--|\?.*?\?)|!\[CDATA\[(.*?)\]\])>", re.DOTALL)

# of tags, in the syntax of RE2
_TAG = r"""(?s)^(?P<tag><(?:[^"'>]|"[^"]*"|'[^']*')*)(?P<behind>>.*)$"""
_SAID = r"""(=[ \t\n]*)(?:"([^"]*)"|'([^']*)')"""

_inside_quotes = Substitution(('"', "&quot;"), (">", "&gt;"), (_QUOTE, '"'))
_in_attribute = Substitution(("\n", " "), ("\t", " "))
_in_text = Substitution((_LINE_END, ""))


class _Tags(NamedTuple):
    """Where the tags of a text begin and stop, the double quotes in them, and for each of these its tag."""

    begins: Rows
    stops: Rows
    quotes: Rows
    owners: Rows


class _Pieces(NamedTuple):
    """Parts of a text one after another, each behind an item that is none of them or is empty."""

    column: Column

    def at(self, numbers: Rows) -> Column:
        """Some of them, with gaps where a number is -1."""
        import pyarrow as pa

        return pa.chunked_array([self.column.take(numbers_in_arrow(2 * numbers.astype(np.int64), numbers >= 0))])


def _pieces(content: bytes, begins: Rows, stops: Rows) -> _Pieces:
    """What stands between some places of a text."""
    import pyarrow as pa

    cuts = np.append(np.stack((begins, stops), axis=1), _PLACE(len(content))).astype(_PLACE, copy=False)
    buffers = [None, pa.py_buffer(cuts), pa.py_buffer(content)]
    return _Pieces(pa.Array.from_buffers(pa.string(), len(cuts) - 1, buffers))


@dataclass(frozen=True)
class Elements:
    """All elements of a text, in the order in which they begin.

    Attributes
    ----------
    levels : how many others each stands in.
    parents : the rows of those in which it stands; -1 of the first.
    have_others : whether others stand in it.
    """

    levels: NDArray[np.int8]
    parents: Rows
    have_others: Mask
    _content: bytes
    _begins: Rows  # of tags
    _stops: Rows
    _quotes: Rows  # in tags
    _owners: Rows  # the elements of attributes
    _first: Rows  # the number of its first tag
    _last: Rows  # the number of its last one, which may be the same

    def __len__(self) -> int:
        return len(self.levels)

    @cached_property
    def _names(self) -> tuple[list[str], NDArray[Any]]:
        """The names of elements; and of each the number of its own."""
        begins, stops = self._begins[self._first] + 1, self._stops[self._first]
        is_first = self._are_first_attributes
        stops[self._owners[is_first]] = self._quotes[::2][is_first]
        return _encoded(_pieces(self._content, begins, stops), len(begins), _of_element)

    @cached_property
    def _called(self) -> tuple[list[str], NDArray[Any]]:
        """The names of attributes; and of each the number of its own."""
        opens, before = self._quotes[::2], np.roll(self._quotes[1::2], 1)
        begins = np.where(self._are_first_attributes, self._begins[self._first[self._owners]], before) + 1
        return _encoded(_pieces(self._content, begins, opens + 1), len(opens), _of_attribute)

    @cached_property
    def _said(self) -> _Pieces:
        """What attributes say."""
        return _pieces(self._content, self._quotes[::2] + 1, self._quotes[1::2])

    @property
    def _are_first_attributes(self) -> Mask:
        """Which attributes are the first of their elements."""
        found: Mask = np.diff(self._owners, prepend=-1) != 0
        return found

    @cached_property
    def _texts(self) -> _Pieces:
        """What stands in elements up to the next tag."""
        begins, stops = self._stops[self._first], np.append(self._begins[1:], len(self._content))[self._first]
        return _pieces(self._content, begins, np.where(self._first == self._last, begins, stops))

    @cached_property
    def _line_feeds(self) -> Rows:
        signs = np.frombuffer(self._content, np.uint8)
        return _places((signs == ord("\n")) | (signs == ord(_LINE_END)))

    @cached_property
    def attributes(self) -> Pairs:
        """All attributes, in the order of the text."""
        words, codes = self._called
        numbers = {name: number for number, name in enumerate(dict.fromkeys(words))}
        codes = np.array([numbers[word] for word in words], np.int16)[codes] if words else codes
        said = _read(self._said.at(np.arange(len(codes))))
        return Pairs(self._owners, [*numbers], codes, in_one_piece(said))

    def said(self, rows: Rows) -> dict[str, Column]:
        """What some elements, in order, say in each attribute that one of them has; with gaps."""
        return self.attributes.of_records(rows).columns(len(rows))

    def names(self, rows: Rows) -> list[str]:
        """The names of some elements, as they are met."""
        words, codes = self._names
        used, first = np.unique(codes[rows], return_index=True)
        return [*dict.fromkeys(words[code] for code in used[np.argsort(first)].tolist())]

    def local_names(self, rows: Rows) -> list[str]:
        """The same without prefixes."""
        return [*dict.fromkeys(name.rpartition(":")[2] for name in self.names(rows))]

    def called(self, *names: str) -> Mask:
        """Which elements have one of these names, whatever stands before it as a prefix."""
        words, codes = self._names
        return _where([word.rpartition(":")[2] in names for word in words], codes)

    def _is_said(self, *names: str) -> Rows:
        """Of each element the number of its last attribute that has one of these names; -1 if none has."""
        words, codes = self._called
        numbers = np.flatnonzero(_where([word in names for word in words], codes))
        found = np.full(len(self) + 1, -1, _PLACE)
        found[self._owners[numbers]] = numbers
        return found

    def say(self, *names: str) -> Mask:
        """Which elements have an attribute of one of these names."""
        return self._is_said(*names)[:-1] >= 0

    def spelt(self, name: str) -> list[str]:
        """All names of attributes that are this one in small or capital letters."""
        return [word for word in self._called[0] if word.lower() == name]

    @property
    def declare_namespaces(self) -> bool:
        """Whether one of them does."""
        return any(word.startswith("xmlns") for word in self._called[0])

    def attribute(self, rows: Rows, *names: str) -> Column:
        """What the attribute of this name says in some elements, or the last of these; gaps for none and for row -1."""
        return _read(self._said.at(self._is_said(*names)[rows]))

    def texts(self, rows: Rows) -> Column:
        """What stands in some elements up to the next tag, with references; with gaps for row -1."""
        return _in_text.column(self._texts.at(rows))

    def whole_texts(self, rows: Rows) -> Column:
        """All that stands in some elements but tags, with references."""
        import pyarrow as pa
        import pyarrow.compute as pc

        counts = np.maximum(self._last[rows] - self._first[rows], 1)
        bounds = np.append(0, np.cumsum(counts))
        tags = np.arange(bounds[-1]) + np.repeat(self._first[rows] - bounds[:-1], counts)
        is_short = self._stops[tags] == np.repeat(self._stops[self._last[rows]], counts)
        pieces = _pieces(self._content, self._stops, np.append(self._begins[1:], _PLACE(len(self._content))))
        parts = in_one_piece(pieces.at(np.where(is_short, -1, tags))).fill_null("")
        lists = pa.ListArray.from_arrays(in_arrow(bounds).chunk(0).cast(pa.int32()), parts)
        return _in_text.column(pa.chunked_array([pc.binary_join(lists, texts_in_arrow([""])[0])]))

    def lines(self, rows: Rows) -> Rows:
        """The lines on which some elements begin."""
        return np.searchsorted(self._line_feeds, self._begins[self._first[rows]]) + 1

    def line(self, row: int, *, at_end: bool = False) -> int:
        """The line on which an element begins, or on which a parser finds that it ends."""
        tag = (self._last if at_end else self._first)[row]
        is_short = at_end and tag == self._first[row]
        place = (self._stops if is_short else self._begins)[tag]
        return int(np.searchsorted(self._line_feeds, place)) + 1

    def within(self, some: Mask) -> Rows:
        """Of each element the row of the innermost of some in which it stands, or which it is; -1 if there is none."""
        found = np.where(some, np.arange(len(self), dtype=_PLACE), _PLACE(-1))
        for _, rows in _by_level(self.levels):
            found[rows] = np.where(found[rows] < 0, found[self.parents[rows]], found[rows])
        return found

    def around(self, some: Mask) -> Rows:
        """The same without itself: the innermost of some in which each element stands."""
        return np.where(self.parents < 0, -1, self.within(some)[self.parents])

    def without(self, rows: Rows) -> tuple[str, Rows]:
        """The text without some elements none of which stands in another, and the rows of those that are left.

        These stand on the same lines.
        """
        import pyarrow.compute as pc

        begins = np.append(self._begins[self._first[rows]], _PLACE(len(self._content)))
        stops = np.insert(self._stops[self._last[rows]], 0, 0)
        parts = in_one_piece(_pieces(self._content, stops, begins).at(np.arange(len(rows) + 1)))
        kept = np.flatnonzero(are_true(pc.match_substring_regex(parts, f"[^ \t\n{_LINE_END}]")))
        gaps = zip([0, *begins[kept[:-1]].tolist()], stops[kept].tolist(), strict=True)
        feeds = [sum(self._content.count(sign, *gap) for sign in (b"\n", _LINE_END.encode())) for gap in gaps]
        texts = zip(feeds, parts.take(in_arrow(kept).chunk(0)).to_pylist(), strict=True)
        text = "".join(chain.from_iterable((_LINE_END * count, part) for count, part in texts))
        is_out = np.zeros(len(self), np.bool_)
        is_out[rows] = True
        text = re.sub(f"{_LINE_END}+", lambda ends: "<!--" + "\n" * len(ends[0]) + "-->", text)
        return text, np.flatnonzero(self.within(is_out) < 0)


def among(elements: Elements, rows: Rows) -> Mask:
    """Which elements stand in some rows."""
    found = np.zeros(len(elements), np.bool_)
    found[rows] = True
    return found


def _read(words: Column) -> Column:
    """What stands in attributes, as XML has it."""
    return without_references.column(_in_attribute.column(words))


def elements_of(text: str) -> Elements:
    """The elements of a text with plain line ends.

    Raises
    ------
    OddError
        If it is not XML, has a document type, is nested more than `MAX_DEPTH` deep, or written very oddly.
    """
    require("<!DOCTYPE" not in text)  # which no parser may see
    require_xml(text)
    content, tags = _in_double_quotes(_of_elements(text).encode())
    signs = np.frombuffer(content, np.uint8)
    is_end = signs[tags.begins + 1] == ord("/")
    is_empty = signs[tags.stops - 2] == ord("/")
    steps = np.where(is_end, np.int8(-1), np.where(is_empty, np.int8(0), np.int8(1)))
    levels = np.cumsum(steps, dtype=np.int32) - (steps == 1)
    require(levels.max() < MAX_DEPTH)
    levels = levels.astype(np.int8)
    first, ends = _places(~is_end), _places(is_end)
    last, whole = first.copy(), np.flatnonzero(~is_empty[first])
    last[whole[np.argsort(levels[first[whole]], kind="stable")]] = ends[np.argsort(levels[ends], kind="stable")]
    have_others = ~is_empty[first] & ~np.append(is_end[1:], True)[first]
    rows = np.cumsum(~is_end, dtype=_PLACE) - 1
    owners, levels = rows[tags.owners[::2]], levels[first]
    parts = content, tags.begins, tags.stops, tags.quotes, owners, first, last
    return Elements(levels, _parents(levels), have_others, *parts)


def _of_elements(text: str) -> str:
    """The text without comments and instructions but the ends of their lines, and with references in place of CDATA."""
    import pyarrow.compute as pc

    if "<!" not in text and "<?" not in text:
        return text
    parts = _NO_ELEMENT.split(text)
    comments = pc.replace_substring_regex(column(parts[1::3]).fill_null(""), "[^\n]+", "")
    comments = pc.replace_substring(comments, "\n", _LINE_END)
    said = in_element.column(column(parts[2::3]).fill_null(""))
    pieces = zip_longest(parts[::3], comments.to_pylist(), said.to_pylist(), fillvalue="")
    return "".join(chain.from_iterable(pieces))


def _places(are_so: Mask) -> Rows:
    """Where something is so."""
    return np.flatnonzero(are_so).astype(_PLACE)


def _tags(content: bytes, sign: str) -> _Tags:
    """The tags of a text, and where this sign is in them."""
    require(len(content) <= np.iinfo(_PLACE).max)
    signs = np.frombuffer(content, np.uint8)
    begins, stops, places = (_places(signs == ord(each)) for each in ("<", ">", sign))
    stops = stops[np.searchsorted(stops, begins)] + 1
    owners = np.searchsorted(begins, places).astype(_PLACE) - 1
    is_in = places < stops[owners]
    return _Tags(begins, stops, places[is_in], owners[is_in])


def _in_double_quotes(content: bytes) -> tuple[bytes, _Tags]:
    """The text with double quotes alone around what attributes say, and no ">" in it; and its tags."""
    import pyarrow as pa
    import pyarrow.compute as pc

    tags = _tags(content, '"')
    is_odd = np.bincount(tags.owners, minlength=len(tags.begins)) % 2 > 0
    if b"'" in content:
        is_odd[_tags(content, "'").owners] = True
    if not is_odd.any():
        return content, tags
    rows, begins = 2 * np.flatnonzero(is_odd) + 3, np.insert(tags.begins, 0, 0)
    parts = _pieces(content, begins, begins).column  # each behind an empty one
    tag, behind = pc.extract_regex(parts.take(in_arrow(rows).chunk(0)), _TAG).flatten()
    tag = _inside_quotes.column(pc.replace_substring_regex(tag, _SAID, rf"\1{_QUOTE}\2\3{_QUOTE}"))
    nothing, all_parts = texts_in_arrow([""]).cast(parts.type)[0], in_arrow(np.array([0, len(parts)])).chunk(0)
    parts = replaced_at(parts, rows, pc.binary_join_element_wise(tag, behind, nothing))
    whole = pc.binary_join(pa.ListArray.from_arrays(all_parts.cast(pa.int32()), parts), nothing)
    content = whole.cast(pa.large_binary())[0].as_py()
    return content, _tags(content, '"')


def _by_level(levels: NDArray[np.int8]) -> list[tuple[Rows, Rows]]:
    """The rows of each level and those of the next."""
    order = np.argsort(levels, kind="stable")
    bounds = np.flatnonzero(np.diff(levels[order])) + 1
    return [*pairwise(np.split(order, bounds))]


def _parents(levels: NDArray[np.int8]) -> Rows:
    """The row of the element in which each stands."""
    found = np.full(len(levels), -1, _PLACE)
    for above, rows in _by_level(levels):
        found[rows] = above[np.searchsorted(above, rows) - 1]
    return found


def _where(are_so: list[bool], codes: NDArray[Any]) -> Mask:
    """Of some numbers of words, of each of which something is so or not, where it is."""
    found: Mask = np.array(are_so, np.bool_)[codes]
    return found


def _of_element(head: str) -> str:
    """The name of the element that begins so."""
    return re.split(r"[\s/>]", head, maxsplit=1)[0]


def _of_attribute(head: str) -> str:
    """The name of the attribute before the quote with which this ends."""
    return head.rpartition("=")[0].split()[-1]


def _encoded(pieces: _Pieces, count: int, name: Callable[[str], str]) -> tuple[list[str], NDArray[Any]]:
    """The names that stand in so many pieces, and of each piece the number of its own."""
    words, codes = dict[str, int](), np.empty(count, np.int16)
    for start in range(0, count, _AT_ONCE):
        encoded = pieces.at(np.arange(start, min(count, start + _AT_ONCE))).combine_chunks().dictionary_encode()
        numbers = [words.setdefault(word, len(words)) for word in encoded.dictionary.to_pylist()]
        require(len(words) <= _MOST_WRITTEN)
        codes[start : start + _AT_ONCE] = np.array(numbers, np.int16)[in_numpy(encoded.indices, -1)]
    return [*map(name, words)], codes
