"""Whether the known answers that a file carries are the ones that this program finds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from explorer import algorithms
from explorer.errors import ExplorerError, OptionError
from explorer.expansion.exact import exact_finality
from explorer.graph import GameGraph
from explorer.recording import Limits
from explorer.scores import Score, format_score, parse_endless
from explorer.solver import solve

CHECKED = ("scores", "lower", "upper", "steps", "visits", "final")
_RUN = Limits(steps=1, run=200_000)


def known(graph: GameGraph) -> list[str]:
    """The kinds of answers that the graph carries and that can be checked, in the order of `CHECKED`."""
    return [kind for kind in CHECKED if kind in graph.expected]


def disagreements(graph: GameGraph) -> list[str]:
    """A sentence for every known answer that is not what the program finds; none if all agree.

    Raises
    ------
    GraphError
        If the graph has errors.
    """
    solution = solve(graph)
    found: Mapping[str, Mapping[str, Score]] = {
        "scores": solution.scores,
        "lower": solution.lower,
        "upper": solution.upper,
    }
    sentences: list[str] = []
    for kind in known(graph):
        if kind in found:
            sentences += _different_scores(kind, graph.expected[kind], found[kind])
    return [*sentences, *_different_steps(graph), *_different_visits(graph), *_different_finality(graph)]


def _different_scores(kind: str, expected: object, found: Mapping[str, Score]) -> Iterator[str]:
    if not isinstance(expected, Mapping):
        yield f"the known {kind} must be an object of node ids and numbers"
        return
    for id, text in expected.items():
        if id not in found:
            yield f"the known {kind} name {id!r}, which is not a node"
            continue
        try:
            wanted = parse_endless(text)
        except OptionError:
            yield f"the known {kind} give {id!r} the value {text!r}, which is not a number"
            continue
        if wanted != found[id]:
            yield f"{kind} of {id}: known {format_score(wanted)}, found {format_score(found[id])}"


def _different_steps(graph: GameGraph) -> Iterator[str]:
    if "steps" in graph.expected:
        result = algorithms.trace(graph, "score-iteration", limits=_RUN).result
        if result and result["steps"] != graph.expected["steps"]:
            yield f"steps of score-iteration: known {graph.expected['steps']}, found {result['steps']}"


def _different_visits(graph: GameGraph) -> Iterator[str]:
    visits = graph.expected.get("visits", {})
    for name, wanted in visits.items() if isinstance(visits, Mapping) else ():
        try:
            result = algorithms.trace(graph, name, limits=_RUN).result
        except ExplorerError as error:
            yield f"visits of {name}: {error}"
            continue
        if result and result.get("visits") != wanted:
            yield f"visits of {name}: known {wanted}, found {result.get('visits')}"


def _different_finality(graph: GameGraph) -> Iterator[str]:
    """Which bounds are final: {"final": {"lower": {id: true or false}, "upper": …}}."""
    if "final" not in graph.expected:
        return
    found = exact_finality(graph).by_id(graph)
    given = graph.expected["final"]
    sides = given.items() if isinstance(given, Mapping) else [("", None)]
    for side, expected in sides:
        if side not in found or not isinstance(expected, Mapping):
            yield 'the known finality must be an object with "lower" and "upper", each with node ids and true or false'
        else:
            yield from _different_verdicts(side, expected, found[side])


def _different_verdicts(side: str, expected: Mapping[str, object], found: Mapping[str, bool]) -> Iterator[str]:
    words = {True: "final", False: "not final"}
    for id, wanted in expected.items():
        if id not in found:
            yield f"the known finality names {id!r}, which is not a node"
        elif not isinstance(wanted, bool):
            yield f"the known finality calls the {side} bound of {id!r} {wanted!r}, which is neither true nor false"
        elif wanted != found[id]:
            yield f"{side} bound of {id}: known to be {words[wanted]}, found {words[found[id]]}"
