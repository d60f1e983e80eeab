"""Chess endings against published counts, the moves of python-chess, and what is known of king and pawn."""

from __future__ import annotations

import math
from collections import Counter

import chess
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from explorer import ReadingWarning, read
from explorer.cli import main
from explorer.games import find, generate
from explorer.games.chess_ending import ROOK_ENDING
from explorer.model.check import check, errors_in
from explorer.model.columns import MAX
from explorer.model.errors import OptionError
from explorer.model.graph import GameGraph, Kind
from explorer.model.rules import Rules
from explorer.solver import solve
from explorer.unwinding import End, unfold

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


@pytest.mark.large
def test_the_rule_of_a_clock_is_the_fifty_move_rule_with_mate_first(rook: GameGraph) -> None:
    """With 80 moves on the clock of the FEN, 20 are left: a win is one whose mate comes with the twentieth at last."""
    rules = find("chess-ending").rules_with(
        fen=ROOK_ENDING.replace(" 0 ", " 80 "), mirrored=True, promotion="judged", positions=1
    )
    assert "clock=20 gives it the 20 moves that are left" in rules.unused_note
    found = unfold(rook, "clock=20")
    wins = plies_to_mate(rook, 20)
    clocks = np.zeros(len(found.graph.ids), np.int32)
    for number, parent in enumerate(found.parents.tolist()[1:], 1):
        clocks[number] = clocks[parent] + 1  # a capture ends the play here
    is_won = wins[found.origins] <= 20 - clocks
    assert np.array_equal(np.array([*found.scores.values()]) == 1, is_won)
    assert 0 < np.count_nonzero(is_won[clocks == 1]) < np.count_nonzero(wins < 99)
    for number in range(0, len(clocks), 997):
        board = rules._board_of_position(rook.ids[found.origins[number]])
        board.halfmove_clock = 80 + int(clocks[number])
        is_over = board.is_insufficient_material()
        assert (found.ends[number] == End.ENDLESS) == (board.is_fifty_moves() and not is_over)


def plies_to_mate(graph: GameGraph, most: int) -> NDArray[np.int32]:
    """The moves of both until mate, of every position that White wins within so many; 99 elsewhere."""
    rows, kinds = graph.links.forward, graph.columns.kinds
    found = np.where(np.array([node.score == 1 for node in graph.nodes]), 0, 99)
    inner = np.flatnonzero(np.diff(rows.indptr))
    for number in range(1, most + 1):
        after = found[rows.indices] < number
        some, all_ = (np.add.reduceat(flags, rows.indptr[inner]) > 0 for flags in (after, ~after))
        is_won = np.where(kinds[inner] == MAX, some, ~all_)
        found[inner[is_won & (found[inner] == 99)]] = number
    return found


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


# ---- king and pawn: a solver that knows no library


@pytest.fixture(scope="module")
def pawn() -> GameGraph:
    """King and pawn against king, the pawn on e6 and later, every board for itself."""
    graph = generate("chess-ending", fen=PAWN, positions=60_000, mirrored="no")
    assert not any(node.kind is Kind.OPEN for node in graph.nodes)
    assert not errors_in(check(graph))
    return graph


@pytest.mark.large
@pytest.mark.parametrize(
    ("position", "score"),
    [("Kd6 Pe7 ke8 b", 1), ("Ke6 Pe7 ke8 b", 0), ("Kd6 Pe6 ke8 w", 1), ("Kd6 Pe6 ke8 b", 0), ("Kd6 Pe6 kd8 b", 1)],
)
def test_a_pawn_reaches_the_seventh_row_without_check_to_win(pawn: GameGraph, position: str, score: int):
    assert solve(pawn).scores[position] == score


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


LATE = "game:chess-ending?fen=6k1/8/R7/1R6/8/8/8/4K3 w - - {} 100&positions=400"


@pytest.mark.filterwarnings("ignore::explorer.ReadingWarning")
@pytest.mark.parametrize("clock", [0, 97, 98, 99, 150])
def test_the_move_clock_is_said_not_to_count_and_where_it_may_end_the_win_first(
    clock: int, capsys: pytest.CaptureFixture[str]
):
    reference = LATE.format(clock)
    graph = read(reference)
    distance = solve(graph).distance[graph.root]
    left = 100 - min(clock, 100)
    for command in (["solve", reference], ["path", reference, graph.root]):
        assert main(command) == 0
        said = capsys.readouterr().err
        assert said.count(f"({min(clock, 100)} of 100) is not used") == (clock > 0)
        late = f"may end this win first ({distance:.0f} moves to mate, {left} left unless a capture or pawn move"
        assert said.count(late) == (distance > left)


def test_python_warns_of_the_move_clock():
    with pytest.warns(ReadingWarning, match="98 of 100"):
        read(LATE.format(98))
