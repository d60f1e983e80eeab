"""Tic-tac-toe, or noughts and crosses: 5,478 positions, 765 up to symmetry, and nobody can win."""

from __future__ import annotations

from explorer.games.from_rules import positions_option
from explorer.games.game import Game
from explorer.games.grid import mirrored_option
from explorer.games.mnk import Mnk


class TicTacToe(Mnk):
    """The 3,3,3 game."""

    def __init__(self, *, mirrored: bool) -> None:
        super().__init__(rows=3, columns=3, k=3, mirrored=mirrored)
        self.title = "Tic-tac-toe"


GAME = Game(
    name="tic-tac-toe",
    title="Tic-tac-toe",
    source="a traditional game; 5,478 positions, 765 up to symmetry",
    summary="Noughts and crosses, whole: three in a row win, and with good play neither player does.",
    parameters=(mirrored_option(), positions_option(6_000)),
    rules=TicTacToe,
    known=lambda **_: 0,
    rank=23,
    scene="algorithm=status&step=last",
)
