"""Values of a table base with a clock, against the scores of the graph that the clock unfolds."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import figure_1, game_graphs, long_path, thorough

from explorer import diff
from explorer.comparison.clock_difference import clock_difference
from explorer.model.errors import FormatError, LimitError, OptionError
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.solver.clock_sweeps import clock_ranks
from explorer.solver.operator import arrays_of
from explorer.unwinding import unfold


@st.composite
def marked_graphs(draw: st.DrawFn) -> GameGraph:
    """Graphs some of whose moves are progress."""
    graph = draw(game_graphs(max_inner=4, max_degree=3))
    return graph.replace(
        progress=frozenset(draw(st.sets(st.sampled_from(graph.moves)) if graph.moves else st.just([])))
    )


def clocked_scores(graph: GameGraph, most: int, endless: Score) -> dict[tuple[str, int], Score]:
    """The score of every node that play reaches with so many moves on the clock, by the unfolded graph."""
    found = unfold(graph, f"clock={most}", endless=endless)
    scores: dict[tuple[str, int], Score] = {}
    clocks = {found.graph.ids[0]: 0}
    for id in found.graph.ids:
        for after in found.graph.ids_after(id):
            clocks[after] = 0 if (id, after) in found.graph.progress else clocks[id] + 1
        scores[found.origin(id), clocks[id]] = found.scores[id]
    return scores


@thorough
@given(marked_graphs(), st.integers(1, 4), st.integers(-2, 2))
def test_a_right_table_agrees_and_a_wrong_value_is_found(graph: GameGraph, most: int, endless: int) -> None:
    worth = endless if graph.sign > 0 else 0
    scores = clocked_scores(graph, most, worth)
    table = pd.DataFrame([(*place, score) for place, score in scores.items()], columns=["node", "clock", "value"])
    table = table.astype({"value": object})
    assert not len(clock_difference(graph, table, f"clock={most}", endless=worth).wrong)
    table.loc[0, "value"] = table.loc[0, "value"] + 1
    wrong = diff(graph, table, rule=f"clock={most}", endless=worth)
    assert [*wrong["node"]] == [graph.root]
    assert (wrong["mine"][0], wrong["true"][0]) == (table.loc[0, "value"], scores[graph.root or "", 0])


def test_a_wrong_value_that_follows_from_another_is_said_to():
    found = clock_difference(
        figure_1(1, 2), pd.DataFrame({"node": ["a", "b"], "clock": [1, 2], "value": [3, 3]}), "clock=9"
    )
    assert found.records() == [("b", 2, 3, 1, True), ("a", 1, 3, 1, False)]


def test_what_cannot_be_compared_is_refused():
    with pytest.raises(OptionError, match="history"):
        diff(figure_1(), {"a": 1}, rule="times=3")
    with pytest.raises(FormatError, match="from 0 to 4"):
        diff(figure_1(), pd.DataFrame({"node": ["a"], "clock": [5], "value": [1]}), rule="clock=4")
    with pytest.raises(LimitError, match="smaller clock"):
        clock_ranks(arrays_of(long_path(300)), np.zeros(300, np.bool_), 1_000_000, 0)
