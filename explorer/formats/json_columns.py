"""JSON of very many nodes and moves: Arrow reads the two long lists, and the rest of the text is short."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.formats.json_values import ANY_GAP, GAP, entries_in, has_gap, typed, value_of
from explorer.formats.rows import text_of
from explorer.formats.runs import MARK, in_order, large, unless_odd
from explorer.model import plain
from explorer.model.arrow import Column, are_there, are_true, in_arrow, in_numpy, is_text, joined_texts, texts_in_arrow
from explorer.model.assemble import notes_on_moves
from explorer.model.builder import NODE_KEYS
from explorer.model.fields import FieldReader
from explorer.model.numbering import OddError, require
from explorer.model.plain import PlainTables, is_missing, is_nested, nodes_and_extras, with_written
from explorer.model.views import Cells

NODES, MOVES, EDGES = "nodes", "moves", ("edges", "links")
ENDS, OF_AN_EDGE = ["source", "target"], ("source", "target", "key", "id")
_ENDS_OF_VIS = ["from", "to"]  # as vis-network calls them
ELSEWHERE = "read by columns"  # the one entry of both lists in the rest of the text

_NODES, _VERTICES = (re.compile(rf'"({key})"\s*:\s*\[') for key in (NODES, "vertices"))
_MOVES = re.compile(rf'"({MOVES}|{"|".join(EDGES)})"\s*:\s*\[')
_BETWEEN = re.compile(rf"\]\s*,\s*{_MOVES.pattern}")
_TUPLE = re.compile(r'"id"\s*:\s*\[')
_OF_NUMBERS = re.compile(r"\s*\[\s*[-0-9]")
_END = re.compile(r"[\]}]\s*\]")
_ESCAPED_KEY = re.compile(r'\\.[^"\\]*+(?>(?:\\.[^"\\]*+)*)"\s*:')
_TYPES = {  # in Arrow, of all values under a key
    "id": ("string", "int64"),
    "player": ("string", "int64"),
    "score": ("string", "int64", "double"),
    "open": ("bool", "string", "int64"),
    "label": ("string", "int64"),
    "x": ("int64", "double"),
    "y": ("int64", "double"),
}
_OTHERS = ("string", "bool", "int64", "double")

_STRING = r'"(?:[^"\\]|\\.)*"'
_WHOLE, _NUMBER = "0|-?[1-9][0-9]{0,18}", r"-?[0-9]{1,20}(?:\.[0-9]{1,30})?(?:[eE][-+]?[0-9]{1,2})?"
_NAMES = ("id", "label", *ENDS, *_ENDS_OF_VIS, "tail", "head")  # of what a whole number is a text, too
_DEEPEST = 8  # lists and objects within each other that are values of several types


def _value_within(depth: int) -> str:
    """The pattern of what may stand within a list or an object, with so many more within each other."""
    inner = rf"|[\[{{]{_value_within(depth - 1)}[\]}}]" if depth else ""
    return rf'(?:[^"\[\]{{}}]|{_STRING}{inner})*'


def _pair(known: Collection[str]) -> str:
    """The pattern of a number that may as well be a text; of a known key, with its value if that is a text; or of
    another key and its value.

    It is in the syntax of RE2, with groups for what stands before a number and for the number, twice, for a known key,
    and for another one and its value.
    """
    names = [key for key in known if key in _NAMES]
    return (
        rf'("score"\s*:\s*)({_NUMBER})|("(?:{"|".join(names)})"\s*:\s*)({_WHOLE})'
        rf'|("(?:{"|".join(known)})"\s*:\s*(?:{_STRING})?)'
        rf'|({_STRING}\s*:\s*)({_STRING}|[^\s"\[\]{{}},:]+|[\[{{]{_value_within(_DEEPEST - 1)}[\]}}])'
    )


@dataclass(frozen=True)
class Objects:
    """The objects of a list.

    Attributes
    ----------
    rows : their numbers among the entries, others of which are null.
    table : what they hold under each key, in the order in which the keys are met.
    written : those of the keys under which there are words in place of values, as these are of several types.
    """

    rows: NDArray[np.intp]
    table: dict[str, Column]
    written: Collection[str] = ()


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
    is_document = lists.keys[1] == MOVES
    found = objects_in(lists.nodes, NODE_KEYS, of_nodes)
    require(len(found.rows) > 0 and found.rows[-1] < len(found.rows))
    require("id" in found.table and not found.table["id"].null_count)
    found.table["id"] = _texts(_named(found.table["id"]))
    table, extras = nodes_and_written(found, keeps_empty=is_document)
    sources, targets, notes = _pairs(lists.moves) if is_document else _edges(_edge_table(lists))
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
    objects, edges = objects_in(lists.nodes, NODE_KEYS, of_nodes), _edge_table(lists)
    found = objects.table
    require("name" not in objects.written)
    require(len(objects.rows) > 0 and objects.rows[-1] < len(objects.rows))
    count = len(objects.rows)
    names = found.get("name", pa.chunked_array([pa.nulls(count, pa.string())]))
    require(str(names.type) in ("string", "int64") and names.null_count != 1)
    ends = ends_of(edges, ends_among(edges))
    types = [edges[end].type for end in ends_among(edges)]
    by_name = types == [names.type] * 2 and pc.count_distinct(names, mode="all").as_py() == count
    by_name = by_name and all(pc.all(pc.is_in(end, value_set=_texts(names))).as_py() for end in ends)
    fields.warn(unnamed(found, by_name=by_name))
    sources, targets, notes = _edges(edges)
    labels = pc.coalesce(found["label"], names) if "label" in found else names
    ids = _texts(names) if by_name else in_arrow(np.arange(count)).cast(pa.string())
    table, extras = nodes_and_written(replace(objects, table={**found, "id": ids, "label": labels}))
    return PlainTables(
        sources=sources, targets=targets, nodes=table, move_lines=(), adds_ends=False, extras=extras, notes=notes
    )


def nodes_and_written(
    found: Objects, *, keeps_empty: bool = False
) -> tuple[dict[str, Column], Mapping[int, Mapping[str, Any]]]:
    """What objects say of nodes under the keys that these know, and under others.

    Parameters
    ----------
    keeps_empty : whether an empty text under a known key, which says nothing then, is odd.
    """
    import pyarrow.compute as pc

    (nothing, gap), table, written = texts_in_arrow(["", None]), dict[str, Column](), dict[str, Column]()
    for key, column in found.table.items():
        if key in found.written:
            written[key] = column
        elif key not in NODE_KEYS or not is_text(column.type):
            table[key] = column
        else:
            table[key] = pc.if_else(pc.equal(column, nothing), gap, column)
            require(not keeps_empty or key == "label" or table[key].null_count == column.null_count)
    known, extras = nodes_and_extras(table, takes_lists=True, keeps_empty=keeps_empty)
    return known, with_written(extras, written, value_of, keeps_empty=keeps_empty)


def objects_in(
    text: str,
    known: Collection[str],
    checked: Callable[[dict[str, Column], str], dict[str, Column]],
    *,
    gap: str = GAP,
) -> Objects:
    """The objects that are the entries of a list, some of which may be null.

    Parameters
    ----------
    known : the keys whose values are read as they are.
    checked : gives the table as it is, if all of its values are those that the text has.
    gap : pattern of what may be null under a known key.

    Raises
    ------
    OddError
        If anything is odd about them.
    pyarrow.ArrowException
        If it is not the content of a list.
    """
    import pyarrow as pa

    try:
        entries = entries_in(text, gap=gap)
        return Objects(np.flatnonzero(are_there(entries)), checked(_table(entries.drop_null()), text))
    except (OddError, pa.ArrowException):
        numbered, words = _with_numbers(text, known)
    entries, table, written = entries_in(numbered, gap=gap), dict[str, Column](), list[str]()
    for key, numbers in _table(entries.drop_null()).items():
        if key in known:
            table |= checked({key: numbers}, numbered)
            continue
        require(str(numbers.type) == "int64")
        values = typed(words.take(numbers))
        written += [key] if values is None else []
        table[key] = words.take(numbers) if values is None else values
    return Objects(np.flatnonzero(are_there(entries)), table, written)


def _with_numbers(text: str, known: Collection[str]) -> tuple[str, Column]:
    """The entries of a list with a number from 0 for each value of a key that is not known; and these values.

    Numbers that may as well be texts become these.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    require(MARK not in text and _ESCAPED_KEY.search(text) is None)
    marked = pc.replace_substring_regex(large(text), _pair(known), rf"\1\3\5\6{MARK}\7{MARK}\2\4{MARK}")
    parts = pc.split_pattern(marked, MARK).flatten().cast(pa.string())
    before, values, scores = (parts.take(in_arrow(np.arange(first, len(parts) - 1, 3)).chunk(0)) for first in range(3))
    nothing = texts_in_arrow([""])[0]
    is_value, is_number = pc.not_equal(values, nothing), pc.not_equal(scores, nothing)
    numbers = in_arrow(np.cumsum(are_true(is_value)) - 1).chunk(0).cast(pa.string())
    written = pc.if_else(is_value, numbers, pc.if_else(is_number, joined_texts('"', scores, '"'), nothing))
    return text_of(len(values), Cells(before), Cells(written)) + str(parts[-1]), values.filter(is_value)


