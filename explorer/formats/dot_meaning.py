"""What DOT means: its attributes of a graph, its labels, and edges that are drawn in some way, as moves."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.formats.dot_syntax import DotEdge, DotGraph, Text
from explorer.formats.dot_write import ENTITY, POINTS_PER_INCH
from explorer.formats.substitution import Substitution
from explorer.model.arrow import Column, in_arrow
from explorer.model.assemble import AttributedMove
from explorer.model.errors import OptionError
from explorer.model.fields import FieldReader
from explorer.model.graph import Convention
from explorer.model.mending import at_rows
from explorer.model.plain import Lines
from explorer.model.scores import format_score, parse_score
from explorer.model.words import counted

DRAWN = ("label", "shape", "pos")  # attributes that are read in a way of their own
_PLACE = re.compile(r"\s*([^,\s]+)[,\s]\s*+([^,!\s]+)(?>(?:[,\s][^,!]++)?)(!?)\s*+")
UNREFERRED = Substitution((ENTITY, html.unescape))
"""A label, without escapes already, as Graphviz shows it."""

OF_HTML = Substitution(
    (r"(?i)<br[ \t\r\n\f\v]*/?>", lambda _: "\n"),
    ("<[^<>]*>", lambda _: ""),
    (r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)", html.unescape),
)
"""A label without the marks of HTML."""

_MEANT = {
    "back": "drawn backwards; the move goes the other way",
    "both": "drawn both ways; each is two moves",
    "none": "drawn without a direction; left out",
    "invisible": "not drawn; left out",
}
_MOVES = {"back": 1, "both": 2}  # that an edge stands for
WAYS = ("", *_MEANT)
"""How edges are drawn; the first is the usual one."""

IN_DOT = {"back": "dir=back", "both": "dir=both", "none": "dir=none", "invisible": "style=invis"}


def warn_of_structure(found: DotGraph, fields: FieldReader) -> None:
    """Note what there is besides nodes and edges."""
    if found.has_more:
        fields.warn("the file has more than one graph; only the first was read")
    if found.groups:
        fields.warn(
            f"subgraphs were left out, their nodes kept: {', '.join(list(dict.fromkeys(found.groups))[:5])}"[:200]
        )


def top(found: DotGraph) -> dict[str, Any]:
    """The attributes of the graph; its name is the one before the bracket, or else its title."""
    top: dict[str, Any] = {key: value.plain for key, value in found.attributes.items() if key != "inputscale"}
    if "label" in found.attributes:
        top["label"] = label_text(found.attributes["label"], found.name)
    name = found.name or top.get("name") or top.pop("label", "")
    return {**top, "name": name}


def is_negamax(top: Mapping[str, Any]) -> bool:
    """Whether the attributes of a graph say that it is one."""
    return str(top.get("convention", "")).strip().lower() == Convention.NEGAMAX


def scale(found: DotGraph) -> float | None:
    """Points for a unit of position, as the graph says; None where it does not."""
    said = found.attributes.get("inputscale")
    return 1.0 if said is not None and said.plain == POINTS_PER_INCH else None


# ---- labels


def with_name(name: str) -> Substitution:
    """What Graphviz shows for the escapes of a label, one of which stands for the name of the node."""
    meaning = {"n": "\n", "l": "\n", "r": "\n", "N": name, "\n": ""}
    return Substitution((r"\\[\s\S]", lambda escape: meaning.get(escape[1], escape[1])))


def label_text(label: Text, id: str) -> str:
    """What Graphviz shows for a label: without escapes, or without the marks of HTML."""
    if label.is_html:
        return OF_HTML(label.raw).strip()
    return UNREFERRED(with_name(id)(label.raw).removesuffix("\n"))


def without_score(label: Text, score: object) -> Text:
    """The label of a leaf without its score, where that stands on the last line."""
    try:
        shown = parse_score(score)
    except OptionError:
        return label
    for text in (format_score(shown), str(shown)):
        if not label.is_html and label.raw.endswith("\\n" + text):
            return Text(label.raw.removesuffix("\\n" + text))
    return label


def place_of(text: str) -> tuple[float, float, bool] | None:
    """Where a node is drawn, and whether this is fixed; None if that is not said."""
    if (match := _PLACE.fullmatch(text)) is None:
        return None
    try:
        return float(match[1]), float(match[2]), bool(match[3])
    except ValueError:
        return None


# ---- moves


def moves(edges: Iterable[DotEdge], fields: FieldReader) -> list[AttributedMove]:
    """The moves in order; for each way of drawing that is not the usual one there is a warning."""
    return moves_as_drawn([(_move(edge), _drawn(edge)) for edge in edges], IN_DOT, fields)


def moves_as_drawn(
    edges: Iterable[tuple[AttributedMove, str]], words: Mapping[str, str], fields: FieldReader
) -> list[AttributedMove]:
    """The moves of edges, each with how it is drawn: back, both, none, invisible, or "" for the usual way.

    For each way but the usual one there is a warning with its words.
    """
    some: list[AttributedMove] = []
    found: Counter[str] = Counter()
    lines: dict[str, int | None] = {}
    for move, drawn in edges:
        found[drawn] += 1
        lines.setdefault(drawn, move.line)
        back = move._replace(source=move.target, target=move.source)
        some += {"back": [back], "both": [move, back], "none": [], "invisible": []}.get(drawn, [move])
    note_drawn(found, lines, words, fields)
    return some


def note_drawn(
    found: Mapping[str, int], lines: Mapping[str, int | None], words: Mapping[str, str], fields: FieldReader
) -> None:
    """Note how many edges are drawn in each way but the usual one, with the line of the first."""
    for drawn, meaning in _MEANT.items():
        if count := found.get(drawn):
            verb = "is" if count == 1 else "are"
            fields.warn(f"{counted(count, 'edge')} with {words[drawn]} {verb} {meaning}", line=lines.get(drawn))


def ends_as_drawn(
    ends: tuple[Column, Column],
    lines: Lines,
    drawn: Mapping[str, NDArray[np.bool_]],
    words: Mapping[str, str],
    fields: FieldReader,
) -> tuple[tuple[Column, Column], Lines, NDArray[np.integer]]:
    """The sources and targets of moves, which go as edges are drawn; their lines, and the rows of their edges.

    There is a warning as of `moves_as_drawn`, where `drawn` are the edges in each way but the usual one.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    firsts = {way: np.flatnonzero(some)[:1] for way, some in drawn.items() if some.any()}
    note_drawn(
        {way: int(some.sum()) for way, some in drawn.items()},
        {way: at_rows(lines, first).get(int(first[0])) for way, first in firsts.items()},
        words,
        fields,
    )
    counts = np.ones(len(ends[0]), np.int64)
    for way, some in drawn.items():
        counts[some] = _MOVES.get(way, 0)
    rows = np.repeat(np.arange(len(counts)), counts)
    is_back = drawn["back"][rows] | (np.diff(rows, prepend=-1) == 0)
    taken, mask = in_arrow(rows), pa.chunked_array([pa.array(is_back)])
    one, other = (end.take(taken) for end in ends)
    of_moves = Lines(lambda: map([*lines].__getitem__, rows.tolist()))
    return (pc.if_else(mask, other, one), pc.if_else(mask, one, other)), of_moves, rows


def _drawn(edge: DotEdge) -> str:
    return drawn_as(*(edge.attributes[key].plain if key in edge.attributes else "" for key in ("style", "dir")))


def drawn_as(style: str, direction: str) -> str:
    """How an edge with these attributes is drawn, one of `WAYS`."""
    if "invis" in style.replace(" ", "").split(","):
        return "invisible"
    return direction if direction in ("back", "both", "none") else ""


def _move(edge: DotEdge) -> AttributedMove:
    attributes = {key: text.plain for key, text in edge.attributes.items() if key != "dir"} if edge.attributes else {}
    return AttributedMove(edge.source, edge.target, attributes, edge.line)
