r"""Plain text: one line a node, for reading, typing and pasting.

    @name Figure 1
    @description Kars, Example 3.2.

    > a max: b c
    b = -1
    c "Start position" min: d a
    d = 16/3

    @at a 120 40

Grammar
-------
Lines end with LF, CR LF or CR, and each stands for itself; a line of blanks says nothing.  Blanks are controls
and Unicode's spaces: U+0000 to 0020, 007F to 00A0, 1680, 2000 to 200A, 2028, 2029, 202F, 205F, 3000, FEFF.

    line      = directive | node | nothing, and then perhaps a comment
    comment   = "#" and the rest of the line
    node      = [ ">" ] id [ label ] [ kind ] [ ":" { id [ "," ] } ]
    kind      = "max" | "min" | "=" score | "?"
    id        = word | quoted
    label     = quoted
    score     = word { word }, together a number: -3, 2.5, 1e-9 or 16/3
    word      = one or more characters, none of them a blank or one of  " # : = ? > @ ,
    quoted    = a string as JSON writes it, in double quotes with escapes such as \" \\ \n \u00e9
    directive = "@name" text | "@description" text | "@convention" ("minimax" | "negamax")
              | "@at" id number number | "@no-root"
    text      = quoted, or the rest of the line as it stands, without the blanks around it

- Between tokens there may be blanks or none.  `max`, `min` and the directives may be in capitals; a node may well be
  called max.  A node must have a kind or a colon: `a: b c` is an inner node of a negamax graph, `a max:` a Max node
  without moves yet, `b = -1` a leaf, `q ?` an open node.
- After the colon stand the successors in the order of the moves.  One that has no line of its own becomes an open node.
- `>` marks the root.  Without a mark the only node without predecessors is the root, or else the first node; `@no-root`
  says that none is chosen yet.
- Without `@convention`, a graph is negamax if it has inner nodes and none of them names a player.
- Several `@description` are the lines of the description.  `@at` gives a node's position on the canvas, x and y.
- After `@name` and `@description`, "#" is part of the text.
- A line that is wrong is left out and named; the rest is kept.
- Comments belong to the node on whose line they stand, or below it, and are kept with the graph under `comments`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from explorer.formats.format import Format
from explorer.formats.json_text import in_quotes
from explorer.formats.plain_text_syntax import (
    LINES,
    UNESCAPED,
    WORD_IN_LINE,
    Directive,
    NodeLine,
    comment_in,
    id_text,
    json_string,
    parse_line,
    raw_or_quoted,
    split_lines,
)
from explorer.formats.rows import behind, but, joined, text_of
from explorer.formats.runs import unless_odd, unquoted, with_line_feeds
from explorer.formats.told import told
from explorer.model.arrow import Column, in_arrow, in_numpy, texts_in_arrow
from explorer.model.assemble import Assembled, assemble_columns
from explorer.model.builder import GraphBuilder
from explorer.model.columns import IS_INNER, MOVER
from explorer.model.convert import node_record
from explorer.model.errors import FormatError, OptionError, quoted
from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.model.numbering import require
from explorer.model.plain import PlainTables
from explorer.model.scores import parse_score
from explorer.model.views import Floats, Picked

_MARK = "\x1f"  # parts words; no line that is read so has it
_COMMENT = re.compile(r"#[^\r\n]*")
_END = ""  # of comments: stands for a node after the last line
_LOOKED_AT = 50  # lines by which a pasted text is told
_CSV_HEADERS = ({"from", "to"}, {"source", "target"}, {"id"})


@dataclass
class _Reading:
    """What the lines said so far."""

    builder: GraphBuilder = field(default_factory=GraphBuilder)
    nodes: dict[str, tuple[int, NodeLine]] = field(default_factory=dict)
    repeated: list[tuple[int, NodeLine]] = field(default_factory=list)
    positions: dict[str, tuple[int, str, str]] = field(default_factory=dict)
    root: str | None = None
    no_root: int | None = None  # the line that says so
    convention: str | None = None
    name: str | None = None
    description: list[str] = field(default_factory=list)
    comments: dict[str, dict[str, object]] = field(default_factory=dict)
    above: list[str] = field(default_factory=list)  # comments since the last node


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of a plain text, with every line that is wrong among the problems."""
    return _plain(text) or _finish(_reading(text))


