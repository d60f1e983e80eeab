"""GML: keys and values in lists.

A node's `label` is its id here, as it is for networkx; the text that is shown instead of the id is its `caption`.
"""

from __future__ import annotations

import html
import math
import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from explorer.formats.format import Format
from explorer.formats.scanner import Scanner
from explorer.formats.text import flat_record, keys_of_facts
from explorer.intake import Assembled, Intake
from explorer.intake.cells import FieldReader, without_empty_words
from explorer.model.convert import attributed_moves, node_record
from explorer.model.errors import FormatError, quoted
from explorer.model.graph import GameGraph, Node
from explorer.model.late_networkx import nx
from explorer.model.scores import MAX_DIGITS

_WORDS = re.compile(
    r"""(?>(?:\s+|\#[^\n]*)*)(?:
    (?P<key>[A-Za-z_]\w*)
    |(?P<real>[+-]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE])|(?i:INF)\b)(?:[eE][+-]?[0-9]+)?)
    |(?P<integer>[+-]?[0-9]+)
    |"(?P<text>[^"]*)"
    |(?P<open>\[)
    |(?P<close>\])
    |(?P<end>\Z)
    |(?P<bad>.))""",
    re.VERBOSE,
)
_REFERENCE = re.compile(r"&(?:#(?P<code>[0-9]{1,7}|[xX][0-9A-Fa-f]{1,6})|[A-Za-z0-9]{1,32});")
_KEY = re.compile(r"[A-Za-z][0-9A-Za-z_]*")
_BEGINS = re.compile(r"(?>(?:\s*#[^\n]*\n)*)\s*(?:graph\s*\[|(?:Creator|Comment)\s+\"|Version\s+[\"\d])", re.IGNORECASE)
_OF_A_GRAPH = ("directed", "multigraph", "node", "edge", "label")
_OF_A_NODE = ("id", "label", "caption", "graphics")
_OF_AN_EDGE = ("source", "target", "id", "key")
_LISTS = {"node", "edge", "graphics"}  # which are read, or have values without a meaning here


class _GmlList(dict[str, Any]):
    """List of GML: the first value of each key, its line, and under each key all lists in order."""

    __slots__ = ("inner", "line")

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.inner: dict[str, list[_GmlList]] | None = None

    def add(self, key: str, inner: _GmlList) -> _GmlList:
        """Add an inner list under a key and return it."""
        self.inner = self.inner or {}
        self.inner.setdefault(key, []).append(inner)
        return inner

    @property
    def lists(self) -> dict[str, list[_GmlList]]:
        return self.inner or {}


def _parse(text: str, fields: FieldReader) -> _GmlList:
    """Return the keys and values of a GML text."""
    words, current, stack = Scanner("GML", _WORDS, text), _GmlList(1), list[_GmlList]()
    while words.kind != "end" or stack:
        if words.kind == "close" and stack:
            current = stack.pop()
        elif words.kind == "key":
            key, line = words.word, words.line
            words.advance()
            if words.kind in _VALUES:
                if key in current:
                    fields.warn(f"the key {quoted(key)} stands twice in one list; kept the first", line=line)
                current.setdefault(key, _VALUES[words.kind](words.word))
            elif words.kind == "open":
                stack.append(current)
                words.require_depth(len(stack))
                current = current.add(key, _GmlList(line))
            else:
                raise words.unexpected_word()
        else:
            raise words.unexpected_word()
        words.advance()
    return current


def _integer(word: str) -> int | str:
    """Return the number; one that is far too long stays text, so that a later error can name the node."""
    return int(word) if len(word) <= MAX_DIGITS else word


def _text_without_references(word: str) -> str:
    """Return a text in double quotes with its character references replaced."""
    return _REFERENCE.sub(_referenced_character, word) if "&" in word else word


def _referenced_character(reference: re.Match[str]) -> str:
    """Return the character that a reference such as &#233; stands for."""
    if reference["code"] is None:
        return html.unescape(reference[0])
    code = int(reference["code"]) if reference["code"][0] not in "xX" else int(reference["code"][1:], 16)
    return chr(code) if code < 0x110000 else reference[0]


_VALUES: Mapping[str, Callable[[str], str | int | float]] = {
    "text": _text_without_references, "integer": _integer, "real": float, "key": str,
}  # fmt: skip


# ---- meaning


