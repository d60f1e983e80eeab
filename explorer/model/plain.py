"""Tables that are plain, read column by column; what is odd about any of them is left to a `GraphBuilder`.

A million nodes are some tens of calls here and many millions there.  Both make the same graph of the same tables and
say the same of it.  A builder looks at the rows of nodes that have no id or that of another or do not say well what
they are, and at moves that lack an end, are given twice or have an end that is no node; whatever else it would mend or
complain of ends the work here at once, before anything was noted.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import compress, islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.model.arrow import Column, are_there, are_true, in_arrow, in_one_piece, is_text, texts_in_arrow
from explorer.model.board_json import BOARD
from explorer.model.builder import (
    MAX_MOVES,
    MAX_NODES,
    NODE_KEYS,
    Assembled,
    many_roots,
    misspelt_keys,
    open_sinks,
    silent,
)
from explorer.model.check import NO_ROOT, Problem, check
from explorer.model.columns import (
    MAX,
    MIN,
    MOVER,
    NO_SCORE,
    OPEN,
    MoveColumns,
    NodeColumns,
    first_repeated_move,
)
from explorer.model.errors import OptionError
from explorer.model.extras import Extras, keys_of
from explorer.model.facts import facts, mapped, unscored
from explorer.model.fields import FACTS, NOTHING, FieldReader, is_empty, is_marked
from explorer.model.graph import Convention, GameGraph
from explorer.model.mending import Half, Mender, at_rows
from explorer.model.numbering import OddError, are_first, numbered, require
from explorer.model.views import Cells

TOP_KEYS = frozenset(
    ("format", "version", "name", "description", "convention", "root", "nodes", "moves", "expected")
)  # of a graph
LARGE = 4_000  # rows from which on tables are read column by column
_DEEPEST = 20  # lists and objects within each other
_KNOWN = {"id", "player", "score", "open", "label", "x", "y", "root"}


class Lines(Collection[int]):
    """Lines that are counted when somebody asks, as far as is asked, and once."""

    def __init__(self, count: Callable[[], Iterator[int]]) -> None:
        self._count = count
        self._known: list[int] = []

    @cached_property
    def _rest(self) -> Iterator[int]:
        return self._count()

    def first(self, count: int) -> list[int]:
        """At least so many of them, if there are as many."""
        self._known.extend(islice(self._rest, max(0, count - len(self._known))))
        return self._known

    def __len__(self) -> int:
        return len(self.first(sys.maxsize))

    def __bool__(self) -> bool:
        return True

    def __contains__(self, line: object) -> bool:
        return line in self.first(sys.maxsize)

    def __iter__(self) -> Iterator[int]:
        row = 0
        while row < len(self.first(row + 1_000)):
            yield from self._known[row : row + 1_000]
            row += 1_000


@dataclass(frozen=True, kw_only=True)
class PlainTables:
    """What is known of a graph, in columns of Arrow.

    Attributes
    ----------
    sources, targets : the ends of moves, as ids.
    nodes : the columns of the table of nodes, as the model calls them; None if there is none.
    lines : for each row of that table its line, if it has one.
    move_lines : the same of moves; None if only a slower reader knows them, so that no move may be there twice.
    root, convention : as they were given, if they were.
    adds_ends : whether an end of a move that is no node becomes one, or the move is left out; None if only a slower
        reader knows, and what two rows of a node mean, too.
    infer_root : whether a root is chosen where none is given or marked.
    about : name, description, expected and extra of the graph.
    extras : further keys of nodes, by row.
    notes : what is to be said of the tables themselves.
    """

    sources: Column
    targets: Column
    nodes: Mapping[str, Column] | None = None
    lines: Collection[int] = ()
    move_lines: Collection[int] | None = None
    root: str | None = None
    convention: Convention | None = None
    adds_ends: bool | None = None
    infer_root: bool = True
    about: Mapping[str, Any] = field(default_factory=dict)
    extras: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    notes: Sequence[str] = ()


def nodes_and_extras(
    table: Mapping[str, Column], known: Collection[str] = NODE_KEYS, *, takes_lists: bool = False
) -> tuple[dict[str, Column], Extras]:
    """What a table says of nodes: the columns that the model knows, and by row what stands under other keys.

    The further keys of all nodes are in the order in which they are first met.  With `takes_lists` they may hold lists
    and objects of texts, whole numbers and truth values.

    Raises
    ------
    OddError
        If some other key may stand for the player, says nothing where one of a graph would, or holds anything but
        texts, numbers and truth values.
    pyarrow.ArrowException
        If a whole number is past 64 bits with a sign.
    """
    require("owner" not in table)
    others = {
        key: column if takes_lists and is_nested(column.type) else _kept(column)
        for key, column in ((key, in_one_piece(column)) for key, column in table.items() if key not in known)
    }
    some = {key: column for key, column in others.items() if column.null_count < len(column)}
    require(not any(_has_empty(some[key]) for key in TOP_KEYS & some.keys()))
    return {key: table[key] for key in known if key in table}, Extras(_as_met(some))


def with_written(
    extras: Extras, written: Mapping[str, Column], read: Callable[[str], Any], *, has_nothing: bool = True
) -> Extras:
    """Further keys of nodes, with more whose values are of several types: words, and what gives the value of one.

    Raises
    ------
    OddError
        If some key may stand for the player, or is one of a graph, unless no word `has_nothing` to say.
    """
    if not written:
        return extras
    require("owner" not in written and not (has_nothing and TOP_KEYS & written.keys()))
    columns = {**extras.columns, **{key: in_one_piece(column) for key, column in written.items()}}
    return Extras(_as_met(columns), [*written], read)


def _as_met(columns: Mapping[str, Column]) -> dict[str, Column]:
    """Columns in the order in which they are first met."""
    return dict(sorted(columns.items(), key=lambda pair: int(are_there(pair[1]).argmax())))


def without_nothing(table: Mapping[str, Column], keys: Collection[str] = FACTS) -> dict[str, Column]:
    """The table of nodes without words that stand for nothing, where they stand under some keys."""
    import pyarrow as pa
    import pyarrow.compute as pc

    nothing, found = texts_in_arrow(NOTHING), dict(table)
    blank = pa.nulls(1, pa.string())[0]  # without pandas, which pa.scalar would import
    for key in keys:
        if key in found and is_text(found[key].type):
            found[key] = pc.if_else(pc.is_in(found[key], value_set=nothing), blank, found[key])
    return found


def _kept(column: Column) -> Column:
    """The column as one of texts, truth values, whole numbers of 64 bits or floats."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.types as pt

    type = column.type.value_type if pt.is_dictionary(column.type) else column.type
    if pt.is_float32(type) or pt.is_float64(type):
        column = column.cast(type).cast(pa.float64())
        require(not pc.any(pc.is_nan(column)).as_py())
        return column
    require(is_text(type) or pt.is_integer(type) or pt.is_boolean(type) or pt.is_null(type))
    return column.cast(type).cast(pa.string() if is_text(type) else pa.int64() if pt.is_integer(type) else type)


