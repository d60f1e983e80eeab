"""Graphs from documents, networks and tables: each is taken apart into records for one `GraphBuilder`."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from explorer.model import plain, plain_records
from explorer.model.builder import Assembled, GraphBuilder
from explorer.model.convert import FORMAT, NODE_COLUMNS, VERSION, document_from_graph
from explorer.model.errors import FormatError, quoted
from explorer.model.fields import FieldReader
from explorer.model.graph import Convention, GameGraph
from explorer.model.intake import Intake
from explorer.model.late_methods import provided
from explorer.model.late_networkx import nx
from explorer.model.plain_records import Row

if TYPE_CHECKING:
    pass

__all__ = [
    "UNORDERED",
    "Assembled",
    "AttributedMove",
    "Row",
    "assemble_attributed",
    "assemble_columns",
    "assemble_document",
    "assemble_document_columns",
    "assemble_networkx",
    "document_from_graph",
    "graph_from_document",
    "graph_from_networkx",
    "notes_on_moves",
    "order_of",
    "without_defaults",
]

_KNOWN_KEYS = {*plain.TOP_KEYS, *NODE_COLUMNS}
UNORDERED = "not every move has a whole number as its order; the moves were kept as they stand"
_WHOLE = re.compile(r"-?[0-9]{1,18}")


class AttributedMove(NamedTuple):
    """A move as formats with attributes on edges give it."""

    source: object
    target: object
    attributes: Mapping[str, Any] = {}
    line: int | None = None


# ---- the .game.json document


def assemble_document(data: object) -> Assembled:
    """The good part of a `.game.json` document, and its problems.

    Raises
    ------
    FormatError
        If it is not such a document at all.
    """
    document = _document(data)
    intake = Intake(keeps_empty=True)
    for index, record in enumerate(_list(document, "nodes"), 1):
        if isinstance(record, Mapping):
            intake.node(record)
        else:
            message = f"node {index} must be an object with an id, got {quoted(record)}; it was left out"
            intake.fields.error(message)
    for index, move in enumerate(_list(document, "moves"), 1):
        if isinstance(move, list | tuple) and len(move) in (2, 3):
            intake.move(move[0], move[1], {"label": move[2]} if len(move) > 2 else None)
        else:
            message = f"move {index} must be a pair of ids, perhaps with a name, got {quoted(move)}; it was left out"
            intake.fields.error(message)
    return intake.finish(
        {**document, "convention": document.get("convention", Convention.MINIMAX)},
        infers_root=False,
        says_negamax=False,
    )


def assemble_document_columns(data: Mapping[str, Any], tables: plain.PlainTables) -> Assembled | None:
    """The graph of a document whose nodes and moves are those of tables; None if anything is odd about it."""
    document = {"convention": Convention.MINIMAX, **_document(data)}
    return _with_top(document, replace(tables, infer_root=False, announces_negamax=False), FieldReader())


def _with_top(top: Mapping[str, Any], tables: plain.PlainTables, fields: FieldReader) -> Assembled | None:
    """The graph of tables with what is said of it as a whole."""
    builder = GraphBuilder(top.get("convention"), deepcopy(fields))
    about = {key: top.get(key) for key in ("name", "description", "expected")} | {"extra": _unknown(top)}
    whole = replace(tables, root=top.get("root"), convention=builder.convention, about=about)
    return plain.assemble_plain(whole, builder.fields)


def _unknown(top: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in top.items() if key not in plain.TOP_KEYS}


@provided
def graph_from_document(data: Mapping[str, Any]) -> GameGraph:
    """The graph of a document without errors; see `GameGraph.from_json`."""
    return assemble_document(data).require_good()


def _document(data: object) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise FormatError(f"a game graph is a JSON object with nodes and moves, got {quoted(data)}")
    if data.get("format", FORMAT) != FORMAT:
        raise FormatError(f'expected "format": "{FORMAT}", got {quoted(data.get("format"))}')
    if data.get("version", VERSION) != VERSION:
        raise FormatError(f"expected version {VERSION} of the format, got {quoted(data.get('version'))}")
    if "format" not in data and "nodes" not in data:
        keys = ", ".join(quoted(key) for key in list(data)[:5]) or "none"
        raise FormatError(f'a game graph is a JSON object with the keys "nodes" and "moves"; the keys are: {keys}')
    return data


def _list(data: Mapping[str, Any], key: str) -> list[Any]:
    value = data.get(key, [])
    if not isinstance(value, list | tuple):
        raise FormatError(f'"{key}" must be a list, got {quoted(value)}')
    return list(value)


# ---- networkx, and formats that carry attributes as it does


def assemble_networkx(graph: nx.DiGraph[Any], root: object = None) -> Assembled:
    """The good part of a networkx graph, and its problems; a `root` counts more than the graph's attribute.

    Raises
    ------
    FormatError
        If the graph is not directed.
    """
    if not graph.is_directed():
        raise FormatError("a game graph is directed, got an undirected networkx graph; moves need a direction")
    intake = Intake()
    for id, attributes in graph.nodes(data=True):
        intake.node({**attributes, "id": _identity(id)})
    for source, target, attributes in graph.edges.data():
        intake.move(_identity(source), _identity(target), attributes)
    top = without_defaults(graph.graph)
    return intake.finish({**top, "root": _identity(top.get("root") if root is None else root)})


def assemble_columns(
    top: Mapping[Any, Any], tables: plain.PlainTables, fields: FieldReader | None = None
) -> Assembled | None:
    """The graph of tables with what is said of it as a whole; None if anything is odd, for `assemble_attributed`.

    The problems that were noted in `fields` before stand first.
    """
    return _with_top(without_nulls(top), tables, fields or FieldReader())


@provided
def graph_from_networkx(graph: nx.DiGraph[Any], root: object) -> GameGraph:
    """The graph of a networkx graph without errors; see `GameGraph.from_networkx`."""
    return assemble_networkx(graph, root).require_good()


def assemble_attributed(
    top: Mapping[str, Any], nodes: Iterable[Row], moves: Iterable[AttributedMove], builder: GraphBuilder | None = None
) -> Assembled:
    """The good part of a graph with attributes on graph, nodes and moves, and its problems.

    Parameters
    ----------
    top : attributes of the graph: `root`, `convention`, `name`, `description`, `expected`; others are kept.
    builder : to go on with, when something was noted already; it must not have a convention.
    """
    top = without_nulls(top)
    builder = builder or GraphBuilder()
    builder.take_convention(top.get("convention"))
    rows = [(line, without_nulls(attributes)) for line, attributes in nodes]
    given = list(moves)
    ordered, notes = _ordered(given), notes_on_moves(_keys_of(given))
    notes = notes if ordered is not None else [UNORDERED, *notes]
    if (found := _plain_records(top, rows, ordered or given, notes, builder)) is not None:
        return found
    for line, record in rows:
        builder.add_node(record, line=line)
    for move in ordered or given:
        builder.add_move(move.source, move.target, line=move.line)
    for note in notes:
        builder.fields.warn(note)
    return builder.finish(
        root=top.get("root"),
        infer_root=True,
        announce_negamax=True,
        name=top.get("name"),
        description=top.get("description"),
        expected=top.get("expected"),
        extra=_unknown(top),
    )


def _plain_records(
    top: Mapping[str, Any],
    rows: Sequence[Row],
    moves: list[AttributedMove],
    notes: Sequence[str],
    builder: GraphBuilder,
) -> Assembled | None:
    """The graph of very many records of which nothing is odd; None of any other."""
    if len(rows) + len(moves) < plain.LARGE or not builder.is_empty:
        return None
    tables = plain_records.tables_of_records(rows, [(move.source, move.target, move.line) for move in moves], notes)
    return (
        None if tables is None else assemble_columns({**top, "convention": builder.convention}, tables, builder.fields)
    )


def _keys_of(moves: Iterable[AttributedMove]) -> dict[str, None]:
    """The attributes of moves, which are left out but for their order."""
    return dict.fromkeys(str(key) for move in moves for key in move.attributes if key != "order")


def notes_on_moves(keys: Collection[str]) -> list[str]:
    """What is said of attributes of moves that are left out; nothing where there are none."""
    return [f"moves carry nothing but their two ends; left out: {', '.join(keys)}"] if keys else []


def without_defaults(top: Mapping[Any, Any]) -> dict[Any, Any]:
    """Attributes of a graph without the defaults of nodes and edges that networkx's reader of GraphML puts there."""
    return {key: value for key, value in top.items() if key not in ("node_default", "edge_default")}


