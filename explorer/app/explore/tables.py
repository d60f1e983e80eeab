"""The chart of the scores of chosen nodes by step, and all scores as CSV."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.run import CurrentRun
from explorer.app.session.visible_part import matching_nodes
from explorer.app.widgets import COLOURS
from explorer.drawing.score_table import distinct
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, format_score
from explorer.stage import Stage
from explorer.trace import Relation, Trace

if TYPE_CHECKING:
    import altair as alt
    import pandas as pd

_MOST_MARKED = 60  # steps up to which the chart marks every step
MOST_LISTED = 2_000  # nodes that can be chosen
MOST_NODES = 14  # nodes of the chart before the user has chosen any
_MOST_POINTS = 5_000  # of the chart


@dataclass
class NodeChoice:
    """The nodes chosen for the chart of scores, including those that the graph lacks for the moment.

    Attributes
    ----------
    chosen : ids, and names of nodes that the user typed.
    first : the initial nodes of the chart when it was shown last.
    """

    chosen: list[str] = field(default_factory=list)
    first: list[str] = field(default_factory=list)
    _graph_number: int = -1
    _version: int = -1
    _ids: tuple[str, ...] = ()
    _absent: list[str] = field(default_factory=list)

    def follow(self, graph_number: int, version: int, ids: Sequence[str]) -> None:
        """Follow an edit of the graph: renamed nodes stay chosen, and another graph begins without chosen nodes.

        Parameters
        ----------
        graph_number, version : the number of the graph in the session, and its version.
        """
        if graph_number != self._graph_number:
            self.chosen, self.first = [], []
        elif version != self._version:
            names = _renamed_ids(self._ids, ids)
            self.chosen, self.first = ([names.get(id, id) for id in listed] for listed in (self.chosen, self.first))
        if version != self._version:
            self._ids = tuple(ids)
        self._graph_number, self._version = graph_number, version

    def join(self, first: Sequence[str]) -> None:
        """Add new nodes to the chart, unless the user has removed initial ones.

        Parameters
        ----------
        first : the initial nodes of the chart.
        """
        if set(self.first) <= set(self.chosen):
            known = {*self.first, *self.chosen}
            self.chosen += [id for id in first if id not in known]
        self.first = list(first)

    def visible_choice(self, there: Container[str]) -> list[str]:
        """Return the chosen nodes that the graph has, and remember the others for later."""
        self._absent = [id for id in self.chosen if id not in there]
        return [id for id in self.chosen if id in there]

    def take(self, chosen: Sequence[str]) -> None:
        """Store the user's choice among the nodes last offered for the chart."""
        self.chosen = [*chosen, *self._absent]


def _renamed_ids(before: Sequence[str], after: Sequence[str]) -> dict[str, str]:
    """Return the new ids of renamed nodes by their old ids, found by position in the list."""
    if len(before) != len(after):
        return {}
    old, new = set(before), set(after)
    return {one: other for one, other in zip(before, after, strict=True) if one not in new and other not in old}


def keep_choice(open_graph: OpenGraph, choice: NodeChoice) -> None:
    """Have the chosen nodes follow the graph in every run of the script, also without steps to show."""
    if (chosen := st.session_state.get(_widget_key(open_graph))) is not None:
        choice.take(chosen)
    choice.follow(open_graph.number, open_graph.version, open_graph.graph.ids)


def _widget_key(open_graph: OpenGraph) -> str:
    return f"nodes_{open_graph.number}"


def show(open_graph: OpenGraph, run: CurrentRun, stage: Stage, choice: NodeChoice) -> None:
    """Show the choice of nodes, their chart, and the download of all scores."""
    trace = run.trace
    if trace is None:
        if run.goes_on:
            st.caption("The chart comes when the run has ended.")
        return
    end = len(trace)
    chosen = _choose_nodes(open_graph, choice, trace)
    if stage.seed is not None:  # later steps contain the answers
        end = min(end, run.step + 1)
        st.caption("While you are asked, the chart ends at the current step.")
    if chosen:
        _show_chart(trace, chosen, run.step, end)
    if stage.seed is None:
        _offer_csv(trace)


def _choose_nodes(open_graph: OpenGraph, choice: NodeChoice, trace: Trace) -> list[str]:
    """Show the menu of nodes, and return the ids of the chosen ones."""
    # Reachable nodes first: of a large graph the list ends somewhere.
    is_reachable = trace.graph.is_reachable
    listed = np.argsort(~is_reachable, kind="stable")[:MOST_LISTED].tolist()
    names = {trace.graph.ids[index]: trace.graph.nodes[index].name for index in listed}
    lists_all = len(names) == len(trace.graph.nodes)
    choice.join([id for id, index in zip(names, listed, strict=True) if is_reachable[index]][:MOST_NODES])
    visible_choice = choice.visible_choice(names) if lists_all else choice.chosen
    if st.session_state.get(_widget_key(open_graph)) != visible_choice:
        st.session_state[_widget_key(open_graph)] = visible_choice
    chosen = st.multiselect(
        "Nodes in the chart",
        list(names),
        format_func=lambda id: names.get(id, id),
        key=_widget_key(open_graph),
        placeholder="Choose nodes" if lists_all else "Choose nodes, or type the name of any",
        accept_new_options=not lists_all,
        help=None if lists_all else f"The list has {MOST_LISTED:,} nodes; any other can be added by its name.",
    )
    chosen, unknown = named_nodes(trace.graph, chosen)
    for text in unknown:
        st.caption(f"“{text}” is not the name of one node; type its id.")
    return chosen


