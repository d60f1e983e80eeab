"""Adjacency lists as people write them: each node with its successors, as JSON, a dict of Python or lines of text.

In JSON and Python: `{"a": ["b"], "b": []}`, `[[1], [0, 2], []]`, and networkx's dict of dicts.  A number in
the place of a list is the score of a leaf.  As text: the lines of `networkx.write_adjlist`, one a node, the node and
then its successors, or `0: [1, 2]`.  Lists of numbers may be more than one thing; `of_list` warns which one it read.
"""

from __future__ import annotations

import numbers
import re
from collections.abc import Hashable, Iterator, Mapping, Sequence, Set
from decimal import Decimal
from itertools import chain
from typing import Any

from explorer.formats.edge_list import NUMBER
from explorer.formats.format import Format
from explorer.formats.json_tree import assemble_tree, is_tree
from explorer.formats.matrix import KEY as MATRIX
from explorer.formats.matrix import assemble_matrix, size_of, square_of_lists
from explorer.formats.plain_text_syntax import content_lines
from explorer.formats.records import FACTS, facts_beside, take_facts
from explorer.intake import Assembled, Intake
from explorer.intake.cells import identity
from explorer.model.check import Problem, Severity
from explorer.model.errors import FormatError, quoted

_WRAPPED = "adjacency"  # the key of a list of neighbours
_KEYS = (_WRAPPED, "successors", "graph", "moves", "edges")  # of a dictionary of successors with other keys beside it
_TOP = ("root", "name", "description", "convention", "range", "expected")
_OF_GRAPHS = {"nodes", "moves", "edges", "links", "vertices", "format", "elements"}
_WORDS = re.compile(r"\s*[^\s,;:{}\[\]\"=?>@]+(?:[ \t]+[^\s,;:{}\[\]\"=?>@]+)*\s*")
_LISTED = re.compile(r"""\s*(?P<id>[^\s,;:{}\[\]"'=?>@]+|'[^']+'|"[^"]+")\s*:\s*\[(?P<list>[^\[\]]*)\]\s*,?\s*""")
_WEIGHTS = (
    "each line was read as a node and its successors; if the third number is a weight, call the file .edges, or put a "
    "line “from to” before the first"
)
_OF_RECORDS = (*FACTS, "kind", "type", "open", "best", "lower", "upper", "bound", "distance", "depth")  # keys of nodes
_PLAIN = {str, int, float}  # types of ids, in most graphs
_NOUNS = {
    "children": "a nested tree",
    MATRIX: "an adjacency matrix",
    _WRAPPED: "an adjacency list",
    "edges": "a list of pairs",
}
_LOOKED_AT = 100_000  # lines that are examined


def is_adjacency(data: object) -> bool:
    """Return whether a JSON value or a dictionary gives each node its successors."""
    if not isinstance(data, Mapping) or not data:
        return False
    if _wrapping_key(data) is not None:
        return True
    if not _OF_GRAPHS.isdisjoint(key for key in data if isinstance(key, str)):
        return False
    rows = [value for value in data.values() if _is_collection(value) and not _is_record(value)]
    if any(_names_other_row(row, data) for row in rows):
        return True
    are_networks = all(isinstance(each, Mapping) for row in rows if isinstance(row, Mapping) for each in row.values())
    return bool(rows) and are_networks and all(map(_is_row_or_score, data.values()))


def _wrapping_key(data: Mapping[Any, Any]) -> str | None:
    """Return the key under which all successors stand; None if there is no such key."""
    if {*data} == {_WRAPPED}:
        return _WRAPPED if isinstance(data[_WRAPPED], list | tuple | Mapping) else None
    key = next((key for key in _KEYS if key in data), None)
    others = {*data} - {*_TOP, *facts_beside(data)}
    if key is None or others != {key}:
        return None
    is_list = key == _WRAPPED and isinstance(data[key], list | tuple)
    return key if is_list or is_adjacency(data[key]) else None


def _is_collection(value: object) -> bool:
    if isinstance(value, list | tuple | dict):
        return True
    return isinstance(value, Mapping | Sequence | Set) and not isinstance(value, str | bytes)


def _is_row(value: Any) -> bool:
    """Return whether a value lists successors: a collection of ids, or a dictionary with a value for each move."""
    if isinstance(value, Mapping):
        return not _is_record(value) and all(isinstance(each, Mapping) or _is_id(each) for each in value.values())
    return _is_collection(value) and ({*map(type, value)} <= _PLAIN or all(map(_is_id, value)))


