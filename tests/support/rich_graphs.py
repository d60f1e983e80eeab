"""Graphs with everything that a graph can carry: odd ids, labels, places, names, unknown keys, known answers."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st
from support.graphs import game_graphs

from explorer.graph import GameGraph, Node

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


@st.composite
def rich_graphs(draw: st.DrawFn, *, values: st.SearchStrategy[object] = json_values) -> GameGraph:
    """Playable graphs of both conventions with all optional parts; `values` are those of unknown keys."""
    graph = draw(game_graphs(max_open=2))
    names = draw(st.lists(texts.filter(bool), unique=True, min_size=len(graph.nodes), max_size=len(graph.nodes)))
    ids = {node.id: name for node, name in zip(graph.nodes, names, strict=True)}
    nodes = tuple(_decorated(draw, replace(node, id=ids[node.id]), values) for node in graph.nodes)
    return GameGraph(
        nodes,
        tuple(draw(st.permutations([(ids[source], ids[target]) for source, target in graph.moves]))),
        root=ids[graph.root or ""],
        convention=graph.convention,
        name=draw(texts),
        description=draw(texts),
        expected=draw(st.dictionaries(keys, values, max_size=2)),
        extra=draw(st.dictionaries(keys, values, max_size=2)),
    )


def _decorated(draw: st.DrawFn, node: Node, values: st.SearchStrategy[object]) -> Node:
    x, y = draw(st.just((None, None)) | st.tuples(places, places))
    label = draw(st.none() | texts.filter(bool))
    return replace(node, label=label, x=x, y=y, extra=draw(st.dictionaries(keys, values, max_size=2)))
