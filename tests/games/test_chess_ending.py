"""Chess endings against published counts, a solver of its own without python-chess, and a plain search for mate."""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import product

import chess
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from explorer import games
from explorer.games import find, generate
from explorer.games.chess_ending import ROOK_ENDING
from explorer.model.check import check, errors_in
from explorer.model.errors import LibraryError, OptionError
from explorer.model.graph import GameGraph, Kind
from explorer.model.rules import Rules
from explorer.solver import solve

# M. Bain, Chess (King-Rook vs. King), UCI Repository: with Black to move, positions by White's moves to mate
PUBLISHED = (27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390)
DRAWN = 2796
UNREACHED = {2: 1, 6: 1, 9: 1, 11: 1, 13: 1, 14: 1}  # those of them that no move of White leads to
PAWN = "8/8/4P3/8/4k3/8/8/4K3 w - - 0 1"


@pytest.fixture(scope="module")
def rook() -> GameGraph:
    """King and rook against king, whole, up to symmetry."""
    graph = generate("chess-ending", positions=200_000)
    assert not any(node.kind is Kind.OPEN for node in graph.nodes)
    return graph


def moves_to_mate(graph: GameGraph) -> dict[int, int]:
    """For each place with Black to move that White wins, how many moves of White until mate."""
    won = {place: 0 for place, node in enumerate(graph.nodes) if node.score == 1}
    news, white, waits = list(won), set(), {}
    depth = 0
    while news:
        depth += 1
        fresh = {before for place in news for before in graph.predecessors[place]} - white
        white |= fresh
        news = []
        for place in (before for each in fresh for before in graph.predecessors[each]):
            waits[place] = waits.get(place, len(graph.successors[place])) - 1
            if not waits[place]:
                won[place] = depth
                news.append(place)
    return won


@pytest.mark.large
def test_king_and_rook_have_the_published_distances_to_mate(rook: GameGraph):
    won = moves_to_mate(rook)
    black = [place for place, node in enumerate(rook.nodes) if "R" in node.id and node.id.endswith(" b")]
    counts = Counter(won.values())
    assert [counts[depth] + UNREACHED.get(depth, 0) for depth in range(17)] == list(PUBLISHED)
    assert len(black) - len(won) == DRAWN
    assert len(black) + sum(UNREACHED.values()) == 28_056
    assert max(won.values()) == 16