def _is_record(value: object) -> bool:
    """Return whether a dictionary describes a node and no moves."""
    return isinstance(value, Mapping) and any(
        key in value and not isinstance(value[key], Mapping) for key in _OF_RECORDS
    )


def _is_row_or_score(value: object) -> bool:
    return _is_row(value) or value is None or _is_number(value)


def _is_id(value: object) -> bool:
    """Return whether a value can be a key of a dictionary."""
    return all(map(_is_id, value)) if isinstance(value, tuple) else isinstance(value, Hashable)


def _names_other_row(row: Any, data: Mapping[Any, Any]) -> bool:
    """Return whether a row of successors names a node that has a row of its own."""
    ends = [*row, *row.values()] if isinstance(row, Mapping) else row
    firsts = (end[0] if isinstance(end, list) and end else end for end in ends)
    return any(_is_id(end) and end in data for end in chain(ends, firsts))


def _is_number(value: object) -> bool:
    return isinstance(value, numbers.Real | Decimal) and not isinstance(value, bool)


def assemble_adjacency(data: Any) -> Assembled:
    """Read lists of successors under the names of nodes, or at their places in a list, from 0."""
    key = _wrapping_key(data) if isinstance(data, Mapping) else None
    given = data if key is None else data[key]
    rows = given if isinstance(given, Mapping) else dict(enumerate(given))
    intake = Intake(is_table=True)
    texts: dict[object, object] = {}  # equal nodes have one name, however they are written
    lists: list[tuple[object, Any]] = []
    for id, value in rows.items():
        is_list = _is_collection(value)
        if is_list and not _is_row(value):
            raise FormatError(
                f"{quoted(id)}: {quoted(value)} is neither a list of successors nor a score; a list names successors "
                "alone, and a dictionary may name them with a text or a number for each"
            )
        intake.node({"id": _id_or_text(id, texts)} | ({} if value is None or is_list else {"score": value}))
        if is_list:
            lists.append((id, value))
    are_names = _are_names(rows)
    if are_names:
        intake.fields.warn("the keys beside successors were read as names of moves, as in {'left': 'b'}")
    for id, value in lists:
        for target, attributes in _moves_of(id, value, rows, are_names=are_names):
            intake.move(_id_or_text(id, texts), _id_or_text(target, texts), attributes)
    top = {} if key is None else data
    take_facts(facts_beside(top), intake)
    return intake.finish({name: top[name] for name in _TOP if name in top})


def _id_or_text(id: Any, texts: dict[object, object]) -> object:
    return id if isinstance(id, str | int | float) else texts.setdefault(id, identity(id))


def _are_names(rows: Mapping[Any, Any]) -> bool:
    """Return whether dictionaries map names of moves to successors: no key is a node, and values may be."""
    inner = [row for row in rows.values() if isinstance(row, Mapping)]
    values = [value for row in inner for value in row.values() if not isinstance(value, Mapping)]
    if not values or any(key in rows for row in inner for key in row):
        return False
    return any(value in rows for value in values) or all(isinstance(value, str) for value in values)


def _moves_of(
    id: object, row: Any, rows: Mapping[Any, Any], *, are_names: bool
) -> Iterator[tuple[object, Mapping[str, Any] | None]]:
    """Yield the successors in a row, each with the attributes of the move.

    Raises
    ------
    FormatError
        If a successor is a pair of a node and another value.
    """
    if isinstance(row, tuple) and row in rows:
        row = [row]  # a single successor, as positions are that are tuples
    if not isinstance(row, Mapping):
        for target in sorted(row, key=str) if isinstance(row, Set) else row:
            if isinstance(target, tuple) and target and target not in rows and target[0] in rows:
                raise FormatError(
                    f"the successor {quoted(target)} of {quoted(id)} is no node, but {quoted(target[0])} is; write "
                    "the successors alone, or a dictionary of them with their weights or names"
                )
            yield target, None
        return
    for key, value in row.items():
        if isinstance(value, Mapping):
            yield key, {str(name): each for name, each in value.items()}
        elif are_names:
            yield value, {"label": str(key)}
        else:
            yield key, None if value is None else {"weight" if _is_number(value) else "label": value}


