"""The tags of a large XML text in columns: what they are called and say, and what stands in what."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.formats.pairs import Numbers, Pairs
from explorer.formats.runs import MARK, large, pieces_of
from explorer.formats.substitution import Substitution
from explorer.formats.xml_text import without_references
from explorer.model.arrow import Column, are_true, in_arrow, in_numpy, made_of
from explorer.model.numbering import require

_ATTRIBUTE = r"""[ \t\n]+([^ \t\n"'/<>=]+)[ \t\n]*=[ \t\n]*(?:"([^"<]*)"|'([^'<]*)')"""
_NAME = re.compile(r"(/?)(?:[^ \t\n/>]*:)?([^ \t\n/>]+)(?:[ \t\n]*(/?)(>).*)?", re.DOTALL)
_END = re.compile(r"[ \t\n]*(/?)>.*", re.DOTALL)

_WITH_BLANKS = Substitution(("\n", " "), ("\t", " "))


@dataclass(frozen=True)
class Tags:
    """The tags of a text, which is XML, in order.

    Attributes
    ----------
    text : in which they stand.
    places : for each which of the signs < of the text begins it.
    names : of elements, without prefixes.
    codes : for each tag the number of its name.
    begins, ends : whether an element begins with it, and whether one ends; one that is empty does both.
    attributes : of the elements that begin, by tag.
    """

    text: str
    places: Numbers
    names: list[str]
    codes: Numbers
    begins: NDArray[np.bool_]
    ends: NDArray[np.bool_]
    attributes: Pairs

    def are(self, *names: str) -> NDArray[np.bool_]:
        """Which tags are of elements that are called so."""
        return np.isin(self.codes, [number for number, name in enumerate(self.names) if name in names])

    def levels(self, are_some: NDArray[np.bool_]) -> Numbers:
        """How many elements of some tags each tag stands in, its own element included."""
        ends = self.ends & are_some
        changes = (self.begins & are_some).astype(np.int8) - ends
        return np.asarray(np.cumsum(changes, dtype=np.int32) + ends)

    def innermost(self, tags: Numbers, are_some: NDArray[np.bool_]) -> Numbers:
        """For some tags the one that begins the innermost element around theirs of some tags; -1 where none does."""
        levels, begins = self.levels(are_some), np.flatnonzero(self.begins & ~self.ends & are_some)
        width = len(self.codes) + 1
        known = np.sort(levels[begins].astype(np.int64) * width + begins)
        around = (levels - are_some)[tags].astype(np.int64)
        found = np.searchsorted(known, around * width + tags) - 1
        return np.where(around > 0, known[found] % width if len(known) else -1, -1)

    @cached_property
    def _bounds(self) -> Numbers:
        """Where in the text of bytes all signs < stand, and the end."""
        content = np.frombuffer(self.text.encode(), np.uint8)
        return np.append(np.flatnonzero(content == ord("<")), len(content))

    @cached_property
    def _line_ends(self) -> Numbers:
        return np.flatnonzero(np.frombuffer(self.text.encode(), np.uint8) == ord("\n"))

    def lines(self, tags: Numbers) -> Numbers:
        """The lines on which some tags stand."""
        return np.searchsorted(self._line_ends, self._bounds[self.places[tags]]) + 1

    def line(self, tag: int) -> int:
        """The line on which a tag stands."""
        return int(self.lines(np.array([tag]))[0])

    def said(self, tags: Numbers) -> dict[str, Column]:
        """What some tags, in order, say in each attribute, with gaps."""
        return self.attributes.of_records(tags).columns(len(tags))

    def text_without(self, tags: NDArray[np.bool_]) -> str:
        """The text without some of the tags and what stands behind each, and without comments behind the first."""
        content = self.text.encode()
        kept = np.zeros(len(self._bounds), np.bool_)
        kept[self.places[~tags]] = True
        kept[: self.places[tags.argmax()]] = True
        edges = self._bounds[np.flatnonzero(np.diff(kept, prepend=False))].reshape(-1, 2)
        parts = [content[: self._bounds[0]], *(content[start:end] for start, end in edges.tolist())]
        return b"".join(parts).decode()


class _Items(NamedTuple):
    """What stands in parts of a text that a sign < begins: a name, and a key, a value and blanks for each attribute.

    Attributes
    ----------
    counts : of items in each part.
    items : of all parts.
    ends_comment : whether a comment may end in a part.
    """

    counts: Numbers
    items: Column
    ends_comment: NDArray[np.bool_]


def tags_of(text: str) -> Tags:
    """The tags of a text that is XML.

    Raises
    ------
    OddError
        If there is anything else in it than elements, texts without what looks like attributes, and comments.
    """
    import pyarrow as pa

    parts = made_of([*pieces_of(f"{text.partition('<')[2]}<", "<")], _items)
    counts, ends_comment = (np.concatenate([part[index] for part in parts]) for index in (0, 2))
    items, firsts = pa.concat_arrays([part.items for part in parts]), np.cumsum(counts) - counts
    del parts  # which take as much memory
    kept = np.flatnonzero(~_are_comments(items.take(in_arrow(firsts).chunk(0)), ends_comment))
    firsts, counts = firsts[kept], (counts[kept] - 1) // 3
    names, codes, closes, is_empty = _named(items.take(in_arrow(firsts).chunk(0)), counts > 0)
    rows = np.repeat(np.arange(len(counts)), counts)
    places = 1 + 3 * np.arange(len(rows)) + (firsts - 3 * (np.cumsum(counts) - counts))[rows]
    keys, words, behind = (items.take(in_arrow(places + index).chunk(0)) for index in range(3))
    is_empty[counts > 0] = _ends(behind, np.diff(rows, append=-1) != 0)
    return Tags(text, kept, names, codes, ~closes, closes | is_empty, Pairs.of(rows, keys, _read(words)))


def _items(part: str) -> _Items:
    """The items of a part of a text that ends with a sign <."""
    import pyarrow as pa
    import pyarrow.compute as pc

    marked = pc.replace_substring_regex(large(part), _ATTRIBUTE, rf"{MARK}\1{MARK}\2\3{MARK}")
    cells = pc.list_flatten(pc.split_pattern(marked, "<"))[:-1].cast(pa.string())
    lists = pc.split_pattern(cells, MARK)
    ends_comment = are_true(pc.match_substring(cells, "-->")) if "-->" in part else np.zeros(len(cells), np.bool_)
    return _Items(np.diff(in_numpy(lists.offsets, 0)), lists.flatten(), ends_comment)


def _are_comments(firsts: Column, ends_comment: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which parts of a text are comments, or within one; of parts of which this is the first item."""
    import pyarrow.compute as pc

    are_comments = np.zeros(len(firsts), np.bool_)
    if pc.any(pc.starts_with(firsts, "!")).as_py():
        begins, ends = (np.flatnonzero(some) for some in (are_true(pc.starts_with(firsts, "!--")), ends_comment))
        changes = np.zeros(len(firsts) + 1, np.int8)
        changes[begins] = 1
        np.subtract.at(changes, ends[np.searchsorted(ends, begins)] + 1, 1)
        are_comments = np.cumsum(changes[:-1], dtype=np.int32) > 0
    return are_comments


def _named(
    firsts: Column, have_attributes: NDArray[np.bool_]
) -> tuple[list[str], Numbers, NDArray[np.bool_], NDArray[np.bool_]]:
    """The names of elements, for each tag the number of its name, and whether it ends one, or is empty."""
    encoded = firsts.dictionary_encode()
    codes, found = in_numpy(encoded.indices, -1), [_NAME.fullmatch(word) for word in encoded.dictionary.to_pylist()]
    words = [match.groups("") for match in found if match]
    require(len(words) == len(found))
    closes, is_empty, is_whole = (np.array([bool(word[index]) for word in words], np.bool_) for index in (0, 2, 3))
    names = {name: number for number, name in enumerate(dict.fromkeys(word[1] for word in words))}
    require(not (is_whole[codes] == have_attributes).any() and not any(name[0] in "!?" for name in names))
    return [*names], np.array([names[word[1]] for word in words])[codes], closes[codes], is_empty[codes]


def _ends(behind: Column, are_last: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether elements are empty, as what stands behind the last attributes says; there is nothing behind others."""
    encoded = behind.dictionary_encode()
    words, codes = encoded.dictionary.to_pylist(), in_numpy(encoded.indices, -1)
    found = [_END.fullmatch(word) for word in words]
    is_end, is_empty = (np.array([bool(match and match[index]) for match in found], np.bool_) for index in (0, 1))
    is_nothing = np.array([not word for word in words], np.bool_)
    require(np.where(are_last, is_end[codes], is_nothing[codes]).all())
    return np.asarray(is_empty[codes][are_last])


def _read(words: Column) -> Column:
    """What stands in attributes, as XML has it."""
    return without_references.column(_WITH_BLANKS.column(words))
