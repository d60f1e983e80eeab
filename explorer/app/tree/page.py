"""The view *Tree* of Explore: the graph and beside it one of its trees, with the value of every copy."""

from __future__ import annotations

from collections import Counter

import streamlit as st

from explorer import algorithms
from explorer.app.links import Links
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.place import Place
from explorer.app.tree.state import TreeChoice
from explorer.app.widgets import note_part, plain
from explorer.drawing.growing_tree import GrowingTree
from explorer.drawing.messages.to_browser import PageData, RefusalData
from explorer.model.errors import ExplorerError, sentence
from explorer.model.scores import format_score
from explorer.model.words import counted
from explorer.solver.retrograde import limit_scores
from explorer.trace.recording import Limits
from explorer.unwinding import EndlessTreeError, TreeView, Unwinding, build
from explorer.unwinding.limits import LEAST_BUDGET, MOST_BUDGET

_MOST_VISITS = 20_000
_TITLES = {
    TreeView.DEPTH: "To depth n",
    TreeView.UNRAVELLED: "Unravelled",
    TreeView.BACK_LINKS: "Back links as leaves",
}
_MEANINGS = {
    TreeView.DEPTH: "The tree of all plays of n moves (Kars, section 4). Its value is sₙ of the root. Every step adds "
    "a level; a copy k moves below the root shows sₙ₋ₖ of its node.",
    TreeView.UNRAVELLED: "Every shared position is copied, so that each path has its own nodes (Kars, Figure 2).",
    TreeView.BACK_LINKS: "The tree that depth-first search visits: a back link ends in a leaf of value 0 "
    "(Theorem 6.6).",
}
_BUDGET = (
    "Of a larger tree the first levels are drawn, and of one that grows those that are not too wide to be read. Trees "
    "of up to 300 nodes are easy to read."
)


def show(open_graph: OpenGraph, choice: TreeChoice, place: Place, links: Links, *, stacked: bool = False) -> None:
    """Show the view; if `stacked`, for a narrow place, with the tree below the graph."""
    with st.container(key=None if stacked else "screen"):
        _show_screen(open_graph, choice, place, links, stacked=stacked)


def _show_screen(open_graph: OpenGraph, choice: TreeChoice, place: Place, links: Links, *, stacked: bool) -> None:
    _follow_remedy(choice, place.suffix)
    with st.container(key="tree_choice"):
        _show_choices(choice, place.suffix)
    if open_graph.errors:
        st.warning(f"The graph has no tree yet: {plain(open_graph.errors[0].message)}.")
        return
    choice.show_graph(open_graph.origin.title)
    try:
        tree = _put_on_stages(open_graph, choice, stacked=stacked)
    except EndlessTreeError as error:
        _show_refusal(choice, links, error)
        return
    except ExplorerError as error:
        st.warning(plain(sentence(error)))
        return
    _show_stages(open_graph, choice, place, links, _is_deep(tree) if stacked else None)


def _put_on_stages(open_graph: OpenGraph, choice: TreeChoice, *, stacked: bool) -> Unwinding:
    """Show the chosen tree, or the sequence of trees, on the stages, and return the largest one."""
    if choice.view is not TreeView.DEPTH:
        tree = build(open_graph.playable, choice.view, budget=choice.budget)
        choice.show_still(tree, _tree_sentences(open_graph, tree, stacked=stacked))
        return tree
    endless, depth, budget = open_graph.endless, choice.first, choice.budget
    growing = open_graph.compute_once(
        ("trees", endless, depth, budget),
        lambda: GrowingTree.of(open_graph.playable, endless=endless, depth=depth, budget=budget),
    )
    choice.show_growing(growing)
    return growing.tree


def _show_refusal(choice: TreeChoice, links: Links, error: EndlessTreeError) -> None:
    """Show the graph with the cycle that makes its tree infinite, and offer the other trees."""
    refusal: RefusalData = {
        "title": "The unravelled tree would be infinite",
        "message": sentence(error),
        "node": None,
        "cycle": list(error.cycle),
        "remedies": [{"name": str(view), "title": _TITLES[view]} for view in (TreeView.DEPTH, TreeView.BACK_LINKS)],
    }
    choice.show_bare()
    choice.graph_stage.show(**links.for_stage() | PageData(refusal=refusal))
    note_part(choice.visible_ids, choice.open_graph.playable, choice.part.centre)


def _follow_remedy(choice: TreeChoice, suffix: str) -> None:
    """Show the tree that the user chose instead of an infinite one."""
    chosen = choice.graph_stage.remedy()
    if chosen in tuple(TreeView):
        choice.view = st.session_state[f"tree_view{suffix}"] = TreeView(chosen)


def _show_choices(choice: TreeChoice, suffix: str) -> None:
    views = list(TreeView)
    with st.popover(_TITLES[choice.view], key=f"tree_choices_{choice.view}{suffix}"):  # a choice closes it
        choice.view = st.radio(
            "Tree",
            views,
            index=views.index(choice.view),
            format_func=_TITLES.__getitem__,
            captions=list(map(_MEANINGS.__getitem__, views)),
            key=f"tree_view{suffix}",
        )
        choice.budget = st.number_input(
            "Nodes at most",
            LEAST_BUDGET,
            MOST_BUDGET,
            choice.budget,
            step=100,
            key=f"tree_budget{suffix}",
            help=_BUDGET,
        )


def _tree_sentences(open_graph: OpenGraph, tree: Unwinding, *, stacked: bool) -> str:
    """Return sentences on the value and the size of a tree; no size beside a slide, which may ask for it."""
    root, value = open_graph.playable.node(open_graph.playable.root or "").name, format_score(tree.root_value)
    truth = format_score(limit_scores(open_graph.playable)[open_graph.playable.root_index])
    statement = f"The value of the tree is {value}; the score of {root} with endless play worth 0 is {truth}."
    if stacked and tree.is_whole:
        return statement
    statement += f" {tree.summary}"
    if tree.view is TreeView.UNRAVELLED:
        return statement
    statement += " A copy below the root has the value that is valid on its path, which can differ from its score."
    if not tree.size.exact or tree.size.total > _MOST_VISITS:
        return statement
    search = algorithms.trace(open_graph.playable, "depth-first", limits=Limits(steps=1, run=10 * _MOST_VISITS))
    return f"{statement} Depth-first search makes {counted(search.result.get('visits', 0), 'visit')}."


def _is_deep(tree: Unwinding) -> bool:
    """Return whether the tree is much higher than it is wide."""
    widths = Counter(copy.depth for copy in tree.copies)
    return len(widths) >= 2 * max(widths.values())


def _show_stages(open_graph: OpenGraph, choice: TreeChoice, place: Place, links: Links, is_deep: bool | None) -> None:
    """Show both stages, and the control that steps them with the caption of the step.

    Parameters
    ----------
    is_deep : in a narrow place, whether the tree is deep and stands beside the graph; else it stands below; None where
        there is room for both.
    """
    choice.graph_stage.about = choice.tree_stage.about = open_graph.about
    choice.graph_stage.bar = choice.tree_stage.bar = is_deep is None and not place.view_only
    with st.container(key={None: "tree", True: "deep_tree", False: "wide_tree"}[is_deep]):
        left, right = (st.container(), st.container()) if is_deep is False else st.columns([2, 3])
        with left:
            choice.graph_stage.show(**links.for_stage())
        with right:
            choice.tree_stage.show()
    choice.control.show()
    note_part(choice.visible_ids, choice.open_graph.playable, choice.part.centre)
