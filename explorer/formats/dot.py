"""DOT, the language of Graphviz: the program's own attributes, and what shapes and labels of other files let guess."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import compress
from typing import Any

import numpy as np

from explorer.formats.dot_syntax import (
    NO_NODE,
    PAIR,
    STATEMENTS,
    UNESCAPED,
    UNREFERRED,
    DotEdge,
    DotGraph,
    DotNode,
    Text,
    parse_dot,
    with_name,
)
from explorer.formats.dot_write import NO_LABEL, POINTS_PER_INCH, no_label, write
from explorer.formats.format import Format
from explorer.formats.guess import guess_in_columns, guess_kinds
from explorer.formats.runs import MARK, Run, column, mapped, unless_odd, unquoted, values
from explorer.model.arrow import Column, in_arrow, texts_in_arrow
from explorer.model.assemble import (
    Assembled,
    AttributedMove,
    Row,
    assemble_attributed,
    assemble_columns,
    notes_on_moves,
)
from explorer.model.builder import GraphBuilder
from explorer.model.errors import FormatError, OptionError
from explorer.model.fields import FieldReader
from explorer.model.graph import Convention
from explorer.model.numbering import require
from explorer.model.plain import Lines, PlainTables, nodes_and_extras
from explorer.model.scores import Score, format_score, parse_score
from explorer.model.words import counted

__all__ = ["FORMAT", "read", "write"]

_DRAWN = ("label", "shape", "pos")  # attributes that are read in a way of their own
_PLACE = re.compile(r"\s*([^,\s]+)[,\s]\s*+([^,!\s]+)(?>(?:[,\s][^,!]++)?)(!?)\s*+")
_BEGINS = re.compile(
    r"(?>(?:\s+|//[^\n]*\n|/\*.*?\*/|#[^\n]*\n)*)(?:strict\s+)?"
    r'(?:digraph\b(?!\s*[,;\t])|graph\s*(?:\w+|"[^"\n]*")?\s*\{)',
    re.IGNORECASE | re.DOTALL,
)

_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")

_NEVER_PLAIN = ("id", "x", "y")  # attributes of nodes that stand for others
_DECIMAL = r"-?[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?"

_INVISIBLE = "style=invis"
_MEANT = {
    "dir=back": "drawn backwards; the move goes the other way",
    "dir=both": "drawn both ways; each is two moves",
    "dir=none": "drawn without a direction; left out",
    _INVISIBLE: "not drawn; left out",
}


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of a DOT text, and its problems; what is guessed is a warning.

    Raises
    ------
    FormatError
        If it is not DOT, or of an undirected graph.
    """
    if (plainly := _plain(text)) is not None:
        return plainly
    found = parse_dot(text)
    if found.undirected:
        raise FormatError("a game graph is directed; write digraph instead of graph, and -> instead of --")
    builder = GraphBuilder()
    _warn_of_structure(found, builder)
    moves = _moves(found.edges, builder)
    inner = {str(move.source) for move in moves}
    records = {id: _record(id, node, _scale(found)) for id, node in found.nodes.items()}
    shapes = {id: _shape(node) for id, node in found.nodes.items()}
    top = _top(found)
    guess_kinds(records, shapes, inner, builder, negamax=_is_negamax(top))
    return assemble_attributed(top, _rows(found, records), moves, builder)


def _warn_of_structure(found: DotGraph, builder: GraphBuilder) -> None:
    if found.has_more:
        builder.fields.warn("the file has more than one graph; only the first was read")
    if found.groups:
        builder.fields.warn(
            f"subgraphs were left out, their nodes kept: {', '.join(list(dict.fromkeys(found.groups))[:5])}"[:200]
        )


def _top(found: DotGraph) -> dict[str, Any]:
    """The attributes of the graph; its name is the one before the bracket, or else its title."""
    top: dict[str, Any] = {key: value.plain for key, value in found.attributes.items() if key != "inputscale"}
    if "label" in found.attributes:
        top["label"] = _label_text(found.attributes["label"], found.name)
    name = found.name or top.get("name") or top.pop("label", "")
    return {**top, "name": name}


