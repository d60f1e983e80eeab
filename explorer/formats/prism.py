"""PRISM's explicit transitions (.tra), of models in which nothing is left to chance.

The first line has the numbers of states and transitions, or of states, choices and transitions.  A line is then
`source target probability` or `source choice target probability`, and perhaps an action.  Players and rewards are in
other files of PRISM, which are not read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from explorer.formats.delimited import columns_of
from explorer.formats.format import Format
from explorer.formats.plain_text_syntax import split_lines
from explorer.formats.runs import lines_below
from explorer.model import plain
from explorer.model.arrow import Column, in_arrow
from explorer.model.assemble import Assembled
from explorer.model.builder import MAX_NODES, GraphBuilder
from explorer.model.errors import FormatError, OptionError, quoted
from explorer.model.fields import FieldReader
from explorer.model.scores import parse_score

_WHOLE = re.compile(r"\d{1,18}")
_PLAIN = re.compile("[0-9]{1,9}")
_KINDS = {2: (0, 1, 2), 3: (0, 2, 3)}  # words of the first line; which words are source, target and probability


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of a model as a plain directed graph.

    Raises
    ------
    FormatError
        If the first line does not say its size, or a move is by chance, naming the line.
    """
    if (plainly := _plain(text)) is not None:
        return plainly
    lines = [(number, line.split()) for number, line in split_lines(text) if line.strip()]
    head = lines[0][1] if lines else []
    if len(head) not in _KINDS or not all(map(_WHOLE.fullmatch, head)):
        raise FormatError("expected the numbers of states, perhaps choices, and transitions in the first line")
    if int(head[0]) > MAX_NODES:
        raise FormatError(f"the graph has more than {MAX_NODES:,} nodes, the most that are read")
    places = _KINDS[len(head)]
    builder = GraphBuilder()
    for state in range(int(head[0])):
        builder.add_node({"id": str(state)})
    for number, words in lines[1:]:
        if len(words) <= places[2] or not all(_WHOLE.fullmatch(words[place]) for place in places[:2]):
            expected = "source, target and probability" if len(head) == 2 else "source, choice, target and probability"
            builder.fields.error(f"expected {expected}, got {quoted(' '.join(words))}; left out", line=number)
            continue
        source, target, probability = (words[place] for place in places)
        _require_certain(probability, number)
        builder.add_move(str(int(source)), str(int(target)), line=number)
    return builder.finish(root="0" if int(head[0]) else None, announce_negamax=True)


def _plain(text: str) -> Assembled | None:
    """The graph of a large model of which nothing is odd; None of any other."""
    text = text.replace("\r\n", "\n")
    head, first = ([*text.split("\n", 2), "", ""][number].split(" ") for number in (0, 1))
    if (
        text.count("\n") < plain.LARGE
        or "\r" in text
        or len(head) not in _KINDS
        or not all(map(_PLAIN.fullmatch, head))
    ):
        return None
    places = _KINDS[len(head)]
    columns = _columns(text, places, len(first))
    if columns is None or int(head[0]) > MAX_NODES or not int(head[0]) or not _are_certain(columns["probability"]):
        return None
    tables = plain.PlainTables(
        sources=columns["source"],
        targets=columns["target"],
        nodes={"id": in_arrow(np.arange(int(head[0])))},
        move_lines=lines_below(text),
        root="0",
    )
    return plain.assemble_plain(tables, FieldReader())


def _columns(text: str, places: Sequence[int], count: int) -> dict[str, Column] | None:
    """The columns of the lines after the first: the states as numbers, the probability as text."""
    import pyarrow as pa

    names = {places[0]: "source", places[1]: "target", places[2]: "probability"}
    if count <= places[2] or "0x" in text.lower() or "-0" in text:  # which Arrow takes for numbers
        return None
    listed = [names.get(place, f"other {place}") for place in range(count)]
    types = dict.fromkeys(("source", "target"), pa.int64())
    found = columns_of(text, " ", listed, types=types, skipped=1)
    is_odd = found is None or any(column.null_count for column in found.values())  # two blanks in a row
    return None if is_odd else found


def _are_certain(column: Column) -> bool:
    try:
        return all(parse_score(word) == 1 for word in column.unique().to_pylist())
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
