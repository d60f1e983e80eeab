"""PRISM's explicit transitions (.tra), of models in which nothing is left to chance.

The first line has the numbers of states and transitions, or of states, choices and transitions.  A line is then
`source target probability` or `source choice target probability`, and perhaps an action; in a labelled transition
system (LTS) it has no probability.  Comments begin with #; in the first one PRISM names the kind of model.  Players and
rewards are in other files of PRISM, which are not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np

from explorer.formats.format import Format
from explorer.formats.plain_text_syntax import split_lines
from explorer.formats.runs import unless_odd
from explorer.formats.text import note_on_size
from explorer.formats.usual_lines import Pattern, usual_lines, without_zeros
from explorer.model import plain
from explorer.model.arrow import in_arrow
from explorer.model.assemble import Assembled
from explorer.model.builder import MAX_NODES, GraphBuilder
from explorer.model.errors import FormatError, OptionError, quoted
from explorer.model.fields import FieldReader
from explorer.model.numbering import require
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
        if (ends := _ends(number, words, places, builder.fields)) is not None:
            builder.add_move(*ends, line=number)
    return builder.finish(root="0" if int(head[0]) else None, announce_negamax=True)


def _ends(number: int, words: Sequence[str], places: tuple[int, ...], fields: FieldReader) -> tuple[str, str] | None:
    """The states that a transition leads from and to; None after noting that the line is none.

    Raises
    ------
    FormatError
        If it is by chance.
    """
    if len(words) <= places[-1] or not all(_WHOLE.fullmatch(words[place]) for place in places[:2]):
        got = quoted(" ".join(words))
        fields.error(f"expected {_EXPECTED[places]}, got {got}; left out", line=number)
        return None
    source, target, *probabilities = (words[place] for place in places)
    for probability in probabilities:
        _require_certain(probability, number)
    return str(int(source)), str(int(target))


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """The words of each line that is no comment, numbered."""
    for number, line in split_lines(text):
        if words := _words(line):
            yield number, words


def _words(line: str) -> list[str]:
    """The words of a line; none of a comment."""
    words = line.split()
    return [] if words and words[0].startswith("#") else words


def _places(text: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[int, ...]:
    """Which words of a row are the source, the target and, unless there is none, the probability."""
    is_lts = len(head) == 3 and (_LTS.match(text) or (rows and all(len(row) == 3 for row in rows)))
    return _CERTAIN if is_lts else _PLACES[len(head)]


@unless_odd
def _plain(text: str) -> Assembled | None:
    """The graph of a large model; None of a small one, or one of an odd size."""
    (before, head), (_, first) = ([*islice(_lines(text), 2)] + 2 * [(0, [])])[:2]
    if len(head) not in _PLACES or not all(map(_PLAIN.fullmatch, head)) or not 0 < int(head[0]) <= MAX_NODES:
        return None
    places, is_lts = _places(text, head, [first]), _LTS.match(text) is not None
    lines, fields = usual_lines(text, _usual(places, has_more=places != _CERTAIN or is_lts), before), FieldReader()
    if lines is None:
        return None
    others = [(number, words) for number, line in lines.odd if (words := _words(line))]
    require(places != _CERTAIN or is_lts or not others)  # one of another number of words tells that it is no LTS
    _note_size(head, len(lines.numbers) + len(others), fields)
    said, numbers = replace(lines, odd=[(number, " ".join(words)) for number, words in others]).with_odd(
        lambda number, line: (ends := _ends(number, line.split(), places, fields)) and [*ends, "1"][: len(places)]
    )
    for word in (word for words in said[2:] for word in words.unique().to_pylist()):
        _require_certain(word, before)
    tables = plain.PlainTables(
        sources=without_zeros(said[0]),
        targets=without_zeros(said[1]),
        nodes={"id": in_arrow(np.arange(int(head[0])))},
        move_lines=numbers,
        adds_ends=False,
        root="0",
    )
    return plain.assemble_plain(tables, fields)


def _usual(places: Sequence[int], *, has_more: bool) -> Pattern:
    """How most lines are written, where these words are the source, the target and perhaps the probability."""
    state, word = "[0-9]{1,18}", "[!-~]+"
    words = [state if place in places[:2] else word for place in range(places[-1] + 1)]
    named = dict(zip(places, ("source", "target", "probability"), strict=False))
    parts = [f"(?P<{named[place]}>{word})" if place in named else word for place in range(len(words))]
    more = "(?:[ \t]+[ -~\t]*)?" if has_more else "[ \t]*"
    whole, beginning = ("[ \t]*" + "[ \t]+".join(each) for each in (words, parts))
    return Pattern(whole + more, beginning, "[ \t]*(?:#.*)?")


def _note_size(head: Sequence[str], found: int, fields: FieldReader) -> None:
    for note in note_on_size(int(head[-1]), found, "transition"):
        fields.warn(note)


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
