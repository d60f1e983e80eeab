"""Faults of a data set: how many there are of each kind, with a few examples, as workers report them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.model.errors import GraphError, brief, quoted

MOST_EXAMPLES = 10

Example = tuple[int, ...] | str
"""A node by its key, a move by the keys of its ends, or words."""


class DataFault(Enum):
    """Kinds of faults, in the words before their number."""

    NO_ID = "nodes without an id"
    NO_END = "moves without a source or a target"
    SCORE = "nodes whose score is no finite number"
    TWICE = "nodes listed twice"
    COLLISION = "texts with the same 64-bit hash"
    UNKNOWN_SOURCE = "moves from nodes that are not in the table of nodes"
    UNKNOWN_TARGET = "nodes to which moves lead and that are not in the table of nodes"
    SEVERAL = "nodes with several of player, score and open"
    NO_KIND = "nodes without player, score and open"
    HAS_PLAYER = "nodes with a player, which a negamax graph has not"
    UNFINISHED = "inner nodes without moves"
    LEAF_MOVES = "leaves or open nodes with moves"
    OUTSIDE = "leaves whose score is outside the range of scores"
    AGAIN = "moves listed twice"  # the only one that is no error: it is read once


class Fault(NamedTuple):
    """Number of faults of one kind, and examples of them."""

    kind: DataFault
    number: int
    examples: list[Example]


def faults_at(kind: DataFault, rows: NDArray[np.bool_], *keys: NDArray[np.int64] | NDArray[np.uint64]) -> list[Fault]:
    """Return the fault of these rows of columns of keys, as a list; empty if there are none."""
    found = np.flatnonzero(rows)
    if not len(found):
        return []
    first = found[:MOST_EXAMPLES]
    return [Fault(kind, len(found), [*zip(*(column[first].tolist() for column in keys), strict=True)])]


def by_kind(faults: Iterable[Fault]) -> list[Fault]:
    """Return faults with all those of one kind together, in the order of the kinds."""
    groups: dict[DataFault, list[Fault]] = {}
    for fault in faults:
        groups.setdefault(fault.kind, []).append(fault)
    return [
        Fault(
            kind,
            sum(fault.number for fault in groups[kind]),
            [each for fault in groups[kind] for each in fault.examples][:MOST_EXAMPLES],
        )
        for kind in DataFault
        if kind in groups
    ]


def unnamed_keys(faults: Iterable[Fault]) -> list[int]:
    """Return the keys in the examples of faults."""
    return sorted({key for fault in faults for each in fault.examples if isinstance(each, tuple) for key in each})


def require_none(faults: Iterable[Fault], names_of: Callable[[list[int]], Mapping[int, str]]) -> None:
    """Raise GraphError if there are faults, with the number and examples of each kind.

    Parameters
    ----------
    names_of : returns the ids with these keys.
    """
    found = by_kind(faults)
    if found:
        names = names_of(unnamed_keys(found))
        raise GraphError(f"the data set has faults; correct it: {'; '.join(words(fault, names) for fault in found)}")


def words(fault: Fault, names: Mapping[int, str]) -> str:
    """Return the kind, number and examples of a fault in words."""
    listed = ", ".join(
        each if isinstance(each, str) else brief(" → ".join(names.get(key, str(key)) for key in each))
        for each in fault.examples
    )
    more = ", …" if fault.number > len(fault.examples) else ""
    return (
        f"{fault.kind.value}: {fault.number:,} ({listed}{more})" if listed else f"{fault.kind.value}: {fault.number:,}"
    )


def value_examples(values: Iterable[object]) -> list[Example]:
    """Return the first values of cells as examples."""
    return [*islice(map(quoted, values), MOST_EXAMPLES)]
