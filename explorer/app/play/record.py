"""The record of a play: its moves with their verdicts, and the chart of the score after each."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import streamlit as st

from explorer.app.play.state import PlayView
from explorer.model.graph import Convention, GameGraph, Node
from explorer.model.scores import format_score
from explorer.play.verdicts import Judge
from explorer.play.words import bounds_words, side_name, verdict_words, view_of
from explorer.trace.caption import named

if TYPE_CHECKING:
    import altair as alt
    import pandas as pd

_MOST_ROWS = 200  # moves
_CHART_HEIGHT = 190  # px
_VERDICT = "Verdict"
_LINE, _USER, _OTHER = "#6b7280", "#2563eb", "#9ca3af"


def show(playing: PlayView, judge: Judge) -> None:
    """Show the chart and the table once there is a move; without scores, the moves alone."""
    import pandas as pd

    if not playing.match.moves:
        return
    rows = record(playing, judge)
    over = playing.outcome(judge) is not None
    title = score_title(judge.analysis.graph)
    columns = [title, _VERDICT] if playing.shows_scores or over else []
    table = pd.DataFrame(rows)[["#", "Player", "Move", *columns]]
    if not columns:
        st.dataframe(table, hide_index=True, width="stretch")
        return
    left, right = st.columns([2, 3], gap="medium")
    with left:
        st.altair_chart(history_chart(history(playing, judge), title), width="stretch")
    with right:
        st.dataframe(table, hide_index=True, width="stretch", height=min(_CHART_HEIGHT + 40, 38 + 35 * len(rows)))


def score_title(graph: GameGraph) -> str:
    """Return the title of the scores, which names their view."""
    return "Score for Max" if graph.convention is Convention.MINIMAX else "Score for you"


def record(playing: PlayView, judge: Judge) -> list[dict[str, str]]:
    """Return a row for each of the last moves: player, move, score after it, and verdict."""
    graph, states = judge.analysis.graph, playing.match.states(judge.analysis)
    view = view_of(graph, playing.side)
    rows = []
    for number in range(max(1, len(states) - _MOST_ROWS), len(states)):
        before, state = states[number - 1], states[number]
        mover = judge.analysis.to_move(before)
        verdict = next(each for each in judge.verdicts(before) if each.state == state)
        name = side_name(graph, mover)
        rows.append(
            {
                "#": str(number),
                "Player": "You" if mover == playing.side else name[:1].upper() + name[1:],
                "Move": move_words(playing, judge.node(before), judge.node(state)),
                score_title(graph): bounds_words(judge.worth(state, view)),
                _VERDICT: verdict_words(judge, before, verdict, playing.side),
            }
        )
    return rows


def move_words(playing: PlayView, before: Node, after: Node) -> str:
    """Return the name of a move in its game, else the names of its two nodes."""
    name = playing.move_name(before.id, after.id)
    return f"{before.name} → {after.name}" if name == named(after).text else name


def history(playing: PlayView, judge: Judge) -> pd.DataFrame:
    """Return the bounds of the score after each move, `low` and `high`, where both are finite."""
    import pandas as pd

    states = playing.match.states(judge.analysis)
    records = []
    for number, state in enumerate(states):
        low, high = judge.worth(state, view_of(judge.analysis.graph, playing.side))
        mover = judge.analysis.to_move(states[number - 1]) if number else 0
        if math.isfinite(low) and math.isfinite(high):
            records.append(
                {
                    "move": number,
                    "low": float(low),
                    "high": float(high),
                    "position": judge.node(state).name,
                    "by": "start" if not number else "you" if mover == playing.side else "opponent",
                    "score": f"{format_score(low)}" if low == high else bounds_words((low, high)),
                }
            )
    return pd.DataFrame(records, columns=["move", "low", "high", "position", "by", "score"])


def history_chart(frame: pd.DataFrame, title: str) -> alt.LayerChart | alt.FacetChart:
    """Return the chart of `history`: a line, a band between unequal bounds, and a dot for each move."""
    import altair as alt

    x = alt.X("move:Q", title="Move", axis=alt.Axis(tickMinStep=1, format="d"))
    y = alt.Y("low:Q", title=title, axis=alt.Axis(format="~f", tickCount=5))
    base = alt.Chart(frame)
    tooltip = ["move:Q", "by:N", "position:N", "score:N"]
    band = base.mark_area(interpolate="step-after", opacity=0.25, color=_LINE).encode(x=x, y=y, y2="high:Q")
    line = base.mark_line(interpolate="step-after", color=_LINE).encode(x=x, y=y)
    scale = alt.Scale(domain=["you", "opponent", "start"], range=[_USER, _OTHER, _LINE])
    colour = alt.Color("by:N", scale=scale, legend=alt.Legend(orient="top", title=None))
    dots = base.mark_circle(size=70, opacity=1).encode(x=x, y=y, color=colour, tooltip=tooltip)
    return alt.layer(band, line, dots).properties(height=_CHART_HEIGHT)
