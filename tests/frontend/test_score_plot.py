"""The plot of a score over the value of endless play: the line is the median, and every value can be set on it."""

from __future__ import annotations

from itertools import pairwise
from math import isfinite
from typing import Any

import pytest
from frontend.conftest import Run
from hypothesis import given
from support.examples import examples
from support.graphs import game_graphs, worths

from explorer.drawing.endless_worths import worths_of_endless
from explorer.model.scores import Score, score_to_json
from explorer.solver import solve

DRAWN = """([data, worths]) => {
  const plot = new $score_plot.Plot(data, worths), numbers = worths.map($scores.approximate);
  const ends = [data.lower, data.upper].map($scores.approximate);
  const shown = numbers.map(number => number >= plot.from && number <= plot.to);
  return {
    from: plot.from, to: plot.to,
    spots: numbers.map(number => plot.spot(number)), scores: worths.map(worth => $score_plot.scoreAt(data, worth)),
    shown, found: numbers.map((number, at) => shown[at] ? plot.nearest(worths, plot.x(number)) : null),
    ends: [plot.nearest(worths, 0), plot.nearest(worths, $score_plot.WIDTH)],
    rises: numbers.map((number, at) => shown[at] && number >= ends[0] && number <= ends[1]),
  };
}"""


def ends_of(lower: Score, upper: Score, offered: list[Score]) -> tuple[float, float]:
    """Return the ends of the plot: of the bounds, and of all values if one is infinite, with 0 where it is near."""
    bounds = [float(each) for each in (lower, upper) if isfinite(each)]
    is_whole = len(bounds) == 2
    numbers = bounds if is_whole else [*bounds, *(float(each) for each in offered if isfinite(each))]
    if not is_whole or min(map(abs, bounds)) <= 2 * (bounds[1] - bounds[0]):
        numbers = [*numbers, 0.0]
    margin = 0.4 * (max(numbers) - min(numbers) or 1)
    return min(numbers) - margin, max(numbers) + margin


@examples(40)
@given(game_graphs(max_inner=4, max_leaves=4, max_open=1), worths)
def test_the_line_is_the_median_and_the_slider_can_be_set_on_it(run: Run, graph, endless):
    found = solve(graph)
    offered = worths_of_endless(graph.columns.scale, chosen=endless)
    for node in graph.nodes:
        function = found.score_function(node.id)
        if function.is_constant:
            continue
        data = {"lower": score_to_json(function.lower), "upper": score_to_json(function.upper), "words": ""}
        drawn: dict[str, Any] = run(DRAWN, [data, [*map(score_to_json, offered)]])
        least, most = ends_of(function.lower, function.upper, offered)
        assert [drawn["from"], drawn["to"]] == pytest.approx([least, most])
        exact = {score_to_json(score): score for score in (function.lower, function.upper, *offered)}
        assert [exact[score] for score in drawn["scores"]] == [*map(function, offered)]
        assert [place for place in drawn["found"] if place is not None] == [
            place for place, is_shown in enumerate(drawn["shown"]) if is_shown
        ]
        assert drawn["ends"] == [0, len(offered) - 1]
        steps = zip(pairwise(drawn["spots"]), pairwise(drawn["rises"]), strict=True)
        for (before, after), (rose, rises) in steps:
            assert after["x"] >= before["x"]
            assert after["y"] <= before["y"]  # y grows downwards
            if rose and rises:
                assert after["y"] < before["y"]
