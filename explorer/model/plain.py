"""Tables that are plain and right, read column by column; what is odd about any of them is left to a `GraphBuilder`.

A million nodes are some tens of calls here and many millions there.  Both make the same graph of the same tables and
say the same of it: whatever a builder would mend or complain of ends the work here at once, before anything was noted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.model.board_json import BOARD
from explorer.model.builder import (
    MAX_MOVES,
    MAX_NODES,
    SILENT,
    Assembled,
    many_roots,
    named_player,
    open_sinks,
)
from explorer.model.check import Problem, check
from explorer.model.columns import (
    CODES,
    LEAF,
    MAX,
    MIN,
    MOVER,
    NO_SCORE,
    OPEN,
    Indices,
    MoveColumns,
    NodeColumns,
    Points,
    first_repeated_move,
    ranked,
)
from explorer.model.errors import OptionError
from explorer.model.fields import FALSE, FARTHEST, MAX_ID_LENGTH, TRUE, FieldReader, is_marked
from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import Score, parse_score

Column = Any  # a chunked array of Arrow

LARGE = 4_000  # rows from which on tables are read column by column
_WORKERS = 2  # threads; Arrow and numpy let others run meanwhile
_SPARSEST = 4  # times as large as their count the numbers in ids may be
_COUNTED = re.compile(r"([ -~]{0,100}?)(0|[1-9][0-9]{0,8})")
_KNOWN = {"id", "player", "score", "open", "label", "x", "y", "root"}


class OddError(Exception):
    """The tables are not plain: a builder has to look at them."""


@dataclass(frozen=True, kw_only=True)
class PlainTables:
    """What is known of a graph, in columns of Arrow.

    Attributes
    ----------
    sources, targets : the ends of moves, as ids.
    nodes : the columns of the table of nodes, as the model calls them; None if there is none.
    lines : for each row of that table its line, if it has one.
    root, convention : as they were given, if they were.
    infer_root : whether a root is chosen where none is given or marked.
    about : name, description, expected and extra of the graph.
    extras : further keys of nodes, by row.
    """

    sources: Column
    targets: Column
    nodes: Mapping[str, Column] | None = None
    lines: Collection[int] = ()
    root: str | None = None
    convention: Convention | None = None
    infer_root: bool = True
    about: Mapping[str, Any] = field(default_factory=dict)
    extras: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)


def assemble_plain(tables: PlainTables, fields: FieldReader) -> Assembled | None:
    """The graph of tables and all problems, those that `fields` holds included; None if anything is odd about them."""
    import pyarrow as pa

    try:
        return _assembled(tables, fields)
    except (OddError, pa.ArrowException, UnicodeError, OverflowError, OptionError):
        return None


def _assembled(tables: PlainTables, fields: FieldReader) -> Assembled:
    require(BOARD not in tables.about.get("extra", {}))
    require(len(tables.sources) <= MAX_MOVES)
    notes: list[str] = []
    if tables.nodes is None:
        nodes, moves = _of_moves(tables)
    else:
        nodes, moves = _of_nodes(tables.nodes, tables.sources, tables.targets)
        nodes = replace(nodes, extras=tables.extras)
    require(len(nodes) <= MAX_NODES and first_repeated_move(moves) is None)
    if tables.convention is None or tables.nodes is None:
        nodes = _with_open_sinks(nodes, moves, notes)
    convention = _convention(nodes, tables.convention, notes)
    graph = GameGraph.from_sound(
        nodes, moves, root=_root(tables, nodes, moves, notes), convention=convention, **tables.about
    )
    for note in notes:
        fields.warn(note)
    for problem in _with_lines(check(graph), nodes.ids, tables.lines):
        fields.note(problem)
    return Assembled(graph, tuple(fields.problems))


def _with_lines(problems: list[Problem], ids: Sequence[str], lines: Collection[int]) -> Iterator[Problem]:
    """The problems, those of nodes with their lines."""
    named = {problem.node for problem in problems} - {None} if lines else set()
    known = dict(islice((pair for pair in zip(ids, lines, strict=False) if pair[0] in named), len(named)))
    for problem in problems:
        yield replace(problem, line=known[problem.node]) if problem.node in known else problem


def require(is_plain: bool | np.bool_) -> None:
    """Raise `OddError` unless it is so."""
    if not is_plain:
        raise OddError


# ---- ids and moves


def _of_nodes(table: Mapping[str, Column], sources: Column, targets: Column) -> tuple[NodeColumns, MoveColumns]:
    """Nodes and moves, where there is a table of nodes that has all ends of moves."""
    require(set(table) <= _KNOWN)
    count, total = len(table["id"]), len(sources)
    codes, ids = _numbered([table["id"], sources, targets])
    require(len(ids) == count and np.array_equal(codes[:count], np.arange(count)))  # each id once, and no other end
    moves = MoveColumns(codes[count : count + total], codes[count + total :], count)
    return _facts(ids, table), moves


def _of_moves(tables: PlainTables) -> tuple[NodeColumns, MoveColumns]:
    """Nodes and moves, where nothing but moves is known."""
    total = len(tables.sources)
    codes, words = _numbered([tables.sources, tables.targets])
    first = np.full(len(words), NO_SCORE, np.int64)
    met = np.empty(2 * total, np.int64)
    met[:total], met[total:] = np.arange(0, 2 * total, 2), np.arange(1, 2 * total, 2)
    backwards = np.argsort(-met)
    first[codes[backwards]] = met[backwards]
    require((first >= 0).all())  # a dictionary may have words that no row has
    order = np.argsort(first)
    renamed = np.empty(len(words), np.int32)
    renamed[order] = np.arange(len(words), dtype=np.int32)
    codes = renamed[codes]
    ids = tuple(words[index] for index in order.tolist())
    nodes = NodeColumns(ids, np.full(len(ids), MOVER, np.int8), _unscored(len(ids)))
    return nodes, MoveColumns(codes[:total], codes[total:], len(ids))


def _with_open_sinks(nodes: NodeColumns, moves: MoveColumns, notes: list[str]) -> NodeColumns:
    """The nodes; where none says what it is, those without moves are open, which is noted."""
    has_moves = np.zeros(len(nodes), np.bool_)
    has_moves[moves.sources] = True
    sinks = np.flatnonzero(~has_moves).tolist()
    if (nodes.kinds != MOVER).any() or not sinks:
        return nodes
    notes.append(open_sinks([nodes.ids[index] for index in sinks], has_moves=len(moves.sources) > 0))
    kinds = nodes.kinds.copy()
    kinds[sinks] = OPEN
    return replace(nodes, kinds=kinds)


def _numbered(columns: list[Column]) -> tuple[Indices, tuple[str, ...]]:
    """The numbers of all texts, column after column, in the order in which they are met; and the texts."""
    chunks = [chunk for column in columns for chunk in column.chunks if len(chunk)]
    require(not any(chunk.null_count for chunk in chunks))
    if not chunks:
        return np.empty(0, np.int32), ()
    return _by_value(chunks) or _by_word(chunks)


def _by_word(chunks: list[Column]) -> tuple[Indices, tuple[str, ...]]:
    """The same of any texts.  Of a chunk that is a dictionary already, every word is looked at once."""
    import pyarrow as pa
    import pyarrow.types as pt

    words = [_ids(chunk.dictionary if pt.is_dictionary(chunk.type) else chunk) for chunk in chunks]
    encoded = pa.chunked_array(words, pa.large_string()).dictionary_encode().chunks
    ids = encoded[-1].dictionary
    _require_ids(ids)
    numbers = [_in_numpy(part.indices, NO_SCORE) for part in encoded]
    parts = [
        part[_in_numpy(chunk.indices, NO_SCORE)] if pt.is_dictionary(chunk.type) else part
        for chunk, part in zip(chunks, numbers, strict=True)
    ]
    return np.concatenate(parts), tuple(ids.to_pylist())


def _by_value(chunks: list[Column]) -> tuple[Indices, tuple[str, ...]] | None:
    """The same where every id is a whole number behind the same letters, as in n0, n1, n2; None of others.

    Such ids are told apart by their numbers: no table of texts has to be searched.
    """
    prefix = _prefix(chunks[0])
    if prefix is None:
        return None
    parts: list[Indices] = []
    with ThreadPoolExecutor(_WORKERS) as pool:
        for found in pool.map(partial(_values, prefix=prefix), chunks):
            if found is None:
                return None
            parts.append(found)
    values = np.concatenate(parts)
    if values.max() > _SPARSEST * len(values):
        return None
    first = np.full(int(values.max()) + 1, len(values), np.int32)
    first[values[::-1]] = np.arange(len(values) - 1, -1, -1, dtype=np.int32)  # the last that is written is the first
    met = values[np.sort(first[first < len(values)])]
    first[met] = np.arange(len(met), dtype=np.int32)
    return first[values], _counted(prefix, met)


def _counted(prefix: str, numbers: Indices) -> tuple[str, ...]:
    """The ids with these numbers; one text for all is taken apart, which is faster than to make each."""
    import pyarrow as pa
    import pyarrow.compute as pc

    digits = in_arrow(numbers).chunk(0).cast(pa.string())
    ends = in_arrow(np.array([0, len(digits)])).chunk(0).cast(pa.int32())
    together = pc.binary_join(pa.ListArray.from_arrays(ends, digits), texts_in_arrow(["\n" + prefix])[0])[0].as_py()
    return tuple((prefix + together).split("\n"))


def _prefix(chunk: Column) -> str | None:
    """What stands before the number of the first id; None if there is no number."""
    import pyarrow.types as pt

    words = chunk.dictionary if pt.is_dictionary(chunk.type) else chunk
    found = _COUNTED.fullmatch(str(words[0].as_py())) if len(words) else None
    return found[1] if found else None


def _values(chunk: Column, prefix: str) -> Indices | None:
    """The numbers of ids behind a prefix; None if one is anything else, or written in another way."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.types as pt

    if pt.is_dictionary(chunk.type):
        words = _values(chunk.dictionary, prefix) if len(chunk.dictionary) else None
        return None if words is None else words[_in_numpy(chunk.indices, NO_SCORE)]
    is_number = pt.is_integer(chunk.type)
    if chunk.null_count or not (is_number or is_text(chunk.type)) or (is_number and prefix):
        return None
    try:
        bare = chunk if is_number or not prefix else pc.utf8_slice_codeunits(chunk, len(prefix))
        values: Indices = np.asarray(np.from_dlpack(bare.cast(pa.int32())), np.int32)
    except pa.ArrowInvalid:
        return None
    if values.min() < 0:
        return None
    if not is_number:
        digits = len(values) + sum(int(np.count_nonzero(values >= 10**power)) for power in range(1, 10))
        length = pc.sum(pc.binary_length(chunk)).as_py()
        if length != digits + len(prefix) * len(values) or not pc.all(pc.starts_with(chunk, prefix)).as_py():
            return None
    return values


