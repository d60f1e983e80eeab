"""Questions about processes that send each other their values: changes by a round or message, and finality.

A process knows only what its successors have sent it and what has arrived, so its S may differ from the best of the S
that its successors have by now.  A round has one right answer where every message arrives in it that was under way when
it began, and no other.
"""

from __future__ import annotations

from collections.abc import Iterator

from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score, format_score
from explorer.questions import choices
from explorer.questions.question import (
    FINAL,
    MOST_NODES,
    SCORE,
    Form,
    Question,
    QuestionKind,
    Questions,
    by_step,
    name_of,
)
from explorer.questions.sweeps import about_open_nodes
from explorer.trace import Trace
from explorer.trace.caption import Caption, Quantity, Value

ROUND = QuestionKind("round", Form.NODES, 3)  # which processes change S in a round

DISTRIBUTED = "distributed"
_KNOWN = {
    "tentative": "Its S can still rise and fall",
    "lower": "Its S cannot fall, but it can still rise",
    "upper": "Its S cannot rise, but it can still fall",
    "final": "Its S is final",
}
_AWAY = "S moves away from the value of endless play and never back towards it."


def about_round(trace: Trace, step: int) -> Iterator[Question]:
    """Ask which processes change S in a round that is one step, and for their S after it."""
    options = trace.options
    is_fixed = options["mode"] == "synchronous" or (options["order"] == "oldest" and not options["first"])
    number = _round_number(trace, step)
    if options["detail"] != "round" or number != _round_number(trace, step - 1) + 1 or not is_fixed:
        return
    graph, after = trace.graph, dict(trace[step].scores)
    before = trace.scores_at(step - 1, after)
    changed = frozenset(id for id, score in after.items() if before[id] != score)
    last = frozenset(trace[step - 1].activity)
    hears = frozenset(graph.ids[other] for id in last for other in graph.predecessors[graph.index[id]])
    if len(changed) <= MOST_NODES:
        yield Question.of(
            step,
            ROUND,
            f"Round {number}: which processes change their S?",
            [changed],
            (
                frozenset(),
                "A value arrives in this round that changes what is best for some process, or a leaf starts.",
            ),
            (last, "These changed in the round before. A new value moves on to the predecessors, one move a round."),
            (hears, "These receive a new value, but it does not change what is best for each of them."),
        )
    for id in sorted(changed | hears, key=graph.index.__getitem__):
        if graph.node(id).kind.is_inner:
            yield Question.of(
                step,
                SCORE,
                f"Round {number}: what is S of {name_of(graph, id)} once its messages have arrived?",
                [_score_at(trace, step, id)],
                *_wrong_values(trace, id, step - 1),
                (_score_at(trace, step - 1, id), "That is S from before the round."),
                (
                    _score_at(trace, len(trace) - 1, id),
                    "That is S at the end; what makes it so has not arrived in this round.",
                ),
                about=id,
            )


def about_message(trace: Trace, step: int) -> Iterator[Question]:
    """Ask for S of a process after a value has arrived from a successor."""
    id, graph, heard = trace[step].focus, trace.graph, _arriving_value(trace, step)
    if trace.options["detail"] != "message" or id is None or heard is None:
        return
    name, before, after = name_of(graph, id), _score_at(trace, step - 1, id), _score_at(trace, step, id)
    waits = ", once all its successors have been heard in the round" if trace.options["mode"] == "synchronous" else ""
    under_way = f"That counts a value that has not arrived yet: {name} knows only what has arrived."
    seen = f", as {name} sees it" if graph.sign < 0 else ""
    arrives = f"{format_score(heard.number)}{seen} from {name_of(graph, heard.node)}"
    yield Question.of(
        step,
        SCORE,
        f"Next {name} receives {arrives}. What is S of {name} then?",
        [after],
        (heard.number, f"That is what arrives. S is the best of all that {name} last heard{waits}."),
        *_wrong_values(trace, id, step - 1),
        (_backed_up_score(trace, id, step - 1), under_way),
        (before, "That is S from before this message."),
        (_score_at(trace, len(trace) - 1, id), "That is S at the end; what makes it so has not arrived yet."),
        about=id,
        is_telling=after != before,
    )


def about_knowledge(trace: Trace, step: int) -> Iterator[Question]:
    """Ask in which direction S of a process can still change, as far as the process can know."""
    graph = trace.graph
    if graph.count(Kind.OPEN):
        return
    now = "round" if trace.options["detail"] == "round" else "message"
    for id, value in trace[step].scores.items():
        if value is None or not graph.node(id).kind.is_inner:
            continue
        name = name_of(graph, id)
        yield Question.of(
            step,
            FINAL,
            f"After this {now}, by all that {name} can know: can its S still change?",
            ["lower" if value > trace.endless else "upper"],
            ("final", f"{name} knows only what its successors have sent, and cannot know that they send nothing more."),
            *((key, _AWAY) for key in _KNOWN),
            choices=_KNOWN,
            about=id,
        )


def about_end(trace: Trace, step: int) -> Iterator[Question]:
    """Ask at the end whether open nodes can still change a score."""
    if step == len(trace) - 1 and trace.graph.count(Kind.OPEN):
        yield from about_open_nodes(trace, step)


def _round_number(trace: Trace, step: int) -> int:
    counters = trace.steps.counters_at(step)
    return counters.get("n", counters.get("rounds", 0))


def _arriving_value(trace: Trace, step: int) -> Value | None:
    """Return the value that arrives at the process in focus, as this process sees it; None if none arrives."""
    words = trace[step].words
    values = words.values if isinstance(words, Caption) else ()
    first = next((value for value in values if value.quantity is Quantity.HEARD), None)
    return first if first is not None and first.key == trace[step].focus else None


def _has_process_per_turn(trace: Trace) -> bool:
    """Return whether each node has two processes, one for either player's turn."""
    return trace.graph.sign < 0 and trace.endless != 0


def _wrong_values(trace: Trace, id: str, step: int) -> Iterator[tuple[Score | None, str]]:
    graph: GameGraph = trace.graph
    if not _has_process_per_turn(trace):
        shown = trace.scores_at(step, graph.ids_after(id)).get
        yield choices.value_for_other_player(graph, id, shown), choices.other_player_mistake(graph, id)
        yield choices.value_without_sign(graph, id, shown), choices.SIGN


def _backed_up_score(trace: Trace, id: str, step: int) -> Score | None:
    shown = trace.scores_at(step, trace.graph.ids_after(id)).get
    return None if _has_process_per_turn(trace) else choices.backed_up_value(trace.graph, id, shown)


def _score_at(trace: Trace, step: int, id: str) -> Score:
    return trace.scores_at(step, [id])[id]


QUESTIONS = Questions(
    "messages", 6, (ROUND,), by_step(about_round, about_message, about_knowledge, about_end), (DISTRIBUTED,)
)
