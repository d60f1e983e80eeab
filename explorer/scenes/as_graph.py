"""What people have in hand for a graph, made one: networkx graphs, frames, documents, paths and references."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard

from explorer.formats.adjacency import assemble_adjacency, is_adjacency
from explorer.model.errors import FormatError, quoted
from explorer.model.graph import GameGraph
from explorer.model.late_networkx import nx
from explorer.scenes.reference import read

if TYPE_CHECKING:
    import pandas as pd

Given: TypeAlias = (
    "GameGraph | nx.DiGraph[Any] | pd.DataFrame | Sequence[pd.DataFrame] | Mapping[str, Any] | str | PathLike[str]"
)


def as_graph(given: Given) -> GameGraph:
    """The graph that something stands for.

    Parameters
    ----------
    given : a `GameGraph`; a networkx `DiGraph`, as `GameGraph.from_networkx` takes it; a frame of moves, or a pair of
        frames (moves, nodes), as `from_frames` takes them; a document, as `from_json` takes it; a dict that gives
        each position a list of its successors, or the score of a leaf, as {"a": ["b", "c"], "b": -1}; or what `read`
        takes: the path of a file, or a reference such as "sample:figure-1" and "game:nim?heaps=1,2".

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
    """
    if isinstance(given, GameGraph):
        return given
    if _is_network(given):
        return GameGraph.from_networkx(given)
    if is_adjacency(given):
        return assemble_adjacency(given).require_good()
    if isinstance(given, Mapping):
        return GameGraph.from_json(given)
    if isinstance(given, str | PathLike):
        return read(given)
    frames = [given] if _is_frame(given) else given
    if isinstance(frames, Sequence) and len(frames) in (1, 2) and all(map(_is_frame, frames)):
        return GameGraph.from_frames(*frames)
    raise FormatError(
        "expected a GameGraph, a networkx DiGraph, a frame of moves or a pair of frames (moves, nodes), a dictionary, "
        f"a path or a reference such as sample:figure-1, got {quoted(given)}"
    )


def _is_network(value: object) -> TypeGuard[nx.DiGraph[Any]]:
    return _is_of(value, "networkx", "Graph")


def _is_frame(value: object) -> bool:
    return _is_of(value, "pandas", "DataFrame")


def _is_of(value: object, module: str, kind: str) -> bool:
    """Whether it is of a class of another library, which is not loaded to find out."""
    loaded = sys.modules.get(module)
    return loaded is not None and isinstance(value, getattr(loaded, kind))
