"""Graphs that are compared with a graph, told apart from tables of values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from io import BytesIO
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from explorer import formats
from explorer.comparison.graph_difference import GraphDifference, graph_difference
from explorer.formats import move_table, plain_text
from explorer.formats.adjacency import is_adjacency
from explorer.formats.json_text import parse_json
from explorer.formats.text import decode
from explorer.games.user_game import user_game
from explorer.intake import Assembled
from explorer.model.convert import column_name
from explorer.model.errors import ExplorerError
from explorer.model.graph import GameGraph
from explorer.model.libraries import needed_for
from explorer.scenes.as_graph import assembled
from explorer.scenes.reference import GAME, SAMPLE

_OF_VALUES = (".csv", ".tsv", ".txt", ".json", ".parquet")  # files that may as well hold values
_OF_GRAPHS = {"nodes", "moves", "edges", "links", "vertices"}


def other_graph(source: Any) -> Assembled | None:
    """Return the graph that a source stands for; None if it is no graph, but may be values.

    Raises
    ------
    ExplorerError
        If it is a graph that cannot be read.
    """
    return assembled(source) if _is_graph(source) else None


def uploaded_graph(name: str, content: bytes) -> Assembled | None:
    """Return the graph in a file, by its name and its content; None if it is no graph, but may be values."""
    return formats.load_bytes(name, content) if _is_file_of_graph(name, content) else None


def compare_graphs(graph: GameGraph, other: Assembled) -> GraphDifference:
    """Compare a graph with another one, read from a source, whose players may have been guessed."""
    is_guessed = any(problem.other for problem in other.problems)
    return graph_difference(graph, other.graph, compares_players=not is_guessed)


def _is_graph(source: object) -> bool:
    """Return whether an object is a graph: one of this program or of networkx, moves, or a name of one."""
    if isinstance(source, str | PathLike):
        return _is_name_of_graph(fspath(source))
    if isinstance(source, Mapping):
        return _holds_graph(source)
    is_network = isinstance(source, GameGraph) or hasattr(source, "is_directed")
    return is_network or _are_titles_of_moves(getattr(source, "columns", ()))


def _is_name_of_graph(reference: str) -> bool:
    if reference.startswith((SAMPLE, GAME)) or user_game(reference) is not None:
        return True
    path = Path(reference)
    return path.is_file() and _is_file_of_graph(path.name, path.read_bytes())


def _is_file_of_graph(name: str, content: bytes) -> bool:
    """Return whether a file holds a graph: by its suffix, or by its content where values can have the same suffix."""
    name = name.lower()
    if name.endswith(".parquet"):
        return _are_titles_of_moves(_parquet_column_titles(content))
    if name.endswith(".game.json") or not name.endswith(_OF_VALUES):
        return name.endswith(tuple(suffix for format in formats.registered().values() for suffix in format.suffixes))
    text = decode(content)[0].strip()
    if text[:1] not in ("{", "["):
        return move_table.has_header(text) or plain_text.recognises(text)
    try:
        return _holds_graph(parse_json(text)[0])
    except ExplorerError:
        return False


def _holds_graph(data: object) -> bool:
    if isinstance(data, list):
        return bool(data) and all(isinstance(entry, Mapping) and _are_titles_of_moves(entry) for entry in data)
    if not isinstance(data, Mapping):
        return False
    return is_adjacency(data) or any(isinstance(data.get(key), list) for key in _OF_GRAPHS)


def _are_titles_of_moves(titles: Iterable[object]) -> bool:
    return {"from", "to"} <= {column_name(str(title)) for title in titles}


def _parquet_column_titles(content: bytes) -> list[str]:
    with needed_for("Parquet files"):
        import pyarrow as pa
        import pyarrow.parquet as pq
    try:
        return [*pq.read_schema(BytesIO(content)).names]
    except (pa.ArrowException, OSError):  # the reader reports it
        return []
