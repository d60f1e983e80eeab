"""The sidebar: which graph, which algorithm, which options."""

from __future__ import annotations

import streamlit as st

from explorer import algorithms
from explorer.app import (
    expand_page,
    exporting,
    help_page,
    learn_page,
    open_positions,
    papers_page,
    play_page,
    refusals,
    saving,
    sources,
    unwind_page,
    write_page,
)
from explorer.app.state import Session
from explorer.app.widgets import choose_option, plain
from explorer.model.check import LOST, NOT_LOST, unfinished_in
from explorer.model.errors import brief
from explorer.model.readings import Turns
from explorer.model.words import counted

_MOST_NAMED = 5
_UNFINISHED = (
    "An inner node without moves is unfinished. Algorithms here count it as an open node, so that you can step as "
    "you draw. In kernels it is lost for the player to move, as long as no node has a score or is open. Give it a "
    "move, or a score."
)


def show(session: Session, page: str) -> None:
    """Show the sidebar; Expand has an algorithm of its own, Compare two, Play an opponent, Unwind none."""
    with st.sidebar:
        if page == "help":
            help_page.show_contents()
            return
        if page == "learn":
            learn_page.show_contents(session)
            return
        if page == "papers":
            papers_page.show_contents(session)
            return
        if page == "write":
            write_page.show_files(session)
            return
        sources.show(session)
        if page != "expand":  # which has an expansion of its own
            open_positions.show(session)
        if page != "play":
            _choose_part(session)
        if page == "expand":
            expand_page.show_options(session)
        elif page == "play":
            play_page.show_options(session)
        elif page == "unwind":
            unwind_page.show_options(session)
        elif page != "compare":
            _choose_algorithm(session)
        saving.show(session)
        _show_unfinished(session)
        _offer_other_reading(session)
        exporting.show(session)
        sources.show_known_answers(session)


def _show_unfinished(session: Session) -> None:
    """How many nodes are unfinished: a file with them has errors."""
    if ids := unfinished_in(session.graph):
        names = ", ".join(plain(brief(session.graph.node(id).name)) for id in ids[:_MOST_NAMED])
        more = ", …" if len(ids) > _MOST_NAMED else ""
        st.caption(f"{counted(len(ids), 'unfinished node')}: {names}{more}", help=_UNFINISHED)


def _offer_other_reading(session: Session) -> None:
    """The other way to read the graph, where it was guessed."""
    for problem in session.problems if not session.view_only else ():
        if problem.other:
            title, help = _other_reading(problem.other)
            st.button(
                title,
                key=f"reading_{session.opened}",
                on_click=session.read_otherwise,
                args=(problem.other,),
                help=help,
            )


def _other_reading(other: str) -> tuple[str, str]:
    """What the button says that takes the other reading, and its help."""
    if other == LOST:
        return "Lost without moves", "Count a position without moves as lost for the player to move, not as open."
    if other == NOT_LOST:
        return "Open without moves", "Count a position without moves as open again, not as lost."
    turns = Turns(other)
    return f"Read as {turns.short}", f"No node names a player. Read the graph again as {turns.words}."


def _choose_part(session: Session) -> None:
    """The switch between the whole graph and a part of it, where it is large and can be drawn whole."""
    if session.can_choose_part and not session.view_only:
        key = f"part_{session.opened}_{session.shows_part}"
        st.toggle(
            "Show a part; more nodes appear by click",
            session.shows_part,
            key=key,
            on_change=lambda: session.choose_part(bool(st.session_state[key])),
            help="The page Explore begins with the neighbourhood of the root. The whole graph can be edited.",
        )


def _choose_algorithm(session: Session) -> None:
    entries = algorithms.registered()
    apart = refusals.refused(session)
    names = sorted(algorithms.for_explore(), key=lambda name: name in apart)
    key = f"algorithm{session.suffix}"  # without one, another list makes another menu, which loses the next choice
    if session.menu != session.algorithm or key not in st.session_state:  # chosen otherwise than in this menu
        st.session_state[key] = session.algorithm
    chosen = st.selectbox(
        "Algorithm",
        names,
        format_func=lambda name: entries[name].title,
        key=key,
        help="Those that cannot run on this graph stand at the end, in grey." if apart else None,
    )
    session.choose(chosen)
    session.menu = chosen
    entry = entries[chosen]
    for option in entry.options:
        choose_option(session, chosen, option)
    st.caption(f"{entry.summary}  \n*{entry.source}*")
