"""Open positions of a game that is not expanded whole: bounds of its score, more positions, and a witness."""

from __future__ import annotations

import streamlit as st

from explorer.app.progress import progress
from explorer.app.state import MOST_POSITIONS, Origin, Session
from explorer.app.widgets import plain, pressed
from explorer.expansion.witness import with_leaves
from explorer.intake import Assembled
from explorer.model.check import Problem, not_expanded
from explorer.model.columns import OPEN
from explorer.model.errors import FORESEEN, sentence
from explorer.model.scores import format_interval, format_score
from explorer.model.words import counted
from explorer.solver import solve
from explorer.trace.caption import named

_MORE = 10  # factor of the number of positions offered


def expandable_count(session: Session) -> int:
    """Return the number of open positions that can be expanded; 0 if the graph is whole, no game, or edited."""
    if session.playable.rules is None or session.origin.is_edited or session.view_only:
        return 0
    return int((session.playable.columns.kinds == OPEN).sum())


def extent_sentence(session: Session) -> str:
    """Return a sentence on the numbers of expanded and open positions."""
    opens = expandable_count(session)
    expanded = len(session.playable.nodes) - opens
    verbs = ["is" if count == 1 else "are" for count in (expanded, opens)]
    return f"{counted(expanded, 'position')} {verbs[0]} expanded, {opens:,} {verbs[1]} open."


def other_troubles(session: Session) -> tuple[Problem, ...]:
    """Return the problems of the graph that the line above the canvas does not state."""
    stated = set(not_expanded(session.graph)) if expandable_count(session) else set()
    return tuple(problem for problem in session.troubles if problem not in stated)


def show(session: Session) -> None:
    """Show the effect of the open positions on the score, and the way to expand more."""
    st.markdown(f"**{extent_sentence(session)}**{_score_sentence(session)}")
    most = st.number_input(
        "Positions to expand",
        1,
        MOST_POSITIONS,
        min(MOST_POSITIONS, _MORE * (len(session.playable.nodes) - expandable_count(session))),
        key=f"positions_{session.graph_number}",
        help="Those nearest to the start. A finite game is shown whole as soon as the number is large enough.",
    )
    if pressed("Expand", key="expand_positions", width="stretch"):
        _expand_more(session, int(most))


def _score_sentence(session: Session) -> str:
    """Return a sentence on the bounds of the root's score, valid for all values of the open positions."""
    if session.errors:
        return ""
    solution = session.compute_once("solution", lambda: solve(session.playable))
    root = plain(named(session.playable.node(solution.root)).text)
    if solution.is_settled:
        return f" They cannot change the score of {root}, {format_interval(*solution.interval)}."
    counted_as = "algorithms count open positions as endless play"
    return f" The score of {root} lies in {format_interval(*solution.interval)}; {counted_as}."


def _expand_more(session: Session, positions: int) -> None:
    try:
        with progress("the rules of the game", lambda: None, "position") as report:
            session.expand_game(positions, lambda count, total: report(count))
    except FORESEEN as error:
        st.error(plain(sentence(error)))
        return
    st.rerun()


_SHOWN_WITH = "bounds"
_TITLES = {"low": "The low completion", "high": "The high completion"}


def show_completions(session: Session) -> None:
    """Show buttons that open graphs with leaves for the open nodes, if the run has found a witness."""
    solution = session.trace.result.get("witness") if session.trace is not None else None
    if not solution or session.is_too_large_to_draw:
        return
    with st.container(horizontal=True):
        for which, title in _TITLES.items():
            value = format_score(solution[f"{which}_value"])
            st.button(
                f"Open {title[:1].lower()}{title[1:]}: {plain(value)}", on_click=_open_completion, args=(session, which)
            )


def _open_completion(session: Session, which: str) -> None:
    """Open the graph with leaves in place of the witness's open nodes, and choose the algorithm `bounds`."""
    if session.trace is None:
        return
    graph = with_leaves(session.graph, session.trace.result["witness"][f"{which}_scores"])
    name = f"{session.graph.name or session.origin.title}: {_TITLES[which].lower()}"
    graph = graph.replace(name=name)
    session.open(Assembled.of(graph), Origin(name))
    session.choose(_SHOWN_WITH)
