"""The L-game of E. de Bono (The Five-Day Course in Thinking, 1967), which Kars names as a game that need not end.

Each player has an L of four cells on a board of 4 by 4, and there are two neutral pieces of one cell.  A move takes
one's own L to other squares, turned and mirrored as one likes, and then, if one wants to, one neutral piece to any
free cell.  Whoever cannot move the L has lost.

There are 18,368 positions with a player to move and 1,632,800 moves, or 2,296 positions up to the eight symmetries of
the board, none of which leaves an L where it is.  Of the 2,296 the player to move has lost 29, 15 of them at once, wins
1,006, and 1,261 are drawn by endless play, the start among them.  V. W. Gijswijk et al. analysed it by computer first
(Computer Analysis of E. de Bono's L-Game, report 76-18, University of Amsterdam, 1976).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from explorer.games.from_rules import positions_option
from explorer.games.game import Game
from explorer.games.grid import GridRules, mirrored_option, symmetries, symmetry_note
from explorer.model.board import Board, Gesture, Piece, squares

SIDE = 4
CellSet = int  # a set of cells, as bits
Position = tuple[CellSet, CellSet, CellSet]  # the L of the player to move, the other L, the neutral pieces

MOVER, OTHER, NEUTRAL, EMPTY = "X", "O", "N", "."
_SIDES_CHANGE = "X is always the L of the player to move, so that the two Ls change colours with every move."
START = "NOO..XO..XO..XXN"


def _cell_set(indices: Iterable[int]) -> CellSet:
    """Return the cells with these numbers as a bit set."""
    return sum(1 << index for index in indices)


def _cell_numbers(cells: CellSet) -> Iterator[int]:
    """Return the numbers of the cells of a bit set."""
    return (at for at in range(SIDE * SIDE) if cells >> at & 1)


def _symmetric_images(indices: Iterable[int]) -> tuple[CellSet, ...]:
    """Return the images of some cells under each symmetry of the board, as bit sets."""
    return tuple(_cell_set(turn[index] for index in indices) for turn in symmetries(SIDE, SIDE))


def _l_placements() -> dict[CellSet, tuple[CellSet, ...]]:
    """Return the L in all its 48 places, each with its images under the symmetries."""
    corners = (SIDE * row + column for row in range(SIDE - 2) for column in range(SIDE - 1))
    upright = [[corner + step for step in (0, SIDE, 2 * SIDE, 2 * SIDE + 1)] for corner in corners]
    turned = {tuple(sorted(turn[index] for index in each)) for each in upright for turn in symmetries(SIDE, SIDE)}
    return {_cell_set(indices): _symmetric_images(indices) for indices in sorted(turned)}


LS = _l_placements()
PAIRS = {_cell_set(indices): _symmetric_images(indices) for indices in combinations(range(SIDE * SIDE), 2)}
NEUTRAL_MOVES = {pair: (pair, *(other for other in PAIRS if (pair & other).bit_count() == 1)) for pair in PAIRS}
TURNED = LS | PAIRS
TO_FIRST = {shape: images.index(min(images)) for shape, images in LS.items()}  # the symmetry of a canonical board


class LGame(GridRules):
    """The L-game; whoever is to move has the Xs."""

    range = (-1, 1)
    title = "L-game"
    rows = columns = SIDE
    negamax = True
    description = (
        "Move your L (X) to other squares of the board, then, if you like, one neutral piece (N). Whoever cannot has "
        "lost; most positions are drawn, since play can go on for ever."
    )
    board = Board(
        SIDE,
        SIDE,
        tuple(squares(SIDE, SIDE)),
        {MOVER: Piece("fill", "max"), OTHER: Piece("fill", "min"), NEUTRAL: Piece("disc", "ink")},
    )

    def __init__(self, *, mirrored: bool) -> None:
        self.mirrored = mirrored
        self.board_note = f"{_SIDES_CHANGE} {symmetry_note()}" if mirrored else _SIDES_CHANGE
        mover, other, neutrals = (
            _cell_set(index for index, piece in enumerate(START) if piece == wanted)
            for wanted in (MOVER, OTHER, NEUTRAL)
        )
        self.initial: Position = canonical((mover, other, neutrals)) if mirrored else (mover, other, neutrals)

    def moves(self, position: Position) -> list[Position]:
        """Return the positions after each move of the L, each without and then with a move of a neutral piece."""
        return [self._canonical_position(each) for each in _positions_after(position)]

    def _canonical_position(self, position: Position) -> Position:
        """Return the position that stands for this one and, if they count as one, its symmetric ones."""
        return canonical(position) if self.mirrored else position

    def gestures(self, position: Position) -> Iterator[tuple[Position, Gesture]]:
        """Yield each move's position with its gesture: the squares of the L, and a neutral piece's move."""
        for after in _positions_after(position):
            gone, come = position[2] & ~after[2], after[2] & ~position[2]
            yield (
                self._canonical_position(after),
                Gesture(tuple(at for cells in (after[1], gone, come) for at in _cell_numbers(cells))),
            )

    def score(self, position: Position) -> int:
        """Return the score of an end: the player to move has lost."""
        return -1

    def move_name(self, position: Position, after: Position) -> str | None:
        """Return the squares of the L and the move of a neutral piece, "a4b4c4c3, d1–d4"; None if boards are turned."""
        if self.mirrored:
            return None
        _, shape, pair = after
        gone, come = self._square_names(position[2] & ~pair), self._square_names(pair & ~position[2])
        return f"{self._square_names(shape)}, {gone}–{come}" if gone else self._square_names(shape)

    def grid(self, position: Position) -> str:
        """Return the cells: X for the L of the player to move, O for the other, N for a neutral piece."""
        mover, other, neutrals = position
        pieces = {1: MOVER, 2: OTHER, 4: NEUTRAL}
        return "".join(
            pieces.get((mover >> index & 1) + 2 * (other >> index & 1) + 4 * (neutrals >> index & 1), EMPTY)
            for index in range(SIDE * SIDE)
        )

    def _square_names(self, cells: CellSet) -> str:
        return "".join(map(self.square, _cell_numbers(cells)))


def _positions_after(position: Position) -> Iterator[Position]:
    """Yield the position after each move, before symmetries are applied."""
    mover, other, neutrals = position
    for shape in LS:
        if shape != mover and not shape & (other | neutrals):
            for pair in NEUTRAL_MOVES[neutrals]:
                if not pair & (shape | other):
                    yield other, shape, pair


def canonical(position: Position) -> Position:
    """Return the position that stands for the eight that turning and mirroring give.

    No symmetry leaves an L where it is, so that the index of one L tells which to use.
    """
    turn = TO_FIRST[position[0]]
    mover, other, neutrals = position
    return TURNED[mover][turn], TURNED[other][turn], TURNED[neutrals][turn]


GAME = Game(
    name="l-game",
    title="L-game",
    source="Edward de Bono, The Five-Day Course in Thinking, 1967; Kars, From game trees to game graphs, section 1",
    summary="Two Ls and two neutral pieces on 16 cells; whoever cannot move the L has lost. All 18,368 positions, or "
    "2,296 up to symmetry, most of them drawn by endless play.",
    parameters=(mirrored_option(), positions_option(20_000)),
    rules=LGame,
    known=lambda **_: 0,
    rank=28,
    scene="algorithm=score-iteration&step=last",
)
