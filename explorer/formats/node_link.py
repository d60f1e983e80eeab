"""networkx's node-link JSON: nodes with attributes, and edges under the key "edges" or, as older versions, "links".

The ends of an edge are its source and target or, as in vis-network, from and to.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from explorer.formats.format import Format
from explorer.formats.json_columns import (
    EDGES,
    ELSEWHERE,
    MOVES,
    OF_AN_EDGE,
    Lists,
    ends_among,
    lists_in,
    tables_of_lists,
    unnamed,
)
from explorer.formats.json_text import BETWEEN, in_quotes, json_lines, only_json, parse_json, without_id
from explorer.formats.json_tree import assemble_large_tree, assemble_tree, is_tree
from explorer.formats.rows import text_of
from explorer.formats.runs import unless_odd
from explorer.formats.told import told
from explorer.model.assemble import (
    Assembled,
    AttributedMove,
    Row,
    assemble_attributed,
    assemble_columns,
    assemble_document,
    assemble_document_columns,
)
from explorer.model.builder import GraphBuilder
from explorer.model.convert import graph_record
from explorer.model.errors import FormatError, brief, quoted
from explorer.model.graph import GameGraph, Node
from explorer.model.numbering import require
from explorer.model.views import Picked

_TOP = ("directed", "multigraph", "graph", "nodes", *EDGES)


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of a JSON text: a node-link document, a game graph, or a tree."""
    if (plainly := _plain(text) or assemble_large_tree(text)) is not None:
        return plainly
    data, problems = parse_json(text)
    require_edges(data)
    return _assemble(data).with_problems(problems)


@unless_odd
def _plain(text: str) -> Assembled | None:
    """The graph of a text with very many nodes and moves of which nothing is odd; None of any other."""
    if (lists := lists_in(text)) is None:
        return None
    import pyarrow as pa  # not for small texts

    data, problems = parse_json(lists.rest)
    require(isinstance(data, Mapping) and all(isinstance(data[key], list) for key in lists.keys))
    require(all(data[key][:1] == [ELSEWHERE] for key in lists.keys))
    try:
        found = _assemble_lists(data, lists)
    except pa.ArrowException:
        return None
    return found and found.with_problems(problems)


def _assemble_lists(data: Mapping[str, Any], lists: Lists) -> Assembled | None:
    """The graph of two lists of a document, and its rest."""
    if is_node_link(data):
        builder = GraphBuilder()
        whole = replace(lists, moves=_all_edges(data, lists))
        return assemble_columns(_top(data, builder), tables_of_lists(whole, builder.fields), builder.fields)
    require(lists.keys[1] == MOVES)
    return assemble_document_columns(data, tables_of_lists(lists))


def _all_edges(data: Mapping[str, Any], lists: Lists) -> str:
    """The content of the list of edges and of the other, if there are both."""
    said = {key: json.dumps(_list(data, key))[1:-1].strip() for key in EDGES if key in data}
    return ", ".join(filter(None, {**said, lists.keys[1]: lists.moves}.values()))


def _assemble(data: Any) -> Assembled:
    if is_tree(data):
        return assemble_tree(data)
    if isinstance(data, Mapping) and is_node_link(data):
        return assemble_node_link(data)
    return assemble_document(data)


def is_node_link(data: Mapping[str, Any]) -> bool:
    """Whether a JSON object is a node-link document and not a game graph."""
    return "format" not in data and "moves" not in data and any(key in data for key in EDGES)


def require_edges(data: object) -> None:
    """Nothing, unless a JSON value is networkx's other document, which has no list of edges.

    Raises
    ------
    FormatError
        Naming what to write instead.
    """
    if isinstance(data, Mapping) and "adjacency" in data and not any(key in data for key in ("moves", *EDGES)):
        raise FormatError(
            "networkx's adjacency_data, with nodes beside lists of their neighbours, is not read; write node_link_data"
        )


def assemble_node_link(data: Mapping[str, Any]) -> Assembled:
    """The good part of a node-link document, and its problems.

    Raises
    ------
    FormatError
        If it says that it is undirected, or has no lists of nodes and edges.
    """
    builder = GraphBuilder()
    top = _top(data, builder)
    edges = [edge for key in EDGES if key in data for edge in _list(data, key)]
    ends = ends_among({key for edge in edges if isinstance(edge, Mapping) for key in edge})
    nodes = list(_nodes(_with_ids(_list(data, "nodes"), edges, ends, builder), builder))
    return assemble_attributed(top, nodes, list(_moves(edges, ends, builder)), builder)


