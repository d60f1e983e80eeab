"""Known answers that a file carries, compared with the answers of this program."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from explorer import algorithms
from explorer.comparison.first_wrong import difference
from explorer.expansion.exact import exact_finality
from explorer.intake.cells import column_of
from explorer.model.check import Problem, Severity
from explorer.model.errors import ExplorerError, LimitError, OptionError, brief, quoted
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, format_interval, format_score, parse_endless
from explorer.model.words import counted
from explorer.solver import Solution, solve
from explorer.trace.recording import Limits

KEY = "expected"
BOUNDS = ("lower", "upper")
SCORES = ("scores", *BOUNDS)
CHECKED = (*SCORES, "steps", "visits", "final", "kernel", "grundy")
_RUN = Limits(steps=1, run=200_000)
_NO_FINALITY = 'the known finality must be an object with "lower" and "upper", each with node ids and true or false'
_FOR_0 = "the known scores are those with endless play worth 0, and agree with that"
_TOO_LONG = f"the run takes more than {_RUN.run:,} steps"


@dataclass(frozen=True)
class Contradiction(Problem):
    """A known answer that the program does not confirm; `known_score` is the known score, if it is one of a node."""

    known_score: Score | None = None


def answer_kinds(graph: GameGraph) -> list[str]:
    """Return the kinds of known answers that the graph carries and that can be checked, in the order of `CHECKED`.

    Scores can be told node by node, too, under the key `expected`, as in a column of a table.
    """
    told = {*graph.expected, *(["scores"] if any(KEY in extra for extra in graph.columns.extras.values()) else [])}
    return [kind for kind in CHECKED if kind in told]


def known_scores(graph: GameGraph) -> dict[str, Any]:
    """Return the known scores that the graph or its nodes carry, by id.

    Raises
    ------
    OptionError
        If it carries none.
    """
    column = {graph.columns.ids[row]: extra[KEY] for row, extra in graph.columns.extras.items() if KEY in extra}
    scores = graph.expected.get("scores", {})
    found = {**(scores if isinstance(scores, Mapping) else {}), **column}
    if not found:
        raise OptionError(
            'the graph carries no known scores: name a file with values, or give --solver "COMMAND {graph}"'
        )
    return found


def disagreements(graph: GameGraph) -> list[str]:
    """Return a sentence for every known answer that the program contradicts; none if all agree.

    Raises
    ------
    GraphError
        If the graph has errors.
    """
    return [problem.message for problem in contradictions(graph)]


def contradictions(graph: GameGraph, *, endless: Score = 0) -> list[Contradiction]:
    """Return the contradicted answers as problems that name their node; of scores, the first wrong ones come first.

    Raises
    ------
    GraphError
        If the graph has errors.
    """
    is_known = {*SCORES} & {*answer_kinds(graph)}
    scores = contradicted_scores(graph, solve(graph, endless=endless), endless) if is_known else []
    searches = (*_step_contradictions(graph), *_visit_contradictions(graph))
    others = (
        *searches,
        *_finality_contradictions(graph),
        *_kernel_contradictions(graph),
        *_grundy_contradictions(graph),
    )
    return [*_sort_first_wrong_first(graph, scores, endless), *others]


def _sort_first_wrong_first(graph: GameGraph, scores: list[Contradiction], endless: Score) -> list[Contradiction]:
    """Sort contradicted scores in the order of `difference`, first wrong ones first, those without a node last."""
    wrong = {problem.node: problem.known_score for problem in scores if problem.known_score is not None}
    if len(wrong) < 2 or (endless != 0 and graph.sign < 0):
        return scores
    found = difference(graph, wrong, endless=endless)
    places = {graph.ids[row]: place for place, row in enumerate(found.wrong.tolist())}
    return sorted(
        scores, key=lambda each: len(wrong) if each.known_score is None else places.get(str(each.node), len(wrong))
    )


def contradicted_scores(graph: GameGraph, solution: Solution, endless: Score = 0) -> list[Contradiction]:
    """Return every known score and bound that a solution for this value of endless play contradicts.

    A known score of a node that depends on open nodes is contradicted only if the node cannot have it.  If the known
    scores are those with endless play worth 0 and not these, a note says so instead.
    """
    found = _contradictions_of(graph, solution, SCORES)
    are_others = endless != 0 and any(problem.known_score is not None for problem in found)
    if are_others and not _contradictions_of(graph, solve(graph), ("scores",)):
        return [*_contradictions_of(graph, solution, BOUNDS), Contradiction(Severity.NOTE, _FOR_0)]
    return found


def _contradictions_of(graph: GameGraph, solution: Solution, kinds: Iterable[str]) -> list[Contradiction]:
    """Return a problem for every known number of these kinds that a solution contradicts."""
    exact = {"scores": solution.scores, "lower": solution.lower, "upper": solution.upper}
    problems: list[Contradiction] = []
    for kind in kinds:
        if kind in graph.expected:
            between = solution.between if kind == "scores" else {}
            problems += _score_contradictions(kind, graph.expected[kind], exact[kind], between)
    return [*problems, *(_column_contradictions(graph, solution) if "scores" in kinds else ())]


def _contradiction_about(sentence: str, node: str | None = None, known_score: Score | None = None) -> Contradiction:
    return Contradiction(Severity.ERROR, sentence, node, known_score=known_score)


def _score_contradictions(
    kind: str, expected: object, exact: Mapping[str, Score], between: Mapping[str, tuple[Score, Score]]
) -> Iterator[Contradiction]:
    """Yield a problem for every number that differs from the exact one and is not between its two bounds."""
    if not isinstance(expected, Mapping):
        yield _contradiction_about(f"the known {kind} must be an object of node ids and numbers")
        return
    for id, text in expected.items():
        if id not in exact:
            yield _contradiction_about(f"the known {kind} name {quoted(id)}, which is not a node")
            continue
        try:
            wanted = parse_endless(text)
        except OptionError:
            yield _contradiction_about(
                f"the known {kind} give {quoted(id)} the value {quoted(text)}, which is not a number", id
            )
            continue
        least, most = between.get(id, (exact[id], exact[id]))
        if not least <= wanted <= most:
            yield _contradiction_about(
                f"{kind} of {brief(id)}: known {format_score(wanted)}, found {format_interval(least, most)}",
                id,
                wanted if kind == "scores" else None,
            )


def _column_contradictions(graph: GameGraph, solution: Solution) -> Iterator[Contradiction]:
    """Yield a problem for every wrong number under `expected` of a node, and one for all that are no numbers."""
    said = {index: extra[KEY] for index, extra in graph.columns.extras.items() if KEY in extra}
    rows, column = np.array([*said], np.int64), column_of([*said.values()])
    wanted = [None if value is None else _parse_score(value) for value in (*column.values, None)]
    is_odd = np.array([score is None for score in wanted], bool)[column.codes]
    if odd := np.flatnonzero(is_odd).tolist():
        id = graph.columns.ids[int(rows[odd[0]])]
        more = f", nor is that of {counted(len(odd) - 1, 'other node')}" if len(odd) > 1 else ""
        value = quoted(column.cell(odd[0]))
        yield _contradiction_about(
            f"the known scores give {quoted(id)} the value {value}, which is not a number{more}", id
        )
    scale = solution.scores.scale
    lowest, highest = (
        np.array([0 if score is None else side(scale, score) for score in wanted], np.int64)[column.codes]
        for side in (bisect_left, bisect_right)
    )
    least, most = (ends.codes[rows] for ends in (solution.between.least, solution.between.most))
    for place in np.flatnonzero(~is_odd & ((least >= highest) | (most < lowest))).tolist():
        id, score = graph.columns.ids[int(rows[place])], wanted[int(column.codes[place])]
        interval = format_interval(scale[int(least[place])], scale[int(most[place])])
        yield _contradiction_about(f"scores of {brief(id)}: known {format_score(score)}, found {interval}", id, score)


def _parse_score(text: object) -> Score | None:
    try:
        return parse_endless(text)
    except OptionError:
        return None


def _step_contradictions(graph: GameGraph) -> Iterator[Contradiction]:
    if "steps" in graph.expected:
        result = algorithms.trace(graph, "score-iteration", limits=_RUN).result
        if not result:
            yield _contradiction_about(f"steps of score-iteration: not checked, {_TOO_LONG}")
        elif result["steps"] != graph.expected["steps"]:
            yield _contradiction_about(
                f"steps of score-iteration: known {graph.expected['steps']}, found {result['steps']}"
            )


def _visit_contradictions(graph: GameGraph) -> Iterator[Contradiction]:
    visits = graph.expected.get("visits", {})
    for name, expected in visits.items() if isinstance(visits, Mapping) else ():
        try:
            result = algorithms.trace(graph, name, limits=_RUN).result
        except ExplorerError as error:
            yield _contradiction_about(f"visits of {name}: {error}")
            continue
        if not result:
            yield _contradiction_about(f"visits of {name}: not checked, {_TOO_LONG}")
        elif result.get("visits") != expected:
            yield _contradiction_about(f"visits of {name}: known {expected}, found {result.get('visits')}")


def _finality_contradictions(graph: GameGraph) -> Iterator[Contradiction]:
    """Check which bounds are final: {"final": {"lower": {id: true or false}, "upper": …}}."""
    if "final" not in graph.expected:
        return
    found = exact_finality(graph).by_id(graph)
    given = graph.expected["final"]
    sides = given.items() if isinstance(given, Mapping) else [("", None)]
    for side, expected in sides:
        if side not in found or not isinstance(expected, Mapping):
            yield _contradiction_about(_NO_FINALITY)
        else:
            yield from _bound_finality_contradictions(side, expected, found[side])


def _kernel_contradictions(graph: GameGraph) -> Iterator[Contradiction]:
    """Check the positions that are good to move to: {"kernel": [id, …]}, in any order."""
    if "kernel" not in graph.expected:
        return
    given = graph.expected["kernel"]
    if not isinstance(given, list) or not all(isinstance(id, str) for id in given):
        yield _contradiction_about("the known kernel must be a list of node ids")
        return
    try:
        found = _kernel_and_grundy(graph)["kernel"]
    except ExplorerError as error:
        yield _contradiction_about(f"kernel: {error}")
        return
    for id in dict.fromkeys([*given, *found]):
        if id not in graph.index:
            yield _contradiction_about(f"the known kernel names {quoted(id)}, which is not a node")
        elif (id in given) != (id in found):
            yield _contradiction_about(
                f"{id}: known to be {'in' if id in given else 'outside'} the kernel, found the other way", id
            )


def _grundy_contradictions(graph: GameGraph) -> Iterator[Contradiction]:
    """Check Grundy values: {"grundy": {id: number}}."""
    if "grundy" not in graph.expected:
        return
    try:
        found = _kernel_and_grundy(graph)["grundy"]
    except ExplorerError as error:
        yield _contradiction_about(f"Grundy values: {error}")
        return
    yield from _score_contradictions("grundy", graph.expected["grundy"], found, {})


def _kernel_and_grundy(graph: GameGraph) -> Mapping[str, Any]:
    """Return the kernel and the Grundy values of an impartial game's graph.

    Raises
    ------
    ExplorerError
        If there are none, or the run would be too long.
    """
    result = algorithms.trace(graph, "kernel", limits=_RUN).result
    if not result:
        raise LimitError(f"not checked, {_TOO_LONG}")
    return result


def _bound_finality_contradictions(
    side: str, expected: Mapping[str, object], exact: Mapping[str, bool]
) -> Iterator[Contradiction]:
    words = {True: "final", False: "not final"}
    for id, wanted in expected.items():
        if id not in exact:
            yield _contradiction_about(f"the known finality names {quoted(id)}, which is not a node")
        elif not isinstance(wanted, bool):
            said = f"the known finality calls the {side} bound of {quoted(id)} {quoted(wanted)}"
            yield _contradiction_about(f"{said}, which is neither true nor false", id)
        elif wanted != exact[id]:
            yield _contradiction_about(
                f"{side} bound of {brief(id)}: known to be {words[wanted]}, found {words[exact[id]]}", id
            )
