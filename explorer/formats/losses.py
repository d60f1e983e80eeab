"""What a graph loses in a format: what is different when it comes back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from explorer.formats import text
from explorer.formats.format import Format
from explorer.model.assemble import Assembled
from explorer.model.check import check, errors_in
from explorer.model.columns import NO_SCORE, NodeColumns, Points
from explorer.model.errors import ExplorerError, quoted
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.model.words import counted


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
    before, after = graph.columns.ids, back.ids
    rows = np.arange(len(before))  # of what came back, for each node
    if tuple(before) != tuple(after):
        if has_other_ids := set(before) != set(after):
            yield "the ids of the nodes are lost"
        if len(before) != len(after):
            return
        if not has_other_ids:
            yield "the order of the nodes is lost"
            rows = np.array([back.index[id] for id in before])
    known = np.argsort(rows)  # for what came back, the node
    yield from _of_moves(graph, back, known)
    yield from _of_whole(graph, back, None if back.root is None else before[known[back.root_index]])
    yield from _of_nodes(graph.columns, back.columns, rows)


def _of_whole(graph: GameGraph, back: GameGraph, root: str | None) -> Iterator[str]:
    """What is lost of the graph as a whole; `root` is the node that came back as the root."""
    came = {name: getattr(back, name) for name in ("root", "convention", "name", "description")} | {"root": root}
    for name, value in came.items():
        if getattr(graph, name) != value:
            yield f"the {name} of the graph is lost" if getattr(graph, name) is not None else f"{name}: one was chosen"
    if dict(graph.expected) != dict(back.expected):
        yield "the known answers (expected) are lost"
    for key, value in graph.extra.items():
        if key not in back.extra or back.extra[key] != value:
            yield f"the key {quoted(key)} of the graph is lost"


def _of_moves(graph: GameGraph, back: GameGraph, known: NDArray[np.int64]) -> Iterator[str]:
    count = len(known)
    before = graph.links.sources * np.int64(count) + graph.links.targets
    after = known[back.links.sources] * count + known[back.links.targets]
    if np.array_equal(before, after):
        return
    lost, added = len(np.setdiff1d(before, after)), len(np.setdiff1d(after, before))
    for what, number in (("lost", lost), ("added", added)):
        if number:
            yield f"{counted(number, 'move')} {'is' if number == 1 else 'are'} {what}"
    if not lost and not added:
        one, other = (keys[np.argsort(keys // count, kind="stable")] for keys in (before, after))
        among = " of different nodes among each other" if np.array_equal(one, other) else ""
        yield f"the order of the moves{among} is lost"


def _of_nodes(before: NodeColumns, after: NodeColumns, rows: NDArray[np.int64]) -> Iterator[str]:
    (was, now), (at, goes) = _score_numbers(before, after), (_points(before), _points(after)[rows])
    lost = Counter(
        {
            "label": _count(_labels(before) != _labels(after)[rows]),
            "position": _count(((at != goes) & ~(np.isnan(at) & np.isnan(goes))).any(axis=1)),
            "exact score": _count(was != now[rows]),
            "kind": _count(before.kinds != after.kinds[rows]),
        }
    )
    for index, extra in before.extras.items():
        there = after.extras.get(int(rows[index]), {})
        lost.update(f"key {quoted(k)}" for k, value in extra.items() if k not in there or not _same(there[k], value))
    for name, count in lost.items():
        if count:
            yield f"the {name} of {counted(count, 'node')} is lost or changed"


def _count(are_lost: NDArray[np.bool_]) -> int:
    return int(np.count_nonzero(are_lost))


def _labels(columns: NodeColumns) -> NDArray[np.object_]:
    return np.array([None] * len(columns) if columns.labels is None else columns.labels, object)


def _points(columns: NodeColumns) -> Points:
    return np.full((len(columns), 2), np.nan) if columns.points is None else columns.points


def _score_numbers(*some: NodeColumns) -> list[NDArray[np.int64]]:
    """For the nodes of each the number of their score, the same only for scores that are written alike."""
    known: dict[tuple[type, Score], int] = {}
    return [
        np.array([*(known.setdefault((type(score), score), len(known)) for score in each.scale), NO_SCORE])[each.ranks]
        for each in some
    ]


def _same(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other
