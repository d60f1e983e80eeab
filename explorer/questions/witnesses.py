"""Questions about a bound that open nodes may change: by which nodes, to which value, and by which moves.

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
    Question,
    QuestionKind,
    Questions,
    by_step,
    name_of,
    names,
)
from explorer.solver.attractor import OUTSIDE
from explorer.trace import Activity, Trace

WITNESSES = QuestionKind("witness", Form.NODES, 3)  # which open nodes can change a bound

WITNESS = "witness"
_COMPLETED = {2: "low", 3: "high"}  # steps of a witness that complete open nodes
_MOST_SETS = 500


def about_witness(trace: Trace, step: int) -> Iterator[Question]:
    """Ask about the witness or the certificate of a bound."""
    if trace.algorithm != WITNESS:
        return
    witness = trace.result["witness"]
    if step == 1:
        yield from _ask_finality(trace)
        if witness is not None and witness["is_smallest"]:
            yield from _ask_nodes(trace, len(witness["open_nodes"]))
    elif witness is not None and step in _COMPLETED:
        yield _ask_completion(trace, step, witness)
    elif trace.result["certificate"] is not None:
        yield from _ask_move(trace, step)


def _ask_finality(trace: Trace) -> Iterator[Question]:
    """Ask whether open nodes can change the bound, unless that is trivial or not known."""
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


def _ask_nodes(trace: Trace, size: int) -> Iterator[Question]:
    """Ask for a smallest set of open nodes that can change the bound, each reached with one turn alone."""
    result, graph, about = trace.result, trace.graph, trace.result["node"]
    where = bound_game(graph, about, _bound_side(trace), endless=trace.endless)
    there = {where.states[state].node for state in where.opens}
    if len(there) < len(where.opens) or size > MOST_NODES or comb(len(there), size) > _MOST_SETS:
        return
    sets = {frozenset(graph.ids[where.states[state].node] for state in chosen) for chosen in _winning_sets(where, size)}
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


def _winning_sets(where: BoundGame, size: int) -> Iterator[tuple[int, ...]]:
    """Yield the sets of open states with which the hero can force more than the bound."""
    better = where.leaves(lambda worth: worth > where.floor)
    for chosen in combinations(where.opens, size):
        if where.attractor([*better, *chosen]).levels[0] != OUTSIDE:
            yield chosen


def _ask_completion(trace: Trace, step: int, witness: Mapping[str, Mapping[str, Score | None]]) -> Question:
    """Ask for the bound if the open nodes turn out to have these scores."""
    result, graph, case = trace.result, trace.graph, _COMPLETED[step]
    scores: Mapping[str, Score | None] = witness[f"{case}_scores"]
    worths = " and ".join(_worth_words(graph, id, score) for id, score in scores.items())
    other = witness["high_value" if case == "low" else "low_value"]
    return Question.of(
        step,
        {LOWER.name: LOWER, UPPER.name: UPPER}[result["bound"]],
        f"If {worths}, what is the {result['bound']} bound of {name_of(graph, result['node'])}?",
        [_as_score(witness[f"{case}_value"])],
        (result["value"], "That is the bound while these nodes are open."),
        (_as_score(other), "That is the bound with the other scores, with which it differs."),
        about=result["node"],
    )


def _as_score(value: object) -> Score:
    """Return an entry of a witness's result as a score; raise TypeError if it is none."""
    if not isinstance(value, Score):
        raise TypeError(f"expected a score, got {value!r}")
    return value


def _worth_words(graph: GameGraph, id: str, score: Score | None) -> str:
    name = names(graph, (id,))
    return f"play from {name} never ends" if score is None else f"{name} is worth {format_score(score)}"


def _ask_move(trace: Trace, step: int) -> Iterator[Question]:
    """Ask which move forces the bound, so that play ends, or which one prevents more for ever."""
    there, graph = trace[step], trace.graph
    if there.move is None or there.focus != there.move[0]:
        return
    where = bound_game(graph, trace.result["node"], _bound_side(trace), endless=trace.endless)
    forces = there.activity.get(there.focus) is Activity.EVALUATED
    good = [
        graph.ids[where.states[state].node] for state in _right_states(where, graph.index[there.focus], forces=forces)
    ]
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


def _right_states(where: BoundGame, index: int, *, forces: bool) -> list[int]:
    """Return the states after right moves: of the hero to a lower level, of the opponent out of the attractor."""
    mover = HERO if forces else OPPONENT
    begin = next(state for state, (node, _) in enumerate(where.states) if node == index and where.owner[state] == mover)
    if forces:
        levels = where.attractor(where.leaves(lambda worth: worth >= where.floor)).levels
        return [after for after in where.successors[begin] if OUTSIDE < levels[after] < levels[begin]]
    levels = where.attractor([*where.leaves(lambda worth: worth > where.floor), *where.chances]).levels
    return [after for after in where.successors[begin] if levels[after] == OUTSIDE]


def _bound_side(trace: Trace) -> Bound:
    return "lower" if trace.result["bound"] == "lower" else "upper"


QUESTIONS = Questions("witnesses", 4, (WITNESSES,), by_step(about_witness))