def _reading(text: str) -> _Reading:
    reading = _Reading()
    for number, line in split_lines(text):
        try:
            parsed = parse_line(line)
        except FormatError as error:
            reading.builder.fields.error(f"{error}; the line was left out", line=number)
            parsed = None
        if isinstance(parsed, Directive):
            _take_directive(reading, number, parsed)
        elif parsed is not None:
            _take_node(reading, number, parsed)
        _take_comment(reading, number, line, parsed.id if isinstance(parsed, NodeLine) else None)
    return reading


def _take_comment(reading: _Reading, number: int, line: str, id: str | None) -> None:
    """Keep the comment of a line: beside the node to which the line belongs, or above the next."""
    beside = comment_in(line) if "#" in line else ""
    if id is None or reading.nodes[id][0] != number:
        reading.above += [beside] if beside else []
    elif beside or reading.above:
        reading.comments[id] = {"above": reading.above, "beside": beside}
        reading.above = []


def _take_node(reading: _Reading, number: int, node: NodeLine) -> None:
    if node.id in reading.nodes:
        reading.repeated.append((number, node))
        return
    reading.nodes[node.id] = number, node
    if node.is_root and reading.root is not None:
        message = (
            f"node {quoted(node.id)} is marked as root, but so is {quoted(reading.root)}; kept the first, delete one >"
        )
        reading.builder.fields.error(message, node=node.id, line=number)
    elif node.is_root:
        reading.root = node.id


def _take_directive(reading: _Reading, number: int, directive: Directive) -> None:
    fields = reading.builder.fields
    if directive.name == "description":
        reading.description.append(directive.text)
    elif directive.name == "no-root":
        reading.no_root = number
    elif directive.name == "at":
        if directive.text in reading.positions:
            fields.error(
                f"node {quoted(directive.text)} has two positions; kept the first", node=directive.text, line=number
            )
        reading.positions.setdefault(directive.text, (number, *directive.position))
    elif getattr(reading, directive.name) is not None:
        fields.error(f"@{directive.name} is given twice; kept the first", line=number)
    else:
        setattr(reading, directive.name, directive.text)


def _finish(reading: _Reading) -> Assembled:
    builder = reading.builder
    builder.take_convention(reading.convention)
    for number, node in (*reading.nodes.values(), *reading.repeated):
        builder.add_node(_record(node, reading), line=number)
    for id, (number, *_) in reading.positions.items():
        if id not in reading.nodes:
            builder.fields.error(f"@at needs a node {quoted(id)}, which has no line; it was left out", line=number)
    _add_moves(reading)
    if reading.no_root is not None and reading.root is not None:
        builder.fields.error(f"@no-root was left out, since {quoted(reading.root)} is the root", line=reading.no_root)
    comments = reading.comments | ({_END: {"above": reading.above, "beside": ""}} if reading.above else {})
    return builder.finish(
        root=reading.root,
        infer_root=reading.no_root is None,
        name=reading.name,
        description="\n".join(reading.description),
        extra={"comments": comments} if comments else {},
    )


def _record(node: NodeLine, reading: _Reading) -> dict[str, object]:
    record: dict[str, object] = {"id": node.id, "label": node.label, **node.kind}
    if node.id in reading.positions:
        _, record["x"], record["y"] = reading.positions[node.id]
    return record


def _add_moves(reading: _Reading) -> None:
    builder = reading.builder
    known = set(reading.nodes)
    for number, node in reading.nodes.values():
        for successor in node.successors:
            if successor not in known:
                known.add(successor)
                message = f"node {quoted(successor)} has no line of its own; kept as an open node, say what it is"
                builder.fields.warn(message, node=successor, line=number)
                builder.add_node({"id": successor, "open": True}, line=number)
            builder.add_move(node.id, successor, line=number)


