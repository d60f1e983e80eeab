"""Adjacency lists as people write them: each node with its successors, as JSON, a dict of Python or lines of text.

In JSON and Python: `{"a": ["b"], "b": []}`, `[[1], [0, 2], []]`, and what networkx calls a dict of dicts.  A number in
the place of a list is the score of a leaf.  As text: what `networkx.write_adjlist` writes, a line a node, the node and
then its successors, or `0: [1, 2]`.  Lists of numbers may be more than one thing; `of_list` says which was taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from explorer.formats.edge_list import NUMBER
from explorer.formats.format import Format
from explorer.formats.json_tree import assemble_tree, is_tree
from explorer.formats.matrix import KEY as MATRIX
from explorer.formats.matrix import assemble_matrix, size_of, square_of_lists
from explorer.formats.plain_text_syntax import content_lines
from explorer.model.check import Problem, Severity
from explorer.model.errors import FormatError
from explorer.model.intake import Assembled, Intake

_WRAPPED = "adjacency"  # the key that says that a list is one of neighbours
_OF_GRAPHS = {"nodes", "moves", "edges", "links", "vertices", "format", "elements"}
_WORDS = re.compile(r"\s*[^\s,;:{}\[\]\"=?>@]+(?:[ \t]+[^\s,;:{}\[\]\"=?>@]+)*\s*")
_LISTED = re.compile(r"""\s*(?P<id>[^\s,;:{}\[\]"'=?>@]+|'[^']+'|"[^"]+")\s*:\s*\[(?P<list>[^\[\]]*)\]\s*,?\s*""")
_WEIGHTS = (
    "each line was read as a node and its successors; if the third number is a weight, call the file .edges, or put a "
    "line “from to” before the first"
)
_NOUNS = {
    "children": "a nested tree",
    MATRIX: "an adjacency matrix",
    _WRAPPED: "an adjacency list",
    "edges": "a list of pairs",
}
_LOOKED_AT = 100_000  # lines by which a text is told


def is_adjacency(data: object) -> bool:
    """Whether a JSON value or a dict gives each node its successors."""
    if not isinstance(data, Mapping) or not data or not _OF_GRAPHS.isdisjoint(map(str, data)):
        return False
    if {*data} == {_WRAPPED}:
        return isinstance(data[_WRAPPED], list | Mapping)
    values = data.values()
    if any(isinstance(value, Mapping) for value in values):
        said = [*chain.from_iterable(value.values() for value in values if isinstance(value, Mapping))]
        return all(isinstance(each, Mapping) for each in (*values, *said))
    return any(map(_is_list_of_ids, values)) and all(_is_list_of_ids(value) or _is_number(value) for value in values)


def _is_list_of_ids(value: object) -> bool:
    return isinstance(value, list | tuple | set | frozenset) and all(isinstance(id, str | int) for id in value)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def assemble_adjacency(data: Any) -> Assembled:
    """The good part of what `is_adjacency` takes for one, or of a list whose places are the names of nodes, from 0."""
    lists = data[_WRAPPED] if isinstance(data, Mapping) and {*data} == {_WRAPPED} else data
    rows = lists.items() if isinstance(lists, Mapping) else enumerate(lists)
    intake = Intake(is_table=True)
    for id, successors in rows:
        intake.node({"id": id, "score": successors} if _is_number(successors) else {"id": id})
        if isinstance(successors, Mapping):
            for target, attributes in successors.items():
                intake.move(id, target, attributes)
        elif not _is_number(successors):
            for target in sorted(successors, key=str) if isinstance(successors, set | frozenset) else successors:
                intake.move(id, target)
    return intake.finish()


def of_list(data: Sequence[Any]) -> Assembled | None:
    """The graph of a list: a matrix, a nested tree, an adjacency list or pairs; None if it is none of these.

    Where it may be more than one of them the first in this order is taken, and a warning names the others.  A square of
    0 and 1 that need not be a matrix comes last.
    """
    found: dict[str, Assembled] = {}
    square = square_of_lists(data)
    is_square = square is not None and square.may_be_matrix and not any(isinstance(cell, str) for cell in data[0])
    if square is not None and is_square and square.is_matrix:
        found[MATRIX] = assemble_matrix(square)
    if is_tree(data):
        found["children"] = assemble_tree(data)
    if _are_neighbours(data):
        found[_WRAPPED] = assemble_adjacency({_WRAPPED: data})
    if _are_pairs(data) and (not found or _go_on(data)):
        found["edges"] = assemble_pairs(data)
    if square is not None and is_square:
        found.setdefault(MATRIX, assemble_matrix(square))
    if not found:
        return None
    (_, taken), *others = found.items()
    if not others:
        return taken
    intake = Intake()
    intake.fields.warn(f"read as {_described(*next(iter(found.items())))}; it may also be {_or(others)}")
    return taken.with_problems(intake.fields.problems)


def _or(others: Sequence[tuple[str, Assembled]]) -> str:
    """What else a list may be, and how that is written."""
    return ", or ".join(
        f'{_described(key, found)}: for that, put {{"{key}": before it and }} after it' for key, found in others
    )


def _described(key: str, found: Assembled) -> str:
    return f"{_NOUNS[key]} ({size_of(found)})"


def _are_neighbours(data: Sequence[Any]) -> bool:
    """Whether every entry lists places in the list, none of them twice."""
    return (
        len(data) > 1
        and any(data)
        and all(isinstance(row, list) and all(type(id) is int and 0 <= id < len(data) for id in row) for row in data)
        and all(len(set(row)) == len(row) for row in data)
    )


def _are_pairs(data: Sequence[Any]) -> bool:
    """Whether every entry is a pair of ids, or a pair of texts with more after it."""
    return bool(data) and all(
        isinstance(row, list)
        and len(row) in (2, 3)
        and all(isinstance(id, str | int) and not isinstance(id, bool) for id in row[:2])
        and (len(row) == 2 or isinstance(row[0], str))
        for row in data
    )


def _go_on(pairs: Sequence[Sequence[Any]]) -> bool:
    """Whether the pairs are all different and one begins where another ends, as moves do and scores need not."""
    ends = [(source, target) for source, target, *_ in pairs]
    return len(set(ends)) == len(ends) > 1 and not {s for s, _ in ends}.isdisjoint(t for _, t in ends)


def assemble_pairs(data: Sequence[Any]) -> Assembled:
    """The graph of moves alone: pairs of ids, perhaps with a name."""
    intake = Intake(is_table=True)
    for source, target, *name in data:
        intake.move(source, target, {"label": name[0]} if name else None)
    return intake.finish()


# ---- text


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of lines that begin with a node and go on with its successors.

    Raises
    ------
    FormatError
        If there is no such line.
    """
    intake, may_be_weights = Intake(is_table=True), True
    for number, words in _rows(text):
        intake.node({"id": words[0]}, number)
        for target in words[1:]:
            intake.move(words[0], target, line=number)
        may_be_weights &= ":" not in text and _may_have_weight(words)
    found = intake.finish()
    if not found.graph.nodes:
        raise FormatError("expected a node and then its successors on each line, as in: a b c; got none")
    if may_be_weights and any(len(successors) > 1 for successors in found.graph.successors):
        return found.with_problems([Problem(Severity.WARNING, _WEIGHTS)])
    return found


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """The words of each line, with its number; what is in quotes is a word without them."""
    are_lists = has_lists(text)
    for number, line in content_lines(text):
        if are_lists and (parts := _LISTED.fullmatch(line)):
            yield number, [parts["id"].strip("'\""), *(word.strip(" \t'\"") for word in _between(parts["list"]))]
        else:
            yield number, line.split("#")[0].split()


def _between(text: str) -> list[str]:
    """What stands between commas or, where there are none, between blanks."""
    return [part for part in (text.split(",") if "," in text else text.split()) if part.strip()]


def has_lists(text: str) -> bool:
    """Whether every line of a text is a node, a colon and its successors in brackets."""
    lines = (line for _, line in content_lines(text))
    return next(lines, None) is not None and all(_LISTED.fullmatch(line) for _, line in content_lines(text))


def _may_have_weight(words: Sequence[str]) -> bool:
    """Whether a line may be an edge, or an edge with a weight."""
    return len(words) == 2 or (len(words) == 3 and re.fullmatch(NUMBER, words[2]) is not None)


def recognises(text: str) -> bool:
    """Whether a text is of lines of words, one for each node, as networkx writes them, and no list of edges."""
    if has_lists(text):
        return True
    rows = []
    for number, line in content_lines(text):
        if number > _LOOKED_AT or not _WORDS.fullmatch(line.split("#")[0]):
            return False
        rows.append(line.split("#")[0].split())
    firsts = {row[0] for row in rows}
    return (
        len(firsts) == len(rows) > 1
        and any(len(row) != 2 for row in rows)
        and any(len(row) > 1 for row in rows)
        and all(word in firsts for row in rows for word in row)
    )


FORMAT = Format(
    name="adjacency",
    title="Adjacency list (.adjlist)",
    suffixes=(".adjlist",),
    read=read,
    recognises=recognises,
    rank=38,
)
