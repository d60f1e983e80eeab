"""The script of the app: `streamlit run explorer/app/served.py [-- GRAPH]` runs it for every user."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from explorer.app import bar, help_page, refusals, sources
from explorer.app.compare import page as compare_page
from explorer.app.expand import page as expand_page
from explorer.app.explore import page as explore_page
from explorer.app.help_texts import QUERY
from explorer.app.learn import page as learn_page
from explorer.app.learn.state import LessonVisit
from explorer.app.learn.walk import SlideWalk
from explorer.app.links import BROWSER_FIELDS, Links, is_another, loose_fields
from explorer.app.papers import page as papers_page
from explorer.app.papers.state import SourceReader
from explorer.app.play import page as play_page
from explorer.app.progress import waiting
from explorer.app.session.opener import GraphOpener
from explorer.app.session.place import Place
from explorer.app.session.requests import Requests
from explorer.app.session.session import Session, begin, current
from explorer.app.tree import page as unwind_page
from explorer.app.views import Views
from explorer.app.widgets import plain
from explorer.app.write import page as write_page
from explorer.lessons.library import holds_lessons, is_lesson_name, read_lessons
from explorer.scenes.scene import Page
from explorer.stage import Stage, keep_address


def main() -> None:
    """Run the page that the address names."""
    st.set_page_config("Game Graph Explorer", "♟", "wide", "collapsed")
    earlier = current()
    session = earlier or begin()
    place, requests, learning = session.of(Place), session.of(Requests), session.of(LessonVisit)
    place.view_only = place.view_only or st.query_params.get("view") == "only"
    pages = {path: _st_page(session, path, entry) for path, entry in PAGES.items()}
    page = st.navigation(list(pages.values()), position="hidden" if place.view_only else "top")
    entry = PAGES[page.url_path or FIRST]
    session.of(Views).turn_to(next((name for name in Page if pages[name] == page), place.page))
    previous_path = place.begin_path(page.url_path)
    if previous_path != place.path:
        learning.scene_slide = None  # so that a slide shows its own scene when the user comes back to it
    with waiting("Opening the graph"):
        if earlier is None:
            _open_first_graph(session, page.url_path)
        _catch_up(session)
    if previous_path == "learn" != place.path:
        session.of(SlideWalk).leave()
    if earlier is None and _is_for_lessons(learning, page.url_path):
        st.switch_page(pages["learn"])
    if earlier is not None and entry.go_back is not None and _went_back():
        session.call(entry.go_back, st.query_params.to_dict(), place.page)
    next_page, requests.next_page = requests.next_page, None
    if next_page is not None and page.url_path not in ("learn", "help") and pages[next_page] != page:
        # The page of the scene of a link or a sample.  Without the address, Streamlit would add an entry to the history
        # in between: this page with an empty address.
        st.switch_page(pages[next_page], query_params=st.query_params.to_dict())
    next_path, requests.next_path = requests.next_path, ""
    if next_path and pages[next_path] != page:
        st.switch_page(pages[next_path])
    _show_page(session, page)
    session.call(entry.show_address)


def _st_page(session: Session, path: str, entry: _PageEntry) -> st.Page:
    """Return the page as Streamlit's object."""
    return st.Page(
        partial(session.call, entry.show),
        title=entry.title,
        icon=entry.icon,
        url_path=path,
        default=path == FIRST,
        visibility="visible" if entry.is_listed else "hidden",
    )


def _catch_up(session: Session) -> None:
    """Carry out the requests of the browser and the user since the last run."""
    session.of(Views).catch_up()
    session.of(Requests).fulfil()
    session.call(refusals.follow)
    session.call(sources.open_dropped)
    session.of(GraphOpener).renew_rule()


def _show_page(session: Session, page: st.Page) -> None:
    """Show the page below the bar, and the notices for the user."""
    view_only, requests = session.of(Place).view_only, session.of(Requests)
    if not view_only:
        with waiting("Preparing the page"):
            bar.show(session, page.url_path)
        if page.url_path != "learn":
            session.call(learn_page.show_way_back)
    for sentence in requests.notices:
        st.toast(plain(sentence), icon=":material/warning:", duration="infinite")  # until it is closed
    requests.notices.clear()
    with st.container(key="view_only") if view_only else nullcontext():
        page.run()
    requests.presses.clear()  # of buttons that are not on this page


def _is_for_lessons(visit: LessonVisit, path: str) -> bool:
    """Return whether the command line named lessons, and the address names another page, and no graph."""
    if path != "learn" and st.query_params.keys() & _GRAPHS:
        return False
    return visit.own is not None or (bool(visit.lesson) and path != "learn")


