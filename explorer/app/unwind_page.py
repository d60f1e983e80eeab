"""The page *Unwind*: the graph and beside it one of its trees, with the value of every copy."""

from __future__ import annotations

import streamlit as st

from explorer import algorithms
from explorer.algorithms.captions import s
from explorer.app import links
from explorer.app.state import Session, current
from explorer.app.tree_choice import TreeChoice
from explorer.app.widgets import plain, tell_of_part
from explorer.drawing.messages.to_browser import RefusalData
from explorer.drawing.node_colours import Scale
from explorer.drawing.trace_data import still_data
from explorer.drawing.tree_picture import copy_notes, tree_graph
from explorer.model.errors import ExplorerError, sentence
from explorer.model.scores import Score, format_score
from explorer.model.words import counted
from explorer.solver.operator import approximation, limit_scores
from explorer.trace.recording import Limits
from explorer.unwinding import EndlessTreeError, Role, Unwinding, View, build
from explorer.unwinding.limits import LEAST_BUDGET, MOST_BUDGET, MOST_LEVELS

_MOST_VISITS = 20_000
_FEW_COPIES = 40  # up to which the tree needs no more room than this page gives it beside the graph
_TITLES = {
    View.DEPTH: "To depth n",
    View.UNRAVELLED: "Unravelled",
    View.BACK_LINKS: "Back links as leaves",
}
_MEANINGS = {
    View.DEPTH: "The tree of all plays of n moves (Kars, section 4). Its value is sₙ of the root.",
    View.UNRAVELLED: "Every shared position is copied, so that each path has its own nodes (Kars, Figure 2).",
    View.BACK_LINKS: "The tree that depth-first search visits: a back link ends in a leaf of value 0 (Theorem 6.6).",
}


def show(*, stacked: bool = False) -> None:
    """Show the page; in a narrow place with the tree below the graph (`stacked`)."""
    session = current()
    if session is None:
        return
    with st.container(key=None if stacked else "screen"):
        _show_screen(session, stacked=stacked)


def _show_screen(session: Session, *, stacked: bool) -> None:
    choice = session.tree
    _do_what_helps(choice, session.suffix)
    with st.container(key="controls"):
        _show_controls(choice, session.suffix)
    if session.errors:
        st.warning(f"The graph cannot be unwound yet: {plain(session.errors[0].message)}.")
        return
    endless = session.endless if choice.view is View.DEPTH else 0
    try:
        tree = build(session.playable, choice.view, depth=choice.depth, endless=endless, budget=choice.budget)
    except EndlessTreeError as error:
        _show_refusal(session, error)
        return
    except ExplorerError as error:
        st.warning(plain(sentence(error)))
        return
    statement = _statement(session, tree, endless)
    if stacked and tree.is_whole:  # beside a slide, whose text says the rest
        st.markdown(statement[: statement.rfind("**") + 2])
    else:
        st.markdown(f"{statement} {tree.summary}")
    _show_stages(session, tree, _scores_beside(session, choice, endless), stacked=stacked)


def _show_refusal(session: Session, error: EndlessTreeError) -> None:
    """The graph with the cycle that keeps its tree from an end, and the trees that it has."""
    session.tree.show_beside(session, dict.fromkeys(session.playable.ids), session.origin.title)
    refusal: RefusalData = {
        "title": "The unravelled tree would be infinite",
        "message": sentence(error),
        "node": None,
        "cycle": list(error.cycle),
        "remedies": [{"name": str(view), "title": _TITLES[view]} for view in (View.DEPTH, View.BACK_LINKS)],
    }
    session.tree.graph_stage.show(scene=session.beginning, share=links.share(session), refusal=refusal)
    tell_of_part(session.tree.there, session.playable, session.centre)


def _do_what_helps(choice: TreeChoice, suffix: str) -> None:
    """Choose the tree that the user chose in place of one that would be infinite."""
    chosen = choice.graph_stage.remedy()
    if chosen in tuple(View):
        choice.view = st.session_state[f"tree_view{suffix}"] = View(chosen)


def _show_controls(choice: TreeChoice, suffix: str) -> None:
    left, middle, right = st.columns([4, 3, 1.3], vertical_alignment="bottom")
    views = list(View)
    choice.view = left.radio(
        "Tree",
        views,
        index=views.index(choice.view),
        format_func=_TITLES.__getitem__,
        help=_MEANINGS[choice.view],
        key=f"tree_view{suffix}",
        horizontal=True,
    )
    if choice.view is View.DEPTH:
        choice.depth = middle.slider("Depth n", 0, MOST_LEVELS, choice.depth, key=f"tree_depth{suffix}")
    else:
        middle.caption(_MEANINGS[choice.view])
    choice.budget = right.number_input(
        "Nodes at most",
        LEAST_BUDGET,
        MOST_BUDGET,
        choice.budget,
        step=100,
        key=f"tree_budget{suffix}",
        help="The budget: of a larger tree the first levels are shown. Trees of up to 300 nodes are easy to read.",
    )