def _ordered(moves: list[AttributedMove]) -> list[AttributedMove] | None:
    """The moves by their `order`, if any has one; None if another has none that is a whole number."""
    if not any("order" in move.attributes for move in moves):
        return moves
    indices = [order_of(move.attributes.get("order")) for move in moves]
    if None in indices:
        return None
    return [move for _, move in sorted(zip(indices, moves, strict=True), key=lambda pair: pair[0] or 0)]


def order_of(value: object) -> int | None:
    """The index of a move, which formats without types give as text; None if it is no whole number."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and _WHOLE.fullmatch(value.strip()):
        return int(value)
    return value if isinstance(value, int) else None


def _identity(value: object) -> object:
    """An id as text or number; networkx takes anything hashable for one, a tuple (3, 4) becomes "(3, 4)"."""
    value = bare(value)
    return value if value is None or isinstance(value, str | int | float) else str(value)


def without_nulls(row: Mapping[Any, Any]) -> dict[str, Any]:
    """The row without the keys that the model knows and that say nothing; of the others only NaN goes."""
    cells = {str(key): bare(value) for key, value in row.items()}
    return {
        key: value
        for key, value in cells.items()
        if not (_is_nan(value) or (key in _KNOWN_KEYS and (value is None or (isinstance(value, str) and not value))))
    }


def bare(value: Any) -> Any:
    """The value without numpy's scalar types."""
    return value.item() if isinstance(value, np.generic) else value


def _is_nan(value: object) -> bool:
    return isinstance(value, float) and math.isnan(value)