def _ids(chunk: Column) -> Column:
    """Ids as texts; whole numbers are ids as well."""
    import pyarrow as pa
    import pyarrow.types as pt

    require(chunk.null_count == 0 and (is_text(chunk.type) or pt.is_integer(chunk.type)))
    return chunk.cast(pa.large_string())


def in_arrow(numbers: NDArray[Any]) -> Column:
    """A column of whole numbers; other ways than this one import pandas."""
    import pyarrow as pa

    content = np.ascontiguousarray(numbers, np.int64)
    return pa.chunked_array([pa.Array.from_buffers(pa.int64(), len(content), [None, pa.py_buffer(content)])])


def texts_in_arrow(words: Sequence[str]) -> Column:
    """A column of texts; this too is the way that does not import pandas."""
    import pyarrow as pa

    builder = pa.lib.StringBuilder()
    builder.append_values(words)
    return builder.finish()


def _in_numpy(column: Column, gap: float) -> NDArray[Any]:
    """An array of numbers with something in its gaps; other ways than this one import pandas."""
    import pyarrow as pa

    found = np.from_dlpack(column.drop_null())
    if not column.null_count:
        return found
    filled = np.full(len(column), gap, found.dtype)
    filled[np.from_dlpack(column.is_valid().cast(pa.uint8())).astype(np.bool_)] = found
    return filled