# ---- very many lines that are written alike, taken apart into columns


@unless_odd
def _plain(text: str) -> Assembled | None:
    """The graph of a large text of which nothing is odd; None of any other."""
    import pyarrow.compute as pc

    run = LINES.run_in(with_line_feeds(text))
    if run is None:
        return None
    said = _reading(run.rest)
    require(not (said.builder.fields.problems or said.nodes or said.repeated or said.positions or said.above))
    marks, ids, labels, kinds, successors = run.nodes
    require(not pc.any(pc.and_(pc.equal(kinds, ""), pc.equal(successors, ""))).as_py())
    nodes = {"id": unquoted(ids, UNESCAPED), "label": unquoted(labels, UNESCAPED), **_kinds(kinds)}
    require(said.convention is not None or "player" in nodes)
    sources, targets = _ends(nodes["id"], successors)
    roots = pc.indices_nonzero(pc.equal(marks, ">")).to_pylist()
    require(len(roots) + (said.no_root is not None) <= 1)
    top = {
        "root": nodes["id"][roots[0]].as_py() if roots else None,
        "convention": said.convention,
        "name": said.name,
        "description": "\n".join(said.description),
    }
    tables = PlainTables(
        sources=sources,
        targets=targets,
        nodes=nodes | _positions(nodes["id"], *run.edges),
        lines=run.lines,
        infer_root=said.no_root is None,
    )
    return assemble_columns(top, tables)


def _kinds(words: Column) -> dict[str, Column]:
    """What lines say that nodes are, under the keys of the model."""
    import pyarrow.compute as pc

    ways = {"player": ("^(max|min)$", "\\1"), "score": (r"^=[ \t]*(.*)$", "\\1"), "open": (r"^\?$", "true")}
    found = {}
    for key, (pattern, value) in ways.items():
        is_so = pc.match_substring_regex(words, pattern)
        if pc.any(is_so).as_py():
            found[key] = pc.if_else(is_so, pc.replace_substring_regex(words, pattern, value), None)
    return found


def _ends(ids: Column, successors: Column) -> tuple[Column, Column]:
    """The ends of moves, from what stands behind each node: nothing, or a colon and words."""
    import pyarrow.compute as pc

    words = pc.split_pattern(pc.replace_substring_regex(successors, WORD_IN_LINE, _MARK + r"\1"), _MARK)
    counts = in_numpy(pc.list_value_length(words).combine_chunks(), 0) - 1
    flat = pc.list_flatten(words)
    targets = flat.filter(pc.invert(pc.is_in(flat, value_set=texts_in_arrow(["", ":"]))))
    return ids.take(in_arrow(np.repeat(np.arange(len(ids)), counts))), unquoted(targets, UNESCAPED)


def _positions(ids: Column, at: Column, x: Column, y: Column) -> dict[str, Column]:
    import pyarrow.compute as pc

    if not len(at):
        return {}
    at = unquoted(at, UNESCAPED)
    require(len(pc.unique(at)) == len(at) and not pc.index_in(at, value_set=ids).null_count)
    rows = pc.index_in(ids, value_set=at)
    return {"x": x.take(rows), "y": y.take(rows)}


def recognises(text: str) -> bool:
    """Whether most of the first lines of a pasted text are of this grammar, and the first is no header of a CSV."""
    lines = [line for _, line in split_lines(text[:20_000]) if line.strip() and not line.lstrip().startswith("#")]
    if not lines:
        return False
    cells = {cell.strip().strip('"').lower() for mark in ",;\t|" for cell in lines[0].split(mark)}
    if any(header <= cells for header in _CSV_HEADERS):
        return False
    first = lines[:_LOOKED_AT]
    return 2 * sum(map(_is_sound, first)) > len(first)


