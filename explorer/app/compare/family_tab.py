"""The tab of the page *Compare* with a chart over a family of graphs: counts beside formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from explorer.app.compare.state import CompareView
from explorer.app.progress import progress
from explorer.app.widgets import COLOURS, pressed
from explorer.comparison.compare import COUNTS
from explorer.comparison.families import FAMILIES, FASTER, ROUNDS, RUN, ChartFamily, ChartPoint, points_of_chart

if TYPE_CHECKING:
    import altair as alt

_MEASURES = {name: name for name in COUNTS} | {ROUNDS: "sweeps of score iteration until the root has its score"}
_USUAL_MEASURES = {"distance-counterexample": ROUNDS, "tree": "leaves"}  # by family; else it is visits


def show(comparing: CompareView) -> None:
    """Show the choice of a family of graphs, and its chart when the user presses the button."""
    family, measure, largest = _choose_family()
    st.caption(f"{family.note}  \n*{family.source}*")
    contenders = {side.contender.notation: side.contender for side in comparing.sides} if measure != ROUNDS else {}
    key = (family.name, measure, largest, tuple(contenders))
    if pressed("Draw the chart", icon=":material/show_chart:"):
        with progress("the algorithms", lambda: None) as report:
            comparing.charts[key] = points_of_chart(
                family, [*contenders.values()], measure=measure, largest=largest, progress=report
            )
    chart_points = comparing.charts.get(key)
    if chart_points is None:
        return
    logarithmic = st.toggle("Logarithmic scale", value=True, key="family_log")
    st.altair_chart(chart(chart_points, family.parameter, _MEASURES[measure], logarithmic=logarithmic), width="stretch")
    for contender in contenders.values():
        last = max((point.size for point in chart_points if point.series == contender.notation), default=None)
        if last is None:
            st.caption(f"{contender.title} has no {measure} to show here, or cannot run on these graphs.")
        elif last < largest:
            st.caption(
                f"{contender.title} is drawn up to {family.parameter} = {last}: for the next size a run takes more "
                f"than {RUN:,} steps, or {FASTER * RUN:,} visits if only these are counted, or has no result."
            )


def chart(
    chart_points: list[ChartPoint], parameter: str, measure: str, *, logarithmic: bool
) -> alt.LayerChart | alt.FacetChart:
    """Return a chart of counts over a family of graphs, formulas as dashed lines; a logarithmic scale omits zeros."""
    import altair as alt
    import pandas as pd

    visible = [point for point in chart_points if point.count > 0 or not logarithmic]
    frame = pd.DataFrame(
        [
            {"size": each.size, "series": each.series, "count": each.count, "formula": each.is_formula}
            for each in visible
        ],
        columns=["size", "series", "count", "formula"],
    )
    scale = alt.Scale(type="log") if logarithmic else alt.Scale(zero=True)
    base = alt.Chart(frame).encode(
        x=alt.X("size:Q", title=parameter, axis=alt.Axis(tickMinStep=1, format="d")),
        y=alt.Y("count:Q", title=measure, scale=scale),
        color=alt.Color(
            "series:N",
            scale=alt.Scale(range=COLOURS),
            sort=None,
            title=None,
            legend=alt.Legend(orient="bottom", columns=2, labelLimit=420),
        ),
        tooltip=["series:N", alt.Tooltip("size:Q", title=parameter), alt.Tooltip("count:Q", title=measure, format=",")],
    )
    counts = base.transform_filter("!datum.formula").mark_line(point=alt.OverlayMarkDef(size=60))
    formulas = base.transform_filter("datum.formula").mark_line(strokeDash=[7, 5], strokeWidth=2)
    return alt.layer(counts, formulas).properties(height=360)


def _choose_family() -> tuple[ChartFamily, str, int]:
    left, middle, right = st.columns([3, 3, 2], vertical_alignment="bottom")
    name = left.selectbox("Family", list(FAMILIES), format_func=lambda name: FAMILIES[name].title, key="compare_family")
    family = FAMILIES[name]
    names = list(_MEASURES)
    measure = middle.selectbox(
        "Count",
        names,
        index=names.index(_USUAL_MEASURES.get(name, "visits")),
        format_func=_MEASURES.__getitem__,
        key=f"family_measure_{name}",
    )
    largest = right.number_input(
        f"Up to {family.parameter}", family.smallest, family.largest, family.usual, key=f"family_largest_{name}"
    )
    return family, measure, int(largest)
