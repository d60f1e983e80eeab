"""A trace as the browser gets it: small, and of a long one the part on screen, and more when it asks for it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from explorer.algorithms import Algorithm
from explorer.drawing.endless_worths import endless_data
from explorer.drawing.memo_table import is_doubled, memo_data, memo_title, span_of
from explorer.drawing.messages.trace import MemoEntry, Packed, PackedColumn
from explorer.drawing.node_colours import ColourScale, ValueLooks
from explorer.model.graph import Move
from explorer.model.scores import Score, score_to_json
from explorer.trace import Finality, Path, Trace
from explorer.trace.caption import Caption
from explorer.trace.changes import Changes, Numbers
from explorer.trace.recorded import ACTIVITIES, MARKS, RELATIONS

_SIGNS = [{"text": relation.sign, "is_score": relation.is_score} for relation in RELATIONS]
Jump = Literal["change", "rise"]


_BEFORE = -1  # the step for the state before the first step of a chunk
_SIZES = (1, 2, 4)  # bytes
CHUNK = 500  # steps that travel together
_AT_ONCE = 4  # chunks up to which a trace travels whole
_NEAR_END = 2 * CHUNK  # of a path: further back than the search goes within a chunk


class ChangeRows(NamedTuple):
    """Changes in a chunk of steps, in columns: the step of each, counted from the first, its key and its new value."""

    steps: Numbers
    keys: Numbers
    values: Numbers

    @classmethod
    def within(cls, changes: Changes, span: range) -> ChangeRows:
        """Return the changes in a span of steps."""
        rows = changes.within(span.start, span.stop)
        return cls(changes.steps[rows] - span.start, changes.keys[rows], changes.values[rows].copy())

    @classmethod
    def with_start(cls, changes: Changes, span: range, order: Numbers | None = None) -> ChangeRows:
        """Return the state before a span of steps, in an order of keys if given, and its changes."""
        before = changes.at(span.start - 1)
        there = before != changes.blank
        there = there if there.ndim == 1 else there.any(axis=1)
        keys = np.flatnonzero(there) if order is None else order[there[order]]
        standing = cls(np.full(len(keys), _BEFORE), keys, before[keys])
        return cls(*map(np.concatenate, zip(standing, cls.within(changes, span), strict=True)))

    @classmethod
    def at_once(cls, keys: ArrayLike, values: ArrayLike) -> ChangeRows:
        """Return changes that all come in the first step."""
        listed = np.asarray(keys, np.intp)
        return cls(np.zeros_like(listed), listed, np.asarray(values, np.intp))

    def where(self, is_wanted: Numbers) -> ChangeRows:
        """Return the changes that a mask selects."""
        return ChangeRows(*(column[is_wanted] for column in self))

    def at_places(self, places: Numbers) -> ChangeRows:
        """Return the changes of keys that have a place, which becomes their key; -1 stands for none."""
        keys = places[self.keys]
        return self._replace(keys=keys).where((self.keys >= 0) & (keys >= 0))

    @property
    def packed(self) -> PackedColumn:
        """The steps, keys and values of the changes, each column as a text of `number_text`."""
        return number_text(self.steps), number_text(self.keys), number_text(self.values)


def number_text(numbers: ArrayLike) -> Packed:
    """Return whole numbers as text: the bytes of each, then all of them in base64."""
    listed = np.ravel(numbers)
    least, most = (listed.min(), listed.max()) if len(listed) else (0, 0)
    size = next((size for size in _SIZES if -(1 << 8 * size - 1) <= least <= most < 1 << 8 * size - 1), 8)
    kind = f"<i{size}" if size in _SIZES else "<f8"  # as JavaScript has numbers
    return f"{size}{b64encode(listed.astype(kind).tobytes()).decode()}"


@dataclass(frozen=True)
class SentTrace:
    """A trace for the browser, of all nodes or of those in `visible_ids`: the data to begin with, and the rest.

    Nodes, scores and activities are indices in lists that are sent once.  Steps come in chunks of `CHUNK`, in the
    columns in which they were recorded (`ChunkData`); the browser asks for more of them (`chunk`).

    Only if there are bounds, the trace is `bounded`, and `endless` has what endless play can be set to.  Only if the
    graph grew, `discovery` and `expanded` have for every node the step from which it is there, and the step from which
    it is not open any more.  Only if some scores are bounds or estimates of scores, `signs` has the signs before them.
    Only if the first steps of the run were not recorded, `first` is the number of the first one that was.  Only if the
    algorithm has words for scores, such as W, `words` has the scores that they stand for.  Only if the search stores
    anything, there is `memo`.  Only if the run goes on behind it, it is `unfinished`.
    """

    trace: Trace
    algorithm: Algorithm
    visible_ids: Collection[str] | None = None
    scale: ColourScale | None = None  # of the colours, if it is not that of the trace
    is_unfinished: bool = False  # whether more steps of the run are still to come

    def data(self, step: int = 0) -> dict[str, Any]:
        """Return the data of the trace to begin at a step: of a long trace the steps around it."""
        last = self.chunks - 1
        here = min(step // CHUNK, last)
        wanted = range(self.chunks) if last < _AT_ONCE else range(max(0, here - 1), min(here + 1, last) + 1)
        return self.with_chunks(wanted)

    def whole(self) -> dict[str, Any]:
        """Return the data of the whole trace for the browser."""
        return self.with_chunks(range(self.chunks))

    @property
    def chunks(self) -> int:
        """The number of chunks of the trace."""
        return -(-len(self.trace) // CHUNK)

    def with_chunks(self, numbers: Iterable[int]) -> dict[str, Any]:
        """Return all data except the steps, and the chunks with these numbers."""
        trace, algorithm, words = self.trace, self.algorithm, self.algorithm.words
        return {
            "algorithm": algorithm.name,
            "title": algorithm.title,
            "warning": algorithm.warning,
            "pseudocode": algorithm.pseudocode,
            "nodes": self._visible_ids_in_order,
            "values": [asdict(self._value_looks.score(value)) for value in trace.values],
            **_scale_data(self._value_looks),
            "bounded": trace.has_bounds,
            "roles": [role.name.lower() for role in Finality],
            "activities": list(map(str, ACTIVITIES)),
            "marks": list(map(str, MARKS)),
            "counters": trace.steps.counters,
            "length": len(trace),
            "chunkLength": CHUNK,
            "chunks": list(map(self.chunk, numbers)),
            "left_out": trace.left_out,
            **({"unfinished": True} if self.is_unfinished else {}),
            **({"first": trace.first} if trace.first else {}),
            **({"linesOff": off} if (off := algorithm.lines_off(trace.options)) else {}),
            **({"notesTitle": algorithm.notes_title} if algorithm.notes_title else {}),
            **({"words": {word: score_to_json(score) for score, word in words.items()}} if words else {}),
            **({"signs": _SIGNS} if trace.has_relations else {}),
            **({"memo": self._memo_head} if trace.has_memo else {}),
            **(endless_data(trace, self._value_looks) if trace.has_bounds else {}),
            **_growth_data(trace, self._visible_ids_in_order),
        }

    def chunk(self, number: int) -> dict[str, Any]:
        """Return the steps of a chunk, and the state before the first of them."""
        steps = self.trace.steps
        span = range(number * CHUNK, min((number + 1) * CHUNK, len(steps)))
        rows = slice(span.start, span.stop)
        named = _NodeNumbers(self._index_by_id)
        cells, trails = _PathCells(named), steps.trails[rows]
        captions = [steps.sentences[step] for step in span]
        notes, transits, texts = self._notes_and_transits(span)
        memo, entries = self._memo_entries(span, trails, named)
        columns = {
            **self._visible_changes(span),
            "notes": notes,
            "transits": transits,
            "memo": memo,
            "names": _names_in_captions(captions, named),
        }
        data = {
            "number": number,
            "captions": list(map(str, captions)),
            "lines": number_text(steps.lines[rows]),
            "focus": number_text(
                [-1 if id is None else named.index(id) for id in map(steps.nodes.id, steps.focus[rows])]
            ),
            "moves": number_text(self._move_ends(span)),
            "ends": number_text([cells.index(trail) for trail in trails]),
            "cells": number_text(cells.links),
            "columns": {name: column.packed for name, column in columns.items() if len(column.keys)},
            "texts": texts,
            "entries": entries,
        }
        others = [[id, steps.nodes.names[steps.nodes.index[id]]] for id in named.others]
        return data | ({"others": others} if others else {})

    def jump(self, to: Jump, name: str, step: int, *, forward: bool) -> int | None:
        """Return the next or previous step in which a node (by its id) changes or a counter rises; None if none."""
        if to == "change" and name not in self.trace.graph.index:
            return None
        steps = self.trace.changes_of(name) if to == "change" else self.trace.rises_of(name)
        if forward:
            return next((each for each in steps if each > step), None)
        return next((each for each in reversed(steps) if each < step), None)

    @cached_property
    def _value_looks(self) -> ValueLooks:
        """The looks of the trace's scores and bounds."""
        return ValueLooks.of_trace(self.trace, self.algorithm) if self.scale is None else ValueLooks(self.scale)

    @cached_property
    def _visible_ids_in_order(self) -> list[str]:
        """The ids of the visible nodes, in the order of the graph."""
        index = self.trace.graph.index
        return list(index) if self.visible_ids is None else sorted(self.visible_ids, key=index.__getitem__)

    @cached_property
    def _index_by_id(self) -> dict[str, int]:
        """The index of each visible node among them, by id."""
        return {id: index for index, id in enumerate(self._visible_ids_in_order)}

    @cached_property
    def _places(self) -> Numbers:
        """The index of every node of the graph, by its number; -1 of hidden ones."""
        places = np.full(len(self.trace.steps.nodes.ids), -1)
        places[[self.trace.graph.index[id] for id in self._visible_ids_in_order]] = np.arange(
            len(self._visible_ids_in_order)
        )
        return places

    @property
    def _memo_head(self) -> dict[str, Any]:
        """The title of the memo, and how to read its entries."""
        signs = [relation.sign for relation in RELATIONS]
        title, doubled = memo_title(self.trace, self.algorithm), is_doubled(self.trace)
        return {"title": title, "signs": signs, "doubled": doubled, "sets": self.trace.has_sets}

    def _visible_changes(self, span: range) -> dict[str, ChangeRows]:
        """Return the changes of the visible nodes, without notes and memo, and of the counters."""
        steps = self.trace.steps
        lasting = {
            "scores": steps.scores,
            "bounds": steps.bounds,
            "windows": steps.windows,
            "roles": steps.finality,
            "pruned": steps.pruned,
            **({"signs": steps.relations} if self.trace.has_relations else {}),
        }
        counts, marks = (
            ChangeRows.with_start(steps.counts, span),
            ChangeRows.within(steps.marks, span).at_places(self._places),
        )
        marks.values[:, 0] = self._indices_of(marks.values[:, 0])
        return {
            **{name: ChangeRows.with_start(changes, span).at_places(self._places) for name, changes in lasting.items()},
            "activity": ChangeRows.within(steps.activity, span).at_places(self._places),
            "marks": marks.where(marks.values[:, 0] >= 0),
            "counts": counts._replace(values=np.maximum(counts.values, 0)),
        }

    def _notes_and_transits(self, span: range) -> tuple[ChangeRows, ChangeRows, list[str]]:
        """Return the notes and the values on moves, with texts as indices in a list of those that occur."""
        steps = self.trace.steps
        notes = ChangeRows.with_start(steps.notes, span).at_places(self._places)
        transits = ChangeRows.within(steps.transits, span).at_places(self._places)
        transits.values[:, 0] = self._indices_of(transits.values[:, 0])
        transits = transits.where(transits.values[:, 0] >= 0)
        codes, places = np.unique(np.concatenate((notes.values, transits.values[:, 1])), return_inverse=True)
        transits.values[:, 1] = places[len(notes.values) :]
        texts = [steps.texts[code] for code in codes.tolist()]
        return notes._replace(values=places[: len(notes.values)]), transits, texts

    def _memo_entries(
        self, span: range, trails: Sequence[Path | None], named: _NodeNumbers
    ) -> tuple[ChangeRows, list[MemoEntry]]:
        """Return the stored entries of the memo, as indices in a list of entries; those from before the span come in
        order of storage."""
        memo, stored = self.trace.steps.memo, self.trace.steps.entries
        states = ChangeRows.with_start(memo, span, memo.in_order)
        states = states.where(self._places[states.keys >> 1] >= 0)
        if not len(states.keys):
            return states, []
        span_of_path = span_of(self.trace, trails)
        entries = memo_data(self.trace, map(stored.__getitem__, states.values.tolist()), named.index, span_of_path)
        places = 2 * self._places[states.keys >> 1] + (states.keys & 1)
        return ChangeRows(states.steps, places, np.arange(len(entries))), entries

    def _move_ends(self, span: range) -> Numbers:
        """Return the ends of the move of each step; -1 unless both are visible."""
        moves = self._indices_of(np.array(self.trace.steps.moves[2 * span.start : 2 * span.stop], np.intp)).reshape(
            -1, 2
        )
        return np.where((moves < 0).any(axis=1, keepdims=True), -1, moves)

    def _indices_of(self, numbers: Numbers) -> Numbers:
        """Return the indices of nodes that have these numbers; -1 of hidden ones."""
        return np.where(numbers >= 0, self._places[numbers], -1)