def _open_first_graph(session: Session, path: str) -> None:
    """Open the graph of the link to this page, or that of the command line, or the first sample."""
    is_help = path == "help"
    query = {name: text for name, text in st.query_params.to_dict().items() if not (is_help and name == QUERY)}
    named = sys.argv[1:3]
    learning, links, requests = session.of(LessonVisit), session.of(Links), session.of(Requests)
    if named and is_lesson_name(named[0]):
        learning.open(named[0])
        named = []
    elif named and holds_lessons(named[0]):
        learning.put(read_lessons(Path(named[0])))
        named = []
    requests.notices += links.follow(query, session.of(Place).page, *named) + learn_page.follow(learning, query)
    requests.notices += papers_page.follow(session.of(SourceReader), query) if path == "papers" else []
    requests.next_page = None if path in ("help", "papers", "write") else requests.next_page
    links.base = "".join(sys.argv[3:4])
    session.of(Stage).fresh = True


def _went_back() -> bool:
    """Return whether the user pressed Back or Forward of the browser."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def _go_back(links: Links, query: Mapping[str, str], page: Page) -> None:
    links.go_back(query, page)


def _show_help_address(links: Links) -> None:
    if st.query_params.keys() == {QUERY}:
        return  # it may also name a heading, which a new address would lose
    address = links.address() | {QUERY: help_page.page_name()}
    if st.query_params.to_dict() != address:
        st.query_params.from_dict(address)


def _clear_address() -> None:
    st.query_params.clear()


def _show_address(links: Links, place: Place) -> None:
    """Update the address: each scene gets an entry in the history, except the first scene of a page.

    Do nothing in a frame, since each entry would be one of the page around it, too.
    """
    if place.view_only:
        return
    now, address, is_first = st.query_params.to_dict(), links.address(), not place.sent_query
    loose = {*now, *address} if is_first else loose_fields(address)
    owned = (*BROWSER_FIELDS, *_BROWSER_FIELDS_OF_PAGES.get(place.page, ()))
    keep_address(address, loose=sorted(loose), browser_keys=owned)
    before, place.sent_query = now or place.sent_query, address  # the browser may not show the sent query yet
    if before and not is_first and is_another(before, address):
        st.query_params.from_dict(address)


@dataclass(frozen=True)
class _PageEntry:
    """A page of the app.

    Attributes
    ----------
    show : shows the page; this function and the next two name the states that they use.
    is_listed : whether the navigation shows it; the bar leads to the others.
    show_address : sets its address.
    go_back : what Back and Forward of the browser do there; None if they do nothing.
    """

    title: str
    show: Callable[..., None]
    icon: str | None = None
    is_listed: bool = False
    show_address: Callable[..., None] = _show_address
    go_back: Callable[..., None] | None = _go_back


_GRAPHS = {"sample", "game", "graph"}  # fields of an address that name one
FIRST = str(Page.EXPLORE)
PAGES: dict[str, _PageEntry] = {  # by path
    Page.EXPLORE: _PageEntry("Explore", explore_page.show, is_listed=True),
    "learn": _PageEntry(
        "Learn", learn_page.show, None, True, show_address=learn_page.show_address, go_back=learn_page.go_back
    ),
    "papers": _PageEntry(
        "Sources",
        papers_page.show,
        ":material/article:",
        show_address=papers_page.show_address,
        go_back=papers_page.go_back,
    ),
    "write": _PageEntry(
        "New lesson",
        write_page.show,
        ":material/edit_note:",
        show_address=_clear_address,
        go_back=None,
    ),
    Page.EXPAND: _PageEntry("Expand", expand_page.show),
    Page.COMPARE: _PageEntry("Compare", compare_page.show),
    Page.PLAY: _PageEntry("Play", play_page.show, is_listed=True),
    Page.UNWIND: _PageEntry("Unwind", unwind_page.show),
    "help": _PageEntry(
        "Help",
        help_page.show,
        ":material/help:",
        show_address=_show_help_address,
        go_back=None,
    ),
}
_BROWSER_FIELDS_OF_PAGES = {
    Page.EXPLORE: ["step"],
    Page.EXPAND: ["step"],
    Page.COMPARE: ["step", "mode"],
    Page.UNWIND: ["depth"],
}  # fields of the address that the browser updates on these pages alone

if __name__ == "__main__":  # as Streamlit runs it; `served` imports it to have all pages in memory
    main()
