"""The sample graphs that come with the package, each with its known answers."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from explorer.intake.assemble import assemble_document
from explorer.model.graph import GameGraph
from explorer.trace.registry import find_entry

SUFFIX = ".game.json"
LAST = 1_000  # for a file that does not say where it stands


def sample_names() -> tuple[str, ...]:
    """Return the names of all samples in teaching order, by the key "order" of their files."""
    return tuple(_sample_files())


def sample_path(name: str) -> Path:
    """Return the file of a sample.

    Raises
    ------
    UnknownNameError
        If there is no such sample; the message lists the names.
    """
    return find_entry(name, _sample_files(), "sample")


def load_sample(name: str) -> GameGraph:
    """Return the graph of a sample, its known answers in `expected`.

    Raises
    ------
    UnknownNameError
        If there is no such sample.

    Examples
    --------
    >>> load_sample("figure-1").root
    'a'
    """
    return assemble_document(_read_document(sample_path(name))).require_good()


def truthful(graph: GameGraph) -> GameGraph:
    """Return a graph without the description and known answers of a sample that edits have changed."""
    name = _names_by_description().get(graph.description)
    if name is None or (sample := load_sample(name)).is_same_game(graph):
        return graph
    expected = {} if graph.expected == sample.expected else graph.expected
    return graph.replace(description="", expected=expected)


@cache
def _names_by_description() -> dict[str, str]:
    """Return the names of the samples by their descriptions."""
    descriptions = {name: _read_document(path).get("description", "") for name, path in _sample_files().items()}
    return {text: name for name, text in descriptions.items() if text}


def scene_query(name: str) -> str:
    """Return the query of the scene that suits a sample; "" if its file names none.

    Raises
    ------
    UnknownNameError
        If there is no such sample.
    """
    return str(_read_document(sample_path(name)).get("scene", ""))


@cache
def _sample_files() -> dict[str, Path]:
    """Return the files of the samples by name, in teaching order."""
    paths = {path.name.removesuffix(SUFFIX): path for path in sorted(_sample_folder().glob(f"*{SUFFIX}"))}
    return dict(sorted(paths.items(), key=lambda item: _read_document(item[1]).get("order", LAST)))


def _sample_folder() -> Path:
    """Return the folder of the samples inside an installed package, or else in the checkout."""
    package = Path(__file__).parents[1]
    inside = package / "sample_graphs"
    return inside if inside.is_dir() else package.parent / "sample_graphs"


def _read_document(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document
