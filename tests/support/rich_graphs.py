"""Graphs with everything that a graph can carry: odd ids, labels, places, names, unknown keys, known answers."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from hypothesis import strategies as st
from support.graphs import game_graphs, in_any_order

from explorer.model.graph import GameGraph, Node

_SOME_IDS = [
    "a,b",
    'say "x"',
    "two words",
    " led by a blank",
    "ended by one ",
    "a;b\tc|d",
    "line\nbreak",
    "é→∞",
    "1",
    "-3",
    "id",
    "%1",
    "&lt;",
]

texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8) | st.sampled_from(_SOME_IDS)
"""Text without control characters but with delimiters, quotes, blanks, line ends."""

plain_values = st.one_of(
    texts, st.integers(-(10**20), 10**20), st.floats(allow_nan=False, allow_infinity=False), st.booleans()
)
json_values = st.recursive(
    plain_values | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
keys = texts.filter(bool).map(lambda text: f"my {text}")
places = st.floats(-1e4, 1e4)

# Made once: to make a strategy takes longer than to draw from it.
# CSV keeps no other blank than a space at an end.
_names = texts.filter(lambda text: text.strip() and text.strip() == text.strip(" "))
_labels = st.none() | _names
_move_names = st.just("") | texts.map(str.strip)
_points: st.SearchStrategy[tuple[float | None, float | None]] = st.just((None, None)) | st.tuples(places, places)


@cache
def _all_different(count: int) -> st.SearchStrategy[list[str]]:
    return st.lists(_names, unique=True, min_size=count, max_size=count)


@cache
def _extra(values: st.SearchStrategy[object]) -> st.SearchStrategy[dict[str, object]]:
    return st.dictionaries(keys, values, max_size=2)


@st.composite
def rich_graphs(draw: st.DrawFn, *, values: st.SearchStrategy[object] = json_values) -> GameGraph:
    """Playable graphs of both conventions with all optional parts; `values` are those of unknown keys."""
    graph = draw(game_graphs(max_open=2))
    names = draw(_all_different(len(graph.nodes)))
    ids = {node.id: name for node, name in zip(graph.nodes, names, strict=True)}
    nodes = tuple(_decorated(draw, replace(node, id=ids[node.id]), values) for node in graph.nodes)
    moves = [(ids[source], ids[target]) for source, target in graph.moves]
    marks = draw(st.lists(st.booleans(), min_size=len(moves), max_size=len(moves)))
    named = draw(st.lists(_move_names, min_size=len(moves), max_size=len(moves)))
    return GameGraph(
        nodes,
        tuple(in_any_order(draw, moves, len(moves))),
        root=ids[graph.root or ""],
        convention=graph.convention,
        name=draw(texts),
        description=draw(texts),
        expected=draw(_extra(values)),
        extra=draw(_extra(values)),
        move_names={move: name for move, name in zip(moves, named, strict=True) if name},
        progress=frozenset(move for move, is_marked in zip(moves, marks, strict=True) if is_marked),
    )


def _decorated(draw: st.DrawFn, node: Node, values: st.SearchStrategy[object]) -> Node:
    x, y = draw(_points)
    return replace(node, label=draw(_labels), x=x, y=y, extra=draw(_extra(values)))
