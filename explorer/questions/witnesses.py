"""Questions about a bound that open nodes may change: whether they can, which of them, to what, and by which moves.

Right are all smallest sets that can change the bound, and all moves that a certificate may have; the algorithm chooses
one of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from math import comb

from explorer.expansion.bound_game import HERO, OPPONENT, Bound, BoundGame, bound_game
from explorer.model.graph import GameGraph
from explorer.model.graph import Kind as NodeKind
from explorer.model.scores import Score, format_score
from explorer.questions.question import (
    FINAL,
    LOWER,
    MOST_NODES,
    MOVE,
    UPPER,
    Form,
    Kind,
    Question,
    Questions,
    by_step,
    name_of,
    names,
)
from explorer.solver.attractor import OUTSIDE
from explorer.trace import Activity, Trace

WITNESSES = Kind("witness", Form.NODES, 3)  # which open nodes can change a bound

WITNESS = "witness"
_COMPLETED = {2: "low", 3: "high"}  # steps of a witness that complete open nodes
_MOST_SETS = 500


def about_witness(trace: Trace, step: int) -> Iterator[Question]:
    """Questions about the witness or the certificate of a bound."""
    if trace.algorithm != WITNESS:
        return
    found = trace.result["witness"]
    if step == 1:
        yield from _can_change(trace)
        if found is not None and found["is_smallest"]:
            yield from _which_nodes(trace, len(found["open_nodes"]))
    elif found is not None and step in _COMPLETED:
        yield _completed(trace, step, found)
    elif trace.result["certificate"] is not None:
        yield from _move(trace, step)


def _can_change(trace: Trace) -> Iterator[Question]:
    """Yield whether open nodes can change the bound; nothing is asked where that is trivial, or not known."""
    result, graph = trace.result, trace.graph
    if result["final"] is None or all(node.kind is not NodeKind.OPEN for node in graph.nodes):
        return
    yield Question.of(
        1,
        FINAL,
        f"Can open nodes change the {result['bound']} bound of {name_of(graph, result['node'])}?",
        ["final" if result["final"] else "open"],
        ("open", "Open nodes matter only where the player whom the bound favours can force play to them."),
        ("final", "A bound that is the best known so far may still change when open nodes are expanded."),
        choices={"open": "Yes", "final": "No: it is final"},
        about=result["node"],
    )


def _which_nodes(trace: Trace, size: int) -> Iterator[Question]:
    """Ask for a smallest set of open nodes that can change the bound, if each is reached with one turn alone."""
    result, graph, about = trace.result, trace.graph, trace.result["node"]
    where = bound_game(graph, about, _bound(trace), endless=trace.endless)
    there = {where.states[state].node for state in where.opens}
    if len(there) < len(where.opens) or size > MOST_NODES or comb(len(there), size) > _MOST_SETS:
        return
    sets = {frozenset(graph.ids[where.states[state].node] for state in chosen) for chosen in _winning(where, size)}
    every = frozenset(graph.ids[index] for index in there)
    too_many = "These can change the bound, but a smaller set is enough."
    what = f"the {result['bound']} bound of {name_of(graph, about)}"
    yield Question.of(
        1,
        WITNESSES,
        f"Which open nodes, no more than needed, can change {what}?",
        sets,
        (every, too_many),
        (frozenset(), "As long as these nodes are open, the bound can change."),
        about=result["node"],
        remark=f"There are {len(sets)} such sets; the algorithm shows one." if len(sets) > 1 else "",
    )


def _winning(where: BoundGame, size: int) -> Iterator[tuple[int, ...]]:
    """Yield the sets of open states with which the hero can force more than the bound."""
    better = where.leaves(lambda worth: worth > where.floor)
    for chosen in combinations(where.opens, size):
        if where.attractor([*better, *chosen]).levels[0] != OUTSIDE:
            yield chosen


def _completed(trace: Trace, step: int, found: Mapping[str, Mapping[str, Score | None]]) -> Question:
    """What the bound becomes if the open nodes turn out to be worth this."""
    result, graph, case = trace.result, trace.graph, _COMPLETED[step]
    scores: Mapping[str, Score | None] = found[f"{case}_scores"]
    worths = " and ".join(_worth(graph, id, score) for id, score in scores.items())
    other = found["high_value" if case == "low" else "low_value"]
    return Question.of(
        step,
        {LOWER.name: LOWER, UPPER.name: UPPER}[result["bound"]],
        f"If {worths}, what is the {result['bound']} bound of {name_of(graph, result['node'])}?",
        [_number(found[f"{case}_value"])],
        (result["value"], "That is the bound while these nodes are open."),
        (_number(other), "That is the bound with the other scores, with which it differs."),
        about=result["node"],
    )


def _number(value: object) -> Score:
    """Return a score of a result."""
    if not isinstance(value, Score):
        raise TypeError(f"expected a score, got {value!r}")
    return value


def _worth(graph: GameGraph, id: str, score: Score | None) -> str:
    name = names(graph, (id,))
    return f"play from {name} never ends" if score is None else f"{name} is worth {format_score(score)}"


def _move(trace: Trace, step: int) -> Iterator[Question]:
    """Which move forces the bound, so that play ends; or which one prevents more for ever."""
    there, graph = trace[step], trace.graph
    if there.move is None or there.focus != there.move[0]:
        return
    where = bound_game(graph, trace.result["node"], _bound(trace), endless=trace.endless)
    forces = there.activity.get(there.focus) is Activity.EVALUATED
    good = [graph.ids[where.states[state].node] for state in _good(where, graph.index[there.focus], forces=forces)]
    if not 0 < len(good) <= MOST_NODES:
        return
    wrong = (
        "This move does not bring play nearer to an end that is good enough: ranks must fall."
        if forces
        else "After this move the other player can force something better, or reach an open node."
    )
    does = (
        "makes sure of the bound, and brings the end nearer"
        if forces
        else "lets the other player get no more than the bound, for ever"
    )
    row = graph.ids_after(there.focus)
    rest = [(id, "There is no move to this node.") for id in graph.ids if id not in row]
    yield Question.of(
        step,
        MOVE,
        f"Which move at {name_of(graph, there.focus)} {does}?",
        good,
        *((id, wrong) for id in row),
        *rest,
        about=there.focus,
        remark=f"Any of {names(graph, good)} does; the certificate has one." if len(good) > 1 else "",
    )


def _good(where: BoundGame, index: int, *, forces: bool) -> list[int]:
    """Return the states after the moves that do: of the hero to a lower level, of the opponent out of the attractor."""
    mover = HERO if forces else OPPONENT
    begin = next(state for state, (node, _) in enumerate(where.states) if node == index and where.owner[state] == mover)
    if forces:
        levels = where.attractor(where.leaves(lambda worth: worth >= where.floor)).levels
        return [after for after in where.successors[begin] if OUTSIDE < levels[after] < levels[begin]]
    levels = where.attractor([*where.leaves(lambda worth: worth > where.floor), *where.chances]).levels
    return [after for after in where.successors[begin] if levels[after] == OUTSIDE]


def _bound(trace: Trace) -> Bound:
    return "lower" if trace.result["bound"] == "lower" else "upper"


QUESTIONS = Questions("witnesses", 4, (WITNESSES,), by_step(about_witness))
