"""Moves on a board by hand: every move of every game with a board has a gesture, on turned boards the right one."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from support.graphs import game

from explorer.games import generate, registered
from explorer.games.chess_ending import ChessEnding
from explorer.games.hexapawn import Hexapawn
from explorer.games.l_game import LGame
from explorer.games.mnk import Mnk
from explorer.games.morris import Morris
from explorer.model.board import Board, Gesture, Piece, squares
from explorer.model.board_json import board_of, board_to_json
from explorer.model.graph import GameGraph
from explorer.model.rules import Rules
from explorer.play.gestures import gestures_of, read_gestures
from explorer.play.known import KnownGame

SMALL = {"openspiel": {"positions": 40}, "tic-tac-toe": {}, "sharing": {"symmetric": True}}
NUMBERS = {"coins", "e-valuate", "number-game", "octal"}
WITHOUT_BOARD = NUMBERS | {
    "cat-mouse",
    "complete-bipartite",
    "cycle",
    "distance-counterexample",
    "ladder",
    "pursuit",
    "random",
    "reachability",
    "tree",
}
PAWN = "8/1P6/8/8/4k3/8/6p1/4K3 w - - 0 1"  # which becomes one of four pieces


def drawn(name: str) -> GameGraph:
    return generate(name, **SMALL.get(name, {"positions": 300} if registered()[name].rules else {}))


@pytest.mark.parametrize("name", sorted({*registered()} - WITHOUT_BOARD))
def test_every_move_has_a_gesture_in_all_games_with_a_board(name: str):
    graph = drawn(name)
    board = board_of(graph)
    assert board is not None
    known, chance = KnownGame(graph), Random(1)
    inner = [node.id for node in graph.nodes if node.kind.is_inner]
    for id in [graph.root, *chance.sample(inner, min(20, len(inner)))]:
        gestures = known.gestures(id or "")
        assert {after for after, _ in gestures} == {*graph.ids_after(id or "")}
        assert all(cell in range(len(board.cells)) for _, gesture in gestures for cell in gesture.all_cells)


@pytest.mark.parametrize(
    ("turned", "plain"),
    [
        (Mnk(rows=3, columns=4, k=3, mirrored=True), Mnk(rows=3, columns=4, k=3, mirrored=False)),
        *(
            (
                Morris(slide=slide, centre=True, mirrored=True),
                Morris(slide=slide, centre=True, mirrored=False),
            )
            for slide in ("rows", "anywhere")
        ),
        (Hexapawn(rows=4, columns=3, mirrored=True), Hexapawn(rows=4, columns=3, mirrored=False)),
        *(
            (
                ChessEnding(fen=fen, mirrored=True, promotion="played"),
                ChessEnding(fen=fen, mirrored=False, promotion="played"),
            )
            for fen in ("2k5/8/1K6/8/8/8/8/7R w - - 0 1", PAWN)
        ),
    ],
    ids=lambda rules: rules.title,
)
def test_a_turned_board_is_played_as_the_one_before_the_move(turned: Rules, plain: Rules):
    board, chance, position = turned.board, Random(2), turned.initial
    assert board is not None
    for _ in range(12):
        after = list(turned.moves(position))
        if not after:
            break
        told = {(gesture.source, gesture.cells) for _, gesture in turned.gestures(position)}
        moves = plain.moves(position)
        before, seen = plain.cells(position), [plain.cells(after) for after in moves]
        read = [read_gestures(board, before or "", cells or "") for cells in seen]
        assert told == {(gesture.source, gesture.cells) for each in read for gesture in each}
        assert {position for position, _ in turned.gestures(position)} == {*after}
        position = chance.choice(after)


def test_an_l_is_put_on_its_squares_and_a_neutral_piece_goes_from_one_to_another():
    rules = LGame(mirrored=False)
    before = rules.grid(rules.initial)
    for after, gesture in rules.gestures(rules.initial):
        now = rules.grid(after)  # in which the colours have changed
        l_cells, rest = gesture.cells[:4], gesture.cells[4:]
        assert [now[cell] for cell in l_cells] == ["O"] * 4
        assert [(before[cell], now[cell]) for cell in rest[:1]] in ([], [("N", now[rest[0]] if rest else "")])
        assert {cell for cell in range(16) if now[cell] == "N"} == (
            {cell for cell in range(16) if before[cell] == "N"} - {*rest[:1]} | {*rest[1:]}
        )


def test_a_car_that_leaves_the_board_and_a_piece_that_stays_are_chosen_first():
    board = Board(3, 1, tuple(squares(1, 3)), {"x": Piece("disc", "max")})
    assert read_gestures(board, "..x", "...") == [Gesture((2,))]
    graph = generate("dodgem")
    off = next((id, after) for id, after in graph.moves if str(graph.move_names.get((id, after), "")).endswith("off"))
    sources = {after: gesture.source for after, gesture in gestures_of(graph, off[0], ())}
    assert sources[off[1]] is not None or set(sources.values()) == {None}
    staying = generate("grid-pursuit", stay=True)
    stays = dict(gestures_of(staying, staying.root or "", ()))
    assert Gesture((2,), 2) in stays.values()


def test_a_move_that_changes_nothing_has_no_gesture_unless_one_piece_alone_may_go():
    board = Board(3, 1, tuple(squares(1, 3)), {"x": Piece("disc", "max")})
    plain = game("a", a="max b c", b=0, c=1)
    cells = {"a": "x..", "b": "x..", "c": ".x."}
    nodes = tuple(replace(node, extra={"board": cells[node.id]}) for node in plain.nodes)
    graph = plain.replace(nodes=nodes, extra={"board": board_to_json(board)})
    assert gestures_of(graph, "a", ()) == [("b", Gesture((0,), 0)), ("c", Gesture((1,), 0))]
    alone = graph.replace(moves=(("a", "b"),))
    assert gestures_of(alone, "a", ()) == []
