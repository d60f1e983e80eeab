"""Questions about depth-first searches: the next node, values returned and stored, and cutoffs.

Moves may be tried in any order: every node that a search might visit next is a right answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from explorer.algorithms.searches.windows import can_go_on_for_ever
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, format_score
from explorer.questions import choices
from explorer.questions.question import (
    MOST_NODES,
    SCORE,
    Form,
    Question,
    QuestionKind,
    Questions,
    name_of,
    names,
)
from explorer.questions.search_calls import SearchCall, SearchMoment, moments, returned_value
from explorer.solver.retrograde import limit_scores
from explorer.trace import Activity, Relation, SearchEvent, Trace
from explorer.trace.caption import caption, named

VISIT = QuestionKind("visit", Form.NODE)  # which node is visited next
SETTLED = QuestionKind("settled", Form.CHOICE)  # whether a node returns before all its moves are tried
RETURNED = QuestionKind("returned", difficulty=2)  # which value a call returns
STORED = QuestionKind("stored")  # which value is stored
BOUND = QuestionKind("bound", Form.CHOICE, 3)  # whether that is the value or a bound
DEPENDS = QuestionKind("depends", Form.NODES, 3)  # on which nodes it depends
ENTRY = QuestionKind("entry", Form.CHOICE, 2)  # whether a stored value is used
CUTOFF = QuestionKind("cutoff", Form.CHOICE, 2)  # whether there is a cutoff, by which bound

FREE = (
    "depth-first",
    "memoised",
    "memoised-naive",
    "minimax",
    "solve",
    "alpha-beta",
    "e-valuate",
    "scout",
    "negascout",
    "mtd-f",
)
"""The searches that are right with the moves in any order, if no order is chosen."""

DEEPENING, VISITED = "iterative-deepening", "visited-set"
SEARCHES = (*FREE, VISITED, DEEPENING)
MEMO, NAIVE, SOLVE = "memoised", "memoised-naive", "solve"
_ESTIMATED = (Relation.ABOUT, Relation.ABOUT_AT_LEAST, Relation.ABOUT_AT_MOST)
_AS_DRAWN = ("", "drawn")
_BOUNDS = {
    "exact": "Its value",
    "lower": "A lower bound: the value is at least that",
    "upper": "An upper bound: the value is at most that",
}
_ESTIMATE = {"estimate": "An estimate: a heuristic value went into it"}


def _winning_score(graph: GameGraph, id: str) -> Score | None:
    """Return the score that is a win for the player to move, or None; a single score is a win if above 0."""
    scores: set[Score] = {node.score for node in graph.nodes if node.score is not None}
    scores |= {-score for score in scores} if graph.sign < 0 else set()
    scores |= {0} if can_go_on_for_ever(graph) else set()
    is_max = graph.orientation[graph.index[id]] > 0
    if len(scores) == 1 and (max(scores) > 0) is not is_max:
        return None
    return max(scores) if is_max else min(scores)


class SearchQuestions:
    """The maker of questions about the steps of one search."""

    def __init__(self, trace: Trace) -> None:
        self.trace, self.graph = trace, trace.graph
        self._visited: set[str] = set()  # nodes of which a call has begun, before the step in question

    def questions(self, end: int) -> Iterator[Question]:
        """Yield the questions about all steps before `end`."""
        before: SearchMoment | None = None
        for moment in moments(self.trace, end):
            if before is not None:
                yield from self._questions_about_step(moment, before)
            self._visited |= {moment.node} if moment.is_visit else set()
            before = moment

    def _questions_about_step(self, moment: SearchMoment, before: SearchMoment) -> Iterator[Question]:
        event = moment.event
        if moment.is_visit:
            yield from self._ask_visit(moment)
        if event is not None and event in _ENTRY_USES:
            yield from self._ask_entry(moment, event)
        if event is SearchEvent.COMPARE and moment.call is not None:
            yield from self._ask_best_value(moment)
        if moment.step.is_return and moment.call is not None:
            yield from self._ask_return(moment)
            yield from self._ask_bound(moment)
            yield from self._ask_dependencies(moment)
        if before.event is SearchEvent.COMPARE and moment.event is not SearchEvent.COMPARE:
            yield from self._ask_cutoff(moment, before)
            yield from self._ask_win(moment, before)

    def _has_tried_all_moves(self, call: SearchCall) -> bool:
        """Return whether a call has tried all moves."""
        return all(other in call.results for other in self.graph.ids_after(call.node))

    def _bound_kind(self, score: Score, window: tuple[Score, Score]) -> str:
        """Return whether a number returned for a window is exact or a bound (Lecture, Definitions 85 and 86).

        With strict cuts a number that equals an end of the window is the value; so is one beyond which no score is.
        """
        (alpha, beta), (least, most) = window, self.graph.hull(self.trace.endless)
        if self._is_strict and score in window:
            return "exact"
        if score <= alpha and score > least:
            return "upper"
        return "lower" if beta <= score < most else "exact"

    @property
    def _is_wider(self) -> bool:
        """Return whether an entry may be used though nodes of its dependency set are not on the path."""
        return self.trace.options.get("entries") == "final"

    @property
    def _is_strict(self) -> bool:
        """Return whether a value that equals a bound causes no cutoff."""
        return self.trace.options.get("fail") == "strict"

    # ---- the kinds

    def _ask_win(self, moment: SearchMoment, before: SearchMoment) -> Iterator[Question]:
        """Ask whether SOLVE returns at once: one move that gives the player to move a win is its witness."""
        call, graph = before.call, self.graph
        if self.trace.algorithm != SOLVE or call is None or call.node != before.node:
            return
        if self._has_tried_all_moves(call):
            return
        is_win = returned_value(before.step) == _winning_score(graph, call.node)
        name = name_of(graph, call.node)
        yield Question.of(
            moment.number,
            SETTLED,
            f"A move of {name} has been compared, and others are left. What comes next?",
            ["returns" if is_win else "goes on"],
            ("goes on", f"One move that gives the player to move at {name} a win is enough: it is the witness."),
            ("returns", f"No move so far gives the player to move at {name} a win; a loss needs all moves."),
            choices={
                "returns": f"{name} returns: its other moves are skipped",
                "goes on": f"{name} tries its next move",
            },
            about=call.node,
            is_telling=is_win,
        )

    def _ask_visit(self, moment: SearchMoment) -> Iterator[Question]:
        """Ask which node is visited next."""
        call = moment.call
        is_free = self.trace.algorithm in (*FREE, VISITED) and self.trace.options.get("order", "") in _AS_DRAWN
        if call is None or not is_free or moment.node in call.results:
            return
        graph = self.graph
        row = graph.ids_after(call.node)
        skipped = self._visited if self.trace.algorithm == VISITED else frozenset[str]()
        left = [id for id in row if id not in call.results and id not in skipped]
        here = name_of(graph, call.node)
        told = [(id, "It is visited already, so this search skips the move.") for id in row if id in skipped]
        told += [(id, f"This move of {here} has been tried in this call.") for id in row]
        deeper = f"{here} has moves left. A depth-first search finishes {here} before it goes back."
        told += [(id, deeper) for on in moment.path for id in (on, *graph.ids_after(on))]
        below = f"There is no move from {here} to this node: a search goes on one move at a time."
        told += [(id, below) for on in row for id in graph.ids_after(on)]
        order = (
            f"Any of {names(graph, left)} may be next; this search tries the moves in the order in which they stand."
        )
        yield Question.of(
            moment.number,
            VISIT,
            f"Which node is visited next, from {here}?",
            left,
            *told,
            about=call.node,
            remark=order if len(left) > 1 else "",
        )

    def _ask_best_value(self, moment: SearchMoment) -> Iterator[Question]:
        """Ask for the best value so far, once a move has been compared.

        Nothing is asked where bounds were compared, of which the node shows no more than is proven.
        """
        graph, id, move, call = self.graph, moment.node, moment.step.move, moment.call
        score = moment.step.scores.get(id)
        if score is None or move is None or call is None:
            return
        sense, target, here = graph.orientation[graph.index[id]], move[1], name_of(graph, id)
        tried = [value for end, value in call.results.items() if end != target]
        if score != choices.best_score(sense, [*tried, returned_value(moment.step)]):
            return
        true = self._true_scores.get(target)
        shown = self.trace.scores_at(moment.number - 1, [target]).get(target)
        on_path = "That is back-up without the path: a back link counts as endless play, whatever its end is worth."
        yield Question.of(
            moment.number,
            SCORE,
            f"The move to {name_of(graph, target)} is compared next. What is then the best value of {here}?",
            [score],
            (
                choices.best_score(-sense, [*tried, returned_value(moment.step)]),
                choices.other_player_mistake(graph, id),
            ),
            (None if true is None or target not in moment.path else graph.sign * true, on_path),
            (None if shown is None or target not in moment.path else graph.sign * shown, on_path),
            (returned_value(moment.step), "That is what this move gave; what counts is the best of all moves tried."),
            (choices.best_score(sense, tried), "That was the best before this move."),
            about=id,
        )

    def _ask_return(self, moment: SearchMoment) -> Iterator[Question]:
        """Ask which value a call returns, or stores and returns."""
        score = moment.step.scores[moment.node]
        if moment.call is None or score is None:
            return
        is_stored = moment.step.activity.get(moment.node) in (Activity.STORED, Activity.WRONG)
        kind = STORED if is_stored else RETURNED
        what = "store and return" if is_stored else "return"
        yield Question.of(
            moment.number,
            kind,
            f"What does the search {what} for {name_of(self.graph, moment.node)}?",
            [score],
            *self._wrong_returns(moment),
            about=moment.node,
            is_telling=moment.step.activity.get(moment.node) is Activity.WRONG,
        )

    def _wrong_returns(self, moment: SearchMoment) -> Iterator[tuple[Score | None, str]]:
        graph, id = self.graph, moment.node
        call = moment.call
        tried = list(call.results.values()) if call is not None else []
        sense = graph.orientation[graph.index[id]]
        yield choices.best_score(-sense, tried), choices.other_player_mistake(graph, id)
        if graph.sign < 0:
            best = choices.best_score(sense, tried)
            yield None if best is None else 0 - best, choices.SIGN
        here = "a back link on the path counted as endless play" if moment.needs else "the search stops at a bound"
        here = "a move to a visited node is skipped" if self.trace.algorithm == VISITED else here
        here = "heuristic values count at the horizon" if _is_estimate(moment) else here
        yield self._true_scores.get(id), f"That is the score of the node in the whole graph. Here {here}."
        if self.trace.algorithm == VISITED and tried:
            yield 0, "Endless play counts only where every move was skipped."
        yield (tried or [None])[-1], "That is what the last move gave; what counts is the best of all moves tried."
        yield (tried or [None])[0], "That is what the first move gave; what counts is the best of all moves tried."

    def _ask_bound(self, moment: SearchMoment) -> Iterator[Question]:
        """Ask whether a call returns the node's value or a bound."""
        call, score = moment.call, moment.step.scores[moment.node]
        if call is None or call.window is None or score is None or moment.needs:
            return
        is_estimate = _is_estimate(moment)
        heuristic = "A heuristic value went into this number, so it says nothing for certain."
        told = [(choice, heuristic) for choice in _BOUNDS if is_estimate]
        above, below = ("above", "below") if self._is_strict else ("at or above", "at or below")
        outside = f"A number {above} β is a lower bound; {below} α, an upper bound."
        yield Question.of(
            moment.number,
            BOUND,
            f"The next step returns a number for {name_of(self.graph, moment.node)}. What is that number?",
            ["estimate" if is_estimate else self._bound_kind(score, call.window)],
            *told,
            ("exact", "A bound is taken for a value: the number is not inside the window that the call was given."),
            ("lower", outside),
            ("upper", outside),
            ("estimate", "No heuristic value went into this number."),
            choices=_BOUNDS | (_ESTIMATE if self.trace.algorithm == DEEPENING else {}),
            about=moment.node,
        )

    def _ask_dependencies(self, moment: SearchMoment) -> Iterator[Question]:
        """Ask on which nodes a stored value depends; only a search that keeps all of them can tell."""
        if self.trace.algorithm != MEMO or self._is_wider or len(moment.needs) > MOST_NODES:
            return
        own, name = frozenset((moment.node,)), name_of(self.graph, moment.node)
        path = frozenset(moment.path) - own
        yield Question.of(
            moment.number,
            DEPENDS,
            f"The value of {name} is stored. On which nodes does it depend?",
            [moment.needs],
            (
                frozenset(),
                "That is back-up without the path: under this call a back link was counted as endless play.",
            ),
            (moment.needs | own, f"{name} itself leaves the path here, so it leaves the dependency set."),
            (path, "Not the whole path: only the nodes to which a back link was counted."),
            (path | own, "Not the whole path: only the nodes to which a back link was counted."),
            about=moment.node,
            is_telling=bool(moment.needs),
        )

    def _ask_entry(self, moment: SearchMoment, event: SearchEvent) -> Iterator[Question]:
        """Ask whether a stored value is used."""
        if self._is_wider:
            return
        name = named(self.graph.node(moment.node))
        memo = "memo" if self.trace.algorithm in (MEMO, NAIVE) else "table"
        is_naive = self.trace.algorithm == NAIVE or self.trace.options.get("table") == "naive"
        yield Question.of(
            moment.number,
            ENTRY,
            str(caption(name, f" is visited next, and it is in the {memo}. Is what is stored used?")),
            [_ENTRY_USES[event]],
            ("used", _WRONGLY_USED[event]),
            ("refused", _NAIVE if is_naive else _WRONGLY_REFUSED),
            ("undecided", "What is stored decides this search, if it is valid here."),
            choices=_entry_choices(self.trace),
            about=moment.node,
            is_telling=event is SearchEvent.REFUSED or (event is SearchEvent.HIT and bool(moment.needs)),
        )

    def _ask_cutoff(self, moment: SearchMoment, before: SearchMoment) -> Iterator[Question]:
        """Ask whether the value that was just compared causes a cutoff."""
        window = self.trace.windows_at(before.number).get(before.node) if self.trace.has_windows else None
        call = before.call
        if window is None or call is None or self._has_tried_all_moves(call):
            return
        alpha, beta = window
        is_cut = alpha > beta if self._is_strict else alpha >= beta
        needed = "α > β" if self._is_strict else "α ≥ β"
        is_max = self.graph.orientation[self.graph.index[before.node]] > 0
        mover = (
            "the player to move here" if self.graph.sign < 0 else f"{'Max' if is_max else 'Min'} is to move here and"
        )
        values = f"The window of this node is now α = {format_score(alpha)}, β = {format_score(beta)}."
        open_window = f"A cutoff needs {needed}."
        yield Question.of(
            moment.number,
            CUTOFF,
            f"Is there a cutoff at {name_of(self.graph, before.node)} now?",
            [("beta" if is_max else "alpha") if is_cut else "none"],
            (
                "none",
                f"{values} With {needed} the other player will not let play come here, so the rest is skipped.",
            ),
            ("alpha", f"{values} {_mistake_words(mover, 'β') if is_cut else open_window}"),
            ("beta", f"{values} {_mistake_words(mover, 'α') if is_cut else open_window}"),
            choices={"none": "No cutoff", "alpha": "Yes, an α cutoff", "beta": "Yes, a β cutoff"},
            about=before.node,
            is_telling=alpha >= beta,
        )

    @cached_property
    def _true_scores(self) -> Mapping[str, Score]:
        return dict(zip(self.graph.ids, limit_scores(self.graph, self.trace.endless), strict=True))