def read(text: str, companion: str | None = None) -> Assembled:
    """Return the good part of a GML text, and its problems.

    Raises
    ------
    FormatError
        If it is not GML, has no graph, or the graph is undirected.
    """
    facts = keys_of_facts(text)
    intake = Intake(blanks=facts)
    graphs = _parse(text, intake.fields).lists.get("graph", [])
    if not graphs:
        raise FormatError("expected GML with a list graph [ … ], got none")
    graph = graphs[0]
    if len(graphs) > 1:
        intake.fields.warn(f"the file has {len(graphs)} graphs; only the first was read")
    if graph.get("directed") not in (1, "1", "true"):
        raise FormatError('a game graph is directed; write "directed 1" at the beginning of the graph')
    nodes, edges = graph.lists.get("node", []), graph.lists.get("edge", [])
    names = _ids_by_number(nodes, facts)
    _take_nodes(nodes, names, facts, intake)
    for edge in edges:
        source, target = (_end_node(edge[end], names) if end in edge else None for end in ("source", "target"))
        said = {key: value for key, value in edge.items() if key not in _OF_AN_EDGE}
        intake.move(source, target, said or None, edge.line)
    if others := {key for each in (graph, *nodes, *edges) for key in each.lists} - _LISTS:
        intake.fields.warn(f"lists within nodes, edges and the graph were left out: {', '.join(sorted(others))}")
    return intake.finish({"name": graph.get("label"), **_other_values(graph, _OF_A_GRAPH)})


def _ids_by_number(nodes: list[_GmlList], facts: Collection[str]) -> dict[str, str]:
    """Return the id of each node by its number: its label, if every node has a different one, else the number."""
    labels = [str(without_empty_words(node, facts).get("label") or "") for node in nodes]
    labelled = all(labels) and len(set(labels)) == len(labels)
    pairs = [(str(node["id"]), label) for node, label in zip(nodes, labels, strict=True) if "id" in node]
    return {number: label if labelled else number for number, label in reversed(pairs)}


def _take_nodes(nodes: list[_GmlList], names: Mapping[str, str], facts: Collection[str], intake: Intake) -> None:
    seen: set[str] = set()
    for node in nodes:
        number = str(node.get("id", ""))
        if number in seen:
            message = f"two nodes have the id {quoted(number)}; the second was left out"
            intake.fields.error(message, line=node.line)
            continue
        seen.add(number)
        intake.node(_record_of_node(without_empty_words(node, facts), node, names.get(number)), node.line)


def _record_of_node(attributes: Mapping[str, Any], node: _GmlList, id: str | None) -> dict[str, Any]:
    shown = attributes.get("caption") or (attributes.get("label") if attributes.get("label") != id else None)
    drawn: Mapping[str, Any] = node.lists["graphics"][0] if "graphics" in node.lists else {}
    place = {key: drawn[key] for key in ("x", "y")} if {"x", "y"} <= drawn.keys() else {}
    return {**place, **_other_values(attributes, _OF_A_NODE), "id": id, "label": shown}


def _end_node(value: object, names: Mapping[str, str]) -> object:
    """Return the node at one end of a move."""
    return names.get(str(value), str(value) if isinstance(value, int) else value)


def _other_values(values: Mapping[str, Any], known: Collection[str]) -> dict[str, Any]:
    """Return the attributes of a GML list whose keys are not among the known ones."""
    return {key: value for key, value in values.items() if key not in known}


# ---- writing


def write(graph: GameGraph) -> str:
    """Return the graph as GML text as networkx writes it: ASCII, with references such as &#233;."""
    network: nx.DiGraph[str] = nx.DiGraph()
    network.graph.update(_writable(flat_record(graph), _OF_A_GRAPH))
    network.add_nodes_from((node.id, _gml_node(node)) for node in graph.nodes)
    network.add_edges_from(attributed_moves(graph))
    return "".join(f"{line}\n" for line in nx.generate_gml(network))


def _gml_node(node: Node) -> dict[str, Any]:
    """Return the keys and values that GML has for a node."""
    record = _writable(node_record(node), (*_OF_A_NODE, "x", "y"))
    if node.label is not None:
        record["caption"] = node.label
    if node.x is not None and node.y is not None:
        record["graphics"] = {"x": node.x, "y": node.y}
    return record


def _writable(attributes: Mapping[str, Any], known: Collection[str]) -> dict[str, Any]:
    """Return only the values that GML can hold: numbers and text under a key of letters and digits."""
    others = _other_values(attributes, known)
    return {key: value for key, value in others.items() if _KEY.fullmatch(key) and _is_number_or_text(value)}


def _is_number_or_text(value: object) -> bool:
    return isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value))


FORMAT = Format(
    name="gml",
    title="GML (.gml)",
    suffixes=(".gml",),
    read=read,
    write=write,
    cannot_carry=(
        "keys of other characters than letters, digits and _; lists and objects (known answers among them); the types "
        "true and false, and whole numbers past 32 bits, of unknown keys; and that a graph has no root yet."
    ),
    recognises=lambda text: _BEGINS.match(text) is not None,
    rank=32,
)
