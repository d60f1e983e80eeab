"""What GML means: its lists as the graph, its nodes and moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from explorer.formats.gml_syntax import GmlList
from explorer.model.assemble import AttributedMove, Row
from explorer.model.builder import GraphBuilder
from explorer.model.errors import quoted
from explorer.model.fields import without_nothing

ENDS, PLACE = ("source", "target"), ("x", "y")
OF_A_GRAPH = frozenset(("directed", "multigraph", "node", "edge", "label"))
OF_A_NODE = frozenset(("id", "label", "caption", "graphics"))


def top_of(graph: GmlList, builder: GraphBuilder) -> dict[str, Any]:
    """What is said of the graph as a whole."""
    return {"name": graph.first.get("label"), **_flat(graph.first, OF_A_GRAPH, "the graph", builder)}


def warn_of_repeated(graph: GmlList, builder: GraphBuilder) -> None:
    """Say where a key stands twice; of a graph, only nodes and edges may."""
    _warn_of_keys(graph, "the graph", builder)
    for what in ("node", "edge"):
        for each in graph.lists(what):
            _warn_of_keys(each, f"this {what}", builder)


def _warn_of_keys(values: GmlList, what: str, builder: GraphBuilder) -> None:
    keys = [key for key, _ in values.pairs]
    if len(set(keys)) < len(keys):
        repeated = [key for key, count in Counter(keys).items() if count > 1 and key not in ("node", "edge")]
        for key in repeated:
            warn_of_key(key, what, builder, values.line)


def warn_of_key(key: str, what: str, builder: GraphBuilder, line: int) -> None:
    """Say that something has a key twice."""
    builder.fields.warn(f"{what} has the key {quoted(key)} more than once; kept the first", line=line)


def names_of(graph: GmlList, facts: Collection[str]) -> dict[str, str]:
    """The id of each node by its number in the file: its label, if every node has one of its own, else the number."""
    nodes = [without_nothing(node.first, facts) for node in graph.lists("node")]
    labels = [str(node.get("label") or "") for node in nodes]
    labelled = all(labels) and len(set(labels)) == len(labels)
    pairs = [(str(node["id"]), label) for node, label in zip(nodes, labels, strict=True) if "id" in node]
    return {number: label if labelled else number for number, label in reversed(pairs)}


def nodes_of(graph: GmlList, names: Mapping[str, str], builder: GraphBuilder, facts: Collection[str]) -> Iterator[Row]:
    """The nodes with their lines."""
    seen: set[str] = set()
    for node in graph.lists("node"):
        first = without_nothing(node.first, facts)
        number = str(first.get("id", ""))
        if number in seen:
            builder.refuse_node(f"line {node.line}: two nodes have the id {quoted(number)}; the second was left out")
            continue
        seen.add(number)
        id = names.get(number)
        shown = first.get("caption") or (first.get("label") if first.get("label") != id else None)
        record = _flat(first, OF_A_NODE, f"node {quoted(number)}", builder, line=node.line)
        yield node.line, {**_position(first), **record, "id": id, "label": shown}


def _position(first: Mapping[str, Any]) -> dict[str, Any]:
    """Where a node is drawn, as its list `graphics` says."""
    graphics = first.get("graphics")
    drawn = graphics.first if isinstance(graphics, GmlList) else {}
    return {key: drawn[key] for key in ("x", "y") if key in drawn and {"x", "y"} <= drawn.keys()}


def moves_of(graph: GmlList, names: Mapping[str, str], builder: GraphBuilder) -> Iterator[AttributedMove]:
    """The moves with what is said of them."""
    for edge in graph.lists("edge"):
        first = edge.first
        source, target = (_end(first[end], names) if end in first else None for end in ENDS)
        attributes = {key: value for key, value in first.items() if key not in (*ENDS, "id", "key")}
        yield AttributedMove(source, target, attributes, edge.line)


def _end(value: object, names: Mapping[str, str]) -> object:
    """The node that a move has at one end."""
    return names.get(str(value), str(value) if isinstance(value, int) else value)


def _flat(
    first: Mapping[str, Any], known: frozenset[str], what: str, builder: GraphBuilder, *, line: int | None = None
) -> dict[str, Any]:
    """The values of the keys that are not known, without lists, of which there is a warning."""
    others = {key: value for key, value in first.items() if key not in known}
    for key, value in others.items():
        if isinstance(value, GmlList):
            warn_of_list(key, what, builder, line)
    return {key: value for key, value in others.items() if not isinstance(value, GmlList)}


def warn_of_list(key: str, what: str, builder: GraphBuilder, line: int | None) -> None:
    """Say that something has a list that is left out."""
    builder.fields.warn(f"{what} has a list {quoted(key)}, of which nothing is known; it was left out", line=line)
