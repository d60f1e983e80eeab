"""Open positions of a game that is not expanded whole: bounds of its score, more positions, and a witness."""

from __future__ import annotations

import streamlit as st

from explorer.app.progress import progress
from explorer.app.session.open_graph import OpenGraph, Origin
from explorer.app.session.opener import GraphOpener
from explorer.app.session.place import Place
from explorer.app.session.run import CurrentRun
from explorer.app.widgets import plain, pressed
from explorer.expansion.witness import with_leaves
from explorer.games.from_rules import MAX_POSITIONS
from explorer.intake import Assembled
from explorer.model.check import Problem, not_expanded
from explorer.model.columns import OPEN
from explorer.model.errors import FORESEEN, sentence
from explorer.model.scores import format_interval, format_score
from explorer.model.words import counted
from explorer.solver import solve
from explorer.trace.caption import named

_MORE = 10  # factor of the number of positions offered


def expandable_count(open_graph: OpenGraph) -> int:
    """Return the number of open positions that can be expanded; 0 if the graph is whole, no game, or edited."""
    if open_graph.playable.rules is None or open_graph.origin.is_edited:
        return 0
    return int((open_graph.playable.columns.kinds == OPEN).sum())


def extent_sentence(open_graph: OpenGraph) -> str:
    """Return a sentence on the numbers of expanded and open positions."""
    opens = expandable_count(open_graph)
    expanded = len(open_graph.playable.nodes) - opens
    verbs = ["is" if count == 1 else "are" for count in (expanded, opens)]
    return f"{counted(expanded, 'position')} {verbs[0]} expanded, {opens:,} {verbs[1]} open."


def other_troubles(open_graph: OpenGraph, place: Place) -> tuple[Problem, ...]:
    """Return the problems of the graph that the line above the canvas does not state."""
    is_stated = not place.view_only and expandable_count(open_graph) > 0
    stated = set(not_expanded(open_graph.graph)) if is_stated else set()
    return tuple(problem for problem in open_graph.troubles if problem not in stated)


def show(open_graph: OpenGraph, opener: GraphOpener) -> None:
    """Show the effect of the open positions on the score, and the way to expand more."""
    st.markdown(f"**{extent_sentence(open_graph)}**{_score_sentence(open_graph)}")
    most = st.number_input(
        "Positions to expand",
        1,
        MAX_POSITIONS,
        min(MAX_POSITIONS, _MORE * (len(open_graph.playable.nodes) - expandable_count(open_graph))),
        key=f"positions_{open_graph.number}",
        help="Those nearest to the start. A finite game is shown whole as soon as the number is large enough.",
    )
    if pressed("Expand", key="expand_positions", width="stretch"):
        _expand_more(opener, int(most))


def _score_sentence(open_graph: OpenGraph) -> str:
    """Return a sentence on the bounds of the root's score, valid for all values of the open positions."""
    if open_graph.errors:
        return ""
    solution = open_graph.compute_once("solution", lambda: solve(open_graph.playable))
    root = plain(named(open_graph.playable.node(solution.root)).text)
    if solution.is_settled:
        return f" They cannot change the score of {root}, {format_interval(*solution.interval)}."
    counted_as = "algorithms count open positions as endless play"
    return f" The score of {root} lies in {format_interval(*solution.interval)}; {counted_as}."


def _expand_more(opener: GraphOpener, positions: int) -> None:
    try:
        with progress("the rules of the game", lambda: None, "position") as report:
            opener.expand_game(positions, lambda count, total: report(count))
    except FORESEEN as error:
        st.error(plain(sentence(error)))
        return
    st.rerun()


_SHOWN_WITH = "bounds"
_TITLES = {"low": "The low completion", "high": "The high completion"}


def show_completions(open_graph: OpenGraph, run: CurrentRun, opener: GraphOpener) -> None:
    """Show buttons that open graphs with leaves for the open nodes, if the run has found a witness."""
    solution = run.trace.result.get("witness") if run.trace is not None else None
    if not solution or open_graph.is_too_large_to_draw:
        return
    with st.container(horizontal=True):
        for which, title in _TITLES.items():
            value = format_score(solution[f"{which}_value"])
            st.button(
                f"Open {title[:1].lower()}{title[1:]}: {plain(value)}",
                on_click=_open_completion,
                args=(open_graph, run, opener, which),
            )


def _open_completion(open_graph: OpenGraph, run: CurrentRun, opener: GraphOpener, which: str) -> None:
    """Open the graph with leaves in place of the witness's open nodes, and choose the algorithm `bounds`."""
    if run.trace is None:
        return
    graph = with_leaves(open_graph.graph, run.trace.result["witness"][f"{which}_scores"])
    name = f"{open_graph.graph.name or open_graph.origin.title}: {_TITLES[which].lower()}"
    graph = graph.replace(name=name)
    opener.open(Assembled.of(graph), Origin(name))
    run.choose(_SHOWN_WITH)
