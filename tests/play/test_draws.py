"""How draws lean, against the definition carried out round by round."""

from __future__ import annotations

from hypothesis import given
from support.graphs import game_graphs, thorough
from support.oracle import Position, Unfolded, unfold
from support.plays import positions, values_in

from explorer.model.graph import GameGraph
from explorer.play.analysis import Analysis
from explorer.play.draws import Pressure, pressures


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
