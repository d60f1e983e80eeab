"""Trees as nested JSON of very many nodes, read by columns; what is odd about any is left to `assemble_tree`.

The text is taken apart into what begins a node with children, what ends it, and nodes without children.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.formats.delimited import are_all
from explorer.formats.json_text import is_too_deep
from explorer.formats.json_values import CHARACTERS, TEXT, in_text, named, typed, value_of, without_null
from explorer.formats.runs import Writing, unless_odd, unquoted, values
from explorer.model.arrow import (
    Column,
    are_there,
    are_true,
    in_arrow,
    in_one_piece,
    joined_texts,
    reprs_in_arrow,
    texts_in_arrow,
    truths_in_arrow,
)
from explorer.model.builder import named_player
from explorer.model.columns import CODES, MAX, MIN, NO_SCORE
from explorer.model.facts import Words, mapped
from explorer.model.numbering import are_once, require
from explorer.model.plain import PlainTables, nodes_and_extras, with_written

NOT_TREES = ("nodes", "moves", "edges", "links", "vertices", "format", "adjacency")  # keys of graphs
LOOKED_AT = 1_000  # parts of a list by which a tree is told
PLAYERS = ("player", "owner", "type")  # keys that may name who moves

_GAP = r"[ \t\n\r]*+"
_NUMBER = r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][-+]?[0-9]{1,2})?"
_VALUE = rf'"{TEXT}"|{_NUMBER}|true|false|null'
_CHILDREN = "children"
_DEEPEST = 3  # lists and objects within each other that stand under further keys


def _key_but(word: str) -> str:
    """The pattern of keys but one."""
    found = CHARACTERS.replace("*", "+")
    for letter in reversed(word):
        found = rf'(?:{letter}{found}|[^{letter}"\\\x00-\x1f]{CHARACTERS})?'
    return found


def _nested(depth: int) -> str:
    """The pattern of a list or an object with at most so many within each other."""
    inner = f"|{_nested(depth - 1)}" if depth > 1 else ""
    return rf'[\[{{](?>(?:[^"\[\]{{}}]++|"{TEXT}"{inner})*)[\]}}]'


def _writing(pair: str) -> Writing:
    """What begins a node with children, a node without, and what ends one, where pairs of keys and values stand so."""
    begin = rf'((?>(?:{pair},{_GAP})*))("{_CHILDREN}"){_GAP}:{_GAP}\['
    alone = rf"((?:{pair}(?>(?:,{_GAP}{pair})*))?)\}}"
    end = rf"(\])(?:{_GAP}((?>(?:,{_GAP}{pair})*))(\}}))?"
    return Writing(
        begin=_GAP,
        node=rf"(?:\{{{_GAP}(?:{begin}|{alone})|({_NUMBER}|null)|(\[)|{end}){_GAP}(,?){_GAP}",
        end=r"\Z",
    )


_FLAT = rf'"{CHARACTERS}"{_GAP}:{_GAP}(?:{_VALUE}){_GAP}'
_DEEP = rf'"{_key_but(_CHILDREN)}"{_GAP}:{_GAP}{_nested(_DEEPEST)}{_GAP}'
_WRITINGS = _writing(_FLAT), _writing(f"(?:{_FLAT}|{_DEEP})")  # the second takes longer
_SAID = rf'(?:,{_GAP})?"({CHARACTERS})"{_GAP}:{_GAP}({_VALUE}|{_nested(_DEEPEST)}){_GAP}(?:,{_GAP})?'
_SCORE = '".{1,300}"|[-+.0-9eE]{1,300}'


@dataclass(frozen=True)
class TreeColumns:
    """A tree whose nodes stand each before its children.

    Attributes
    ----------
    tables : of it; the first node is the root.
    are_named : for each node with children, whether it names a player.
    """

    tables: PlainTables
    are_named: list[bool]


@unless_odd
def tree_in(text: str) -> TreeColumns | None:
    """The tree of a text; None if it is small, or anything is odd about it."""
    runs = (writing.run_in(text) for writing in _WRITINGS)
    if (run := next((run for run in runs if run is not None), None)) is None:
        return None
    import pyarrow as pa  # not for small texts

    require(not is_too_deep(text))
    nodes = _nodes(run.nodes)
    form, cells = _Form.of(nodes.levels), _Cells(values(nodes.said, _SAID), len(nodes.levels))
    _require_tree(nodes, cells, form)
    players = _named(cells.of(*PLAYERS))
    further = _further(cells, form)
    values_of = {key: typed(words) for key, words in further.items()}
    table = _named_nodes(cells, form) | _kinds(nodes, cells, form, players)
    table |= {key: _said(without_null(cells.of(key))) for key in ("x", "y")}
    table |= {key: column for key, column in values_of.items() if column is not None}
    ids = table["id"]
    table = {
        key: replace(column, column=pa.chunked_array([column.column]))
        if isinstance(column, Words)
        else pa.chunked_array([column])
        for key, column in table.items()
    }
    known, extras = nodes_and_extras(table, takes_lists=True, keeps_empty=True)
    written = {key: words for key, words in further.items() if values_of[key] is None}
    ends = (pa.DictionaryArray.from_arrays(in_arrow(rows).chunk(0), ids) for rows in (form.sources, form.targets))
    sources, targets = (pa.chunked_array([end]) for end in ends)
    tables = PlainTables(
        sources=sources,
        targets=targets,
        nodes=known,
        root=ids[0].as_py(),
        adds_ends=False,
        extras=with_written(extras, written, value_of, keeps_empty=True),
    )
    return TreeColumns(tables, (players >= 0)[form.is_inner].tolist())


# ---- the form


class _Nodes(NamedTuple):
    """What a text says of nodes, each before its children.

    Attributes
    ----------
    levels : of each, 0 of the root.
    said : its pairs of keys and values, if it is an object.
    numbers : the number, or null, if it is one.
    is_list : whether it is a list.
    has_list : whether it is an object with a list of children.
    """

    levels: NDArray[np.int64]
    said: Column
    numbers: Column
    is_list: NDArray[np.bool_]
    has_list: NDArray[np.bool_]


def _nodes(columns: Sequence[Column]) -> _Nodes:
    """The nodes of what a writing found; `OddError` if that is no JSON."""
    before, begins, alone, numbers, lists, ends, after, braces, commas = map(in_one_piece, columns)
    is_list, is_begin, is_end, has_brace, has_comma = map(_are_said, (lists, begins, ends, braces, commas))
    is_open = is_list | is_begin
    left = np.cumsum(is_open.astype(np.int64) - is_end)  # lists that are open
    require(is_open[0] and (left[:-1] > 0).all() and left[-1] == 0)
    require(not (has_comma & is_open).any() and (is_open | (has_comma != np.append(is_end[1:], True))).all())
    brackets = np.flatnonzero(is_open | is_end)
    pairs = brackets[np.argsort((left + is_end)[brackets], kind="stable")]  # by turns one that opens and one that ends
    require((is_begin[pairs[::2]] == has_brace[pairs[1::2]]).all())
    closes = np.arange(len(left))
    closes[pairs[::2]] = pairs[1::2]
    rows = np.flatnonzero(~is_end)
    own, at_end = (in_arrow(each).chunk(0) for each in (rows, closes[rows]))
    said = joined_texts(before.take(own), alone.take(own), after.take(at_end))
    return _Nodes((left - is_open)[rows], said, numbers.take(own), is_list[rows], is_begin[rows])


def _are_said(cells: Column) -> NDArray[np.bool_]:
    import pyarrow.compute as pc

    return are_true(pc.not_equal(cells, texts_in_arrow([""])[0]))


class _Form(NamedTuple):
    """The form of a tree.

    Attributes
    ----------
    parents : of each node but the root.
    rows : the nodes of each level.
    sources, targets : the moves, by source.
    is_inner : whether a node has children.
    """

    parents: NDArray[np.int64]
    rows: list[NDArray[np.int64]]
    sources: NDArray[np.int64]
    targets: NDArray[np.int64]
    is_inner: NDArray[np.bool_]

    @classmethod
    def of(cls, levels: NDArray[np.int64]) -> _Form:
        """The form of a tree of nodes on these levels, each before its children."""
        count = len(levels)
        order = np.argsort(levels, kind="stable")
        places = levels * count + np.arange(count)
        parents = order[np.searchsorted(places[order], places - count) - 1]  # the last before it on the level above
        targets = np.argsort(parents[1:], kind="stable") + 1
        is_inner = np.zeros(count, np.bool_)
        is_inner[parents[1:]] = True
        return cls(parents, np.split(order, np.cumsum(np.bincount(levels))[:-1]), parents[targets], targets, is_inner)

    def players(self, named: NDArray[np.integer]) -> NDArray[np.integer]:
        """Who moves in each node: who is named there, or else not who moves above."""
        found = np.where(named < 0, MAX, named)
        for rows in self.rows[1:]:
            found[rows] = np.where(named[rows] < 0, MAX + MIN - found[self.parents[rows]], named[rows])
        return found

    def ways(self) -> Column:
        """The way to each node from the root."""
        import pyarrow as pa

        numbers = np.zeros(len(self.parents), np.int64)
        numbers[self.targets] = np.arange(len(self.targets)) - np.searchsorted(self.sources, self.sources) + 1
        found = [texts_in_arrow(["root"])]
        for above, rows in zip(self.rows, self.rows[1:], strict=False):
            own = in_arrow(numbers[rows]).chunk(0).cast(pa.string())
            stems = found[-1].take(in_arrow(np.searchsorted(above, self.parents[rows])).chunk(0))
            found.append(joined_texts(stems, ".", own) if len(found) > 1 else own)
        return pa.concat_arrays(found).take(in_arrow(np.argsort(np.concatenate(self.rows))).chunk(0))


# ---- what is said


class _Cells:
    """What nodes say under each key, as JSON, with gaps."""

    def __init__(self, cells: Mapping[str, Column], count: int) -> None:
        import pyarrow as pa

        self._cells, self._gaps = cells, pa.nulls(count, pa.string())

    def of(self, *keys: str) -> Column:
        """What each says under the first of some keys that it has."""
        import pyarrow.compute as pc

        return pc.coalesce(*(self._cells.get(key, self._gaps) for key in keys))

    @property
    def scores(self) -> Column:
        """What each says of its score."""
        return without_null(self.of("score", "value"))

    def of_others(self, keys: Collection[str]) -> dict[str, Column]:
        """What they say under all keys but some."""
        return {key: column for key, column in self._cells.items() if key not in keys}


def _require_tree(nodes: _Nodes, cells: _Cells, form: _Form) -> None:
    """Raise `OddError` where it may be no tree, or a node says what reads otherwise."""
    children = cells.of(_CHILDREN)
    require(are_all(children.drop_null(), "null") and not (are_there(children) & nodes.has_list).any())
    require(not any(cells.of(key)[0].is_valid for key in NOT_TREES))
    are_parts = _are_numbers(nodes) | (nodes.is_list & form.is_inner)
    require(not nodes.is_list[0] or bool(are_parts[: LOOKED_AT + 1].all()))


def _are_numbers(nodes: _Nodes) -> NDArray[np.bool_]:
    import pyarrow.compute as pc

    return ~are_true(pc.is_in(nodes.numbers, value_set=texts_in_arrow(["", "null"])))


def _named(said: Column) -> NDArray[np.int32]:
    """Which player each of some values names, `NO_SCORE` for none."""
    import pyarrow as pa

    return mapped(pa.chunked_array([said]), _player, NO_SCORE, len(said))


def _player(value: str) -> int:
    kind = named_player(json.loads(value))
    return NO_SCORE if kind is None else CODES[kind]


def _named_nodes(cells: _Cells, form: _Form) -> dict[str, Column]:
    """Ids and labels."""
    import pyarrow.compute as pc

    names, labels, (nothing, gap) = cells.of("name", "id"), cells.of("label"), texts_in_arrow(["", None])
    names, is_labelled = named(names, reprs_in_arrow).fill_null(""), labels.is_valid()
    is_own = pc.and_(truths_in_arrow(are_once(names)), pc.not_equal(names, nothing))
    ids = names if pc.all(is_own).as_py() else pc.if_else(is_own, names, form.ways())
    if pc.count_distinct(ids).as_py() < len(ids):  # a name that looks like a way
        ids = form.ways()
    is_id = pc.or_(pc.equal(names, nothing), pc.equal(names, ids))
    return {"id": ids, "label": pc.if_else(is_labelled, named(labels, reprs_in_arrow), pc.if_else(is_id, gap, names))}


def _kinds(nodes: _Nodes, cells: _Cells, form: _Form, named: NDArray[np.int32]) -> dict[str, Column]:
    """Players, scores and which nodes are open."""
    import pyarrow.compute as pc

    is_inner, gap = truths_in_arrow(form.is_inner), texts_in_arrow([None])[0]
    scores = pc.if_else(truths_in_arrow(_are_numbers(nodes)), nodes.numbers, cells.scores)
    scores = pc.if_else(is_inner, gap, scores)
    require(not pc.any(pc.equal(scores, texts_in_arrow(['""'])[0])).as_py())
    players = texts_in_arrow(["max", "min", None])  # by their codes
    codes = in_arrow(np.where(form.is_inner, form.players(named), len(players) - 1)).chunk(0)
    opens = pc.if_else(pc.and_not(pc.is_null(scores), is_inner), texts_in_arrow(["true"])[0], cells.of("open"))
    return {"player": players.take(codes), "score": _said(scores), "open": Words(opens, value_of)}


def _said(words: Column) -> Column | Words:
    """Numbers or texts, or words that may be anything else."""
    return unquoted(words, in_text) if are_all(words.drop_null(), _SCORE) else Words(words, value_of)


def _further(cells: _Cells, form: _Form) -> dict[str, Column]:
    """What stands under further keys, as JSON."""
    import pyarrow.compute as pc

    is_inner, gap = truths_in_arrow(form.is_inner), texts_in_arrow([None])[0]
    found = cells.of_others((_CHILDREN, "id", "name", "label", "value", "score", "player", "x", "y", "open"))
    for key in found.keys() & PLAYERS:
        found[key] = pc.if_else(truths_in_arrow(form.is_inner & (_named(found[key]) >= 0)), gap, found[key])
    found["value"] = pc.if_else(is_inner, cells.scores, gap)
    return {key: column for key, column in found.items() if column.null_count < len(column)}