def _statement(session: Session, tree: Unwinding, endless: Score) -> str:
    """What the value or the size of the tree equals."""
    root = plain(session.playable.node(session.playable.root or "").name)
    value = format_score(tree.root_value)
    if tree.view is View.DEPTH:
        expected = format_score(approximation(session.playable, tree.depth, endless)[session.playable.root_index])
        return f"**Value of the tree: {value}; {s(tree.depth)}({root}) = {expected}.** {_by_levels(tree)}"
    truth = format_score(limit_scores(session.playable)[session.playable.root_index])
    statement = f"**Value of the tree: {value}; score of {root} with endless play worth 0: {truth}.**"
    if tree.view is View.BACK_LINKS:
        statement += " A copy below the root has the value that is valid on its path, which can differ from its score."
    if tree.view is View.BACK_LINKS and tree.size.exact and tree.size.total <= _MOST_VISITS:
        search = algorithms.trace(session.playable, "depth-first", limits=Limits(steps=1, run=10 * _MOST_VISITS))
        return f"{statement} Depth-first search makes {counted(search.result.get('visits', 0), 'visit')}."
    return statement


def _by_levels(tree: Unwinding) -> str:
    """Which approximation the copies of each level show, and what s₀ is, at leaves of the graph as well."""
    worth, lowest = format_score(tree.endless), format_score(tree.endless_at(tree.depth))
    below = f"The root shows {s(tree.depth)}, the copies one move below it {s(tree.depth - 1)}, and so on. "
    others = f" at depth {tree.depth}: endless play is worth {worth} to the player to move at the root"
    said = f"{below if tree.depth else ''}s₀ is {lowest}{' at every node' if lowest == worth else others}."
    if not any(copy.role is Role.UNREAD for copy in tree.copies):
        return said
    return f"{said} So the leaves at depth {tree.depth} count as {lowest}; leaves above them have their own scores."


def _show_in_a_narrow_place(choice: TreeChoice, tree: Unwinding) -> None:
    """The tree below the graph, or beside it if it is deep and narrow."""
    levels = [0]
    for copy in tree.copies[1:]:
        levels.append(levels[copy.parent or 0] + 1)
    is_deep = tree.shown_levels >= 2 * max(map(levels.count, levels))
    with st.container(key="deep_tree" if is_deep else "wide_tree"):
        places = st.columns([2, 3]) if is_deep else (st.container(), st.container())
        for place, stage in zip(places, (choice.graph_stage, choice.tree_stage), strict=True):
            with place:
                stage.show()


def _scores_beside(session: Session, choice: TreeChoice, endless: Score) -> list[Score]:
    """The scores that the graph shows: those of step n beside the tree of depth n, else the limit."""
    if choice.view is View.DEPTH:
        return approximation(session.playable, choice.depth, endless)
    return limit_scores(session.playable)


def _show_stages(session: Session, tree: Unwinding, scores: list[Score], *, stacked: bool) -> None:
    choice = session.tree
    called = s(tree.depth) if tree.view is View.DEPTH else "Scores"
    title = f"{called} of {session.origin.title}"
    choice.show_beside(session, dict(zip(session.playable.ids, scores, strict=True)), title)
    choice.tree_stage.title = tree.title
    key = (session.version, choice.view, choice.depth, choice.budget, tree.endless)
    if choice.shown != key:
        choice.tree_stage.show_graph(tree_graph(tree))
        values = {str(index): copy.value for index, copy in enumerate(tree.copies)}
        notes = dict(zip(values, copy_notes(tree), strict=True))
        choice.tree_stage.set_trace(still_data(values, Scale.of(session.playable), notes=notes), restart=True)
        choice.shown = key
    if stacked:
        _show_in_a_narrow_place(choice, tree)
        return
    left, right = st.columns([2, 3] if len(tree.copies) <= _FEW_COPIES else [1, 3])
    with left:
        choice.graph_stage.show(scene=session.beginning, share=links.share(session))
    with right:
        choice.tree_stage.show()
    tell_of_part(choice.there, session.playable, session.centre)
    st.caption(
        "Select a node of the graph to highlight its copies; select a copy to highlight its node and the path to it."
    )
