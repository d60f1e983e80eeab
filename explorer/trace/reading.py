"""Traces from files: steps of `game-trace` JSON, written by `explorer.trace.writing` or another program."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from explorer.model.errors import ExplorerError, FormatError, quoted
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, parse_endless
from explorer.trace.step import Activity, Bounds, Finality, Mark, Path, Relation, Result, Step, Steps, Transit
from explorer.trace.writing import FORMAT, VERSION

_FINALITIES = {role.words: role for role in Finality}
_BLANKS = {"scores": None, "bounds": None, "finality": Finality.UNKNOWN.words, "windows": None, "pruned": False}
"""The fields that a step with states has for all nodes, and the value of nodes that it leaves out."""


@dataclass(frozen=True)
class SavedTrace:
    """A trace as read from a file: the graph's steps as JSON records, with algorithm and result.

    Attributes
    ----------
    algorithm : its name, "" if the file has none.
    pseudocode : the lines that the steps name, if the file has them.
    endless : the value of endless play with which it was run.
    holds_states : whether each step has the whole state, and not only its changes.
    result : as the file has it.
    steps : its steps, as JSON objects.
    """

    algorithm: str
    pseudocode: tuple[str, ...]
    endless: Score
    holds_states: bool
    result: Mapping[str, Any]
    steps: list[Mapping[str, Any]]

    def run(self, graph: GameGraph) -> Steps:
        """Yield the steps on the graph that they belong to, and return the result.

        Raises
        ------
        FormatError
            If a step is not as it must be, or names a node that the graph has not.
        """
        before = Step("", 1)
        known: dict[str, Mapping[str, Any]] = {}
        for number, saved in enumerate(self.steps):
            try:
                record = _as_changes(saved, known) if self.holds_states else saved
                before = _parse_step(record, before, graph, is_whole=self.holds_states)
            except (ExplorerError, ValueError, TypeError, KeyError, AttributeError) as error:
                reason = error if isinstance(error, ExplorerError) else f"it is not written as a step is: {error}"
                raise FormatError(f"step {saved.get('n', number)} of the trace: {reason}") from None
            yield before
        return _parse_result(self.result)


def parse_trace(text: str) -> SavedTrace:
    """Return the trace in a JSON text.

    Raises
    ------
    FormatError
        If there is none.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"expected a trace as JSON: {error}") from None
    steps = data.get("steps") if isinstance(data, dict) and data.get("format") == FORMAT else None
    if not isinstance(steps, list) or not steps or not all(isinstance(step, dict) for step in steps):
        raise FormatError(f'expected a trace as trace --json writes it, with "format": "{FORMAT}" and a list of steps')
    if data.get("version") != VERSION:
        raise FormatError(f"expected version {VERSION} of a trace, got {quoted(data.get('version'))}; write it again")
    options, result = (data.get(key) if isinstance(data.get(key), dict) else {} for key in ("options", "result"))
    lines = tuple(map(str, data.get("pseudocode") or ()))
    worth = parse_endless(options.get("endless", 0))
    return SavedTrace(str(data.get("algorithm", "")), lines, worth, data.get("holds") == "states", result, steps)


def _as_changes(step: Mapping[str, Any], known: dict[str, Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return a step of a file that holds the whole state as its changes since the state `known`."""
    relations = step.get("relations") or {}
    states = {name: step.get(name) or {} for name in _BLANKS}
    states["scores"] = {id: (score, relations.get(id)) for id, score in states["scores"].items()}
    states["pruned"] = dict.fromkeys(states["pruned"], True)
    changes: dict[str, Any] = {}
    for name, now in states.items():
        gone = dict.fromkeys(known.get(name, {}).keys() - now.keys(), _BLANKS[name])
        changes[name] = gone | {id: each for id, each in now.items() if known.get(name, {}).get(id) != each}
        known[name] = now
    changes["relations"] = {id: pair[1] for id, pair in changes["scores"].items() if pair and pair[1]}
    changes["scores"] = {id: pair and pair[0] for id, pair in changes["scores"].items()}
    return {**step, **changes}


def _parse_step(record: Mapping[str, Any], before: Step, graph: GameGraph, *, is_whole: bool) -> Step:
    """Return the step with the changes in a record of the file, which follows another step."""

    def by_node(name: str) -> Iterator[tuple[str, Any]]:
        return ((graph.node(id).id, each) for id, each in (record.get(name) or {}).items())

    counters = record.get("counters") or {}
    move = record.get("move")
    return Step(
        str(record.get("caption", "")),
        int(record.get("line", 1)),
        scores={id: None if each is None else parse_endless(each) for id, each in by_node("scores")},
        relations={id: Relation(each) for id, each in by_node("relations")},
        bounds={id: _parse_bounds(each) for id, each in by_node("bounds") if each is not None},
        finality={id: _FINALITIES[each] for id, each in by_node("finality")},
        windows={id: None if each is None else _parse_bounds(each) for id, each in by_node("windows")},
        pruned=dict(by_node("pruned")),
        activity={id: Activity(each) for id, each in by_node("activity")},
        notes=dict(by_node("notes")),
        focus=None if record.get("focus") is None else graph.node(record["focus"]).id,
        move=None if move is None else (graph.node(move[0]).id, graph.node(move[1]).id),
        trail=_parse_path(record.get("path"), before.trail, graph),
        counters={
            name: count
            for name, count in (counters if is_whole else {**before.counters, **counters}).items()
            if count is not None
        },
        marks={(one, other): Mark(mark) for one, other, mark in record.get("marks") or ()},
        transits={(one, other): Transit(*each) for one, other, *each in record.get("transits") or ()},
    )


def _parse_path(path: Any, before: Path | None, graph: GameGraph) -> Path | None:
    """Return the path: a list of ids, or a number of nodes to keep and ids to add; `before` for None."""
    if path is None:
        return before
    trail, then = None, path
    if isinstance(path, dict):
        trail, then = before, path["then"]
        while trail is not None and trail.length > path["keep"]:
            trail = trail.before
    for id in then:
        trail = Path(graph.node(id).id) if trail is None else trail.then(graph.node(id).id)
    return trail


def _parse_bounds(pair: Any) -> Bounds:
    lower, upper = map(parse_endless, pair)
    return lower, upper


def _parse_result(data: Mapping[str, Any]) -> Result:
    """Return the result in the file, with exact scores."""
    scores = data.get("scores")
    exact = {"value": data["value"] and parse_endless(data["value"])} if "value" in data else {}
    if isinstance(scores, dict):
        exact["scores"] = {id: parse_endless(score) for id, score in scores.items()}
    return {**data, **exact}
