"""Conversion of networkx graphs, frames, documents, paths and references to game graphs."""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping, Sequence
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard

import numpy as np

from explorer.algorithms.algorithm import Algorithm
from explorer.formats.matrix import assemble_matrix, square_of_array, square_of_frame
from explorer.formats.node_link import assemble_value
from explorer.intake import Assembled
from explorer.intake.assemble import assemble_networkx, with_lost_ends, with_turns
from explorer.intake.players import max_is
from explorer.intake.readings import Turns, rooted_at, warn_of_reading
from explorer.intake.tables import assemble_frames
from explorer.model.check import LOST, NOT_LOST
from explorer.model.errors import FormatError, OptionError, quoted
from explorer.model.graph import GameGraph
from explorer.model.late_networkx import nx
from explorer.scenes.reference import good_graph, load_reference

if TYPE_CHECKING:
    import pandas as pd

GraphInput: TypeAlias = (
    "GameGraph | nx.DiGraph[Any] | pd.DataFrame | Sequence[pd.DataFrame] | np.ndarray[Any, Any] | Mapping[Any, Any] | "
    "Sequence[Any] | str | PathLike[str]"
)


def as_graph(
    given: GraphInput,
    *,
    root: str | int | None = None,
    max: str | int | None = None,
    convention: str | None = None,
    lost_without_moves: bool = False,
) -> GameGraph:
    """Return the graph that a value stands for, with a `ReadingWarning` of guesses and omissions.

    Parameters
    ----------
    given : a `GameGraph`; a networkx `DiGraph`, as `GameGraph.from_networkx` takes it; a frame of moves, or a pair of
        frames (moves, nodes), as `from_frames` takes them; an adjacency matrix of 0 and 1, as an array or as a frame
        whose index and columns are the same; whatever a file of JSON may hold, as lists and dictionaries: a document,
        as `from_json` takes it, a nested tree, or a dict that gives each position a list of its successors, or the
        score of a leaf, as {"a": ["b", "c"], "b": -1}; or what `read` takes: the path of a file, or a reference such
        as "sample:figure-1" and "game:nim?heaps=1,2".
    root : the id of the node where play starts, whatever the input says.
    max : the player who is Max, as the nodes name them, where that is not plain; the other is Min.
    convention : who moves where no node names a player: "minimax" (levels that alternate from Max at the root),
        "min-first" or "negamax".
    lost_without_moves : whether, in a graph without scores and open nodes, a node without moves is lost for the player
        to move; else it is open.

    Raises
    ------
    FormatError
        If it is none of these, or cannot be read.
    GraphError
        If it has errors.
    OptionError
        If the convention is unknown, or the input itself says otherwise.

    Examples
    --------
    >>> as_graph(nx.DiGraph([("a", "b")]), lost_without_moves=True).node("b").score
    -1
    >>> as_graph({"a": ["b", "c"], "b": -1, "c": 1}, convention="minimax").node("a").kind
    <Kind.MAX: 'max'>
    >>> len(as_graph("sample:figure-1").nodes)
    4
    """
    if isinstance(given, GameGraph) and (root, max, convention) == (None, None, None) and not lost_without_moves:
        return given
    with rooted_at(None if root is None else str(root)), max_is(max):
        reading = assembled(given)
    settled: set[str] = set()
    if lost_without_moves:
        reading, settled = with_lost_ends(reading), {NOT_LOST}
    if convention is not None:
        reading, settled = with_turns(reading, _turns_named(convention)), settled | {*Turns}
    return _checked_graph(given, reading, settled)


def as_graph_for(algorithm: Algorithm, source: GraphInput) -> GameGraph:
    """Return the graph as `as_graph` does, without a warning of nodes without moves that the algorithm explains."""
    return _checked_graph(source, assembled(source), {LOST} if algorithm.ends_are_lost else ())


def _checked_graph(source: GraphInput, reading: Assembled, settled: Collection[str]) -> GameGraph:
    """Return the graph and warn about how it was read; raise GraphError if it has errors."""
    name = fspath(source) if isinstance(source, str | PathLike) else ""
    graph = good_graph(name, reading)
    warn_of_reading(reading, name, settled)
    return graph


def _turns_named(convention: str) -> Turns:
    """Return whose turn it is by the name of a convention; raise OptionError for another name."""
    try:
        return Turns(str(convention))
    except ValueError:
        raise OptionError(f"the convention must be minimax, min-first or negamax, got {quoted(convention)}") from None


def assembled(source: GraphInput) -> Assembled:
    """Return the valid part of the graph that a value stands for, and all problems."""
    if isinstance(source, GameGraph):
        return Assembled.of(source)
    if isinstance(source, str | PathLike):
        return load_reference(fspath(source))
    return assemble_networkx(source) if _is_network(source) else _assembled_data(source)


def _assembled_data(source: Any) -> Assembled:
    """Return the valid part of the graph in frames, a matrix, lists or dictionaries, and all problems."""
    if isinstance(source, Sequence) and len(source) in (1, 2) and all(map(_is_frame, source)):
        return assemble_frames(*source)
    square = square_of_frame(source) if _is_frame(source) else None
    if _is_frame(source) and square is None:
        return assemble_frames(source)
    if isinstance(source, np.ndarray):
        square = square_of_array(source)
    if square is not None:
        return assemble_matrix(square, "")
    if isinstance(source, Mapping | list | tuple):
        return assemble_value(source)
    raise FormatError(
        "expected a GameGraph, a networkx DiGraph, a frame of moves or a pair of frames (moves, nodes), a matrix, "
        f"a list or a dictionary, a path or a reference such as sample:figure-1, got {quoted(source)}"
    )


def _is_network(value: object) -> TypeGuard[nx.DiGraph[Any]]:
    """Return whether a value is a networkx graph."""
    return _is_instance_of(value, "networkx", "Graph")


def _is_frame(value: object) -> TypeGuard[pd.DataFrame]:
    """Return whether a value is a pandas data frame."""
    return _is_instance_of(value, "pandas", "DataFrame")


def _is_instance_of(value: object, module: str, kind: str) -> bool:
    """Return whether a value is of a class of another library, without loading the library."""
    loaded = sys.modules.get(module)
    return loaded is not None and isinstance(value, getattr(loaded, kind))
