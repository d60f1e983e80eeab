"""JSON of very many nodes and moves: Arrow reads the two long lists, and the rest of the text is short."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.formats.json_values import ANY_GAP, GAP, TEXT, constants_in, entries_in, has_gap, named, typed, value_of
from explorer.formats.rows import text_of
from explorer.formats.runs import MARK, cells_at_start, in_order, large, unless_odd
from explorer.model import plain
from explorer.model.arrow import (
    Column,
    are_there,
    in_arrow,
    in_numpy,
    in_one_piece,
    is_text,
    reprs_in_arrow,
    shortest_in_arrow,
    texts_in_arrow,
    truths_in_arrow,
)
from explorer.model.assemble import notes_on_moves
from explorer.model.builder import NODE_KEYS
from explorer.model.errors import brief
from explorer.model.facts import Words
from explorer.model.fields import FieldReader
from explorer.model.numbering import OddError, require
from explorer.model.plain import PlainTables, is_missing, is_nested, nodes_and_extras, with_written
from explorer.model.scores import EXACT
from explorer.model.views import Cells

NODES, MOVES, EDGES = "nodes", "moves", ("edges", "links")
ENDS, OF_AN_EDGE = ["source", "target"], ("source", "target", "key", "id")
_ENDS_OF_VIS = ["from", "to"]  # as vis-network calls them
_IDS = ("id", *ENDS, *_ENDS_OF_VIS)
_FLAT = {*_IDS, *NODE_KEYS}  # keys under which lists stay words
ELSEWHERE = "read by columns"  # the one entry of both lists in the rest of the text

_NODES, _VERTICES = (re.compile(rf'"({key})"\s*:\s*\[') for key in (NODES, "vertices"))
_MOVES = re.compile(rf'"({MOVES}|{"|".join(EDGES)})"\s*:\s*\[')
_BETWEEN = re.compile(rf"\]\s*,\s*{_MOVES.pattern}")
_OF_NUMBERS = re.compile(r"\s*\[\s*[-0-9]")
_WORD = rf'"{TEXT}"|[-+.0-9a-zA-Z]++'
_MIXED_PAIR = r"{0}\[{0}({1}){0},{0}({1}){0}\]{0}(,?){0}".format(r"[ \t\n\r]*+", _WORD)
_END = re.compile(r"[\]}]\s*\]")
_ESCAPED_KEY = re.compile(r'\\.[^"\\]*+(?>(?:\\.[^"\\]*+)*)"\s*:')
_TYPES = {  # in Arrow, of all values under a key
    "id": ("string", "int64", "double"),
    "label": ("string", "int64"),
}
_OTHERS = ("string", "bool", "int64", "double")

_STRING = r'"(?:[^"\\]|\\.)*"'
_DEEPEST = 8  # lists and objects within each other that are values of several types


def _value_within(depth: int) -> str:
    """The pattern of what may stand within a list or an object, with so many more within each other."""
    inner = rf"|[\[{{]{_value_within(depth - 1)}[\]}}]" if depth else ""
    return rf'(?:[^"\[\]{{}}]|{_STRING}{inner})*'


_PAIR = rf'({_STRING}\s*:\s*)({_STRING}|[^\s"\[\]{{}},:]+|[\[{{]{_value_within(_DEEPEST - 1)}[\]}}])'
"""Pattern of RE2 for a key, with what stands before its value, and the value."""


@dataclass(frozen=True)
class Objects:
    """The objects of a list.

    Attributes
    ----------
    rows : their numbers among the entries, others of which are null.
    table : what they hold under each key, in the order in which the keys are met.
    written : those of the keys under which there are words in place of values, as these are of several types.
    places : under each key the number of its value among all in the text, if anything was found to be odd.
    """

    rows: NDArray[np.intp]
    table: dict[str, Column]
    written: Collection[str] = ()
    places: Mapping[str, Column] = field(default_factory=dict)

    def ids(self, key: str, *, takes_lists: bool = True) -> Column:
        """What they hold under a key, as ids."""
        import pyarrow as pa
        import pyarrow.types as pt

        column = self.table[key]
        if key in self.written:
            return pa.chunked_array([named(column, _as_ids, takes_lists=takes_lists)])
        if pt.is_floating(column.type):
            return pa.chunked_array([_as_ids(in_numpy(in_one_piece(column), np.nan))])
        return _texts(column)

    def retyped(self, key: str, nothing: Sequence[str] = ("null",)) -> tuple[Column, Column | None]:
        """The words under a key, with gaps for some, and their values, if these are of one type and no lists."""
        import pyarrow.compute as pc
        import pyarrow.types as pt

        gap = texts_in_arrow([None])[0]
        words = pc.if_else(pc.is_in(self.table[key], value_set=texts_in_arrow(nothing)), gap, self.table[key])
        values = typed(words)
        return words, None if values is None or pt.is_nested(values.type) else values


@dataclass(frozen=True)
class Lists:
    """The lists of nodes and moves of a document, taken out of its text.

    Attributes
    ----------
    keys : of both.
    nodes, moves : their content.
    rest : the text, where each list holds `ELSEWHERE` and what stands in it for numbers that are none.
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
    one, two = (", ".join([f'"{ELSEWHERE}"', *constants_in(text[slice(*span)])]) for span in sorted(spans))
    rest = f"{text[:first]}{one}{text[second:third]}{two}{text[fourth:]}"
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
    require(lists.keys[0] == NODES)
    if fields is not None and '"id"' not in lists.nodes:
        return _without_ids(lists, fields)
    is_document = lists.keys[1] == MOVES
    found = objects_in(lists.nodes, of_nodes)
    require(len(found.rows) > 0 and found.rows[-1] < len(found.rows))
    require("id" in found.table)
    found.table["id"] = found.ids("id", takes_lists=not is_document)
    found = found if fields is None or is_document else _named_ones(found, fields)
    table, extras = nodes_and_written(found, keeps_empty=is_document)
    sources, targets, notes = _pairs(lists.moves) if is_document else _edges(_edges_in(lists))
    return PlainTables(
        sources=sources, targets=targets, nodes=table, move_lines=(), adds_ends=False, extras=extras, notes=notes
    )


