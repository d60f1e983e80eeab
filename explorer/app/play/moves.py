"""The moves of the current position as buttons, with their scores and the boards after them."""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import Sequence
from html import escape

import streamlit as st

from explorer.app.browser import is_dark
from explorer.app.play import board as play_board
from explorer.app.play.state import PlayView
from explorer.app.widgets import plain
from explorer.drawing import bundle
from explorer.drawing.board import board_svg
from explorer.drawing.node_colours import ColourScale, Fill
from explorer.expansion.checked_rules import PICTURE
from explorer.model.board import Board
from explorer.model.board_json import board_of, cells_of
from explorer.play.verdicts import Judge, MoveVerdict
from explorer.play.words import bounds_seen_by, short_words, verdict_words, view_of

_MOST_BUTTONS = 60
_FEW = 8  # moves that need no scrolling
_MOST_BOARDS = 24  # moves that are shown with the boards after them
_SMALL = 74  # px: a board after a move
_PALEST = 0.55  # so that the words can still be read
_ZERO = "#9aa1ab"  # the edge of a button whose move is worth 0, where the fill of a node would be invisible
_LIST_HEIGHT = 380  # px


def show_position(playing: PlayView, judge: Judge) -> None:
    """Show the current position on its board, or as lines of text, if the game has either."""
    node, board = judge.analysis.graph.node(playing.match.here), board_of(judge.analysis.graph)
    cells = None if board is None else cells_of(node, board)
    if board is not None and cells is not None:
        play_board.show(playing, judge, board, cells)
    elif isinstance(picture := node.extra.get(PICTURE), str):
        st.code(picture, language=None)
    else:
        return
    rules = judge.analysis.graph.rules
    if rules is not None and rules.board_note:
        st.caption(plain(str(rules.board_note)))


def _shows_boards(playing: PlayView, judge: Judge) -> bool:
    """Return whether the moves are shown with the boards after them: there is a board, and there are few moves."""
    return board_of(judge.analysis.graph) is not None and len(playing.moves(judge)) <= _MOST_BOARDS


def show(playing: PlayView, judge: Judge) -> None:
    """Show the user's moves as buttons, with the boards after them or in a list."""
    moves, board = playing.moves(judge), board_of(judge.analysis.graph)
    if not moves:
        return
    best = judge.best(playing.match.state(judge.analysis))[0].state if playing.shows_hint else None
    first, tiles = moves[:_MOST_BUTTONS], _shows_boards(playing, judge)
    st.html(_button_style(playing, judge, first))
    with st.container(
        key="play_tiles" if tiles else "play_list",
        horizontal=tiles,
        gap="small",
        height=_LIST_HEIGHT if len(first) > _FEW and not tiles else "content",
    ):
        for number, verdict in enumerate(first):
            if board is not None and tiles:
                _show_tile(playing, judge, number, verdict, board, is_best=verdict.state == best)
            else:
                _show_button(playing, judge, number, verdict, is_best=verdict.state == best)
    if len(moves) > len(first):
        _show_more_moves(playing, judge, moves[_MOST_BUTTONS:])


def keep_focus(playing: PlayView, judge: Judge) -> None:
    """After a move by keyboard, put the focus on the next moves, or on the buttons."""
    component = st.components.v2.component("explorer_play_moves", js=bundle.built("play_moves"))
    first = (
        f".st-key-{_button_key(playing, 0)} button" if playing.moves(judge) else ".st-key-play_buttons button:enabled"
    )
    data = {"position": str(len(playing.match.moves)), "next": first}
    component(data=data, key="explorer_play_moves", height="content")


def opacity(judge: Judge, verdict: MoveVerdict) -> float:
    """Return the opacity of a move: the larger its known loss in the range of scores, the paler."""
    if not verdict.loses:
        return 1.0
    span = judge.analysis.span
    share = min(1.0, float(verdict.loss[0]) / span) if span else 1.0
    return round(1 - (1 - _PALEST) * math.sqrt(share), 2)


def _show_small_board(board: Board, cells: str, name: str) -> None:
    """Show a board as an image, with a name for those who cannot see it."""
    svg = board_svg(board, cells, dark=is_dark(), size=_SMALL, name=name)
    data = b64encode(svg.encode()).decode()
    st.html(f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(name)}">', width="content")