def _is_sound(line: str) -> bool:
    try:
        parsed = parse_line(line)
        if isinstance(parsed, NodeLine) and "score" in parsed.kind:
            parse_score(parsed.kind["score"])
    except (FormatError, OptionError):
        return False
    return parsed is not None


# ---- writing


def write(graph: GameGraph) -> str:
    """The graph as text: what is said of it as a whole, its nodes, and their positions.

    Comments that were written beside the canvas (`explorer/stage/frontend/comments.js`) stand where they stood.
    """
    parts = (_lines(_head(graph)), _node_lines(graph), _places(graph))
    return "\n".join(part for part in parts if part)


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _head(graph: GameGraph) -> Iterator[str]:
    if graph.name:
        yield f"@name {raw_or_quoted(graph.name)}"
    if graph.description:
        for line in graph.description.split("\n"):
            yield f"@description {raw_or_quoted(line)}".rstrip(" ")
    if graph.convention is Convention.NEGAMAX or (graph.columns.kinds == MOVER).any():
        yield f"@convention {graph.convention}"
    if graph.nodes and graph.root is None:
        yield "@no-root"


def _node_lines(graph: GameGraph) -> str:
    """What the file says of nodes, a line each, with the comments above and beside it."""
    said = told(graph.columns, _said, in_label=in_quotes)
    ids, links = id_text.of(graph.columns.ids), graph.links.forward
    begins = {} if graph.root is None else {graph.root_index: f"> {ids[graph.root_index]}"}
    ends, comments = {}, graph.extra.get("comments")
    for index, id in enumerate(graph.columns.ids if comments else ()):
        above, beside = _comments(comments, id)
        begins[index] = _lines(above) + begins.get(index, ids[index])
        ends[index] = " ".join(["", *beside])
    has_colon = IS_INNER[graph.columns.kinds] | (np.diff(links.indptr) > 0)
    successors = Picked(["", ":"], has_colon.astype(np.int8)), joined(behind(" ", ids), links)
    nothing = Picked([""], np.zeros(len(ids), np.int8))
    lines = text_of(len(ids), but(ids, begins), *said.parts(said.values), *successors, but(nothing, ends), "\n")
    return lines + _lines(_comments(comments, _END)[0])


def _said(node: Node) -> str:
    """What a line says of a node, behind its id."""
    words = [] if node.label is None else [json_string(node.label)]
    return "".join(f" {word}" for word in words + _kind_words(node))


def _comments(comments: object, id: str) -> tuple[list[str], list[str]]:
    """The comments above a node and beside it; a file may hold anything under this key."""
    found = comments.get(id) if isinstance(comments, dict) else None
    above, beside = (found.get("above"), found.get("beside")) if isinstance(found, dict) else (None, None)
    return _kept(above if isinstance(above, list) else []), _kept([beside])


def _kept(comments: list[object]) -> list[str]:
    return [text for text in comments if isinstance(text, str) and _COMMENT.fullmatch(text)]


def _kind_words(node: Node) -> list[str]:
    if node.kind is Kind.LEAF:
        score = node_record(node).get("score")
        return ["="] if score is None else ["=", str(score)]
    return {Kind.MAX: ["max"], Kind.MIN: ["min"], Kind.OPEN: ["?"]}.get(node.kind, [])


def _places(graph: GameGraph) -> str:
    """The positions, a line each."""
    columns, placed = graph.columns, graph.columns.placed
    if columns.points is None or not len(placed):
        return ""
    x, y = (Floats(columns.points[placed, axis]).texts for axis in range(2))
    return text_of(len(placed), "@at ", Picked(id_text.of(columns.ids), placed), " ", x, " ", y, "\n")


FORMAT = Format(
    name="text",
    title="Plain text, a line a node (.txt)",
    suffixes=(".txt",),
    read=read,
    write=write,
    cannot_carry="known answers, other keys of the graph and its nodes, and the order of moves of different nodes.",
    recognises=recognises,
    shares_suffix=True,
    rank=39,
)