def of_list(data: Sequence[Any]) -> Assembled | None:
    """Read a list as a matrix, a nested tree, an adjacency list or pairs; return None if it is none of these.

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
    if _are_pairs(data) and (not found or _follow_each_other(data)):
        found["edges"] = assemble_pairs(data)
    if square is not None and is_square:
        found.setdefault(MATRIX, assemble_matrix(square))
    if not found:
        return None
    (_, taken), *others = found.items()
    if not others:
        return taken
    intake = Intake()
    intake.fields.warn(
        f"read as {_reading_words(*next(iter(found.items())))}; it may also be {_other_readings(others)}"
    )
    return taken.with_problems(intake.fields.problems)


def _other_readings(others: Sequence[tuple[str, Assembled]]) -> str:
    """Return, in words, the other readings of a list, and how to write the list for each."""
    return ", or ".join(
        f'{_reading_words(key, found)}: for that, put {{"{key}": before it and }} after it' for key, found in others
    )


def _reading_words(key: str, reading: Assembled) -> str:
    """Return the words for one reading of a list, with the number of its nodes and moves."""
    return f"{_NOUNS[key]} ({size_of(reading)})"


def _are_neighbours(data: Sequence[Any]) -> bool:
    """Return whether every entry is a list of distinct places in the list."""
    return (
        len(data) > 1
        and any(data)
        and all(isinstance(row, list) and all(type(id) is int and 0 <= id < len(data) for id in row) for row in data)
        and all(len(set(row)) == len(row) for row in data)
    )


def _are_pairs(data: Sequence[Any]) -> bool:
    """Return whether every entry is a pair of ids, or a pair of texts with more after it."""
    return bool(data) and all(
        isinstance(row, list | tuple)
        and len(row) in (2, 3)
        and all(_can_be_end(id) or (isinstance(row, tuple) and _is_id(id)) for id in row[:2])
        and (len(row) == 2 or isinstance(row[0], str))
        for row in data
    )


def _can_be_end(id: object) -> bool:
    """Return whether a value can be the id at an end of a move."""
    return isinstance(id, str | int) and not isinstance(id, bool)


def _follow_each_other(pairs: Sequence[Sequence[Any]]) -> bool:
    """Return whether pairs look like moves: all differ, and one begins where another ends."""
    ends = [(source, target) for source, target, *_ in pairs]
    return len(set(ends)) == len(ends) > 1 and not {s for s, _ in ends}.isdisjoint(t for _, t in ends)


def assemble_pairs(data: Sequence[Any]) -> Assembled:
    """Read moves alone: pairs of ids, perhaps with a name."""
    intake = Intake(is_table=True)
    for source, target, *name in data:
        intake.move(identity(source), identity(target), {"label": name[0]} if name else None)
    return intake.finish()


# ---- text


def read(text: str, companion: str | None = None) -> Assembled:
    """Read lines of a node and its successors.

    Raises
    ------
    FormatError
        If there is no such line.
    """
    intake, may_be_weights = Intake(is_table=True), True
    for number, words in _word_rows(text):
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


def _word_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the words of each line, with its number; a text in quotes is a word without them."""
    are_lists = has_lists(text)
    for number, line in content_lines(text):
        if are_lists and (parts := _LISTED.fullmatch(line)):
            yield number, [parts["id"].strip("'\""), *(word.strip(" \t'\"") for word in _split_parts(parts["list"]))]
        else:
            yield number, line.split("#")[0].split()


def _split_parts(text: str) -> list[str]:
    """Return the parts between commas or, where there are none, between blanks."""
    return [part for part in (text.split(",") if "," in text else text.split()) if part.strip()]


def has_lists(text: str) -> bool:
    """Return whether every line of a text is a node, a colon and its successors in brackets."""
    lines = (line for _, line in content_lines(text))
    return next(lines, None) is not None and all(_LISTED.fullmatch(line) for _, line in content_lines(text))


def _may_have_weight(words: Sequence[str]) -> bool:
    """Return whether a line may be an edge, or an edge with a weight."""
    return len(words) == 2 or (len(words) == 3 and re.fullmatch(NUMBER, words[2]) is not None)


def recognises(text: str) -> bool:
    """Return whether a text has a line of words for each node, as networkx writes, and is no edge list."""
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
