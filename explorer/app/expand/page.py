"""The page *Expand*: a game that is expanded node by node until the bounds of its root are final."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from explorer import algorithms
from explorer.app import sheet
from explorer.app.expand.state import EXPANSION, ExpandView
from explorer.app.links import Links
from explorer.app.progress import progress
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.run import CurrentRun
from explorer.app.session.session import Session
from explorer.app.sheet import SideSheet
from explorer.app.widgets import plain, pressed
from explorer.expansion.graph_rules import rules_of
from explorer.expansion.optimum import TESTS, Fewest, StrategyResult, compare, fewest
from explorer.expansion.strategies import STRATEGIES
from explorer.model.scores import format_bounds, format_score
from explorer.model.words import counted
from explorer.trace import Growth
from explorer.trace.caption import listing

if TYPE_CHECKING:
    import pandas as pd

_MOST_COMPARED = 300  # expansions of a strategy that is compared
_SETS = 4_000  # of expanded nodes that the search for the smallest number examines
_ROWS = 400  # px
_NAMED = 12  # nodes


def show(session: Session, open_graph: OpenGraph, growing: ExpandView, *, alone: bool = True) -> None:
    """Show the page *Expand*, or its stage beside something else."""
    if errors := open_graph.errors:
        with st.container(key="failure"):
            st.warning(f"The graph cannot be expanded yet: {plain(errors[0].message)}.")
        return
    growing.take()
    with st.container(key="screen" if alone else None):
        with progress(algorithms.find(EXPANSION).title, growing.cancel) as report:
            growing.run(report)
        if growing.trace is None:
            _show_failure(growing)
            return
        growing.stage.title = open_graph.origin.title
        data = session.of(Links).for_stage()
        data["listens"] = not alone or session.of(SideSheet).is_open(sheet.HISTORY)
        growing.stage.show(step=growing.step, endless=open_graph.endless, **data)
        _show_choices_by_hand(growing)
    if alone:
        session.of(SideSheet).show(
            {
                sheet.HISTORY: lambda: _show_history(growing),
                sheet.STRATEGIES: lambda: session.call(_show_comparison),
            },
        )


def _show_failure(growing: ExpandView) -> None:
    with st.container(key="failure"):
        st.warning(plain(f"{growing.failure}."))
        if growing.is_cancelled:
            st.button("Run again", on_click=growing.run_again)


def _show_choices_by_hand(growing: ExpandView) -> None:
    """Show the nodes chosen by hand, and the buttons that undo these choices."""
    if not growing.hand_choices:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text(f"Chosen by hand: {listing(growing.hand_choices, _NAMED)}. The strategy continues from there.")
        st.button("Undo the last choice", icon=":material/undo:", on_click=growing.undo)
        st.button("Let the strategy choose all nodes", on_click=growing.let_strategy_choose)


def _show_history(growing: ExpandView) -> None:
    """Show a table with a row for every expansion; the row of the current step is marked.

    Each row says what is expanded next, so no table is shown while the user is asked that.
    """
    import pandas as pd

    trace = growing.trace
    if trace is None:
        return
    if growing.stage.seed is not None:
        st.caption("While you are asked, this table is hidden: it tells what is expanded next.")
        return
    root = trace.graph.node(trace.graph.root or "")
    rows = [
        {
            "#": f"▸ {number}" if number == growing.step else f"{number}",
            "Expanded": step.growth.nodes[0].name,
            "Became": _became_words(step.growth),
            f"Bounds of {root.name}": format_bounds(*trace.bounds_at(number)[root.id]),
            "What it has shown, and what is expanded next": step.caption,
        }
        for number, step in enumerate(trace)
        if step.growth is not None
    ]
    if trace.left_out:
        st.caption(trace.left_out)
    st.dataframe(pd.DataFrame(rows), hide_index=True, width="stretch", height=_ROWS)


def _became_words(growth: Growth) -> str:
    """Return in words what an open node became when it was expanded."""
    node, *new = growth.nodes
    if node.score is not None:
        return f"a leaf, {format_score(node.score)}"
    return f"{counted(len(growth.moves), 'move')}, {len(new)} to new nodes"


def _show_comparison(open_graph: OpenGraph, run: CurrentRun) -> None:
    """Show the number of expansions of every strategy, and the smallest number possible, on request."""
    st.caption(
        f"How many expansions each strategy needs until the bounds of the root are final, at most {_MOST_COMPARED}, "
        "with either test; and the smallest number possible, where the game is small enough to determine it."
    )
    key = ("strategies compared", _seed(run))
    if pressed("Compare", icon=":material/leaderboard:"):
        open_graph.compute_once(key, lambda: _comparison_table(open_graph, run))
    if (table := open_graph.cached_value(key)) is not None:
        st.dataframe(table, hide_index=True)


def _seed(run: CurrentRun) -> int:
    """Return the seed in the options of the expansion."""
    return int(run.options_of(EXPANSION).get("seed", 1))


def _comparison_table(open_graph: OpenGraph, run: CurrentRun) -> pd.DataFrame:
    import pandas as pd

    rules = rules_of(open_graph.playable)
    with progress("all strategies", lambda: None, "expansion") as report:
        rows = compare(rules, most=_MOST_COMPARED, seed=_seed(run), progress=report)
    by_test = {test: {row.strategy: row for row in rows if row.finality == test} for test in TESTS}
    table = [
        {
            "Strategy": STRATEGIES[name].title,
            "by the rule": _expansions_words(by_test["rule"][name]),
            "by the exact test": _expansions_words(by_test["exact"][name]),
            "Bounds": format_bounds(row.lower, row.upper),
        }
        for name, row in by_test["exact"].items()
    ]
    with progress("the search for the smallest number", lambda: None, "set") as report:
        best = {test: _fewest_words(fewest(rules, finality=test, work=_SETS, progress=report)) for test in TESTS}
    least = {
        "Strategy": "smallest number possible",
        "by the rule": best["rule"],
        "by the exact test": best["exact"],
        "Bounds": "",
    }
    return pd.DataFrame([*table, least])


def _expansions_words(row: StrategyResult) -> str:
    return f"{row.expansions}" if row.is_final else f"not final after {row.expansions}"


def _fewest_words(answer: Fewest) -> str:
    if answer.expansions is not None:
        return f"{answer.expansions}"
    return f"at least {answer.at_least}" if answer.can_be_settled else "never final"
