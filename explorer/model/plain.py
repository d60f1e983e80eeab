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
from itertools import chain, compress, islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.model.arrow import (
    Column,
    are_there,
    are_true,
    in_arrow,
    in_one_piece,
    is_text,
    texts_in_arrow,
    truths_in_arrow,
)
from explorer.model.board_json import BOARD, board_problem
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
from explorer.model.facts import Words, facts, mapped, named_players, unscored
from explorer.model.fields import FACTS, NOTHING, FieldReader, is_empty, is_marked
from explorer.model.graph import Convention, GameGraph
from explorer.model.mending import Halves, Mender, at_rows
from explorer.model.numbering import OddError, are_first, numbered, require
from explorer.model.views import Cells, Picked

TOP_KEYS = frozenset(
    ("format", "version", "name", "description", "convention", "root", "nodes", "moves", "expected")
)  # of a graph
OWNER = "owner"  # key of a node that may name its player
LARGE = 4_000  # rows from which on tables are read column by column
_TEXTS = ("name", "description")  # of a graph
_LONGEST_NOTHING = len("null")
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
        return chain.from_iterable(self._parts())

    def _parts(self) -> Iterator[list[int]]:
        row = 0
        while row < len(self.first(row + 1_000)):
            yield self._known[row : row + 1_000]
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
    announces_negamax : whether it is said that no node names a player, and nodes without moves may be open.
    about : name, description, expected and extra of the graph, as they were given.
    extras : further keys of nodes, by row.
    notes : what is to be said of the tables themselves.
    """

    sources: Column
    targets: Column
    nodes: Mapping[str, Column] | None = None
    lines: Collection[int] = ()
    move_lines: Collection[int] | None = None
    root: object = None
    convention: Convention | None = None
    adds_ends: bool | None = None
    infer_root: bool = True
    announces_negamax: bool = True
    about: Mapping[str, Any] = field(default_factory=dict)
    extras: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    notes: Sequence[str] = ()


def nodes_and_extras(
    table: Mapping[str, Column],
    known: Collection[str] = NODE_KEYS,
    *,
    takes_lists: bool = False,
    keeps_empty: bool = False,
) -> tuple[dict[str, Column], Extras]:
    """What a table says of nodes: the columns that the model knows, and by row what stands under other keys.

    The further keys of all nodes are in the order in which they are first met.

    Parameters
    ----------
    takes_lists : whether they may hold lists and objects of texts, whole numbers and truth values.
    keeps_empty : whether an empty text under a key of graphs says something.

    Raises
    ------
    OddError
        If some other key holds anything but texts, numbers and truth values.
    pyarrow.ArrowException
        If a whole number is past 64 bits with a sign.
    """
    others = {
        key: column if takes_lists and is_nested(column.type) else _kept(column)
        for key, column in ((key, in_one_piece(column)) for key, column in table.items() if key not in known)
    }
    if not keeps_empty:
        others |= {key: _without_empty(others[key]) for key in TOP_KEYS & others.keys()}
    return {key: table[key] for key in known if key in table}, Extras(_as_met(others))


def with_written(
    extras: Extras, written: Mapping[str, Column], read: Callable[[str], Any], *, keeps_empty: bool = False
) -> Extras:
    """Further keys of nodes, with more whose values are of several types: words, and what gives the value of one."""
    if not written:
        return extras
    columns = {key: in_one_piece(column) for key, column in written.items()}
    if not keeps_empty:
        columns |= {key: _without_empty(columns[key], read) for key in TOP_KEYS & columns.keys()}
    return Extras(_as_met({**extras.columns, **columns}), [*written], read)


def _as_met(columns: Mapping[str, Column]) -> dict[str, Column]:
    """Columns in the order in which they are first met, without those that hold nothing."""
    some = ((key, column) for key, column in columns.items() if column.null_count < len(column))
    return dict(sorted(some, key=lambda pair: int(are_there(pair[1]).argmax())))


def _without_empty(column: Column, read: Callable[[str], Any] = str) -> Column:
    """The column with gaps for texts that say nothing, or stand for what does."""
    import pyarrow.compute as pc

    if not is_text(column.type):
        return column
    short = pc.unique(column.filter(pc.less_equal(pc.binary_length(column), _LONGEST_NOTHING))).to_pylist()
    nothing = texts_in_arrow([word for word in short if is_empty(read(word))])
    return pc.if_else(pc.is_in(column, value_set=nothing), texts_in_arrow([None])[0], column)


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


def assemble_plain(tables: PlainTables, fields: FieldReader) -> Assembled | None:
    """The graph of tables and all problems, those that `fields` holds included; None if anything is odd about them."""
    import pyarrow as pa

    try:
        return _assembled(tables, fields)
    except (OddError, pa.ArrowException, UnicodeError, OverflowError, OptionError):
        return None


def _assembled(tables: PlainTables, fields: FieldReader) -> Assembled:
    require(len(tables.sources) <= MAX_MOVES)
    notes: list[str] = []
    mender, marked = Mender(fields), _marked(tables)
    tables = _with_owners(tables)
    tables, halves = _whole_moves(_with_ids(tables, mender))
    likely = None
    if tables.nodes is None:
        nodes, moves, ids = _of_moves(tables)
        has_moves = _with_moves(moves, len(nodes))
    else:
        tables, moves, ids = _of_nodes(tables, mender)
        table = tables.nodes or {}
        own = Cells[str](ids.column.slice(0, len(table["id"])))
        found, has_moves = facts(own, table, tables.convention), _with_moves(moves, len(own))
        nodes = replace(mender.nodes(found, table, tables.lines, has_moves), extras=tables.extras)
        likely = found.convention
    if halves is not None:
        mender.halves(halves)
    require(len(nodes) <= MAX_NODES)
    if moves.nodes > len(nodes) or first_repeated_move(moves) is not None:
        require(tables.move_lines is not None)
        moves = mender.moves(ids, moves, len(nodes), tables.move_lines or ())
    chosen = mender.fields.chosen_root(marked)
    if mender.has_rows and likely is not None:
        nodes = mender.settled(nodes, likely, has_moves)
    if tables.announces_negamax and (tables.convention is None or tables.nodes is None):
        nodes = _with_open_sinks(nodes, has_moves, notes)
    convention = _convention(nodes, tables, notes)
    given = tables.root if chosen is None else chosen
    if given is not None or not tables.infer_root:
        root = mender.root_among(nodes.ids, given)
    else:
        root = _likely_root(nodes, moves, notes)
    for note in (*tables.notes, *notes):
        mender.fields.warn(note)
    about = {key: mender.fields.text(tables.about.get(key), f"the {key} of the graph") for key in _TEXTS}
    graph = GameGraph.from_sound(
        nodes,
        moves,
        root=root,
        convention=convention,
        expected=mender.fields.mapping(tables.about.get("expected"), "expected"),
        extra=tables.about.get("extra", {}),
        **about,
    )
    said = graph.index.keys() & mender.mended
    for problem in _with_lines(check(graph, said=said), graph, tables.lines):
        if given is None or problem.message != NO_ROOT:
            mender.fields.note(problem)
    if BOARD in graph.extra and (odd := board_problem(graph.extra[BOARD], graph.nodes)):
        mender.fields.warn(odd)
    return Assembled(graph, tuple(mender.fields.problems))


def _with_lines(problems: list[Problem], graph: GameGraph, lines: Collection[int]) -> Iterator[Problem]:
    """The problems, those of nodes with their lines."""
    rows: dict[str | None, int] = {
        problem.node: graph.index[problem.node] for problem in problems if problem.node is not None and lines
    }
    where = at_rows(lines, np.array(sorted(rows.values()), np.int64))
    for problem in problems:
        line = where.get(rows.get(problem.node, -1))
        yield problem if line is None else replace(problem, line=line)


def _with_owners(tables: PlainTables) -> PlainTables:
    """The tables in which an owner that is a player stands for one, where a node says nothing else of what it is."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.types as pt

    extras, table = tables.extras, tables.nodes or {}
    if not isinstance(extras, Extras) or tables.convention is Convention.NEGAMAX:
        return tables
    owners = extras.columns.get(OWNER)
    if owners is None or pt.is_nested(owners.type):
        return tables
    count = len(owners)
    named = named_players(pa.chunked_array([owners]), count, extras.read if OWNER in extras.written else None)
    for key in ("player", "score", "open"):
        named[mapped(table.get(key), lambda _: 1, 0, count) == 1] = NO_SCORE
    said, is_named = table.get("player", pa.nulls(count, pa.string())), truths_in_arrow(named >= 0)
    players = in_one_piece(said.column if isinstance(said, Words) else said)
    players = players.cast(players.type.value_type) if pt.is_dictionary(players.type) else players
    players = players.cast(pa.string()) if pt.is_null(players.type) else players
    require(not pt.is_boolean(players.type))
    is_named_so = is_text(players.type) and not isinstance(said, Words)
    names = texts_in_arrow(["max", "min"]) if is_named_so else in_arrow(np.arange(2)).chunk(0)
    known = names.cast(players.type).take(in_arrow(np.maximum(named, 0)).chunk(0))
    players = pa.chunked_array([pc.if_else(is_named, known, players)])
    columns = {**extras.columns, OWNER: pc.if_else(is_named, texts_in_arrow([None])[0].cast(owners.type), owners)}
    return replace(
        tables,
        nodes={**table, "player": replace(said, column=players) if isinstance(said, Words) else players},
        extras=Extras(_as_met(columns), extras.written, extras.read),
    )


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


