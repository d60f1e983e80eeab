"""Graphs by rules: the registered games, their parameters, and a preview."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

import streamlit as st

from explorer import games
from explorer.app.option_widgets import ask
from explorer.app.state import Origin, Session
from explorer.check import check
from explorer.draft import Assembled
from explorer.drawing.thumbnail import thumbnail
from explorer.errors import ExplorerError
from explorer.games import Game
from explorer.games.from_rules import POSITIONS
from explorer.options import parse_options

LARGEST_SHOWN = 3_000  # nodes that a preview draws
LARGEST_BUILT = 20_000  # nodes that are built for a preview

Written = tuple[tuple[str, str], ...]  # parameters with their values as text


class Preview(NamedTuple):
    """What is told of a graph before it is opened."""

    nodes: int  # of one too large to be built, by rules: how many positions are expanded at most
    moves: int | None = None  # None where the graph is too large to be built for this
    picture: str | None = None  # as SVG; None where it is too large to be drawn
    at_most: bool = False  # the game may have fewer


def show(session: Session) -> None:
    """Show the form, and open what it makes when the user says so."""
    entries = games.registered()
    form, picture = st.columns(2)
    with form:
        name = st.selectbox("Game", list(entries), format_func=lambda name: entries[name].title, key="generate_game")
        game = entries[name]
        st.caption(f"{game.summary}  \n*{game.source}*")
        values = _ask_parameters(game)
    if values is None:
        return
    with picture:
        try:
            preview = _preview(name, _written(game, values))
        except ExplorerError as error:
            st.error(str(error))
            return
        _show_preview(preview)
        if st.button("Open this graph", type="primary", key="generate_open", width="stretch"):
            _open(session, game, values, preview)


def _ask_parameters(game: Game) -> dict[str, Any] | None:
    """The parameters that the user chose; None if one is impossible, which the page then says."""
    values = {each.name: ask(each, each.default, key=f"generate_{game.name}_{each.name}") for each in game.parameters}
    return None if None in values.values() else values


def _written(game: Game, values: Mapping[str, Any]) -> Written:
    return tuple((each.name, each.write(values[each.name])) for each in game.parameters)


@st.cache_data(show_spinner=False, max_entries=100)
def _preview(name: str, parameters: Written) -> Preview:
    """What is told of a graph; as far as it takes no noticeable time.

    Raises
    ------
    OptionError
        If there is no graph with these parameters.
    """
    game = games.find(name)
    values = parse_options(name, game.parameters, dict(parameters))
    if game.rules is not None and values[POSITIONS] > LARGEST_BUILT:
        return Preview(values[POSITIONS], at_most=True)
    nodes = None if game.count is None else game.count(**values)
    if nodes is not None and nodes > LARGEST_BUILT:
        return Preview(nodes)
    graph = game.graph(**values)
    small = len(graph.nodes) <= LARGEST_SHOWN
    return Preview(len(graph.nodes), len(graph.moves), thumbnail(graph) if small else None)


def _show_preview(preview: Preview) -> None:
    if preview.picture is not None:
        st.image(preview.picture, width="stretch")
    st.caption(_size(preview) if preview.picture is not None else f"{_size(preview)}; too large for a preview.")


def _size(preview: Preview) -> str:
    if preview.at_most:
        return f"At most {preview.nodes:,} positions are expanded"
    return f"{preview.nodes:,} nodes" + ("" if preview.moves is None else f", {preview.moves:,} moves")


def _reference(game: Game, values: Mapping[str, Any]) -> str:
    """How a link names the graph."""
    said = dict(_written(game, values))
    return f"{game.name}?{urlencode(said)}" if said else game.name


def _open(session: Session, game: Game, values: Mapping[str, Any], preview: Preview) -> None:
    try:
        with st.spinner(f"Making {preview.nodes:,} nodes …"):
            graph = game.graph(**values)
            problems = tuple(check(graph))
            session.open(Assembled(graph, problems), Origin(graph.name or game.title, game=_reference(game, values)))
            session.choose_for(game)
    except ExplorerError as error:
        st.error(str(error))
        return
    st.rerun()
