"""Questions about algorithms that number nodes one after the other: labels, bounds, levels, Grundy values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.questions import choices
from explorer.questions.question import (
    LOWER,
    MOST_NODES,
    SCORE,
    UPPER,
    Form,
    Question,
    QuestionKind,
    Questions,
    by_step,
    name_of,
    names,
)
from explorer.trace import Activity, Trace

LEVEL = QuestionKind("level", Form.NODES)  # which nodes have a level
OPEN = QuestionKind("open", Form.NODE)  # which open node is worth expanding
LABEL = QuestionKind("label", Form.CHOICE, 2)  # whether it is labelled win, draw or loss
GRUNDY = QuestionKind("grundy", difficulty=2)  # which Grundy value

KERNEL, LOOPY_KERNEL, STATUS, WITNESS = "kernel", "loopy-kernel", "status", "witness"
_LABELS: Mapping[Score, str] = {1: "win", 0: "draw", -1: "loss"}
_OUTCOMES = {"win": "Wins", "draw": "Draws", "loss": "Loses"}
_OTHER_WAY = "That is the outcome of the player who is to move there, not of whoever has moved there."


def about_labels(trace: Trace, step: int) -> Iterator[Question]:
    """Ask about a step that gives its focus a score, or another lower or upper bound."""
    there, graph = trace[step], trace.graph
    id = there.focus
    if id is None or id not in graph.index:
        return
    if (score := there.scores.get(id)) is not None and id not in there.relations and graph.node(id).kind.is_inner:
        ask = {STATUS: _ask_label, LOOPY_KERNEL: _ask_outcome}.get(trace.algorithm, _ask_number)
        yield ask(trace, step, id, score)
    if id in there.bounds and there.growth is None and trace.algorithm != WITNESS:
        yield from _ask_bounds(trace, step, id)


def about_levels(trace: Trace, step: int) -> Iterator[Question]:
    """Ask which positions a level has, where levels are found from the end."""
    there, graph = trace[step], trace.graph
    found = frozenset(id for id, role in there.activity.items() if role is Activity.COMPARED)
    if trace.algorithm != KERNEL or there.focus is not None or not 0 < len(found) <= MOST_NODES:
        return
    done = frozenset(trace.scores_at(step))
    near = frozenset(id for id in graph.ids if id not in done and any(other in done for other in graph.ids_after(id)))
    yield Question.of(
        step,
        LEVEL,
        "Which positions are in the next level?" if done else "Which positions are in level 0?",
        [found],
        (
            near,
            "Each of these has a successor with a level. To have the next level, all its successors must have one.",
        ),
        (frozenset(), "As long as positions are left, each level has at least one."),
    )


def about_open_nodes(trace: Trace, step: int) -> Iterator[Question]:
    """Ask which open node is worth expanding: any that can still change a bound of the root (Loops, part 2)."""
    growth = trace[step].growth
    if growth is None or step == 0:
        return
    there = trace.kinds_at(step - 1)
    noted = trace.notes_at(step - 1)
    candidates = [id for id, kind in there.items() if kind == "open" and id in noted]
    if not 0 < len(candidates) <= MOST_NODES:
        return
    by_rule = "by the rule of finality, " if trace.options["finality"] == "rule" else ""
    useless = f"{by_rule}whatever this node turns out to be, the bounds of the root stay as they are."
    if trace.graph.rules is None:  # a node that is open in the drawn graph itself stays so
        useless = f"this node cannot be expanded, or {useless}"
    useless = f"{useless[0].upper()}{useless[1:]}"
    known = "This node is expanded already."
    told = [(id, useless if kind == "open" else known) for id, kind in there.items()]
    yield Question.of(
        step,
        OPEN,
        f"Which open node is worth expanding: which one can be expanded and {by_rule}can change a bound of the root?",
        candidates,
        *told,
        remark=f"Any of {names(trace.graph, candidates)} can; the strategy chooses one." if len(candidates) > 1 else "",
    )


def _ask_label(trace: Trace, step: int, id: str, score: Score) -> Question:
    """Ask whether a node is a win, a draw or a loss."""
    graph, known = trace.graph, trace.scores_at(step - 1) if step else {}
    own = trace.options["labels"] in ("own", "mstatus" if graph.sign < 0 else "status")
    viewer = "Max" if (graph.sign > 0) == own else "the player to move there"
    wrong = _wrong_labels(graph, id, known) if own else ()  # else the labels are not seen as the graph's scores are
    told = ((None if number is None else _LABELS[number], sentence) for number, sentence in wrong)
    return Question.of(
        step,
        LABEL,
        f"Which label does {name_of(graph, id)} get in the next step, from the view of {viewer}?",
        [_LABELS[score]],
        *told,
        choices={word: f"{word[0].upper()}: {word}" for word in _LABELS.values()},
        about=id,
    )


def _ask_outcome(trace: Trace, step: int, id: str, score: Score) -> Question:
    """Ask for the result of the player who moves to a position; either player may make every move."""
    return Question.of(
        step,
        LABEL,
        f"Whoever moves to {name_of(trace.graph, id)}: what becomes of that player?",
        [_LABELS[score]],
        (_LABELS[-score] if score else None, _OTHER_WAY),
        choices=_OUTCOMES,
        about=id,
    )


def _ask_number(trace: Trace, step: int, id: str, score: Score) -> Question:
    """Ask which number a node gets."""
    graph = trace.graph
    kind = GRUNDY if trace.algorithm == KERNEL else SCORE
    what = "Grundy value" if kind is GRUNDY else "number"
    known = trace.scores_at(step - 1) if step else {}
    told = _wrong_grundy_values(graph, id, known) if kind is GRUNDY else _wrong_labels(graph, id, known)
    return Question.of(
        step,
        kind,
        f"Which {what} does {name_of(graph, id)} get in the next step?",
        [score],
        *told,
        about=id,
    )


def _wrong_grundy_values(graph: GameGraph, id: str, known: Mapping[str, Score]) -> Iterator[tuple[Score | None, str]]:
    values = [known.get(other) for other in graph.ids_after(id)]
    top, low = choices.best_score(1, values), choices.best_score(-1, values)
    yield (
        None if top is None else top + 1,
        "That is one more than the largest. mex is the smallest number from 0 on that no successor has.",
    )
    yield None if low is None else low + 1, "That is one more than the smallest, but a successor has that number."
    yield len(values), "That is the number of moves. mex counts no moves: it is the smallest number that is missing."


def _wrong_labels(graph: GameGraph, id: str, known: Mapping[str, Score]) -> Iterator[tuple[Score | None, str]]:
    def read(other: str) -> Score | None:
        return known.get(other)

    yield choices.value_for_other_player(graph, id, read), choices.other_player_mistake(graph, id)
    yield choices.value_without_sign(graph, id, read), choices.SIGN


def _ask_bounds(trace: Trace, step: int, id: str) -> Iterator[Question]:
    """Ask which lower or upper bound a node gets, where one of them changes."""
    graph = trace.graph
    new, old = trace[step].bounds[id], trace.bounds_at(step - 1, [id]).get(id) if step else None
    if old is None or not graph.node(id).kind.is_inner:
        return
    for side, kind in enumerate((LOWER, UPPER)):
        if new[side] == old[side]:
            continue
        yield Question.of(
            step,
            kind,
            f"Which {kind} bound does {name_of(graph, id)} get in the next step?",
            [new[side]],
            (old[side], "That is the bound from before the step."),
            (new[1 - side], "That is the other bound."),
            about=id,
        )


QUESTIONS = Questions("labels", 2, (LEVEL, OPEN, LABEL, GRUNDY), by_step(about_labels, about_levels, about_open_nodes))