def _whole_moves(tables: PlainTables) -> tuple[PlainTables, Halves | None]:
    """The tables without the moves that lack an end, and all moves if there are such."""
    are_missing = is_missing(tables.sources), is_missing(tables.targets)
    is_half = np.logical_or(*are_missing)
    if not is_half.any():
        return tables, None
    require(tables.move_lines is not None)
    lines, kept = tables.move_lines or (), in_arrow(np.flatnonzero(~is_half)).chunk(0)
    sources, targets = tables.sources.take(kept), tables.targets.take(kept)
    halves = Halves(tables.sources, tables.targets, are_missing, lines)
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
    nodes = {
        key: column.changed(change) if isinstance(column, Words) else change(column)
        for key, column in (tables.nodes or {}).items()
    }
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


def _with_moves(moves: MoveColumns, count: int) -> NDArray[np.bool_]:
    """Which of so many nodes have moves to others of them."""
    are_whole = (moves.sources < count) & (moves.targets < count)
    has_moves = np.zeros(count, np.bool_)
    has_moves[moves.sources[are_whole]] = True
    return has_moves


def _with_open_sinks(nodes: NodeColumns, has_moves: NDArray[np.bool_], notes: list[str]) -> NodeColumns:
    """The nodes; where none says what it is, those without moves are open, which is noted."""
    sinks = np.flatnonzero(~has_moves)
    if (nodes.kinds != MOVER).any() or not len(sinks):
        return nodes
    notes.append(open_sinks(Picked(nodes.ids, sinks), keys_of(nodes.extras), has_moves=bool(has_moves.any())))
    kinds = nodes.kinds.copy()
    kinds[sinks] = OPEN
    return replace(nodes, kinds=kinds)


# ---- the graph as a whole


def _convention(nodes: NodeColumns, tables: PlainTables, notes: list[str]) -> Convention:
    """The convention, which all nodes have to fit."""
    players, movers = (np.isin(nodes.kinds, some).any() for some in ((MAX, MIN), (MOVER,)))
    require(not (players and movers))
    given = tables.convention
    convention = given or (Convention.NEGAMAX if movers else Convention.MINIMAX)
    require(not (players if convention is Convention.NEGAMAX else movers))
    if tables.announces_negamax and given is None and convention is Convention.NEGAMAX and not notes:
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
