"""GML: keys and values in lists.

A node's `label` is its id here, as it is for networkx; the text that is shown instead of the id is its `caption`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from html.entities import html5
from typing import Any

from explorer.formats.format import Format
from explorer.formats.scanner import require_depth, unexpected
from explorer.formats.text import keys_of_facts
from explorer.model.convert import attributed_moves, graph_record, node_record
from explorer.model.errors import FormatError, quoted
from explorer.model.fields import FieldReader, without_nothing
from explorer.model.graph import GameGraph, Node
from explorer.model.intake import Assembled, Intake
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
_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z0-9]{1,32});")
_REFERENCES = re.compile(f"(?:{_REFERENCE.pattern})+")
_TO_ESCAPE = re.compile('[^ -~]|[&"]')
_KEY = re.compile(r"[A-Za-z][0-9A-Za-z_]*")
_BEGINS = re.compile(r"(?>(?:\s*#[^\n]*\n)*)\s*(?:graph\s*\[|(?:Creator|Comment)\s+\"|Version\s+[\"\d])", re.IGNORECASE)
_OF_A_GRAPH = frozenset(("directed", "multigraph", "node", "edge", "label"))
_OF_A_NODE = frozenset(("id", "label", "caption", "graphics"))
_SMALL = 2**31  # whole numbers from here on are written as text, as networkx does


class _List(dict[str, Any]):
    """A list of GML: the first value of each key.

    Attributes
    ----------
    line : that of its key.
    lists : all lists under a key, in order.
    repeated : keys that stand there again.
    """

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.lists: dict[str, list[_List]] = {}
        self.repeated: list[str] = []

    def add(self, key: str, value: Any) -> None:
        """Add a value."""
        if isinstance(value, _List):
            self.lists.setdefault(key, []).append(value)
        if key not in self:
            self[key] = value
        elif key not in ("node", "edge"):
            self.repeated.append(key)


def _parsed(text: str) -> _List:
    """The keys and values of a GML text."""
    current, stack, key, line, place = _List(1), list[_List](), "", 1, 0
    for match in _WORDS.finditer(text):
        kind = match.lastgroup or ""
        if key and kind in _VALUES:
            current.add(key, _VALUES[kind](match[kind]))
            key = ""
        elif key and kind == "open":
            inner = _List(line)
            current.add(key, inner)
            stack.append(current)
            require_depth("GML", len(stack), line)
            current, key = inner, ""
        elif not key and kind == "key":
            key, start = match["key"], match.start("key")
            line += text.count("\n", place, start)
            place = start
        elif not key and kind == "close" and stack:
            current = stack.pop()
        elif not key and kind == "end" and not stack:
            return current
        else:
            raise unexpected("GML", text, match)
    return current


def _integer(word: str) -> int | str:
    """The number; one that is far too long stays text, for whoever reads it to name the node."""
    return int(word) if len(word) <= MAX_DIGITS else word


def _text(word: str) -> str:
    """What stands between double quotes: with the characters that are referred to."""
    return _REFERENCES.sub(_characters, word) if "&" in word else word


_VALUES: Mapping[str, Callable[[str], str | int | float]] = {
    "text": _text, "integer": _integer, "real": float, "key": str,
}  # fmt: skip


def _characters(references: re.Match[str]) -> str:
    """What some references stand for; two to halves of a character, as some programs write them, are one."""
    text = _REFERENCE.sub(lambda found: _character(found[0]), references[0])
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _character(reference: str) -> str:
    if not reference.startswith("&#"):
        return html5.get(reference[1:], reference)
    is_decimal = reference[2] not in "xX"
    code = int(reference[2:-1]) if is_decimal else int(reference[3:-1], 16)
    return chr(code) if code < 0x110000 else reference


# ---- what it means


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of a GML text, and its problems.

    Raises
    ------
    FormatError
        If it is not GML, has no graph, or the graph is undirected.
    """
    graphs = _parsed(text).lists.get("graph", [])
    if not graphs:
        raise FormatError("expected GML with a list graph [ … ], got none")
    facts, graph = keys_of_facts(text), graphs[0]
    intake = Intake(blanks=facts)
    if len(graphs) > 1:
        intake.fields.warn(f"the file has {len(graphs)} graphs; only the first was read")
    if graph.get("directed") not in (1, "1", "true"):
        raise FormatError('a game graph is directed; write "directed 1" at the beginning of the graph')
    _warn_of_repeated(graph, "the graph", intake.fields)
    nodes = graph.lists.get("node", [])
    names = _names(nodes, facts)
    _take_nodes(nodes, names, facts, intake)
    for edge in graph.lists.get("edge", []):
        _warn_of_repeated(edge, "this edge", intake.fields)
        source, target = (_end(edge[end], names) if end in edge else None for end in ("source", "target"))
        said = {key: value for key, value in edge.items() if key not in ("source", "target", "id", "key")}
        intake.move(source, target, said or None, edge.line)
    return intake.finish({"name": graph.get("label"), **_flat(graph, _OF_A_GRAPH, "the graph", intake.fields)})


