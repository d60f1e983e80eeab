"""The board of the present position, on which the user's moves are made by clicks and drags."""

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
    """Mount the board with what lies on it."""
    node = judge.analysis.graph.node(playing.match.here)
    component = st.components.v2.component("explorer_play_board", js=bundle.built("play_board"))
    data = {
        "position": _place(playing),
        "board": board_to_json(board),
        "cells": cells,
        "colours": board_colours(),
        "dark": is_dark(),
        "label": f"Board at {node.name}",
        **_moves(playing, judge),
        "last": () if playing.game is None else _last(playing.game, playing.match, board),
    }
    component(data=data, key=_KEY, height="content", on_move_change=lambda: _make(playing))


def _moves(playing: PlayView, judge: Judge) -> dict[str, Any]:
    """Return the user's moves as gestures, and what they are called, by the number of the move."""
    ids = [judge.node(verdict.state).id for verdict in playing.moves(judge)]
    names = [playing.move_name(playing.match.here, id) for id in ids]
    numbers = {id: number for number, id in enumerate(ids)}
    gestures = [_record(numbers[id], gesture) for id, gesture in _gestures(playing) if id in numbers]
    hint = _SLIDE if any(gesture["source"] is not None for gesture in gestures) else _PLACE
    return {"gestures": gestures, "names": names, "hint": "" if playing.match.moves else hint}


def _gestures(playing: PlayView) -> list[tuple[str, Gesture]]:
    """Return the gestures of the present position; those of the user's own rules may fail, which is said."""
    try:
        return [] if playing.game is None else playing.game.gestures(playing.match.here)
    except ExplorerError as error:
        st.warning(plain(sentence(error)))
        return []


def _record(number: int, gesture: Gesture) -> dict[str, Any]:
    return {"move": number, "cells": gesture.cells, "source": gesture.source, "also": gesture.also}


def _last(game: KnownGame, match: Match, board: Board) -> tuple[int, ...]:
    """Return the cells of the last move; none if the board was turned after it."""
    if not match.moves:
        return ()
    before, after = (cells_of(game.graph.node(id), board) for id in match.ids[-2:])
    if before is None or after is None:
        return ()
    changed = {cell for cell, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]}
    try:
        gestures = [gesture for id, gesture in game.gestures(match.ids[-2]) if id == match.here]
    except ExplorerError:
        return ()  # said where they are asked for
    is_plain = any(changed == {*gesture.all_cells} for gesture in gestures)
    return tuple(sorted(changed)) if is_plain else ()


def _make(playing: PlayView) -> None:
    """Make the move that was made on the board; a late one, at a position that has passed, is none."""
    made = st.session_state[_KEY].move
    if playing.judge is None or made is None or made["position"] != _place(playing):
        return
    ids = [playing.judge.node(verdict.state).id for verdict in playing.moves(playing.judge)]
    if made["move"] in range(len(ids)):
        playing.play(ids[made["move"]])


def _place(playing: PlayView) -> str:
    """Return how far play has come, and in which one."""
    return f"{playing.match.start} {len(playing.match.moves)}"
