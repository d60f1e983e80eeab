"""GML as keys and values, with the line of each list."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html.entities import html5
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.formats.delimited import are_all
from explorer.formats.mixed import MOST_DIGITS, as_texts, longs
from explorer.formats.pairs import Numbers, Pairs
from explorer.formats.runs import cells_of, large, pieces_of, unquoted
from explorer.formats.scanner import MAX_DEPTH, Scanner
from explorer.formats.substitution import Substitution
from explorer.model.arrow import Column, are_true, in_arrow, in_numpy, in_one_piece, texts_in_arrow
from explorer.model.numbering import require
from explorer.model.scores import MAX_DIGITS

_WORDS = re.compile(
    r"""(?>(?:\s+|\#[^\n]*)*)(?:
    (?P<key>[A-Za-z_]\w*)
    |(?P<real>[+-]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE])|(?i:INF)\b)(?:[eE][+-]?[0-9]+)?)
    |(?P<integer>[+-]?[0-9]+)
    |"(?P<text>[^"]*)"
    |(?P<open>\[)
    |(?P<close>\])
    |(?P<end>\Z)
    |(?P<bad>.))""",
    re.VERBOSE,
)
_REFERENCE = r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z0-9]{1,32});"

_BEYOND = "\x80-\U0010ffff"  # ASCII; which of these may stand in a key Python knows
_KEY, _INTEGER = "[A-Za-z_][A-Za-z_0-9]*", "[-+]?[0-9]{1,18}"
_REAL = r"[-+]?(?:(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|[0-9]+[eE][-+]?[0-9]+)|[-+][iI][nN][fF]"
_TEXT = rf'"[^"]*"|{_KEY}'
_LONG = rf"[-+]?[0-9]{{1,{MOST_DIGITS}}}"
_BEGIN = r'"[^"\x1e\x1f]*"|\['
_VALUE = rf"\s+(?:{_BEGIN}|[A-Za-z_0-9.+{_BEYOND}-]+)|{_BEGIN}"  # of which RE2 knows at each sign what it is
_TOKEN = re.compile(rf"\s*(?:([A-Za-z_][A-Za-z_0-9{_BEYOND}]*)({_VALUE})|\])")
_COMMENT = r'("[^"]*")|#[^\n]*'


@dataclass
class GmlList:
    """A list of GML: `first` has the first value of each key, `pairs` all in order, `line` is that of its key."""

    line: int
    pairs: list[tuple[str, Any]] = field(default_factory=list)

    @property
    def first(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in self.pairs:
            found.setdefault(key, value)
        return found

    def lists(self, key: str) -> list[GmlList]:
        """The lists under a key, in order."""
        return [value for name, value in self.pairs if name == key and isinstance(value, GmlList)]


def parse_gml(text: str) -> GmlList:
    """The keys and values of a GML text.

    Raises
    ------
    FormatError
        If it is not GML, naming line and column, or nested too deeply.
    """
    words = Scanner("GML", _WORDS, text)
    top = GmlList(1)
    lists = [top]
    while words.kind != "end" or len(lists) > 1:
        if words.kind == "close" and len(lists) > 1:
            lists.pop()
            words.advance()
        elif words.kind == "key":
            _read_pair(words, lists)
        else:
            raise words.unexpected()
    return top


def _read_pair(words: Scanner, lists: list[GmlList]) -> None:
    """Read a key and its value into the innermost list; of a value that is a list, only its beginning."""
    key, line = words.word, words.line
    words.advance()
    if words.kind == "open":
        inner = GmlList(line)
        lists[-1].pairs.append((key, inner))
        lists.append(inner)
        words.require_depth(len(lists) - 1)
    elif words.kind in ("text", "integer", "real", "key"):
        lists[-1].pairs.append((key, _value(words.kind, words.word)))
    else:
        raise words.unexpected()
    words.advance()


def _value(kind: str, word: str) -> str | int | float:
    """The value of a word; a number that is far too long stays text, for whoever reads it to name the node."""
    if kind == "text":
        return text_of(word)
    if kind == "real":
        return float(word)
    return int(word) if kind == "integer" and len(word) <= MAX_DIGITS else word


def _characters(references: str) -> str:
    """What some references stand for; two to halves of a character, as some programs write them, are one."""
    text = re.sub(_REFERENCE, lambda found: _character(found[0]), references)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _character(reference: str) -> str:
    if not reference.startswith("&#"):
        return html5.get(reference[1:], reference)
    is_decimal = reference[2] not in "xX"
    code = int(reference[2:-1]) if is_decimal else int(reference[3:-1], 16)
    return chr(code) if code < 0x110000 else reference


text_of = Substitution((f"(?:{_REFERENCE})+", _characters))
"""What stands between double quotes: with the characters that are referred to."""


# ---- columns


@dataclass(frozen=True)
class GmlTokens:
    """The keys of a large text with their values, and the ends of lists, in order.

    Attributes
    ----------
    text : in which they stand, without comments.
    keys, words : of each key its value, "[" where a list begins; both are empty where one ends.
    begins, ends : whether a list begins, or ends.
    levels : in how many lists the next one stands.
    breaks : how many lines end behind each key, before its value or in it.
    """

    text: str
    keys: Column
    words: Column
    begins: NDArray[np.bool_]
    ends: NDArray[np.bool_]
    levels: Numbers
    breaks: Numbers

    def called(self, *keys: str) -> NDArray[np.bool_]:
        """Which have one of these keys."""
        import pyarrow.compute as pc

        return are_true(pc.is_in(self.keys, value_set=texts_in_arrow(keys)))

    def around(self, level: int) -> Numbers:
        """For each the last one up to it with which a list within so many others begins; -1 if there is none."""
        begins = np.flatnonzero(self.begins & (self.levels == level + 1))
        return np.append(begins, -1)[np.searchsorted(begins, np.arange(len(self.levels)), "right") - 1]

    def within(self, level: int) -> NDArray[np.bool_]:
        """Which say something in a list within so many others, and not in another one in this."""
        return np.asarray(~self.ends & (self.levels - self.begins == level + 1))

    def pairs(self, some: NDArray[np.bool_], are_lists: NDArray[np.bool_], around: Numbers) -> Pairs:
        """Some of them, as keys and values of the lists around them, of which these are all."""
        import pyarrow as pa

        rows = (np.cumsum(are_lists) - 1)[around[some]]
        mask = in_arrow(some).chunk(0).cast(pa.bool_())
        return Pairs.of(rows, self.keys.filter(mask), self.words.filter(mask))

    def text_without(self, some: NDArray[np.bool_]) -> str:
        """What the text says without some of them."""
        import pyarrow.compute as pc

        kept = in_arrow(np.flatnonzero(~some)).chunk(0)
        words = pc.if_else(pc.equal(self.keys, texts_in_arrow([""])[0]), "]", self.words)
        return "\n".join(pc.binary_join_element_wise(self.keys, words, " ").take(kept).to_pylist())

    @cached_property
    def lines(self) -> Numbers:
        """The lines of the keys with which lists begin; 0 of others."""
        content = np.frombuffer(self.text.encode(), np.uint8)
        is_quoted = np.cumsum(content == ord('"'), dtype=np.uint8) % 2 == 1
        places, ends = np.flatnonzero((content == ord("[")) & ~is_quoted), np.flatnonzero(content == ord("\n"))
        found = np.zeros(len(self.begins), np.int64)
        found[self.begins] = np.searchsorted(ends, places) + 1 - self.breaks[self.begins]
        return found


def tokens_of(text: str) -> GmlTokens:
    """The tokens of a text.

    Raises
    ------
    OddError
        If it is not GML, or nested too deeply.
    """
    import pyarrow.compute as pc

    if text.count("#") > text.count("&#"):
        text = pc.replace_substring_regex(large(text), _COMMENT, r"\1")[0].as_py()
    text = text.rstrip()
    keys, words = map(in_one_piece, cells_of(_TOKEN, _pieces(text)))
    breaks = in_numpy(pc.count_substring(words, "\n"), 0)
    words = pc.ascii_ltrim_whitespace(words)
    _require_kind(keys, f"{_KEY}|", ("key",))
    _require_kind(words, rf"{_TEXT}|{_INTEGER}|{_REAL}|\[|", ("key", "integer", "real"))
    begins, ends = (
        are_true(pc.equal(words, texts_in_arrow(["["])[0])),
        are_true(pc.equal(keys, texts_in_arrow([""])[0])),
    )
    levels = np.cumsum(begins.astype(np.int8) - ends, dtype=np.int32)
    require(len(levels) > 0 and levels.min() >= 0 and levels[-1] == 0 and levels.max() <= MAX_DEPTH)
    return GmlTokens(text, keys, words, begins, ends, levels, breaks)


def _pieces(text: str) -> Iterator[str]:
    """A text without comments in long parts, each of which ends where a list does."""
    parts: list[str] = []
    is_quoted = False
    for part in pieces_of(text, "]\n"):
        parts.append(part)
        is_quoted ^= part.count('"') % 2 == 1
        if not is_quoted:
            yield "".join(parts)
            parts = []
    if parts:
        yield "".join(parts)


def _require_kind(words: Column, usual: str, kinds: Collection[str]) -> None:
    """Raise `OddError` if a word is neither a usual one nor, as a whole, of one of some kinds."""
    import pyarrow.compute as pc

    odd = pc.unique(words.filter(pc.invert(pc.match_substring_regex(words, f"^(?:{usual})$")))).to_pylist()
    found = [_WORDS.match(word) for word in odd]
    require(all(each is not None and each.lastgroup in kinds and each[0] == each.string for each in found))


def value_of(word: str) -> str | int | float:
    """The value of one word."""
    found = _WORDS.match(word)
    kind = (found and found.lastgroup) or "text"
    return _value(kind, word if found is None else found[kind])


def is_of_one_type(words: Column) -> bool:
    """Whether all words are texts, or all are whole numbers, or all are others."""
    some = words.drop_null()
    return any(are_all(some, pattern) for pattern in (_TEXT, _INTEGER, _REAL))


_VALUES: Mapping[str, Callable[[Column], Column]] = {
    _TEXT: lambda words: unquoted(words, text_of),
    _INTEGER: lambda words: _without_plus(words).cast("int64"),
    _REAL: lambda words: _without_plus(words).cast("float64"),
    _LONG: lambda words: longs(_without_plus(words)),
}


def by_type(words: Column) -> list[Column]:
    """The values of words: a column for each type of some, with gaps.

    Raises
    ------
    OddError
        If a number is very long, or a list begins.
    """
    import pyarrow.compute as pc

    found, rest, gap = list[Column](), words, texts_in_arrow([None])[0]
    for pattern, values in _VALUES.items():
        are_such = pc.match_substring_regex(rest, f"^(?:{pattern})$")
        if pc.any(are_such).as_py():
            found.append(values(pc.if_else(are_such, rest, gap)))
            rest = pc.if_else(are_such, gap, rest)
        if rest.null_count == len(rest):
            return found
    require(not len(words))
    return found


def typed(key: str, words: Column) -> Column:
    """The values of words that nodes have under a key; texts, if they are of several types.

    Raises
    ------
    OddError
        As `by_type`, or if some would mean something else as texts.
    """
    columns = by_type(words)
    if not columns:
        return words
    return columns[0] if len(columns) == 1 and is_of_one_type(words) else as_texts(key, columns)


def texts(words: Column) -> Column:
    """The values of words as texts."""
    columns = by_type(words)
    return as_texts("label", columns) if columns else words


def _without_plus(numbers: Column) -> Column:
    import pyarrow.compute as pc

    return pc.ascii_ltrim(numbers, "+")


def is_number(words: Column) -> Column:
    """Which words are numbers, whole or not."""
    import pyarrow.compute as pc

    return pc.match_substring_regex(words, f"^(?:[-+]?[0-9]+|{_REAL})$").fill_null(False)


def is_real(words: Column) -> Column:
    """Which words are numbers that are written as others than whole ones."""
    import pyarrow.compute as pc

    return pc.match_substring_regex(words, f"^(?:{_REAL})$").fill_null(False)


def are_numbers(words: Column) -> bool:
    """Whether all words are numbers, be they whole or not."""
    return are_all(words.drop_null(), f"{_INTEGER}|{_REAL}")


def floats(words: Column) -> Column:
    """The numbers that words are; `OddError` if one is none."""
    import pyarrow as pa

    require(are_numbers(words))
    return _without_plus(words).cast(pa.float64())