def _show_button(playing: PlayView, judge: Judge, number: int, verdict: MoveVerdict, *, is_best: bool) -> None:
    with st.container(key=_button_key(playing, number)):
        name, words = _name_and_score_words(playing, judge, verdict)
        st.button(
            f"**{name}**" + (f" · {words}" if words else ""),
            key=f"{_button_key(playing, number)}_button",
            icon=":material/star:" if is_best else None,
            on_click=playing.play,
            args=(judge.node(verdict.state).id,),
            width="stretch",
        )


def _show_tile(
    playing: PlayView, judge: Judge, number: int, verdict: MoveVerdict, board: Board, *, is_best: bool
) -> None:
    """Show a move with the board after it; the whole tile is its button."""
    node = judge.node(verdict.state)
    with st.container(key=_button_key(playing, number), width=_SMALL + 14, horizontal_alignment="center", gap=None):
        if (cells := cells_of(node, board)) is not None:
            _show_small_board(board, cells, f"Board after {node.name}")
        name, words = _name_and_score_words(playing, judge, verdict)
        st.button(
            name,
            key=f"{_button_key(playing, number)}_button",
            icon=":material/star:" if is_best else None,
            help=words or None,
            on_click=playing.play,
            args=(node.id,),
            width="stretch",
        )
        if playing.shows_scores:
            st.caption(short_words(judge, playing.match.state(judge.analysis), verdict, playing.side))


def _show_more_moves(playing: PlayView, judge: Judge, rest: Sequence[MoveVerdict]) -> None:
    ids = [judge.node(verdict.state).id for verdict in rest]
    chosen = st.selectbox(
        "More moves",
        ids,
        index=None,
        format_func=lambda id: playing.move_name(playing.match.here, id),
        key=f"play_more_{len(playing.match.moves)}",
        placeholder=f"{len(ids):,} more moves",
    )
    if chosen is not None:
        playing.play(chosen)
        st.rerun()


def _name_and_score_words(playing: PlayView, judge: Judge, verdict: MoveVerdict) -> tuple[str, str]:
    """Return the name of a move and the words on its score, as Markdown."""
    state = playing.match.state(judge.analysis)
    name = playing.move_name(playing.match.here, judge.node(verdict.state).id)
    return plain(name), plain(verdict_words(judge, state, verdict, playing.side)) if playing.shows_scores else ""


def _button_key(playing: PlayView, number: int) -> str:
    """Return the key of a move's button; it differs by position, so that a late click makes no move."""
    return f"play_move_{len(playing.match.moves)}_{number}"


def _button_style(playing: PlayView, judge: Judge, moves: Sequence[MoveVerdict]) -> str:
    """Return the style of the buttons: coloured by the scores of their moves, paler the more a move loses."""
    rules = [_TILE]
    looks = _move_colours(judge, moves, playing.side) if playing.shows_scores else []
    for number, (verdict, look) in enumerate(zip(moves, looks, strict=False)):
        edge = f"dashed {_ZERO}" if look is None else f"solid {_ZERO if look.text == '0' else look.fill}"
        rules.append(
            f".st-key-{_button_key(playing, number)} button "
            f"{{ border-left: 8px {edge}; opacity: {opacity(judge, verdict)}; }}"
        )
    return f"<style>{' '.join(rules)}</style>"


_TILE = (
    "[class*=st-key-play_move_] { position: relative; } "
    "[class*=st-key-play_move_][class*=_button], [class*=st-key-play_move_] .stButton { position: static; } "
    "[class*=st-key-play_move_] button::after { content: ''; position: absolute; inset: 0; } "
    "[class*=st-key-play_tiles] { gap: 8px; } "
    "[class*=st-key-play_tiles] button { min-height: 30px; padding: 2px 5px; } "
    "[class*=st-key-play_tiles] button p { font-size: 12px; overflow-wrap: anywhere; } "
    "[class*=st-key-play_tiles] [data-testid=stCaptionContainer] p { font-size: 12px; line-height: 1.25; } "
    "[class*=st-key-play_move_] button > div { justify-content: flex-start; text-align: left; width: 100%; }"
)


def _move_colours(judge: Judge, moves: Sequence[MoveVerdict], side: int) -> list[Fill | None]:
    """Return the colours of a side's moves by their scores, on the scale of all scores of the game."""
    view = view_of(judge.analysis.graph, side)
    scores = [bounds_seen_by(verdict.worth, side, view)[0] if verdict.is_known else None for verdict in moves]
    scale = ColourScale.of(judge.analysis.graph)
    return [None if score is None else scale.look(score) for score in scores]
