"""Games by their rules: positions and moves, computed only where they are needed.

To add a game of one's own, write a class with `initial`, `moves` and `score` in a Python file:

    from explorer import Rules

    class Game(Rules):
        title = "Halve or take one"
        negamax = True
        initial = 12

        def moves(self, number):
            return [] if number < 2 else [number // 2, number - 1]

        def score(self, number):
            return -1  # the player to move has lost

and open it with `python -m explorer open mygame.py:Game`.  Keywords of `__init__` that are marked int, float or str
become parameters: `mygame.py:Game?start=13`.  The results of methods are checked in
`explorer.expansion.checked_rules`; a mistake becomes one sentence with the method, the position and the line.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from explorer.model.board import Board, Gesture
from explorer.model.scores import Range, Score

Owner = Literal["max", "min", 0, 1]


class Rules:
    """Base class of a game: `initial`, `moves` and `score`, and `owner` unless it is `negamax`.

    A position is any hashable value.  There may be infinitely many: only positions that are expanded are ever asked
    about.  A method must give the same for the same position every time.

    Attributes
    ----------
    initial : the position where play starts.
    title : as the app shows it; "" for the name of the class.
    description : a sentence or two for the user.
    board_note : a sentence on how to read the boards of a play, where they do not simply follow from the moves.
    unused_note : a sentence on parts of the start that the scores do not count, a warning where the game is read.
    range : the least and the largest score that `score` can give, such as `(-1, 1)`; with it bounds of positions that
        are not expanded are tighter, and searches may stop at the best score that there is.
    negamax : whether scores are from the view of the player to move; then positions have no owner.
    board : the board of all positions, if the game has one; `cells` then returns its content.
    judged_by_minimax : whether a play is won by doing better than the minimax value of the start, as in e-Valuate;
        else by its score.
    """

    initial: Any
    title: str = ""
    description: str = ""
    board_note: str = ""
    unused_note: str = ""
    negamax: bool = False
    range: Range | None = None
    board: Board | None = None
    judged_by_minimax: bool = False

    def moves(self, position: Any) -> Iterable[Any]:
        """Return the positions after each move, in the order in which a search tries them; none if the game is over.

        It may be a generator.  A position that is given twice counts once, where it stands first.
        """
        raise NotImplementedError

    def score(self, position: Any) -> Score:
        """Return the score of a position in which the game is over: to Max, or in negamax to the player to move."""
        raise NotImplementedError

    def owner(self, position: Any) -> Owner:
        """Return who is to move, "max" or "min", or as in frames 0 for Max and 1 for Min.

        It is asked only where there are moves, and not in a negamax game.
        """
        raise NotImplementedError

    def name(self, position: Any) -> str:
        """Return the id of a position, by default its `str`: short, and another one for every position."""
        return str(position)

    def label(self, position: Any) -> str | None:
        """Return the text that people read on the node instead of the id, if there is any."""
        return None

    def picture(self, position: Any) -> str | None:
        """Return the position as several lines of text, shown beside the canvas, if there is anything to see."""
        return None

    def cells(self, position: Any) -> str | None:
        """Return the content of the board: one character for every cell of `board`, in order."""
        return None

    def gestures(self, position: Any) -> Iterable[tuple[Any, Gesture]]:
        """Return the position after each move with the cells that make it on the board.

        A move may stand there several times; one that does not is made by the cells in which the boards differ.  So
        only games need it in which the board after a move may be turned, or seen by the other player.
        """
        return ()

    def move_name(self, position: Any, after: Any) -> str | None:
        """Return a move in a word or two, such as "9 → y"; None: the name of the position after it."""
        return None

    def progress(self, position: Any, after: Any) -> bool:
        """Return whether a move is progress, which can never be undone: it starts the clock of a rule anew."""
        return False

    def value(self, position: Any) -> Score | None:
        """Return the exact value of a position where the game can tell it without its graph; None where it cannot."""
        return None