def _is_negamax(top: Mapping[str, Any]) -> bool:
    return str(top.get("convention", "")).strip().lower() == Convention.NEGAMAX


def _scale(found: DotGraph) -> float | None:
    """Points for a unit of position, as the graph says; None where it does not."""
    said = found.attributes.get("inputscale")
    return 1.0 if said is not None and said.plain == POINTS_PER_INCH else None


def _record(id: str, node: DotNode, scale: float | None) -> dict[str, Any]:
    """What a node says, under the keys of the model; other attributes as text."""
    attributes = node.attributes
    record: dict[str, Any] = {key: value.plain for key, value in attributes.items() if key not in _DRAWN}
    if record.get("open") == "true" and record.get("style") == "dashed":
        del record["style"]  # which is how open nodes are drawn
    label = attributes.get("label")
    if label is not None:
        label = _without_score(label, record.get("score"))
        record["label"] = None if label.raw in (NO_LABEL, no_label(id)) else _label_text(label, id)
    return _position(attributes, scale) | record | {"id": id}


def _shape(node: DotNode) -> str:
    """How a node is drawn; Graphviz draws an ellipse where nothing else is said."""
    said = node.attributes.get("shape")
    return said.plain.lower() if said is not None else "ellipse"


def _position(attributes: Mapping[str, Text], scale: float | None) -> dict[str, Any]:
    """Where a node is drawn: points, or inches where its position is fixed and the graph has no scale; y upwards."""
    match = _PLACE.fullmatch(attributes["pos"].plain) if "pos" in attributes else None
    if match is None:
        return {}
    factor = scale or (float(POINTS_PER_INCH) if match[3] else 1.0)
    try:
        x, y = float(match[1]) * factor, float(match[2]) * factor
    except ValueError:
        return {}
    return {"x": x, "y": 0.0 - y}


def _rows(found: DotGraph, records: Mapping[str, dict[str, Any]]) -> Iterator[Row]:
    for id, record in records.items():
        yield found.nodes[id].line, record


# ---- labels


def _label_text(label: Text, id: str) -> str:
    """What Graphviz shows for a label: without escapes, or without the marks of HTML."""
    if label.is_html:
        return html.unescape(_TAG.sub("", _BREAK.sub("\n", label.raw))).strip()
    return UNREFERRED(with_name(id)(label.raw).removesuffix("\n"))


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


# ---- moves


def _moves(edges: Iterable[DotEdge], builder: GraphBuilder) -> list[AttributedMove]:
    """The moves in order; for each way of drawing that is not the usual one there is a warning."""
    moves: list[AttributedMove] = []
    found: Counter[str] = Counter()
    lines: dict[str, int] = {}
    for edge in edges:
        drawn = _drawn(edge)
        found[drawn] += 1
        lines.setdefault(drawn, edge.line)
        moves += _moves_of_edge(edge, drawn)
    for drawn, meaning in _MEANT.items():
        if found[drawn]:
            verb = "is" if found[drawn] == 1 else "are"
            builder.fields.warn(f"{counted(found[drawn], 'edge')} with {drawn} {verb} {meaning}", line=lines[drawn])
    return moves


def _drawn(edge: DotEdge) -> str:
    """How an edge is drawn: a key of `_MEANT`, or something else for the usual way."""
    style, direction = (edge.attributes[key].plain if key in edge.attributes else "" for key in ("style", "dir"))
    return _INVISIBLE if "invis" in style.replace(" ", "").split(",") else f"dir={direction}"


def _moves_of_edge(edge: DotEdge, drawn: str) -> list[AttributedMove]:
    attributes = {key: text.plain for key, text in edge.attributes.items() if key != "dir"} if edge.attributes else {}
    there = AttributedMove(edge.source, edge.target, attributes, edge.line)
    back = AttributedMove(edge.target, edge.source, attributes, edge.line)
    ways = {"dir=back": [back], "dir=both": [there, back], "dir=none": [], _INVISIBLE: []}
    return ways.get(drawn, [there])


