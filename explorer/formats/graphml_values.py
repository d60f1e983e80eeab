"""The values of nodes, edges and ports of GraphML, in columns: what they say, and what is odd about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.formats.graphml_survey import STRING, Survey, note_again, note_groups, note_left_out, note_misfit
from explorer.formats.pairs import Saying, place_of, require_few, say_in_order
from explorer.formats.xml_elements import Elements, Mask, Rows, among
from explorer.formats.xml_text import TYPES, Key, values_of, without_references
from explorer.formats.xml_values import Said
from explorer.model.arrow import Column, are_there, in_arrow, in_numpy, in_one_piece, truths_in_arrow
from explorer.model.errors import quoted
from explorer.model.fields import MOST_ALIKE, FieldReader
from explorer.model.mending import told_rows
from explorer.model.numbering import are_first, require
from explorer.model.views import Cells

_NO_NAMES = ("", "self", "node_for_adding")  # of values of nodes, which networkx takes for something else


class _Called(NamedTuple):
    """What elements with values are called.

    Attributes
    ----------
    name : of the elements.
    is_read : whether they are of the first graph, or of others.
    words, quoted, gap : words, the attributes that are quoted in these, and what for a gap in one.
    """

    name: str
    is_read: bool
    words: str
    quoted: tuple[str, ...] = ()
    gap: str | None = None


_CALLED = (
    _Called("node", True, "node {}", ("id",), ""),
    _Called("edge", True, "the move {} → {}", ("source", "target")),
    _Called("port", True, "a port"),
    _Called("node", False, "this node"),
    _Called("edge", False, "this edge"),
    _Called("port", False, "a port"),
)


class _Values(NamedTuple):
    """Values of a declared key, by their numbers.

    Attributes
    ----------
    name : under which they are kept.
    declared : what the key is where they stand.
    cells, are_read : the values, and which of them are kept.
    texts, are_misfits : what stands in them, and which do not fit the key.
    """

    name: str
    declared: Key
    numbers: Rows
    cells: Column
    are_read: Mask
    texts: Column
    are_misfits: Mask


@dataclass(frozen=True)
class File:
    """What is known of the elements of a file.

    Attributes
    ----------
    survey : of what stands around nodes and edges.
    rows : the rows of what was surveyed.
    end : where its first graph ends at the latest, which alone is read.
    are_foreign : which elements are in another namespace, so that networkx does not read their values.
    nodes, edges : the rows of those in this graph.
    given : the ids of nodes, with gaps.
    ids : the same without gaps, each once, in the order in which they are met.
    numbers : which of these a node has, or which of the edges an element is.
    values, owners : the rows of values of nodes, edges and ports, and of the elements that they belong to.
    used, codes : all keys of these, and which of them each has.
    """

    elements: Elements
    survey: Survey
    rows: Rows
    end: int
    are_foreign: Mask
    nodes: Rows
    edges: Rows
    given: Column
    ids: Column
    numbers: Rows
    values: Rows
    owners: Rows
    used: Sequence[str]
    codes: NDArray[Any]

    @cached_property
    def read(self) -> list[_Values]:
        """The values under each declared key but texts that are made of elements."""
        order, found = np.argsort(self.codes, kind="stable"), []
        bounds = np.searchsorted(self.codes[order], np.arange(1, len(self.used)))
        for id, some in zip(self.used, np.split(order, bounds), strict=False):
            declared = self.survey.declared.get(id, [])
            begins = [place_of(self.rows, place) for place, _, _ in declared]
            parts = np.split(some, np.searchsorted(self.values[some], begins))
            for key, numbers in zip((STRING, *(key for _, key, _ in declared)), parts, strict=True):
                if declared and len(numbers):
                    found.append(self._values(id, key, numbers))
        return found

    def _values(self, id: str, key: Key, numbers: Rows) -> _Values:
        """Some values under a key that is this where they stand."""
        elements, read = self.elements, self.survey.read(id)
        have_others = elements.have_others[self.values[numbers]]
        if key.type not in TYPES:
            numbers, have_others = numbers[~have_others], have_others[~have_others]
        rows = self.values[numbers]
        texts = elements.whole_texts(rows) if have_others.any() else elements.texts(rows)
        texts = in_one_piece(without_references.column(texts))
        cells, are_misfits = values_of(texts, key.type)
        are_read = ~(have_others | are_misfits | self.are_foreign[rows] | self.are_foreign[self.owners[numbers]])
        if read.type != key.type:
            cells, are_odd = values_of(texts, read.type)
            require(not (are_odd & are_read).any())
        return _Values(read.name, key, numbers, cells, are_read, texts, are_misfits)

    def said(self, are_owners: Mask, *, are_misfits: bool = False) -> dict[str, list[Said]]:
        """What some nodes or edges say by the names of keys, or the texts of what does not fit these."""
        found: dict[str, list[Said]] = {}
        for each in self.read:
            owners, places = self.owners[each.numbers], self.values[each.numbers] + are_misfits * len(self.elements)
            said = Said(self.numbers[owners], places, each.texts if are_misfits else each.cells)
            are_such = each.are_misfits if are_misfits else each.are_read
            name = each.declared.name if are_misfits else each.name
            found.setdefault(name, []).append(said.some(are_owners[owners] & are_such))
        return found


def file_of(elements: Elements, survey: Survey, rows: Rows, end: int, are_foreign: Mask) -> File:
    """What is known of the elements of a file, of whose first graph nothing stands from row `end` on."""
    import pyarrow as pa
    import pyarrow.compute as pc

    nodes, edges, values = (np.flatnonzero(elements.called(name)) for name in ("node", "edge", "data"))
    nodes, edges = nodes[nodes < end], edges[edges < end]
    require(len(nodes) > 0)
    given = elements.attribute(nodes, "id")
    encoded = pa.chunked_array(pc.fill_null(given, "").dictionary_encode()).combine_chunks()
    numbers = np.zeros(len(elements), np.int64)
    numbers[nodes], numbers[edges] = in_numpy(encoded.indices, 0), np.arange(len(edges))
    values = values[elements.called("node", "edge", "port")[elements.parents[values]]]
    at = elements.attribute(values, "key")
    require(not at.null_count)
    keys = at.combine_chunks().dictionary_encode()
    used, codes = keys.dictionary.to_pylist(), in_numpy(keys.indices, -1)
    require_few(len(used), len(values), len(nodes))
    ids, owners = pa.chunked_array([encoded.dictionary]), elements.parents[values]
    parts = nodes, edges, given, ids, numbers, values, owners, used, codes
    file = File(elements, survey, rows, end, are_foreign, *parts)
    require({each.name for each in file.read}.isdisjoint(_NO_NAMES))
    return file


def groups_of(elements: Elements) -> Rows:
    """The graphs in nodes."""
    return np.flatnonzero(elements.called("graph") & (elements.levels > 1))


def note_oddities(file: File, around: Sequence[Saying], fields: FieldReader) -> None:
    """Note what is odd about the text, in its order as a survey does, beside what is odd around nodes and edges."""
    elements, groups = file.elements, groups_of(file.elements)
    notes = [*around]
    for row in groups[groups < file.end][:1].tolist():
        notes.append((row, partial(note_groups, fields, elements.line(row))))
    again = _are_again(file.owners, file.codes)
    for called in _CALLED:
        is_own = elements.called(called.name) & ((np.arange(len(elements)) < file.end) == called.is_read)
        notes += _notes_of_again(file, called, np.flatnonzero(again & is_own[file.owners]), fields)
        for type in dict.fromkeys(each.declared.type for each in file.read):
            notes += _notes_of_misfits(file, called, type, is_own, fields)
    say_in_order(notes)
    rows = np.flatnonzero(elements.called("data"))
    at = elements.attribute(rows, "key").combine_chunks().dictionary_encode()
    firsts = rows[are_first(in_numpy(at.indices, -1))]
    lines = dict(zip(at.dictionary.to_pylist(), elements.lines(firsts).tolist(), strict=True))
    undeclared = {key: line for key, line in lines.items() if key not in file.survey.keys}
    note_left_out(fields, undeclared, int(elements.called("port").sum()))


def _are_again(owners: Rows, codes: NDArray[Any]) -> Mask:
    """Which of some values belong to the same element and have the same key as one before them."""
    order = np.lexsort((codes, owners))
    found = np.zeros(len(order), np.bool_)
    found[order[1:]] = (np.diff(owners[order]) == 0) & (np.diff(codes[order]) == 0)
    return found


def _notes_of_again(file: File, called: _Called, some: Rows, fields: FieldReader) -> Iterator[Saying]:
    """What notes keys that stand again in elements that are called so."""
    for index, words, more in _told(file, called, some):
        row, key = int(file.values[some[index]]), file.used[file.codes[some[index]]]
        yield row, partial(note_again, fields, words, key, file.elements.line(row))
        yield row, partial(fields.more, more)


def _notes_of_misfits(file: File, called: _Called, type: str, is_own: Mask, fields: FieldReader) -> Iterator[Saying]:
    """What notes values that are not of a type of elements that are called so."""
    import pyarrow as pa

    of_type = [each for each in file.read if each.declared.type == type and each.are_misfits.any()]
    if not of_type:
        return
    numbers = np.concatenate([each.numbers[each.are_misfits] for each in of_type])
    parts = [each.texts.filter(truths_in_arrow(each.are_misfits)) for each in of_type]
    order = np.argsort(numbers)
    order = order[is_own[file.owners[numbers[order]]]]
    some, texts = numbers[order], pa.chunked_array(parts).take(in_arrow(order))
    for index, words, more in _told(file, called, some, texts):
        row = int(file.values[some[index]])
        said = words, type, texts[index].as_py(), file.elements.line(row, at_end=True)
        is_kept = called.is_read and called.name == "node"
        yield row + 0.5, partial(note_misfit, fields, *said, is_kept=is_kept)
        yield row + 0.5, partial(fields.more, more)


def _told(file: File, called: _Called, values: Rows, *texts: Column) -> Iterator[tuple[int, str, int]]:
    """Which of some values are told of one by one; words for their elements; and how many more are told of with each.

    The values are of one kind of elements, and have texts that are quoted as well.
    """
    names = [file.elements.attribute(file.owners[values], each).fill_null(called.gap) for each in called.quoted]
    rows = np.arange(len(values))
    are_plain = not any(
        each.null_count or len(told_rows(Cells(in_one_piece(each)), rows)) > MOST_ALIKE for each in (*names, *texts)
    )
    told = rows[:MOST_ALIKE] if are_plain else rows
    for index in told.tolist():
        more = len(rows) - len(told) if index == told[-1] else 0
        yield index, called.words.format(*(quoted(each[index].as_py()) for each in names)), more


def said_of_nodes(file: File) -> tuple[dict[str, list[Said]], dict[str, list[Said]]]:
    """What nodes that have ids say, and the texts that do not fit their keys, which count more."""
    named = file.nodes[are_there(file.given)]
    return file.said(among(file.elements, named)), file.said(among(file.elements, file.nodes), are_misfits=True)
