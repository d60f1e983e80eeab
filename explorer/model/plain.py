"""Tables that are plain and right, read column by column; what is odd about any of them is left to a `GraphBuilder`.

A million nodes are some tens of calls here and many millions there.  Both make the same graph of the same tables and
say the same of it: whatever a builder would mend or complain of ends the work here at once, before anything was noted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
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
_MOST_PREFIXES = 8  # texts before these numbers
_PREFIX = re.compile(r"[ -~]{0,100}")
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
    """The same where every id is a whole number behind one of a few texts, as in p0, p1, x0; None of others.

    Such ids are told apart by their numbers: no table of texts has to be searched.
    """
    if not _ends_in_number(chunks[0]):
        return None
    try:
        with ThreadPoolExecutor(_WORKERS) as pool:
            parts = list(pool.map(_counted, chunks))
    except OddError:
        return None
    prefixes = list(dict.fromkeys(prefix for part in parts for prefix in part.prefixes))
    total = sum(len(part.numbers) for part in parts)
    most = max(int(part.numbers.max()) for part in parts) + 1
    if len(prefixes) > _MOST_PREFIXES or most > _SPARSEST * total:
        return None
    values = np.concatenate([part.values(prefixes, most) for part in parts])
    first = np.full(len(prefixes) * most, total, np.int32)
    first[values[::-1]] = np.arange(total - 1, -1, -1, dtype=np.int32)  # the last that is written is the first
    met = values[np.sort(first[first < total])]
    first[met] = np.arange(len(met), dtype=np.int32)
    return first[values], _texts(prefixes, *np.divmod(met, most))


def _ends_in_number(chunk: Column) -> bool:
    """Whether the first id is a number behind some text or none."""
    import pyarrow.types as pt

    words = chunk.dictionary if pt.is_dictionary(chunk.type) else chunk
    return len(words) > 0 and str(words[0].as_py()).endswith(tuple("0123456789"))


@dataclass(frozen=True)
class _Counted:
    """Ids that are numbers behind texts.

    Attributes
    ----------
    prefixes : the texts, in the order in which they are met.
    codes : which of them stands in each id; None if there is only one.
    numbers : what stands behind it.
    """

    prefixes: list[str]
    codes: Indices | None
    numbers: Indices

    def values(self, prefixes: Sequence[str], most: int) -> NDArray[np.integer[Any]]:
        """For each id a number of its own, where these are all prefixes, and so many numbers may stand behind each."""
        wide = np.int32 if len(prefixes) * most <= np.iinfo(np.int32).max else np.int64
        before: NDArray[Any] = np.array([most * prefixes.index(prefix) for prefix in self.prefixes], wide)
        return (before if self.codes is None else before[self.codes]) + self.numbers


def _counted(chunk: Column) -> _Counted:
    """What ids are made of; `OddError` if one is anything else."""
    import pyarrow.types as pt

    if pt.is_dictionary(chunk.type):
        require(len(chunk.dictionary) > 0)
        words, indices = _counted(chunk.dictionary), _in_numpy(chunk.indices, NO_SCORE)
        return _Counted(words.prefixes, None if words.codes is None else words.codes[indices], words.numbers[indices])
    require(chunk.null_count == 0 and (is_text(chunk.type) or pt.is_integer(chunk.type)))
    return _behind_texts(chunk) if is_text(chunk.type) else _Counted([""], None, _whole(chunk))


def _behind_texts(words: Column) -> _Counted:
    """What texts are made of that end in numbers."""
    import pyarrow.compute as pc

    encoded = pc.ascii_rtrim(words, "0123456789").dictionary_encode()
    prefixes = encoded.dictionary.to_pylist()
    require(len(prefixes) <= _MOST_PREFIXES and all(map(_PREFIX.fullmatch, prefixes)))
    if len(prefixes) == 1:
        return _Counted(prefixes, None, _behind(words, len(prefixes[0])))
    codes, numbers = _in_numpy(encoded.indices, NO_SCORE), np.empty(len(words), np.int32)
    for code, prefix in enumerate(prefixes):
        rows = np.flatnonzero(codes == code)
        numbers[rows] = _behind(words.take(in_arrow(rows).chunk(0)), len(prefix))
    return _Counted(prefixes, codes, numbers)


def _behind(words: Column, prefix: int) -> Indices:
    """The numbers behind so many characters; `OddError` if one is none, or begins with a zero that says nothing."""
    import pyarrow.compute as pc

    bare = pc.utf8_slice_codeunits(words, prefix) if prefix else words
    numbers = _whole(bare)
    digits = len(numbers) + sum(int(np.count_nonzero(numbers >= 10**power)) for power in range(1, 10))
    require(pc.sum(pc.binary_length(bare)).as_py() == digits)
    return numbers


def _whole(words: Column) -> Indices:
    """The numbers from 0 on that texts or numbers are; `OddError` if one is none."""
    import pyarrow as pa

    try:
        numbers: Indices = np.asarray(np.from_dlpack(words.cast(pa.int32())), np.int32)
    except pa.ArrowInvalid:
        raise OddError from None
    require(numbers.min() >= 0)
    return numbers


def _texts(prefixes: Sequence[str], codes: Indices, numbers: Indices) -> tuple[str, ...]:
    """The ids that are these numbers behind these texts."""
    import pyarrow as pa
    import pyarrow.compute as pc

    before = texts_in_arrow(prefixes).take(in_arrow(codes).chunk(0))
    digits = in_arrow(numbers).chunk(0).cast(pa.string())
    return tuple(pc.binary_join_element_wise(before, digits, texts_in_arrow([""])[0]).to_pylist())


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


def texts_in_arrow(words: Sequence[str | None]) -> Column:
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
        empty, gap = texts_in_arrow(["", None])  # scalars made otherwise import pandas
        column = pc.if_else(pc.equal(column, empty), gap, column)
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
