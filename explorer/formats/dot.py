"""DOT, the language of Graphviz: the program's own attributes, and what shapes and labels of other files let guess.

It is written so that Graphviz draws Max round, Min square, and leaves as diamonds with their scores.  Graphviz reads
the entities of HTML 4, as `&lt;`, in every label, and in names that it shows; a name that begins with % it takes for
one of its own making, and shows another one.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from html.entities import name2codepoint
from typing import Any

import numpy as np

from explorer.formats.dot_columns import Statements
from explorer.formats.dot_syntax import KEYWORDS, DotEdge, DotGraph, DotNode, Numbers, Text, parse_dot
from explorer.formats.drawn_edges import WAYS, ends_as_drawn, moves_as_drawn
from explorer.formats.format import Format
from explorer.formats.guess import guess_in_columns, guess_kinds
from explorer.formats.igraph import keys_of_facts
from explorer.formats.rows import Part, first_with, text_of
from explorer.formats.runs import MARK, in_order, mapped, unless_odd
from explorer.formats.substitution import Quoting, Substitution
from explorer.formats.text import refuse_null
from explorer.formats.told import told
from explorer.model import plain
from explorer.model.arrow import Column, in_arrow, in_numpy, in_one_piece, texts_in_arrow, texts_of
from explorer.model.assemble import (
    Assembled,
    AttributedMove,
    Row,
    assemble_attributed,
    assemble_columns,
    notes_on_moves,
)
from explorer.model.builder import GraphBuilder
from explorer.model.convert import document_from_graph, node_record
from explorer.model.errors import FormatError, OptionError
from explorer.model.fields import FieldReader, without_nothing
from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.model.numbering import require
from explorer.model.plain import PlainTables, nodes_and_extras
from explorer.model.scores import Score, format_score, parse_score
from explorer.model.views import Picked

__all__ = ["FORMAT", "read", "write"]

_DRAWN = ("label", "shape", "pos")  # attributes of nodes that are read in a way of their own
_IN_DOT = {"back": "dir=back", "both": "dir=both", "none": "dir=none", "invisible": "style=invis"}  # edges
_BEGINS = re.compile(
    r"(?>(?:\s+|//[^\n]*\n|/\*.*?\*/|#[^\n]*\n)*)(?:strict\s+)?"
    r'(?:digraph\b(?!\s*[,;\t])|graph\s*(?:\w+|"[^"\n]*")?\s*\{)',
    re.IGNORECASE | re.DOTALL,
)
_PLACE = re.compile(r"\s*([^,\s]+)[,\s]\s*+([^,!\s]+)(?>(?:[,\s][^,!]++)?)(!?)\s*+")
_DECIMAL = r"-?(?:[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?|inf|nan)"
_SHORTEST = 8  # characters of a statement, more or less

_SHAPES = {
    Kind.MAX: "circle", Kind.MIN: "square", Kind.MOVER: "circle", Kind.LEAF: "diamond", Kind.OPEN: "hexagon",
}  # fmt: skip
_POINTS_PER_INCH = "72"  # told to Graphviz, so that positions are in points
_NO_LABEL = "\\N"  # Graphviz shows the name of the node
_ENTITY = rf"&(?:#[0-9]+|#[xX][0-9a-fA-F]+|{'|'.join(name2codepoint)});"

_UNREFERRED = Substitution((_ENTITY, html.unescape))
"""Labels, without escapes already, as Graphviz shows them."""

_OF_HTML = Substitution(
    (r"(?i)<br[ \t\r\n\f\v]*/?>", lambda _: "\n"),
    ("<[^<>]*>", lambda _: ""),
    (r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)", html.unescape),
)
"""Labels without the marks of HTML."""

_BARE = "[A-Za-z_][A-Za-z_0-9]*|-?[0-9]+"
_without_null = Substitution(("\0", "\ufffd"))
_escaped = Substitution(("\\", "\\\\"))
_escaped_label = (
    Substitution((_ENTITY, lambda entity: f"&amp;{entity[1:]}")).then(_escaped).then(Substitution(("\n", "\\n")))
)
"""The text as Graphviz's labels write it."""
_quotable = _without_null.then(_escaped)
_in_quotes = Substitution(('"', '\\"'))
_word = Quoting(_BARE, _in_quotes, but=KEYWORDS)
"""A word of DOT, in quotes unless it needs none; its backslashes are escaped already."""
_id = Quoting(_BARE, _escaped.then(_in_quotes), but=KEYWORDS)
_NOT_ATTRIBUTES = ("format", "version", "name", "nodes", "moves", "inputscale")
_NOT_OF_NODES = ("id", "label", "x", "y", "shape", "pos")


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of a DOT text, and its problems; what is guessed is a warning.

    Raises
    ------
    FormatError
        If it is not DOT, or of an undirected graph.
    """
    if (plainly := graph_by_columns(text)) is not None:
        return plainly
    found = parse_dot(text)
    if found.undirected:
        raise FormatError("a game graph is directed; write digraph instead of graph, and -> instead of --")
    builder = GraphBuilder()
    _warn_of_structure(found, builder.fields)
    some = _moves_of(found.edges, builder.fields)
    inner = {str(move.source) for move in some}
    keys = keys_of_facts(text)
    records = {id: without_nothing(_record(id, node, _scale(found)), keys) for id, node in found.nodes.items()}
    shapes = {id: _shape(node) for id, node in found.nodes.items()}
    said = _top(found)
    guess_kinds(records, shapes, inner, builder, negamax=_says_negamax(said))
    return assemble_attributed(said, _rows(found, records), some, builder)


# ---- the graph


def _warn_of_structure(found: DotGraph, fields: FieldReader) -> None:
    """Note what there is besides nodes and edges."""
    if found.has_more:
        fields.warn("the file has more than one graph; only the first was read")
    if found.groups:
        fields.warn(
            f"subgraphs were left out, their nodes kept: {', '.join(list(dict.fromkeys(found.groups))[:5])}"[:200]
        )


def _top(found: DotGraph) -> dict[str, Any]:
    """The attributes of the graph; its name is the one before the bracket, or else its title."""
    top: dict[str, Any] = {key: value.plain for key, value in found.attributes.items() if key != "inputscale"}
    if "label" in found.attributes:
        top["label"] = _label_text(found.attributes["label"], found.name)
    name = found.name or top.get("name") or top.pop("label", "")
    return {**top, "name": name}


def _says_negamax(top: Mapping[str, Any]) -> bool:
    """Whether the attributes of a graph say that it is one."""
    return str(top.get("convention", "")).strip().lower() == Convention.NEGAMAX


def _scale(found: DotGraph) -> float | None:
    """Points for a unit of position, as the graph says; None where it does not."""
    said = found.attributes.get("inputscale")
    return 1.0 if said is not None and said.plain == _POINTS_PER_INCH else None


# ---- nodes


def _record(id: str, node: DotNode, scale: float | None) -> dict[str, Any]:
    """What a node says, under the keys of the model; other attributes as text."""
    attributes = node.attributes
    record: dict[str, Any] = {key: value.plain for key, value in attributes.items() if key not in _DRAWN}
    if record.get("open") == "true" and record.get("style") == "dashed":
        del record["style"]  # which is how open nodes are drawn
    label = attributes.get("label")
    if label is not None:
        label = _without_score(label, record.get("score"))
        record["label"] = None if label.raw in (_NO_LABEL, _no_label(id)) else _label_text(label, id)
    return _position(attributes, scale) | record | {"id": id}


def _shape(node: DotNode) -> str:
    """How a node is drawn; Graphviz draws an ellipse where nothing else is said."""
    said = node.attributes.get("shape")
    return said.plain.lower() if said is not None else "ellipse"


def _position(attributes: Mapping[str, Text], scale: float | None) -> dict[str, Any]:
    """Where a node is drawn: points, or inches where its position is fixed and the graph has no scale; y upwards."""
    place = _place_of(attributes["pos"].plain) if "pos" in attributes else None
    if place is None:
        return {}
    factor = scale or (float(_POINTS_PER_INCH) if place[2] else 1.0)
    return {"x": place[0] * factor, "y": 0.0 - place[1] * factor}


def _rows(found: DotGraph, records: Mapping[str, dict[str, Any]]) -> Iterator[Row]:
    for id, record in records.items():
        yield found.nodes[id].line, record


def _with_name(name: str) -> Substitution:
    """What Graphviz shows for the escapes of a label, one of which stands for the name of the node."""
    meaning = {"n": "\n", "l": "\n", "r": "\n", "N": name, "\n": ""}
    return Substitution((r"\\[\s\S]", lambda escape: meaning.get(escape[1], escape[1])))


def _label_text(label: Text, id: str) -> str:
    """What Graphviz shows for a label: without escapes, or without the marks of HTML."""
    if label.is_html:
        return _OF_HTML(label.raw).strip()
    return _UNREFERRED(_with_name(id)(label.raw).removesuffix("\n"))


def _without_score(label: Text, score: object) -> Text:
    """The label of a leaf without its score, where that stands on the last line."""
    try:
        shown = parse_score(score)
    except OptionError:
        return label
    for text in (format_score(shown), str(shown)):
        if not label.is_html and label.raw.endswith("\\n" + text):
            return Text(label.raw.removesuffix("\\n" + text))
    return label


def _place_of(text: str) -> tuple[float, float, bool] | None:
    """Where a node is drawn, and whether this is fixed; None if that is not said."""
    if (match := _PLACE.fullmatch(text)) is None:
        return None
    try:
        return float(match[1]), float(match[2]), bool(match[3])
    except ValueError:
        return None


# ---- moves


def _moves_of(edges: Iterable[DotEdge], fields: FieldReader) -> list[AttributedMove]:
    """The moves in order; for each way of drawing that is not the usual one there is a warning."""
    return moves_as_drawn([(_move(edge), _drawn(edge)) for edge in edges], _IN_DOT, fields)


def _drawn(edge: DotEdge) -> str:
    return _drawn_as(*(edge.attributes[key].plain if key in edge.attributes else "" for key in ("style", "dir")))


def _drawn_as(style: str, direction: str) -> str:
    """How an edge with these attributes is drawn, one of `WAYS`."""
    if "invis" in style.replace(" ", "").split(","):
        return "invisible"
    return direction if direction in ("back", "both", "none") else ""


def _move(edge: DotEdge) -> AttributedMove:
    attributes = {key: text.plain for key, text in edge.attributes.items() if key != "dir"} if edge.attributes else {}
    return AttributedMove(edge.source, edge.target, attributes, edge.line)


# ---- very many nodes and moves, in columns


@unless_odd
def graph_by_columns(text: str) -> Assembled | None:
    """The graph of a large text; None if it is small, is to be refused, or something is too odd for columns."""
    if len(text) < _SHORTEST * plain.LARGE:
        return None
    import pyarrow.compute as pc  # not for small texts

    some, fields = Statements(text), FieldReader()
    _warn_of_structure(some.graph, fields)
    empty = pc.index(some.ids, "").as_py()
    require(empty < 0 or not some.of_nodes.keys(np.array([empty])))  # of which not all is left out
    ends, move_lines, notes = _moves(some, fields)
    said, shapes = _top(some.graph), some.plain(some.of_nodes.words("shape")).fill_null("ellipse")
    table = plain.without_nothing({"id": some.ids, **_table(some, _scale(some.graph))}, keys_of_facts(text))
    inner = some.ids.take(pc.unique(ends[0]))
    table = guess_in_columns(table, shapes, inner, fields, negamax=_says_negamax(said))
    nodes, extras = nodes_and_extras(table)
    tables = PlainTables(
        sources=_named(some.ids, ends[0]),
        targets=_named(some.ids, ends[1]),
        nodes=nodes,
        lines=some.lines,
        move_lines=move_lines,
        adds_ends=False,
        extras=extras,
        notes=notes,
    )
    return assemble_columns(said, tables, fields)


def _moves(some: Statements, fields: FieldReader) -> tuple[tuple[Column, Column], Collection[int], list[str]]:
    """The sources and targets of moves, which go as edges are drawn, their lines, and what is noted of them."""
    moves, said = some.moves, some.of_edges
    ways = _ways(some)[moves.rows]
    is_there = ~np.isin(ways, (WAYS.index("none"), WAYS.index("invisible")))
    keys = [key for key in said.keys(moves.rows[is_there]) if key != "dir"]
    notes = notes_on_moves([key for key in keys if key != "order"])
    drawn = {way: ways == number for number, way in enumerate(WAYS) if way}
    ends, lines, rows = ends_as_drawn(
        (in_arrow(moves.sources), in_arrow(moves.targets)), moves.lines, drawn, _IN_DOT, fields
    )
    if "order" in keys:
        order = some.plain(said.words("order")[moves.rows[rows]])
        sources, targets, in_this_order, unordered = in_order(ends, lines, order)
        return (sources, targets), in_this_order, unordered + notes
    return ends, lines, notes


def _named(ids: Column, numbers: Column) -> Column:
    """The ids of nodes of which the numbers are given."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if pc.index(ids, "").as_py() >= 0:  # an id that is left out
        return ids.take(numbers)
    return pa.chunked_array([pa.DictionaryArray.from_arrays(in_one_piece(numbers), in_one_piece(ids))])


