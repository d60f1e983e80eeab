"""Grid pursuit keeps to its rules."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st
from support.examples import examples

from explorer.games import generate
from explorer.model.check import check, errors_in
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


def test_on_the_wrong_colour_and_without_exits_the_chase_never_ends():
    assert score(rows=2, columns=2, exits="none", pursuer_column=1, evader_row=2, evader_column=2) == 0


def test_with_the_defaults_all_three_ends_are_some_position_s_score():
    graph = generate("grid-pursuit")
    assert set(solve(graph).scores.values()) == {-1, 0, 1}
    assert solve(graph).score == 0
