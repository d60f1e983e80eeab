"""DOT, the language of Graphviz, with guesses from the shapes and labels of other programs.

It is written so that Graphviz draws Max round, Min square, and leaves as diamonds with their scores.  Graphviz reads
the entities of HTML 4, as `&lt;`, in every label, and in names that it shows; it replaces a name that begins with %.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from html.entities import name2codepoint
from typing import Any

from explorer.formats.dot_syntax import KEYWORDS, Attributes, DotGraph, Html, parse_dot, unescaped
from explorer.formats.format import Format
from explorer.formats.guess import guess_kinds
from explorer.formats.text import flat_record, keys_of_facts, refuse_ids, take_drawn_edges
from explorer.intake import Assembled, Intake
from explorer.intake.cells import without_empty_words
from explorer.model.convert import node_record
from explorer.model.errors import FormatError, OptionError
from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.model.node import PROGRESS
from explorer.model.scores import Score, format_score, parse_score

_SPECIAL = ("label", "shape", "pos")  # attributes of nodes that are read by functions of their own
_IN_DOT = {"back": "dir=back", "both": "dir=both", "none": "dir=none", "invisible": "style=invis"}  # edges
_BEGINS = re.compile(
    r"(?>(?:\s+|//[^\n]*\n|/\*.*?\*/|#[^\n]*\n)*)(?:strict\s+)?"
    r'(?:digraph\b(?!\s*[,;\t])|graph\s*(?:\w+|"[^"\n]*")?\s*\{)',
    re.IGNORECASE | re.DOTALL,
)

_SHAPES = {
    Kind.MAX: "circle", Kind.MIN: "square", Kind.MOVER: "circle", Kind.LEAF: "diamond", Kind.OPEN: "hexagon",
}  # fmt: skip
_POINTS_PER_INCH = "72"  # an attribute for Graphviz, so that positions are in points
_GAP = "\ufffd"  # stands for a null character
_NO_LABEL = "\\N"  # Graphviz shows the name of the node
_ENTITY = re.compile(rf"&(?:#[0-9]+|#[xX][0-9a-fA-F]+|{'|'.join(name2codepoint)});")
_ESCAPE = re.compile(r"\\[\s\S]")
_BREAK = re.compile(r"<br[ \t\r\n\f\v]*/?>", re.IGNORECASE)
_MARK = re.compile("<[^<>]*>")
_BARE = re.compile("[A-Za-z_][A-Za-z_0-9]*|-?[0-9]+")
_NOT_ATTRIBUTES = ("name", "inputscale", "root")
_NOT_OF_NODES = ("id", "label", "x", "y", "shape", "pos")


def read(text: str, companion: str | None = None) -> Assembled:
    """Read a DOT text: its good part as a graph, with all problems; each guess is a warning.

    Raises
    ------
    FormatError
        If it is not DOT, or of an undirected graph.
    """
    found = parse_dot(text)
    if found.is_undirected:
        raise FormatError("a game graph is directed; write digraph instead of graph, and -> instead of --")
    keys = keys_of_facts(text)
    intake = Intake(blanks=keys)
    if found.has_more:
        intake.fields.warn("the file has more than one graph; only the first was read")
    if found.groups:
        names = ", ".join(list(dict.fromkeys(found.groups))[:5])
        intake.fields.warn(f"subgraphs were left out, their nodes kept: {names}"[:200])
    edges = (
        (e.source, e.target, _move_attributes(e.attributes), e.line, _direction(e.attributes)) for e in found.edges
    )
    sources = take_drawn_edges(edges, _IN_DOT, intake)
    top = _graph_attributes(found)
    is_scaled = found.attributes.get("inputscale") == _POINTS_PER_INCH
    records = {
        id: without_empty_words(_record_of_node(id, node.attributes, is_scaled), keys)
        for id, node in found.nodes.items()
    }
    shapes = {id: node.attributes.get("shape", "ellipse").lower() for id, node in found.nodes.items()}
    is_negamax = str(top.get("convention", "")).strip().lower() == Convention.NEGAMAX
    guess_kinds(records, shapes, sources, intake.fields, negamax=is_negamax)
    for id, record in records.items():
        intake.node(record, found.nodes[id].line)
    return intake.finish(top)


def _graph_attributes(graph: DotGraph) -> dict[str, Any]:
    """Return the attributes of the DOT graph, with its name: the one before the bracket, or its title."""
    top: dict[str, Any] = {key: unescaped(value) for key, value in graph.attributes.items() if key != "inputscale"}
    if "label" in graph.attributes:
        top["label"] = _label_text(graph.attributes["label"], graph.name)
    name = graph.name or top.get("name") or top.pop("label", "")
    return {**top, "name": name}


# ---- nodes


def _record_of_node(id: str, attributes: Attributes, is_scaled: bool) -> dict[str, Any]:
    """Return the record of a node under the keys of the model, with other attributes as text."""
    record: dict[str, Any] = {key: unescaped(value) for key, value in attributes.items() if key not in _SPECIAL}
    if record.get("open") == "true" and record.get("style") == "dashed":
        del record["style"]  # which is how open nodes are drawn
    if "label" in attributes:
        label = _without_score(attributes["label"], record.get("score"))
        record["label"] = None if label in (_NO_LABEL, _no_label(id)) else _label_text(label, id)
    return _position(attributes, is_scaled) | record | {"id": id}


def _position(attributes: Attributes, is_scaled: bool) -> dict[str, Any]:
    """Return the position of a node in points (fixed ones without a scale are in inches); y goes upwards."""
    said = attributes.get("pos", "").strip()
    parts = said.removesuffix("!").replace(",", " ").split()
    if len(parts) not in (2, 3):
        return {}
    try:
        x, y = float(parts[0]), float(parts[1])
    except ValueError:
        return {}
    factor = float(_POINTS_PER_INCH) if said.endswith("!") and not is_scaled else 1.0
    return {"x": x * factor, "y": 0.0 - y * factor}


def _label_text(label: str, id: str) -> str:
    """Return a label as Graphviz shows it: without escapes, or without the marks of HTML."""
    if isinstance(label, Html):
        return html.unescape(_MARK.sub("", _BREAK.sub("\n", label))).strip()
    meaning = {"n": "\n", "l": "\n", "r": "\n", "N": id, "\n": ""}
    shown = _ESCAPE.sub(lambda match: meaning.get(match[0][1], match[0][1]), label).removesuffix("\n")
    return _ENTITY.sub(lambda match: html.unescape(match[0]), shown) if "&" in shown else shown


def _without_score(label: str, score: object) -> str:
    """Return the label of a leaf without its score, where that stands on the last line."""
    try:
        shown = parse_score(score)
    except OptionError:
        return label
    ends = (f"\\n{text}" for text in (format_score(shown), str(shown)))
    return next((label.removesuffix(end) for end in ends if label.endswith(end)), label)


# ---- moves


def _move_attributes(attributes: Attributes) -> dict[str, Any]:
    """Return the attributes of a move; its name is the text beside the edge."""
    if not attributes:
        return {}
    said: dict[str, Any] = {key: unescaped(text) for key, text in attributes.items() if key != "dir"}
    if "label" in said:
        said["label"] = _label_text(attributes["label"], "")
    return said


def _direction(attributes: Attributes) -> str:
    """Return the direction in which an edge is drawn; "" for the usual one."""
    if not attributes:
        return ""
    if "invis" in attributes.get("style", "").replace(" ", "").split(","):
        return "invisible"
    direction = attributes.get("dir", "")
    return direction if direction in ("back", "both", "none") else ""


# ---- writing


def write(graph: GameGraph) -> str:
    """Return the graph as DOT text, a node or a move a line.

    Raises
    ------
    FormatError
        If an id has a null character.
    """
    refuse_ids(graph.ids, "DOT")
    name = f"{_dot_id(graph.name.replace(chr(0), _GAP))} " if graph.name else ""
    words = [*map(_dot_id, graph.ids)]
    nodes = (
        f"  {word} {_attribute_list(_node_attributes(node))};\n" for word, node in zip(words, graph.nodes, strict=True)
    )
    edges = (f"  {words[source]} -> {words[target]}{named};\n" for source, target, named in _ends_and_names(graph))
    # the default of Graphviz, which not every program that reads DOT knows
    head = (f"digraph {name}{{\n", *_graph_line(graph), f'  node [label="{_NO_LABEL}"];\n')
    return "".join((*head, *nodes, *edges, "}\n"))


def _ends_and_names(graph: GameGraph) -> Iterator[tuple[int, int, str]]:
    """Yield the ends of each move, by index, and its name in DOT, if it has one."""
    links, ids, names = graph.links, graph.ids, graph.move_names
    for source, target in zip(links.sources.tolist(), links.targets.tolist(), strict=True):
        name = names.get((ids[source], ids[target])) if names else None
        attributes = {} if name is None else {"label": _escaped_label(name)}
        if graph.progress and (ids[source], ids[target]) in graph.progress:
            attributes[PROGRESS] = "true"
        yield source, target, " " + _attribute_list(attributes) if attributes else ""


def _graph_line(graph: GameGraph) -> Iterable[str]:
    """Return the line of DOT with the attributes of the whole graph, if there are any."""
    attributes = _dot_values(flat_record(graph), _NOT_ATTRIBUTES)
    if graph.root is not None:
        attributes = {"root": _escaped(graph.root)} | attributes
    if graph.columns.points is not None:
        attributes["inputscale"] = _POINTS_PER_INCH
    return [f"  graph {_attribute_list(attributes)};\n"] if attributes else []


def _node_attributes(node: Node) -> Mapping[str, str]:
    """Return the DOT attributes of a node, escaped: its kind, its drawing, and its further values."""
    attributes = _dot_values(node_record(node), _NOT_OF_NODES)
    attributes["shape"] = _SHAPES[node.kind]
    label = _no_label(node.id) if node.label is None else _escaped_label(node.label)
    if node.kind is Kind.OPEN:
        attributes["style"] = "dashed"
    if node.kind is Kind.LEAF and node.score is not None:
        attributes["label"] = _leaf_label(label, node.score)
    elif label != _NO_LABEL:
        attributes["label"] = label
    if node.x is not None and node.y is not None:  # y goes upwards in Graphviz; ! keeps the position
        attributes["pos"] = f"{node.x!r},{0.0 - node.y!r}!"
    return attributes


def _dot_values(record: Mapping[str, Any], left_out: tuple[str, ...]) -> dict[str, str]:
    """Return the values that DOT can hold, numbers and text, as escaped text."""
    return {
        key: str(value).lower() if isinstance(value, bool) else _escaped(str(value).replace("\0", _GAP))
        for key, value in record.items()
        if key not in left_out and isinstance(value, str | int | float) and "\0" not in key
    }


def _attribute_list(attributes: Mapping[str, str]) -> str:
    """Return attributes as DOT writes them, in square brackets."""
    return "[" + ", ".join(f"{_dot_id(key)}={_dot_word(value)}" for key, value in attributes.items()) + "]"


def _dot_word(escaped: str) -> str:
    """Return a word of DOT, in quotes unless it needs none; its backslashes are escaped already."""
    is_bare = _BARE.fullmatch(escaped) is not None and escaped.lower() not in KEYWORDS
    return escaped if is_bare else '"' + escaped.replace('"', '\\"') + '"'


def _dot_id(text: str) -> str:
    return _dot_word(_escaped(text))


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\")


def _escaped_label(text: str) -> str:
    """Return the text as Graphviz's labels write it."""
    plain = _ENTITY.sub(lambda match: f"&amp;{match[0][1:]}", text.replace("\0", _GAP))
    return _escaped(plain).replace("\n", "\\n")


def _no_label(id: str) -> str:
    """Return a label with which Graphviz shows the id of a node without one; other labels are never so."""
    if not id.startswith("%") and not _ENTITY.search(id):
        return _NO_LABEL
    return f"&#{ord(id[0])};{_escaped_label(id[1:])}"


def _leaf_label(escaped: str, score: Score) -> str:
    """Return the escaped label of a leaf with its score below."""
    return f"{escaped}\\n{format_score(score)}"


FORMAT = Format(
    name="dot",
    title="Graphviz DOT (.dot, .gv)",
    suffixes=(".dot", ".gv"),
    read=read,
    write=write,
    cannot_carry=(
        "lists and objects (known answers among them), the types of unknown keys, unknown keys that say how Graphviz "
        "draws (shape, pos), and that a graph has no root yet."
    ),
    recognises=lambda text: _BEGINS.match(text) is not None,
    rank=36,
)