def _top(data: Mapping[str, Any], builder: GraphBuilder) -> dict[str, Any]:
    """What is said of the graph as a whole."""
    if not data.get("directed", True):
        raise FormatError('a game graph is directed, got "directed": false; moves need a direction')
    top = {key: value for key, value in data.items() if key not in _TOP}
    return top | builder.fields.mapping(data.get("graph"), "graph")


def _with_ids(nodes: list[Any], edges: list[Any], keys: Sequence[str], builder: GraphBuilder) -> list[Any]:
    """The nodes with ids where none has one, as in files for D3: their names, if edges refer to these, or positions."""
    if not nodes or not all(isinstance(node, Mapping) and "id" not in node for node in nodes):
        return nodes
    names = [node.get("name") for node in nodes]
    ends = {_key(edge.get(end)) for edge in edges if isinstance(edge, Mapping) for end in keys}
    by_name = bool(ends) and ends <= set(map(_key, names)) and len(set(map(_key, names))) == len(names)
    builder.fields.warn(unnamed(dict.fromkeys(str(key) for node in nodes for key in node), by_name=by_name))
    ids = names if by_name else range(len(nodes))
    return [{"label": node.get("name"), **node, "id": id} for node, id in zip(nodes, ids, strict=True)]


def _key(value: object) -> str:
    """A name that compares as ids do."""
    return f"{type(value).__name__} {value}" if isinstance(value, str | int | float) else ""


def _nodes(records: list[Any], builder: GraphBuilder) -> Iterator[Row]:
    for index, record in enumerate(records, 1):
        if isinstance(record, Mapping) and record.get("id") is None:
            keys = ", ".join(map(str, record)) or "none"
            builder.refuse_node(f"node {index} has no id; its keys are {brief(keys)}; it was left out")
        elif isinstance(record, Mapping):
            yield None, {**record, "id": _identity(record.get("id"))}
        else:
            builder.refuse_node(f"node {index} must be an object with an id, got {quoted(record)}; it was left out")


def _moves(records: list[Any], ends: Sequence[str], builder: GraphBuilder) -> Iterator[AttributedMove]:
    for index, record in enumerate(records, 1):
        if isinstance(record, Mapping):
            attributes = {key: value for key, value in record.items() if key not in (*OF_AN_EDGE, *ends)}
            source, target = (_identity(record.get(end)) for end in ends)
            yield AttributedMove(source, target, attributes)
        else:
            builder.refuse_move(f"edge {index} needs source and target, got {quoted(record)}; it was left out")


def _identity(value: object) -> object:
    """networkx writes a tuple as a list; it is named as `GameGraph.from_networkx` names it."""
    return str(tuple(value)) if isinstance(value, list) else value


def _list(data: Mapping[str, Any], key: str) -> list[Any]:
    value = data.get(key)
    if not isinstance(value, list):
        raise FormatError(f'"{key}" must be a list, got {quoted(value)}')
    return value


def write(graph: GameGraph) -> str:
    """The graph as node-link JSON text, as networkx has it, a node or an edge a line."""
    plain = only_json(graph)
    top = {"directed": True, "multigraph": False, "graph": graph_record(plain), "nodes": [], "edges": []}
    ids, said = in_quotes.of(plain.columns.ids), told(plain.columns, _said, in_label=in_quotes, in_text=in_quotes)
    sources, targets, order = plain.links.by_source()
    orders = () if order is None else ('"order": ', order, ", ")
    nodes = text_of(len(ids), "{", *said.parts(said.values), '"id": "', ids, '"}', BETWEEN)
    ends = '"source": "', Picked(ids, sources), '", "target": "', Picked(ids, targets)
    edges = text_of(len(sources), "{", *orders, *ends, '"}', BETWEEN)
    return json_lines(top, {"nodes": nodes, "edges": edges})


def _said(node: Node) -> str:
    """What stands before the id of a node."""
    return f"{text}, " if (text := without_id(node)) else ""


FORMAT = Format(
    name="node-link",
    title="networkx node-link (.json)",
    suffixes=(".json",),
    read=read,
    write=write,
    cannot_carry="that a graph has no root yet.",
    recognises=lambda text: text.startswith("["),
    rank=20,
)
