"""The tab *How often is the memo wrong?*: the naive memo on random games of cat and mouse, by number of rooms."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import streamlit as st

from explorer.app.compare.state import CompareView
from explorer.app.links import Links
from explorer.app.progress import progress
from explorer.app.session.opener import GraphOpener
from explorer.app.widgets import COLOURS, pressed
from explorer.comparison.wrong_shares import SIZES, WrongShare, smallest_wrong, wrong_shares
from explorer.games.cat_mouse import text_of
from explorer.model.errors import FORESEEN, sentence
from explorer.model.work_limits import work_limits
from explorer.scenes.reference import GAME

if TYPE_CHECKING:
    import altair as alt

_USUAL, _LEAST, _MOST = 200, 50, 2_000  # games of each size
_MOST_SEED = 2**31 - 1


def show(comparing: CompareView, opener: GraphOpener, links: Links) -> None:
    """Show the chart of wrong scores when the user presses the button, and offer the smallest wrong game."""
    st.caption(
        "A mouse runs for a hole and a cat for the mouse, through random rooms: n rooms are joined by a random tree of "
        "doors and n/2 further doors. The naive memo plays through each game; its score of the start is compared with "
        "the exact one."
    )
    left, middle, right = st.columns([3, 3, 4], vertical_alignment="bottom")
    games = int(left.number_input("Games of each size", _LEAST, _MOST, _USUAL, 50, key="memo_games"))
    seed = int(middle.number_input("Seed", 0, _MOST_SEED, 1, key="memo_seed", help="Another seed tries other games."))
    key = games, seed
    if pressed("Count the wrong scores", container=right, icon=":material/bar_chart:"):
        _count(comparing, games, seed)
    if key in comparing.wrong_shares:
        _show_shares(comparing.wrong_shares[key])
        _offer_smallest(comparing, opener, links, key)


def _count(comparing: CompareView, games: int, seed: int) -> None:
    begin = time.monotonic()
    try:
        with progress("the naive memo", lambda: None, "game", lambda: f" of {games * len(SIZES):,}") as report:

            def look(number: int) -> None:
                work_limits().require_time(time.monotonic() - begin)
                report(number)

            comparing.wrong_shares[games, seed] = [*wrong_shares(games=games, seed=seed, progress=look)]
    except FORESEEN as error:
        st.warning(sentence(error))


def _show_shares(shares: list[WrongShare]) -> None:
    st.altair_chart(chart(shares), width="stretch")
    counts = "; ".join(f"{each.rooms} rooms: {each.wrong:,} of {each.games:,}" for each in shares)
    st.caption(f"{counts}. A line through a point is one standard error up and down.")


def chart(shares: list[WrongShare]) -> alt.LayerChart | alt.FacetChart:
    """Return a chart of the percentage of wrong scores by number of rooms, with a standard error at each point."""
    import altair as alt
    import pandas as pd

    rows = [
        {
            "rooms": each.rooms,
            "wrong": 100 * each.share,
            "low": 100 * max(0, each.share - each.error),
            "high": 100 * (each.share + each.error),
        }
        for each in shares
    ]
    x = alt.X("rooms:Q", title="rooms", axis=alt.Axis(values=[each.rooms for each in shares], format="d"))
    base = alt.Chart(pd.DataFrame(rows)).encode(x=x, color=alt.value(COLOURS[1]))
    title = "starts with a wrong score, %"
    points = base.mark_line(point=alt.OverlayMarkDef(size=70)).encode(
        y=alt.Y("wrong:Q", title=title), tooltip=["rooms:Q", alt.Tooltip("wrong:Q", title=title, format=".1f")]
    )
    return alt.layer(base.mark_rule().encode(y=alt.Y("low:Q", title=title), y2="high:Q"), points).properties(height=320)


def _offer_smallest(comparing: CompareView, opener: GraphOpener, links: Links, key: tuple[int, int]) -> None:
    examples = [each.example for each in comparing.wrong_shares[key] if each.example]
    if not examples or not pressed("Open the smallest wrong game", icon=":material/compress:"):
        return
    with progress("the search for a smaller game", lambda: None, "game") as report:
        rooms = smallest_wrong(examples, progress=report)
    opener.open_reference(f"{GAME}cat-mouse?{urlencode({'graph': text_of(rooms)})}")
    links.show_game()
    st.rerun()