def _require_ids(words: Column) -> None:
    import pyarrow.compute as pc

    lengths = pc.min_max(pc.utf8_length(words)).as_py()
    require(words.null_count == 0 and lengths["min"] > 0 and lengths["max"] <= MAX_ID_LENGTH)


def is_text(type: Any) -> bool:
    """Whether a column of this type in Arrow holds text."""
    import pyarrow.types as pt

    return bool(pt.is_string(type) or pt.is_large_string(type))


# ---- what nodes are


def _facts(ids: tuple[str, ...], table: Mapping[str, Column]) -> NodeColumns:
    count = len(ids)
    kinds = np.full(count, MOVER, np.int8)
    players = _mapped(table.get("player"), _player, NO_SCORE, count)
    is_open = _mapped(table.get("open"), _is_open, 0, count).astype(np.bool_)
    ranks, scale = _scores(table.get("score"), count)
    has_player, has_score = players != NO_SCORE, ranks != NO_SCORE
    require(not (has_player & has_score).any() and not (is_open & (has_player | has_score)).any())
    kinds[has_player] = players[has_player]
    kinds[has_score], kinds[is_open] = LEAF, OPEN
    return NodeColumns(ids, kinds, ranks, scale, _labels(table.get("label")), _points(table, count))


def _mapped(column: Column | None, value: Callable[[Any], int], missing: int, count: int) -> NDArray[np.int32]:
    """What a function makes of each cell; it is asked once for cells that are alike."""
    import pyarrow.types as pt

    if column is None or pt.is_null(column.type):
        return np.full(count, missing, np.int32)
    codes, words = _alike(column)
    values = [missing if _is_empty(word) else value(word) for word in words]
    return np.asarray(np.array([*values, missing], np.int32)[codes])


