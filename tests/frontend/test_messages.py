"""What Python sends is what the description says, and so is what the scripts of the stage are checked against."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest
from frontend.declarations import FILE, declarations
from support.samples import VARIED

from explorer import algorithms
from explorer.drawing.messages.document import GameDocument, NodeRecord
from explorer.drawing.messages.to_browser import StageData, VisEdge, VisNode
from explorer.drawing.messages.trace import TraceData
from explorer.drawing.node_colours import ColourScale
from explorer.drawing.play_picture import PlayPicture, play_data
from explorer.drawing.stage_data import graph_parts
from explorer.drawing.trace_data import SentTrace
from explorer.games.samples import load_sample

OPEN = (NodeRecord, GameDocument, VisNode, VisEdge)  # may say more than they must


def mismatches(value: object, hint: Any, where: str = "") -> list[str]:
    """Where a value is not what a type says."""
    if is_typeddict(hint):
        return _field_mismatches(value, hint, where)
    check = CHECKS.get(get_origin(hint), _plain_mismatches)
    return check(value, hint, where)


def _plain_mismatches(value: object, hint: Any, where: str) -> list[str]:
    kinds = {float: (int, float), Any: object}.get(hint, hint)
    is_truth = hint in (int, float) and isinstance(value, bool)
    return [] if isinstance(value, kinds) and not is_truth else [f"{where}: {value!r} is no {hint}"]


def _union_mismatches(value: object, hint: Any, where: str) -> list[str]:
    found = [mismatches(value, each, where) for each in get_args(hint)]
    return found[0] if all(found) else []


def _tuple_mismatches(value: object, hint: Any, where: str) -> list[str]:
    hints = get_args(hint)
    if not isinstance(value, list | tuple) or len(value) != len(hints):
        return [f"{where}: {value!r} is no {hint}"]
    return _each(zip(value, hints, strict=True), where)


def _list_mismatches(value: object, hint: Any, where: str) -> list[str]:
    if not isinstance(value, list | tuple):
        return [f"{where}: {value!r} is no list"]
    return _each([(item, get_args(hint)[0]) for item in value], where)


def _map_mismatches(value: object, hint: Any, where: str) -> list[str]:
    if not isinstance(value, Mapping):
        return [f"{where}: {value!r} is no mapping"]
    return _each([pair for item in value.items() for pair in zip(item, get_args(hint), strict=True)], where)


CHECKS: dict[object, Callable[[object, Any, str], list[str]]] = {
    NotRequired: lambda value, hint, where: mismatches(value, get_args(hint)[0], where),
    Literal: lambda value, hint, where: [] if value in get_args(hint) else [f"{where}: {value!r} is not in {hint}"],
    Union: _union_mismatches,
    types.UnionType: _union_mismatches,
    tuple: _tuple_mismatches,
    list: _list_mismatches,
    Sequence: _list_mismatches,
    dict: _map_mismatches,
    Mapping: _map_mismatches,
}


def _each(pairs: Any, where: str) -> list[str]:
    return [wrong for i, (item, hint) in enumerate(pairs) for wrong in mismatches(item, hint, f"{where}[{i}]")]


@cache
def _fields(hint: Any) -> dict[str, Any]:
    return get_type_hints(hint, include_extras=True)


def _field_mismatches(value: object, hint: Any, where: str) -> list[str]:
    if not isinstance(value, Mapping):
        return [f"{where}: {value!r} is no {hint.__name__}"]
    hints = _fields(hint)
    missing = [key for key, kind in hints.items() if get_origin(kind) is not NotRequired and key not in value]
    extra = [] if hint in OPEN else [key for key in value if key not in hints]
    named = [f"{where}: {hint.__name__} has {key!r} missing" for key in missing]
    named += [f"{where}: {hint.__name__} has no {key!r}" for key in extra]
    return named + [
        wrong for key, kind in hints.items() if key in value for wrong in mismatches(value[key], kind, f"{where}.{key}")
    ]


def test_the_scripts_are_checked_against_the_description():
    assert FILE.read_text(encoding="utf-8") == declarations(), "python -m tests.frontend.build writes it anew"


@pytest.mark.parametrize("name", VARIED)
def test_documents_and_traces_are_as_described(name: str):
    graph = load_sample(name)
    parts = graph_parts(graph)
    shown = {key: kind for key, kind in get_type_hints(StageData, include_extras=True).items() if key in parts}
    assert shown.keys() == parts.keys()
    assert [wrong for key, kind in shown.items() for wrong in mismatches(parts[key], kind, key)] == []
    for algorithm in algorithms.registered().values():
        if len(graph.nodes) < 15 and not algorithm.obstacle(graph):
            run = algorithms.trace(graph, algorithm.name)
            assert mismatches(SentTrace(run, algorithm).whole(), TraceData, algorithm.name) == []
    picture = PlayPicture(graph.root or "", scores={}, opacities={graph.moves[0]: 0.5} if graph.moves else {})
    assert mismatches(play_data(graph, picture, ColourScale.of(graph)), TraceData) == []
