"""JSON of very many nodes and moves: Arrow reads the two long lists, and the rest of the text is short."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.formats.json_text import is_too_deep, parse_json
from explorer.formats.rows import text_of
from explorer.formats.runs import MARK, in_order, large, unless_odd
from explorer.model import plain
from explorer.model.arrow import Column, are_there, are_true, in_arrow, in_numpy, is_text, joined_texts, texts_in_arrow
from explorer.model.assemble import notes_on_moves
from explorer.model.builder import NODE_KEYS
from explorer.model.extras import extras_in_columns
from explorer.model.fields import FieldReader
from explorer.model.numbering import OddError, require
from explorer.model.plain import TOP_KEYS, PlainTables, nodes_and_extras
from explorer.model.views import Cells

NODES, MOVES, EDGES = "nodes", "moves", ("edges", "links")
ENDS, OF_AN_EDGE = ["source", "target"], ("source", "target", "key", "id")
_ENDS_OF_VIS = ["from", "to"]  # as vis-network calls them
ELSEWHERE = "read by columns"  # the one entry of both lists in the rest of the text

_NODES, _VERTICES = (re.compile(rf'"({key})"\s*:\s*\[') for key in (NODES, "vertices"))
_MOVES = re.compile(rf'"({MOVES}|{"|".join(EDGES)})"\s*:\s*\[')
_BETWEEN = re.compile(rf"\]\s*,\s*{_MOVES.pattern}")
_NO_GAP, _GAP, _ANY_GAP = (rf'{key}"\s*:\s*null\b' for key in ("(?:^$)", '"(?:player|score|open|label|x|y)', ""))
_TUPLE = re.compile(r'"id"\s*:\s*\[')
_EMPTY = re.compile(r'"(?:id|player|score|open|x|y)"\s*:\s*""')
_OF_NUMBERS = re.compile(r"\s*\[\s*[-0-9]")
_END = re.compile(r"[\]}]\s*\]")
_WORDS = ("null", "NaN", "Infinity")
_ODD = r":\s*null\b|[\[:,]\s*-?(?:NaN|Infinity)\b"
_SCORE = r'("score"\s*:\s*)(-?[0-9]{1,20}(?:\.[0-9]{1,30})?(?:[eE][-+]?[0-9]{1,2})?)'
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
    rf'{_SCORE}|("(?:{"|".join(NODE_KEYS)})"\s*:\s*(?:{_STRING})?)'
    rf'|({_STRING}\s*:\s*)({_STRING}|[^\s"\[\]{{}},:]+|[\[{{]{_value_within(_DEEPEST - 1)}[\]}}])'
)
"""A score that is a number; a key that a node knows, with its value if that is a text; or another one and its value.