def _warn_of_repeated(values: _List, what: str, fields: FieldReader) -> None:
    for key in dict.fromkeys(values.repeated):
        fields.warn(f"{what} has the key {quoted(key)} more than once; kept the first", line=values.line)


def _names(nodes: list[_List], facts: Collection[str]) -> dict[str, str]:
    """The id of each node by its number in the file: its label, if every node has one of its own, else the number."""
    labels = [str(without_nothing(node, facts).get("label") or "") for node in nodes]
    labelled = all(labels) and len(set(labels)) == len(labels)
    pairs = [(str(node["id"]), label) for node, label in zip(nodes, labels, strict=True) if "id" in node]
    return {number: label if labelled else number for number, label in reversed(pairs)}


def _take_nodes(nodes: list[_List], names: Mapping[str, str], facts: Collection[str], intake: Intake) -> None:
    seen: set[str] = set()
    for node in nodes:
        _warn_of_repeated(node, "this node", intake.fields)
        number = str(node.get("id", ""))
        if number in seen:
            message = f"two nodes have the id {quoted(number)}; the second was left out"
            intake.fields.error(message, line=node.line)
            continue
        seen.add(number)
        intake.node(_record(node, number, names.get(number), facts, intake.fields), node.line)


def _record(node: _List, number: str, id: str | None, facts: Collection[str], fields: FieldReader) -> dict[str, Any]:
    said = without_nothing(node, facts)
    shown = said.get("caption") or (said.get("label") if said.get("label") != id else None)
    drawn = node.get("graphics")
    graphics: Mapping[str, Any] = drawn if isinstance(drawn, _List) else {}
    place = {key: graphics[key] for key in ("x", "y")} if {"x", "y"} <= graphics.keys() else {}
    more = _flat(said, _OF_A_NODE, f"node {quoted(number)}", fields, node.line)
    return {**place, **more, "id": id, "label": shown}


def _end(value: object, names: Mapping[str, str]) -> object:
    """The node that a move has at one end."""
    return names.get(str(value), str(value) if isinstance(value, int) else value)


def _flat(
    values: Mapping[str, Any], known: frozenset[str], what: str, fields: FieldReader, line: int | None = None
) -> dict[str, Any]:
    """The values of the keys that are not known, without lists, of which there is a warning."""
    others = {key: value for key, value in values.items() if key not in known}
    for key in [key for key, value in others.items() if isinstance(value, _List)]:
        message = f"{what} has a list {quoted(key)}, of which nothing is known; it was left out"
        fields.warn(message, line=line)
        del others[key]
    return others


# ---- writing


def write(graph: GameGraph) -> str:
    """The graph as GML text as networkx writes it; it is ASCII, all else stands in references such as &#233;."""
    top = _writable(graph_record(graph), _OF_A_GRAPH)
    if graph.score_range is not None:
        top["range"] = "..".join(map(str, graph.score_range))
    parts = ["graph [\n  directed 1\n", *_lines(top, "  ")]
    for number, node in enumerate(graph.nodes):
        parts += ["  node [\n", *_lines({"id": number, "label": node.id, **_of_node(node)}, "    "), "  ]\n"]
    index = graph.index
    for source, target, said in attributed_moves(graph):
        ends = {"source": index[source], "target": index[target]}
        parts += ["  edge [\n", *_lines({**ends, **said}, "    "), "  ]\n"]
    return "".join((*parts, "]\n"))


def _of_node(node: Node) -> dict[str, Any]:
    record = _writable(node_record(node), _OF_A_NODE | {"x", "y"})
    if node.label is not None:
        record["caption"] = node.label
    if node.x is not None and node.y is not None:
        record["graphics"] = {"x": node.x, "y": node.y}
    return record


def _lines(values: Mapping[str, Any], indent: str) -> Iterator[str]:
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield f"{indent}{key} [\n{''.join(_lines(value, indent + '  '))}{indent}]\n"
        else:
            yield f"{indent}{key} {_written(value)}\n"


def _written(value: str | int | float) -> str:
    """The value as networkx writes it."""
    if isinstance(value, str) or (isinstance(value, int) and not -_SMALL <= value < _SMALL):
        return '"' + _TO_ESCAPE.sub(lambda match: f"&#{ord(match[0])};", str(value)) + '"'
    if isinstance(value, float):
        digits, mark, exponent = repr(value).upper().partition("E")
        return digits + ("." if mark and "." not in digits else "") + mark + exponent
    return str(int(value))


def _writable(attributes: Mapping[str, Any], known: frozenset[str]) -> dict[str, Any]:
    """Only what GML can hold: numbers and text under a key of letters and digits."""
    return {
        key: value for key, value in attributes.items() if key not in known and _KEY.fullmatch(key) and _is_plain(value)
    }


def _is_plain(value: object) -> bool:
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