def _ways(some: Statements) -> Numbers:
    """In which of `WAYS` the edges of each statement are drawn."""
    import pyarrow.compute as pc

    nothing, mark = texts_in_arrow(["", MARK])
    said = (pc.fill_null(some.plain(some.of_edges.words(key)), nothing) for key in ("style", "dir"))
    return in_numpy(in_one_piece(mapped(pc.binary_join_element_wise(*said, mark), _way)).cast("int8"), 0)


def _way(both: str) -> str:
    return str(WAYS.index(_drawn_as(*both.split(MARK))))


def _table(some: Statements, scale: float | None) -> dict[str, Column]:
    """What is said of each node under the keys of the model, and of other keys as text, as for small graphs."""
    import pyarrow.compute as pc

    true, dashed = texts_in_arrow(["true", "dashed"])
    said = some.of_nodes
    keys = said.keys(np.arange(len(some.ids)))
    table = {key: some.plain(said.words(key)) for key in keys if key not in (*_DRAWN, "id")}
    if table.keys() >= {"open", "style"}:
        is_drawn_so = pc.and_(pc.equal(table["open"], true), pc.equal(table["style"], dashed))
        table["style"] = pc.if_else(pc.fill_null(is_drawn_so, False), None, table["style"])
    if "label" in keys:
        table["label"] = _labels(*some.raw(said.words("label")), some.ids, table.get("score"))
    places = _positions(some.plain(said.words("pos")), scale) if "pos" in keys else {}
    own = {key: pc.coalesce(table[key], texts_of(place)) for key, place in places.items() if key in table}
    return {**table, **places, **own}