It is in the syntax of RE2.
"""


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
    if (nodes := _NODES.search(text) or _VERTICES.search(text)) is None:
        return None
    if (moves := _BETWEEN.search(text, nodes.end())) is not None:
        end = moves.start()
    else:
        end = _end(text, nodes.end())
        moves = _MOVES.search(text, 0, nodes.start()) or _MOVES.search(text, end)
    if moves is None:
        return None
    spans = (nodes.end(), end), (moves.end(), _end(text, moves.end()))
    require('""' not in text[slice(*spans[1])])
    (first, second), (third, fourth) = sorted(spans)
    rest = f'{text[:first]}"{ELSEWHERE}"{text[second:third]}"{ELSEWHERE}"{text[fourth:]}'
    return Lists((nodes[1], moves[1]), text[slice(*spans[0])], text[slice(*spans[1])], rest)


def _end(text: str, start: int) -> int:
    """Where a list of lists or objects ends, if nothing within these looks like its end."""
    found = _END.search(text, start)
    require(found is not None)
    return 0 if found is None else found.end() - 1


def tables_of_lists(lists: Lists, fields: FieldReader | None = None) -> PlainTables:
    """The tables of nodes, and of moves as pairs of ids or edges; that nodes have no ids is noted in `fields`.

    Raises
    ------
    OddError
        If anything is odd about them.
    pyarrow.ArrowException
        If one is not the content of a list.
    """
    require(lists.keys[0] == NODES and (lists.keys[1] != MOVES or _TUPLE.search(lists.nodes) is None))
    if fields is not None and '"id"' not in lists.nodes:
        return _without_ids(lists, fields)
    table, extras = _nodes_and_extras(lists.nodes)
    sources, targets, notes = _pairs(lists.moves) if lists.keys[1] == MOVES else _edges(_edge_table(lists))
    return PlainTables(
        sources=sources, targets=targets, nodes=table, move_lines=(), adds_ends=False, extras=extras, notes=notes
    )


def ends_among(keys: Collection[str]) -> list[str]:
    """The keys under which edges have their ends, which have some keys: source and target, or from and to."""
    return _ENDS_OF_VIS if {*_ENDS_OF_VIS} <= {*keys} and not {*ENDS} & {*keys} else ENDS


def unnamed(keys: Iterable[str], *, by_name: bool) -> str:
    """What is said of nodes that have some keys but no id."""
    what = "names" if by_name else "positions in the list, from 0"
    return f"the nodes have no id; their keys are {', '.join(keys) or 'none'}; their {what} were taken"[:300]


def _without_ids(lists: Lists, fields: FieldReader) -> PlainTables:
    """The tables of nodes that are called by their names, if edges refer to these, or else by their positions."""
    import pyarrow as pa
    import pyarrow.compute as pc

    require('""' not in lists.nodes and _ESCAPED_KEY.search(lists.nodes) is None)
    found, edges = _table(entries_in(lists.nodes)), _edge_table(lists)
    count = len(next(iter(found.values())))
    names = found.get("name", pa.chunked_array([pa.nulls(count, pa.string())]))
    require(str(names.type) in ("string", "int64") and names.null_count != 1)
    types = [edges[end].type for end in ends_among(edges)]
    sources, targets, notes = _edges(edges)
    by_name = types == [names.type] * 2 and pc.count_distinct(names, mode="all").as_py() == count
    by_name = by_name and all(pc.all(pc.is_in(ends, value_set=_texts(names))).as_py() for ends in (sources, targets))
    fields.warn(unnamed(found, by_name=by_name))
    own = of_nodes(found, lists.nodes)
    labels = pc.coalesce(own["label"], names) if "label" in own else names
    ids = _texts(names) if by_name else in_arrow(np.arange(count)).cast(pa.string())
    table, extras = nodes_and_extras({**own, "id": ids, "label": labels}, takes_lists=True)
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
    """The same where scores or what stands under a further key are of several types, or nulls."""
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
    """The entries of a list with a number from 0 for each value of a key that nodes do not know; and these values.

    Scores that are numbers become texts.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    require(MARK not in text and _ESCAPED_KEY.search(text) is None)
    marked = pc.replace_substring_regex(large(text), _PAIR, rf"\1\3\4{MARK}\5{MARK}\2{MARK}")
    parts = pc.split_pattern(marked, MARK).flatten().cast(pa.string())
    before, values, scores = (parts.take(in_arrow(np.arange(first, len(parts) - 1, 3)).chunk(0)) for first in range(3))
    nothing = texts_in_arrow([""])[0]
    is_value, is_score = pc.not_equal(values, nothing), pc.not_equal(scores, nothing)
    numbers = in_arrow(np.cumsum(are_true(is_value)) - 1).chunk(0).cast(pa.string())
    written = pc.if_else(is_value, numbers, pc.if_else(is_score, joined_texts('"', scores, '"'), nothing))
    return text_of(len(values), Cells(before), Cells(written)) + str(parts[-1]), values.filter(is_value).to_pylist()


def _nodes(text: str) -> dict[str, Column]:
    """What the entries of a list say of nodes, by key."""
    table = _table(entries_in(text))
    require("id" in table and not table["id"].null_count)
    table["id"] = _named(table["id"])
    return {**of_nodes(table, text), "id": _texts(table["id"])}


def of_nodes(table: Mapping[str, Column], text: str) -> dict[str, Column]:
    """What the objects of a list say of nodes, by key; `OddError` if values are not of the types that nodes have."""
    import pyarrow.types as pt

    require("root" not in table and ('""' not in text or _EMPTY.search(text) is None))
    table = {key: column for key, column in table.items() if key == "id" or not pt.is_null(column.type)}
    for key, column in table.items():
        if key not in _TYPES and pt.is_nested(column.type):
            require(not has_gap(column.chunk(0)))
            continue
        require(str(column.type) in _TYPES.get(key, _OTHERS))
        if str(column.type) == "double" and key not in ("x", "y"):  # where some are whole, these are not floats
            require(
                _ESCAPED_KEY.search(text) is None
                and re.search(rf'"{re.escape(key)}"\s*:\s*-?[0-9]+\s*[,}}]', text) is None
            )
    return table


