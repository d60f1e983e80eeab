"""How draws lean, against the definition carried out round by round."""

from __future__ import annotations

import pytest
from hypothesis import given
from support.graphs import game, game_graphs, thorough
from support.oracle import Position, Unfolded, unfold
from support.plays import positions, values_in

from explorer.model.graph import GameGraph
from explorer.play.analysis import FIRST, SECOND, Analysis
from explorer.play.draws import Pressure, pressures
from explorer.solver.kernels import always_compiled


def by_rounds(unfolded: Unfolded) -> dict[Position, Pressure]:
    """The pressures, endless play worth 0, each level from scratch and each round from the one before."""
    values = values_in(unfolded, 0)
    draws = {here for here, value in values.items() if not value}
    found: dict[Position, Pressure] = {}
    for level in range(len(draws) + 1):
        new = {
            here: Pressure(-unfolded.player[here], level, 0)
            for here in draws - set(found)
            if any(_is_mistake(unfolded, found, draws, here, after) for after in unfolded.moves[here])
        }
        for distance in range(1, len(draws) + 1):
            known = found | new
            new |= {
                here: Pressure(side, level, distance)
                for here in draws - set(known)
                if (side := _side(unfolded, known, draws, here))
            }
        found |= new
    return found


def _is_mistake(
    unfolded: Unfolded, found: dict[Position, Pressure], draws: set[Position], here: Position, after: Position
) -> bool:
    """Whether a move gives something away: score, or at a higher level the pressure."""
    return after not in draws or (after in found and found[after].side != unfolded.player[here])


def _side(unfolded: Unfolded, known: dict[Position, Pressure], draws: set[Position], here: Position) -> int:
    """Who presses at a draw, as far as that is known; 0 if it is not."""
    mover, quiet = unfolded.player[here], [after for after in unfolded.moves[here] if after in draws]
    if any(after in known and known[after].side == mover for after in quiet):
        return mover
    return -mover if quiet and all(after in known for after in quiet) else 0


@thorough
@given(game_graphs(max_inner=7, max_degree=3))
def test_the_pressure_is_that_of_the_definition(graph: GameGraph):
    analysis = Analysis.of(graph)
    found = pressures(analysis)
    expected = by_rounds(unfold(graph))
    assert {position: found[state] for position, state in positions(analysis).items() if state in found} == expected


@pytest.mark.large
@given(game_graphs(max_inner=7, max_degree=3))
def test_compiled_it_finds_the_same(graph: GameGraph):
    analysis = Analysis.of(graph)
    plain = dict(pressures(analysis).items())
    with always_compiled():
        assert pressures(analysis) == plain


def test_levels_count_how_far_off_a_loss_is():
    """Max can err at m; Min avoids to get there; s is quiet for ever."""
    graph = game(
        "m",
        m="max lost n",
        lost=-1,
        n="min m o",
        o="max p n",
        p="min q",
        q="max p",
    )
    analysis = Analysis.of(graph)
    found = {analysis.graph.nodes[state.node].id: pressure for state, pressure in pressures(analysis).items()}
    assert found == {
        "m": Pressure(SECOND, 0, 0),  # Max can lose at once
        "n": Pressure(SECOND, 0, 1),  # Min moves to m
        "o": Pressure(SECOND, 1, 0),  # Max can leave the quiet way by n
    }


def test_who_presses_is_told_of_either_side():
    graph = game("a", a="max b", b="min a won", won=1)
    analysis = Analysis.of(graph)
    assert pressures(analysis) == {
        analysis.state("b"): Pressure(FIRST, 0, 0),
        analysis.state("a"): Pressure(FIRST, 0, 1),
    }
    assert pressures(Analysis.of(game("a", a=1))) == {}


def test_open_nodes_are_no_mistakes():
    graph = game("a", a="max a q", q="open")
    assert pressures(Analysis.of(graph)) == {}
