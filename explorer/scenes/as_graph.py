"""What people have in hand for a graph, made one: networkx graphs, frames, documents, paths and references."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard

import numpy as np

from explorer.formats.matrix import assemble_matrix, square_of_array, square_of_frame
from explorer.formats.node_link import assemble_value
from explorer.model.errors import FormatError, quoted
from explorer.model.graph import GameGraph
from explorer.model.late_networkx import nx
from explorer.scenes.reference import read

if TYPE_CHECKING:
    import pandas as pd

Given: TypeAlias = (
    "GameGraph | nx.DiGraph[Any] | pd.DataFrame | Sequence[pd.DataFrame] | np.ndarray[Any, Any] | Mapping[Any, Any] | "
    "Sequence[Any] | str | PathLike[str]"
)


def as_graph(given: Given) -> GameGraph:
    """The graph that something stands for.

    Parameters
    ----------
    given : a `GameGraph`; a networkx `DiGraph`, as `GameGraph.from_networkx` takes it; a frame of moves, or a pair of
        frames (moves, nodes), as `from_frames` takes them; an adjacency matrix of 0 and 1, as an array or as a frame
        whose index and columns are the same; whatever a file of JSON may hold, as lists and dictionaries: a document,
        as `from_json` takes it, a nested tree, or a dict that gives each position a list of its successors, or the
        score of a leaf, as {"a": ["b", "c"], "b": -1}; or what `read` takes: the path of a file, or a reference such
        as "sample:figure-1" and "game:nim?heaps=1,2".

    Raises
    ------
    FormatError
        If it is none of these, or cannot be read.
    GraphError
        If it has errors.

    Examples
    --------
    >>> as_graph(nx.DiGraph([("a", "b")])).root
    'a'
    >>> as_graph({"a": ["b", "c"], "b": -1, "c": 1}).moves[0]
    ('a', 'b')
    >>> len(as_graph("sample:figure-1").nodes)
    4
    >>> tree = as_graph([[3, 12], [2, 4]])
    >>> tree.root, len(tree.moves)
    ('root', 6)
    """
    if isinstance(given, GameGraph):
        return given
    if isinstance(given, str | PathLike):
        return read(given)
    return GameGraph.from_networkx(given) if _is_network(given) else _of_data(given)


def _of_data(given: Any) -> GameGraph:
    """The graph of frames, a matrix, lists or dictionaries."""
    if isinstance(given, Sequence) and len(given) in (1, 2) and all(map(_is_frame, given)):
        return GameGraph.from_frames(*given)
    square = square_of_frame(given) if _is_frame(given) else None
    if _is_frame(given) and square is None:
        return GameGraph.from_frames(given)
    if isinstance(given, np.ndarray):
        square = square_of_array(given)
    if square is not None:
        return assemble_matrix(square, "").require_good()
    if isinstance(given, Mapping | list | tuple):
        return assemble_value(given).require_good()
    raise FormatError(
        "expected a GameGraph, a networkx DiGraph, a frame of moves or a pair of frames (moves, nodes), a matrix, "
        f"a list or a dictionary, a path or a reference such as sample:figure-1, got {quoted(given)}"
    )


def _is_network(value: object) -> TypeGuard[nx.DiGraph[Any]]:
    return _is_of(value, "networkx", "Graph")


def _is_frame(value: object) -> TypeGuard[pd.DataFrame]:
    return _is_of(value, "pandas", "DataFrame")


def _is_of(value: object, module: str, kind: str) -> bool:
    """Whether it is of a class of another library, which is not loaded to find out."""
    loaded = sys.modules.get(module)
    return loaded is not None and isinstance(value, getattr(loaded, kind))
