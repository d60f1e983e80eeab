"""The board of the current position, on which the user moves by clicks and drags."""

from __future__ import annotations

from typing import Any

import streamlit as st

from explorer.app.browser import is_dark
from explorer.app.play.state import PlayView
from explorer.app.widgets import plain
from explorer.drawing import bundle
from explorer.drawing.theme import board_colours
from explorer.model.board import Board, Gesture
from explorer.model.board_json import board_to_json, cells_of
from explorer.model.errors import ExplorerError, sentence
from explorer.play.known import KnownGame
from explorer.play.match import Match
from explorer.play.verdicts import Judge

_KEY = "play_board"
_SLIDE, _PLACE = "Click or drag a piece.", "Click a marked cell."


def show(playing: PlayView, judge: Judge, board: Board, cells: str) -> None:
    """Mount the board with its pieces."""
    node = judge.analysis.graph.node(playing.match.here)
    component = st.components.v2.component("explorer_play_board", js=bundle.built("play_board"))
    data = {
        "position": _position_key(playing),
        "board": board_to_json(board),
        "cells": cells,
        "colours": board_colours(),
        "dark": is_dark(),
        "label": f"Board at {node.name}",
        **_moves_data(playing, judge),
        "last": () if playing.game is None else _cells_of_last_move(playing.game, playing.match, board),
    }
    component(data=data, key=_KEY, height="content", on_move_change=lambda: _make_move(playing))


def _moves_data(playing: PlayView, judge: Judge) -> dict[str, Any]:
    """Return data of the user's moves: their gestures by number, their names, and a hint."""
    ids = [judge.node(verdict.state).id for verdict in playing.moves(judge)]
    names = [playing.move_name(playing.match.here, id) for id in ids]
    numbers = {id: number for number, id in enumerate(ids)}
    gestures = [_gesture_data(numbers[id], gesture) for id, gesture in _gestures(playing) if id in numbers]
    hint = _SLIDE if any(gesture["source"] is not None for gesture in gestures) else _PLACE
    return {"gestures": gestures, "names": names, "hint": "" if playing.match.moves else hint}


def _gestures(playing: PlayView) -> list[tuple[str, Gesture]]:
    """Return the gestures of the current position; show a warning if the user's own rules fail."""
    try:
        return [] if playing.game is None else playing.game.gestures(playing.match.here)
    except ExplorerError as error:
        st.warning(plain(sentence(error)))
        return []


def _gesture_data(number: int, gesture: Gesture) -> dict[str, Any]:
    return {"move": number, "cells": gesture.cells, "source": gesture.source, "also": gesture.also}


def _cells_of_last_move(game: KnownGame, match: Match, board: Board) -> tuple[int, ...]:
    """Return the cells of the last move; none if the rules turn the board after it."""
    if not match.moves:
        return ()
    before, after = (cells_of(game.graph.node(id), board) for id in match.ids[-2:])
    if before is None or after is None:
        return ()
    changed = {cell for cell, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]}
    try:
        gestures = [gesture for id, gesture in game.gestures(match.ids[-2]) if id == match.here]
    except ExplorerError:
        return ()  # `_gestures` shows the warning
    is_plain = any(changed == {*gesture.all_cells} for gesture in gestures)
    return tuple(sorted(changed)) if is_plain else ()


def _make_move(playing: PlayView) -> None:
    """Make the user's move on the board; ignore a late one that belongs to an earlier position."""
    move = st.session_state[_KEY].move
    if playing.judge is None or move is None or move["position"] != _position_key(playing):
        return
    ids = [playing.judge.node(verdict.state).id for verdict in playing.moves(playing.judge)]
    if move["move"] in range(len(ids)):
        playing.play(ids[move["move"]])


def _position_key(playing: PlayView) -> str:
    """Return a key of the position: the start of the play and its number of moves."""
    return f"{playing.match.start} {len(playing.match.moves)}"