_ENTRY_USES = {SearchEvent.HIT: "used", SearchEvent.REFUSED: "refused", SearchEvent.UNDECIDED: "undecided"}
_WRONGLY_USED = {
    SearchEvent.HIT: "",
    SearchEvent.REFUSED: (
        "That is the naive memo. The value depends on a node that is not on the path, so it may be wrong."
    ),
    SearchEvent.UNDECIDED: "A bound is taken for a value: it does not decide this search.",
}
_WRONGLY_REFUSED = "All nodes that the stored value depends on are on the path now, so it is valid here."
_NAIVE = "This memo is naive: it uses whatever is stored and never asks on which path that was found."


def _entry_choices(trace: Trace) -> dict[str, str]:
    told = {"used": "Yes, it is used", "refused": "No: it is not known to be valid on this path"}
    return told | ({"undecided": "No: it is a bound that does not decide this search"} if trace.has_windows else {})


def _mistake_words(mover: str, end: str) -> str:
    return f"There is a cutoff, but {mover} reaches {end}."


def _is_estimate(moment: SearchMoment) -> bool:
    """Return whether heuristic values went into the number that a call returns."""
    return moment.step.relations.get(moment.node) in _ESTIMATED


QUESTIONS = Questions(
    "searches",
    5,
    (VISIT, SETTLED, RETURNED, STORED, BOUND, DEPENDS, ENTRY, CUTOFF),
    lambda trace, end: SearchQuestions(trace).questions(end),
    SEARCHES,
)