# ---- very many statements that are written alike, taken apart into columns


class _Statements:
    """What a run of statements says; `ids` are the nodes in the order in which they are named first."""

    def __init__(self, run: Run) -> None:
        import pyarrow as pa
        import pyarrow.compute as pc

        self._lines = run.lines
        firsts, seconds, self._said = run.nodes
        require(not any(pc.any(pc.match_substring_regex(words, NO_NODE)).as_py() for words in (firsts, seconds)))
        self._is_edge = pc.not_equal(seconds, texts_in_arrow([""])[0])
        self._firsts, self._seconds = (unquoted(words, UNESCAPED) for words in (firsts, seconds))
        rows = np.arange(len(firsts))
        both = in_arrow(np.stack((rows, rows + len(firsts)), axis=1).ravel())  # of each statement both words
        words = pa.chunked_array([*self._firsts.chunks, *self._seconds.chunks]).take(both)
        self.ids = pa.chunked_array([pc.unique(words.filter(pc.not_equal(words, texts_in_arrow([""])[0])))])
        self.sources, self.targets = (words.filter(self._is_edge) for words in (self._firsts, self._seconds))

    def cells(self, defaults: Mapping[str, Text]) -> dict[str, Column]:
        """What is said of each node, as it stands in the text."""
        import pyarrow.compute as pc

        is_node = pc.invert(self._is_edge)
        stated, said = self._firsts.filter(is_node), self._said.filter(is_node)
        require(len(pc.unique(stated)) == len(stated))
        found = values(pc.fill_null(said.take(pc.index_in(self.ids, value_set=stated)), texts_in_arrow([""])[0]), PAIR)
        require(found.keys().isdisjoint(_NEVER_PLAIN))
        for key, text in defaults.items():
            require(not text.is_html and MARK not in text.raw)
            found[key] = pc.fill_null(found[key], text.raw) if key in found else column([text.raw] * len(self.ids))
        return found

    def keys_of_moves(self, defaults: Mapping[str, Text]) -> list[str]:
        """The attributes that moves have, which are left out."""
        import pyarrow.compute as pc

        if not len(self.targets):
            return []
        said = values(self._said.filter(self._is_edge), PAIR)
        keys = dict.fromkeys([*defaults, *said])
        require(keys.keys().isdisjoint(("dir", "order")) and "style" not in defaults)
        require("style" not in said or not pc.any(pc.match_substring(said["style"], "invis")).as_py())
        return [*keys]

    @property
    def lines(self) -> Lines:
        """Where each node is named first."""
        return Lines(self._count)

    @property
    def edge_lines(self) -> Lines:
        """Where each edge stands."""
        return Lines(lambda: compress(self._lines, self._is_edge.to_pylist()))

    def _count(self) -> Iterator[int]:
        named = set[str]()
        for line, *ends in zip(self._lines, self._firsts.to_pylist(), self._seconds.to_pylist(), strict=True):
            for id in filter(None, ends):
                if id not in named:
                    named.add(id)
                    yield line


@unless_odd
def _plain(text: str) -> Assembled | None:
    """The graph of a large text, a statement a line, of which nothing is odd; None of any other."""
    run = STATEMENTS.run_in(text)
    if run is None:
        return None
    found, some = parse_dot(run.rest), _Statements(run)
    require(not (found.nodes or found.edges or found.groups or found.undirected or found.has_more))
    keys, cells = some.keys_of_moves(found.defaults["edge"]), some.cells(found.defaults["node"])
    top, fields = _top(found), FieldReader()
    shapes = (cells["shape"] if "shape" in cells else column([None] * len(some.ids))).fill_null("ellipse")
    table = {"id": some.ids, **_table(some.ids, cells, _scale(found))}
    table = guess_in_columns(table, shapes, some.sources, fields, negamax=_is_negamax(top))
    nodes, extras = nodes_and_extras(table)
    tables = PlainTables(
        sources=some.sources,
        targets=some.targets,
        nodes=nodes,
        lines=some.lines,
        move_lines=some.edge_lines,
        extras=extras,
        notes=notes_on_moves(keys),
    )
    return assemble_columns(top, tables, fields)


