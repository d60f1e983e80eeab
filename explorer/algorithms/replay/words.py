"""Words on the events of a log: what the engine did, whether it is true, and what is wrong with a false value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from explorer.algorithms.captions import best, names, seen_term, term
from explorer.algorithms.replay.judge import EventVerdict, Judgement, LogJudge, holds
from explorer.algorithms.replay.log import EventKind, LogEvent, outside_window
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, format_score, score_to_json
from explorer.model.words import counted
from explorer.trace import Bounds, Relation
from explorer.trace.caption import Caption, Quantity, Value, Words, caption, listing, named

_BOUND_WORDS = {Relation.EXACT: "", Relation.AT_LEAST: "a lower bound", Relation.AT_MOST: "an upper bound"}
_MOST_TRIES = 150  # to leave out nodes of a path, to see which of them matter
_NAMED = 12


@dataclass(frozen=True)
class FalseValue:
    """A false value of a log.

    Attributes
    ----------
    step : the number of its event, from 0.
    line : of the log, from 1.
    node, path : the id of its node, and those of the nodes before it.
    event : the kind of event.
    value, relation : the value, and its relation to the score.
    truth : the score that it should be, or two between which it should lie.
    on_path : the nodes of the path that count as endless play for `truth`; none if the score is that of the node alone.
    sentences : what is false, and what it looks like.
    graph : the graph that was searched.
    game, endless : a graph in which `truth` is the score of the node, and the worth of endless play there; None if the
        score on the path is that of no graph.
    """

    step: int
    line: int
    node: str
    path: tuple[str, ...]
    event: str
    value: Score
    relation: Relation
    truth: tuple[Score, Score]
    on_path: tuple[str, ...]
    sentences: tuple[str, ...]
    graph: GameGraph
    game: GameGraph | None
    endless: Score

    def to_json(self) -> dict[str, Any]:
        """Return the false value as JSON."""
        return {
            "step": self.step, "line": self.line, "event": self.event, "node": self.node, "path": [*self.path],
            "value": score_to_json(self.value), "relation": str(self.relation),
            "truth": [*map(score_to_json, self.truth)], "on_path": [*self.on_path], "sentences": [*self.sentences],
        }  # fmt: skip


def false_value(judge: LogJudge, event: LogEvent, judgement: Judgement) -> FalseValue | None:
    """Return what is known of the value of the last event if it is false."""
    value, truth = event.value, judgement.truth
    if judgement.verdict is not EventVerdict.FALSE or value is None or truth is None:
        return None
    graph, path = judge.graph, judge.log.path_of(event)
    games = judge.games
    on_path = games.cycle(event.node, path) if judgement.is_on_path else []
    words = [str(caption(event_words(graph, event), verdict_words(graph, event, judgement)))]
    return FalseValue(
        step=judge.events.total() - 1,
        line=event.line,
        node=graph.ids[event.node],
        path=tuple(graph.ids[index] for index in path),
        event=str(event.kind),
        value=value,
        relation=event.relation,
        truth=truth,
        on_path=tuple(graph.ids[index] for index in on_path),
        sentences=(*words, *map(str, reasons(judge, event, judgement))),
        graph=graph,
        game=graph if not on_path else None if event.node in on_path else games.game(on_path),
        endless=games.endless_at(len(path)),
    )


# ---- an event


def event_words(graph: GameGraph, event: LogEvent, skipped: int = 0) -> Caption:
    """Return what the engine did, with the line of the log."""
    return caption(f"Line {event.line:,}: ", _deed(graph, event, skipped), _depth_words(event), ".")


def _deed(graph: GameGraph, event: LogEvent, skipped: int) -> Caption:
    node = named(graph.nodes[event.node])
    if event.value is None:
        value: Words = "no value"
    else:
        value = Value(event.value, _QUANTITIES[event.kind], graph.ids[event.node])
    match event.kind:
        case EventKind.ENTER:
            return caption("the search enters ", node, _window_words(event.window))
        case EventKind.LEAF:
            return caption("the search ends at ", node, " with ", value, _bound_words(event))
        case EventKind.STORE:
            return caption(node, " is stored with ", value, _bound_words(event), _condition_words(graph, event))
        case EventKind.HIT:
            return caption("the table answers ", node, " with ", value, _bound_words(event))
        case EventKind.CUT:
            return caption(
                "cutoff at ", node, f", {counted(skipped, 'move')} skipped" if skipped else " after the last move"
            )
        case EventKind.RETURN:
            return caption(node, " returns ", value, _bound_words(event))


_QUANTITIES = {
    EventKind.ENTER: Quantity.SCORE,
    EventKind.LEAF: Quantity.SCORE,
    EventKind.STORE: Quantity.STORED,
    EventKind.HIT: Quantity.STORED,
    EventKind.CUT: Quantity.BEST,
    EventKind.RETURN: Quantity.RETURNED,
}


def _depth_words(event: LogEvent) -> str:
    if event.depth is None:
        return ""
    return f", {counted(event.depth, 'move') if isinstance(event.depth, int) else f'depth {event.depth:g}'} left"


def _window_words(window: Bounds | None) -> str:
    return "" if window is None else f" with the window {_window(window)}"


def _window(window: Bounds) -> str:
    return f"[{format_score(window[0])}, {format_score(window[1])}]"


def _bound_words(event: LogEvent) -> str:
    """Return whether the value is a bound, and by what."""
    kind = _BOUND_WORDS[event.relation]
    if not kind or event.bound is not None or event.window is None:
        return f", {kind}" if kind else ""
    return f", which is not inside the window {_window(event.window)} and so {kind}"


def _condition_words(graph: GameGraph, event: LogEvent) -> Caption:
    condition = event.condition
    if condition is None:
        return caption() if event.depth is not None else caption(", valid on every path")
    if not condition:
        return caption(", valid under a condition")
    return caption(", valid while ", names(graph, condition, _NAMED), f" {_are(condition)} on the path")


def _are(nodes: Sequence[int]) -> str:
    return "is" if len(nodes) == 1 else "are"


# ---- its truth


def verdict_words(graph: GameGraph, event: LogEvent, judgement: Judgement) -> Caption:
    """Return whether the value of an event is true, as a sentence with a blank before it."""
    verdict, truth, is_on_path = judgement
    if verdict is EventVerdict.NO_VALUE:
        return caption()
    if truth is None:
        why = "the depth was limited" if verdict is EventVerdict.LIMITED else "its path was not solved"
        return caption(f" It is not judged, since {why}.")
    where = "on this path its score" if is_on_path else "its score"
    if verdict is EventVerdict.TRUE:
        return caption(
            " This is true", *(() if event.relation is Relation.EXACT else (": ", *_truth(where, truth))), "."
        )
    return caption(" This is false: ", *_truth(where, truth), ".")


def _truth(where: str, truth: Bounds) -> tuple[Words, ...]:
    low, high = truth
    words = format_score(low) if low == high else f"between {format_score(low)} and {format_score(high)}"
    return (f"{where} is {words}",)


# ---- what a false value looks like


def reasons(judge: LogJudge, event: LogEvent, judgement: Judgement) -> Iterator[Caption]:
    """Yield sentences on what the false value of the last event looks like."""
    found = [*islice(_likely_reasons(judge, event, judgement), 3)]
    yield from found or _other_worth(judge, event)


def _likely_reasons(judge: LogJudge, event: LogEvent, judgement: Judgement) -> Iterator[Caption]:
    path, games, graph = judge.log.path_of(event), judge.games, judge.graph
    node = named(graph.nodes[event.node])
    if judgement.is_on_path and event.node in path:
        worth = format_score(games.endless_at(len(path)))
        turn = " to the player to move there" if graph.sign < 0 else ""
        yield caption(node, f" is on the path already, so play goes on for ever, which is worth {worth}{turn}.")
        return
    if event.kind is EventKind.STORE:
        yield from _stored_bound(judge, event)
        yield from _stored_without_condition(judge, event)
    if event.kind is EventKind.HIT:
        yield from _used_entry(judge, event)
    if event.kind is EventKind.RETURN and graph.successors[event.node]:
        yield _formula(judge, event)


def _stored_bound(judge: LogJudge, event: LogEvent) -> Iterator[Caption]:
    """Yield the reason of a bound that is stored as if it were exact."""
    if event.window is None or event.value is None or event.bound not in (None, Relation.EXACT):
        return
    relation = outside_window(event.value, event.window)
    path = judge.log.path_of(event)
    score = judge.games.score(event.node, path)
    truths = (judge.games.interval(event.node, len(path)), (score, score))
    if relation is not Relation.EXACT and any(holds(relation, event.value, truth) for truth in truths):
        limit = "beta or more" if relation is Relation.AT_LEAST else "alpha or less"
        yield caption(
            named(judge.graph.nodes[event.node]),
            f" was searched with the window {_window(event.window)}: a value of {limit} is {_BOUND_WORDS[relation]}, "
            "and is stored here as if it were exact.",
        )


def _stored_without_condition(judge: LogJudge, event: LogEvent) -> Iterator[Caption]:
    """Yield the reason of a value that is valid on its path and is stored without this condition."""
    path, games = judge.log.path_of(event), judge.games
    on_path = games.cycle(event.node, path)

    def is_valid(nodes: Sequence[int]) -> bool:
        score = games.score_with(event.node, nodes, len(path))
        return event.value is not None and holds(event.relation, event.value, (score, score))

    if event.condition is not None or not on_path or not is_valid(on_path):
        return
    needed = _smallest(on_path, is_valid)
    nodes = names(judge.graph, needed, _NAMED)
    them = "it" if len(needed) == 1 else "them"
    yield caption(
        "It is valid only while ", nodes, f" {_are(needed)} on the path, where a move back to {them} counts as endless "
        "play; it is stored without this condition, as by a naive memo.",
    )  # fmt: skip


def _smallest(nodes: list[int], is_valid: Callable[[Sequence[int]], bool]) -> list[int]:
    """Return a small part of a list that is still valid: pieces are left out, larger ones first.

    After many tries the part so far is returned; else no node of it can be left out.
    """
    size, tries = len(nodes) // 2, 0
    while size > 0:
        start = 0
        while start < len(nodes) and tries < _MOST_TRIES:
            fewer = nodes[:start] + nodes[start + size :]
            tries += 1
            if fewer and is_valid(fewer):
                nodes = fewer
            else:
                start += size
        size //= 2
    return nodes


def _used_entry(judge: LogJudge, event: LogEvent) -> Iterator[Caption]:
    """Yield where the entry that is used was stored, and which nodes of its condition are not on the path."""
    stored = judge.stores.get(event.node)
    if stored is None:
        return
    path = {*judge.log.path_of(event)}
    missing = [index for index in stored.condition or () if index not in path]
    but = (", but ", names(judge.graph, missing, _NAMED), f" {_are(missing)} not on the path here") if missing else ()
    value = format_score(stored.value)
    entry = caption(f"The entry was stored in line {stored.line:,} with {value}", _condition_words(judge.graph, stored))
    yield caption(entry, *but, ".")


def _formula(judge: LogJudge, event: LogEvent) -> Caption:
    """Return the score of a node by those of its successors, each on the path that leads to it."""
    graph, games, node = judge.graph, judge.games, event.node
    path = [*judge.log.path_of(event), node]
    row = graph.successors[node]
    values = [(other, graph.sign * games.score(other, path, key=event.line)) for other in row]
    sense = graph.orientation[node]
    values.sort(key=lambda pair: -sense * pair[1])  # the best first
    terms = listing((caption(seen_term(graph, other, "value"), f" = {format_score(v)}") for other, v in values), 4)
    return caption(
        "With the nodes of the path as endless play, ", term("value", graph.nodes[node]), f" = {best(graph, node)}{{",
        terms, f"}} = {format_score(values[0][1])}.",
    )  # fmt: skip


def _other_worth(judge: LogJudge, event: LogEvent) -> Iterator[Caption]:
    """Yield that the value would be the score if endless play were worth as much."""
    low, high = judge.games.bounds(event.node)
    if event.value is None or event.relation is not Relation.EXACT or not low <= event.value <= high or low == high:
        return
    view = " to the player to move there" if judge.graph.sign < 0 else ""
    yield caption(f"It would be the score if endless play were worth {format_score(event.value)}{view}.")
