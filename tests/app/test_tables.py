"""The table and the chart of the app, of scores and of bounds."""

from __future__ import annotations

from support.graphs import figure_1
from support.stepped import growing

from explorer.algorithms import trace
from explorer.app.tables import line_chart, styled
from explorer.drawing.theme import fills
from explorer.games.samples import load_sample


def test_a_cell_shows_score_finality_and_colour():
    run = trace(figure_1(b=1, d=2), "score-iteration")
    table = styled(run, ["c", "a"], range(1, len(run)), len(run) - 1)
    table._compute()
    assert list(table.data.index) == ["1", "2", "3", "▶ 4"]
    assert table.data["a"].tolist() == ["0", "1", "1", "1 ■"]
    looks = dict(zip(run.values, fills(run.values), strict=True))
    assert ("background-color", looks[1].fill) in table.ctx[3, 1]
    assert ("font-weight", "700") in table.ctx[3, 0]


def test_a_cell_shows_bounds_or_a_question_mark_for_an_open_node():
    run = trace(load_sample("negamax-half-final"), "finality")
    table = styled(run, ["A", "2", "q"], range(2, 4), 2).data
    assert table.iloc[0].tolist() == ["1, 2 ■", "2 ■", "?"]


def test_a_node_that_is_not_there_yet_has_an_empty_cell():
    table = styled(growing(), ["15"], range(3), 0).data
    assert table["15"].tolist() == ["", "?", "−∞, ∞"]


def test_the_chart_has_a_line_for_each_finite_bound():
    run = trace(load_sample("negamax-half-final"), "bounds")
    sets = line_chart(run, ["A"], 0).to_dict()["datasets"].values()
    points = {(row["node"], row["step"], row["exact"]) for rows in sets for row in rows if "node" in row}
    lower = {("A, lower", step, "1") for step in (1, 2, 3)}
    assert points == lower | {("A, upper", step, "2") for step in (2, 3)}
