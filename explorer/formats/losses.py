"""What a graph loses in a format: what is different when it comes back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from explorer.errors import ExplorerError
from explorer.formats.format import Format
from explorer.formats.text import counted
from explorer.graph import GameGraph, Node

_OF_NODES: dict[str, Callable[[Node], object]] = {
    "label": lambda node: node.label,
    "place": lambda node: (node.x, node.y),
    "exact score": lambda node: (type(node.score), node.score),
    "kind": lambda node: node.kind,
}


def losses_in(graph: GameGraph, format: Format) -> list[str]:
    """A sentence for each thing that is lost when the graph is written in a format and read again.

    It is found out by doing that, so it costs a writing and a reading.
    """
    try:
        back = format.read(format.write(graph), None).graph
    except ExplorerError as error:
        return [str(error)]
    return list(_differences(graph, back))


def _differences(graph: GameGraph, back: GameGraph) -> Iterator[str]:
    if [node.id for node in graph.nodes] != [node.id for node in back.nodes]:
        yield "the ids of the nodes, or their order, are lost"
        return
    if graph.moves != back.moves:
        yield "the order of the moves is lost"
    for name in ("root", "convention", "name", "description"):
        if getattr(graph, name) != getattr(back, name):
            yield f"the {name} of the graph is lost" if getattr(graph, name) is not None else f"{name}: one was chosen"
    if dict(graph.expected) != dict(back.expected):
        yield "the known answers (expected) are lost"
    for key, value in graph.extra.items():
        if key not in back.extra or back.extra[key] != value:
            yield f"the key {key!r} of the graph is lost"
    yield from _of_nodes(graph, back)


def _of_nodes(graph: GameGraph, back: GameGraph) -> Iterator[str]:
    lost: Counter[str] = Counter()
    for before, after in zip(graph.nodes, back.nodes, strict=True):
        lost.update(name for name, of in _OF_NODES.items() if of(before) != of(after))
        lost.update(f"key {key!r}" for key, value in before.extra.items() if not _same(after.extra.get(key), value))
    for name, count in lost.items():
        yield f"the {name} of {counted(count, 'node')} is lost or changed"


def _same(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other
