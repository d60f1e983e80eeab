"""Three men's morris keeps to its rules, and comes out as is known of it."""

from __future__ import annotations

from collections.abc import Iterator

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


def test_mirrored_boards_have_one_score(unmirrored):
    scores, alone = solve(whole()).scores, solve(unmirrored).scores
    merged = {(canonical(board(id)), id[-1]): score for id, score in alone.items()}
    assert merged == {(board(id), id[-1]): score for id, score in scores.items()}
    assert len({(canonical(board(id)), id[-1], score) for id, score in alone.items()}) == len(scores)


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


def test_what_is_known_of_every_variant_is_found():
    for slide in SLIDES:
        for centre in ("yes", "no"):
            assert disagreements(whole(slide=slide, centre=centre)) == []
