"""networkx's node-link JSON: nodes with attributes, and edges under the key "edges" or, in older versions, "links".

The ends of an edge are its source and target or, as in vis-network, from and to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from explorer.formats.adjacency import assemble_adjacency, is_adjacency, of_list
from explorer.formats.format import Format
from explorer.formats.json_text import json_lines, only_json, parse_json
from explorer.formats.json_tree import assemble_tree, is_tree
from explorer.formats.matrix import assemble_called_matrix
from explorer.formats.records import assemble_records, facts_beside, records_in, take_facts
from explorer.formats.refused import require_readable
from explorer.intake import Assembled, Intake
from explorer.intake.assemble import assemble_document, list_under
from explorer.intake.cells import identity
from explorer.model.convert import attributed_moves, graph_record, node_record
from explorer.model.errors import FormatError, brief, quoted
from explorer.model.graph import GameGraph
from explorer.model.words import joined

_EDGES = ("edges", "links", "moves")
_ENDS, _ENDS_OF_VIS = _ALL_ENDS = ("source", "target"), ("from", "to")
_OF_AN_EDGE = {*_ENDS, "key", "id"}
_TOP = ("directed", "multigraph", "graph", "nodes", *_EDGES)


def read(text: str, companion: str | None = None) -> Assembled:
    """Read a JSON text: a node-link document, a game graph, or a tree."""
    require_readable(text=text)
    data, problems = parse_json(text)
    return assemble_value(data).with_problems(problems)


def assemble_value(data: Any) -> Assembled:
    """Read a value of JSON, or lists and dictionaries of Python in the same form.

    Raises
    ------
    FormatError
        If its form is unknown.
    """
    _require_edges(data)
    if isinstance(data, list | tuple):
        return _assemble_list(data)
    return assemble_called_matrix(data) or _assemble_object(data)


def _assemble_object(data: Any) -> Assembled:
    """Read an object of JSON that is no matrix."""
    if is_tree(data):
        return assemble_tree(data)
    if (records := records_in(data)) is not None:
        return assemble_records(records, data)
    if is_adjacency(data):
        return assemble_adjacency(data)
    if isinstance(data, Mapping) and _is_node_link(data):
        return _assemble_node_link(data)
    _require_moves(data)
    return assemble_document(data)


def _require_moves(data: object) -> None:
    """Raise FormatError if a document has nodes, but its moves stand under an unknown key."""
    if not isinstance(data, Mapping) or "nodes" not in data or any(key in data for key in ("moves", "format")):
        return
    if any(isinstance(value, list) and value for key, value in data.items() if key != "nodes"):
        keys = joined([*map(quoted, data)])
        raise FormatError(
            f'the moves of the graph are missing; its keys are {brief(keys)}, and moves stand under "moves", "edges" '
            'or "links", as in "moves": [["a", "b"]], or as lists of ids under "children" of each node'
        )


def _assemble_list(data: Sequence[Any]) -> Assembled:
    """Read a list: of moves as records, or of lists."""
    if data and all(isinstance(move, Mapping) and any({*ends} <= move.keys() for ends in _ALL_ENDS) for move in data):
        return _assemble_node_link({"edges": data})
    if (records := records_in(data)) is not None:
        return assemble_records(records, data)
    return of_list(data) or assemble_document(data)


def _is_node_link(data: Mapping[str, Any]) -> bool:
    """Return whether a JSON object is a node-link document and not a game graph."""
    if "format" in data:
        return False
    if "moves" in data:
        return "nodes" not in data or bool(facts_beside(data))
    return any(key in data for key in _EDGES)


def _require_edges(data: object) -> None:
    """Raise FormatError if a JSON value is networkx's other document, which has no list of edges."""
    is_other = isinstance(data, Mapping) and "adjacency" in data and not any(key in data for key in _EDGES)
    if is_other and not is_adjacency(data):
        raise FormatError(
            "networkx's adjacency_data, with nodes beside lists of their neighbours, is not read; write node_link_data"
        )


