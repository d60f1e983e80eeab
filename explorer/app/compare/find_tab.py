"""The tab that finds a graph on which the two algorithms differ, and opens it."""

from __future__ import annotations

import streamlit as st

from explorer.app.compare.state import CompareView
from explorer.app.progress import progress
from explorer.app.session.open_graph import OpenGraph, Origin
from explorer.app.session.opener import GraphOpener
from explorer.app.widgets import plain, pressed
from explorer.comparison.compare import ComparisonRow
from explorer.comparison.differ import MEASURES, MOST_STEPS, NODES, TRIES, SeparatingGraph, find_difference
from explorer.intake import Assembled
from explorer.model.errors import ExplorerError
from explorer.model.scores import format_score
from explorer.model.words import counted

_MOST_SEED = 2**31 - 1


def show(open_graph: OpenGraph, comparing: CompareView, opener: GraphOpener) -> None:
    """Show the button that searches for a graph on which the two algorithms differ, and open that graph."""
    left, middle, right = st.columns([3, 2, 4], vertical_alignment="bottom")
    by = left.selectbox("They are to differ in", MEASURES, key="differ_by")
    seed = middle.number_input("Seed", 0, _MOST_SEED, 1, key="differ_seed", help="Another seed tries other graphs.")
    if pressed("Find me a graph where these two differ", container=right, type="primary", icon=":material/search:"):
        _find(open_graph, comparing, opener, by, int(seed))
    about, sentence = comparing.find_message
    if about == open_graph.number and sentence:
        st.success(sentence)


def _find(open_graph: OpenGraph, comparing: CompareView, opener: GraphOpener, by: str, seed: int) -> None:
    one, other = (side.contender for side in comparing.sides)
    try:
        with progress("the search", lambda: None, "graph") as report:
            result = find_difference(
                one, other, by=by, seed=seed, convention=open_graph.graph.convention, progress=report
            )
    except ExplorerError as error:
        st.warning(plain(f"{error}."))
        return
    if result is None:
        st.info(
            f"On none of {TRIES} random graphs of up to {NODES} nodes do the two differ in {by}, as far as both end "
            f"within {MOST_STEPS:,} steps there. Try another seed, or another count."
        )
        return
    opener.open(Assembled.of(result.graph), Origin(result.graph.name))
    comparing.find_message = (open_graph.number, _result_message(result, by))
    st.rerun()


def _result_message(result: SeparatingGraph, by: str) -> str:
    tried = "The first random graph was one" if result.tries == 1 else f"Found as random graph number {result.tries}"
    return (
        f"{tried}, of {counted(len(result.random_graph.nodes), 'node')}, shrunk to {len(result.graph.nodes)}. "
        f"{_count_words(result.one, by)}, {_count_words(result.other, by)}."
    )


def _count_words(row: ComparisonRow, by: str) -> str:
    count = format_score(row.value) if by == "value" else f"{row.count(by):,}"
    return f"{row.contender.notation}: {by} {count}"
