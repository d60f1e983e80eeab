"""A long run of nodes and edges that are written alike, found in a text at once; what is left is short."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial, reduce, wraps
from itertools import compress, islice, pairwise
from types import MappingProxyType
from typing import Any, NamedTuple, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from explorer.formats.substitution import Substitution
from explorer.model import plain
from explorer.model.arrow import (
    Column,
    fits_int64,
    in_arrow,
    in_numpy,
    in_one_piece,
    is_text,
    made_of,
    texts_in_arrow,
)
from explorer.model.assemble import UNORDERED, order_of
from explorer.model.columns import Indices
from explorer.model.errors import ExplorerError
from explorer.model.mending import at_rows
from explorer.model.numbering import OddError, are_first, numbered, require
from explorer.model.plain import Lines

MARK = "\ufdd0"  # parts texts; it is no character, and none that is read so has it
_KEY, _TEXT = MARK, "\ufdd1"  # stand before the keys and texts of values; no text that is read so has them
MOST_KEYS = 50  # that are made columns
_AT_ONCE = 100  # matches
_PIECE = 2**22  # characters that are cut into cells at once
_IN_LINE = 8  # characters of a short line
_BLANKS, _LINE_END = re.compile(r"\s++"), re.compile(r"\n")

Given = ParamSpec("Given")
Found = TypeVar("Found")


def unless_odd(find: Callable[Given, Found]) -> Callable[Given, Found | None]:
    """A function that finds None where this one meets anything odd or wrong, which is left to those who can name it."""

    @wraps(find)
    def found(*arguments: Given.args, **options: Given.kwargs) -> Found | None:
        try:
            return find(*arguments, **options)
        except (OddError, ExplorerError, ValueError, LookupError, OverflowError):
            return None

    return found


@dataclass(frozen=True)
class Run:
    """What was found.

    Attributes
    ----------
    nodes, edges : for each group of the pattern a column of what it holds, empty where it holds nothing.
    lines, edge_lines : where the nodes stand, and where the edges do.
    rest : the text without them; if other lines may stand among the nodes, what is left is on its own line.
    gaps : these lines, those that follow each other as one text, and where each begins.
    """

    nodes: list[Column]
    edges: list[Column]
    lines: Lines
    edge_lines: Lines
    rest: str
    gaps: list[tuple[int, str]]


class _Patterns(NamedTuple):
    """The patterns of a `Writing`; those of nodes and of edges find some of them behind each other."""

    begin: re.Pattern[str]
    node: re.Pattern[str]
    between: re.Pattern[str]
    edge: re.Pattern[str]
    end: re.Pattern[str]
    nodes: re.Pattern[str]
    edges: re.Pattern[str]


class Writing:
    """How nodes and edges are written that can be found so.

    Parameters
    ----------
    begin, between, end : patterns of what stands before the nodes, between them and the edges, and behind these.
    node, edge : patterns with some groups and nothing that looks ahead, in which Python finds what RE2 finds; blanks
        behind belong to them, and no group holds a mark.
    no_node : pattern of what no node begins with; here Python may look ahead.
    may_be_gap : whether other lines may stand among the nodes; who asks for a run reads such lines from the rest.
    most_lines : that are tried as one gap.
    shorter : parts of the pattern of a node, and what is quicker in RE2 and finds the same where Python found one.
    are_lines : whether a gap begins behind the last node that ends with a line, or else where the node before it ends.
    """

    def __init__(
        self,
        begin: str,
        node: str,
        edge: str = "(?!)",
        *,
        between: str = "",
        end: str = "",
        no_node: str = "(?!)",
        may_be_gap: Callable[[str], bool] | None = None,
        most_lines: int = 1,
        are_lines: bool = True,
        shorter: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._written = begin, node, between, edge, end, _some(f"(?!{no_node}){node}"), _some(edge)
        self._may_be_gap, self._most_lines, self._are_lines = may_be_gap, most_lines, are_lines
        self._shorter = shorter

    @cached_property
    def _patterns(self) -> _Patterns:
        """Made when a text is large enough, as that takes a tenth of a second."""
        return _Patterns(*(re.compile(pattern, re.ASCII) for pattern in self._written))

    def run_in(self, text: str) -> Run | None:
        """The nodes and edges of a text; None unless there are nodes, and it is long enough for it to pay.

        Raises
        ------
        OddError
            If Python and RE2 do not find the same, or a line is no gap.
        """
        if len(text) < _IN_LINE * plain.LARGE or (begin := self._patterns.begin.match(text)) is None:
            return None
        of = self._patterns
        nodes = [*self._runs_of_nodes(text, begin.end())]
        between = of.between.match(text, nodes[-1][-1])
        edges = _stops(of.edges, text, between.end() if between else nodes[-1][-1])
        spans = [(stops[0], stops[-1]) for stops in nodes]
        if all(start == end for start, end in spans) or of.end.match(text, edges[-1]) is None:
            return None
        return Run(
            cells_of(of.node, _pieces(text, nodes), self._shorter),
            cells_of(of.edge, _pieces(text, [edges])),
            Lines(lambda: iter(_lines(of.node, text, nodes, self._shorter))),
            Lines(lambda: iter(_lines(of.edge, text, [edges], {}))),
            _without(text, [*spans, (edges[0], edges[-1])], keeps_lines=self._may_be_gap is not None),
            [*_between(text, spans)],
        )

    def _runs_of_nodes(self, text: str, start: int) -> Iterator[list[int]]:
        """Where nodes follow each other, and at last where no more do."""
        while True:
            stops = _stops(self._patterns.nodes, text, start)
            if self._may_be_gap is not None and self._are_lines:
                stops = self._whole_lines(text, stops)
            yield stops
            begin = stops[-1] if (blanks := _BLANKS.match(text, stops[-1])) is None else blanks.end()
            start = text.find("\n", begin) + 1
            if self._may_be_gap is None or not start or self._patterns.end.match(text, begin):
                return
            ends = (found.start() for found in islice(_LINE_END.finditer(text, begin), self._most_lines))
            end = next((end for end in ends if self._may_be_gap(text[stops[-1] : end])), -1)
            require(end >= 0)
            start = end + 1

    def _whole_lines(self, text: str, stops: list[int]) -> list[int]:
        """The same up to where the last node ends that ends with a line."""
        while len(stops) > 1 and text[stops[-1] - 1] != "\n":
            ends = (found.end() for found in self._patterns.node.finditer(text, *stops[-2:]))
            last = max((end for end in ends if text[end - 1] == "\n"), default=stops[-2])
            stops = [*stops[:-1], last] if last > stops[-2] else stops[:-1]
        return stops


def _between(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, str]]:
    """What stands between parts of a text, and where it begins."""
    line, before = 1, 0
    for (_, end), (start, _) in pairwise(spans):
        line += text.count("\n", before, end)
        yield line, text[end:start]
        before = end


def _without(text: str, spans: Iterable[tuple[int, int]], *, keeps_lines: bool) -> str:
    """The text with nothing in place of some parts of it but their line feeds, or one for all of these."""
    kept, before = [], 0
    for start, end in spans:
        kept += [text[before:start], "\n" * (text.count("\n", start, end) if keeps_lines else 1)]
        before = end
    return "".join([*kept, text[before:]])


def _lines(pattern: re.Pattern[str], text: str, runs: Sequence[Sequence[int]], shorter: Mapping[str, str]) -> list[int]:
    """The lines of what a pattern finds in some runs of positions; of `shorter` parts of the pattern see `Writing`."""
    import pyarrow.compute as pc

    (whole,) = cells_of(pattern, _pieces(text, runs), shorter, whole=True)
    ends = np.cumsum(in_numpy(in_one_piece(pc.utf8_length(whole)), 0))  # in the runs without what is between them
    starts = np.append(0, ends[:-1])[: len(ends)]
    begins, stops = (np.array([run[at] for run in runs]) for at in (0, -1))
    before = np.cumsum(stops - begins) - (stops - begins)
    of_run = np.searchsorted(before, starts, "right") - 1
    feeds = np.flatnonzero(np.frombuffer(text.encode("utf-32-le"), np.uint32) == ord("\n"))
    found: list[int] = (np.searchsorted(feeds, begins[of_run] + starts - before[of_run]) + 1).tolist()
    return found


def with_line_feeds(text: str) -> str:
    """The text with a line feed for every end of a line.

    Raises
    ------
    OddError
        If a carriage return stands alone, where one reader begins a line and another does not.
    """
    text = text.replace("\r\n", "\n")
    require("\r" not in text)
    return text


def _some(pattern: str) -> str:
    """Some matches of a pattern behind each other; of any number, Python's matcher keeps traces in memory."""
    return f"(?>(?:{pattern}){{1,{_AT_ONCE}}})"