def _alike(column: Column) -> tuple[NDArray[Any], list[Any]]:
    """For each cell the number of what it holds, -1 if it is empty; and what there is."""
    import pyarrow as pa
    import pyarrow.types as pt

    encoded = column.unify_dictionaries() if pt.is_dictionary(column.type) else column.dictionary_encode()
    if not encoded.num_chunks:
        return np.empty(0, np.int32), []
    codes = [_in_numpy(chunk.indices.cast(pa.int32()), NO_SCORE) for chunk in encoded.chunks]
    return np.concatenate(codes), encoded.chunk(encoded.num_chunks - 1).dictionary.to_pylist()


def _is_empty(word: object) -> bool:
    return word is None or word == "" or (isinstance(word, float) and np.isnan(word))


def _player(word: object) -> int:
    kind = named_player(word)
    if kind is None:
        raise OddError
    return CODES[kind]


def _is_open(word: object) -> int:
    text = str(word).strip().lower()
    require(text in TRUE | FALSE)
    return int(text in TRUE)


def _scores(column: Column | None, count: int) -> tuple[Indices, tuple[Score, ...]]:
    """For each node the rank of its score, and the scores."""
    import pyarrow.types as pt

    if column is None or pt.is_null(column.type):
        return _unscored(count), ()
    require(not pt.is_boolean(column.type))
    codes, words = _alike(column)
    scores = [None if _is_empty(word) else parse_score(word) for word in words]
    ranks, scale = ranked(scores)
    return np.append(ranks, np.int32(NO_SCORE))[codes], scale


def _unscored(count: int) -> Indices:
    return np.full(count, NO_SCORE, np.int32)


def _labels(column: Column | None) -> tuple[str | None, ...] | None:
    import pyarrow.types as pt

    if column is None or pt.is_null(column.type) or column.null_count == len(column):
        return None
    codes, words = _alike(column)
    require(all(word is None or (isinstance(word, str | int) and not isinstance(word, bool)) for word in words))
    texts = [None if word is None else str(word) or None for word in (*words, None)]
    return tuple(texts[code] for code in codes.tolist())


def _points(table: Mapping[str, Column], count: int) -> Points | None:
    x, y = (_coordinates(table.get(name), count) for name in ("x", "y"))
    gaps = np.isnan(x)
    require(np.array_equal(gaps, np.isnan(y)))
    if gaps.all():
        return None
    points = np.stack((x, y), axis=1)
    require((np.abs(points[~gaps]) <= FARTHEST).all())
    return points + 0.0  # turns -0.0 into 0.0


def _coordinates(column: Column | None, count: int) -> NDArray[np.float64]:
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.types as pt

    if column is None or pt.is_null(column.type):
        return np.full(count, np.nan)
    if is_text(column.type):
        column = pc.if_else(pc.equal(column, ""), None, column)
        require(not pc.any(pc.match_substring_regex(column, r"[^0-9.eE-]")).as_py())
    require(not pt.is_boolean(column.type) and not pt.is_dictionary(column.type))
    chunks = column.cast(pa.float64()).chunks
    return np.concatenate([_in_numpy(chunk, np.nan) for chunk in chunks]) if chunks else np.empty(0)


# ---- the graph as a whole


def _convention(nodes: NodeColumns, given: Convention | None, notes: list[str]) -> Convention:
    """The convention, which all nodes have to fit."""
    players, movers = (np.isin(nodes.kinds, some).any() for some in ((MAX, MIN), (MOVER,)))
    require(not (players and movers))
    convention = given or (Convention.NEGAMAX if movers else Convention.MINIMAX)
    require(not (players if convention is Convention.NEGAMAX else movers))
    if given is None and convention is Convention.NEGAMAX and not notes:
        notes.append(SILENT)
    return convention


def _root(tables: PlainTables, nodes: NodeColumns, moves: MoveColumns, notes: list[str]) -> str | None:
    """The root that is given or marked, or the one that a builder would take."""
    table = tables.nodes or {}
    marked = np.flatnonzero(_mapped(table.get("root"), lambda word: int(is_marked(word)), 0, len(nodes)))
    if tables.root is not None:
        require(isinstance(tables.root, str) and tables.root in nodes.ids)
        return tables.root
    require(len(marked) <= 1)
    if len(marked):
        return nodes.ids[int(marked[0])]
    if not tables.infer_root or not len(nodes):
        return None
    is_entered = np.zeros(len(nodes), np.bool_)
    is_entered[moves.targets[moves.sources != moves.targets]] = True
    starts = np.flatnonzero(~is_entered)
    if len(starts) != 1:
        notes.append(many_roots(len(starts), nodes.ids[0]))
        return nodes.ids[0]
    return nodes.ids[int(starts[0])]
