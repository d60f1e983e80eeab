"""The page *Expand*: a game of which only the expanded nodes are known, until the bounds of its root are final."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from explorer.app import links, sheet
from explorer.app.expand.state import EXPANSION, Growing
from explorer.app.progress import progress
from explorer.app.state import Session
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

_COMPARED_UP_TO = 300  # expansions of a strategy that is compared
_SETS = 4_000  # of expanded nodes that the search for the fewest looks at
_ROWS = 400  # px
_NAMED = 12  # nodes


def show(session: Session, *, alone: bool = True) -> None:
    """Show the page, or its stage beside something else."""
    growing = session.of(Growing)
    if errors := session.errors:
        with st.container(key="failure"):
            st.warning(f"The graph cannot be expanded yet: {plain(errors[0].message)}.")
        return
    growing.take()
    with st.container(key="screen" if alone else None):
        with progress(EXPANSION, growing.cancel) as told:
            growing.run(session, told)
        if growing.trace is None:
            _show_failure(growing)
            return
        growing.stage.title = session.origin.title
        growing.stage.show(
            step=growing.step,
            endless=session.endless,
            scene=session.initial_scene,
            share=links.share(session),
            listens=not alone or sheet.is_open(session, sheet.HISTORY),
        )
        _show_hand(growing)
    if alone:
        sheet.show(
            session,
            {sheet.HISTORY: lambda: _show_history(growing), sheet.STRATEGIES: lambda: _show_comparison(session)},
        )


def _show_failure(growing: Growing) -> None:
    with st.container(key="failure"):
        st.warning(plain(f"{growing.failure}."))
        if growing.is_cancelled:
            st.button("Run again", on_click=growing.run_again)


def _show_hand(growing: Growing) -> None:
    """What was chosen by hand, and the ways back."""
    if not growing.chosen:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text(f"Chosen by hand: {listing(growing.chosen, _NAMED)}. The strategy continues from there.")
        st.button("Undo the last choice", icon=":material/undo:", on_click=growing.undo)
        st.button("Let the strategy choose all nodes", on_click=growing.let_strategy)


def _show_history(growing: Growing) -> None:
    """A row for every expansion; that of the present step is marked.

    Each row says what is expanded next, so that there is no table while that is asked.
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
            "Became": _became(step.growth),
            f"Bounds of {root.name}": format_bounds(*trace.bounds_at(number)[root.id]),
            "What it has shown, and what is expanded next": step.caption,
        }
        for number, step in enumerate(trace)
        if step.growth is not None
    ]
    if trace.left_out:
        st.caption(trace.left_out)
    st.dataframe(pd.DataFrame(rows), hide_index=True, width="stretch", height=_ROWS)


def _became(growth: Growth) -> str:
    """What an expansion made of an open node."""
    node, *new = growth.nodes
    if node.score is not None:
        return f"a leaf, {format_score(node.score)}"
    return f"{counted(len(growth.moves), 'move')}, {len(new)} to new nodes"


def _show_comparison(session: Session) -> None:
    """The number of expansions of every strategy, and the least possible one, when asked for."""
    st.caption(
        f"How many expansions each strategy needs until the bounds of the root are final, at most {_COMPARED_UP_TO}, "
        "with either test; and the smallest number possible, where the game is small enough to determine it."
    )
    key = ("strategies compared", _seed(session))
    if pressed("Compare", icon=":material/leaderboard:"):
        session.compute_once(key, lambda: _compared(session))
    if (table := session.cached_value(key)) is not None:
        st.dataframe(table, hide_index=True)


def _seed(session: Session) -> int:
    return int(session.options_of(EXPANSION).get("seed", 1))


def _compared(session: Session) -> pd.DataFrame:
    import pandas as pd

    rules = rules_of(session.playable)
    with progress("all strategies", lambda: None, "expansion") as told:
        rows = compare(rules, most=_COMPARED_UP_TO, seed=_seed(session), progress=told)
    by_test = {test: {row.strategy: row for row in rows if row.finality == test} for test in TESTS}
    table = [
        {
            "Strategy": STRATEGIES[name].title,
            "by the rule": _needed(by_test["rule"][name]),
            "by the exact test": _needed(by_test["exact"][name]),
            "Bounds": format_bounds(row.lower, row.upper),
        }
        for name, row in by_test["exact"].items()
    ]
    with progress("the search for the smallest number", lambda: None, "set") as told:
        best = {test: _least(fewest(rules, finality=test, work=_SETS, progress=told)) for test in TESTS}
    least = {
        "Strategy": "smallest number possible",
        "by the rule": best["rule"],
        "by the exact test": best["exact"],
        "Bounds": "",
    }
    return pd.DataFrame([*table, least])


def _needed(row: StrategyResult) -> str:
    return f"{row.expansions}" if row.is_final else f"not final after {row.expansions}"


def _least(found: Fewest) -> str:
    if found.expansions is not None:
        return f"{found.expansions}"
    return f"at least {found.at_least}" if found.can_be_settled else "never final"
