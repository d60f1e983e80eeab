"""The tab *Poisoned memo*: the first wrong value that the naive memo stores, its cause, and a smaller graph."""

from __future__ import annotations

import streamlit as st

from explorer.app.browser import is_dark
from explorer.app.compare.state import CompareView
from explorer.app.progress import progress
from explorer.app.session.open_graph import OpenGraph, Origin
from explorer.app.session.opener import GraphOpener
from explorer.app.widgets import note_part, plain, pressed
from explorer.comparison.poisoned import Poisoned, poisoned, run_around, strongest_predicate
from explorer.comparison.shrink import Shrunk, shrink
from explorer.drawing.thumbnail import alternative, thumbnail
from explorer.intake import Assembled
from explorer.model.errors import FORESEEN, sentence
from explorer.model.graph import GameGraph
from explorer.model.scores import format_score
from explorer.model.words import counted
from explorer.trace import Trace
from explorer.trace.recording import Limits

_LIMITS = Limits(steps=20_000, changes=5_000_000, run=1_000_000)
_RESULT, _SHRINKING = "poisoned", "shrunk"  # keys of the results in the cache of the session
_CANCELLED = "The search was cancelled; nothing is known of what the naive memo stores."
_TRIES = 3_000
_FOLLOWED = 10_000  # nodes of a graph on which the run goes on after the first wrong value
_NAMED = 12  # nodes of a path


def show(open_graph: OpenGraph, comparing: CompareView, opener: GraphOpener) -> None:
    """Show the first wrong value, the run at the step that stores it, and the way to a smaller graph."""
    st.caption(
        "The naive memo uses every stored score again, on whatever path it was found. Its run is compared with "
        f"the true scores: what it stores wrong first, and what the root gets (Kars, Example 7.1). With more than "
        f"{_FOLLOWED:,} nodes it ends at the first wrong value."
    )
    poisoning = open_graph.compute_once(_RESULT, lambda: _first_wrong_value(open_graph))
    if isinstance(poisoning, str):
        st.warning(plain(poisoning))
        return
    if poisoning is None:
        st.success(
            "All that the naive memo stores in its whole run is correct here. Find a graph where it differs from "
            "another search."
        )
        return
    st.markdown(_finding_sentences(open_graph.playable, poisoning))
    step = _choose_step(open_graph, poisoning)
    trace = _trace_around(open_graph, poisoning, step)
    if trace is None:
        st.warning("The run was cancelled, so its steps are not shown.")
    else:
        comparing.show_poison(trace, step, poisoning.node)
        note_part(comparing.poison_visible_ids, open_graph.playable, poisoning.node)
    _show_shrinking(open_graph, opener, poisoning)


def _trace_around(open_graph: OpenGraph, poisoning: Poisoned, step: int) -> Trace | None:
    """Run the naive memo again for the steps around one; None if the user cancels the run."""
    key = ("poisoned around", step)
    with progress("the naive memo again", lambda: open_graph.cache(key, None)) as report:
        return open_graph.compute_once(key, lambda: run_around(poisoning, step, limits=_LIMITS, progress=report))


def _first_wrong_value(open_graph: OpenGraph) -> Poisoned | str | None:
    """Return the first wrong value that the naive memo stores, None if all are correct, or the obstacle."""
    try:
        with progress("the naive memo", lambda: open_graph.cache(_RESULT, _CANCELLED)) as report:
            graph = open_graph.playable
            return poisoned(graph, to_end=len(graph) <= _FOLLOWED, limits=_LIMITS, progress=report)
    except FORESEEN as error:
        return sentence(error)


def _finding_sentences(graph: GameGraph, poisoning: Poisoned) -> str:
    name = plain(graph.node(poisoning.node).name)
    lines = [
        f"**Step {poisoning.step:,}: {name} is stored with {format_score(poisoning.stored)}; its true score is "
        f"{format_score(poisoning.truth)}.**",
        f"Path: {_path_words(graph, poisoning.path)}",
        poisoning.caption,
    ]
    if poisoning.used is not None:
        lines.append(
            f"First used in step {poisoning.used.step:,}, on {_path_words(graph, poisoning.used.path)}: "
            f"{plain(poisoning.used.caption)}"
        )
    root = plain(graph.node(graph.root or "").name)
    if poisoning.value is not None:
        verdict = "wrong" if poisoning.is_answer_wrong else "correct all the same"
        lines.append(f"In the end {root} gets {format_score(poisoning.value)}, which is {verdict}.")
    else:
        lines.append(
            f"The run was stopped after {poisoning.steps:,} steps, so what {root} gets in the end is not known."
        )
    return "  \n".join(lines)


def _path_words(graph: GameGraph, path: tuple[str, ...]) -> str:
    """Return the names of the nodes along a path; of a long path the last ones."""
    names = [plain(graph.node(id).name) for id in path[-_NAMED:]]
    hidden = len(path) - len(names)
    return " → ".join([*([plain(graph.node(path[0]).name), f"… {hidden - 1:,} more …"] if hidden > 1 else []), *names])


def _choose_step(open_graph: OpenGraph, poisoning: Poisoned) -> int:
    steps = {"Where it is stored": poisoning.step}
    if poisoning.used is not None:
        steps["Where a wrong value is first used"] = poisoning.used.step
    if len(steps) == 1:
        return poisoning.step
    return steps[
        st.radio("Show", list(steps), horizontal=True, label_visibility="collapsed", key=f"poison_{open_graph.version}")
    ]


def _show_shrinking(open_graph: OpenGraph, opener: GraphOpener, poisoning: Poisoned) -> None:
    goal = "the root gets a wrong score" if poisoning.is_answer_wrong else "a wrong value is stored"
    if pressed("Shrink the graph", icon=":material/compress:", help=f"As small as it can be while {goal}."):
        smaller: list[Shrunk] = []

        def keep() -> None:
            for smallest in smaller[-1:]:
                open_graph.cache(_SHRINKING, smallest)

        def size() -> str:
            nodes = len((smaller[-1] if smaller else open_graph).graph.nodes)
            return f" tried, the smallest so far with {counted(nodes, 'node')}"

        try:
            with progress("the search for a smaller graph", keep, "graph", size) as report:
                open_graph.compute_once(
                    _SHRINKING,
                    lambda: shrink(
                        open_graph.playable,
                        strongest_predicate(poisoning),
                        tries=_TRIES,
                        progress=report,
                        found=smaller.append,
                    ),
                )
        except FORESEEN as error:
            st.warning(plain(sentence(error)))
    small: Shrunk | None = open_graph.cached_value(_SHRINKING)
    if small is not None:
        _show_shrunk(open_graph, opener, small, goal)


def _show_shrunk(open_graph: OpenGraph, opener: GraphOpener, small: Shrunk, goal: str) -> None:
    before, after = open_graph.playable, small.graph
    minimal = "no node or move can be left out" if small.is_minimal else "the search for a smaller one was cut short"
    left, right = st.columns([2, 3], vertical_alignment="center")
    left.image(thumbnail(after, dark=is_dark()), width="stretch", alt=alternative(after))
    right.markdown(
        f"From {counted(len(before.nodes), 'node')} and {counted(len(before.moves), 'move')} to "
        f"{len(after.nodes):,} and {len(after.moves):,}, and still {goal}; {minimal}."
    )
    if pressed("Open the shrunk graph", container=right, type="primary"):
        name = f"{open_graph.origin.title}, shrunk"
        graph = after.replace(
            name=name, description=f"The smallest part of “{open_graph.origin.title}” in which {goal}."
        )
        opener.open(Assembled.of(graph), Origin(name))
        st.rerun()
