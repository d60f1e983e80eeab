"""PRISM's explicit transitions (.tra), of models in which nothing is left to chance.

The first line has the numbers of states and transitions, or of states, choices and transitions.  A line is then
`source target probability` or `source choice target probability`, and perhaps an action; in a labelled transition
system (LTS) it has no probability.  Comments begin with #; in the first one PRISM names the kind of model.  Players and
rewards are in other files of PRISM, which are not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np

from explorer.formats.delimited import columns_of
from explorer.formats.format import Format
from explorer.formats.plain_text_syntax import split_lines
from explorer.formats.text import note_on_size
from explorer.model import plain
from explorer.model.arrow import Column, in_arrow
from explorer.model.assemble import Assembled
from explorer.model.builder import MAX_NODES, GraphBuilder
from explorer.model.errors import FormatError, OptionError, quoted
from explorer.model.fields import FieldReader
from explorer.model.scores import parse_score

_WHOLE = re.compile(r"\d{1,18}")
_PLAIN = re.compile("[0-9]{1,9}")
_LTS = re.compile(r"\s*#[^\n]*\(LTS\)")
_PLACES = {2: (0, 1, 2), 3: (0, 2, 3)}  # words of the first line; which words are source, target and probability
_CERTAIN = (0, 2)  # the same of a transition system
_EXPECTED = {
    (0, 1, 2): "source, target and probability",
    (0, 2, 3): "source, choice, target and probability",
    _CERTAIN: "source, choice and target",
}


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of a model as a plain directed graph.

    Raises
    ------
    FormatError
        If the first line does not say its size, or a move is by chance, naming the line.
    """
    if (plainly := _plain(text)) is not None:
        return plainly
    (_, head), *rows = [*_lines(text)] or [(1, [])]
    if len(head) not in _PLACES or not all(map(_WHOLE.fullmatch, head)):
        raise FormatError("expected the numbers of states, perhaps choices, and transitions in the first line")
    if int(head[0]) > MAX_NODES:
        raise FormatError(f"the graph has more than {MAX_NODES:,} nodes, the most that are read")
    places = _places(text, head, [words for _, words in rows])
    builder = GraphBuilder()
    _note_size(head, len(rows), builder.fields)
    for state in range(int(head[0])):
        builder.add_node({"id": str(state)})
    for number, words in rows:
        if len(words) <= places[-1] or not all(_WHOLE.fullmatch(words[place]) for place in places[:2]):
            got = quoted(" ".join(words))
            builder.fields.error(f"expected {_EXPECTED[places]}, got {got}; left out", line=number)
            continue
        source, target, *probabilities = (words[place] for place in places)
        for probability in probabilities:
            _require_certain(probability, number)
        builder.add_move(str(int(source)), str(int(target)), line=number)
    return builder.finish(root="0" if int(head[0]) else None, announce_negamax=True)


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """The words of each line that is no comment, numbered."""
    for number, line in split_lines(text):
        words = line.split()
        if words and not words[0].startswith("#"):
            yield number, words


def _places(text: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[int, ...]:
    """Which words of a row are the source, the target and, unless there is none, the probability."""
    is_lts = len(head) == 3 and (_LTS.match(text) or (rows and all(len(row) == 3 for row in rows)))
    return _CERTAIN if is_lts else _PLACES[len(head)]


def _plain(text: str) -> Assembled | None:
    """The graph of a large model of which nothing is odd; None of any other."""
    text = text.replace("\r\n", "\n")
    if text.count("\n") < plain.LARGE or "\r" in text:
        return None
    (before, head), (_, first) = ([*islice(_lines(text), 2)] + 2 * [(0, [])])[:2]
    if len(head) not in _PLACES or not all(map(_PLAIN.fullmatch, head)) or not 0 < int(head[0]) <= MAX_NODES:
        return None
    columns = _columns(text, before, _places(text, head, [first]), len(first))
    if columns is None or not _are_certain(columns.get("probability")):
        return None
    tables = plain.PlainTables(
        sources=columns["source"],
        targets=columns["target"],
        nodes={"id": in_arrow(np.arange(int(head[0])))},
        move_lines=plain.Lines(lambda: islice((number for number, _ in _lines(text)), 1, None)),
        root="0",
    )
    fields = FieldReader()
    _note_size(head, len(tables.sources), fields)
    return plain.assemble_plain(tables, fields)


def _note_size(head: Sequence[str], found: int, fields: FieldReader) -> None:
    for note in note_on_size(int(head[-1]), found, "transition"):
        fields.warn(note)


def _columns(text: str, before: int, places: Sequence[int], count: int) -> dict[str, Column] | None:
    """The columns of the lines below the first ones: the states as numbers, the probability as text."""
    import pyarrow as pa

    if count <= places[-1] or "0x" in text.lower() or "-0" in text:  # which Arrow takes for numbers
        return None
    names = dict(zip(places, ("source", "target", "probability"), strict=False))
    listed = [names.get(place, f"other {place}") for place in range(count)]
    types = dict.fromkeys(("source", "target"), pa.int64())
    found = columns_of(text, " ", listed, types=types, skipped=before)
    is_odd = found is None or any(column.null_count for column in found.values())  # two blanks in a row
    return None if is_odd else found


def _are_certain(column: Column | None) -> bool:
    try:
        return column is None or all(parse_score(word) == 1 for word in column.unique().to_pylist())
    except OptionError:
        return False


def _require_certain(probability: str, line: int) -> None:
    try:
        is_certain = parse_score(probability) == 1
    except OptionError as error:
        raise FormatError(f"line {line}: a probability: {error}") from None
    if not is_certain:
        raise FormatError(
            f"line {line}: a move by chance, of probability {probability}; only games without chance can be read"
        )


FORMAT = Format(name="prism", title="PRISM's explicit transitions (.tra)", suffixes=(".tra",), read=read, rank=38)