def _stops(pattern: re.Pattern[str], text: str, start: int) -> list[int]:
    """Where matches of a pattern stand that follow each other from here: the beginnings, and the end of the last."""
    stops = [start]
    while (found := pattern.match(text, stops[-1])) is not None and found.end() > stops[-1]:
        stops.append(found.end())
    return stops


def _pieces(text: str, runs: Iterable[Sequence[int]]) -> Iterator[str]:
    """What stands in a text from the first to the last of each of some runs of positions, cut at others, but long."""
    parts: list[str] = []
    size = 0
    for stops in runs:
        start = stops[0]
        for stop in stops:
            if stop - start > _PIECE or stop == stops[-1] > start:
                parts.append(text[start:stop])
                size, start = size + stop - start, stop
                if size > _PIECE:
                    yield "".join(parts)
                    parts, size = [], 0
    if parts:
        yield "".join(parts)


def pieces_of(text: str, end: str = "\n") -> Iterator[str]:
    """The text in long parts, each of which ends with the first sign of some others, or where the text does."""
    start = 0
    while start < len(text):
        stop = text.find(end, start + _PIECE) + 1 or len(text)
        yield text[start:stop]
        start = stop


def cells_at_start(text: str, pattern: str) -> tuple[list[Column], int]:
    """What the groups of a pattern hold in each of its matches that follow each other from the start, and their end."""
    stops = _stops(re.compile(_some(_some(pattern)), re.ASCII), text, 0)
    return cells_of(re.compile(pattern), _pieces(text, [stops])), stops[-1]


