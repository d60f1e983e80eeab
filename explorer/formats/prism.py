"""PRISM's explicit transitions (.tra), of models in which nothing is left to chance.

The first line has the numbers of states and transitions, or of states, choices and transitions.  A line is then
`source target probability` or `source choice target probability`, and perhaps an action.  Players and rewards are in
other files of PRISM, which are not read.
"""

from __future__ import annotations

import re

from explorer.formats.format import Format
from explorer.formats.plain_text_syntax import split_lines
from explorer.model.assemble import Assembled
from explorer.model.builder import MAX_NODES, GraphBuilder
from explorer.model.errors import FormatError, OptionError, quoted
from explorer.model.scores import parse_score

_WHOLE = re.compile(r"\d{1,18}")
_KINDS = {2: (0, 1, 2), 3: (0, 2, 3)}  # words of the first line; which words are source, target and probability


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of a model as a plain directed graph.

    Raises
    ------
    FormatError
        If the first line does not say its size, or a move is by chance, naming the line.
    """
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