def _table(ids: Column, cells: Mapping[str, Column], scale: float | None) -> dict[str, Column]:
    """What is said of each node under the keys of the model, and other keys as text, as `_record` has it."""
    import pyarrow.compute as pc

    true, dashed = texts_in_arrow(["true", "dashed"])
    others = {key: texts for key, texts in cells.items() if key not in _DRAWN}
    table = {key: UNESCAPED.column(texts) for key, texts in others.items()}
    if table.keys() >= {"open", "style"}:
        is_drawn_so = pc.and_(pc.equal(table["open"], true), pc.equal(table["style"], dashed))
        table["style"] = pc.if_else(pc.fill_null(is_drawn_so, False), None, table["style"])
    if "label" in cells:
        labels = _without_scores(cells["label"], table["score"]) if "score" in table else cells["label"]
        table["label"] = _shown(labels, ids)
    return table | (_positions(cells["pos"], scale) if "pos" in cells else {})


def _without_scores(labels: Column, scores: Column) -> Column:
    """Labels without the scores of their nodes, as `_without_score` has them."""
    import pyarrow.compute as pc

    parts = pc.extract_regex(labels, r"(?s)^(?P<before>.*)\\n(?P<last>[^\\]*)$")
    before, last = pc.struct_field(parts, 0), pc.struct_field(parts, 1)
    words = (mapped(scores, partial(_score_text, write=write)) for write in (format_score, str))
    one, other = (pc.fill_null(pc.equal(last, word), False) for word in words)
    return pc.if_else(pc.or_(one, other), before, labels)


def _score_text(score: str, write: Callable[[Score], str]) -> str | None:
    """How a function writes a score that is told by text; None if it is none."""
    try:
        return write(parse_score(score))
    except OptionError:
        return None


def _shown(labels: Column, ids: Column) -> Column:
    """The texts of labels, as `_record` has them."""
    import pyarrow.compute as pc

    gap, mark = texts_in_arrow([None, MARK])
    may_be_name = pc.match_substring_regex(labels, "^&#")  # as few are
    names = mapped(pc.if_else(may_be_name, pc.binary_join_element_wise(labels, ids, mark), gap), _shown_or_name)
    shown = with_name(MARK).column(pc.if_else(pc.equal(labels, NO_LABEL), gap, labels))
    if pc.any(pc.match_substring(shown, MARK)).as_py():
        shown = pc.binary_join(pc.split_pattern(shown, MARK), ids)
    shown = UNREFERRED.column(pc.replace_substring_regex(shown, r"\n\z", ""))
    return pc.if_else(may_be_name, names, shown)


def _shown_or_name(label: str) -> str | None:
    """The text of a label that is followed by the id of its node."""
    raw, _, id = label.partition(MARK)
    return None if raw == no_label(id) else _label_text(Text(raw), id)


def _positions(texts: Column, scale: float | None) -> dict[str, Column]:
    """Where nodes are drawn, as `_position` has it."""
    import pyarrow as pa
    import pyarrow.compute as pc

    parts = pc.extract_regex(texts, f"^(?P<x>{_DECIMAL}),(?P<y>{_DECIMAL})(?P<fixed>!?)$")
    require(parts.null_count == texts.null_count)
    x, y, fixed = (pc.struct_field(parts, index) for index in range(3))
    factor = scale or pc.if_else(pc.equal(fixed, "!"), float(POINTS_PER_INCH), 1.0)
    x, y = (pc.multiply(number.cast(pa.float64()), factor) for number in (x, y))
    return {"x": x, "y": pc.subtract(0.0, y)}


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