def _labels(raws: Column, are_html: Column, ids: Column, scores: Column | None) -> Column:
    """The texts of labels, as for small graphs."""
    import pyarrow.compute as pc

    gap, mark = texts_in_arrow([None, MARK])
    if scores is not None:
        raws = pc.if_else(are_html, raws, _without_scores(raws, scores))
    may_be_name = pc.match_substring_regex(raws, "^&#")  # as few are
    names = mapped(pc.if_else(may_be_name, pc.binary_join_element_wise(raws, ids, mark), gap), _name_only)
    raws = pc.if_else(pc.or_(pc.equal(raws, _NO_LABEL), names.is_valid()), gap, raws)
    shown = _with_name(MARK).column(raws)
    if pc.any(pc.match_substring(shown, MARK)).as_py():
        shown = pc.binary_join(pc.split_pattern(shown, MARK), ids)
    shown = _UNREFERRED.column(pc.replace_substring_regex(shown, r"\n\z", ""))
    if not pc.any(are_html).as_py():
        return shown
    return pc.if_else(are_html, pc.utf8_trim_whitespace(_OF_HTML.column(raws)), shown)


def _name_only(label: str) -> str | None:
    """Something if a label that is followed by the id of its node stands for this."""
    raw, _, id = label.partition(MARK)
    return "" if raw == _no_label(id) else None


