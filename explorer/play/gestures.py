"""Gestures for the moves of a position on its board: cells to click, and cells between which to drag."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from explorer.model.board import Board, Gesture
from explorer.model.board_json import board_of, cells_of
from explorer.model.graph import GameGraph

_MOST_SLIDES = 2  # pieces that go in one move, as in castling; more are another view of the board


def gestures_of(graph: GameGraph, id: str, named: Iterable[tuple[str, Gesture]]) -> list[tuple[str, Gesture]]:
    """Return the successors of a node with their gestures, some with several, some with none.

    Parameters
    ----------
    named : gestures that the rules of the game have; other moves are read off the boards before and after them.
    """
    board = board_of(graph)
    before = None if board is None else cells_of(graph.node(id), board)
    if board is None or before is None:
        return []
    successors = graph.ids_after(id)
    found = [(after, gesture) for after, gesture in named if after in successors]
    known = {after for after, _ in found}
    for after in successors:
        if after not in known and (cells := cells_of(graph.node(after), board)) is not None:
            found += [(after, gesture) for gesture in read_gestures(board, before, cells)]
    return _with_sources(found)


def read_gestures(board: Board, before: Sequence[str], after: Sequence[str]) -> list[Gesture]:
    """Return the gestures of a move that changes what lies on the cells; none if they are ambiguous.

    A piece that goes is clicked where it is and then where it arrives, a new one where it comes to lie.  Where pieces
    only vanish, as stones of a heap do, the first of them is clicked, and the others go with it.  A move that changes
    nothing has a gesture without cells.

    Examples
    --------
    >>> from explorer.model.board import Piece, squares
    >>> board = Board(3, 1, tuple(squares(1, 3)), {"x": Piece("disc", "max"), "o": Piece("disc", "min")})
    >>> read_gestures(board, "x..", ".x."), read_gestures(board, "x..", "xo.")
    ([Gesture(cells=(1,), source=0, also=())], [Gesture(cells=(1,), source=None, also=())])
    >>> read_gestures(board, "xxx", "x..")
    [Gesture(cells=(1,), source=None, also=(2,))]
    """
    changed = [cell for cell, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]]
    come = [cell for cell in changed if after[cell] in board.pieces]
    gone = [cell for cell in changed if before[cell] in board.pieces and cell not in come]
    slides = [(source, target) for source in gone for target in come if before[source] == after[target]]
    if not slides and len(gone) == len(come) == 1:
        slides = [(gone[0], come[0])]  # a pawn that becomes a queen
    if slides:
        return [Gesture((target,), source) for source, target in slides] if len(slides) <= _MOST_SLIDES else []
    if come:
        return [Gesture(tuple(cell for cell in come if before[cell] not in board.pieces) or tuple(come))]
    return [Gesture(tuple(gone[:1]), also=tuple(gone[1:]))]


def _with_sources(moves: list[tuple[str, Gesture]]) -> list[tuple[str, Gesture]]:
    """Return the gestures with a source for each piece that has several, such as to go or to stay."""
    sources = {gesture.source for _, gesture in moves if gesture.source is not None}
    full: list[tuple[str, Gesture]] = []
    for after, gesture in moves:
        cells = gesture.cells or (tuple(sources) if len(sources) == 1 else ())
        is_own = gesture.source is None and len(cells) == 1 and cells[0] in sources
        full += [(after, replace(gesture, cells=cells, source=cells[0] if is_own else gesture.source))] if cells else []
    return full
