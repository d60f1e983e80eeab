"""Chess endings with few pieces, by python-chess, an optional extra that is imported when one is needed.

The fifty-move rule and the draw by repetition are left out: they are there to end play that goes on for ever, and here
that is worth what endless play is worth.  Captures and pawn moves are marked as progress, for a rule with a clock.
Checkmate is worth 1 or -1 to White, who is Max; stalemate, and material with which nobody can mate, 0.

Up to symmetry the ending of king and rook against king has 28,056 positions with Black to move, and mate takes 16 moves
at most (M. Bain, Chess (King-Rook vs. King), UCI Machine Learning Repository, 1994).  All are here but six, which no
move of White leads to, with the 21,959 in which White is to move and the 462 without the rook: 50,471.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache, lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from explorer.games.from_rules import positions_option
from explorer.games.game import Game
from explorer.games.grid import GridRules, mirrored_option, symmetries, symmetry_note
from explorer.model.board import Board, Gesture, Piece, squares
from explorer.model.errors import OptionError, quoted
from explorer.model.libraries import needed_for
from explorer.model.rules import Owner
from explorer.trace.options import Option, choice

if TYPE_CHECKING:
    import chess

MOST_PIECES = 6
MOST_CLOCK = 100  # moves of either player without a capture or a pawn move, after which the fifty-move rule draws
ROOK_ENDING = "2k5/8/1K6/8/8/8/8/7R w - - 0 1"
JUDGED, PLAYED = "judged", "played"
PROMOTION = {JUDGED: "ends the game", PLAYED: "is played on"}
_ORDER = "KQRBNPkqrbnp"
_INDEX = {letter: 64 * index for index, letter in enumerate(_ORDER)}
_SYMBOLS = {"k": "♚", "q": "♛", "r": "♜", "b": "♝", "n": "♞", "p": "♟\ufe0e"}  # the last: a letter, not an emoji

Pieces = list[int]  # in order: for each 64 times its letter's index in _ORDER, and its square, from a1 to h8


class ChessMove(NamedTuple):
    """A move as chess players write it, the position after it, and its gesture on the board."""

    name: str
    after: str
    gesture: Gesture


class ChessEnding(GridRules):
    """A chess ending; a position is its pieces, who is to move, and where a pawn can be taken in passing."""

    range = (-1, 1)
    rows = columns = 8
    board = Board(
        8,
        8,
        tuple(squares(8, 8, chequered=True)),
        {letter: Piece("text", "max" if letter.isupper() else "min", _SYMBOLS[letter.lower()]) for letter in _ORDER},
    )

    def __init__(self, *, fen: str, mirrored: bool, promotion: str) -> None:
        self._chess = _python_chess()
        self._names = self._chess.SQUARE_NAMES
        self._squares = {name: square for square, name in enumerate(self._names)}
        self._last_moves: tuple[str, list[ChessMove]] = ("", [])  # of the latest position
        self.mirrored, self._first = False, ""  # the first position stays as it was typed
        board = self._parse_fen(fen)
        self.judged = promotion == JUDGED and board.occupied_co[self._chess.BLACK].bit_count() == 1
        self.judged &= board.pawns.bit_count() == 1 and board.occupied.bit_count() == 3
        self.clock = min(board.halfmove_clock, MOST_CLOCK)
        if self.clock:
            self.unused_note = f"the move clock of the position ({self.clock} of {MOST_CLOCK}) is not used"
            if left := MOST_CLOCK - self.clock:
                self.unused_note += f"; the rule clock={left} gives it the {left} moves that are left"
        self.initial = self._position_of_board(board)
        self.mirrored = mirrored
        self._first = self._position_of_board(board)
        self.board_note = symmetry_note(turned=not board.pawns) if mirrored else ""
        material = [self._material_text(board, colour) for colour in self._chess.COLORS]
        self.title = " against ".join(material).capitalize()
        promoted = " A promotion ends the game; it wins unless the new piece can be taken or gives stalemate."
        self.description = (
            f"{self.title}, by the rules of chess without those against endless play. Max is White; checkmate is worth "
            f"1 or -1, every other end 0.{promoted if self.judged else ''}"
        )

    def clock_note(self, moves: float) -> str:
        """Return a sentence if a win in so many moves may come too late for the fifty-move rule, else ""."""
        left = MOST_CLOCK - self.clock
        if not left < moves < math.inf:
            return ""
        end = "the win" if self.judged else "mate"
        return (
            f"the move clock may end this win first ({moves:,.0f} moves to {end}, {left} left unless a capture or pawn "
            "move resets it)"
        )

    def owner(self, position: str) -> Owner:
        """Return the player to move: "max" for White."""
        return "max" if "w" in position.split() else "min"

    def moves(self, position: str) -> list[str]:
        """Return the legal moves; none if nobody can mate, or if a promotion has ended the game.

        Those of the first position are in the order in which its canonical board has them.
        """
        position = self._first if position == self.initial else position
        board = self._board_of_position(position)
        if self._is_won_by_promotion(board) or board.is_insufficient_material():
            return []
        if not board.pawns:  # every move is from one square to another, and the rest stays where it is
            pieces = [_INDEX[word[0]] + self._squares[word[1:]] for word in position.split()[:-1]]
            return [
                self._position_text(_after_move(pieces, move.from_square, move.to_square), not board.turn)
                for move in board.legal_moves
            ]
        after = []
        for move in board.legal_moves:
            board.push(move)
            after.append(self._position_of_board(board))
            board.pop()
        return after

    def score(self, position: str) -> int:
        """Return the score of an end: checkmate loses, a safe promoted piece wins, all else is a draw."""
        board = self._board_of_position(position)
        if board.is_checkmate():
            return -1 if board.turn == self._chess.WHITE else 1
        is_won = (
            self._is_won_by_promotion(board) and any(board.legal_moves) and not any(board.generate_legal_captures())
        )
        return (-1 if board.turn == self._chess.WHITE else 1) if is_won else 0

    def name(self, position: str) -> str:
        """Return the pieces and who is to move."""
        return position

    def remarks(self, position: str) -> list[str]:
        """Return who is to move, or how the game has ended."""
        board, side = self._board_of_position(position), "White" if self.owner(position) == "max" else "Black"
        if any(board.legal_moves):
            return [f"{side} to move"]
        return [f"{side} is checkmated" if board.is_checkmate() else f"{side} is stalemated"]

    def grid(self, position: str) -> str:
        """Return the letters of the pieces, from a8 to h1, capital ones for White."""
        cells = ["."] * 64
        for word in position.split():
            if len(word) == 3:
                cells[self._squares[word[1:]] ^ 56] = word[0]
        return "".join(cells)

    def move_name(self, position: str, after: str) -> str | None:
        """Return the move as chess players write it; of mirrored boards, as it is on the board before."""
        return next((move.name for move in self._moves_at(position) if move.after == after), None)

    def progress(self, position: str, after: str) -> bool:
        """Return whether the move is a capture or a move of a pawn, as the fifty-move rule has it."""
        return _material_and_ranks(position) != _material_and_ranks(after)

    def gestures(self, position: str) -> Iterator[tuple[str, Gesture]]:
        """Yield each move's position with its gesture, a piece and its target square."""
        return ((move.after, move.gesture) for move in self._moves_at(position))

    def _moves_at(self, position: str) -> list[ChessMove]:
        """Return all legal moves at a position, before mirrored boards are made one."""
        if self._last_moves[0] != position:
            board = self._board_of_position(position)
            self._last_moves = position, [self._chess_move(board, move) for move in board.legal_moves]
        return self._last_moves[1]

    def _chess_move(self, board: chess.Board, move: chess.Move) -> ChessMove:
        """Return a legal move with its name, the position after it, and its gesture."""
        name = str(board.san(move))
        board.push(move)
        after = self._position_of_board(board)
        board.pop()
        return ChessMove(name, after, Gesture((move.to_square ^ 56,), move.from_square ^ 56))

    # ---- positions and boards

    def _position_of_board(self, board: chess.Board) -> str:
        """Return the position that a board of python-chess shows."""
        pieces = sorted(_INDEX[piece.symbol()] + square for square, piece in board.piece_map().items())
        passing = board.ep_square if board.has_legal_en_passant() else None
        return self._position_text(pieces, board.turn, passing)

    def _position_text(self, pieces: Pieces, white_moves: bool, passing: int | None = None) -> str:
        """Return the position as text, on its canonical board if mirrored boards are one."""
        if self.mirrored:
            has_pawns = any(_ORDER[piece // 64] in "Pp" for piece in pieces)
            turns = _canonical_turns(pieces[0], has_pawns)
            pieces, turn = min((_turn_pieces(pieces, turn), turn) for turn in turns)
            passing = None if passing is None else turn[passing]
        words = [f"{_ORDER[piece // 64]}{self._names[piece % 64]}" for piece in pieces]
        words.append("w" if white_moves else "b")
        position = " ".join(words if passing is None else [*words, self._names[passing]])
        return self.initial if position == self._first else position

    def _board_of_position(self, position: str) -> chess.Board:
        """Return a board of python-chess with the position."""
        board: chess.Board = self._chess.Board(None)
        for word in position.split():
            if len(word) == 3:
                board.set_piece_at(self._squares[word[1:]], self._chess.Piece.from_symbol(word[0]))
            elif len(word) == 2:
                board.ep_square = self._squares[word]
            else:
                board.turn = word == "w"
        return board

    def _is_won_by_promotion(self, board: chess.Board) -> bool:
        """Return whether a promotion leaves pieces that can mate, and counts as the end."""
        return self.judged and not board.pawns and not board.is_insufficient_material()

    def _material_text(self, board: chess.Board, colour: bool) -> str:
        """Return the pieces of a colour in words: "king and rook"."""
        kinds = [piece.piece_type for piece in board.piece_map().values() if piece.color == colour]
        return " and ".join(self._chess.piece_name(kind) for kind in sorted(kinds, reverse=True))

    def _parse_fen(self, fen: str) -> chess.Board:
        """Return the board of a FEN; raise OptionError if chess does not allow it."""
        try:
            board: chess.Board = self._chess.Board(fen)
        except ValueError as error:
            raise OptionError(
                f"fen must be a position such as {quoted(ROOK_ENDING)}, got {quoted(fen)}: {error}"
            ) from None
        pieces = board.occupied.bit_count()
        if pieces > MOST_PIECES:
            raise OptionError(f"fen must have at most {MOST_PIECES} pieces, got {pieces} in {quoted(fen)}")
        if board.castling_rights:
            raise OptionError(f"fen must be without castling; write - for it in {quoted(fen)}")
        if not board.is_valid():
            wrong = str(board.status().name).lower().replace("|", ", ").replace("_", " ")
            raise OptionError(f"fen must be a position that chess allows, got {quoted(fen)} ({wrong})")
        return board


@lru_cache(maxsize=1 << 16)
def _material_and_ranks(position: str) -> tuple[str, ...]:
    """Return the pieces of a position, and of pawns the rank, which no symmetry of the board with pawns changes."""
    return tuple(sorted(f"{word[0]}{word[2]}" if word[0] in "Pp" else word[0] for word in position.split() if word[2:]))


def _python_chess() -> ModuleType:
    with needed_for("chess endings"):
        import chess
    return chess


def _turn_pieces(pieces: Pieces, turn: tuple[int, ...]) -> Pieces:
    """Return the pieces on the squares where a symmetry of the board puts them."""
    return sorted([piece - piece % 64 + turn[piece % 64] for piece in pieces])


def _after_move(pieces: Pieces, source: int, target: int) -> Pieces:
    """Return the pieces after one goes from a square to another and takes a piece there."""
    staying = [piece for piece in pieces if piece % 64 not in (source, target)]
    return sorted([*staying, *(piece - source + target for piece in pieces if piece % 64 == source)])


@cache
def _canonical_turns(king: int, pawns: bool) -> tuple[tuple[int, ...], ...]:
    """Return the symmetries, as new squares, that bring White's king to its canonical square.

    Pawns leave the mirror image alone; without them, all eight symmetries of the board are the game's.
    """
    turns = symmetries(8, 8)[: 2 if pawns else 8]
    first = min(turn[king] for turn in turns)
    return tuple(turn for turn in turns if turn[king] == first)


def _fen_option() -> Option:
    help = f'Where the pieces stand, as a FEN: "{ROOK_ENDING}"; at most {MOST_PIECES} pieces, no castling.'
    return Option("fen", "Position", ROOK_ENDING, help, lambda value: str(value).strip())


GAME = Game(
    name="chess-ending",
    title="Chess ending",
    source="the rules of chess, by python-chess; M. Bain, Chess (King-Rook vs. King), UCI Repository, 1994",
    summary="King and rook, or king and pawn, against king. Raise the number of positions to have the whole ending: up "
    "to symmetry, king and rook have 50,471.",
    parameters=(
        _fen_option(),
        mirrored_option(),
        choice(
            "promotion",
            "White's only pawn promotes",
            PROMOTION,
            "Whether play goes on with the new piece. It always does where there is more than that pawn and the kings.",
        ),
        positions_option(600),
    ),
    rules=ChessEnding,
    rank=29,
    scene="algorithm=status&step=last",
)