@pytest.mark.large
def test_king_and_rook_have_all_positions_with_white_to_move_so_that_no_other_can_be_reached(rook: GameGraph):
    white = [node for node in rook.nodes if "R" in node.id and node.id.endswith(" w")]
    boards, on_the_diagonal = 0, 0
    for king, tower, other in product(range(64), repeat=3):
        apart = chess.square_distance(king, other) > 1
        if apart and tower not in (king, other) and not _attacks(tower, other, king):
            boards += 1
            on_the_diagonal += all(square // 8 == square % 8 for square in (king, tower, other))
    assert len(white) == (boards + 2 * on_the_diagonal) // 8  # Burnside: only a reflection leaves a board as it is


def _attacks(rook: int, king: int, between: int) -> bool:
    """Whether a rook attacks a square, past one other piece."""
    if rook // 8 == king // 8 or rook % 8 == king % 8:
        low, high = sorted((rook, king))
        return between not in range(
            low + (1 if rook // 8 == king // 8 else 8), high, 1 if rook // 8 == king // 8 else 8
        )
    return False


@pytest.mark.large
def test_a_rook_draws_only_by_stalemate_or_when_it_is_taken(rook: GameGraph):
    """So that a promotion may be judged at once."""
    scores = solve(rook).scores
    for node in rook.nodes:
        if "R" in node.id and node.id.endswith(" b"):
            gone = any("R" not in after.id for after in rook.successors_of(node.id))
            assert (scores[node.id] == 0) == (gone or node.score == 0)
        elif "R" in node.id:
            assert scores[node.id] == 1


def test_the_defaults_show_that_white_mates_in_two():
    graph = generate("chess-ending")
    assert solve(graph).score == 1
    assert mates(chess.Board(ROOK_ENDING), 2)
    assert not mates(chess.Board(ROOK_ENDING), 1)


def mates(board: chess.Board, moves: int) -> bool:
    """Whether White, to move, mates in so many moves, by plain search."""
    return moves > 0 and any(_forces(board, move, moves) for move in board.legal_moves)


def _forces(board: chess.Board, move: chess.Move, moves: int) -> bool:
    board.push(move)
    try:
        return board.is_checkmate() or (
            any(board.legal_moves) and all(_still(board, reply, moves) for reply in board.legal_moves)
        )
    finally:
        board.pop()


def _still(board: chess.Board, reply: chess.Move, moves: int) -> bool:
    board.push(reply)
    try:
        return mates(board, moves - 1)
    finally:
        board.pop()


# ---- king and pawn: a solver that knows no library


King = tuple[int, int]  # column and row, from 0


def beside(square: King) -> Iterator[King]:
    for right, up in product((-1, 0, 1), repeat=2):
        at = square[0] + right, square[1] + up
        if (right, up) != (0, 0) and min(at) >= 0 and max(at) < 8:
            yield at


def queened(king: King, queen: King, other: King) -> bool:
    """Whether Black, to move, loses against a new queen: it cannot be taken, and there is no stalemate."""
    if queen in beside(other) and queen not in beside(king):
        return False
    board = chess.Board(None)
    for (column, row), piece in ((king, "K"), (queen, "Q"), (other, "k")):
        board.set_piece_at(chess.square(column, row), chess.Piece.from_symbol(piece))
    board.turn = chess.BLACK
    return not board.is_stalemate()


def wins(pawn_from: King) -> set[tuple[King, King, King, bool]]:
    """The positions that White wins, as kings, pawn and whether White is to move, by iteration from below."""
    column, lowest = pawn_from
    squares = list(product(range(8), repeat=2))
    won: set[tuple[King, King, King, bool]] = set()
    for row in range(6, lowest - 1, -1):
        pawn = column, row
        guarded = {(column - 1, row + 1), (column + 1, row + 1)}
        while True:
            before = len(won)
            for king, other in product(squares, repeat=2):
                if pawn in (king, other) or king == other or other in beside(king):
                    continue
                steps = [(at, pawn) for at in beside(king) if at not in (pawn, *beside(other)) and at != other]
                ahead = (column, row + 1)
                if ahead not in (king, other):
                    if row == 6 and queened(king, ahead, other):
                        won.add((king, other, pawn, True))
                    elif row < 6:
                        steps.append((king, ahead))
                if any((at, other, to, False) in won for at, to in steps):
                    won.add((king, other, pawn, True))
                flights = [at for at in beside(other) if at not in guarded and at not in (king, *beside(king))]
                if pawn in flights or not flights:
                    continue  # the pawn is taken, or it is stalemate; a pawn alone never mates here
                if all((king, at, pawn, True) in won for at in flights):
                    won.add((king, other, pawn, False))
            if len(won) == before:
                break
    return won


@pytest.fixture(scope="module")
def pawn() -> GameGraph:
    """King and pawn against king, the pawn on e6 and later, every board for itself."""
    graph = generate("chess-ending", fen=PAWN, positions=60_000, mirrored="no")
    assert not any(node.kind is Kind.OPEN for node in graph.nodes)
    assert not errors_in(check(graph))
    return graph


@pytest.mark.large
def test_king_and_pawn_come_out_as_a_solver_without_the_library_finds(pawn: GameGraph):
    won, scores = wins((4, 5)), solve(pawn).scores
    checked = 0
    for node in pawn.nodes:
        squares = {word[0]: (ord(word[1]) - 97, int(word[2]) - 1) for word in node.id.split() if len(word) == 3}
        if "P" in squares and not _is_mate(node.id):
            at = squares["K"], squares["k"], squares["P"], node.id.endswith(" w")
            assert (scores[node.id] == 1) == (at in won), node.id
            checked += 1
    assert checked > 10_000
    assert {scores[node.id] for node in pawn.nodes} == {0, 1}


@pytest.mark.large
@pytest.mark.parametrize(
    ("position", "score"),
    [("Kd6 Pe7 ke8 b", 1), ("Ke6 Pe7 ke8 b", 0), ("Kd6 Pe6 ke8 w", 1), ("Kd6 Pe6 ke8 b", 0), ("Kd6 Pe6 kd8 b", 1)],
)
def test_a_pawn_reaches_the_seventh_row_without_check_to_win(pawn: GameGraph, position: str, score: int):
    assert solve(pawn).scores[position] == score


def _is_mate(id: str) -> bool:
    return chess.Board(fen_of(id)).is_checkmate()


def fen_of(id: str) -> str:
    board = chess.Board(None)
    *pieces, turn = id.split()
    for word in pieces:
        board.set_piece_at(chess.parse_square(word[1:]), chess.Piece.from_symbol(word[0]))
    board.turn = turn == "w"
    return board.fen()


def test_a_promotion_may_be_played_on():
    fen = "7k/P7/8/8/8/8/8/K7 w - - 0 1"
    judged = generate("chess-ending", fen=fen, positions=60)
    played = generate("chess-ending", fen=fen, positions=60, promotion="played")
    queen = next(node.id for node in judged.nodes if "Q" in node.id)
    assert judged.node(queen).score == 1
    assert played.node(queen).kind is Kind.MIN


def test_moves_are_those_of_chess():
    for fen in ("8/8/8/8/1p6/k7/P7/K7 w - - 0 1", "7k/P7/8/8/3q4/8/8/K7 w - - 0 1", "8/8/8/8/1p5k/8/P7/K7 w - - 0 1"):
        rules, board = rules_of(fen), chess.Board(fen)
        names = [rules.move_name(rules.initial, after) for after in rules.moves(rules.initial)]
        assert sorted(names) == sorted(board.san(move) for move in board.legal_moves)


@pytest.mark.parametrize("mirrored", [True, False])
def test_a_pawn_is_taken_in_passing_only_at_once(mirrored: bool):
    rules = rules_of("8/8/8/8/1p5k/8/P7/K7 w - - 0 1", mirrored=mirrored)
    after = {rules.move_name(rules.initial, each): each for each in rules.moves(rules.initial)}
    double = next(each for name, each in after.items() if name in ("a4", "h4"))
    assert len(double.split()) == 6
    replies = {rules.move_name(double, each) for each in rules.moves(double)}
    assert replies & {"bxa3", "gxh3"}
    waiting = rules.moves(rules.moves(double)[0])
    assert all(len(each.split()) < 6 for each in waiting)


def rules_of(fen: str, *, mirrored: bool = False) -> Rules:
    return find("chess-ending").rules_with(fen=fen, mirrored=mirrored, promotion="judged", positions=1)


@given(pieces=st.lists(st.integers(0, 63), min_size=3, max_size=4, unique=True), turn=st.sampled_from("wb"))
@pytest.mark.parametrize("letters", ["KkRb", "KkPr"])
def test_boards_that_mirror_each_other_are_one_with_the_same_moves(letters: str, pieces: list[int], turn: str):
    board = chess.Board(None)
    for square, letter in zip(pieces, letters, strict=False):
        board.set_piece_at(square, chess.Piece.from_symbol(letter))
    board.turn = turn == "w"
    assume(board.is_valid())
    images = images_of(board)
    alone = rules_of(board.fen())
    orbits = [
        {rules_of(image.fen()).initial for image in images_of(chess.Board(fen_of(after)))}
        for after in alone.moves(alone.initial)
    ]
    starts = [rules_of(image.fen(), mirrored=True) for image in images]
    first = set(starts[0].moves(starts[0].initial))
    assert all(set(start.moves(start.initial)) == first for start in starts)
    assert all(len(orbit & first) == 1 for orbit in orbits)
    assert first <= set().union(*orbits)


def images_of(board: chess.Board) -> list[chess.Board]:
    """The board with its mirror images, and turned unless there are pawns."""
    images = [board, board.transform(chess.flip_horizontal)]
    if not board.pawns:
        images += [each.transform(chess.flip_vertical) for each in images]
        images += [each.transform(chess.flip_diagonal) for each in images]
    return images


@pytest.mark.parametrize("mirrored", [True, False])
@pytest.mark.parametrize("fen", ["7k/8/8/8/8/8/8/R3K3 w - - 0 1", "7k/8/8/8/8/8/P7/4K3 w - - 0 1", ROOK_ENDING])
def test_an_ending_opens_as_it_was_typed_and_play_that_comes_back_to_it_finds_it_there(fen: str, mirrored: bool):
    rules = rules_of(fen, mirrored=mirrored)
    pieces = {f"{piece.symbol()}{chess.square_name(at)}" for at, piece in chess.Board(fen).piece_map().items()}
    assert {*rules.initial.split()} == pieces | {"w"}
    reached = {rules.initial}
    for _ in range(4):  # both sides step aside and back
        reached = {after for position in reached for after in rules.moves(position) if len(after) == len(rules.initial)}
    assert rules.initial in reached
    if mirrored:
        others = {rules_of(image.fen()).initial for image in images_of(chess.Board(fen))} - {rules.initial}
        assert not reached & others


@pytest.mark.parametrize(
    ("fen", "sentence"),
    [
        ("", "fen must be a position such as"),
        ("K7/8", "fen must be a position such as"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "a position that chess allows, got .*no black king"),
        ("kK6/8/8/8/8/8/8/8 w - - 0 1", "that chess allows, got .*opposite check"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "at most 6 pieces, got 32"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "without castling"),
    ],
)
def test_what_is_no_ending_is_refused(fen: str, sentence: str):
    with pytest.raises(OptionError, match=sentence):
        generate("chess-ending", fen=fen)


def test_without_the_library_the_registry_is_whole_and_the_game_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "chess", None)  # what makes an import of it fail
    assert "chess-ending" in games.registered()
    with pytest.raises(LibraryError, match=r"pip install chess$"):
        generate("chess-ending")


def test_the_board_shows_the_pieces():
    rules = find("chess-ending").rules_with(fen=ROOK_ENDING, mirrored=False, promotion="judged", positions=1)
    cells = rules.cells(rules.initial)
    assert {place: piece for place, piece in enumerate(cells) if piece != "."} == {2: "k", 17: "K", 63: "R"}
    assert rules.picture(rules.initial).splitlines()[0] == ". . k . . . . ."
    assert set(cells) - {"."} <= set(rules.board.pieces)


@pytest.mark.parametrize(
    ("fen", "positions"),
    [(None, 419), ("7k/8/1R6/R7/8/8/8/4K3 w", 202), ("6k1/2r5/R5PK/7P/8/8/8/8 w", 219)],
    ids=["king and rook", "two rooks", "rook and pawns"],
)
def test_a_won_ending_is_settled_as_soon_as_the_mate_is_found_since_nothing_is_better(fen: str | None, positions: int):
    graph = generate("chess-ending", positions=positions, **({} if fen is None else {"fen": fen}))
    assert graph.score_range == (-1, 1)
    found, without = solve(graph), solve(graph.replace(score_range=None))
    assert found.interval == (1, 1)
    assert found.open > 500
    assert without.interval == (1, math.inf)