def of_nodes(table: dict[str, Column], text: str) -> dict[str, Column]:
    """What the objects of a list say of nodes, by key; `OddError` if values are not of the types that nodes have."""
    import pyarrow.types as pt

    table = {key: column for key, column in table.items() if key == "id" or not pt.is_null(column.type)}
    for key, column in table.items():
        if key not in _TYPES and pt.is_nested(column.type):
            require(is_nested(column.type) and not has_gap(column.chunk(0)))
        elif key != "id" or not pt.is_list(column.type):
            require(str(column.type) in _TYPES.get(key, _OTHERS))
        if str(column.type) == "double" and key not in ("x", "y"):  # where some are whole, these are not floats
            require(
                _ESCAPED_KEY.search(text) is None
                and re.search(rf'"{re.escape(key)}"\s*:\s*-?[0-9]+\s*[,}}]', text) is None
            )
    return table


def _pairs(text: str) -> tuple[Column, Column, Sequence[str]]:
    """The ends of moves, each a pair of ids, and what is to be said of them."""
    import pyarrow as pa

    pairs = entries_in(text, pa.list_(pa.int64() if _OF_NUMBERS.match(text) else pa.string()))
    ends = _texts(pa.chunked_array([pairs.flatten()]))
    require((np.diff(in_numpy(pairs.offsets, 0)) == 2).all() and not is_missing(ends).any())
    sources, targets = (ends.take(in_arrow(np.arange(first, len(ends), 2))) for first in range(2))
    return sources, targets, ()


def _edge_table(lists: Lists) -> dict[str, Column]:
    found = objects_in(lists.moves, (*ENDS, *_ENDS_OF_VIS, "order"), lambda table, _: table, gap=ANY_GAP)
    require(len(found.rows) > 0 and found.rows[-1] < len(found.rows))
    return found.table


def _edges(table: dict[str, Column]) -> tuple[Column, Column, Sequence[str]]:
    """The same of objects with source and target, or with from and to."""
    ends = ends_among(table)
    sources, targets, _, unordered = in_order(ends_of(table, ends), (), table.pop("order", None))
    return sources, targets, unordered + notes_on_moves([key for key in table if key not in (*OF_AN_EDGE, *ends)])


def ends_of(edges: Mapping[str, Column], keys: Sequence[str]) -> list[Column]:
    """What all edges have under each of some keys, as ids."""
    require(all(key in edges and not edges[key].null_count for key in keys))
    ends = [_texts(_named(edges[key])) for key in keys]
    require(not any(is_missing(end).any() for end in ends))
    return ends


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