def is_nested(type: Any, depth: int = 0) -> bool:
    """Whether it is the type of lists or objects, which hold texts, whole numbers and truth values or others such."""
    import pyarrow.types as pt

    if not pt.is_list(type) and not pt.is_struct(type):
        return depth > 0 and bool(is_text(type) or pt.is_integer(type) or pt.is_boolean(type) or pt.is_null(type))
    inner = [type.field(index).type for index in range(type.num_fields)]
    return len(inner) > 0 and depth < _DEEPEST and all(is_nested(each, depth + 1) for each in inner)


def _has_empty(column: Column) -> bool:
    import pyarrow.compute as pc

    return is_text(column.type) and bool(pc.any(pc.equal(column, texts_in_arrow([""])[0])).as_py())


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
    mender, marked = Mender(fields), _marked(tables)
    tables, halves = _whole_moves(_with_ids(tables, mender))
    likely = None
    if tables.nodes is None:
        nodes, moves, ids = _of_moves(tables)
    else:
        tables, moves, ids = _of_nodes(tables, mender)
        own = Cells[str](ids.column.slice(0, len((tables.nodes or {})["id"])))
        nodes, odd, likely = facts(own, tables.nodes or {}, tables.convention)
        nodes = replace(mender.nodes(nodes, tables.nodes or {}, tables.lines, odd), extras=tables.extras)
    mender.halves(halves)
    require(len(nodes) <= MAX_NODES)
    if moves.nodes > len(nodes) or first_repeated_move(moves) is not None:
        require(tables.move_lines is not None)
        moves = mender.moves(ids, moves, len(nodes), tables.move_lines or ())
    chosen = mender.fields.chosen_root(marked)
    if mender.has_rows and likely is not None:
        nodes = mender.settled(nodes, moves, likely)
    elif tables.convention is None or tables.nodes is None:
        nodes = _with_open_sinks(nodes, moves, notes)
    convention = _convention(nodes, tables.convention, notes)
    given = tables.root if chosen is None else chosen
    if given is not None or not tables.infer_root:
        root = mender.root_among(nodes.ids, given)
    else:
        root = _likely_root(nodes, moves, notes)
    graph = GameGraph.from_sound(nodes, moves, root=root, convention=convention, **tables.about)
    for note in (*tables.notes, *notes):
        mender.fields.warn(note)
    said = [id for id in mender.mended if id in graph.index]
    for problem in _with_lines(check(graph, said=said), nodes.ids, tables.lines):
        if given is None or problem.message != NO_ROOT:
            mender.fields.note(problem)
    return Assembled(graph, tuple(mender.fields.problems))


