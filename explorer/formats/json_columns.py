"""JSON of very many nodes and moves: Arrow reads the two long lists, and the rest of the text is short."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.formats.json_text import is_too_deep, parse_json
from explorer.formats.rows import text_of
from explorer.formats.runs import MARK, in_order, large, unless_odd
from explorer.model import plain
from explorer.model.arrow import Column, are_there, are_true, in_arrow, in_numpy, is_text, texts_in_arrow
from explorer.model.assemble import notes_on_moves
from explorer.model.builder import NODE_KEYS
from explorer.model.extras import extras_in_columns
from explorer.model.numbering import OddError, require
from explorer.model.plain import TOP_KEYS, PlainTables, nodes_and_extras
from explorer.model.views import Cells

NODES, MOVES, EDGES = "nodes", "moves", ("edges", "links")
ENDS, OF_AN_EDGE = ["source", "target"], ("source", "target", "key", "id")
ELSEWHERE = "read by columns"  # the one entry of both lists in the rest of the text

_NODES, _VERTICES = (re.compile(rf'"({key})"\s*:\s*\[') for key in (NODES, "vertices"))
_MOVES = re.compile(rf'\]\s*,\s*"({MOVES}|{"|".join(EDGES)})"\s*:\s*\[')
_GAP = re.compile(r'"(?:player|score|open|label|x|y)"\s*:\s*null\b')
_EMPTY = re.compile(r'"(?:id|player|score|open|x|y)"\s*:\s*""')
_OF_NUMBERS = re.compile(r"\s*\[\s*[-0-9]")
_END = re.compile(r"[\]}]\s*\]")
_WORDS = ("null", "NaN", "Infinity")
_ODD = re.compile(rf"[\[:,]\s*-?(?:{'|'.join(_WORDS)})\b")
_ESCAPED_KEY = re.compile(r'\\.[^"\\]*+(?>(?:\\.[^"\\]*+)*)"\s*:')
_MOST = 2**31 - 100  # bytes that Arrow reads at once
_TYPES = {  # in Arrow, of all values under a key
    "id": ("string", "int64"),
    "player": ("string", "int64"),
    "score": ("string", "int64", "double"),
    "open": ("bool", "string", "int64"),
    "label": ("string",),
    "x": ("int64", "double"),
    "y": ("int64", "double"),
}
_OTHERS = ("string", "bool", "int64", "double")

_STRING = r'"(?:[^"\\]|\\.)*"'
_DEEPEST = 8  # lists and objects within each other that are values of several types


def _value_within(depth: int) -> str:
    """The pattern of what may stand within a list or an object, with so many more within each other."""
    inner = rf"|[\[{{]{_value_within(depth - 1)}[\]}}]" if depth else ""
    return rf'(?:[^"\[\]{{}}]|{_STRING}{inner})*'


_PAIR = (
    rf'("(?:{"|".join(NODE_KEYS)})"\s*:\s*(?:{_STRING})?)'
    rf'|({_STRING}\s*:\s*)({_STRING}|[^\s"\[\]{{}},:]+|[\[{{]{_value_within(_DEEPEST - 1)}[\]}}])'
)
"""A key that a node knows, with its value if that is a text; or another one and its value, in the syntax of RE2."""


@dataclass(frozen=True)
class Lists:
    """The lists of nodes and moves of a document, taken out of its text.

    Attributes
    ----------
    keys : of both.
    nodes, moves : their content.
    rest : the text, where each list holds `ELSEWHERE` and nothing else.
    """

    keys: tuple[str, str]
    nodes: str
    moves: str
    rest: str


@unless_odd
def lists_in(text: str) -> Lists | None:
    """The two lists of a text, if it is JSON; None if they are short, or anything is odd about where they stand.

    Where a list ends is guessed: what Arrow finds to be the content of a list, and nothing else, is all of it.
    """
    if text.count("}") + text.count("]") < plain.LARGE or ELSEWHERE in text:
        return None
    begin = _NODES.search(text) or _VERTICES.search(text)
    between = begin and _MOVES.search(text, begin.end())
    end = between and _END.search(text, between.end())
    if begin is None or between is None or end is None:
        return None
    nodes, moves = text[begin.end() : between.start()], text[between.end() : end.end() - 1]
    require('""' not in moves)
    rest = (
        f'{text[: begin.end()]}"{ELSEWHERE}"{text[between.start() : between.end()]}"{ELSEWHERE}"{text[end.end() - 1 :]}'
    )
    return Lists((begin[1], between[1]), nodes, moves, rest)


def tables_of_lists(lists: Lists) -> PlainTables:
    """The tables of nodes that have ids, and of moves as pairs of these or edges.

    Raises
    ------
    OddError
        If anything is odd about them.
    pyarrow.ArrowException
        If one is not the content of a list.
    """
    require(lists.keys[0] == NODES)
    table, extras = _nodes_and_extras(lists.nodes)
    sources, targets, notes = _pairs(lists.moves) if lists.keys[1] == MOVES else _edges(lists.moves)
    return PlainTables(
        sources=sources, targets=targets, nodes=table, move_lines=(), adds_ends=False, extras=extras, notes=notes
    )


def _nodes_and_extras(text: str) -> tuple[dict[str, Column], Mapping[int, Mapping[str, Any]]]:
    """What the entries of a list say of nodes under the keys that these know, and under others."""
    import pyarrow as pa

    try:
        return nodes_and_extras(_nodes(text), takes_lists=True)
    except (OddError, pa.ArrowException):
        return _of_several_types(text)


def _of_several_types(text: str) -> tuple[dict[str, Column], Mapping[int, Mapping[str, Any]]]:
    """The same where a further key has values of several types, or nulls."""
    numbered, written = _with_numbers(text)
    values, problems = parse_json(f"[{','.join(written)}]")
    table, extras = _nodes(numbered), dict[int, dict[str, Any]]()
    require(not problems and "owner" not in table)
    for key in [key for key in table if key not in NODE_KEYS]:
        column = table.pop(key).chunk(0)
        require(str(column.type) == "int64")
        for row, number in zip(np.flatnonzero(are_there(column)).tolist(), column.drop_null().to_pylist(), strict=True):
            require(key not in TOP_KEYS or values[number] not in (None, ""))
            extras.setdefault(row, {})[key] = values[number]
    return table, extras_in_columns(dict(sorted(extras.items())), len(table["id"]))


def _with_numbers(text: str) -> tuple[str, list[str]]:
    """The entries of a list with a number from 0 for each value of a key that nodes do not know; and these values."""
    import pyarrow as pa
    import pyarrow.compute as pc

    require(MARK not in text and _ESCAPED_KEY.search(text) is None)
    marked = pc.replace_substring_regex(large(text), _PAIR, rf"\1\2{MARK}\3{MARK}")
    parts = pc.split_pattern(marked, MARK).flatten().cast(pa.string())
    before, values = (parts.take(in_arrow(np.arange(first, len(parts) - 1, 2)).chunk(0)) for first in range(2))
    is_value = pc.not_equal(values, texts_in_arrow([""])[0])
    numbers = in_arrow(np.cumsum(are_true(is_value)) - 1).chunk(0).cast(pa.string())
    written = pc.if_else(is_value, numbers, texts_in_arrow([""])[0])
    return text_of(len(values), Cells(before), Cells(written)) + str(parts[-1]), values.filter(is_value).to_pylist()


def _nodes(text: str) -> dict[str, Column]:
    """What the entries of a list say of nodes, by key."""
    table = _table(_entries(text))
    require("id" in table and not table["id"].null_count)
    return {**of_nodes(table, text), "id": _texts(table["id"])}


def of_nodes(table: Mapping[str, Column], text: str) -> dict[str, Column]:
    """What the objects of a list say of nodes, by key; `OddError` if values are not of the types that nodes have."""
    import pyarrow.types as pt

    require("root" not in table and ('""' not in text or _EMPTY.search(text) is None))
    table = {key: column for key, column in table.items() if key == "id" or not pt.is_null(column.type)}
    for key, column in table.items():
        if key not in _TYPES and pt.is_nested(column.type):
            require(not _has_gap(column.chunk(0)))
            continue
        require(str(column.type) in _TYPES.get(key, _OTHERS))
        if str(column.type) == "double" and key not in ("x", "y"):  # where some are whole, these are not floats
            require(
                _ESCAPED_KEY.search(text) is None
                and re.search(rf'"{re.escape(key)}"\s*:\s*-?[0-9]+\s*[,}}]', text) is None
            )
    return table


def _has_gap(column: Column) -> bool:
    """Whether something within lists or objects is null, or some objects lack what others have."""
    import pyarrow.types as pt

    inner: list[Column] = []
    if pt.is_list(column.type):
        inner = [column.flatten()]
    elif pt.is_struct(column.type):
        inner = column.drop_null().flatten()
    return any(part.null_count or _has_gap(part) for part in inner)


def _pairs(text: str) -> tuple[Column, Column, Sequence[str]]:
    """The ends of moves, each a pair of ids, and what is to be said of them."""
    import pyarrow as pa

    pairs = _entries(text, pa.list_(pa.int64() if _OF_NUMBERS.match(text) else pa.string()))
    require((np.diff(in_numpy(pairs.offsets, 0)) == 2).all())
    ends = _texts(pa.chunked_array([pairs.flatten()]))
    sources, targets = (ends.take(in_arrow(np.arange(first, len(ends), 2))) for first in range(2))
    return sources, targets, ()


def _edges(text: str) -> tuple[Column, Column, Sequence[str]]:
    """The same of objects with source and target."""
    table = _table(_entries(text))
    sources, targets, _ = in_order(ends_of(table, ENDS), (), table.pop("order", None))
    return sources, targets, notes_on_moves([key for key in table if key not in OF_AN_EDGE])


def ends_of(edges: Mapping[str, Column], keys: Sequence[str]) -> list[Column]:
    """What all edges have under each of some keys, as ids."""
    require(all(key in edges and not edges[key].null_count for key in keys))
    return [_texts(edges[key]) for key in keys]


def objects_in(text: str) -> tuple[NDArray[np.intp], dict[str, Column]]:
    """The columns of the objects of a list, some entries of which may be null, and the numbers of these entries."""
    entries = _entries(text, has_gaps=True)
    return np.flatnonzero(are_there(entries)), _table(entries.drop_null())


def _entries(text: str, type: Any = None, *, has_gaps: bool = False) -> Column:
    """The entries of a list, each of one type or, if it may have gaps, null.

    Raises
    ------
    OddError
        If there is none, or another one is null, or they are nested deeper than Arrow bears.
    pyarrow.ArrowException
        If it is not the content of a list, or they have several types.
    """
    import pyarrow as pa
    import pyarrow.json as pj

    require(not is_too_deep(text))
    nulls = _count(_ODD, f"[{text}") if any(word in text for word in _WORDS) else 0
    require(has_gaps or nulls == _count(_GAP, text))
    content = f'{{"entries":[{text}]}}'.encode()
    require(len(content) < _MOST)
    schema = None if type is None else pa.schema([("entries", pa.list_(type))])
    table = pj.read_json(
        pa.BufferReader(content),
        pj.ReadOptions(use_threads=False, block_size=len(content) + 1),
        pj.ParseOptions(explicit_schema=schema, newlines_in_values=True),
    )
    require(table.num_rows == 1 and table.column_names == ["entries"])
    entries = table["entries"].chunk(0).values
    require(not has_gaps or nulls == entries.null_count)
    return entries


def _count(pattern: re.Pattern[str], text: str) -> int:
    return sum(1 for _ in pattern.finditer(text))


def _table(entries: Column) -> dict[str, Column]:
    """The columns of objects, by key."""
    import pyarrow as pa
    import pyarrow.types as pt

    require(pt.is_struct(entries.type) and not entries.null_count)
    names = [entries.type.field(index).name for index in range(entries.type.num_fields)]
    return {name: pa.chunked_array([column]) for name, column in zip(names, entries.flatten(), strict=True)}


def _texts(ids: Column) -> Column:
    """Ids as text; whole numbers are taken as their digits."""
    import pyarrow as pa

    require(is_text(ids.type) or pa.types.is_integer(ids.type))
    return ids.cast(pa.string())
