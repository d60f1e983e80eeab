"""The values of nodes, edges and ports of GraphML, in columns: what they say, and what is odd about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.formats.graphml_survey import note_again, note_groups, note_misfit, note_ports, note_undeclared
from explorer.formats.runs import MOST_KEYS
from explorer.formats.xml_elements import Elements, Mask, Rows
from explorer.formats.xml_text import TYPES, Key, misfits, typed, without_references
from explorer.model import plain
from explorer.model.arrow import Column, in_numpy, in_one_piece, numbers_in_arrow, texts_of
from explorer.model.builder import NODE_KEYS
from explorer.model.errors import quoted
from explorer.model.extras import Extras, extras_in_columns
from explorer.model.fields import MOST_ALIKE, FieldReader
from explorer.model.mending import told_rows
from explorer.model.numbering import require
from explorer.model.views import Cells

_NO_NAMES = ("", "id", "self", "node_for_adding")  # the last of which networkx takes for something else
_READ_AS_TEXT = ("score", "open", "x", "y")  # of nodes, whatever they are
_CALLED: Mapping[str, tuple[str, tuple[str, ...], str | None]] = {
    "node": ("node {}", ("id",), ""),
    "edge": ("the move {} → {}", ("source", "target"), None),
    "port": ("a port", (), None),
}
"""What elements with values are called: words, the attributes that are quoted in these, and what for a gap in one."""


@dataclass(frozen=True)
class File:
    """What is known of the elements of a file.

    Attributes
    ----------
    keys : what is declared, by id.
    nodes, edges : their rows.
    numbers : which of the nodes, or of the edges, an element is.
    values, owners : the rows of values of nodes, edges and ports, and of the elements that they belong to.
    used, codes : all keys of these, and which of them each has.
    """

    elements: Elements
    keys: Mapping[str, Key]
    nodes: Rows
    edges: Rows
    numbers: Rows
    values: Rows
    owners: Rows
    used: Sequence[str]
    codes: NDArray[Any]

    @property
    def types(self) -> NDArray[np.str_]:
        """The types of the keys that are used, "" of one that is not declared."""
        return np.array([self.keys[id].type if id in self.keys else "" for id in self.used], np.str_)

    @cached_property
    def are_misfits(self) -> Mask:
        """Which values are not of the type of their key."""
        found = np.zeros(len(self.values), np.bool_)
        for code, type in enumerate(self.types.tolist()):
            if type in TYPES:
                numbers = np.flatnonzero(self.codes == code)
                require(not self.elements.have_others[self.values[numbers]].any())
                found[numbers] = misfits(self.texts_at(numbers), type)
        return found

    def texts_at(self, numbers: Rows) -> Column:
        """The texts of some values, with references."""
        return self.elements.texts(self.values[numbers])

    def owners_of(self, numbers: Rows) -> Rows:
        """The numbers of the nodes or edges to which some values belong."""
        return self.numbers[self.owners[numbers]]


def file_of(elements: Elements, keys: Mapping[str, Key]) -> File:
    """What is known of the elements of a file with these keys."""
    nodes, edges, values = (np.flatnonzero(elements.named(name)) for name in ("node", "edge", "data"))
    require(len(nodes) > 0)
    numbers = np.zeros(len(elements), np.int64)
    numbers[nodes], numbers[edges] = np.arange(len(nodes)), np.arange(len(edges))
    values = values[elements.named("node", "edge", "port")[elements.parents[values]]]
    at = elements.attribute(values, "key")
    require(not at.null_count)
    encoded = at.combine_chunks().dictionary_encode()
    used, codes = encoded.dictionary.to_pylist(), in_numpy(encoded.indices, -1)
    require(len(used) <= MOST_KEYS)
    return File(elements, keys, nodes, edges, numbers, values, elements.parents[values], used, codes)


def groups_of(elements: Elements) -> Rows:
    """The graphs in nodes."""
    return np.flatnonzero(elements.named("graph") & (elements.levels > 1))


def note_oddities(file: File, fields: FieldReader) -> None:
    """Note what is odd about the text, in its order as a survey does."""
    elements, rows = file.elements, file.values
    notes: list[tuple[tuple[int, bool], Callable[[], None], int]] = []
    for row in groups_of(elements)[:1]:
        notes.append(((int(row), False), partial(note_groups, fields, elements.line(row)), 0))
    again, types = _are_again(file.owners, file.codes), file.types
    for kind in _CALLED:
        is_own = elements.named(kind)[file.owners]
        some = np.flatnonzero(again & is_own)
        for index, words, more in _told(file, kind, some):
            row, key = rows[some[index]], file.used[file.codes[some[index]]]
            notes.append(((int(row), False), partial(note_again, fields, words, key, elements.line(row)), more))
        for type in dict.fromkeys(types):
            some = np.flatnonzero(file.are_misfits & is_own & (types == type)[file.codes])
            texts = without_references.column(file.texts_at(some))
            for index, words, more in _told(file, kind, some, texts):
                row = rows[some[index]]
                said = words, type, texts[index].as_py(), elements.line(row, at_end=True)
                notes.append(((int(row), True), partial(note_misfit, fields, *said, is_kept=kind == "node"), more))
    for _, note, more in sorted(notes, key=itemgetter(0)):
        note()
        fields.more(more)
    for key, row in zip(file.used, rows[np.unique(file.codes, return_index=True)[1]], strict=True):
        if key not in file.keys:
            note_undeclared(fields, key, elements.line(row))
    note_ports(fields, int(elements.named("port").sum()))


def _are_again(owners: Rows, codes: NDArray[Any]) -> Mask:
    """Which of some values belong to the same element and have the same key as one before them."""
    order = np.lexsort((codes, owners))
    found = np.zeros(len(order), np.bool_)
    found[order[1:]] = (np.diff(owners[order]) == 0) & (np.diff(codes[order]) == 0)
    return found


def _told(file: File, kind: str, values: Rows, *texts: Column) -> Iterator[tuple[int, str, int]]:
    """Which of some values are told of one by one; words for their elements; and how many more are told of with each.

    The values are of one kind of elements, and have texts that are quoted as well.
    """
    words, called, gap = _CALLED[kind]
    names = [file.elements.attribute(file.owners[values], each).fill_null(gap) for each in called]
    rows = np.arange(len(values))
    are_plain = not any(
        each.null_count or len(told_rows(Cells(in_one_piece(each)), rows)) > MOST_ALIKE for each in (*names, *texts)
    )
    told = rows[:MOST_ALIKE] if are_plain else rows
    for index in told.tolist():
        more = len(rows) - len(told) if index == told[-1] else 0
        yield index, words.format(*(quoted(each[index].as_py()) for each in names)), more


def among(elements: Elements, rows: Rows) -> Mask:
    """Which elements stand in some rows."""
    found = np.zeros(len(elements), np.bool_)
    found[rows] = True
    return found


def said_of(file: File, owners: Rows, wanted: Rows | None = None) -> dict[str, Column]:
    """What is said of nodes or edges by the names of keys, as wanted ones have them first; the last of a key counts.

    Raises
    ------
    OddError
        If keys have the same name or that of the id.
    """
    found: dict[str, tuple[int, Column]] = {}
    is_value = ~file.elements.have_others[file.values] & ~file.are_misfits
    is_value &= among(file.elements, owners if wanted is None else wanted)[file.owners]
    for code, key in enumerate(map(file.keys.get, file.used)):
        if key is None or not len(numbers := np.flatnonzero((file.codes == code) & is_value)):
            continue
        require(key.name not in found)
        cells = typed(file.texts_at(numbers), key)
        found[key.name] = int(numbers[0]), cells.take(_lasts(file.owners_of(numbers), len(owners)))
    require(found.keys().isdisjoint(_NO_NAMES))
    return {name: cells for name, (_, cells) in sorted(found.items(), key=lambda each: each[1][0])}


def _lasts(numbers: Rows, count: int) -> Column:
    """The last rows that hold each of so many numbers, with gaps."""
    rows = np.full(count, -1)
    rows[numbers] = np.arange(len(numbers))
    return numbers_in_arrow(rows, rows >= 0)


def with_misfits(file: File, said: Mapping[str, Column]) -> tuple[dict[str, Column], dict[int, dict[str, str]]]:
    """What is said of nodes with texts for values that are not of their type; under further keys these stand alone."""
    import pyarrow.compute as pc

    found, others, names = dict(said), dict[int, dict[str, str]](), set[str]()
    numbers = np.flatnonzero(file.are_misfits & file.elements.named("node")[file.owners])
    for code in np.unique(file.codes[numbers]).tolist():
        name = file.keys[file.used[code]].name
        require(name not in names)
        names.add(name)
        some = numbers[file.codes[numbers] == code]
        texts, nodes = without_references.column(file.texts_at(some)), file.owners_of(some)
        if name in _READ_AS_TEXT:
            new = texts.take(_lasts(nodes, len(file.nodes)))
            own = texts_of(found.get(name, new))
            require(own.null_count == found.get(name, new).null_count)  # NaN says something and is nothing
            found[name] = pc.coalesce(new, own)
        else:
            require(name not in (*NODE_KEYS, *plain.TOP_KEYS, *_NO_NAMES, "owner"))
            for node, text in zip(nodes.tolist(), texts.to_pylist(), strict=True):
                others.setdefault(node, {})[name] = text
    return found, others


def with_others(extras: Extras, others: Mapping[int, Mapping[str, str]], count: int) -> Mapping[int, Mapping[str, Any]]:
    """The further keys of nodes with other values for some."""
    if not others:
        return extras
    found = {row: {**extras.get(row, {}), **others.get(row, {})} for row in sorted({*extras, *others})}
    return extras_in_columns(found, count)
