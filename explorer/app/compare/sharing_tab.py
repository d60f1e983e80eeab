"""The tab *Sharing games*: the share of Max with 1, 2, … colours, for the six games on one graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import streamlit as st

from explorer import games
from explorer.app.browser import is_dark
from explorer.app.compare.state import CompareView
from explorer.app.links import Links
from explorer.app.progress import progress
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.opener import GraphOpener
from explorer.app.widgets import COLOURS, plain, pressed
from explorer.drawing.board import board_svg
from explorer.games.sharing import Sharing
from explorer.games.sharing_board import LETTERS
from explorer.games.sharing_setting import PAIRS, VERTICES, setting
from explorer.games.sharing_values import Chain, chain
from explorer.games.undirected import NAMES, UndirectedGraph, from_networkx, undirected_graph
from explorer.model.errors import ExplorerError
from explorer.model.scores import format_score
from explorer.scenes.reference import GAME
from explorer.trace.run import Progress

if TYPE_CHECKING:
    import altair as alt

ColourAndShare = tuple[str, str]
Chains = dict[ColourAndShare, Chain | str]

_GAME = "sharing"
_FIRST = "friendship-3"
_STATES = 100_000  # positions of a game with one number of colours: about ten seconds
_USUAL, _MOST = 8, 20  # colours


def show(open_graph: OpenGraph, comparing: CompareView, opener: GraphOpener, links: Links) -> None:
    """Show the choice of an undirected graph, and on request the chart of the shares of Max on it."""
    st.caption(
        "With one colour Max gets nothing; with as many colours as elements, everything that can have two colours: "
        "0 = minimax(F, [1]) ≤ minimax(F, [2]) ≤ … How many colours are enough for everything?  \n"
        "*e-Valuate, section 5*"
    )
    form, picture = st.columns([3, 1])
    with form:
        graph, most = _choose_graph(open_graph)
        is_wanted = st.button("Compute the chain", icon=":material/show_chart:", disabled=graph is None)
    if graph is None:
        return
    with picture:
        _show_graph(graph)
    key = (graph.text, most)
    if is_wanted:
        with progress("the six games", lambda: None, "position") as report:
            comparing.chains[key] = _chains(graph, most, report)
    results = comparing.chains.get(key)
    if results is not None:
        _show_results(results)
    _offer_games(opener, links, st.session_state[_graph_field_key(open_graph)])


def _choose_graph(open_graph: OpenGraph) -> tuple[UndirectedGraph | None, int]:
    """Ask for the graph and the largest number of colours; without a valid graph, say why and return None for it."""
    key = _graph_field_key(open_graph)
    if key not in st.session_state:
        st.session_state[key] = _graph_of_open_game(open_graph) or _FIRST
    left, right = st.columns([4, 1])
    text = left.text_input("Graph", key=key, help=f"Edges such as a-b b-c c-a, or a name: {NAMES}.")
    most = right.number_input("Up to colours", 1, _MOST, _USUAL, key="sharing_colours")
    st.button(
        "Use the open graph",
        help="Play on the graph that is open, its moves as edges.",
        on_click=_take_open_graph,
        args=(open_graph, key),
    )
    if refusal := st.session_state.pop(f"{key}_refused", ""):
        st.error(plain(refusal))
    try:
        return undirected_graph(text), int(most)
    except ExplorerError as error:
        st.error(plain(str(error)))
        return None, int(most)


def _graph_field_key(open_graph: OpenGraph) -> str:
    """Return the key of the field for the graph, which differs for every document."""
    return f"sharing_graph_{open_graph.version}"


def _graph_of_open_game(open_graph: OpenGraph) -> str:
    """Return the graph of the open sharing game; "" if no such game is open."""
    name, parameters = games.parse_reference(open_graph.origin.game or "")
    return parameters.get("graph", "") if name == _GAME else ""


def _take_open_graph(open_graph: OpenGraph, key: str) -> None:
    """Put the open graph into the field for the graph, or note why it does not fit."""
    try:
        st.session_state[key] = from_networkx(open_graph.graph.to_networkx()).text
    except ExplorerError as error:
        st.session_state[f"{key}_refused"] = str(error)


def _show_graph(graph: UndirectedGraph) -> None:
    try:
        rules = Sharing(graph=graph.text, color=VERTICES)
    except ExplorerError:
        return  # the graph has no board
    picture = board_svg(rules.board, rules.cells(rules.initial), name=graph.name, dark=is_dark())
    st.image(picture, width="stretch", alt=f"The graph {graph.name}")


def _chains(graph: UndirectedGraph, most: int, progress: Progress) -> Chains:
    """Return, for each of the six games, the shares of Max by number of colours, or why there are none."""
    chains: Chains = {}
    before = now = 0

    def tell(positions: int) -> None:
        nonlocal now
        now = positions
        progress(before + now)

    for pair in PAIRS:
        chains[pair] = _chain_or_reason(graph, pair, most, tell)
        before, now = before + now, 0
    return chains


def _chain_or_reason(graph: UndirectedGraph, pair: ColourAndShare, most: int, tell: Progress) -> Chain | str:
    try:
        return chain(setting(graph, *pair).shares(), most=most, states=_STATES, progress=tell)
    except ExplorerError as error:
        return str(error)


def _show_results(results: Chains) -> None:
    import pandas as pd

    chains = {pair: each for pair, each in results.items() if isinstance(each, Chain)}
    if chains:
        st.altair_chart(chart(chains), width="stretch")
        st.dataframe(pd.DataFrame([_table_row(pair, each) for pair, each in chains.items()]), hide_index=True)
    for pair, each in results.items():
        if isinstance(each, str):
            st.caption(f"{_game_title(pair)}: {each}.")
        elif each.is_cut_short:
            st.caption(f"{_game_title(pair)}: the game with {len(each.values) + 1} colours has too many positions.")


def chart(chains: dict[ColourAndShare, Chain]) -> alt.LayerChart | alt.FacetChart:
    """Return a chart of the share of Max by number of colours; a large point marks where Max gets everything."""
    import altair as alt
    import pandas as pd

    rows = [
        {
            "colours": colours,
            "share": float(value),
            "value": format_score(value),
            "game": _game_title(pair),
            "all": value == each.everything,
        }
        for pair, each in chains.items()
        for colours, value in enumerate(each.values, 1)
    ]
    base = alt.Chart(pd.DataFrame(rows)).encode(
        x=alt.X("colours:Q", title="colours", axis=alt.Axis(tickMinStep=1, format="d"), scale=alt.Scale(nice=False)),
        y=alt.Y("share:Q", title="what Max gets", axis=alt.Axis(tickMinStep=1)),
        color=alt.Color("game:N", scale=alt.Scale(range=COLOURS), sort=None, title=None, legend=alt.Legend(**_LEGEND)),
        shape=alt.Shape("game:N", sort=None, title=None, legend=alt.Legend(**_LEGEND)),
        tooltip=["game:N", "colours:Q", alt.Tooltip("value:N", title="Max gets")],
    )
    lines = base.mark_line(strokeWidth=2).encode(shape=alt.Shape())
    points = base.mark_point(filled=True, opacity=1).encode(
        size=alt.condition("datum.all", alt.value(220), alt.value(60))
    )
    return alt.layer(lines, points).properties(height=360)


_LEGEND: dict[str, Any] = {"orient": "bottom", "columns": 3, "labelLimit": 300}


def _offer_games(opener: GraphOpener, links: Links, graph: str) -> None:
    """Open the graph of one of the games when the user presses the button."""
    left, middle, right = st.columns([3, 1, 2], vertical_alignment="bottom")
    color, share = left.selectbox("Game", PAIRS, format_func=_game_title, key="sharing_game")
    colours = int(middle.number_input("Colours", 1, len(LETTERS), 2, key="sharing_game_colours"))
    if not pressed("Open the graph of this game", container=right, icon=":material/account_tree:"):
        return
    parameters = {"graph": graph, "color": color, "share": share, "colors": colours, "symmetric": "yes"}
    try:
        with st.spinner("Expanding positions …"):
            opener.open_reference(f"{GAME}{_GAME}?{urlencode(parameters)}")
        links.show_game()
    except ExplorerError as error:
        st.error(plain(str(error)))
        return
    st.rerun()


def _table_row(pair: ColourAndShare, each: Chain) -> dict[str, str | int]:
    values = {f"{k}": format_score(value) for k, value in enumerate(each.values, 1)}
    least = "not up to here" if each.least is None else str(each.least)
    return {
        "Game": _game_title(pair),
        "Elements to colour": each.elements,
        "Everything": format_score(each.everything),
        "Colours for everything": least,
        "With 1, 2, … colours": ", ".join(values.values()),
    }


def _game_title(pair: ColourAndShare) -> str:
    return f"colour {pair[0]}, share {pair[1]}"