def _with_lines(problems: list[Problem], ids: Sequence[str], lines: Collection[int]) -> Iterator[Problem]:
    """The problems, those of nodes with their lines."""
    named = {problem.node for problem in problems} - {None} if lines else set()
    pairs = zip(ids, lines, strict=False) if named else iter(())
    known = dict(islice((pair for pair in pairs if pair[0] in named), len(named)))
    for problem in problems:
        yield replace(problem, line=known[problem.node]) if problem.node in known else problem


# ---- ids and moves


def _with_ids(tables: PlainTables, mender: Mender) -> PlainTables:
    """The tables without the rows of nodes that have no id."""
    if tables.nodes is None:
        return tables
    require("id" in tables.nodes)
    is_unnamed = is_missing(tables.nodes["id"])
    require(tables.convention is None or not is_unnamed.all())  # where none is left, those without moves are open
    if not is_unnamed.any():
        return tables
    require(tables.adds_ends is not None)
    mender.unnamed(np.flatnonzero(is_unnamed), tables.lines, len(is_unnamed))
    return _some_nodes(tables, ~is_unnamed)


def _whole_moves(tables: PlainTables) -> tuple[PlainTables, list[Half]]:
    """The tables without the moves that lack an end, and those."""
    is_half = is_missing(tables.sources) | is_missing(tables.targets)
    if not is_half.any():
        return tables, []
    require(tables.move_lines is not None)
    rows, lines = np.flatnonzero(is_half), tables.move_lines or ()
    where, kept = at_rows(lines, rows), in_arrow(np.flatnonzero(~is_half)).chunk(0)
    halves = [(tables.sources[row].as_py(), tables.targets[row].as_py(), where.get(row)) for row in rows.tolist()]
    sources, targets = tables.sources.take(kept), tables.targets.take(kept)
    return replace(tables, sources=sources, targets=targets, move_lines=_some_lines(lines, ~is_half)), halves


def is_missing(ids: Column) -> NDArray[np.bool_]:
    """Where a column of ids holds nothing, or an empty text."""
    import pyarrow.compute as pc

    are_missing = pc.is_null(ids)
    if is_text(ids.type):
        are_missing = pc.or_kleene(are_missing, pc.equal(ids, texts_in_arrow([""])[0]))
    return are_true(are_missing)


def _some_nodes(tables: PlainTables, is_kept: NDArray[np.bool_]) -> PlainTables:
    """The tables with some rows of that of nodes alone."""
    kept = np.flatnonzero(is_kept)
    rows, extras, numbers = in_arrow(kept).chunk(0), tables.extras, np.cumsum(is_kept) - 1
    if not isinstance(extras, Extras):
        extras = {int(numbers[row]): extra for row, extra in extras.items() if is_kept[row]}
    tables = replace(tables, extras=extras, lines=_some_lines(tables.lines, is_kept))
    return _changed(tables, lambda column: column.take(rows))


def _some_lines(lines: Collection[int], is_kept: NDArray[np.bool_]) -> Collection[int]:
    return Lines(lambda: compress(lines, is_kept.tolist())) if lines else ()


def _of_nodes(tables: PlainTables, mender: Mender) -> tuple[PlainTables, MoveColumns, Cells[str]]:
    """Tables of which each row is another node; moves, which may have other ends; and the ids of all of them."""
    table = tables.nodes or {}
    require(set(table) <= _KNOWN)
    count, total = len(table["id"]), len(tables.sources)
    codes, ids = numbered([table["id"], tables.sources, tables.targets])
    own, sources, targets = np.split(codes, (count, count + total))
    is_first = are_first(own)
    again = np.flatnonzero(~is_first)
    require(tables.adds_ends is not None or len(ids) == count - len(again) == count)
    if len(again):
        mender.repeated(ids, own, again, tables.lines)
        tables = _some_nodes(tables, is_first)
    moves = MoveColumns(sources, targets, len(ids))
    return _with_ends(tables, moves, ids) if tables.adds_ends else (tables, moves, ids)


