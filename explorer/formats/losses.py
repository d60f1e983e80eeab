"""What a graph loses in a format: what is different when it comes back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.formats import text
from explorer.formats.format import Format
from explorer.model.check import check, errors_in
from explorer.model.columns import NO_SCORE, NodeColumns, Points
from explorer.model.errors import ExplorerError, quoted
from explorer.model.graph import GameGraph
from explorer.model.intake import Assembled
from explorer.model.scores import Score
from explorer.model.words import counted

Further = Mapping[int, Mapping[str, Any]]
"""What nodes have under further keys, by index."""


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
    before, after = graph.columns.ids, back.columns.ids
    count = len(before)
    known = _places(after, before)  # for what came back, the node
    if len(after) != count or (known == count).any():
        yield "the ids of the nodes are lost"
        known = np.arange(count)
    elif (np.diff(known) < 0).any():
        yield "the order of the nodes is lost"
    if len(after) != count:
        return
    yield from _of_moves(graph, back, known)
    yield from _of_whole(graph, back, None if back.root is None else before[int(known[back.root_index])])
    yield from _of_nodes(graph.columns, back.columns, np.argsort(known))


def _places(ids: Sequence[str], among: Sequence[str]) -> NDArray[np.int64]:
    """Where each of some ids is among others; how many these are if it is not there."""
    places = {id: place for place, id in enumerate(among)}
    return np.array([places.get(id, len(among)) for id in ids], np.int64)


def _of_whole(graph: GameGraph, back: GameGraph, root: str | None) -> Iterator[str]:
    """What is lost of the graph as a whole; `root` is the node that came back as the root."""
    came = {name: getattr(back, name) for name in ("root", "convention", "name", "description")} | {"root": root}
    for name, value in came.items():
        if getattr(graph, name) != value:
            yield f"the {name} of the graph is lost" if getattr(graph, name) is not None else f"{name}: one was chosen"
    for name, what in (("move_names", "names of moves"), ("score_range", "range of scores")):
        if getattr(graph, name) != getattr(back, name):
            yield f"the {what} {'are' if name == 'move_names' else 'is'} lost"
    if dict(graph.expected) != dict(back.expected):
        yield "the known answers (expected) are lost"
    for key, value in graph.extra.items():
        if key not in back.extra or back.extra[key] != value:
            yield f"the key {quoted(key)} of the graph is lost"


def _of_moves(graph: GameGraph, back: GameGraph, known: NDArray[np.integer[Any]]) -> Iterator[str]:
    count = len(known)
    before = graph.links.sources * np.int64(count) + graph.links.targets
    after = known[back.links.sources] * np.int64(count) + known[back.links.targets]
    if np.array_equal(before, after):
        return
    lost, added = (len(np.setdiff1d(a, b, assume_unique=True)) for a, b in ((before, after), (after, before)))
    for what, number in (("lost", lost), ("added", added)):
        if number:
            yield f"{counted(number, 'move')} {'is' if number == 1 else 'are'} {what}"
    if not lost and not added:
        one, other = (keys[np.argsort(keys // count, kind="stable")] for keys in (before, after))
        among = " of different nodes among each other" if np.array_equal(one, other) else ""
        yield f"the order of the moves{among} is lost"


def _of_nodes(before: NodeColumns, after: NodeColumns, rows: NDArray[np.integer[Any]]) -> Iterator[str]:
    (was, now), (at, goes) = _score_numbers(before, after), (_points(before), _points(after)[rows])
    lost = Counter(
        {
            "label": _count(_labels(before) != _labels(after)[rows]),
            "position": _count(((at != goes) & ~(np.isnan(at) & np.isnan(goes))).any(axis=1)),
            "exact score": _count(was != now[rows]),
            "kind": _count(before.kinds != after.kinds[rows]),
        }
    )
    for key in sorted({key for extra in before.extras.values() for key in extra}):
        lost[f"key {quoted(key)}"] = _lost_under(key, before.extras, after.extras, rows)
    for name, count in lost.items():
        if count:
            yield f"the {name} of {counted(count, 'node')} is lost or changed"


def _lost_under(key: str, before: Further, after: Further, rows: NDArray[np.integer[Any]]) -> int:
    """How many nodes do not have what they had under a further key."""
    nothing = object()
    had = [(index, extra[key]) for index, extra in before.items() if key in extra]
    return sum(not _same(value, after.get(int(rows[index]), {}).get(key, nothing)) for index, value in had)


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
