"""Losses of a graph in a format: differences after it is written and read again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from explorer.formats import text
from explorer.formats.format import Format
from explorer.intake import Assembled
from explorer.model.check import check, errors_in
from explorer.model.convert import graph_record, node_record
from explorer.model.errors import ExplorerError, quoted
from explorer.model.graph import GameGraph, Move, Node
from explorer.model.words import counted

_ASPECTS = {
    "score": "exact score", "player": "kind", "open": "kind", "label": "label", "x": "position", "y": "position",
}  # fmt: skip
_OF_WHOLE = {"expected": "the known answers (expected) are lost", "range": "the range of scores is lost"}
_NOTHING = object()


def losses_in(graph: GameGraph, format: Format) -> list[str]:
    """Return a sentence for each part that is lost when a graph is written in a format and read again.

    The graph is in fact written and read, unless it is too large to be read from one file: then the sentence names
    possible losses.  New problems in reading are losses as well.
    """
    try:
        content = format.dump(graph)
        if len(content) > text.MAX_BYTES:
            lacks = f"{format.title} cannot carry {format.cannot_carry}"
            return [f"what is lost was not looked for in so large a graph; {lacks}"] if format.cannot_carry else []
        back = format.load(content)
    except ExplorerError as error:
        return [str(error)]
    return [*_new_errors(graph, back), *_losses_between(graph, back.graph)]


def _new_errors(graph: GameGraph, back: Assembled) -> Iterator[str]:
    """Yield the errors in reading that the original graph does not have."""
    errors = errors_in(list(back.problems))
    known = errors_in(check(graph)) if errors else []
    nodes, messages = {problem.node for problem in known} - {None}, {problem.message for problem in known}
    for problem in errors:
        if problem.node not in nodes and problem.message not in messages:
            yield f"it is read with an error: {problem.message}"


def _losses_between(graph: GameGraph, back: GameGraph) -> Iterator[str]:
    """Yield a sentence for each loss between a graph and what is read back."""
    called = {id: id for id in back.ids}
    if called.keys() != {*graph.ids}:
        yield "the ids of the nodes are lost"
        if len(back.ids) != len(graph.ids):
            return
        called = dict(zip(back.ids, graph.ids, strict=True))
    elif [*back.ids] != [*graph.ids]:
        yield "the order of the nodes is lost"
    yield from _move_losses([*graph.moves], [(called[source], called[target]) for source, target in back.moves])
    if graph.move_names != {
        (called[source], called[target]): name for (source, target), name in back.move_names.items()
    }:
        yield "the names of moves are lost"
    if graph.progress != {(called[source], called[target]) for source, target in back.progress}:
        yield "the marks of progress are lost"
    yield from _graph_losses(
        graph_record(graph), graph_record(back) | ({"root": called[back.root]} if back.root else {})
    )
    yield from _node_losses(graph, {called[node.id]: node for node in back.nodes})


def _move_losses(before: list[Move], after: list[Move]) -> Iterator[str]:
    """Yield a sentence for moves that are lost or added, and for a lost order."""
    for what, count in (("lost", len({*before} - {*after})), ("added", len({*after} - {*before}))):
        if count:
            yield f"{counted(count, 'move')} {'is' if count == 1 else 'are'} {what}"
    if before != after and {*before} == {*after}:
        is_kept = sorted(before, key=_source) == sorted(after, key=_source)
        yield f"the order of the moves{' of different nodes among each other' if is_kept else ''} is lost"


def _source(move: Move) -> str:
    return move[0]


def _graph_losses(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    """Yield a sentence for each attribute of the graph as a whole that is lost or changed."""
    if "root" not in before and "root" in after:
        yield "root: one was chosen"
    for key, value in before.items():
        if not _are_identical(value, after.get(key, _NOTHING)):
            is_own = key in ("root", "convention", "name", "description")
            usual = f"the {key} of the graph is lost" if is_own else f"the key {quoted(key)} of the graph is lost"
            yield _OF_WHOLE.get(key, usual)


def _node_losses(graph: GameGraph, after: Mapping[str, Node]) -> Iterator[str]:
    """Yield a sentence for each property that nodes lose or change, with the number of these nodes."""
    lost = Counter[str]()
    for node in graph.nodes:
        before, now = node_record(node), node_record(after[node.id])
        keys = {key for key in before if not _are_identical(before[key], now.get(key, _NOTHING))} - {"id"}
        keys |= now.keys() & _ASPECTS.keys() - before.keys()
        keys |= {"player"} if node.kind is not after[node.id].kind else set()
        lost.update({_ASPECTS.get(key, f"key {quoted(key)}") for key in keys})
    for name in sorted(lost, key=lambda name: (name.startswith("key "), name)):
        yield f"the {name} of {counted(lost[name], 'node')} is lost or changed"


def _are_identical(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other