def _named_ones(nodes: Objects, fields: FieldReader) -> Objects:
    """The nodes that have ids; the others are told of."""
    if not (is_unnamed := ~are_there(in_one_piece(nodes.table["id"]))).any():
        return nodes
    for row in np.flatnonzero(is_unnamed).tolist():
        places = {key: cells[row].as_py() for key, cells in nodes.places.items() if cells[row].is_valid}
        keys = ", ".join(sorted(places, key=places.__getitem__)) or "none"
        fields.error(f"node {row + 1} has no id; its keys are {brief(keys)}; it was left out")
    kept = truths_in_arrow(~is_unnamed)
    return replace(nodes, table={key: column.filter(kept) for key, column in nodes.table.items()})


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
    objects, edges = objects_in(lists.nodes, of_nodes), _edges_in(lists)
    found = objects.table
    require({"name", "label"}.isdisjoint(objects.written) and {*ENDS, *_ENDS_OF_VIS}.isdisjoint(edges.written))
    require(len(objects.rows) > 0 and objects.rows[-1] < len(objects.rows))
    count = len(objects.rows)
    names = found.get("name", pa.chunked_array([pa.nulls(count, pa.string())]))
    require(str(names.type) in ("string", "int64") and names.null_count != 1)
    keys = ends_among(edges.table)
    ends, types = ends_of(edges, keys), [edges.table[end].type for end in keys]
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

    table, written = dict[str, Any](), dict[str, Column]()
    for key, column in found.table.items():
        is_written = key in found.written and key != "id"
        if key in NODE_KEYS and is_written:
            has_empty = pc.any(pc.equal(column, texts_in_arrow(['""'])[0])).as_py()
            require(not keeps_empty or key == "label" or not has_empty)
            words, values = found.retyped(key, ("null", '""'))
            kept = _labels(words) if key == "label" else Words(words, value_of)
            table[key] = kept if values is None else values
        elif is_written:
            written[key] = column
        elif key not in NODE_KEYS or not is_text(column.type):
            table[key] = column
        else:
            nothing, gap = texts_in_arrow(["", None])
            table[key] = pc.if_else(pc.equal(column, nothing), gap, column)
            require(not keeps_empty or key == "label" or table[key].null_count == column.null_count)
    known, extras = nodes_and_extras(table, takes_lists=True, keeps_empty=keeps_empty)
    return known, with_written(extras, written, value_of, keeps_empty=keeps_empty)


def _labels(words: Column) -> Words:
    """Labels of several types."""
    import pyarrow as pa
    import pyarrow.compute as pc

    gap, is_odd = texts_in_arrow([None])[0], pc.match_substring_regex(words, r"^(?:[\[{]|true$|false$)")
    texts = pa.chunked_array([named(pc.if_else(is_odd, gap, words), reprs_in_arrow)])
    return Words(pc.if_else(is_odd, words, gap), value_of, texts)


