"""Graphs by rules: the registered games, their parameters, and a preview."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

import streamlit as st

from explorer import games
from explorer.app.browser import is_dark
from explorer.app.job import SECONDS_BETWEEN_LOOKS, Job
from explorer.app.links import Links
from explorer.app.session.open_graph import Origin
from explorer.app.session.opener import GraphOpener
from explorer.app.widgets import ask, plain, pressed
from explorer.drawing.limits import LARGEST_DRAWN, LARGEST_READ
from explorer.drawing.thumbnail import thumbnail
from explorer.games import Game
from explorer.games.from_rules import ExpansionProgress
from explorer.intake import Assembled
from explorer.model.errors import ExplorerError
from explorer.model.words import counted
from explorer.scenes.reference import GAME
from explorer.trace.options import parse_options

MOST_MOVES_DRAWN = 10_000  # of a preview
LARGEST_BUILT = 20_000  # nodes of a graph that is built for a preview
LONGEST_WAIT = 2.0  # seconds that it takes to build them

ParameterTexts = tuple[tuple[str, str], ...]  # parameters with their values as text


@dataclass
class GraphGeneration:
    """The job that generates a large graph."""

    opener: GraphOpener
    links: Links
    job: Job[Assembled] | None = None

    def give_up(self) -> None:
        """Cancel the generation of a graph, if one is under way."""
        if self.job is not None:
            self.job.cancel()
        self.job = None


class Preview(NamedTuple):
    """Size and picture of a graph before it is opened."""

    nodes: int  # of a graph by rules that is too large to build: the most positions that would be expanded
    moves: int | None = None  # None where the graph is too large to be built for this
    picture: str | None = None  # as SVG; None where it is too large to be drawn
    at_most: bool = False  # the game may have fewer


class _TooLongError(Exception):
    """Ends the generation of a graph that is too large for a preview."""

    def __init__(self, positions: int) -> None:
        super().__init__(positions)
        self.positions = positions  # the most that would be expanded


def show(making: GraphGeneration) -> None:
    """Show the form of a game's parameters with a preview, and open the graph when the user presses the button."""
    entries = games.registered()
    form, picture = st.columns(2)
    with form:
        name = st.selectbox("Game", list(entries), format_func=lambda name: entries[name].title, key="generate_game")
        game = entries[name]
        st.caption(f"{game.summary}  \n*{game.source}*")
        values = _ask_parameters(game)
    if values is None:
        return
    container = picture.empty()
    container.caption(f"Making a preview of {game.title} …")  # in place of the previous one
    try:
        preview = _compute_preview(name, _parameter_texts(game, values), dark=is_dark())
    except ExplorerError as error:
        container.error(plain(str(error)))
        return
    with container.container():
        _show_preview(preview)
        _offer_graph(making, game, values, preview)


def _ask_parameters(game: Game) -> dict[str, Any] | None:
    """Show the widgets of the parameters and return their values; None if one is invalid, which the page shows."""
    values = {each.name: ask(each, each.default, key=f"generate_{game.name}_{each.name}") for each in game.parameters}
    return None if None in values.values() else values


def _parameter_texts(game: Game, values: Mapping[str, Any]) -> ParameterTexts:
    return tuple((each.name, each.write(values[each.name])) for each in game.parameters)


@st.cache_data(show_spinner=False, max_entries=100)
def _compute_preview(name: str, parameters: ParameterTexts, *, dark: bool) -> Preview:
    """Return the preview of a graph, without the parts that would take long.

    Raises
    ------
    OptionError
        If there is no graph with these parameters.
    """
    game = games.find(name)
    values = parse_options(name, game.parameters, dict(parameters))
    nodes = None if game.count is None else game.count(**values)
    if game.rules is not None and nodes is not None:
        nodes = min(nodes, game.expansion_limit(**values))
    if nodes is not None and nodes > LARGEST_BUILT:
        return Preview(nodes, at_most=game.rules is not None)
    try:
        graph = game.graph(progress=_progress_with_time_limit(), **values)
    except _TooLongError as error:
        return Preview(error.positions, at_most=True)
    is_small = len(graph.nodes) <= LARGEST_DRAWN and len(graph.moves) <= MOST_MOVES_DRAWN
    return Preview(len(graph.nodes), len(graph.moves), thumbnail(graph, dark=dark) if is_small else None)


