"""Three men's morris keeps to its rules, and comes out as is known of it."""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx
import pytest

from explorer.comparison.expected import disagreements
from explorer.games import generate
from explorer.games.grid import canonical as canonical_board
from explorer.games.morris import SLIDES, winner
from explorer.model.graph import GameGraph, Kind
from explorer.solver import solve


def board(id: str) -> str:
    return id.split(maxsplit=1)[0].replace("/", "")


def canonical(points: str) -> str:
    return canonical_board(points, 3, 3)


def whole(**parameters: object) -> GameGraph:
    graph = generate("morris", **parameters)
    assert not any(node.kind is Kind.OPEN for node in graph.nodes)
    return graph


@pytest.fixture(scope="module")
def unmirrored() -> GameGraph:
    """Three men's morris with every board for itself."""
    return whole(mirrored="no")


@pytest.mark.parametrize(
    ("slide", "centre", "score"),
    [("rows", True, 1), ("lines", True, 1), ("rows", False, 0), ("lines", False, 0), ("anywhere", True, 0)],
)
def test_who_may_begin_on_the_centre_wins_and_otherwise_it_is_a_draw(slide, centre, score):
    assert solve(whole(slide=slide, centre=centre)).score == score


def test_a_draw_is_by_endless_play():
    graph = whole(centre=False)
    solution = solve(graph)
    assert (solution.lower[graph.root], solution.upper[graph.root]) == (-1, 1)


def test_the_centre_is_the_only_first_move_that_wins():
    graph = whole()
    scores = solve(graph).scores
    assert [board(node.id)[4] for node in graph.successors_of(graph.root) if scores[node.id] == 1] == ["X"]


def test_the_centre_can_be_barred_for_the_first_stone_alone():
    graph = whole(centre=False)
    assert [board(node.id)[4] for node in graph.successors_of(graph.root)] == [".", "."]
    assert any(board(node.id)[4] == "O" for first in graph.successors_of(graph.root)
               for node in graph.successors_of(first.id))  # fmt: skip


def test_mirrored_boards_have_one_score(unmirrored):
    scores, alone = solve(whole()).scores, solve(unmirrored).scores
    merged = {(canonical(board(id)), id[-1]): score for id, score in alone.items()}
    assert merged == {(board(id), id[-1]): score for id, score in scores.items()}
    assert len({(canonical(board(id)), id[-1], score) for id, score in alone.items()}) == len(scores)


def test_positions_come_back(unmirrored):
    largest = max(map(len, nx.strongly_connected_components(unmirrored.to_networkx())))
    assert largest > 1_000


@pytest.mark.parametrize("slide", SLIDES)
def test_a_game_is_over_only_when_somebody_has_won_and_that_is_who_moved(slide):
    for node in whole(slide=slide).nodes:
        assert (node.kind is Kind.LEAF) == bool(winner(board(node.id)))
        if node.kind is Kind.LEAF:
            won = {"X": 1, "O": -1}[winner(board(node.id))]
            assert (node.score, node.id[-1]) == (won, "O" if won == 1 else "X")
        else:
            assert node.kind is (Kind.MAX if node.id.endswith("X") else Kind.MIN)


def changes(graph: GameGraph) -> Iterator[tuple[str, list[int], str, str]]:
    """Of every move: who moves, the points that change, and the board before and after."""
    for source, target in graph.moves:
        before, after = board(source), board(target)
        yield source[-1], [point for point in range(9) if before[point] != after[point]], before, after


def test_a_move_places_a_stone_or_slides_one_to_a_neighbour_once_all_are_placed(unmirrored):
    for turn, points, before, after in changes(unmirrored):
        if len(points) == 1:
            assert (before[points[0]], after[points[0]], before.count(turn) < 3) == (".", turn, True)
        else:
            source, target = sorted(points, key=lambda point: before[point] == ".")
            assert (before[source], after[source], before[target], after[target]) == (turn, ".", ".", turn)
            assert before.count("X") == before.count("O") == 3
            assert abs(source // 3 - target // 3) + abs(source % 3 - target % 3) == 1


def test_the_turn_passes_with_every_move_and_stones_are_placed_in_turn(unmirrored):
    for source, target in unmirrored.moves:
        assert {source[-1], target[-1]} == {"X", "O"}
    assert all(board(n.id).count("X") - board(n.id).count("O") in (0, 1) for n in unmirrored.nodes)
    assert len(unmirrored.reachable) == len(unmirrored.nodes)


def test_the_picture_shows_the_board_and_whose_turn_it_is():
    rules = generate("morris", positions=1).rules
    assert rules.picture(("XO..X....", "O")) == "X O .\n. X .\n. . .\nO to move"
    assert rules.picture(("XO.OX...X", "O")) == "X O .\nO X .\n. . X\nX has won"


def test_the_board_has_the_stones_on_its_points_and_the_lines_that_win():
    graph = whole(slide="rows")
    rules = graph.rules
    assert rules.cells(("XO.OX...X", "O")) == "XO.OX...X"
    assert len(rules.board.lines) == 6
    assert len(whole(slide="lines").rules.board.lines) == 8
    assert graph.nodes[5].extra["board"] == board(graph.nodes[5].id)


def test_a_move_is_named_by_its_points_on_the_board_before(unmirrored: GameGraph):
    rules = unmirrored.rules
    assert rules.move_name(("." * 9, "X"), ("X" + "." * 8, "O")) == "a3"
    assert rules.move_name(("XX.OO.XO.", "X"), ("X.XOO.XO.", "O")) == "b3–c3"
    turned = whole().rules
    start = ("." * 9, "X")
    names = [turned.move_name(start, after) for after in dict.fromkeys(turned.moves(start))]
    assert names[:2] == ["a3", "b3"]


def test_what_is_known_of_every_variant_is_found():
    for slide in SLIDES:
        for centre in ("yes", "no"):
            assert disagreements(whole(slide=slide, centre=centre)) == []


def test_boards_that_turn_or_mirror_each_other_have_one_canonical_board():
    corners = {canonical("." * point + "X" + "." * (8 - point)) for point in (0, 2, 6, 8)}
    sides = {canonical("." * point + "X" + "." * (8 - point)) for point in (1, 3, 5, 7)}
    assert (len(corners), len(sides), corners & sides) == (1, 1, set())
    assert canonical("XO.......") == canonical(".......OX") == canonical("X..O.....") != canonical("X.O......")
