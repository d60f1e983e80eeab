"""A long run of nodes and then of edges that are written alike, found in a text at once; what is left is short."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from explorer.formats.delimited import are_all
from explorer.formats.xml_text import TYPES
from explorer.model import plain
from explorer.model.arrow import Column, texts_in_arrow
from explorer.model.plain import PlainTables


class _Lines(Collection[int]):
    """The lines of the matches of a pattern in a part of a text; they are counted when somebody asks."""

    def __init__(self, pattern: re.Pattern[str], text: str, start: int, end: int) -> None:
        self._pattern, self._text, self._part = pattern, text, (start, end)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return True

    def __contains__(self, line: object) -> bool:
        return any(line == each for each in self)

    def __iter__(self) -> Iterator[int]:
        starts = (found.start() for found in self._pattern.finditer(self._text, *self._part))
        line = self._text.count("\n", 0, self._part[0]) + 1
        yield line
        for one, other in pairwise(starts):
            line += self._text.count("\n", one, other)
            yield line


@dataclass(frozen=True)
class Run:
    """What was found.

    Attributes
    ----------
    nodes, edges : for each what the groups of its pattern hold.
    lines : where the nodes stand.
    rest : the text without them; all else stands in it on its own line.
    """

    nodes: list[tuple[str, ...]]
    edges: list[tuple[str, ...]]
    lines: Collection[int]
    rest: str


class Writing:
    """How nodes and edges are written that can be found so.

    Parameters
    ----------
    begin : pattern of what stands before the first node.
    node, edge : patterns with two groups or more; blanks behind belong to them.
    """

    def __init__(self, begin: str, node: str, edge: str) -> None:
        self._begin, self._node, self._edge, self._nodes, self._edges = (
            re.compile(pattern, re.ASCII) for pattern in (begin, node, edge, f"(?>(?:{node})*)", f"(?>(?:{edge})*)")
        )

    def run_in(self, text: str) -> Run | None:
        """The nodes and edges of a text; None unless there are nodes, and lines enough for it to pay."""
        begin = self._begin.match(text) if text.count("\n") >= plain.LARGE else None
        if begin is None:
            return None
        start = begin.end()
        middle = _end(self._nodes, text, start)
        end = _end(self._edges, text, middle)
        return Run(
            self._node.findall(text, start, middle),
            self._edge.findall(text, middle, end),
            _Lines(self._node, text, start, middle),
            text[:start] + "\n" * text.count("\n", start, end) + text[end:],
        )


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    """Where a pattern ends that begins here, perhaps empty."""
    found = pattern.match(text, start)
    return start if found is None else found.end()


# ---- columns


class Key(NamedTuple):
    """What a key of values stands for, and the type of these."""

    name: str
    type: str


_SAID = {"player", "score", "open", "label", "x", "y"}
_NUMBERS = {int: r"-?[0-9]{1,18}", float: r"-?[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?"}


def tables_of(run: Run, keys: Mapping[str, Key], value: str) -> PlainTables | None:
    """The tables of a run whose groups are id and values, and source and target; None if anything is odd about it.

    Parameters
    ----------
    keys : by what stands in the text for each.
    value : pattern of a value in the syntax of RE2, with {} for what stands for its key, and a group for its text.
    """
    if not run.nodes:
        return None
    ids, said = map(column, zip(*run.nodes, strict=True))
    table = _values(said, keys, value)
    sources, targets = map(column, zip(*run.edges, strict=True)) if run.edges else (column([]), column([]))
    if table is None:
        return None
    return PlainTables(sources=sources, targets=targets, nodes={"id": ids, **table}, lines=run.lines)


def column(words: Sequence[str]) -> Column:
    """A column of texts."""
    import pyarrow as pa

    return pa.chunked_array([texts_in_arrow(words)], pa.string())


def _values(said: Column, keys: Mapping[str, Key], value: str) -> dict[str, Column] | None:
    """The values of nodes under the keys of the model; None if there are others, or one is there twice."""
    import pyarrow.compute as pc

    count, found = 0, dict[str, Column]()
    for id, key in keys.items():
        pattern = value.format(re.escape(id))
        texts = pc.struct_field(pc.extract_regex(said, pattern.replace("(", "(?P<text>", 1)), 0)
        if texts.null_count == len(texts):
            continue
        typed = _typed(texts, key)
        if typed is None or key.name in found:
            return None
        count += len(texts) - texts.null_count
        found[key.name] = typed
    total = pc.sum(pc.count_substring_regex(said, value.format(".*?"))).as_py()
    return found if count == total else None


def _typed(texts: Column, key: Key) -> Column | None:
    """The texts as what their type says; None if that, or the key, is none of the usual."""
    import pyarrow as pa

    type = TYPES.get(key.type, str)
    if key.name not in _SAID:
        return None
    if type is str:
        return texts
    if type in _NUMBERS:
        is_number = are_all(texts.drop_null(), _NUMBERS[type])
        return texts.cast(pa.int64() if type is int else pa.float64()) if is_number else None
    return texts if key.name == "open" and are_all(texts.drop_null(), "(?i)true|false|[01]") else None
