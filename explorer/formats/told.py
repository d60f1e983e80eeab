"""What a function says of very many nodes, asked once for all that are alike but for labels, texts and numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from graphlib import TopologicalSorter
from itertools import pairwise
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from explorer.formats.dot_syntax import KEYWORDS
from explorer.formats.rows import Part
from explorer.formats.substitution import Substitution
from explorer.model import plain
from explorer.model.arrow import (
    Column,
    are_there,
    are_true,
    fits_int64,
    in_arrow,
    in_numpy,
    in_one_piece,
    is_text,
    shortest_in_arrow,
    texts_in_arrow,
)
from explorer.model.columns import KINDS, Indices, Kinds, NodeColumns
from explorer.model.extras import parts_of
from explorer.model.node import Node
from explorer.model.views import Cells, Picked, fit_arrow, in_column, names_of

_OWN = -1  # the class of what nothing can stand in for
_EMPTY, _WORD, _WORDS = range(1, 4)  # classes of texts
_SMALL_MARK, _MARK, _MARKS = 1_640_531_500, 7_041_776_200_000, ("16405315", "70417762", "WORD")  # stand in for others
_MOST_SLOTS = 90  # further keys, each with a number of its own
_SMALL = 2**31
_LEAST, _MOST = 1e-4, 1e15  # between these floats are written without an exponent, and exact where they are whole
_OF_NODES = ("label", "x", "y")
_ONE_WORD = r"^(?:[A-Za-z_][A-Za-z_0-9]*|-?[0-9]+)$"
_KEPT = rf"(?i)^(?:{'|'.join(KEYWORDS)})$"  # words that DOT writes as if they were several
_NOTHING = Substitution()

Value = TypeVar("Value")


class _Slot(NamedTuple):
    """Something of nodes that differs much between them, and stands as it is in what is said of them.

    Attributes
    ----------
    name : label, x, y, or a further key.
    classes : for each node the index of its class, or `_OWN` if nothing can stand in for what it has.
    stand_ins : for each class what a node has instead when it is asked for.
    marks : for each class the text of that which the text of the node takes the place of; "" if all are alike.
    texts : makes the texts of the nodes.
    """

    name: str
    classes: Kinds
    stand_ins: Sequence[Any]
    marks: Sequence[str]
    texts: Callable[[], Column]


@dataclass(frozen=True)
class Told(Generic[Value]):
    """What a function says of nodes; it is asked once, for the first, of those that are alike but for their slots.

    Attributes
    ----------
    values : what it says of those for which it is asked, in the order of the nodes.
    rows : for every node the index of what it says of it.
    slots : what differs.
    marks : for each of the values and each slot the mark that the text of a node takes the place of, or "".
    """

    values: list[Value]
    rows: Indices
    slots: Sequence[_Slot] = ()
    marks: Sequence[Sequence[str]] = ()

    def parts(self, texts: Sequence[str]) -> tuple[Part, ...]:
        """What is said of every node, of parts that stand side by side; texts are made of the values."""
        found = [_found(text, marks) for text, marks in zip(texts, self.marks, strict=True)]
        parts: list[Part] = []
        for slot in _order(found):
            cut = [_cut(text, marks.get(slot)) for text, marks in zip(texts, found, strict=True)]
            befores, texts = zip(*cut, strict=True)
            parts += Picked(befores, self.rows), self._texts(slot, [slot in marks for marks in found])
        return *parts, Picked(texts, self.rows)

    def _texts(self, slot: int, has_slot: Sequence[bool]) -> Sequence[str]:
        import pyarrow.compute as pc

        texts = pc.fill_null(in_one_piece(self.slots[slot].texts()), texts_in_arrow([""])[0])
        if all(has_slot):
            return Cells(texts)
        is_there = in_arrow(np.array(has_slot)[self.rows]).chunk(0).cast("bool")
        return Cells(pc.if_else(is_there, texts, texts_in_arrow([""])[0]))


def _found(text: str, marks: Sequence[str]) -> dict[int, str]:
    """The slots whose marks stand in a text, in this order."""
    places = {slot: text.find(mark) for slot, mark in enumerate(marks) if mark}
    return {slot: marks[slot] for slot in sorted(places, key=places.__getitem__) if places[slot] >= 0}


def _cut(text: str, mark: str | None) -> tuple[str, str]:
    before, _, after = ("", "", text) if mark is None else text.partition(mark)
    return before, after


def _order(found: Iterable[Iterable[int]]) -> Iterable[int]:
    """All slots in the order in which some of them stand in every text."""
    sorter: TopologicalSorter[int] = TopologicalSorter()
    for slots in {tuple(each) for each in found}:
        for slot in slots:
            sorter.add(slot)
        for before, behind in pairwise(slots):
            sorter.add(behind, before)
    return sorter.static_order()


def told(
    columns: NodeColumns,
    ask: Callable[[Node], Value],
    *,
    in_label: Substitution = _NOTHING,
    in_text: Substitution = _NOTHING,
    odd_labels: str = "",
) -> Told[Value]:
    """What a function says of nodes.

    Of few nodes, all that have labels, positions or further keys are asked for.  Of many, those with such as are
    written alike: labels, texts and numbers that stand in for others have to stand as they are in what is said.

    Parameters
    ----------
    in_label, in_text : what is written in place of parts of a label, or of the text of a further key.
    odd_labels : pattern of RE2; nodes are asked for if it finds something in their labels.
    """
    slots = _slots(columns, in_label, in_text, odd_labels) if len(columns) >= plain.LARGE else None
    is_own = _has_more(columns) if slots is None else np.zeros(len(columns), np.bool_)
    codes = columns.kinds.astype(np.int64) * (len(columns.scale) + 1) + columns.ranks + 1
    for slot in slots or ():
        is_own |= slot.classes == _OWN
        codes = np.unique(codes * len(slot.marks) + slot.classes, return_inverse=True)[1]
    codes[is_own] = -1 - np.flatnonzero(is_own)
    _, firsts, groups = np.unique(codes, return_index=True, return_inverse=True)
    order = np.argsort(firsts)
    rows = np.argsort(order)[groups].astype(np.int32)
    asked = firsts[order].tolist()
    if not slots:
        return Told([ask(columns.node(index)) for index in asked], rows, marks=[()] * len(asked))
    ways = [None if is_own[index] else [int(slot.classes[index]) for slot in slots] for index in asked]
    values = [ask(_asked(columns, index, slots, way)) for index, way in zip(asked, ways, strict=True)]
    nothing = [""] * len(slots)
    marks = [
        nothing if way is None else [slot.marks[each] for slot, each in zip(slots, way, strict=True)] for way in ways
    ]
    return Told(values, rows, slots, marks)


def _asked(columns: NodeColumns, index: int, slots: Sequence[_Slot], way: Sequence[int] | None) -> Node:
    """The node at an index, or with what stands in for that which it has of each class."""
    if way is None:
        return columns.node(index)
    has = {slot.name: slot.stand_ins[each] for slot, each in zip(slots, way, strict=True)}
    label, x, y = (has.pop(name, None) for name in _OF_NODES)
    extra = {key: value for key, value in has.items() if value is not None}
    score = None if columns.ranks[index] < 0 else columns.scale[columns.ranks[index]]
    return Node("q", KINDS[columns.kinds[index]], score, label, x, y, extra)


def _has_more(columns: NodeColumns) -> NDArray[np.bool_]:
    """Which nodes have a label, a position or further keys."""
    found = np.zeros(len(columns), np.bool_)
    found[[*columns.extras, *columns.placed.tolist()]] = True
    if columns.labels is not None:
        found |= np.array([label is not None for label in columns.labels])
    return found


def _slots(columns: NodeColumns, in_label: Substitution, in_text: Substitution, odd_labels: str) -> list[_Slot] | None:
    """What differs much between nodes; None if what stands in for it could be taken for something else."""
    further, others = parts_of(columns.extras)
    known = " ".join(map(str, (*columns.scale, *further)))
    if any(mark in known for mark in _MARKS) or len(further) > _MOST_SLOTS or not further.keys().isdisjoint(_OF_NODES):
        return None
    slots = []
    if columns.labels is not None:
        if not fit_arrow(names_of(columns)):
            return None
        slots.append(_of_labels(columns, in_label, odd_labels))
    if columns.points is not None:
        has_point = ~np.isnan(columns.points[:, 0]) & ~np.isnan(columns.points[:, 1])
        slots += [_of_floats(name, n, columns.points[:, n], has_point) for n, name in enumerate(("x", "y"))]
    if others:
        slots.append(_of_others("", [*others], len(columns)))
    return slots + [_of_column(key, n, column, in_text) for n, (key, column) in enumerate(further.items(), 2)]


def _of_column(key: str, n: int, column: Column, in_text: Substitution) -> _Slot:
    import pyarrow as pa
    import pyarrow.types as pt

    is_there, type = are_there(column), column.type
    if is_text(type):
        return _of_texts(key, n, column, in_text)
    if fits_int64(type):
        return _of_ints(key, n, in_numpy(column.cast(pa.int64()), 0), is_there)
    if pt.is_float32(type) or pt.is_float64(type):
        return _of_floats(key, n, in_numpy(column.cast(pa.float64()), 0.0), is_there)
    if pt.is_boolean(type):
        return _Slot(key, is_there.astype(np.int8) + are_true(column), [None, False, True], [""] * 3, list)
    return _of_others(key, np.flatnonzero(is_there), len(column))


def _of_others(key: str, indices: Sequence[int] | NDArray[Any], count: int) -> _Slot:
    """Of some nodes anything, so that they are all asked for."""
    classes = np.zeros(count, np.int8)
    classes[indices] = _OWN
    return _Slot(key, classes, [None], [""], list)


def _of_labels(columns: NodeColumns, in_label: Substitution, odd: str) -> _Slot:
    """The labels; those that are odd, empty, or the ids are asked for."""
    import pyarrow as pa
    import pyarrow.compute as pc

    labels = in_column(columns.labels or ())
    slot = _of_texts("label", 0, labels, in_label)
    is_id = are_true(pc.equal(labels, in_column(columns.ids).cast(pa.string())))
    is_odd = _matches(labels, odd) if odd else is_id
    slot.classes[is_id | is_odd | (slot.classes == _EMPTY)] = _OWN
    return slot


def _of_texts(name: str, n: int, column: Column, written: Substitution) -> _Slot:
    """No text, an empty one, a word, and others."""
    import pyarrow as pa
    import pyarrow.compute as pc

    texts = pc.fill_null(in_one_piece(column).cast(pa.string()), texts_in_arrow([""])[0])
    is_word, is_kept = (_matches(texts, pattern) for pattern in (_ONE_WORD, _KEPT))
    is_any = are_true(pc.not_equal(texts, texts_in_arrow([""])[0]))
    classes = are_there(column).astype(np.int8) * np.int8(_EMPTY)
    classes[is_any] = _WORDS
    classes[is_word & ~is_kept] = _WORD
    word, words = f"q{n}WORDq", f"q {n} WORDS q"
    return _Slot(name, classes, [None, "", word, words], ["", "", word, words], partial(written.column, texts))


def _of_ints(name: str, n: int, numbers: NDArray[np.int64], is_there: NDArray[np.bool_]) -> _Slot:
    """None, those of 32 bits, and others; each of either sign."""
    sizes, is_negative = np.abs(numbers), numbers < 0
    classes = np.where(sizes < _SMALL, 1, 3).astype(np.int8) + is_negative
    classes[(sizes == _SMALL) | (sizes < 0)] = _OWN
    classes[~is_there] = 0
    small, big = _SMALL_MARK + n, _MARK + n
    marks = ["", *map(str, (small, small, big, big))]
    return _Slot(
        name, classes, [None, small, -small, big, -big], marks, lambda: in_arrow(sizes).chunk(0).cast("string")
    )


def _of_floats(name: str, n: int, numbers: NDArray[np.float64], is_there: NDArray[np.bool_]) -> _Slot:
    """None, zero, whole numbers, and those with decimals; each of either sign, and none with an exponent."""
    sizes, is_negative = np.abs(numbers), np.signbit(numbers)
    is_whole, has_decimals = sizes == np.floor(sizes), (sizes >= _LEAST) & (sizes < _MOST)
    kinds = np.where(sizes == 0, 1, np.where(has_decimals, np.where(is_whole, 3, 5), _OWN))
    classes = np.where(kinds == _OWN, _OWN, kinds + is_negative).astype(np.int8)
    classes[~is_there] = 0
    whole, half = float(_MARK + n), _MARK + n + 0.5
    marks = ["", "", "", *[str(_MARK + n)] * 2, *[str(half)] * 2]
    stand_ins = [None, 0.0, -0.0, whole, -whole, half, -half]
    return _Slot(name, classes, stand_ins, marks, partial(shortest_in_arrow, np.where(has_decimals, sizes, 0.0)))


def _matches(texts: Column, pattern: str) -> NDArray[np.bool_]:
    import pyarrow.compute as pc

    return are_true(pc.match_substring_regex(texts, pattern))
