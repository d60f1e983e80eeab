"""Grid pursuit keeps to its rules."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.examples import examples

from explorer.games import find, generate
from explorer.games.grid_pursuit import MAX_SIDE
from explorer.model.check import check, errors_in
from explorer.model.errors import OptionError
from explorer.model.graph import Kind
from explorer.solver import solve

Cell = tuple[int, int]

sides = st.integers(1, 4)


@st.composite
def boards(draw: st.DrawFn) -> dict[str, object]:
    """Parameters of a game whose start is allowed."""
    rows, columns = draw(sides), draw(sides)
    cells = [(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    assume(len(cells) > 1)
    pursuer, evader = draw(st.permutations(cells))[:2]
    exits = draw(st.sampled_from(["corner", "bottom", "none"]))
    ways_out = {"corner": [(rows, columns)], "bottom": [(rows, 1), (rows, columns)], "none": []}[exits]
    assume(evader not in ways_out)
    names = ("pursuer_row", "pursuer_column", "evader_row", "evader_column")
    places = dict(zip(names, (*pursuer, *evader), strict=True))
    return {"rows": rows, "columns": columns, "exits": exits, "stay": draw(st.booleans())} | places


def cells_of(id: str) -> tuple[Cell, Cell]:
    pursuer, evader, _ = id.split("/")
    return cell(pursuer), cell(evader)


def cell(text: str) -> Cell:
    row, column = text.split(",")
    return int(row), int(column)


def distance(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


@examples(30)
@given(parameters=boards())
def test_every_start_gives_a_playable_game_that_alternates(parameters):
    graph = generate("grid-pursuit", **parameters)
    assert not errors_in(check(graph))
    assert len(graph.reachable) == len(graph.nodes)
    assert all(graph.node(source).kind is not graph.node(target).kind for source, target in graph.moves)


@examples(30)
@given(parameters=boards())
def test_one_piece_moves_by_one_cell_or_stays_if_it_may(parameters):
    graph = generate("grid-pursuit", **parameters)
    for source, target in graph.moves:
        pursuer, evader = cells_of(source)
        if graph.node(target).kind is Kind.LEAF:
            end = cell(target.split("/")[1])
            after = (end, evader) if source.endswith("pursuer") else (pursuer, end)
        else:
            after = cells_of(target)
        assert (after[1] == evader) if source.endswith("pursuer") else (after[0] == pursuer)
        gone = distance(pursuer, after[0]) + distance(evader, after[1])
        assert gone == 1 or (gone == 0 and parameters["stay"])


@examples(30)
@given(parameters=boards())
def test_a_caught_evader_scores_one_and_one_that_is_out_minus_one(parameters):
    graph = generate("grid-pursuit", **parameters)
    scores = {node.id: node.score for node in graph.nodes if node.kind is Kind.LEAF}
    assert all(score == (1 if id.startswith("caught/") else -1) for id, score in scores.items())
    assert parameters["exits"] != "none" or all(id.startswith("caught/") for id in scores)


def score(**parameters: object) -> object:
    return solve(generate("grid-pursuit", **parameters)).score


def test_next_to_the_evader_the_pursuer_catches_it():
    assert score(pursuer_row=1, pursuer_column=2) == 1


def test_on_the_wrong_colour_and_without_exits_the_chase_never_ends():
    assert score(rows=2, columns=2, exits="none", pursuer_column=1, evader_row=2, evader_column=2) == 0


def test_the_description_speaks_of_exits_and_colours_where_there_are_such():
    plain, closed, staying = (
        generate("grid-pursuit", **changed).description for changed in ({}, {"exits": "none"}, {"stay": "yes"})
    )
    assert ["exit" in each for each in (plain, closed, staying)] == [True, False, True]
    assert ["colours" in each for each in (plain, closed, staying)] == [True, True, False]


def test_with_the_defaults_all_three_ends_are_some_position_s_score():
    graph = generate("grid-pursuit")
    assert set(solve(graph).scores.values()) == {-1, 0, 1}
    assert solve(graph).score == 0


def test_an_evader_in_front_of_an_exit_is_out_unless_the_pursuer_stands_in_it():
    graph = generate("grid-pursuit", stay=True)
    assert "out/3,3" in {node.id for node in graph.successors_of("2,3/3,2/evader")}
    assert "caught/3,3" in {node.id for node in graph.successors_of("3,3/3,2/evader")}


@pytest.mark.large
def test_the_largest_board_is_small_enough_for_all_it_is_used_for():
    graph = generate("grid-pursuit", rows=MAX_SIDE, columns=MAX_SIDE, exits="none", stay=True)
    assert len(graph.nodes) == 2 * 64 * 63 + 64
    assert find("grid-pursuit").count is None


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"rows": 2, "evader_row": 3}, "evader cannot start on 3,1, which is off a board of 2 by 3"),
        ({"columns": 2}, "pursuer cannot start on 1,3, which is off"),
        ({"pursuer_column": 1}, "both pieces cannot start on 1,1"),
        ({"evader_row": 3, "evader_column": 3}, "the evader cannot start on 3,3, which is an exit"),
        ({"rows": 9}, "between 1 and 8"),
    ],
)
def test_an_impossible_start_is_refused(parameters, words):
    with pytest.raises(OptionError, match=words):
        generate("grid-pursuit", **parameters)


def test_the_board_shows_both_pieces_the_exits_and_who_was_caught():
    graph = generate("grid-pursuit", exits="bottom")
    shown = {node.id: node.extra["board"] for node in graph.nodes}
    assert shown["1,3/1,1/pursuer"] == "E.P...x.x"
    assert shown["caught/2,2"] == "....*.x.x"
    assert shown["out/3,3"] == "......x.E"
    assert graph.node("caught/2,2").extra["picture"] == ". . .\n. * .\nx . x"
    assert len(graph.extra["board"]["cells"]) == 9