def _without_scores(labels: Column, scores: Column) -> Column:
    """Labels without the scores of their nodes, as `_without_score` has them."""
    import pyarrow.compute as pc

    parts = pc.extract_regex(labels, r"(?s)^(?P<before>.*)\\n(?P<last>[^\\]*)$")
    before, last = pc.struct_field(parts, 0), pc.struct_field(parts, 1)
    words = (mapped(scores, partial(_score_text, say=say)) for say in (format_score, str))
    one, other = (pc.fill_null(pc.equal(last, word), False) for word in words)
    return pc.if_else(pc.or_(one, other), before, labels)


def _score_text(score: str, say: Callable[[Score], str]) -> str | None:
    """How a function writes a score that is told by text; None if it is none."""
    try:
        return say(parse_score(score))
    except OptionError:
        return None


def _positions(texts: Column, scale: float | None) -> dict[str, Column]:
    """Where nodes are drawn, as for small graphs; as texts if some numbers are not finite."""
    import pyarrow as pa
    import pyarrow.compute as pc

    pattern, gap = f"^(?P<x>{_DECIMAL}),(?P<y>{_DECIMAL})(?P<fixed>!?)$", texts_in_arrow([None])[0]
    is_usual = pc.match_substring_regex(texts, pattern)
    if not pc.all(is_usual).as_py():
        texts = pc.if_else(is_usual, texts, mapped(pc.if_else(is_usual, gap, texts), _usual_place))
    parts = pc.extract_regex(texts, pattern)
    require(parts.null_count == texts.null_count)
    x, y, fixed = (pc.struct_field(parts, index) for index in range(3))
    factor = scale or pc.if_else(pc.equal(fixed, "!"), float(_POINTS_PER_INCH), 1.0)
    x, y = (pc.multiply(number.cast(pa.float64()), factor) for number in (x, y))
    return {"x": _told_of(x), "y": _told_of(pc.subtract(0.0, y))}