def _progress_with_time_limit() -> ExpansionProgress:
    """Return a progress function that ends work which takes too long for a preview."""
    began = time.monotonic()

    def tell(count: int, total: int) -> None:
        if count >= LARGEST_BUILT or time.monotonic() - began > LONGEST_WAIT:
            raise _TooLongError(total)

    return tell


def _show_preview(preview: Preview) -> None:
    """Show the size of the graph before it is opened, with its picture if it is small."""
    if preview.picture is not None:
        st.image(preview.picture, width="stretch", alt="Preview of the graph")
    if preview.nodes > LARGEST_READ:
        what = "If there are" if preview.at_most else "Since there are"
        st.info(
            f"{what} more than {LARGEST_READ} nodes, the neighbourhood of the root is shown first, and nodes open on "
            "click. Algorithms use the whole graph."
        )
    st.caption(
        _size_words(preview) if preview.picture is not None else f"{_size_words(preview)}; too large for a preview."
    )


def _size_words(preview: Preview) -> str:
    if preview.at_most:
        return f"At most {counted(preview.nodes, 'position')} are expanded"
    return counted(preview.nodes, "node") + ("" if preview.moves is None else f", {counted(preview.moves, 'move')}")


def _scene_reference(game: Game, values: Mapping[str, Any]) -> str:
    """Return the reference of the graph for a scene."""
    texts = dict(_parameter_texts(game, values))
    return f"{GAME}{game.name}?{urlencode(texts)}" if texts else GAME + game.name


# ---- making it


def _offer_graph(making: GraphGeneration, game: Game, values: Mapping[str, Any], preview: Preview) -> None:
    """Show the button that opens the graph, or the progress of a large one."""
    key = (game.name, _parameter_texts(game, values))
    if making.job is not None and making.job.key != key:  # the user has changed a parameter
        making.give_up()
    if making.job is not None and not making.job.is_running:
        _open_generated_graph(making, game, values, making.job)
    container = st.empty()
    if making.job is not None:
        _show_progress(making)
    elif pressed("Open this graph", container=container, type="primary", key="generate_open", width="stretch"):
        container.empty()
        job = making.job = Job[Assembled](key)
        job.start(lambda progress: Assembled.of(game.graph(progress=progress, **values)))
        if preview.moves is None:
            _show_progress(making)
        else:
            job.wait()
            _open_generated_graph(making, game, values, job)


@st.fragment(run_every=SECONDS_BETWEEN_LOOKS)
def _show_progress(making: GraphGeneration) -> None:
    """Show the progress of the graph; run the page again once it is ready, which opens it."""
    job = making.job
    if job is None or not job.is_running:
        st.rerun()
    said = (
        f"{counted(job.progress, 'position')} expanded, of {job.total:,} at most" if job.total else "Making the graph …"
    )
    st.progress(job.progress / max(1, job.total), said)
    st.button("Cancel", on_click=job.cancel, key="generate_cancel")


def _open_generated_graph(making: GraphGeneration, game: Game, values: Mapping[str, Any], job: Job[Assembled]) -> None:
    """Open the generated graph, or show why there is none."""
    making.job = None
    if job.content is None:
        st.error(plain(f"{job.failure[:1].upper()}{job.failure[1:]}."))
        return
    graph = job.content.graph
    making.opener.open(job.content, Origin(graph.name or game.title, _scene_reference(game, values)))
    making.links.stay_with_game()
    st.rerun()