def _offer_csv(trace: Trace) -> None:
    st.download_button(
        "CSV",
        data=lambda: "".join(trace.csv_text()),
        file_name="scores.csv",
        mime="text/csv",
        on_click="ignore",
        icon=":material/download:",
        help="A column for every node, or, of a long run, a line for every change.",
    )


def _show_chart(trace: Trace, chosen: list[str], step: int, end: int) -> None:
    st.altair_chart(line_chart(trace, chosen, step, end), width="stretch")
    for sentence in left_out(trace, _stride(trace, chosen)):
        st.caption(sentence)


def named_nodes(graph: GameGraph, texts: list[str]) -> tuple[list[str], list[str]]:
    """Return the ids of the named nodes, each once, and the texts that do not name exactly one node."""
    ids: dict[str, None] = {}
    unknown: list[str] = []
    for text in texts:
        nodes, is_one = matching_nodes(graph, text, most=2)
        if is_one:
            ids[nodes[0].id] = None
        else:
            unknown.append(text)
    return list(ids), unknown


def line_chart(trace: Trace, ids: list[str], current: int, end: int | None = None) -> alt.LayerChart | alt.FacetChart:
    """Return the chart of finite scores of nodes over the steps before `end`, with a rule at the current step."""
    import altair as alt
    import pandas as pd

    long = _long_frame(trace, ids, len(trace) if end is None else end)
    lines = (
        alt.Chart(long)
        .mark_line(interpolate="step-after", point=len(trace) <= _MOST_MARKED)
        .encode(
            x=alt.X(
                "step:Q",
                axis=alt.Axis(tickMinStep=1, format="d"),
                scale=alt.Scale(domain=[0, max(1, len(trace) - 1)]),
            ),
            y=alt.Y("score:Q"),
            color=alt.Color("node:N", scale=alt.Scale(range=COLOURS), sort=None),
            strokeDash=alt.StrokeDash("node:N", sort=None),
            tooltip=["node:N", "step:Q", "exact:N"],
        )
    )
    rule = alt.Chart(pd.DataFrame({"step": [current]})).mark_rule(color="#f0b400", strokeWidth=3, opacity=0.7)
    return alt.layer(rule.encode(x="step:Q"), lines).properties(height=300)


def _long_frame(trace: Trace, ids: list[str], end: int) -> pd.DataFrame:
    """Return the chart's table, a row for every finite score; of a long trace every k-th step, for fast browsers."""
    import pandas as pd

    every = _stride(trace, ids)
    steps = sorted({*range(0, end, every), end - 1})
    names = distinct([trace.graph.node(id).name for id in ids])
    records = [
        {"node": line, "step": step, "score": float(score), "exact": format_score(score)}
        for line, scores in _chart_lines(trace, steps, ids, names)
        for step, score in zip(steps, scores, strict=True)
        if score is not None and math.isfinite(score)
    ]
    return pd.DataFrame(records, columns=["node", "step", "score", "exact"])


def _stride(trace: Trace, ids: list[str]) -> int:
    """Return k if the chart shows every k-th step of the run, to stay fast."""
    return max(1, len(trace) * len(ids) // _MOST_POINTS)


def left_out(trace: Trace, every: int) -> list[str]:
    """Return sentences on the steps that the trace and the chart leave out."""
    thinned = f"One of {every:,} steps is drawn; changes between them are not seen." if every > 1 else ""
    return [sentence for sentence in (trace.left_out, thinned) if sentence]


def _chart_lines(
    trace: Trace, steps: list[int], ids: list[str], names: list[str]
) -> Iterator[tuple[str, Iterable[Score | None]]]:
    """Yield name and values of each line of the chart; a node has one for its scores, or two for its bounds."""
    if not trace.has_bounds:
        yield from _lines_of_scores(trace, steps, ids, names)
        return
    for name, pairs in zip(names, zip(*trace.bound_rows(steps, ids), strict=True), strict=True):
        for end, bound in enumerate(("lower", "upper")):
            yield f"{name}, {bound}", [None if pair is None else pair[end] for pair in pairs]


def _lines_of_scores(
    trace: Trace, steps: list[int], ids: list[str], names: list[str]
) -> Iterator[tuple[str, Iterable[Score | None]]]:
    """Yield the chart's lines: one for each node's exact scores, others for its bounds or estimates: "E, at most"."""
    scores_of, relations_of = (zip(*rows(steps, ids), strict=True) for rows in (trace.score_rows, trace.relation_rows))
    columns = zip(names, scores_of, relations_of, strict=True)
    for name, scores, relations in columns:
        for relation in sorted(set(relations), key=list(Relation).index):
            known = [score if each is relation else None for score, each in zip(scores, relations, strict=True)]
            yield (f"{name}, {relation}" if relation.sign else name), known