def still_data(
    scores: Mapping[str, Score | None],
    scale: ColourScale,
    *,
    notes: Mapping[str, str] | None = None,
    caption: str = "",
    focus: str = "",
    marks: Mapping[Move, str] | None = None,
) -> dict[str, Any]:
    """Return one picture as a trace of one step: scores with colours on a scale, notes, a caption, the node in
    focus, and marks of moves between nodes that have an entry."""
    index = {id: place for place, id in enumerate(scores)}
    known = [place for place, score in enumerate(scores.values()) if score is not None]
    noted = {index[id]: note for id, note in (notes or {}).items() if id in index}
    marked = [(*ends, mark) for ends, mark in (marks or {}).items() if index.keys() >= {*ends}]
    ends = np.array([(index[one], index[other]) for one, other, _ in marked], np.intp).reshape(-1, 2)
    columns = {
        "scores": ChangeRows.at_once(known, known),
        "notes": ChangeRows.at_once(list(noted), range(len(noted))),
        "marks": ChangeRows.at_once(ends[:, 0], np.stack((ends[:, 1], np.arange(len(marked))), axis=1)),
    }
    chunk = {
        "number": 0,
        "captions": [caption],
        "lines": number_text([0]),
        "focus": number_text([index.get(focus, -1)]),
        "moves": number_text([-1, -1]),
        "ends": number_text([-1]),
        "cells": number_text([]),
        "columns": {name: column.packed for name, column in columns.items() if len(column.keys)},
        "texts": list(noted.values()),
        "entries": [],
    }
    return {
        "nodes": list(scores),
        "values": [asdict(scale.look(score)) for score in scores.values()],
        **_scale_data(ValueLooks(scale)),
        "bounded": False,
        "roles": [],
        "activities": [],
        "marks": [mark for _, _, mark in marked],
        "counters": [],
        "pseudocode": [],
        "length": 1,
        "chunkLength": CHUNK,
        "chunks": [chunk],
        "left_out": "",
    }


