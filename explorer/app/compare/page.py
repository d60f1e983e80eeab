"""The page *Compare*: two algorithms on one graph in lock-step, their counts, and graphs on which they differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from explorer import algorithms
from explorer.app.compare import e_valuate_tab, family_tab, find_tab, memo_tab, poison_tab, sharing_tab, tiling_tab
from explorer.app.compare.state import CompareView
from explorer.app.links import Links
from explorer.app.progress import progress
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.place import Place
from explorer.app.session.session import Session
from explorer.app.session.visible_part import VisiblePart
from explorer.app.unexpected_errors import catch_errors
from explorer.app.widgets import note_part, plain
from explorer.comparison.compare import ComparisonRow, counts_of, run
from explorer.comparison.contender import Contender
from explorer.comparison.rule_effects import RuleEffects
from explorer.model.scores import format_score
from explorer.model.words import counted

_TITLES = {
    "depth": "Greatest depth",
    "hits": "Memo hits",
    "leaves": "Leaves read",
    "cutoffs": "Cutoffs",
    "back_links": "Back links",
    "sweeps": "Sweeps or rounds",
    "control": "Starts and acknowledgements",
    "settled": "Bounds settled",
}
_CORRECT = {True: "✓", False: "✗ wrong", None: ""}

_MOST_POSITIONS = 2_000  # in a list to choose from
TAB = "compare_tab"
_MORE = "compare_more"
_TABS: dict[str, Callable[..., None]] = {
    "Over a family": family_tab.show,
    "Poisoned memo": poison_tab.show,
    "How often is the memo wrong?": memo_tab.show,
    "A graph where the two differ": find_tab.show,
    "Table 1 of e-Valuate": e_valuate_tab.show,
    "Sharing games": sharing_tab.show,
    "Tiling games": tiling_tab.show,
}
_TWO_COUNTS = (
    "The search counts endless play for the player of the root, the other algorithm for the player to move at each "
    "node. Where the opponent of the root's player is to move, the two can show different scores, and both are valid."
)
_CHOICES = (
    "compare_family",
    "family_",
    "differ_",
    "poison_",
    "memo_",
    "table_1_",
    "sharing_",
    "tiling_",
)  # starts of keys
_BUTTON = "cancel"  # end of the key of a button, which has no value to keep


def show(session: Session, open_graph: OpenGraph, comparing: CompareView) -> None:
    """Show the page *Compare*, with the open one of its tabs."""
    screen = st.container(key="screen")
    if errors := open_graph.errors:
        st.warning(f"Nothing can run on the graph yet: {plain(errors[0].message)}.")
        return
    other = st.container()  # what is said of another graph at the left
    counts = st.container()  # of both algorithms, which may take long: the tabs do not wait for them
    _show_tabs(session)
    with screen, catch_errors():
        _run_both(comparing)
        session.call(_show_stages)
    with other, catch_errors():
        _show_edit_note(open_graph, comparing)
        _show_rule_effects(open_graph)
    if comparing.earlier is None:
        with counts, catch_errors():
            _show_table(open_graph, comparing)


def show_beside_text(
    open_graph: OpenGraph, part: VisiblePart, place: Place, comparing: CompareView, links: Links
) -> None:
    """Show both canvases, each under the title of its algorithm, and the control that steps them, beside a text."""
    if not open_graph.errors:
        with catch_errors():
            _run_both(comparing)
            _show_stages(open_graph, part, place, comparing, links, alone=False)


def _run_both(comparing: CompareView) -> None:
    with progress("both algorithms", comparing.cancel) as report:
        comparing.run(report)


def _show_edit_note(open_graph: OpenGraph, comparing: CompareView) -> None:
    """If the left side shows another graph, say which and offer a way back.

    It is the graph before the last edit, or the plain graph beside the one under a rule about repetition.
    """
    if comparing.earlier is None:
        return
    left, right = st.columns([3, 1], vertical_alignment="center")
    if open_graph.origin.unfolded is None:
        left.markdown("**Left: before the last edit. Right: the graph as it is now.**")
    else:
        rule = open_graph.origin.unfolded.rule
        left.markdown(f"**Left: the plain graph. Right: under the rule {rule}: {rule.words}.**")
    right.button("Compare on the open graph", on_click=comparing.show_open, width="stretch")


def _show_rule_effects(open_graph: OpenGraph) -> None:
    """Say what the rule about repetition changes: at the root, and at each copy of a position that the user chooses."""
    unfolded = open_graph.origin.unfolded
    if unfolded is None:
        return
    effects = open_graph.compute_once("rule effects", lambda: RuleEffects(unfolded))
    st.markdown(f"**{plain(effects.sentence_of_root())}**")
    changed, graph = effects.changed, unfolded.source
    if not changed:
        st.caption("At no node is the score another than under endless play.")
        return
    others = [id for id in graph.ids if id not in set(changed)] if len(graph.ids) <= _MOST_POSITIONS else []
    position = st.selectbox(
        f"Position ({counted(len(changed), 'position')} with another score after some history first)",
        [*changed[:_MOST_POSITIONS], *others],
        format_func=lambda id: graph.node(id).name,
        key=f"rule_position_{open_graph.version}",
    )
    st.markdown("\n".join(f"- {plain(each)}" for each in effects.sentences_of(position)))


def _show_tabs(session: Session) -> None:
    """Show the tabs, and fill the open one alone, so that nothing runs for the others."""
    _keep_choices()
    for tab, show in zip(st.tabs(list(_TABS), key=TAB, on_change="rerun"), _TABS.values(), strict=True):
        if tab.open:
            with tab, catch_errors():
                session.call(show)


def _keep_choices() -> None:
    """Keep the choices on closed tabs, which Streamlit would forget."""
    for key, value in st.session_state.items():
        if str(key).startswith(_CHOICES) and not str(key).endswith(_BUTTON):
            st.session_state[key] = value


def _show_stages(
    open_graph: OpenGraph, part: VisiblePart, place: Place, comparing: CompareView, links: Links, *, alone: bool = True
) -> None:
    comparing.left.stage.title = open_graph.origin.title
    if comparing.failure:
        st.warning(plain(comparing.failure))
    for row in comparing.rows:
        if row.failure:
            st.warning(f"{row.contender.title}: {plain(row.failure)}.")
    if comparing.endless_views_differ:
        st.info(_TWO_COUNTS)
    for side, column in zip(comparing.sides, st.columns(2), strict=True):
        with column:
            if not alone:
                st.markdown(f":small[**{side.contender.title}**]")
            share = links.share() if side is comparing.left else None
            side.stage.show(endless=side.endless, share=share)
    comparing.lockstep.show(place.initial_scene if comparing.earlier is None and comparing.is_of_scene else None)
    if comparing.earlier is None:
        note_part(comparing.visible_ids, open_graph.playable, part.centre)


def _show_table(open_graph: OpenGraph, comparing: CompareView) -> None:
    """Show the counts of both algorithms, and of more that the user adds."""
    import pandas as pd

    entries = algorithms.known()
    more = st.multiselect(
        "More algorithms in the table",
        [name for name, entry in entries.items() if not entry.grows],
        format_func=lambda name: entries[name].title,
        key=_MORE,
        placeholder="Choose algorithms",
    )
    rows = {row.contender.notation: row for row in comparing.rows}
    for contender in (Contender(name) for name in more):
        if contender.notation not in rows:
            rows[contender.notation] = _table_row(open_graph, contender)
    if rows:
        counts = counts_of(rows.values())
        st.dataframe(
            pd.DataFrame([_table_cells(row, counts) for row in rows.values()]), hide_index=True, width="stretch"
        )


def _table_row(open_graph: OpenGraph, contender: Contender) -> ComparisonRow:
    with progress(contender.title, lambda: _remove_from_table(contender.algorithm)) as report:
        return open_graph.compute_once(
            ("row", contender.notation),
            lambda: run(open_graph.playable, contender, progress=report).row,
        )


def _remove_from_table(algorithm: str) -> None:
    """Remove an algorithm from the table after its run was cancelled."""
    st.session_state[_MORE] = [name for name in st.session_state[_MORE] if name != algorithm]


def _table_cells(row: ComparisonRow, counts: Sequence[str]) -> dict[str, str]:
    numbers = {name: row.count(name) for name in counts}
    return {
        "Algorithm": row.contender.title,
        "Value of the root": "" if row.value is None else format_score(row.value),
        "Correct": row.failure or _CORRECT[row.right],
        **{
            _TITLES.get(name, name.capitalize()): "–" if number is None else f"{number:,}"
            for name, number in numbers.items()
        },
    }
