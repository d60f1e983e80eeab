"""What a graph loses in a format: what is different when it comes back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from explorer.formats import text
from explorer.formats.format import Format
from explorer.model.assemble import Assembled
from explorer.model.check import check, errors_in
from explorer.model.errors import ExplorerError, quoted
from explorer.model.graph import GameGraph, Move, Node
from explorer.model.words import counted

_OF_NODES: dict[str, Callable[[Node], object]] = {
    "label": lambda node: node.label,
    "position": lambda node: (node.x, node.y),
    "exact score": lambda node: (type(node.score), node.score),
    "kind": lambda node: node.kind,
}


def losses_in(graph: GameGraph, format: Format) -> list[str]:
    """A sentence for each thing that is lost when the graph is written in a format and read again.

    It is found out by doing that, so it costs a writing and a reading; of a graph that is too large to be read from one
    file, what may be lost is said instead.  What a reader finds wrong and the graph does not is a loss as well.
    """
    try:
        content = format.dump(graph)
        if len(content) > text.MAX_BYTES:
            lacks = f"{format.title} cannot carry {format.cannot_carry}"
            return [f"what is lost was not looked for in so large a graph; {lacks}"] if format.cannot_carry else []
        back = format.load(content)
    except ExplorerError as error:
        return [str(error)]
    return [*_new_errors(graph, back), *_differences(graph, back.graph)]


def _new_errors(graph: GameGraph, back: Assembled) -> Iterator[str]:
    """What is wrong with what was read, but not with the graph."""
    errors = errors_in(list(back.problems))
    known = errors_in(check(graph)) if errors else []
    nodes, messages = {problem.node for problem in known} - {None}, {problem.message for problem in known}
    for problem in errors:
        if problem.node not in nodes and problem.message not in messages:
            yield f"it is read with an error: {problem.message}"


def _differences(graph: GameGraph, back: GameGraph) -> Iterator[str]:
    before, after = (tuple(node.id for node in each.nodes) for each in (graph, back))
    if set(before) != set(after):
        yield "the ids of the nodes are lost"
        if len(before) != len(after):
            return
        back = _renamed(back, dict(zip(after, before, strict=True)))
    elif before != after:
        yield "the order of the nodes is lost"
    yield from _of_moves(graph, back)
    for name in ("root", "convention", "name", "description"):
        if getattr(graph, name) != getattr(back, name):
            yield f"the {name} of the graph is lost" if getattr(graph, name) is not None else f"{name}: one was chosen"
    if dict(graph.expected) != dict(back.expected):
        yield "the known answers (expected) are lost"
    for key, value in graph.extra.items():
        if key not in back.extra or back.extra[key] != value:
            yield f"the key {quoted(key)} of the graph is lost"
    yield from _of_nodes(graph, back)


def _renamed(graph: GameGraph, names: Mapping[str, str]) -> GameGraph:
    """The graph with other ids."""
    return graph.replace(
        nodes=tuple(replace(node, id=names[node.id]) for node in graph.nodes),
        moves=tuple((names[source], names[target]) for source, target in graph.moves),
        root=None if graph.root is None else names[graph.root],
    )


def _of_moves(graph: GameGraph, back: GameGraph) -> Iterator[str]:
    if graph.moves == back.moves:
        return
    before, after = set(graph.moves), set(back.moves)
    for what, some in (("lost", before - after), ("added", after - before)):
        if some:
            yield f"{counted(len(some), 'move')} {'is' if len(some) == 1 else 'are'} {what}"
    if before == after:
        same = _by_source(graph.moves) == _by_source(back.moves)
        yield f"the order of the moves{' of different nodes among each other' if same else ''} is lost"


def _by_source(moves: Iterable[Move]) -> list[Move]:
    """The moves in order of their sources, those of one source as they are."""
    return sorted(moves, key=lambda move: move[0])


def _of_nodes(graph: GameGraph, back: GameGraph) -> Iterator[str]:
    lost: Counter[str] = Counter()
    for before in graph.nodes:
        after = back.node(before.id)
        lost.update(name for name, of in _OF_NODES.items() if of(before) != of(after))
        there = after.extra
        lost.update(
            f"key {quoted(k)}" for k, value in before.extra.items() if k not in there or not _same(there[k], value)
        )
    for name, count in lost.items():
        yield f"the {name} of {counted(count, 'node')} is lost or changed"


def _same(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other