def cells_of(
    pattern: re.Pattern[str],
    pieces: Iterable[str],
    shorter: Mapping[str, str] = MappingProxyType({}),
    *,
    whole: bool = False,
) -> list[Column]:
    """What the groups of a pattern hold in each of its matches, which are all of some texts: a column for each group.

    Of `shorter` parts of the pattern see `Writing`; with `whole` there is one column, of the matches themselves.

    Raises
    ------
    OddError
        If there is anything else in the texts.
    """
    import pyarrow as pa

    groups = [0] if whole else range(1, pattern.groups + 1)
    marked = "".join(f"{MARK}\\{group}" for group in groups)
    in_short = reduce(lambda written, pair: written.replace(*pair), shorter.items(), pattern.pattern)
    found = partial(_cells_in, pattern=in_re2(in_short), marked=f"{_TEXT}{marked}{MARK}")
    parts = made_of([*pieces], found)
    return [pa.chunked_array([part[number] for part in parts], pa.string()) for number in range(len(groups))]


def _cells_in(text: str, *, pattern: str, marked: str) -> list[Column]:
    """The same of one text, for a pattern of RE2 and what makes cells of a match."""
    import pyarrow as pa
    import pyarrow.compute as pc

    require(MARK not in text and _TEXT not in text)
    width = marked.count(MARK)
    cells = pc.list_flatten(pc.split_pattern(pc.replace_substring_regex(large(text), pattern, marked), MARK))
    begins, *groups = (
        cells.take(in_arrow(np.arange(first, len(cells) - 1, width)).chunk(0)).cast(pa.string())
        for first in range(width)
    )
    is_begin = pc.all(pc.equal(begins, texts_in_arrow([_TEXT])[0])).as_py()
    require(len(cells) % width == 1 and is_begin and cells[-1].as_py() == "")
    return groups


def in_re2(pattern: str) -> str:
    """The pattern in the syntax of RE2, which never goes back."""
    return pattern.replace("(?>", "(?:").replace("*+", "*").replace("++", "+")


def large(text: str) -> Column:
    """A column of one text that may be very long."""
    import pyarrow as pa

    content = text.encode()
    bounds = np.array([0, len(content)], np.int64)
    return pa.Array.from_buffers(pa.large_string(), 1, [None, pa.py_buffer(bounds), pa.py_buffer(content)])


# ---- columns


def column(words: Sequence[str | None]) -> Column:
    """A column of texts."""
    import pyarrow as pa

    return pa.chunked_array([texts_in_arrow(words)], pa.string())


def met(words: Column) -> tuple[Column, Indices, NDArray[np.intp]]:
    """The words of a column but "" as they are met; of each cell its number, -1 of ""; and each word's first row."""
    import pyarrow as pa
    import pyarrow.compute as pc

    nothing, gap = texts_in_arrow(["", None])
    encoded = pa.chunked_array(pc.if_else(pc.equal(words, nothing), gap, words).dictionary_encode()).combine_chunks()
    codes = in_numpy(encoded.indices, -1)
    return pa.chunked_array([encoded.dictionary]), codes, np.flatnonzero(are_first(codes))


def pairs_between(
    starts: NDArray[np.integer[Any]],
    sizes: NDArray[np.integer[Any]],
    others: NDArray[np.integer[Any]],
    widths: NDArray[np.integer[Any]],
) -> tuple[NDArray[np.integer[Any]], NDArray[np.integer[Any]]]:
    """All pairs of a row of one group and a row of another, for groups of which the first rows and sizes are given."""
    counts = sizes * widths
    numbers = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    ones, twos = np.divmod(numbers, np.repeat(widths, counts))
    return np.repeat(starts, counts) + ones, np.repeat(others, counts) + twos