def _with_ends(tables: PlainTables, moves: MoveColumns, ids: Cells[str]) -> tuple[PlainTables, MoveColumns, Cells[str]]:
    """The same with rows for the ends of moves that have none, in the order in which they are met."""
    import pyarrow as pa

    count = len((tables.nodes or {})["id"])
    if count == len(ids):
        return tables, moves, ids
    codes = np.stack((moves.sources, moves.targets), axis=1).ravel()
    others, first = np.unique(codes[codes >= count], return_index=True)
    renamed = np.arange(len(ids), dtype=np.int32)
    renamed[others[np.argsort(first)]] = np.arange(count, len(ids))
    order = np.argsort(renamed)
    gaps = len(ids) - count
    tables = _changed(tables, lambda column: pa.chunked_array([*_chunks(column), pa.nulls(gaps, column.type)]))
    moves = MoveColumns(renamed[moves.sources], renamed[moves.targets], len(ids))
    return tables, moves, Cells(ids.column.take(in_arrow(order).chunk(0)))


def _changed(tables: PlainTables, change: Callable[[Column], Column]) -> PlainTables:
    """The tables with another column of nodes for each that they have."""
    extras = tables.extras
    if isinstance(extras, Extras):
        extras = extras.changed(change)
    nodes = {key: change(column) for key, column in (tables.nodes or {}).items()}
    return replace(tables, nodes=nodes, extras=extras)


def _chunks(column: Column) -> list[Column]:
    import pyarrow as pa

    return column.chunks if isinstance(column, pa.ChunkedArray) else [column]


def _of_moves(tables: PlainTables) -> tuple[NodeColumns, MoveColumns, Cells[str]]:
    """Nodes, moves and ids, where nothing but moves is known."""
    total = len(tables.sources)
    codes, words = numbered([tables.sources, tables.targets])
    first = np.full(len(words), NO_SCORE, np.int64)
    met = np.empty(2 * total, np.int64)
    met[:total], met[total:] = np.arange(0, 2 * total, 2), np.arange(1, 2 * total, 2)
    backwards = np.argsort(-met)
    first[codes[backwards]] = met[backwards]
    order = np.argsort(first)
    renamed = np.empty(len(words), np.int32)
    renamed[order] = np.arange(len(words), dtype=np.int32)
    codes = renamed[codes]
    ids = Cells[str](words.column.take(in_arrow(order).chunk(0)))
    nodes = NodeColumns(ids, np.full(len(ids), MOVER, np.int8), unscored(len(ids)))
    return nodes, MoveColumns(codes[:total], codes[total:], len(ids)), ids


def _with_open_sinks(nodes: NodeColumns, moves: MoveColumns, notes: list[str]) -> NodeColumns:
    """The nodes; where none says what it is, those without moves are open, which is noted."""
    has_moves = np.zeros(len(nodes), np.bool_)
    has_moves[moves.sources] = True
    sinks = np.flatnonzero(~has_moves).tolist()
    if (nodes.kinds != MOVER).any() or not sinks:
        return nodes
    ids, keys = [nodes.ids[index] for index in sinks], keys_of(nodes.extras)
    notes.append(open_sinks(ids, keys, has_moves=len(moves.sources) > 0))
    kinds = nodes.kinds.copy()
    kinds[sinks] = OPEN
    return replace(nodes, kinds=kinds)


# ---- the graph as a whole


def _convention(nodes: NodeColumns, given: Convention | None, notes: list[str]) -> Convention:
    """The convention, which all nodes have to fit."""
    players, movers = (np.isin(nodes.kinds, some).any() for some in ((MAX, MIN), (MOVER,)))
    require(not (players and movers))
    convention = given or (Convention.NEGAMAX if movers else Convention.MINIMAX)
    require(not (players if convention is Convention.NEGAMAX else movers))
    if given is None and convention is Convention.NEGAMAX and not notes:
        notes.append(silent(keys_of(nodes.extras)))
    elif not notes and (misspelt := misspelt_keys(keys_of(nodes.extras), convention)):
        notes.append(misspelt)
    return convention


def _marked(tables: PlainTables) -> list[object]:
    """The ids of the nodes that are marked as root, unless it is given; None for one that has none."""
    table = tables.nodes or {}
    if tables.root is not None or "root" not in table or "id" not in table:
        return []
    is_so = mapped(table["root"], lambda word: int(is_marked(word)), 0, len(table["id"]))
    cells = (table["id"][row].as_py() for row in np.flatnonzero(is_so).tolist())
    return [None if is_empty(cell) else cell for cell in cells]


def _likely_root(nodes: NodeColumns, moves: MoveColumns, notes: list[str]) -> str | None:
    """The root that a builder would take where none is given."""
    if not len(nodes):
        return None
    is_entered = np.zeros(len(nodes), np.bool_)
    is_entered[moves.targets[moves.sources != moves.targets]] = True
    starts = np.flatnonzero(~is_entered)
    if len(starts) != 1:
        notes.append(many_roots(len(starts), nodes.ids[0]))
        return nodes.ids[0]
    return nodes.ids[int(starts[0])]