def has_gap(column: Column) -> bool:
    """Whether some objects within lists or objects lack what others have."""
    import pyarrow.types as pt

    if pt.is_list(column.type):
        return has_gap(column.flatten())
    inner = column.drop_null().flatten() if pt.is_struct(column.type) else []
    return any(part.null_count or has_gap(part) for part in inner)


def _pairs(text: str) -> tuple[Column, Column, Sequence[str]]:
    """The ends of moves, each a pair of ids, and what is to be said of them."""
    import pyarrow as pa

    pairs = entries_in(text, pa.list_(pa.int64() if _OF_NUMBERS.match(text) else pa.string()))
    ends = _texts(pa.chunked_array([pairs.flatten()]))
    require((np.diff(in_numpy(pairs.offsets, 0)) == 2).all() and not ends.null_count)
    sources, targets = (ends.take(in_arrow(np.arange(first, len(ends), 2))) for first in range(2))
    return sources, targets, ()


def _edge_table(lists: Lists) -> dict[str, Column]:
    return _table(entries_in(lists.moves, gap=_ANY_GAP))


def _edges(table: dict[str, Column]) -> tuple[Column, Column, Sequence[str]]:
    """The same of objects with source and target, or with from and to."""
    ends = ends_among(table)
    sources, targets, _, unordered = in_order(ends_of(table, ends), (), table.pop("order", None))
    return sources, targets, unordered + notes_on_moves([key for key in table if key not in (*OF_AN_EDGE, *ends)])


def ends_of(edges: Mapping[str, Column], keys: Sequence[str]) -> list[Column]:
    """What all edges have under each of some keys, as ids."""
    require(all(key in edges and not edges[key].null_count for key in keys))
    return [_texts(_named(edges[key])) for key in keys]


def _named(ids: Column) -> Column:
    """The ids, tuples of whole numbers by the names that they have in Python."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.types as pt

    if not pt.is_list(ids.type):
        return ids
    require(pt.is_integer(ids.type.value_type) and pc.min(pc.list_value_length(ids)).as_py() > 1)
    joined = joined_texts("(", pc.binary_join(ids.cast(pa.list_(pa.string())), ", "), ")")
    require(not joined.null_count)
    return joined


def objects_in(text: str) -> tuple[NDArray[np.intp], dict[str, Column]]:
    """The columns of the objects of a list, some entries of which may be null, and the numbers of these entries."""
    entries = entries_in(text, gap=_NO_GAP)
    return np.flatnonzero(are_there(entries)), _table(entries.drop_null())


def entries_in(text: str, type: Any = None, *, gap: str = _GAP) -> Column:
    """The entries of a list, each null or of one type.

    Raises
    ------
    OddError
        If there is none, or something under a key is null that is no such gap, or they are nested deeper than Arrow
        bears.
    pyarrow.ArrowException
        If it is not the content of a list, or they have several types.
    """
    import pyarrow as pa
    import pyarrow.json as pj

    require(not is_too_deep(text))
    require(not any(word in text for word in _WORDS) or _count(_ODD, text) == _count(gap, text))
    content = f'{{"entries":[{text}]}}'.encode()
    require(len(content) < _MOST)
    schema = None if type is None else pa.schema([("entries", pa.list_(type))])
    for _ in range(2 if "null" in text else 1):  # where no type is known yet, Arrow forgets nulls
        table = pj.read_json(
            pa.BufferReader(content),
            pj.ReadOptions(use_threads=False, block_size=len(content) + 1),
            pj.ParseOptions(explicit_schema=schema, newlines_in_values=True),
        )
        schema = table.schema
    require(table.num_rows == 1 and table.column_names == ["entries"])
    table.validate(full=True)
    return table["entries"].chunk(0).values


def _count(pattern: str, text: str) -> int:
    import pyarrow.compute as pc

    return int(pc.count_substring_regex(large(text), pattern)[0].as_py())


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