def _scale_data(looks: ValueLooks) -> dict[str, Any]:
    """Return the meaning and the colours of the scale, for the legend."""
    return {"fills": looks.meaning, "scale": looks.scale.stops}


def _growth_data(trace: Trace, ids: list[str]) -> dict[str, Any]:
    """Return for each node the steps at which the run discovered and expanded it, if it did that."""
    if not trace.discovery.any() and not trace.expanded.any():
        return {}
    rows = [trace.graph.index[id] for id in ids]
    return {"discovery": trace.discovery[rows].tolist(), "expanded": trace.expanded[rows].tolist()}


def _names_in_captions(captions: Sequence[Caption | str], named: _NodeNumbers) -> ChangeRows:
    """Return the places at which captions name nodes."""
    found = [
        (step, named.index(id), start, end)
        for step, caption in enumerate(captions)
        if not isinstance(caption, str)
        for start, end, id in caption.names
    ]
    columns = np.array(found, np.intp).reshape(-1, 4)
    return ChangeRows(columns[:, 0], columns[:, 1], columns[:, 2:])


class _NodeNumbers:
    """Indices of nodes that are named: of the visible ones, and after them of others in the order in which they
    come."""

    def __init__(self, index: Mapping[str, int]) -> None:
        self._visible = len(index)
        self._indices = dict(index)

    def is_visible(self, id: str) -> bool:
        """Return whether a node is one of the visible ones."""
        return self._indices.get(id, self._visible) < self._visible

    def index(self, id: str) -> int:
        """Return the index of a node, a new one for a hidden node that has none."""
        return self._indices.setdefault(id, len(self._indices))

    @property
    def others(self) -> list[str]:
        """The ids of the hidden nodes that have an index, in its order."""
        return list(self._indices)[self._visible :]


class _PathCells:
    """Chains of the paths in a chunk of steps, each link listed once; far from the end many hidden nodes are one
    link."""

    def __init__(self, named: _NodeNumbers) -> None:
        self.named = named
        self._indices: dict[int, int] = {}
        self.links: list[tuple[int, int]] = []

    def index(self, path: Path | None) -> int:
        """Return the index of the last link of a path, adding the links that are not listed."""
        missing: list[Path] = []
        while path is not None and id(path) not in self._indices:
            missing.append(path)
            path = path.before
        before = -1 if path is None else self._indices[id(path)]
        skipped = 0
        for left, link in zip(range(len(missing) - 1, -1, -1), reversed(missing), strict=True):
            if left >= _NEAR_END and not self.named.is_visible(link.node):
                skipped += 1
                continue
            if skipped:
                before, skipped = self._add_link(-skipped, before), 0
            before = self._indices[id(link)] = self._add_link(self.named.index(link.node), before)
        return before

    def _add_link(self, node: int, before: int) -> int:
        """Add a link to the list, and return its index."""
        self.links.append((node, before))
        return len(self.links) - 1