def put_in(
    columns: Sequence[Column], lines: Collection[int], rows: Sequence[tuple[int, Sequence[str | None]]]
) -> tuple[list[Column], Collection[int]]:
    """Columns with more rows put among the others by their lines, and the lines of all."""
    import pyarrow as pa

    if not rows:
        return [*columns], lines
    numbers = np.array([*lines, *(line for line, _ in rows)])
    order = np.argsort(numbers, kind="stable")
    more = zip(*(cells for _, cells in rows), strict=True)
    found = [
        pa.chunked_array([*cells.chunks, texts_in_arrow(new)], pa.string()).take(in_arrow(order))
        for cells, new in zip(columns, more, strict=True)
    ]
    return found, numbers[order].tolist()


def first_rows(columns: Sequence[Column], lines: Collection[int]) -> tuple[list[Column], Lines, list[tuple[int, str]]]:
    """Of columns, the first of which holds ids, the first row of each id; their lines; and lines and ids of others."""
    codes, _ = numbered([columns[0]])
    is_first = are_first(codes)
    rows, others = in_arrow(np.flatnonzero(is_first)).chunk(0), at_rows(lines, np.flatnonzero(~is_first))
    again = [(line, columns[0][row].as_py()) for row, line in others.items()]
    return [cells.take(rows) for cells in columns], Lines(lambda: compress(lines, is_first.tolist())), again


def values(said: Column, pair: str) -> dict[str, Column]:
    """What texts say under each key, which is nothing but pairs of keys and values: a column each, with gaps.

    Parameters
    ----------
    pair : pattern as those of `Writing`, with a group for the key, and some for the text of the value.

    Raises
    ------
    OddError
        If one has a key twice, says something else, or there are very many keys.
    """
    import pyarrow.compute as pc

    if not pc.any(pc.not_equal(said, texts_in_arrow([""])[0])).as_py():
        return {}
    text = "".join(f"\\{group}" for group in range(2, re.compile(pair).groups + 1))
    marked = pc.replace_substring_regex(said, in_re2(pair), f"{_KEY}\\1{_TEXT}{text}")
    of_rows = pc.replace_substring_regex(marked, f"{_TEXT}[^{_KEY}]*", "")
    keys: dict[str, None] = {}
    for combination in pc.unique(of_rows).to_pylist():
        before, *some = combination.split(_KEY)
        require(not before and len(set(some)) == len(some))
        keys |= dict.fromkeys(some)
    require(len(keys) <= MOST_KEYS)
    patterns = {key: f"{_KEY}{re.escape(key)}{_TEXT}(?P<text>[^{_KEY}]*)" for key in keys}
    return {key: pc.struct_field(pc.extract_regex(marked, pattern), 0) for key, pattern in patterns.items()}


def in_order(
    ends: Iterable[Column], lines: Collection[int], order: Column | None
) -> tuple[Column, Column, Collection[int], list[str]]:
    """The sources and targets of moves by the order that these have, if all have one; their lines, and what to note.

    Raises
    ------
    OddError
        If an order is written as few are.
    """
    sources, targets = ends
    if order is None:
        return sources, targets, lines, []
    if (ranks := _whole(order)) is None:
        return sources, targets, lines, [UNORDERED]
    rows = np.argsort(ranks, kind="stable")
    taken, of_rows = in_arrow(rows), Lines(lambda: map([*lines].__getitem__, rows.tolist())) if lines else lines
    return sources.take(taken), targets.take(taken), of_rows, []


def _whole(order: Column) -> NDArray[Any] | None:
    """The whole numbers that a column holds; None if a cell holds none."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.types as pt

    if order.null_count:
        return None
    if is_text(order.type):
        is_odd = pc.invert(pc.match_substring_regex(order, "^[ \t\n]*-?[0-9]{1,18}[ \t\n]*$"))
        odd = pc.unique(order.filter(is_odd)).to_pylist()
        require(not odd or any(order_of(word) is None for word in odd))
        return None if odd else in_numpy(in_one_piece(pc.ascii_trim(order, " \t\n").cast(pa.int64())), 0)
    if pt.is_boolean(order.type):
        order = order.cast(pa.int64())
    require(fits_int64(order.type) or pt.is_floating(order.type))
    numbers = in_numpy(in_one_piece(order), 0)
    return numbers if (numbers == np.floor(numbers)).all() and (np.abs(numbers) < np.inf).all() else None


def mapped(texts: Column, value: Callable[[str], str | None]) -> Column:
    """What a function makes of each text; it is asked once for texts that are alike."""
    import pyarrow as pa

    encoded = pa.chunked_array(texts.dictionary_encode()).combine_chunks()
    words = [value(word) for word in encoded.dictionary.to_pylist()]
    return column(words).take(encoded.indices)


def unquoted(words: Column, inside: Substitution) -> Column:
    """Words without the double quotes around them, and in those that had them, something for escapes."""
    import pyarrow.compute as pc

    is_quoted = pc.starts_with(words, '"')
    if not pc.any(is_quoted).as_py():
        return words
    return pc.if_else(is_quoted, inside.column(pc.replace_substring_regex(words, '(?s)^"(.*)"$', r"\1")), words)