def objects_in(text: str, checked: Callable[[dict[str, Column], str], dict[str, Column]], *, gap: str = GAP) -> Objects:
    """The objects that are the entries of a list, some of which may be null.

    Parameters
    ----------
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
    import pyarrow.compute as pc

    try:
        entries = entries_in(text, gap=gap)
        return Objects(np.flatnonzero(are_there(entries)), checked(_table(entries.drop_null()), text))
    except (OddError, pa.ArrowException):
        numbered, words = _with_numbers(text)
    entries, table, written = entries_in(numbered, gap=gap), dict[str, Column](), list[str]()
    places = _table(entries.drop_null())
    for key, numbers in places.items():
        require(str(numbers.type) == "int64")
        said = words.take(numbers)
        is_nested = key in _FLAT and pc.any(pc.match_substring_regex(said, r"^[\[{]")).as_py()
        values = None if is_nested else typed(said)
        written += [key] if values is None else []
        table[key] = said if values is None else values
    return Objects(np.flatnonzero(are_there(entries)), table, written, places)


def _with_numbers(text: str) -> tuple[str, Column]:
    """The entries of a list with a number from 0 for the value of each key; and these values."""
    import pyarrow.compute as pc

    require(MARK not in text and _ESCAPED_KEY.search(text) is None)
    parts = pc.split_pattern(pc.replace_substring_regex(large(text), _PAIR, rf"\1{MARK}\2{MARK}"), MARK).flatten()
    parts = parts.cast("string")
    before, values = (parts.take(in_arrow(np.arange(first, len(parts) - 1, 2)).chunk(0)) for first in range(2))
    return text_of(len(values), Cells(before), np.arange(len(values), dtype=np.int32)) + str(parts[-1]), values


def of_nodes(table: dict[str, Column], text: str) -> dict[str, Column]:
    """What the objects of a list say of nodes, by key; `OddError` if values are not of the types that nodes have."""
    import pyarrow.types as pt

    table = {key: column for key, column in table.items() if key == "id" or not pt.is_null(column.type)}
    require("id" not in table or not table["id"].null_count)
    for key, column in table.items():
        if key not in _TYPES and pt.is_nested(column.type):
            require(is_nested(column.type) and not has_gap(column.chunk(0)))
        else:
            require(str(column.type) in _TYPES.get(key, _OTHERS))
        if str(column.type) == "double" and key not in ("id", "x", "y"):  # where some are whole, these are not floats
            require(
                _ESCAPED_KEY.search(text) is None
                and re.search(rf'"{re.escape(key)}"\s*:\s*-?[0-9]+\s*[,}}]', text) is None
            )
    return table


def _pairs(text: str) -> tuple[Column, Column, Sequence[str]]:
    """The ends of moves, each a pair of ids, and what is to be said of them."""
    import pyarrow as pa

    try:
        pairs = entries_in(text, pa.list_(pa.int64() if _OF_NUMBERS.match(text) else pa.string()))
        ends = _texts(pa.chunked_array([pairs.flatten()]))
        require((np.diff(in_numpy(pairs.offsets, 0)) == 2).all())
        sources, targets = (ends.take(in_arrow(np.arange(first, len(ends), 2))) for first in range(2))
    except (OddError, pa.ArrowException):
        sources, targets = _mixed_pairs(text)
    return sources, targets, ()


def _mixed_pairs(text: str) -> tuple[Column, Column]:
    """The same of pairs of texts and numbers."""
    import pyarrow as pa

    (*ends, commas), stop = cells_at_start(text, _MIXED_PAIR)
    is_last = np.arange(len(commas)) == len(commas) - 1
    require(stop == len(text) and bool((is_last == is_missing(commas)).all()))
    sources, targets = (pa.chunked_array([named(words, _as_ids)]) for words in ends)
    return sources, targets


def _edges_in(lists: Lists) -> Objects:
    found = objects_in(lists.moves, _of_edges, gap=ANY_GAP)
    require(len(found.rows) > 0 and found.rows[-1] < len(found.rows))
    return found


def _of_edges(table: dict[str, Column], text: str) -> dict[str, Column]:
    """What the objects of a list say of edges, by key; `OddError` if ends are lists."""
    import pyarrow.types as pt

    require(not any(pt.is_nested(table[key].type) for key in _IDS if key in table))
    return table


def _edges(found: Objects) -> tuple[Column, Column, Sequence[str]]:
    """The same of objects with source and target, or with from and to."""
    ends, order = ends_among(found.table), found.table.get("order")
    if "order" in found.written:
        _, order = found.retyped("order")
        require(order is not None)
    sources, targets, _, unordered = in_order(ends_of(found, ends), (), order)
    others = [key for key in found.table if key not in (*OF_AN_EDGE, *ends, "order")]
    return sources, targets, unordered + notes_on_moves(others)


def ends_of(edges: Objects, keys: Sequence[str], *, takes_lists: bool = True) -> list[Column]:
    """What all edges have under each of some keys, as ids."""
    require(all(key in edges.table for key in keys))
    return [edges.ids(key, takes_lists=takes_lists) for key in keys]


def _as_ids(numbers: NDArray[np.float64]) -> Column:
    """Floats as ids, whole ones without decimals."""
    require(bool((np.isnan(numbers) | (np.abs(numbers) < EXACT)).all()))
    return shortest_in_arrow(numbers + 0.0)


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