def _assemble_node_link(data: Mapping[str, Any]) -> Assembled:
    if not data.get("directed", True):
        raise FormatError('a game graph is directed, got "directed": false; moves need a direction')
    intake = Intake(is_table="nodes" not in data)
    edges = [edge for key in _EDGES if key in data for edge in list_under(data, key, optional=False)]
    keys = {key for edge in edges if isinstance(edge, Mapping) for key in edge}
    ends = _ENDS_OF_VIS if {*_ENDS_OF_VIS} <= keys and not {*_ENDS} & keys else _ENDS
    nodes = list_under(data, "nodes", optional=False) if "nodes" in data or not edges else []
    if all(isinstance(node, str | int) for node in nodes):
        nodes = [{"id": node} for node in nodes]
    _take_nodes(_with_ids(nodes, edges, ends, intake), intake)
    _take_edges(edges, ends, intake)
    facts = facts_beside(data)
    take_facts(facts, intake)
    top = {key: value for key, value in data.items() if key not in (*_TOP, *facts)}
    return intake.finish(top | intake.fields.mapping(data.get("graph"), "graph"))


def _with_ids(nodes: list[Any], edges: list[Any], keys: Sequence[str], intake: Intake) -> list[Any]:
    """Return the nodes of files for D3, which lack ids, with ids: names if edges refer to these, or positions."""
    if not nodes or not all(isinstance(node, Mapping) and "id" not in node for node in nodes):
        return nodes
    names = [node.get("name") for node in nodes]
    ends = {_comparable_name(edge.get(end)) for edge in edges if isinstance(edge, Mapping) for end in keys}
    by_name = (
        bool(ends)
        and ends <= set(map(_comparable_name, names))
        and len(set(map(_comparable_name, names))) == len(names)
    )
    said = ", ".join(dict.fromkeys(str(key) for node in nodes for key in node)) or "none"
    what = "names" if by_name else "positions in the list, from 0"
    intake.fields.warn(f"the nodes have no id; their keys are {said}; their {what} were taken"[:300])
    ids = names if by_name else range(len(nodes))
    return [{"label": node.get("name"), **node, "id": id} for node, id in zip(nodes, ids, strict=True)]


def _comparable_name(value: object) -> str:
    """Return a node's name in the form in which equal ids are equal."""
    return f"{type(value).__name__} {value}" if isinstance(value, str | int | float) else ""


def _take_nodes(records: list[Any], intake: Intake) -> None:
    for index, record in enumerate(records, 1):
        if isinstance(record, Mapping) and record.get("id") is None:
            keys = ", ".join(map(str, record)) or "none"
            intake.fields.error(f"node {index} has no id; its keys are {brief(keys)}; it was left out")
        elif isinstance(record, Mapping):
            intake.node({**record, "id": identity(record["id"])})
        else:
            message = f"node {index} must be an object with an id, got {quoted(record)}; it was left out"
            intake.fields.error(message)


def _take_edges(records: list[Any], ends: Sequence[str], intake: Intake) -> None:
    are_pairs = all(isinstance(record, list | tuple) and len(record) in (2, 3) for record in records)
    for index, record in enumerate(records, 1):
        if isinstance(record, Mapping):
            source, target = (identity(record.get(end)) for end in ends)
            attributes = {key: record[key] for key in record if key not in _OF_AN_EDGE and key not in ends}
            intake.move(source, target, attributes or None)
        elif are_pairs:
            intake.move(identity(record[0]), identity(record[1]), {"label": record[2]} if len(record) > 2 else None)
        else:
            intake.fields.error(f"edge {index} needs source and target, got {quoted(record)}; it was left out")


def write(graph: GameGraph) -> str:
    """Return the graph as networkx's node-link JSON text, a node or an edge a line."""
    plain = only_json(graph)
    edges = [{**said, "source": source, "target": target} for source, target, said in attributed_moves(plain)]
    nodes = [node_record(node) for node in plain.nodes]
    top = {"directed": True, "multigraph": False, "graph": graph_record(plain), "nodes": nodes, "edges": edges}
    return json_lines(top)


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