def _told_of(numbers: Column) -> Column:
    """Numbers, or texts of them if some are not finite."""
    import pyarrow.compute as pc

    is_finite = pc.fill_null(pc.is_finite(numbers), True)
    return numbers if pc.all(is_finite).as_py() else pc.if_else(is_finite, texts_of(numbers), "nan")


def _usual_place(text: str) -> str | None:
    """A place as nearly all programs write it."""
    place = _place_of(text)
    return None if place is None else f"{place[0]!r},{place[1]!r}{'!' * place[2]}"


# ---- writing


def write(graph: GameGraph) -> str:
    """The graph as DOT text, a node or a move a line.

    Raises
    ------
    FormatError
        If an id has a null character.
    """
    refuse_null(graph.columns.ids, "DOT")
    name = f"{_id(_without_null(graph.name))} " if graph.name else ""
    words, links = _id.of(graph.columns.ids), graph.links
    lines = [
        f"digraph {name}{{",
        *_of_graph(graph),
        f'  node [label="{_NO_LABEL}"];',  # the default of Graphviz, which not every program that reads DOT knows
        text_of(len(words), "  ", words, " ", *_of_nodes(graph), ";\n")
        + text_of(len(links.sources), "  ", Picked(words, links.sources), " -> ", Picked(words, links.targets), ";\n"),
    ]
    return "\n".join(lines) + "}\n"


def _of_graph(graph: GameGraph) -> Iterable[str]:
    document = document_from_graph(graph.replace(nodes=(), moves=(), root=None))
    attributes = _written(document, _NOT_ATTRIBUTES)
    if graph.root is not None:
        attributes = {"root": _escaped(graph.root)} | attributes
    if len(graph.columns.placed):
        attributes["inputscale"] = _POINTS_PER_INCH
    return [f"  graph {_list(attributes)};"] if attributes else []


def _of_nodes(graph: GameGraph) -> tuple[Part, ...]:
    """The attributes of every node in brackets, in parts."""
    if first_with(graph.columns.ids, "^%|&") is None:
        said = told(
            graph.columns,
            lambda node: _list(_of_node(node)),
            in_label=_without_null.then(_escaped_label).then(_in_quotes),
            in_text=_quotable.then(_in_quotes),
        )
        return said.parts(said.values)
    return ([_list(_of_node(node)) for node in graph.nodes],)


def _of_node(node: Node) -> Mapping[str, str]:
    """The attributes of a node, escaped: what it is, how it is drawn, and those that the program does not know."""
    attributes = _written(node_record(node), _NOT_OF_NODES)
    attributes["shape"] = _SHAPES[node.kind]
    label = _no_label(node.id) if node.label is None else _escaped_label(_without_null(node.label))
    if node.kind is Kind.OPEN:
        attributes["style"] = "dashed"
    if node.kind is Kind.LEAF and node.score is not None:
        attributes["label"] = _leaf_label(label, node.score)
    elif label != _NO_LABEL:
        attributes["label"] = label
    if node.x is not None and node.y is not None:  # y goes upwards in Graphviz; ! keeps the position
        attributes["pos"] = f"{node.x!r},{0.0 - node.y!r}!"
    return attributes


def _written(record: Mapping[str, Any], left_out: tuple[str, ...]) -> dict[str, str]:
    """The values that DOT can hold, numbers and text, as escaped text."""
    return {
        key: str(value).lower() if isinstance(value, bool) else _quotable(str(value))
        for key, value in record.items()
        if key not in left_out and isinstance(value, str | int | float) and "\0" not in key
    }


def _list(attributes: Mapping[str, str]) -> str:
    return "[" + ", ".join(f"{_id(key)}={_word(value)}" for key, value in attributes.items()) + "]"


def _no_label(id: str) -> str:
    """What stands for the name of a node, so that Graphviz shows it as it is; no label of a node is written so."""
    if not id.startswith("%") and not re.search(_ENTITY, id):
        return _NO_LABEL
    return f"&#{ord(id[0])};{_escaped_label(id[1:])}"


def _leaf_label(escaped: str, score: Score) -> str:
    """The escaped label of a leaf with its score below."""
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
