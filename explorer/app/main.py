"""The script of the app: `streamlit run explorer/app/served.py [-- GRAPH]` runs it for every user."""

from __future__ import annotations

import sys

import streamlit as st

from explorer.app import compare, expand, explore, help, learn, links, play, sidebar, unwind
from explorer.app.help_pages import QUERY
from explorer.app.state import Session, begin, current
from explorer.app.widgets import plain
from explorer.model.errors import ExplorerError

_CSS = """
<style>
.block-container, [data-testid=stMainBlockContainer] { padding: 2.6rem 1.2rem 1rem !important; max-width: none; }
[data-testid=stHeader] { height: 2.4rem; min-height: 0; background: transparent; }
[data-testid=stSidebarUserContent] { padding-top: 0; }
[data-testid=stElementContainer]:has(> [data-testid=stHtml] > .looks) { display: none; }
</style>
<i class="looks"></i>
"""  # not style alone, which Streamlit puts beside the page: there it may come after the stage, which then jumps
_VIEW_CSS = """
<style>
.block-container, [data-testid=stMainBlockContainer] { padding: 8px !important; }
[data-testid=stHeader] { display: none; }
[data-testid=stMain] .st-key-stage_explore { flex: none; height: calc(100dvh - 16px); min-height: 400px; }
</style>
<i class="looks"></i>
"""


def main() -> None:
    """Run the page that the address names."""
    st.set_page_config(page_title="Game Graph Explorer", page_icon="♟", layout="wide")
    st.html(_CSS)
    session = current() or _start()
    session.take_edits()
    pages = [
        st.Page(learn.show, title="Learn", icon=":material/school:", url_path="learn"),
        st.Page(explore.show, title="Explore", icon=":material/play_circle:", url_path="explore", default=True),
        st.Page(expand.show, title="Expand", icon=":material/hub:", url_path="expand"),
        st.Page(compare.show, title="Compare", icon=":material/compare:", url_path="compare"),
        st.Page(play.show, title="Play", icon=":material/sports_esports:", url_path="play"),
        st.Page(unwind.show, title="Unwind", icon=":material/account_tree:", url_path="unwind"),
        help.st_page(),
    ]
    page = st.navigation(pages, position="hidden" if session.view_only else "sidebar")
    if session.view_only:
        st.html(_VIEW_CSS)
    else:
        sidebar.show(session, page.url_path)
    page.run()
    session.presses.clear()  # of buttons that are not on this page
    _show_address(session, page.url_path)


def _start() -> Session:
    """A session that opens what the link says, or what the command line named, or Figure 1."""
    session = begin()
    query = st.query_params.to_dict()
    for sentence in [*links.follow(session, query), *learn.follow(session, query)]:
        st.warning(plain(sentence))
    reference = sys.argv[1] if len(sys.argv) > 1 else ""
    if reference and not query.keys() & {"sample", "graph", "game"}:
        try:
            session.open_reference(reference, choose="algorithm" not in query)
        except ExplorerError as error:
            st.warning(plain(str(error)))
    session.stage.fresh = True
    return session


def _show_address(session: Session, page: str) -> None:
    """Keep the address up to date, but not in a frame: each change would be a page to go back from."""
    if page == "help" and st.query_params.keys() == {QUERY}:
        return  # it may also name a heading, which a new address would lose
    address = links.address(session) | ({QUERY: help.chosen()} if page == "help" else {})
    if page == "learn":
        address = learn.address(session)
    if not session.view_only and st.query_params.to_dict() != address:
        st.query_params.from_dict(address)


main()
